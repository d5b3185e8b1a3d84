"""Parkwest's EZ Baccarat, item by item, with both readings of a tie on 7."""

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.rules.tableau import banker_draws, player_draws
from tests.rulesheets.reading import check

GAME = "parkwest-ez"
OTHER = "parkwest-ez-tie7-push"


def test_rules_of_play() -> None:
    """The same draws as 21st Century: Player hits 0 to 5, Dealer by the third card."""
    assert [player_draws(two, 0) for two in range(10)] == [two <= 5 for two in range(10)]
    hits = {6: {6, 7}, 5: {4, 5, 6, 7}, 4: {2, 3, 4, 5, 6, 7}, 3: set(range(10)) - {8}}
    for two, thirds in hits.items():
        assert {third for third in range(10) if banker_draws(0, two, third)} == thirds


@pytest.mark.parametrize("game", [GAME, OTHER])
def test_item_1_three_card_7(game: str) -> None:
    """Item 1: a winning three-card 7 of the Banker hand pushes Banker; Player loses."""
    check(game, "2C 3D 4H QS 4C | 6 7 banker dragon-7 | banker push, player lose")


def test_item_2_tie() -> None:
    """Item 2: Tie is paid 8 to 1."""
    for game in (GAME, OTHER):
        check(game, "4C 3D 2H 3S | 6 6 tie | tie 8:1, player banker push")


def test_item_2_tie_on_7() -> None:
    """GAP-0.2: on 7-7 the main lines push and Tie is paid; the other sheet lets Tie push too."""
    ties = ("4C 3D 3H 4S | 7 7 tie", "3C 5D TH TS 4C 2D | 7 7 tie")
    for tie in ties:
        check(GAME, f"{tie} | tie 8:1, player banker push")
        check(OTHER, f"{tie} | tie player banker push")


def test_the_readings_differ_in_nothing_else() -> None:
    """GAP-0.2: the sheets are one but for the Tie bet."""
    one, other = find(GAME), find(OTHER)
    assert one.calls == other.calls
    assert one.venue_hash == other.venue_hash
    assert [bet for bet in one.bets if bet not in other.bets] == [one.require_bet("tie")]


@pytest.mark.parametrize("game", [GAME, OTHER])
def test_item_3_dragon_7(game: str) -> None:
    """Item 3: a winning three-card 7 of the Banker hand pays 40 to 1, otherwise it loses."""
    check(
        game,
        """
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | dragon-7 40:1
        2C 3D 4H 4S       | 6 7 banker          | dragon-7 lose
        3C 5D TH TS 4C 2D | 7 7 tie             | dragon-7 lose
        3C 6D TH TS 6C AD | 9 7 player          | dragon-7 lose
        """,
    )


@pytest.mark.parametrize("game", [GAME, OTHER])
def test_item_4_panda_8(game: str) -> None:
    """Item 4: a three-card 8 of the Player hand against 7 or less pays 25 to 1."""
    check(
        game,
        """
        3C 6D TH TS 5C    | 8 6 player panda-8 | panda-8 25:1
        2C 2D TH TS 6C 5D | 8 7 player panda-8 | panda-8 25:1
        8C 6D TH TS       | 8 6 player         | panda-8 lose
        2C 2D TH TS 6C 6D | 8 8 tie            | panda-8 lose
        """,
    )


@pytest.mark.parametrize("bonus", ["dragon-7", "panda-8"])
def test_items_3_and_4_collection(bonus: str) -> None:
    """GAP-0.1, GAP-0.11: who has a main wager, and paid the collection or had it waived."""
    bet = find(GAME).require_bet(bonus)
    assert bet.fee == "paid-or-waived"
    assert bet.requires == ("player", "banker")
    assert find(GAME).venue.collection == "parkwest-no-collection"


def test_item_5_no_other_bonus() -> None:
    """GAP-0.3: Item 5 ends EZ Baccarat; pairs, Lucky-7 and Super Tie are the other game's."""
    assert [bet.id for bet in find(GAME).bets] == ["player", "banker", "tie", "dragon-7", "panda-8"]


def test_dealer_and_banker() -> None:
    """GAP-0.12: the sheet's Dealer hand is the Banker hand."""
    assert find(GAME).require_bet("banker").label == "Banker"


def test_what_the_page_leaves_open() -> None:
    """GAP-0.13: decks and the player-dealer are those of the Bureau's game."""
    ours, bureau = find(GAME), find("ca-ez-panda8")
    assert (ours.decks, ours.bank, ours.seats) == (bureau.decks, bureau.bank, bureau.seats)
    assert (ours.venue.rotation, ours.venue.cover) == (bureau.venue.rotation, bureau.venue.cover)
