"""The shoe and its cards: it comes to the table, is burned, dealt card by card, and ends."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.rules.coup import next_hand, play
from puntobanco.rules.verdict import calls_of
from puntobanco.shoe import ShoeEnd
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import ShoeState, TableState

Command = (
    cm.StartShoe
    | cm.StepShoe
    | cm.OfferCut
    | cm.CutShoe
    | cm.Burn
    | cm.EndShoe
    | cm.CountShoe
    | cm.ClearShoe
    | cm.DealCard
    | cm.EnterResult
)
Event = (
    ev.ShoeStarted
    | ev.ShoeStepped
    | ev.CutOffered
    | ev.ShoeCut
    | ev.CardsBurned
    | ev.CardBurned
    | ev.CardSetAside
    | ev.ShoeEnded
    | ev.ShoeQuarantined
    | ev.ShoeCounted
    | ev.ShoeCleared
    | ev.CardDealt
    | ev.CoupEnded
    | ev.ResultEntered
)


def decide_shoe(state: TableState, command: Command) -> Answer:
    """Decide what is done with the shoe."""
    match command:
        case cm.StartShoe():
            return _start(state, command)
        case cm.DealCard():
            return _deal(state, command)
        case _ if state.shoe is None:
            return Refusal(Code.NO_SHOE)
        case cm.Burn():
            return _burn(state.shoe, command)
        case cm.EndShoe() if state.round is not None:
            return Refusal(Code.ROUND_IN_PLAY)
        case cm.EndShoe():
            shoe = state.shoe
            return (
                (ev.ShoeEnded(shoe=shoe.number),) if shoe.is_over else Refusal(Code.SHOE_NOT_OVER)
            )
        case _:
            return Refusal(Code.OTHER_KIND_OF_SHOE)


def _start(state: TableState, command: cm.StartShoe) -> Answer:
    if state.shoe is not None:
        return Refusal(Code.SHOE_IN_PLAY)
    cut_card = command.cut_card or state.game.sheet.venue.shoe.cut_card
    return (
        ev.ShoeStarted(
            shoe=state.shoe_number + 1,
            decks=state.game.decks,
            cut_card=cut_card,
            commitment=command.commitment,
        ),
    )


def _burn(shoe: ShoeState, command: cm.Burn) -> Answer:
    """The first card is turned, and as many more are burned as it is worth, ten for faces."""
    if shoe.is_burned:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": shoe.out})
    card = Card.parse(command.card)
    return (ev.CardsBurned(shoe=shoe.number, card=card.code, unseen=card.rank.burn),)


def _deal(state: TableState, command: cm.DealCard) -> Answer:
    played, shoe = state.round, state.shoe
    if played is None or shoe is None or played.phase != "dealing":
        return Refusal(Code.NOT_THE_NEXT_CARD)
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    side = next_hand(played.cards)
    if side is None or command.position != shoe.next_position:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": shoe.next_position})
    card = Card.parse(command.card)
    dealt = ev.CardDealt(
        round=played.number, position=command.position, card=card.code, hand=side.value
    )
    return (dealt, *ended_coup(state, (*played.cards, card)))


def ended_coup(state: TableState, cards: tuple[Card, ...]) -> tuple[ev.AnyEvent, ...]:
    """Give the end of the coup, if the cards complete it."""
    if next_hand(cards) is not None:
        return ()
    coup = play(cards)
    return (
        ev.CoupEnded(
            round=state.require_round.number,
            winner=coup.winner.value,
            player=coup.hands.player.total,
            banker=coup.hands.banker.total,
            calls=calls_of(state.game.sheet, coup),
        ),
    )


def evolve_shoe(state: TableState, event: Event) -> TableState:
    """Give the state after something that happened to the shoe or its cards."""
    match event:
        case ev.ShoeStarted():
            rules = state.game.sheet.venue.shoe
            end = ShoeEnd(52 * event.decks, event.cut_card, rules.last)
            shoe = ShoeState(event.shoe, end, event.commitment, is_burned=rules.burn == "none")
            return replace(state, shoe=shoe, shoe_number=event.shoe)
        case ev.CardsBurned():
            burned = replace(state.require_shoe, out=1 + event.unseen, is_burned=True)
            return replace(state, shoe=burned)
        case ev.ShoeEnded():
            return replace(state, shoe=None, last_coups=state.require_shoe.coups)
        case ev.CardDealt():
            return _dealt(state, event)
        case ev.CoupEnded():
            played = state.require_round
            ended = replace(played, phase="decided", result=play(played.cards))
            return replace(state, round=ended)
        case _:
            return state


def _dealt(state: TableState, event: ev.CardDealt) -> TableState:
    shoe, played = state.require_shoe, state.require_round
    if shoe.aside:
        shoe = replace(shoe, aside=shoe.aside[1:])
    else:
        shoe = replace(shoe, out=event.position + 1)
    cards = (*played.cards, Card.parse(event.card))
    return replace(state, shoe=shoe, round=replace(played, cards=cards))
