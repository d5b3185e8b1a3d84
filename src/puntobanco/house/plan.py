"""Which tables a house opens, and what each needs to be opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puntobanco.errors import InputError
from puntobanco.house.views import CURRENCY
from puntobanco.rules.catalogue import find
from puntobanco.rules.sheet import canonical
from puntobanco.table.commands import OpenTable
from puntobanco.table.decide import decide
from puntobanco.table.events import Limit
from puntobanco.table.state import TableState


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to open: a game, its places, its limits in minor units, its clock."""

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

    def command(self) -> OpenTable:
        """Give the command that opens the table; InputError when the game cannot be opened."""
        sheet = find(self.sheet)
        if not sheet.is_house_banked:
            message = (
                f"{self.sheet}: its bank is a player-dealer, and tables here are banked by the"
                " house; choose a sheet whose bank is the house"
            )
            raise InputError(message)
        if not 1 <= self.seats <= max(sheet.seats):
            message = (
                f"{self.seats} places: a table of {self.sheet} has 1 to {max(sheet.seats)};"
                " choose one of these"
            )
            raise InputError(message)
        limits = tuple(
            Limit(bet.id, *(self.mains if bet.is_main else self.sides)) for bet in sheet.bets
        )
        for limit in limits:
            if not 1 <= self.unit <= limit.min <= limit.max or limit.min % self.unit:
                message = (
                    f"limits {limit.min / 100:g} to {limit.max / 100:g} of {limit.bet} do not fit"
                    f" a unit of {self.unit / 100:g}; make the minimum a multiple of it, below"
                    " the maximum"
                )
                raise InputError(message)
        command = OpenTable(
            table=self.table,
            name=self.name,
            sheet=canonical(sheet.source_form).decode(),
            seats=self.seats,
            decks=sheet.decks[2],
            unit=self.unit,
            limits=limits,
            clock=self.clock,
            currency=str(CURRENCY["code"]),
        )
        if decide(TableState(), command, 0).refusal:
            message = f"table {self.table!r}: no such table can be opened; mend its plan"
            raise InputError(message)
        return command


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
)
