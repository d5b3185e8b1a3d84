"""``history``: the check and the pages of a hand history in a file."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.rules.catalogue import find
from puntobanco.rules.sheet import canonical
from puntobanco.track.history.write import text_of
from tests.cli.running import run
from tests.histories import history_from
from tests.track.history_texts import example, house, line_of, spoilt

CASES = settings(max_examples=40)


@pytest.mark.parametrize(
    "text, counts",
    [(example(), "1 shoe and 3 rounds"), (house(), "2 shoes and 3 rounds")],
    ids=["player-dealer", "house"],
)
def test_a_sound_history(text: str, counts: str, tmp_path: Path) -> None:
    """A sound history has status 0 and one line, from a file and from standard input."""
    file = tmp_path / "shoe.txt"
    file.write_text(text, encoding="utf-8")
    ran = run("history", "check", str(file))
    assert (ran.status, ran.out) == (0, f"{file}: a sound history of {counts}\n")
    ran = run("history", "check", "-", stdin=text)
    assert (ran.status, ran.out) == (0, f"standard input: a sound history of {counts}\n")
    assert run("history", "check", "-", "--json", stdin=text).json["faults"] == []


def test_a_history_that_is_not_sound() -> None:
    """What the check finds is status 1, each fault by line; nothing is on standard error."""
    text = spoilt(example(), "paid=40000 returned=1000", "paid=30000 returned=1000")
    text = spoilt(text, "outcome P+n9", "outcome P")
    ran = run("history", "check", "-", stdin=text)
    assert (ran.status, ran.err) == (1, "")
    row = line_of(text, "settle w2")
    assert ran.out.splitlines()[0] == (
        f"standard input: line {row}: this is not the step that is due;"
        " expected: settle w2 pay paid=40000 returned=1000"
    )
    ran = run("history", "check", "-", "--json", stdin=text)
    assert ran.status == 1
    assert ran.json["sound"] is False
    assert ran.json["faults"][0] == {
        "line": row,
        "column": 0,
        "reason": "this is not the step that is due",
        "cure": "expected: settle w2 pay paid=40000 returned=1000",
    }
    assert line_of(text, "outcome P") in [fault["line"] for fault in ran.json["faults"]]


@pytest.mark.parametrize("command", ["check", "show"])
def test_an_exported_log_is_no_history(command: str, tmp_path: Path) -> None:
    """An exported log is met with one sentence that names what reads it."""
    db, log = str(tmp_path / "room.db"), str(tmp_path / "log.jsonl")
    run("account", "add", "dee", "--role", "dealer", "--db", db)
    run("export", "log", "--db", db, "-o", log)
    said = run("history", command, log).fault
    assert "this is an exported log; use puntobanco verify" in said
    assert "more)" not in said


def test_a_history_that_cannot_be_read() -> None:
    """Lines that cannot be read are status 2: all of them told, the first on standard error."""
    text = spoilt(example(), "burn 3H", "burn ZZ")
    text = spoilt(text, "outcome P+n9", "outcome X")
    ran = run("history", "check", "-", stdin=text)
    rows = [line_of(text, piece) for piece in ("burn ZZ", "outcome X")]
    assert [line.split(": ")[1] for line in ran.out.splitlines()] == [
        f"line {rows[0]}, column 6",
        f"line {rows[1]}, column 11",
    ]
    assert ran.fault == (
        f"standard input: line {rows[0]}, column 6: 'ZZ' is not a card; write a rank A 2-9 T J Q K"
        " (or 10) and a suit C D H S, such as 9S (and 1 more)"
    )
    assert [
        fault["line"] for fault in run("history", "check", "-", "--json", stdin=text).json["faults"]
    ] == rows


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file is one line."""
    for command in ("check", "show"):
        fault = run("history", command, str(tmp_path / "none.txt")).fault
        assert "no such file or directory; give a hand history's file, or -" in fault


def test_a_sheet_of_ones_own(tmp_path: Path) -> None:
    """A history of a sheet that is not shipped needs it beside it, and opens no file by itself."""
    sheet = tmp_path / "mine.toml"
    sheet.write_text('format = 1\nbase = "ca-ez-panda8"\nid = "mine"\n', encoding="utf-8")
    mine, base = find(str(sheet)), find("ca-ez-panda8")
    text = spoilt(example(), f"ca-ez-panda8 game={base.hash}", f"mine game={mine.hash}")
    ran = run("history", "check", "-", stdin=text)
    assert ran.status == 1
    assert "there is no shipped sheet mine; expected: a sheet line, or the sheet beside" in ran.out
    assert run("history", "check", "-", "--rules", str(sheet), stdin=text).status == 0
    named = spoilt(text, "rules mine", f"rules {sheet}")
    assert "there is no shipped sheet" in run("history", "check", "-", stdin=named).out
    alone = spoilt(text, "terms", f"sheet {canonical(mine.source_form).decode()}\nterms")
    assert run("history", "check", "-", stdin=alone).status == 0


