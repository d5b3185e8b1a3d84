"""The lanes kernel: against exact odds and the deck kernel, the same for any workers."""

import numpy as np
import pytest

from puntobanco.odds.count import Counter52
from puntobanco.rules.catalogue import find
from puntobanco.rules.classes import value_classes
from puntobanco.rules.sheet import ShoeRules
from puntobanco.shoe import Composition
from puntobanco.sim import lanes
from puntobanco.sim.classes import tables
from puntobanco.sim.shoes import Shoes, SimulationError
from puntobanco.sim.tally import count
from puntobanco.study.simulation import Simulation
from tests.shuffle.statistics import tail

PLAIN = frozenset[str]()
PROCEDURES = [
    (8, ShoeRules()),
    (8, ShoeRules(14, last="one-more-or-two")),
    (6, ShoeRules(52, "none", "current")),
    (1, ShoeRules(11)),
    (2, ShoeRules(12, last="one-more-or-two")),
    (100, ShoeRules(208, "none")),
]


@pytest.mark.parametrize("decks, rules", PROCEDURES)
def test_rounds_a_shoe_are_those_of_the_deck_kernel(decks: int, rules: ShoeRules) -> None:
    """Burn, cut card and last rounds are kept: as many rounds a shoe, within four errors."""
    shoes = Shoes(decks, rules, 5)
    blocks = 2 if decks < 9 else 1
    found = lanes.count(shoes, 0, blocks)
    other = count(shoes, tables([]), 0, 4_000 if decks < 9 else 300)
    sizes = np.repeat(np.arange(len(other.lengths)), other.lengths)
    error = sizes.std() * (1 / found.shoes + 1 / other.shoes) ** 0.5
    assert found.shoes == blocks * lanes.BLOCK
    assert abs(found.rounds / found.shoes - sizes.mean()) < 4 * error


@pytest.mark.parametrize("decks", [1, 8])
def test_value_classes_fall_as_the_exact_deals_say(decks: int) -> None:
    """Chi-square of all value classes but the rarest, and none that cannot be."""
    found = lanes.count(Shoes(decks, ShoeRules(), 9), 0, 60 // decks + 20)
    counter = Counter52(Composition.of(decks))
    deals = counter.along(PLAIN)
    share = np.array([deals.get(facts, 0) / counter.deals for facts in value_classes()])
    rounds = found.counts(PLAIN)
    wanted = share * found.rounds
    assert not rounds[wanted == 0].any()
    often = wanted >= 10
    seen, exact = rounds[often], wanted[often]
    assert 1e-4 < tail(float(((seen - exact) ** 2 / exact).sum()), len(exact) - 1) < 1 - 1e-4


def test_every_bet_comes_to_its_exact_expectation() -> None:
    """Over twenty million rounds every mean is within four errors, which are those of the bet."""
    game = find("deq-ez")
    run = Simulation(game, Shoes(8, game.venue.shoe, 1), 250_000, "lanes")
    run.run(2, lambda _: None)
    assert run.tally.shoes == 62 * lanes.BLOCK
    for reading in run.readings:
        mean = run.mean(reading)
        assert abs(mean.z or 9) < 4
        error = reading.exact.deviation / run.tally.rounds**0.5
        assert mean.standard_error == pytest.approx(error, rel=0.4)  # 62 blocks
    rounds, deviation = run.rounds_per_shoe
    assert rounds == pytest.approx(81.28, abs=0.02)
    assert deviation is None


def test_a_block_is_the_same_whoever_counts_it() -> None:
    """Workers, chunks and order change nothing; seed and block do; the digest is its own."""
    game = find("deq-ez")
    shoes = Shoes(8, game.venue.shoe, 1)
    runs = [Simulation(game, shoes, 5 * lanes.BLOCK - 7, "lanes") for _ in range(3)]
    for run, (workers, chunk) in zip(runs, ((1, 5), (2, 2), (7, 1)), strict=True):
        run.run(workers, lambda _: None, chunk)
        assert run.tally.shoes == 5 * lanes.BLOCK
    assert len({run.digest for run in runs}) == 1
    one, two = lanes.count(shoes, 3, 1), lanes.count(shoes, 4, 1)
    assert not np.array_equal(one.bins, two.bins)
    assert np.array_equal(one.bins, lanes.count(shoes, 3, 1).bins)
    other = lanes.count(Shoes(8, game.venue.shoe, 2), 3, 1)
    assert not np.array_equal(one.bins, other.bins)
    deck = Simulation(game, shoes, 5 * lanes.BLOCK)
    deck.run(1, lambda _: None)
    assert deck.digest != runs[0].digest


def test_what_lanes_cannot_count_is_refused() -> None:
    """A sheet that asks for pairs or colours is told to use the deck kernel."""
    game = find("parkwest-21c")
    with pytest.raises(SimulationError, match=r"^kernel: lanes counts no pairs, .* use deck$"):
        Simulation(game, Shoes(8, game.venue.shoe, 1), 1, "lanes")
