"""The one home of generators: cards, shoes, coups, wagers and whole rounds.

Each is a plain function of a `random.Random`: tests that want many cases fast give it a seeded
one, and the strategies below it give it Hypothesis's own, whose cases shrink.
"""

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.errors import SheetError
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import FEATURES, facts_of
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.reader import Source
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
    taken = min(seats, chance.choice((0, 1, 2, 3, 4, 5, 6, 6)))
    for seat in chance.sample(range(1, seats + 1), taken):
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


def round_from(chance: Random, game: str, seats: int | None = None) -> Round:
    """A whole round of a game, with a cover that its bank may or may not use."""
    sheet = find(game)
    seats = seats or chance.choice(sheet.seats)
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


def when_from(chance: Random, calls: tuple[str, ...]) -> list[dict[str, Any]]:
    """A condition in plain values: some true features of some coups, with words beside them."""
    return [clause_from(chance, calls) for _ in range(chance.choice((1, 1, 1, 2, 3)))]


def clause_from(chance: Random, calls: tuple[str, ...]) -> dict[str, Any]:
    """One table of a condition, every value a list."""
    facts = facts_of(coup_from(chance))
    clause: dict[str, Any] = {}
    for key in chance.sample(list(FEATURES), chance.choice((1, 1, 2, 3, 4))):
        words = FEATURES[key].words
        true = [word for word, values in words.items() if FEATURES[key].read(facts) in values]
        # two pairs of two ranks have no word of their own, so that no word may be true
        asked = {
            chance.choice(true or list(words)),
            *chance.sample(list(words), chance.randrange(2)),
        }
        hand, _, part = key.rpartition(".")
        table = clause.setdefault(hand, {}) if hand else clause
        table[part] = sorted(asked, key=str)
    if calls and chance.randrange(3) == 0:
        clause["call"] = chance.sample(calls, chance.randint(1, min(2, len(calls))))
    return clause


def bet_values_from(chance: Random, number: int, calls: tuple[str, ...]) -> dict[str, Any]:
    """A bet in plain values, whose results may be out of reach."""
    results = []
    for _ in range(chance.choice((1, 2, 3, 5))):
        result: dict[str, Any] = {"when": when_from(chance, calls)}
        if chance.randrange(3):
            result["pays"] = f"{chance.randint(1, 99)}:{chance.choice((1, 1, 2, 7))}"
            result["commission"] = chance.choice(("0%", "5%", "2.5%", "0.01%", "99.99%"))
            result["round"] = chance.choice(("down", "up", "nearest"))
        else:
            result["verdict"] = chance.choice(("push", "take"))
        results.append(result)
    requires = sorted(f"b{n}" for n in range(number) if chance.randrange(4) == 0)
    return {
        "id": f"b{number}",
        "label": chance.choice(("Bet", "Banker 庄", '\\ "so" \' [#]')),
        "kind": chance.choice(("main", "side")),
        "felt": chance.choice(("bar", "circle")),
        "back_line": bool(chance.randrange(2)),
        "requires": requires,
        "fee": chance.choice(("none", "paid-or-waived")),
        "cap": chance.choice(("none", "base")) if requires else "none",
        "result": results,
    }


def sheet_values_from(chance: Random) -> dict[str, Any]:
    """A valid rule sheet in plain values, with every default written out."""
    calls = tuple(f"c{n}" for n in range(chance.randrange(4)))
    least = chance.randint(1, 8)
    most = chance.randint(least, 8)
    last = chance.choice(("current", "one-more", "one-more-or-two"))
    values: dict[str, Any] = {
        "format": 1,
        "id": "made-by-chance",
        "name": "Made by chance",
        "source": "a test",
        "bank": chance.choice(("house", "player-dealer")),
        "cloth": chance.choice(("pine", "ink", "plum", "oxblood")),
        "decks": {"min": least, "max": most, "default": chance.randint(least, most)},
        "seats": sorted(chance.sample(range(1, 15), chance.randint(1, 3))),
        "call": [
            {
                "id": call,
                "label": "Call",
                "mark": chance.choice(("7", "龙", "P8")),
                "token": call,
                "when": when_from(chance, calls[:n]),
            }
            for n, call in enumerate(calls)
        ],
        "bet": [bet_values_from(chance, n, calls) for n in range(chance.randint(1, 4))],
        "venue": {
            "opposite_mains": bool(chance.randrange(2)),
            "second_place": bool(chance.randrange(2)),
            "cover": {
                "policy": chance.choice(("running", "gross", "collect-then-pay")),
                "win_cap": chance.choice(("continue", "halt")),
                "secondary": bool(chance.randrange(2)),
            },
            "rotation": chance.choice(("bureau-two-hands", "notice-2016", "reg-2026")),
            "collection": chance.choice(("none", "some-schedule")),
            "shoe": {
                "cut_card": chance.randint(12, min(208, 52 * least - 1)),
                "burn": chance.choice(("first-card", "none")),
                "last": last,
            },
            "irregularities": chance.choice(("burn", "keep", "free-hand")),
        },
    }
    return _within_reach(values)


def _within_reach(values: dict[str, Any]) -> dict[str, Any]:
    """Drop what the check of a sheet refuses: results out of reach, bets that cannot be lost."""
    simple = [{"when": [{"winner": ["tie"]}], "pays": "8:1", "commission": "0%", "round": "down"}]
    while True:
        try:
            build(values, Source("made"))
        except SheetError as error:
            place = [int(number) - 1 for number in re.findall(r"\[(\d+)\]", error.key)]
            if error.key.startswith("call"):
                values["call"][place[0]]["when"] = [{"cards": [4]}]
            elif len(place) > 1 and len(values["bet"][place[0]]["result"]) > 1:
                del values["bet"][place[0]]["result"][place[1]]
            else:
                values["bet"][place[0]]["result"] = deepcopy(simple)
        else:
            return values


def sheet_values() -> st.SearchStrategy[dict[str, Any]]:
    """Valid rule sheets in plain values."""
    return drawn(sheet_values_from)


_JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**30,
    0.5,
    "",
    "1%",
    "\x1b[2J",
    "x" * 300,
    [],
    {},
    [{}],
)


def spoilt(chance: Random, values: dict[str, Any]) -> dict[str, Any]:
    """The same plain values with one of them, at any depth, something else."""
    found: Any = deepcopy(values)
    within = found
    while True:
        key = chance.choice(list(within) if isinstance(within, dict) else range(len(within)))
        if not isinstance(within[key], dict | list) or not within[key] or chance.randrange(3) == 0:
            within[key] = deepcopy(chance.choice(_JUNK))
            return dict(found)
        within = within[key]
