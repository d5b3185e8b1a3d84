"""What the lab answers: odds of texts and shoes, faults in words, texts and forms in step."""

from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest

from puntobanco.cards import DECK
from puntobanco.house.lab.bench import answer
from puntobanco.house.lab.forms import bets_of, changed, read
from puntobanco.house.lab.question import BetForm, Change, Plain, Question
from puntobanco.house.lab.task import FIRST
from puntobanco.odds.figures import odds
from puntobanco.odds.many import Many
from puntobanco.odds.removal import removal
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.write import write_sheet
from puntobanco.shoe import Composition

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "side-bets.toml"
ROOM = packaged_text("sheets/ca-ez-panda8")
HERON = """
[[bet]]
id = "heron-9"
label = "Heron 9"
kind = "side"
requires = ["player", "banker"]

[[bet.result]]
when.winner = "banker"
when.banker = { cards = 3, total = 9 }
pays = "17:1"

[[bet.result]]
when.winner = "player"
when.player = { cards = 3, total = 9 }
pays = "9:1"
"""


def text_of(name: str) -> str:
    """A sheet as a text without a base."""
    return write_sheet(find(name).source_form)


def gone(chance: Random, decks: int, most: int) -> list[int]:
    """Some cards that are out of a shoe."""
    out = [0] * 52
    for _ in range(chance.randrange(most)):
        card = chance.randrange(52)
        out[card] = min(decks, out[card] + 1)
    return out


@pytest.mark.parametrize("name", [*shipped(), str(EXAMPLE)])
def test_the_odds_are_the_odds(name: str) -> None:
    """For any sheet and shoe the lab tells what counting one shoe tells, to the last digit."""
    chance, sheet = Random(name), find(name)
    for _ in range(2):
        decks = chance.randrange(1, 9)
        out = gone(chance, decks, 30)
        told = answer(Question(text_of(name), decks=decks, gone=out))["odds"]
        left = Composition(tuple(decks - each for each in out))
        exact = odds(sheet, left)
        assert told["deals"] == str(exact.deals)
        for shown, bet in zip(told["bets"], exact.bets, strict=True):
            edge = shown["edge"]
            assert Fraction(int(edge["numerator"]), int(edge["denominator"])) == bet.edge
            assert [row["deals"] for row in shown["results"]] == [str(r.deals) for r in bet.results]
            assert sum(row["adds"] for row in shown["results"]) == pytest.approx(-float(bet.edge))
            assert shown["deviation"] == pytest.approx(bet.deviation)


def test_a_new_bet() -> None:
    """A bet that somebody writes has its exact odds, its words and its spot on the felt."""
    told = answer(Question(ROOM + HERON, bet=5))
    assert told["fault"] is None
    heron = told["odds"]["bets"][5]
    assert [row["deals"] for row in heron["results"]] == [
        "157327658749952",
        "183551400288256",
        "4657519216465152",
    ]
    assert heron["edge"]["numerator"] == "1292915684069"
    assert heron["edge"]["denominator"] == "19524993263685"
    assert told["odds"]["decks"][7] == pytest.approx(0.066218, abs=1e-6)
    assert told["sheet"]["felt"][5].zone == "centre"
    assert told["sheet"]["words"][5][0] == (
        "Pays 17:1 on a Banker win and a Banker hand of 3 cards and of total 9"
    )


def test_one_card_less() -> None:
    """The effects of removal are those of the chosen bet; six cards can spare none."""
    sheet = find("parkwest-21c")
    shoe = Composition.of(6)
    for number, effect in enumerate(removal(sheet, shoe)):
        told = answer(Question(text_of("parkwest-21c"), decks=6, bet=number))["odds"]["removal"]
        assert told == {card: float(change) for card, change in effect.changes.items()}
    six = [1 if index >= 6 else 0 for index in range(52)]
    assert answer(Question(ROOM, decks=1, gone=six))["odds"]["removal"] is None


@pytest.mark.parametrize("name", [*shipped(), str(EXAMPLE)])
def test_text_and_form_are_two_views_of_one_bet(name: str) -> None:
    """A form read out of a text and put back into it unchanged leaves the same game."""
    text = text_of(name)
    for bet in bets_of(text):
        form = msgspec.convert(bet["form"], BetForm)
        text = changed(text, Change(bet["number"], form))
        assert load(text, "again", find).hash == find(name).hash


def test_a_change_of_the_form_is_a_change_of_the_text() -> None:
    """What the form says is written into the text, and told with its odds at once."""
    bet = bets_of(ROOM)[2]
    form = msgspec.convert(bet["form"], BetForm)
    row = msgspec.structs.replace(form.result[0], pays="9:1")
    told = answer(
        Question(ROOM, bet=2, change=Change(2, msgspec.structs.replace(form, result=[row])))
    )
    assert 'pays = "9:1"' in told["text"]
    assert told["odds"]["bets"][2]["results"][0]["odds"] == "9:1"
    assert told["bets"][2]["form"]["result"][0].pays == "9:1"
    assert told["text"].startswith("# EZ Baccarat Panda 8 with a player-dealer.")


