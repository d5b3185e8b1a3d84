"""Faults that other games were known for (trust.md section 7): money, and the order of things."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import play
from puntobanco.rules.settle import Wager, settle
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.table.playing import TIE, WIN_PLAYER, Felt, card_room

DRAGON_SEVEN = play(parse_cards("2C 3D 4H QS 4C"))


def betting() -> Felt:
    """Bank covers from 8; ann sits at 1, bob at 2; betting is open."""
    felt = Felt.of(card_room(), bank=8, ann=1, bob=2)
    felt.bank("bank", 50_000)
    felt.done(cm.OpenBetting())
    return felt


@pytest.mark.parametrize("amount", [-1, -100, -(2**63)])
def test_a_wager_below_nothing(amount: int) -> None:
    """XM1: it is refused, and no chip moves; to take off what is not there does nothing."""
    felt = betting()
    before = felt.state
    assert felt.refused(felt.wager("ann", "player", amount)) is Code.BELOW_MINIMUM
    assert felt.done(felt.wager("ann", "player", 0)) == ()
    assert felt.state == before


def test_what_is_bet_cannot_leave() -> None:
    """XM2: with all on the felt nothing is cashed out, and the patron leaves after the hand."""
    felt = betting()
    felt.bet("ann", "banker", felt.state.racks["ann"])
    assert felt.refused(cm.CashOut(patron="ann", amount=1)) is Code.NOT_ENOUGH_CHIPS
    assert felt.refused(cm.LeaveSeat(patron="ann")) is Code.WAGERS_ON_FELT
    felt.deal(WIN_PLAYER)
    assert felt.refused(cm.LeaveSeat(patron="ann")) is Code.WAGERS_ON_FELT
    felt.done(cm.Settle())
    felt.done(cm.LeaveSeat(patron="ann"))
    felt.check()


def test_chips_that_come_in_a_hand_change_no_wager() -> None:
    """XM3: who buys in while cards are dealt has the same wagers, and they are settled alike."""
    felt = betting()
    felt.bet("ann", "banker", 700)
    felt.deal(WIN_PLAYER[:2])
    before = felt.state.round
    felt.done(cm.BuyIn(patron="ann", amount=1))
    assert felt.state.round == before
    settled = felt.play(WIN_PLAYER[2:])
    assert [(line.bet, line.collected) for line in settled.lines] == [("banker", 700)]
    felt.check()


@pytest.mark.parametrize("cards,moved", [(WIN_PLAYER, -700), (TIE, 0)])
def test_a_loss_is_taken_once(cards: tuple[object, ...], moved: int) -> None:
    """XM4, XM10: a loss costs its wager once, a push nothing; all racks together keep their sum."""
    felt = betting()
    rack = felt.state.racks["ann"]
    total = sum(felt.state.racks.values()) + 50_000
    felt.bet("ann", "banker", 700)
    felt.play(cards)  # type: ignore[arg-type]
    assert felt.state.racks["ann"] == rack + moved
    assert sum(felt.state.racks.values()) == total
    felt.check()


@pytest.mark.parametrize("amount", [2**31 - 1, 2**31, AMOUNT_MAX])
def test_no_payment_is_too_large(amount: int) -> None:
    """XM11: forty times the largest wager is paid to the chip, and no limit lets more be bet."""
    wagers = [Wager("w", 1, "ann", "dragon-7", amount)]
    (step,) = settle(find("deq-ez"), DRAGON_SEVEN, wagers, seats=7).steps
    assert step.paid == 40 * amount
    assert Felt().refused(card_room(mains=(1, AMOUNT_MAX + 1))) is Code.MALFORMED
    for more in (AMOUNT_MAX + 1, 2**53):
        felt = betting()
        assert felt.refused(felt.wager("ann", "player", more)) is Code.ABOVE_MAXIMUM


def test_who_sits_down_in_a_hand_pays_for_the_next_alone() -> None:
    """XM8: no wager comes in while cards are dealt; the next one is charged once."""
    felt = betting()
    felt.bet("ann", "banker", 700)
    felt.deal(WIN_PLAYER[:2])
    felt.sit("cid", 3, 5_000)
    assert felt.refused(felt.wager("cid", "player", 500)) is Code.BETTING_CLOSED
    felt.play(WIN_PLAYER[2:])
    felt.done(cm.OpenBetting())
    felt.bet("cid", "player", 500)
    assert felt.state.racks["cid"] == 4_500
    felt.check()


def test_a_wager_on_a_hand_that_is_over() -> None:
    """XO2: once a hand is settled a wager on it is refused, and none counts for the next."""
    felt = betting()
    late = felt.wager("ann", "player", 500)
    felt.play(WIN_PLAYER)
    assert felt.refused(late) is Code.BETTING_NOT_OPEN
    felt.done(cm.OpenBetting())
    assert felt.refused(late) is Code.WRONG_ROUND
    assert felt.state.round
    assert not felt.state.round.wagers


def test_what_is_paid_is_what_lies_there() -> None:
    """XS6: the lines of a settlement are those of the very cards that were dealt before it."""
    felt = betting()
    felt.bet("ann", "player", 500)
    settled = felt.play(WIN_PLAYER)
    dealt = [event.card for event in felt.log if isinstance(event, ev.CardDealt)]
    coup = play(parse_cards(" ".join(dealt)))
    assert coup.winner.value == "player"
    assert [(line.bet, line.paid) for line in settled.lines] == [(coup.winner.value, 500)]
