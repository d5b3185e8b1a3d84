"""The exported log: true as it is written, and false or unreadable after any change of it."""

from contextlib import closing
from functools import cache

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puntobanco.house.logfile import LogFileError, check_log, read_lines, write_log
from puntobanco.store import open_store
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from tests.books.nights import BANKED, HOUSE, Night


@cache
def lines(steps: int = 260, *tables: str) -> tuple[bytes, ...]:
    """The lines of a night's log."""
    with closing(open_sqlite(MEMORY)) as store:
        Night(store, 3).play(steps)
        return tuple(store.read(lambda tx: [*write_log(tx, tables)]))


def fault(text: bytes) -> str:
    """Say what is wrong with a log; nothing where it is true."""
    try:
        checked = check_log(read_lines("night", text.splitlines(keepends=True)))
    except LogFileError as error:
        return str(error)
    return checked.fault and f"{checked.line}: {checked.fault}"


@pytest.mark.parametrize("tables", [(), (BANKED,), (HOUSE,), (BANKED, HOUSE)])
def test_a_log_is_true_as_it_was_written(tables: tuple[str, ...]) -> None:
    """Whole or of some tables, a log comes out from its events alone."""
    assert fault(b"".join(lines(260, *tables))) == ""


def test_a_store_without_events_has_a_log(store: Store) -> None:
    """Head and tail of an empty house are true."""
    assert fault(b"".join(store.read(lambda tx: [*write_log(tx)]))) == ""


@settings(max_examples=150)
@given(st.data())
def test_any_bit_that_is_changed_is_found(data: st.DataObject) -> None:
    """E3: whatever bit of a log is turned, it is no longer true."""
    text = bytearray(b"".join(lines()))
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= 1 << data.draw(st.integers(0, 7))
    assert fault(bytes(text))


@settings(max_examples=60)
@given(st.data())
def test_a_line_that_is_deleted_or_there_twice_is_found(data: st.DataObject) -> None:
    """E3: a log without one of its lines, or with one twice, is not true."""
    found = [*lines()]
    place = data.draw(st.integers(0, len(found) - 1))
    assert fault(b"".join(found[:place] + found[place + 1 :]))
    assert fault(b"".join(found[: place + 1] + found[place:]))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
@example(0, 1)
def test_lines_that_change_places_are_found(one: int, two: int) -> None:
    """E3: two lines of a log cannot change places, whatever their streams."""
    found = [*lines()]
    i, j = one % len(found), two % len(found)
    if i == j:
        j = (i + 1) % len(found)
    found[i], found[j] = found[j], found[i]
    assert fault(b"".join(found))


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_a_log_that_is_cut_short_is_found(length: int) -> None:
    """E3: a log that ends before its end is not true, between lines or within one."""
    text = b"".join(lines())
    assert fault(text[: length % len(text)])


def changed(find: str, **values: object) -> bytes:
    """Give the log with other values on the first line that contains a text."""
    found = [*lines()]
    place = next(n for n, line in enumerate(found) if find.encode() in line)
    line = msgspec.json.decode(found[place])
    found[place] = msgspec.json.encode(line | values) + b"\n"
    return b"".join(found)


@pytest.mark.parametrize(
    "find, values, expected",
    [
        ('"line":"head"', {"tables": {}}, "the head names other tables"),
        ('"line":"head"', {"tables": {BANKED: "EUR", HOUSE: "USD"}}, "another currency"),
        ('"line":"head"', {"whole": "yes"}, "this is no exported log"),
        ('"line":"head"', {"format": 2}, "format 2, this puntobanco reads 1; use"),
        ("WagersSet", {"hash": "0" * 64}, "its hash is not that of its bytes"),
        ("WagersSet", {"hash": "0"}, "its hash or one of its transfers cannot be"),
        ("WagersSet", {"transfers": []}, "its transfers are not those that the event means"),
        ("WagersSet", {"at": 0}, "it is earlier than"),
        ('"line":"tail"', {"events": 1}, "the tail counts other events"),
        ('"line":"tail"', {"balances": {}}, "the tail says 0 on"),
        ('"line":"tail"', {"more": 1}, "this is no line of an exported log"),
    ],
)
def test_a_fault_is_named_by_its_line(find: str, values: dict[str, object], expected: str) -> None:
    """The first fault of a log is said in words."""
    assert expected in fault(changed(find, **values))


def test_a_log_that_was_forged_with_its_chain_is_found_by_the_rules(store: Store) -> None:
    """Who writes another settlement, and links and moves everything anew, is still found."""
    night = Night(store, 4).play(300)
    state = night.states[BANKED]
    assert state.settled
    night.forge(BANKED)
    assert "this is not the settlement of the round" in fault(
        b"".join(store.read(lambda tx: [*write_log(tx)]))
    )


def test_both_engines_write_the_same_log(store: Store, database: str) -> None:
    """The same night on SQLite and on PostgreSQL is the same log, byte for byte."""
    with closing(open_store(database)) as other:
        for each in (store, other):
            Night(each, 6).play(120)
        logs = [each.read(lambda tx: [*write_log(tx)]) for each in (store, other)]
    assert logs[0] == logs[1]
    assert fault(b"".join(logs[1])) == ""
