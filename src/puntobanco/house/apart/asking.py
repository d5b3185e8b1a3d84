"""Questions on their way to processes apart.

A process answers one question at a time. One that takes too long or too much memory is ended with
its process, and the next question begins another; so what is asked can cost its asker the answer
and nobody anything else.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

import msgspec
from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.house.apart.__main__ import ANSWER, MEMORY, SHARE
from puntobanco.house.apart.task import Tell

STARTING_S: Final = 120.0  # the first start of all compiles
LINE_MAX: Final = 1 << 26
PROGRAM: Final = (sys.executable, "-m", "puntobanco.house.apart")


class Apart:
    """Processes for one task, begun when somebody asks for the first time."""

    def __init__(
        self,
        task: str,
        *,
        processes: int = 1,
        seconds: float = 60.0,
        waiting: int = 64,
        each: int = 64,
        nice: int = 10,
    ) -> None:
        """Begin none yet.

        An answer may take so many ``seconds``; so many questions may be ``waiting``, and so many
        of each asker.
        """
        self._command = (*PROGRAM, task, str(nice))
        self._seconds, self._most, self._each = seconds, waiting, each
        self._turns = asyncio.Semaphore(processes)
        self._all: set[Process] = set()
        self._idle: list[Process] = []  # the last used knows most
        self._waiting: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        """Ask within."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the processes."""
        await self.close()

    async def ask(self, asker: str, question: Struct, tell: Tell = lambda _: None) -> bytes:
        """Give the answer as JSON, and tell on the way what share is done.

        Refused where there is none to be had: busy, slow, ended, or memory.
        """
        if self._waiting.total() >= self._most or self._waiting[asker] >= self._each:
            raise Refused("busy")
        self._waiting[asker] += 1
        tell(0.0)
        try:
            async with self._turns:
                return await self._answer(msgspec.json.encode(question) + b"\n", tell)
        except (OSError, ValueError):  # a pipe that has gone, a line without an end
            raise Refused("ended") from None
        finally:
            self._waiting[asker] -= 1
            self._waiting += Counter()  # forgets whoever has nothing waiting

    async def close(self) -> None:
        """End the processes; whoever still waits is told so."""
        for process in [*self._all]:
            await self._end(process)

    async def _answer(self, question: bytes, tell: Tell) -> bytes:
        process = await self._ready()
        try:
            async with asyncio.timeout(self._seconds):
                answer = await _answered(process, question, tell)
        except TimeoutError:
            await self._end(process)
            raise Refused("slow", {"seconds": self._seconds}) from None
        except BaseException:
            await self._end(process)
            raise
        if answer is None:
            await self._end(process)  # what it keeps is what it lacked
            raise Refused("memory")
        self._idle.append(process)
        return answer

    async def _ready(self) -> Process:
        """Give a process that waits for a question."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, limit=LINE_MAX
        )
        self._all.add(process)
        try:
            async with asyncio.timeout(STARTING_S):
                await _line(process)
        except BaseException:
            await self._end(process)
            raise
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):  # it has just ended
            process.kill()
        await process.wait()


async def _answered(process: Process, question: bytes, tell: Tell) -> bytes | None:
    """Ask a process; None where it had too little memory."""
    if process.stdin is None:
        raise BrokenPipeError
    process.stdin.write(question)
    await process.stdin.drain()
    while (line := await _line(process))[:1] == SHARE:
        tell(float(line[1:]))
    return None if line[:1] == MEMORY else line.removeprefix(ANSWER)


async def _line(process: Process) -> bytes:
    line = await process.stdout.readline() if process.stdout else b""
    if not line.endswith(b"\n"):
        raise BrokenPipeError
    return line[:-1]
