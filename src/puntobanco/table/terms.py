"""What a table goes by, and how the floor changes it: proposed, agreed to, in force when it may be.

Rules hold for whole rounds (25 CFR 547.8(b)): a change that was agreed to waits for the end of the
round and of an open offer, the rotation for the end of a turn, the game and its decks for that of
the shoe. Whatever makes room for it lets it take effect at once.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from puntobanco.errors import InputError
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.collection import at_table
from puntobanco.rules.load import from_canonical
from puntobanco.rules.rotation import RotationPolicy, policy_from_canonical
from puntobanco.rules.schedule import Schedule, schedule_from_canonical
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.dealership import offer_due
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Agreed, Dealership, Setup, TableState, form_of

SOURCES: Final = ("software", "scanned", "typed", "results")
PACES: Final = ("clock", "dealer")
BACK_LINE_MAX: Final = 14
LANGUAGES_MAX: Final = 2  # that a board shows at a time
HOUSE: Final = "house"  # who turns down what can no longer be
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

Matter = ev.ChangeLimits | ev.ChangeTerms
Event = ev.LimitsChanged | ev.TermsChanged


@lru_cache(maxsize=64)
def sheet_of(form: str) -> Sheet:
    """Read the sheet of an event."""
    return from_canonical(form.encode())


@lru_cache(maxsize=64)
def policy_of(form: str) -> RotationPolicy | None:
    """Read the rotation policy of an event."""
    return policy_from_canonical(form) if form else None


@lru_cache(maxsize=64)
def schedule_of(form: str) -> Schedule | None:
    """Read the collection schedule of an event."""
    return schedule_from_canonical(form) if form else None


# What may be


def setup_fault(game: Setup) -> dict[str, object]:
    """Say which of a table's own choices is impossible, or is so with its game; empty: none."""
    sheet = game.sheet
    has_seats = (
        1 <= game.seats <= max(sheet.seats) if sheet.is_house_banked else game.seats in sheet.seats
    )
    fits = {
        "decks": sheet.decks[0] <= game.decks <= sheet.decks[1],
        "seats": has_seats,
        "clock": game.clock is None or game.clock >= 1,
        "offer_ms": game.offer_ms is None or game.offer_ms >= 1,
        "unit": game.unit >= 1,
        "break_ms": game.break_ms >= 1,
        "cards": game.cards in SOURCES,
        "paced": game.paced in PACES,
        "rotation": sheet.is_house_banked == (game.rotation is None),
        "back_line": 0 <= game.back_line <= BACK_LINE_MAX,
        "languages": len(game.languages) <= LANGUAGES_MAX
        and all(map(_LANGUAGE.fullmatch, game.languages)),
    }
    return next(({name: str(getattr(game, name))} for name, fit in fits.items() if not fit), {})


def limits_fault(
    sheet: Sheet, schedule: Schedule | None, unit: int, wanted: ev.ChangeLimits
) -> dict[str, object]:
    """Say what is wrong with limits, the refusal's parameters: the first fault; empty: nothing.

    They name each bet once, and are whole, possible amounts that the fees are for.
    """
    ids, given = [bet.id for bet in sheet.bets], [limit.bet for limit in wanted.limits]
    least, most = wanted.cover_min, wanted.cover_max
    covers = (0 if sheet.is_house_banked else unit) <= least <= AMOUNT_MAX and least % unit == 0
    widest = {"aggregate": wanted.aggregate, "differential": wanted.differential}
    faults: dict[str, object] = {
        "lacks": [bet for bet in ids if bet not in given],
        "unknown": [bet for bet in given if bet not in ids],
        "twice": sorted({bet for bet in given if given.count(bet) > 1}),
        "limits": [
            limit.bet
            for limit in wanted.limits
            if not unit <= limit.min <= limit.max <= AMOUNT_MAX or limit.min % unit
        ],
        "amounts": [
            *(["cover_min"] if not covers else []),
            *(
                ["cover_max"]
                if most is not None and not max(1, least) <= most <= AMOUNT_MAX
                else []
            ),
            *(key for key, x in widest.items() if x is not None and not 1 <= x <= AMOUNT_MAX),
        ],
    }
    for key, fault in faults.items():
        if fault:
            return {key: fault}
    if schedule is not None and not _is_row_for(schedule, sheet, wanted.limits):
        return {"schedule": schedule.id}
    return {}