def test_the_page_of_a_history() -> None:
    """A person reads rounds with cards, outcome and money, what was corrected, and totals."""
    out = run("history", "show", "-", stdin=example()).out
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows[:4] == [
        "Table 1 (t1)",
        "ca-ez-panda8, 8 decks, 7 seats, in USD",
        "",
        "Shoe 1, 2026-04-01T19:02:00.000Z",
    ]
    assert "1 1 2C 3D 4H QS 4C B+d7 3 16,000 5,000 40,000 -35,000" in rows
    assert "2 2 5S KD 2H 7C void 1 10,000" in rows
    assert "3 3 TC 6D 9S 2S P+n9 2 25,000 5,000 20,000 -15,000" in rows
    assert "Correction c1 of round 3, card-misread: by dealer-4, floor-2" in rows
    assert rows[-4:] == ["Staked 51,000", "Collected 5,000", "Paid 40,000", "Fees 600"]
    assert "free hand" in run("history", "show", "-", stdin=house()).out
    assert "Note, pause: the night" in run("history", "show", "-", stdin=house()).out


def test_the_document_of_a_history() -> None:
    """A program reads the header, each item with its parts by name, and the totals, one a line."""
    header, *moves, shoe, cash, totals = run(
        "history", "show", "-", "--json", stdin=example()
    ).lines
    assert header["table"] == {
        "is": "table",
        "id": "t1",
        "name": "Table 1",
        "room": "The Lucky Nine",
    }
    assert [move["is"] for move in moves] == ["sat", "chips", "sat", "chips"]
    assert (shoe["is"], shoe["end"]["why"]) == ("shoe", "table-closed")
    first = shoe["items"][1]
    assert list(first) == [
        *("is", "head", "bank", "moves", "wagers", "closed", "fees", "returned", "asides"),
        *("dealt", "ended", "button", "steps", "result", "end"),
    ]
    assert first["head"]["opened"] == "2026-04-01T19:05:00.000Z"
    assert first["dealt"]["cards"] == ["2C", "3D", "4H", "QS", "4C"]
    assert first["ended"]["outcome"] == "B+d7"
    assert first["steps"][1] == {
        "is": "settle",
        "wager": "w2",
        "verdict": "pay",
        "collected": 0,
        "paid": 40000,
        "returned": 1000,
        "uncovered": 0,
    }
    assert first["result"] == {"is": "result", "net": -35000, "exhausted": False, "capped": False}
    assert shoe["items"][2]["end"]["is"] == "void"
    assert cash["kind"] == "cash-out"
    assert totals == {
        "is": "totals",
        "shoes": 1,
        "rounds": 3,
        "void": 1,
        "free": 0,
        "player": 1,
        "banker": 1,
        "tie": 0,
        "corrections": 1,
        "wagers": 6,
        "staked": 51000,
        "collected": 5000,
        "paid": 40000,
        "fees": 600,
    }


def test_what_can_be_read_is_shown() -> None:
    """Round by round what a fault does not touch is shown, and the status is 2."""
    text = spoilt(example(), "outcome P+n9", "outcome X")
    ran = run("history", "show", "-", stdin=text)
    assert "2C 3D 4H QS 4C" in ran.out
    assert "TC 6D 9S 2S" not in ran.out
    assert f"line {line_of(text, 'outcome X')}, column 11: outcome 'X' does not" in ran.fault


@CASES
@given(st.integers(0, 2**32))
def test_any_sound_history_is_checked_and_shown(seed: int) -> None:
    """Whatever a table leaves, both commands take, and its totals are those of the file."""
    history = history_from(Random(seed))
    text = text_of(history)
    assert run("history", "check", "-", stdin=text).status == 0
    assert run("history", "show", "-", stdin=text).status == 0
    *_, totals = run("history", "show", "-", "--json", stdin=text).lines
    words = [line.split()[0] for line in text.splitlines() if line]
    for key, keyword in (("shoes", "shoe"), ("void", "void"), ("free", "free")):
        assert totals[key] == words.count(keyword)
    assert totals["rounds"] == words.count("round") + words.count("free")


@CASES
@given(st.binary(max_size=200))
def test_any_bytes(raw: bytes) -> None:
    """No bytes on standard input bring a traceback."""
    for command in ("check", "show"):
        assert run("history", command, "-", "--json", stdin=raw).fault


@CASES
@given(st.randoms(use_true_random=False))
def test_any_spoilt_history(chance: Random) -> None:
    """A history with characters exchanged has status 0, 1 or 2, and JSON where it was asked for."""
    text = list(text_of(history_from(chance)))
    for _ in range(chance.randint(1, 4)):
        text[chance.randrange(len(text))] = chance.choice('0 9aA="\n-#')
    ran = run("history", "check", "-", "--json", stdin="".join(text))
    assert ran.status in {0, 1, 2}
    assert "Traceback" not in ran.err
    assert all(isinstance(json.loads(line), dict) for line in ran.out.splitlines())
