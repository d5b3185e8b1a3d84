"""Which tables a house opens, and what each needs to be opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from puntobanco.errors import InputError
from puntobanco.house.names import clean_name
from puntobanco.house.openings import why_not
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, rotation, schedule
from puntobanco.rules.collection import at_table
from puntobanco.rules.load import resolve
from puntobanco.rules.reader import Source
from puntobanco.rules.rotation import RotationPolicy
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table.commands import OpenTable
from puntobanco.table.decide import decide
from puntobanco.table.events import Limit
from puntobanco.table.state import TableState


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to open: a game, its places, its limits in minor units, its clock.

    What is None is as the sheet's venue says, or without limit.
    """

    table: str
    name: str
    sheet: str
    mains: tuple[int, int]
    sides: tuple[int, int]
    clock: int | None = 20_000  # milliseconds
    seats: int = 7
    unit: int = 100
    patrons: int = 0  # of the demo's own
    hands: int = 0  # dealt before the demo opens, so that its board is not empty
    limits: tuple[Limit, ...] = ()  # of bets that have limits of their own
    decks: int | None = None
    rotation: str | RotationPolicy | None = None
    schedule: str | Schedule | None = None
    cover_min: int | None = None  # None: the largest main wager
    cover_max: int | None = None
    aggregate: int | None = None
    differential: int | None = None
    back_line: int = 0
    break_ms: int = 900_000
    offer_ms: int | None = 15_000  # for an answer to whom the position is offered
    cards: str = "software"
    box: str = "1"
    paced: str = "clock"
    languages: tuple[str, ...] = ()  # of its board

    def command(self) -> OpenTable:
        """Give the command that opens the table; InputError when the game cannot be opened."""
        return self.opening(find(self.sheet))

    def opening(self, sheet: Sheet) -> OpenTable:
        """Give the command that opens the table for a sheet."""
        name = clean_name(self.name)
        if name is None or clean_name(self.table) != self.table:
            raise InputError(
                f"table {self.table!r}, name {self.name!r}: they are what people read; give each"
                " letters, and the table no blanks around them"
            )
        if sheet.venue.cover.secondary:
            raise InputError(
                f"{sheet.id}: [venue] cover.secondary is reserved, nobody can add a cover; set it"
                " to false"
            )
        banked = sheet.is_house_banked
        if banked and self.rotation is not None:
            raise InputError(f"rotation: the house banks {sheet.id}, for good; leave it out")
        limits = self._limits(sheet)
        cover = self.mains[1] if self.cover_min is None else self.cover_min
        command = OpenTable(
            table=self.table,
            name=name,
            sheet=canonical(sheet.source_form).decode(),
            seats=self.seats,
            decks=self.decks or sheet.decks[2],
            unit=self.unit,
            limits=limits,
            clock=self.clock,
            currency=CURRENCY.code,
            rotation="" if banked else _rotation(self.rotation or sheet.venue.rotation),
            schedule=self._schedule(sheet, limits),
            cover_min=0 if banked else cover,
            cover_max=self.cover_max,
            aggregate=self.aggregate,
            differential=self.differential,
            back_line=self.back_line,
            break_ms=self.break_ms,
            offer_ms=None if banked else self.offer_ms,
            cards=self.cards,
            box=self.box,
            paced=self.paced,
            languages=self.languages,
        )
        if decide(TableState(), command, 0).refusal:
            raise InputError(why_not(sheet, command))
        return command

    def _limits(self, sheet: Sheet) -> tuple[Limit, ...]:
        own = {limit.bet: limit for limit in self.limits}
        for bet in own:
            sheet.require_bet(bet)
        limits = tuple(
            own.get(bet.id, Limit(bet.id, *(self.mains if bet.is_main else self.sides)))
            for bet in sheet.bets
        )
        for limit in limits:
            if not 1 <= self.unit <= limit.min <= limit.max or limit.min % self.unit:
                message = (
                    f"limits {limit.min / 100:g} to {limit.max / 100:g} of {limit.bet} do not fit"
                    f" a unit of {self.unit / 100:g}; make the minimum a multiple of it, below"
                    " the maximum"
                )
                raise InputError(message)
        return limits

    def _schedule(self, sheet: Sheet, limits: tuple[Limit, ...]) -> str:
        """Give the row of the posting that holds the table's limits, if any is asked for."""
        if self.schedule is None and sheet.is_house_banked:
            return ""
        asked = self.schedule or sheet.venue.collection
        posted = schedule(asked) if isinstance(asked, str) else asked
        mains = [limit for limit in limits if sheet.require_bet(limit.bet).is_main]
        low, high = min(limit.min for limit in mains), max(limit.max for limit in mains)
        found = at_table(posted, low, high, sheet)
        return canonical(found.source_form).decode()


def _rotation(asked: str | RotationPolicy) -> str:
    policy = rotation(asked) if isinstance(asked, str) else asked
    return canonical(policy.source_form).decode()


def with_venue(sheet: Sheet, venue: dict[str, Any]) -> Sheet:
    """Give a game with some of the room's choices changed; SheetError for what is none of them."""
    if not venue:
        return sheet
    values = {"format": 1, "base": sheet.id, "venue": venue}
    return build(*resolve(values, Source("venue"), lambda _: sheet))


# A demo: several games, limits and moments of a shoe, so that a newcomer sees what there is.
DEMO: Final = (
    Plan("1", "Table 1", "deq-ez", (500, 50_000), (100, 5_000), 15_000, patrons=4, hands=112),
    Plan("2", "Table 2", "deq-ez", (2_500, 500_000), (500, 20_000), 20_000, patrons=5, hands=51),
    Plan(
        "3",
        "Table 3",
        "punto-banco",
        (1_000, 100_000),
        (500, 10_000),
        18_000,
        unit=25,
        patrons=3,
        hands=97,
    ),
    Plan("5", "Table 5", "deq-ez", (100, 10_000), (100, 1_000), 12_000, patrons=2, hands=0),
    Plan(
        "6", "Table 6", "deq-ez", (10_000, 1_000_000), (1_000, 50_000), 25_000, patrons=6, hands=64
    ),
    Plan(
        "9",
        "Table 9",
        "punto-banco",
        (2_500, 250_000),
        (500, 25_000),
        20_000,
        unit=25,
        patrons=7,
        hands=33,
    ),
    Plan(
        "11",
        "Table 11",
        "ca-ez-panda8",
        (1_000, 50_000),
        (500, 10_000),
        15_000,
        patrons=6,
        hands=44,
        cover_min=100_000,
        back_line=3,
    ),
    Plan(
        "14",
        "Table 14",
        "ca-ez-panda8",
        (2_500, 100_000),
        (500, 20_000),
        15_000,
        cover_min=100_000,
        cards="results",
    ),
    Plan(
        "21",
        "Table 21",
        "parkwest-21c",
        (500, 30_000),
        (100, 5_000),
        18_000,
        seats=13,
        patrons=9,
        hands=29,
        cover_min=50_000,
        back_line=2,
    ),
)
