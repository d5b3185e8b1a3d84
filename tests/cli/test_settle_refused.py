"""``settle``: whatever is wrong is refused in one line that names the place and the cure."""

import json
from pathlib import Path

import pytest

from tests.cli.rounds import Document, a_round, of_example, wager
from tests.cli.running import run
from tests.worked_examples import EXAMPLES

AMOUNT = "wager 1 amount: {} does not fit; write a whole number from 1 to 1000000000000"
PANDA = "ca-ez-panda8"


def refused(text: str) -> str:
    """The fault of a round alone, which is answered on standard error only."""
    ran = run("settle", "-", "--json", stdin=text)
    assert ran.out == ""
    place, _, fault = ran.fault.partition(": ")
    assert place == "standard input"
    return fault


@pytest.mark.parametrize(
    "amount, shown",
    [
        ("0", "0"),
        ("-5", "-5"),
        ("1.5", "1.5"),
        ("5.0", "5.0"),
        ("1e2", "1e2"),
        ("1e309", "1e309"),
        (str(2**63), str(2**63)),
        (str(2**64), str(2**64)),
        (str(10**12 + 1), str(10**12 + 1)),
        ("true", "true"),
        ("null", "null"),
        ('"100"', '"100"'),
        ("[100]", "a list"),
        ("{}", "an object"),
        ("9" * 5000, "9" * 37 + "..."),
    ],
)
def test_amounts(amount: str, shown: str) -> None:
    """An amount is a whole number from 1 to 10^12 and nothing else."""
    text = json.dumps(a_round()).replace("100", amount)
    assert refused(text) == AMOUNT.format(shown)


@pytest.mark.parametrize(
    "amount", ["NaN", "Infinity", "-Infinity", "05", "+5", "0x10", "1_000", ""]
)
def test_amounts_that_are_no_json(amount: str) -> None:
    """What JSON has no number for is no JSON, and the fault says where."""
    text = json.dumps(a_round()).replace("100", amount)
    assert "this is no JSON" in refused(text)


@pytest.mark.parametrize(
    "given, fault",
    [
        (a_round(extra=1), 'the key "extra" is not known here; write an object with rules,'),
        (a_round(wager(stake=1)), 'wager 1: the key "stake" is not known here; write an object'),
        (a_round(rules=1), "rules: 1 does not fit"),
        (a_round(rules="nothing"), "rules: id: there is no rule sheet 'nothing'"),
        (a_round(rules="no/such.toml"), "no/such.toml: file: no such file or directory"),
        (a_round(rules="a\0b.toml"), "a\\x00b.toml"),
        (a_round(cards=["9S"]), "cards: a list does not fit"),
        (a_round(cards="9S 4H KD"), "3 cards given"),
        (a_round(cards="1S 4H KD 2C"), "'1S' is not a card"),
        (a_round(cards=" ".join(["9S"] * 9)), "9S is there more than 8 times"),
        (a_round(seats=0), "seats: 0 does not fit; write a whole number from 1 to 14"),
        (a_round(seats=15), "seats: 15 does not fit"),
        (a_round(wagers={}), "wagers: an object does not fit; write a list of wagers"),
        (a_round(wagers=[1]), "wager 1: 1 does not fit; write an object with id, seat,"),
        (a_round(cover=0, rules=PANDA), "cover: 0 does not fit; write a whole number from 1"),
        (a_round(cover=1.5, rules=PANDA), "cover: 1.5 does not fit"),
        (a_round(cover=10**12 + 1, rules=PANDA), "cover: 1000000000001 does not fit"),
        (a_round(cover=100), "cover: deq-ez is banked by the house"),
        (a_round(policy="best"), 'policy: "best" does not fit; write running, gross or'),
        (a_round(policy=None), "policy: null does not fit"),
        (a_round(win_cap="stop"), 'win_cap: "stop" does not fit; write continue or halt'),
        (a_round(wager(id="")), 'wager 1 id: "" does not fit; write a text of 1 to 100 letters'),
        (a_round(wager(id=7)), "wager 1 id: 7 does not fit"),
        (a_round(wager(), wager(amount=3)), "wager 'w1': its id is there twice"),
        (a_round(wager(seat=8)), "wager 'w1': there is no seat 8; write a seat from 1 to 7"),
        (a_round(wager(seat=0)), "wager 1 seat: 0 does not fit"),
        (a_round(wager(seat=15)), "wager 1 seat: 15 does not fit"),
        (a_round(wager(line="side")), 'wager 1 line: "side" does not fit; write front or back'),
        (a_round(wager(bet="lucky-7")), "wager 'w1': deq-ez has no bet 'lucky-7'; use player,"),
        (a_round(wager(patron="")), 'wager 1 patron: "" does not fit'),
    ],
)
def test_documents(given: Document, fault: str) -> None:
    """A key, a value or a wager that does not belong is refused by its place."""
    assert fault in refused(json.dumps(given))


