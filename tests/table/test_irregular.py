"""Irregularities: where each can occur, what is ruled, and which cards come next (rules.md 4.2)."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.ledger import apply
from puntobanco.rules.sheet import Sheet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.collecting import go_back
from puntobanco.table.dealing import expected
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import TABLE, handlings, phase_of
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code
from tests.table.felts import RealFelt, game, shuffled

DOCS = Path(__file__).parents[2] / "docs/rules"
PROFILES = ("burn", "keep", "free-hand")
PHASES = ("no-shoe", "preparing", "unburned", "idle", "betting", "dealing", "decided")
SOURCES = ("software", "scanned", "typed", "results")
OVER = "9C 2C KD 4D"  # Player 9, Banker 6: nobody draws
BANKER_DRAWS = "KC 2C 6D 2D"  # Player stands on 6, Banker draws on 4
SCHEDULE_FREE = game("ca-ez-panda8", burn="first-card")


def banked(sheet: Sheet = SCHEDULE_FREE, *, cards: str = "typed", clock: int = 0) -> RealFelt:
    """A player-dealer's table: ann covers 5,000, bea and cid sit there."""
    felt = RealFelt.opened(sheet, cards=cards, clock=clock)
    for place, patron in enumerate(("ann", "bea", "cid"), 1):
        felt.sit(patron, place)
    felt.bank("ann", 5_000)
    return felt


def burned(felt: RealFelt) -> RealFelt:
    """A new shoe, burned where that is recorded; one of the software's is cut deep."""
    felt.new_shoe(cut_card=408)
    if not felt.state.require_shoe.is_burned:
        felt.done(cm.Burn(card="AH"))
    return felt


def hand(felt: RealFelt, cards: str) -> None:
    """Deal cards, or enter a result where nobody records them."""
    felt.done(cm.CloseBetting())
    if felt.state.game.cards != "results":
        felt.deal(cards)
    elif cards == OVER:
        felt.done(cm.EnterResult(winner="player"))


def wagered(felt: RealFelt) -> RealFelt:
    """Betting is open, and bea has a main wager with a side bet where wagers are taken."""
    felt.done(cm.OpenBetting())
    if felt.state.game.takes_wagers:
        felt.bet("bea", "player", 1_000)
        felt.bet("bea", "dragon-7", 200)
    return felt


def at(phase: str, cards: str) -> RealFelt:
    """A table that has settled a round, in some phase."""
    felt = burned(banked(cards=cards))
    wagered(felt)
    hand(felt, OVER)
    felt.done(cm.Settle())
    if phase in {"no-shoe", "preparing", "unburned"}:
        if cards == "software":
            for suits in ("DDCC", "HHSS"):  # the cut card shows, and one more
                felt.done(cm.OpenFreeHand())
                felt.deal(" ".join(map("".join, zip("92K4", suits, strict=True))))
                felt.done(cm.Settle())
            felt.done(cm.EndShoe())
        else:
            felt.report("bad-card")
        if phase == "unburned":
            felt.new_shoe()
        elif phase == "preparing":
            felt.done(cm.StartShoe(lot="L2", receipt="R2"))
    elif phase != "idle":
        wagered(felt)
        if phase != "betting":
            hand(felt, BANKER_DRAWS if phase == "dealing" else OVER)
    assert phase_of(felt.state) == phase
    return felt


def orphaned(felt: RealFelt) -> None:
    """Bea's main wager went back, and left her side bet without it."""
    main = felt.state.require_round.wagers["2.front.player.bea"]
    back = ev.WagersReturned(round=felt.state.round_number, reason="?", wagers=(go_back(main),))
    felt.balances = apply(felt.balances, postings(felt.state, back))
    felt.state = evolve(felt.state, back)
    felt.log.append(back)


def named(kind: str) -> dict[str, object]:
    """What a report of the kind must name."""
    needs: dict[str, dict[str, object]] = {
        "extra-card-seen": {"card": "3H"},
        "false-player-draw": {"card": "3H"},
        "card-face-up": {"card": "3H"},
        "orphan-side-bet": {"wager": "2.front.dragon-7.bea"},
        "cover-short": {"amount": 1_000},
    }
    return needs.get(kind, {})


