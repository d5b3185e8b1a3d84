"""The hand history as text: what is printed is read again, whatever it is and however it comes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import parse_cards
from puntobanco.track.history import records as r
from puntobanco.track.history.lines import FORMS, HistoryError, read_line, write_line
from puntobanco.track.history.read import FAULTS_MAX, LINE_MAX, parse, read
from puntobanco.track.history.times import TIME_MAX, read_time, write_time
from puntobanco.track.history.write import text_of, write
from tests.conftest import GOLDEN
from tests.histories import history_from
from tests.strategies import drawn

CASES = settings(max_examples=60)

histories = drawn(history_from)
EXAMPLE = text_of(history_from(Random(12)))


def faults_of(text: str | bytes) -> list[HistoryError]:
    """Read all of a text, and give its faults."""
    faults: list[HistoryError] = []
    raw = text.encode() if isinstance(text, str) else text
    list(read(raw.splitlines(keepends=True), faults))
    return faults


@CASES
@given(histories)
def test_what_is_printed_is_read_again(history: r.History) -> None:
    """Every history is read from its text as it was, and printed as before."""
    text = text_of(history)
    again = parse(text)
    assert again == history
    assert text_of(again) == text
    assert all(line.isprintable() for line in text.split("\n"))


@CASES
@given(histories)
def test_a_stream_is_the_whole(history: r.History) -> None:
    """A history written and read an item at a time is the one written and read at once."""
    lines = [f"{line}\n" for line in write(history.header, iter(history.items))]
    assert "".join(lines) == text_of(history)
    faults: list[HistoryError] = []
    parts = read((line.encode() for line in lines), faults)
    assert next(parts) == history.header
    assert tuple(parts) == history.items
    assert faults == []


@CASES
@given(histories)
def test_every_record_knows_its_line(history: r.History) -> None:
    """What is read names the line that it stands on, and no comparison sees it."""
    lines = text_of(history).split("\n")
    for item in parse("\n".join(lines)).items:
        rows = [item] if isinstance(item, r.Row) else [item.head]
        for row in rows:
            assert lines[row.row - 1].strip() == write_line(row)


def test_shoes_are_read_one_at_a_time() -> None:
    """A shoe is given as soon as the line after it is there, so that no file is too long."""
    history = r.History(
        parse(EXAMPLE).header,
        tuple(
            r.Shoe(head=r.ShoeHead(number, "physical", 8, 14, number), end=r.ShoeEnded(number))
            for number in (1, 2, 3)
        ),
    )
    taken = 0

    def lines() -> object:
        nonlocal taken
        for line in text_of(history).encode().splitlines():
            taken += 1
            yield line

    parts = read(lines(), [])  # type: ignore[arg-type]
    next(parts)
    assert next(parts) == history.items[0]
    first = text_of(history).splitlines().index(write_line(r.ShoeEnded(1)))
    assert taken == first + 1


def test_comments_blanks_and_ends_of_lines_mean_nothing() -> None:
    """Comments, blank lines, blanks around, carriage returns and a byte order mark are passed."""
    plain = parse(EXAMPLE)
    dressed = "".join(f"\t {line} \t\r\n\r\n  # {line}\r\n" for line in EXAMPLE.splitlines())
    assert parse(dressed) == plain
    assert parse(b"\xef\xbb\xbf" + EXAMPLE.encode()) == plain
    assert parse(EXAMPLE.rstrip("\n")) == plain


@pytest.mark.parametrize(
    "value, written",
    [
        ("p7", "p7"),
        ("庄家", "庄家"),
        ("#1", "#1"),
        ("two words", '"two words"'),
        ('say "so"', '"say \\"so\\""'),
        ("a=b", '"a=b"'),
        ("back\\slash", '"back\\\\slash"'),
        ("line\nend", '"line\\nend"'),
        ("\u2028", '"\\u2028"'),
        ("\U000e0001", '"\\udb40\\udc01"'),
    ],
)
def test_values_that_need_quotes_have_them(value: str, written: str) -> None:
    """A value stands bare unless it could be taken for something else or shows nothing."""
    line = write_line(r.Left(value, 3, "front", 0))
    assert line == f"left patron={written} place=3 line=front at=1970-01-01T00:00:00.000Z"
    assert read_line(line, 1) == r.Left(value, 3, "front", 0)


def test_keys_stand_in_any_order_and_defaults_may_be_written() -> None:
    """Order says nothing among keyed values, and what may be left out may be there."""
    line = "settle paid=0 w1 uncovered=0 returned=5 push collected=0"
    assert write_line(read_line(line, 1) or r.Row()) == "settle w1 push returned=5"


@pytest.mark.parametrize("cards", ["9S 4H KD 2C", "9s,4h 10d, 2C"])
def test_cards_are_read_as_everywhere(cards: str) -> None:
    """Cards on a line are those that the command line reads."""
    assert read_line(f"cards {cards}", 1) == r.Dealt(parse_cards(cards))


@pytest.mark.parametrize(
    "at, text",
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_775_070_192_250, "2026-04-01T19:03:12.250Z"),
        (TIME_MAX, "9999-12-31T23:59:59.999Z"),
    ],
)
def test_times_are_dates(at: int, text: str) -> None:
    """A time is written as the calendar has it, leap years too."""
    assert write_time(at) == text
    assert read_time(text) == at


@given(st.datetimes())
def test_times_agree_with_the_library(moment: object) -> None:
    """Any time of the years 1970 to 9999 is the standard library's."""
    from datetime import UTC, datetime, timedelta

    assert isinstance(moment, datetime)
    exact = moment.replace(tzinfo=UTC, microsecond=moment.microsecond // 1000 * 1000)
    at = (exact - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    text = exact.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if at >= 0:
        assert write_time(at) == text
        assert read_time(text) == at
    else:
        with pytest.raises(ValueError, match="T"):
            read_time(text)


# Whatever is in a file


@CASES
@given(st.binary(max_size=300))
def test_any_bytes(raw: bytes) -> None:
    """No bytes are a history by accident, and none raise anything but a HistoryError."""
    with pytest.raises(HistoryError, match=r"^line \d+"):
        parse(raw)


words = st.one_of(
    st.sampled_from(
        [*FORMS, "amount=5", "w1", "pay", "JSON", '"', "=", "#", "patron=", "9S", "\\"]
    ),
    st.text(max_size=6),
)


@CASES
@given(st.lists(st.lists(words, max_size=5).map(" ".join), max_size=12))
def test_any_words(lines: list[str]) -> None:
    """Lines of any words are refused line by line."""
    head = EXAMPLE.split("\n\n", 1)[0]
    text = f"{head}\n" + "\n".join(lines)
    for fault in faults_of(text):
        assert fault.row >= 1
        assert "\n" not in str(fault)


@CASES
@given(histories, st.randoms(use_true_random=False))
def test_what_was_cut_or_shuffled_is_never_taken_for_whole(
    history: r.History, chance: Random
) -> None:
    """A text that lost its end is refused; one with lines swapped or lost is read or refused."""
    lines = text_of(history).splitlines()
    cut = chance.randrange(len(lines))
    assert faults_of("\n".join(lines[:cut]))
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    del lines[chance.randrange(len(lines))]
    assert len(faults_of("\n".join(lines))) <= FAULTS_MAX


@CASES
@given(st.data())
def test_one_bad_character_is_one_fault_on_its_line(data: st.DataObject) -> None:
    """A line with a broken value is named, and nothing else is, whatever it belongs to."""
    lines = EXAMPLE.splitlines()
    keyed = [n for n, line in enumerate(lines) if "=" in line and '"' not in line]
    number = data.draw(st.sampled_from(keyed[:-1]))  # without its end it is cut short besides
    lines[number] = lines[number].replace("=", "==", 1)
    faults = faults_of("\n".join(lines))
    assert [fault.row for fault in faults] == [number + 1]
    assert faults[0].column > 1


def test_there_is_an_end_to_faults() -> None:
    """After a hundred faults nobody reads on."""
    head = EXAMPLE.split("\n\n", 1)[0]
    assert len(faults_of(head + "\nnonsense" * (FAULTS_MAX + 5))) == FAULTS_MAX


def test_a_line_has_an_end() -> None:
    """A line longer than a sheet can be ends the reading, whatever follows."""
    text = "# " + "x" * LINE_MAX + "\n" + "\n".join(["nonsense"] * 5)
    (fault,) = faults_of(text)
    assert "line 1: the line is longer than 1024 KiB" in str(fault)


@pytest.mark.parametrize("name", ["shoe", "chance"])
def test_a_history_of_long_ago_is_read_for_ever(name: str) -> None:
    """The format of version 1 stands: files written in it are read, and printed the same."""
    text = (GOLDEN / "history" / f"{name}.txt").read_text(encoding="utf-8")
    assert text_of(parse(text)) == text
