"""A process apart: a question a line, an answer a line, until nobody asks any more.

It is started with the module of its task, and how far it stands behind everything else. It may take
so much memory and no more, and it ends with its standard input, so with the house, and when nobody
has asked for a while.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from select import select
from typing import Final

import msgspec

from puntobanco.house.apart.task import Task

READY: Final = b"ready\n"
ANSWER, SHARE, MEMORY = b"=", b"+", b"!"  # what a line begins with
MEMORY_MAX: Final = 3 << 30  # bytes that it may ask for; most are only ever addresses
IDLE_S: Final = 600.0


def main(module: str, nice: str) -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a house that was killed takes no answer
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    os.nice(int(nice))
    task: Task = import_module(module).TASK
    if task.first is not None:
        task.answer(task.first, lambda _: None)
    _say(READY)
    decoder = msgspec.json.Decoder(task.question)
    for line in _lines():
        try:
            answer = task.answer(decoder.decode(line), lambda share: _say(SHARE + b"%f\n" % share))
            _say(ANSWER + msgspec.json.encode(answer) + b"\n")
        except MemoryError:
            _say(MEMORY + b"\n")


def _lines() -> Iterator[bytes]:
    """Give the questions; whoever asks waits for the answer before he asks again."""
    while select([sys.stdin], [], [], IDLE_S)[0]:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        yield line


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
