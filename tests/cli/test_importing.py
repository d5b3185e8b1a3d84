"""``import`` on the command line, and what it reads."""

import csv
from pathlib import Path

import pytest

from tests import shared_data
from tests.cli.running import run

CARDS = """shoe,cards
1,9S KD 2H 7C 4D
1,AS KS QS 2S
1,9h,
1,9H KD KH 4D
2,9H 10D KH 4♦
"""


def imported(tmp_path: Path, text: str, *options: str) -> tuple[int, str, Path]:
    """Import some lines to a file, and give status, standard error and the file."""
    file = tmp_path / "history.txt"
    ran = run("import", "-", *options, "-o", str(file), stdin=text)
    return ran.status, ran.err, file


def test_cards_with_suits(tmp_path: Path) -> None:
    """They are shoes of real cards; what no dealer dealt is named and left out."""
    status, told, file = imported(tmp_path, CARDS)
    assert status == 1
    first, second, counts = told.splitlines()
    assert first == (
        "-: line 3: the Player hand draws on 1, and has no third card;"
        " the Banker hand draws on 2, and has no third card"
    )
    assert second == "-: line 4: the Player hand has 1 cards, not two or three"
    assert counts == "3 hands of 2 shoes taken; 2 lines were left out"
    assert run("history", "check", str(file)).out.endswith("2 shoes and 3 rounds\n")


def test_ranks_alone(tmp_path: Path) -> None:
    """Their outcome is known, pairs too, but not where a nought may be any ten."""
    head = "Player card 1,P2,pcard3,Banker card 1,b2,Banker Card 3,Winner"
    rows = ("8,8,NA,6,A,,banker win", "K,K,2,3,3,4,", "0,0,9,5,5,7,Player")
    status, told, file = imported(tmp_path, "\n".join((head, *rows)))
    assert status == 1
    assert told.startswith("-: line 3: the Banker hand stands on 6, and has a third card\n")
    lines = [line.strip() for line in file.read_text().splitlines()]
    assert [line for line in lines if line.startswith(("cards", "outcome"))] == [
        "outcome B+pp",
        "outcome P+bp",
    ]


def test_outcomes(tmp_path: Path) -> None:
    """A shoe a line; a line with a fault is left out whole."""
    status, told, file = imported(tmp_path, "BPT\n# a comment\nB+d7 P\nBXB\n", "--form", "outcomes")
    assert status == 1
    assert told.startswith("-: line 4: hand 2, character 2: ")
    lines = [line.strip() for line in file.read_text().splitlines()]
    assert [line for line in lines if line.startswith("outcome")] == [
        f"outcome {each}" for each in ("B", "P", "T", "B+d7", "P")
    ]
    assert run("history", "check", str(file)).status == 0


def test_columns_by_name(tmp_path: Path) -> None:
    """A column that nobody could guess is named."""
    text = "id;x\n".replace(";", ",") + "7,9S KD KH 7C\n"
    assert "columns of the cards" in run("import", "-", stdin=text).fault
    status, _, file = imported(tmp_path, text, "--column", "cards=x", "--column", "shoe=id")
    assert status == 0
    assert "cards 9S KD KH 7C" in file.read_text()


@pytest.mark.parametrize(
    "text, options, fault",
    [
        ("", (), "columns of the cards"),
        ("cards\n", (), "no hand in it"),
        ("cards\nXX\n", (), "line 2: 'XX' is no card"),
        ("cards\n9S\n", ("--column", "cards=other"), "no column 'other'; there are cards"),
        ("cards\n9S\n", ("--column", "cards"), "column: 'cards' names none"),
        ("cards\n9S\n", ("--decks", "3"), "decks: deq-ez is dealt from 8 to 8"),
        ("cards\n9S\n", ("--table", ""), "table: ''"),
        ("cards\n9S\n", ("--rules", "nope"), "nope"),
    ],
)
def test_bad_input(text: str, options: tuple[str, ...], fault: str) -> None:
    """One line names the place and the cure."""
    assert fault in run("import", "-", *options, stdin=text).fault


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Neither a missing file nor another encoding ends in anything but a line."""
    assert "no such file" in run("import", str(tmp_path / "none.csv")).fault
    assert "not UTF-8" in run("import", "-", stdin=b"cards\n\xff\n").fault


def test_recorded_hands(tmp_path: Path) -> None:
    """All hands of a sound program are taken, and each broken one of another is named."""
    for name, taken, column in (("hands.csv", 250, None), ("broken-hands.csv", 50, "our_check")):
        place = shared_data.file(name)
        if place is None:
            continue
        file = tmp_path / name
        ran = run("import", str(place), "-o", str(file))
        assert f"{taken} rounds" in run("history", "check", str(file)).out
        if column is None:
            assert (ran.status, ran.err) == (0, "")
            continue
        rows = list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))
        broken = [n for n, row in enumerate(rows, 2) if row[column] != "consistent"]
        named = [int(line.split("line ")[1].split(":")[0]) for line in ran.err.splitlines()[:-1]]
        assert named == broken
