"""Fees by the product and by the oracle, for postings made by chance and for those that ship."""

from random import Random

import pytest

from puntobanco.rules import collection
from puntobanco.rules.catalogue import find
from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.schedule import Row, Schedule, Tier
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet
from tests.oracle import collection as oracle
from tests.oracle.settlement import Wager as PlainWager
from tests.strategies import GAMES, wagers_from

SHIPPED = (
    "hustler-21c-blackjack",
    "hustler-cal-baccarat",
    "hustler-super-pan-9",
    "parkwest-no-collection",
    "template-fictional",
)


def tiers_from(chance: Random) -> tuple[Tier, ...]:
    """Rising steps, the first from nought."""
    starts = sorted(chance.sample(range(1, 10**6), chance.randrange(4)))
    amounts = sorted(chance.choices((0, 50, 100, 200, 300), k=len(starts) + 1))
    return tuple(map(Tier, (0, *starts), amounts))


def schedule_from(chance: Random, sheet: Sheet) -> Schedule:
    """A posting of one table."""
    words = ("main", "side", *(bet.id for bet in sheet.bets))
    return Schedule(
        id="made-by-chance",
        name="Made by chance",
        source="a test",
        grade="N",
        approval="none",
        fictional=True,
        payer="both",
        basis=chance.choice(("per-hand", "per-wager")),
        minutes=None,
        applies_to=tuple(chance.sample(words, chance.choice((0, 0, 1, 2)))),
        waived=False,
        refund_if_no_action=False,
        amounts_known=True,
        unit=100,
        rows=(Row(None, None, tiers_from(chance), tiers_from(chance)),),
    )


def posting_of(schedule: Schedule, sheet: Sheet) -> oracle.Posting:
    """The same posting as the oracle has it."""
    words = set(schedule.applies_to)
    bets = frozenset(bet.id for bet in sheet.bets if {bet.id, bet.kind} & words)
    if schedule.waived:
        return oracle.Posting()
    (row,) = schedule.rows
    return oracle.Posting(
        tuple(oracle.Step(tier.start, tier.fee) for tier in row.player),
        tuple(oracle.Step(tier.start, tier.fee) for tier in row.player_dealer),
        per_wager=schedule.basis == "per-wager",
        bets=bets if words else None,
    )


def check_fees(sheet: Sheet, schedule: Schedule, wagers: tuple[Wager, ...]) -> None:
    """What every stack and the player-dealer owe, the bets in the order of the sheet."""
    ordered = sorted(wagers, key=lambda wager: sheet.order(wager.bet))
    plain = [PlainWager(w.id, w.seat, w.patron, w.line, w.bet, w.amount) for w in wagers]
    posting = posting_of(schedule, sheet)
    rich = dict.fromkeys((wager.patron for wager in wagers), 10**15)
    expected = oracle.collect(posting, plain, rich, covered=True)
    found = collection.fees(schedule, sheet, wagers)
    assert [(fee.patron, fee.place, fee.line) for fee in found] == [
        (fee.patron, fee.place, fee.line) for fee in expected.fees
    ]
    assert {(fee.patron, fee.place, fee.line, fee.wager): fee.amount for fee in found} == {
        (fee.patron, fee.place, fee.line, fee.wager): fee.amount for fee in expected.fees
    }
    named = [wager.id for wager in ordered if wager.id in {fee.wager for fee in found}]
    for patron, place, line in {(fee.patron, fee.place, fee.line) for fee in found}:
        stack = [w.id for w in ordered if (w.patron, w.seat, w.line) == (patron, place, line)]
        of_stack = [fee.wager for fee in found if fee.wager in stack]
        assert of_stack == [ident for ident in named if ident in stack]
    action = sum(wager.amount for wager in wagers)
    if action:
        assert collection.player_dealer_fee(schedule, action) == expected.player_dealer
    for stack_of in oracle.stacks(plain):
        ids = {wager.id for wager in stack_of}
        ours = [wager for wager in wagers if wager.id in ids]
        owed = sum(fee.amount for fee in oracle.owed_by(posting, stack_of))
        assert collection.stack_fee(schedule, sheet, ours) == owed


@pytest.mark.parametrize("game", GAMES)
def test_any_posting(game: str) -> None:
    """3.2: 500 rounds, each under a posting of its own, by the hand or by the wager."""
    chance, sheet = Random(f"fees {game}"), find(game)
    for _ in range(500):
        check_fees(sheet, schedule_from(chance, sheet), wagers_from(chance, sheet, 13))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_postings(name: str) -> None:
    """3.3: every posting with known amounts, at a table that it has a row for."""
    chance, sheet = Random(name), find("ca-ez-panda8")
    schedule = collection.load_schedule(packaged_text(f"schedules/{name}"), name)
    at_table = collection.at_table(schedule, 2_500, 5_000, sheet)
    for _ in range(200):
        check_fees(sheet, at_table, wagers_from(chance, sheet, 7))
