"""What a page that tracks a shoe asks beside commands: the table's PIN, and a look ahead."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from puntobanco.house.people import Caller
from puntobanco.house.pins import PATTERN
from puntobanco.house.preview import outcomes
from puntobanco.house.roles import Question, may_do
from puntobanco.house.tracking import Tracked, preview
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from puntobanco.web.answers import Refused, admitted, error, raw
from puntobanco.web.context import Context
from puntobanco.web.messages import CommandFrame, Malformed, command_of
from puntobanco.web.sessions import new_token

AnyRequest = Request[Any, Any, Any]


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN of a table."""

    pin: Annotated[str, Meta(pattern=PATTERN)]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


@post("/api/table/{table:str}/pin", status_code=204)
async def give_pin(
    request: AnyRequest, table: FromPath[str], data: JSONBody[Pin]
) -> Response[None]:
    """Give the PIN of a table: for a minute whoever asks may correct its shoe."""
    caller = admitted(request, Question.FLOOR, table)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if not context.pins.may_try(table):
        return error(Code.RATE_LIMITED.value, 429)
    if not await asyncio.to_thread(context.people.is_pin, table, data.pin):
        return error(Code.WRONG_PIN.value, 403)
    context.pins.given(caller.actor, table)
    return Response(None, status_code=204)


@put("/api/table/{table:str}/pin", status_code=204)
async def set_pin(request: AnyRequest, table: FromPath[str], data: JSONBody[Pin]) -> Response[None]:
    """Give a table another PIN."""
    caller = admitted(request, Question.PIN, table)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if table not in context.desk.tables:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    await asyncio.to_thread(context.people.set_pin, table, data.pin, new_token())
    return Response(None, status_code=204)


@post("/api/table/{table:str}/preview", sync_to_thread=False, status_code=200)
def look_ahead(
    request: AnyRequest, table: FromPath[str], data: JSONBody[CommandFrame]
) -> Response[Any]:
    """Give what a command would lead to; nothing is done.

    A command about a tracked hand gives the board as it would be, a proposal the chips that would
    move under each handling of it.
    """
    caller = admitted(request, Question.FLOOR, table)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if table not in context.desk.tables:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    state = context.desk.state(table)
    try:
        command = command_of(data, caller, state, context.people)
    except Malformed as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    if not isinstance(command, Tracked | cm.Propose):
        return error(Code.MALFORMED.value, 400, detail="nothing can be seen before this is done")
    if not may_do(caller.role, caller.actor, command, state):
        return error(Code.NOT_ALLOWED.value, 403)
    now, name_of = context.desk.clock(), context.people.name_of
    key, found = (
        ("outcomes", outcomes(state, command, now, name_of))
        if isinstance(command, cm.Propose)
        else ("board", preview(state, command, now))
    )
    if isinstance(found, Refusal):
        return raw({"ok": False, "refusal": Refused(found.code.value, dict(found.params))})
    return raw({"ok": True, key: found})


handlers: Final = [give_pin, set_pin, look_ahead]
