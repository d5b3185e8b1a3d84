"""The oracle of rotation says what 2.7 says, regime by regime."""

import pytest

from tests.oracle.rotation import (
    MINUTE,
    REGIMES,
    Hold,
    Sitter,
    breach,
    next_asked,
    offer_is_due,
    pause_until,
)

ANN, BEA, CID, TPP = (
    Sitter(2, "ann"),
    Sitter(4, "bea"),
    Sitter(5, "cid"),
    Sitter(7, "tpp", third_party=True),
)
ALL = (ANN, BEA, CID, TPP)


def held(sitter: Sitter, begun: int = 0, ended: int | None = None) -> Hold:
    """A hold, in minutes."""
    until = None if ended is None else ended * MINUTE
    return Hold(sitter.patron, sitter.place, sitter.third_party, begun * MINUTE, until)


@pytest.mark.parametrize("regime", ["bureau-two-hands", "notice-2016", "reg-2026"])
def test_the_first_offer_of_a_session(regime: str) -> None:
    """2.7: the first occupied place from the dealer's left, then on, until all have declined."""
    declined: list[int] = []
    while (asked := next_asked(REGIMES[regime], ALL, 8, None, declined)) is not None:
        declined.append(asked.place)
    assert declined == [2, 4, 5, 7]


@pytest.mark.parametrize("regime", ["bureau-two-hands", "notice-2016", "reg-2026"])
def test_offers_after_a_turn(regime: str) -> None:
    """2.7: from the place after the last holder, round the table, himself last."""
    declined: list[int] = []
    while (asked := next_asked(REGIMES[regime], ALL, 8, held(BEA), declined)) is not None:
        declined.append(asked.place)
    assert declined == [5, 7, 2, 4]


def test_nobody_follows_a_third_party_but_somebody_else() -> None:
    """2.7, 2026: after a third party's turn the next goes to someone else, or to nobody."""
    assert next_asked(REGIMES["reg-2026"], ALL, 8, held(TPP), [2, 4, 5]) is None
    assert next_asked(REGIMES["bureau-two-hands"], ALL, 8, held(TPP), [2, 4, 5]) == TPP


@pytest.mark.parametrize(
    "regime, hands", [("bureau-two-hands", 2), ("notice-2016", 2), ("reg-2026", 1)]
)
def test_how_often_it_is_offered(regime: str, hands: int) -> None:
    """2.7: after every two hands; in 2026 before every hand."""
    assert [offer_is_due(REGIMES[regime], count) for count in (hands - 1, hands)] == [False, True]


def test_an_hour() -> None:
    """2.7, 2016: nobody holds it over an hour; the game stops two minutes."""
    holds = [held(ANN, 0, 10), held(BEA, 10)]
    assert [breach(REGIMES["notice-2016"], 0, holds, minute * MINUTE) for minute in (69, 70)] == [
        None,
        "held-too-long",
    ]
    again = [held(BEA, 0, 30), held(BEA, 31)]
    assert breach(REGIMES["notice-2016"], 0, again, 60 * MINUTE) == "held-too-long"
    rested = [held(BEA, 0, 30), held(BEA, 32)]
    assert breach(REGIMES["notice-2016"], 0, rested, 91 * MINUTE) is None
    assert pause_until(REGIMES["notice-2016"], 60 * MINUTE) == 62 * MINUTE


def test_the_window() -> None:
    """2.7, 2026: within forty minutes two players besides the third party, or the game ends."""
    alone = [held(ANN, 0, 20), held(TPP, 20)]
    assert breach(REGIMES["reg-2026"], 0, alone, 39 * MINUTE) is None
    assert breach(REGIMES["reg-2026"], 0, alone, 40 * MINUTE) == "too-few-holders"
    two = [*alone[:1], held(BEA, 20, 25), held(TPP, 25)]
    assert breach(REGIMES["reg-2026"], 0, two, 59 * MINUTE) is None
    assert breach(REGIMES["reg-2026"], 0, two, 60 * MINUTE) == "too-few-holders"
    assert pause_until(REGIMES["reg-2026"], 60 * MINUTE) is None
    assert breach(REGIMES["bureau-two-hands"], 0, alone, 999 * MINUTE) is None
