"""The floor for its staff: the live view, alerts that are cleared, what a table can be made of."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Final

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.params import JSONBody
from msgspec import Meta, Struct

from puntobanco.errors import InputError
from puntobanco.house.alerts import AlertError, Alerts
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question
from puntobanco.house.shift_report import shift_report
from puntobanco.rules.catalogue import find, schedule, schedules, shipped
from puntobanco.rules.rotation import PRESETS
from puntobanco.rules.sheet import Sheet
from puntobanco.store.base import Transaction
from puntobanco.table.refusals import Code
from puntobanco.table.terms import SOURCES
from puntobanco.web.answers import admitted, error, raw
from puntobanco.web.context import Context
from puntobanco.web.messages import Amount
from puntobanco.web.sockets import serve_socket

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
Plain = dict[str, Any]
_Setter = Callable[[Transaction, int, str, int], None]


class AlertsToClear(Struct, frozen=True, forbid_unknown_fields=True):
    """Alerts that somebody has looked at, by their numbers."""

    numbers: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=1, max_length=500)]


class Least(Struct, frozen=True, forbid_unknown_fields=True):
    """From how much on the floor is alerted."""

    amount: Amount


def _context(request: AnyRequest | AnySocket) -> Context:
    context: Context = request.app.state.context
    return context


def _admitted(request: AnyRequest, question: Question) -> Caller | Response[Any]:
    """Give who asks about all tables; whoever serves one alone may not."""
    caller = admitted(request, question)
    is_of_one = isinstance(caller, Caller) and caller.table is not None
    return error(Code.NOT_ALLOWED.value, 403) if is_of_one else caller


@get("/api/floor", sync_to_thread=False)
def floor(request: AnyRequest) -> Response[Plain]:
    """Give every table with what a supervisor looks for, and what waits for him."""
    caller = _admitted(request, Question.OVERVIEW)
    if not isinstance(caller, Caller):
        return caller
    return raw(_context(request).hub.floor.message(caller))


@post("/api/floor/alerts/clear", status_code=200)
async def clear(request: AnyRequest, data: JSONBody[AlertsToClear]) -> Response[Plain]:
    """Clear alerts: somebody has looked. What somebody else cleared before stays his."""
    caller = _admitted(request, Question.ALERTS)
    if not isinstance(caller, Caller):
        return caller
    desk = _context(request).desk
    now = desk.clock()
    work = desk.do_on_floor(None, lambda tx: desk.alerts.clear(tx, data.numbers, caller.actor, now))
    try:
        await asyncio.wrap_future(work)
    except AlertError as fault:
        return error("no-such-alert", 404, detail=str(fault))
    return Response({"ok": True}, status_code=200)


@post("/api/floor/large-win", status_code=200)
async def large_win(request: AnyRequest, data: JSONBody[Least]) -> Response[Plain]:
    """Say from which win in a round on there is an alert."""
    return await _least(request, data, lambda alerts: alerts.set_large_win)


@post("/api/floor/late-gain", status_code=200)
async def late_gain(request: AnyRequest, data: JSONBody[Least]) -> Response[Plain]:
    """Say from which exact gain on late bonus wagers are an alert."""
    return await _least(request, data, lambda alerts: alerts.set_late_gain)


async def _least(
    request: AnyRequest, data: Least, setter: Callable[[Alerts], _Setter]
) -> Response[Plain]:
    caller = _admitted(request, Question.ALERTS)
    if not isinstance(caller, Caller):
        return caller
    desk = _context(request).desk
    now, set_least = desk.clock(), setter(desk.alerts)
    work = desk.do_on_floor(None, lambda tx: set_least(tx, data.amount, caller.actor, now))
    try:
        await asyncio.wrap_future(work)
    except AlertError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    return Response({"ok": True}, status_code=200)


@get("/api/floor/shifts", sync_to_thread=False)
def shifts(request: AnyRequest) -> Response[Plain]:
    """Give what each shift of this gaming day and the one before took in, table by table."""
    caller = _admitted(request, Question.OVERVIEW)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    return Response(shift_report(context.desk, context.hub.hours))


@get("/api/floor/catalogue", sync_to_thread=True)
def catalogue(request: AnyRequest) -> Response[Plain]:
    """Give what a table can be made of: sheets, rotations, schedules, sources of cards."""
    caller = _admitted(request, Question.OVERVIEW)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    mine = [*_saved(context, caller.actor)]
    house = [_sheet(x.id, x.sheet) for x in context.sheets.offers.all() if x.taken_up]
    return Response(_catalogue() | {"sheets": [*_catalogue()["sheets"], *house, *mine]})


@lru_cache(maxsize=1)
def _catalogue() -> Plain:
    return {
        "sheets": [_sheet(name, find(name)) for name in shipped()],
        "rotations": sorted(PRESETS),
        "schedules": [{"id": name, "label": schedule(name).name} for name in schedules()],
        "cards": SOURCES,
        "irregularities": ("keep", "burn", "free-hand"),
    }


def _saved(context: Context, actor: str) -> Iterator[Plain]:
    """Give the sheets that somebody keeps at the house, those that can be read."""
    for kept in context.sheets.of(actor):
        with contextlib.suppress(InputError):
            game = context.sheets.game(actor, kept.id)
            if game is not None:
                yield _sheet(kept.id, game)


def _sheet(name: str, sheet: Sheet) -> Plain:
    return {
        "id": name,
        "name": sheet.name,
        "bank": sheet.bank,
        "house_banked": sheet.is_house_banked,
        "decks": sheet.decks,
        "seats": sheet.seats,
        "bets": [{"id": bet.id, "label": bet.label, "main": bet.is_main} for bet in sheet.bets],
        "rotation": sheet.venue.rotation,
        "schedule": sheet.venue.collection,
        "irregularities": sheet.venue.irregularities,
        "hash": sheet.hash,
    }


@websocket("/ws/floor")
async def floor_socket(socket: AnySocket) -> None:
    """Send the floor whenever something changes on it."""
    await serve_socket(socket, _context(socket), None, Question.OVERVIEW)


handlers: Final = [floor, clear, large_win, late_gain, shifts, catalogue, floor_socket]
