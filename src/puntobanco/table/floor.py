"""What the floor decides: a table opens, is suspended, gets another drop box, and closes."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import assert_never
from unicodedata import east_asian_width

from msgspec.structs import replace

from puntobanco.errors import InputError
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.collection import at_table
from puntobanco.rules.load import from_canonical
from puntobanco.rules.rotation import RotationPolicy, policy_from_canonical
from puntobanco.rules.schedule import Schedule, schedule_from_canonical
from puntobanco.rules.sheet import Sheet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealership import end_turn, evolve_dealership
from puntobanco.table.people import everybody_leaves
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Dealership, Setup, TableState

SOURCES = ("software", "scanned", "typed", "results")
PACES = ("clock", "dealer")
BACK_LINE_MAX = 14
MESSAGE_MAX = 60  # letters, a Chinese or Korean sign for two: what a board has room for

Command = cm.CloseTable | cm.SuspendTable | cm.ResumeTable | cm.SetMessage | cm.ChangeBox
Event = (
    ev.TableOpened
    | ev.TableClosed
    | ev.TableSuspended
    | ev.TableResumed
    | ev.MessageSet
    | ev.LimitsChanged
    | ev.BoxChanged
)


def open_table(state: TableState, command: cm.OpenTable) -> Answer:
    """Open a table, if its own choices are possible and go with its game."""
    if state.setup is not None:
        return Refusal(Code.TABLE_OPEN)
    try:
        sheet = _sheet(command.sheet)
        _policy(command.rotation)
        schedule = _schedule(command.schedule)
    except InputError:
        return Refusal(Code.MALFORMED)
    if not _fits(sheet, schedule, command):
        return Refusal(Code.MALFORMED)
    return (
        ev.TableOpened(
            table=command.table,
            name=command.name,
            sheet=command.sheet,
            sheet_hash=sheet.hash,
            venue_hash=sheet.venue_hash,
            seats=command.seats,
            decks=command.decks,
            unit=command.unit,
            limits=command.limits,
            clock=command.clock,
            currency=command.currency,
            rotation=command.rotation,
            schedule=command.schedule,
            cover_min=command.cover_min,
            cover_max=command.cover_max,
            aggregate=command.aggregate,
            differential=command.differential,
            back_line=command.back_line,
            break_ms=command.break_ms,
            offer_ms=command.offer_ms,
            cards=command.cards,
            box=command.box,
            boxed=command.boxed,
            paced=command.paced,
        ),
    )


def _fits(sheet: Sheet, schedule: Schedule | None, command: cm.OpenTable) -> bool:
    """Whether a table's own choices are possible, and possible with its game."""
    has_seats = (
        1 <= command.seats <= max(sheet.seats)
        if sheet.is_house_banked
        else command.seats in sheet.seats
    )
    return (
        bool(command.table)
        and ":" not in command.table + command.box  # they are parts of the names of accounts
        and bool(command.box)
        and sheet.decks[0] <= command.decks <= sheet.decks[1]
        and has_seats
        and (command.clock is None or command.clock >= 1)
        and (command.offer_ms is None or command.offer_ms >= 1)
        and command.unit >= 1
        and command.break_ms >= 1
        and command.cards in SOURCES
        and command.paced in PACES
        and sheet.is_house_banked == (not command.rotation)
        and 0 <= command.back_line <= BACK_LINE_MAX
        and not limits_fault(
            sheet,
            schedule,
            command.unit,
            ev.ChangeLimits(
                limits=command.limits,
                cover_min=command.cover_min,
                cover_max=command.cover_max,
                aggregate=command.aggregate,
                differential=command.differential,
            ),
        )
    )


def limits_fault(
    sheet: Sheet, schedule: Schedule | None, unit: int, wanted: ev.ChangeLimits
) -> dict[str, object]:
    """Say what is wrong with limits, the refusal's parameters: the first fault; empty: nothing.

    They name each bet once, and are whole, possible amounts that the fees are for.
    """
    ids, given = [bet.id for bet in sheet.bets], [limit.bet for limit in wanted.limits]
    least, most = wanted.cover_min, wanted.cover_max
    covers = (0 if sheet.is_house_banked else unit) <= least <= AMOUNT_MAX and least % unit == 0
    widest = {"aggregate": wanted.aggregate, "differential": wanted.differential}
    faults: dict[str, object] = {
        "lacks": [bet for bet in ids if bet not in given],
        "unknown": [bet for bet in given if bet not in ids],
        "twice": sorted({bet for bet in given if given.count(bet) > 1}),
        "limits": [
            limit.bet
            for limit in wanted.limits
            if not unit <= limit.min <= limit.max <= AMOUNT_MAX or limit.min % unit
        ],
        "amounts": [
            *(["cover_min"] if not covers else []),
            *(
                ["cover_max"]
                if most is not None and not max(1, least) <= most <= AMOUNT_MAX
                else []
            ),
            *(key for key, x in widest.items() if x is not None and not 1 <= x <= AMOUNT_MAX),
        ],
    }
    for key, fault in faults.items():
        if fault:
            return {key: fault}
    if schedule is not None and not _is_row_for(schedule, sheet, wanted.limits):
        return {"schedule": schedule.id}
    return {}


