"""The compiled counts against dealing every order of real cards, and against the real engine."""

import resource
from functools import cache
from itertools import product
from math import perm
from pathlib import Path
from random import Random

import numpy as np
import pytest

from puntobanco.cards import DECK
from puntobanco.errors import CardError
from puntobanco.odds import kernel
from puntobanco.odds.atlas import atlas
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import odds
from puntobanco.odds.many import Many, classes, compositions
from puntobanco.odds.plan import value_cells
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.check import verdict_table
from puntobanco.rules.classes import universe, value_classes
from puntobanco.rules.conditions import AXES, Facts, facts_of
from puntobanco.rules.coup import next_hand, play
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import Composition
from tests.agreement.dealing import Longs, code_of, dealt

ALL = frozenset(AXES)
SHOES = 200
SEED = 6


def small(chance: Random, most: int = 9, least: int = 6) -> Composition:
    """A shoe of six cards to nine, some of them alike, some shoes of few ranks or one colour."""
    pool = chance.choice(
        (DECK, DECK[:13], chance.sample(DECK, 4), [card for card in DECK if card.points in {0, 9}])
    )
    counts = [0] * 52
    for card in chance.choices(pool, k=chance.randint(least, most)):
        counts[card.index] += 1
    return Composition(tuple(counts))


@cache
def numbers() -> tuple[Longs, Longs]:
    """The codes of all classes along all axes, sorted, and the number of each."""
    codes = np.array([code_of(facts) for facts in universe(ALL).facts])
    order = np.argsort(codes)
    return codes[order], order


def by_class(shoe: Composition) -> tuple[Longs, Longs]:
    """The numbers of the classes of a shoe dealt out, and their deals."""
    codes, counts = dealt(shoe)
    known, order = numbers()
    places = np.searchsorted(known, codes)
    assert (known[places] == codes).all()
    return order[places], counts


