"""Lines of a history that cannot be read: line, column, reason and cure; and what is read on."""

import pytest

from puntobanco.track.history import records as r
from puntobanco.track.history.lines import FORMS, HistoryError
from puntobanco.track.history.read import parse, read
from puntobanco.track.history.write import text_of
from tests.track.history_texts import PAGE, example, line_of, spoilt, unread


@pytest.mark.parametrize(
    "old, new, at, says",
    [
        ("wager w2", "wagr w2", "wagr", "'wagr' begins no line; begin it with wager, or with #"),
        ("unit=100 ", "", "", "unit= is missing in terms; write a whole number from 1"),
        ("unit=100", "unit=1.00", "1.00", "unit= '1.00' does not fit"),
        ("unit=100", "unit=0", "0 curr", "write a whole number from 1 to 1000000000000"),
        ("unit=100", "unit=0100", "0100", "unit= '0100' does not fit"),
        ("unit=100", "unit=1_00", "1_00", "unit= '1_00' does not fit"),
        ("unit=100", f"unit=1{'0' * 5000}", "100000", "unit= '100000000000000000000000...'"),
        ("unit=100", "unit=100 unit=101", "101", "unit= is there twice; keep one of the two"),
        ("unit=100", "unit=100 tax=1", "1 curr", "terms has no tax= here; write decks=, seats="),
        ("people=recorded", "people=some", "some", "write recorded or left-out"),
        ('"Table 1"', '"Table 1', '"Table', "neither a value nor key=value; put values with"),
        ('"Table 1"', '"Table\t1"', '"Table', "the quotes hold no text; escape control"),
        ('"Table 1"', '"\\ud800"', '"\\ud', "name '\\ud800' does not fit"),
        ('"Table 1"', "\u2028", "\u2028", "a character here shows nothing; put it in double"),
        ('"Table 1"', '""', '""', "name '' does not fit; write a text of 1 to 200 characters"),
        ('"Table 1"', '"Table 1" one', "one", "table has no value here; write id, name, room="),
        ("venue=a", "venue=A", "A4", "write a SHA-256 as 64 digits 0-9 a-f"),
        (":20.000Z", ":20Z", "2026", "write a time in UTC such as 2026-04-01T19:03:12.250Z"),
        ("2026-04-01", "2026-02-30", "2026-02-30", "write a time in UTC"),
        ("burn 3H", "burn 3X", "3X", "'3X' is not a card; write a rank A 2-9 T J Q K"),
        ("cards 2C", "cards 2X", "2X", "'2X' is not a card; write a rank"),
        ("cards 2C 3D 4H QS 4C", "cards", "", "does not fit; write the cards in the order dealt"),
        ("aside 9H", "aside hidden", "hidden", "'hidden' is not a card; write a rank"),
        ("outcome B+d7", "outcome BB", "BB", "write B, P or T and its marks, such as B+n8"),
        ("outcome B+d7", "outcome B+", "B+", "write B, P or T and its marks"),
        ("settle w2 pay", "settle w2 lose", "lose", "write pay or take or push"),
        ("exhausted=no", "exhausted=false", "false", "write yes or no"),
        ("chips buy-in", "chips gift", "gift", "write carried or buy-in or cash-out or held"),
        ("history 1", "history 2", "2", "write a whole number from 1 to 1"),
    ],
)
def test_a_value_that_does_not_fit(old: str, new: str, at: str, says: str) -> None:
    """A bad value is named by line and column, with what to write instead."""
    text = spoilt(example(), old, new)
    fault = unread(text)[0]
    line = text.split("\n")[fault.row - 1]
    assert new in line
    assert says in str(fault)
    assert fault.column == (line.index(at) if at else len(line)) + 1


