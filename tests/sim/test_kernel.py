"""The deck kernel against the rules: the same shoes, dealt card by card."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.check import bet_axes, verdict_table
from puntobanco.rules.conditions import AXES, facts_of
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import ShoeRules
from puntobanco.rules.venue import LEAST_CUT
from puntobanco.rules.verdict import result_of
from puntobanco.sim.classes import spread, tables
from puntobanco.sim.shoes import Shoes, SimulationError, check_shoes
from puntobanco.sim.tally import count, nothing
from tests.sim import slow
from tests.sim.alike import TAGS, compare

FULL = frozenset(AXES)


@pytest.mark.parametrize("sheet", shipped())
def test_every_sheet_is_dealt_as_the_engine_deals_it(sheet: str) -> None:
    """A shoe of the kernel has the coups, places and counts of the same cards in rules.coup."""
    game = find(sheet)
    for decks in sorted({*game.decks, 8}):
        seen = compare(Shoes(decks, game.venue.shoe, 7, TAGS), 5, 6)
        assert set(seen) == {4, 5, 6}


@given(
    decks=st.integers(1, 9),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**40),
    burn=st.sampled_from(["first-card", "none"]),
    last=st.sampled_from(sorted(LEAST_CUT)),
    data=st.data(),
)
@settings(max_examples=40)
def test_any_procedure_is_dealt_as_the_engine_deals_it(
    decks: int, seed: int, first: int, burn: str, last: str, data: st.DataObject
) -> None:
    """Burn or none, any cut card, any end of the shoe, any seed, any shoe."""
    cut = data.draw(st.integers(LEAST_CUT[last], 52 * decks - 17))
    compare(Shoes(decks, ShoeRules(cut, burn, last), seed, TAGS), first, 2)


def test_a_hundred_decks_are_dealt_as_the_engine_deals_them() -> None:
    """The largest shoe, with some hundred redraws in it, is dealt alike."""
    compare(Shoes(100, ShoeRules(), 3, TAGS), 0, 1)


@pytest.mark.parametrize("sheet", shipped())
def test_a_tally_knows_what_becomes_of_every_bet(sheet: str) -> None:
    """Rounds counted by class and axes come to the verdicts of the coups themselves."""
    game = find(sheet)
    shoes = Shoes(8, game.venue.shoe, 19)
    found = count(shoes, tables(bet_axes(game, bet) for bet in game.bets), 0, 4)
    coups: list[Coup] = []
    for shoe in range(4):
        coups += [coup for _, coup in slow.coups(slow.shuffled(19, shoe, 8), shoes.rules)]
    assert found.rounds == len(coups)
    for bet in game.bets:
        table = verdict_table(game, bet)
        masks = (*table.caught, table.rest)
        groups = spread(map(table.classes.members, masks), table.classes.size)
        results = [result_of(game, bet, coup) for coup in coups]
        wanted = [sum(result is row for result in results) for row in (*bet.results, None)]
        sums = found.sums(table.axes, groups)
        assert sums + [0] * (len(wanted) - len(sums)) == wanted


def test_all_axes_together_are_counted_as_the_coups_are() -> None:
    """Every class of coups along all eight axes is counted, whichever bets ask for it."""
    shoes = Shoes(8, ShoeRules(), 23)
    found = count(shoes, tables([FULL]), 2, 5).along(FULL)
    wanted: Counter[object] = Counter()
    for shoe in range(2, 7):
        cards = slow.shuffled(23, shoe, 8)
        wanted.update(facts_of(coup) for _, coup in slow.coups(cards, shoes.rules))
    assert found == dict(wanted)


def test_shoes_add_up_however_they_are_cut_into_runs() -> None:
    """One run of 700 shoes is the sum of ragged runs of the same shoes, in any order."""
    shoes, wanted = Shoes(6, ShoeRules(), 5), tables([frozenset({"player_pair"})])
    whole = count(shoes, wanted, 0, 700)
    parts = nothing(shoes, wanted)
    for first, number in ((699, 1), (350, 349), (1, 349), (0, 1)):
        parts += count(shoes, wanted, first, number)
    assert parts.shoes == whole.shoes == 700
    assert np.array_equal(parts.bins, whole.bins)
    assert np.array_equal(parts.lengths, whole.lengths)


@pytest.mark.parametrize(
    "decks, cut, seed, word",
    [
        (0, 14, 1, "decks"),
        (101, 14, 1, "decks"),
        (8, 14, -1, "seed"),
        (8, 14, 2**64, "seed"),
        (8, 400, 1, "cut card"),
        (8, 10, 1, "cut card"),
        (1, 36, 1, "cut card"),
    ],
)
def test_shoes_that_cannot_be_dealt_are_refused(decks: int, cut: int, seed: int, word: str) -> None:
    """Decks, seed and cut card out of range are refused, the number and the range named."""
    with pytest.raises(SimulationError, match=f"^{word}: -?[0-9]+ .*; (give|leave) "):
        Shoes(decks, ShoeRules(cut), seed)


@pytest.mark.parametrize("shoes", [0, -1, 2**48 + 1])
def test_a_number_of_shoes_out_of_range_is_refused(shoes: int) -> None:
    """At least one shoe, and not so many that streams would meet."""
    with pytest.raises(SimulationError, match=f"^shoes: {shoes} "):
        check_shoes(shoes)
