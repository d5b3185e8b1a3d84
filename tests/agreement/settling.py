"""One round settled by the product and by the oracle; as many of them as you like.

`python -m tests.agreement.settling [ROUNDS]` makes 100,000 if nothing else is said.
"""

import sys
import time
from dataclasses import astuple
from itertools import product
from random import Random

from puntobanco.rules.settle import Settlement, settle
from tests.agreement.both import theirs
from tests.oracle import settlement as oracle
from tests.strategies import GAMES, PLAYER_DEALER_GAMES, Round, round_from

POLICIES = ("running", "gross", "collect-then-pay")
WIN_CAPS = ("continue", "halt")
SEATS = 14
TEST_ROUNDS = 1_000  # of each game; the rest is left to the night
NIGHT_ROUNDS = 100_000  # of all games

Lines = list[tuple[str, str, int, int, int, int]]


def lines(done: Settlement) -> Lines:
    """The steps of the product as the oracle's."""
    return [
        (
            step.wager.id,
            step.verdict.value,
            step.collected,
            step.paid,
            step.returned,
            step.uncovered,
        )
        for step in done.steps
    ]


def by_us(the_round: Round, policy: str = "running", win_cap: str = "continue") -> Settlement:
    """A round under a limited cover, settled by the product."""
    return settle(
        the_round.sheet,
        the_round.coup,
        the_round.wagers,
        seats=the_round.seats,
        cover=the_round.cover,
        policy=policy,
        win_cap=win_cap,
    )


def by_oracle(
    the_round: Round,
    *,
    cover: int | None,
    policy: str = "running",
    win_cap: str = "continue",
    unit: int = 1,
) -> oracle.Settlement:
    """The same round, settled by the oracle."""
    return oracle.settle(
        the_round.sheet.id,
        theirs(the_round.coup.cards),
        [
            oracle.Wager(each.id, each.seat, each.patron, each.line, each.bet, each.amount)
            for each in the_round.wagers
        ],
        seats=the_round.seats,
        cover=cover,
        policy=policy,
        win_cap=win_cap,
        unit=unit,
    )


def check_round(game: str, number: int) -> Round:
    """A round of a game, named by its number: alike under every policy, or with no limit."""
    chance = Random(f"{game} {number}")
    the_round = round_from(chance, game, 1 + number % SEATS)
    if game in PLAYER_DEALER_GAMES:
        for policy, win_cap in product(POLICIES, WIN_CAPS):
            _check_cover(the_round, policy, win_cap)
    unit = chance.choice((1, 1, 5, 100))
    done = settle(
        the_round.sheet, the_round.coup, the_round.wagers, seats=the_round.seats, unit=unit
    )
    expected = by_oracle(the_round, cover=None, unit=unit)
    assert lines(done) == [astuple(step) for step in expected.steps], the_round
    assert (done.button, done.player_dealer) == (None, None)
    return the_round


def _check_cover(the_round: Round, policy: str, win_cap: str) -> None:
    done = by_us(the_round, policy, win_cap)
    expected = by_oracle(the_round, cover=the_round.cover, policy=policy, win_cap=win_cap)
    shown = (the_round, policy, win_cap)
    assert lines(done) == [astuple(step) for step in expected.steps], shown
    bank, button = done.player_dealer, done.button
    assert bank is not None, shown
    assert button is not None, shown
    assert astuple(bank) == (expected.net, expected.exhausted, expected.capped), shown
    assert theirs([button.card]) == [expected.button_card], shown
    assert button.seat == expected.button_seat, shown


def main(rounds: int = NIGHT_ROUNDS) -> None:
    """Settle so many rounds, the games in turn, and say how it went."""
    begun, wagers, back, short = time.monotonic(), 0, 0, 0
    for number in range(rounds):
        the_round = check_round(GAMES[number % len(GAMES)], number // len(GAMES))
        wagers += len(the_round.wagers)
        back += any(wager.line == "back" for wager in the_round.wagers)
        short += the_round.cover < sum(wager.amount for wager in the_round.wagers)
    sys.stdout.write(
        f"{rounds:,} rounds of {len(GAMES)} sheets at 1 to {SEATS} seats agree with the oracle:"
        f" {wagers:,} wagers, {back:,} rounds with a back line, {short:,} with a cover below the"
        f" stakes, in {time.monotonic() - begun:.0f} s\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
