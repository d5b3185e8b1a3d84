"""Verification finds whatever was changed behind the store's back."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puntobanco.errors import InvariantError
from puntobanco.ledger import WORLD, Transfer
from puntobanco.store import chain
from puntobanco.store.base import Store, Transaction, VerifyReport
from puntobanco.store.schema import SCHEMA
from puntobanco.store.sqlite import MEMORY, faults, open_sqlite
from puntobanco.store.sqlite_connection import SqliteConnection
from puntobanco.store.verify import verify

STREAMS = ("house", "table:t1", "table:t2")
EVENTS = 4  # in each stream


def write(stream: str, tx: Transaction) -> None:
    """Fill a stream: each event moves some money, an even one by two transfers."""
    for version in range(1, EVENTS + 1):
        tx.append(stream, version - 1, 1_000 + version, [f"{stream} {version}".encode()])
        name = stream.rpartition(":")[2]
        buy_in = Transfer(WORLD, f"wallet:{name}", 100 * version)
        sit = Transfer(buy_in.target, f"rack:{name}", version)
        tx.post(stream, version, [buy_in, sit][: 2 - version % 2])


@cache
def image() -> bytes:
    """The bytes of a database with a small log."""
    opened: list[apsw.Connection] = []
    apsw.connection_hooks.append(opened.append)
    with closing(open_sqlite(MEMORY)) as store:
        apsw.connection_hooks.remove(opened.append)
        for stream in STREAMS:
            store.submit(partial(write, stream)).result(20)
        return opened[0].serialize("main")


@pytest.fixture
def raw() -> Iterator[apsw.Connection]:
    """A copy of that database in the hands of somebody who changes it."""
    with closing(copy()) as connection:
        yield connection


def copy() -> apsw.Connection:
    """The database without what protects it: no triggers, no checks."""
    connection = apsw.Connection(":memory:")
    connection.deserialize("main", image())
    connection.pragma("ignore_check_constraints", 1)
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def checked(connection: apsw.Connection) -> VerifyReport:
    """Put back what was taken off, as a careful intruder would, and verify."""
    connection.pragma("ignore_check_constraints", 0)
    for statement in SCHEMA:
        if statement.startswith("CREATE TRIGGER"):
            connection.execute(statement)
    return verified(connection)


def verified(raw: apsw.Connection) -> VerifyReport:
    """Verify a database as it is."""
    connection = SqliteConnection(raw)
    return verify(connection, faults(connection))


def test_a_sound_log_has_no_faults(raw: apsw.Connection) -> None:
    """What the store wrote verifies, and the report counts it."""
    transfers = len(STREAMS) * (EVENTS + EVENTS // 2)
    report = checked(raw)
    assert report == VerifyReport(3, 12, transfers, 7, ())
    assert report.ok


def test_an_empty_store_has_no_faults(store: Store) -> None:
    """Nothing is in order, too."""
    assert store.verify() == VerifyReport(0, 0, 0, 0, ())


# What is changed behind the store's back, and every fault that is then found (# is a hash).
CHANGES = {
    "a body": (
        "UPDATE events SET body = x'00' WHERE stream = 'table:t1' AND version = 2",
        """
        table:t1 2: its hash is not that of its bytes
        """,
    ),
    "a time": (
        "UPDATE events SET at = at + 1 WHERE stream = 'table:t1' AND version = 4",
        """
        table:t1 4: its hash is not that of its bytes
        """,
    ),
    "a time below nought": (
        "UPDATE events SET at = -at WHERE stream = 'table:t1' AND version = 4",
        """
        file: CHECK constraint failed in events
        table:t1 4: its hash is not that of its bytes
        """,
    ),
    "an event gone": (
        "DELETE FROM events WHERE stream = 'table:t1' AND version = 2",
        """
        transfers: 2 without their events
        table:t1 3: follows 1, so events are missing
        """,
    ),
    "the last event gone": (
        "DELETE FROM events WHERE stream = 'table:t1' AND version = 4",
        """
        transfers: 2 without their events
        table:t1: ends at 3 (#), its head says 4 (#)
        """,
    ),
    "a stream gone": (
        "DELETE FROM events WHERE stream = 'table:t1'",
        """
        transfers: 6 without their events
        table:t1: ends at nothing, its head says 4 (#)
        """,
    ),
    "a head gone": (
        "DELETE FROM streams WHERE stream = 'table:t1'",
        """
        table:t1: ends at 4 (#), its head says nothing
        """,
    ),
    "a stream renamed": (
        "UPDATE events SET stream = 'table:t3' WHERE stream = 'table:t1'",
        """
        transfers: 6 without their events
        table:t3 1: does not continue the chain of 0
        table:t1: ends at nothing, its head says 4 (#)
        table:t3: ends at 4 (#), its head says nothing
        """,
    ),
    "two events swapped": (
        """
        UPDATE events SET version = version + 100 WHERE stream = 'table:t1' AND version > 2;
        UPDATE events SET version = 107 - version WHERE stream = 'table:t1' AND version > 100
        """,
        """
        table:t1 3: does not continue the chain of 2
        table:t1 3: its hash is not that of its bytes
        table:t1 4: does not continue the chain of 3
        table:t1 4: its hash is not that of its bytes
        table:t1: ends at 4 (#), its head says 4 (#)
        """,
    ),
    "a transfer gone": (
        "DELETE FROM transfers WHERE stream = 'table:t1' AND version = 2 AND line = 1",
        """
        table:t1 2: transfer 1 is missing
        wallet:t1: holds 994, its transfers make 794
        world: holds -3000, its transfers make -2800
        """,
    ),
    "a transfer twice": (
        """
        INSERT INTO transfers SELECT stream, version, line + 1, source, target, amount
        FROM transfers WHERE stream = 'table:t1' AND version = 1
        """,
        """
        wallet:t1: holds 994, its transfers make 1094
        world: holds -3000, its transfers make -3100
        """,
    ),
    "an amount": (
        "UPDATE transfers SET amount = 101 WHERE stream = 'table:t1' AND version = 1",
        """
        wallet:t1: holds 994, its transfers make 995
        world: holds -3000, its transfers make -3001
        """,
    ),
    "a balance": (
        "UPDATE balances SET balance = balance + 1 WHERE account = 'wallet:t1'",
        """
        wallet:t1: holds 995, its transfers make 994
        """,
    ),
    "a balance gone": (
        "DELETE FROM balances WHERE account = 'wallet:t1'",
        """
        wallet:t1: holds 0, its transfers make 994
        """,
    ),
    "money from nowhere": (
        "INSERT INTO balances (account, balance) VALUES ('wallet:me', 1000)",
        """
        wallet:me: holds 1000, its transfers make 0
        """,
    ),
    "a debt": (
        """
        UPDATE transfers SET source = 'wallet:me' WHERE stream = 'table:t1' AND version = 1;
        UPDATE balances SET balance = balance + 100 WHERE account = 'world';
        INSERT INTO balances (account, balance) VALUES ('wallet:me', -100)
        """,
        """
        file: CHECK constraint failed in balances
        wallet:me: its transfers make -100, and it may not owe
        """,
    ),
    "a snapshot from the future": (
        "INSERT INTO snapshots VALUES ('house', 4, x''), ('table:t1', 5, x''), ('x', 1, x'')",
        """
        table:t1: its snapshot is of 5, it ends at 4
        x: its snapshot is of 1, it ends at 0
        """,
    ),
    "a table more": (
        "CREATE TABLE notes (text)",
        """
        schema: foreign: CREATE TABLE notes
        """,
    ),
    "a trigger more": (
        "CREATE TRIGGER gift AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END",
        """
        schema: foreign: CREATE TRIGGER gift
        """,
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found(raw: apsw.Connection, what: str) -> None:
    """Each change behind the store's back is reported in words that name where it is."""
    statements, expected = CHANGES[what]
    raw.execute(statements)
    found = [re.sub(r"\([0-9a-f]{8}\)", "(#)", fault) for fault in checked(raw).faults]
    assert found == [line.strip() for line in expected.strip().splitlines()]


def test_a_missing_guard_is_found(raw: apsw.Connection) -> None:
    """A database without its triggers is reported, one fault for each."""
    found = verified(raw).faults
    assert len(found) == 8
    assert "schema: missing: CREATE TRIGGER events_no_update" in found


def test_a_chain_made_anew_is_found(raw: apsw.Connection) -> None:
    """E3: who changes a body and computes its hash again must still change all that follows."""
    row = raw.execute("SELECT prev_hash, at FROM events WHERE stream='house' AND version=2").get
    forged = chain.link(row[0], 2, row[1], b"forged")
    raw.execute(
        "UPDATE events SET body = ?, hash = ? WHERE stream='house' AND version=2",
        (b"forged", forged),
    )
    assert checked(raw).faults == ("house 3: does not continue the chain of 2",)


COLUMNS = {
    "events": ("stream", "version", "at", "body", "prev_hash", "hash"),
    "streams": ("stream", "version", "hash"),
    "transfers": ("line", "source", "target", "amount"),
    "balances": ("account", "balance"),
}


def changed(value: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """Another value of the same type: a number moved, one bit of bytes or text turned."""
    if isinstance(value, int):
        return value + draw(st.integers(-(2**40), 2**40).filter(bool))
    data = bytearray(value.encode() if isinstance(value, str) else value)
    place = draw(st.integers(0, len(data) - 1))
    data[place] ^= 1 << draw(st.integers(0, 6))
    return data.decode() if isinstance(value, str) else bytes(data)


@given(st.data())
def test_any_stored_value_that_changes_is_found(data: st.DataObject) -> None:
    """There is no value of an event, a head, a transfer's money or a balance that may change."""
    with closing(copy()) as raw:
        table = data.draw(st.sampled_from(sorted(COLUMNS)))
        column = data.draw(st.sampled_from(COLUMNS[table]))
        values = raw.execute(f"SELECT {column} FROM {table}").fetchall()  # noqa: S608 - our names
        row = data.draw(st.integers(0, len(values) - 1))
        value = changed(values[row][0], data.draw)
        change(raw, table, column, row, value)
        assert not checked(raw).ok


def change(raw: apsw.Connection, table: str, column: str, row: int, value: Any) -> None:
    """Change one value of one row, whatever the table's key is."""
    names = ", ".join(c for _, c, *_ in raw.execute(f"PRAGMA table_info({table})"))
    found = raw.execute(f"SELECT {names} FROM {table}").fetchall()[row]  # noqa: S608
    where = " AND ".join(f"{name} IS ?" for name in names.split(", "))
    try:
        raw.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *found))  # noqa: S608
    except apsw.ConstraintError:
        assume(False)  # two rows of one key: the engine itself refuses that


def test_damage_is_a_fault_and_no_crash(file: Path) -> None:
    """A file that cannot be read to its end is reported as such."""
    with closing(open_sqlite(file)) as store:
        for stream in STREAMS:
            store.submit(partial(write, stream)).result(20)
    content = bytearray(file.read_bytes())
    start = content.index(b"table:t1 3") // 4096 * 4096
    content[start : start + 16] = b"\xff" * 16
    file.write_bytes(content)
    with closing(open_sqlite(file)) as store:
        report = store.verify()
    assert not report.ok
    assert any("cannot be read to its end" in fault for fault in report.faults)


@pytest.mark.parametrize(
    "table, column",
    [("events", "at"), ("transfers", "amount"), ("answers", "reply"), ("shoes", "cards")],
)
def test_the_log_refuses_every_change(
    connections: list[apsw.Connection], sqlite: Store, table: str, column: str
) -> None:
    """Not even the store's own writer can change, remove or replace a row of the log."""

    def fill(tx: Transaction) -> None:
        write("house", tx)
        tx.remember("p1", "c1", b"d", b"r")
        tx.put_shoe("t1", 1, b"cards")

    sqlite.submit(fill).result(20)
    for statement in (
        f"DELETE FROM {table}",  # noqa: S608 - our own names
        f"UPDATE {table} SET {column} = {column}",  # noqa: S608
        f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",  # noqa: S608
    ):
        with pytest.raises(apsw.ConstraintError, match=f"{table} are never changed"):
            connections[0].execute(statement)


def test_a_bug_cannot_owe(connections: list[apsw.Connection], sqlite: Store) -> None:
    """Under the ledger's own check stands the table's."""
    sqlite.submit(lambda tx: write("house", tx)).result(20)
    with pytest.raises(apsw.ConstraintError, match="CHECK"):
        connections[0].execute("UPDATE balances SET balance = -1 WHERE account = 'wallet:house'")
    with pytest.raises(InvariantError):
        Transfer("wallet:house", "world", -1)