@pytest.mark.parametrize(
    "old, new, at, says",
    [
        (
            "puntobanco-history 1\n",
            "",
            "table",
            "table has no place here; write puntobanco-history",
        ),
        ("table t1", "# ", "rules", "rules has no place here; write table"),
        (
            "  settled 2026-04-01T19:06:10.000Z\n",
            "",
            "round 2",
            "round has no place here; write settled or void",
        ),
        (
            "  corrected",
            "  # ",
            "shoe-ended",
            "shoe-ended has no place here; write unrecovered or corrected",
        ),
        ("shoe 1", "# ", "burn", "burn has no place here; write shoe or correction or sat"),
        ("end shoes=1 rounds=3\n", "", None, "the history is cut short here; write end"),
        ("rounds=3", "rounds=4", "rounds=4", "here are 1 shoes and 3 rounds"),
        (
            "rounds=3\n",
            "rounds=3\nend shoes=0 rounds=0\n",
            "end shoes=0",
            "there is more after the end",
        ),
        (
            "  cards 2C 3D 4H QS 4C\n  outcome B+d7\n",
            "  outcome B+d7\n  cards 2C 3D 4H QS 4C\n",
            "cards 2C",
            "cards has no place here; write button or settle or result or settled or void",
        ),
    ],
)
def test_a_line_that_has_no_place(old: str, new: str, at: str | None, says: str) -> None:
    """A line out of its order is one fault, which says what could stand there."""
    text = spoilt(example(), old, new)
    faults = unread(text)
    row = line_of(text, at) if at else len(text.splitlines()) + 1
    assert [fault.row for fault in faults[:1]] == [row]
    assert says in str(faults[0])


def test_lines_without_their_head_are_one_fault() -> None:
    """What followed a line that is not there is passed over, up to where something else begins."""
    text = spoilt(example(), "round 2 ", "# round 2 ")
    (fault,) = unread(text)
    assert fault.row == line_of(text, "# round 2 ") + 1
    assert fault.reason == "bank has no place here"
    assert fault.cure.startswith("write burn or aside or round or free or correction or sat")


def test_one_bad_line_hides_no_other() -> None:
    """Faults in three places are three faults, and what they do not touch is read."""
    text = spoilt(example(), "burn 3H", "burn XX")
    text = spoilt(text, "amount=1000\n", "amount=ten\n")
    text = spoilt(text, "round=3", "round=three")
    faults = unread(text)
    assert [fault.row for fault in faults] == [
        line_of(text, piece) for piece in ("burn XX", "amount=ten", "round=three")
    ]
    _, *items = read(text.encode().splitlines(), [])
    (shoe,) = [item for item in items if isinstance(item, r.Shoe)]
    rounds = [item.head.number for item in shoe.items if isinstance(item, r.Round)]
    assert rounds == [2, 3]


def test_a_line_that_is_no_utf_8_is_one_fault() -> None:
    """Bytes that are no text are named by line, and reading goes on."""
    raw = example().encode().replace(b"patron=cy bet=player", b"patron=\xff\xfe bet=player")
    faults: list[HistoryError] = []
    list(read(raw.splitlines(keepends=True), faults))
    assert [str(fault) for fault in faults] == [
        f"line {line_of(example(), 'wager w3')}: byte 37 is no UTF-8; save the file as UTF-8"
    ]


def test_nothing_is_no_history() -> None:
    """The empty text is a history cut short in its first line."""
    (fault,) = unread("")
    assert str(fault) == "line 1: the history is cut short here; write puntobanco-history"


def test_the_page_has_every_line_and_key() -> None:
    """docs/reference/history.md names each keyword, each key and each word that may stand there."""
    page = PAGE.read_text(encoding="utf-8")
    for form in FORMS.values():
        assert f"`{form.keyword}" in page, form.keyword
        for column in form.columns:
            assert not column.key or f"{column.key}=" in page, (form.keyword, column.key)


def test_the_grammar_of_the_page_is_that_of_the_records() -> None:
    """Every part of a record of many lines stands in the page's grammar."""
    page = PAGE.read_text(encoding="utf-8")
    grammar = page.split("```ebnf\n")[1].split("```")[0]
    bare = {form.keyword for form in FORMS.values() if form.keyword != "puntobanco-history"}
    assert [
        word for word in bare if f" {word}" not in grammar and f"{word}-head" not in grammar
    ] == []


def test_the_example_is_as_it_is_printed() -> None:
    """The page's example, its comments left out, is what the printer writes."""

    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line and not line.startswith("#")]

    assert lines(text_of(parse(example()))) == lines(example())
