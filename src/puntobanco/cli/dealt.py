"""Cards as they are typed, to a coup of a sheet."""

from __future__ import annotations

from puntobanco.cards import parse_cards
from puntobanco.rules.coup import Coup, play
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import Composition


def coup_of(text: str, sheet: Sheet) -> Coup:
    """Make a coup of cards in the order dealt; InputError for more of one than the decks hold."""
    cards = parse_cards(text)
    Composition.of(sheet.decks[2], cards)
    return play(cards)
