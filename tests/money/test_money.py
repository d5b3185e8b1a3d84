"""Odds to one, commissions, and the one division."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import MoneyError
from puntobanco.money import AMOUNT_MAX, Odds, Rounding, payout

ODDS = st.builds(Odds, st.integers(1, 1_000_000), st.integers(1, 1_000_000))
AMOUNTS = st.integers(1, AMOUNT_MAX)
COMMISSIONS = st.integers(0, 9_999)
UNITS = st.sampled_from((1, 5, 25, 50, 100, 2_500))
ROUNDINGS = st.sampled_from(Rounding)


def test_amounts_go_to_a_million_millions() -> None:
    """Amounts are 1 to 10^12 in minor units."""
    assert AMOUNT_MAX == 1_000_000_000_000


@pytest.mark.parametrize(
    "text, written",
    [
        ("40:1", "40:1"),
        ("2:4", "1:2"),
        ("08:01", "8:1"),
        (" 3:2 ", "3:2"),
        ("1000000:1", "1000000:1"),
    ],
)
def test_odds_are_read_to_one_and_reduced(text: str, written: str) -> None:
    """Odds are a reduced fraction, written a:b."""
    assert str(Odds.parse(text)) == written


@pytest.mark.parametrize(
    "text",
    ["", "40", "40:", ":1", "40-1", "40 : 1", "-1:1", "1.5:1", "1:1:1", "12345678:1", "\u0661:1"],
)
def test_no_odds(text: str) -> None:
    """Anything else is refused with what odds look like."""
    message = rf"^{re.escape(repr(text))} are no odds: write them to one, such as 40:1$"
    with pytest.raises(MoneyError, match=message):
        Odds.parse(text)


@pytest.mark.parametrize("text", ["0:1", "1:0", "1000001:1", "1:1000001"])
def test_odds_out_of_range(text: str) -> None:
    """Both terms are 1 to a million."""
    with pytest.raises(MoneyError, match=rf"^odds {text} need terms from 1 to 1000000$"):
        Odds.parse(text)


def test_a_whole_number_alone() -> None:
    """``Odds(40)`` is 40 to 1."""
    assert Odds(40) == Odds.parse("40:1")
    assert Odds(40).fraction == 40


@pytest.mark.parametrize(
    "odds, commission, less",
    [("1:1", 500, "19:20"), ("1:1", 0, "1:1"), ("8:1", 0, "8:1"), ("40:1", 1_250, "35:1")],
)
def test_odds_less_a_commission(odds: str, commission: int, less: str) -> None:
    """A commission of 5% turns even money into 19:20 (rules.md 1.8)."""
    assert Odds.parse(odds).less(commission) == Odds.parse(less)


def test_terms_after_a_commission_are_exact() -> None:
    """The limit on terms binds what somebody writes, not what a commission makes of it."""
    assert str(Odds.parse("1001:1000").less(1)) == "10008999:10000000"
    with pytest.raises(MoneyError, match="need terms"):
        Odds.parse("1000001:1")


@pytest.mark.parametrize(
    "amount, odds, commission, rounding, unit, paid",
    [
        (100, "40:1", 0, Rounding.DOWN, 1, 4_000),
        (100, "1:1", 500, Rounding.DOWN, 1, 95),
        (2_500, "1:1", 500, Rounding.DOWN, 100, 2_300),  # 23.75
        (2_500, "1:1", 500, Rounding.UP, 100, 2_400),
        (2_500, "1:1", 500, Rounding.NEAREST, 100, 2_400),
        (2_500, "1:1", 500, Rounding.NEAREST, 1_000, 2_000),
        (1_000, "1:4", 0, Rounding.NEAREST, 500, 500),  # a half goes up
        (2_000, "1:1", 500, Rounding.UP, 100, 1_900),  # nothing to round
        (1, "1:3", 0, Rounding.DOWN, 1, 0),
        (1, "1:3", 0, Rounding.UP, 1, 1),
        (1, "1:3", 0, Rounding.NEAREST, 1, 0),
        (10**12, "1000000:1", 0, Rounding.DOWN, 1, 10**18),
    ],
)
def test_payouts(
    amount: int, odds: str, commission: int, rounding: Rounding, unit: int, paid: int
) -> None:
    """A payment is odds times amount, less commission, in chips that the table has."""
    assert payout(amount, Odds.parse(odds), commission, rounding, unit) == paid


@given(AMOUNTS, ODDS, COMMISSIONS, ROUNDINGS, UNITS)
def test_a_payment_is_in_units_and_off_by_less_than_one(
    amount: int, odds: Odds, commission: int, rounding: Rounding, unit: int
) -> None:
    """A payment is a multiple of the unit, less than one unit from the exact one, on its side."""
    exact = Fraction(amount * odds.numerator * (10_000 - commission), odds.denominator * 10_000)
    paid = payout(amount, odds, commission, rounding, unit)
    assert paid % unit == 0
    match rounding:
        case Rounding.DOWN:
            assert 0 <= exact - paid < unit
        case Rounding.UP:
            assert 0 <= paid - exact < unit
        case Rounding.NEAREST:
            assert -unit <= 2 * (exact - paid) < unit


@given(AMOUNTS, AMOUNTS, ODDS, COMMISSIONS, ROUNDINGS, UNITS)
def test_a_larger_wager_is_never_paid_less(
    one: int, two: int, odds: Odds, commission: int, rounding: Rounding, unit: int
) -> None:
    """Payments grow with the amount."""
    small, large = sorted((one, two))
    assert payout(small, odds, commission, rounding, unit) <= payout(
        large, odds, commission, rounding, unit
    )


@given(AMOUNTS, ODDS, COMMISSIONS, UNITS)
def test_rounding_goes_down_to_nearest_to_up(
    amount: int, odds: Odds, commission: int, unit: int
) -> None:
    """Down is never more than nearest, nearest never more than up, and up at most one unit more."""
    down, nearest, up = (
        payout(amount, odds, commission, rounding, unit)
        for rounding in (Rounding.DOWN, Rounding.NEAREST, Rounding.UP)
    )
    assert down <= nearest <= up <= down + unit


@given(AMOUNTS, ODDS)
def test_a_payment_agrees_with_the_fraction(amount: int, odds: Odds) -> None:
    """Whole odds in whole units leave nothing to round."""
    whole = Odds(odds.numerator)
    assert payout(amount, whole) == amount * whole.fraction


@given(ODDS)
def test_render_and_parse(odds: Odds) -> None:
    """What is written is read back."""
    assert Odds.parse(str(odds)) == odds
