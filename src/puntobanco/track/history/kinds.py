"""The kinds of values on a line of a history: how each is read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from puntobanco.cards import Card, parse_cards, render_cards
from puntobanco.ledger import TRANSFER_MAX
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.coup import Winner
from puntobanco.rules.sheet import Verdict
from puntobanco.track.history.records import FORMAT
from puntobanco.track.history.times import read_time, write_time
from puntobanco.track.notation import Outcome

NAME_MAX: Final = 200
TEXT_MAX: Final = 4_000
COUNT_MAX: Final = 10**12
_MARK: Final = re.compile(r"[a-z][a-z0-9]{0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Kind:
    """How a value is read, what to write where it cannot be, and how it is written.

    ``read`` raises ValueError, or an InputError that explains itself. ``rest`` takes the line's
    remainder, whatever is in it.
    """

    cure: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    rest: bool = False


def _integer(least: int, most: int) -> Kind:
    form = re.compile(r"0|-?[1-9][0-9]{0,18}", re.ASCII)

    def read(text: str) -> int:
        if not form.fullmatch(text) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return Kind(f"write a whole number from {least} to {most}", read)


def _text(least: int, most: int) -> Kind:
    def read(text: str) -> str:
        text.encode()  # half a character, from an escape, is a ValueError
        if not least <= len(text) <= most:
            raise ValueError(text)
        return text

    return Kind(f"write a text of {least} to {most} characters", read)


def choice(*words: str) -> Kind:
    """Give the kind of a value that is one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return Kind(f"write {' or '.join(words)}", read)


def _pattern(pattern: str, cure: str) -> Kind:
    form = re.compile(pattern, re.ASCII)

    def read(text: str) -> str:
        if not form.fullmatch(text):
            raise ValueError(text)
        return text

    return Kind(cure, read)


def _read_cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise ValueError(text)
    return cards


def _read_flag(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError(text)
    return text == "yes"


def _read_outcome(text: str) -> Outcome:
    """Read one outcome with any tokens; the check compares it with the cards."""
    letter, *marks = text.split("+")
    winner = next((winner for winner in Winner if winner.letter == letter), None)
    if winner is None or not all(map(_MARK.fullmatch, marks)):
        raise ValueError(text)
    return Outcome(winner, tuple(marks))


def _read_json(text: str) -> str:
    try:
        json.loads(text)
    except RecursionError:
        raise ValueError(text) from None
    return text


_CARD: Final = "write a card as a rank A 2-9 T J Q K and a suit C D H S, such as 9S"
_TIME: Final = "write a time in UTC such as 2026-04-01T19:03:12.250Z"
KINDS: Final = {
    "version": _integer(FORMAT, FORMAT),
    "number": _integer(1, COUNT_MAX),
    "count": _integer(0, COUNT_MAX),
    "amount": _integer(1, AMOUNT_MAX),
    "chips": _integer(0, TRANSFER_MAX),
    "net": _integer(-TRANSFER_MAX, TRANSFER_MAX),
    "name": _text(1, NAME_MAX),
    "text": _text(0, TEXT_MAX),
    "hash": _pattern("[0-9a-f]{64}", "write a SHA-256 as 64 digits 0-9 a-f"),
    "time": Kind(_TIME, read_time, write_time),
    "flag": Kind("write yes or no", _read_flag, lambda flag: "yes" if flag else "no"),
    "card": Kind(_CARD, Card.parse),
    "seen": Kind(
        f"{_CARD}, or unseen",
        lambda text: None if text == "unseen" else Card.parse(text),
        lambda card: str(card or "unseen"),
    ),
    "cards": Kind(
        "write the cards in the order dealt, such as 9S 4H KD 2C",
        _read_cards,
        render_cards,
        rest=True,
    ),
    "outcome": Kind("write B, P or T and its marks, such as B+n8", _read_outcome),
    "verdict": Kind("write pay or take or push", Verdict, lambda verdict: verdict.value),
    "json": Kind("write the sheet's canonical JSON", _read_json, rest=True),
}
