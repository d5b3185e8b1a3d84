"""Settlement rule by rule; whole rounds are worked out and held against the oracle elsewhere."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.errors import InvariantError
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.settle import PlayerDealer, Settlement, Step, Wager, button_of, settle
from puntobanco.rules.sheet import Verdict

PLAYER_WINS = play(parse_cards("9S KD TH 4C"))
DRAGON = play(parse_cards("2C 3D 4H QS 4C"))
TIE = play(parse_cards("3C 2D 4H 5S"))


def wagers(table: str) -> list[Wager]:
    """Wagers, one a line: seat, line, patron, bet, amount; their id is their number."""
    rows = [row.split() for row in table.strip().splitlines()]
    return [
        Wager(str(number), int(seat), patron, bet, int(amount), line)
        for number, (seat, line, patron, bet, amount) in enumerate(rows, 1)
    ]


def lines(settlement: Settlement) -> list[str]:
    """Each step as wager, verdict, collected, paid, returned, uncovered."""
    return [
        f"{s.wager.id} {s.verdict.value} {s.collected} {s.paid} {s.returned} {s.uncovered}"
        for s in settlement.steps
    ]


# The second card of the Banker hand, and the seat settled first at 7 and at 13 places.
BUTTONS = """
AS 1 1   7S 7 7   8S 1 8   TS 3 10   JS 4 11   QS 5 12   KS 6 13   9S 2 9   6S 6 6
"""


@pytest.mark.parametrize("row", BUTTONS.strip().split("   "))
def test_the_button(row: str) -> None:
    """GAP-3.5, GAP-3.6: ten is 10, jack 11, queen 12, king 13; the count wraps round the table."""
    card, seven, thirteen = row.split()
    cards = parse_cards(f"9C TC TD {card}")
    coup = play(cards)
    for seats, seat in ((7, seven), (13, thirteen)):
        button = button_of(coup, seats)
        assert (button.card, button.value) == (cards[3], cards[3].rank.number)
        assert button.seat == int(seat)


ROUND = """
3 back  x  player   10
1 front a  tie      10
3 front c  banker   10
2 front b  banker   10
3 front c  player   10
3 back  y  banker   10
3 back  x  banker   10
1 front a  player   10
"""


def test_the_house_takes_first() -> None:
    """2.4: a house bank takes all losers, then returns and pays, each by seat from 1."""
    settlement = settle(find("deq-ez"), PLAYER_WINS, wagers(ROUND), seats=7)
    assert lines(settlement) == [
        "2 take 10 0 0 0",
        "4 take 10 0 0 0",
        "3 take 10 0 0 0",
        "7 take 10 0 0 0",
        "6 take 10 0 0 0",
        "8 pay 0 10 10 0",
        "5 pay 0 10 10 0",
        "1 pay 0 10 10 0",
    ]
    assert settlement.button is None
    assert settlement.player_dealer is None


def test_action_order() -> None:
    """2.2: seats from the button, seated before back line in order of placement, bets as listed."""
    settlement = settle(find("ca-ez-panda8"), PLAYER_WINS, wagers(ROUND), seats=3, cover=1_000)
    assert settlement.button is not None
    assert settlement.button.seat == 1
    assert [step.wager.id for step in settlement.steps] == ["8", "2", "4", "5", "3", "1", "7", "6"]
    assert settlement.player_dealer == PlayerDealer(20, exhausted=False, capped=False)


def test_a_cover_that_is_used_up() -> None:
    """2.3: a winner gets what is left, the rest is uncovered; everything later is returned."""
    table = "4 front a player 30\n5 front b player 30\n6 front c banker 30\n7 front d player 30"
    settlement = settle(find("ca-ez-panda8"), PLAYER_WINS, wagers(table), seats=7, cover=50)
    assert lines(settlement) == [
        "1 pay 0 30 30 0",
        "2 pay 0 20 30 10",
        "3 take 0 0 30 0",
        "4 pay 0 0 30 30",
    ]
    assert settlement.player_dealer == PlayerDealer(-50, exhausted=True, capped=False)


HALTED = "4 front a banker 80\n5 front b player 30\n6 front c banker 30"


# Policy and win cap, then the steps, the result, whether the cover was exhausted, or capped.
CAPPED = """
running continue       1 take 50 0 30 0 | 2 pay 0 30 30 0 | 3 take 30 0 0 0  :  50 - capped
running halt           1 take 50 0 30 0 | 2 pay 0 0 30 30 | 3 take 0 0 30 0  :  50 - capped
gross continue         1 take 50 0 30 0 | 2 pay 0 0 30 30 | 3 take 0 0 30 0  :  50 exhausted capped
collect-then-pay halt  1 take 80 0 0 0 | 3 take 0 0 30 0 | 2 pay 0 30 30 0   :  50 - capped
"""


@pytest.mark.parametrize("row", CAPPED.strip().splitlines())
def test_a_win_that_is_capped(row: str) -> None:
    """2.4: the player-dealer wins no more than the cover; what follows depends on the policy."""
    policy, win_cap, rest = row.split(maxsplit=2)
    steps, ending = rest.split(":")
    net, exhausted, capped = ending.split()
    settlement = settle(
        find("ca-ez-panda8"),
        PLAYER_WINS,
        wagers(HALTED),
        seats=7,
        cover=50,
        policy=policy,
        win_cap=win_cap,
    )
    assert lines(settlement) == [step.strip() for step in steps.split("|")]
    assert settlement.player_dealer == PlayerDealer(
        int(net), exhausted=exhausted == "exhausted", capped=capped == "capped"
    )


def test_policy_and_win_cap_default_to_the_sheets() -> None:
    """The venue of the sheet says how its cover is used, unless the table says otherwise."""
    round_ = wagers(HALTED)
    plain = settle(find("ca-ez-panda8"), PLAYER_WINS, round_, seats=7, cover=50)
    said = settle(
        find("ca-ez-panda8"),
        PLAYER_WINS,
        round_,
        seats=7,
        cover=50,
        policy="running",
        win_cap="continue",
    )
    assert plain == said


@pytest.mark.parametrize("policy", ["running", "gross", "collect-then-pay"])
def test_a_push_moves_nothing(policy: str) -> None:
    """A push is returned whole under every policy, and uses up no cover."""
    table = "1 front a banker 500\n2 front b player 500"
    settlement = settle(find("ca-ez-panda8"), TIE, wagers(table), seats=7, cover=1, policy=policy)
    assert sorted(lines(settlement)) == ["1 push 0 0 500 0", "2 push 0 0 500 0"]
    assert settlement.player_dealer == PlayerDealer(0, exhausted=False, capped=False)


def test_no_wagers() -> None:
    """A round without wagers is settled too."""
    sheet = find("ca-ez-panda8")
    assert settle(sheet, DRAGON, [], seats=7).steps == ()
    assert settle(sheet, DRAGON, [], seats=7, cover=10).player_dealer == PlayerDealer(
        0, exhausted=False, capped=False
    )


@pytest.mark.parametrize("unit, paid", [(1, 2_375), (5, 2_375), (100, 2_300), (2_500, 0)])
def test_payments_in_the_tables_unit(unit: int, paid: int) -> None:
    """1.8: the commission of the classic game is rounded down to the table's unit."""
    banker_wins = play(parse_cards("4C 9S 2H TS"))
    wager = [Wager("w", 1, "a", "banker", 2_500)]
    settlement = settle(find("punto-banco"), banker_wins, wager, seats=7, unit=unit)
    assert settlement.steps == (Step(wager[0], Verdict.PAY, paid=paid, returned=2_500),)


