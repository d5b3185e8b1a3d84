"""Which table a seed plays at."""

from random import Random
from typing import Final

from puntobanco.rules.catalogue import find, schedule
from puntobanco.rules.collection import Schedule, at_table, load_schedule
from puntobanco.rules.load import load
from puntobanco.rules.rotation import PRESETS, RotationPolicy
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table import commands as cm
from puntobanco.table import events as ev

TABLE: Final = "t1"
UNIT: Final = 100
MAINS: Final = (2_500, 10_000)
SIDES: Final = (500, 5_000)
GAMES: Final = ("deq-ez", "ca-ez-panda8", "ca-ez-panda8", "parkwest-ez", "parkwest-21c")
CARDS: Final = ("software", "typed", "software", "scanned", "typed", "results")

SHEET: Final = """
format = 1
base = "{base}"
id = "simulated"
name = "Simulated"
source = "tests"
{bets}
[venue]
opposite_mains = {opposite_mains}
second_place = {second_place}
irregularities = "{irregularities}"
cover = {{ policy = "{policy}", win_cap = "{win_cap}" }}
shoe = {{ cut_card = 14, burn = "{burn}", last = "{last}" }}
"""
CAPPED: Final = """
[change.bet.dragon-7]
requires = ["player", "banker"]
cap = "base"
"""
BY_TIME: Final = """
schedule = 1
id = "by-time"
name = "By time"
source = "tests"
payer = "player"
basis = "per-time"
minutes = 5
row = [{ player_fee = "2.00" }]
"""
BY_WAGER: Final = """
schedule = 1
id = "by-wager"
name = "By wager"
source = "tests"
payer = "both"
basis = "per-wager"
applies_to = ["side"]
[[row]]
player_fee = [{ from = "0", fee = "0.50" }, { from = "20", fee = "1.50" }]
player_dealer_fee = [{ from = "0", fee = "1.00" }, { from = "300", fee = "3.00" }]
"""


def game_of(seed: int) -> str:
    """The game that a seed plays, whatever its venue changes."""
    return GAMES[seed % len(GAMES)]


def opening(chance: Random, seed: int) -> cm.OpenTable:
    """The command that opens the seed's table, with a venue by chance."""
    sheet = sheet_of(chance, game_of(seed))
    policy = None if sheet.is_house_banked else policy_of(chance)
    fees = None if sheet.is_house_banked else fees_of(chance)
    return cm.OpenTable(
        table=TABLE,
        name="Simulated",
        sheet=canonical(sheet.source_form).decode(),
        seats=7 if sheet.is_house_banked else chance.choice(sheet.seats),
        decks=sheet.decks[0],
        unit=UNIT,
        limits=limits(sheet),
        clock=chance.choice((None, 15_000)),
        currency="USD",
        rotation=canonical(policy.source_form).decode() if policy else "",
        schedule=canonical(at_table(fees, *MAINS, sheet).source_form).decode() if fees else "",
        cover_min=0 if sheet.is_house_banked else 5_000,
        cover_max=None if sheet.is_house_banked else chance.choice((None, 100_000)),
        aggregate=chance.choice((None, None, 200_000)),
        differential=chance.choice((None, None, 15_000)),
        back_line=chance.choice((0, 1, 2)),
        break_ms=chance.choice((60_000, 900_000)),
        offer_ms=chance.choice((None, 20_000)),
        cards=CARDS[seed % len(CARDS)],
    )


def limits(sheet: Sheet) -> tuple[ev.Limit, ...]:
    """The limits of the mains, and of all others."""
    return tuple(ev.Limit(bet.id, *(MAINS if bet.is_main else SIDES)) for bet in sheet.bets)


def sheet_of(chance: Random, game: str) -> Sheet:
    """A game with a venue, and perhaps a bet's terms, of a test's own."""
    capped = game != "parkwest-21c" and chance.random() < 0.6
    text = SHEET.format(
        base=game,
        bets=CAPPED if capped else "",
        opposite_mains=chance.choice(("true", "false", "false")),
        second_place=chance.choice(("true", "false", "false")),
        irregularities=chance.choice(("burn", "keep", "free-hand")),
        policy=chance.choice(("running", "running", "gross", "collect-then-pay")),
        win_cap=chance.choice(("continue", "halt")),
        burn=chance.choice(("first-card", "first-card", "none")),
        last=chance.choice(("current", "one-more", "one-more-or-two")),
    )
    return load(text, "simulated.toml", find)


def policy_of(chance: Random) -> RotationPolicy:
    """A shipped policy, or a room's own."""
    own = RotationPolicy(
        id="a-room-of-its-own",
        name="A room of its own",
        source="tests",
        offer_every_hands=3,
        max_consecutive_hands=5,
    )
    return chance.choice((*PRESETS.values(), PRESETS["reg-2026"], own))


def fees_of(chance: Random) -> Schedule | None:
    """A schedule of one or the other kind, or none."""
    return chance.choice(
        (
            None,
            schedule("template-fictional"),
            schedule("hustler-cal-baccarat"),
            load_schedule(BY_TIME, "by-time.toml"),
            load_schedule(BY_WAGER, "by-wager.toml"),
        )
    )
