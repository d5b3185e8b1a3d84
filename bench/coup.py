"""Coups from their cards: rules.coup.play against the plain reading in tests/oracle."""

import random

from bench.harness import Contest
from puntobanco.cards import DECK, Card
from puntobanco.rules.coup import next_hand, play
from tests.oracle import cards as plain_cards
from tests.oracle.coup import deal, result

COUPS = 5_000
SEED = 2


def dealt(count: int, seed: int) -> list[tuple[Card, ...]]:
    """Deal coups, each from eight decks shuffled with a seed."""
    chance = random.Random(seed)  # noqa: S311 - cards to measure with, not to play with
    coups = []
    for _ in range(count):
        cards: list[Card] = []
        six = iter(chance.sample(DECK * 8, 6))
        while next_hand(cards) is not None:
            cards.append(next(six))
        coups.append(tuple(cards))
    return coups


def plain_winner(cards: list[plain_cards.Card]) -> str:
    """Play a coup the plain way."""
    player, banker = deal(cards)
    return result(plain_cards.total(player), plain_cards.total(banker))


def contest() -> Contest:
    """Play the same coups, up to the winner, both ways; both get cards that are parsed already."""
    coups = dealt(COUPS, SEED)
    plain = [[plain_cards.card(card.code) for card in coup] for coup in coups]
    return Contest(
        name="a coup from its cards, to its winner",
        unit="coups",
        count=COUPS,
        ours=lambda: [play(coup).winner for coup in coups],
        plain=lambda: [plain_winner(coup) for coup in plain],
    )
