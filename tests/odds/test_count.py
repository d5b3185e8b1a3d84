"""Counts of deals by class: each way of counting against the others, and against dealing."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import perm
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import DECK, parse_cards
from puntobanco.errors import CardError
from puntobanco.odds.count import Counter52, falling
from puntobanco.odds.general import count_generally
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import AXES, FLUSH_AXES, Facts, facts_of
from puntobanco.rules.coup import next_hand, play
from puntobanco.shoe import Composition

Axes = frozenset[str]
ALL = frozenset(AXES)
EVERY = [
    frozenset(some)
    for count in range(9)
    for some in combinations([axis for axis in AXES if axis not in FLUSH_AXES], count)
]

# The axis sets that are counted in ways of their own.
FAST = [
    axes
    for axes in EVERY
    if axes <= {"player_pair", "player_suited"}
    or axes <= {"banker_pair", "banker_suited"}
    or axes <= {"player_colour", "banker_colour", "colour"}
]
FAST += [FLUSH_AXES, *(frozenset({axis}) for axis in sorted(FLUSH_AXES))]

# Flushes beside other axes; whatever they are, each takes a plan of a second or more.
BESIDE = [FLUSH_AXES | {"same_rank"}, frozenset({"player_flush", "banker_colour"}), ALL]

SMALL = {
    "nine cards": "2S 2H 7D 7D TC 5S KD 4H AC",
    "one colour": "2S 3S 4S 9C TC JC 6S 7C",
    "one rank": "8S 8S 8H 8H 8D 8C 8C",
    "no cards of no points": "AS 2H 3D 4C 5S 6H 7D 8C",
    "six cards": "TS TS TH 5D 5C AD",
}


def left(cards: str) -> Composition:
    """A shoe of which just these cards are left."""
    counts = Counter(card.index for card in parse_cards(cards))
    return Composition(tuple(counts[number] for number in range(52)))


def along(counts: Counter[Facts], axes: Axes) -> Counter[Facts]:
    """Deals of classes along fewer axes."""
    fewer: Counter[Facts] = Counter()
    for facts, deals in counts.items():
        asked = {axis: getattr(facts, axis) for axis in axes}
        fewer[Facts(*facts[:4]).along(**asked)] += deals
    return fewer


@cache
def dealt(name: str) -> Counter[Facts]:
    """All orders of six cards of a small shoe, dealt through the rules, by their facts."""
    counts: Counter[Facts] = Counter()
    for six in permutations(parse_cards(SMALL[name]), 6):
        cards = 4
        while next_hand(six[:cards]) is not None:
            cards += 1
        counts[facts_of(play(six[:cards]))] += 1
    return counts


@pytest.mark.parametrize("name", SMALL)
def test_small_shoes_dealt_out(name: str) -> None:
    """Along any axes the counts are those of dealing every order of the cards."""
    counter = Counter52(left(SMALL[name]))
    assert counter.deals == dealt(name).total()
    for axes in (*FAST, *EVERY[30::7], *BESIDE):
        assert counter.along(axes) == along(dealt(name), axes), sorted(axes)


@pytest.mark.parametrize("axes", FAST, ids=lambda axes: "+".join(sorted(axes)) or "none")
def test_fast_ways_equal_the_general_way(axes: Axes) -> None:
    """What is counted in a way of its own is what the general way counts."""
    chance = Random(4)
    for decks in (1, 2):
        kept = chance.sample(DECK, 14)
        composition = Composition.of(decks, [card for card in DECK * decks if card not in kept])
        composition = Composition(
            tuple(max(0, count - chance.randrange(2)) for count in composition.counts)
        )
        counts = Counter52(composition).along(axes)
        assert counts == count_generally(composition, axes)


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=14), st.sampled_from(EVERY))
@settings(max_examples=10)
def test_counts_add_up(cards: list[object], axes: Axes) -> None:
    """All deals of six are counted once, each in a class that exists, none below nothing."""
    composition = left(" ".join(map(str, cards)))
    counts = Counter52(composition).along(axes)
    assert sum(counts.values()) == perm(len(cards), 6)
    assert min(counts.values()) > 0
    if universe(axes).size < 40_000:
        assert counts.keys() <= set(universe(axes).facts)


@pytest.mark.parametrize("decks", [1, 3, 8, 100])
def test_all_deals_of_whole_decks(decks: int) -> None:
    """The deals of six are the falling factorial of the cards, for one deck and for a hundred."""
    counter = Counter52(Composition.of(decks))
    cards = 52 * decks
    six = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
    assert counter.deals == falling(cards, 6) == six
    for axes in (frozenset[str](), frozenset({"player_pair"}), frozenset({"colour"})):
        assert sum(counter.along(axes).values()) == six
    assert len(counter.along(frozenset())) == 3394


def test_eight_decks_along_all_colours() -> None:
    """Each class along the colours can be dealt from whole decks, and they add up."""
    axes = frozenset({"player_colour", "banker_colour", "colour"})
    counts = Counter52(Composition.of(8)).along(axes)
    assert counts.keys() == set(universe(axes).facts)
    assert sum(counts.values()) == 4_998_398_275_503_360


def test_reds_and_blacks_are_alike_in_whole_decks() -> None:
    """With as many red cards as black ones, a class has as many deals in red as in black."""
    counts = Counter52(Composition.of(6)).along(frozenset({"colour"}))
    for facts, deals in counts.items():
        other = {"red": "black", "black": "red", "mixed": "mixed"}[facts.colour]
        assert counts[facts.along(colour=other)] == deals


def test_hands_are_alike_on_their_first_two_cards() -> None:
    """Pairs come to either hand as often."""
    counter = Counter52(Composition.of(8))
    tiers = []
    for axis in ("player_pair", "banker_pair"):
        deals: Counter[str] = Counter()
        for facts, count in counter.along(frozenset({axis})).items():
            deals[getattr(facts, axis)] += count
        tiers.append(deals)
    assert tiers[0] == tiers[1]
    pairs = 416 * 31
    suited, coloured, mixed = 416 * 7, 416 * 8, 416 * 16
    assert suited + coloured + mixed == pairs
    assert [tiers[0][tier] for tier in ("suited", "coloured", "mixed")] == [
        ways * perm(414, 4) for ways in (suited, coloured, mixed)
    ]


def test_removal() -> None:
    """A card that is gone is in no deal: without nines and eights there is no natural of two."""
    gone = [card for card in DECK * 2 if card.points in {8, 9}]
    counts = Counter52(Composition.of(2, gone)).along(frozenset())
    assert sum(counts.values()) == falling(104 - len(gone), 6)
    assert not any(8 in facts[2:4] or 9 in facts[2:4] for facts in counts)
    assert any(facts.player_two == 9 for facts in counts)  # a 4 and a 5


@pytest.mark.parametrize("cards", ["", "9S", "9S 9H 9D 9C TS"])
def test_a_shoe_that_is_too_short(cards: str) -> None:
    """A shoe that may not hold a whole coup has no odds."""
    number = len(parse_cards(cards))
    with pytest.raises(CardError, match=rf"^{number} cards are left and a coup may need 6; leave"):
        Counter52(left(cards))


def test_counts_are_made_once() -> None:
    """The same axes of one shoe are counted once."""
    counter = Counter52(left(SMALL["nine cards"]))
    assert counter.along(ALL) is counter.along(ALL)
