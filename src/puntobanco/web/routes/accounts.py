"""Everybody's accounts: proposed by one admin and agreed to by another, ended, erased."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from puntobanco.errors import InputError
from puntobanco.house import accounts as kept
from puntobanco.house.account_rules import Order
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, Role
from puntobanco.store.base import Account
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error
from puntobanco.web.attendance import end_links
from puntobanco.web.messages import PatronId
from puntobanco.web.routes.sign_in import context_of
from puntobanco.web.sessions import new_staff, new_token

AnyRequest = Request[Any, Any, Any]
Line = Annotated[str, Meta(max_length=200)]


class AccountToOpen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An account for a patron who is enrolled, or for a new member of the staff."""

    name: Line
    shown: Line = ""
    contact: Line = ""
    duties: Line = Role.PATRON.value
    patron: PatronId | None = None


class PatronsAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """What a patron is to sign in by; an account that he has keeps its name."""

    name: Line
    contact: Line = ""


class Duties(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is to work as."""

    duties: Line


class Listed(Struct, frozen=True):
    """An account as an admin sees it: nothing that opens it."""

    actor: str
    sign_in: str
    name: str
    contact: str
    duties: str
    wanted: str | None
    wanted_by: str | None
    erasing_by: str | None
    has_password: bool
    has_second_factor: bool
    locked: bool
    seen: int | None
    sign_ins: int


class Accounts(Struct, frozen=True):
    """All accounts, by the name they sign in by; ``me`` is who asks."""

    me: str
    accounts: tuple[Listed, ...]


class Invited(Struct, frozen=True):
    """A one-time link, shown this once."""

    path: str


def _listed(
    request: AnyRequest, account: Account, sign_ins: Counter[str], erasing: dict[str, str]
) -> Listed:
    return Listed(
        actor=account.actor,
        sign_in=account.sign_in,
        name=account.name,
        contact=account.contact,
        duties=account.duties,
        wanted=account.wanted,
        wanted_by=account.wanted_by,
        erasing_by=erasing.get(account.actor),
        has_password=account.password is not None,
        has_second_factor=account.secret is not None,
        locked=account.locked > context_of(request).desk.clock(),
        seen=account.seen,
        sign_ins=sign_ins[account.actor],
    )


def _all(request: AnyRequest, me: str) -> Accounts:
    accounts = context_of(request).accounts
    sign_ins, erasing = accounts.signed_in(), accounts.erasing()
    listed = (_listed(request, account, sign_ins, erasing) for account in accounts.known())
    return Accounts(me, tuple(listed))


async def _done(
    request: AnyRequest, question: Question, work: Callable[[kept.Accounts, str], object]
) -> Response[Any]:
    """Let an admin do something to accounts, end the links of what it ended, and list all anew."""
    caller = admitted(request, question)
    if not isinstance(caller, Caller):
        return caller
    try:
        await asyncio.to_thread(work, context_of(request).accounts, caller.actor)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    end_links(context_of(request).hub)
    return Response(await asyncio.to_thread(_all, request, caller.actor), status_code=200)


@get("/api/accounts")
async def list_accounts(request: AnyRequest) -> Response[Accounts]:
    """List the accounts."""
    caller = admitted(request, Question.ACCOUNTS)
    if not isinstance(caller, Caller):
        return caller
    return Response(await asyncio.to_thread(_all, request, caller.actor))


@post("/api/accounts", status_code=200)
async def open_account(request: AnyRequest, data: JSONBody[AccountToOpen]) -> Response[Accounts]:
    """Propose an account of the staff; a patron's is opened at once."""
    order = Order(data.name, data.shown, data.contact, data.duties, data.patron)
    return await _done(
        request,
        Question.ACCOUNTS,
        lambda known, by: known.open(order, new_staff(), by, proposed=data.patron is None),
    )


@post("/api/accounts/{actor:str}/duties", status_code=200)
async def set_duties(
    request: AnyRequest, actor: FromPath[str], data: JSONBody[Duties]
) -> Response[Accounts]:
    """Propose other duties: more of them, or less."""
    return await _done(
        request,
        Question.ACCOUNTS,
        lambda known, by: known.set_duties(actor, data.duties, by, proposed=True),
    )


@post("/api/accounts/{actor:str}/agree", status_code=200)
async def agree(request: AnyRequest, actor: FromPath[str]) -> Response[Accounts]:
    """Agree to what another admin proposed."""
    return await _done(request, Question.ACCOUNTS, lambda known, by: known.agree(actor, by))


@post("/api/accounts/{actor:str}/withdraw", status_code=200)
async def withdraw(request: AnyRequest, actor: FromPath[str]) -> Response[Accounts]:
    """Take back what was proposed of somebody."""
    return await _done(request, Question.ACCOUNTS, lambda known, by: known.withdraw(actor, by))


@post("/api/accounts/{actor:str}/bar", status_code=200)
async def bar(request: AnyRequest, actor: FromPath[str]) -> Response[Accounts]:
    """Shut somebody out at once, until a new invitation."""
    return await _done(request, Question.SIGN_INS, lambda known, by: known.bar(actor, by))


@post("/api/accounts/{actor:str}/end", status_code=200)
async def end(request: AnyRequest, actor: FromPath[str]) -> Response[Accounts]:
    """End every sign-in of somebody, and its links."""
    return await _done(request, Question.SIGN_INS, lambda known, by: known.end_sign_ins(actor, by))


@post("/api/accounts/{actor:str}/invite", status_code=200)
async def invite(request: AnyRequest, actor: FromPath[str]) -> Response[Invited]:
    """Give a one-time link by which somebody sets his password."""
    caller = admitted(request, Question.ACCOUNTS)
    if not isinstance(caller, Caller):
        return caller
    link, accounts = new_token(), context_of(request).accounts
    try:
        await asyncio.to_thread(accounts.invite, actor, link, caller.actor)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    end_links(context_of(request).hub)
    return Response(Invited(f"/enter/{link}"))


@post("/api/patrons/{patron:str}/account", status_code=200)
async def patrons_account(
    request: AnyRequest, patron: FromPath[str], data: JSONBody[PatronsAccount]
) -> Response[Invited]:
    """Give a patron an account, or a new password to the one he has: whoever enrols him may."""
    caller = admitted(request, Question.ENROL)
    if not isinstance(caller, Caller):
        return caller
    context, link = context_of(request), new_token()
    if not context.people.is_known(patron):
        return error("not-found", 404, patron=patron)
    order = Order(data.name, contact=data.contact, patron=patron)

    def work() -> None:
        if context.accounts.of(patron) is None:
            context.accounts.open(order, new_staff(), caller.actor)
        context.accounts.invite(patron, link, caller.actor)

    try:
        await asyncio.to_thread(work)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    end_links(context.hub)
    return Response(Invited(f"/enter/{link}"))


@delete("/api/accounts/{actor:str}", status_code=200)
async def erase(request: AnyRequest, actor: FromPath[str]) -> Response[Accounts]:
    """Propose to erase what is personal of somebody; another admin agrees."""
    return await _done(request, Question.ERASE, lambda known, by: known.propose_erasing(actor, by))


handlers: Final = [
    list_accounts,
    open_account,
    set_duties,
    agree,
    withdraw,
    bar,
    end,
    invite,
    patrons_account,
    erase,
]
