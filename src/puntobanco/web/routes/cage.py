"""The cage for programs: patrons, and chips into their wallets and out of them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from puntobanco.house.cage_journal import boxes, journal
from puntobanco.house.names import clean_name
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.house.window import Order, Receipt
from puntobanco.money import AMOUNT_MAX
from puntobanco.table.refusals import Code
from puntobanco.web.answers import Refused, admitted, error, raw, statused
from puntobanco.web.asking import digest_of
from puntobanco.web.context import Context
from puntobanco.web.messages import CommandId, PatronId
from puntobanco.web.sessions import new_patron

AnyRequest = Request[Any, Any, Any]


class PatronToEnrol(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody to write down."""

    id: CommandId
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    kind: Literal["patron", "third-party"] = "patron"


class Exchange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips that a patron buys (in) or that are paid out to him (out)."""

    id: CommandId
    patron: PatronId
    direction: Literal["in", "out"]
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]


class BoxToCount(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was counted in a drop box that has left its table."""

    id: CommandId
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    box: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^:]+$")]
    counted: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]


class Enrolled(Struct, frozen=True):
    """A patron as the cage knows him."""

    id: str
    name: str
    kind: str
    wallet: int


class Patrons(Struct, frozen=True):
    """Everybody."""

    patrons: tuple[Enrolled, ...]


class Done(Struct, frozen=True, omit_defaults=True):
    """What came of an order, and what the patron now has."""

    ok: bool
    patron: Enrolled | None = None
    refusal: Refused | None = None


class Counted(Struct, frozen=True, omit_defaults=True):
    """What came of a count, and what the ledger had expected."""

    ok: bool
    expected: int | None = None
    difference: int | None = None
    refusal: Refused | None = None


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def _shown(context: Context, patron: str) -> Enrolled:
    people = context.people
    return Enrolled(patron, people.name_of(patron), people.role_of(patron), people.wallet(patron))


def _everybody(context: Context) -> Patrons:
    return Patrons(tuple(_shown(context, patron) for patron in context.people.known()))


def _answer(context: Context, receipt: Receipt) -> Response[Any]:
    refusal = receipt.refusal
    if refusal is None:
        return Response(Done(ok=True, patron=_shown(context, receipt.patron)), status_code=200)
    told = Refused(refusal.code.value, dict(refusal.params))
    return statused(refusal) or Response(Done(ok=False, refusal=told), status_code=200)


async def _order(request: AnyRequest, caller: Caller, ident: str, address: str) -> Order:
    return Order(caller.actor, ident, digest_of(address, await request.body()))


@get("/api/patrons")
async def patrons(request: AnyRequest) -> Response[Patrons]:
    """Give everybody who is enrolled."""
    caller = admitted(request, Question.PATRONS)
    if not isinstance(caller, Caller):
        return caller
    return Response(await asyncio.to_thread(_everybody, _context(request)))


@get("/api/cage")
async def window(request: AnyRequest) -> Response[dict[str, Any]]:
    """Give the cashier's page: patrons, what was done here last, and the boxes to count."""
    caller = admitted(request, Question.CAGE)
    if not isinstance(caller, Caller):
        return caller
    return raw(await asyncio.to_thread(_window, _context(request), caller))


def _window(context: Context, caller: Caller) -> dict[str, Any]:
    name_of = context.hub.floor.name_of
    return {
        "me": {"actor": caller.actor, "name": name_of(caller.actor)},
        "currency": CURRENCY,
        "patrons": _everybody(context).patrons,
        "entries": journal(context.desk, context.hub.hours, name_of),
        "boxes": boxes(context.desk),
    }


@post("/api/patrons", status_code=200)
async def enrol(request: AnyRequest, data: JSONBody[PatronToEnrol]) -> Response[Done]:
    """Enrol a patron; the id is the house's to give."""
    caller = admitted(request, Question.ENROL)
    if not isinstance(caller, Caller):
        return caller
    context, name = _context(request), clean_name(data.name)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    if name is None:
        return error(Code.MALFORMED.value, 400, detail="the name has nothing that can be shown")
    order = await _order(request, caller, data.id, "patrons")
    receipt = await asyncio.to_thread(context.window.enrol, order, new_patron(), name, data.kind)
    return _answer(context, receipt)


@post("/api/cage", status_code=200)
async def exchange(request: AnyRequest, data: JSONBody[Exchange]) -> Response[Done]:
    """Sell a patron chips, or pay chips out."""
    caller = admitted(request, Question.CAGE)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    if not context.people.is_known(data.patron):
        return error("not-found", 404, patron=data.patron)
    order = await _order(request, caller, data.id, "cage")
    act = context.window.issue if data.direction == "in" else context.window.redeem
    return _answer(context, await asyncio.to_thread(act, order, data.patron, data.amount))


@post("/api/drop", status_code=200)
async def count(request: AnyRequest, data: JSONBody[BoxToCount]) -> Response[Counted]:
    """Take in the count of a drop box that has left its table."""
    caller = admitted(request, Question.CAGE, data.table)
    if not isinstance(caller, Caller):
        return caller
    context = _context(request)
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    live = context.desk.tables.get(data.table)
    if live is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=data.table)
    order = await _order(request, caller, data.id, "drop")
    receipt = await asyncio.to_thread(
        context.window.count, order, lambda: live.working, data.table, data.box, data.counted
    )
    refusal = receipt.refusal
    if refusal is None:
        difference = data.counted - receipt.expected
        return Response(Counted(ok=True, expected=receipt.expected, difference=difference))
    told = Refused(refusal.code.value, dict(refusal.params))
    return statused(refusal) or Response(Counted(ok=False, refusal=told), status_code=200)


handlers: Final = [window, patrons, enrol, exchange, count]
