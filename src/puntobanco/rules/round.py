"""What must be true of a round's wagers and cover before it is settled.

Limits are assumed kept and fees paid; the order of the checks is that of the refusals at a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NoReturn

from puntobanco.errors import InputError
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet, Sheet

SEATS_MAX: Final = 14
LINES: Final = ("front", "back")


class RoundError(InputError):
    """A round that cannot be settled; names the wager and the cure."""

    wager = ""  # its id, where it is the fault of one


def check_cover(sheet: Sheet, cover: int | None) -> None:
    """Refuse a cover that is no amount, or where the house banks without limit."""
    if cover is None:
        return
    if sheet.is_house_banked:
        message = (
            f"cover: {sheet.id} is banked by the house, whose cover has no limit;"
            " leave cover out or write null"
        )
        raise RoundError(message)
    if not 1 <= cover <= AMOUNT_MAX:
        message = f"cover: {cover} is no cover; write a whole number from 1 to {AMOUNT_MAX}"
        raise RoundError(message)


def check_wagers(sheet: Sheet, wagers: Sequence[Wager], seats: int) -> None:
    """Refuse the first wager, in the order given, that the sheet does not allow."""
    if not 1 <= seats <= SEATS_MAX:
        message = f"seats: {seats} is no number of seats; write a number from 1 to {SEATS_MAX}"
        raise RoundError(message)
    known: set[str] = set()
    fronts: dict[int, str] = {}
    mains: dict[str, Bet] = {}
    for wager in wagers:
        if wager.id in known:
            _refuse(wager, "its id is there twice", "give every wager an id of its own")
        known.add(wager.id)
        bet = _check_alone(sheet, wager, seats)
        if wager.line == "front":
            holder = fronts.setdefault(wager.seat, wager.patron)
            if holder != wager.patron:
                _refuse(
                    wager,
                    f"patron '{holder}' has the front line of seat {wager.seat}",
                    "put it on the back line or on another seat",
                )
        if bet.is_main and not sheet.venue.opposite_mains:
            other = mains.setdefault(wager.patron, bet)
            if other.id != bet.id:
                _refuse(
                    wager,
                    f"{sheet.id} does not let patron '{wager.patron}' hold {bet.id} against"
                    f" a {other.id} wager",
                    f"keep to {bet.id} or to {other.id}",
                )
    _check_requirements(sheet, wagers)


def _check_alone(sheet: Sheet, wager: Wager, seats: int) -> Bet:
    """Check what a wager says by itself, and find its bet."""
    if not 1 <= wager.seat <= seats:
        _refuse(wager, f"there is no seat {wager.seat}", f"write a seat from 1 to {seats}")
    bet = sheet.bet(wager.bet)
    if bet is None:
        bets = ", ".join(each.id for each in sheet.bets)
        _refuse(wager, f"{sheet.id} has no bet '{wager.bet}'", f"use {bets}")
    if wager.line not in LINES:
        _refuse(wager, f"there is no line '{wager.line}'", f"use {' or '.join(LINES)}")
    if wager.line == "back" and not bet.back_line:
        _refuse(wager, f"{bet.id} takes no back-line wager", "put it on the front line")
    if not 1 <= wager.amount <= AMOUNT_MAX:
        _refuse(
            wager,
            f"{wager.amount} is no amount",
            f"write a whole number from 1 to {AMOUNT_MAX}",
        )
    return bet


def _check_requirements(sheet: Sheet, wagers: Sequence[Wager]) -> None:
    """Refuse a bonus wager whose patron has none of the bets that it needs, there on that line."""
    held: defaultdict[tuple[str, int, str], set[str]] = defaultdict(set)
    for wager in wagers:
        held[wager.patron, wager.seat, wager.line].add(wager.bet)
    for wager in wagers:
        needed = sheet.require_bet(wager.bet).requires
        if needed and held[wager.patron, wager.seat, wager.line].isdisjoint(needed):
            _refuse(
                wager,
                f"{wager.bet} needs a {' or '.join(needed)} wager of patron '{wager.patron}'"
                f" at seat {wager.seat} on the {wager.line} line",
                "add that wager or leave this one out",
            )


def _refuse(wager: Wager, reason: str, cure: str) -> NoReturn:
    error = RoundError(f"wager '{wager.id}': {reason}; {cure}")
    error.wager = wager.id
    raise error
