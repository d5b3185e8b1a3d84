"""Verification: everything that follows from the stored bytes, computed again and compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

import apsw

from puntobanco.ledger import may_be_negative
from puntobanco.store import chain
from puntobanco.store.base import VerifyReport
from puntobanco.store.schema import SCHEMA

_HASH_BYTES_SHOWN: Final = 4


class _Verification:
    """One pass over one state of the file."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.faults: list[str] = []
        self.events = self.transfers = 0
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.folded: defaultdict[str, int] = defaultdict(int)

    def run(self) -> VerifyReport:
        try:
            self._check_file()
            self._check_chains()
            self._check_heads()
            self._check_snapshots()
            self._fold_transfers()
            self._check_balances()
        except apsw.Error as error:
            self.faults.append(f"the file cannot be read to its end ({error})")
        return VerifyReport(
            streams=len(self.heads),
            events=self.events,
            transfers=self.transfers,
            accounts=len(self.folded),
            faults=tuple(self.faults),
        )

    def _check_file(self) -> None:
        for (line,) in self._rows("PRAGMA integrity_check"):
            if line != "ok":
                self.faults.append(f"file: {line}")
        broken = Counter(
            (table, parent) for table, _, parent, _ in self._rows("PRAGMA foreign_key_check")
        )
        for (table, parent), count in sorted(broken.items()):
            self.faults.append(f"{table}: {count} without their {parent}")
        found = {sql for (sql,) in self._rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")}
        self.faults += [f"schema: missing: {_head(sql)}" for sql in SCHEMA if sql not in found]
        self.faults += [f"schema: foreign: {_head(sql)}" for sql in sorted(found - set(SCHEMA))]

    def _check_chains(self) -> None:
        sql = (
            "SELECT stream, version, at, body, prev_hash, hash FROM events ORDER BY stream, version"
        )
        for stream, version, at, body, previous, stored in self._rows(sql):
            head, tip = self.heads.get(stream) or (0, chain.genesis(stream))
            if version != head + 1:
                self.faults.append(f"{stream} {version}: follows {head}, so events are missing")
            elif previous != tip:
                self.faults.append(f"{stream} {version}: does not continue the chain of {head}")
            if _link(previous, version, at, body) != stored:
                self.faults.append(f"{stream} {version}: its hash is not that of its bytes")
            self.heads[stream] = version, stored
            self.events += 1

    def _check_heads(self) -> None:
        kept = {
            stream: (version, tip)
            for stream, version, tip in self._rows("SELECT stream, version, hash FROM streams")
        }
        for stream in sorted(kept.keys() | self.heads.keys()):
            if kept.get(stream) != self.heads.get(stream):
                self.faults.append(
                    f"{stream}: ends at {_tip(self.heads.get(stream))},"
                    f" its head says {_tip(kept.get(stream))}"
                )

    def _check_snapshots(self) -> None:
        """A snapshot is a cache, but one of events that are not there tells of a loss."""
        for stream, version in self._rows("SELECT stream, version FROM snapshots ORDER BY stream"):
            head, _ = self.heads.get(stream, (0, b""))
            if version > head:
                self.faults.append(f"{stream}: its snapshot is of {version}, it ends at {head}")

    def _fold_transfers(self) -> None:
        sql = (
            "SELECT stream, version, line, source, target, amount FROM transfers"
            " ORDER BY stream, version, line"
        )
        last: tuple[str, int, int] = ("", 0, 0)
        for stream, version, line, source, target, amount in self._rows(sql):
            expected = last[2] + 1 if last[:2] == (stream, version) else 1
            if line != expected:
                self.faults.append(f"{stream} {version}: transfer {expected} is missing")
            last = stream, version, line
            self.folded[source] -= amount
            self.folded[target] += amount
            self.transfers += 1

    def _check_balances(self) -> None:
        kept = dict(self._rows("SELECT account, balance FROM balances"))
        for account in sorted(kept.keys() | self.folded.keys()):
            held, made = kept.get(account, 0), self.folded.get(account, 0)
            if held != made:
                self.faults.append(f"{account}: holds {held}, its transfers make {made}")
            if made < 0 and not may_be_negative(account):
                self.faults.append(f"{account}: its transfers make {made}, and it may not owe")

    def _rows(self, sql: str) -> Iterator[Any]:
        return self._connection.execute(sql)


def verify(connection: apsw.Connection) -> VerifyReport:
    """Check one state of the file: the caller holds a transaction open."""
    return _Verification(connection).run()


def _link(previous: bytes, version: int, at: int, body: bytes) -> bytes | None:
    try:
        return chain.link(previous, version, at, body)
    except OverflowError:  # a number below nought, which no event has
        return None


def _head(sql: str) -> str:
    return " ".join(sql.split()[:3])


def _tip(head: tuple[int, bytes] | None) -> str:
    return f"{head[0]} ({head[1][:_HASH_BYTES_SHOWN].hex()})" if head else "nothing"
