"""The live half: commands a second through the desk, and how long a start on a long log takes.

`python -m bench.live [FOLDER]` prints a page; the folder, by default a temporary one, decides whose
disk is measured. A command is a wager: an event, a transfer, two balances and an answer.
"""

import atexit
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from bench.harness import Contest, seconds
from bench.store import wager as bare_row
from puntobanco.house.cage import enrol
from puntobanco.house.clock import SystemClock
from puntobanco.house.desk import Desk, Reply, Request
from puntobanco.house.plan import Plan
from puntobanco.house.roles import Role
from puntobanco.rules.coup import next_hand
from puntobanco.shuffle.system import SystemShoe
from puntobanco.store.base import Store, Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.evolve import evolve, replay
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Refusal
from puntobanco.table.state import TableState

TABLE = "1"
STREAM = f"table:{TABLE}"
PLAN = Plan(TABLE, "Table 1", "deq-ez", (500, 50_000), (100, 5_000), clock=None)
PATRONS = ("ann", "bea", "cid")
CHIPS = 10**11
COMMANDS = 500  # in one call of the contest
HANDS = (1_000, 10_000)
SECONDS = 3.0


class Writer:
    """Writes hands into a log as a desk would, a shoe in one transaction: a year in seconds."""

    def __init__(self, store: Store) -> None:
        """Open the table and seat three patrons."""
        self.store, self.state, self.version, self.now = store, TableState(), 0, 0
        for patron in PATRONS:
            new = partial(enrol, patron=patron, name=patron, role="patron", chips=CHIPS, now=0)
            store.submit(new).result()
        store.submit(self._open).result()

    def _open(self, tx: Transaction) -> None:
        self.do(tx, PLAN.command())
        for place, patron in enumerate(PATRONS, 1):
            self.do(tx, cm.TakeSeat(patron=patron, place=place, buy_in=CHIPS // 2))

    def do(self, tx: Transaction, command: cm.AnyCommand) -> None:
        """Decide, append and post."""
        self.now += 100
        for event in decide(self.state, command, self.now).events:
            self.version = tx.append(
                STREAM, self.version, self.now, [ev.encode(ev.Entry(event, "bench"))]
            )
            if moved := postings(self.state, event):
                tx.post(STREAM, self.version, moved)
            self.state = evolve(self.state, event)

    def hands(self, hands: int) -> None:
        """Deal so many more hands, with two wagers of each patron."""
        end = self.state.round_number + hands
        while self.state.round_number < end:
            self.store.submit(partial(self._shoe, end)).result()

    def _shoe(self, end: int, tx: Transaction) -> None:
        shoe = SystemShoe.shuffled(8)
        self.do(tx, cm.StartShoe(commitment=shoe.commit()))
        tx.put_shoe(STREAM, self.state.shoe_number, shoe.to_bytes())
        self.do(tx, cm.Burn(card=shoe.card(0).code))
        while self.state.shoe and not self.state.shoe.is_over and self.state.round_number < end:
            self.do(tx, cm.OpenBetting())
            for wager in wagers(self.state.round_number):
                self.do(tx, wager)
            self.do(tx, cm.CloseBetting())
            while self.state.round and next_hand(self.state.round.cards) is not None:
                out = self.state.shoe.out
                self.do(tx, cm.DealCard(position=out, card=shoe.card(out).code))
            self.do(tx, cm.Settle())
        self.do(tx, cm.EndShoe())


def wagers(number: int) -> Iterator[cm.SetWager]:
    """What the three bet in a round."""
    for place, patron in enumerate(PATRONS, 1):
        for bet in (("player", "banker")[(number + place) % 2], "tie"):
            yield cm.SetWager(patron=patron, place=place, bet=bet, amount=500, round=number)


class Rows:
    """Wagers through a desk, each with an id of its own, as fast as they are answered."""

    def __init__(self, file: Path) -> None:
        """Open betting for one patron."""
        self.store = open_sqlite(file)
        self.desk = Desk(self.store, SystemClock())
        self.numbers = count(1)
        new = partial(enrol, patron="ann", name="Ann", role="patron", chips=CHIPS, now=0)
        self.store.submit(new).result()
        self.desk.do(TABLE, PLAN.command()).result()
        seat = cm.TakeSeat(patron="ann", place=1, buy_in=CHIPS)
        self.desk.do(TABLE, seat, "ann", Role.PATRON).result()
        self.desk.start_shoe(TABLE).result()
        self.desk.do(TABLE, cm.Burn(card="2C")).result()
        self.desk.do(TABLE, cm.OpenBetting()).result()

    def one(self) -> Future[Reply]:
        """Submit one; the amount is never the one that lies there."""
        number = next(self.numbers)
        wager = cm.SetWager(
            patron="ann", place=1, bet="player", amount=500 + 100 * (number % 2), round=1
        )
        asked = Request(TABLE, wager, "ann", f"{number:032x}", b"d" * 32, role=Role.PATRON)
        return self.desk.submit(asked)

    def many(self, commands: int = COMMANDS) -> None:
        """Submit many, and wait for all."""
        refusals: list[Refusal | None] = [
            future.result().refusal for future in [self.one() for _ in range(commands)]
        ]
        if any(refusals):
            raise AssertionError(refusals)


def contest() -> Contest:
    """The same rows, with a desk that decides them and without one."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    rows, bare = Rows(folder / "desk.db"), open_sqlite(folder / "bare.db")
    numbers = count(1)

    def plain() -> None:
        futures = [bare.submit(partial(bare_row, next(numbers))) for _ in range(COMMANDS)]
        for future in futures:
            future.result()

    return Contest(
        "wagers through the desk, against their rows alone", "wagers", COMMANDS, rows.many, plain
    )


def speed(folder: Path, waiting: int) -> str:
    """Commands a second with so many waiting at once, and the processor's time for each."""
    rows = Rows(folder / f"{waiting}.db")
    rows.many(waiting)
    begun, used, done = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begun < SECONDS:
        rows.many(waiting)
        done += waiting
    passed, spent = time.perf_counter() - begun, time.process_time() - used
    rows.store.close()
    return f"| {waiting} | {done / passed:,.0f} | {1e6 * spent / done:,.0f} |"


def read_again(file: Path) -> str:
    """How long the parts of a start take; runs in a process of its own, for its memory."""
    with closing(open_sqlite(file)) as store:
        whole = seconds(lambda: Desk(store, SystemClock()))
        memory = _megabytes()
        rows = seconds(lambda: [None for _ in store.read(lambda tx: list(tx.events(STREAM)))])
        stored = store.read(lambda tx: list(tx.events(STREAM)))
        decoded = seconds(lambda: [ev.decode(event.body) for event in stored])
        events = [ev.decode(event.body).event for event in stored]
        folded = seconds(lambda: replay(events))
        verified = seconds(store.verify)
    times = (whole, rows, decoded, folded, verified)
    return " | ".join((*(f"{passed:.2f}" for passed in times), f"{memory:,.0f} |"))


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def start(folder: Path, hands: int) -> str:
    """Write a log of so many hands, and start on it."""
    file = folder / f"{hands}.db"
    with closing(open_sqlite(file)) as store:
        written = Writer(store)
        written.hands(hands)
        events = written.version
    command = (sys.executable, "-m", "bench.live", "--read", str(file))
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return f"| {hands:,} | {events:,} | {file.stat().st_size / 2**20:.0f} | {found}"


def main(folder: Path) -> None:
    """Measure everything, and print a page."""
    print("# The desk\n\n| waiting | commands/s | µs of processor each |\n|---:|---:|---:|")
    for waiting in (1, 16, 64, 256):
        print(speed(folder, waiting))
    print(
        "\n# A start, in seconds\n\n| hands | events | MiB | desk | of it rows | decode | fold"
        " | verify | memory at most, MiB |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )
    for hands in HANDS:
        print(start(folder, hands), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        print(read_again(Path(sys.argv[2])))
    elif len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