# no-shoe preparing unburned idle betting dealing decided; a letter for each table that has it
# there: s software, c scanned, t typed, r results. A dot: nowhere.
OCCURS = """
extra-card-unseen    .    .    .    ct   .    .    ct
extra-card-seen      .    .    .    ct   .    .    ct
false-player-draw    .    .    .    .    .    ct   ct
card-not-drawn       .    .    .    .    .    ctr  .
card-not-drawn-late  ctr  ctr  ct   ctr  ctr  ctr  ctr
wrong-hand           .    .    .    .    .    ctr  ctr
false-draw           .    .    .    .    .    ctr  ctr
card-face-up         .    .    .    ct   ct   ct   ct
too-few-cards        .    .    .    .    .    ctr  .
card-before-close    .    .    .    .    ct   .    .
burn-forgotten       .    .    ct   r    r    r    r
bad-card             .    ctr  ct   ctr  ctr  ctr  ctr
shuffler-fault       .    .    .    .    sctr sctr sctr
late-wager           .    .    .    .    .    sct  sct
orphan-side-bet      .    .    .    .    .    sct  sct
cover-short          .    .    .    .    sct  sct  sct
wrong-payment        sct  ct   sct  sct  sct  sct  sct
tally-wrong          sctr ctr  sct  sctr sctr sctr sctr
"""
LETTERS = {"software": "s", "scanned": "c", "typed": "t", "results": "r"}
# A software shoe is never prepared, and one of results is ready when it is cut.
STATES = [
    (phase, cards)
    for phase in PHASES
    for cards in SOURCES
    if (phase, cards) not in {("preparing", "software"), ("unburned", "results")}
]


@pytest.mark.parametrize("phase, cards", STATES)
def test_where_each_can_occur(phase: str, cards: str) -> None:
    """A kind is reported where the table says, and refused as not-in-this-state elsewhere."""
    felt = at(phase, cards)
    chart = {row.split()[0]: row.split()[1:] for row in OCCURS.strip().splitlines()}
    assert list(chart) == [row.kind for row in TABLE]
    for kind, columns in chart.items():
        matter = ev.Irregularity(kind=kind, **named(kind))  # type: ignore[arg-type]
        command = cm.Propose(by="dan", reason="seen", matter=matter)
        if LETTERS[cards] in columns[PHASES.index(phase)]:
            before = felt.state
            if kind == "orphan-side-bet":
                orphaned(felt)
            felt.done(command)
            felt.state = before
        else:
            assert felt.refused(command) is Code.NOT_IN_THIS_STATE, kind


def test_the_table_is_whole() -> None:
    """Each kind has a row, a message of its own, and a default under every profile."""
    assert len({row.kind for row in TABLE}) == len(TABLE) == 18
    for row in TABLE:
        assert row.message == f"irregularity.{row.kind}"
        assert {frozenset(row.handlings(profile)) for profile in PROFILES} == {
            frozenset(row.handlings("keep"))
        }
        assert set(row.phases.split()) <= set(PHASES)
        assert set(row.cards.split()) <= set(SOURCES)


# The cards that follow: what a free hand gets, then what the next round gets.
CARDS = "7H 5S 8D 3C 2H 6C TS AS 9H 4C 4H KH QS 2S"
BURNED = ("", "5S 8D 3C 2H")
NEXT = ("", "7H 5S 8D 3C")
FREE = ("7H 5S 8D 3C", "2H 6C TS AS 9H")
SEQUENCES = [
    ("burn", "extra-card-unseen", False, "", BURNED),
    ("keep", "extra-card-unseen", False, "", NEXT),
    ("free-hand", "extra-card-unseen", False, "", NEXT),
    ("burn", "extra-card-unseen", False, "next", NEXT),
    ("keep", "extra-card-unseen", False, "burn", BURNED),
    ("free-hand", "extra-card-unseen", False, "burn", BURNED),
    ("burn", "extra-card-seen", True, "", BURNED),
    ("keep", "extra-card-seen", True, "", BURNED),
    ("free-hand", "extra-card-seen", True, "", FREE),
    ("burn", "extra-card-seen", True, "free-hand", FREE),
    ("keep", "extra-card-seen", True, "free-hand", FREE),
    ("free-hand", "extra-card-seen", True, "burn", BURNED),
    ("burn", "false-player-draw", True, "", BURNED),
    ("keep", "false-player-draw", True, "", BURNED),
    ("free-hand", "false-player-draw", True, "", FREE),
    ("burn", "card-face-up", True, "", BURNED),
    ("keep", "card-face-up", True, "", BURNED),
    ("free-hand", "card-face-up", True, "", BURNED),
]


