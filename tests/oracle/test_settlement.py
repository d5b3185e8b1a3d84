"""The oracle settles the worked examples chip for chip and picks seats as the printed table."""

from dataclasses import astuple

import pytest

from tests.oracle.bets import Ruling
from tests.oracle.cards import Card, card, cards
from tests.oracle.settlement import (
    Settlement,
    Wager,
    action_order,
    button_seat,
    owed,
    settle,
)
from tests.worked_examples import DRAGON, EXAMPLES, WIN_CAP, Ending, Round


def settled(example: Round, cover: int | None, policy: str, win_cap: str) -> Settlement:
    """A worked example through the oracle."""
    return settle(
        example.rules,
        cards(example.cards),
        [Wager(*line) for line in example.wagers],
        seats=example.seats,
        cover=cover,
        policy=policy,
        win_cap=win_cap,
    )


@pytest.mark.parametrize("example, ending", EXAMPLES)
def test_worked_examples(example: Round, ending: Ending) -> None:
    """2.5: both worked examples end chip for chip as printed, step by step, under each policy."""
    done = settled(example, example.cover, ending.policy, ending.win_cap)
    assert tuple(astuple(step) for step in done.steps) == ending.steps
    assert (done.net, done.exhausted, done.capped) == (
        ending.net,
        ending.exhausted,
        ending.capped,
    )
    assert (done.button_card, done.button_seat) == (
        card(example.button[0]),
        example.button[2],
    )


@pytest.mark.parametrize("example", [DRAGON, WIN_CAP])
def test_unlimited_bank(example: Round) -> None:
    """2.4: without a limit losers are taken first, by seat from 1, and all winners are paid."""
    done = settled(example, None, "running", "continue")
    verdicts = [step.verdict for step in done.steps]
    takes = verdicts.count("take")
    assert set(verdicts[:takes]) == {"take"}
    seat = {line.id: line.seat for line in example.wagers}
    for half in (done.steps[:takes], done.steps[takes:]):
        assert [seat[step.wager] for step in half] == sorted(seat[step.wager] for step in half)
    assert {step.uncovered for step in done.steps} == {0}
    assert done.net == {DRAGON: 780 - 1600, WIN_CAP: 860 - 850}[example]
    assert done.button_seat is None


SEATS_OF_SEVEN = """
    A 2 3 4 5 6 7 8 9 T J Q K
    1 2 3 4 5 6 7 1 2 3 4 5 6
"""


def test_seat_of_seven() -> None:
    """2.6: with seven seats the count goes round again after the seventh."""
    ranks, seats = (row.split() for row in SEATS_OF_SEVEN.strip().splitlines())
    assert [str(button_seat(Card(rank, "S"), 7)) for rank in ranks] == seats


def test_seat_of_thirteen() -> None:
    """2.6: with thirteen seats every rank has a seat of its own, ten included."""
    assert [button_seat(Card(rank, "S"), 13) for rank in "A23456789TJQK"] == list(range(1, 14))


def test_action_order_inside_a_seat() -> None:
    """2.2: the seated bettor comes before the back line, which stands in the order placed."""
    placed = [
        Wager("late", 2, "c", "back", "player", 1),
        Wager("side", 1, "b", "back", "dragon-7", 1),
        Wager("other", 1, "c", "back", "player", 1),
        Wager("main", 1, "b", "back", "banker", 1),
        Wager("tie", 1, "a", "front", "tie", 1),
        Wager("more", 1, "a", "front", "player", 1),
        Wager("again", 1, "a", "front", "player", 1),
    ]
    order = [wager.id for wager in action_order(placed, 7, 7)]
    assert order == ["more", "again", "tie", "main", "side", "other", "late"]


def test_commission_is_rounded_down() -> None:
    """1.8: nineteen twentieths of a wager, and the fraction of a unit stays with the bank."""
    banker = Ruling("pay", 19, 20)
    assert [owed(amount, banker) for amount in (1, 2, 19, 20, 21, 100)] == [0, 1, 18, 19, 19, 95]
    assert [owed(amount, banker, 25) for amount in (25, 100, 125, 500)] == [0, 75, 100, 475]
