"""Sheets offered to the house: by their authors in the lab, taken up by a supervisor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from puntobanco.errors import InputError, Refused
from puntobanco.house.lab.offers import Offer
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error
from puntobanco.web.context import Context

AnyRequest = Request[Any, Any, Any]
Plain = dict[str, Any]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


@post("/api/lab/sheets/{sheet:str}/offer", status_code=200)
async def offer_sheet(request: AnyRequest, sheet: FromPath[str]) -> Response[Plain]:
    """Offer a sheet of one's own to the house, as it stands now."""
    caller = admitted(request, Question.OFFER_SHEET)
    if not isinstance(caller, Caller):
        return caller
    sheets = _context(request).sheets
    try:
        game = await asyncio.to_thread(sheets.game, caller.actor, sheet)
        if game is None:
            return error("not-found", 404)
        offer = await asyncio.to_thread(sheets.offers.offer, game, caller.actor)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    except Refused as refused:
        return error(refused.code, 409, **refused.params)
    return Response({"number": offer.number, "hash": offer.sheet.hash})


@get("/api/floor/sheets")
async def offered(request: AnyRequest) -> Response[Plain]:
    """Give the sheets that are offered or taken up, each with its hash and its exact edges."""
    caller = admitted(request, Question.OVERVIEW)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    offers = await asyncio.to_thread(context.sheets.offers.all)
    told = await asyncio.gather(*(_told(context, offer) for offer in offers))
    return Response({"offers": told})


async def _told(context: Context, offer: Offer) -> Plain:
    """Give an offer; its edges are null as long as nobody can count them."""
    sheet, name_of = offer.sheet, context.hub.floor.name_of
    try:
        counted = msgspec.json.decode(await context.explained.of(sheet, sheet.decks[2]))
    except Refused:
        counted = {"bets": []}
    edges = {bet["id"]: bet["edge"] for bet in counted["bets"]}
    return {
        "number": offer.number,
        "id": offer.id,
        "name": sheet.name,
        "sheet": sheet.id,
        "hash": sheet.hash,
        "venue_hash": sheet.venue_hash,
        "decks": sheet.decks[2],
        "at": offer.at,
        "by": offer.by,
        "author": name_of(offer.by),
        "taken_up": name_of(offer.taken_up) if offer.taken_up else None,
        "bets": [
            {"id": bet.id, "label": bet.label, "edge": edges.get(bet.id)} for bet in sheet.bets
        ],
    }


@post("/api/floor/sheets/{number:int}/take-up", status_code=200)
async def take_up(request: AnyRequest, number: FromPath[int]) -> Response[Plain]:
    """Take up a sheet that somebody else offered: tables can be opened for it."""
    return await _done(request, lambda context, by: context.sheets.offers.take_up(number, by))


@post("/api/floor/sheets/{number:int}/put-away", status_code=200)
async def put_away(request: AnyRequest, number: FromPath[int]) -> Response[Plain]:
    """Turn an offer down, or take a sheet from the house; open tables keep theirs."""
    return await _done(request, lambda context, by: context.sheets.offers.put_away(number, by))


async def _done(request: AnyRequest, act: Callable[[Context, str], None]) -> Response[Plain]:
    caller = admitted(request, Question.SHEETS)
    if not isinstance(caller, Caller):
        return caller
    try:
        await asyncio.to_thread(act, _context(request), caller.actor)
    except Refused as refused:
        return error(refused.code, 409, **refused.params)
    return Response({"ok": True})


handlers: Final = [offer_sheet, offered, take_up, put_away]
