"""Steps: who does something next, and what must hold after it."""

import sys
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field

from puntobanco.house.desk import Request
from tests.simulator.asking import Act
from tests.simulator.dealer import dealer
from tests.simulator.floor import floor
from tests.simulator.nonsense import nonsense
from tests.simulator.patrons import patron
from tests.simulator.tables import TABLE
from tests.simulator.world import Broken, Machine, World

REPLAY = 250  # steps between two replays of the whole log
MINUTE = 60_000
ACTS = ((45, dealer), (31, patron), (12, floor), (6, nonsense))
OTHER = ((2, "again"), (1, "restart"), (3, "clock"))


@dataclass
class Seen:
    """What has occurred, over one run or many."""

    steps: int = 0
    events: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    digest: str = ""  # of the last log

    def add(self, other: "Seen") -> None:
        """Take in another run."""
        self.steps += other.steps
        self.events += other.events
        self.codes += other.codes
        self.digest = other.digest


def run(seed: int, steps: int) -> Seen:
    """Make a world and so many steps in it; `Broken` says how to make it again."""
    machine, number = Machine(), 0
    with machine.running(), closing(World(seed, machine)) as world:
        try:
            for number in range(1, steps + 1):
                step(world, number)
            world.replayed()
        except Exception as error:
            again = f"{sys.executable} -m tests.simulator --seed {seed} --steps {number}"
            message = f"seed {seed}, step {number}: {type(error).__name__}: {error}\n{again}"
            raise Broken(message) from error
        return Seen(steps, world.events, world.codes, world.digest.hex())


def step(world: World, number: int) -> None:
    """Make one step, and check."""
    chance = world.chance
    world.machine.go(chance.choice((0, 1, 40, 200, 700)))
    weights, kinds = zip(*ACTS, *OTHER, strict=True)
    (kind,) = chance.choices(kinds, weights)
    match kind:
        case "again":
            if world.sent:
                world.again(chance.choice(world.sent), same=chance.random() < 0.7)
        case "restart":
            world.restart()
        case "clock":
            _clock(world)
        case _:
            act = kind(world)
            if act is not None:
                _ask(world, act, f"{number}")
                if chance.random() < 0.01:
                    _insist(world, act, number)
    world.check()
    if number % REPLAY == 0:
        world.replayed()


def _ask(world: World, act: Act, ident: str) -> None:
    table = TABLE if world.chance.random() < 0.998 else "nowhere"
    world.submit(Request(table, act.command, act.actor, ident, ident.encode(), role=act.role))


def _insist(world: World, act: Act, number: int) -> None:
    """Ask the same twenty times, each time as a new command."""
    for time in range(20):
        _ask(world, act, f"{number}.{time}")


def _clock(world: World) -> None:
    """The clock jumps: forward by a little or a lot, or somebody sets it, and starts again."""
    chance = world.chance
    jump = chance.choice((16_000, 16_000, 21_000, MINUTE, 5 * MINUTE, 61 * MINUTE, 1_440 * MINUTE))
    if chance.random() < 0.7:
        world.machine.go(jump)
    else:
        world.machine.set(chance.choice((-1, 1)) * jump)
    if chance.random() < 0.2:
        world.restart()
