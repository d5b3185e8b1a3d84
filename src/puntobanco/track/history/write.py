"""A history as text: records in, lines out, as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Final

from puntobanco.track.history.lines import write_line
from puntobanco.track.history.records import (
    Correction,
    End,
    FreeHand,
    Header,
    History,
    Item,
    Round,
    Row,
    Shoe,
)

_BLOCKS: Final = (Shoe, Round, FreeHand, Correction)


def text_of(history: History) -> str:
    """Write a whole history."""
    return "".join(f"{line}\n" for line in write(history.header, history.items))


def write(header: Header, items: Iterable[Item]) -> Iterator[str]:
    """Write a history line by line, holding one item at a time; the last line counts them."""
    yield from write_part(header)
    shoes = rounds = 0
    for item in items:
        yield from write_part(item)
        if isinstance(item, Shoe):
            shoes += 1
            rounds += rounds_in(item)
    yield ""
    yield write_line(End(shoes, rounds))


def rounds_in(shoe: Shoe) -> int:
    """Count the rounds of a shoe; free hands and void rounds are rounds."""
    return sum(isinstance(item, Round | FreeHand) for item in shoe.items)


def write_part(part: Any, indent: str = "") -> Iterator[str]:
    """Write a record and all its parts; what belongs to a round or correction is set in."""
    if isinstance(part, Row):
        yield indent + write_line(part)
        return
    if isinstance(part, _BLOCKS):
        yield ""
    for number, each in enumerate(fields(part)):
        value = getattr(part, each.name)
        inner = "  " if number and isinstance(part, Round | FreeHand | Correction) else indent
        for one in value if isinstance(value, tuple) else () if value is None else (value,):
            yield from write_part(one, inner)
