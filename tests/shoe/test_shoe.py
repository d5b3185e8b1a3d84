"""What is in a shoe, and how it ends."""

import pytest

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.errors import CardError
from puntobanco.shoe import Composition, Shoe, ShoeEnd


def test_whole_decks() -> None:
    """Eight decks are 416 cards: 128 of no points, 32 of each other value, half of them red."""
    shoe = Composition.of(8)
    assert shoe.total == 416
    assert shoe.points() == (128, *[32] * 9)
    assert shoe.points(red=True) == shoe.points(red=False) == (64, *[16] * 9)


def test_removed_cards() -> None:
    """What is gone is gone from its own card, value and colour."""
    shoe = Composition.of(1, parse_cards("9S KD TD"))
    assert shoe.total == 49
    assert [DECK[n].code for n, count in enumerate(shoe.counts) if not count] == ["TD", "KD", "9S"]
    assert shoe.points() == (14, *[4] * 8, 3)
    assert shoe.points(red=True) == (6, *[2] * 9)
    assert shoe.points(red=False) == (8, *[2] * 8, 1)


@pytest.mark.parametrize(
    "decks, cards, word",
    [(8, "9S " * 9, "8 times: 8 decks hold 8"), (1, "9S KD 9S", "once: 1 deck holds 1")],
)
def test_a_card_too_many(decks: int, cards: str, word: str) -> None:
    """A ninth nine of spades is not in eight decks."""
    message = rf"^9S is there more than {word} of each card; take one out$"
    with pytest.raises(CardError, match=message):
        Composition.of(decks, parse_cards(cards))


# Cards out before and after each round, and how many rounds may follow: 416 cards, 14 behind the
# cut card, so that it shows when 402 are out. "." while it has not shown.
ENDS = """
current           395:401 .   401:406 0
current           397:402 0
one-more          395:401 .   401:406 1   406:411 0
one-more          396:402 1   402:407 0
one-more-or-two   395:401 .   401:406 1   406:411 0
one-more-or-two   397:402 2   402:406 1   406:410 0
one-more-or-two   398:403 1   403:408 0
"""


@pytest.mark.parametrize("row", ENDS.strip().splitlines())
def test_the_end_of_a_shoe(row: str) -> None:
    """rules.md 4.1: the round of the cut card, then none, one, or two where it came out first."""
    last, *steps = row.split()
    end = ShoeEnd(416, 14, last)
    assert end.edge == 402
    left: int | None = None
    for out, expected in zip(steps[::2], steps[1::2], strict=True):
        before, after = map(int, out.split(":"))
        assert end.may_start(before, left)
        left = end.rounds_left(before, after, left)
        assert left == (None if expected == "." else int(expected))
    assert end.may_start(int(steps[-2].partition(":")[2]), left) is (left is None or left > 0)


@pytest.mark.parametrize("out, may", [(409, True), (410, True), (411, False), (416, False)])
def test_six_cards_for_a_round(out: int, may: bool) -> None:
    """No round starts with fewer than six cards, even where rounds are left."""
    end = ShoeEnd(416, 14, "one-more")
    assert end.may_start(out, None) is may
    assert end.may_start(out, 1) is may
    assert not end.may_start(out, 0)


@pytest.mark.parametrize("last, least", [("current", 5), ("one-more", 11), ("one-more-or-two", 12)])
def test_least_cut_cards_never_run_out(last: str, least: int) -> None:
    """With the least cut card of each way to end, whatever is drawn, every round has its cards."""
    end = ShoeEnd(416, least, last)
    seen: set[tuple[int, int | None]] = set()
    states: list[tuple[int, int | None]] = [(end.edge - n, None) for n in range(1, 7)]
    while states:
        out, left = states.pop()
        if (out, left) in seen or left == 0:
            continue
        seen.add((out, left))
        assert end.may_start(out, left)
        states += [(out + n, end.rounds_left(out, out + n, left)) for n in (4, 5, 6)]


@pytest.mark.parametrize("last, least", [("current", 5), ("one-more", 11), ("one-more-or-two", 12)])
def test_one_card_less_may_run_out(last: str, least: int) -> None:
    """The least cut cards are the least: with one card less a round may lack its sixth card."""
    end = ShoeEnd(416, least - 1, last)
    starts = []
    for out in range(end.edge - 6, end.edge):
        states: list[tuple[int, int | None]] = [(out, None)]
        while states:
            cards, left = states.pop()
            if left != 0:
                starts.append(cards)
                states += [(cards + n, end.rounds_left(cards, cards + n, left)) for n in (5, 6)]
    assert max(starts) > 416 - 6


class InOrder:
    """A shoe that deals a new deck from the top."""

    def commit(self) -> str:
        """Hide nothing."""
        return "in order"

    def card(self, position: int) -> Card:
        """Give the card at a position."""
        return DECK[position]

    def open(self) -> str:
        """Prove nothing."""
        return "in order"


def test_the_port() -> None:
    """A table deals from anything with the three methods; a position always gives its card."""
    shoe: Shoe = InOrder()
    assert shoe.card(3) is shoe.card(3)
    assert shoe.commit() == shoe.open()
