"""The streams: as published, as specified, by chance; and what the tests of chance catch."""

import random
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

from puntobanco.cards import DECK
from puntobanco.rules.sheet import ShoeRules
from puntobanco.sim import kernel, streams
from puntobanco.sim.shoes import Shoes
from tests.sim import chance, slow

OWNED = 128
SHOES = 4_000
LIKELY = 1e-4  # for one fixed seed: no test of a good stream comes below
FOUND = 1e-9  # a planted fault is beyond doubt


def words(shoes: int = SHOES, seed: int = 1) -> chance.Words:
    """Give the words that some shoes own, a row each."""
    key, _ = streams.keys(np.uint64(seed))
    rows = np.empty((shoes, OWNED), dtype=np.uint64)
    for shoe, row in enumerate(rows):
        streams.fill(np.uint64(key), np.uint64(shoe), OWNED, row)
    return rows


def orders(shoes: int, seed: int = 1) -> chance.Orders:
    """Shuffle single decks by the kernel: a row of card numbers each."""
    dealing = Shoes(1, ShoeRules(), seed).dealing
    lists = [np.empty(20, dtype=np.uint16) for _ in range(3)]
    running, ends = np.empty(20, dtype=np.int32), np.empty(1, dtype=np.int64)
    cards, suits = np.empty(52, dtype=np.int32), np.array([0, 3, 1, 2])
    found = np.empty((shoes, 52), dtype=np.int64)
    for shoe, row in enumerate(found):
        kernel.deal(dealing, shoe, 1, False, False, False, *lists, running, ends, cards)  # type: ignore[arg-type, call-arg]
        faces = cards >> kernel.FACE_AT & 63
        row[:] = 13 * suits[faces & 3] + (faces >> 2)
    return found


def test_splitmix_is_the_published_one() -> None:
    """The first words of SplitMix64 from 1234567, as its authors' code gives them."""
    assert list(islice(slow.splitmix(1234567), 3)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_words_are_those_of_the_specification() -> None:
    """The compiled words are those that integers of Python give, far out too."""
    for seed in (0, 1, 2**64 - 1):
        key, redraw = streams.keys(np.uint64(seed))
        assert (int(key), int(redraw)) == slow.keys(seed)
        for shoe in (0, 1, 2**48):
            row = np.empty(OWNED, dtype=np.uint64)
            streams.fill(np.uint64(key), np.uint64(shoe), OWNED, row)
            begin = slow.keys(seed)[0] + (shoe * OWNED - 1) * slow.GOLDEN
            assert row.tolist() == list(islice(slow.splitmix(begin % slow.WORD), OWNED))


@pytest.mark.parametrize("test", chance.WORD_TESTS)
def test_words_look_like_chance(test: Callable[[chance.Words], float]) -> None:
    """Half a million words, shoe behind shoe: bytes, runs, serial, neighbours, no repetition."""
    for seed in (1, 2):
        assert LIKELY < test(words(seed=seed)) <= 1


def unmixed() -> chance.Words:
    """A counter, not mixed."""
    counter = np.arange(SHOES * OWNED, dtype=np.uint64)
    return (counter * np.uint64(slow.GOLDEN)).reshape(SHOES, OWNED)


def overlapping() -> chance.Words:
    """A shoe begins in the middle of the one before."""
    rows = words()
    rows[1:, : OWNED // 2] = rows[:-1, OWNED // 2 :]
    return rows


def half_mixed() -> chance.Words:
    """The first of two multiplications alone."""
    counter = unmixed()
    return (counter ^ counter >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)


def heavy() -> chance.Words:
    """One word in three has its lowest bit set whatever comes."""
    rows = words()
    rows[:, ::3] |= np.uint64(1)
    return rows


def alike() -> chance.Words:
    """Every shoe is the first one, its words turned round a little."""
    return np.array([np.roll(words(1)[0], shoe % OWNED) for shoe in range(SHOES)])


@pytest.mark.parametrize("fault", [unmixed, overlapping, half_mixed, heavy, alike])
def test_planted_faults_of_words_are_found(fault: Callable[[], chance.Words]) -> None:
    """Each fault of a stream fails some test beyond doubt."""
    assert min(test(fault()) for test in chance.WORD_TESTS) < FOUND


@pytest.mark.parametrize("what", ["seed", "shoe"])
def test_one_bit_changes_half_of_all_bits(what: str) -> None:
    """Turning over a bit of the seed, or of the shoe's number, turns half of the bits of a word."""
    source = random.Random(what)
    cases = [source.getrandbits(47) for _ in range(600)]
    bits = 64 if what == "seed" else 48

    def word(seed: int, shoe: int) -> int:
        key = slow.keys(seed)[0]
        return slow.mix((key + shoe * OWNED * slow.GOLDEN) % slow.WORD)

    def turned(case: int, bit: int) -> int:
        if what == "seed":
            return word(case, 5) ^ word(case ^ 1 << bit, 5)
        return word(7, case) ^ word(7, case ^ 1 << bit)

    flips = [[turned(case, bit) for case in cases] for bit in range(bits)]
    assert chance.avalanche(np.array(flips, dtype=np.uint64)) > LIKELY
    plain = [[(case * slow.GOLDEN ^ (case ^ 1 << bit) * slow.GOLDEN) % slow.WORD for case in cases]
             for bit in range(bits)]  # fmt: skip
    assert chance.avalanche(np.array(plain, dtype=np.uint64)) < FOUND


@pytest.mark.parametrize("test", chance.ORDER_TESTS)
def test_shuffles_look_like_chance(test: Callable[[chance.Orders], float]) -> None:
    """Thousands of decks: places, followers, cycles, shoe behind shoe."""
    assert LIKELY < test(orders(6_000)) <= 1


def faulty(draw: Callable[[random.Random, int], int | None]) -> chance.Orders:
    """Shuffle decks with another rule for what changes places."""
    found = []
    for shoe in range(6_000):
        source, order = random.Random(shoe), list(range(52))
        for place in range(52):
            other = draw(source, place)
            if other is not None:
                order[place], order[other] = order[other], order[place]
        found.append(order)
    return np.array(found)


FAULTS: dict[str, Callable[[random.Random, int], int | None]] = {
    "any place": lambda source, _: source.randrange(52),
    "never itself": lambda source, place: source.randrange(place + 1, 52) if place < 51 else None,
    "the last ten left": lambda source, place: source.randrange(place, 52) if place < 42 else None,
    "eight bits": lambda source, place: place + source.randrange(64) * (52 - place) // 64,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_of_shuffles_are_found(fault: str) -> None:
    """Each well-known wrong shuffle fails some test beyond doubt."""
    found = faulty(FAULTS[fault])
    assert min(test(found) for test in chance.ORDER_TESTS) < FOUND


def test_all_decks_are_whole() -> None:
    """A shuffle loses no card and makes none."""
    assert np.array_equal(np.sort(orders(50), axis=1), np.tile(np.arange(len(DECK)), (50, 1)))
