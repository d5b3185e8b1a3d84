"""The run: start the server, let people play, kill it at a chosen moment, judge, start again."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.crash.ground import PATRONS
from tests.crash.judge import Judge
from tests.crash.players import Player, Sent

ROOT = Path(__file__).parents[2]
SERVE = ("-m", "puntobanco")
WAIT = 30
PHASES = ("betting", "dealing", "settled", "shuffling", "waiting")


Process = subprocess.Popen[str]
End = Callable[[Process], Awaitable[None]]  # how a life of the server ends


class Lost(AssertionError):  # noqa: N818 - what was to be proved impossible
    """The judge found something."""


@dataclass
class Run:
    """One file, many lives of its server."""

    file: Path
    seed: int
    program: tuple[str, ...] = SERVE
    players: list[Player] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # seconds until it was ready
    moments: list[str] = field(default_factory=list)  # when it was killed

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.judge = Judge(self.file)
        self.news: asyncio.Queue[str] = asyncio.Queue()
        self.players = [
            Player(patron, Random(f"{self.seed} {patron}"), self.news) for patron in PATRONS
        ]

    @property
    def sent(self) -> list[Sent]:
        """Every command of everybody."""
        return [sent for player in self.players for sent in player.sent.values()]

    async def kills(self, times: int) -> None:
        """Kill so many times, then let it end in peace; `Lost` if anything is wrong."""
        for _ in range(times):
            await self._life(self._killed)
            self._judge()
        await self._life(self._ended)
        self._judge()
        if pending := [sent.body for sent in self.sent if not sent.answers]:
            raise Lost(f"seed {self.seed}: never answered: {pending}")

    def _judge(self) -> None:
        if faults := self.judge.faults(self.sent):
            shown = "\n".join(faults[:10])
            raise Lost(f"seed {self.seed}, killed {', '.join(self.moments)}:\n{shown}")

    async def _life(self, end: End) -> None:
        with self._started() as process:
            try:
                await end(process)
            finally:
                process.kill()
                _, errors = process.communicate()
        if errors:
            raise Lost(f"seed {self.seed}: on standard error: {errors}")

    def _started(self) -> Process:
        options = ("serve", "--port", "0", "--pace", "100", "--db", str(self.file))
        pipe = subprocess.PIPE
        command = (sys.executable, *self.program, *options)
        return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)

    async def _ready(self, process: Process) -> int:
        """Wait for the address, and give its port."""
        begun = time.monotonic()
        assert process.stdout
        port = 0
        while line := await asyncio.to_thread(process.stdout.readline):
            if "Lobby" in line:
                port = int(line.rstrip("/\n").rpartition(":")[2])
            if line.startswith("Ctrl-C"):
                self.starts.append(time.monotonic() - begun)
                return port
        assert process.stderr
        raise Lost(f"seed {self.seed}: no start: {process.stderr.read()}")

    @asynccontextmanager
    async def _playing(self, port: int) -> AsyncIterator[None]:
        while not self.news.empty():
            self.news.get_nowait()
        tasks = [asyncio.create_task(player.play(port)) for player in self.players]
        try:
            yield
        finally:
            done, _ = await asyncio.wait(tasks, timeout=WAIT)
            assert len(done) == len(tasks)
            for task in tasks:
                task.result()

    async def _killed(self, process: Process) -> None:
        """Kill at a moment of chance: in the start, after a while, or right behind something.

        Now and then it is told to end instead, while everybody plays.
        """
        kind = self.chance.choice(("start", "told", *["while"] * 3, *["after"] * 6))
        if kind == "start":
            after = self.chance.uniform(0.05, 0.6)
            self.moments.append(f"{after:.3f} s into its start")
            await asyncio.sleep(after)
            process.kill()
            return
        async with self._playing(await self._ready(process)):
            if kind == "told":
                after = self.chance.uniform(0.0, 0.5)
                self.moments.append(f"told to end {after:.3f} s after the start")
                await asyncio.sleep(after)
                await self._told(process)
                return
            if kind == "while":
                after = self.chance.uniform(0.0, 0.9)
                self.moments.append(f"{after:.3f} s after the start")
                await asyncio.sleep(after)
            else:
                what = self.chance.choice(("answer", "answer", "sent", "sent", *PHASES))
                count = self.chance.randint(1, 4 if what in PHASES else 40)
                after = self.chance.choice((0.0, 0.0, self.chance.uniform(0, 0.03)))
                self.moments.append(f"{after:.3f} s after {what} {count}")
                await self._heard(what, count)
                await asyncio.sleep(after)
            process.kill()

    async def _heard(self, what: str, count: int) -> None:
        """Wait until something has happened so often, or for a second and a half."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1.5):
                while count:
                    count -= await self.news.get() == what

    async def _ended(self, process: Process) -> None:
        """Play until everything is answered, and end it as an operator does."""
        async with self._playing(await self._ready(process)):
            await asyncio.sleep(0.2)
            for player in self.players:
                player.is_quiet = True
            async with asyncio.timeout(WAIT):
                while any(player.pending for player in self.players):
                    await self.news.get()
            await self._told(process)

    async def _told(self, process: Process) -> None:
        process.terminate()
        if status := await asyncio.to_thread(process.wait, WAIT):
            raise Lost(f"seed {self.seed}: exit status {status}")


def run(file: Path, seed: int, kills: int, program: tuple[str, ...] = SERVE) -> Run:
    """Kill the server of a file so many times."""
    made = Run(file, seed, program)
    asyncio.run(made.kills(kills))
    return made
