"""PostgreSQL: the settings, and words for every server and database that cannot be used."""

import os
import sys
import time
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest

from puntobanco.store import open_store, postgres_connection
from puntobanco.store import postgres as engine
from puntobanco.store.base import StoreError
from puntobanco.store.postgres_address import read_address
from puntobanco.store.postgres_connection import PostgresConnection, connect
from puntobanco.store.postgres_schema import ADDED
from puntobanco.store.schema import FORMAT
from tests.postgres import Postgres
from tests.store.child import wager

FOREIGN = "a database of another program; name another one, or a new one"


def refusal(address: str) -> str:
    """Why an address cannot be opened: one line that names it, and no password."""
    with pytest.raises(StoreError) as caught:
        open_store(address)
    words = str(caught.value)
    assert "\n" not in words
    assert "s3cret" not in words
    assert words == f"{caught.value.place}: {caught.value.reason}; {caught.value.cure}"
    return words.removeprefix(f"{read_address(address).place}: ")


def relations(postgres: Postgres, database: str) -> list[str]:
    """What there is in a database, but for the server's own."""
    sql = (
        "SELECT relname FROM pg_class WHERE relnamespace::regnamespace::text"
        " NOT IN ('pg_catalog', 'pg_toast', 'information_schema') ORDER BY relname"
    )
    return [name for (name,) in postgres.do(sql, database=database)]


def test_the_settings(postgres: Postgres, database: str) -> None:
    """Every setting that safety rests on is set, read back and told, and no password is."""
    open_store(database).close()
    with (
        postgres.user(database, "postgres") as address,
        closing(open_store(address)) as store,
    ):
        told = store.settings()
        assert address.replace(":s3cret", "") == told["database"]
    assert "s3cret" not in str(told)
    version, fsync, full_page_writes, checksums = (
        told.pop(name) for name in ("server_version", "fsync", "full_page_writes", "data_checksums")
    )
    assert int(str(version).partition(".")[0]) >= 14
    assert {fsync, full_page_writes, checksums} <= {"on", "off"}
    assert told == {
        "engine": "postgresql",
        "database": told["database"],
        "server_encoding": "UTF8",
        "client_encoding": "UTF8",
        "synchronous_commit": "on",
        "search_path": "puntobanco, pg_temp",
        "lock_timeout": "5s",
        "statement_timeout": "0",
        "idle_session_timeout": "0",
        "idle_in_transaction_session_timeout": "0",
    }


def test_e1_the_server_has_a_clock_of_its_own(database: str) -> None:
    """E1: what the server's clock shows is told in milliseconds; here it is the machine's."""
    with closing(open_store(database)) as store:
        before = time.time_ns() // 1_000_000
        shown = store.clock()
        after = time.time_ns() // 1_000_000
    assert shown is not None
    assert before - 1 <= shown <= after + 1


def test_readers_write_nothing(database: str) -> None:
    """A reader is refused by the server itself, whatever is asked of it."""
    with closing(open_store(database)), closing(connect(read_address(database))) as raw:
        reader = PostgresConnection(raw)
        reader.begin()
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            reader.rows("DELETE FROM sign_ins")


