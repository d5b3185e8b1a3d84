"""Somebody asks something, and what whoever asks may know."""

from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.table.state import TableState
from tests.simulator.tables import UNIT
from tests.simulator.world import PATRONS, World

DEALER: Final = "dealer"
SUPERVISORS: Final = ("sue", "sid")


@dataclass(frozen=True)
class Act:
    """Somebody asks something."""

    command: cm.AnyCommand
    actor: str
    role: Role


def by_patron(command: cm.AnyCommand) -> Act:
    """Let the patron of a command ask it himself."""
    return Act(command, getattr(command, "patron", None) or PATRONS[0], Role.PATRON)


def by_floor(command: cm.AnyCommand, chance: Random) -> Act:
    """Let a supervisor ask something."""
    name = chance.choice(SUPERVISORS)
    return Act(signed(command, name), name, Role.SUPERVISOR)


def by_house(command: cm.AnyCommand, state: TableState) -> Act:
    """Let who deals ask something: the software, or the dealer of real cards."""
    if state.setup is None or state.setup.cards == "software":
        return Act(signed(command, "house"), "house", Role.HOUSE)
    return Act(signed(command, DEALER), DEALER, Role.DEALER)


def signed(command: cm.AnyCommand, name: str) -> cm.AnyCommand:
    """Fill in who acts, as the house does from the sign-in."""
    return replace(command, by=name) if "by" in command.__struct_fields__ else command


def true_card(world: World, position: int) -> str:
    """The card at a position, or another where the record says that there is none of it left."""
    state, chance = world.state, world.chance
    shoe = state.require_shoe
    if shoe.aside and (aside := shoe.aside[0]).card is not None and aside.position == position:
        return aside.card.code
    decks = state.game.decks
    card = world.pack[position % len(world.pack)]
    while shoe.seen.get(card, 0) >= decks:
        card = chance.choice(world.pack)
    return card


def some(chance: Random, rack: int) -> int:
    """Some of a rack, all of it, or more."""
    whole = rack // UNIT * UNIT
    part = chance.randrange(0, whole + UNIT, UNIT)
    return chance.choice((part, part, whole, whole, whole + UNIT, part + 1))
