"""One card less, and cards gone unseen."""

from fractions import Fraction
from itertools import combinations

import pytest

from puntobanco.cards import DECK, parse_cards
from puntobanco.odds.figures import odds
from puntobanco.odds.many import Many
from puntobanco.odds.removal import removal
from puntobanco.rules.catalogue import find, shipped
from puntobanco.shoe import Composition

# Eight decks, change in the bettor's expectation in units of 10^-7, as exact enumerations give it.
EFFECTS = """
card    player     tie  dragon-7   panda-8   banker
T       -177.8  5128.8    8630.1   12076.0    -32.7
A       -448.0  1292.5    4980.9   13216.5    326.5
2       -542.6 -2392.4   -8962.6   14437.5    761.2
3       -672.0 -2140.6  -10760.8  -28609.2    934.4
4      -1195.2 -2923.6  -26802.9  -25361.2   1848.9
5        840.6 -2644.0  -26348.0  -26547.4   -198.0
6       1128.4 -11595.3 -32422.0   -8915.5   -337.6
7        817.3 -10914.1 -35837.1   -9140.7     56.8
8        533.0  6542.5   53781.6  -22405.7  -1844.8
9        249.4  4259.8   47850.3   45021.7  -1416.5
"""


def test_effects_of_eight_decks() -> None:
    """What one rank less does to each bet, to the last digit printed."""
    head, *rows = (line.split() for line in EFFECTS.strip().splitlines())
    found = {each.bet.id: each.changes for each in removal(find("deq-ez"), Composition.of(8))}
    assert [*found["player"]] == [*"A23456789TJQK"]
    for rank, *changes in rows:
        for bet, change in zip(head[1:], changes, strict=True):
            assert (bet, rank, f"{float(10**7 * found[bet][rank]):.1f}") == (bet, rank, change)
    for effects in found.values():
        assert effects["T"] == effects["J"] == effects["Q"] == effects["K"]


def test_cards_where_suits_matter() -> None:
    """Ranks are told where suits do not matter, else each card; what is gone is left out."""
    sheet, shoe = find("parkwest-21c"), Composition.of(1, parse_cards("9S 9H 9D 9C AS"))
    whole, effects = odds(sheet, shoe), removal(sheet, shoe)
    for card in parse_cards("AC 8H"):
        less = odds(sheet, shoe.less([card]))
        for before, after, each in zip(whole.bets, less.bets, effects, strict=True):
            change = each.changes.get(card.code, each.changes.get(card.rank.symbol))
            assert change == after.expectation - before.expectation
    keys = {each.bet.id: [*each.changes] for each in effects}
    assert keys["lucky-7"] == [*"A2345678TJQK"]
    assert keys["super-tie"] == [card.code for card in DECK if shoe.counts[card.index]]


@pytest.mark.parametrize("name", shipped())
def test_removals_cancel_out(name: str) -> None:
    """A card gone that nobody has seen changes nothing: the effects of all cards sum to 0."""
    shoe = Composition.of(2, parse_cards("9S 9S 8D 2H 2C 2D"))
    for each in removal(find(name), shoe):
        total = Fraction(0)
        for gone, change in each.changes.items():
            held = sum(
                count
                for card, count in zip(DECK, shoe.counts, strict=True)
                if gone in {card.code, card.rank.symbol}
            )
            total += held * change
        assert total == 0


@pytest.mark.parametrize("unseen", [1, 3])
def test_cards_burned_unseen_are_averaged_over_exactly(unseen: int) -> None:
    """The mean over all sets of cards that may be gone is the figure of the shoe with them."""
    sheet = find("parkwest-21c")
    cards = parse_cards("2S 2H 7D 7D TC 5S KD 4H 9C TH")
    left = [
        Composition.left(card for place, card in enumerate(cards) if place not in gone)
        for gone in combinations(range(len(cards)), unseen)
    ]
    many = Many(sheet)
    each = many.expectations([shoe.counts for shoe in left])
    means = tuple(sum(column, Fraction(0)) / len(left) for column in zip(*each, strict=True))
    assert means == many.expectations([Composition.left(cards).counts])[0]