def _is_row_for(schedule: Schedule, sheet: Sheet, limits: tuple[ev.Limit, ...]) -> bool:
    """Whether fees are the row that the posting has for such limits of the main bets."""
    mains = [limit for limit in limits if sheet.require_bet(limit.bet).is_main]
    low = min((limit.min for limit in mains), default=0)
    high = max((limit.max for limit in mains), default=0)
    try:
        return at_table(schedule, low, high, sheet) == schedule
    except InputError:
        return False


def check_terms(state: TableState, matter: Matter) -> Refusal | None:
    """Say why a table cannot go by other terms, whenever that would be."""
    game = state.game
    if isinstance(matter, ev.ChangeLimits):
        fault = limits_fault(game.sheet, game.schedule, game.unit, matter)
        return Refusal(Code.MALFORMED, fault) if fault else None
    try:
        terms = _others(game, matter.terms)
    except InputError as error:
        return Refusal(Code.MALFORMED, {"detail": str(error)})
    if not spoken_of(terms):
        return Refusal(Code.NOTHING_TO_CHANGE)
    after = changed(game, terms)
    if after.sheet.is_house_banked != game.sheet.is_house_banked:
        return Refusal(Code.OTHER_BANK, {"sheet": after.sheet.id})
    limits = ev.ChangeLimits(
        limits=terms.limits if terms.limits is not UNSET else tuple(game.limits.values()),
        cover_min=after.cover_min,
        cover_max=after.cover_max,
        aggregate=after.aggregate,
        differential=after.differential,
    )
    fault = setup_fault(after) or limits_fault(after.sheet, after.schedule, after.unit, limits)
    return Refusal(Code.MALFORMED, fault) if fault else None


# Terms as records


def spoken_of(terms: ev.Terms) -> dict[str, Any]:
    """Give the terms that are spoken of, by name."""
    every = {name: getattr(terms, name) for name in ev.Terms.__struct_fields__}
    return {name: value for name, value in every.items() if value is not UNSET}


_READ: Final[Mapping[str, Callable[[Any], object]]] = {
    "sheet": sheet_of,
    "rotation": policy_of,
    "schedule": schedule_of,
    "limits": lambda limits: {limit.bet: limit for limit in limits},
}


def changed(game: Setup, terms: ev.Terms) -> Setup:
    """Give a set-up with some terms changed."""
    said = spoken_of(terms)
    read = {name: _READ[name](said[name]) if name in _READ else said[name] for name in said}
    return dataclasses.replace(game, **read)  # type: ignore[arg-type]  # each of its own kind


def _others(game: Setup, wanted: ev.Terms) -> ev.Terms:
    """Give of what is wanted what stands otherwise now."""
    said = spoken_of(wanted)
    for name in said.keys() & {"sheet", "rotation", "schedule"}:
        said[name] = form_of(_READ[name](said[name]))  # type: ignore[arg-type]  # each reads rules
    return ev.Terms(**{n: value for n, value in said.items() if value != getattr(game.terms, n)})


def _as_they_are(game: Setup, like: ev.Terms) -> ev.Terms:
    """Give the present terms of which others speak."""
    return ev.Terms(**{name: getattr(game.terms, name) for name in spoken_of(like)})


def terms_of(matter: Matter) -> ev.Terms:
    """Give the terms that a change is about."""
    if isinstance(matter, ev.ChangeTerms):
        return matter.terms
    return ev.Terms(
        limits=matter.limits,
        cover_min=matter.cover_min,
        cover_max=matter.cover_max,
        aggregate=matter.aggregate,
        differential=matter.differential,
    )


# When a change may be


def waits_for(state: TableState, matter: Matter) -> str:
    """Say what a possible change waits for: shoe, turn or round to be over; empty: nothing."""
    game, terms = state.game, terms_of(matter)
    after = changed(game, terms)
    is_over = state.shoe is None and state.uncounted is None
    if not is_over and is_of_shoe(game.terms, terms):
        return "shoe"
    dealership = state.dealership
    if after.rotation != game.rotation and dealership.turn and not offer_due(state):
        return "turn"
    return "round" if state.round or dealership.offer else ""


