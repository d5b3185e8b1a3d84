"""The decider: a command and the time in, events and perhaps a refusal out.

Time passes first: a deadline that is reached means its events, whatever the command. Then the
command is looked at in the state that this leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from puntobanco.cards import Card
from puntobanco.errors import SheetError
from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.coup import next_hand, play
from puntobanco.rules.load import from_canonical
from puntobanco.rules.settle import settle
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import calls_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import check_wager, set_wager
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import ShoeState, TableState, evolve


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command led to; events and a refusal may both be there, since time passed first."""

    events: tuple[ev.AnyEvent, ...] = ()
    refusal: Refusal | None = None


_Answer = tuple[ev.AnyEvent, ...] | Refusal


def decide(state: TableState, command: cm.AnyCommand, now: int) -> Decision:
    """Decide a command at a time in milliseconds; nothing is changed, events say what to change."""
    passed: tuple[ev.AnyEvent, ...] = ()
    if not (isinstance(command, cm.PauseBetting) and command.remaining is not None):
        passed = _time(state, now)  # but for an outage, whose pause says what time was left
        for event in passed:
            state = evolve(state, event)
    answer = _answer(state, command, now)
    if isinstance(answer, Refusal):
        return Decision(passed, answer)
    return Decision((*passed, *answer))


def _time(state: TableState, now: int) -> tuple[ev.AnyEvent, ...]:
    played = state.round
    if played and played.deadline is not None and now >= played.deadline:
        return (ev.BettingClosed(round=played.number),)
    return ()


def _answer(state: TableState, command: cm.AnyCommand, now: int) -> _Answer:  # noqa: C901
    if isinstance(command, cm.Tick):
        return ()
    if isinstance(command, cm.OpenTable):
        return _open(state, command)
    if isinstance(command, cm.SetWager):
        return check_wager(state, command) or set_wager(state, command)
    if state.setup is None:
        return Refusal(Code.TABLE_CLOSED)
    match command:
        case cm.TakeSeat() | cm.LeaveSeat() | cm.BuyIn() | cm.CloseTable():
            return _people(state, command)
        case cm.StartShoe() | cm.Burn() | cm.EndShoe():
            return _shoe(state, command)
        case cm.OpenBetting():
            return _open_betting(state, now)
        case cm.PauseBetting() | cm.ResumeBetting() | cm.CloseBetting():
            return _betting(state, command, now)
        case cm.DealCard():
            return _deal(state, command)
        case cm.Settle():
            return _settle(state)
        case _:
            assert_never(command)


def _open(state: TableState, command: cm.OpenTable) -> _Answer:
    if state.setup is not None:
        return Refusal(Code.TABLE_OPEN)
    try:
        sheet = from_canonical(command.sheet.encode())
    except SheetError:
        return Refusal(Code.MALFORMED)
    if not sheet.is_house_banked or not _fits(sheet, command):
        return Refusal(Code.MALFORMED)
    return (
        ev.TableOpened(
            table=command.table,
            name=command.name,
            sheet=command.sheet,
            sheet_hash=sheet.hash,
            venue_hash=sheet.venue_hash,
            seats=command.seats,
            decks=command.decks,
            unit=command.unit,
            limits=command.limits,
            clock=command.clock,
            currency=command.currency,
        ),
    )


def _fits(sheet: Sheet, command: cm.OpenTable) -> bool:
    """Whether a table's own choices are possible, and possible with its game."""
    return (
        bool(command.table)
        and ":" not in command.table  # it is a part of the names of accounts
        and sheet.decks[0] <= command.decks <= sheet.decks[1]
        and 1 <= command.seats <= max(sheet.seats)
        and (command.clock is None or command.clock >= 1)
        and command.unit >= 1
        and sorted(x.bet for x in command.limits) == sorted(bet.id for bet in sheet.bets)
        and all(command.unit <= x.min <= x.max <= AMOUNT_MAX for x in command.limits)
        and all(x.min % command.unit == 0 for x in command.limits)
    )


def _people(
    state: TableState, command: cm.TakeSeat | cm.LeaveSeat | cm.BuyIn | cm.CloseTable
) -> _Answer:
    if isinstance(command, cm.CloseTable):
        if state.round is not None:
            return Refusal(Code.ROUND_IN_PLAY)
        stood = tuple(
            ev.SeatLeft(place=place, patron=patron, rack=state.racks[patron])
            for place, patron in state.places.items()
        )
        ended = (ev.ShoeEnded(shoe=state.shoe.number),) if state.shoe else ()
        return (*stood, *ended, ev.TableClosed())
    place = state.place_of(command.patron)
    if isinstance(command, cm.TakeSeat):
        return _take_seat(state, command, place)
    if place is None:
        return Refusal(Code.NOT_SEATED)
    if isinstance(command, cm.BuyIn):
        return _chips(state, command.amount) or (
            ev.BoughtIn(patron=command.patron, amount=command.amount),
        )
    if state.round and state.round.of(command.patron):
        return Refusal(Code.WAGERS_ON_FELT)
    return (ev.SeatLeft(place=place, patron=command.patron, rack=state.racks[command.patron]),)


