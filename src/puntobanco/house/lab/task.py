"""The lab's questions as a task for a process apart, so that no sheet keeps a table waiting."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from puntobanco.house.apart.task import Task
from puntobanco.house.lab.bench import answer
from puntobanco.house.lab.question import Plain, Question

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
                    "player = { flush = true }",
                    'pairs = "both"',
                )
            )
        ),
    )
)


def timed(question: Question) -> Plain:
    """Answer, and tell how long that took."""
    begin = perf_counter()
    return answer(question) | {"seconds": perf_counter() - begin}


TASK: Final = Task(Question, lambda question, _: timed(question), Question(FIRST))
