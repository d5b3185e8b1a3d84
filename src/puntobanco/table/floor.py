"""What the floor decides: a table opens, is suspended, gets another drop box, and closes."""

from __future__ import annotations

from typing import assert_never
from unicodedata import east_asian_width

from msgspec.structs import asdict, replace

from puntobanco.errors import InputError
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealership import end_turn, evolve_dealership
from puntobanco.table.people import everybody_leaves
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Dealership, Setup, TableState
from puntobanco.table.terms import (
    limits_fault,
    policy_of,
    schedule_of,
    setup_fault,
    sheet_of,
)

MESSAGE_MAX = 60  # letters, a Chinese or Korean sign for two: what a board has room for

Command = cm.CloseTable | cm.SuspendTable | cm.ResumeTable | cm.SetMessage | cm.ChangeBox
Event = (
    ev.TableOpened
    | ev.TableClosed
    | ev.TableSuspended
    | ev.TableResumed
    | ev.MessageSet
    | ev.BoxChanged
)


def open_table(state: TableState, command: cm.OpenTable) -> Answer:
    """Open a table, if its own choices are possible and go with its game."""
    if state.setup is not None:
        return Refusal(Code.TABLE_OPEN)
    try:
        sheet = sheet_of(command.sheet)
        opened = ev.TableOpened(
            **asdict(command), sheet_hash=sheet.hash, venue_hash=sheet.venue_hash
        )
        game = _setup(opened)
    except InputError:
        return Refusal(Code.MALFORMED)
    # They are parts of the names of accounts.
    is_named = command.table and command.box and ":" not in command.table + command.box
    limits = ev.ChangeLimits(
        limits=command.limits,
        cover_min=command.cover_min,
        cover_max=command.cover_max,
        aggregate=command.aggregate,
        differential=command.differential,
    )
    fault = setup_fault(game) or limits_fault(sheet, game.schedule, game.unit, limits)
    return (opened,) if is_named and not fault else Refusal(Code.MALFORMED, fault)


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
                last_sheet=state.sheet_before,
                put_away=None,
                hands_limit=None,
                agreed={},
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
        sheet_of(event.sheet),
        event.seats,
        event.decks,
        event.unit,
        {limit.bet: limit for limit in event.limits},
        event.clock,
        event.currency,
        policy_of(event.rotation),
        schedule_of(event.schedule),
        event.cover_min,
        event.cover_max,
        event.aggregate,
        event.differential,
        event.back_line,
        event.break_ms,
        event.offer_ms,
        event.cards,
        event.paced,
        event.languages,
    )