def _take_seat(state: TableState, command: cm.TakeSeat, place: int | None) -> _Answer:
    if place is not None:
        return Refusal(Code.ALREADY_SEATED, {"place": place})
    if not 1 <= command.place <= state.game.seats:
        return Refusal(Code.NO_SUCH_PLACE, {"place": command.place, "seats": state.game.seats})
    if command.place in state.places:
        return Refusal(Code.PLACE_TAKEN, {"place": command.place})
    return _chips(state, command.buy_in) or (
        ev.SeatTaken(place=command.place, patron=command.patron),
        ev.BoughtIn(patron=command.patron, amount=command.buy_in),
    )


def _chips(state: TableState, amount: int) -> Refusal | None:
    if amount < 1 or amount > AMOUNT_MAX or amount % state.game.unit:
        unit = state.game.unit
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, {"unit": unit, "amount": amount})
    return None


def _shoe(state: TableState, command: cm.StartShoe | cm.Burn | cm.EndShoe) -> _Answer:
    shoe = state.shoe
    if isinstance(command, cm.StartShoe):
        if shoe is not None:
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
    if shoe is None:
        return Refusal(Code.NO_SHOE)
    if isinstance(command, cm.Burn):
        return _burn(shoe, command)
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    return (ev.ShoeEnded(shoe=shoe.number),) if shoe.is_over else Refusal(Code.SHOE_NOT_OVER)


def _burn(shoe: ShoeState, command: cm.Burn) -> _Answer:
    """The first card is turned, and as many more are burned as it is worth, ten for faces."""
    if shoe.is_burned:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": shoe.out})
    card = Card.parse(command.card)
    return (ev.CardsBurned(shoe=shoe.number, card=card.code, unseen=card.rank.burn),)


def _open_betting(state: TableState, now: int) -> _Answer:
    shoe = state.shoe
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if shoe is None or not shoe.is_burned:
        return Refusal(Code.NO_SHOE)
    if shoe.is_over:
        return Refusal(Code.SHOE_OVER)
    clock = state.game.clock
    return (
        ev.BettingOpened(
            round=state.round_number + 1,
            hand=len(shoe.coups) + 1,
            deadline=None if clock is None else now + clock,
        ),
    )


def _betting(
    state: TableState, command: cm.PauseBetting | cm.ResumeBetting | cm.CloseBetting, now: int
) -> _Answer:
    played = state.round
    wanted = {"paused"} if isinstance(command, cm.ResumeBetting) else {"betting"}
    if isinstance(command, cm.CloseBetting):
        wanted = {"betting", "paused"}
    if played is None or played.phase not in wanted:
        return Refusal(Code.BETTING_NOT_OPEN)
    if isinstance(command, cm.CloseBetting):
        return (ev.BettingClosed(round=played.number),)
    if isinstance(command, cm.PauseBetting):
        left = command.remaining
        if left is None and played.deadline is not None:
            left = played.deadline - now
        return (ev.BettingPaused(round=played.number, remaining=left),)
    deadline = None if played.remaining is None else now + played.remaining
    return (ev.BettingResumed(round=played.number, deadline=deadline),)


def _deal(state: TableState, command: cm.DealCard) -> _Answer:
    played, shoe = state.round, state.shoe
    if played is None or shoe is None or played.phase != "dealing":
        return Refusal(Code.NOT_THE_NEXT_CARD)
    side = next_hand(played.cards)
    if side is None or command.position != shoe.out:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"position": shoe.out})
    card = Card.parse(command.card)
    dealt = ev.CardDealt(round=played.number, position=shoe.out, card=card.code, hand=side.value)
    cards = (*played.cards, card)
    if next_hand(cards) is not None:
        return (dealt,)
    coup = play(cards)
    return (
        dealt,
        ev.CoupEnded(
            round=played.number,
            winner=coup.winner.value,
            player=coup.hands.player.total,
            banker=coup.hands.banker.total,
            calls=calls_of(state.game.sheet, coup),
        ),
    )


def _settle(state: TableState) -> _Answer:
    played = state.round
    if played is None or played.coup is None:
        return Refusal(Code.NOTHING_TO_SETTLE)
    game = state.game
    settlement = settle(
        game.sheet,
        played.coup,
        tuple(played.wagers.values()),
        seats=game.seats,
        unit=game.unit,
    )
    lines = tuple(
        ev.Line(
            wager=step.wager.id,
            place=step.wager.seat,
            patron=step.wager.patron,
            bet=step.wager.bet,
            amount=step.wager.amount,
            verdict=step.verdict.value,
            collected=step.collected,
            paid=step.paid,
            returned=step.returned,
            uncovered=step.uncovered,
            line=step.wager.line,
        )
        for step in settlement.steps
    )
    return (ev.RoundSettled(round=played.number, lines=lines),)
