"""The keypad of a tracked shoe under random keys, and what hands there can be at all."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.cards import Card
from puntobanco.house.boards import call_of
from puntobanco.house.tracking import tracking
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import next_hand, play
from puntobanco.rules.marks import marks_of
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Refusal
from tests.table.felts import RealFelt, game
from tools.check import node

DRIVER = Path(__file__).parents[1] / "js" / "keypad.js"
RANKS = "A23456789TJ"  # two that count nothing, so that a pair of them need not be one
THIRDS = "A23456789T"
LENGTH = 24


@dataclass(frozen=True)
class Played:
    """What random keys came to."""

    hands: tuple[dict[str, Any], ...]
    refused: int


def play_keys(base: str, sequences: int, seed: int) -> Played:
    """Press random keys, and give every hand that would be stored."""
    felt = table(base)
    asked = {
        "rules": tracking(felt.state),
        "calls": [call_of(felt.state.game.sheet, call.id) for call in felt.state.game.sheet.calls],
        "sequences": sequences,
        "length": LENGTH,
        "seed": seed,
    }
    done = subprocess.run(
        (node(), str(DRIVER)), input=msgspec.json.encode(asked), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    found = json.loads(done.stdout)
    return Played(tuple(found["hands"]), found["refused"])


def table(base: str) -> RealFelt:
    """A table that tracks a shoe of a game."""
    felt = RealFelt.opened(game(base), cards="results")
    felt.done(cm.NewShoe(by="dan", shoe=1))
    return felt


def house_says(base: str, hand: dict[str, Any]) -> Refusal | None:
    """What the house answers to a hand."""
    said: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in hand.items()
    }
    return table(base).answer(cm.EnterHand(by="dan", hand=1, **said))


@cache
def possible(base: str) -> frozenset[tuple[str, frozenset[str]]]:
    """Every winner with every set of marks that a hand of a game can have, found by dealing all."""
    sheet = find(base)
    return frozenset(
        (coup.winner.value, frozenset(marks_of(sheet, coup))) for coup in map(play, _deals())
    )


def _deals() -> Iterator[list[Card]]:
    for ranks in product(RANKS, repeat=4):
        yield from _drawn([Card.parse(rank + "S") for rank in ranks])


def _drawn(cards: list[Card]) -> Iterator[list[Card]]:
    if next_hand(cards) is None:
        yield cards
        return
    for third in THIRDS:
        yield from _drawn([*cards, Card.parse(third + "S")])


def is_possible(base: str, hand: dict[str, Any]) -> bool:
    """Whether there is such a hand: a result may leave marks out, but have none too many."""
    if "cards" in hand:
        cards = [Card.parse(code if len(code) > 1 else code + "S") for code in hand["cards"]]
        return next_hand(cards) is None and bool(play(cards))
    marks = set(hand["marks"])
    return any(hand["winner"] == winner and marks <= having for winner, having in possible(base))
