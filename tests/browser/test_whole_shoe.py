"""A whole shoe at a player-dealer's table through everybody's pages at once, chip by chip."""

from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.visits import Visits
from tests.browser.whole_shoe import PEOPLE, Table, opened
from tests.browser.words import words

DRAGON = "2C 3D 4H QS 4C"  # a Banker of three cards and 7 against 6
PANDA = "2C 4H 3D KS 3H 2S"  # a Player of three cards and 8 against 6
TIE = "9C 9D KD KC"
PLAYER = "9C 2C KD 4D"
MAINS = ("player", "banker")
SIDES = ("dragon-7", "panda-8")


@dataclass(frozen=True)
class Hand:
    """What is to happen in a round; what is left open is left to chance."""

    wagers: dict[str, dict[str, int]] | None = None
    cards: str = ""
    cover: int = 500
    declines: int = 0
    then: str = ""  # void | refund | correct | cash-out
    right: str = ""  # the cards that a correction says


SMALL = {
    "ann": {"player": 25, "dragon-7": 5},
    "bea": {"banker": 100},
    "cid": {"player": 25, "panda-8": 5},
    "dan": {"banker": 25, "dragon-7": 5},
}
FEW = (
    # The cover ends in the middle of the lines; by the cards that really lay there it does not.
    Hand(SMALL, DRAGON, cover=100, declines=2, then="correct", right=PLAYER),
    Hand(SMALL, "9S", then="void"),
)
WHOLE = {
    1: Hand(SMALL, DRAGON, cover=100, declines=2),
    2: Hand(cards=TIE),
    3: Hand(SMALL, PANDA, cover=100, declines=2),
    4: Hand(SMALL, "9S 2D", then="void"),
    6: Hand(SMALL, "3S 2D 9H", then="refund"),
    7: Hand(cards=PLAYER, then="correct", right="2C 9C 4D KD"),
    8: Hand(then="cash-out"),
    10: Hand(cards="9H 9D KH KS", then="correct", right="9H 8D KH KS"),
    11: Hand(cards="2D 3C 4S QH 4D", cover=2_000),
}
COVERS = (100, 100, 150, 400, 1_500)


def wagers(chance: Random) -> dict[str, dict[str, int]]:
    """Wagers by chance, within the limits; a side bet stands beside a main one."""
    found: dict[str, dict[str, int]] = {}
    for name, (_, line, _) in PEOPLE.items():
        stakes = {chance.choice(MAINS): 5 * chance.randint(1, 30)}
        if chance.random() < 0.4:
            stakes[chance.choice(SIDES)] = 5 * chance.randint(1, 3)
        if line == "front" and chance.random() < 0.3:
            stakes["tie"] = 5 * chance.randint(1, 3)
        if chance.random() < 0.85 or name == "bea":
            found[name] = stakes
    return found


def play(table: Table, hand: Hand) -> None:
    """Play a round as it is written, and look at every page."""
    bank = table.position(hand.cover, declines=hand.declines)
    placed = table.bet(bank[0], hand.wagers or wagers(table.chance))
    closed = table.close(bank, placed)
    codes = table.deck.take(hand.cards) if hand.cards else table.deck.coup()
    if hand.then in {"void", "refund"}:
        table.void(closed, codes, "a drink on the felt", refund=hand.then == "refund")
        return
    settled = table.settle(closed, codes)
    if hand.then == "correct":
        table.correct(settled, hand.right.split(), "the camera shows it")
    if hand.then == "cash-out":
        table.cash_out("cid", 200)


def test_a_few_rounds(visits: Visits) -> None:
    """A cover that ends, a correction and a void: each page says what the oracle does.

    Three sit, one stands behind, a dealer, a supervisor, a cashier and a board, all at once.
    """
    with opened(visits, decks=8, seed=1) as table:
        table.begin()
        for hand in FEW:
            play(table, hand)
        table.running.house.check()


@pytest.mark.nightly
def test_a_whole_shoe(visits: Visits) -> None:
    """From the first card to the count of the last, chance and all that can happen between.

    Offers are passed on and taken, covers end, wagers go back, rounds are void and are corrected;
    after every round each chip on each page is where the oracle has it.
    """
    with opened(visits, decks=3, seed=7) as table:
        table.begin()
        number = 0
        while table.act() != "end-shoe":
            number += 1
            cover = table.chance.choice(COVERS)
            chosen = Hand(cover=cover, declines=table.chance.choice((0, 0, 1, 2)))
            play(table, WHOLE.get(number, chosen))
        table.end()
        assert number > 20
        assert sum(round_.done is not None for round_ in table.books.rounds) == number - table.voids
        assert any(step.uncovered for r in table.books.rounds if r.done for step in r.done.steps)
        needs = table.floor.get_by_role("complementary", name=words("floor.needs"))
        expect(needs).not_to_contain_text(words("floor.line.inventory"))
        table.running.house.check()
