"""Simulated shoes the slow way: integers of Python, a list of cards, coups through rules.coup."""

from collections.abc import Iterator
from typing import Final

from puntobanco.cards import DECK, Card
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.sheet import ShoeRules
from puntobanco.shoe import ShoeEnd

WORD: Final = 2**64
GOLDEN: Final = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """SplitMix64's finaliser."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def splitmix(state: int) -> Iterator[int]:
    """SplitMix64 as published: the state goes on by the golden ratio, and is mixed."""
    while True:
        state = (state + GOLDEN) % WORD
        yield mix(state)


def keys(seed: int) -> tuple[int, int]:
    """Where a seed's words begin, and its redraws."""
    key = mix(mix((seed + GOLDEN) % WORD) ^ 0xBF58476D1CE4E5B9)
    return key, mix(key ^ 0x94D049BB133111EB)


def draw(numbers: Iterator[int], redraws: Iterator[int], bound: int) -> int:
    """Draw below a bound, each number as likely as another."""
    number = next(numbers)
    while number * bound % 2**16 < 2**16 % bound:
        number = next(redraws) % 2**16
    return number * bound >> 16


def sixteens(words: Iterator[int]) -> Iterator[int]:
    """Cut words into numbers of 16 bits, the lowest first."""
    for word in words:
        yield from (word >> 16 * part & 0xFFFF for part in range(4))


def shuffled(seed: int, shoe: int, decks: int) -> list[Card]:
    """Shuffle one shoe."""
    cards = list(DECK) * decks
    owned = 1
    while 4 * owned < len(cards):
        owned *= 2
    key, redraw = keys(seed)
    numbers = sixteens(splitmix((key + (shoe * owned - 1) * GOLDEN) % WORD))
    redraws = splitmix(mix((redraw + shoe * GOLDEN) % WORD))
    for place in range(len(cards)):
        other = place + draw(numbers, redraws, len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def coups(cards: list[Card], rules: ShoeRules) -> Iterator[tuple[int, Coup]]:
    """Deal a shoe card by card, and give each coup with how many cards were out before it."""
    end = ShoeEnd(len(cards), rules.cut_card, rules.last)
    out = 1 + cards[0].rank.burn if rules.burn == "first-card" else 0
    left: int | None = None
    while end.may_start(out, left):
        dealt: list[Card] = []
        while next_hand(dealt) is not None:
            dealt.append(cards[out + len(dealt)])
        yield out, play(dealt)
        left = end.rounds_left(out, out + len(dealt), left)
        out += len(dealt)
