"""A shoe of real cards before its first round and after its last (rules.md 4.1)."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import DECK, Rank
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealing import SOURCES
from puntobanco.table.refusals import Code
from tests.table.felts import RealFelt, game, shuffled

STEPS = ("opened", "verified", "spread", "washed", "stacked", "shuffled")
PAPERS = cm.StartShoe(lot="L1", receipt="R1")
BOX = cm.StartShoe(lot="L1", prepared=False)
REAL = ("scanned", "typed")


def prepared(felt: RealFelt, *steps: str) -> None:
    """Bring decks from a box and do some steps, each by another person than the one before."""
    felt.done(BOX)
    for number, step in enumerate(steps):
        felt.done(cm.StepShoe(by=f"person {number % 2}", step=step))


@pytest.mark.parametrize("cards", [*REAL, "results"])
def test_steps_come_in_their_order(cards: str) -> None:
    """Decks from a box are opened, verified, spread, washed, stacked and shuffled, each once."""
    felt = RealFelt.opened(cards=cards)
    felt.done(BOX)
    for number, step in enumerate(STEPS):
        for other in STEPS:
            if other != step:
                wrong = cm.StepShoe(by=f"p{number}", step=other)
                assert felt.refused(wrong) is Code.SHOE_NOT_READY
        assert felt.refused(cm.CutShoe(depth=100)) is Code.SHOE_NOT_READY
        felt.done(cm.StepShoe(by=f"p{number}", step=step))
    assert felt.refused(cm.StepShoe(by="p9", step="shuffled")) is Code.NOT_IN_THIS_STATE
    felt.done(cm.CutShoe(depth=100))
    assert felt.refused(cm.StepShoe(by="p9", step="opened")) is Code.NOT_IN_THIS_STATE
    felt.check()


def test_another_person_verifies() -> None:
    """Who opened the decks does not verify them."""
    felt = RealFelt.opened()
    prepared(felt, "opened")
    verify = cm.StepShoe(by="person 0", step="verified")
    assert felt.refused(verify) is Code.NEEDS_SECOND_PERSON
    felt.done(cm.StepShoe(by="person 1", step="verified"))
    felt.done(cm.StepShoe(by="person 0", step="spread"))


@pytest.mark.parametrize(
    "command, code",
    [
        (cm.StartShoe(), Code.SHOE_NOT_READY),
        (cm.StartShoe(receipt="R1"), Code.SHOE_NOT_READY),
        (cm.StartShoe(lot="L1"), Code.SHOE_NOT_READY),
        (cm.StartShoe(prepared=False), Code.SHOE_NOT_READY),
        (cm.StartShoe(commitment="c", lot="L1", receipt="R1"), Code.OTHER_KIND_OF_SHOE),
        (cm.StartShoe(lot="L1", receipt="R1", cut_card=416), Code.BAD_CUT),
        (cm.StartShoe(lot="L1", receipt="R1", cut_card=-1), Code.BAD_CUT),
    ],
)
def test_real_cards_have_papers(command: cm.StartShoe, code: Code) -> None:
    """Cards come with their lot, shuffled ones with a receipt too, never with a commitment (P2)."""
    assert RealFelt.opened().refused(command) is code


@pytest.mark.parametrize(
    "command", [PAPERS, BOX, cm.StartShoe(commitment="c", prepared=False)], ids=range(3)
)
def test_software_needs_no_papers(command: cm.StartShoe) -> None:
    """A shoe that the software shuffles has no lot, no receipt and no preparation."""
    assert RealFelt.opened(cards="software").refused(command) is Code.OTHER_KIND_OF_SHOE


def test_software_is_neither_prepared_nor_cut() -> None:
    """What is done with real cards is refused at a table that the software deals for."""
    felt = RealFelt.ready(cards="software")
    for command in (
        cm.StepShoe(by="dan", step="opened"),
        cm.OfferCut(place=1),
        cm.CutShoe(depth=100),
    ):
        assert felt.refused(command) is Code.OTHER_KIND_OF_SHOE


def test_shuffled_cards_skip_to_the_cut() -> None:
    """Cards that come shuffled with their receipt are cut at once, and no round starts before."""
    felt = RealFelt.opened()
    felt.done(PAPERS)
    assert felt.refused(cm.OpenBetting()) is Code.SHOE_NOT_READY
    assert felt.refused(cm.Burn(card="3H")) is Code.SHOE_NOT_READY
    felt.done(cm.CutShoe(depth=100))
    felt.done(cm.OpenBetting())


@pytest.mark.parametrize("depth, fits", [(9, False), (10, True), (406, True), (407, False)])
def test_cut_is_ten_cards_from_either_end(depth: int, *, fits: bool) -> None:
    """A cut leaves ten cards on both sides (N.J.A.C. 13:69F-2.5)."""
    felt = RealFelt.opened()
    felt.done(PAPERS)
    if fits:
        felt.done(cm.CutShoe(depth=depth))
    else:
        assert felt.refused(cm.CutShoe(depth=depth)) is Code.BAD_CUT


def test_a_patron_cuts_who_was_asked() -> None:
    """The cut is offered to a patron; he cuts, or the dealer does, and nobody else."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    felt.sit("bea", 2)
    felt.done(PAPERS)
    assert felt.refused(cm.CutShoe(depth=100, patron="ann")) is Code.NOT_ALLOWED
    assert felt.refused(cm.OfferCut(place=3)) is Code.NOT_SEATED
    assert felt.done(cm.OfferCut(place=1)) == (ev.CutOffered(place=1, patron="ann"),)
    assert felt.refused(cm.CutShoe(depth=100, patron="bea")) is Code.NOT_ALLOWED
    cut = felt.done(cm.CutShoe(depth=100, patron="ann"))
    assert cut == (ev.ShoeCut(shoe=1, depth=100, patron="ann"),)
    assert felt.refused(cm.CutShoe(depth=100, patron="ann")) is Code.SHOE_NOT_READY
    felt.check()


