"""The effect of removal: how a bettor's expectation moves when one card is gone from the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.cards import DECK, Rank
from puntobanco.odds.many import Many
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.shoe import Composition


@dataclass(frozen=True, slots=True)
class Removal:
    """By the symbol of a rank, or by cards where suits matter: the change for one bet."""

    bet: Bet
    changes: Mapping[str, Fraction]


def removal(sheet: Sheet, composition: Composition) -> tuple[Removal, ...]:
    """Take each card that is in the shoe out of it, and give what that does to every bet."""
    return changes(Many(sheet), composition)


def changes(many: Many, composition: Composition) -> tuple[Removal, ...]:
    """Give the same for bets whose plan is there."""
    present = [card for card in DECK if composition.counts[card.index]]
    shoes = [composition, *(composition.less([card]) for card in present)]
    whole, *others = many.expectations([shoe.counts for shoe in shoes])
    found = []
    for number, bet in enumerate(many.bets):
        by_card = {
            card: less[number] - whole[number] for card, less in zip(present, others, strict=True)
        }
        by_rank = {
            rank: {change for card, change in by_card.items() if card.rank is rank} for rank in Rank
        }
        if any(len(changes) > 1 for changes in by_rank.values()):
            changes = {card.code: change for card, change in by_card.items()}
        else:
            changes = {rank.symbol: change for rank, some in by_rank.items() for change in some}
        found.append(Removal(bet, changes))
    return tuple(found)
