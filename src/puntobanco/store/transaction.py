"""A transaction: every statement that the store runs for its users, on either engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from typing import Final

from puntobanco import ledger
from puntobanco.errors import InvariantError
from puntobanco.ledger import Transfer
from puntobanco.store import chain
from puntobanco.store.base import (
    Account,
    Answer,
    Conflict,
    Moved,
    Patron,
    Posted,
    SavedSheet,
    SignIn,
    Stored,
    Token,
)
from puntobanco.store.engine import Connection, Value
from puntobanco.store.statements import Statements

_PAGE: Final = 256  # rows fetched at once, so that no statement stays open between two of them
_ACCOUNT: Final = tuple(field.name for field in fields(Account))
_SHEET: Final = ", ".join(field.name for field in fields(SavedSheet))
_SIGN_IN: Final = "token_hash, kind, actor, role, table_id, created, used, expires"
_LAST: Final = "\U0010ffff"  # after every other character, for the end of a range of names


class SqlTransaction:
    """What one piece of work does, on the connection that runs it."""

    def __init__(self, connection: Connection, *, writable: bool) -> None:
        """Begin; whoever made this opened the transaction of the engine."""
        self._sql = Statements(connection, writable=writable)
        self._unposted: set[tuple[str, int]] = set()
        self.moved = Moved()

    @property
    def failure(self) -> Exception | None:
        """What the engine refused, if it did: then the work comes to nothing, whatever it makes."""
        return self._sql.failure

    def end(self) -> None:
        """Make it unusable: its work has returned."""
        self._sql.end()

    # The log

    def head(self, stream: str) -> int:
        """The version of the newest event, 0 for a new stream."""
        return self._tip(stream)[0]

    def append(self, stream: str, expected: int, at: int, bodies: Sequence[bytes]) -> int:
        """Add events and give the new head; `Conflict` if the head is not the expected one."""
        version, tip = self._tip(stream, self._sql.lock)
        if version != expected:
            raise Conflict(stream, expected, version)
        rows: list[tuple[Value, ...]] = []
        for body in bodies:
            version += 1
            previous, tip = tip, chain.link(tip, version, at, body)
            rows.append((stream, version, at, body, previous, tip))
            self._unposted.add((stream, version))
        self._sql.write_many(
            "INSERT INTO events (stream, version, at, body, prev_hash, hash)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            rows,
        )
        if bodies:
            self._sql.write(
                "INSERT INTO streams (stream, version, hash) VALUES (?, ?, ?)"
                " ON CONFLICT (stream) DO UPDATE"
                " SET version = excluded.version, hash = excluded.hash",
                (stream, version, tip),
            )
            self.moved.heads[stream] = (version, tip)
        return version

    def events(self, stream: str, after: int = 0) -> Iterator[Stored]:
        """The events of a stream above a version, in order."""
        while rows := self._sql.rows(
            "SELECT stream, version, at, body, hash FROM events"
            " WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
            (stream, after, _PAGE),
        ):
            for row in rows:
                event = Stored(*row)
                if event.version != after + 1:
                    raise InvariantError(f"{stream} {after + 1} is missing: verify the file")
                after = event.version
                yield event

    def streams(self, prefix: str = "") -> list[str]:
        """The streams that begin with the prefix, in order of their names."""
        rows = self._sql.rows(
            "SELECT stream FROM streams WHERE stream >= ? AND stream < ? ORDER BY stream",
            (prefix, prefix + _LAST),
        )
        return [stream for (stream,) in rows]

    def _tip(self, stream: str, lock: str = "") -> tuple[int, bytes]:
        sql = "SELECT version, hash FROM streams WHERE stream = ?"
        row = self._sql.row(sql + lock, (stream,))
        return row or (0, chain.genesis(stream))

    # Money

    def post(self, stream: str, version: int, transfers: Sequence[Transfer]) -> None:
        """Move the money of an event that this work appended, once; `InsufficientFunds`."""
        if (stream, version) not in self._unposted:
            raise InvariantError(f"{stream} {version} was not appended here, or is posted already")
        before = self._held(
            {account for move in transfers for account in (move.source, move.target)}
        )
        after = ledger.apply(before, transfers)
        self._sql.write_many(
            "INSERT INTO transfers (stream, version, line, source, target, amount)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (stream, version, line, move.source, move.target, move.amount)
                for line, move in enumerate(transfers, 1)
            ],
        )
        self._set_balances(before, after)
        self._unposted.remove((stream, version))

    def balance(self, account: str) -> int:
        """What an account holds; nought if nothing ever reached it."""
        row = self._sql.row("SELECT balance FROM balances WHERE account = ?", (account,))
        return row[0] if row else 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The accounts that begin with the prefix and do not hold nought."""
        rows = self._sql.rows(
            "SELECT account, balance FROM balances WHERE account >= ? AND account < ?"
            " ORDER BY account",
            (prefix, prefix + _LAST),
        )
        return dict(rows)

    def transfers(self, stream: str, after: int = 0) -> Iterator[Posted]:
        """The transfers of a stream's events above a version, in order."""
        last = (after + 1, 0)
        while rows := self._sql.rows(
            "SELECT version, line, source, target, amount FROM transfers"
            " WHERE stream = ? AND (version, line) > (?, ?) ORDER BY version, line LIMIT ?",
            (stream, *last, _PAGE),
        ):
            for version, _, source, target, amount in rows:
                yield Posted(version, Transfer(source, target, amount))
            last = rows[-1][:2]

    def _held(self, accounts: set[str]) -> dict[str, int]:
        """The balances of accounts, locked in one order, so that no two writers wait in a ring."""
        if not accounts:
            return {}
        marks = ", ".join("?" * len(accounts))
        sql = (
            f"SELECT account, balance FROM balances WHERE account IN ({marks})"  # noqa: S608 - marks
            " ORDER BY account"
        )
        found = dict(self._sql.rows(sql + self._sql.lock, tuple(sorted(accounts))))
        return {account: found.get(account, 0) for account in accounts}

    def _set_balances(self, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        """Escrow accounts are many and short-lived, so what holds nought has no row."""
        new, changed, empty = [], [], []
        for account, balance in sorted(after.items()):
            if balance == before[account]:
                continue
            if not before[account]:
                new.append((balance, account))
            elif balance:
                changed.append((balance, account))
            else:
                empty.append((account,))
        self._sql.write_many("INSERT INTO balances (balance, account) VALUES (?, ?)", new)
        self._sql.write_many("UPDATE balances SET balance = ? WHERE account = ?", changed)
        self._sql.write_many("DELETE FROM balances WHERE account = ?", empty)

    # Answers

    def answer(self, actor: str, command_id: str) -> Answer | None:
        """What the command was answered, if it was."""
        row = self._sql.row(
            "SELECT digest, reply FROM answers WHERE actor = ? AND command = ?", (actor, command_id)
        )
        return Answer(*row) if row else None

    def remember(self, actor: str, command_id: str, digest: bytes, reply: bytes) -> None:
        """Keep an answer for ever; a second one to the same command is a bug."""
        self._sql.write(
            "INSERT INTO answers (actor, command, digest, reply) VALUES (?, ?, ?, ?)",
            (actor, command_id, digest, reply),
        )

    # People

    def add_patron(self, patron: str, name: str, role: str, at: int) -> None:
        """Write a person down."""
        self._sql.write(
            "INSERT INTO patrons (id, name, role, created) VALUES (?, ?, ?, ?)",
            (patron, name, role, at),
        )

    def patron(self, patron: str) -> Patron | None:
        """The person of an id."""
        row = self._sql.row("SELECT id, name, role, created FROM patrons WHERE id = ?", (patron,))
        return Patron(*row) if row else None

    def patrons(self) -> list[Patron]:
        """Everybody, by id."""
        rows = self._sql.rows("SELECT id, name, role, created FROM patrons ORDER BY id", ())
        return [Patron(*row) for row in rows]

    def drop_patron(self, patron: str) -> bool:
        """Erase a person; whether there was one."""
        return bool(self._sql.write("DELETE FROM patrons WHERE id = ? RETURNING id", (patron,)))

    # Accounts

    def put_account(self, account: Account) -> None:
        """Keep an account as it now is."""
        marks = ", ".join("?" * len(_ACCOUNT))
        changed = ", ".join(f"{name} = excluded.{name}" for name in _ACCOUNT[1:])
        self._sql.write(
            f"INSERT INTO accounts ({', '.join(_ACCOUNT)}) VALUES ({marks})"  # noqa: S608 - names of ours
            f" ON CONFLICT (actor) DO UPDATE SET {changed}",
            astuple(account),
        )

    def account(self, actor: str) -> Account | None:
        """The account of an actor."""
        return next(iter(self._accounts(" WHERE actor = ?", (actor,))), None)

    def account_named(self, sign_in: str) -> Account | None:
        """The account that is signed in to by this name."""
        return next(iter(self._accounts(" WHERE sign_in = ?", (sign_in,))), None)

    def accounts(self) -> list[Account]:
        """All accounts, by the name they sign in by."""
        return self._accounts(" ORDER BY sign_in", ())

    def _accounts(self, where: str, values: tuple[Value, ...]) -> list[Account]:
        sql = f"SELECT {', '.join(_ACCOUNT)} FROM accounts{where}"  # noqa: S608 - names of ours
        rows = self._sql.rows(sql, values)
        return [Account(**dict(zip(_ACCOUNT, row, strict=True))) for row in rows]

    def drop_account(self, actor: str) -> bool:
        """Erase an account with all that is personal in it; whether there was one."""
        rows = self._sql.write("DELETE FROM accounts WHERE actor = ? RETURNING actor", (actor,))
        return bool(rows)

    def put_sign_in(self, sign_in: SignIn) -> None:
        """Keep a sign-in, or a link to one."""
        self._sql.write(
            f"INSERT INTO sign_ins ({_SIGN_IN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            astuple(sign_in),
        )

    def sign_in(self, token_hash: bytes) -> SignIn | None:
        """The sign-in or link of a token, expired or not."""
        row = self._sql.row(
            f"SELECT {_SIGN_IN} FROM sign_ins WHERE token_hash = ?",  # noqa: S608 - names of ours
            (token_hash,),
        )
        return SignIn(*row) if row else None

    def sign_ins(self) -> list[SignIn]:
        """All of them, the oldest first."""
        rows = self._sql.rows(
            f"SELECT {_SIGN_IN} FROM sign_ins ORDER BY created, token_hash",  # noqa: S608
            (),
        )
        return [SignIn(*row) for row in rows]

    def use_sign_in(self, token_hash: bytes, at: int) -> None:
        """Note when a sign-in was last used."""
        self._sql.write("UPDATE sign_ins SET used = ? WHERE token_hash = ?", (at, token_hash))

    def drop_sign_in(self, token_hash: bytes) -> bool:
        """End a sign-in, or use a link up; whether there was one."""
        rows = self._sql.write(
            "DELETE FROM sign_ins WHERE token_hash = ? RETURNING token_hash", (token_hash,)
        )
        return bool(rows)

    # Tokens

    def put_token(
        self,
        token_hash: bytes,
        actor: str,
        role: str,
        table: str | None,
        label: str,
        created: int,
        expires: int | None,
    ) -> None:
        """Give somebody a token, for one table or all; one that never expires has no time."""
        self._sql.write(
            "INSERT INTO tokens (token_hash, actor, role, table_id, label, created, expires)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (token_hash, actor, role, table, label, created, expires),
        )

    def token(self, token_hash: bytes) -> Token | None:
        """The token of a hash, expired, revoked or neither."""
        row = self._sql.row(
            "SELECT token_hash, actor, role, table_id, label, created, expires, revoked"
            " FROM tokens WHERE token_hash = ?",
            (token_hash,),
        )
        return Token(*row) if row else None

    def tokens(self) -> list[Token]:
        """All tokens, the oldest first."""
        rows = self._sql.rows(
            "SELECT token_hash, actor, role, table_id, label, created, expires, revoked"
            " FROM tokens ORDER BY created, token_hash",
            (),
        )
        return [Token(*row) for row in rows]

    def revoke_token(self, token_hash: bytes, at: int) -> bool:
        """Take a token back for ever; whether there was one that nobody had taken back yet."""
        rows = self._sql.write(
            "UPDATE tokens SET revoked = ? WHERE token_hash = ? AND revoked IS NULL"
            " RETURNING token_hash",
            (at, token_hash),
        )
        return bool(rows)

    def drop_tokens(self, actor: str) -> list[bytes]:
        """Erase all tokens of somebody; their hashes."""
        rows = self._sql.write("DELETE FROM tokens WHERE actor = ? RETURNING token_hash", (actor,))
        return [token_hash for (token_hash,) in rows]

    # Sheets

    def put_sheet(self, sheet: SavedSheet) -> None:
        """Keep somebody's sheet, in place of the one of that id if it is his."""
        self._sql.write(
            "INSERT INTO sheets (id, owner, sheet, name, text, saved) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET sheet = excluded.sheet, name = excluded.name,"
            " text = excluded.text, saved = excluded.saved WHERE sheets.owner = excluded.owner",
            astuple(sheet),
        )

    def sheet(self, ident: str) -> SavedSheet | None:
        """A sheet that somebody keeps."""
        asked = f"SELECT {_SHEET} FROM sheets WHERE id = ?"  # noqa: S608 - names of ours
        row = self._sql.row(asked, (ident,))
        return SavedSheet(*row) if row else None

    def sheets(self, owner: str) -> list[SavedSheet]:
        """All sheets of somebody, by name."""
        asked = f"SELECT {_SHEET} FROM sheets WHERE owner = ? ORDER BY name, id"  # noqa: S608 - so
        return [SavedSheet(*row) for row in self._sql.rows(asked, (owner,))]

    def drop_sheets(self, owner: str, ident: str | None = None) -> bool:
        """Take a sheet of somebody away, or all of his; whether there was one."""
        which, values = (" AND id = ?", (owner, ident)) if ident else ("", (owner,))
        asked = f"DELETE FROM sheets WHERE owner = ?{which} RETURNING id"  # noqa: S608 - a constant
        return bool(self._sql.write(asked, values))

    # Snapshots

    def put_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Keep the newest state of a stream: a cache that may be lost at any time."""
        self._sql.write(
            "INSERT INTO snapshots (stream, version, body) VALUES (?, ?, ?)"
            " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, body = excluded.body"
            " WHERE excluded.version >= snapshots.version",
            (stream, version, body),
        )

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest state kept of a stream, with its version."""
        row = self._sql.row("SELECT version, body FROM snapshots WHERE stream = ?", (stream,))
        return (row[0], row[1]) if row else None

    # Shoes

    def put_shoe(self, stream: str, number: int, order: bytes) -> None:
        """Keep the secret order of a shoe; a number is given once."""
        self._sql.write(
            "INSERT INTO shoes (stream, number, cards) VALUES (?, ?, ?)", (stream, number, order)
        )
        self.moved.shoes[stream] = number

    def shoe(self, stream: str, number: int) -> bytes | None:
        """The secret order of a shoe."""
        row = self._sql.row(
            "SELECT cards FROM shoes WHERE stream = ? AND number = ?", (stream, number)
        )
        return row[0] if row else None
