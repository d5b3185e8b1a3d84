"""Which wagers a card-room table takes, clause by clause (rules.md 1.6 and 5)."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import room, spot_refusal
from puntobanco.table.refusals import Code
from tests.audit import Audit
from tests.table.playing import CARD_ROOM, TIE, WIN_PLAYER, Felt, card_room, played_with

DRAGON_SEVEN = parse_cards("2C 3D 4H QS 4C")
LIMITS = {
    "player": (500, 50_000),
    "banker": (500, 50_000),
    "tie": (200, 5_000),
    "dragon-7": (200, 1_000),
    "panda-8": (200, 2_000),
}


def betting(cover: int = 50_000, **changes: object) -> Felt:
    """Bank at 8 covers; ann at 1, bob at 2; limits as above, in units of 100."""
    opened = card_room(
        unit=100,
        limits=tuple(ev.Limit(bet, *limits) for bet, limits in LIMITS.items()),
        **changes,  # type: ignore[arg-type]
    )
    felt = Felt.of(opened, bank=8, ann=1, bob=2)
    felt.bank("bank", cover)
    felt.done(cm.OpenBetting())
    return felt


def test_wagers_are_frozen_before_the_first_card() -> None:
    """WAG-1: from the close on nothing is added, changed, moved or taken off."""
    felt = betting()
    felt.bet("ann", "player", 500)
    assert felt.refused(cm.DealCard(position=0, card="9C")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.CloseBetting())
    assert felt.state.round
    wagers = felt.state.round.wagers
    for cards in ((), WIN_PLAYER[:1], WIN_PLAYER[1:]):
        felt.deal(cards)
        for spot in (
            ("ann", "player", 0),
            ("ann", "player", 900),
            ("ann", "tie", 200),
            ("bob", "banker", 500),
        ):
            assert felt.refused(felt.wager(*spot)) is Code.BETTING_CLOSED
        assert felt.state.round.wagers == wagers
    felt.done(cm.Settle())
    felt.check()


@pytest.mark.parametrize("bet", LIMITS)
def test_each_spot_has_its_limits(bet: str) -> None:
    """WAG-2: each bet has a least and a most of its own, inclusive, that bind each stack."""
    felt = betting()
    least, most = LIMITS[bet]
    if bet in {"dragon-7", "panda-8"}:
        felt.bet("ann", "banker", 500)
    assert felt.refused(felt.wager("ann", bet, least - 100)) is Code.BELOW_MINIMUM
    felt.bet("ann", bet, least)
    assert room(felt.state, "ann", 1, bet) == most - least
    assert felt.refused(felt.wager("ann", bet, most + 100)) is Code.ABOVE_MAXIMUM
    felt.bet("ann", bet, most)
    refusal = spot_refusal(felt.state, "ann", 1, bet)
    assert refusal
    assert refusal.code is Code.ABOVE_MAXIMUM
    felt.check()


def test_the_table_minimum_is_that_of_the_lines() -> None:
    """GAP-3.18: the lines have the table's least, every other spot its own, a Tie alone too."""
    felt = betting()
    felt.bet("ann", "tie", 200)
    assert felt.refused(felt.wager("ann", "player", 400)) is Code.BELOW_MINIMUM
    settled = felt.play(TIE)
    assert [(line.bet, line.paid) for line in settled.lines] == [("tie", 1_600)]


def test_a_tie_stands_alone() -> None:
    """GAP-3.12: Tie asks for no line, Dragon 7 and Panda 8 ask for one of the patron's own."""
    felt = betting()
    felt.bet("ann", "tie", 200)
    felt.bet("bob", "player", 500)
    for bet in ("dragon-7", "panda-8"):
        assert felt.refused(felt.wager("ann", bet, 200)) is Code.NEEDS_MAIN_WAGER
        felt.bet("bob", bet, 200)


def test_taking_the_line_off_takes_what_hangs_on_it() -> None:
    """GAP-0.11: a bonus bet does not stay without the wager that it needs."""
    felt = betting()
    felt.bet("bob", "player", 500)
    felt.bet("bob", "panda-8", 200)
    felt.bet("bob", "tie", 200)
    (event,) = felt.bet("bob", "player", 0)
    assert isinstance(event, ev.WagersSet)
    assert [(spot.bet, spot.amount) for spot in event.spots] == [("player", 0), ("panda-8", 0)]
    felt.check()


