"""The shoe of this process: exact, fixed, bound by its commitment, silent, and fair."""

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from secrets import randbelow

import pytest

from puntobanco.cards import DECK
from puntobanco.errors import InvariantError
from puntobanco.shuffle.system import SystemShoe
from tests.shuffle.statistics import chi_square, tail

SHOES = 3_000
NEVER = 1e-6  # a fair shuffle is so uneven once in a million runs

Shuffle = Callable[[], bytes]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_composition_is_exact(decks: int) -> None:
    """A shoe has each of the 52 cards once for every deck."""
    shoe = SystemShoe.shuffled(decks)
    cards = [shoe.card(position) for position in range(52 * decks)]
    assert Counter(cards) == dict.fromkeys(DECK, decks)
    with pytest.raises(IndexError):
        shoe.card(52 * decks)


def test_a_position_has_one_card() -> None:
    """The same position gives the same card, however often it is asked."""
    shoe = SystemShoe.shuffled(1)
    assert [shoe.card(n) for n in range(52)] == [shoe.card(n) for n in range(52)]


def test_bytes_and_back() -> None:
    """What is stored is the shoe: the same cards, salt and commitment."""
    shoe = SystemShoe.shuffled(8)
    again = SystemShoe.from_bytes(shoe.to_bytes())
    assert again == shoe
    assert again.commit() == shoe.commit()
    assert len(shoe.to_bytes()) == 32 + 416


@pytest.mark.parametrize("stored", [b"", b"x" * 31, b"x" * 32, b"x" * 32 + b"\x34"])
def test_damaged_bytes_are_no_shoe(stored: bytes) -> None:
    """A stored shoe without cards, or with a card that no deck has, is a fault."""
    with pytest.raises(InvariantError):
        SystemShoe.from_bytes(stored)


def test_the_commitment_is_checked_by_anybody() -> None:
    """Whoever is shown the opened shoe can compute the commitment with nothing but SHA-256."""
    shoe = SystemShoe.shuffled(8)
    opened = bytes.fromhex(shoe.open())
    assert hashlib.sha256(b"puntobanco/shoe/1" + opened).hexdigest() == shoe.commit()
    assert [DECK[index] for index in opened[32:]] == [shoe.card(n) for n in range(416)]


def test_the_commitment_binds_every_card() -> None:
    """Two cards exchanged, or another salt, give another commitment."""
    shoe = SystemShoe(bytes(32), bytes(range(52)))
    swapped = bytes((1, 0, *range(2, 52)))
    others = [SystemShoe(bytes(32), swapped), SystemShoe(bytes([1] * 32), bytes(range(52)))]
    assert len({shoe.commit(), *(other.commit() for other in others)}) == 3


def test_a_commitment_foretells_nothing() -> None:
    """XS1: cards guessed from all that is public before the end are right as often as by chance."""
    right = trials = 0
    for number in range(300):
        shoe = SystemShoe.shuffled(1)
        public = (shoe.commit(), f"{shoe.commit()}{number}", bytes.fromhex(shoe.commit()).hex())
        for text in public:
            digest = hashlib.sha256(text.encode()).digest()
            guess = sorted(range(52), key=partial(sha_of, digest))
            right += sum(a == b for a, b in zip(guess, shoe.order, strict=True))
            trials += 1
    assert abs(right - trials) < 6 * trials**0.5  # one card a shoe fits by chance


def sha_of(key: bytes, card: int) -> bytes:
    """The sorting key of a shuffle that anybody could do again."""
    return hashlib.sha256(key + bytes([card])).digest()


def test_no_two_shoes_are_alike() -> None:
    """Salt and order are new for each shoe, so a commitment tells nothing about another shoe."""
    shoes = [SystemShoe.shuffled(1) for _ in range(20)]
    assert len({shoe.salt for shoe in shoes}) == 20
    assert len({shoe.order for shoe in shoes}) == 20


