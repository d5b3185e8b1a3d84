"""A shoe from its first card to its last round, for every rule of its end (rules.md 4.1)."""

from random import Random

import pytest

from puntobanco.cards import Card
from puntobanco.rules.coup import next_hand
from puntobanco.table import commands as cm
from puntobanco.table.evolve import replay
from puntobanco.table.refusals import Code
from tests.table.playing import Felt, shuffled, small

LAST = ("current", "one-more", "one-more-or-two")


def rounds_of(cards: list[Card], edge: int, last: str) -> list[int]:
    """How many cards are out after each round, by the words of the rule.

    A round may start while fewer cards than the edge are out; then so many more rounds follow; no
    round starts with fewer than six cards.
    """
    out = 1 + min(10, "A23456789TJQK".index(cards[0].code[0]) + 1)
    ends: list[int] = []
    more: int | None = None
    while len(cards) - out >= 6:
        if more is None and out >= edge:
            more = {"current": 0, "one-more": 1, "one-more-or-two": 1 + (out == edge)}[last]
        if more == 0:
            break
        more = None if more is None else more - 1
        dealt = cards[out : out + 4]
        while next_hand(dealt) is not None:
            dealt = cards[out : out + len(dealt) + 1]
        out += len(dealt)
        ends.append(out)
    return ends


def dealt(cards: list[Card], felt: Felt) -> list[int]:
    """Deal a whole shoe at a table; how many cards were out after each round."""
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.Burn(card=cards[0].code))
    ends: list[int] = []
    while felt.state.shoe and not felt.state.shoe.is_over:
        felt.done(cm.OpenBetting())
        felt.done(cm.CloseBetting())
        while felt.state.round and felt.state.round.phase == "dealing":
            card = cards[felt.state.shoe.out]
            felt.done(cm.DealCard(position=felt.state.shoe.out, card=card.code))
        felt.done(cm.Settle())
        ends.append(felt.state.shoe.out)
    return ends


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("seed", range(12))
def test_a_whole_shoe(last: str, seed: int) -> None:
    """A shoe has exactly the rounds that the rule of its end gives it, whatever its cards."""
    chance = Random(seed)
    cut_card = chance.choice((12, 14, 16, 30))
    decks = chance.choice((1, 1, 2))
    cards = shuffled(chance, decks)
    felt = Felt.opened(small(cut_card=cut_card, last=last), decks=decks)
    assert dealt(cards, felt) == rounds_of(cards, 52 * decks - cut_card, last)
    assert felt.refused(cm.OpenBetting()) is Code.SHOE_OVER
    felt.done(cm.EndShoe())
    assert felt.state.shoe is None
    assert replay(felt.log) == felt.state
    felt.check()


@pytest.mark.parametrize("last,more", [("current", 0), ("one-more", 1), ("one-more-or-two", 2)])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_the_cut_card_comes_out_first(last: str, more: int, after: int) -> None:
    """Where a round ends exactly at the cut card, the next round turns it up first."""
    cards = shuffled(Random(7), 1)
    edge = rounds_of(cards, 40, "current")[after - 1]
    felt = Felt.opened(small(cut_card=52 - edge, last=last))
    assert len(dealt(cards, felt)) == after + more


@pytest.mark.parametrize("last,more", [("current", 0), ("one-more", 1), ("one-more-or-two", 1)])
def test_the_cut_card_comes_out_within_a_round(last: str, more: int) -> None:
    """Where the cut card shows inside a round, that round is finished and counts as its own."""
    cards = shuffled(Random(7), 1)
    edge = rounds_of(cards, 40, "current")[1] - 1
    felt = Felt.opened(small(cut_card=52 - edge, last=last))
    assert len(dealt(cards, felt)) == 2 + more


def test_no_round_starts_without_six_cards() -> None:
    """A shoe that is cut too deep ends when a round could run out of cards."""
    felt = Felt.opened(small(last="one-more-or-two"))
    cards = shuffled(Random(3), 1)
    felt.done(cm.StartShoe(commitment="c", cut_card=1))
    felt.done(cm.Burn(card=cards[0].code))
    while felt.state.shoe and not felt.state.shoe.is_over:
        felt.done(cm.OpenBetting())
        out = felt.state.shoe.out
        assert 52 - out >= 6
        hand = cards[out : out + 4]
        while next_hand(hand) is not None:
            hand = cards[out : out + len(hand) + 1]
        felt.play(tuple(hand))
    assert felt.state.shoe
    assert 52 - felt.state.shoe.out < 6


def test_shoes_are_counted_and_kept_apart() -> None:
    """A new shoe begins at its first card, with hand 1, and the one before is remembered."""
    felt = Felt.opened(small(last="current"))
    first = dealt(shuffled(Random(1), 1), felt)
    felt.done(cm.EndShoe())
    assert len(felt.state.last_coups) == len(first)
    second = dealt(shuffled(Random(2), 1), felt)
    assert felt.state.shoe
    assert felt.state.shoe.number == 2
    assert len(felt.state.shoe.coups) == len(second)
    assert len(felt.state.last_coups) == len(first)
    felt.check()
