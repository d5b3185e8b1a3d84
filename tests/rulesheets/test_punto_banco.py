"""The classic game in its common form, clause by clause (rules.md 1.8)."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import play
from puntobanco.rules.settle import Wager, settle
from tests.rulesheets.reading import check

GAME = "punto-banco"


def test_the_bank_and_the_decks() -> None:
    """The house banks, from six to eight decks."""
    sheet = find(GAME)
    assert (sheet.bank, sheet.decks) == ("house", (6, 8, 8))


def test_the_bets() -> None:
    """Player, Banker, Tie and a pair on either hand; no other bets, none needs another."""
    bets = find(GAME).bets
    assert [bet.id for bet in bets] == ["player", "banker", "tie", "player-pair", "banker-pair"]
    assert not any(bet.requires for bet in bets)


def test_player() -> None:
    """Player pays 1 to 1."""
    check(GAME, "9S TD TH QS | 9 0 player | player 1:1, banker tie lose")


def test_banker() -> None:
    """Banker pays 1 to 1 less 5 %, that is 19 to 20, on any winning hand."""
    check(
        GAME,
        """
        4C 3D 2H 2S 3C | 6 8 banker | banker 19:20, player tie lose
        2C 3D 4H QS 4C | 6 7 banker | banker 19:20, player tie lose
        """,
    )


@pytest.mark.parametrize("amount, paid", [(2_000, 1_900), (2_500, 2_300), (100, 0)])
def test_commission_is_rounded_down(amount: int, paid: int) -> None:
    """What the commission leaves is rounded down to the table's unit."""
    coup = play(parse_cards("4C 3D 2H 2S 3C"))
    wager = Wager("w", 1, "a", "banker", amount)
    assert settle(find(GAME), coup, [wager], seats=7, unit=100).steps[0].paid == paid


def test_tie() -> None:
    """Both lines push on a tie; Tie pays 8 to 1, on a tie of 7 as on any."""
    check(
        GAME,
        """
        4C 3D 2H 3S | 6 6 tie | tie 8:1, player banker push
        4C 3D 3H 4S | 7 7 tie | tie 8:1, player banker push
        """,
    )


def test_pairs() -> None:
    """Any pair on the first two cards of a hand pays 11 to 1."""
    check(
        GAME,
        """
        4C 3D 4H 4S    | 8 7 player | player-pair 11:1, banker-pair lose
        4C 3D 4S 4S    | 8 7 player | player-pair 11:1
        4C 3D 4C 4S    | 8 7 player | player-pair 11:1
        4C 9D 5H 9H    | 9 8 player | player-pair lose, banker-pair 11:1
        TC 9D JC TS    | 0 9 banker | player-pair lose
        2C 3D 3H 4S 3C | 8 7 player | player-pair lose
        """,
    )
