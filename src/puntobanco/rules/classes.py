"""All classes of coups: what can happen, whatever the shoe, each with its facts.

A *value class* is (Player's first two, Banker's first two, Player's third or none, Banker's
third or none): 3,394 of them. Where a sheet asks for pairs, suits or colours, a class is split
along those *axes* and no others. A set of classes is an integer, one bit a class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from puntobanco.rules.conditions import AXES, FEATURES, Clause, Condition, Facts, Value
from puntobanco.rules.tableau import banker_draws, player_draws

_Hand = tuple[str, bool, str]  # pair tier, suited, colour


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


@dataclass(frozen=True, slots=True)
class Universe:
    """The classes along some axes; sets of them are bit masks."""

    facts: tuple[Facts, ...]
    _masks: dict[tuple[str, Value], int] = field(default_factory=dict)

    @property
    def everything(self) -> int:
        """The set of all classes."""
        return (1 << len(self.facts)) - 1

    def where(self, key: str, values: frozenset[Value]) -> int:
        """Give the classes whose feature has one of the values."""
        if not any((key, value) in self._masks for value in values):
            self._read(key)
        mask = 0
        for value in values:
            mask |= self._masks.get((key, value), 0)
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

    def _read(self, key: str) -> None:
        read = FEATURES[key].read
        rows: dict[Value, bytearray] = {}
        size = len(self.facts) // 8 + 1
        for index, facts in enumerate(self.facts):
            bits = rows.setdefault(read(facts), bytearray(size))
            bits[index >> 3] |= 1 << (index & 7)
        for value, bits in rows.items():
            self._masks[key, value] = int.from_bytes(bits, "little")

    def members(self, mask: int) -> Iterator[int]:
        """Give the numbers of the classes in a set."""
        for byte, bits in enumerate(mask.to_bytes(len(self.facts) // 8 + 1, "little")):
            if bits:
                yield from (8 * byte + bit for bit in range(8) if bits >> bit & 1)


@cache
def universe(axes: frozenset[str]) -> Universe:
    """Give all classes that can occur, split along the axes."""
    if not axes:
        return Universe(value_classes())
    return Universe(tuple(_split(axes)))


def _split(axes: frozenset[str]) -> Iterator[Facts]:
    for facts in value_classes():
        players = _hand_kinds(facts.player_two % 2 == 0, facts.player_third is not None)
        bankers = _hand_kinds(facts.banker_two % 2 == 0, facts.banker_third is not None)
        yield from dict.fromkeys(
            _unasked(full, axes)
            for player, banker in product(
                _asked(players, "player", axes), _asked(bankers, "banker", axes)
            )
            for full in _joined(facts, player, banker)
        )


def _asked(kinds: tuple[_Hand, ...], side: str, axes: frozenset[str]) -> tuple[_Hand, ...]:
    """Drop what differs in nothing that is asked, to keep the product small."""
    wanted = [f"{side}_pair" in axes or "same_rank" in axes, f"{side}_suited" in axes]
    wanted.append(f"{side}_colour" in axes or "colour" in axes)
    return tuple(
        {
            tuple(v for v, asked in zip(kind, wanted, strict=True) if asked): kind for kind in kinds
        }.values()
    )


def _joined(facts: Facts, player: _Hand, banker: _Hand) -> Iterator[Facts]:
    """Lay two hands' kinds side by side; two pairs of one total may be of one rank."""
    paired = "none" not in {player[0], banker[0]}
    alike = paired and facts.player_two == facts.banker_two
    for same_rank in (False, True) if alike else (False,):
        yield facts.along(
            player_pair=player[0],
            player_suited=player[1],
            player_colour=player[2],
            banker_pair=banker[0],
            banker_suited=banker[1],
            banker_colour=banker[2],
            same_rank=same_rank,
            colour=player[2] if player[2] == banker[2] else "mixed",
        )


_DEFAULTS = Facts(0, 0, None, None)._asdict()


def _unasked(facts: Facts, axes: frozenset[str]) -> Facts:
    """Put what no axis asks back to its default."""
    return facts.along(**{axis: _DEFAULTS[axis] for axis in AXES if axis not in axes})


@cache
def _hand_kinds(can_pair: bool, third: bool) -> tuple[_Hand, ...]:  # noqa: FBT001
    """Give all (tier, suited, colour) of a hand; only even totals can be a pair."""
    kinds: list[_Hand] = []
    for tier in ("none", "mixed", "coloured", "suited") if can_pair else ("none",):
        for suited in {"none": (False, True), "suited": (True,)}.get(tier, (False,)):
            one_colour = suited or tier == "coloured"
            if tier != "mixed":
                kinds += [(tier, suited, "red"), (tier, suited, "black")]
            if third or not one_colour:
                kinds.append((tier, suited, "mixed"))
    return tuple(kinds)
