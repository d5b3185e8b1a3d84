"""Conditions of a rule sheet: what a call or a result asks of a finished coup.

A condition is a table whose keys must all hold; a list as a value means any of; a list of
tables means any of. Every key names a feature of the coup; every word is a set of the
feature's values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from puntobanco.cards import Card
from puntobanco.rules.coup import Coup, Hand
from puntobanco.rules.tableau import is_natural

Value = str | int | bool


class Facts(NamedTuple):
    """All that a condition can ask of a coup; a class of coups has one set of facts."""

    player_two: int
    banker_two: int
    player_third: int | None
    banker_third: int | None
    player_pair: str = "none"
    banker_pair: str = "none"
    player_suited: bool = False
    banker_suited: bool = False
    player_colour: str = "mixed"
    banker_colour: str = "mixed"
    same_rank: bool = False  # both hands are pairs, and of one rank
    colour: str = "mixed"  # of all cards of the coup
    player_flush: bool = False  # all cards of the hand are of one suit
    banker_flush: bool = False

    def along(self, **axes: Any) -> Facts:
        """Give the same facts with other values along some axes."""
        return self._replace(**axes)

    @property
    def player_total(self) -> int:
        """The Player hand's final total."""
        return (self.player_two + (self.player_third or 0)) % 10

    @property
    def banker_total(self) -> int:
        """The Banker hand's final total."""
        return (self.banker_two + (self.banker_third or 0)) % 10


def facts_of(coup: Coup) -> Facts:
    """Read the facts of a coup of real cards."""
    player, banker = coup.hands.player, coup.hands.banker
    player_pair, banker_pair = pair_tier(player), pair_tier(banker)
    return Facts(
        player.two,
        banker.two,
        player.third,
        banker.third,
        player_pair,
        banker_pair,
        player.cards[0].suit is player.cards[1].suit,
        banker.cards[0].suit is banker.cards[1].suit,
        colour_of(player.cards),
        colour_of(banker.cards),
        "none" not in {player_pair, banker_pair} and player.cards[0].rank is banker.cards[0].rank,
        colour_of(coup.cards),
        is_flush(player.cards),
        is_flush(banker.cards),
    )


def pair_tier(hand: Hand) -> str:
    """The tier of the first two cards; tiers exclude each other (GAP-0.7)."""
    first, second = hand.cards[:2]
    if first.rank is not second.rank:
        return "none"
    if first.suit is second.suit:
        return "suited"
    return "coloured" if first.suit.is_red == second.suit.is_red else "mixed"


def colour_of(cards: tuple[Card, ...]) -> str:
    """``red`` or ``black`` where all cards are, else ``mixed``."""
    reds = sum(card.suit.is_red for card in cards)
    return "mixed" if 0 < reds < len(cards) else "red" if reds else "black"


def is_flush(cards: tuple[Card, ...]) -> bool:
    """Whether all cards are of one suit."""
    return len({card.suit for card in cards}) == 1


def _winner(facts: Facts) -> Value:
    if facts.player_total == facts.banker_total:
        return "tie"
    return "player" if facts.player_total > facts.banker_total else "banker"


def _pairs(facts: Facts) -> Value:
    hands = (facts.player_pair != "none") + (facts.banker_pair != "none")
    return ("none", "one", "both-same-rank" if facts.same_rank else "both-other-ranks")[hands]


@dataclass(frozen=True, slots=True)
class Feature:
    """A key of a condition: its words, each a set of values, and how to read the value."""

    words: Mapping[Value, frozenset[Value]]
    read: Callable[[Facts], Value]
    axes: frozenset[str] = frozenset()  # the features beyond the value class that it needs


def _plain(*values: Value) -> dict[Value, frozenset[Value]]:
    return {value: frozenset({value}) for value in values}