def test_an_unknown_policy_is_a_bug() -> None:
    """Policies come checked; another one is no input."""
    with pytest.raises(InvariantError, match="no cover policy 'net'"):
        settle(find("ca-ez-panda8"), TIE, [], seats=7, cover=1, policy="net")


def test_a_result_beyond_the_cover_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the arithmetic, no settlement leaves here in which the cover was overrun."""
    overrun: tuple[list[Step], PlayerDealer] = ([], PlayerDealer(11, exhausted=False, capped=True))
    monkeypatch.setattr("puntobanco.rules.settle._gross", lambda *_: overrun)
    with pytest.raises(
        InvariantError, match="the player-dealer's result 11 is beyond the cover 10"
    ):
        settle(find("ca-ez-panda8"), TIE, [], seats=7, cover=10, policy="gross")


@pytest.mark.parametrize("coup", [PLAYER_WINS, DRAGON, TIE])
def test_a_cover_for_all_is_a_house(coup: Coup) -> None:
    """2.1: where the bank covers everything, nobody's result depends on the order."""
    sheet, round_ = find("ca-ez-panda8"), wagers(ROUND)
    house = settle(sheet, coup, round_, seats=7)
    for policy in ("running", "gross", "collect-then-pay"):
        covered = settle(sheet, coup, round_, seats=7, cover=10**6, policy=policy)
        assert sorted(lines(covered)) == sorted(lines(house))
