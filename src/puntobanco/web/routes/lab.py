"""The lab: exact odds of any sheet and any shoe, as far as they may be told to whoever asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.house.lab.question import Question, ReportQuestion, Text, Word
from puntobanco.house.odds_seen import kept_from
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question as Asked
from puntobanco.house.roles import cell, may_ask
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.conditions import FEATURES
from puntobanco.rules.packaged import DEFAULT, packaged_text
from puntobanco.rules.parse import FILE_MAX
from puntobanco.rules.write import write_sheet
from puntobanco.store.base import SavedSheet
from puntobanco.table.commands import OpenTable
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error
from puntobanco.web.context import Context
from puntobanco.web.routes.pages import page
from puntobanco.web.sessions import caller_of, is_from_us, new_sheet

AnyRequest = Request[Any, Any, Any]
DEPTH: Final = 10
BODY_MAX: Final = 10 * FILE_MAX  # four sheets, the signs of which may be escaped


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def _kept(request: AnyRequest) -> Response[Any] | Caller | None:
    """Give who asks, or the answer to somebody from whom odds are kept."""
    context = _context(request)
    caller = caller_of(context.people, request)
    kept = kept_from(context.desk, caller)
    return caller if kept.all is None else error("odds-kept", 403, table=kept.all)


@get("/lab", include_in_schema=False, sync_to_thread=False)
def lab(request: AnyRequest) -> Response[str]:
    """Give the lab; whoever may not use it is told there."""
    return page(request, "lab")


@get("/api/lab", sync_to_thread=True)
def offer(request: AnyRequest) -> Response[Any]:
    """Give what there is to begin with: the shipped sheets, and what a condition may ask."""
    caller = _kept(request)
    if isinstance(caller, Response):
        return caller
    context = _context(request)
    return Response(
        {
            "default": DEFAULT,
            "sheets": [{"id": name, "name": find(name).name} for name in shipped()],
            "shoe_kept": kept_from(context.desk, caller).part,
            "features": [
                {"key": key, "words": list(feature.words)} for key, feature in FEATURES.items()
            ],
            "signed_in": context.people.name_of(caller.actor) if caller else None,
            "may_open": caller is not None and cell(caller.role, OpenTable) == "+",
            "may_offer": caller is not None and may_ask(caller.role, Asked.OFFER_SHEET),
            "saved": [_told(sheet) for sheet in context.sheets.of(caller.actor)] if caller else [],
        }
    )


@get("/api/lab/shipped/{sheet:str}", sync_to_thread=True)
def shipped_sheet(request: AnyRequest, sheet: FromPath[str]) -> Response[Any]:
    """Give a shipped sheet as a text; one that is based on another is written out."""
    caller = _kept(request)
    if isinstance(caller, Response):
        return caller
    if sheet not in shipped():
        return error("not-found", 404)
    text = packaged_text(f"sheets/{sheet}")
    has_base = any(line.startswith("base") for line in text.splitlines())
    return Response({"text": write_sheet(find(sheet).source_form) if has_base else text})


@post(
    "/api/lab/odds",
    status_code=200,
    depth=DEPTH,
    size=BODY_MAX,
    request_max_body_size=BODY_MAX,
)
async def odds(request: AnyRequest, data: JSONBody[Question]) -> Response[Any]:
    """Give all that the lab shows of a sheet and a shoe: faults in words, or exact odds."""
    caller = _kept(request)
    if isinstance(caller, Response):
        return caller
    if not is_from_us(request):
        return error(Code.NOT_SIGNED_IN.value, 401)
    table = kept_from(_context(request).desk, caller).part
    if table is not None and any(data.gone or ()):
        return error("shoe-kept", 403, table=table)
    answer = await _asked(request, _asker(request, caller), data)
    if isinstance(answer, Response):
        return answer
    return Response(answer, media_type="application/json")


def _asker(request: AnyRequest, caller: Caller | None) -> str:
    return caller.actor if caller else f"host {request.client.host if request.client else ''}"


async def _asked(request: AnyRequest, asker: str, question: Question) -> bytes | Response[Any]:
    try:
        return await _context(request).lab.ask(asker, question)
    except Refused as none:
        return _unanswered(none)


def _unanswered(none: Refused) -> Response[Any]:
    return error(f"lab-{none.code}", 429 if none.code == "busy" else 503, **none.params)


@post(
    "/api/lab/report",
    status_code=200,
    depth=DEPTH,
    size=BODY_MAX,
    request_max_body_size=BODY_MAX,
)
async def report(request: AnyRequest, data: JSONBody[ReportQuestion]) -> Response[Any] | Stream:
    """Write the report of a sheet: a line for each share that is done, then its page, in JSON."""
    caller = _kept(request)
    if isinstance(caller, Response):
        return caller
    if not is_from_us(request):
        return error(Code.NOT_SIGNED_IN.value, 401)
    shares: asyncio.Queue[float | None] = asyncio.Queue()
    reports, asker = _context(request).reports, _asker(request, caller)
    asked = asyncio.create_task(reports.ask(asker, data, shares.put_nowait))
    asked.add_done_callback(lambda _: shares.put_nowait(None))
    first = await shares.get()
    if first is None:
        try:
            await asked
        except Refused as none:
            return _unanswered(none)
    return Stream(_lines(asked, shares, first), media_type="application/x-ndjson")


async def _lines(
    asked: asyncio.Task[bytes], shares: asyncio.Queue[float | None], share: float | None
) -> AsyncIterator[bytes]:
    try:
        while share is not None:
            yield b'{"share":%.2f}\n' % share
            share = await shares.get()
        yield await asked + b"\n"
    except Refused as none:
        yield msgspec.json.encode(_unanswered(none).content) + b"\n"
    finally:
        asked.cancel()  # whoever has gone wants no more of it


class SheetToKeep(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a sheet; with an id it takes the place of the one that he keeps under it."""

    text: Text
    id: Word | None = None


