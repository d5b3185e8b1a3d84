"""A command from outside on its way to the desk: the same for a socket and for a POST."""

from __future__ import annotations

import asyncio
import hashlib

from puntobanco.house.desk import Reply, Request
from puntobanco.house.people import Caller
from puntobanco.house.roles import needs_pin
from puntobanco.table.refusals import Code, Refusal
from puntobanco.web.access import named, note
from puntobanco.web.context import Context
from puntobanco.web.messages import Asked, Malformed, command_of


async def ask(
    context: Context, caller: Caller, table: str, frame: Asked, text: str, *, is_stale: bool = False
) -> Reply:
    """Hand a command to the desk; a repetition is known by its id and by the text it came as.

    It is stale where another link of the patron has the seat by now.
    """
    reply = await _asked(context, caller, table, frame, text, is_stale=is_stale)
    if reply.refusal is not None and reply.refusal.code is Code.NOT_ALLOWED:
        what = f"{reply.refusal.code.value} {frame.__struct_config__.tag}"
        note(what, named(caller), f"table {table}")
    return reply


async def _asked(
    context: Context, caller: Caller, table: str, frame: Asked, text: str, *, is_stale: bool
) -> Reply:
    if not caller.serves(table):
        return refused(Code.NOT_ALLOWED)
    if not context.admits(caller.actor):
        return refused(Code.RATE_LIMITED)
    context.hub.hear(table, caller)
    try:
        command = command_of(frame, caller, context.desk.state(table), context.people)
    except Malformed as fault:
        return refused(Code.MALFORMED, str(fault))
    if needs_pin(caller.role, command) and not context.pins.is_given(caller.actor, table):
        return refused(Code.PIN_NEEDED)
    digest = digest_of(table, text.encode())
    request = Request(
        table, command, caller.actor, frame.id, digest, role=caller.role, is_stale=is_stale
    )
    return await asyncio.wrap_future(context.desk.submit(request))


def digest_of(place: str, body: bytes) -> bytes:
    """Give that by which the body of a command is known again, and where it was sent to."""
    return hashlib.sha256(place.encode() + b"\0" + body).digest()


def refused(code: Code, detail: str = "") -> Reply:
    """Give the reply to what never reaches a table."""
    return Reply(Refusal(code, {"detail": detail} if detail else {}))
