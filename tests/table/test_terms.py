"""What a table goes by is changed by two people, and holds from where it may (trust.md D3, 4.3)."""

from typing import Any

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.rules.rotation import PRESETS
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.refusals import Code
from puntobanco.table.terms import spoken_of, waits_for
from tests.table.felts import MOST, UNIT, RealFelt, game, posted

PLAYER = "9C 2C KD 4D"
SEVEN = "2C 9C KD 3C KC 5D"  # Banker wins with a three-card seven


def form(rules: Any) -> str:
    """Rules as an event holds them."""
    return canonical(rules.source_form).decode()


def all_limits(sheet: Sheet) -> tuple[ev.Limit, ...]:
    """Limits for every bet of a sheet."""
    return tuple(ev.Limit(bet.id, UNIT, MOST) for bet in sheet.bets)


def other(**terms: object) -> ev.ChangeTerms:
    """A change of some terms."""
    return ev.ChangeTerms(ev.Terms(**terms))  # type: ignore[arg-type]


def another_game(sheet: Sheet, **terms: object) -> ev.ChangeTerms:
    """A change to a game, with its limits."""
    return other(sheet=form(sheet), limits=all_limits(sheet), **terms)


def agree(felt: RealFelt, matter: ev.AnyMatter) -> int:
    """Let two people agree to a change, and give its number."""
    number = felt.propose(matter)
    felt.approve(number)
    return number


def waits(felt: RealFelt, number: int) -> str:
    """What a change that was agreed to waits for."""
    return waits_for(felt.state, felt.state.agreed[number].matter)


def betting(*, clock: int = 0) -> RealFelt:
    """A round is in play at a table of typed cards, Ann's wager on its felt."""
    felt = RealFelt.ready(clock=clock)
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    return felt


def in_last_hand() -> RealFelt:
    """The same in the last hand of a shoe, with a wager on the bonus of this game."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(lot="L1", receipt="R1", cut_card=412))
    felt.done(cm.CutShoe(depth=26))
    felt.play(PLAYER)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    felt.bet("ann", "dragon-7", 500)
    return felt


def put_away(felt: RealFelt) -> None:
    """The hand is dealt and settled, and the shoe is put away."""
    felt.deal(PLAYER)
    felt.done(cm.Settle())
    felt.done(cm.EndShoe())


def count(felt: RealFelt) -> None:
    """The cards of the shoe before are counted, and are all there."""
    felt.done(cm.CountShoe(by="dan", rest=felt.state.uncounted or 0))


def covered() -> RealFelt:
    """Ann has the position at a player-dealer's table, Bob sits there too."""
    felt = RealFelt.ready(game("ca-ez-panda8"))
    felt.sit("ann", 1)
    felt.sit("bob", 2)
    felt.bank("ann", 10_000)
    return felt


def hand(felt: RealFelt) -> None:
    """A hand is played, and whatever follows from its end."""
    felt.done(cm.OpenBetting())
    felt.deal(PLAYER)
    felt.done(cm.Settle())


