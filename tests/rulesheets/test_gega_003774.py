"""EZ Baccarat Panda 8 by the Bureau's rules GEGA-003774, heading by heading."""

import pytest

from puntobanco.cards import Rank, parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Side, next_hand, play
from puntobanco.rules.settle import Settlement, Wager, button_of, settle
from puntobanco.rules.tableau import banker_draws, player_draws
from tests.rulesheets.reading import check

GAME = "ca-ez-panda8"


def settled(cards: str, cover: int, *wagers: str) -> Settlement:
    """A round at seven seats; each wager is seat, line, patron, bet, amount, in order placed."""
    rows = [wager.split() for wager in wagers]
    return settle(
        find(GAME),
        play(parse_cards(cards)),
        [
            Wager(f"{patron} {bet}", int(seat), patron, bet, int(amount), line)
            for seat, line, patron, bet, amount in rows
        ],
        seats=7,
        cover=cover,
    )


def test_type_of_game_player_dealer() -> None:
    """GAP-3.15: a player-dealer banks, and is offered the position after every two hands."""
    sheet = find(GAME)
    assert sheet.bank == "player-dealer"
    assert sheet.venue.rotation == "bureau-two-hands"


def test_type_of_game_limits_of_the_player_dealer() -> None:
    """GAP-3.8: the player-dealer wins or loses no more than the wager; what it leaves returns."""
    lost = settled("9S KD TH 2C", 100, "2 front a player 80", "3 front b player 80")
    assert lost.player_dealer is not None
    assert (lost.player_dealer.net, lost.player_dealer.exhausted) == (-100, True)
    assert [(step.paid, step.returned, step.uncovered) for step in lost.steps] == [
        (80, 80, 0),
        (20, 80, 60),
    ]
    won = settled("9S KD TH 2C", 100, "2 front a banker 80", "3 front b banker 80")
    assert won.player_dealer is not None
    assert (won.player_dealer.net, won.player_dealer.capped) == (100, True)
    assert [(step.collected, step.returned) for step in won.steps] == [(80, 0), (20, 60)]


def test_object_of_the_game() -> None:
    """The hand closest to nine wins, of two cards or of three."""
    check(GAME, "4C 3D 2H 2S 3C | 6 8 banker\n9S TD TH QS | 9 0 player")


def test_number_of_decks() -> None:
    """GAP-3.16: three decks at least, eight at most."""
    assert find(GAME).decks == (3, 8, 8)


def test_card_values() -> None:
    """GAP-3.17: courts and tens are 0, aces 1; of ten and more the right-hand digit counts."""
    values = {rank.symbol: rank.points for rank in Rank}
    assert values == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
        "T": 0, "J": 0, "Q": 0, "K": 0,
    }  # fmt: skip
    check(GAME, "9S 8D 9H 8S | 8 6 player")


def test_hand_rankings() -> None:
    """GAP-3.3: a natural ends the hand, so that a natural 8 never meets a three-card 9."""
    check(GAME, "9S TD 9H QS | 8 0 player | player 1:1")
    assert not any(player_draws(player, 8) for player in range(10))
    assert not any(banker_draws(8, banker, None) for banker in range(10))


def test_table_used() -> None:
    """Seven players or thirteen, and the player-dealer beside them."""
    assert find(GAME).seats == (7, 13)


def test_betting_spaces() -> None:
    """Five spaces a seat: both lines, Tie, Dragon 7, Panda 8."""
    labels = [bet.label for bet in find(GAME).bets]
    assert labels == ["Player", "Banker", "Tie", "Dragon 7", "Panda 8"]


@pytest.mark.parametrize(
    "row", ["AS 1 1", "7S 7 7", "9S 9 2", "TS 10 3", "JS 11 4", "QS 12 5", "KS 13 6"]
)
def test_action_button(row: str) -> None:
    """GAP-3.5, GAP-3.6, GAP-3.21: the second Banker card says who is first, counted round seven."""
    card, value, seat = row.split()
    button = button_of(play(parse_cards(f"9C TC TD {card}")), 7)
    assert (button.card.code, button.value, button.seat) == (card, int(value), int(seat))