def test_a_form_that_says_something_wrong_keeps_its_shape() -> None:
    """A fault that a form makes is told with its line, and the form is still there to mend it."""
    form = msgspec.convert(bets_of(ROOM)[2]["form"], BetForm)
    row = msgspec.structs.replace(form.result[0], pays="nine")
    told = answer(Question(ROOM, change=Change(2, msgspec.structs.replace(form, result=[row]))))
    assert told["fault"]["key"] == "bet[3].result[1].pays"
    assert "nine" in told["text"].splitlines()[told["fault"]["line"] - 1]
    assert told["bets"][2]["form"]["result"][0].pays == "nine"
    assert "odds" not in told


def test_a_list_of_bets_is_written_out_when_one_changes() -> None:
    """A text whose bets are no tables of their own becomes one whose bets are."""
    values = find("deq-ez").source_form
    lists = "\n".join(
        f"{key} = {msgspec.json.encode(value).decode()}" for key, value in values.items()
    )
    inline = lists.replace('":', '"=').replace("null", '""')
    form = msgspec.convert(bets_of(inline)[0]["form"], BetForm)
    text = changed(inline, Change(0, form))
    assert text.count("[[bet]]") == 5
    assert load(text, "again", find).hash == find("deq-ez").hash


def test_a_derived_sheet() -> None:
    """Bets of a base come first and have no form; written out, all have one."""
    text = packaged_text("sheets/parkwest-ez-tie7-push")
    told = answer(Question(text))
    assert [bet["number"] for bet in told["bets"]] == [None] * 5
    whole = answer(Question(text, whole=True))
    assert [bet["number"] for bet in whole["bets"]] == [0, 1, 2, 3, 4]
    assert all(bet["form"] for bet in whole["bets"])
    assert whole["odds"] == told["odds"]


FAULTS = {
    "no TOML": ("format = 1\nid = \n", 2, "sheet"),
    "nothing": ("", 1, "format"),
    "a file for a base": ('format = 1\nbase = "../deq-ez.toml"\n', 2, "base"),
    "a path for a base": ('format = 1\nbase = "/etc/passwd"\n', 2, "base"),
    "an unknown key": (ROOM.replace("source =", "origin ="), 5, "origin"),
    "deep": ("a = " + "[" * 5_000, 1, "sheet"),
    "dots": ("a" + ".a" * 5_000 + " = 1", 1, "sheet"),
    "bets that are none": (ROOM.partition("[[call]]")[0] + "bet = 3\n", 11, "bet"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_have_a_line_and_a_cure(name: str) -> None:
    """Whatever is written, the answer is a line, a key, a reason and a cure."""
    text, line, key = FAULTS[name]
    told = answer(Question(text))
    assert (told["fault"]["line"], told["fault"]["key"]) == (line, key)
    assert told["fault"]["reason"]
    assert told["fault"]["cure"]
    assert "odds" not in told


def test_markup_is_text() -> None:
    """What looks like a page's markup is a name like any other."""
    name = "<img src=x onerror=alert(1)>"
    told = answer(Question(ROOM.replace('label = "Tie"', f'label = "{name}"')))
    assert told["odds"]["bets"][2]["label"] == name


SHOES: dict[str, tuple[Plain, str]] = {
    "five cards": ({"decks": 1, "gone": [1] * 47 + [0] * 5}, "5 cards are left"),
    "more than there were": ({"decks": 1, "gone": [2] + [0] * 51}, "put some back"),
}


@pytest.mark.parametrize("name", SHOES)
def test_shoes_that_are_none(name: str) -> None:
    """A shoe from which no coup can come is refused in words, and the sheet stays in sight."""
    said, words = SHOES[name]
    told = answer(Question(ROOM, **said))
    assert words in told["shoe_fault"]
    assert "odds" not in told
    assert told["sheet"]["id"] == "ca-ez-panda8"


def test_sheets_beside_it() -> None:
    """A sheet that is kept beside it is counted for the same shoe; a fault of it is its own."""
    out = [0] * 52
    out[DECK.index(DECK[6])] = 3
    pins = [text_of("punto-banco"), "nonsense"]
    told = answer(Question(ROOM, decks=6, gone=out, pins=pins))
    alone = answer(Question(text_of("punto-banco"), decks=6, gone=out))
    assert told["pins"][0]["bets"] == alone["odds"]["bets"]
    assert told["pins"][1]["fault"]["line"] == 1


def test_the_first_question_goes_every_way() -> None:
    """What a process answers before anybody asks uses every kernel, so that none compiles later."""
    assert answer(Question(FIRST))["odds"]
    many = Many(read(FIRST))
    assert (many._quick.uses, len(many._general)) == ([True] * 5, 1)  # noqa: SLF001
