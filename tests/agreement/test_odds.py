"""Exact odds by the product against the oracle's brute counting, and against dealing it all out."""

import json
from collections import Counter
from functools import cache
from itertools import permutations
from math import perm
from random import Random

import pytest

from puntobanco.cards import Card
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import SheetOdds, odds
from puntobanco.odds.general import count_generally
from puntobanco.rules.catalogue import find
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import FEATURES, Facts, facts_of
from puntobanco.rules.coup import next_hand, play
from puntobanco.shoe import Composition
from tests import shared_data
from tests.agreement.both import CALLS, ours, theirs
from tests.oracle import bets, coup
from tests.oracle.odds import Shoe
from tests.strategies import GAMES, removed_from

DECKS = range(1, 9)

# Shoes of which something is gone: by chance, down to a few cards, without a colour or a rank.
REMOVED = {
    "thirty cards of six": (8, tuple(Random(1).sample(ours("AS 2S 3S 9D TD KC") * 8, 30))),
    "by chance": (6, removed_from(Random(2), 6, 200)),
    "no nines, no sevens": (1, ours("9S 9H 9D 9C 7S 7H 7D 7C")),
    "one red card": (
        1,
        ours("AD AH 2D 2H 3D 3H 4D 4H 5D 5H 6D 6H 7D 7H 8D 8H 9D 9H TD TH JD JH QD QH KD"),
    ),
}

# Shoes so small that every order can be dealt: the cards that are left of one or two decks.
LEFT = {
    "pairs and ties": "2S 2S 2H 2D TD TC TS 4H 4C",
    "sevens and eights": "2C 3D TH 4S 6C 3S QS 4H",
    "courts": "KS KH KH JD JC QS TC 5D",
}


@cache
def oracle_shoe(decks: int, removed: tuple[Card, ...] = ()) -> Shoe:
    """The oracle's counts of a shoe, once."""
    return Shoe(decks, theirs(removed))


def rulings(found: SheetOdds) -> dict[str, Counter[bets.Ruling]]:
    """The product's counts of every bet by ruling, whatever results they stand under."""
    counted: dict[str, Counter[bets.Ruling]] = {}
    for each in found.bets:
        of_bet = counted.setdefault(each.bet.id, Counter())
        for result in each.results:
            terms = (result.odds.numerator, result.odds.denominator) if result.odds else (0, 1)
            of_bet[bets.Ruling(result.verdict.value, *terms)] += result.deals
    return counted


