"""Tokens for whoever gives them: made, listed, taken back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from puntobanco.errors import InputError
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question
from puntobanco.house.tokens import DAYS_MAX, GIVEN, Grant, TokenError, shown
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error
from puntobanco.web.context import Context
from puntobanco.web.messages import PatronId
from puntobanco.web.sessions import new_staff, new_token

AnyRequest = Request[Any, Any, Any]


class TokenToGive(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A token to make; the same name is the same person."""

    role: Annotated[str, Meta(max_length=20)]
    table: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    name: Annotated[str, Meta(max_length=100)] = ""
    patron: PatronId | None = None
    days: Annotated[int, Meta(ge=1, le=DAYS_MAX)] | None = None


class TokenShown(Struct, frozen=True, omit_defaults=True):
    """A token by its id, which opens nothing; ``token`` itself is there once, when it is made."""

    id: str
    actor: str
    role: str
    table: str | None
    name: str
    created: int
    expires: int | None
    revoked: int | None
    token: str | None = None


class Tokens(Struct, frozen=True):
    """All tokens, the oldest first."""

    tokens: tuple[TokenShown, ...]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


@get("/api/tokens")
async def tokens(request: AnyRequest) -> Response[Tokens]:
    """List the tokens, those taken back as well."""
    caller = admitted(request, Question.TOKENS)
    if not isinstance(caller, Caller):
        return caller
    found = await asyncio.to_thread(_context(request).people.tokens)
    return Response(Tokens(tuple(TokenShown(**shown(token)) for token in found)))  # type: ignore[arg-type]


@post("/api/tokens", status_code=201)
async def give(request: AnyRequest, data: JSONBody[TokenToGive]) -> Response[TokenShown]:
    """Make a token and show it, this once."""
    caller = admitted(request, Question.TOKENS)
    if not isinstance(caller, Caller):
        return caller
    secret = new_token()
    grant = Grant(data.role, data.table, data.name, data.patron, data.days)
    accounts, people = _context(request).accounts, _context(request).people
    if data.role in GIVEN and not await asyncio.to_thread(accounts.covers, grant):
        return error("needs-account", 403)
    try:
        given = await asyncio.to_thread(people.give_token, grant, secret, new_staff())
    except InputError as fault:  # of the token, or of what its bearer works as already
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    return Response(TokenShown(**shown(given), token=secret), status_code=201)  # type: ignore[arg-type]


@delete("/api/tokens/{token:str}", status_code=204)
async def take(request: AnyRequest, token: FromPath[str]) -> Response[None]:
    """Take a token back by its id, and end its links."""
    caller = admitted(request, Question.TOKENS)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    try:
        taken = await asyncio.to_thread(context.people.take_token, token)
    except TokenError as fault:
        return error("not-found", 404, detail=str(fault))
    context.hub.dismiss(taken.token_hash)
    return Response(None, status_code=204)


handlers: Final = [tokens, give, take]
