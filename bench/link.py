"""The live link: acknowledgement, commit to screen, the server's share of a processor.

`python -m bench.link [FOLDER]` prints a page; the folder, by default a temporary one, decides whose
disk is measured. A house in a process of its own, on a file, deals to 29 tables over loopback;
this process is 200 patrons, each of whom bets twice a round, and the screens over their tables.
The house marks the moment of each commit, this process the moment at which a screen was told; both
read the machine's one monotonic clock.
"""

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO, Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from puntobanco.house.clock import SystemClock
from puntobanco.house.dealer import Dealers, Pace
from puntobanco.house.desk import Desk
from puntobanco.house.plan import Plan
from puntobanco.house.tokens import Grant
from puntobanco.store.sqlite import open_sqlite
from puntobanco.web.app import create_app
from puntobanco.web.server import make_server
from tests.house.houses import House, StillClock
from tests.web.servers import put_together

TABLES, SEATS = 29, 7
PATRONS, BOARDS = 200, 100
ROUND_S, CLOCK_MS = 20, 7_000  # a round at the dealer's usual pace
CHIPS = 10**10
WARM_S = 8.0
TICKS = os.sysconf("SC_CLK_TCK")
Case = tuple[float, int, float | None]  # speed, boards, seconds between two pings of a seat
CHANCE = random.Random(7)  # noqa: S311 - who bets what


@dataclass
class Measured:
    """What one run came to."""

    acks: list[float] = field(default_factory=list)  # milliseconds from sent to answered
    told: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    frames: int = 0
    size: int = 0
    refused: int = 0
    cpu: float = 0.0  # share of one processor
    seconds: float = 0.0
    shown: list[float] = field(default_factory=list)  # milliseconds from commit to the last screen


class WallClock(StillClock):
    """The machine's clock, where tests have one that stands still."""

    _clock = SystemClock()

    def __call__(self) -> int:
        """Give the time."""
        return self._clock()


class Marks:
    """Runs what the desk schedules, and marks when each version of each table was committed."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin with none."""
        self._loop = loop
        self._at = 0.0
        self.all: list[tuple[str, int, float]] = []

    def schedule(self, act: Any) -> None:
        """Called on the writer's thread, right after the commit."""
        self._loop.call_soon_threadsafe(self._run, act, time.monotonic())

    def _run(self, act: Any, at: float) -> None:
        self._at = at
        act()

    def watch(self, desk: Desk) -> None:
        """Note every change that has a version."""
        desk.watch(lambda table: self.all.append((table, desk.tables[table].shown, self._at)))


async def serve(folder: Path, speed: float) -> None:
    """Be the house: say the port and the tokens, serve until told to end, write the marks down."""
    loop = asyncio.get_running_loop()
    marks = Marks(loop)
    store = open_sqlite(folder / "room.db")
    house = House(store, WallClock(), marks.schedule)
    context = put_together(house, guests=None)
    desk, people = house.desk, context.people
    marks.watch(desk)
    clock = round(CLOCK_MS / speed)
    tokens: dict[str, str] = {}
    for number in range(1, TABLES + 1):
        plan = Plan(f"{number}", f"Table {number}", "deq-ez", (500, 50_000), (100, 5_000), clock)
        await asyncio.wrap_future(desk.do(plan.table, plan.command(), "house"))
    for number in range(PATRONS):
        patron, token = f"p{number}", secrets.token_urlsafe(32)
        people.enrol(patron, f"Patron {number}", CHIPS)
        people.give_token(Grant("patron", patron=patron), token, patron)
        tokens[token] = f"{number // SEATS + 1}"
    server = make_server(create_app(context))
    server.config.port = 0
    running = asyncio.create_task(server.serve())
    dealing = asyncio.create_task(Dealers(desk, Pace().faster(speed)).run())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "tokens": tokens}), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(marks.all), flush=True)
    dealing.cancel()
    server.should_exit = True
    await running
    store.close()


