"""How EZ Baccarat is played by its maker's sheet, clause by clause."""

from puntobanco.cards import parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Side, next_hand
from puntobanco.rules.tableau import banker_draws
from tests.rulesheets.reading import check

GAME = "deq-ez"


def test_the_barred_hand() -> None:
    """A winning Banker hand of three cards and seven points pushes; the hand is the Dragon 7."""
    check(GAME, "2C 3D 4H QS 4C | 6 7 banker dragon-7 | banker push, dragon-7 40:1")


def test_eight_decks() -> None:
    """It is played with eight decks, and the house banks."""
    assert find(GAME).decks == (8, 8, 8)
    assert find(GAME).is_house_banked


def test_values_of_cards() -> None:
    """GAP-2.6: tens and courts 0, aces 1; the "right digital" of a sum is its last digit."""
    check(
        GAME,
        """
        KS 2D 4H 5S 7C    | 1 7 banker
        TC JD 8S QH       | 8 0 player
        AC 9D AS 9H       | 2 8 banker
        7C 5D 7S 9S 6D 3C | 0 7 banker dragon-7
        """,
    )


def test_any_combination_of_bets() -> None:
    """GAP-2.3: side bets alone, both lines together: all as the patron likes."""
    sheet = find(GAME)
    assert [bet.id for bet in sheet.bets] == ["player", "banker", "tie", "dragon-7", "panda-8"]
    assert all(not bet.requires and bet.fee == "none" and bet.cap == "none" for bet in sheet.bets)
    assert sheet.venue.opposite_mains


def test_cards_are_dealt_in_turn_beginning_with_player() -> None:
    """Two cards to each hand in turn, Player first; then the Player hand is finished first."""
    cards = parse_cards("2C 3D 3H QS 6C 4C")
    order = [next_hand(cards[:n]) for n in range(7)]
    player, banker = Side.PLAYER, Side.BANKER
    assert order == [player, banker, player, banker, player, banker, None]


def test_naturals() -> None:
    """GAP-2.2: on 8 or 9 at once nobody draws, not even a Banker hand of 0, 1 or 2."""
    check(
        GAME,
        """
        9S TD TH QS | 9 0 player | player 1:1, banker lose
        8S AD TH QS | 8 1 player
        2C 3D TH 5S | 2 8 banker | banker 1:1, dragon-7 lose
        2C 4D TH 5S | 2 9 banker
        9S 4D TH 4S | 9 8 player | panda-8 lose
        """,
    )


def test_player_hand() -> None:
    """The Player hand draws on 5 or less, and stands on 6 or 7."""
    check(
        GAME,
        """
        2C 3D 3H 4S 9C    | 4 7 banker
        2C 3D TH 4S 9C    | 1 7 banker
        4C 3D 2H 4S       | 6 7 banker
        4C 3D 3H 4S       | 7 7 tie
        """,
    )


def test_banker_hand_when_player_stood() -> None:
    """Where the Player hand stood, the Banker hand draws on 5 or less."""
    check(
        GAME,
        """
        4C 3D 2H 2S 3C | 6 8 banker
        4C 3D 3H TS 9C | 7 2 player
        4C 3D 2H 3S    | 6 6 tie
        """,
    )


def test_banker_0_1_2() -> None:
    """With 0, 1 or 2 the Banker hand draws whatever the Player hand's third card is."""
    check(
        GAME,
        """
        2C TD TH TS 8C 4D | 0 4 banker
        2C TD TH AS 9C 4D | 1 5 banker
        2C AD TH AS TC 4D | 2 6 banker
        """,
    )


def test_banker_3() -> None:
    """GAP-2.1: with 3 the Banker hand stands against an 8 and draws on every other third card."""
    check(
        GAME,
        """
        2C 3D TH TS 8C    | 0 3 banker
        2C 3D TH TS 9C 4D | 1 7 banker dragon-7
        2C 3D TH TS KC 4D | 2 7 banker dragon-7
        """,
    )
    assert [third for third in range(10) if not banker_draws(0, 3, third)] == [8]


