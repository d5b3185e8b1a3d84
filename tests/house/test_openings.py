"""Why a table cannot be opened: whatever the table refuses has a sentence with place and cure."""

from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.house.openings import why_not
from puntobanco.house.plan import Plan
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.catalogue import find
from puntobanco.table.commands import OpenTable
from puntobanco.table.decide import decide
from puntobanco.table.events import Limit
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState


def command_of(game: str) -> OpenTable:
    """The command of a sound table of a game."""
    plan = Plan("1", "Table 1", game, (500, 50_000), (100, 5_000), schedule="template-fictional")
    return plan.command()


BANKED, HOUSE = command_of("ca-ez-panda8"), command_of("deq-ez")
WIDE = tuple(replace(limit, max=10 * limit.max) for limit in BANKED.limits)
LOW = (replace(BANKED.limits[0], min=50), *BANKED.limits[1:])
HUGE = (replace(BANKED.limits[0], max=AMOUNT_MAX + 1), *BANKED.limits[1:])


@pytest.mark.parametrize(
    "opened,change,told",
    [
        (BANKED, {"table": ""}, "table: ''"),
        (BANKED, {"table": "a:b"}, "table: 'a:b'"),
        (BANKED, {"box": ""}, "box: ''"),
        (BANKED, {"box": "1:2"}, "box: '1:2'"),
        (BANKED, {"decks": 2}, "decks: ca-ez-panda8 has 3 to 8, not 2;"),
        (HOUSE, {"decks": 101}, "decks: deq-ez has 8 alone, not 101;"),
        (BANKED, {"seats": 9}, "9 places: a table of ca-ez-panda8 has 7 or 13 beside the"),
        (HOUSE, {"seats": 0}, "0 places: a table of deq-ez has 1 to "),
        (BANKED, {"back_line": 15}, "back_line: 15"),
        (BANKED, {"back_line": -1}, "back_line: -1"),
        (BANKED, {"clock": 0}, "clock: 0 milliseconds"),
        (BANKED, {"offer_ms": 0}, "offer_ms: 0 milliseconds"),
        (BANKED, {"break_ms": 0}, "break_ms: 0 milliseconds"),
        (BANKED, {"cards": "dice"}, "cards: 'dice'"),
        (BANKED, {"rotation": ""}, "rotation: a player-dealer banks ca-ez-panda8; name one"),
        (HOUSE, {"rotation": BANKED.rotation}, "rotation: the house banks deq-ez; leave it out"),
        (BANKED, {"unit": 0}, "unit: 0"),
        (BANKED, {"limits": BANKED.limits[1:]}, "limits: ca-ez-panda8 has the bets player,"),
        (BANKED, {"limits": (*BANKED.limits, Limit("red", 100, 200))}, "give each its limits"),
        (BANKED, {"limits": LOW}, "limits of player: 50 to 50000"),
        (BANKED, {"limits": HUGE}, "up to 1000000000000"),
        (BANKED, {"cover_min": 50}, "cover_min: 50"),
        (BANKED, {"cover_min": 0}, "cover_min: 0"),
        (
            BANKED,
            {"cover_max": 100},
            "cover_max: 100 does not fit; write 50000, which is cover_min, to ",
        ),
        (BANKED, {"aggregate": 0}, "aggregate: 0"),
        (BANKED, {"differential": AMOUNT_MAX + 1}, "differential: "),
    ],
    ids=str,
)
def test_what_is_refused_is_said(opened: OpenTable, change: dict[str, Any], told: str) -> None:
    """The table refuses it as malformed, and one sentence names the place and the cure."""
    command = replace(opened, **change)
    refusal = decide(TableState(), command, 0).refusal
    assert refusal
    assert refusal.code is Code.MALFORMED
    game = "ca-ez-panda8" if opened is BANKED else "deq-ez"
    said = why_not(find(game), command)
    assert told in said
    assert "; " in said


def test_a_row_that_is_not_the_limits_own() -> None:
    """Fees of another row than that of the limits are refused last of all, and said so."""
    schedule = (
        Plan("1", "T", "ca-ez-panda8", (1_000, 5_000), (500, 500), schedule="hustler-cal-baccarat")
        .command()
        .schedule
    )
    command = replace(BANKED, schedule=schedule, limits=WIDE)
    assert decide(TableState(), command, 0).refusal
    assert why_not(find("ca-ez-panda8"), command).startswith("schedule: ")
