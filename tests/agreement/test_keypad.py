"""The keypad of a tracked shoe against every hand that can be dealt."""

from tests.house.keypad import house_says, is_possible, play_keys

SEQUENCES = 10_000
GAMES = ("ca-ez-panda8", "parkwest-21c")


def test_no_order_of_keys_stores_an_impossible_hand() -> None:
    """Whatever is pressed in whatever order, what is stored can be dealt; the house takes it."""
    hold(GAMES[0], SEQUENCES)


def hold(base: str, sequences: int) -> None:
    """Press random keys at a table of a game, and judge every hand that is stored."""
    played = play_keys(base, sequences, seed=7)
    results = [hand for hand in played.hands if "winner" in hand]
    assert played.refused > sequences
    assert len(results) > 20
    assert [hand for hand in results if not is_possible(base, hand)] == []
    dealt = [hand for hand in played.hands if "cards" in hand]
    assert len(dealt) > 50
    assert [hand for hand in dealt if not is_possible(base, hand)] == []
    assert [hand for hand in [*results, *dealt[:500]] if house_says(base, hand)] == []


if __name__ == "__main__":
    for game in GAMES:  # the nightly size
        hold(game, 100_000)
