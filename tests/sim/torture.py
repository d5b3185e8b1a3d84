"""The long sizes: `python -m tests.sim.torture [SHOES]`, a thousand shoes of each game and deck.

Then a billion rounds of each sheet against its exact odds, and the published counts over ten
million shoes. Twenty minutes on one core.
"""

import sys
from fractions import Fraction

from puntobanco.rules.catalogue import find, shipped
from puntobanco.sim.counting import Trigger
from puntobanco.sim.shoes import Shoes
from puntobanco.study.counting import Counting
from puntobanco.study.simulation import Simulation
from tests.sim.alike import TAGS, compare

BILLION = 12_303_000  # shoes of eight decks, of 81.28 rounds each
COUNTS = [
    ("dragon-7", (0, 0, 0, 0, -1, -1, -1, -1, 2, 2), 4, 0.600),
    ("panda-8", (1, 1, 1, -2, -2, -2, -1, -1, -2, 4), 12, 0.238),
]


def say(line: str) -> None:
    """Show a figure as soon as it is there."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(shoes: int) -> int:
    """Do all of it, say each figure, and fail on the first that is off."""
    for name in shipped():
        sheet = find(name)
        for decks in range(sheet.decks[0], sheet.decks[1] + 1):
            seen = compare(Shoes(decks, sheet.venue.shoe, 2026, TAGS), 0, shoes)
            say(f"{name}, {decks} decks: {shoes} shoes alike, {seen.total():,} coups")
    for name in shipped():
        sheet = find(name)
        run = Simulation(sheet, Shoes(sheet.decks[2], sheet.venue.shoe, 2026), BILLION)
        run.run(2, lambda _: None)
        for reading in run.readings:
            mean = run.mean(reading)
            say(f"{name} {reading.bet.id}: {mean.value:.7f}, z {mean.z:+.2f}")
            assert mean.z is not None
            assert abs(mean.z) < 4.5
    game = find("deq-ez")
    for bet, tags, at, published in COUNTS:
        counted = Shoes(8, game.venue.shoe, 2026, tags)
        count = Counting(game, game.require_bet(bet), counted, Trigger(Fraction(at)), 10_000_000)
        count.run(2, lambda _: None)
        units = count.units_per_shoe
        say(f"{bet}: {units.value:.4f} ± {units.standard_error:.4f} units a shoe")
        assert abs(units.value - published) < 4 * (units.standard_error**2 + 0.003**2) ** 0.5
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:] or ["1000"])))
