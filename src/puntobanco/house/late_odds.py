"""A process that counts exact odds for game protection: a question a line, an answer a line.

It is the one part of a house that loads compiled kernels, and it runs behind everything else. It
ends with its standard input, and so with the house.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from functools import lru_cache
from typing import Final

from puntobanco.odds.many import Many
from puntobanco.rules.load import from_canonical
from puntobanco.shoe import Composition

NICE: Final = 15


@lru_cache(maxsize=32)
def _many(sheet: str, bets: tuple[str, ...]) -> Many:
    return Many(from_canonical(sheet.encode()), bets)


def answer(question: str) -> str:
    """Give the expectation of each bet, as numerator and denominator."""
    asked = json.loads(question)
    many = _many(asked["sheet"], tuple(asked["bets"]))
    found = many.odds(Composition(tuple(asked["counts"])))
    fractions = {odds.bet.id: odds.expectation for odds in found.bets}
    return json.dumps({bet: [f.numerator, f.denominator] for bet, f in fractions.items()})


def main() -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a house that was killed takes no answer
    os.nice(NICE)
    for question in sys.stdin:
        sys.stdout.write(answer(question) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
