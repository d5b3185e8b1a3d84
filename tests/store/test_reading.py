"""A database is read beside the process that has it, on either engine."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from puntobanco.store import open_reading, open_store
from puntobanco.store.base import StoreError, StoreStopped, Transaction
from tests.store.test_process import child, read_line


def heads(tx: Transaction) -> int:
    """How far the stream is."""
    return tx.head("a")


def test_a_store_is_read_while_another_process_has_it(place: Path | str) -> None:
    """The one who reads disturbs nobody, and is disturbed by nobody."""
    with closing(open_store(place)) as store:
        store.submit(lambda tx: tx.append("a", 0, 1, [b"x"])).result(20)
    with child("hold", place) as process:
        read_line(process)
        with closing(open_reading(place)) as reading:
            assert reading.read(heads) == 1
            assert reading.verify().faults == ()


def test_each_reading_is_of_one_state(place: Path | str) -> None:
    """What is written meanwhile is seen by the next reading, never in the middle of one."""
    with closing(open_store(place)) as store, closing(open_reading(place)) as reading:
        store.submit(lambda tx: tx.append("a", 0, 1, [b"x"])).result(20)

        def twice(tx: Transaction) -> tuple[int, int]:
            before = heads(tx)
            store.submit(lambda tx: tx.append("a", 1, 1, [b"y"])).result(20)
            return before, heads(tx)

        assert reading.read(twice) == (1, 1)
        assert reading.read(heads) == 2


def test_who_reads_writes_nothing(place: Path | str) -> None:
    """Writing in a reading is a bug that the engine itself stops."""
    open_store(place).close()
    with closing(open_reading(place)) as reading:
        with pytest.raises(Exception, match=r"(?i)read|only"):
            reading.read(lambda tx: tx.append("a", 0, 1, [b"x"]))
        assert reading.read(heads) == 0


def test_a_closed_reading_is_over(place: Path | str) -> None:
    """Later work meets StoreStopped; a second close does nothing."""
    open_store(place).close()
    reading = open_reading(place)
    reading.close()
    reading.close()
    with pytest.raises(StoreStopped):
        reading.read(heads)


def test_a_file_of_another_program_is_refused(file: Path) -> None:
    """It is not ours to read."""
    connection = apsw.Connection(str(file))
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        open_reading(file)


def test_a_file_of_an_older_format_is_brought_up_to_date(file: Path) -> None:
    """Reading a file that an older puntobanco left is as good as opening it."""
    script = (Path(__file__).parent / "format-1.sql").read_text(encoding="utf-8")
    connection = apsw.Connection(str(file))
    connection.execute(script)
    connection.close()
    with closing(open_reading(file)) as reading:
        assert reading.read(heads) == 0
