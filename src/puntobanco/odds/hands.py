"""What axes ask of a hand: of its first two cards together, and of its third.

A *type* of two cards is all that the axes ask of them in either hand; what they tell in one hand
is what is *seen*. The *kind* of a card is its points, and of its suit what the axes ask.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from puntobanco.cards import Card, Suit
from puntobanco.rules.conditions import (
    COLOUR_AXES,
    FLUSH_AXES,
    SUITED_AXES,
    TIER_AXES,
    pair_tier,
)
from puntobanco.rules.coup import Hand

Axes = frozenset[str]

_SECOND: Final = frozenset({Suit.HEARTS, Suit.SPADES})  # of the two suits of each colour
_COLOURS: Final = ("black", "red")


class Type(NamedTuple):
    """What is asked of two cards: their kinds, sorted, and their suits and rank."""

    low: int
    high: int
    tier: str
    suited: bool
    rank: int  # of a pair, where ranks are asked; else 0


class Seen(NamedTuple):
    """What the axes tell of a hand's first two cards."""

    two: int
    tier: str
    suited: bool
    colour: str
    suit: int | None  # of both, where a flush is asked for


def kinds_of(axes: Axes) -> int:
    """Give how many kinds of cards there are: ten points, in one, two or four suits."""
    return 10 * (4 if axes & FLUSH_AXES else 2 if axes & COLOUR_AXES else 1)


def kind_of(card: Card, axes: Axes) -> int:
    """Give a card's points, and ten times what the axes ask of its suit: its colour, or all.

    A colour and a suit have the same parity.
    """
    if axes & FLUSH_AXES:
        return card.points + 10 * (card.suit.is_red + 2 * (card.suit in _SECOND))
    return card.points + 10 * (bool(axes & COLOUR_AXES) and card.suit.is_red)


def type_of(one: Card, two: Card, axes: Axes) -> Type:
    """Give the type of two cards."""
    low, high = sorted((kind_of(one, axes), kind_of(two, axes)))
    tier = pair_tier(Hand((one, two))) if axes & TIER_AXES else "none"
    suited = one.suit is two.suit if axes & SUITED_AXES else False
    rank = one.rank.number if tier != "none" and "same_rank" in axes else 0
    return Type(low, high, tier, suited, rank)


def seen_of(two: Type, side: str, axes: Axes) -> Seen:
    """Give what the axes tell of a type in one hand."""
    suits = {two.low // 10, two.high // 10}
    colours = {suit % 2 for suit in suits}
    colour = "mixed" if len(colours) > 1 else _COLOURS[colours.pop()]
    return Seen(
        (two.low + two.high) % 10,
        two.tier if f"{side}_pair" in axes else "none",
        two.suited if f"{side}_suited" in axes else False,
        colour if axes & {f"{side}_colour", "colour"} else "mixed",
        suits.pop() if f"{side}_flush" in axes and len(suits) == 1 else None,
    )


def points_of(kind: int | None) -> int | None:
    """Give the points of a kind of third card."""
    return None if kind is None else kind % 10


def colour_with(two: Seen, third: int | None) -> str:
    """Give the colour of a hand with a kind of third card, if any."""
    return two.colour if third is None or two.colour == _COLOURS[third // 10 % 2] else "mixed"


def is_flush_with(two: Seen, third: int | None) -> bool:
    """Whether a hand is of one suit with a kind of third card, if any."""
    return two.suit is not None and (third is None or third // 10 == two.suit)