def test_the_dealer_cuts_where_the_patron_will_not() -> None:
    """An offer of the cut that is not taken up does not hold the shoe."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    felt.done(PAPERS)
    felt.done(cm.OfferCut(place=1))
    cut = felt.done(cm.CutShoe(depth=100))
    assert cut == (ev.ShoeCut(shoe=1, depth=100, patron=None),)


@pytest.mark.parametrize("rank", Rank)
def test_burn_is_what_the_first_card_counts(rank: Rank) -> None:
    """As many cards are burned as the first one counts, ten for ten and court cards."""
    felt = RealFelt.ready(game(burn="first-card"))
    card = next(card for card in DECK if card.rank is rank)
    assert felt.refused(cm.OpenBetting()) is Code.SHOE_NOT_READY
    more = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank.symbol) or int(rank.symbol)
    burn = felt.done(cm.Burn(card=card.code))
    assert burn == (ev.CardsBurned(shoe=1, card=card.code, unseen=more),)
    assert felt.refused(cm.Burn(card=card.code)) is Code.NOT_THE_NEXT_CARD
    shoe = felt.state.require_shoe
    assert (shoe.out, shoe.unseen, shoe.seen) == (1 + more, more, {card.code: 1})
    assert shoe.rest == 416 - 1 - more
    felt.done(cm.OpenBetting())


def test_a_burned_card_is_a_card() -> None:
    """What is turned at the burn must be readable."""
    assert RealFelt.ready(game(burn="first-card")).refused(cm.Burn(card="1X")) is Code.MALFORMED


def over(cards: str = "typed") -> RealFelt:
    """A table whose shoe of three decks is over."""
    felt = RealFelt.ready(cards=cards, decks=3)
    felt.play_out(shuffled(3, 1))
    return felt


def test_a_shoe_ends_by_its_cut_card() -> None:
    """The dealer does not put a shoe away while rounds are left, nor within a round."""
    felt = RealFelt.ready()
    assert felt.refused(cm.EndShoe()) is Code.SHOE_NOT_OVER
    felt.done(cm.OpenBetting())
    assert felt.refused(cm.EndShoe()) is Code.ROUND_IN_PLAY
    felt = over()
    assert felt.refused(cm.OpenBetting()) is Code.SHOE_OVER
    assert felt.done(cm.EndShoe()) == (ev.ShoeEnded(shoe=1),)


def test_results_alone_end_when_the_dealer_says() -> None:
    """Nobody knows how many cards are out: the dealer ends the shoe between two rounds."""
    felt = RealFelt.ready(cards="results")
    felt.done(cm.EndShoe())
    assert felt.refused(cm.CountShoe(by="dan", rest=400)) is Code.NO_SHOE
    felt.new_shoe()
    felt.done(cm.OpenBetting())
    assert felt.refused(cm.EndShoe()) is Code.ROUND_IN_PLAY


def test_a_shoe_is_counted_before_the_next() -> None:
    """What did not leave the shoe is counted; when it comes out, the next shoe may start (P1)."""
    felt = over()
    assert felt.refused(cm.CountShoe(by="dan", rest=10)) is Code.SHOE_IN_PLAY
    rest = 156 - sum(isinstance(event, ev.CardDealt) for event in felt.log)
    felt.done(cm.EndShoe())
    assert felt.refused(PAPERS) is Code.SHOE_NOT_COUNTED
    assert felt.refused(cm.ClearShoe(by="sue")) is Code.NOT_IN_THIS_STATE
    assert felt.refused(cm.CountShoe(by="dan", rest=-1)) is Code.MALFORMED
    counted = felt.done(cm.CountShoe(by="dan", rest=rest))
    assert counted == (ev.ShoeCounted(shoe=1, rest=rest, expected=rest, by="dan"),)
    assert felt.refused(cm.CountShoe(by="dan", rest=rest)) is Code.NO_SHOE
    felt.done(PAPERS)
    felt.check()


def test_a_count_that_does_not_come_out_stops_the_table() -> None:
    """No shoe starts, and no second count helps, until a supervisor has looked into it (P1)."""
    felt = over()
    felt.done(cm.EndShoe())
    felt.done(cm.CountShoe(by="dan", rest=1))
    for again in (PAPERS, cm.CountShoe(by="dan", rest=felt.state.uncounted or 0)):
        assert felt.refused(again) is Code.SHOE_NOT_COUNTED
    assert felt.refused(cm.ClearShoe(by="dan")) is Code.NEEDS_SECOND_PERSON
    felt.done(cm.ClearShoe(by="sue"))
    felt.done(PAPERS)
    felt.check()


def test_a_shoe_that_goes_when_the_table_closes_is_counted_too() -> None:
    """A table that opens again owes the count of the shoe that it closed with."""
    felt = RealFelt.ready()
    felt.done(cm.CloseTable())
    felt.done(felt.opening)
    assert felt.refused(PAPERS) is Code.SHOE_NOT_COUNTED
    felt.done(cm.CountShoe(by="dan", rest=416))
    felt.done(PAPERS)


def test_software_counts_nothing() -> None:
    """What the software shuffled is proved, not counted."""
    felt = over("software")
    felt.done(cm.EndShoe())
    assert felt.refused(cm.CountShoe(by="dan", rest=14)) is Code.NO_SHOE
    felt.done(cm.StartShoe(commitment="d"))


def test_without_a_shoe_nothing_is_done_to_one() -> None:
    """Each step of the procedure needs a shoe on the table."""
    felt = RealFelt.opened()
    for command in (
        cm.StepShoe(by="dan", step="opened"),
        cm.OfferCut(place=1),
        cm.CutShoe(depth=100),
        cm.Burn(card="3H"),
        cm.EndShoe(),
    ):
        assert felt.refused(command) is Code.NO_SHOE
    felt.done(PAPERS)
    assert felt.refused(PAPERS) is Code.SHOE_IN_PLAY


@given(decks=st.integers(3, 8), seed=st.integers(0, 1_000))
@settings(max_examples=10, deadline=None)
def test_no_card_of_a_shoe_is_lost(decks: int, seed: int) -> None:
    """Burned, seen and left are all cards, after each event of a whole shoe."""
    cards = shuffled(decks, seed)
    felt = RealFelt.ready(game(burn="first-card"), decks=decks)
    felt.done(cm.Burn(card=cards[0].code))
    while not felt.state.require_shoe.is_over:
        felt.play_round(cards)
        shoe = felt.state.require_shoe
        assert sum(shoe.seen.values()) + shoe.unseen + shoe.rest == 52 * decks
        assert shoe.rest == 52 * decks - shoe.out
        assert shoe.composition.total == shoe.rest + shoe.unseen
        assert min(shoe.composition.counts) >= 0
    assert 52 * decks - felt.state.require_shoe.out <= 14
    felt.check()


def test_the_page_has_the_steps_and_the_sources() -> None:
    """docs/rules/shoe.md has the steps in their order, and how cards come to each table."""
    page = Path(__file__).parents[2] / "docs/rules/shoe.md"
    cells = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    tables = {first: rest[-1] for first, *rest in cells if first in SOURCES}
    assert {name: tuple(words.split()) for name, words in tables.items()} == SOURCES
    assert tuple(first for first, *_ in cells if first not in SOURCES and first != "cards") == STEPS
