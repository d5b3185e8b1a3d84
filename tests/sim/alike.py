"""The same shoes dealt by the kernel and card by card by the engine."""

from collections import Counter
from itertools import pairwise

from puntobanco.rules.classes import value_classes
from puntobanco.rules.conditions import AXES, Facts, facts_of
from puntobanco.sim.classes import kind_number
from puntobanco.sim.rounds import cards_of, rounds_of
from puntobanco.sim.shoes import Shoes
from tests.sim import slow

TAGS = (1, -2, 3, 0, 5, -6, 7, 2047, -9, -2047)
CLASSES = value_classes()


def compare(shoes: Shoes, first: int, number: int) -> Counter[int]:
    """Deal shoes both ways, and give how many rounds there were with each number of cards."""
    seen: Counter[int] = Counter()
    for some in rounds_of(shoes, first, number, frozenset(AXES)):
        ends = [0, *some.ends.tolist()]
        for index, (begin, end) in enumerate(pairwise(ends)):
            cards = slow.shuffled(shoes.seed, some.first + index, shoes.decks)
            assert cards_of(shoes, some.first + index) == tuple(cards)
            dealt = list(slow.coups(cards, shoes.rules))
            coups = [coup for _, coup in dealt]
            outs = [out for out, _ in dealt]
            assert some.starts[begin:end].tolist() == outs
            wanted = [Facts(*facts_of(coup)[:4]) for coup in coups]
            assert [CLASSES[number] for number in some.classes[begin:end]] == wanted
            assert some.kinds[begin:end].tolist() == [kind_number(facts_of(c)) for c in coups]
            known = [shoes.tags[card.points] for card in cards]
            turned = known[0] if shoes.rules.burn == "first-card" else 0
            counted = [turned + sum(known[outs[0] : out]) for out in outs]
            assert some.running[begin:end].tolist() == counted
            seen.update(len(coup.cards) for coup in coups)
    return seen
