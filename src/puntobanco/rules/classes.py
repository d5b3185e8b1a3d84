"""All classes of coups: what can happen, whatever the shoe, each with its facts.

A *value class* is (Player's first two, Banker's first two, Player's third or none, Banker's
third or none): 3,394 of them. Where a sheet asks for pairs, suits or colours, a class is split
along those *axes* and no others. A set of classes is an integer, one bit a class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import product, repeat
from typing import Any, NamedTuple

from puntobanco.rules.conditions import AXES, FEATURES, Clause, Condition, Facts, Value
from puntobanco.rules.tableau import banker_draws, player_draws

_Hand = tuple[str, bool, str, bool]  # pair tier, suited, colour, flush


@cache
def value_classes() -> tuple[Facts, ...]:
    """Give the 3,394 value classes in a fixed order."""
    found = []
    for player_two, banker_two in product(range(10), range(10)):
        draws = player_draws(player_two, banker_two)
        for player_third in range(10) if draws else (None,):
            banker = banker_draws(player_two, banker_two, player_third)
            found += [
                Facts(player_two, banker_two, player_third, banker_third)
                for banker_third in (range(10) if banker else (None,))
            ]
    return tuple(found)


@dataclass(frozen=True)
class Universe:
    """The classes along some axes; sets of them are bit masks.

    The value classes follow each other, each split into the parts of its shape. The facts of all
    classes are made only for who asks for them: along all axes there are 545,165.
    """

    axes: frozenset[str]
    _masks: dict[str, dict[Value, int]] = field(default_factory=dict)

    @cached_property
    def _rows(self) -> tuple[tuple[Facts, tuple[Facts, ...]], ...]:
        """Each value class, with the parts that its shape splits it into."""
        return tuple(
            (facts, _parts(_shape_of(facts), self.axes) if self.axes else (facts,))
            for facts in value_classes()
        )

    @cached_property
    def size(self) -> int:
        """How many classes there are."""
        return sum(len(parts) for _, parts in self._rows)

    @cached_property
    def facts(self) -> tuple[Facts, ...]:
        """The facts of every class, by its number."""
        return tuple(
            Facts._make((*facts[:_VALUES], *part[_VALUES:]))
            for facts, parts in self._rows
            for part in parts
        )

    @cached_property
    def firsts(self) -> Mapping[tuple[Any, ...], int]:
        """The number of the first class of each value class, by the value fields of its facts."""
        found: dict[tuple[Any, ...], int] = {}
        number = 0
        for facts, parts in self._rows:
            found[facts[:_VALUES]] = number
            number += len(parts)
        return found

    def place(self, facts: Facts) -> int:
        """Give how many classes of its value class stand before the one with these facts."""
        if not self.axes:
            return 0
        return _places(_shape_of(facts), self.axes)[facts[_VALUES:]]

    @cached_property
    def everything(self) -> int:
        """The set of all classes."""
        return (1 << self.size) - 1

    def where(self, key: str, values: frozenset[Value]) -> int:
        """Give the classes whose feature has one of the values."""
        if key not in self._masks:
            self._masks[key] = self._read(key)
        mask = 0
        for value in values:
            mask |= self._masks[key].get(value, 0)
        return mask

    def holds(self, condition: Condition, calls: Mapping[str, int]) -> int:
        """Give the classes in which a condition holds; ``calls`` are those of the calls before."""
        mask = 0
        for clause in condition.clauses:
            mask |= self._clause(clause, calls)
        return mask

    def _clause(self, clause: Clause, calls: Mapping[str, int]) -> int:
        mask = self.everything
        if clause.calls is not None:
            named = 0
            for call in clause.calls:
                named |= calls[call]
            mask &= named
        for key, values in clause.tests:
            mask &= self.where(key, values)
        return mask

    def _read(self, key: str) -> dict[Value, int]:
        """Give the classes in which a feature has each of its values.

        A feature without axes has one value all through a value class; one with axes is read
        once for all value classes that split alike.
        """
        feature = FEATURES[key]
        bits: list[dict[Value, str]] = []
        alike: dict[int, dict[Value, str]] = {}
        for facts, parts in self._rows:
            if not feature.axes:
                bits.append({feature.read(facts): "1" * len(parts)})
                continue
            if id(parts) not in alike:
                read = [feature.read(part) for part in parts]
                alike[id(parts)] = {
                    value: "".join("01"[known == value] for known in read) for value in set(read)
                }
            bits.append(alike[id(parts)])
        none = ["0" * len(parts) for _, parts in self._rows]
        return {
            value: int("".join(map(dict.get, bits, repeat(value), none))[::-1], 2)
            for value in set().union(*bits)
        }

    def members(self, mask: int) -> Iterator[int]:
        """Give the numbers of the classes in a set."""
        for byte, bits in enumerate(mask.to_bytes(self.size // 8 + 1, "little")):
            if bits:
                yield from (8 * byte + bit for bit in range(8) if bits >> bit & 1)


@lru_cache(maxsize=8)  # a sheet's bets share a few; a hostile sheet may ask for hundreds
def universe(axes: frozenset[str]) -> Universe:
    """Give all classes that can occur, split along the axes."""
    return Universe(axes)


class _Shape(NamedTuple):
    """What of a value class decides how it splits."""

    player_even: bool  # only even totals can be a pair
    player_third: bool
    banker_even: bool
    banker_third: bool
    level: bool  # both hands count the same on two cards: two pairs may be of one rank


def _shape_of(facts: Facts) -> _Shape:
    return _Shape(
        facts.player_two % 2 == 0,
        facts.player_third is not None,
        facts.banker_two % 2 == 0,
        facts.banker_third is not None,
        facts.player_two == facts.banker_two,
    )


@lru_cache(maxsize=256)
def _parts(shape: _Shape, axes: frozenset[str]) -> tuple[Facts, ...]:
    """Give what the axes tell apart in a value class of some shape; the values are left at 0."""
    players = _hand_kinds(shape.player_even, shape.player_third)
    bankers = _hand_kinds(shape.banker_even, shape.banker_third)
    return tuple(
        dict.fromkeys(
            _unasked(full, axes)
            for player, banker in product(
                _asked(players, "player", axes), _asked(bankers, "banker", axes)
            )
            for full in _joined(player, banker, level=shape.level)
        )
    )


@lru_cache(maxsize=256)
def _places(shape: _Shape, axes: frozenset[str]) -> Mapping[tuple[Any, ...], int]:
    return {part[_VALUES:]: place for place, part in enumerate(_parts(shape, axes))}


def _asked(kinds: tuple[_Hand, ...], side: str, axes: frozenset[str]) -> tuple[_Hand, ...]:
    """Drop what differs in nothing that is asked, to keep the product small."""
    wanted = [f"{side}_pair" in axes or "same_rank" in axes, f"{side}_suited" in axes]
    wanted += [f"{side}_colour" in axes or "colour" in axes, f"{side}_flush" in axes]
    return tuple(
        {
            tuple(v for v, asked in zip(kind, wanted, strict=True) if asked): kind for kind in kinds
        }.values()
    )


def _joined(player: _Hand, banker: _Hand, *, level: bool) -> Iterator[Facts]:
    """Lay two hands' kinds side by side; two pairs of one total may be of one rank."""
    alike = level and "none" not in {player[0], banker[0]}
    for same_rank in (False, True) if alike else (False,):
        yield _NOTHING.along(
            player_pair=player[0],
            player_suited=player[1],
            player_colour=player[2],
            player_flush=player[3],
            banker_pair=banker[0],
            banker_suited=banker[1],
            banker_colour=banker[2],
            banker_flush=banker[3],
            same_rank=same_rank,
            colour=player[2] if player[2] == banker[2] else "mixed",
        )


_VALUES = 4  # the first fields of Facts are the value class, the others the axes
_NOTHING = Facts(0, 0, None, None)
_DEFAULTS = _NOTHING._asdict()


def _unasked(facts: Facts, axes: frozenset[str]) -> Facts:
    """Put what no axis asks back to its default."""
    return facts.along(**{axis: _DEFAULTS[axis] for axis in AXES if axis not in axes})


@cache
def _hand_kinds(can_pair: bool, third: bool) -> tuple[_Hand, ...]:  # noqa: FBT001
    """Give all (tier, suited, colour, flush) of a hand; only even totals can be a pair."""
    kinds: list[_Hand] = []
    for tier in ("none", "mixed", "coloured", "suited") if can_pair else ("none",):
        for suited in {"none": (False, True), "suited": (True,)}.get(tier, (False,)):
            one_colour = suited or tier == "coloured"
            flushes = (False, True) if suited and third else (suited,)
            if tier != "mixed":
                kinds += product([tier], [suited], ["red", "black"], flushes)
            if third or not one_colour:
                kinds.append((tier, suited, "mixed", False))
    return tuple(kinds)
