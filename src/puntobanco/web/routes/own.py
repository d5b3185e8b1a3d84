"""What a patron asks beside commands: his hands, his limits, the cover before him, the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Annotated, Any, Final

from litestar import Request, Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from puntobanco.house.desk import Live
from puntobanco.house.outlook import outlook, wagers_faced
from puntobanco.house.own.everything import Own
from puntobanco.house.own.exclusions import DAYS_MAX
from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.house.shown.own import SelfSet
from puntobanco.money import AMOUNT_MAX
from puntobanco.table.covering import largest_fee
from puntobanco.table.refusals import Code
from puntobanco.web.answers import admitted, error
from puntobanco.web.context import Context

AnyRequest = Request[Any, Any, Any]
MINUTES_MAX: Final = 24 * 60
Limit = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)] | None
Minutes = Annotated[int, Meta(ge=1, le=MINUTES_MAX)] | None


class DepositLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The most that a patron means to buy in 24 hours, 7 days and a month; null is no limit."""

    day: Limit = None
    week: Limit = None
    month: Limit = None


class OwnLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits that a patron sets himself, and after how long he is reminded; null is none."""

    loss: Limit = None
    minutes: Minutes = None
    deposits: DepositLimits = DepositLimits()
    reminder: Minutes = None


class Exclusion(Struct, frozen=True, forbid_unknown_fields=True):
    """For how long a patron excludes himself."""

    days: Annotated[int, Meta(ge=1, le=DAYS_MAX)]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def _patron(request: AnyRequest) -> str | Response[Any]:
    caller = admitted(request)
    if not isinstance(caller, Caller):
        return caller
    return caller.actor if caller.role is Role.PATRON else error(Code.NOT_ALLOWED.value, 403)


def _live(request: AnyRequest, table: str) -> Live | Response[Any]:
    live = _context(request).desk.tables.get(table)
    if live is None or live.state.setup is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    return live


@get("/api/table/{table:str}/hands", sync_to_thread=False)
def hands(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """Give a patron's own last hands at a table, with their cards and lines."""
    patron, live = _patron(request), _live(request, table)
    if isinstance(patron, Response):
        return patron
    if isinstance(live, Response):
        return live
    return Response({"hands": _context(request).hub.viewer(table).hands(patron)})


@get("/api/table/{table:str}/outlook", sync_to_thread=True)
def cover_outlook(
    request: AnyRequest, table: FromPath[str], cover: FromQuery[int]
) -> Response[Any]:
    """Give what a cover would come to against the wagers of the last hand, by result."""
    patron, live = _patron(request), _live(request, table)
    if isinstance(patron, Response):
        return patron
    if isinstance(live, Response):
        return live
    state, game = live.state, live.state.game
    place = next((at for at, who in state.places.items() if who == patron), None)
    if game.rotation is None or place is None:
        return error(Code.NOT_SEATED.value if game.rotation else Code.HOUSE_BANKED.value, 409)
    if not 1 <= cover <= AMOUNT_MAX:
        return error(Code.MALFORMED.value, 400, detail="a cover is a whole amount above nought")
    wagers, posted = wagers_faced(state, patron, place), state.dealership.cover
    own = posted.amount if posted and posted.patron == patron else 0
    fee = largest_fee(state)
    most = (state.racks[patron] + own - fee) // game.unit * game.unit
    rows = outlook(game, wagers, place, cover)
    return Response(
        {
            "cover": cover,
            "least": game.cover_min,
            "most": max(0, min(most, game.cover_max or most)),
            "fee": fee,
            "hand": state.settled[-1].hand if wagers else None,
            "wagers": sum(wager.amount for wager in wagers),
            "worst": min(row.worst for row in rows),
            "best": max(row.best for row in rows),
            "rows": [row.as_json() for row in rows],
        }
    )


@get("/api/table/{table:str}/game")
async def game(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """Give the rules of a table's game in words, and its exact odds for a full shoe."""
    live = _live(request, table)
    if isinstance(live, Response):
        return live
    found = live.state.game
    answer = await _context(request).explained.of(found.sheet, found.decks)
    return Response(answer, media_type="application/json")


@get("/api/limits")
async def limits(request: AnyRequest) -> Response[SelfSet]:
    """Give what a patron has set himself, and how he stands against it."""
    patron = _patron(request)
    if isinstance(patron, Response):
        return patron
    context = _context(request)
    now = context.desk.clock()
    return Response(await asyncio.to_thread(context.hub.own.shown, patron, now))


@put("/api/limits", status_code=200)
async def set_limits(request: AnyRequest, data: JSONBody[OwnLimits]) -> Response[SelfSet]:
    """Set a patron's own limits: stricter ones hold at once, others later."""

    def work(own: Own, patron: str, now: int) -> Iterator[Future[None]]:
        yield own.limits.set(patron, data.loss, data.minutes, now)
        yield own.deposits.set(patron, asdict(data.deposits), now)
        if data.reminder != own.reminders.minutes(patron):
            yield own.reminders.begin(patron, data.reminder, now)

    return await _changed(request, work)


@post("/api/reminder", status_code=200)
async def answer_reminder(request: AnyRequest) -> Response[SelfSet]:
    """Answer the reminder that a patron set himself; it counts anew from now on."""

    def work(own: Own, patron: str, now: int) -> Iterator[Future[None]]:
        yield own.reminders.begin(patron, own.reminders.minutes(patron), now)

    return await _changed(request, work)


@post("/api/exclusion", status_code=200)
async def exclude(request: AnyRequest, data: JSONBody[Exclusion]) -> Response[SelfSet]:
    """Exclude a patron by his own word, at once; nobody can take it back."""

    def work(own: Own, patron: str, now: int) -> Iterator[Future[None]]:
        yield own.exclusions.begin(patron, data.days, now)

    return await _changed(request, work)


async def _changed(
    request: AnyRequest, work: Callable[[Own, str, int], Iterator[Future[None]]]
) -> Response[Any]:
    """Change what a patron has set himself; answered when it is durable, and his pages know."""
    patron = _patron(request)
    if isinstance(patron, Response):
        return patron
    context = _context(request)
    if not context.admits(patron):
        return error(Code.RATE_LIMITED.value, 429)
    now, own = context.desk.clock(), context.hub.own
    for durable in list(work(own, patron, now)):
        await asyncio.wrap_future(durable)
    context.hub.changed_for(patron)
    return Response(await asyncio.to_thread(own.shown, patron, now))


handlers: Final = [
    hands,
    cover_outlook,
    game,
    limits,
    set_limits,
    answer_reminder,
    exclude,
]
