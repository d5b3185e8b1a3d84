"""Tables for programs: what stands there, what happened there, and commands to it."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, post
from litestar.params import FromPath, JSONBody

from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, may_ask
from puntobanco.web.answers import Answered, admitted, answer
from puntobanco.web.asking import ask
from puntobanco.web.context import Context
from puntobanco.web.messages import CommandFrame

AnyRequest = Request[Any, Any, Any]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


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


handlers: Final = [command]
