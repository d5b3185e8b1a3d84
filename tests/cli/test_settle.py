"""``settle``: the document, the worked examples, one round and many."""

import json
from pathlib import Path

import pytest

from tests.cli.rounds import a_round, of_example, one_a_line, wager
from tests.cli.running import run
from tests.worked_examples import DRAGON_RUNNING, EXAMPLES, Ending
from tests.worked_examples import Round as Example


def test_document_of_a_house_banked_round() -> None:
    """The JSON of a round without limit: losers first, no button, no player-dealer."""
    given = a_round(
        wager(), wager(id="w2", seat=3, patron="bo", bet="dragon-7", amount=5), cover=None
    )
    ran = run("settle", "-", "--json", stdin=json.dumps(given))
    assert (ran.status, ran.err) == (0, "")
    assert ran.json == {
        "button": None,
        "coup": run("coup", "9S 4H KD 2C", "--json").json,
        "steps": [
            {
                "wager": "w2",
                "verdict": "take",
                "collected": 5,
                "paid": 0,
                "returned": 0,
                "uncovered": 0,
            },
            {
                "wager": "w1",
                "verdict": "pay",
                "collected": 0,
                "paid": 100,
                "returned": 100,
                "uncovered": 0,
            },
        ],
        "player_dealer": None,
    }


@pytest.mark.parametrize("example, ending", EXAMPLES)
def test_worked_examples(example: Example, ending: Ending) -> None:
    """2.5: both worked examples, chip for chip and in order, under each policy."""
    ran = run("settle", "-", "--json", stdin=json.dumps(of_example(example, ending)))
    steps = [tuple(step.values()) for step in ran.json["steps"]]
    assert tuple(steps) == ending.steps
    assert ran.json["player_dealer"] == {
        "net": ending.net,
        "exhausted": ending.exhausted,
        "capped": ending.capped,
    }
    assert tuple(ran.json["button"].values()) == example.button


def test_policy_of_the_sheet_where_none_is_named() -> None:
    """A round that names no policy and no win cap is settled by the sheet's."""
    given = of_example(*EXAMPLES[0])
    del given["policy"], given["win_cap"]
    ran = run("settle", "-", "--json", stdin=json.dumps(given))
    assert tuple(tuple(step.values()) for step in ran.json["steps"]) == DRAGON_RUNNING


def test_player_dealer_sheet_without_a_cover() -> None:
    """Without a cover any sheet is settled as by a bank without limit, and no button is set."""
    given = {**of_example(*EXAMPLES[0]), "cover": None}
    done = run("settle", "-", "--json", stdin=json.dumps(given)).json
    assert (done["button"], done["player_dealer"]) == (None, None)
    assert sum(step["uncovered"] for step in done["steps"]) == 0


def test_two_wagers_of_a_patron_on_one_bet_are_two() -> None:
    """Two wagers of a patron on one bet are two, settled in the order of the file."""
    given = a_round(wager(id="b", amount=1), wager(id="a", amount=2))
    steps = run("settle", "-", "--json", stdin=json.dumps(given)).json["steps"]
    assert [(step["wager"], step["paid"]) for step in steps] == [("b", 1), ("a", 2)]


def test_round_without_wagers() -> None:
    """A round in which nobody bet has no steps."""
    given = json.dumps({**a_round(), "wagers": []})
    assert run("settle", "-", "--json", stdin=given).json["steps"] == []
    assert run("settle", "-", stdin=given).status == 0


def test_largest_amounts() -> None:
    """An amount may be as large as money may be."""
    given = a_round(wager(amount=10**12))
    (step,) = run("settle", "-", "--json", stdin=json.dumps(given)).json["steps"]
    assert (step["paid"], step["returned"]) == (10**12, 10**12)


def test_one_round_over_many_lines(tmp_path: Path) -> None:
    """A file may hold one object, over as many lines as it likes, between blank ones."""
    file = tmp_path / "round.json"
    file.write_text(f"\n\n{json.dumps(a_round(), indent=4)}\n\n", encoding="utf-8-sig")
    ran = run("settle", str(file), "--json")
    assert ran.json == run("settle", "-", "--json", stdin=json.dumps(a_round())).json


