"""The exact odds of every shipped sheet, one to eight decks, against files reviewed as diffs."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.check import call_masks, calls_needed
from puntobanco.rules.classes import universe
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import Composition

DECKS = range(1, 9)


@cache
def counter(decks: int) -> Counter52:
    """The counts of whole decks, shared by the sheets."""
    return Counter52(Composition.of(decks))


def quantities(sheet: Sheet, counts: Counter52) -> Iterator[str]:
    """Every number of ordered deals that a sheet asks for, one a line."""
    yield f"deals {counts.deals}"
    plain = counts.along(frozenset())
    for winner in ("player", "banker", "tie"):
        mask = universe(frozenset()).where("winner", frozenset({winner}))
        yield f"winner {winner} {_deals(counts, frozenset(), mask)}"
    for cards in (4, 5, 6):
        mask = universe(frozenset()).where("cards", frozenset({cards}))
        yield f"cards {cards} {_deals(counts, frozenset(), mask)}"
    assert sum(plain.values()) == counts.deals
    for call in sheet.calls:
        needed = calls_needed(sheet, [call.id])
        axes = frozenset[str]().union(*(known.when.axes for known in needed))
        mask = call_masks(needed, universe(axes))[call.id]
        yield f"call {call.id} {_deals(counts, axes, mask)}"
    for bet in sheet.bets:
        for number, row in enumerate(bet_odds(sheet, bet, counts).results, 1):
            terms = f"{row.verdict.value} {row.odds}" if row.odds else row.verdict.value
            place = number if number <= len(bet.results) else "rest"
            yield f"bet {bet.id} {place} {terms} {row.deals}"


def _deals(counts: Counter52, axes: frozenset[str], mask: int) -> int:
    found = counts.along(axes)
    facts = universe(axes).facts
    return sum(found.get(facts[number], 0) for number in universe(axes).members(mask))


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("name", shipped())
def test_exact_odds(name: str, decks: int, golden: Callable[[str, str], None]) -> None:
    """Exact odds move by a reviewed diff only, and the diff says which of them moved."""
    lines = quantities(find(name), counter(decks))
    golden(f"odds/{name}-{decks}.txt", "\n".join(lines) + "\n")
