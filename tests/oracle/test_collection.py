"""The oracle of collection: fixed fees, by steps, before the first card, or the stack goes back."""

from tests.oracle.collection import Owed, Posting, Step, collect, step_fee
from tests.oracle.settlement import Wager

FLAT = Posting(player=(Step(0, 100),), player_dealer=(Step(0, 200), Step(50_000, 300)))
WAGERS = [
    Wager("a", 3, "ann", "front", "player", 40_000),
    Wager("b", 3, "ann", "front", "tie", 1_000),
    Wager("c", 1, "bea", "back", "banker", 9_000),
]


def test_steps() -> None:
    """3.2: a fee that depends on an amount is a step table, never a rate."""
    steps = (Step(0, 2), Step(500, 3))
    assert [step_fee(steps, amount) for amount in (0, 499, 500, 10**9)] == [2, 2, 3, 3]


def test_a_fee_a_stack() -> None:
    """3.2: per hand one fee a stack; the player-dealer's by the total action."""
    done = collect(FLAT, WAGERS, {"ann": 100, "bea": 100}, covered=True)
    assert done.fees == (Owed("bea", 1, "back", 100, None), Owed("ann", 3, "front", 100, None))
    assert (done.returned, done.player_dealer) == ((), 300)


def test_a_fee_a_wager() -> None:
    """3.2: per wager each of them pays, and only those of the bets that the posting names."""
    each = Posting(player=(Step(0, 50),), per_wager=True, bets=frozenset({"player", "banker"}))
    done = collect(each, WAGERS, {"ann": 100, "bea": 100}, covered=True)
    assert [(fee.wager, fee.amount) for fee in done.fees] == [("c", 50), ("a", 50)]
    assert done.player_dealer == 0


def test_a_stack_that_cannot_pay_goes_back() -> None:
    """1.9: it goes back whole, pays nothing, and counts for no action."""
    done = collect(FLAT, WAGERS, {"ann": 99, "bea": 100}, covered=True)
    assert (done.returned, done.player_dealer) == (("a", "b"), 200)
    assert [fee.patron for fee in done.fees] == ["bea"]


def test_no_wager_no_fee() -> None:
    """3.2: a hand without wagers costs the player-dealer nothing."""
    assert collect(FLAT, [], {}, covered=True) == collect(Posting(), [], {}, covered=False)