def _is_another_game(before: Sheet, after: Sheet) -> bool:
    """Whether a shoe that was begun by one sheet could not go on by the other."""
    return (before.hash, before.venue.shoe, before.venue.cover) != (
        after.hash,
        after.venue.shoe,
        after.venue.cover,
    )


def is_of_shoe(before: ev.Terms, after: ev.Terms) -> bool:
    """Whether a change is one for which the shoe must be over: of the game, or of its decks."""
    if after.decks is not UNSET and after.decks != before.decks:
        return True
    if before.sheet is UNSET or after.sheet is UNSET:
        return False
    return _is_another_game(sheet_of(before.sheet), sheet_of(after.sheet))


def taking_effect(state: TableState, now: int) -> tuple[ev.AnyEvent, ...]:
    """Let what was agreed to take effect as far as it may, the oldest first.

    What another change has made impossible meanwhile is turned down.
    """
    done: tuple[ev.AnyEvent, ...] = ()
    for agreed in state.agreed.values() if state.setup else ():
        refusal = check_terms(state, agreed.matter)
        if refusal is None and waits_for(state, agreed.matter):
            continue
        if refusal is not None:
            done += (ev.Rejected(number=agreed.number, by=HOUSE, text=refusal.code.value),)
            continue
        event = _changing(state.game, agreed, now)
        state = evolve_terms(state, event)
        done += (event,)
    return done


def _changing(game: Setup, agreed: Agreed, now: int) -> Event:
    matter = agreed.matter
    if isinstance(matter, ev.ChangeLimits):
        return ev.LimitsChanged(
            limits=matter.limits,
            cover_min=matter.cover_min,
            cover_max=matter.cover_max,
            aggregate=matter.aggregate,
            differential=matter.differential,
            number=agreed.number,
            by=agreed.by,
            approved=agreed.approved,
            before=_as_they_are(game, terms_of(matter)),
        )
    terms = _others(game, matter.terms)
    sheet = changed(game, terms).sheet
    return ev.TermsChanged(
        number=agreed.number,
        by=agreed.by,
        approved=agreed.approved,
        before=_as_they_are(game, terms),
        after=terms,
        sheet_hash=sheet.hash,
        venue_hash=sheet.venue_hash,
        at=now,
    )


# What happened


def evolve_terms(state: TableState, event: Event) -> TableState:
    """Give the state after other terms have come into force."""
    if isinstance(event, ev.LimitsChanged):
        limits = ev.Terms(
            limits=event.limits,
            cover_min=event.cover_min,
            cover_max=event.cover_max,
            aggregate=event.aggregate,
            differential=event.differential,
        )
        agreed = _without(state.agreed, event.number) if event.number else {}
        return replace(state, setup=changed(state.game, limits), agreed=agreed)
    game, after = state.game, changed(state.game, event.after)
    state = replace(state, setup=after, agreed=_without(state.agreed, event.number))
    if after.rotation != game.rotation:
        state = replace(state, dealership=_afresh(state.dealership, event.at))
    if (after.sheet, after.decks) != (game.sheet, game.decks):
        settled = tuple(replace(s, game=s.game or game) for s in state.settled)
        state = replace(state, settled=settled)
    if after.sheet.hash != game.sheet.hash:
        state = replace(state, last_sheet=state.last_sheet or game.sheet, last_wagers={})
    if is_of_shoe(event.before, event.after):
        state = replace(state, put_away=None)
    return state


def _without(agreed: Mapping[int, Agreed], number: int) -> dict[int, Agreed]:
    return {other: each for other, each in agreed.items() if other != number}


def _afresh(before: Dealership, at: int) -> Dealership:
    """Let a policy look at what happens from here on; whoever holds the position has held it."""
    if before.broken:  # the game begins anew when somebody lets it go on, or the pause is over
        return before
    stints = tuple(stint for stint in before.stints if stint.end is None)
    return replace(before, stints=stints, since=at if before.turn else None)