def check(game: str, decks: int, removed: tuple[Card, ...] = ()) -> None:
    """One game's odds for one shoe, every figure to the last digit."""
    found = odds(find(game), Composition.of(decks, removed))
    shoe = oracle_shoe(decks, removed)
    assert found.deals == shoe.deals
    counted = rulings(found)
    assert tuple(counted) == bets.BETS[game]
    for each in found.bets:
        bet = each.bet.id
        assert (bet, counted[bet]) == (bet, shoe.rulings(game, bet))
        assert each.deals == shoe.deals
        assert each.expectation == shoe.expectation(game, bet)
        assert each.variance == shoe.variance(game, bet)
    wins = Counter[str]()
    for outcome, deals in shoe.outcomes.items():
        wins[coup.result(outcome.player_total, outcome.banker_total)] += deals
    assert found.winner == {
        "player": wins["PLAYER_WIN"],
        "banker": wins["BANKER_WIN"],
        "tie": wins["TIE"],
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decks", DECKS)
def test_whole_shoes(game: str, decks: int) -> None:
    """1.7, D4: every bet of every sheet, for one to eight decks, to the last digit."""
    check(game, decks)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", REMOVED)
def test_shoes_of_which_cards_are_gone(game: str, name: str) -> None:
    """Every bet of every sheet, with cards taken out, to the last digit."""
    check(game, *REMOVED[name])


def calls_counted(counts: Counter52) -> Counter[str]:
    """The product's deals of every value class by the names of the published file."""
    counted: Counter[str] = Counter(total=counts.deals)
    for facts, deals in counts.along(frozenset()).items():
        player, banker = facts.player_total, facts.banker_total
        thirds = (facts.player_third, facts.banker_third)
        if player == banker:
            counted["tie"] += deals
            counted[f"tie_by_total {player}"] += deals
            if None not in thirds:
                counted[f"six_card_tie_by_total {player}"] += deals
        else:
            counted["player" if player > banker else "banker"] += deals
        if banker == 7 and player < 7 and facts.banker_third is not None:
            counted["dragon7"] += deals
        if player == 8 and banker < 8 and facts.player_third is not None:
            counted["panda8"] += deals
        if thirds == (None, None) and max(facts.player_two, facts.banker_two) >= 8:
            counted["natural_either"] += deals
    return counted


def test_exact_combinations() -> None:
    """Every count of the file of exact combinations, for one to eight decks."""
    place = shared_data.file("exact-combinations.json")
    if place is None:
        return
    for decks, published in json.loads(place.read_text(encoding="utf-8")).items():
        expected: Counter[str] = Counter()
        for name, value in published.items():
            if isinstance(value, dict):
                expected.update({f"{name} {total}": count for total, count in value.items()})
            else:
                expected[name] = value
        assert calls_counted(Counter52(Composition.of(int(decks)))) == expected


def left_of(name: str) -> tuple[Composition, list[Card]]:
    """A small shoe as a composition and as its cards."""
    cards = list(ours(LEFT[name]))
    counts = [0] * 52
    for card in cards:
        counts[card.index] += 1
    return Composition(tuple(counts)), cards


@cache
def dealt_out(name: str) -> tuple[Counter[Facts], dict[tuple[str, str], Counter[bets.Ruling]]]:
    """Every order of six of a small shoe's cards, dealt: classes, and the oracle's rulings."""
    _, cards = left_of(name)
    orders: Counter[tuple[Card, ...]] = Counter()
    for six in permutations(cards, 6):
        count = 4
        while next_hand(six[:count]) is not None:
            count += 1
        orders[six[:count]] += 1
    classes: Counter[Facts] = Counter()
    ruled: dict[tuple[str, str], Counter[bets.Ruling]] = {}
    for dealt, ways in orders.items():
        classes[facts_of(play(dealt))] += ways
        facts = coup.facts_of(theirs(dealt))
        for game, offered in bets.BETS.items():
            for bet in offered:
                ruling = bets.verdict(game, bet, facts)
                ruled.setdefault((game, bet), Counter())[ruling] += ways
    return classes, ruled


@pytest.mark.parametrize("name", LEFT)
def test_small_shoes_dealt_out(name: str) -> None:
    """The counts of a small shoe are those of dealing its cards in every order."""
    composition, cards = left_of(name)
    classes, ruled = dealt_out(name)
    assert sum(classes.values()) == perm(len(cards), 6)
    for game in GAMES:
        for bet, counted in rulings(odds(find(game), composition)).items():
            assert (game, bet, counted) == (game, bet, ruled[game, bet])


VALUES = {"player_two", "banker_two", "player_third", "banker_third"}
EVERY_AXIS = frozenset(Facts._fields) - VALUES
PLAYER_PAIR, BANKER_PAIR = frozenset({"player_pair"}), frozenset({"banker_pair"})
ASKED = sorted(
    {
        *(feature.axes for feature in FEATURES.values()),
        PLAYER_PAIR | BANKER_PAIR,
        PLAYER_PAIR | {"player_suited"},
        BANKER_PAIR | {"banker_suited"},
        PLAYER_PAIR | {"colour"},
        frozenset({"player_colour", "banker_colour"}),
        frozenset({"player_colour", "banker_colour", "colour"}),
        frozenset({"player_suited", "banker_suited"}),
        frozenset({"player_flush", "banker_flush"}),
        frozenset({"player_flush", "banker_pair"}),
    },
    key=sorted,
)
STANDING = Facts(0, 0, None, None)


def along(classes: Counter[Facts], axes: frozenset[str]) -> Counter[Facts]:
    """Classes gathered along some axes, all others left at what they are when nobody asks."""
    unasked = {name: getattr(STANDING, name) for name in EVERY_AXIS - axes}
    gathered: Counter[Facts] = Counter()
    for facts, deals in classes.items():
        gathered[facts._replace(**unasked)] += deals
    return gathered


@pytest.mark.parametrize("name", LEFT)
def test_every_axis_dealt_out(name: str) -> None:
    """Along whatever axes a sheet asks, fast or general, a small shoe counts as it deals."""
    composition, _ = left_of(name)
    classes, _ = dealt_out(name)
    for axes in (*ASKED, EVERY_AXIS):
        expected = along(classes, axes)
        assert (axes, Counter(Counter52(composition).along(axes))) == (axes, expected)
        assert (axes, Counter(count_generally(composition, axes))) == (axes, expected)


@pytest.mark.parametrize("name", LEFT)
def test_classes_hold_what_is_dealt(name: str) -> None:
    """No coup falls outside the classes over which a sheet is checked and its odds are summed."""
    classes, _ = dealt_out(name)
    for axes in ASKED:
        assert along(classes, axes).keys() <= set(universe(axes).facts), axes


@pytest.mark.parametrize("call", CALLS)
def test_calls_dealt_out(call: str) -> None:
    """The small shoes deal every call, so that the tests above see each of them."""
    holds = {
        "dragon-7": ("deq-ez", "dragon-7"),
        "panda-8": ("deq-ez", "panda-8"),
        "lucky-7": ("parkwest-21c", "lucky-7"),
    }
    paid = sum(
        deals
        for name in LEFT
        for ruling, deals in dealt_out(name)[1][holds[call]].items()
        if ruling.verdict == "pay"
    )
    assert paid > 0
