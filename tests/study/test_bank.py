"""A player-dealer's bank: exact, dealt and walked."""

from fractions import Fraction
from math import exp

import pytest

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds
from puntobanco.rules.catalogue import find, schedule
from puntobanco.rules.collection import at_table
from puntobanco.rules.settle import Wager
from puntobanco.shoe import Composition
from puntobanco.sim.shoes import Shoes
from puntobanco.study.bank import Bank, BankError, Walks, dealt, walks

SHEETS = ("ca-ez-panda8", "parkwest-ez", "parkwest-21c")
CA = find("ca-ez-panda8")
FREE = at_table(schedule("none"), 1, 10**9, CA)
PAID = at_table(schedule("template-fictional"), 1_000, 50_000, CA)


def wager(seat: int, bet: str, amount: int) -> Wager:
    """A wager of a patron of its seat."""
    return Wager(f"{seat}-{bet}", seat, f"p{seat}", bet, amount)


def bank(
    *wagers: Wager, cover: int = 10**6, sheet: str = "ca-ez-panda8", paid: bool = False
) -> Bank:
    """A bank of forty rounds an hour."""
    fees = PAID if paid else FREE
    return Bank(find(sheet), wagers, 7, cover, fees, 8, Fraction(40))


def test_a_cover_that_reaches_wins_what_the_bet_loses() -> None:
    """One wager under a large cover: the bet's own expectation the other way, less the fee."""
    one = bank(wager(3, "banker", 10_000))
    exact = bet_odds(CA, CA.require_bet("banker"), Counter52(Composition.of(8))).expectation
    assert one.exact.expectation == -10_000 * exact
    paid = bank(wager(3, "banker", 10_000), paid=True)
    assert paid.fee > 0
    assert paid.exact.expectation == -10_000 * exact - paid.fee
    assert paid.collected > paid.fee
    assert one.an_hour[0] == pytest.approx(40 * float(one.exact.expectation))


def test_a_cover_that_does_not_reach_loses_no_more() -> None:
    """Forty to one against a cover of ten: what is lost is the cover, and so often."""
    short = bank(wager(1, "player", 1_000), wager(1, "dragon-7", 1_000), cover=10_000)
    assert min(short.steps) == -10_000
    assert short.exhausted == pytest.approx(0.0225, abs=0.0005)
    assert sum(short.steps.values()) == pytest.approx(1)
    long = bank(wager(1, "player", 1_000), wager(1, "dragon-7", 1_000))
    assert short.exact.expectation > long.exact.expectation


@pytest.mark.parametrize("sheet", SHEETS)
def test_rounds_that_are_dealt_say_the_same(sheet: str) -> None:
    """The settlement of dealt rounds is within four standard errors of the exact count."""
    game = find(sheet)
    mains = [bet.id for bet in game.bets if bet.is_main]
    sides = [bet.id for bet in game.bets if not bet.is_main and bet.requires]
    placed = [wager(seat, mains[seat % 2], 3_000) for seat in (1, 2, 5)]
    placed += [wager(2, sides[0], 500)]
    run = bank(*placed, cover=9_000, sheet=sheet)
    found = dealt(run, Shoes(8, game.venue.shoe, 9), 12)
    assert abs(found.mean - float(run.exact.expectation)) < 4 * found.standard_error
    assert found.rounds > 900


def test_the_risk_of_ruin() -> None:
    """The exponent makes the steps fair; walks are ruined no more often than its bound says."""
    run = bank(*(wager(seat, "banker", 5_000) for seat in (1, 2)), cover=20_000)
    fair = sum(chance * exp(-run.exponent * net) for net, chance in run.steps.items())
    assert fair == pytest.approx(1)
    assert run.exponent > 0
    falls = walks(run, 2_000, 4, 400)
    for bankroll in (100_000, 300_000, 600_000):
        assert falls.ruin(bankroll) <= run.ruin(bankroll) + 0.08
    for risk in (0.1, 0.01):
        needed = run.needed(risk)
        assert needed is not None
        assert run.ruin(needed) <= risk < run.ruin(needed - 10)


def test_a_bank_that_does_not_win_is_ruined_some_day() -> None:
    """Fees above what wagers lose: no bankroll is enough for ever."""
    run = bank(wager(1, "banker", 1_000), paid=True)
    assert run.exact.expectation < 0
    assert (run.exponent, run.ruin(10**9), run.needed(0.01)) == (0.0, 1.0, None)


def test_walks_by_hand() -> None:
    """The share that fell so deep, and the bankroll that no more than a share lost."""
    found = Walks((0, 10, 20, 30, 40, 50, 60, 70, 80, 90))
    assert [found.ruin(each) for each in (10, 11, 90, 91)] == [0.9, 0.8, pytest.approx(0.1), 0]
    for risk, needed in ((0.1, 81), (0.5, 41), (0.01, 91)):
        assert found.needed(risk) == needed
        assert found.ruin(needed) <= risk


def test_a_seed_is_a_walk() -> None:
    """The same seed falls as deep, another does not."""
    run = bank(wager(1, "banker", 1_000))
    assert walks(run, 50, 1, 50) == walks(run, 50, 1, 50) != walks(run, 50, 2, 50)


def test_banks_that_nobody_could_hold() -> None:
    """Each is refused in words."""
    with pytest.raises(BankError, match="the house banks"):
        bank(wager(1, "banker", 1_000), sheet="deq-ez")
    with pytest.raises(BankError, match="wagers"):
        bank()
    with pytest.raises(BankError, match="rounds"):
        Bank(CA, (wager(1, "banker", 1_000),), 7, 1_000, FREE, 8, Fraction(0))
