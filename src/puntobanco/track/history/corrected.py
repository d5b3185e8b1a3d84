"""The shoes of a history as they turned out: what a correction says stands in place of the rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from puntobanco.errors import InputError
from puntobanco.track.history.check import REACH
from puntobanco.track.history.records import Correction, FreeHand, Header, Item, Round, Shoe


def corrected(parts: Iterable[Header | Item], name: str) -> Iterator[Shoe]:
    """Give each shoe once no correction reaches it, its hands with the cards that they really had.

    What a void round took out of the shoe stays out of it.
    """
    held: deque[Shoe] = deque()
    for part in parts:
        if isinstance(part, Shoe):
            if len(held) > REACH:
                yield held.popleft()
            held.append(part)
        for correction in _corrections(part):
            _correct(held, correction, name)
    yield from held


def _corrections(part: Header | Item) -> Iterator[Correction]:
    """Give the corrections of a part, in the order in which they were written down."""
    for item in part.items if isinstance(part, Shoe) else (part,):
        for each in (*item.moves, item) if isinstance(item, Round) else (item,):
            if isinstance(each, Correction):
                yield each


def _correct(held: deque[Shoe], correction: Correction, name: str) -> None:
    """Put a correction where its round is."""
    for number, shoe in enumerate(held):
        for at, item in enumerate(shoe.items):
            if isinstance(item, Round | FreeHand) and item.head.number == correction.head.round:
                changes: dict[str, Any] = {
                    "asides": item.asides + correction.asides,
                    "dealt": correction.dealt or item.dealt,
                    "ended": correction.ended or item.ended,
                }
                now = replace(item, **changes)
                held[number] = replace(shoe, items=(*shoe.items[:at], now, *shoe.items[at + 1 :]))
                return
    message = (
        f"{name}: line {correction.head.row}: there is no round {correction.head.round} within"
        f" {REACH} shoes to be corrected; puntobanco history check says more"
    )
    raise InputError(message)
