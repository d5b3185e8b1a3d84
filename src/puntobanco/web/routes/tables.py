"""Tables for programs: what stands there, what happened there, and commands to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from puntobanco.errors import InputError
from puntobanco.house import desk as dk
from puntobanco.house.fairness import judge
from puntobanco.house.people import Caller
from puntobanco.house.pins import PATTERN
from puntobanco.house.plan import Plan, with_venue
from puntobanco.house.roles import Question, may_ask
from puntobanco.rules.catalogue import find, rotation, schedule, schedules, shipped
from puntobanco.rules.load import from_canonical
from puntobanco.rules.rotation import PRESETS, policy_from_canonical
from puntobanco.rules.schedule import schedule_from_canonical
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table.events import Entry, Limit
from puntobanco.table.refusals import Code
from puntobanco.web.answers import Answered, admitted, answer, error, raw
from puntobanco.web.asking import ask, digest_of
from puntobanco.web.context import Context
from puntobanco.web.messages import Amount, CommandFrame, CommandId, Count
from puntobanco.web.sessions import new_token

AnyRequest = Request[Any, Any, Any]
SHEET_DEPTH: Final = 12
T = TypeVar("T")
BODY_MAX: Final = 65_536
PAGE: Final = 500  # entries of a log in one answer

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Language = Annotated[str, Meta(pattern="^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=35)]
Languages = Annotated[tuple[Language, ...], Meta(max_length=2)]
Milliseconds = Annotated[int, Meta(ge=1, le=24 * 3_600_000)]


class Bounds(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most of a wager."""

    min: Amount
    max: Amount


class TableToOpen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open; what is left out is as the sheet's venue says, or without limit."""

    id: CommandId
    table: TableId
    name: Name
    sheet: str | dict[str, Any]  # the id of a shipped sheet or of one's own, or a whole one
    mains: Bounds
    sides: Bounds
    limits: Annotated[tuple[Limit, ...], Meta(max_length=64)] = ()
    venue: dict[str, Any] = {}
    rotation: str | dict[str, Any] | None = None  # likewise
    schedule: str | dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=14)] = 7
    decks: Annotated[int, Meta(ge=1, le=100)] | None = None
    unit: Amount = 100
    clock: Milliseconds | None = None
    cover_min: Amount | None = None
    cover_max: Amount | None = None
    aggregate: Amount | None = None
    differential: Amount | None = None
    back_line: Count = 0
    break_ms: Milliseconds = 900_000
    offer_ms: Milliseconds | None = None
    cards: str = "software"
    box: Annotated[str, Meta(min_length=1, max_length=40)] = "1"
    paced: str = "clock"
    languages: Languages = ()
    pin: Annotated[str, Meta(pattern=PATTERN)] | None = None


class Logged(Struct, frozen=True):
    """An entry of a table's log, as it was stored, with its link of the chain."""

    version: int
    at: int
    hash: str
    entry: Entry


class Log(Struct, frozen=True):
    """A part of a log; ``next`` is what to ask for after it, if there is more."""

    events: tuple[Logged, ...]
    next: int | None


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def _live(request: AnyRequest, table: str) -> dk.Live | None:
    return _context(request).desk.tables.get(table)


@post("/api/table/{table:str}/commands", status_code=200)
async def command(
    request: AnyRequest, table: FromPath[str], data: JSONBody[CommandFrame]
) -> Response[Answered]:
    """Give a table one command; the same id and body again is answered the same."""
    caller = admitted(request)
    if not isinstance(caller, Caller):
        return caller
    text = (await request.body()).decode()
    reply = await ask(_context(request), caller, table, data, text)
    return answer(reply, with_events=may_ask(caller.role, Question.EVENTS))


@post("/api/tables", status_code=200, depth=SHEET_DEPTH, size=BODY_MAX)
async def open_table(request: AnyRequest, data: JSONBody[TableToOpen]) -> Response[Answered]:
    """Open a table; an id of a sheet, rotation or schedule becomes what it stands for today."""
    caller = admitted(request, table=data.table)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    try:
        opening = await asyncio.to_thread(_opening, data, context, caller)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    # A digest is kept, and would tell a PIN of four digits to whoever reads the store.
    body = await request.body()
    kept = body if data.pin is None else msgspec.json.encode(replace(data, pin=None))
    digest = digest_of("tables", kept)
    asked = dk.Request(data.table, opening, caller.actor, data.id, digest, role=caller.role)
    reply = await asyncio.wrap_future(context.desk.submit(asked))
    if data.pin is not None and reply.refusal is None:
        await asyncio.to_thread(context.people.set_pin, data.table, data.pin, new_token())
    return answer(reply, with_events=True)


