"""The tally: counts, shares by largest remainder, last hits, naturals, pairs, streaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.rules.coup import BySide, Winner
from puntobanco.track.notation import Outcome
from puntobanco.track.tally import CallTally, Share, Tally, share_hundred, tally
from tests.track.shoes import letters, shoe, swapped

B, P, T = Winner.BANKER, Winner.PLAYER, Winner.TIE


def test_a_whole_shoe_is_counted() -> None:
    """Every number of a short shoe, worked by hand."""
    shoe = (
        Outcome(B, ("d7", "pp")),
        Outcome(B, ("n8",)),
        Outcome(T, ("n9",)),
        Outcome(B, ("bp",)),
        Outcome(P, ("pp", "bp")),
        Outcome(B, ("d7",)),
        Outcome(P),
    )
    assert tally(shoe, ("d7", "p8")) == Tally(
        hands=7,
        player=Share(2, 29),
        banker=Share(4, 57),
        tie=Share(1, 14),
        calls=(CallTally("d7", 2, 28.6, 6), CallTally("p8", 0, 0.0, None)),
        naturals=2,
        player_pairs=2,
        banker_pairs=2,
        longest=BySide(player=1, banker=3),
    )


def test_the_empty_shoe_is_all_zeros() -> None:
    """No hands have no shares, and no call has a last hand."""
    nothing = Share(0, 0)
    calls = (CallTally("d7", 0, 0.0, None),)
    assert tally((), ("d7",)) == Tally(0, nothing, nothing, nothing, calls, 0, 0, 0, BySide(0, 0))


@pytest.mark.parametrize(
    "counts, shares",
    [
        ([48, 23, 6], [62, 30, 8]),  # 62.3, 29.9 and 7.8: cutting would lose a point of Player's
        ([34, 40, 6], [43, 50, 7]),  # 42.5, 50 and 7.5: the larger of two halves gets the point
        ([1, 1, 1], [34, 33, 33]),
        ([0, 0, 1], [0, 0, 100]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_shares_by_largest_remainder(counts: list[int], shares: list[int]) -> None:
    """Whole percents that sum to 100; equal remainders favour the larger count, then order."""
    assert share_hundred(counts) == shares


@given(st.lists(st.integers(0, 200), min_size=1, max_size=5))
def test_shares_sum_to_a_hundred_and_are_fair(counts: list[int]) -> None:
    """Each share is its quota rounded down or up, and no larger count has a smaller share."""
    shares, whole = share_hundred(counts), sum(counts)
    assert sum(shares) == (100 if whole else 0)
    for count, share in zip(counts, shares, strict=True):
        assert abs(share * whole - 100 * count) < max(whole, 1)
    for one, other in zip(sorted(counts), sorted(counts)[1:], strict=False):
        assert shares[counts.index(one)] <= shares[counts.index(other)] or one == other


@given(letters)
def test_counts_and_streaks_follow_the_sides(hands: str) -> None:
    """Swapping sides swaps their counts and streaks; the counts sum to the hands."""
    one, other = tally(shoe(hands)), tally(shoe(swapped(hands)))
    assert one.player.count + one.banker.count + one.tie.count == one.hands == len(hands)
    assert (one.player.count, one.tie) == (other.banker.count, other.tie)
    assert one.longest == BySide(other.longest.banker, other.longest.player)
    assert ("B" * one.longest.banker) in hands.replace("T", "")
    assert ("B" * (one.longest.banker + 1)) not in hands.replace("T", "")


@pytest.mark.parametrize("hands, percent", [(1, 100.0), (3, 33.3), (16, 6.3), (80, 1.3), (84, 1.2)])
def test_calls_are_counted_per_hundred_hands(hands: int, percent: float) -> None:
    """One decimal, halves up: one in sixteen is 6.25, shown as 6.3."""
    played = (Outcome(P, ("p8",)), *shoe("B" * (hands - 1)))
    assert tally(played, ("p8",)).calls == (CallTally("p8", 1, percent, 1),)