def _owner(request: AnyRequest) -> Response[Any] | Caller:
    """Give whose sheets are asked for, or the answer to somebody who keeps none."""
    caller = _kept(request)
    if isinstance(caller, Response):
        return caller
    return admitted(request)


@post(
    "/api/lab/sheets",
    status_code=200,
    size=BODY_MAX,
    request_max_body_size=BODY_MAX,
)
async def keep(request: AnyRequest, data: JSONBody[SheetToKeep]) -> Response[Any]:
    """Keep a sheet of one's own; it must be one, and is kept as it was written."""
    caller = _owner(request)
    if isinstance(caller, Response):
        return caller
    context = _context(request)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    if data.id and await asyncio.to_thread(context.sheets.find, caller.actor, data.id) is None:
        return error("not-found", 404)
    answer = await _asked(request, caller.actor, Question(data.text))
    if isinstance(answer, Response):
        return answer
    told = msgspec.json.decode(answer)
    if told.get("fault") or "sheet" not in told:
        detail = "{line}: {key}: {reason}; {cure}".format(**(told.get("fault") or _NO_SHEET))
        return error(Code.MALFORMED.value, 400, detail=detail)
    names = told["sheet"]["id"], told["sheet"]["name"]
    sheet = SavedSheet(data.id or new_sheet(), caller.actor, *names, data.text, 0)
    try:
        saved = await asyncio.to_thread(context.sheets.save, sheet)
    except Refused as refused:
        return error(refused.code, 409, **refused.params)
    return Response(_told(saved))


_NO_SHEET: Final = {"line": 1, "key": "sheet", "reason": "it is too much", "cure": "write less"}


def _told(sheet: SavedSheet) -> dict[str, Any]:
    return {"id": sheet.id, "name": sheet.name, "sheet": sheet.sheet, "saved": sheet.saved}


@get("/api/lab/sheets/{sheet:str}")
async def kept_sheet(request: AnyRequest, sheet: FromPath[str]) -> Response[Any]:
    """Give a sheet of one's own: its text, or with .toml behind its id the file."""
    caller = _owner(request)
    if isinstance(caller, Response):
        return caller
    ident = sheet.removesuffix(".toml")
    found = await asyncio.to_thread(_context(request).sheets.find, caller.actor, ident)
    if found is None:
        return error("not-found", 404)
    if not sheet.endswith(".toml"):
        return Response(_told(found) | {"text": found.text})
    headers = {"content-disposition": f'attachment; filename="{found.sheet}.toml"'}
    return Response(found.text.encode(), media_type="application/toml", headers=headers)


@delete("/api/lab/sheets/{sheet:str}", status_code=200)
async def take_away(request: AnyRequest, sheet: FromPath[str]) -> Response[Any]:
    """Take a sheet of one's own away."""
    caller = _owner(request)
    if isinstance(caller, Response):
        return caller
    if not await asyncio.to_thread(_context(request).sheets.drop, caller.actor, sheet):
        return error("not-found", 404)
    return Response({"ok": True})


handlers: Final = [lab, offer, shipped_sheet, odds, report, keep, kept_sheet, take_away]
