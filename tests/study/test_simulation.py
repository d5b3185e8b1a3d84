"""Sheets simulated: against exact odds, alike for any workers and chunks, honest about errors."""

from fractions import Fraction

import numpy as np
import pytest

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import BetOdds, bet_odds
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.classes import value_classes
from puntobanco.rules.sheet import ShoeRules
from puntobanco.shoe import Composition
from puntobanco.sim.classes import tables
from puntobanco.sim.rounds import rounds_of
from puntobanco.sim.shoes import Shoes
from puntobanco.sim.tally import count
from puntobanco.study import simulation
from puntobanco.study.blocks import block_size, error_of_ratio, in_order, spans
from puntobanco.study.simulation import Reading, Simulation
from tests.shuffle.statistics import tail

TEN_MILLION_ROUNDS = 123_100  # shoes of eight decks


def simulated(sheet: str, shoes: int, *, workers: int = 1, chunk: int | None = None) -> Simulation:
    """Simulate a shipped sheet."""
    game = find(sheet)
    run = Simulation(game, Shoes(game.decks[2], game.venue.shoe, 3), shoes)
    run.run(workers, lambda _: None, chunk)
    return run


@pytest.mark.parametrize("sheet", shipped())
def test_every_bet_comes_to_its_exact_expectation(sheet: str) -> None:
    """Over ten million rounds every bet's mean is within four standard errors of the exact one."""
    run = simulated(sheet, TEN_MILLION_ROUNDS)
    assert run.tally.rounds > 10_000_000
    for reading in run.readings:
        mean = run.mean(reading)
        assert mean.z is not None
        assert abs(mean.z) < 4
        assert mean.standard_error == pytest.approx(
            reading.exact.deviation / run.tally.rounds**0.5, rel=0.15
        )
    assert abs(run.cards_per_round.z or 9) < 4
    assert run.cards_per_round.exact == pytest.approx(4.93882, abs=5e-6)
    assert run.rounds_per_shoe == pytest.approx((81.28, 1.62), abs=0.02)


def test_a_wrong_paytable_would_be_seen() -> None:
    """Ten million rounds tell the tie at 8 to 1 from one at 8.1 to 1."""
    run = simulated("deq-ez", TEN_MILLION_ROUNDS)
    reading = run.readings[2]
    mean = run.mean(reading)
    paid = Fraction(reading.exact.results[0].deals, reading.exact.deals)
    assert mean.standard_error is not None
    assert abs(mean.value - (mean.exact + 0.1 * float(paid))) > 4 * mean.standard_error


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_first_rounds_fall_as_the_exact_deals_say(decks: int) -> None:
    """Chi-square of the value classes of first rounds, which come from a fresh shoe."""
    shoes, first = 150_000, np.zeros(len(value_classes()))
    cut = 52 * decks - 17  # nothing but the first round or two is wanted
    for some in rounds_of(Shoes(decks, ShoeRules(cut, "first-card", "current"), 5), 0, shoes):
        np.add.at(first, some.classes[np.concatenate(([0], some.ends[:-1]))], 1)
    counter = Counter52(Composition.of(decks))
    deals = counter.along(frozenset())
    wanted = np.array([shoes * deals.get(facts, 0) / counter.deals for facts in value_classes()])
    assert not first[wanted == 0].any()
    often = wanted >= 10
    found = np.append(first[often], first[~often].sum())
    exact = np.append(wanted[often], wanted[~often].sum())
    statistic = float(((found - exact) ** 2 / exact).sum())
    assert 1e-3 < tail(statistic, len(exact) - 1) < 1 - 1e-3


@pytest.mark.parametrize("sheet", ["deq-ez", "parkwest-21c", "punto-banco"])
def test_digest_is_the_same_for_any_workers_and_chunks(sheet: str) -> None:
    """1, 2 and 7 workers and three sizes of chunks count the same, to the last digit of errors."""
    assert block_size(2048, 0) == 8  # what a chunk cannot be longer than
    runs = [simulated(sheet, 2048, workers=w, chunk=c) for w, c in ((1, 8), (2, 3), (7, 1))]
    assert len({run.digest for run in runs}) == 1
    assert len({tuple(map(run.mean, run.readings)) for run in runs}) == 1
    assert runs[0].blocks == runs[1].blocks == runs[2].blocks
    assert simulated(sheet, 2049).digest != runs[0].digest