@pytest.mark.parametrize("cards", ["typed", "scanned"])
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("profile, kind, seen, handling, expect", SEQUENCES)
def test_cards_of_the_next_hands(
    profile: str,
    kind: str,
    handling: str,
    expect: tuple[str, str],
    cards: str,
    *,
    seen: bool,
    settled: bool,
) -> None:
    """An extra card is burned, comes next, or makes a free hand, as profile and ruling say."""
    felt = RealFelt.ready(game(profile=profile), cards=cards)
    shoe = parse_cards(f"{OVER} {CARDS}")
    felt.done(cm.OpenBetting())
    felt.deal(OVER)
    if settled and kind != "false-player-draw":
        felt.done(cm.Settle())
    felt.report(kind, handling, **({"card": "7H"} if seen else {}))
    if felt.state.round:
        felt.done(cm.Settle())
    free, following = expect
    if free:
        assert felt.refused(cm.OpenBetting()) is Code.FREE_HAND_DUE
        felt.play_round(shoe, is_free=True)
    felt.play_round(shoe)
    assert dealt(felt) == [OVER, *([free] if free else []), following]
    felt.check()


def dealt(felt: RealFelt) -> list[str]:
    """The cards of each round, in the order dealt."""
    rounds: dict[int, list[str]] = {}
    for event in felt.log:
        if isinstance(event, ev.CardDealt):
            rounds.setdefault(event.round, []).append(event.card)
    return [" ".join(cards) for cards in rounds.values()]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_false_player_card_is_bankers_third(profile: str) -> None:
    """Where Banker must draw, the card that Player got by mistake is Banker's, and no other."""
    felt = RealFelt.ready(game(profile=profile), cards="scanned")
    felt.done(cm.OpenBetting())
    felt.deal(BANKER_DRAWS)
    for handling in ("burn", "free-hand"):
        report = ev.Irregularity(kind="false-player-draw", card="9H", handling=handling)
        wrong = cm.Propose(by="dan", reason="seen", matter=report)
        assert felt.refused(wrong) is Code.NO_SUCH_HANDLING
    card, ended = felt.report("false-player-draw", card="9H")
    assert card == ev.CardDealt(
        round=1, position=4, card="9H", hand="banker", source="keyed", confirmed="sue"
    )
    assert ended == ev.CoupEnded(round=1, winner="player", player=6, banker=3, calls=())
    felt.done(cm.Settle())
    felt.check()


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seen", [False, True])
def test_a_card_before_the_close_opens_the_round(profile: str, *, seen: bool) -> None:
    """The round is dealt with it: betting closes, and the card is Player's first (France 58)."""
    felt = RealFelt.ready(game(profile=profile), clock=10_000)
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    events = felt.report("card-before-close", **({"card": "9C"} if seen else {}))
    card = "9C" if seen else None
    assert events == (
        ev.CardSetAside(shoe=1, position=0, card=card, use="next"),
        ev.BettingClosed(round=1),
    )
    if seen:
        assert felt.refused(felt.card("9D")) is Code.NOT_THE_NEXT_CARD
    felt.deal(OVER)
    felt.done(cm.Settle())
    assert felt.state.racks == {"ann": 51_000}
    assert felt.state.require_shoe.seen == dict.fromkeys(OVER.split(), 1)
    assert (felt.state.require_shoe.out, felt.state.require_shoe.unseen) == (4, 0)
    felt.check()


def test_a_card_before_the_close_may_be_burned() -> None:
    """The supervisor may have it burned instead; betting stands still until the dealer goes on."""
    felt = RealFelt.ready(clock=10_000)
    felt.done(cm.OpenBetting())
    felt.now += 4_000
    number = felt.propose(ev.Irregularity(kind="card-before-close"))
    assert felt.log[-1] == ev.BettingPaused(round=1, remaining=6_000)
    felt.now += 60_000
    assert felt.refused(cm.ResumeBetting()) is Code.ROUND_STOPPED
    assert felt.refused(cm.CloseBetting()) is Code.ROUND_STOPPED
    burn = felt.approve(number, "burn")
    assert burn == (ev.CardBurned(shoe=1, position=0, card=None, reason="card-before-close"),)
    resumed = felt.done(cm.ResumeBetting())
    assert resumed == (ev.BettingResumed(round=1, deadline=felt.now + 6_000),)
    felt.deal(OVER)
    assert [event.position for event in felt.log if isinstance(event, ev.CardDealt)] == [1, 2, 3, 4]
    felt.check()