def caught(sheet: Sheet) -> list[Longs]:
    """By bet the number of the result of every class along all axes."""
    found = []
    for bet in sheet.bets:
        table = verdict_table(sheet, bet, ALL)
        results = np.full(table.classes.size, len(table.caught))
        for number, mask in enumerate(table.caught):
            octets = np.frombuffer(mask.to_bytes(table.classes.size // 8 + 1, "little"), np.uint8)
            bits = np.unpackbits(octets, bitorder="little")[: table.classes.size]
            results[bits.astype(bool)] = number
        found.append(results)
    return found


def check(shoes: list[Composition]) -> None:
    """Every class along all axes, and every result of every bet, of some shoes."""
    way = atlas(ALL)
    sheets = [find(name) for name in shipped()]
    results = [caught(sheet) for sheet in sheets]
    many = [Many(sheet) for sheet in sheets]
    counted = [each.deals(compositions(shoes)) for each in many]
    for row, shoe in enumerate(shoes):
        places, counts = by_class(shoe)
        expected = np.zeros(universe(ALL).size, dtype=np.int64)
        expected[places] = counts
        found = np.zeros_like(expected)
        table = way.table(compositions([shoe])[0])
        some = np.flatnonzero(table)
        np.add.at(found, way.classes[some], table[some])
        assert (found == expected).all(), shoe
        assert counts.sum() == perm(shoe.total, 6)
        for ways, of_bets, deals in zip(many, results, counted, strict=True):
            for place, of_class in zip(ways.columns, of_bets, strict=True):
                ends = np.zeros(place.stop - place.start, dtype=np.int64)
                np.add.at(ends, of_class[places], counts)
                assert (ends == deals[row, place]).all(), (ways.sheet.id, shoe)


def test_small_shoes_dealt_card_by_card() -> None:
    """Of 200 small shoes every class and every bet is what dealing all orders of cards gives."""
    chance = Random(SEED)
    check([small(chance) for _ in range(SHOES)])


def grown(calls: int) -> int:
    """How many KiB more the process holds after so many calls for a shoe each, any bets at all."""
    page = resource.getpagesize() // 1024
    chance = Random(SEED)
    shoes = compositions([small(chance, 416) for _ in range(64)])
    ways = [Many(find(name)) for name in shipped()]

    def count(number: int) -> None:
        for call in range(number):
            ways[call % len(ways)].deals(shoes[call % len(shoes)][np.newaxis])

    def held() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * page

    count(2_000)  # what is made once is made
    before = held()
    count(calls)
    return held() - before


def test_counting_keeps_nothing() -> None:
    """Ten thousand calls leave the process as large as it was; a nightly run makes a million."""
    assert grown(10_000) <= 512


@cache
def engine() -> tuple[list[Facts], Longs, Longs]:
    """Every sequence of points dealt by the real engine: classes, points in order, whose class."""
    of_points = {card.points: card for card in DECK}
    found: dict[Facts, int] = {}
    sequences, which = [], []
    waiting: list[tuple[int, ...]] = [*product(range(10), repeat=4)]
    while waiting:
        points = waiting.pop()
        cards = [of_points[point] for point in points]
        if next_hand(cards) is not None:
            waiting += [(*points, point) for point in range(10)]
            continue
        facts = Facts(*facts_of(play(cards))[:4])
        sequences.append((*points, *[-1] * (6 - len(points))))
        which.append(found.setdefault(facts, len(found)))
    return [*found], np.array(sequences, dtype=np.int64), np.array(which, dtype=np.int64)


def by_engine(shoe: Composition) -> dict[Facts, int]:
    """The deals of every value class: each sequence times the ways to draw its cards."""
    facts, sequences, which = engine()
    held = np.array([*shoe.points(), 0], dtype=object)
    ways = np.full(len(sequences), 1, dtype=object)
    for place in range(6):
        drawn = sequences[:, place]
        before = (sequences[:, :place] == drawn[:, np.newaxis]).sum(axis=1)
        rest = shoe.total - place  # any card follows where the coup needs no more
        ways *= np.where(drawn < 0, rest, held[drawn] - before)
    counted = np.zeros(len(facts), dtype=object)
    np.add.at(counted, which, ways)
    return {each: int(count) for each, count in zip(facts, counted, strict=True) if count}


BIG = {
    "one deck": Composition.of(1),
    "eight decks": Composition.of(8),
    "eight decks less a suit of nines": Composition.of(8, [DECK[8]] * 8),
    "kinds run out": Composition(tuple(number % 5 * (number % 3) for number in range(52))),
    "fifteen decks": Composition.of(15),
    "nothing but tens": Composition(tuple(800 * (number == 9) for number in range(52))),
    "three of each of two ranks": Composition(tuple(3 * (n in {4, 17}) for n in range(52))),
}


@pytest.mark.parametrize("name", BIG)
def test_the_engine_itself_enumerated(name: str) -> None:
    """Every sequence of points dealt by `rules.coup` comes as often as the kernels say."""
    shoe = BIG[name]
    expected = by_engine(shoe)
    assert sum(expected.values()) == perm(shoe.total, 6)
    assert classes(shoe, frozenset()) == expected
    assert Counter52(shoe).along(frozenset()) == expected
    table = np.zeros((1, kernel.VALUES), dtype=np.int64)
    points = np.array([shoe.points()], dtype=np.int64)
    kernel.values(points, points.sum(axis=1), table, 0)
    _, single = value_cells()
    assert dict(zip(value_classes(), table[0, single].tolist(), strict=True)) == {
        facts: expected.get(facts, 0) for facts in value_classes()
    }


def test_a_hundred_decks() -> None:
    """Beyond 64 bits the pure way goes on, digit for digit, and the kernel takes no such shoe."""
    shoe = Composition.of(100)
    assert Counter52(shoe).along(frozenset()) == by_engine(shoe)
    many = Many(find("deq-ez"))
    assert many.odds(shoe) == odds(find("deq-ez"), shoe)
    with pytest.raises(CardError, match=r"^shoe 1 has 5200 cards; the kernel counts 6 to 800"):
        many.deals([shoe.counts])
