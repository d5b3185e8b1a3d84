"""PostgreSQL: other writers, lost connections, and changes behind the store's back."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import errors

from puntobanco.errors import InvariantError
from puntobanco.ledger import WORLD, Transfer
from puntobanco.store import open_store
from puntobanco.store.base import StoreError, StoreStopped, Transaction
from puntobanco.store.postgres_address import read_address
from puntobanco.store.postgres_connection import WRITING, PostgresConnection, connect
from puntobanco.store.writer import ATTEMPTS, BATCH_MAX
from tests.postgres import Postgres
from tests.store.test_process import child, read_line
from tests.store.test_verify import CHANGES, STREAMS, write
from tests.store.test_writer import SECONDS, append, fail, held

OURS = "SET search_path = puntobanco"
UNGUARDED = "SET session_replication_role = replica"  # neither triggers nor references
# The same changes as in a file, but for those that a constraint refuses to anybody.
SHARED = [
    what
    for what, (statements, faults) in CHANGES.items()
    if "x'" not in statements and "file: " not in faults and "schema: " not in faults
]


@pytest.fixture(scope="module")
def frozen(postgres: Postgres) -> Iterator[str]:
    """A store that no test of its users changes."""
    with postgres.database() as address:
        open_store(address).close()
        yield address


def full(database: str) -> None:
    """Make a store with a small log."""
    with closing(open_store(database)) as store:
        for stream in STREAMS:
            store.submit(partial(write, stream)).result(SECONDS)


def faults(database: str) -> list[str]:
    """What verification finds, hashes left out."""
    with closing(open_store(database)) as store:
        return [re.sub(r"\([0-9a-f]{8}\)", "(#)", fault) for fault in store.verify().faults]


@pytest.mark.parametrize("what", SHARED)
def test_a_change_is_found(postgres: Postgres, database: str, what: str) -> None:
    """What a superuser changes in the rows is reported in the same words as in a file."""
    full(database)
    statements, expected = CHANGES[what]
    postgres.do(OURS, UNGUARDED, *statements.split(";"), database=database)
    assert faults(database) == [line.strip() for line in expected.strip().splitlines()]


def test_the_shared_changes() -> None:
    """Most changes are tried on both engines."""
    assert len(SHARED) > 12


SCHEMA_CHANGES = {
    "CREATE TABLE notes (text int)": "foreign: relation notes r p f",
    "CREATE VIEW notes AS SELECT * FROM events": "foreign: relation notes v p f",
    "ALTER TABLE events DISABLE TRIGGER USER": "missing: trigger events O CREATE TRIGGER",
    "ALTER TABLE transfers DISABLE TRIGGER ALL": 'missing: trigger transfers O "RI_FKey_check_ins"',
    "DROP TRIGGER answers_frozen ON answers": "missing: trigger answers O CREATE TRIGGER",
    "CREATE RULE lose AS ON INSERT TO events DO INSTEAD NOTHING": "foreign: rule events CREATE",
    "ALTER TABLE balances DROP CONSTRAINT balances_check": "missing: constraint balances CHECK",
    "ALTER TABLE events ALTER body DROP NOT NULL": "missing: column events body bytea",
    "ALTER TABLE events ALTER at SET DEFAULT 1": "foreign: column events at bigint",
    "ALTER TABLE patrons ENABLE ROW LEVEL SECURITY": "missing: relation patrons r p f",
    "CREATE OR REPLACE FUNCTION frozen() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NULL; END'": "foreign: function frozen BEGIN RETURN NULL",
}


@pytest.mark.parametrize("statement", SCHEMA_CHANGES)
def test_a_change_of_the_tables_is_found(postgres: Postgres, database: str, statement: str) -> None:
    """Whatever decides what may be stored is compared with what we would make."""
    open_store(database).close()
    postgres.do(OURS, statement, database=database)
    found = [fault.removeprefix("schema: ") for fault in faults(database)]
    assert [fault for fault in found if fault.startswith(SCHEMA_CHANGES[statement])]


def test_a_gap_is_not_read_over(postgres: Postgres, database: str) -> None:
    """Whoever replays a stream from which an event was taken is told, and gets no wrong state."""
    full(database)
    postgres.do(OURS, UNGUARDED, "DELETE FROM events WHERE version = 2", database=database)
    with (
        closing(open_store(database)) as store,
        pytest.raises(InvariantError, match="house 2 is missing: verify the file"),
    ):
        store.read(lambda tx: list(tx.events("house")))


KEYS = {
    "events": "stream, version",
    "transfers": "stream, version, line",
    "answers": "actor, command",
    "shoes": "stream, number",
}


@pytest.mark.parametrize("table", KEYS)
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM {table}",
        "UPDATE {table} SET {column} = {column}",
        "TRUNCATE {table} CASCADE",
        "INSERT INTO {table} TABLE {table} ON CONFLICT ({key}) DO UPDATE SET {column} = DEFAULT",
    ],
)
def test_the_log_refuses_every_change(
    postgres: Postgres, frozen: str, table: str, statement: str
) -> None:
    """Not even the owner of the tables can change, remove or replace a row of the log."""
    key = KEYS[table]
    column = key.partition(",")[0]
    with pytest.raises(errors.RestrictViolation, match="are never changed"):
        postgres.do(OURS, statement.format(table=table, key=key, column=column), database=frozen)


def test_a_bug_cannot_owe(postgres: Postgres, database: str) -> None:
    """Under the ledger's own check stands the table's."""
    full(database)
    with pytest.raises(errors.CheckViolation):
        postgres.do(
            OURS,
            "UPDATE balances SET balance = -1 WHERE account = 'wallet:house'",
            database=database,
        )


def test_a_text_holds_no_nought(database: str) -> None:
    """The one character that PostgreSQL cannot store is a bug, and told as one."""
    with closing(open_store(database)) as store:
        future = store.submit(lambda tx: tx.add_patron("p1", "a\0b", "patron", 1))
        with pytest.raises(InvariantError, match="the store refuses a row"):
            future.result(SECONDS)


def test_a_batch_is_one_commit(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is queued is committed together, at most 64 pieces, and none is told before that."""
    done: list[list[bool]] = []
    futures: list[Any] = []
    commit = PostgresConnection.commit

    def look(connection: PostgresConnection) -> None:
        commit(connection)
        done.append([future.done() for future in futures])

    monkeypatch.setattr(PostgresConnection, "commit", look)
    with closing(open_store(database)) as store:
        with held(store):
            futures += [store.submit(append("a")) for _ in range(2 * BATCH_MAX)]
            futures.append(store.submit(fail))
        assert [future.result(SECONDS) for future in futures[:-1]] == list(range(1, 129))
    first, second, third, fourth = done  # the first was that of the work that held the writer
    assert not any(first + second)
    assert third == [True] * BATCH_MAX + [False] * (BATCH_MAX + 1)
    assert fourth == [True] * (2 * BATCH_MAX) + [False]


