"""The one home of generators: cards, shoes, coups, wagers and whole rounds.

Each is a plain function of a `random.Random`: tests that want many cases fast give it a seeded
one, and the strategies below it give it Hypothesis's own, whose cases shrink.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet, Sheet

T = TypeVar("T")

GAMES = (
    "deq-ez",
    "ca-ez-panda8",
    "parkwest-ez",
    "parkwest-ez-tie7-push",
    "parkwest-21c",
    "punto-banco",
)
PLAYER_DEALER_GAMES = tuple(game for game in GAMES if not find(game).is_house_banked)

# Coups that chance deals seldom, and on which most depends: both barred sevens, every kind of tie.
SELDOM = tuple(
    parse_cards(codes)
    for codes in (
        "2C 3D 4H QS 4C",  # three-card 7 of the Banker hand
        "2C 3D TH 4S 6C",  # three-card 8 of the Player hand
        "3C 2D 4H 5S",  # 7-7 on four cards
        "2C 2S TC TS 5C 5S",  # 7-7 on six cards, all black
        "2D 2H TD TH 4H 4D",  # 6-6 on six cards, all red
        "2D 2H TD TH 4H 4S",  # 6-6 on six cards, mixed
        "2D 2H TD TH 3H 3D",  # 5-5 on six cards
        "4S KC 4C KH",  # both hands paired
    )
)


def coup_from(chance: Random, decks: int = 8) -> Coup:
    """A coup: one in four of the seldom ones, else the top of shuffled decks."""
    if chance.randrange(4) == 0:
        return play(chance.choice(SELDOM))
    return play(dealt_from(chance, decks))


def dealt_from(chance: Random, decks: int = 8) -> tuple[Card, ...]:
    """The cards of a coup from the top of shuffled decks, in the order dealt."""
    dealt: list[Card] = []
    while len(dealt) < 4 or next_hand(dealt) is not None:
        card = chance.choice(DECK)
        if dealt.count(card) < decks:
            dealt.append(card)
    return tuple(dealt)


def removed_from(chance: Random, decks: int, most: int) -> tuple[Card, ...]:
    """Cards that are gone from a shoe, up to so many: spread out, or of a few ranks only."""
    pool = list(DECK * decks)
    if chance.randrange(2):
        ranks = [chance.choice(DECK).rank for _ in range(3)]
        pool = [card for card in pool if card.rank in ranks]
    return tuple(chance.sample(pool, chance.randint(0, min(most, len(pool)))))


def amount_from(chance: Random) -> int:
    """An amount from one minor unit to the largest that money may be."""
    return chance.randint(1, 10 ** chance.choice((1, 2, 4, 6, 12)))


@dataclass(frozen=True)
class Round:
    """What a settlement is made from, the policy left out."""

    sheet: Sheet
    coup: Coup
    wagers: tuple[Wager, ...]
    seats: int
    cover: int


def _allowed(sheet: Sheet, line: str, chosen: list[Bet]) -> list[Bet]:
    """What of the bets chosen one bettor may hold together on a line (back line, mains, sides)."""
    mains = [bet for bet in chosen if bet.is_main]
    if mains and not sheet.venue.opposite_mains:
        chosen = [bet for bet in chosen if not bet.is_main or bet.id == mains[0].id]
    held = {bet.id for bet in chosen}
    return [
        bet
        for bet in chosen
        if (line == "front" or bet.back_line)
        and (not bet.requires or not held.isdisjoint(bet.requires))
    ]


def wagers_from(chance: Random, sheet: Sheet, seats: int) -> tuple[Wager, ...]:
    """The wagers of a round: seated bettors, back-line bettors, in any order of placement."""
    bettors = []
    for seat in chance.sample(range(1, seats + 1), chance.choice((0, 1, 2, 3, 4, 5, 6, 6))):
        if chance.randrange(4):
            bettors.append((seat, "front", f"seated-{seat}"))
        bettors += [(seat, "back", f"stands-{n}") for n in range(chance.choice((0, 0, 1, 3)))]
    placed = []
    for seat, line, patron in bettors:
        chosen = [chance.choice(sheet.bets) for _ in range(chance.randint(1, 5))]
        placed += [
            (seat, patron, bet.id, amount_from(chance), line)
            for bet in _allowed(sheet, line, chosen)
        ]
    chance.shuffle(placed)
    return tuple(Wager(f"w{number}", *wager) for number, wager in enumerate(placed))


def cover_from(chance: Random, wagers: tuple[Wager, ...]) -> int:
    """A cover: tiny, of the size of the wagers, hit to the chip, or larger than all of them."""
    total = sum(wager.amount for wager in wagers)
    some = sum(wager.amount for wager in wagers if chance.randrange(2))
    return max(
        1,
        chance.choice((chance.randint(1, 20), some, total, total // 3, 50 * total, some + 1)),
    )


def round_from(chance: Random, game: str) -> Round:
    """A whole round of a game, with a cover that its bank may or may not use."""
    sheet = find(game)
    seats = chance.choice(sheet.seats)
    wagers = wagers_from(chance, sheet, seats)
    return Round(sheet, coup_from(chance), wagers, seats, cover_from(chance, wagers))


def drawn(make: Callable[[Random], T]) -> st.SearchStrategy[T]:
    """A strategy from a function of chance."""
    return st.randoms(use_true_random=False).map(make)


def coups() -> st.SearchStrategy[Coup]:
    """Finished coups."""
    return drawn(coup_from)


def rounds(games: tuple[str, ...] = GAMES) -> st.SearchStrategy[Round]:
    """Rounds of any of the games."""
    return drawn(lambda chance: round_from(chance, chance.choice(games)))
