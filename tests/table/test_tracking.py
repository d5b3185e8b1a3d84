"""A shoe that is tracked without wagers: hands entered whole, corrected, and a shoe taken back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cards import DECK
from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.marks import HAND_MARKS, mark_fault
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.entering import hand_of, totals_of
from puntobanco.table.evolve import replay
from puntobanco.table.refusals import Code
from puntobanco.table.state import Entered
from tests.table.felts import RealFelt, game

FOUR = ("9C", "2C", "KD", "4D")  # Player 9, Banker 6
FIVE = ("2", "3", "T", "4", "K")  # by ranks: Player 2 draws a king, Banker 7 stands


def tracking(*winners: str, decks: int = 8, clock: int = 0, base: str = "deq-ez") -> RealFelt:
    """A table of results with some hands in its first shoe."""
    felt = RealFelt.opened(game(base), cards="results", decks=decks, clock=clock)
    felt.done(cm.NewShoe(by="dan", shoe=1))
    for winner in winners:
        enter(felt, winner=winner)
    return felt


def enter(felt: RealFelt, **said: object) -> tuple[ev.AnyEvent, ...]:
    """Enter the next hand."""
    hand = len(felt.state.require_shoe.coups) + 1
    return felt.done(cm.EnterHand(by="dan", hand=hand, **said))  # type: ignore[arg-type]


def names(events: tuple[ev.AnyEvent, ...]) -> list[str]:
    """What happened, by name."""
    return [type(event).__name__ for event in events]


def winners(felt: RealFelt) -> str:
    """The shoe so far, as letters."""
    return "".join(result.winner.letter for result in felt.state.require_shoe.coups)


@pytest.mark.parametrize("cards", ["software", "scanned", "typed"])
def test_hands_with_wagers_are_not_tracked(cards: str) -> None:
    """Where wagers may lie no hand is entered whole, changed, put in or taken out."""
    felt = RealFelt.ready(cards=cards)
    for command in (
        cm.EnterHand(by="dan", hand=1, winner="tie"),
        cm.UndoHand(by="dan", hand=1),
        cm.ChangeHand(by="dan", hand=1, hands=0, winner="tie"),
        cm.InsertHand(by="dan", hand=1, hands=0, winner="tie"),
        cm.DeleteHand(by="dan", hand=1, hands=0),
        cm.NewShoe(by="dan", shoe=2),
        cm.TakeShoeBack(by="dan"),
        cm.MarkCutCard(by="dan"),
        cm.LimitHands(by="dan", hands=60),
    ):
        assert felt.refused(command) is Code.OTHER_KIND_OF_SHOE


def test_a_hand_that_was_never_opened() -> None:
    """The clock does not hold the dealer up: a hand opens, closes and ends with its result."""
    felt = tracking()
    events = enter(felt, winner="banker", marks=("d7",))
    assert names(events) == ["BettingOpened", "BettingClosed", "ResultEntered", "RoundSettled"]
    assert felt.state.require_shoe.coups == (Entered(Winner.BANKER, ("d7",)),)
    assert felt.state.round is None


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_result_closes_the_betting(*, is_paused: bool) -> None:
    """A result that comes while betting is open, or paused, closes it, and the log says so."""
    felt = tracking(clock=20_000)
    felt.done(cm.OpenBetting())
    if is_paused:
        felt.done(cm.PauseBetting())
    assert names(enter(felt, winner="tie")) == ["BettingClosed", "ResultEntered", "RoundSettled"]
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    assert names(enter(felt, winner="player")) == ["ResultEntered", "RoundSettled"]
    assert winners(felt) == "TP"


def test_a_hand_without_bets() -> None:
    """A free hand counts in the shoe and is one in the log; open betting is called off for it."""
    felt = tracking(clock=20_000)
    free = enter(felt, winner="tie", is_free=True)
    assert names(free) == ["FreeHandOpened", "ResultEntered", "RoundSettled"]
    felt.done(cm.OpenBetting())
    free = enter(felt, winner="player", is_free=True)
    assert names(free) == ["RoundVoided", "FreeHandOpened", "ResultEntered", "RoundSettled"]
    assert winners(felt) == "TP"


def test_cards_make_the_result() -> None:
    """Cards in the order dealt give winner, naturals, pairs and calls; whole ones are a coup."""
    felt = tracking()
    enter(felt, cards=FOUR)
    enter(felt, cards=("2", "3", "10", "4", "K"))
    coup, entered = felt.state.require_shoe.coups
    assert isinstance(coup, Coup)
    assert hand_of(felt.state, coup) == ev.Hand("player", ("n9",), FOUR)
    assert entered == Entered(Winner.BANKER, (), FIVE)
    assert (totals_of(coup), totals_of(entered)) == ((9, 6), (2, 7))
    enter(felt, cards=("7H", "A", "7D", "3", "2", "3S"))
    assert hand_of(felt.state, felt.state.require_shoe.coups[2]).marks == ("pp", "d7")
    assert felt.state.require_shoe.seen["T"] == 1


@pytest.mark.parametrize(
    "cards, code, params",
    [
        (("9C",), Code.NOT_THE_NEXT_CARD, {"hand": "banker", "cards": 1}),
        (FIVE[:4], Code.NOT_THE_NEXT_CARD, {"hand": "player", "cards": 4}),
        ((*FOUR, "2H"), Code.NOT_THE_NEXT_CARD, {"card": "2H", "hand": None}),
        (("9C", "joker"), Code.MALFORMED, {"card": "joker"}),
        (("9C", ""), Code.MALFORMED, {"card": ""}),
        (("9C", "1"), Code.MALFORMED, {"card": "1"}),
    ],
)
def test_impossible_cards(cards: tuple[str, ...], code: Code, params: dict[str, object]) -> None:
    """A third card that nobody draws, one that is missing, and what is no card are refused."""
    felt = tracking()
    refusal = felt.answer(cm.EnterHand(by="dan", hand=1, cards=cards))
    assert refusal
    assert (refusal.code, refusal.params) == (code, params)
    assert winners(felt) == ""


def test_no_more_cards_than_the_shoe_has() -> None:
    """A card or a rank that is out as often as it was there is refused, and comes back undone."""
    felt = tracking(decks=1)
    enter(felt, cards=FOUR)
    again = cm.EnterHand(by="dan", hand=2, cards=("9", "2C", "K", "4"))
    assert felt.refused(again) is Code.NO_SUCH_CARD_LEFT
    enter(felt, cards=("9", "9", "9", "K"))
    assert felt.refused(cm.EnterHand(by="dan", hand=3, cards=("9", "2", "K", "4"))) is (
        Code.NO_SUCH_CARD_LEFT
    )
    felt.done(cm.UndoHand(by="dan", hand=2))
    enter(felt, cards=("9", "2", "K", "4"))
    change = cm.ChangeHand(by="dan", hand=1, hands=2, cards=("9C", "2C", "KD", "5D"))
    felt.done(change)
    assert felt.state.require_shoe.seen["4"] == 1
    assert "4D" not in felt.state.require_shoe.seen


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"winner": "house"},
        {"winner": "player", "marks": ("d7",)},
        {"winner": "banker", "marks": ("d7", "n9")},
        {"winner": "player", "marks": ("n8", "n9")},
        {"winner": "player", "marks": ("n9", "pp")},
        {"winner": "player", "marks": ("pp", "pp")},
        {"winner": "banker", "marks": ("p8",)},
        {"winner": "player", "cards": FOUR},
        {"marks": ("n9",), "cards": FOUR},
    ],
)
def test_impossible_results(said: dict[str, object]) -> None:
    """A result that no hand has is refused, and so is one that is said twice over."""
    felt = tracking()
    assert felt.refused(cm.EnterHand(by="dan", hand=1, **said)) is Code.MALFORMED  # type: ignore[arg-type]


@given(st.permutations(HAND_MARKS), st.sampled_from(Winner), st.integers(0, 4))
def test_only_marks_that_come_together(marks: list[str], winner: Winner, many: int) -> None:
    """What is entered is what the notation can write, in any order of its marks."""
    felt = tracking(base="ca-ez-panda8")
    chosen = tuple(marks[:many])
    tokens = felt.state.game.tokens
    fits = not any(mark_fault(winner, m, chosen[:n], tokens) for n, m in enumerate(chosen))
    refusal = felt.answer(cm.EnterHand(by="dan", hand=1, winner=winner.value, marks=chosen))
    assert (refusal is None) is fits


def test_one_hand_is_not_entered_twice() -> None:
    """Who has not seen that a hand was entered meanwhile is refused."""
    felt = tracking("player")
    assert felt.refused(cm.EnterHand(by="sue", hand=1, winner="tie")) is Code.WRONG_HAND
    assert felt.refused(cm.EnterHand(by="sue", hand=3, winner="tie")) is Code.WRONG_HAND
    for command in (
        cm.ChangeHand(by="sue", hand=1, hands=0, winner="tie"),
        cm.InsertHand(by="sue", hand=1, hands=2, winner="tie"),
        cm.DeleteHand(by="sue", hand=1, hands=2),
        cm.DeleteHand(by="sue", hand=0, hands=1),
        cm.DeleteHand(by="sue", hand=2, hands=1),
        cm.ChangeHand(by="sue", hand=2, hands=1, winner="tie"),
        cm.UndoHand(by="sue", hand=2),
        cm.UndoHand(by="sue", hand=0),
    ):
        assert felt.refused(command) is Code.WRONG_HAND


def test_any_hand_is_corrected() -> None:
    """A hand is changed, put in or taken out; the log keeps what stood, and who did it."""
    felt = tracking("player", "banker", "tie")
    change = cm.ChangeHand(by="dan", hand=1, hands=3, winner="banker", marks=("n8",))
    (changed,) = felt.done(change)
    assert changed == ev.HandChanged(
        shoe=1, hand=1, was=ev.Hand("player"), now=ev.Hand("banker", ("n8",)), by="dan"
    )
    felt.done(cm.InsertHand(by="dan", hand=2, hands=3, winner="player", is_free=True))
    assert winners(felt) == "BPBT"
    (deleted,) = felt.done(cm.DeleteHand(by="sue", hand=3, hands=4))
    assert deleted == ev.HandDeleted(
        shoe=1, hand=3, was=ev.Hand("banker"), reason="deleted", by="sue"
    )
    assert winners(felt) == "BPT"
    same = cm.ChangeHand(by="dan", hand=1, hands=3, winner="banker", marks=("n8",))
    assert felt.refused(same) is Code.NOTHING_TO_CORRECT
    assert replay(felt.log) == felt.state


def test_a_correction_while_betting_is_open() -> None:
    """The hand that is bet on gets the number after the last; a settled round keeps its hand."""
    felt = tracking("player", "banker", clock=20_000)
    felt.done(cm.OpenBetting())
    felt.done(cm.InsertHand(by="dan", hand=1, hands=2, winner="tie"))
    assert felt.state.round
    assert felt.state.round.hand == 4
    assert [(s.number, s.hand) for s in felt.state.settled] == [(1, 2), (2, 3)]
    felt.done(cm.DeleteHand(by="dan", hand=2, hands=3))
    assert [(s.number, s.hand) for s in felt.state.settled] == [(2, 2)]
    felt.done(cm.ChangeHand(by="dan", hand=2, hands=2, winner="tie"))
    assert felt.state.settled[0].result == Entered(Winner.TIE)
    assert felt.state.round.number == 3
    enter(felt, winner="player")
    assert winners(felt) == "TTP"


def test_the_newest_hand_is_undone() -> None:
    """Undo takes the newest hand back, again and again, and nothing gets stuck."""
    felt = tracking("player", "banker")
    assert felt.refused(cm.UndoHand(by="dan", hand=1)) is Code.WRONG_HAND
    felt.done(cm.UndoHand(by="dan", hand=2))
    felt.done(cm.UndoHand(by="dan", hand=1))
    assert felt.refused(cm.UndoHand(by="dan", hand=1)) is Code.WRONG_HAND
    enter(felt, winner="tie")
    assert winners(felt) == "T"


def test_the_burn_card_of_a_new_shoe() -> None:
    """Until the first hand the burn card may be told, once; no shoe waits for it."""
    felt = tracking()
    (burned,) = felt.done(cm.Burn(card="KH"))
    assert burned == ev.CardsBurned(shoe=1, card="KH", unseen=10)
    shoe = felt.state.require_shoe
    assert (shoe.seen, shoe.out, shoe.unseen) == ({"KH": 1}, 11, 10)
    assert felt.refused(cm.Burn(card="5C")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.NewShoe(by="dan", shoe=2))
    felt.done(cm.OpenBetting())
    assert felt.refused(cm.Burn(card="5C")) is Code.NOT_THE_NEXT_CARD
    enter(felt, winner="tie")
    assert felt.refused(cm.Burn(card="5C")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.UndoHand(by="dan", hand=1))
    felt.done(cm.Burn(card="5C"))
    assert replay(felt.log) == felt.state


def test_a_new_shoe_and_back() -> None:
    """The shoe before comes back with its hands, as long as the new one has none."""
    felt = tracking("player", "banker", clock=20_000)
    assert felt.refused(cm.TakeShoeBack(by="dan")) is Code.NOTHING_TO_TAKE_BACK
    enter(felt, cards=FOUR)
    stood = felt.state.shoe
    felt.done(cm.OpenBetting())
    events = felt.done(cm.NewShoe(by="dan", shoe=2, burn="5H"))
    assert names(events) == ["RoundVoided", "ShoeEnded", "ShoeStarted", "CardsBurned"]
    assert felt.state.require_shoe.seen == {"5H": 1}
    assert len(felt.state.last_coups) == 3
    felt.done(cm.OpenBetting())
    felt.done(cm.TakeShoeBack(by="dan"))
    assert (felt.state.shoe, felt.state.shoe_number) == (stood, 1)
    assert not felt.state.last_coups
    assert felt.refused(cm.NewShoe(by="dan", shoe=3)) is Code.SHOE_IN_PLAY
    felt.done(cm.NewShoe(by="dan", shoe=2))
    enter(felt, winner="tie")
    assert felt.refused(cm.TakeShoeBack(by="dan")) is Code.NOTHING_TO_TAKE_BACK
    felt.done(cm.UndoHand(by="dan", hand=1))
    felt.done(cm.TakeShoeBack(by="dan"))
    assert winners(felt) == "PBP"
    assert replay(felt.log) == felt.state


def test_a_shoe_comes_back_as_it_was_corrected() -> None:
    """What a supervisor corrected in the shoe before is so when it comes back."""
    felt = tracking("player", "banker")
    felt.done(cm.NewShoe(by="dan", shoe=2))
    felt.approve(felt.propose(ev.CorrectRound(round=1, winner="tie")))
    felt.done(cm.TakeShoeBack(by="dan"))
    assert winners(felt) == "TB"


def test_a_shoe_that_waited_for_its_cut_comes_back_so() -> None:
    """A shoe put away before it was cut comes back uncut, whatever was done to the next one."""
    felt = tracking("player")
    felt.done(cm.EndShoe())
    with_papers = cm.StartShoe(lot="L1", receipt="R1", prepared=True)
    felt.done(with_papers)
    felt.done(cm.EndShoe())
    felt.done(with_papers)
    felt.done(cm.CutShoe(depth=60))
    felt.done(cm.TakeShoeBack(by="sue"))
    assert felt.state.shoe_number == 2
    assert felt.refused(cm.OpenBetting()) is Code.SHOE_NOT_READY
    felt.done(cm.CutShoe(depth=146))
    felt.check()


def test_no_shoe_comes_back_from_quarantine_or_another_session() -> None:
    """A shoe that was taken out of play, or was there before the table closed, stays away."""
    felt = tracking("player")
    felt.report("bad-card")
    assert felt.refused(cm.TakeShoeBack(by="dan")) is Code.NOTHING_TO_TAKE_BACK
    felt.done(cm.NewShoe(by="dan", shoe=2))
    felt.done(cm.CloseTable())
    felt.done(felt.opening)
    assert felt.refused(cm.TakeShoeBack(by="dan")) is Code.NOTHING_TO_TAKE_BACK


def test_what_a_shoe_needs() -> None:
    """Without a shoe nothing is entered; a burn card must be one; a shoe is not started twice."""
    felt = RealFelt.opened(cards="results")
    assert felt.refused(cm.EnterHand(by="dan", hand=1, winner="tie")) is Code.NO_SHOE
    assert felt.refused(cm.NewShoe(by="dan", shoe=1, burn="joker")) is Code.MALFORMED
    felt.done(cm.NewShoe(by="dan", shoe=1))
    assert felt.refused(cm.NewShoe(by="dan", shoe=1)) is Code.SHOE_IN_PLAY


def test_the_cut_card() -> None:
    """From its mark on the hands that are left count down, undone ones up; none is refused."""
    felt = tracking("player")
    felt.done(cm.MarkCutCard(by="dan"))
    left = [felt.state.require_shoe.rounds_left]
    for _ in range(3):
        enter(felt, winner="tie")
        left.append(felt.state.require_shoe.rounds_left)
    assert left == [2, 1, 0, 0]
    assert felt.refused(cm.MarkCutCard(by="dan")) is Code.NOT_IN_THIS_STATE
    felt.done(cm.UndoHand(by="dan", hand=4))
    assert felt.state.require_shoe.rounds_left == 1


def test_a_tournament() -> None:
    """A shoe of so many hands takes no further one, neither entered nor put in."""
    felt = tracking()
    felt.done(cm.LimitHands(by="dan", hands=2))
    enter(felt, winner="tie")
    enter(felt, winner="tie")
    assert felt.refused(cm.EnterHand(by="dan", hand=3, winner="tie")) is Code.SHOE_OVER
    insert = cm.InsertHand(by="dan", hand=1, hands=2, winner="tie")
    assert felt.refused(insert) is Code.SHOE_OVER
    felt.done(cm.LimitHands(by="dan", hands=None))
    enter(felt, winner="tie")
    for hands in (0, 1000, -1):
        assert felt.refused(cm.LimitHands(by="dan", hands=hands)) is Code.MALFORMED


def test_a_board_is_frozen() -> None:
    """While a result is looked into no hand and no shoe comes; corrections do."""
    felt = tracking("player")
    felt.done(cm.SuspendTable(by="dan", reason="disputed"))
    assert felt.refused(cm.EnterHand(by="dan", hand=2, winner="tie")) is Code.TABLE_SUSPENDED
    assert felt.refused(cm.NewShoe(by="dan", shoe=2)) is Code.TABLE_SUSPENDED
    felt.done(cm.ChangeHand(by="sue", hand=1, hands=1, winner="tie"))
    felt.done(cm.ResumeTable(by="sue"))
    assert winners(felt) == "T"


def test_a_round_in_play_is_finished_and_no_other_begun() -> None:
    """Suspended in a round, its result may come; a hand without bets in its stead may not."""
    felt = tracking("player")
    felt.done(cm.OpenBetting())
    felt.done(cm.SuspendTable(by="dan", reason="disputed"))
    free = cm.EnterHand(by="dan", hand=2, winner="tie", is_free=True)
    assert felt.refused(free) is Code.TABLE_SUSPENDED
    enter(felt, winner="tie")
    assert winners(felt) == "PT"


LETTERS = {winner.letter: winner.value for winner in Winner}
ACTS = st.lists(
    st.tuples(st.sampled_from("eeeeicdun"), st.integers(1, 9), st.sampled_from("BPT")),
    max_size=30,
)


@given(ACTS)
def test_corrections_are_those_of_a_list(acts: list[tuple[str, int, str]]) -> None:
    """Whatever is entered, put in, changed, taken out and undone: the shoe is a plain list."""
    felt, plain = tracking(), ""
    for act, hand, letter in acts:
        hands, winner = len(plain), LETTERS[letter]
        is_there = 1 <= hand <= hands
        match act:
            case "e":
                done = felt.answer(cm.EnterHand(by="d", hand=hands + 1, winner=winner))
                plain += letter
            case "i":
                done = felt.answer(cm.InsertHand(by="d", hand=hand, hands=hands, winner=winner))
                plain = plain[: hand - 1] + letter + plain[hand - 1 :] if is_there else plain
            case "c":
                done = felt.answer(cm.ChangeHand(by="d", hand=hand, hands=hands, winner=winner))
                is_there = is_there and plain[hand - 1] != letter
                plain = plain[: hand - 1] + letter + plain[hand:] if is_there else plain
            case "d":
                done = felt.answer(cm.DeleteHand(by="d", hand=hand, hands=hands))
                plain = plain[: hand - 1] + plain[hand:] if is_there else plain
            case "u":
                done = felt.answer(cm.UndoHand(by="d", hand=hands))
                plain = plain[:-1]
                is_there = hands > 0
            case _:
                number = felt.state.shoe_number
                felt.done(cm.NewShoe(by="d", shoe=number + 1))
                done = felt.answer(cm.TakeShoeBack(by="d"))
        assert (done is None) is (is_there or act in "en")
        assert winners(felt) == plain
    rounds = [settled.number for settled in felt.state.settled]
    assert all(one < other for one, other in pairwise(rounds))
    assert replay(felt.log) == felt.state
    assert felt.balances == {}


def test_every_deck_card_is_read() -> None:
    """Each of the 52 cards, and each rank alone, can be the first card of a hand."""
    felt = tracking()
    for card in DECK:
        for code in (card.code, card.rank.symbol):
            refusal = felt.answer(cm.EnterHand(by="dan", hand=1, cards=(code,)))
            assert refusal
            assert refusal.code is Code.NOT_THE_NEXT_CARD
