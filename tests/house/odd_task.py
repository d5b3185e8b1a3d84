"""A task that goes wrong as it is told to."""

import os
import time
from typing import Final

from msgspec import Struct

from puntobanco.house.apart.task import Task, Tell


class Odd(Struct, frozen=True):
    """What is to become of the question."""

    what: str
    size: int = 0


def answer(question: Odd, tell: Tell) -> dict[str, object]:
    """Answer, or do not."""
    match question.what:
        case "sleep":
            time.sleep(60)
        case "die":
            os._exit(1)
        case "memory":
            raise MemoryError
        case "much":
            bytearray(1 << 33)  # more than a process may have
        case "slowly":
            for done in range(1, 4):
                tell(done / 4)
    return {"what": question.what, "pid": os.getpid(), "long": "x" * question.size}


TASK: Final = Task(Odd, answer, Odd("first"))
