"""Documents of rounds to settle."""

import json
from typing import Any

from tests.worked_examples import Ending
from tests.worked_examples import Round as Example

Document = dict[str, Any]


def wager(**keys: object) -> Document:
    """A wager that any house-banked sheet takes, but for some keys."""
    return {
        "id": "w1",
        "seat": 1,
        "patron": "ann",
        "line": "front",
        "bet": "player",
        "amount": 100,
        **keys,
    }


def a_round(*wagers: Document, **keys: object) -> Document:
    """A natural nine of the Player hand against six, but for some keys."""
    return {
        "rules": "deq-ez",
        "cards": "9S 4H KD 2C",
        "seats": 7,
        "wagers": list(wagers) or [wager()],
        **keys,
    }


def of_example(example: Example, ending: Ending) -> Document:
    """A worked example as a document."""
    return {
        "rules": example.rules,
        "cards": example.cards,
        "seats": example.seats,
        "cover": example.cover,
        "policy": ending.policy,
        "win_cap": ending.win_cap,
        "wagers": [line._asdict() for line in example.wagers],
    }


def one_a_line(*documents: object) -> str:
    """Documents as JSON lines; a text stands as it is."""
    return "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in documents)
