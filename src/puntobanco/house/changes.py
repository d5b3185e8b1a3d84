"""Other terms for an open table: as somebody asks for them, and as people read them.

The table itself says what can be and when it takes effect (``table.terms``).
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, to_builtins

from puntobanco.errors import InputError
from puntobanco.house.plan import with_venue
from puntobanco.rules.collection import at_table
from puntobanco.rules.rotation import RotationPolicy
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.sheet import Sheet
from puntobanco.table import events as ev
from puntobanco.table.state import Setup, TableState, form_of
from puntobanco.table.terms import changed, terms_of, waits_for

Plain = dict[str, Any]
# What stands in a change as it does in the terms.
AS_SAID: Final = (
    "decks", "limits", "cover_min", "cover_max", "aggregate", "differential", "clock", "paced",
    "back_line", "break_ms", "offer_ms", "languages",
)  # fmt: skip


class Rules(Struct, frozen=True, kw_only=True):
    """What of a table's rules shall be others, read already; None: none at all."""

    sheet: Sheet | UnsetType = UNSET
    venue: dict[str, Any] = {}
    rotation: RotationPolicy | UnsetType = UNSET
    schedule: Schedule | UnsetType | None = UNSET


def change(game: Setup, rules: Rules, said: Plain) -> ev.ChangeTerms:
    """Make the change that somebody asks for; InputError for what no table could go by.

    A collection becomes the row of its posting for the limits that will hold.
    """
    terms = {name: value for name, value in said.items() if value is not UNSET}
    sheet = with_venue(game.sheet if rules.sheet is UNSET else rules.sheet, rules.venue)
    if sheet.venue.cover.secondary:
        raise InputError("cover.secondary: it is reserved, nobody can add a cover; set it to false")
    if rules.sheet is not UNSET or rules.venue:
        terms["sheet"] = form_of(sheet)
    if rules.rotation is not UNSET:
        terms["rotation"] = form_of(rules.rotation)
    if rules.schedule is not UNSET:
        limits = terms.get("limits", tuple(game.limits.values()))
        terms["schedule"] = form_of(rules.schedule and _row(rules.schedule, sheet, limits))
    return ev.ChangeTerms(ev.Terms(**terms))


def _row(posted: Schedule, sheet: Sheet, limits: tuple[ev.Limit, ...]) -> Schedule:
    mains = [limit for limit in limits if sheet.require_bet(limit.bet).is_main]
    if not mains:
        raise InputError("limits: a collection needs those of the main bets; give them")
    return at_table(
        posted, min(limit.min for limit in mains), max(limit.max for limit in mains), sheet
    )


def told(game: Setup) -> Plain:
    """Give all terms as people read them: rules by their ids, and the venue's choices apart."""
    venue, terms = game.sheet.venue, game.terms
    return {
        "sheet": game.sheet.id,
        "hash": game.sheet.hash,
        "rotation": game.rotation.id if game.rotation else None,
        "schedule": game.schedule.id if game.schedule else None,
        "irregularities": venue.irregularities,
        "second_place": venue.second_place,
        "opposite_mains": venue.opposite_mains,
        **{name: to_builtins(getattr(terms, name)) for name in AS_SAID},
        "limits": [
            {"label": game.sheet.require_bet(limit.bet).label, **to_builtins(limit)}
            for limit in game.limits.values()
        ],
    }


def differences(state: TableState, matter: ev.ChangeLimits | ev.ChangeTerms) -> Plain:
    """Give what a change is about: what was, what will be, and what it waits for."""
    game = state.game
    try:
        before, after = told(game), told(changed(game, terms_of(matter)))
    except InputError:
        return {"was": {}, "now": {}, "waits": ""}
    names = [name for name in before if before[name] != after[name]]
    return {
        "was": {name: before[name] for name in names},
        "now": {name: after[name] for name in names},
        "waits": waits_for(state, matter),
    }


def told_matter(matter: ev.AnyMatter) -> Plain:
    """Give a matter but for whole rules, which nobody reads: what they change is told apart."""
    if isinstance(matter, ev.ChangeTerms):
        return {"matter": "change-terms"}
    told: Plain = to_builtins(matter)
    return told
