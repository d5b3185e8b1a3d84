"""How many ordered deals of six cards belong to each class of coups, exactly.

A coup of four or five cards stands for all deals of six that begin with it. Cards are
exchangeable, so one hand's cards may be counted before the other's. Fast ways for no axes, for
one hand's first two cards, for colours and for flushes; any other axes go the general way
(odds.general).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from operator import mul
from typing import Final

from puntobanco.cards import DECK, Suit
from puntobanco.errors import CardError
from puntobanco.odds.general import count_generally
from puntobanco.rules.conditions import COLOUR_AXES, FLUSH_AXES, Facts, pair_tier
from puntobanco.rules.coup import Hand
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.shoe import ROUND_CARDS_MAX, Composition

Counts = Mapping[Facts, int]
Axes = frozenset[str]
_Class = tuple[int, int, int | None, int | None]  # a value class: the first fields of its facts

_FEW: Final = 16  # cards that differ, of which plain Python counts third cards of forty kinds
_COLOURS: Final[tuple[tuple[str, bool | None], ...]] = (
    ("all", None),
    ("red", True),
    ("black", False),
)


@dataclass(frozen=True)
class Counter52:
    """Counts of one composition, each set of axes counted once."""

    composition: Composition
    _found: dict[Axes, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a shoe that may not hold a whole coup."""
        if self.composition.total < ROUND_CARDS_MAX:
            message = (
                f"{self.composition.total} cards are left and a coup may need"
                f" {ROUND_CARDS_MAX}; leave more in the shoe"
            )
            raise CardError(message)

    @property
    def deals(self) -> int:
        """All ordered deals of six cards."""
        return falling(self.composition.total, ROUND_CARDS_MAX)

    def along(self, axes: Axes) -> Counts:
        """Give the deals of every class along some axes; classes without a deal are left out."""
        if axes not in self._found:
            self._found[axes] = _way(axes)(self.composition, axes)
        return self._found[axes]


def falling(cards: int, drawn: int) -> int:
    """Give how many ordered ways there are to draw from so many cards."""
    ways = 1
    for step in range(drawn):
        ways *= cards - step
    return ways


def _way(axes: Axes) -> Callable[[Composition, Axes], Counts]:
    if not axes:
        return _by_value
    if axes <= {"player_pair", "player_suited"} or axes <= {"banker_pair", "banker_suited"}:
        return _by_first_two
    if axes <= COLOUR_AXES:
        return _by_colour
    if axes <= FLUSH_AXES:
        return _by_flush
    return _in_forty_kinds if axes & FLUSH_AXES else count_generally


def _in_forty_kinds(composition: Composition, axes: Axes) -> Counts:
    """Count what plain Python takes half a minute for, unless few cards are left."""
    if sum(map(bool, composition.counts)) <= _FEW:
        return count_generally(composition, axes)
    from puntobanco.odds.kernel import CARDS_MAX  # noqa: PLC0415 - for this question alone
    from puntobanco.odds.many import classes  # noqa: PLC0415

    way = count_generally if composition.total > CARDS_MAX else classes
    return way(composition, axes)


def _by_value(composition: Composition, _: Axes) -> Counts:
    return _padded(_all_cards(composition.points()), composition.total)


def _by_first_two(composition: Composition, axes: Axes) -> Counts:
    """Split the deals by the pair tier or suits of one hand's first two cards."""
    player_first = any(axis.startswith("player") for axis in axes)
    side = "player" if player_first else "banker"
    firsts: dict[tuple[int, int], Counter[tuple[str, bool]]] = {}
    for one, two in product(DECK, DECK):
        ways = composition.counts[one.index] * (composition.counts[two.index] - (one is two))
        if ways > 0:
            kind = (
                pair_tier(Hand((one, two))) if f"{side}_pair" in axes else "none",
                one.suit is two.suit if f"{side}_suited" in axes else False,
            )
            low, high = sorted((one.points, two.points))
            firsts.setdefault((low, high), Counter())[kind] += ways
    points = composition.points()
    found: dict[tuple[str, bool], Counter[_Class]] = {}
    for pair, kinds in firsts.items():
        rest = _walk(points, points, shared=True, player_first=player_first, only=pair)
        ways = sum(kinds.values())
        for kind, share in kinds.items():
            counts = found.setdefault(kind, Counter())
            for each, deals in rest.items():
                counts[each] += deals // ways * share
    named = {}
    for (tier, suited), counts in found.items():
        asked = (tier, "none", suited) if player_first else ("none", tier, False, suited)
        for each, deals in counts.items():
            named[Facts(*each, *asked)] = deals * _rest(composition.total, each)
    return named


def _by_colour(composition: Composition, axes: Axes) -> Counts:
    """Split the deals by colour: all cards, red ones alone, black ones alone; the rest is mixed."""
    pools = {name: composition.points(red=red) for name, red in _COLOURS}
    total = composition.total

    def drawn(player: str, banker: str) -> Counts:
        if player == banker == "all":
            return _padded(_all_cards(pools["all"]), total)
        ways = _walk(
            pools[player] if player != "all" else pools[banker],
            pools[banker] if player != "all" else pools[player],
            shared="all" in {player, banker} or player == banker,
            player_first=player != "all",
        )
        return _padded(ways, total)

    found: Counter[Facts] = Counter()
    if axes == {"colour"}:
        for facts, deals in drawn("all", "all").items():
            found[facts] = deals
        for colour in ("red", "black"):
            for facts, deals in drawn(colour, colour).items():
                found[facts] -= deals
                found[facts.along(colour=colour)] = deals
        return +found
    table = {
        (player, banker): drawn(player, banker)
        for (player, _), (banker, _) in product(_COLOURS, _COLOURS)
    }
    names = ("red", "black", "mixed")
    signs = {"red": {"red": 1}, "black": {"black": 1}, "mixed": {"all": 1, "red": -1, "black": -1}}
    for player, banker in product(names, names):
        key = {
            "player_colour": player,
            "banker_colour": banker,
            "colour": player if player == banker else "mixed",
        }
        asked = {axis: value for axis, value in key.items() if axis in axes}
        for (one, plus), (two, times) in product(signs[player].items(), signs[banker].items()):
            for facts, deals in table[one, two].items():
                found[facts.along(**asked)] += plus * times * deals
    return +found


