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
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO, Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect

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


async def seat(port: int, token: str, table: str, measured: Measured, on: asyncio.Event) -> None:
    """Be a patron: sit, and bet twice a round, somewhere in the window."""
    sent: dict[str, float] = {}
    state: dict[str, Any] = {}
    acting: set[asyncio.Task[None]] = set()

    async def bet(socket: ClientConnection, round_: int, ms: int) -> None:
        for name in (CHANCE.choice(("player", "banker")), "tie"):
            await asyncio.sleep(CHANCE.uniform(0.05, 0.4) * ms / 1000)
            amount = CHANCE.choice((500, 1000))
            await ask(socket, "set-wager", round=round_, bet=name, amount=amount)

    async def ask(socket: ClientConnection, kind: str, **body: object) -> None:
        ident = secrets.token_hex(16)
        text = json.dumps({"id": ident, "type": kind, **body})
        sent[ident] = time.monotonic()
        await socket.send(text)

    header = {"authorization": f"Bearer {token}"}
    address = f"ws://127.0.0.1:{port}/ws/table/{table}"
    seen = -1
    async with connect(address, additional_headers=header, compression=None, max_size=2**20) as it:
        async for text in it:
            at = time.monotonic()
            message = json.loads(text)
            if on.is_set():
                measured.frames += 1
                measured.size += len(text)
            if message["type"] == "answer":
                begun = sent.pop(message["id"])
                measured.refused += not message["ok"]
                if on.is_set():
                    measured.acks.append(1000 * (at - begun))
                continue
            state = message
            view, mine = state["view"], state["mine"]
            if mine["place"] is None and not sent:
                free = [each["place"] for each in view["places"] if each["name"] is None]
                await ask(it, "take-seat", place=CHANCE.choice(free), buy_in=CHIPS // 2)
            elif view["phase"] == "betting" and view["round"] != seen and mine["place"]:
                seen = view["round"]
                task = asyncio.create_task(bet(it, seen, view["clock"]["remaining_ms"]))
                acting.add(task)
                task.add_done_callback(acting.discard)


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


async def run(house: subprocess.Popen[str], speed: float, boards: int, seconds: float) -> Measured:
    """Let everybody come, wait until they play, and measure for a while."""
    said = json.loads(_out(house).readline())
    measured, on = Measured(), asyncio.Event()
    port = said["port"]
    people = [
        asyncio.create_task(seat(port, token, table, measured, on))
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


def line(speed: float, boards: int, found: Measured) -> str:
    """A line of the page."""
    acks, shown = sorted(found.acks), sorted(found.shown)
    cells = (
        f"{ROUND_S / speed:g}",
        f"{boards}",
        f"{len(acks) / found.seconds:,.0f}",
        f"{found.frames / found.seconds:,.0f}",
        f"{found.size / found.seconds / 1e6:.1f}",
        *_halves(acks),
        *_halves(shown),
        f"{100 * found.cpu:.0f} %",
        f"{1e6 * found.cpu * found.seconds / found.frames:.0f}",
    )
    return f"| {' | '.join(cells)} |"


HEAD = """| a round every, s | boards | wagers/s | messages/s | MB/s | ack median, ms | p99 |\
 last board median, ms | p99 | server, of one processor | its µs a message |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""
CASES = ((1, 100), (1, 0), (1, 200), (2, 100), (4, 100), (8, 100), (16, 100))


def measure(folder: Path, speed: float, boards: int, seconds: float) -> str:
    """One case, with a house of its own."""
    place = folder / f"{speed}-{boards}"
    place.mkdir()
    command = (sys.executable, "-m", "bench.link", "--serve", str(place), str(speed))
    house = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        found = uvloop.run(run(house, speed, boards, seconds))
        house.wait(20)
    finally:
        house.kill()
    return line(speed, boards, found)


def main(folder: Path, cases: tuple[tuple[float, int], ...], seconds: float) -> None:
    """Measure everything, and print a page."""
    print(f"# The live link\n\n{HEAD}")
    for speed, boards in cases:
        load = os.getloadavg()[0]
        print(measure(folder, speed, boards, seconds), flush=True)
        print(f"load {load:.1f} before it", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        uvloop.run(serve(Path(sys.argv[2]), float(sys.argv[3])))
    elif sys.argv[1:]:
        main(Path(sys.argv[1]), CASES, 60.0)
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made), CASES, 60.0)
