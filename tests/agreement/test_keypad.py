"""The keypad of a tracked shoe against every hand that can be dealt."""

import pytest

from tests.house.keypad import house_says, is_possible, play_keys

SEQUENCES = 100_000


@pytest.mark.parametrize("base", ["ca-ez-panda8", "parkwest-21c"])
def test_no_order_of_keys_stores_an_impossible_hand(base: str) -> None:
    """Whatever is pressed in whatever order, what is stored can be dealt; the house takes it."""
    played = play_keys(base, SEQUENCES, seed=7)
    results = [hand for hand in played.hands if "winner" in hand]
    assert played.refused > SEQUENCES
    assert len(results) > 50
    assert [hand for hand in results if not is_possible(base, hand)] == []
    dealt = [hand for hand in played.hands if "cards" in hand]
    assert len(dealt) > 500
    assert [hand for hand in dealt if not is_possible(base, hand)] == []
    assert [hand for hand in [*results, *dealt[:500]] if house_says(base, hand)] == []