def test_action_goes_clockwise() -> None:
    """GAP-3.7: from the button clockwise, past seats without a wager."""
    steps = settled(
        "9S KD TH 4C", 500, "1 front a player 5", "7 front b player 5", "5 front c player 5"
    ).steps
    assert [step.wager.seat for step in steps] == [5, 7, 1]


def test_order_inside_a_seat() -> None:
    """GAP-3.10: the seated bettor, then the back line as it came; of each the bets as listed."""
    steps = settled(
        "9S KD TH 4C",
        5_000,
        "4 back x player 5",
        "4 back y player 5",
        "4 back x panda-8 5",
        "4 front s dragon-7 5",
        "4 front s tie 5",
        "4 front s banker 5",
    ).steps
    assert [step.wager.id for step in steps] == [
        "s banker", "s tie", "s dragon-7", "x player", "x panda-8", "y player",
    ]  # fmt: skip


def test_options() -> None:
    """Both lines pay 1 to 1, Tie 8 to 1, Dragon 7 40 to 1, Panda 8 25 to 1."""
    paid = {
        bet.id: [str(result.terms) for result in bet.results if result.terms]
        for bet in find(GAME).bets
    }
    assert paid == {
        "player": ["1:1"],
        "banker": ["1:1"],
        "tie": ["8:1"],
        "dragon-7": ["40:1"],
        "panda-8": ["25:1"],
    }


def test_dealing() -> None:
    """One by one in rotation until each hand has two; the Player hand is resolved first."""
    cards = parse_cards("2C 3D 3H QS 6C 4C")
    order = [next_hand(cards[:n]) for n in range(7)]
    player, banker = Side.PLAYER, Side.BANKER
    assert order == [player, banker, player, banker, player, banker, None]


def test_players_hand() -> None:
    """The Player hand stands on 6 to 9 and hits on 5 or less."""
    check(
        GAME,
        """
        4C 3D 2H 4S       | 6 7 banker
        4C 3D 3H 4S       | 7 7 tie
        4C 3D 4H 4S       | 8 7 player
        2C 3D 3H 4S 9C    | 4 7 banker
        """,
    )


def test_bankers_hand_when_the_players_stands() -> None:
    """Where the Player hand stands, the Banker hand hits on 5 or less."""
    check(GAME, "4C 3D 2H 2S 3C | 6 8 banker\n4C 3D 2H 3S | 6 6 tie")


def test_bankers_hand_3_to_6() -> None:
    """By the Player hand's third card: 3 not against 8; 4 on 2 to 7; 5 on 4 to 7; 6 on 6 and 7."""
    check(
        GAME,
        """
        2C 3D TH TS 8C    | 0 3 banker
        2C 3D TH TS 9C 4D | 1 7 banker dragon-7
        3C 4D TH TS AC    | 4 4 tie
        3C 4D TH TS 2C 4D | 5 8 banker
        3C 5D TH TS 3C    | 6 5 player
        3C 5D TH TS 4C 2D | 7 7 tie
        3C 6D TH TS 5C    | 8 6 player panda-8
        3C 6D TH TS 6C AD | 9 7 player
        """,
    )


def test_chart_0_to_2_and_7() -> None:
    """GAP-3.4: 0, 1 and 2 hit and 7 stands against every third card; only the chart says so."""
    for third in range(10):
        assert [banker_draws(0, two, third) for two in (0, 1, 2, 7)] == [True, True, True, False]


def test_house_way() -> None:
    """GAP-3.14: the house way hits on five or below and stands on six or more: the chart."""
    assert [player_draws(two, 0) for two in range(8)] == [two <= 5 for two in range(8)]


def test_player_line() -> None:
    """The player line is paid when the Player hand is closer to nine, collected when it is not."""
    check(
        GAME,
        """
        9S TD TH QS       | 9 0 player          | player 1:1
        4C 3D 2H 2S 3C    | 6 8 banker          | player lose
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | player lose
        """,
    )


def test_banker_line() -> None:
    """The banker line is paid when the Banker hand is closer to nine, collected when it is not."""
    check(
        GAME,
        """
        4C 3D 2H 2S 3C    | 6 8 banker | banker 1:1
        4C 3D 2H 4S       | 6 7 banker | banker 1:1
        9S TD TH QS       | 9 0 player | banker lose
        """,
    )


