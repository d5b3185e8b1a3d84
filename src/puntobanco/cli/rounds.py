"""Rounds to settle, as JSON: one object alone, or one object a line."""

from __future__ import annotations

import errno
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from puntobanco.cli.dealt import coup_of
from puntobanco.cli.strict import DocumentError, read_json
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Coup
from puntobanco.rules.round import SEATS_MAX, check_cover, check_wagers
from puntobanco.rules.settle import Settlement, Wager, settle
from puntobanco.rules.sheet import Sheet

ROUND_MAX: Final = 16 * 1024 * 1024  # bytes of one round
_LIMIT: Final = f"{ROUND_MAX // 1024**2} MiB"
STANDARD_INPUT: Final = "-"

Amount = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
Seat = Annotated[int, Meta(ge=1, le=SEATS_MAX)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]


class WagerInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A wager as a program writes it."""

    id: Name
    seat: Seat
    patron: Name
    line: Literal["front", "back"]
    bet: Name
    amount: Amount

    def record(self) -> Wager:
        """Give the wager of the core."""
        return Wager(self.id, self.seat, self.patron, self.bet, self.amount, self.line)


class RoundInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A round as a program writes it."""

    rules: Annotated[str, Meta(min_length=1, max_length=1000)]
    cards: Annotated[str, Meta(max_length=1000)]
    seats: Seat
    wagers: tuple[WagerInput, ...]
    cover: Amount | None = None
    policy: Literal["running", "gross", "collect-then-pay"] | UnsetType = UNSET
    win_cap: Literal["continue", "halt"] | UnsetType = UNSET


_WHOLE: Final = f"write a whole number from 1 to {AMOUNT_MAX}"
_SEAT: Final = f"write a whole number from 1 to {SEATS_MAX}"
_NAME: Final = "write a text of 1 to 100 letters"
CURES: Final = {
    "": f"write an object with {', '.join(RoundInput.__struct_fields__)}",
    "rules": "write the id of a rule sheet, or its file, as a text",
    "cards": 'write the cards in the order dealt as a text, such as "9S KD 4H 2C"',
    "seats": _SEAT,
    "wagers": "write a list of wagers",
    "wagers[]": f"write an object with {', '.join(WagerInput.__struct_fields__)}",
    "cover": f"{_WHOLE}, or null for a bank without limit",
    "policy": "write running, gross or collect-then-pay, or leave it out",
    "win_cap": "write continue or halt, or leave it out",
    "id": _NAME,
    "seat": _SEAT,
    "patron": _NAME,
    "line": "write front or back",
    "bet": _NAME,
    "amount": _WHOLE,
}


@dataclass(frozen=True, slots=True)
class Settled:
    """A round with its settlement."""

    sheet: Sheet
    coup: Coup
    done: Settlement


@dataclass(slots=True)
class Settler:
    """Settles rounds; reads every sheet once."""

    _sheets: dict[str, Sheet] = field(default_factory=dict)

    def settle(self, raw: bytes) -> Settled:
        """Settle one round; InputError names the place in it and the cure."""
        given = read_json(raw, RoundInput, CURES)
        sheet = self._sheet(given.rules)
        coup = coup_of(given.cards, sheet)
        wagers = [wager.record() for wager in given.wagers]
        check_cover(sheet, given.cover)
        check_wagers(sheet, wagers, given.seats)
        done = settle(
            sheet,
            coup,
            wagers,
            seats=given.seats,
            cover=given.cover,
            policy=given.policy or None,
            win_cap=given.win_cap or None,
        )
        return Settled(sheet, coup, done)

    def _sheet(self, name: str) -> Sheet:
        if name not in self._sheets:
            self._sheets[name] = find(name)
        return self._sheets[name]


@dataclass(frozen=True, slots=True)
class Entry:
    """One round as it was read; ``line`` is None where it is alone in its file."""

    line: int | None
    raw: bytes


def read_entries(name: str) -> Iterator[Entry]:
    """Read the rounds of a file, or of standard input; InputError where there is none."""
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        with opened(name) as file:
            yield from _split(shown, _lines(shown, file))
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        message = f"{shown}: {reason}; give a file of rounds, or - for standard input"
        raise DocumentError(message) from None


def opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file, or standard input; OSError where that cannot be."""
    if name != STANDARD_INPUT:
        return Path(name).open("rb")
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, "it is closed")
    return nullcontext(sys.stdin.buffer)


def _lines(name: str, file: IO[bytes]) -> Iterator[Entry]:
    number = 0
    while raw := file.readline(ROUND_MAX + 1):
        number += 1
        if len(raw) > ROUND_MAX:
            message = f"{name}:{number}: the line is longer than {_LIMIT}; write one round a line"
            raise DocumentError(message)
        yield Entry(number, raw.removeprefix(BOM_UTF8) if number == 1 else raw)


def _split(name: str, lines: Iterator[Entry]) -> Iterator[Entry]:
    """Tell one object alone, over however many lines, from one object a line."""
    head = list(_up_to_text(lines))
    if not head:
        message = f"{name}: it is empty; write a round as a JSON object"
        raise DocumentError(message)
    if _is_object(head[-1].raw):
        more = list(_up_to_text(lines))
    else:
        more = _up_to_limit(lines)
        whole = b"".join(entry.raw for entry in (*head, *more))
        if _is_object(whole) or not _is_one_a_line((*head, *more)):
            if next(lines, None):
                message = f"{name}: a round is longer than {_LIMIT}; make it smaller"
                raise DocumentError(message)
            head, more = [Entry(None, whole)], []
    if more:
        yield from filter(_has_text, chain(head, more, lines))
    else:
        yield Entry(None, b"".join(entry.raw for entry in head))


def _up_to_text(lines: Iterator[Entry]) -> Iterator[Entry]:
    """Take lines up to the first that is not blank; nothing where there is none."""
    blank = []
    for entry in lines:
        blank.append(entry)
        if _has_text(entry):
            yield from blank
            return


def _up_to_limit(lines: Iterator[Entry]) -> list[Entry]:
    """Take as many lines as one round may have."""
    taken, size = [], 0
    while size <= ROUND_MAX and (entry := next(lines, None)):
        taken.append(entry)
        size += len(entry.raw)
    return taken


def _has_text(entry: Entry) -> bool:
    return bool(entry.raw.strip())


def _is_object(raw: bytes) -> bool:
    try:
        return isinstance(json.loads(raw.decode()), dict)
    except (ValueError, RecursionError):
        return False


def _is_one_a_line(entries: Sequence[Entry]) -> bool:
    """Tell one object a line from one over many lines, also where something is amiss.

    One a line it is where a line is a whole object, or where two lines begin one. Lines of an
    object that is laid out over many are indented, but for its braces.
    """
    begun = [entry.raw for entry in entries if entry.raw[:1] == b"{" and len(entry.raw.strip()) > 1]
    return len(begun) > 1 or any(map(_is_object, begun))