def test_a_setting_that_does_not_hold(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that the server does not take is a reason not to start."""
    monkeypatch.setitem(postgres_connection.SETTINGS, "lock_timeout", "5000ms")
    assert refusal(database) == "lock_timeout is 5s and not 5000ms; connect to the server itself"


def test_an_old_server(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that lacks what is asked of it is refused with its version."""
    monkeypatch.setattr(postgres_connection, "VERSION_MIN", 99)
    assert refusal(database).endswith("is too old; use 99 or newer")


def test_a_server_that_follows_another(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby can write nothing, and says so at once."""
    real = postgres_connection.setting_of
    monkeypatch.setattr(
        postgres_connection,
        "setting_of",
        lambda raw, name: "on" if name == "in_hot_standby" else real(raw, name),
    )
    assert refusal(database) == "read-only, it follows another server; name that one"


UNREACHABLE = "the server cannot be reached; start it, or name another host and port"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://li:s3cret@127.0.0.1:1/tables",
        "postgresql://nowhere.invalid/tables",
        "postgresql:///tables?host=/nowhere&password=s3cret",
    ],
)
def test_no_server(address: str) -> None:
    """A server that is not there, a name that nobody knows, a socket that is not there."""
    assert refusal(address) == UNREACHABLE


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://li:s3cret@more@127.0.0.1:1/tables",
        "postgresql://li:s3cret/more@127.0.0.1:1/tables",
        "postgresql://li:7/s3cret@127.0.0.1:1/tables",
        "postgresql://li:s3cret%more@127.0.0.1:1/tables",
        "postgresql://127.0.0.1:s3cret/tables",
        "postgresql://127.0.0.1/tables?s3cret=1",
    ],
)
def test_an_address_that_falls_apart(address: str) -> None:
    """No part of an address that is written wrong is shown: it may be one of the password."""
    with pytest.raises(StoreError) as caught:
        open_store(address)
    assert str(caught.value) == (
        "the address of the database: it cannot be read;"
        " write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @ and %2F for /"
    )


def test_an_address_keeps_its_password() -> None:
    """What was read of an address does not show the password, and does not lose it."""
    address = read_address("postgres://li:s3%40cret@db.room:5433/tables?sslmode=require")
    assert address.place == "postgresql://li@db.room:5433/tables"
    assert "s3@cret" not in repr(address)
    assert (address.parameters["password"], address.parameters["sslmode"]) == ("s3@cret", "require")


def test_no_database(postgres: Postgres) -> None:
    """A server without the database is told from one that is not there."""
    assert refusal(postgres.of("nothing_here")) == (
        "there is no such database; make it with createdb, or name another one"
    )


def test_a_wrong_password(postgres: Postgres, database: str) -> None:
    """A wrong password, none at all, and a user whom nobody knows are the same refusal."""
    with postgres.user(database) as address:
        for wrong in ("s3cret2", ""):
            found = refusal(address.replace("s3cret", wrong))
            assert found == "the server refuses this user and password; check both"
    assert refusal(postgres.of(database, "nobody_here", "s3cret")).startswith("the server refuses")


def test_a_database_of_another_program(postgres: Postgres, own_database: str) -> None:
    """A database with tables that are not ours is refused, and left as it is."""
    postgres.do("CREATE TABLE t (x int)", database=own_database)
    assert refusal(own_database) == FOREIGN
    assert relations(postgres, own_database) == ["t"]


def test_a_schema_of_another_program(postgres: Postgres, database: str) -> None:
    """A schema that has our name and not our mark is somebody else's."""
    postgres.do("CREATE SCHEMA puntobanco", database=database)
    assert refusal(database) == FOREIGN


def test_an_extension_is_nobody_elses(postgres: Postgres, own_database: str) -> None:
    """What an extension of the server brings does not make a database a foreign one."""
    made = "CREATE VIEW statistics AS SELECT 1 AS calls"
    postgres.do(made, "ALTER EXTENSION plpgsql ADD VIEW statistics", database=own_database)
    with closing(open_store(own_database)) as store:
        assert store.verify().ok


def test_a_database_of_another_format(postgres: Postgres, database: str) -> None:
    """A database that a later puntobanco wrote is left to it."""
    open_store(database).close()
    comment = f"COMMENT ON SCHEMA puntobanco IS 'puntobanco, format {FORMAT + 1}'"
    postgres.do(comment, database=database)
    assert refusal(database) == (
        f"written in format {FORMAT + 1}, this puntobanco reads {FORMAT};"
        " use the puntobanco that wrote it"
    )


def test_a_database_of_an_older_format(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the next format adds is made when a database of this one is opened."""
    with closing(open_store(database)) as store:
        store.submit(lambda tx: wager("table:t1", tx)).result(20)
    monkeypatch.setattr(engine, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(engine, "ADDED", {**ADDED, FORMAT + 1: ("CREATE TABLE more (x BIGINT)",)})
    with closing(open_store(database)) as store:
        assert store.read(lambda tx: tx.head("table:t1")) == 1
        assert store.verify().ok
    assert "more" in relations(postgres, database)
    monkeypatch.undo()
    assert refusal(database).startswith(f"written in format {FORMAT + 1}")


def test_a_server_without_encryption(database: str) -> None:
    """Whatever else a server says is passed on in one line."""
    assert refusal(f"{database}?sslmode=require").startswith("cannot be opened (")


def test_another_encoding(postgres: Postgres) -> None:
    """A database that cannot hold every name is refused with the cure."""
    with postgres.database("LATIN1") as address:
        assert refusal(address) == (
            "its encoding is LATIN1; make one with createdb --encoding=UTF8 --template=template0"
        )


def test_a_user_who_may_make_nothing(postgres: Postgres, database: str) -> None:
    """A new database in which the user may make no schema is refused."""
    with postgres.user(database) as address:
        found = refusal(address)
    assert found.startswith("this user may not write in it (permission denied for database")
    assert found.endswith("; grant that, or name another user")


def test_a_user_who_may_only_read(postgres: Postgres, database: str) -> None:
    """A user who may only read is refused: nobody would notice before the first wager."""
    open_store(database).close()
    everything = "ALL TABLES IN SCHEMA puntobanco"
    rights = ("USAGE ON SCHEMA puntobanco", f"SELECT ON {everything}")
    with postgres.user(database, *rights) as address:
        assert (
            refusal(address) == "this user may not write accounts; grant that, or name another user"
        )
    with postgres.user(database) as address:
        assert refusal(address).startswith("this user may not write accounts")


def test_a_crash_while_the_tables_are_made(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails while the tables are made leaves the database empty, and its lock is let go."""
    broken = {**ADDED, FORMAT: (*ADDED[FORMAT], "CREATE TABLE events (x INT)")}
    monkeypatch.setattr(engine, "ADDED", broken)
    assert 'relation "events" already exists' in refusal(database)
    assert relations(postgres, database) == []
    monkeypatch.undo()
    open_store(database).close()


def test_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who did not install the extra is told how to."""
    monkeypatch.setitem(sys.modules, "puntobanco.store.postgres", None)
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://127.0.0.1/tables")
    assert str(caught.value) == (
        "PostgreSQL: psycopg is not installed; install puntobanco with its extra postgres"
    )


def test_a_user_with_no_more_than_it_takes(postgres: Postgres, database: str) -> None:
    """The user of a service need not be able to change the log, nor to make anything.

    All that is then left open is whether the tables are those that we would make. While another
    user's process has the database, this one is told which one it is.
    """
    log, rest = "events, transfers, answers, shoes", "streams, balances, snapshots, patrons, tokens"
    open_store(database).close()
    with postgres.user(database, "USAGE ON SCHEMA puntobanco") as address:
        user = urlsplit(address).username
        postgres.do(
            "SET search_path = puntobanco",
            f"GRANT SELECT, INSERT ON {log} TO {user}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON {rest}, accounts, sign_ins, sheets TO {user}",
            database=database,
        )
        with closing(open_store(database)):
            assert refusal(address).startswith(f"in use by another process ({os.getpid()}")
        with closing(open_store(address)) as store:
            assert store.submit(lambda tx: wager("table:t1", tx)).result(20) == ("table:t1", 1)
            assert store.read(lambda tx: tx.balances()) == {"wallet:t1": 1, "world": -1}
            (fault,) = store.verify().faults
    assert fault.startswith("schema: cannot be compared: this user may not write in it (permission")
