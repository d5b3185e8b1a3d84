"""Why a table cannot be opened as somebody would have it, in words for whoever asked.

The table itself refuses what does not fit (``table.terms``); here it is said what, and the cure.
"""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.sheet import Sheet
from puntobanco.table.commands import OpenTable
from puntobanco.table.terms import BACK_LINE_MAX, LANGUAGES_MAX, PACES, SOURCES


def why_not(sheet: Sheet, command: OpenTable) -> str:
    """Say what is wrong with a table that was refused: the first fault, and its cure."""
    fallback = "schedule: its fees are not the row for these limits; take the posting's own row"
    return next(_faults(sheet, command), fallback)


def _faults(sheet: Sheet, command: OpenTable) -> Iterator[str]:
    for key, name in (("table", command.table), ("box", command.box)):
        if not name or ":" in name:
            yield f"{key}: {name!r} names nothing; write letters and digits, and no colon"
    yield from _sizes(sheet, command)
    for key, time in (
        ("clock", command.clock),
        ("offer_ms", command.offer_ms),
        ("break_ms", command.break_ms),
    ):
        if time is not None and time < 1:
            yield f"{key}: {time} milliseconds is no time; write 1 or more"
    if command.cards not in SOURCES:
        yield f"cards: {command.cards!r} is no source of cards; use {', '.join(SOURCES)}"
    if command.paced not in PACES:
        yield f"paced: {command.paced!r} sets no pace; use {' or '.join(PACES)}"
    if len(command.languages) > LANGUAGES_MAX:
        yield f"languages: a board shows {LANGUAGES_MAX} at a time; choose among them"
    if sheet.is_house_banked != (not command.rotation):
        cure = "leave it out" if command.rotation else "name one"
        bank = "the house banks" if sheet.is_house_banked else "a player-dealer banks"
        yield f"rotation: {bank} {sheet.id}; {cure}"
    yield from _amounts(sheet, command)


def _sizes(sheet: Sheet, command: OpenTable) -> Iterator[str]:
    least, most, _ = sheet.decks
    if not least <= command.decks <= most:
        allowed = f"{least} to {most}" if least < most else f"{least} alone"
        yield f"decks: {sheet.id} has {allowed}, not {command.decks}; choose as it has"
    known = " or ".join(map(str, sheet.seats))
    if sheet.is_house_banked and not 1 <= command.seats <= max(sheet.seats):
        allowed = f"1 to {max(sheet.seats)}"
        yield f"{command.seats} places: a table of {sheet.id} has {allowed}; choose one of these"
    if not sheet.is_house_banked and command.seats not in sheet.seats:
        allowed = f"{known} beside the player-dealer's"
        yield f"{command.seats} places: a table of {sheet.id} has {allowed}; choose one of these"
    if not 0 <= command.back_line <= BACK_LINE_MAX:
        yield f"back_line: {command.back_line} cannot stand there; write 0 to {BACK_LINE_MAX}"


def _amounts(sheet: Sheet, command: OpenTable) -> Iterator[str]:
    """Say which amounts are impossible; all are in minor units, as the command has them."""
    unit, cover = command.unit, command.cover_min
    if unit < 1:
        yield f"unit: {unit} is no amount; write 1 or more"
        return
    known, named = [bet.id for bet in sheet.bets], [limit.bet for limit in command.limits]
    if sorted(known) != sorted(named):
        yield f"limits: {sheet.id} has the bets {', '.join(known)}; give each its limits, once"
    for limit in command.limits:
        if not unit <= limit.min <= limit.max <= AMOUNT_MAX or limit.min % unit:
            yield (
                f"limits of {limit.bet}: {limit.min} to {limit.max} do not fit a unit of {unit};"
                f" make the least a multiple of it, and the most no less, up to {AMOUNT_MAX}"
            )
    if not (0 if sheet.is_house_banked else unit) <= cover <= AMOUNT_MAX or cover % unit:
        yield f"cover_min: {cover} is no cover in units of {unit}; write a multiple of it"
    if command.cover_max is not None and not max(1, cover) <= command.cover_max <= AMOUNT_MAX:
        allowed = f"write {max(1, cover)}, which is cover_min, to {AMOUNT_MAX}"
        yield f"cover_max: {command.cover_max} does not fit; {allowed}"
    for key, most in (("aggregate", command.aggregate), ("differential", command.differential)):
        if most is not None and not 1 <= most <= AMOUNT_MAX:
            yield f"{key}: {most} is no amount; write 1 to {AMOUNT_MAX}"