def test_a_known_card_that_a_void_left_is_used_without_wagers() -> None:
    """Nobody bets on a card that he has seen: it makes a free hand under every profile."""
    felt = RealFelt.ready()
    felt.done(cm.OpenBetting())
    felt.report("card-before-close", card="9C")
    felt.approve(felt.propose(ev.VoidRound()))
    assert felt.refused(cm.OpenBetting()) is Code.FREE_HAND_DUE
    felt.done(cm.OpenFreeHand())
    felt.deal(OVER)
    felt.done(cm.Settle())
    felt.done(cm.OpenBetting())
    felt.check()


VOIDS = [
    ("false-draw", "void", "dealing", None),
    ("false-draw", "void", "decided", None),
    ("too-few-cards", "reshuffle", "dealing", ev.ShoeEnded(shoe=1)),
    ("bad-card", "quarantine", "betting", ev.ShoeQuarantined(shoe=1, reason="bad-card")),
    ("bad-card", "quarantine", "dealing", ev.ShoeQuarantined(shoe=1, reason="bad-card")),
    ("bad-card", "quarantine", "decided", ev.ShoeQuarantined(shoe=1, reason="bad-card")),
    ("shuffler-fault", "void", "dealing", None),
]


@pytest.mark.parametrize("kind, handling, phase, after", VOIDS)
@pytest.mark.parametrize("refund", [False, True])
def test_a_void_returns_everything(
    kind: str, handling: str, phase: str, after: ev.AnyEvent | None, *, refund: bool
) -> None:
    """Wagers and cover go back, dealt cards stay out, and the turn is not used up."""
    felt = burned(banked())
    before = dict(felt.state.racks), felt.state.dealership
    wagered(felt)
    if phase != "betting":
        hand(felt, BANKER_DRAWS if phase == "dealing" else OVER)
    out = felt.state.require_shoe.out
    events = felt.report(kind, handling + "-refund" if refund else "")
    assert isinstance(events[0], ev.RoundVoided)
    assert (events[0].reason, events[0].cover, len(events[0].wagers)) == (kind, 5_000, 2)
    assert events[1:] == ((after,) if after else ())
    assert felt.state.racks == before[0] | {"ann": 50_000}
    assert felt.state.dealership.turn == before[1].turn
    assert felt.state.settled == ()
    if after is None:
        assert felt.state.require_shoe.out == out
    else:
        assert felt.state.shoe is None
    felt.check()


def test_a_quarantined_shoe_is_not_counted() -> None:
    """It is kept for inspection as it is; the next one may start at once."""
    felt = RealFelt.ready()
    taken = felt.report("bad-card", card="8S")
    assert taken == (ev.ShoeQuarantined(shoe=1, reason="bad-card"),)
    felt.new_shoe()
    assert felt.state.shoe_number == 2


def test_a_card_too_many_is_a_bad_card() -> None:
    """What there cannot be is refused as an extra card, and reported as a bad one."""
    felt = RealFelt.ready(decks=1)
    felt.done(cm.OpenBetting())
    felt.deal(OVER)
    report = ev.Irregularity(kind="extra-card-seen", card="9C")
    wrong = cm.Propose(by="dan", reason="seen", matter=report)
    assert felt.refused(wrong) is Code.NO_SUCH_CARD_LEFT
    felt.report("bad-card", card="9C")
    assert felt.state.shoe is None


def test_an_empty_shoe_gives_no_card() -> None:
    """With all cards out none is dealt, and none can have left; the round is void."""
    felt = RealFelt.ready(decks=1)
    felt.done(cm.OpenBetting())
    felt.deal("2C 3D")
    others = [str(card) for card in DECK if str(card) not in {"2C", "3D"}]
    for card in others:
        felt.report("card-face-up", card=card)
    assert felt.state.require_shoe.rest == 0
    assert felt.refused(felt.card("4C")) is Code.NO_SUCH_CARD_LEFT
    late = ev.Irregularity(kind="card-face-up", card="4C")
    assert felt.refused(cm.Propose(by="dan", reason="seen", matter=late)) is Code.NO_SUCH_CARD_LEFT
    felt.report("too-few-cards")
    felt.done(cm.CountShoe(by="dan", rest=0))
    felt.check()