def test_a_side_bet_no_larger_than_its_base() -> None:
    """WAG-3: `cap = "base"` lets a side bet be as large as the line it needs, at its place."""
    text = CARD_ROOM.format(
        base="ca-ez-panda8", policy="running", win_cap="continue", second_place="false",
        opposite_mains="false", cut_card=14,
    )  # fmt: skip
    capped = load(text + '[change.bet.dragon-7]\ncap = "base"\n', "capped.toml", find)
    felt = Felt.of(card_room(capped), bank=8, ann=1, bob=2)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("bob", "player", 5_000)
    felt.bet("ann", "player", 100)
    assert felt.refused(felt.wager("ann", "dragon-7", 101)) is Code.ABOVE_BASE_WAGER
    felt.bet("ann", "dragon-7", 100)
    (event,) = felt.bet("ann", "player", 99)
    assert isinstance(event, ev.WagersSet)
    assert [(spot.bet, spot.amount) for spot in event.spots] == [("player", 99), ("dragon-7", 0)]


@pytest.mark.parametrize("aggregate,fits", [(40_000, 1_000), (36_000, 900), (35_999, 800)])
def test_the_table_aggregate(aggregate: int, fits: int) -> None:
    """WAG-3: all wagers on a side bet together win no more than the aggregate at its best odds."""
    felt = betting(aggregate=aggregate)
    for patron in ("ann", "bob"):
        felt.bet(patron, "banker", 500)
    felt.bet("ann", "dragon-7", 300)
    assert room(felt.state, "bob", 2, "dragon-7") == fits - 300
    refused = felt.wager("bob", "dragon-7", fits - 200)
    assert felt.refused(refused) is Code.ABOVE_TABLE_AGGREGATE
    felt.bet("bob", "dragon-7", fits - 300)
    felt.bet("bob", "panda-8", 200)  # each side bet for itself
    settled = felt.play(DRAGON_SEVEN)
    assert sum(line.paid for line in settled.lines if line.bet == "dragon-7") <= aggregate
    felt.check()


def test_the_table_differential() -> None:
    """WAG-3: the lines stay within so much of each other; the side that lags has all the room."""
    felt = betting(differential=2_000)
    felt.bet("ann", "player", 2_000)
    refused = felt.wager("ann", "player", 2_100)
    assert felt.refused(refused) is Code.ABOVE_DIFFERENTIAL
    assert room(felt.state, "bob", 2, "banker") == 4_000
    felt.bet("bob", "banker", 4_000)
    felt.bet("ann", "player", 6_000)
    assert felt.refused(felt.wager("ann", "player", 6_100)) is Code.ABOVE_DIFFERENTIAL
    felt.bet("ann", "player", 5_900)
    felt.check()


def test_the_table_differential_holds_as_chips_come_off() -> None:
    """WAG-3: the side that is behind gives up no chips that would leave the gap too wide."""
    felt = betting(differential=15_000)
    felt.bet("bob", "player", 10_000)
    felt.bet("ann", "banker", 20_000)
    for amount in (0, 4_900):
        assert felt.refused(felt.wager("bob", "player", amount)) is Code.ABOVE_DIFFERENTIAL
    felt.bet("bob", "player", 5_000)
    felt.bet("ann", "banker", 15_000)
    felt.bet("bob", "player", 0)
    felt.bet("ann", "banker", 0)
    felt.check()


@pytest.mark.parametrize("amount", [400, 50_100, 550])
def test_a_wager_outside_the_limits_is_never_taken(amount: int) -> None:
    """WAG-4: it is refused when it is placed, so that none needs a ruling afterwards."""
    felt = betting()
    felt.bet("ann", "player", 500)
    before = felt.state
    assert felt.refused(felt.wager("ann", "player", amount)) in {
        Code.BELOW_MINIMUM,
        Code.ABOVE_MAXIMUM,
        Code.NOT_A_MULTIPLE_OF_THE_UNIT,
    }
    assert felt.state == before


def test_a_wager_taken_under_other_limits_is_settled_in_full() -> None:
    """WAG-4: limits change between rounds only; what was accepted stands and is paid whole."""
    felt = betting()
    felt.bet("ann", "player", 50_000)
    less = tuple(ev.Limit(bet, least, least) for bet, (least, _) in LIMITS.items())
    change = ev.ChangeLimits(limits=less, cover_min=100)
    felt.done(cm.Propose(by="dee", reason="quiet", matter=change))
    felt.done(cm.Approve(by="flo", number=1))
    assert felt.state.game.limits["player"].max > 500
    settled = felt.play(WIN_PLAYER)
    assert settled.lines[0].paid == 50_000
    assert felt.state.game.limits["player"] == ev.Limit("player", 500, 500)
    felt.check()


