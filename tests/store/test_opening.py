"""Opening a file: the settings, and words for every file that cannot be used."""

import errno
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from puntobanco.store import sqlite_connection
from puntobanco.store.base import (
    Answer,
    Store,
    StoreError,
    StoreStopped,
    VerifyReport,
)
from puntobanco.store.schema import ADDED, APPLICATION_ID, FORMAT
from puntobanco.store.sqlite import open_sqlite
from tests.store.conftest import Guarded

HEAD = b"SQLite format 3\0"


def refusal(place: object) -> str:
    """Why a place cannot be opened: one line that names it."""
    with pytest.raises(StoreError) as caught:
        open_sqlite(str(place))
    words = str(caught.value)
    assert words.startswith(f"{place}: ")
    assert "\n" not in words
    assert words == f"{caught.value.place}: {caught.value.reason}; {caught.value.cure}"
    return words.removeprefix(f"{place}: ")


def test_the_settings(sqlite: Store, file: Path) -> None:
    """Every setting that safety rests on is set, read back and told."""
    assert sqlite.settings() == {
        "engine": "sqlite",
        "file": str(file),
        "sqlite": apsw.sqlite_lib_version(),
        "locking_mode": "normal",
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "recursive_triggers": 1,
        "mmap_size": 0,
        "secure_delete": 1,
        "busy_timeout": 5000,
        "fullfsync": 1,
    }


def test_readers_are_set_too(connections: list[apsw.Connection], sqlite: Store) -> None:
    """A reader has the settings of the writer, and can write nothing whatever is asked of it."""
    sqlite.read(lambda tx: tx.streams())
    writer, reader = connections
    assert sqlite_connection.settings_of(reader) == sqlite_connection.settings_of(writer)
    assert (writer.pragma("query_only"), reader.pragma("query_only")) == (0, 1)
    with pytest.raises(apsw.ReadOnlyError):
        reader.execute("DELETE FROM sign_ins")


