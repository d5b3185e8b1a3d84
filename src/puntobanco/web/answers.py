"""What a request is answered: one shape for what a table said, one for everything that failed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response
from msgspec import Struct

from puntobanco.house.desk import Reply
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, may_ask
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code, Refusal
from puntobanco.web.access import named, note
from puntobanco.web.context import Context
from puntobanco.web.sessions import Connection, caller_of, is_from_us

# A refusal that no table spoke is a failed request; what a table refuses is an answer.
STATUS: Final = {
    Code.MALFORMED: 400,
    Code.NOT_SIGNED_IN: 401,
    Code.NOT_ALLOWED: 403,
    Code.NO_SUCH_TABLE: 404,
    Code.SAME_ID_OTHER_BODY: 409,
    Code.RATE_LIMITED: 429,
}


class Refused(Struct, frozen=True):
    """A code and the numbers that its sentence names."""

    code: str
    params: dict[str, Any]


class Fault(Struct, frozen=True):
    """The body of every answer that failed."""

    error: Refused


class Answered(Struct, frozen=True, omit_defaults=True):
    """What a table said to a command; whoever may read the log gets the events as well."""

    ok: bool
    refusal: Refused | None = None
    events: tuple[ev.AnyEvent, ...] = ()
    version: int | None = None  # of the last of them


def error(code: str, status: int, **params: object) -> Response[Any]:
    """Answer with the one error shape."""
    headers = {"retry-after": "1"} if status == STATUS[Code.RATE_LIMITED] else {}
    return Response(Fault(Refused(code, params)), status_code=status, headers=headers)


def statused(refusal: Refusal) -> Response[Any] | None:
    """Give the failed answer of a refusal that no table spoke; None for a table's own."""
    status = STATUS.get(refusal.code)
    return None if status is None else error(refusal.code.value, status, **refusal.params)


def answer(reply: Reply, *, with_events: bool) -> Response[Any]:
    """Answer a command."""
    refusal = reply.refusal
    failed = statused(refusal) if refusal else None
    if failed is not None:
        return failed
    told = Refused(refusal.code.value, dict(refusal.params)) if refusal else None
    shown = (reply.events, reply.version) if with_events and reply.events else ((), None)
    return Response(Answered(refusal is None, told, *shown), status_code=200)


def noted(request: Connection, what: str, who: str = "") -> None:
    """Write down that somebody was not let in, or not let through."""
    note(what, who, request.url.path, request.client.host if request.client else "")


def admitted(
    request: Connection, question: Question | None = None, table: str | None = None
) -> Caller | Response[Any]:
    """Give who asks, or the answer to somebody who may not; the same for all addresses."""
    context: Context = request.app.state.context
    caller = caller_of(context.people, request)
    if caller is None or (request.scope.get("method") != "GET" and not is_from_us(request)):
        return error(Code.NOT_SIGNED_IN.value, 401)
    is_his = table is None or caller.serves(table)
    if not is_his or (question is not None and not may_ask(caller.role, question)):
        noted(request, Code.NOT_ALLOWED.value, named(caller))
        return error(Code.NOT_ALLOWED.value, 403)
    return caller


def raw(value: object, status: int = 200) -> Response[Any]:
    """Answer with a value that holds bytes of the log as they were stored."""
    return Response(msgspec.json.encode(value), media_type="application/json", status_code=status)