def test_digest_depends_on_the_game_and_its_shoes() -> None:
    """Another sheet, cut card, burn, last round, number of decks or seed: another digest."""
    shoes = [
        Shoes(8, ShoeRules(), 1),
        Shoes(8, ShoeRules(), 2),
        Shoes(7, ShoeRules(), 1),
        Shoes(8, ShoeRules(15), 1),
        Shoes(8, ShoeRules(burn="none"), 1),
        Shoes(8, ShoeRules(last="current"), 1),
    ]
    digests = set()
    for sheet in ("parkwest-ez", "parkwest-ez-tie7-push"):
        for some in shoes:
            run = Simulation(find(sheet), some, 2)
            run.run(1, lambda _: None)
            digests.add(run.digest)
    assert len(digests) == 2 * len(shoes)


def test_an_interrupted_run_is_the_run_of_fewer_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is stopped has the shoes, means and errors of a run of so many, and can go on."""
    monkeypatch.setattr(simulation, "FIRST", 1)  # as in a run of millions
    game = find("deq-ez")
    shoes = Shoes(8, game.venue.shoe, 3)
    run = Simulation(game, shoes, 5_000)

    def stop(now: Simulation) -> None:
        if now.tally.shoes >= 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(2, stop, 50)
    done = run.tally.shoes
    assert 600 <= done < 5_000
    short = simulated("deq-ez", done)
    assert run.digest == short.digest
    assert [run.path(each) for each in run.readings] == [short.path(r) for r in short.readings]
    run.take(count(shoes, tables([]), done, 100))
    assert run.digest == simulated("deq-ez", done + 100).digest


def test_the_path_of_a_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many shoes, it has a few hundred points, each the mean of so many shoes."""
    monkeypatch.setattr(simulation, "FIRST", 1)
    numbers: list[int] = []
    game = find("deq-ez")
    run = Simulation(game, Shoes(8, game.venue.shoe, 3), 1_100)
    run.run(1, lambda now: numbers.append(len(now.blocks)))
    assert max(numbers) == 511
    assert numbers[-1] == 275  # of four shoes each
    for reading in run.readings:
        path = run.path(reading)
        assert [shoes for shoes, _ in path] == [*range(4, 1_101, 4)]
        assert path[-1][1] == run.mean(reading)
        assert path[0][1].standard_error is None
    shoes, mean = run.path(run.readings[1])[100]
    whole = simulated("deq-ez", shoes)
    assert mean.value == whole.mean(whole.readings[1]).value


def test_errors_respect_the_shoe() -> None:
    """Where all rounds of a shoe end alike, a mean is as uncertain as its shoes are few."""
    blocks = [80.0 if block % 2 else -80.0 for block in range(100)]
    assert error_of_ratio(blocks, [80.0] * 100) == pytest.approx((1 / 99) ** 0.5)
    assert error_of_ratio([1.0], [80.0]) is None


@pytest.mark.parametrize("shoes", [1, 2, 255, 256, 511, 512, 1000, 123_457])
@pytest.mark.parametrize("chunk", [1, 7, 4096])
@pytest.mark.parametrize("least", [1, 64])
def test_spans_cover_every_shoe_once(shoes: int, chunk: int, least: int) -> None:
    """Spans follow each other without a gap, no longer than a chunk, none over a block's end."""
    if shoes // chunk > 10_000:
        chunk *= 100
    at = 0
    for first, number in spans(shoes, chunk, 0, least):
        assert first == at
        assert 1 <= number <= chunk
        size = block_size(shoes, first, least)
        assert first // size == (first + number - 1) // size
        at += number
    assert at == shoes
    size = block_size(shoes, shoes, least)
    assert -(-shoes // size) < 512
    assert shoes < 256 or -(-shoes // size) >= 256


def test_work_comes_back_in_order_and_stops_where_nobody_listens() -> None:
    """Seven threads, results in the order of the spans; what was not begun is left."""
    begun: list[int] = []

    def work(first: int, number: int) -> int:
        begun.append(first)
        return first * number

    todo = [(first, 2) for first in range(200)]
    assert list(in_order(work, todo, 7)) == [2 * first for first in range(200)]
    begun.clear()
    results = in_order(work, todo, 2)
    assert next(results) == 0
    results.close()
    assert len(begun) < 20


def test_a_bet_is_read_from_a_tally_as_its_exact_odds_are() -> None:
    """A reading has the exact odds of odds.figures, and the rounds in the place of the deals."""
    game, counter = find("parkwest-21c"), Counter52(Composition.of(8))
    wanted = tables(frozenset(axes) for axes in (["colour"], ["player_pair"], ["banker_pair"]))
    tally = count(Shoes(8, game.venue.shoe, 1), wanted, 0, 3)
    for bet in game.bets:
        reading = Reading.of(game, bet, counter)
        assert reading.exact == bet_odds(game, bet, counter)
        counted = BetOdds.of(bet, reading.rounds(tally))
        assert counted.deals == tally.rounds
        assert reading.won(tally) == counted.expectation * tally.rounds * reading.parts