def _by_flush(composition: Composition, axes: Axes) -> Counts:
    """Split the deals by flushes: each a hand from the pool of one suit; the rest is none."""
    total, everything = composition.total, composition.points()
    suits = [_points_of(composition, suit) for suit in Suit]
    found: Counter[Facts] = Counter(_padded(_all_cards(everything), total))
    for side in axes:
        one: Counter[_Class] = Counter()
        for suit in suits:
            one.update(_walk(suit, everything, shared=True, player_first=side == "player_flush"))
        for facts, deals in _padded(one, total).items():
            found[facts] -= deals
            found[facts.along(**{side: True})] += deals
    two: Counter[_Class] = Counter()
    for (p, ours), (b, theirs) in product(enumerate(suits), repeat=2) if len(axes) > 1 else ():
        two.update(_walk(ours, theirs, shared=p == b, player_first=True))
    for facts, deals in _padded(two, total).items():
        for player, banker in product((False, True), repeat=2):
            both = facts.along(player_flush=player, banker_flush=banker)
            found[both] += deals if player == banker else -deals
    return +found


def _points_of(composition: Composition, suit: Suit) -> tuple[int, ...]:
    """Count the cards of a suit by points."""
    points = [0] * 10
    for card, count in zip(DECK, composition.counts, strict=True):
        points[card.points] += count * (card.suit is suit)
    return tuple(points)


def _padded(found: Mapping[_Class, int], total: int) -> Counts:
    """Let every coup stand for the deals of six cards that begin with it."""
    return {Facts(*each): ways * _rest(total, each) for each, ways in found.items()}


def _rest(total: int, coup: _Class) -> int:
    """Give how many deals of six cards begin with the cards of a coup."""
    return _after(total, 4 + (coup[2] is not None) + (coup[3] is not None))


@cache
def _after(total: int, cards: int) -> int:
    return falling(total - cards, ROUND_CARDS_MAX - cards)


@lru_cache(maxsize=1)  # all cards alone are asked for without axes and by colour
def _all_cards(points: tuple[int, ...]) -> Counter[_Class]:
    return _walk(points, points, shared=True, player_first=True)


def _walk(
    first: Sequence[int],
    second: Sequence[int],
    *,
    shared: bool,
    player_first: bool,
    only: tuple[int, int] | None = None,
) -> Counter[_Class]:
    """Count ordered deals of value classes, one hand's cards wholly before the other's.

    ``first`` and ``second`` are the cards by points from which the hands are drawn; ``shared``
    says that the first hand's cards are in the second's pool too. ``only`` keeps to one pair of
    points for the first hand's first two cards.
    """
    found: Counter[_Class] = Counter()
    for one, two in (only,) if only else combinations_with_replacement(range(10), 2):
        ways = _two_ways(first, one, two)
        if ways <= 0:
            continue
        left = list(first)
        left[one] -= 1
        left[two] -= 1
        rest = list(second)
        if shared:
            rest[one] -= 1
            rest[two] -= 1
        for third in (None, *(point for point in range(10) if left[point] > 0)):
            pool = list(rest)
            drawn = ways
            if third is not None:
                drawn *= left[third]
                pool[third] -= shared
            _other_hand(found, (one + two) % 10, third, drawn, pool, player_first=player_first)
    return found


def _other_hand(
    found: Counter[_Class],
    two: int,
    third: int | None,
    ways: int,
    pool: Sequence[int],
    *,
    player_first: bool,
) -> None:
    """Add all deals of the second hand that go with the first hand's two and third.

    Its third card is chosen first: then one card of that is gone from the pairs with its total.
    """
    for rest in range(10):
        pairs = None
        for last in _thirds(two, third, rest, player_first=player_first):
            if pairs is None:
                partners = [pool[rest - one] - (2 * one % 10 == rest) for one in range(10)]
                pairs = sum(map(mul, pool, partners))
            drawn = pairs if last is None else pool[last] * (pairs - 2 * partners[last])
            if drawn > 0:
                twos = (two, rest, third, last) if player_first else (rest, two, last, third)
                found[twos] += ways * drawn


def _two_ways(pool: Sequence[int], one: int, two: int) -> int:
    """Give the ordered ways to draw two cards of these points."""
    return pool[one] * (pool[one] - 1) if one == two else 2 * pool[one] * pool[two]


@cache
def _thirds(
    two: int, third: int | None, rest: int, *, player_first: bool
) -> tuple[int | None, ...]:
    """Give the third cards that the second hand may have, none of them if the first cannot be."""
    if player_first:
        if player_draws(two, rest) != (third is not None):
            return ()
        return tuple(range(10)) if banker_draws(two, rest, third) else (None,)
    lasts = range(10) if player_draws(rest, two) else (None,)
    return tuple(last for last in lasts if banker_draws(rest, two, last) == (third is not None))