def test_a_setting_that_does_not_hold(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that the engine does not take is a reason not to start."""
    monkeypatch.setitem(sqlite_connection.PRAGMAS, "busy_timeout", "soon")
    assert refusal(file) == "busy_timeout is 0 and not soon; put it on a local disk"


@pytest.mark.parametrize("version", ["3.51.2", "3.40.1", "2.99.99", "3.9"])
def test_an_old_engine_is_refused(version: str) -> None:
    """A SQLite from before 3.51.3 is not used."""
    with pytest.raises(StoreError, match=rf"SQLite {version}: too old.* 3\.51\.3 or newer"):
        sqlite_connection.check_version(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "4.0"])
def test_a_new_engine_is_taken(version: str) -> None:
    """3.51.3 and all that follow will do."""
    sqlite_connection.check_version(version)


def test_a_new_file(file: Path) -> None:
    """A new file is marked as ours and is nobody else's to read: it holds the order of shoes."""
    with closing(open_sqlite(file)):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.with_name("table.db-wal").stat().st_mode) == 0o600
    head = file.read_bytes()[:100]
    assert int.from_bytes(head[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(head[60:64], "big") == FORMAT


def test_an_empty_file_is_a_new_file(file: Path) -> None:
    """What a crash right at the beginning leaves behind is taken for new."""
    file.touch()
    with closing(open_sqlite(file)) as store:
        assert store.verify().ok


def test_a_file_is_found_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is taken from where the process stood when it opened it, for readers as well."""
    monkeypatch.chdir(file.parent)
    with closing(open_sqlite("table.db")) as store:
        store.submit(lambda tx: tx.append("a", 0, 1, [b"x"])).result(20)
        monkeypatch.chdir("/")
        assert store.read(lambda tx: tx.head("a")) == 1
    with closing(open_sqlite(file)) as store:
        assert store.read(lambda tx: tx.head("a")) == 1


@pytest.mark.parametrize(
    "content", [b"id,name\n1,Wen\n" * 100, b"\x00" * 4096, b"x", b"SQLite", HEAD + b"x"]
)
def test_a_file_that_is_no_database(file: Path, content: bytes) -> None:
    """Some other file is refused, and left as it is."""
    file.write_bytes(content)
    assert refusal(file) == "no database; name another file, or a new one"
    assert file.read_bytes() == content
    assert [entry.name for entry in file.parent.iterdir()] == ["table.db"]


def test_a_file_that_was_half_made(file: Path) -> None:
    """A power cut while the file is made may leave any of its sectors: that is mended."""
    file.write_bytes(bytes(4096))
    journal = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(4) + b"salt" + bytes(4)
    sizes = (512).to_bytes(4, "big") + (4096).to_bytes(4, "big")
    file.with_name("table.db-journal").write_bytes((journal + sizes).ljust(512, b"\0"))
    with closing(open_sqlite(file)) as store:
        assert store.verify().ok


@pytest.mark.parametrize("statement", ["CREATE TABLE t (x)", "PRAGMA user_version = 3"])
def test_a_database_of_another_program(file: Path, statement: str) -> None:
    """A SQLite file that is not ours is refused, and left as it is."""
    with closing(sqlite3.connect(file)) as other:
        other.execute(statement)
    content = file.read_bytes()
    assert refusal(file) == "a database of another program; name another file, or a new one"
    assert file.read_bytes() == content


FORMAT_1 = Path(__file__).with_name("format-1.sql").read_text(encoding="utf-8")


def write_format_1(file: Path) -> None:
    """Make a file as the first puntobanco did."""
    with closing(sqlite3.connect(file)) as first:
        first.executescript(FORMAT_1)


def test_a_file_of_format_1(file: Path) -> None:
    """A file that an older puntobanco wrote is used, with all that it holds and what it lacked."""
    write_format_1(file)
    with closing(open_sqlite(file)) as store:
        assert store.verify() == VerifyReport(1, 1, 1, 2, ())
        assert store.read(lambda tx: [event.body for event in tx.events("table:t1")]) == [b"a"]
        assert store.read(lambda tx: tx.balance("wallet:p1")) == 500
        assert store.read(lambda tx: tx.answer("p1", "c1")) == Answer(b"d", b"r")
        assert store.read(lambda tx: tx.shoe("table:t1", 1)) == b"\1\2"
        assert store.read(lambda tx: tx.sign_ins()) == []  # whoever had signed in does so again
        store.submit(lambda tx: tx.put_snapshot("table:t1", 1, b"state")).result(20)
        assert store.read(lambda tx: (tx.tokens(), tx.patrons()[0].name)) == ([], "Wen")
    with closing(open_sqlite(file)) as store:
        assert store.read(lambda tx: tx.snapshot("table:t1")) == (1, b"state")
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (FORMAT,)


def test_an_upgrade_that_fails(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be brought to the new format stays one of the old, whole."""
    write_format_1(file)
    broken = {**ADDED, FORMAT: (*ADDED[FORMAT], "CREATE TABLE events (x)")}
    monkeypatch.setattr(sqlite_connection, "ADDED", broken)
    assert "table events already exists" in refusal(file)
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (1,)
        assert other.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'tokens'"
        ).fetchone() == (0,)
    monkeypatch.undo()
    with closing(open_sqlite(file)) as store:
        assert store.verify().ok


def test_a_file_of_another_format(file: Path) -> None:
    """A file that a later puntobanco wrote is left to it."""
    open_sqlite(file).close()
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"PRAGMA user_version = {FORMAT + 1}")
    assert refusal(file) == (
        f"written in format {FORMAT + 1}, this puntobanco reads {FORMAT};"
        " use the puntobanco that wrote it"
    )


