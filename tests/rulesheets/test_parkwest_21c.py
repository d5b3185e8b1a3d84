"""21st Century Baccarat, no commission, clause by clause."""

import pytest

from puntobanco.rules.catalogue import find
from tests.rulesheets.reading import check

GAME = "parkwest-21c"


def test_the_bets() -> None:
    """GAP-0.3, GAP-0.4: two lines, two pair bets, Lucky-7, Super Tie; no plain Tie, no EZ bonus."""
    ids = ["player", "banker", "player-pair", "banker-pair", "lucky-7", "super-tie"]
    assert [bet.id for bet in find(GAME).bets] == ids


def test_winning_dealers_hand() -> None:
    """GAP-0.4: the winning Dealer hand is paid 1 to 1, a three-card 7 too, without commission."""
    check(
        GAME,
        """
        4C 3D 2H 2S 3C | 6 8 banker | banker 1:1, player lose
        2C 3D 4H QS 4C | 6 7 banker | banker 1:1, player lose
        """,
    )


def test_winning_players_hand() -> None:
    """GAP-0.4: the winning Player hand is paid 1 to 1."""
    check(GAME, "3C 6D TH TS 5C | 8 6 player | player 1:1, banker lose")


def test_tie_on_7() -> None:
    """On 7-7 the Dealer line loses and the Player line pushes."""
    check(
        GAME,
        """
        4C 3D 3H 4S       | 7 7 tie lucky-7 | banker lose, player push
        3C 5D TH TS 4C 2D | 7 7 tie lucky-7 | banker lose, player push
        """,
    )


def test_other_ties() -> None:
    """GAP-0.4: any other tie returns both lines."""
    check(GAME, "4C 3D 2H 3S | 6 6 tie | player banker push")


@pytest.mark.parametrize("bonus", ["player-pair", "banker-pair", "lucky-7", "super-tie"])
def test_regular_wager_and_collection(bonus: str) -> None:
    """GAP-0.1: every bonus needs a regular wager, and the collection paid or waived."""
    bet = find(GAME).require_bet(bonus)
    assert (bet.requires, bet.fee) == (("player", "banker"), "paid-or-waived")


def test_pair_bonus() -> None:
    """GAP-0.5, GAP-0.7: a pair pays 6, of one colour 12, of one suit 25 to 1; the highest alone."""
    check(
        GAME,
        """
        4C 3D 4H 4S    | 8 7 player      | player-pair 6:1, banker-pair lose
        4C 3D 4S 4S    | 8 7 player      | player-pair 12:1, banker-pair lose
        4D 3D 4H 4S    | 8 7 player      | player-pair 12:1
        4C 3D 4C 4S    | 8 7 player      | player-pair 25:1
        4C JD 5C QS    | 9 0 player      | player-pair banker-pair lose
        TC 9D JC TS    | 0 9 banker      | player-pair lose
        """,
    )


def test_pair_bonus_is_two_bets() -> None:
    """GAP-0.6: a pair of the Player hand and one of the Dealer hand are bets of their own."""
    check(
        GAME,
        """
        4C 9D 4H 9H | 8 8 tie    | player-pair 6:1, banker-pair 12:1
        4C 9D 5H 9D | 9 8 player | player-pair lose, banker-pair 25:1
        """,
    )


def test_pair_bonus_looks_at_two_cards() -> None:
    """The first two cards decide; a third of the same rank makes no pair."""
    check(GAME, "2C 3D 3H 4S 3C | 8 7 player | player-pair lose")


def test_lucky_7() -> None:
    """GAP-0.10: a tie on 7 pays 45 to 1, of however many cards; anything else loses."""
    check(
        GAME,
        """
        4C 3D 3H 4S       | 7 7 tie lucky-7 | lucky-7 45:1
        3C 5D TH TS 4C 2D | 7 7 tie lucky-7 | lucky-7 45:1
        4C 3D 2H 3S       | 6 6 tie         | lucky-7 lose
        2C 3D 4H QS 4C    | 6 7 banker      | lucky-7 lose
        """,
    )


def test_super_tie_on_any_tie() -> None:
    """GAP-0.8: Super Tie wins on any tie, and loses on everything else."""
    check(
        GAME,
        """
        9C 9D TH TS    | 9 9 tie         | super-tie 7:1
        4C 3D 3H 4S    | 7 7 tie lucky-7 | super-tie 7:1
        2C 3D 4H QS 4C | 6 7 banker      | super-tie lose
        """,
    )


def test_super_tie_six_cards_on_6_to_9() -> None:
    """GAP-0.9: six cards on 6, 7, 8 or 9 pay 100 to 1 in one colour, 25 to 1 in both."""
    check(
        GAME,
        """
        2D 2H TD TH 4H 4D | 6 6 tie         | super-tie 100:1
        2C 2S TC TS 5C 5S | 7 7 tie lucky-7 | super-tie 100:1
        2C 2S TC TS 6C 6S | 8 8 tie         | super-tie 100:1
        2C 2S TC TS 7C 7S | 9 9 tie         | super-tie 100:1
        2C 2S TC TS 7C 7D | 9 9 tie         | super-tie 25:1
        2D 2H TD TH 4H 4S | 6 6 tie         | super-tie 25:1
        """,
    )


def test_super_tie_all_other_ties() -> None:
    """Six cards on 0 to 5, and ties of four or five cards in one colour, pay 7 to 1."""
    check(
        GAME,
        """
        2D 2H TD TH 3H 3D | 5 5 tie | super-tie 7:1
        2D 2H TD TH 8H 8D | 0 0 tie | super-tie 7:1
        6D 6H TD TH       | 6 6 tie | super-tie 7:1
        7D 5H TD TH 2D    | 7 7 tie lucky-7 | super-tie 7:1
        """,
    )


def test_what_the_page_leaves_open() -> None:
    """GAP-0.13: three to eight decks and a player-dealer, as in the Bureau's game."""
    sheet = find(GAME)
    assert (sheet.decks, sheet.bank, sheet.seats) == ((3, 8, 8), "player-dealer", (7, 13))
