"""One's own account: password, second factor, where one is signed in."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from puntobanco.house import second_factor
from puntobanco.house.account_rules import missing
from puntobanco.house.duties import Duty, read_duties
from puntobanco.house.passwords import MOST, PasswordError
from puntobanco.house.roles import Role
from puntobanco.store.base import Account, SignIn
from puntobanco.table.refusals import Code
from puntobanco.web.answers import error, noted
from puntobanco.web.attendance import end_links
from puntobanco.web.routes.sign_in import Entered, address_of, context_of, entered, leave
from puntobanco.web.sessions import (
    is_bearer,
    is_from_us,
    new_codes,
    new_secret,
    new_token,
    token_of,
)

AnyRequest = Request[Any, Any, Any]
Password = Annotated[str, Meta(max_length=4 * MOST)]


class Own(Struct, frozen=True):
    """An account as its owner may see it."""

    name: str
    sign_in: str
    duty: str
    duties: tuple[str, ...]
    has_password: bool
    has_second_factor: bool
    codes_left: int
    missing: tuple[str, ...]
    seen: int | None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password; the one before, if there is one."""

    fresh: Password
    current: Password = ""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The password once more, for what is worth it."""

    password: Password = ""


class Shown(Struct, frozen=True):
    """What an authenticator takes: to be read from a picture, or typed."""

    secret: str
    address: str
    width: int
    path: str


class Confirmed(Struct, frozen=True, forbid_unknown_fields=True):
    """What the authenticator shows now."""

    code: Annotated[str, Meta(pattern="^[0-9]{6}$")]


class Codes(Struct, frozen=True):
    """The codes for when the authenticator is lost, shown this once; and where to go now."""

    codes: tuple[str, ...]
    next: str | None


def _own(request: AnyRequest) -> tuple[SignIn, Account] | Response[Any]:
    """Give a sign-in, whole or half, and its account."""
    token = token_of(request)
    is_form = request.method != "GET"
    context = context_of(request)
    if token is None or is_bearer(request) or (is_form and not is_from_us(request)):
        return error(Code.NOT_SIGNED_IN.value, 401)
    found = context.people.sign_in_of(token)
    account = context.accounts.of(found.actor) if found else None
    if found is None or found.kind not in {"session", "half"}:
        return error(Code.NOT_SIGNED_IN.value, 401)
    if account is None:
        return error("no-account", 404)
    return found, account


@get("/api/account", sync_to_thread=True)
def show(request: AnyRequest) -> Response[Own]:
    """Give one's own account."""
    own = _own(request)
    if isinstance(own, Response):
        return own
    found, account = own
    return Response(
        Own(
            name=account.name,
            sign_in=account.sign_in,
            duty=str(Duty(Role(found.role), found.table)),
            duties=tuple(map(str, read_duties(account.duties))),
            has_password=account.password is not None,
            has_second_factor=account.secret is not None,
            codes_left=len(account.recovery.split()),
            missing=missing(account),
            seen=account.before,
        )
    )


@post("/api/account/password", status_code=200)
async def password(request: AnyRequest, data: JSONBody[NewPassword]) -> Response[Entered]:
    """Set another password; all other sign-ins of the account end."""
    own = await asyncio.to_thread(_own, request)
    if isinstance(own, Response):
        return own
    found, account = own
    accounts = context_of(request).accounts
    refused = await _unproved(request, account, data.current)
    if refused is not None:
        return refused
    try:
        await asyncio.to_thread(
            accounts.set_password, account.actor, data.fresh, account.actor, found.token_hash
        )
    except PasswordError as fault:
        return error(f"password-{fault.code}", 400)
    end_links(context_of(request).hub)
    if found.kind == "session":
        return Response(Entered())
    if account.secret is not None:  # a new password alone lets nobody in who has a second factor
        await leave(request)
        return Response(Entered(next="/sign-in"))
    return await _let_in(request, found) or Response(Entered())


@post("/api/account/second-factor", status_code=200)
async def begin(request: AnyRequest, data: JSONBody[Asked]) -> Response[Shown]:
    """Give a new authenticator its secret; nothing changes until it shows the right code."""
    own = await asyncio.to_thread(_own, request)
    if isinstance(own, Response):
        return own
    found, account = own
    if found.kind == "session":
        refused = await _unproved(request, account, data.password)
        if refused is not None:
            return refused
    elif account.secret is not None or account.password is None:
        return error(Code.NOT_ALLOWED.value, 403)
    secret = new_secret()
    context_of(request).secrets[found.token_hash] = secret
    address = second_factor.address_of(secret, account.sign_in)
    return Response(Shown(secret, address, *second_factor.picture_of(address)))


@post("/api/account/second-factor/confirm", status_code=200)
async def confirm(request: AnyRequest, data: JSONBody[Confirmed]) -> Response[Codes]:
    """Take the authenticator whose code is right, and show the codes that stand in for it."""
    own = await asyncio.to_thread(_own, request)
    if isinstance(own, Response):
        return own
    found, account = own
    context = context_of(request)
    secret = context.secrets.get(found.token_hash)
    if secret is None:  # it was confirmed, or begun before the house was started
        return error("begun-anew", 409)
    codes, is_right = new_codes(), False
    if context.pins.may_try(account.actor):
        actor = account.actor
        is_right = await asyncio.to_thread(
            context.accounts.set_second_factor, actor, secret, data.code, codes, actor
        )
    if not is_right:
        return error("wrong-code", 403)
    context.secrets.pop(found.token_hash, None)
    shown = tuple(map(second_factor.shown, codes))
    if found.kind == "session":
        return Response(Codes(shown, None))
    answer = await _let_in(request, found)
    if answer is None:
        return Response(Codes(shown, None))
    return Response(Codes(shown, answer.content.next), cookies=answer.cookies)


async def _unproved(request: AnyRequest, account: Account, password: str) -> Response[Any] | None:
    """Give the answer to somebody who does not know the password that the account has."""
    accounts, address = context_of(request).accounts, address_of(request)
    proved = await asyncio.to_thread(accounts.is_proved, account.actor, password, address)
    if proved:
        return None
    noted(request, "wrong password", account.actor)
    return error("sign-in-wrong", 403)


async def _let_in(request: AnyRequest, half: SignIn) -> Response[Any] | None:
    """Make a half sign-in a whole one, on a new token, if nothing is missing."""
    token = new_token()
    outcome = await asyncio.to_thread(context_of(request).accounts.complete, half, token)
    if outcome.sign_in is None:
        return None
    return await entered(request, token, outcome.sign_in)


handlers: Final = [show, password, begin, confirm]
