"""What an engine brings, so that transaction, writer, store and verification are written once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

Value = str | int | bytes | None


class Connection(Protocol):
    """A connection to a database; a value's place in a statement is a question mark."""

    @property
    def errors(self) -> type[Exception]:
        """The root of all that it raises."""

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """What it raises for a row that breaks a rule of the tables."""

    @property
    def again(self) -> tuple[type[Exception], ...]:
        """What it raises when another writer was in the way: the same work may be done again."""

    @property
    def row_lock(self) -> str:
        """What a SELECT ends in to keep other writers off its rows."""

    def clock(self) -> int | None:
        """What the server's clock shows, in milliseconds since 1970; None: there is no server."""

    def begin(self) -> None:
        """Begin a transaction: to write, or to read one state."""

    def commit(self) -> None:
        """Make it durable; returns in no other case."""

    def rows(self, sql: str, values: tuple[Value, ...] = ()) -> list[Any]:
        """Run a statement, and give its rows."""

    def many(self, sql: str, values: Sequence[tuple[Value, ...]]) -> None:
        """Run a statement that gives no rows, once for each of some values."""

    def each(self, sql: str) -> Iterator[Any]:
        """Run a statement of more rows than memory should hold."""

    def close(self) -> None:
        """Let go."""


class Engine(Protocol):
    """A database that was opened: where it is, how it is set, and more connections to it."""

    @property
    def place(self) -> str:
        """How messages name it."""

    @property
    def settings(self) -> dict[str, str | int]:
        """How it is set, read back."""

    def reader(self) -> Connection:
        """A connection that can write nothing."""

    def faults(self, reader: Connection) -> Iterator[str]:
        """What the engine itself can tell is wrong: with its files, with the tables."""

    def release(self) -> None:
        """Let another process have it; every connection is closed before."""