_DIGITS: Final = _plain(*range(10))
_FLAGS: Final = _plain(*(True, False))
_COLOURS: Final = _plain("red", "black", "mixed") | {"same": frozenset[Value]({"red", "black"})}
_TIERS: Final = _plain("none", "mixed", "coloured", "suited") | {
    "any": frozenset[Value]({"mixed", "coloured", "suited"})
}
_PAIRS: Final[dict[Value, frozenset[Value]]] = {
    "none": frozenset({"none"}),
    "either": frozenset({"one", "both-same-rank", "both-other-ranks"}),
    "both": frozenset({"both-same-rank", "both-other-ranks"}),
    "both-same-rank": frozenset({"both-same-rank"}),
}
AXES: Final = (
    "player_pair",
    "banker_pair",
    "player_suited",
    "banker_suited",
    "player_colour",
    "banker_colour",
    "same_rank",
    "colour",
    "player_flush",
    "banker_flush",
)
COLOUR_AXES: Final = frozenset({"player_colour", "banker_colour", "colour"})
TIER_AXES: Final = frozenset({"player_pair", "banker_pair", "same_rank"})
SUITED_AXES: Final = frozenset({"player_suited", "banker_suited"})
FLUSH_AXES: Final = frozenset({"player_flush", "banker_flush"})


def _of_hand(side: str) -> dict[str, Feature]:
    two, third = f"{side}_two", f"{side}_third"
    return {
        f"{side}.total": Feature(_DIGITS, lambda f: int(getattr(f, f"{side}_total"))),
        f"{side}.two": Feature(_DIGITS, lambda f: int(getattr(f, two))),
        f"{side}.cards": Feature(_plain(2, 3), lambda f: 2 if getattr(f, third) is None else 3),
        f"{side}.natural": Feature(
            _FLAGS,
            lambda f: getattr(f, third) is None and is_natural(getattr(f, two)),
        ),
        f"{side}.third": Feature(
            _DIGITS | _plain("none"),
            lambda f: "none" if getattr(f, third) is None else int(getattr(f, third)),
        ),
        f"{side}.pair": Feature(
            _TIERS, lambda f: str(getattr(f, f"{side}_pair")), frozenset({f"{side}_pair"})
        ),
        f"{side}.suited": Feature(
            _FLAGS,
            lambda f: bool(getattr(f, f"{side}_suited")),
            frozenset({f"{side}_suited"}),
        ),
        f"{side}.flush": Feature(
            _FLAGS, lambda f: bool(getattr(f, f"{side}_flush")), frozenset({f"{side}_flush"})
        ),
        f"{side}.colour": Feature(
            _COLOURS, lambda f: str(getattr(f, f"{side}_colour")), frozenset({f"{side}_colour"})
        ),
    }


# Keys of a condition, in the order in which help and errors name them. ``call`` is not here: it
# stands for the condition of the call.
FEATURES: Final[dict[str, Feature]] = {
    "winner": Feature(_plain("player", "banker", "tie"), _winner),
    "margin": Feature(_DIGITS, lambda f: abs(f.player_total - f.banker_total)),
    "cards": Feature(
        _plain(4, 5, 6),
        lambda f: 4 + (f.player_third is not None) + (f.banker_third is not None),
    ),
    "colour": Feature(_COLOURS, lambda f: f.colour, frozenset({"colour"})),
    "pairs": Feature(_PAIRS, _pairs, frozenset({"player_pair", "banker_pair", "same_rank"})),
    **_of_hand("player"),
    **_of_hand("banker"),
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One table of a condition: every feature must be one of its values, every call list hit."""

    tests: tuple[tuple[str, frozenset[Value]], ...]
    calls: frozenset[str] | None = None

    def holds(self, facts: Facts, calls: frozenset[str]) -> bool:
        """Whether all keys hold."""
        if self.calls is not None and not self.calls & calls:
            return False
        return all(FEATURES[key].read(facts) in values for key, values in self.tests)


@dataclass(frozen=True, slots=True)
class Condition:
    """Any of its clauses; ``source`` is the table or list as written, for hashes and pages."""

    clauses: tuple[Clause, ...]
    source: object

    def holds(self, facts: Facts, calls: frozenset[str]) -> bool:
        """Whether any clause holds, given the calls that hold."""
        return any(clause.holds(facts, calls) for clause in self.clauses)

    @property
    def calls(self) -> frozenset[str]:
        """The calls that it names."""
        return frozenset().union(*(clause.calls or () for clause in self.clauses))

    @property
    def axes(self) -> frozenset[str]:
        """The features beyond the value class that its own keys need."""
        return frozenset().union(
            *(FEATURES[key].axes for clause in self.clauses for key, _ in clause.tests)
        )
