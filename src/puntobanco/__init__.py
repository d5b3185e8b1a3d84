"""EZ Baccarat and its relatives: one definition of a bet, read by every part.

The names here are the library's front door; each is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from puntobanco.cards import Card, parse_cards
    from puntobanco.errors import InputError
    from puntobanco.odds.figures import odds as odds_of
    from puntobanco.rules.catalogue import find as find_sheet
    from puntobanco.rules.coup import Coup, play
    from puntobanco.rules.round import check_wagers
    from puntobanco.rules.settle import Settlement, Wager, settle
    from puntobanco.rules.sheet import Sheet
    from puntobanco.rules.verdict import calls_of, result_of
    from puntobanco.shoe import Composition

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Composition",
    "Coup",
    "InputError",
    "Settlement",
    "Sheet",
    "Wager",
    "__version__",
    "calls_of",
    "check_wagers",
    "find_sheet",
    "odds_of",
    "parse_cards",
    "play",
    "result_of",
    "settle",
]

_HOMES: Final = {
    "Card": "cards.Card",
    "Composition": "shoe.Composition",
    "Coup": "rules.coup.Coup",
    "InputError": "errors.InputError",
    "Settlement": "rules.settle.Settlement",
    "Sheet": "rules.sheet.Sheet",
    "Wager": "rules.settle.Wager",
    "calls_of": "rules.verdict.calls_of",
    "check_wagers": "rules.round.check_wagers",
    "find_sheet": "rules.catalogue.find",
    "odds_of": "odds.figures.odds",
    "parse_cards": "cards.parse_cards",
    "play": "rules.coup.play",
    "result_of": "rules.verdict.result_of",
    "settle": "rules.settle.settle",
}


def __getattr__(name: str) -> object:
    """Load a public name from its home, so that a command waits for nothing that it needs not."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    module, _, original = _HOMES[name].rpartition(".")
    return getattr(import_module(f"{__name__}.{module}"), original)