def test_banker_4() -> None:
    """With 4 the Banker hand draws on a third card of 2 to 7."""
    check(
        GAME,
        """
        3C 4D TH TS AC    | 4 4 tie
        3C 4D TH TS 2C 4D | 5 8 banker
        3C 4D TH TS 7C 4D | 0 8 banker
        3C 4D TH TS 8C    | 1 4 banker
        """,
    )


def test_banker_5() -> None:
    """With 5 the Banker hand draws on a third card of 4 to 7."""
    check(
        GAME,
        """
        3C 5D TH TS 3C    | 6 5 player
        3C 5D TH TS 4C 2D | 7 7 tie
        3C 5D TH TS 7C 2D | 0 7 banker dragon-7
        3C 5D TH TS 9C    | 2 5 banker
        """,
    )


def test_banker_6() -> None:
    """With 6 the Banker hand draws on a third card of 6 or 7."""
    check(
        GAME,
        """
        3C 6D TH TS 5C    | 8 6 player panda-8
        3C 6D TH TS 6C AD | 9 7 player
        3C 6D TH TS 7C AD | 0 7 banker dragon-7
        3C 6D TH TS KC    | 3 6 banker
        """,
    )


def test_banker_7() -> None:
    """With 7 the Banker hand stands."""
    check(GAME, "3C 7D TH TS 6C | 9 7 player\n3C 7D TH TS TC | 3 7 banker")


def test_dragon_7() -> None:
    """The Dragon 7 is a three-card 7 of the Banker hand against less than 7."""
    check(
        GAME,
        """
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | dragon-7 40:1, banker push, tie panda-8 lose
        2C 3D TH TS 9C 4D | 1 7 banker dragon-7 | dragon-7 40:1, banker push, player lose
        2C 3D 4H 4S       | 6 7 banker          | dragon-7 lose, banker 1:1
        3C 5D TH TS 4C 2D | 7 7 tie             | dragon-7 lose
        3C 6D TH TS 6C AD | 9 7 player          | dragon-7 lose
        """,
    )


def test_panda_8() -> None:
    """The Panda 8 is a three-card 8 of the Player hand against less than 8."""
    check(
        GAME,
        """
        3C 6D TH TS 5C    | 8 6 player panda-8 | panda-8 25:1, player 1:1, banker tie dragon-7 lose
        2C 2D TH TS 6C 4D | 8 6 player panda-8 | panda-8 25:1, player 1:1, banker tie dragon-7 lose
        8C 6D TH TS       | 8 6 player         | panda-8 lose, player 1:1
        2C 2D TH TS 6C 6D | 8 8 tie            | panda-8 lose
        """,
    )


def test_tie() -> None:
    """GAP-2.5: a tie pays Tie 8 to 1 and returns both lines; Dragon 7 and Panda 8 lose."""
    check(
        GAME,
        """
        4C 3D 2H 3S       | 6 6 tie | tie 8:1, player banker push, dragon-7 panda-8 lose
        3C 5D TH TS 4C 2D | 7 7 tie | tie 8:1, player banker push, dragon-7 panda-8 lose
        2C 2D TH TS 6C 6D | 8 8 tie | tie 8:1, player banker push, dragon-7 panda-8 lose
        9C 9D TH TS       | 9 9 tie | tie 8:1, player banker push, dragon-7 panda-8 lose
        """,
    )


def test_banker_win() -> None:
    """A Banker win pays Banker 1 to 1; everything else loses."""
    check(GAME, "4C 3D 2H 2S 3C | 6 8 banker | banker 1:1, player tie dragon-7 panda-8 lose")


def test_player_win() -> None:
    """A Player win pays Player 1 to 1; everything else loses."""
    check(GAME, "9S TD TH QS | 9 0 player | player 1:1, banker tie dragon-7 panda-8 lose")


def test_no_commission() -> None:
    """Nothing is taken out of winning Banker wagers."""
    results = [result for bet in find(GAME).bets for result in bet.results]
    assert {result.commission for result in results} == {0}


def test_what_the_sheet_leaves_open() -> None:
    """GAP-2.4: cut card, burn and last round as in section 4 of the rules."""
    shoe = find(GAME).venue.shoe
    assert (shoe.cut_card, shoe.burn, shoe.last) == (14, "first-card", "one-more")
