"""``odds``: the document, exact to the last deal, and the page."""

from fractions import Fraction

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
    assert list(found) == ["rules", "decks", "cards", "deals", "winner", "bets"]
    assert found["rules"] == "deq-ez"
    assert (found["decks"], found["cards"], found["deals"]) == (8, 416, str(DEALS))
    assert found["winner"] == {
        "player": "2230518282592256",
        "banker": "2292252566437888",
        "tie": "475627426473216",
    }
    banker = found["bets"]["banker"]
    assert list(banker) == ["ev", "deviation", "results"]
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
    assert ["Banker", "1.0183", "%", "43.6064", "%", "0.93926"] in rows
    assert ["Dragon", "7", "pay", "40:1", "112,633,011,329,024", "2.2534", "%"] in rows


def test_page_of_a_shoe_with_cards_gone() -> None:
    """The page says what is gone, in the singular where it is one."""
    assert "1 deck less 1 card, 51 cards" in run("odds", "--decks", "1", "--remove", "9S").out
    assert "2 decks less 2 cards" in run("odds", "--decks", "2", "--remove", "9S 9S").out
