"""The lab's questions on their way to a process apart, so that no table waits for an answer.

A process answers one question at a time. One that takes too long is ended with its process, and
the next question begins another; so a sheet can cost its asker the answer and nobody anything else.
"""

from __future__ import annotations

import asyncio
import select
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import LifoQueue
from typing import IO, Final

from puntobanco.errors import Refused

PROCESSES: Final = 2  # no asker waits for one slow question of another
STARTING_S: Final = 120.0  # the first start of all compiles
ANSWER_S: Final = 10.0
WAITING_MAX: Final = 16
WAITING_EACH: Final = 3
_COMMAND: Final = (sys.executable, "-m", "puntobanco.house.lab")


class Lab:
    """Processes that are begun when somebody asks for the first time."""

    def __init__(self, answer_s: float = ANSWER_S) -> None:
        """Begin none yet."""
        self._answer_s = answer_s
        self._threads = ThreadPoolExecutor(PROCESSES, "lab")
        self._places: LifoQueue[_Place] = LifoQueue()  # the last used knows most
        self._all = [_Place() for _ in range(PROCESSES)]
        for place in reversed(self._all):
            self._places.put(place)
        self._waiting: Counter[str] = Counter()

    async def ask(self, asker: str, question: bytes) -> bytes:
        """Give the answer to a question of one line; Refused where there is none to be had."""
        if self._waiting.total() >= WAITING_MAX or self._waiting[asker] >= WAITING_EACH:
            raise Refused("lab-busy")
        self._waiting[asker] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._answer, question)
        finally:
            self._waiting[asker] -= 1
            self._waiting += Counter()  # forgets whoever has nothing waiting

    def close(self) -> None:
        """End the processes; whoever still waits is told so."""
        for place in self._all:
            place.end()

    def _answer(self, question: bytes) -> bytes:
        place = self._places.get()
        try:
            return place.answer(question, self._answer_s)
        finally:
            self._places.put(place)


class _Place:
    """Where a process answers, once there is one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, question: bytes, seconds: float) -> bytes:
        """Ask; a process that gives no line in time is ended."""
        try:
            if self._process is None:
                self._process = subprocess.Popen(  # noqa: S603 - this program, no words of anybody's
                    _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
                self._line(STARTING_S)
            _pipe(self._process.stdin).write(question + b"\n")
            _pipe(self._process.stdin).flush()
            return self._line(seconds)
        except OSError:
            self.end()
            raise Refused("lab-ended") from None

    def _line(self, seconds: float) -> bytes:
        pipe = _pipe(self._process.stdout if self._process else None)
        ready, _, _ = select.select([pipe], [], [], seconds)
        if not ready:
            self.end()
            raise Refused("lab-slow", {"seconds": seconds})
        line = pipe.readline()
        if not line.endswith(b"\n"):
            raise BrokenPipeError
        return line

    def end(self) -> None:
        """End the process; what it was doing is lost."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise BrokenPipeError
    return pipe