def test_a_damaged_file(file: Path) -> None:
    """A file of ours whose tables cannot be read is told apart from one that is no database."""
    open_sqlite(file).close()
    content = bytearray(file.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    file.write_bytes(content)
    assert refusal(file) == "damaged; restore it from a backup"


def test_a_file_that_another_program_holds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that is not ours is waited for, and then told."""
    monkeypatch.setitem(sqlite_connection.PRAGMAS, "busy_timeout", 10)
    with closing(apsw.Connection(str(file))) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(file).startswith("locked by another program; ")


def test_a_folder(file: Path) -> None:
    """A folder is no file."""
    assert refusal(file.parent) == "a folder; name a file in it"


def test_a_missing_folder(file: Path) -> None:
    """The folder of a new file must be there: a mistyped path makes nothing."""
    place = file.parent / "nowhere" / "table.db"
    assert refusal(place) == f"there is no folder {place.parent}; make it first"


def test_a_file_in_a_file(file: Path) -> None:
    """A file is no folder."""
    file.touch()
    assert refusal(file / "table.db") == f"there is no folder {file}; make it first"


def test_a_device() -> None:
    """What is neither file nor folder is refused."""
    assert refusal("/dev/null").startswith("no regular file; ")


def test_a_name_that_no_disk_takes(file: Path) -> None:
    """Whatever else the system says is passed on in one line."""
    place = file.parent / ("n" * 300)
    assert (
        refusal(place) == "cannot be opened (File name too long); name a file that can be written"
    )


READ_ONLY = (
    "read-only for this user (the file, its folder or its disk); name a file that can be written"
)


def test_a_read_only_folder(guarded: Guarded) -> None:
    """A new file in a folder that may not be written is refused."""
    guarded.set(folder=0o555)
    assert refusal(guarded.file) == READ_ONLY


def test_a_file_of_ours_in_a_read_only_folder(guarded: Guarded) -> None:
    """An old file in such a folder is refused as well: its log could not be written."""
    open_sqlite(guarded.file).close()
    guarded.set(folder=0o555, file=0o666)
    assert refusal(guarded.file) == READ_ONLY


def test_a_read_only_file(guarded: Guarded) -> None:
    """A file that may only be read is refused: nobody would notice before the first wager."""
    open_sqlite(guarded.file).close()
    guarded.set(folder=0o777, file=0o444)
    assert refusal(guarded.file) == READ_ONLY


def test_a_folder_that_may_not_be_entered(guarded: Guarded) -> None:
    """A folder whose files cannot even be looked up is refused in the same words."""
    guarded.set(folder=0o000)
    assert refusal(guarded.file) == READ_ONLY


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_a_read_only_disk(file: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """What the system says of a disk without write access is put into words."""

    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    assert refusal(file) == READ_ONLY


@pytest.mark.parametrize(
    "error, words",
    [
        (apsw.FullError("database or disk is full"), "the disk is full; make room on it"),
        (apsw.ReadOnlyError("attempt to write a readonly database"), READ_ONLY),
        (
            apsw.IOError("disk I/O error"),
            "cannot be opened (disk I/O error); name a file that can be written",
        ),
    ],
)
def test_what_the_engine_meets(
    file: Path, monkeypatch: pytest.MonkeyPatch, error: apsw.Error, words: str
) -> None:
    """What the engine meets while it makes the file is put into words, and its lock is let go."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(sqlite_connection, "_make_tables", fail)
    assert refusal(file) == words
    monkeypatch.undo()
    open_sqlite(file).close()


def test_a_file_opened_for_reading_only(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the engine could open the file for reading only, that is found out at once."""
    open_sqlite(file).close()
    monkeypatch.setattr(apsw, "SQLITE_OPEN_READWRITE", apsw.SQLITE_OPEN_READONLY)
    monkeypatch.setattr(apsw, "SQLITE_OPEN_CREATE", 0)
    assert refusal(file) == READ_ONLY


def test_a_log_without_its_file(tmp_path: Path) -> None:
    """XC6: a write-ahead log whose database is gone is not written over by a new one."""
    file = tmp_path / "table.db"
    file.with_name("table.db-wal").write_bytes(b"what it holds")
    assert refusal(file).startswith("it is gone, and table.db-wal beside it holds what it lacks")
    assert not file.exists()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_goes_away(tmp_path: Path, replaced: bool) -> None:
    """Once its file is deleted or replaced, a store acknowledges nothing more."""
    file = tmp_path / "table.db"
    told: list[StoreError] = []
    store = open_sqlite(file, on_fatal=told.append)
    store.submit(lambda tx: tx.append("s", 0, 1, [b"{}"])).result()
    file.unlink()
    if replaced:
        file.write_bytes(b"")

    with pytest.raises(StoreStopped):
        store.submit(lambda tx: tx.append("s", 1, 1, [b"{}"])).result(timeout=10)

    assert "the file was deleted or replaced" in str(told[0])
    store.close()
