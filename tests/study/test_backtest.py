"""Sessions of betting systems: hands as the engine deals them, money as the sheet pays it."""

from collections.abc import Mapping
from math import sqrt

import pytest

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.coup import Coup, Winner
from puntobanco.shoe import Composition
from puntobanco.sim.shoes import Shoes
from puntobanco.study.backtest import Backtest, BacktestError, Hands, Terms, quantile, sides_of
from puntobanco.study.hands import Recorded, simulated
from puntobanco.study.systems import SYSTEMS, Factory, Purse, Stake, System
from puntobanco.track.notation import outcome_of, parse
from tests.sim import slow

EZ = find("deq-ez")
WINNERS = {winner.letter: winner for winner in Winner}


def coups_of(shoes: Shoes, number: int) -> list[Coup]:
    """Deal a shoe card by card through the engine."""
    cards = slow.shuffled(shoes.seed, number, shoes.decks)
    return [coup for _, coup in slow.coups(cards, shoes.rules)]


def shoe(text: str) -> Hands:
    """A shoe of hands without calls."""
    winners = [WINNERS[letter] for letter in text]
    recorded = Recorded(EZ, EZ.bets[:2])
    results = [recorded.results(outcome, None, "") for outcome in parse(text)]
    return Hands(winners, {bet.id: [each[bet.id] for each in results] for bet in EZ.bets[:2]})


def played(system: Factory, *shoes: str, **terms: int) -> Backtest:
    """Play some shoes, on the first bet of the sheet."""
    run = Backtest(EZ, system, EZ.bets[0], Terms(**terms), 8)
    run.run(shoe(text) for text in shoes)
    return run


@pytest.mark.parametrize("sheet", shipped())
def test_hands_are_those_of_the_engine(sheet: str) -> None:
    """Winner and result of every bet, as each coup of the same shoe has them by its cards."""
    rules = find(sheet)
    shoes = Shoes(rules.decks[2], rules.venue.shoe, 7)
    recorded = Recorded(rules, rules.bets)
    for number, hands in enumerate(simulated(rules, rules.bets, shoes, 0, 20)):
        coups = coups_of(shoes, number)
        assert [coup.winner for coup in coups] == hands.winners
        found = [recorded.results(outcome_of(rules, coup), coup, "") for coup in coups]
        for bet in rules.bets:
            assert [each[bet.id] for each in found] == hands.results[bet.id]


@pytest.mark.parametrize("sheet", shipped())
def test_a_hand_without_cards_says_the_same_of_main_bets(sheet: str) -> None:
    """Winner and calls decide a main bet, or the hand is refused."""
    rules = find(sheet)
    recorded = Recorded(rules, [bet for bet in rules.bets if bet.is_main])
    for coup in coups_of(Shoes(8, rules.venue.shoe, 3), 0):
        outcome = outcome_of(rules, coup)
        assert recorded.results(outcome, None, "") == recorded.results(outcome, coup, "")


def test_a_session_by_hand() -> None:
    """A martingale of three losses and a win is one unit ahead, seven down at its deepest."""
    run = played(SYSTEMS["martingale"], "BBBPT", unit=500)
    (session,) = run.sessions
    assert (session.net, session.rounds, session.wagers) == (500, 5, 5)
    assert (session.wagered, session.largest) == (500 * (1 + 2 + 4 + 8 + 1), 4_000)
    assert (session.drawdown, session.end) == (3_500, "shoes-over")
    assert run.staked == {"player": 8_000}


@pytest.mark.parametrize(
    "shoes, terms, ends",
    [
        (("PPPP",), {"stop_win": 2}, ["stop-win"]),
        (("BBBB",), {"stop_loss": 3}, ["stop-loss"]),
        (("BBBB",), {"bankroll": 3}, ["ruined"]),
        (("PB", "PB", "PB"), {"shoes": 2}, ["shoes-over", "shoes-over"]),
        (("PP", "PB", "PP"), {"shoes": 3, "stop_win": 2}, ["stop-win", "stop-win"]),
    ],
)
def test_how_a_session_ends(
    shoes: tuple[str, ...], terms: Mapping[str, int], ends: list[str]
) -> None:
    """A stop ends it in the middle of a shoe, and the next session has the next shoe."""
    run = played(SYSTEMS["flat"], *shoes, **terms)
    assert [session.end for session in run.sessions] == ends


class Wild(System):
    """Wagers whatever it was told to, or on what is not there."""

    what: Stake | None = None

    def stake(self, purse: Purse) -> Stake | None:
        """Say it."""
        return self.what


@pytest.mark.parametrize(
    "stake, fault",
    [
        (Stake("player", 0), "fit the purse"),
        (Stake("player", 21), "21 units with 20 left"),
        (Stake("player", True), "whole units"),
        (Stake("tie", 1), "it may on"),
    ],
)
def test_a_wager_that_no_table_takes_is_refused(stake: Stake, fault: str) -> None:
    """A system that wagers more than it has, or what there is not, is told so."""
    wild = type("Told", (Wild,), {"what": stake})
    with pytest.raises(BacktestError, match=f"session 1: .*{fault}"):
        played(wild, "PB", bankroll=20)


@pytest.mark.parametrize(
    "terms",
    [
        {"unit": 0},
        {"least": 5, "most": 4},
        {"bankroll": 1, "least": 2},
        {"stop_win": 0},
        {"shoes": -1},
        {"unit": 10**12, "most": 2},
    ],
)
def test_terms_that_nobody_could_play(terms: Mapping[str, int]) -> None:
    """Each is refused with its name."""
    with pytest.raises(BacktestError, match=r"^[a-z-]+: "):
        Terms(**terms)


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_system_changes_the_expectation(name: str) -> None:
    """What sessions win is what their wagers expect, within four standard errors."""
    rules = find("parkwest-21c")
    bet = rules.require_bet(sides_of(rules)[Winner.BANKER])
    run = Backtest(rules, SYSTEMS[name], bet, Terms(bankroll=1_000), 8)
    run.run(simulated(rules, run.bets.values(), Shoes(8, rules.venue.shoe, 11), 0, 400))
    assert run.z is not None
    assert abs(run.z) < 4
    exact = float(bet_odds(rules, bet, Counter52(Composition.of(8))).expectation)
    if set(run.staked) == {bet.id}:
        assert run.expected == pytest.approx(exact * run.wagered)


def test_the_error_is_that_of_sessions() -> None:
    """It is the root of the squares of what each session is off."""
    run = played(SYSTEMS["flat"], "PPB", "BBB", "PTB")
    off = [session.net - run.exact["player"] * session.wagered for session in run.sessions]
    assert run.standard_error == pytest.approx(sqrt(sum(each**2 for each in off)))


def test_the_sides_of_every_sheet() -> None:
    """Each sheet has a main bet on either hand."""
    for sheet in shipped():
        rules = find(sheet)
        sides = sides_of(rules)
        assert [*sides] == [Winner.PLAYER, Winner.BANKER]
        assert all(rules.require_bet(bet).is_main for bet in sides.values())


def test_quantiles() -> None:
    """The value that a share of all does not exceed."""
    values = [*range(100)]
    assert [quantile(values, share) for share in (0.0, 0.05, 0.5, 0.95, 1.0)] == [0, 5, 50, 95, 99]
