"""The terms of an open table: what somebody would have otherwise, as a proposal."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType

from puntobanco.errors import InputError
from puntobanco.house import desk as dk
from puntobanco.house.changes import AS_SAID, Rules, change
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, may_ask
from puntobanco.rules.catalogue import rotation, schedule, schedules
from puntobanco.rules.rotation import PRESETS, policy_from_canonical
from puntobanco.rules.schedule import schedule_from_canonical
from puntobanco.table.commands import Propose
from puntobanco.table.events import Limit
from puntobanco.table.refusals import Code
from puntobanco.web.answers import Answered, admitted, answer, error
from puntobanco.web.asking import digest_of
from puntobanco.web.context import Context
from puntobanco.web.messages import Amount, CommandId, Count, Text
from puntobanco.web.routes.tables import (
    BODY_MAX,
    SHEET_DEPTH,
    Languages,
    Milliseconds,
    sheet_for,
    whole,
)

AnyRequest = Request[Any, Any, Any]


class TermsToPropose(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Other terms for a table; what is left out stays, null is none or without limit."""

    id: CommandId
    reason: Text
    sheet: str | dict[str, Any] | UnsetType = UNSET  # an id, or a whole one
    venue: dict[str, Any] = {}
    rotation: str | dict[str, Any] | UnsetType = UNSET
    schedule: str | dict[str, Any] | UnsetType | None = UNSET
    decks: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET
    limits: Annotated[tuple[Limit, ...], Meta(max_length=64)] | UnsetType = UNSET
    cover_min: Amount | UnsetType = UNSET
    cover_max: Amount | UnsetType | None = UNSET
    aggregate: Amount | UnsetType | None = UNSET
    differential: Amount | UnsetType | None = UNSET
    clock: Milliseconds | UnsetType | None = UNSET
    paced: Annotated[str, Meta(pattern="^(clock|dealer)$")] | UnsetType = UNSET
    back_line: Count | UnsetType = UNSET
    break_ms: Milliseconds | UnsetType = UNSET
    offer_ms: Milliseconds | UnsetType | None = UNSET
    languages: Languages | UnsetType = UNSET


@post("/api/table/{table:str}/terms", status_code=200, depth=SHEET_DEPTH, size=BODY_MAX)
async def propose_terms(
    request: AnyRequest, table: FromPath[str], data: JSONBody[TermsToPropose]
) -> Response[Answered]:
    """Propose other terms for a table: once approved, each holds from where it may."""
    caller = admitted(request, table=table)
    if not isinstance(caller, Caller):
        return caller
    context: Context = request.app.state.context
    if not context.admits(caller.actor):
        return error(Code.RATE_LIMITED.value, 429)
    live = context.desk.tables.get(table)
    if live is None or live.state.setup is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    game = live.state.setup
    said = {name: getattr(data, name) for name in AS_SAID}
    try:
        rules = await asyncio.to_thread(_rules, data, context, caller)
        matter = await asyncio.to_thread(change, game, rules, said)
    except InputError as fault:
        return error(Code.MALFORMED.value, 400, detail=str(fault))
    command = Propose(by=caller.actor, reason=data.reason, matter=matter)
    digest = digest_of(f"terms {table}", await request.body())
    asked = dk.Request(table, command, caller.actor, data.id, digest, role=caller.role)
    reply = await asyncio.wrap_future(context.desk.submit(asked))
    return answer(reply, with_events=may_ask(caller.role, Question.EVENTS))


def _rules(data: TermsToPropose, context: Context, caller: Caller) -> Rules:
    """Read the rules that are named, or given whole."""
    found: dict[str, Any] = {"venue": data.venue}
    if data.sheet is not UNSET:
        found["sheet"] = sheet_for(data.sheet, context, caller)
    if data.rotation is not UNSET:
        found["rotation"] = whole(
            "rotation", data.rotation, PRESETS, rotation, policy_from_canonical
        )
    if data.schedule is not UNSET:
        found["schedule"] = data.schedule and whole(
            "schedule", data.schedule, schedules(), schedule, schedule_from_canonical
        )
    return Rules(**found)


handlers: Final = [propose_terms]
