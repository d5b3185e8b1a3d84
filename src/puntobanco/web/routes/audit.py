"""What the auditor reads: the log searched, a round in full, whether it is true, files to take."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from puntobanco.house.audit.exports import EXPORTS, media_of
from puntobanco.house.audit.rounds import whole_round
from puntobanco.house.audit.search import KINDS, Wanted, search
from puntobanco.house.audit.told import Told
from puntobanco.house.audit.verifying import Progress
from puntobanco.house.day import Days, Hours
from puntobanco.house.log import TABLE
from puntobanco.house.people import NOBODY, Caller
from puntobanco.house.reports.scope import Scope
from puntobanco.house.roles import Question
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.store.base import Transaction
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error, raw
from puntobanco.web.context import Context
from puntobanco.web.routes.pages import staff_page

AnyRequest = Request[Any, Any, Any]
Plain = dict[str, Any]
CHUNK: Final = 65_536
_BELOW: Final = msgspec.json.Decoder(dict[str, int])


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def _auditor(request: AnyRequest) -> Caller | Response[Any]:
    """Give who asks, if he may read everything."""
    caller = admitted(request, Question.AUDIT)
    if isinstance(caller, Caller) and caller.table is not None:
        return error(Code.NOT_ALLOWED.value, 403)
    return caller


@get("/audit", include_in_schema=False, sync_to_thread=False)
def audit(request: AnyRequest) -> Response[str]:
    """Give the auditor's page."""
    return staff_page(request, "audit", Question.AUDIT)


@get("/api/audit")
async def overview(request: AnyRequest) -> Response[Plain]:
    """Give what there is to audit: streams with their ends, people, files; who asks."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    return raw(await asyncio.to_thread(_overview, _context(request), caller))


def _overview(context: Context, caller: Caller) -> Plain:
    hours, name_of = context.hub.hours, context.hub.floor.name_of
    now = context.desk.clock()
    people, accounts = context.people.known(), [a.actor for a in context.accounts.known()]
    return {
        "me": {"actor": caller.actor, "name": name_of(caller.actor)},
        "time": hours.local(now).isoformat(timespec="minutes"),
        "zone": str(hours.zone),
        "currency": CURRENCY,
        "streams": context.desk.store.read(lambda tx: [*_streams(context, tx)]),
        "people": [
            {"id": actor, "name": name_of(actor)} for actor in dict.fromkeys((*people, *accounts))
        ],
        "kinds": KINDS,
        "files": [*EXPORTS],
        "progress": _progress(context.verifying.progress),
    }


def _streams(context: Context, tx: Transaction) -> Iterator[Plain]:
    for stream in tx.streams():
        table = stream.removeprefix(TABLE) if stream.startswith(TABLE) else None
        live = context.desk.tables.get(table) if table else None
        yield {
            "stream": stream,
            "table": table,
            "name": live.state.game.name if live and live.state.setup else table,
            "rounds": live.state.round_number if live else 0,
            "events": tx.head(stream),
        }


@get("/api/audit/log")
async def log(
    request: AnyRequest,
    stream: FromQuery[str | None] = None,
    number: FromQuery[int | None] = None,
    kind: FromQuery[str | None] = None,
    person: FromQuery[str | None] = None,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    below: FromQuery[str] = "{}",
) -> Response[Any]:
    """Search the log, the newest event first; ``number`` is a round, times are the room's own."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    hours = context.hub.hours
    try:
        wanted = Wanted(stream, number, kind, person, _moment(hours, since), _moment(hours, until))
        reached = _BELOW.decode(below)
    except ValueError as fault:  # msgspec's errors are ValueErrors
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    if stream is not None and stream not in context.desk.store.read(lambda tx: tx.streams()):
        return error("not-found", 404, stream=stream)
    read = context.desk.store.read
    found = await asyncio.to_thread(read, lambda tx: search(tx, wanted, reached, hours))
    names = _names(context, found.events)
    return raw({"events": found.events, "names": names, "below": found.below})


def _names(context: Context, events: Iterable[Told]) -> dict[str, str]:
    """Give what the people of some events are called; who is erased, or none, has an id alone."""
    people = sorted({actor for event in events for actor in event.people})
    named = {actor: context.hub.floor.name_of(actor) for actor in people}
    return {actor: name for actor, name in named.items() if name != NOBODY}


def _moment(hours: Hours, written: str | None) -> int | None:
    """Read a time of the room's own clock, such as 2026-04-01T19:30."""
    if not written:
        return None
    return int(datetime.fromisoformat(written).replace(tzinfo=hours.zone).timestamp() * 1000)


@get("/api/audit/table/{table:str}/rounds/{number:int}")
async def one_round(
    request: AnyRequest, table: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Give a round in full."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    read, hours = context.desk.store.read, context.hub.hours
    found = await asyncio.to_thread(read, lambda tx: whole_round(tx, table, number, hours))
    if found is None:
        return error("not-found", 404, table=table, round=number)
    return raw({"round": found, "names": _names(context, found.events)})


@get("/api/audit/verification", sync_to_thread=False)
def verification(request: AnyRequest) -> Response[Any]:
    """Give how far the verification is, or what it found; null before the first."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    return raw({"progress": _progress(_context(request).verifying.progress)})


@post("/api/audit/verification", status_code=200, sync_to_thread=False)
def verify(request: AnyRequest) -> Response[Any]:
    """Begin to verify the log and the books, beside the tables; nothing is changed by it."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    return raw(
        {"progress": _progress(context.verifying.begin(context.desk.store, context.desk.clock()))}
    )


def _progress(progress: Progress | None) -> Plain | None:
    if progress is None:
        return None
    return {
        "began": progress.began,
        "done": progress.done,
        "all": progress.all,
        "is_over": progress.is_over,
        "transfers": progress.transfers,
        "faults": progress.faults,
        "streams": [
            {"stream": stream, "version": version, "hash": tip}
            for stream, (version, tip) in progress.tips.items()
        ],
    }


@get("/api/audit/files/{name:str}")
async def export(
    request: AnyRequest, name: FromPath[str], table: FromQuery[str | None] = None
) -> Response[Any] | Stream:
    """Give a report as a file, of one table or of all."""
    caller = _auditor(request)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    is_known = table is None or TABLE + table in context.desk.store.read(lambda tx: tx.streams())
    if name not in EXPORTS or not is_known:
        return error("not-found", 404)
    scope = Scope(Days(context.hub.hours), () if table is None else (table,))
    lines = await asyncio.to_thread(_written, context, name, scope)
    about = "" if table is None else f"table-{table}-"
    headers = {"content-disposition": f'attachment; filename="{about}{name}"'}
    return Stream(lines, media_type=media_of(name), headers=headers)


def _written(context: Context, name: str, scope: Scope) -> Iterator[bytes]:
    """Write a report to a file that is gone when it has been read."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by whoever reads it to its end
    context.desk.store.read(lambda tx: file.writelines(EXPORTS[name](tx, scope)))
    file.seek(0)
    return _chunks(file)


def _chunks(file: Any) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


handlers: Final = [audit, overview, log, one_round, verification, verify, export]