def _opening(data: TableToOpen, context: Context, caller: Caller) -> Any:
    """Make the command; a name is one that was shipped or that he keeps, never a file's here."""
    kept = {field.name for field in fields(Plan)} & {*data.__struct_fields__}
    said = {name: getattr(data, name) for name in kept}
    said["mains"], said["sides"] = ((b.min, b.max) for b in (data.mains, data.sides))
    said["sheet"] = ""
    if data.rotation is not None:
        said["rotation"] = whole(
            "rotation", data.rotation, PRESETS, rotation, policy_from_canonical
        )
    if data.schedule is not None:
        said["schedule"] = whole(
            "schedule", data.schedule, schedules(), schedule, schedule_from_canonical
        )
    sheet = sheet_for(data.sheet, context, caller)
    return Plan(**said).opening(with_venue(sheet, data.venue))


def sheet_for(asked: str | dict[str, Any], context: Context, caller: Caller) -> Sheet:
    """Give the sheet that somebody names: his own, one that the house took up, or a shipped one."""
    kept = context.sheets.for_table(caller.actor, asked) if isinstance(asked, str) else None
    return kept or whole("sheet", asked, shipped(), find, from_canonical)


def whole(
    key: str,
    asked: str | dict[str, Any],
    shipped_ids: Iterable[str],
    find_shipped: Callable[[str], T],
    read: Callable[[bytes, str], T],
) -> T:
    """Read what is given whole, or find what was shipped under its id."""
    if isinstance(asked, dict):
        return read(canonical(asked), key)
    if asked not in shipped_ids:
        raise InputError(f"{key}: there is no {asked!r}; use {', '.join(shipped_ids)}")
    return find_shipped(asked)


@get("/api/tables", sync_to_thread=False)
def list_tables(request: AnyRequest) -> Response[dict[str, Any]]:
    """Give the open tables, as the lobby shows them."""
    caller = admitted(request)
    if not isinstance(caller, Caller):
        return caller
    return Response({"tables": _context(request).hub.cards()})


@get("/api/table/{table:str}", sync_to_thread=False)
def state(request: AnyRequest, table: FromPath[str]) -> Response[dict[str, Any]]:
    """Give a table as the asker may see it: what everybody sees, his own, the staff's."""
    caller = admitted(request, table=table)
    if not isinstance(caller, Caller):
        return caller
    if _live(request, table) is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    hub = _context(request).hub
    hub.hear(table, caller)
    return raw(hub.message(table, caller))


@get("/api/table/{table:str}/events", sync_to_thread=True)
def events(request: AnyRequest, table: FromPath[str], after: FromQuery[int] = 0) -> Response[Log]:
    """Give the log of a table above a version, as it was stored, with its hashes."""
    caller = admitted(request, Question.EVENTS, table)
    if not isinstance(caller, Caller):
        return caller
    live = _live(request, table)
    if live is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    found = _context(request).desk.log(table, max(0, after), PAGE)
    shown = [
        {
            "version": stored.version,
            "at": stored.at,
            "hash": stored.hash.hex(),
            "entry": msgspec.Raw(stored.body),
        }
        for stored in found
    ]
    return raw({"events": shown, "next": found[-1].version if len(found) == PAGE else None})


@get("/api/table/{table:str}/fairness", sync_to_thread=False)
def button_fairness(request: AnyRequest, table: FromPath[str]) -> Response[dict[str, Any]]:
    """Give how the action button has fallen, against how it should."""
    caller = admitted(request, Question.FAIRNESS, table)
    if not isinstance(caller, Caller):
        return caller
    live = _live(request, table)
    if live is None or live.state.setup is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    return Response(asdict(judge(live.state.game.seats, live.records.buttons)))


handlers: Final = [open_table, list_tables, state, events, button_fairness, command]