def _is_row_for(schedule: Schedule, sheet: Sheet, limits: tuple[ev.Limit, ...]) -> bool:
    """Whether fees are the row that the posting has for such limits of the main bets."""
    mains = [limit for limit in limits if sheet.require_bet(limit.bet).is_main]
    low = min((limit.min for limit in mains), default=0)
    high = max((limit.max for limit in mains), default=0)
    try:
        return at_table(schedule, low, high, sheet) == schedule
    except InputError:
        return False


def decide_floor(state: TableState, command: Command, now: int) -> Answer:
    """Decide what the floor asks."""
    match command:
        case cm.CloseTable():
            return _close(state, now)
        case cm.SuspendTable() if state.suspended is None:
            return (ev.TableSuspended(reason=command.reason, by=command.by),)
        case cm.SuspendTable():
            return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
        case cm.ResumeTable() if state.suspended is None and not state.dealership.broken:
            return Refusal(Code.NOT_SUSPENDED)
        case cm.ResumeTable():
            return (ev.TableResumed(by=command.by),)
        case cm.SetMessage():
            return _message(state, command)
        case cm.ChangeBox():
            return _change_box(state, command)
        case _:
            assert_never(command)


def _change_box(state: TableState, command: cm.ChangeBox) -> Answer:
    if not command.box or ":" in command.box:
        return Refusal(Code.MALFORMED)
    if command.box == state.box:
        return ()
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    changed = ev.BoxChanged(
        box=command.box, before=state.box, held=state.boxed, boxed=command.boxed
    )
    return (changed,)


def plain_line(text: str) -> str | None:
    """Give a line as a board shows it; None: it is too long, unseen, or turns the writing round."""
    line = " ".join(text.split())
    width = sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in line)
    return line if width <= MESSAGE_MAX and line.isprintable() else None


def _message(state: TableState, command: cm.SetMessage) -> Answer:
    text = plain_line(command.text)
    if text is None:
        return Refusal(Code.MALFORMED, {"plain": MESSAGE_MAX})
    return (ev.MessageSet(text=text, by=command.by),) if text != state.message else ()


def _close(state: TableState, now: int) -> Answer:
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if state.proposals or state.held:
        return Refusal(Code.NOT_IN_THIS_STATE)
    ended = end_turn(state, "closed", now)
    for event in ended:
        state = evolve_dealership(state, event)
    shoe = (ev.ShoeEnded(shoe=state.shoe.number),) if state.shoe else ()
    return (*ended, *everybody_leaves(state), *shoe, ev.TableClosed())


def evolve_floor(state: TableState, event: Event) -> TableState:
    """Give the state after something that the floor did."""
    match event:
        case ev.TableOpened():
            return _hung(replace(state, setup=_setup(event)), event)
        case ev.TableClosed():
            return replace(
                state,
                setup=None,
                suspended=None,
                message="",
                dealership=Dealership(),
                settled=(),
                put_away=None,
                hands_limit=None,
            )
        case ev.TableSuspended():
            return replace(state, suspended=event.reason)
        case ev.TableResumed():
            dealership = state.dealership
            if dealership.broken:  # the game begins anew
                dealership = replace(dealership, broken="", paused_until=None, since=None)
            return replace(state, suspended=None, dealership=dealership)
        case ev.MessageSet():
            return replace(state, message=event.text)
        case ev.LimitsChanged():
            return replace(state, setup=_limited(state.game, event))
        case ev.BoxChanged():
            return _hung(state, event)
        case _:
            assert_never(event)


def _hung(state: TableState, event: ev.TableOpened | ev.BoxChanged) -> TableState:
    return replace(state, box=event.box, boxed=event.boxed, hung=state.hung | {event.box})


def _setup(event: ev.TableOpened) -> Setup:
    return Setup(
        event.table,
        event.name,
        _sheet(event.sheet),
        event.seats,
        event.decks,
        event.unit,
        {limit.bet: limit for limit in event.limits},
        event.clock,
        event.currency,
        _policy(event.rotation),
        _schedule(event.schedule),
        event.cover_min,
        event.cover_max,
        event.aggregate,
        event.differential,
        event.back_line,
        event.break_ms,
        event.offer_ms,
        event.cards,
        event.paced,
    )


def _limited(game: Setup, event: ev.LimitsChanged) -> Setup:
    return dataclasses.replace(
        game,
        limits={limit.bet: limit for limit in event.limits},
        cover_min=event.cover_min,
        cover_max=event.cover_max,
        aggregate=event.aggregate,
        differential=event.differential,
    )


@lru_cache(maxsize=64)
def _sheet(form: str) -> Sheet:
    return from_canonical(form.encode())


@lru_cache(maxsize=64)
def _policy(form: str) -> RotationPolicy | None:
    return policy_from_canonical(form) if form else None


@lru_cache(maxsize=64)
def _schedule(form: str) -> Schedule | None:
    return schedule_from_canonical(form) if form else None