def test_the_text_of_a_shoe_tells_nothing() -> None:
    """What ends up in a log or a traceback is the commitment's head and the number of cards."""
    shoe = SystemShoe.shuffled(1)
    expected = f"SystemShoe({shoe.commit()[:12]}, 52 cards)"
    assert (repr(shoe), str(shoe), f"{shoe}") == (expected, expected, expected)


def evenness(shuffle: Shuffle) -> float:
    """How likely the counts of every card at every position of a deck are by chance."""
    counts = [0] * (52 * 52)
    for _ in range(SHOES):
        for position, card in enumerate(shuffle()):
            counts[position * 52 + card] += 1
    # Every row and every column adds up to the number of shoes: that takes freedom away, and
    # makes the counts of one card vary by 51/52 of what the statistic reckons with.
    return tail(chi_square(counts, SHOES / 52) * 51 / 52, 51 * 51)


def neighbours(shuffle: Shuffle) -> float:
    """How likely the distances from each card to the next one are by chance."""
    counts = [0] * 51
    for _ in range(SHOES):
        order = shuffle()
        for card, after in pairwise(order):
            counts[(after - card) % 52 - 1] += 1
    return tail(chi_square(counts, SHOES), 50)


def fixed_points(shuffle: Shuffle) -> int:
    """How many cards of all shoes lie where they began: one a shoe, by chance."""
    return sum(card == n for _ in range(SHOES) for n, card in enumerate(shuffle()))


def fair() -> bytes:
    """A shuffle of ours."""
    return SystemShoe.shuffled(1).order


def naive() -> bytes:
    """The well-known fault: each card is exchanged with any of all cards."""
    cards = bytearray(range(52))
    for n in range(52):
        other = randbelow(52)
        cards[n], cards[other] = cards[other], cards[n]
    return bytes(cards)


def sattolo() -> bytes:
    """The off-by-one fault: no card ever stays where it is."""
    cards = bytearray(range(52))
    for last in range(51, 0, -1):
        other = randbelow(last)
        cards[last], cards[other] = cards[other], cards[last]
    return bytes(cards)


def bottomless() -> bytes:
    """The last card is left out of the shuffle."""
    cards = bytearray(range(52))
    for last in range(50, 0, -1):
        other = randbelow(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return bytes(cards)


def riffled() -> bytes:
    """Three riffles of a new deck: far too few."""
    cards = list(range(52))
    for _ in range(3):
        left, right = cards[:26], cards[26:]
        cards = []
        while left or right:
            pile = left if randbelow(len(left) + len(right)) < len(left) else right
            cards.append(pile.pop(0))
    return bytes(cards)


def test_every_card_is_everywhere() -> None:
    """Over many shoes each card lies at each position as often as chance has it."""
    assert evenness(fair) > NEVER


def test_neighbours_are_strangers() -> None:
    """The distance from a card to the next one in the shoe is any, as often as any other."""
    assert neighbours(fair) > NEVER


def test_some_cards_stay() -> None:
    """About one card a shoe lies where it began: within six deviations."""
    assert abs(fixed_points(fair) - SHOES) < 6 * SHOES**0.5


@pytest.mark.parametrize("planted", [naive, bottomless, riffled])
def test_a_planted_fault_is_found_by_position(planted: Shuffle) -> None:
    """XS10: a shuffle with a known fault fails the same test of positions."""
    assert evenness(planted) < NEVER


def test_a_planted_fault_is_found_by_neighbours() -> None:
    """Riffles that leave runs of the old order fail the same test of neighbours."""
    assert neighbours(riffled) < NEVER


def test_a_planted_fault_is_found_by_fixed_points() -> None:
    """A shuffle in which nothing ever stays fails the same count."""
    assert abs(fixed_points(sattolo) - SHOES) > 6 * SHOES**0.5


@pytest.mark.parametrize(
    "statistic,freedom,chance", [(67.505, 50, 0.05), (76.154, 50, 0.01), (124.342, 100, 0.05)]
)
def test_the_statistic_itself(statistic: float, freedom: int, chance: float) -> None:
    """The tail of the distribution agrees with the printed tables."""
    assert tail(statistic, freedom) == pytest.approx(chance, rel=0.02)
