"""The properties of the roads on ten thousand shoes."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings

from tests.track import test_roads_properties as of_roads
from tests.track.shoes import letters

SHOES: Final = 10_000


def once(test: Any) -> Callable[..., None]:
    """Give what a property asks of one shoe."""
    asked: Callable[..., None] = test.hypothesis.inner_test
    return asked


OF_A_SHOE: Final = tuple(
    once(test)
    for test in (
        of_roads.test_lower_roads_ignore_ties,
        of_roads.test_lower_roads_do_not_know_sides,
        of_roads.test_the_number_of_lower_marks_follows_from_the_columns,
        of_roads.test_the_next_marks_are_opposite_or_both_absent_and_come_true,
    )
)
GROWS: Final = once(of_roads.test_a_new_hand_changes_no_earlier_mark)


@pytest.mark.nightly
@settings(max_examples=SHOES)
@given(letters)
def test_every_property_of_every_shoe(hands: str) -> None:
    """Ties, sides, earlier marks, their number, the next ones: all as display.md 2.8 has it.

    Undoing a hand is drawing the shorter list, so what a hand added is what its undoing takes.
    """
    for holds in OF_A_SHOE:
        holds(hands)
    if hands:
        GROWS(hands[:-1], hands[-1], of_roads.Board())
    of_roads.compare(hands, of_roads.Board())
