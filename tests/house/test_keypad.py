"""The keypad of a tracked shoe, in short; tests/agreement has it at length."""

import pytest

from puntobanco.table.refusals import Code
from tests.house.keypad import house_says, play_keys


@pytest.mark.parametrize("base", ["ca-ez-panda8", "parkwest-21c", "punto-banco"])
def test_what_the_keypad_stores_the_house_takes(base: str) -> None:
    """A few thousand random keys store no hand that the house would refuse."""
    played = play_keys(base, 1_000, seed=11)
    assert played.refused > 1_000
    assert len(played.hands) > 20
    assert [hand for hand in played.hands if house_says(base, hand)] == []


def test_the_house_refuses_what_is_no_hand() -> None:
    """The house is no rubber stamp: what no hand is like is refused there too."""
    for hand in ({"winner": "tie", "marks": ["d7"]}, {"winner": "player", "marks": ["n9", "pp"]}):
        refusal = house_says("ca-ez-panda8", hand)
        assert refusal
        assert refusal.code is Code.MALFORMED
