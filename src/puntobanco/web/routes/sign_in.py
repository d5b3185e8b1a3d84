"""Signing in and out: by a one-time link, or by name, password and code."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from puntobanco.house.people import caller_of
from puntobanco.house.signing_in import Outcome, Try
from puntobanco.house.tokens import hash_of
from puntobanco.store.base import SignIn
from puntobanco.table.refusals import Code
from puntobanco.web.answers import error, noted
from puntobanco.web.context import Context
from puntobanco.web.routes.pages import home
from puntobanco.web.sessions import (
    cookie_of,
    forget,
    is_bearer,
    is_from_us,
    is_secure,
    new_token,
    token_of,
)

AnyRequest = Request[Any, Any, Any]
ACCOUNT: Final = "/account"
STATUS: Final = {"wrong": 401, "too-many": 429}

Line = Annotated[str, Meta(max_length=200)]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time link, by what stands at its end."""

    link: Annotated[str, Meta(min_length=1, max_length=100)]


class Words(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody types; the code and the duty when they are asked for."""

    name: Line
    password: Line
    code: Annotated[str, Meta(max_length=40)] = ""
    duty: Annotated[str, Meta(max_length=80)] = ""


class Entered(Struct, frozen=True, omit_defaults=True):
    """Where to go now; or what else is asked: the ``code``, or one of the ``duties``."""

    next: str | None = None
    asks: str = ""
    duties: tuple[str, ...] = ()
    seen: int | None = None


def context_of(request: AnyRequest) -> Context:
    """Give what the routes share."""
    context: Context = request.app.state.context
    return context


def address_of(request: AnyRequest) -> str:
    """Give the address that a request comes from, as the server knows it."""
    return request.client.host if request.client else ""


async def entered(request: AnyRequest, token: str, found: SignIn, **said: Any) -> Response[Any]:
    """Answer with the cookie of a new sign-in; the one before it on this browser ends."""
    await leave(request)
    where = ACCOUNT if found.kind == "half" else home(caller_of(found))
    cookie = cookie_of(token, secure=is_secure(request))
    return Response(Entered(next=where, **said), status_code=200, cookies=[cookie])


async def leave(request: AnyRequest) -> None:
    """End the sign-in of a request, and its links."""
    token = token_of(request)
    if token and not is_bearer(request):
        context = context_of(request)
        await asyncio.to_thread(context.people.sign_out, token)
        context.hub.dismiss(hash_of(token))


@post("/api/enter", status_code=200)
async def enter(request: AnyRequest, data: JSONBody[Link]) -> Response[Entered]:
    """Use a one-time link up."""
    if not is_from_us(request):
        return error(Code.NOT_SIGNED_IN.value, 401)
    token = new_token()
    found = await asyncio.to_thread(context_of(request).people.enter, data.link, token)
    if found is None:
        return error("link-used", 410)
    return await entered(request, token, found)


@post("/api/sign-in", status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[Words]) -> Response[Entered]:
    """Sign in by name and password; what was wrong of them is not told."""
    if not is_from_us(request):
        return error(Code.NOT_SIGNED_IN.value, 401)
    token, address = new_token(), address_of(request)
    tried = Try(data.name, data.password, data.code, data.duty, address)
    accounts = context_of(request).accounts
    outcome: Outcome = await asyncio.to_thread(accounts.sign_in, tried, token)
    if outcome.sign_in is not None:
        return await entered(request, token, outcome.sign_in, seen=outcome.seen)
    if outcome.reason in STATUS:
        noted(request, f"sign-in {outcome.reason}", outcome.actor)
        return error(f"sign-in-{outcome.reason}", STATUS[outcome.reason])
    return Response(Entered(asks=outcome.reason, duties=tuple(map(str, outcome.duties))))


@post("/api/sign-out", status_code=204)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Sign out, and end the links of this sign-in; chips stay in wallet and racks."""
    if is_from_us(request):
        await leave(request)
    return Response(None, status_code=204, cookies=[forget(secure=is_secure(request))])


handlers: Final = [enter, sign_in, sign_out]