CHANGES: dict[str, tuple[str, object]] = {
    "clock": ("clock", 9_000),
    "no clock": ("clock", None),
    "pace": ("paced", "dealer"),
    "back line": ("back_line", 0),
    "breaks": ("break_ms", 60_000),
    "time for an answer": ("offer_ms", 9_000),
    "aggregate": ("aggregate", 90_000),
    "differential": ("differential", 80_000),
    "most cover": ("cover_max", 70_000),
    "languages": ("languages", ("vi", "zh-Hant")),
    "schedule": ("schedule", posted(game(), "template-fictional")),
    "profile": ("sheet", form(game(profile="burn"))),
    "second place": ("sheet", form(game(more="second_place = true"))),
    "limits": ("limits", tuple(ev.Limit(bet.id, 500, 900) for bet in game().bets)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_terms_change_between_rounds(change: str) -> None:
    """D3: what two people agreed to in a round holds from the next one on, and no earlier."""
    name, value = CHANGES[change]
    felt = betting(clock=5_000)
    stood = getattr(felt.state.game.terms, name)
    number = felt.propose(other(**{name: value}))
    assert felt.approve(number) == ()
    assert waits(felt, number) == "round"
    felt.deal(PLAYER)
    assert getattr(felt.state.game.terms, name) == stood
    _, changed = felt.done(cm.Settle())
    assert isinstance(changed, ev.TermsChanged)
    assert (changed.number, changed.by, changed.approved) == (number, "dan", "sue")
    assert spoken_of(changed.before) == {name: stood}
    assert spoken_of(changed.after) == {name: value}
    assert getattr(felt.state.game.terms, name) == value
    assert not felt.state.agreed
    felt.check()


def test_a_round_carries_the_hash_of_its_terms() -> None:
    """D3: every opening of betting names all terms in force; other terms are another hash."""
    felt = RealFelt.ready()
    for _ in range(2):
        hand(felt)
    agree(felt, other(back_line=5))
    hand(felt)
    first, second, third = (e.rules for e in felt.log if isinstance(e, ev.BettingOpened))
    assert first == second != third == felt.state.game.rules


def test_another_clock_is_the_next_rounds() -> None:
    """The window that is open closes when it was to close; the next one is as long as agreed."""
    felt = betting(clock=20_000)
    agree(felt, other(clock=8_000))
    assert felt.state.require_round.deadline == felt.now + 20_000
    felt.deal(PLAYER)
    felt.done(cm.Settle())
    felt.done(cm.OpenBetting())
    assert felt.state.require_round.deadline == felt.now + 8_000


def test_a_void_makes_room_as_well() -> None:
    """A round that is called off is over: what was agreed to holds from the next one."""
    felt = betting()
    agree(felt, other(back_line=0))
    agree(felt, ev.VoidRound())
    assert felt.state.game.back_line == 0
    felt.check()


def test_another_game_comes_with_the_next_shoe() -> None:
    """A sheet, its limits and its decks wait for the end of the shoe, and for its count."""
    felt, sheet = in_last_hand(), game("punto-banco")
    number = agree(felt, another_game(sheet, decks=6))
    assert waits(felt, number) == "shoe"
    put_away(felt)
    assert waits(felt, number) == "shoe"
    count(felt)
    changed = felt.log[-1]
    assert isinstance(changed, ev.TermsChanged)
    assert (changed.sheet_hash, changed.venue_hash) == (sheet.hash, sheet.venue_hash)
    assert (felt.state.game.sheet, felt.state.sheet_before) == (sheet, game())
    assert not felt.state.last_wagers  # they may be on bets that are gone
    felt.new_shoe()
    assert felt.state.require_shoe.end.cards == 6 * 52
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player-pair", 1_000)
    felt.check()


def test_a_round_of_the_game_before_is_corrected_by_its_own_rules() -> None:
    """What was wagered under a sheet is settled by it, also once another one is in force."""
    felt = in_last_hand()
    put_away(felt)
    count(felt)
    agree(felt, another_game(find("punto-banco")))
    before = felt.state.racks["ann"]
    agree(felt, ev.CorrectRound(round=2, cards=tuple(SEVEN.split())))
    corrected = felt.log[-1]
    assert isinstance(corrected, ev.RoundCorrected)
    assert {line.bet: line.paid for line in corrected.lines} == {"player": 0, "dragon-7": 20_000}
    assert felt.state.racks["ann"] - before == 20_000 + 500 - 2_000
    felt.check()


def test_a_tracked_shoe_is_followed_by_the_game_agreed_to() -> None:
    """Where one command ends a shoe and brings the next, other terms stand between the two."""
    felt = RealFelt.opened(cards="results")
    felt.done(cm.NewShoe(by="dan", shoe=1))
    felt.done(cm.EnterHand(by="dan", hand=1, winner="tie"))
    agree(felt, another_game(find("punto-banco"), decks=6))
    done = felt.done(cm.NewShoe(by="dan", shoe=2))
    assert [type(event) for event in done] == [ev.ShoeEnded, ev.TermsChanged, ev.ShoeStarted]
    assert felt.state.require_shoe.end.cards == 6 * 52
    assert felt.refused(cm.TakeShoeBack(by="dan")) is Code.NOTHING_TO_TAKE_BACK
    felt.check()


def test_a_shoe_is_shuffled_for_the_decks_in_force() -> None:
    """Cards that the software shuffled before the number of decks changed come to no table."""
    felt = RealFelt.opened(cards="software")
    agree(felt, other(decks=6))
    assert felt.refused(cm.StartShoe(commitment="c", decks=8)) is Code.OTHER_KIND_OF_SHOE
    felt.done(cm.StartShoe(commitment="c", decks=6))


def test_a_rotation_changes_at_the_end_of_a_turn() -> None:
    """Whoever holds the position plays on by the policy under which he took it."""
    felt = covered()
    number = agree(felt, other(rotation=form(PRESETS["reg-2026"])))
    hand(felt)
    assert waits(felt, number) == "turn"
    assert felt.state.game.rotation == PRESETS["bureau-two-hands"]
    hand(felt)
    assert felt.state.game.rotation == PRESETS["reg-2026"]
    felt.done(cm.OfferPlayerDealer())
    felt.check()


def test_a_rotation_looks_at_what_happens_under_it() -> None:
    """Its window begins when it does; how long somebody has held the position counts whole."""
    felt = covered()
    hand(felt)
    hand(felt)
    began = felt.state.dealership.stints[0].start
    felt.now += 50 * 60_000
    agree(felt, other(rotation=form(PRESETS["notice-2016"])))
    assert felt.state.dealership.since == felt.now
    (stint,) = felt.state.dealership.stints
    assert (stint.start, stint.end) == (began, None)


def test_an_offer_stands_as_it_was_made() -> None:
    """While the position is offered nothing changes of what was said in offering it."""
    felt = RealFelt.ready(game("ca-ez-panda8"))
    felt.sit("ann", 1)
    felt.done(cm.OfferPlayerDealer())
    number = agree(felt, other(cover_min=5_000))
    assert waits(felt, number) == "round"
    felt.done(cm.AcceptPlayerDealer(patron="ann", cover=1_000))
    assert felt.state.game.cover_min == 5_000
    felt.check()


def test_an_agreement_can_be_taken_back() -> None:
    """A supervisor turns down what was agreed to until it takes effect, and not after."""
    felt = betting()
    number = agree(felt, other(back_line=0))
    felt.done(cm.Reject(by="sue", number=number))
    assert not felt.state.agreed
    felt.deal(PLAYER)
    felt.done(cm.Settle())
    assert felt.state.game.back_line == 2
    assert felt.refused(cm.Reject(by="sue", number=number)) is Code.NO_SUCH_PROPOSAL
    felt.check()


def test_of_two_agreements_the_second_is_looked_at_again() -> None:
    """What an earlier change has made impossible, or has done, is turned down by the house."""
    felt = betting()
    first, second = felt.propose(other(back_line=0)), felt.propose(other(back_line=0))
    felt.approve(first)
    felt.approve(second)
    felt.deal(PLAYER)
    _, changed, rejected = felt.done(cm.Settle())
    assert isinstance(changed, ev.TermsChanged)
    assert rejected == ev.Rejected(number=second, by="house", text="nothing-to-change")
    assert not felt.state.agreed
    felt.check()


def test_a_table_that_closes_forgets_what_was_agreed() -> None:
    """Terms are a table's as long as it is open: nothing waits for the next opening."""
    felt = RealFelt.ready()
    agree(felt, other(decks=6))
    felt.done(cm.CloseTable())
    assert not felt.state.agreed


IMPOSSIBLE: dict[str, tuple[dict[str, object], Code, object]] = {
    "nothing": ({}, Code.NOTHING_TO_CHANGE, {}),
    "the same": ({"back_line": 2}, Code.NOTHING_TO_CHANGE, {}),
    "no time": ({"clock": 0}, Code.MALFORMED, {"clock": "0"}),
    "no decks": ({"decks": 9}, Code.MALFORMED, {"decks": "9"}),
    "nobody's pace": ({"paced": "moon"}, Code.MALFORMED, {"paced": "moon"}),
    "too many": ({"back_line": 15}, Code.MALFORMED, {"back_line": "15"}),
    "no language": ({"languages": ("../x",)}, Code.MALFORMED, {"languages": "('../x',)"}),
    "no bets": ({"limits": ()}, Code.MALFORMED, {"lacks": [bet.id for bet in game().bets]}),
    "its own bets": (
        {"sheet": form(find("punto-banco"))},
        Code.MALFORMED,
        {"lacks": ["player-pair", "banker-pair"]},
    ),
    "a rotation of the house's": (
        {"rotation": form(PRESETS["reg-2026"])},
        Code.MALFORMED,
        {"rotation": str(PRESETS["reg-2026"])},
    ),
    "another bank": (
        {"sheet": form(find("ca-ez-panda8"))},
        Code.OTHER_BANK,
        {"sheet": "ca-ez-panda8"},
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_terms_that_cannot_be(case: str) -> None:
    """A proposal that no table of this kind could go by is refused at once, and says why."""
    terms, code, params = IMPOSSIBLE[case]
    felt = RealFelt.ready()
    refusal = decide(
        felt.state, cm.Propose(by="dan", reason="x", matter=other(**terms)), felt.now
    ).refusal
    assert refusal is not None
    assert (refusal.code, refusal.params) == (code, params)


def test_no_sheet_is_refused_in_words() -> None:
    """A text that is no sheet says so, wherever it came from."""
    felt = RealFelt.ready()
    propose = cm.Propose(by="dan", reason="x", matter=other(sheet="{}"))
    refusal = decide(felt.state, propose, felt.now).refusal
    assert refusal is not None
    assert refusal.code is Code.MALFORMED
    assert "format" in str(refusal.params["detail"])


def test_limits_leave_their_row_with_another_schedule() -> None:
    """rules.md 3.2: fees and limits change together where neither could change alone."""
    felt = RealFelt.ready(game("ca-ez-panda8"))
    wide = tuple(ev.Limit(limit.bet, UNIT, MOST) for limit in felt.state.game.limits.values())
    fees = posted(felt.state.game.sheet, "template-fictional")
    agree(felt, other(schedule=fees))
    assert felt.state.game.schedule is not None
    agree(felt, other(schedule="", limits=tuple(ev.Limit(x.bet, 200, 300) for x in wide)))
    assert felt.state.game.terms.schedule == ""
    assert felt.state.game.limits["player"].max == 300
    felt.check()
