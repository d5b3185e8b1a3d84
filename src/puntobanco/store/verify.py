"""Verification: everything that follows from the stored bytes, computed again and compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from puntobanco.ledger import may_be_negative
from puntobanco.store import chain
from puntobanco.store.base import VerifyReport
from puntobanco.store.engine import Connection

_HASH_BYTES_SHOWN: Final = 4

_REFERENCES: Final = (
    ("transfers", "events", "parent.stream = child.stream AND parent.version = child.version"),
)


class _Verification:
    """One pass over one state of the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.faults: list[str] = []
        self.events = self.transfers = 0
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.folded: defaultdict[str, int] = defaultdict(int)

    def run(self, found: Iterator[str]) -> VerifyReport:
        try:
            self.faults += found
            self._check_references()
            self._check_chains()
            self._check_heads()
            self._check_snapshots()
            self._fold_transfers()
            self._check_balances()
        except self._connection.errors as error:
            words = " ".join(str(error).split())
            self.faults.append(f"the store cannot be read to its end ({words})")
        return VerifyReport(
            streams=len(self.heads),
            events=self.events,
            transfers=self.transfers,
            accounts=len(self.folded),
            faults=tuple(self.faults),
        )

    def _check_references(self) -> None:
        for table, parent, join in _REFERENCES:
            sql = (
                f"SELECT count(*) FROM {table} AS child WHERE NOT EXISTS"  # noqa: S608 - our names
                f" (SELECT 1 FROM {parent} AS parent WHERE {join})"
            )
            ((count,),) = self._connection.rows(sql)
            if count:
                self.faults.append(f"{table}: {count} without their {parent}")

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
        return self._connection.each(sql)


def verify(connection: Connection, found: Iterator[str]) -> VerifyReport:
    """Check one state of the store: the caller holds a transaction open, and knows some faults."""
    return _Verification(connection).run(found)


def _link(previous: bytes, version: int, at: int, body: bytes) -> bytes | None:
    try:
        return chain.link(previous, version, at, body)
    except OverflowError:  # a number below nought, which no event has
        return None


def _tip(head: tuple[int, bytes] | None) -> str:
    return f"{head[0]} ({head[1][:_HASH_BYTES_SHOWN].hex()})" if head else "nothing"
