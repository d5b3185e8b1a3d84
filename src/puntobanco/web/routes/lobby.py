"""The lobby: tables, who is signed in, guests of a demo house."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.params import JSONBody
from msgspec import Meta, Struct

from puntobanco.house.duties import Duty
from puntobanco.house.names import clean_name
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, Role, may_ask
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.store.base import Account
from puntobanco.web.answers import error
from puntobanco.web.context import Context
from puntobanco.web.routes.pages import home
from puntobanco.web.sessions import (
    caller_of,
    is_from_us,
    is_secure,
    new_patron,
    patron_of,
    sign_in,
)
from puntobanco.web.sockets import serve_socket

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest says of himself."""

    name: Annotated[str, Meta(max_length=100)] | None = None


def _context(request: AnyRequest | AnySocket) -> Context:
    context: Context = request.app.state.context
    return context


def _person(context: Context, patron: str) -> dict[str, Any]:
    people = context.people
    return {"id": patron, "name": people.name_of(patron), "wallet": people.wallet(patron)}


def _staff(caller: Caller, account: Account | None) -> dict[str, Any]:
    return {
        "name": account.name if account else "",
        "duty": str(Duty(caller.role, caller.table)),
        "home": home(caller),
        "deals": may_ask(caller.role, Question.CONSOLE),
        "table": caller.table,
    }


@get("/api/lobby", sync_to_thread=True)
def tables(request: AnyRequest) -> Response[dict[str, Any]]:
    """Give every open table, and who is asking."""
    context = _context(request)
    caller = caller_of(context.people, request)
    account = context.accounts.of(caller.actor) if caller else None
    patron = caller.actor if caller and caller.role is Role.PATRON else None
    return Response(
        {
            "signed_in": _person(context, patron) if patron else None,
            "staff": _staff(caller, account) if caller and not patron else None,
            "has_account": account is not None,
            "seen": account.before if account else None,
            "guests": context.guest_chips is not None,
            "currency": CURRENCY,
            "tables": context.hub.cards(),
        },
        headers={"cache-control": "no-store"},
    )


@post("/api/guest", sync_to_thread=True, status_code=201)
def guest(request: AnyRequest, data: JSONBody[Guest]) -> Response[dict[str, Any]]:
    """Sign a new guest in, with play chips."""
    context = _context(request)
    if context.guest_chips is None or not is_from_us(request):
        return error("not-signed-in", 403)
    known = patron_of(context.people, request)
    if known:
        return Response(_person(context, known), status_code=200)
    if not context.gate.admits():
        return error("rate-limited", 429)
    patron = new_patron()
    name = clean_name(data.name) or f"Guest {patron[-4:]}"
    context.people.enrol(patron, name, context.guest_chips, "guest")
    cookie = sign_in(context.people, patron, secure=is_secure(request))
    return Response(_person(context, patron), status_code=201, cookies=[cookie])


@get("/healthz", sync_to_thread=False)
def health() -> dict[str, str]:
    """Say that the house is open."""
    return {"status": "ok"}


@websocket("/ws/lobby")
async def lobby_socket(socket: AnySocket) -> None:
    """Send the tables whenever one changes."""
    await serve_socket(socket, _context(socket), None)


handlers: Final = [tables, guest, health, lobby_socket]