def test_three_card_seven_is_barred() -> None:
    """GAP-3.1: the document is silent, its title is not: a winning three-card 7 pushes Banker."""
    check(GAME, "2C 3D 4H QS 4C | 6 7 banker dragon-7 | banker push")


def test_lines_on_a_tie() -> None:
    """GAP-3.2: both lines push on a tie."""
    check(GAME, "4C 3D 2H 3S | 6 6 tie | player banker push")


def test_tie_bet_stands_alone() -> None:
    """GAP-3.12: a Tie needs no line beside it."""
    tie = find(GAME).require_bet("tie")
    assert (tie.requires, tie.kind) == ((), "side")


def test_tie_bet() -> None:
    """GAP-3.19: equal totals pay 8 to 1 however many cards; on anything else it is lost."""
    check(
        GAME,
        """
        9C 9D TH TS       | 9 9 tie             | tie 8:1
        4C 3D 3H 4S       | 7 7 tie             | tie 8:1
        3C 5D TH TS 4C 2D | 7 7 tie             | tie 8:1
        2C 2D TH TS 6C 6D | 8 8 tie             | tie 8:1
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | tie lose
        """,
    )


def test_tie_bet_has_no_back_line() -> None:
    """GAP-3.13: no back-line betting on Tie; everywhere else it is permitted."""
    back = {bet.id: bet.back_line for bet in find(GAME).bets}
    assert back == {
        "player": True, "banker": True, "tie": False, "dragon-7": True, "panda-8": True,
    }  # fmt: skip


def test_tie_bet_to_the_extent_covered() -> None:
    """GAP-3.9: a wager is paid or collected as far as the cover reaches, and the rest returns."""
    settlement = settled("4C 3D 2H 3S", 500, "4 front a tie 100", "5 front b tie 100")
    assert [(step.paid, step.returned, step.uncovered) for step in settlement.steps] == [
        (500, 100, 300),
        (0, 100, 800),
    ]


@pytest.mark.parametrize("bonus", ["dragon-7", "panda-8"])
def test_bonus_bets_need_a_line(bonus: str) -> None:
    """A bonus bet needs a wager on the player line or the banker line."""
    assert find(GAME).require_bet(bonus).requires == ("player", "banker")


def test_dragon_7() -> None:
    """Banker seven of three cards, Player six or less of any number: 40 to 1; otherwise lost."""
    check(
        GAME,
        """
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | dragon-7 40:1
        2C 3D TH TS 9C 4D | 1 7 banker dragon-7 | dragon-7 40:1
        2C 3D 4H 4S       | 6 7 banker          | dragon-7 lose
        3C 5D TH TS 4C 2D | 7 7 tie             | dragon-7 lose
        3C 6D TH TS 6C AD | 9 7 player          | dragon-7 lose
        3C 6D TH TS 5C    | 8 6 player panda-8  | dragon-7 lose
        """,
    )


def test_panda_8() -> None:
    """Player eight of three cards, Banker seven or less of any number: 25 to 1; otherwise lost."""
    check(
        GAME,
        """
        3C 6D TH TS 5C    | 8 6 player panda-8  | panda-8 25:1
        2C 2D TH TS 6C 5D | 8 7 player panda-8  | panda-8 25:1
        8C 6D TH TS       | 8 6 player          | panda-8 lose
        2C 2D TH TS 6C 6D | 8 8 tie             | panda-8 lose
        2C 3D 4H QS 4C    | 6 7 banker dragon-7 | panda-8 lose
        """,
    )


def test_win_limit_does_not_end_the_action() -> None:
    """GAP-3.11: at the limit of his win, later winners are still paid and later losers returned."""
    assert find(GAME).venue.cover.win_cap == "continue"
    settlement = settled(
        "9S KD TH 4C", 50, "4 front a banker 80", "5 front b banker 30", "6 front c player 30"
    )
    assert [(step.collected, step.paid, step.returned) for step in settlement.steps] == [
        (50, 0, 30),
        (0, 0, 30),
        (0, 30, 30),
    ]


def test_collection_rates() -> None:
    """GAP-3.20: the schedule that the document points to was not found; a made one stands there."""
    assert find(GAME).venue.collection == "template-fictional"
