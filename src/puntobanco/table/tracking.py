"""A shoe of real cards that is tracked without wagers: hands entered whole, and corrected.

Any hand of the shoe may be changed, put in or taken out, for no chip ever lay on it; the log keeps
what stood before, and who changed it. The next shoe comes with one command, and goes back while it
has no hand.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealing import counted_in, read_card, result_of
from puntobanco.table.entering import hand_of, read_hand
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import close_betting, settled_without_wagers, void_round
from puntobanco.table.state import Cover, Settled, ShoeState, TableState
from puntobanco.table.terms import evolve_terms, taking_effect

HANDS_MAX: Final = 999
MOST_LEFT: Final = 2  # hands that may follow once the cut card is out

_OfShoe = (
    cm.EnterHand | cm.UndoHand | cm.ChangeHand | cm.InsertHand | cm.DeleteHand | cm.MarkCutCard
)
Command = _OfShoe | cm.NewShoe | cm.TakeShoeBack | cm.LimitHands
Event = (
    ev.HandChanged
    | ev.HandInserted
    | ev.HandDeleted
    | ev.ShoeTakenBack
    | ev.CutCardMarked
    | ev.HandsLimited
)


def decide_tracking(state: TableState, command: Command, now: int) -> Answer:
    """Decide what is done at a table of results alone."""
    if state.game.takes_wagers:
        return Refusal(Code.OTHER_KIND_OF_SHOE)
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    match command:
        case cm.NewShoe():
            return _new_shoe(state, command, now)
        case cm.TakeShoeBack():
            return _take_back(state, command)
        case cm.LimitHands():
            if command.hands is not None and not 1 <= command.hands <= HANDS_MAX:
                return Refusal(Code.MALFORMED, {"least": 1, "most": HANDS_MAX})
            return (ev.HandsLimited(hands=command.hands, by=command.by),)
        case _:
            return _of_shoe(state, command, now)


def _of_shoe(state: TableState, command: _OfShoe, now: int) -> Answer:
    """Decide what needs a shoe."""
    shoe = state.shoe
    if shoe is None:
        return Refusal(Code.NO_SHOE)
    match command:
        case cm.EnterHand():
            return _enter(state, shoe, command, now)
        case cm.UndoHand():
            return _delete(state, shoe, command, "undone")
        case cm.MarkCutCard() if shoe.rounds_left is not None:
            return Refusal(Code.NOT_IN_THIS_STATE)
        case cm.MarkCutCard():
            return (ev.CutCardMarked(shoe=shoe.number, by=command.by),)
        case _ if command.hands != len(shoe.coups):
            return Refusal(Code.WRONG_HAND, {"hands": len(shoe.coups)})
        case cm.DeleteHand():
            return _delete(state, shoe, command, "deleted")
        case cm.ChangeHand() | cm.InsertHand():
            return _correct(state, shoe, command)
        case _:
            assert_never(command)


# A hand


def _enter(state: TableState, shoe: ShoeState, command: cm.EnterHand, now: int) -> Answer:
    played, limit = state.round, state.hands_limit
    opens = played is None or (command.is_free and not played.is_free)
    if state.suspended is not None and opens:
        return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
    if not shoe.is_ready:
        return Refusal(Code.SHOE_NOT_READY)
    if played is not None and played.phase == "decided":
        return Refusal(Code.NOT_IN_THIS_STATE)
    if command.hand != len(shoe.coups) + 1:
        return Refusal(Code.WRONG_HAND, {"hands": len(shoe.coups)})
    if limit is not None and len(shoe.coups) >= limit:
        return Refusal(Code.SHOE_OVER, {"hands": limit})
    hand = read_hand(state, shoe, command)
    if isinstance(hand, Refusal):
        return hand
    before, number, cover = _opened(state, command, now)
    return (
        *before,
        ev.ResultEntered(round=number, winner=hand.winner, marks=hand.marks, cards=hand.cards),
        settled_without_wagers(number, cover),
    )


def _opened(
    state: TableState, command: cm.EnterHand, now: int
) -> tuple[tuple[ev.AnyEvent, ...], int, Cover | None]:
    """Give what comes before the result, its round and the cover in it.

    The clock never holds the dealer up: betting that is open closes, and a hand that was never
    opened opens and closes at once.
    """
    played, number = state.round, state.round_number
    before: tuple[ev.AnyEvent, ...] = ()
    if played is not None and command.is_free and not played.is_free:
        before, played = void_round(state, "free-hand", refund=False), None
    if played is not None:
        is_open = played.phase != "dealing"
        return close_betting(state, now) if is_open else (), number, played.cover
    number += 1
    if command.is_free:
        return (*before, ev.FreeHandOpened(round=number, hand=command.hand)), number, None
    rules = state.game.rules
    opened = ev.BettingOpened(round=number, hand=command.hand, deadline=None, rules=rules)
    cover = state.dealership.cover
    return (*before, opened, ev.BettingClosed(round=number)), number, cover


# Corrections


def _correct(state: TableState, shoe: ShoeState, command: cm.ChangeHand | cm.InsertHand) -> Answer:
    if not 1 <= command.hand <= len(shoe.coups):
        return Refusal(Code.WRONG_HAND, {"hands": len(shoe.coups)})
    was = hand_of(state, shoe.coups[command.hand - 1])
    is_change = isinstance(command, cm.ChangeHand)
    now = read_hand(state, shoe, command, was if is_change else None)
    if isinstance(now, Refusal):
        return now
    if isinstance(command, cm.InsertHand):
        if state.hands_limit is not None and len(shoe.coups) >= state.hands_limit:
            return Refusal(Code.SHOE_OVER, {"hands": state.hands_limit})
        return (
            ev.HandInserted(
                shoe=shoe.number,
                hand=command.hand,
                now=now,
                is_free=command.is_free,
                by=command.by,
            ),
        )
    if now == was:
        return Refusal(Code.NOTHING_TO_CORRECT, {"hand": command.hand})
    changed = ev.HandChanged(shoe=shoe.number, hand=command.hand, was=was, now=now, by=command.by)
    return (changed,)


def _delete(
    state: TableState, shoe: ShoeState, command: cm.UndoHand | cm.DeleteHand, reason: str
) -> Answer:
    """Take a hand out; what is undone is the newest."""
    least = len(shoe.coups) if isinstance(command, cm.UndoHand) else 1
    if not max(1, least) <= command.hand <= len(shoe.coups):
        return Refusal(Code.WRONG_HAND, {"hands": len(shoe.coups)})
    was = hand_of(state, shoe.coups[command.hand - 1])
    deleted = ev.HandDeleted(
        shoe=shoe.number, hand=command.hand, was=was, reason=reason, by=command.by
    )
    return (deleted,)


# The shoe


def _new_shoe(state: TableState, command: cm.NewShoe, now: int) -> Answer:
    """Bring the next shoe, by the terms that were to wait for it."""
    played = state.round
    if command.shoe != state.shoe_number + 1:
        return Refusal(Code.SHOE_IN_PLAY, {"shoe": state.shoe_number})
    if state.suspended is not None:
        return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
    if played is not None and played.phase == "decided":
        return Refusal(Code.ROUND_IN_PLAY)
    burned: tuple[ev.AnyEvent, ...] = ()
    if command.burn:
        card = read_card(command.burn)
        if isinstance(card, Refusal):
            return card
        burned = (ev.CardsBurned(shoe=command.shoe, card=card.code, unseen=card.rank.burn),)
    between = replace(state, round=None, shoe=None)
    changes = taking_effect(between, now)
    for change in changes:
        if isinstance(change, ev.LimitsChanged | ev.TermsChanged):
            between = evolve_terms(between, change)
    game = between.game
    started = ev.ShoeStarted(
        shoe=command.shoe,
        decks=game.decks,
        cut_card=game.sheet.venue.shoe.cut_card,
        commitment="",
    )
    ended = (ev.ShoeEnded(shoe=state.shoe.number),) if state.shoe else ()
    return (*void_round(state, "new-shoe", refund=False), *ended, *changes, started, *burned)


def _take_back(state: TableState, command: cm.TakeShoeBack) -> Answer:
    put_away = state.put_away
    if put_away is None or (state.shoe is not None and state.shoe.coups):
        return Refusal(Code.NOTHING_TO_TAKE_BACK)
    if state.round is not None and state.round.phase == "decided":
        return Refusal(Code.ROUND_IN_PLAY)
    back = ev.ShoeTakenBack(shoe=put_away.shoe.number, by=command.by)
    return (*void_round(state, "new-shoe", refund=False), back)


# What happened


def evolve_tracking(state: TableState, event: Event) -> TableState:
    """Give the state after a correction of the shoe."""
    match event:
        case ev.ShoeTakenBack():
            return _taken_back(state)
        case ev.HandsLimited():
            return replace(state, hands_limit=event.hands)
        case ev.CutCardMarked():
            shoe = state.require_shoe
            after = shoe.end.rounds_left(0, shoe.end.edge + 1, None)
            left = None if after is None else after + 1  # with the hand that is being dealt
            return replace(state, shoe=replace(shoe, rounds_left=left))
        case ev.HandChanged() | ev.HandInserted() | ev.HandDeleted():
            return _corrected(state, event)
        case _:
            assert_never(event)


def _taken_back(state: TableState) -> TableState:
    put_away = state.put_away
    if put_away is None:
        return state
    return replace(
        state,
        shoe=put_away.shoe,
        shoe_number=put_away.shoe.number,
        last_coups=put_away.last_coups,
        put_away=None,
    )


def _corrected(
    state: TableState, event: ev.HandChanged | ev.HandInserted | ev.HandDeleted
) -> TableState:
    shoe, at = state.require_shoe, event.hand - 1
    was, now = getattr(event, "was", None), getattr(event, "now", None)
    coups = list(shoe.coups)
    coups[at : at + (was is not None)] = [result_of(now)] if now else []
    shoe = counted_in(shoe, was.cards if was else (), -1)
    left = shoe.rounds_left
    if left is not None and isinstance(event, ev.HandDeleted) and event.reason == "undone":
        left = min(MOST_LEFT, left + 1)
    shoe = counted_in(shoe, now.cards if now else ())
    shoe = replace(shoe, coups=tuple(coups), rounds_left=left)
    settled = tuple(
        moved for stood in state.settled if (moved := _moved(stood, shoe, event)) is not None
    )
    played = state.round and replace(state.round, hand=len(coups) + 1)
    return replace(state, shoe=shoe, settled=settled, round=played)


def _moved(
    stood: Settled, shoe: ShoeState, event: ev.HandChanged | ev.HandInserted | ev.HandDeleted
) -> Settled | None:
    """Give a settled round where it is now; None: its hand was taken out."""
    if stood.shoe != shoe.number or stood.hand < event.hand:
        return stood
    match event:
        case ev.HandInserted():
            return replace(stood, hand=stood.hand + 1)
        case ev.HandChanged():
            is_it = stood.hand == event.hand
            return replace(stood, result=result_of(event.now)) if is_it else stood
        case ev.HandDeleted():
            return None if stood.hand == event.hand else replace(stood, hand=stood.hand - 1)