def test_one_side_a_patron() -> None:
    """WAG-5: by this sheet a patron bets one of the lines, and may change over."""
    felt = betting()
    felt.bet("ann", "player", 500)
    assert felt.refused(felt.wager("ann", "banker", 500)) is Code.OPPOSITE_MAIN
    felt.bet("ann", "player", 0)
    felt.bet("ann", "banker", 500)


@pytest.mark.parametrize("cover", [100, 300, 700, 1_300])
def test_what_is_covered_in_part_is_whole_chips(cover: int) -> None:
    """WAG-7: cover, wagers and odds are whole units, and so is every part that is paid."""
    felt = betting(cover=cover)
    felt.bet("ann", "player", 500)
    felt.bet("bob", "player", 900)
    settled = felt.play(WIN_PLAYER)
    assert sum(line.paid for line in settled.lines) == min(cover, 1_400)
    for line in settled.lines:
        assert {n % 100 for n in (line.paid, line.collected, line.returned, line.uncovered)} == {0}
    felt.check()


def test_the_timer_is_the_rooms_choice() -> None:
    """WAG-8: without a clock betting is open until the dealer closes it; with one it closes."""
    untimed = betting()
    untimed.now += 10**9
    untimed.bet("ann", "player", 500)
    timed = betting(clock=20_000)
    timed.now += 20_000
    assert timed.refused(timed.wager("ann", "player", 500)) is Code.BETTING_CLOSED


@pytest.mark.parametrize("decks,fits", [(2, False), (3, True), (8, True), (9, False)])
def test_three_to_eight_decks(decks: int, fits: bool) -> None:
    """GAP-3.16: how many decks is the table's choice, within those of the game."""
    decision = Felt().do(card_room(decks=decks))
    assert (decision.refusal is None) == fits


def test_the_button_is_in_the_log_with_its_card() -> None:
    """GAP-3.21: card, value, seat and place stand together, so that the order can be checked."""
    felt = betting()
    felt.bet("ann", "player", 500)
    settled = felt.play(DRAGON_SEVEN)
    assert settled.button == ev.Button("QS", 12, 5, 5)
    dealt = [event for event in felt.log if isinstance(event, ev.CardDealt)]
    assert (dealt[3].card, dealt[3].hand) == ("QS", "banker")


def test_exhaustion_ends_all_wagers_alike() -> None:
    """GAP-3.8, GAP-3.9: lines and bonus bets are covered to the same extent, in action order."""
    felt = betting(cover=600)
    felt.bet("ann", "banker", 500)
    felt.bet("ann", "dragon-7", 200)
    felt.bet("bob", "player", 500)
    felt.bet("bob", "dragon-7", 200)
    settled = felt.play(DRAGON_SEVEN)
    steps = [(x.bet, x.collected, x.paid, x.returned, x.uncovered) for x in settled.lines]
    assert steps == [
        ("banker", 0, 0, 500, 0),
        ("dragon-7", 0, 600, 200, 7_400),
        ("player", 0, 0, 500, 0),
        ("dragon-7", 0, 0, 200, 8_000),
    ]
    felt.check()


def test_the_aggregate_is_of_the_best_odds() -> None:
    """WAG-3: of a bet that pays at several odds the aggregate counts the longest."""
    felt = Felt(audit=Audit(game="parkwest-21c"))
    felt.done(card_room(played_with("parkwest-21c"), aggregate=10_000))
    for patron, place in (("bank", 8), ("ann", 1)):
        felt.sit(patron, place)
    felt.done(cm.StartShoe(commitment="c"))
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    assert room(felt.state, "ann", 1, "super-tie") == 100
    assert room(felt.state, "ann", 1, "player-pair") == 400
    assert felt.refused(felt.wager("ann", "super-tie", 101)) is Code.ABOVE_TABLE_AGGREGATE
    felt.check()


@pytest.mark.parametrize("base", ["ca-ez-panda8", "parkwest-ez", "parkwest-21c"])
def test_every_player_dealer_sheet_plays(base: str) -> None:
    """GAP-0.13: each of the card-room games is dealt at such a table, with the house no party."""
    felt = Felt(audit=Audit(game=base))
    felt.done(card_room(played_with(base)))
    for patron, place in (("bank", 8), ("ann", 1), ("bob", 2)):
        felt.sit(patron, place)
    felt.done(cm.StartShoe(commitment="c"))
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    for bet in felt.state.game.sheet.bets:
        if bet.id != "player":
            felt.bet("ann", bet.id, 10)
    felt.bet("bob", "player", 10)
    settled = felt.play(WIN_PLAYER)
    assert settled.player_dealer
    assert settled.player_dealer.net == sum(x.collected - x.paid for x in settled.lines)
    assert felt.balances.get("house", 0) == 0
    felt.check()
