"""The statements of one piece of work: while it lasts, if it may write, and what was refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from puntobanco.errors import InvariantError
from puntobanco.store.engine import Connection, Value


class Statements:
    """Runs statements on the connection of a transaction."""

    def __init__(self, connection: Connection, *, writable: bool) -> None:
        """Begin; ``lock`` is what a SELECT of work that writes ends in."""
        self._connection = connection
        self._writable = writable
        self._open = True
        self.lock = connection.row_lock if writable else ""
        self.failure: Exception | None = None

    def end(self) -> None:
        """Run none any more."""
        self._open = False

    def rows(self, sql: str, values: tuple[Value, ...]) -> list[Any]:
        """Run a statement, and give its rows."""
        with self._running():
            return self._connection.rows(sql, values)

    def row(self, sql: str, values: tuple[Value, ...]) -> Any:
        """Run a statement, and give its first row; None if there is none."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    def write(self, sql: str, values: tuple[Value, ...]) -> list[Any]:
        """Run a statement that writes, and give its rows."""
        self._check_writable()
        return self.rows(sql, values)

    def write_many(self, sql: str, values: Sequence[tuple[Value, ...]]) -> None:
        """Run a statement that writes, once for each of some values or none."""
        self._check_writable()
        if len(values) == 1:
            self.rows(sql, values[0])
        elif values:
            with self._running():
                self._connection.many(sql, values)

    def _check_writable(self) -> None:
        if not self._writable:
            raise InvariantError("work that only reads tried to write")

    @contextmanager
    def _running(self) -> Iterator[None]:
        if not self._open:
            raise InvariantError("a transaction was used after its work had returned")
        try:
            yield
        except self._connection.refusals as error:
            # The lines that may follow the first would quote the row.
            words = str(error).partition("\n")[0]
            self.failure = InvariantError(f"the store refuses a row: {words}")
            raise self.failure from error
        except self._connection.errors as error:
            self.failure = error
            raise