async def beat(socket: ClientConnection, seconds: float | None) -> None:
    """Ask whether the line holds, as pages do."""
    with suppress(ConnectionClosed):
        while seconds:
            await socket.send('{"type":"ping"}')
            await asyncio.sleep(seconds)


@dataclass
class Patron:
    """Sits, and bets twice a round, somewhere in the window."""

    socket: ClientConnection
    measured: Measured
    on: asyncio.Event
    round: int = -1
    sent: dict[str, float] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def ask(self, kind: str, **body: object) -> None:
        """Give a command."""
        ident = secrets.token_hex(16)
        self.sent[ident] = time.monotonic()
        await self.socket.send(json.dumps({"id": ident, "type": kind, **body}))

    async def bet(self, ms: int) -> None:
        """Place two wagers; the measurement may end between them."""
        with suppress(ConnectionClosed):
            for name in (CHANCE.choice(("player", "banker")), "tie"):
                await asyncio.sleep(CHANCE.uniform(0.05, 0.4) * ms / 1000)
                amount = CHANCE.choice((500, 1000))
                await self.ask("set-wager", round=self.round, bet=name, amount=amount)

    def answered(self, message: dict[str, Any], at: float) -> None:
        """Take the time of an answer."""
        begun = self.sent.pop(message["id"])
        self.measured.refused += not message["ok"]
        if self.on.is_set():
            self.measured.acks.append(1000 * (at - begun))

    async def see(self, view: dict[str, Any], mine: dict[str, Any]) -> None:
        """Do what a state asks for."""
        if mine["place"] is None and not self.sent:
            free = [each["place"] for each in view["places"] if each["name"] is None]
            await self.ask("take-seat", place=CHANCE.choice(free), buy_in=CHIPS // 2)
        elif view["phase"] == "betting" and view["round"] != self.round and mine["place"]:
            self.round = view["round"]
            self.begin(self.bet(view["clock"]["remaining_ms"]))

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something beside."""
        task = asyncio.create_task(doing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def seat(
    port: int, token: str, table: str, every: float | None, measured: Measured, on: asyncio.Event
) -> None:
    """Be a patron at a table."""
    header = {"authorization": f"Bearer {token}"}
    address = f"ws://127.0.0.1:{port}/ws/table/{table}"
    async with connect(address, additional_headers=header, compression=None, max_size=2**20) as it:
        patron = Patron(it, measured, on)
        patron.begin(beat(it, every))
        async for text in it:
            at = time.monotonic()
            message = json.loads(text)
            if on.is_set() and message["type"] != "pong":
                measured.frames += 1
                measured.size += len(text)
            if message["type"] == "answer":
                patron.answered(message, at)
            elif message["type"] == "state":
                await patron.see(message["view"], message["mine"])


async def board(port: int, table: str, measured: Measured, on: asyncio.Event) -> None:
    """Be a screen over a table: note when it was told of what version."""
    origin: Any = f"http://127.0.0.1:{port}"
    address = f"ws://127.0.0.1:{port}/ws/table/{table}"
    told: list[tuple[int, float]] = []
    async with connect(address, origin=origin, compression=None, max_size=2**20) as socket:
        while True:
            text = await socket.recv(decode=True)
            at = time.monotonic()
            begins = text.index('"seq":') + 6
            seq = int(text[begins : text.index(",", begins)])
            if on.is_set():
                measured.frames += 1
                measured.size += len(text)
                told.append((seq, at))
                measured.told.setdefault(f"{table}/{id(told)}", told)


def _out(house: subprocess.Popen[str]) -> IO[str]:
    """What the house says."""
    if house.stdout is None:
        raise AssertionError
    return house.stdout


def processor(pid: int) -> float:
    """The seconds of processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def run(
    house: subprocess.Popen[str], speed: float, boards: int, every: float | None, seconds: float
) -> Measured:
    """Let everybody come, wait until they play, and measure for a while."""
    said = json.loads(_out(house).readline())
    measured, on = Measured(), asyncio.Event()
    port = said["port"]
    people = [
        asyncio.create_task(seat(port, token, table, every, measured, on))
        for token, table in said["tokens"].items()
    ]
    screens = [
        asyncio.create_task(board(port, f"{number % TABLES + 1}", measured, on))
        for number in range(boards)
    ]
    await asyncio.sleep(WARM_S + ROUND_S / speed)
    begun, used = time.monotonic(), processor(house.pid)
    on.set()
    await asyncio.sleep(seconds)
    on.clear()
    measured.seconds = time.monotonic() - begun
    measured.cpu = (processor(house.pid) - used) / measured.seconds
    for task in (*people, *screens):
        if task.done():
            task.result()
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*people, *screens, return_exceptions=True)
    if house.stdin:
        house.stdin.close()  # which tells it to end
    marks = json.loads(_out(house).readline())
    measured.shown = _latencies(marks, measured, begun, begun + measured.seconds - 1)
    return measured