def test_a_false_draw_puts_its_card_away() -> None:
    """The card that cannot be put right is out, and the round is void."""
    felt = burned(banked())
    wagered(felt)
    hand(felt, BANKER_DRAWS)
    out = felt.state.require_shoe.out
    lost, void = felt.report("false-draw", card="3h")
    assert lost == ev.CardBurned(shoe=1, position=out, card="3H", reason="false-draw")
    assert isinstance(void, ev.RoundVoided)
    felt.check()


def test_a_side_bet_without_its_main_wager_goes_back() -> None:
    """That wager alone is returned; the others are settled."""
    felt = burned(banked())
    wagered(felt)
    hand(felt, OVER)
    orphaned(felt)
    (back,) = felt.report("orphan-side-bet", wager="2.front.dragon-7.bea")
    side = ev.Returned("2.front.dragon-7.bea", 2, "front", "bea", "dragon-7", 200)
    assert back == ev.WagersReturned(round=1, reason="no-prerequisite", wagers=(side,))
    felt.done(cm.Settle())
    assert felt.state.racks == {"ann": 50_000, "bea": 50_000, "cid": 50_000}
    felt.check()


@pytest.mark.parametrize(
    "wager", ["2.front.player.bea", "2.front.dragon-7.bea", "3.front.dragon-7.cid", ""]
)
def test_only_a_side_bet_can_lack_its_main_wager(wager: str) -> None:
    """A main wager needs none; one whose main wager is there, or that is not there, stays."""
    felt = burned(banked())
    wagered(felt)
    hand(felt, OVER)
    matter = ev.Irregularity(kind="orphan-side-bet", wager=wager)
    wrong = cm.Propose(by="dan", reason="seen", matter=matter)
    assert felt.refused(wrong) is Code.NOT_IN_THIS_STATE


@pytest.mark.parametrize("phase", ["betting", "dealing", "decided"])
def test_a_short_cover_covers_what_lies_there(phase: str) -> None:
    """The rest was never at risk and goes back; the position moves on."""
    felt = burned(banked())
    wagered(felt)
    if phase != "betting":
        hand(felt, BANKER_DRAWS if phase == "dealing" else OVER)
    events = felt.report("cover-short", amount=400)
    assert events == (
        ev.CoverReduced(round=1, amount=400),
        ev.PlayerDealerEnded(place=1, patron="ann", reason="short", at=felt.now),
    )
    if phase == "betting":
        felt.done(cm.ResumeBetting())
        hand(felt, OVER)
    elif phase == "dealing":
        felt.deal("9H")
    felt.done(cm.Settle())
    assert felt.state.racks == {"ann": 49_600, "bea": 50_400, "cid": 50_000}
    assert felt.refused(cm.OpenBetting()) is Code.NO_PLAYER_DEALER
    felt.check()


def test_no_cover_at_all_is_no_round() -> None:
    """With nothing there the round is void, and the position moves on."""
    felt = burned(banked())
    wagered(felt)
    hand(felt, OVER)
    void, ended = felt.report("cover-short", amount=0)
    assert isinstance(void, ev.RoundVoided)
    assert isinstance(ended, ev.PlayerDealerEnded)
    assert felt.state.racks == dict.fromkeys(("ann", "bea", "cid"), 50_000)
    felt.check()