def test_a_commit_that_was_none(database: str) -> None:
    """The server ends a spoilt transaction without a word; that is no commit."""
    with closing(connect(read_address(database))) as raw:
        connection = PostgresConnection(raw, WRITING)
        connection.begin()
        with pytest.raises(errors.UndefinedTable):
            connection.rows("SELECT * FROM nothing")
        with pytest.raises(psycopg.OperationalError, match="the server answered ROLLBACK"):
            connection.commit()


ENDED = """
SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
READERS_ENDED = f"{ENDED} AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"  # noqa: S608


def test_a_lost_connection_stops_the_store(postgres: Postgres, database: str) -> None:
    """Who loses the server in the middle of a commit tells nobody that anything was done."""
    told: list[StoreError] = []
    store = open_store(database, on_fatal=told.append)
    assert store.submit(append("a")).result(SECONDS) == 1
    store.read(lambda tx: tx.head("a"))
    with held(store):
        futures = [store.submit(append("a"))]
        futures.append(store.submit(lambda _: len(postgres.do(ENDED, database=database))))
        futures.append(store.submit(append("a")))
    for future in futures:
        with pytest.raises(StoreStopped, match="a commit failed"):
            future.result(SECONDS)
    with pytest.raises(psycopg.OperationalError):
        store.read(lambda tx: tx.head("a"))
    store.close()
    assert len(told) == 1
    with closing(open_store(database)) as again:
        assert again.read(lambda tx: tx.head("a")) == 1


def test_a_reader_that_lost_its_connection(postgres: Postgres, database: str) -> None:
    """A reader whose connection is gone is not kept for the next one who reads."""
    with closing(open_store(database)) as store:
        store.read(lambda tx: tx.head("a"))
        assert postgres.do(READERS_ENDED, database=database) == [(True,)]
        with pytest.raises(psycopg.OperationalError):
            store.read(lambda tx: tx.head("a"))
        assert store.read(lambda tx: tx.head("a")) == 0


def test_a_lost_connection_ends_the_process(postgres: Postgres, database: str) -> None:
    """Status 70 and one line that names the database; what was acknowledged is there."""
    with child("append", database) as process:
        read_line(process)
        postgres.do(ENDED, database=database)
        output, messages = process.communicate(timeout=SECONDS)
    assert process.returncode == 70
    assert len(messages.splitlines()) == 1
    assert messages.decode().startswith(f"puntobanco: {database}: a commit failed (")
    last = dict(line.split() for line in output.decode().splitlines())
    with closing(open_store(database)) as store:
        heads = store.read(lambda tx: {stream: tx.head(stream) for stream in last})
    assert all(heads[stream] >= int(version) for stream, version in last.items())


def stubborn(times: int, tried: list[int]) -> Callable[[Transaction], int]:
    """Work that another writer is in the way of, for some times."""

    def work(tx: Transaction) -> int:
        tried.append(tx.append("a", tx.head("a"), 1, [b"x"]))
        if len(tried) <= times:
            raise errors.SerializationFailure("could not serialize access")
        return tried[-1]

    return work


def test_work_is_done_again(database: str) -> None:
    """Work that met another writer is done again as if for the first time, in the same commit."""
    tried: list[int] = []
    with closing(open_store(database)) as store:
        with held(store):
            before = store.submit(append("a"))
            future = store.submit(stubborn(ATTEMPTS - 1, tried))
            after = store.submit(append("a"))
        results = [each.result(SECONDS) for each in (before, future, after)]
    assert results == [1, 2, 3]
    assert tried == [2] * ATTEMPTS


def test_work_is_not_done_for_ever(database: str) -> None:
    """Work that meets another writer every time fails in the end, and its neighbours do not."""
    tried: list[int] = []
    with closing(open_store(database)) as store:
        with held(store):
            future = store.submit(stubborn(100, tried))
            after = store.submit(append("a"))
        with pytest.raises(errors.SerializationFailure):
            future.result(SECONDS)
        assert after.result(SECONDS) == 1
    assert len(tried) == ATTEMPTS


def test_a_deadlock_is_got_out_of(postgres: Postgres, own_database: str) -> None:
    """If another writer waits for us while we wait for him, ours gives way and is done again."""
    full(own_database)
    name = urlsplit(own_database).path.strip("/")
    postgres.do(f"ALTER DATABASE {name} SET deadlock_timeout = '20ms'")
    locked, waiting = Event(), Event()

    def other() -> None:
        with psycopg.connect(own_database) as connection:
            connection.execute("SET deadlock_timeout = '1min'")
            connection.execute(OURS)
            connection.execute("UPDATE balances SET balance = 7 WHERE account = 'wallet:t1'")
            locked.set()
            waiting.wait(SECONDS)
            connection.execute("SELECT * FROM streams WHERE stream = 'table:t1' FOR UPDATE")

    heads: list[int] = []

    def work(tx: Transaction) -> int:
        version = tx.append("table:t1", tx.head("table:t1"), 1, [b"x"])
        heads.append(version)
        waiting.set()
        tx.post("table:t1", version, [Transfer(WORLD, "wallet:t1", 10)])
        return tx.balance("wallet:t1")

    thread = Thread(target=other)
    thread.start()
    with closing(open_store(own_database)) as store:
        assert locked.wait(SECONDS)
        assert store.submit(work).result(SECONDS) == 17
    thread.join(SECONDS)
    assert len(heads) > 1
    assert set(heads) == {5}