def _latencies(marks: list[Any], measured: Measured, begun: float, end: float) -> list[float]:
    """How long each commit took to the last of the screens over its table."""
    found = []
    by_table: dict[str, list[list[tuple[int, float]]]] = defaultdict(list)
    for name, told in measured.told.items():
        by_table[name.partition("/")[0]].append(told)
    last: dict[str, int] = {}
    for table, version, at in marks:
        if not begun <= at <= end or last.get(table) == version or table not in by_table:
            continue
        last[table] = version
        arrivals = [
            next((when for seq, when in told if seq >= version and when >= at), None)
            for told in by_table[table]
        ]
        if None not in arrivals:
            found.append(1000 * (max(when for when in arrivals if when is not None) - at))
    return found


def _halves(times: list[float]) -> tuple[str, str]:
    """The median and the 99th of a hundred, of sorted times."""
    if not times:
        return "", ""
    return f"{median(times):.1f}", f"{times[int(0.99 * len(times))]:.1f}"


def line(case: Case, found: Measured) -> str:
    """A line of the page."""
    speed, boards, every = case
    acks, shown = sorted(found.acks), sorted(found.shown)
    cells = (
        f"{ROUND_S / speed:g}",
        f"{boards}",
        "none" if every is None else f"{every:g}",
        f"{len(acks) / found.seconds:,.0f}",
        f"{found.frames / found.seconds:,.0f}",
        f"{found.size / found.seconds / 1e6:.1f}",
        *_halves(acks),
        *_halves(shown),
        f"{100 * found.cpu:.0f} %",
        f"{1e6 * found.cpu * found.seconds / found.frames:.0f}",
    )
    return f"| {' | '.join(cells)} |"


HEAD = """| a round every, s | boards | a ping every, s | wagers/s | messages/s | MB/s |\
 ack median, ms | p99 |\
 last board median, ms | p99 | server, of one processor | its µs a message |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""
CASES: tuple[Case, ...] = (
    (1, 100, 1),
    (1, 100, None),
    (1, 0, 1),
    (1, 300, 1),
    *((speed, 100, 1) for speed in (2, 4, 8, 16)),
)


def measure(folder: Path, case: Case, seconds: float) -> str:
    """One case, with a house of its own."""
    speed, boards, every = case
    place = folder / f"{speed}-{boards}-{every}"
    place.mkdir()
    command = (sys.executable, "-m", "bench.link", "--serve", str(place), str(speed))
    house = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        found = uvloop.run(run(house, speed, boards, every, seconds))
        house.wait(20)
    finally:
        house.kill()
    return line(case, found)


def main(folder: Path, cases: tuple[Case, ...], seconds: float) -> None:
    """Measure everything, and print a page."""
    print(f"# The live link\n\n{HEAD}")
    for case in cases:
        load = os.getloadavg()[0]
        print(measure(folder, case, seconds), flush=True)
        print(f"load {load:.1f} before it", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        uvloop.run(serve(Path(sys.argv[2]), float(sys.argv[3])))
    elif sys.argv[1:]:
        main(Path(sys.argv[1]), CASES, 60.0)
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made), CASES, 60.0)
