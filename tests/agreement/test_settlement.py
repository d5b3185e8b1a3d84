"""Settlement by the product, step by step as the oracle settles, and what must hold of any."""

from dataclasses import astuple
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.money import payout
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import play
from puntobanco.rules.settle import Settlement, Wager, settle
from puntobanco.rules.sheet import Verdict
from puntobanco.rules.verdict import result_of
from tests.agreement.both import ours
from tests.agreement.settling import POLICIES, TEST_ROUNDS, WIN_CAPS, by_us, check_round, lines
from tests.strategies import (
    GAMES,
    PLAYER_DEALER_GAMES,
    Round,
    rounds,
)
from tests.worked_examples import DRAGON, EXAMPLES, WIN_CAP, Ending
from tests.worked_examples import Round as Example

LIMITED = rounds(PLAYER_DEALER_GAMES)
policies = st.sampled_from(list(product(POLICIES, WIN_CAPS)))


@pytest.mark.parametrize("game", GAMES)
def test_as_the_oracle_settles(game: str) -> None:
    """2.2 to 2.6: rounds at 1 to 14 seats end alike, step by step, under every policy."""
    for number in range(TEST_ROUNDS):
        check_round(game, number)


@pytest.mark.parametrize("example, ending", EXAMPLES)
def test_worked_examples(example: Example, ending: Ending) -> None:
    """2.5: both worked examples, chip for chip and in order, under each policy."""
    done = settle(
        find(example.rules),
        play(ours(example.cards)),
        [
            Wager(line.id, line.seat, line.patron, line.bet, line.amount, line.line)
            for line in example.wagers
        ],
        seats=example.seats,
        cover=example.cover,
        policy=ending.policy,
        win_cap=ending.win_cap,
    )
    assert tuple(lines(done)) == ending.steps
    assert done.player_dealer is not None
    assert astuple(done.player_dealer) == (ending.net, ending.exhausted, ending.capped)
    assert done.button is not None
    assert (done.button.card.code, done.button.value, done.button.seat) == example.button


@pytest.mark.parametrize("example", [DRAGON, WIN_CAP])
def test_policy_of_the_sheet(example: Example) -> None:
    """2.4: where a round names no policy, the sheet's own holds."""
    sheet, coup = find(example.rules), play(ours(example.cards))
    wagers = [
        Wager(line.id, line.seat, line.patron, line.bet, line.amount, line.line)
        for line in example.wagers
    ]
    bare = settle(sheet, coup, wagers, seats=example.seats, cover=example.cover)
    cover = sheet.venue.cover
    assert (cover.policy, cover.win_cap) == ("running", "continue")
    assert bare == settle(
        sheet,
        coup,
        wagers,
        seats=example.seats,
        cover=example.cover,
        policy=cover.policy,
        win_cap=cover.win_cap,
    )


def owed(the_round: Round, wager: Wager) -> int:
    """What a wager is owed if it wins, straight from its result in the sheet."""
    result = result_of(the_round.sheet, the_round.sheet.require_bet(wager.bet), the_round.coup)
    if result is None or result.odds is None:
        return 0
    return payout(wager.amount, result.odds, result.commission, result.rounding)


def check_wagers(the_round: Round, done: Settlement) -> None:
    """Every wager once; stake = collected + returned; owed = paid + uncovered; nothing below 0."""
    assert sorted(step.wager.id for step in done.steps) == sorted(
        wager.id for wager in the_round.wagers
    )
    for step in done.steps:
        assert min(step.collected, step.paid, step.returned, step.uncovered) >= 0
        assert step.wager.amount == step.collected + step.returned
        assert owed(the_round, step.wager) == step.paid + step.uncovered
        if step.verdict is not Verdict.TAKE:
            assert step.collected == 0
        if step.verdict is not Verdict.PAY:
            assert step.paid == step.uncovered == 0


@given(LIMITED, policies)
def test_money_is_conserved(the_round: Round, policy: tuple[str, str]) -> None:
    """2.3 step 7: what the bettors get back and the player-dealer's result make up the stakes."""
    done = by_us(the_round, *policy)
    check_wagers(the_round, done)
    assert done.player_dealer is not None
    back = sum(step.returned + step.paid for step in done.steps)
    assert back + done.player_dealer.net == sum(wager.amount for wager in the_round.wagers)


@given(rounds())
def test_wagers_in_wagers_out(the_round: Round) -> None:
    """2.4: a bank without limit settles every wager in full."""
    done = settle(the_round.sheet, the_round.coup, the_round.wagers, seats=the_round.seats)
    check_wagers(the_round, done)
    assert all(step.uncovered == 0 for step in done.steps)
    assert all(step.returned == 0 for step in done.steps if step.verdict is Verdict.TAKE)


@given(LIMITED, policies)
def test_never_beyond_the_cover(the_round: Round, policy: tuple[str, str]) -> None:
    """2.2: the player-dealer never wins or loses more than the cover."""
    bank = by_us(the_round, *policy).player_dealer
    assert bank is not None
    assert -the_round.cover <= bank.net <= the_round.cover
    if bank.net == -the_round.cover:
        assert bank.exhausted
    if bank.net == the_round.cover:
        assert bank.capped


@given(LIMITED, st.sampled_from(["running", "gross"]), st.sampled_from(WIN_CAPS), st.data())
def test_prefix_rule(the_round: Round, policy: str, win_cap: str, data: st.DataObject) -> None:
    """Where wagers are walked once, later ones never change what earlier ones got."""
    done = by_us(the_round, policy, win_cap)
    kept = data.draw(st.integers(0, len(done.steps)))
    first = {step.wager.id for step in done.steps[:kept]}
    fewer = Round(
        the_round.sheet,
        the_round.coup,
        tuple(wager for wager in the_round.wagers if wager.id in first),
        the_round.seats,
        the_round.cover,
    )
    assert by_us(fewer, policy, win_cap).steps == done.steps[:kept]


@given(LIMITED, policies)
def test_large_bank_rule(the_round: Round, policy: tuple[str, str]) -> None:
    """A cover of at least all stakes and payouts settles every wager as no limit would."""
    exposure = sum(wager.amount + owed(the_round, wager) for wager in the_round.wagers)
    covered = Round(
        the_round.sheet, the_round.coup, the_round.wagers, the_round.seats, exposure + 1
    )
    done = by_us(covered, *policy)
    free = settle(covered.sheet, covered.coup, covered.wagers, seats=covered.seats)
    assert sorted(lines(done)) == sorted(lines(free))
    assert done.player_dealer is not None
    assert not done.player_dealer.exhausted
    assert not done.player_dealer.capped


@given(LIMITED, policies, st.randoms(use_true_random=False))
def test_order_of_the_seated(the_round: Round, policy: tuple[str, str], chance: Random) -> None:
    """2.2: in front of the back line nothing hangs on who placed first."""
    once = {(wager.seat, wager.bet): wager for wager in the_round.wagers if wager.line == "front"}
    seated = list(once.values())
    front = Round(the_round.sheet, the_round.coup, tuple(seated), the_round.seats, the_round.cover)
    chance.shuffle(seated)
    again = Round(the_round.sheet, the_round.coup, tuple(seated), the_round.seats, the_round.cover)
    assert by_us(front, *policy) == by_us(again, *policy)