@pytest.mark.parametrize("key", ["rules", "cards", "seats", "wagers"])
def test_missing_keys(key: str) -> None:
    """What a round needs must be there."""
    given = a_round()
    del given[key]
    assert refused(json.dumps(given)).startswith(f"{key} is missing; write")


@pytest.mark.parametrize("key", ["id", "seat", "patron", "line", "bet", "amount"])
def test_missing_keys_of_a_wager(key: str) -> None:
    """What a wager needs must be there."""
    given = wager()
    del given[key]
    assert refused(json.dumps(a_round(given))).startswith(f"wager 1: {key} is missing; write")


@pytest.mark.parametrize(
    "wagers, fault",
    [
        ([wager(bet="dragon-7")], "dragon-7 needs a player or banker wager of patron 'ann'"),
        ([wager(bet="tie", line="back")], "tie takes no back-line wager"),
        (
            [wager(), wager(id="w2", bet="banker")],
            "ca-ez-panda8 does not let patron 'ann' hold banker against a player wager",
        ),
        (
            [wager(), wager(id="w2", patron="bo")],
            "wager 'w2': patron 'ann' has the front line of seat 1",
        ),
    ],
)
def test_rules_of_a_sheet(wagers: list[Document], fault: str) -> None:
    """What the sheet does not allow is refused by the wager's id."""
    assert fault in refused(json.dumps(a_round(*wagers, rules=PANDA)))


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "it is empty; write a round as a JSON object"),
        (" \n\n\t", "it is empty"),
        ("[]", "a list does not fit; write an object with rules, cards, seats, wagers"),
        ("3", "3 does not fit"),
        ('{"rules": "a", "rules": "b"}', 'the key "rules" is there twice in one object'),
        (
            json.dumps(a_round()).replace('"id"', '"amount": 1, "id"'),
            'the key "amount" is there twice',
        ),
        ("[" * 100_000, "nested too deeply"),
        ('{"rules": ' * 100_000, "nested too deeply"),
        ('{\n  "rules": "deq-ez",\n  "cards" "9S"\n}', "line 3, column 11: this is no JSON"),
        ("{} {}", "line 1, column 4: this is no JSON: extra data"),
        ('{"rules": "\\ud800"}', "this is no JSON"),
        ('{"rules": "a\tb"}', "line 1, column 13: this is no JSON: invalid control character"),
    ],
)
def test_texts(text: str, fault: str) -> None:
    """What is no JSON, or no round, is refused with its place in the text."""
    assert fault in refused(text)


def test_file_that_is_no_text() -> None:
    """Bytes that are no UTF-8 are refused."""
    assert run("settle", "-", stdin=b"\x89PNG\r\n\x1a\n\x00").fault == (
        "standard input: byte 1 is no UTF-8; save it as UTF-8"
    )


def test_no_file(tmp_path: Path) -> None:
    """A file that is not there, and a folder, are refused by name."""
    none = tmp_path / "none"
    fault = "no such file or directory; give a file of rounds, or - for standard input"
    assert run("settle", str(none)).fault == f"{none}: {fault}"
    assert run("settle", str(tmp_path)).fault.startswith(f"{tmp_path}: is a directory")


def test_round_without_end() -> None:
    """A line that has no end is refused before memory is full."""
    assert "standard input:1: the line is longer than 16 MiB" in (
        run("settle", "-", stdin=b" " * (16 * 1024 * 1024 + 1)).fault
    )


def test_round_without_end_over_many_lines() -> None:
    """A round over many lines has the same limit."""
    line = b'  "' + b"x" * (1024 * 1024) + b'",\n'
    ran = run("settle", "-", stdin=b"{\n" + line * 20)
    assert ran.fault == "standard input: a round is longer than 16 MiB; make it smaller"


def test_pretty_round_with_a_fault_is_one_round() -> None:
    """A round over many lines with a slip of syntax has one fault, not one a line."""
    text = json.dumps(of_example(*EXAMPLES[0]), indent=2).replace('"seats": 7,', '"seats": 7')
    ran = run("settle", "-", "--json", stdin=text)
    assert ran.out == ""
    assert "line 5, column 3: this is no JSON: expecting ',' delimiter" in ran.fault
