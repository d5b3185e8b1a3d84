"""The process that answers the lab's questions: a line in, a line out, until the input ends.

It is apart from the house, so that no sheet can keep a table waiting, or take its memory.
"""

from __future__ import annotations

import resource
import signal
import sys
from time import perf_counter
from typing import Final

import msgspec

from puntobanco.house.lab.bench import answer
from puntobanco.house.lab.question import Question

READY: Final = b"ready\n"
MEMORY: Final = 3 << 30  # bytes that it may ask for; most are only ever addresses

# A bet for each way to count: what all of them compile is there before anybody waits for it.
FIRST: Final = "\n".join(
    (
        *("format = 1", 'id = "first"', 'name = "First"', 'source = "none"', 'bank = "house"'),
        "decks = { min = 8 }",
        *(
            f'[[bet]]\nid = "bet-{number}"\nlabel = "{number}"\nkind = "main"\n'
            f'result = [{{ when = {{ {when} }}, pays = "1:1" }}]'
            for number, when in enumerate(
                (
                    'winner = "player"',
                    "player = { two = 3 }",
                    'player = { pair = "any" }',
                    'colour = "red"',
                    'pairs = "both"',
                )
            )
        ),
    )
)


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the house's to say when
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answer(Question(FIRST))
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(_answered(decoder.decode(line)) + b"\n")
        sys.stdout.buffer.flush()


def _answered(question: Question) -> bytes:
    try:
        begin = perf_counter()
        told = answer(question)
        return msgspec.json.encode(told | {"seconds": perf_counter() - begin})
    except MemoryError:
        return msgspec.json.encode({"refused": "lab-memory"})


if __name__ == "__main__":
    main()
