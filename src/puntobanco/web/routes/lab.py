"""The lab: exact odds of any sheet and any shoe, for whoever has no place at an open table."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from puntobanco.errors import Refused
from puntobanco.house.lab.question import Question
from puntobanco.house.odds_seen import kept_by
from puntobanco.house.people import Caller
from puntobanco.rules.catalogue import DEFAULT, find, shipped
from puntobanco.rules.conditions import FEATURES
from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.parse import FILE_MAX
from puntobanco.rules.write import write_sheet
from puntobanco.table.refusals import Code
from puntobanco.web.answers import error
from puntobanco.web.context import Context
from puntobanco.web.routes.pages import page
from puntobanco.web.sessions import caller_of, is_from_us

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
    table = kept_by(context.desk, caller)
    if table is not None:
        return error("odds-kept", 403, table=table)
    return caller


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
            "features": [
                {"key": key, "words": list(feature.words)} for key, feature in FEATURES.items()
            ],
            "signed_in": context.people.name_of(caller.actor) if caller else None,
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
    asker = caller.actor if caller else f"host {request.client.host if request.client else ''}"
    try:
        answer = await _context(request).lab.ask(asker, msgspec.json.encode(data))
    except Refused as refused:
        busy = refused.code == "lab-busy"
        return error(refused.code, 429 if busy else 503, **refused.params)
    return Response(answer, media_type="application/json")


handlers: Final = [lab, offer, shipped_sheet, odds]