@pytest.mark.parametrize(
    "amount, code",
    [
        (5_000, Code.NOT_IN_THIS_STATE),
        (5_100, Code.NOT_IN_THIS_STATE),
        (150, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (-100, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (None, Code.MALFORMED),
    ],
)
def test_a_short_cover_is_less_than_declared(amount: int | None, code: Code) -> None:
    """What lies there is named, in whole chips, and is less than what was declared."""
    felt = burned(banked())
    wagered(felt)
    matter = ev.Irregularity(kind="cover-short", amount=amount)
    assert felt.refused(cm.Propose(by="dan", reason="seen", matter=matter)) is code


LOGGED = [
    ("card-not-drawn", "dealing", "draw-now"),
    ("card-not-drawn-late", "idle", "stands"),
    ("wrong-hand", "dealing", "move"),
    ("late-wager", "dealing", "disallow"),
    ("wrong-payment", "idle", "put-right"),
    ("tally-wrong", "idle", "cards-govern"),
    ("burn-forgotten", "unburned", "burn-now"),
]


@pytest.mark.parametrize("kind, phase, handling", LOGGED)
def test_what_is_put_right_on_the_felt_is_logged(kind: str, phase: str, handling: str) -> None:
    """The record was right, or stands: proposal and ruling are all that follows."""
    felt = at(phase, "typed")
    before = felt.state
    assert felt.report(kind) == ()
    assert felt.log[-1] == ev.Approved(
        number=felt.state.proposal_number, by="sue", handling=handling
    )
    assert (felt.state.racks, felt.state.round, felt.state.shoe) == (
        before.racks,
        before.round,
        before.shoe,
    )
    felt.check()


@pytest.mark.parametrize(
    "rounds, open_now", [(0, ("burn-now", "end-shoe")), (1, ("continue", "end-shoe"))]
)
def test_a_forgotten_burn(rounds: int, open_now: tuple[str, ...]) -> None:
    """It is made up for if no round of the shoe is settled; else play goes on, or the shoe ends."""
    felt = RealFelt.ready(game(burn="first-card"), cards="results")
    for _ in range(rounds):
        felt.done(cm.OpenBetting())
        hand(felt, OVER)
        felt.done(cm.Settle())
    assert handlings(felt.state, "burn-forgotten") == open_now
    felt.done(cm.OpenBetting())
    void, ended = felt.report("burn-forgotten", "end-shoe")
    assert isinstance(void, ev.RoundVoided)
    assert ended == ev.ShoeEnded(shoe=1)


def test_a_room_that_burns_none_forgets_none() -> None:
    """Without a burn in the room's rules there is none to forget."""
    felt = RealFelt.ready(game(burn="none"), cards="results")
    matter = ev.Irregularity(kind="burn-forgotten")
    wrong = cm.Propose(by="dan", reason="seen", matter=matter)
    assert felt.refused(wrong) is Code.NOT_IN_THIS_STATE


@pytest.mark.parametrize(
    "matter, code",
    [
        (ev.Irregularity(kind="unheard-of"), Code.MALFORMED),
        (ev.Irregularity(kind="extra-card-seen"), Code.MALFORMED),
        (ev.Irregularity(kind="extra-card-seen", card="1X"), Code.MALFORMED),
        (ev.Irregularity(kind="extra-card-unseen", card="9C"), Code.MALFORMED),
        (ev.Irregularity(kind="tally-wrong", amount=100), Code.MALFORMED),
        (
            ev.Irregularity(kind="extra-card-seen", card="3H", handling="next"),
            Code.NO_SUCH_HANDLING,
        ),
        (ev.Irregularity(kind="tally-wrong", handling="void"), Code.NO_SUCH_HANDLING),
    ],
    ids=range(7),
)
def test_a_report_names_what_it_needs(matter: ev.Irregularity, code: Code) -> None:
    """A report names what its row asks for, nothing else, and a handling of its own."""
    felt = at("decided", "typed")
    assert felt.refused(cm.Propose(by="dan", reason="seen", matter=matter)) is code


def test_the_supervisor_keeps_to_the_row() -> None:
    """Another handling may be chosen when it is approved, if the row has it now."""
    felt = at("decided", "typed")
    number = felt.propose(ev.Irregularity(kind="extra-card-unseen"))
    wrong = cm.Approve(by="sue", number=number, handling="free-hand")
    assert felt.refused(wrong) is Code.NO_SUCH_HANDLING
    (burn,) = felt.approve(number, "burn")
    assert isinstance(burn, ev.CardBurned)


# Whatever goes wrong


def usable(felt: RealFelt) -> list[tuple[str, str]]:
    """The kinds and handlings that are possible now, but for those that end the shoe."""
    found = []
    for row in TABLE:
        if felt.state.game.cards in row.cards and phase_of(felt.state) in row.phases.split():
            found += [(row.kind, handling) for handling in handlings(felt.state, row.kind)]
    return found


def reports(felt: RealFelt, shoe: Sequence[Card]) -> Iterator[tuple[ev.Irregularity, str]]:
    """All that can be reported of a shoe whose order is known, with its handling."""
    held = felt.state.require_shoe
    for kind, handling in usable(felt):
        card = str(shoe[held.next_position if handling == "bankers-third" else held.out])
        row = next(row for row in TABLE if row.kind == kind)
        if "card" in row.may or not row.needs:
            yield ev.Irregularity(kind=kind), handling
        if "card" in row.needs + row.may and kind != "bad-card":
            yield ev.Irregularity(kind=kind, card=card), handling


@given(data=st.data(), seed=st.integers(0, 10_000), profile=st.sampled_from(PROFILES))
@settings(max_examples=25, deadline=None)
def test_no_card_is_lost_or_used_twice(data: st.DataObject, seed: int, profile: str) -> None:
    """Positions follow each other, known cards are where they lay, and all cards add up."""
    felt = RealFelt.ready(game(profile=profile), decks=3)
    shoe = shuffled(3, seed)
    while (held := felt.state.shoe) is not None and held.out < 150:
        if data.draw(st.integers(0, 5)) == 0:
            matter, handling = data.draw(st.sampled_from(list(reports(felt, shoe))))
            if felt.answer(cm.Propose(by="dan", reason="seen", matter=matter)) is None:
                felt.approve(felt.state.proposal_number, handling)
        else:
            step(felt, shoe)
        held = felt.state.shoe or held
        assert sum(held.seen.values()) + held.unseen + held.rest == 156
        assert held.rest == 156 - held.out
    audit(felt, [str(card) for card in shoe])
    felt.check()


def step(felt: RealFelt, shoe: Sequence[Card]) -> None:
    """Do the next thing of a round."""
    played, held = felt.state.round, felt.state.require_shoe
    if played is None:
        opening = cm.OpenFreeHand() if held.free_hand_due else cm.OpenBetting()
        felt.done(cm.EndShoe() if held.is_over else opening)
    elif played.phase == "paused":
        felt.done(cm.ResumeBetting())
    elif played.phase == "betting":
        felt.done(cm.CloseBetting())
    elif due := expected(felt.state):
        felt.done(felt.card(shoe[due[0]]))
    else:
        felt.done(cm.Settle())


def audit(felt: RealFelt, shoe: list[str]) -> None:
    """Go through the log by hand: where each card lay, and that it came from there."""
    out, aside = 0, dict[int, str | None]()
    for event in felt.log:
        if isinstance(event, ev.CardBurned | ev.CardSetAside):
            assert event.position == out
            assert event.card in {None, shoe[out]}
            if isinstance(event, ev.CardSetAside):
                aside[out] = event.card
            out += 1
        elif isinstance(event, ev.CardDealt):
            assert event.card == shoe[event.position]
            if aside:
                assert event.position == min(aside)
                del aside[event.position]
            else:
                assert event.position == out
                out += 1
        elif isinstance(event, ev.BettingOpened):
            assert set(aside.values()) <= {None}


# The page


def rows_of(page: str, heading: str) -> dict[str, list[str]]:
    """The first table below a heading, by its first cell."""
    text = (DOCS / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    lines = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return {first.strip("`"): rest for first, *rest in cells}


def test_the_page_has_the_table() -> None:
    """docs/rules/irregularities.md says of every kind what the table says, in its order."""
    page = "irregularities.md"
    rows = {row.kind: [row.cards, row.phases, row.needs, row.may] for row in TABLE}
    assert rows_of(page, "Where each can occur, and what is named") == rows
    done = rows_of(page, "What is done")
    assert {kind: cells[:3] for kind, cells in done.items()} == {
        row.kind: [row.burn, row.keep, row.free_hand] for row in TABLE
    }
    grades = {kind: cells[1][0] for kind, cells in rows_of(page, "The rows").items()}
    assert list(grades) == [row.kind for row in TABLE]
    assert set(grades.values()) <= set("ABCDN")
    assert list(rows_of(page, "What the dealer's screen says")) == [row.message for row in TABLE]


def test_the_page_names_the_events() -> None:
    """The page names the events that follow from the rulings, and no other."""
    text = " ".join(cells[3] for cells in rows_of("irregularities.md", "What is done").values())
    known = {
        ev.BettingClosed,
        ev.CardBurned,
        ev.CardDealt,
        ev.CardSetAside,
        ev.CoupEnded,
        ev.CoverReduced,
        ev.PlayerDealerEnded,
        ev.RoundVoided,
        ev.ShoeEnded,
        ev.ShoeQuarantined,
        ev.WagersReturned,
    }
    assert set(re.findall(r"`(\w+)`", text)) == {event.__name__ for event in known}