def test_one_round_with_a_wager_a_line() -> None:
    """A round whose lines begin like objects is one round all the same."""
    text = json.dumps(a_round(wager(), wager(id="w2"))).replace('{"id"', '\n{"id"')
    ran = run("settle", "-", "--json", stdin=text)
    assert len(ran.json["steps"]) == 2


def test_rounds_may_be_indented() -> None:
    """Blanks before a round on its line are nothing."""
    text = one_a_line(a_round()).replace("{", "  {", 1)
    assert len(run("settle", "-", "--json", stdin=text * 3).lines) == 3


def test_many_rounds(tmp_path: Path) -> None:
    """A file of one object a line is answered line by line; blank lines are nothing."""
    file = tmp_path / "rounds.jsonl"
    file.write_text(
        one_a_line("", a_round(), "", a_round(cards="2C 9D 5H TS"), ""), encoding="utf-8"
    )
    ran = run("settle", str(file), "--json")
    assert ran.status == 0
    assert [line["coup"]["winner"] for line in ran.lines] == ["player", "banker"]


GOOD = a_round()
BAD = a_round(wager(amount=0))


@pytest.mark.parametrize(
    "documents, bad",
    [
        ([GOOD, BAD, GOOD], [2]),
        ([BAD, GOOD], [1]),
        (["", BAD, "", GOOD, BAD], [2, 5]),
        (["nonsense", GOOD], [1]),
        (["{", GOOD], [1]),
        ([GOOD, "}"], [2]),
        (['{"rules":', '{"cards":'], [1, 2]),
        ([GOOD, '{"a":1,"a":2}', "[" * 5000], [2, 3]),
        ([GOOD, "\udcff"], [2]),
    ],
)
def test_bad_line_among_many(documents: list[object], bad: list[int], tmp_path: Path) -> None:
    """A bad line of many answers with its number and error, the others as ever; status 2."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(one_a_line(*documents).encode("utf-8", "surrogateescape"))
    ran = run("settle", str(file), "--json")
    faults = [line for line in ran.lines if "error" in line]
    assert [fault["line"] for fault in faults] == bad
    assert all(list(fault) == ["line", "error"] for fault in faults)
    assert len(ran.lines) == sum(document != "" for document in documents)
    assert ran.fault.startswith(f"{file}:{bad[0]}: {faults[0]['error']}")


def test_page_of_a_round() -> None:
    """A person reads the steps in order, with the running result of the bank."""
    out = run("settle", "-", stdin=json.dumps(of_example(*EXAMPLES[0]))).out
    (row,) = (line.split() for line in out.splitlines() if line.startswith("1d"))
    assert "Action button: QS counts 12, so seat 5 is first." in out
    assert " ".join(row) == "1d 1 one front Dragon 7 10 pay 260 10 140 -600"
    assert out.endswith("\nPlayer-dealer: -600, cover exhausted\n")


def test_pages_of_many_rounds() -> None:
    """In a file of many, every page says its line, and a bad line says its fault."""
    ran = run("settle", "-", stdin=one_a_line(a_round(), BAD))
    assert "Line 1: EZ Baccarat\n" in ran.out
    assert "Line 2 is wrong: wager 1 amount: 0 does not fit" in ran.out
    assert ran.status == 2


def test_names_of_strangers_cannot_write_on_the_terminal() -> None:
    """A control character in a name is shown, never sent."""
    given = a_round(wager(patron="\x1b[31mann\n"))
    out = run("settle", "-", stdin=json.dumps(given)).out
    assert "\\x1b[31mann\\n" in out
    assert "\x1b" not in out


def test_sheet_of_a_file(tmp_path: Path) -> None:
    """A round may name a sheet by its file."""
    file = tmp_path / "mine.toml"
    file.write_text('format = 1\nbase = "deq-ez"\nid = "mine"\n', encoding="utf-8")
    given = a_round(rules=str(file))
    assert run("settle", "-", "--json", stdin=json.dumps(given)).json["coup"]["rules"] == "mine"
