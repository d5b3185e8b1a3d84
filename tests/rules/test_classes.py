"""The classes of coups: each can be dealt, and whatever is dealt is in one."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from puntobanco.cards import DECK, Card, Suit
from puntobanco.rules.classes import universe, value_classes
from puntobanco.rules.conditions import (
    AXES,
    FEATURES,
    Clause,
    Condition,
    Facts,
    colour_of,
    facts_of,
    pair_tier,
)
from puntobanco.rules.coup import Hand, play
from puntobanco.rules.tableau import banker_draws, player_draws
from tests.strategies import coup_from

Axes = frozenset[str]
VALUES = Facts._fields[:4]
PAIRS = frozenset({"player_pair", "banker_pair", "same_rank"})
COLOURS = frozenset({"player_colour", "banker_colour", "colour"})

# Along each axis set how many classes there are.
SIZES = {
    "": 3394,
    "player_pair": 8485,
    "banker_pair": 8890,
    "player_suited": 6788,
    "banker_suited": 6788,
    "player_colour": 10182,
    "banker_colour": 10182,
    "colour": 10182,
    "player_flush": 6788,
    "banker_flush": 6788,
    "player_flush banker_flush": 13576,
    "player_pair banker_pair same_rank": 24619,
    "player_colour banker_colour colour": 30546,
}


def along(facts: Facts, axes: Axes) -> Facts:
    """Facts with what no axis asks at its default."""
    plain = Facts(*(getattr(facts, value) for value in VALUES))
    return plain.along(**{axis: getattr(facts, axis) for axis in axes})


def axis_sets() -> list[Axes]:
    """No axis, each alone, some together, and all of them."""
    chance = Random(1)
    some = [frozenset(chance.sample(AXES, count)) for count in (2, 3, 5)]
    return [
        frozenset(),
        *(frozenset({axis}) for axis in AXES),
        PAIRS,
        COLOURS,
        *some,
        frozenset(AXES),
    ]


def test_3394_value_classes() -> None:
    """The chart gives 40 classes of four cards, 294 of five, 3,060 of six."""
    classes = value_classes()
    assert len(set(classes)) == len(classes) == 3394
    thirds = Counter(
        (facts.player_third is not None) + (facts.banker_third is not None) for facts in classes
    )
    # 36 naturals and 4 stands; 2 x 6 x 10 after a stand and 6 x 29 cells that stand; 6 x 51 x 10
    assert thirds == {0: 36 + 4, 1: 120 + 174, 2: 3060}


@pytest.mark.parametrize("axes", SIZES)
def test_sizes(axes: str) -> None:
    """A class is split along the axes that are asked, and no others."""
    assert universe(frozenset(axes.split())).size == SIZES[axes]


def test_all_axes_together() -> None:
    """Along all axes there are 545,165 classes."""
    assert universe(frozenset(AXES)).size == 545_165


@pytest.mark.parametrize("axes", axis_sets(), ids=lambda axes: "+".join(sorted(axes)))
def test_what_is_dealt_is_a_class(axes: Axes) -> None:
    """The facts of any coup of real cards, along the axes, are one class and only one."""
    facts = universe(axes).facts
    assert len(facts) == universe(axes).size
    known = set(facts)
    assert len(known) == len(facts)
    chance = Random(2)
    assert {along(facts_of(coup_from(chance)), axes) for _ in range(1_000)} <= known


@pytest.mark.parametrize("axes", axis_sets(), ids=lambda axes: "+".join(sorted(axes)))
def test_a_class_is_numbered_without_being_made(axes: Axes) -> None:
    """The first of its value class, and how many of that stand before it, is its number."""
    classes = universe(axes)
    for number in range(0, classes.size, 97):
        facts = classes.facts[number]
        assert classes.firsts[facts[:4]] + classes.place(facts) == number


# Total of the first two, tier, suited, colour, third, flush.
Kind = tuple[int, str, bool, str, int | None, bool]


@cache
def hands() -> dict[Kind, list[Hand]]:
    """For every kind of hand some cards that make it; of pairs, one of each rank."""
    found: dict[Kind, list[Hand]] = {}
    thirds: list[Card | None] = [None, *(card for card in DECK if card.rank.number <= 10)]
    for one, two, third in product(DECK, DECK, thirds):
        if third is not None and third.suit not in {Suit.CLUBS, Suit.HEARTS, one.suit}:
            continue  # of each value one black and one red third card, and one of its suit
        hand = Hand((one, two) if third is None else (one, two, third))
        tier, suited = pair_tier(hand), one.suit is two.suit
        flush = len({card.suit for card in hand.cards}) == 1
        kind = (hand.two, tier, suited, colour_of(hand.cards), hand.third, flush)
        others = found.setdefault(kind, [])
        if not others or (tier != "none" and all(h.cards[0].rank is not one.rank for h in others)):
            others.append(hand)
    return found


def deal(facts: Facts) -> tuple[Card, ...] | None:
    """Cards that make a coup of these facts, if there are any."""
    player_kind = (facts.player_two, facts.player_pair, facts.player_suited, facts.player_colour)
    banker_kind = (facts.banker_two, facts.banker_pair, facts.banker_suited, facts.banker_colour)
    for player, banker in product(
        hands()[*player_kind, facts.player_third, facts.player_flush],
        hands()[*banker_kind, facts.banker_third, facts.banker_flush],
    ):
        same = player.cards[0].rank is banker.cards[0].rank and facts.player_pair != "none"
        if (same and facts.banker_pair != "none") is facts.same_rank:
            first, second = player.cards, banker.cards
            return (first[0], second[0], first[1], second[1], *first[2:], *second[2:])
    return None


@cache
def kinds(two: int, third: int | None) -> list[Kind]:
    """The kinds of hands of a value class."""
    return [kind for kind in hands() if (kind[0], kind[4]) == (two, third)]


def whole(facts: Facts, axes: Axes) -> Iterator[Facts]:
    """All kinds of hands that make a class along some axes."""
    for player, banker in product(
        kinds(facts.player_two, facts.player_third), kinds(facts.banker_two, facts.banker_third)
    ):
        full = facts.along(
            player_pair=player[1],
            player_suited=player[2],
            player_colour=player[3],
            banker_pair=banker[1],
            banker_suited=banker[2],
            banker_colour=banker[3],
            colour=player[3] if player[3] == banker[3] else "mixed",
            player_flush=player[5],
            banker_flush=banker[5],
        )
        if along(full, axes) == facts:
            yield full


@pytest.mark.parametrize("axis", AXES)
def test_every_class_along_one_axis_can_be_dealt(axis: str) -> None:
    """Each class along one axis has real cards; they are dealt, and read back as the class."""
    axes = frozenset({axis})
    for facts in universe(axes).facts:
        dealt = next(filter(None, map(deal, whole(facts, axes))))
        assert along(facts_of(play(dealt)), axes) == facts


def test_every_class_along_all_axes_can_be_dealt() -> None:
    """So has each class along all axes; one in eleven of them is dealt."""
    for facts in universe(frozenset(AXES)).facts[::11]:
        dealt = deal(facts)
        assert dealt is not None
        assert facts_of(play(dealt)) == facts


SEVERAL = [axes for axes in axis_sets() if 1 < len(axes) < len(AXES)]


@pytest.mark.parametrize("axes", SEVERAL, ids=lambda axes: "+".join(sorted(axes)))
def test_fewer_axes_are_a_view_of_all(axes: Axes) -> None:
    """The classes along some axes are those along all, with the other axes left out."""
    seen = {along(facts, axes) for facts in universe(frozenset(AXES)).facts[::4]}
    assert seen <= set(universe(axes).facts)
    assert len(seen) > 0.5 * universe(axes).size


@pytest.mark.parametrize("axes", axis_sets()[:-1], ids=lambda axes: "+".join(sorted(axes)))
def test_sets_of_classes_are_what_their_facts_say(axes: Axes) -> None:
    """A set holds just those classes whose feature has the value."""
    classes = universe(axes)
    for key, feature in FEATURES.items():
        if not feature.axes <= axes:
            continue
        left = classes.everything
        for word, values in feature.words.items():
            mask = classes.where(key, values)
            if len(values) == 1:
                left &= ~mask
            chance = Random(f"{key} {word}")
            for number in chance.sample(range(classes.size), 30):
                assert (mask >> number & 1) == (feature.read(classes.facts[number]) in values)
        assert left == 0 or key == "pairs"  # two pairs of two ranks have no word of their own


def test_members() -> None:
    """A set is its members."""
    classes = universe(frozenset())
    for mask in (0, 1, classes.everything, classes.where("winner", frozenset({"tie"})), 1 << 3393):
        members = list(classes.members(mask))
        assert sum(1 << number for number in members) == mask
        assert members == sorted(members)


def test_conditions_as_sets() -> None:
    """All keys of a clause must hold, any clause, any of the calls that are named."""
    classes = universe(frozenset())
    tie = classes.where("winner", frozenset({"tie"}))
    six = classes.where("cards", frozenset({6}))
    both = Clause((("winner", frozenset({"tie"})), ("cards", frozenset({6}))))
    called = Clause((), frozenset({"a", "b"}))
    assert classes.holds(Condition((both,), None), {}) == tie & six
    assert classes.holds(Condition((called,), None), {"a": tie, "b": six, "c": ~0}) == tie | six
    assert classes.holds(Condition((both, called), None), {"a": 0, "b": six}) == six
    assert classes.where("player.two", frozenset({"nothing"})) == 0


def test_a_universe_is_made_once() -> None:
    """The same axes give the same classes."""
    assert universe(PAIRS) is universe(frozenset(PAIRS))


def test_classes_keep_to_the_chart() -> None:
    """A class has a third card exactly where the chart draws one."""
    for facts in value_classes():
        drew = player_draws(facts.player_two, facts.banker_two)
        assert drew is (facts.player_third is not None)
        draws = banker_draws(facts.player_two, facts.banker_two, facts.player_third)
        assert draws is (facts.banker_third is not None)
