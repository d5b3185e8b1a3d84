"""``odds``: the document, exact to the last deal, and the page."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from puntobanco.cards import DECK, parse_cards
from puntobanco.odds.figures import odds
from puntobanco.rules.catalogue import find, shipped
from puntobanco.shoe import Composition
from tests.cli.running import run

DEALS = 4998398275503360


def test_document_of_odds() -> None:
    """The JSON of eight decks: every count a string, denominators reduced, results in order."""
    found = run("odds", "--json").json
    assert list(found) == ["rules", "decks", "cards", "unseen", "deals", "winner", "bets"]
    assert found["rules"] == "deq-ez"
    assert (found["decks"], found["cards"], found["deals"]) == (8, 416, str(DEALS))
    assert found["winner"] == {
        "player": "2230518282592256",
        "banker": "2292252566437888",
        "tie": "475627426473216",
    }
    banker = found["bets"]["banker"]
    moments = ["ev", "deviation", "variance", "hit_frequency", "edge", "edge_resolved"]
    assert list(banker) == [*moments, "results"]
    assert banker["edge"]["value"] == -banker["ev"]["value"]
    assert banker["hit_frequency"]["value"] == pytest.approx(0.4360636, abs=5e-8)
    assert banker["edge_resolved"]["value"] == pytest.approx(0.0115413, abs=5e-8)
    assert banker["results"] == [
        {"verdict": "push", "odds": None, "deals": "112633011329024"},
        {"verdict": "pay", "odds": "1:1", "deals": "2179619555108864"},
        {"verdict": "push", "odds": None, "deals": "475627426473216"},
        {"verdict": "take", "odds": None, "deals": "2230518282592256"},
    ]
    assert banker["ev"]["value"] == pytest.approx(-0.0101830, abs=5e-8)
    assert banker["deviation"] == pytest.approx(0.93926, abs=5e-6)


@pytest.mark.parametrize("name", shipped())
def test_every_figure_follows_from_the_counts(name: str) -> None:
    """Of every bet the deals sum to all deals, and its expectation is their exact mean."""
    found = run("odds", name, "--json", "--decks", "3").json
    for bet in found["bets"].values():
        deals = [int(result["deals"]) for result in bet["results"]]
        assert sum(deals) == int(found["deals"])
        assert bet["results"][-1]["verdict"] == "take"
        assert bet["results"][-1]["odds"] is None
        mean = Fraction(0)
        for result, count in zip(bet["results"], deals, strict=True):
            win, lose = (result["odds"] or "0:1").split(":")
            value = Fraction(int(win), int(lose)) - (result["verdict"] == "take")
            mean += value * count / sum(deals)
        ev = bet["ev"]
        assert (ev["numerator"], ev["denominator"]) == (str(mean.numerator), str(mean.denominator))
        assert ev["value"] == float(mean)


def test_odds_after_commission_are_reduced() -> None:
    """Odds with a commission are written to one, reduced."""
    results = run("odds", "punto-banco", "--json").json["bets"]["banker"]["results"]
    assert results[0]["odds"] == "19:20"


def test_unmatched_row_is_there_without_a_deal() -> None:
    """What no result catches is the last entry, also where no deal is left for it."""
    picture_cards = {card for card in DECK if card.points == 0}
    gone = " ".join(card.code for card in DECK if card not in picture_cards)
    tie = run("odds", "--json", "--decks", "1", "--remove", gone).json["bets"]["tie"]
    assert tie["results"][-1] == {"verdict": "take", "odds": None, "deals": "0"}
    assert tie["ev"] == {"numerator": "8", "denominator": "1", "value": 8.0}
    assert tie["deviation"] == 0.0


def test_removed_cards() -> None:
    """Removed cards may be said at once or one by one, and are gone from the shoe."""
    at_once = run("odds", "--json", "--decks", "2", "--remove", "9S,9S KD").json
    each = ("--remove", "9S", "--remove", "9S", "--remove", "KD")
    one_by_one = run("odds", "--json", "--decks", "2", *each)
    assert one_by_one.json == at_once
    assert at_once["cards"] == 101
    exact = odds(find("deq-ez"), Composition.of(2, parse_cards("9S 9S KD")))
    assert at_once["deals"] == str(exact.deals)


def test_limits_of_a_sheet_bind_tables_only() -> None:
    """Odds are counted for one to a hundred decks of any sheet."""
    assert run("odds", "--json", "--decks", "1").json["cards"] == 52
    assert run("odds", "--json", "--decks", "100").json["cards"] == 5200


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (("--decks", "0"), "--decks: 0 is out of range; give a number from 1 to 100"),
        (("--decks", "101"), "--decks: 101 is out of range"),
        (("--decks", "-1"), "--decks: -1 is out of range"),
        (("--decks", "1.5"), "Invalid value for '--decks'"),
        (("--decks", "x"), "Invalid value for '--decks'"),
        (("--decks",), "requires an argument"),
        (("--remove", "1S"), "'1S' is not a card"),
        (("--decks", "1", "--remove", "9S 9S"), "9S is there more than once"),
        (("--decks", "1", "--unseen", "47"), "--unseen: 47 is out of range; of 52 cards 0 to 46"),
        (("--unseen", "-1"), "--unseen: -1 is out of range"),
        (("--decks", "1", "--shoe", "x.txt"), "--decks and --shoe both say what is in the shoe"),
        (("--shoe", "not-there.txt"), "--shoe: not-there.txt: no such file or directory; give"),
        (("--removal", "--decks", "16"), "--removal: a shoe of 832 cards; give 7 to 800"),
        (("nothing",), "there is no rule sheet 'nothing'"),
        (("deq-ez", "more"), "Got unexpected extra argument(s) (more)"),
    ],
)
def test_no_odds(arguments: tuple[str, ...], fault: str) -> None:
    """A shoe that cannot be is refused."""
    assert fault in run("odds", *arguments).fault


def test_shoe_that_may_not_hold_a_coup() -> None:
    """Fewer than six cards are refused, since a coup may need six."""
    kept = parse_cards("AS 2S 3S 4S 5S")
    gone = " ".join(card.code for card in DECK if card not in kept)
    ran = run("odds", "--decks", "1", "--remove", gone)
    assert "5 cards are left and a coup may need 6" in ran.fault


def test_page_of_odds() -> None:
    """A person reads edge, hit frequency and deviation, and the exact counts in groups."""
    out = run("odds").out
    assert "EZ Baccarat: 8 decks, 416 cards" in out
    assert "4,998,398,275,503,360 ordered deals of six cards" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["Banker", "1.0183", "%", "43.6064", "%", "0.93926", "1.1541", "%"] in rows
    assert ["Dragon", "7", "pay", "40:1", "112,633,011,329,024", "2.2534", "%"] in rows


def test_page_of_a_shoe_with_cards_gone() -> None:
    """The page says what is gone, in the singular where it is one."""
    assert "1 deck less 1 card, 51 cards" in run("odds", "--decks", "1", "--remove", "9S").out
    assert "2 decks less 2 cards" in run("odds", "--decks", "2", "--remove", "9S 9S").out


def test_a_shoe_from_a_file(tmp_path: Path) -> None:
    """The cards that are left may be in a file, less some more; decks are then not known."""
    file = tmp_path / "shoe.txt"
    file.write_text("2S 2H 7D 7D TC\n5S KD 4H, 9S\n", encoding="ascii")
    found = run("odds", "--shoe", str(file), "--remove", "9S", "--json").json
    assert (found["decks"], found["cards"], found["deals"]) == (None, 8, "20160")
    left = Composition.left(parse_cards("2S 2H 7D 7D TC 5S KD 4H"))
    exact = odds(find("deq-ez"), left).bets[0]
    assert found["bets"]["player"]["ev"]["numerator"] == str(exact.expectation.numerator)
    assert run("odds", "--shoe", "-", "--json", stdin=file.read_bytes()).json["cards"] == 9
    assert "the cards of a file, 9 cards" in run("odds", "--shoe", str(file)).out
    assert (
        "3H is not in the shoe so often" in run("odds", "--shoe", str(file), "--remove", "3H").fault
    )


@pytest.mark.parametrize(
    "content, fault",
    [
        (b"2S 2H\n7D 1D", "shoe.txt:2: '1D' is not a card"),
        ("2S 2♥".encode(), "shoe.txt: it is no plain text; give a file of cards"),
        (b"2S " * 30_000, "shoe.txt: more than 65536 bytes; give at most 100 decks"),
        (b"", "0 cards are left and a coup may need 6"),
    ],
)
def test_files_that_are_no_shoe(tmp_path: Path, content: bytes, fault: str) -> None:
    """A file that is no shoe is refused, with its line."""
    (tmp_path / "shoe.txt").write_bytes(content)
    assert fault in run("odds", "--shoe", str(tmp_path / "shoe.txt")).fault


def test_cards_gone_unseen() -> None:
    """Cards burned unseen change no figure, as long as a coup is left; the page says why."""
    plain, unseen = run("odds", "--json").json, run("odds", "--json", "--unseen", "11").json
    assert (plain.pop("unseen"), unseen.pop("unseen")) == (0, 11)
    assert plain == unseen
    assert "11 of them gone unseen: averaged over" in run("odds", "--unseen", "11").out


def test_effects_of_removal() -> None:
    """The effect of each rank is an exact fraction, and a table in millionths on the page."""
    found = run("odds", "--json", "--removal").json["removal"]
    assert list(found) == ["player", "banker", "tie", "dragon-7", "panda-8"]
    assert list(found["tie"]) == [*"A23456789TJQK"]
    eight = found["dragon-7"]["8"]
    assert eight["value"] == pytest.approx(0.00537816, abs=5e-9)
    assert eight["value"] == int(eight["numerator"]) / int(eight["denominator"])
    page = run("odds", "--removal").out.splitlines()
    (row,) = [line.split() for line in page if line.startswith("T J Q K")]
    assert row[4:] == ["-17.78", "-3.27", "+512.88", "+863.01", "+1207.60"]


def test_odds_of_one_shoe_load_no_compiler() -> None:
    """One shoe is counted in plain Python: neither numba nor numpy is loaded for it."""
    code = (
        "import sys; from puntobanco.__main__ import main; main(['odds', '--json'])\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "[]\n"
