"""The house rules of a table: what a room posts, made from what the software itself goes by.

A room must publish its misdeals, irregularities, ties, house way, seating and disputes
(4 CCR 12392). Every line follows from the sheet, its venue, the rotation policy, the collection
schedule and the table of irregularities.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from typing import Final

from puntobanco.rules.rotation import RotationPolicy
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.words import Section, house_way_words, words_of
from puntobanco.table.irregular import TABLE, Row
from puntobanco.table.state import CORRECTABLE

# The words of the dealer's pages, so that a posted rule and a screen never differ.
_MESSAGES: Final = "web/static/messages/en/irregularities.json"
_WORDS: Final[dict[str, str]] = json.loads(
    (resources.files("puntobanco") / _MESSAGES).read_text("utf-8")
)


def house_rules(
    sheet: Sheet, policy: RotationPolicy | None = None, schedule: Schedule | None = None
) -> tuple[Section, ...]:
    """Give the house rules of a table, section by section."""
    venue = sheet.venue
    if policy:
        venue = replace(venue, rotation=policy.id)
    if schedule:
        venue = replace(venue, collection=schedule.id)
    words = words_of(replace(sheet, venue=venue))
    order = ", ".join(bet.label for bet in sheet.bets)
    sections = (
        words.about,
        Section("House way", house_way_words()),
        words.calls,
        *words.bets,
        words.venue,
        Section("Order of settlement", tuple(_order(sheet, order))),
        *((Section("The player-dealer", tuple(_rotation(policy))),) if policy else ()),
        *((Section("Collection", tuple(_collection(schedule))),) if schedule else ()),
        Section("Irregularities", tuple(_irregularities(sheet))),
        malfunctions(),
        Section("Disputes and corrections", _DISPUTES),
    )
    return tuple(section for section in sections if section.lines)


def malfunctions() -> Section:
    """Give what a malfunction makes void, and what it does not, with the hash of that text."""
    version = hashlib.sha256("\n".join(_MALFUNCTIONS).encode()).hexdigest()
    return Section("Malfunctions", (*_MALFUNCTIONS, f"This text is {version[:16]}"))


def _order(sheet: Sheet, order: str) -> Iterator[str]:
    if sheet.is_house_banked:
        yield "Losing wagers are taken first, then the others are returned and paid, by seat"
    else:
        yield "Banker's second card sets the action button: ace 1, jack 11, queen 12, king 13"
        yield (
            "It counts the places clockwise from the dealer's left, empty ones too, the"
            " player-dealer's left out, and round again"
        )
        yield "From there each place is settled in turn: who sits there, then who stands behind"
    yield f"A bettor's wagers are settled in this order: {order}"


def _rotation(policy: RotationPolicy) -> Iterator[str]:
    hands = "every hand" if policy.offer_every_hands == 1 else f"{policy.offer_every_hands} hands"
    yield f"{policy.name} ({policy.source})"
    yield f"The position is offered clockwise after {hands}; anyone may decline"
    if policy.max_consecutive_hands is not None:
        yield f"Nobody holds it for more than {policy.max_consecutive_hands} hands in a row"
    if policy.may_keep_when_all_decline:
        yield "Where all others decline, whoever held it may keep it"
    if not policy.third_party_may_follow_third_party:
        yield "After a third-party provider's turn the next one is somebody else's"
    if policy.third_party_per_table_max is not None:
        yield f"Third-party providers at a table: {policy.third_party_per_table_max} at most"
    if policy.max_hold_minutes is not None:
        yield f"Nobody holds it for more than {policy.max_hold_minutes} minutes"
    if policy.window_minutes is not None:
        yield (
            f"Within {policy.window_minutes} minutes at least {policy.min_distinct_in_window}"
            " patrons other than a third-party provider hold it"
        )
    if policy.breach == "pause":
        yield f"Else the game stands still for {policy.pause_minutes} minutes"
    if policy.breach == "end-game":
        yield "Else the game ends"
    if policy.eligible_after_rounds:
        yield f"It is offered to who has wagered in {policy.eligible_after_rounds} rounds"
    yield "His wager limits what the player-dealer wins and loses; a void hand uses up no turn"


def _collection(schedule: Schedule) -> Iterator[str]:
    yield f"{schedule.name} ({schedule.source})"
    if schedule.fictional:
        yield "FICTIONAL: these amounts are made up, and no room posts them"
    if schedule.waived:
        yield "It is waived, and bets that ask for it are open"
        return
    basis = {"per-hand": "a round", "per-wager": "a wager", "per-time": "a time"}[schedule.basis]
    yield f"A fixed fee for {basis}, taken when the bets are closed, before the first card"
    for row in schedule.rows:
        limits = (
            "At any limits"
            if row.limit_min is None or row.limit_max is None
            else f"At limits of {schedule.money(row.limit_min)} to {schedule.money(row.limit_max)}"
        )
        for payer, tiers in (("a player", row.player), ("the player-dealer", row.player_dealer)):
            fees = [f"{schedule.money(t.fee)} from {schedule.money(t.start)}" for t in tiers]
            told = schedule.money(tiers[0].fee) if len(tiers) == 1 else ", ".join(fees)
            yield f"{limits} {payer} pays {told or 'nothing'}"
    yield "Where a wager finds no action the fee is kept"


def _irregularities(sheet: Sheet) -> Iterator[str]:
    profile = sheet.venue.irregularities
    for row in TABLE:
        if row.kind == "cover-short" and sheet.is_house_banked:
            continue
        yield f"{_WORDS[f'{row.message}.what']}: {_handled(row, profile)}"
    yield "The first way that is possible is taken, unless a supervisor rules another"


def _handled(row: Row, profile: str) -> str:
    return ", or ".join(_WORDS[f"handling.{name}"] for name in _mine(row, profile))


def _mine(row: Row, profile: str) -> list[str]:
    """Give the ways of a profile's own: the first that is possible is gone."""
    mine = {"burn": row.burn, "keep": row.keep, "free-hand": row.free_hand}[profile].split()
    return [name for name in mine if not name.endswith("-refund")]


_MALFUNCTIONS: Final = (
    "A wager that the house has accepted stands, whatever becomes of a line, a screen or a device",
    "A wager that it has not accepted when betting closes is no wager, and its chips stay yours",
    "A hand that is interrupted goes on: the software deals from the same shoe, in the same order",
    "A hand that cannot be finished, or whose cards nobody can tell any more, is void",
    "A void hand gives every wager and the cover back in full",
    "What a screen shows wrongly counts for nothing: the record of the cards does",
    "A hand that was settled wrongly is settled again",
)
_DISPUTES: Final = (
    "Cards stay on the table until every wager is settled, and anyone may check them",
    f"One of the last {CORRECTABLE} rounds is corrected by reversing it and settling it again",
    "Two people stand behind each void, ruling and correction: who proposes does not approve",
    "What a patron has too much is taken from his chips at the table; the rest is a claim",
    "Chips that are argued about lie with nobody until a supervisor gives them back",
    "Nothing is edited: what was, stays in the record",
)
