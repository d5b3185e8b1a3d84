"""The shoe: it is prepared, cut and burned, and in the end counted.

rules.md 4.1. A shoe that the software shuffled needs neither preparation nor cut.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from puntobanco.shoe import ShoeEnd
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealing import SOURCES, left, read_card
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import void_round
from puntobanco.table.state import PutAway, ShoeState, TableState

# What is done with decks from a box before they are cut (58 Pa. Code 639a.4).
STEPS: Final = ("opened", "verified", "spread", "washed", "stacked", "shuffled")
RESTORED: Final = "restored"  # why a shoe went: the log was put back from a copy
CUT_MARGIN: Final = 10  # cards from either end (N.J.A.C. 13:69F-2.5)

Command = (
    cm.StartShoe
    | cm.StepShoe
    | cm.OfferCut
    | cm.CutShoe
    | cm.Burn
    | cm.EndShoe
    | cm.CountShoe
    | cm.ClearShoe
)
Event = (
    ev.ShoeStarted
    | ev.ShoeStepped
    | ev.CutOffered
    | ev.ShoeCut
    | ev.CardsBurned
    | ev.ShoeEnded
    | ev.ShoeQuarantined
    | ev.ShoeCounted
    | ev.ShoeCleared
    | ev.ShoesForsaken
)


def decide_shoe(state: TableState, command: Command) -> Answer:  # noqa: C901
    """Decide what is done with the shoe."""
    match command:
        case cm.StartShoe():
            return _start(state, command)
        case cm.CountShoe():
            return _count(state, command)
        case cm.ClearShoe():
            return _clear(state, command)
        case _ if state.shoe is None:
            return Refusal(Code.NO_SHOE)
        case cm.Burn():
            return _burn(state, state.shoe, command)
        case cm.EndShoe():
            return _end(state, state.shoe)
        case _ if not state.shoe.is_physical:
            return Refusal(Code.OTHER_KIND_OF_SHOE)
        case cm.StepShoe():
            return _step(state.shoe, command)
        case cm.OfferCut() | cm.CutShoe() if state.shoe.prepared != STEPS[-1]:
            return Refusal(Code.SHOE_NOT_READY, {"step": next_step(state.shoe)})
        case cm.OfferCut():
            return _offer_cut(state, command)
        case cm.CutShoe():
            return _cut(state.shoe, command)
        case _:
            assert_never(command)


# Before the first round


def _start(state: TableState, command: cm.StartShoe) -> Answer:
    game = state.game
    cut_card = command.cut_card or game.sheet.venue.shoe.cut_card
    if state.shoe is not None:
        return Refusal(Code.SHOE_IN_PLAY)
    if state.uncounted is not None:
        return Refusal(Code.SHOE_NOT_COUNTED, {"shoe": state.shoe_number})
    if game.cards == "software":
        if command.lot or command.receipt or not command.prepared:
            return Refusal(Code.OTHER_KIND_OF_SHOE)
        if command.decks not in {None, game.decks}:
            return Refusal(Code.OTHER_KIND_OF_SHOE)
    elif command.commitment:
        return Refusal(Code.OTHER_KIND_OF_SHOE)
    elif not command.lot or (command.prepared and not command.receipt):
        return Refusal(Code.SHOE_NOT_READY, {"lacks": "receipt" if command.lot else "lot"})
    if not 1 <= cut_card < 52 * game.decks:
        return Refusal(Code.BAD_CUT, {"least": 1, "most": 52 * game.decks - 1})
    return (
        ev.ShoeStarted(
            shoe=state.shoe_number + 1,
            decks=game.decks,
            cut_card=cut_card,
            commitment=command.commitment,
            lot=command.lot,
            receipt=command.receipt,
            prepared=command.prepared,
        ),
    )


def next_step(shoe: ShoeState) -> str:
    """Name what must be done before the shoe can be cut; empty: it can be, or has been."""
    if shoe.prepared is None or shoe.prepared == STEPS[-1]:
        return ""
    return STEPS[STEPS.index(shoe.prepared) + 1] if shoe.prepared else STEPS[0]


def _step(shoe: ShoeState, command: cm.StepShoe) -> Answer:
    wanted = next_step(shoe)
    if not wanted:
        return Refusal(Code.NOT_IN_THIS_STATE)
    if command.step != wanted:
        return Refusal(Code.SHOE_NOT_READY, {"step": wanted})
    if command.step == "verified" and command.by == shoe.opener:
        return Refusal(Code.NEEDS_SECOND_PERSON)
    return (ev.ShoeStepped(shoe=shoe.number, step=command.step, by=command.by),)


def _offer_cut(state: TableState, command: cm.OfferCut) -> Answer:
    patron = state.places.get(command.place)
    if patron is None:
        return Refusal(Code.NOT_SEATED, {"place": command.place})
    return (ev.CutOffered(place=command.place, patron=patron),)


def _cut(shoe: ShoeState, command: cm.CutShoe) -> Answer:
    """The patron to whom the cut was offered cuts; the dealer where nobody will."""
    if command.patron is not None and command.patron != shoe.cutter:
        return Refusal(Code.NOT_ALLOWED)
    most = shoe.end.cards - CUT_MARGIN
    if not CUT_MARGIN <= command.depth <= most:
        return Refusal(Code.BAD_CUT, {"least": CUT_MARGIN, "most": most})
    return (ev.ShoeCut(shoe=shoe.number, depth=command.depth, patron=command.patron),)


def _burn(state: TableState, shoe: ShoeState, command: cm.Burn) -> Answer:
    """The first card is turned, and as many more are burned as it is worth, ten for faces.

    Where results alone are tracked no shoe waits for it, and it may be told until the first hand.
    """
    if shoe.prepared is not None:
        return Refusal(Code.SHOE_NOT_READY, {"step": next_step(shoe)})
    is_begun = bool(shoe.coups or shoe.unseen or state.round)
    if is_begun if state.game.cards == "results" else shoe.is_burned:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": shoe.out})
    card = read_card(command.card)
    if isinstance(card, Refusal):
        return card
    return (ev.CardsBurned(shoe=shoe.number, card=card.code, unseen=card.rank.burn),)


# The end


def _end(state: TableState, shoe: ShoeState) -> Answer:
    """Put the shoe away; where nobody records its cards, the dealer says when it is over."""
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    if not shoe.is_over and state.game.cards != "results":
        return Refusal(Code.SHOE_NOT_OVER)
    return (ev.ShoeEnded(shoe=shoe.number),)


def _count(state: TableState, command: cm.CountShoe) -> Answer:
    if state.shoe is not None:
        return Refusal(Code.SHOE_IN_PLAY)
    if state.uncounted is None:
        return Refusal(Code.NO_SHOE)
    if state.miscounted_by:
        return Refusal(Code.SHOE_NOT_COUNTED, {"shoe": state.shoe_number})
    if not 0 <= command.rest <= 52 * state.game.decks:
        return Refusal(Code.MALFORMED)
    return (
        ev.ShoeCounted(
            shoe=state.shoe_number, rest=command.rest, expected=state.uncounted, by=command.by
        ),
    )


def _clear(state: TableState, command: cm.ClearShoe) -> Answer:
    if not state.miscounted_by:
        return Refusal(Code.NOT_IN_THIS_STATE)
    if state.miscounted_by == command.by:
        return Refusal(Code.NEEDS_SECOND_PERSON)
    return (ev.ShoeCleared(by=command.by),)


def forsake(state: TableState, command: cm.ForsakeShoes) -> tuple[ev.AnyEvent, ...]:
    """Take a shoe away whose cards may be known, and give no number a second time (XC7).

    Where results alone are entered nothing is at stake, and the hands are entered again.
    """
    if state.setup is not None and not state.game.takes_wagers:
        return ()
    done: tuple[ev.AnyEvent, ...] = ()
    if state.shoe is not None:
        voided = void_round(state, RESTORED, refund=True)
        done = (*voided, ev.ShoeQuarantined(shoe=state.shoe.number, reason=RESTORED))
    if command.shoe > state.shoe_number:
        done = (*done, ev.ShoesForsaken(shoe=command.shoe))
    return done


# What happened


def evolve_shoe(state: TableState, event: Event) -> TableState:
    """Give the state after something that happened to the shoe or its cards."""
    match event:
        case ev.ShoeStarted():
            return replace(state, shoe=_started(state, event), shoe_number=event.shoe)
        case ev.ShoeEnded():
            return _gone(state, is_counted=state.game.records_real_cards)
        case ev.ShoeQuarantined():  # it is kept for inspection, and never comes back
            return replace(_gone(state, is_counted=False), put_away=None)
        case ev.ShoeCounted():
            if event.rest == event.expected:
                return replace(state, uncounted=None)
            return replace(state, miscounted_by=event.by)
        case ev.ShoesForsaken():
            return replace(state, shoe_number=event.shoe)
        case ev.ShoeCleared():
            return replace(state, uncounted=None, miscounted_by="")
        case ev.ShoeStepped() | ev.CutOffered() | ev.ShoeCut() | ev.CardsBurned():
            return replace(state, shoe=_changed(state.require_shoe, event))
        case _:
            assert_never(event)


def _started(state: TableState, event: ev.ShoeStarted) -> ShoeState:
    rules, cards = state.game.sheet.venue.shoe, state.game.cards
    is_physical = cards != "software"
    return ShoeState(
        event.shoe,
        ShoeEnd(52 * event.decks, event.cut_card, rules.last),
        event.commitment,
        is_burned=rules.burn == "none" or not SOURCES[cards],
        is_physical=is_physical,
        prepared=_preparation(event) if is_physical and (event.lot or SOURCES[cards]) else None,
    )


def _preparation(event: ev.ShoeStarted) -> str:
    """Name the step that is done; a shoe of results alone may come without papers, and is ready."""
    return STEPS[-1] if event.prepared else ""


def _changed(
    shoe: ShoeState,
    event: ev.ShoeStepped | ev.CutOffered | ev.ShoeCut | ev.CardsBurned,
) -> ShoeState:
    match event:
        case ev.ShoeStepped():
            opener = event.by if event.step == STEPS[0] else shoe.opener
            return replace(shoe, prepared=event.step, opener=opener)
        case ev.CutOffered():
            return replace(shoe, cutter=event.patron)
        case ev.ShoeCut():
            return replace(shoe, prepared=None, cutter=None)
        case ev.CardsBurned():
            turned = left(shoe, event.card)
            out, unseen = turned.out + event.unseen, turned.unseen + event.unseen
            return replace(turned, out=out, unseen=unseen, is_burned=True)
        case _:
            assert_never(event)


def _gone(state: TableState, *, is_counted: bool) -> TableState:
    """Take the shoe away; one of real cards is counted before the next one comes."""
    shoe = state.require_shoe
    uncounted = shoe.rest if is_counted else None
    put_away = None if state.game.takes_wagers else PutAway(shoe, state.last_coups)
    return replace(
        state,
        shoe=None,
        last_coups=shoe.coups,
        last_seen=shoe.seen,
        last_sheet=None,
        uncounted=uncounted,
        put_away=put_away,
    )
