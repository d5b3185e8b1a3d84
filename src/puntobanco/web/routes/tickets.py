"""Tickets for sockets."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, post
from msgspec import Struct

from puntobanco.table.refusals import Code
from puntobanco.web.answers import STATUS, error
from puntobanco.web.context import Context
from puntobanco.web.sessions import caller_of, is_bearer, is_from_us, token_of


class Ticket(Struct, frozen=True):
    """What opens one socket, soon; null for somebody who is not signed in and looks on."""

    ticket: str | None


@post("/api/ticket", sync_to_thread=True, status_code=200)
def ticket(request: Request[Any, Any, Any]) -> Response[Any]:
    """Give a page of ours what it opens a socket with."""
    context: Context = request.app.state.context
    if is_bearer(request) or not is_from_us(request):
        return error(Code.NOT_ALLOWED.value, STATUS[Code.NOT_ALLOWED])
    token, caller = token_of(request), caller_of(context.people, request)
    if token is None or caller is None:
        return Response(Ticket(None))
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, STATUS[Code.RATE_LIMITED])
    return Response(Ticket(context.tickets.give(token)))


handlers: Final = [ticket]
