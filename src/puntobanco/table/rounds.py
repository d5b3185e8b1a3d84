"""A round: betting opens, pauses and closes, collection is taken, the coup is settled or void."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from puntobanco.errors import InvariantError
from puntobanco.rules.coup import Coup
from puntobanco.rules.settle import Settlement, Wager, settle
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.collecting import collect, evolve_collection, go_back
from puntobanco.table.dealership import open_round
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import (
    CORRECTABLE,
    Cover,
    Round,
    Settled,
    Setup,
    TableState,
)

Command = (
    cm.OpenBetting
    | cm.OpenFreeHand
    | cm.PauseBetting
    | cm.ResumeBetting
    | cm.CloseBetting
    | cm.Settle
)
Event = (
    ev.BettingOpened
    | ev.FreeHandOpened
    | ev.BettingPaused
    | ev.BettingResumed
    | ev.WagersSet
    | ev.BettingClosed
    | ev.WagersReturned
    | ev.CollectionTaken
    | ev.CoverReduced
    | ev.RoundSettled
    | ev.RoundVoided
)


def decide_round(state: TableState, command: Command, now: int) -> Answer:
    """Decide a step of a round."""
    match command:
        case cm.OpenBetting() | cm.OpenFreeHand():
            return _open(state, command, now)
        case cm.PauseBetting() | cm.ResumeBetting() | cm.CloseBetting():
            return _betting(state, command, now)
        case cm.Settle():
            return _settle(state)
        case _:
            assert_never(command)


def _open(state: TableState, command: cm.OpenBetting | cm.OpenFreeHand, now: int) -> Answer:
    shoe = state.shoe
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if state.suspended is not None:
        return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    if shoe is None:
        return Refusal(Code.NO_SHOE)
    if not shoe.is_ready:
        return Refusal(Code.SHOE_NOT_READY)
    if shoe.is_over:
        return Refusal(Code.SHOE_OVER)
    number, hand = state.round_number + 1, len(shoe.coups) + 1
    if isinstance(command, cm.OpenFreeHand):
        return (ev.FreeHandOpened(round=number, hand=hand),)
    if shoe.free_hand_due:
        return Refusal(Code.FREE_HAND_DUE)
    covered = open_round(state, now, command.cover_most) if state.game.takes_wagers else ()
    if not isinstance(covered, tuple):
        return covered
    clock = state.game.clock
    deadline = None if clock is None else now + clock
    opened = ev.BettingOpened(round=number, hand=hand, deadline=deadline, rules=state.game.rules)
    return (*covered, opened)


def _betting(
    state: TableState, command: cm.PauseBetting | cm.ResumeBetting | cm.CloseBetting, now: int
) -> Answer:
    played = state.round
    wanted = {"paused"} if isinstance(command, cm.ResumeBetting) else {"betting"}
    if isinstance(command, cm.CloseBetting):
        wanted = {"betting", "paused"}
    if played is None or played.phase not in wanted:
        return Refusal(Code.BETTING_NOT_OPEN)
    if state.has_stopped() and not isinstance(command, cm.PauseBetting):
        return Refusal(Code.ROUND_STOPPED)
    if isinstance(command, cm.CloseBetting):
        return close_betting(state, now)
    if isinstance(command, cm.PauseBetting):
        left = command.remaining
        if left is None and played.deadline is not None:
            left = played.deadline - now
        return (ev.BettingPaused(round=played.number, remaining=left, by=command.by),)
    deadline = None if played.remaining is None else now + played.remaining
    return (ev.BettingResumed(round=played.number, deadline=deadline),)


def close_betting(state: TableState, now: int) -> tuple[ev.AnyEvent, ...]:
    """Freeze the wagers and take the collection (rules.md 1.9: WAG-1)."""
    played = state.require_round
    return (ev.BettingClosed(round=played.number), *collect(state, played, now))


def _settle(state: TableState) -> Answer:
    played = state.round
    if state.has_stopped():
        return Refusal(Code.ROUND_STOPPED)
    if played is None or played.result is None:
        return Refusal(Code.NOTHING_TO_SETTLE)
    if played.coup is None or not state.game.takes_wagers:
        return (settled_without_wagers(played.number, played.cover),)
    lines, button, covered = settlement(
        state.game, played.coup, tuple(played.wagers.values()), played.cover
    )
    return (
        ev.RoundSettled(round=played.number, lines=lines, button=button, player_dealer=covered),
    )


def settlement(
    game: Setup, coup: Coup, wagers: tuple[Wager, ...], cover: Cover | None
) -> tuple[tuple[ev.Line, ...], ev.Button | None, ev.Covered | None]:
    """Settle wagers that lie at places: lines in the order settled, the button, the cover."""
    if wagers and (cover is None) != game.sheet.is_house_banked:
        message = "a player-dealer's round is settled against his cover, and no other is"
        raise InvariantError(message)
    places = [p for p in range(1, game.places + 1) if cover is None or p != cover.place]
    seats = {place: seat for seat, place in enumerate(places, 1)}
    done = settle(
        game.sheet,
        coup,
        [_at(wager, seats[wager.seat]) for wager in wagers],
        seats=len(places),
        cover=cover.amount if cover else None,
        unit=game.unit,
    )
    lines = tuple(
        ev.Line(
            wager=step.wager.id,
            place=places[step.wager.seat - 1],
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
        for step in done.steps
    )
    return lines, _button(done, places), _covered(done, cover)


def _at(wager: Wager, seat: int) -> Wager:
    return Wager(wager.id, seat, wager.patron, wager.bet, wager.amount, wager.line)


def _button(done: Settlement, places: list[int]) -> ev.Button | None:
    button = done.button
    if button is None:
        return None
    return ev.Button(button.card.code, button.value, button.seat, places[button.seat - 1])


def _covered(done: Settlement, cover: Cover | None) -> ev.Covered | None:
    result = done.player_dealer
    if result is None or cover is None:
        return None
    return ev.Covered(
        cover.place, cover.patron, cover.amount, result.net, result.exhausted, result.capped
    )


def settled_without_wagers(number: int, cover: Cover | None) -> ev.RoundSettled:
    """Settle a round of results alone: nobody had a wager, and a cover goes back."""
    back = None
    if cover is not None:
        back = ev.Covered(
            cover.place, cover.patron, cover.amount, net=0, exhausted=False, capped=False
        )
    return ev.RoundSettled(round=number, lines=(), player_dealer=back)


def void_round(state: TableState, reason: str, *, refund: bool) -> tuple[ev.AnyEvent, ...]:
    """Give everything back: a void hand uses up no turn, its cards stay out (rules.md 4.2)."""
    played = state.round
    if played is None:
        return ()
    return (
        ev.RoundVoided(
            round=played.number,
            reason=reason,
            wagers=tuple(map(go_back, played.wagers.values())),
            cover=played.cover.amount if played.cover else 0,
            fees=played.fees if refund else (),
            player_dealer_fee=played.player_dealer_fee if refund else 0,
        ),
    )


def evolve_round(state: TableState, event: Event) -> TableState:  # noqa: C901
    """Give the state after a step of a round."""
    match event:
        case ev.BettingOpened():
            return _opened(state, event.round, event.hand, event.deadline)
        case ev.FreeHandOpened():
            return _free(state, event)
        case ev.BettingPaused():
            played = state.require_round
            paused = replace(
                played,
                phase="paused",
                deadline=None,
                remaining=event.remaining,
                paused_by=event.by,
            )
            return replace(state, round=paused)
        case ev.BettingResumed():
            resumed = replace(
                state.require_round,
                phase="betting",
                deadline=event.deadline,
                remaining=None,
                paused_by="",
            )
            return replace(state, round=resumed)
        case ev.WagersSet():
            return _with_wagers(state, event)
        case ev.BettingClosed():
            closed = replace(state.require_round, phase="dealing", deadline=None, remaining=None)
            return replace(state, round=closed)
        case ev.WagersReturned() | ev.CollectionTaken():
            return evolve_collection(state, event)
        case ev.CoverReduced():
            return _reduced(state, event)
        case ev.RoundSettled():
            return _settled(state, event)
        case ev.RoundVoided():
            return _voided(state, event)
        case _:
            assert_never(event)


def _opened(state: TableState, number: int, hand: int, deadline: int | None) -> TableState:
    cover = state.dealership.cover
    fresh = Round(number, hand, "betting", deadline, state.require_shoe.out, cover=cover)
    dealership = replace(state.dealership, cover=None)
    return replace(state, round=fresh, round_number=number, dealership=dealership)


def _free(state: TableState, event: ev.FreeHandOpened) -> TableState:
    shoe = state.require_shoe
    fresh = Round(event.round, event.hand, "dealing", None, shoe.out, is_free=True)
    return replace(state, round=fresh, round_number=event.round)


def _with_wagers(state: TableState, event: ev.WagersSet) -> TableState:
    played = state.require_round
    wagers = dict(played.wagers)
    moved = 0
    for spot in event.spots:
        before = wagers.get(spot.wager)
        moved += spot.amount - (before.amount if before else 0)
        if spot.amount:  # a changed wager keeps its turn in the order of placement
            wagers[spot.wager] = Wager(
                spot.wager, event.place, event.patron, spot.bet, spot.amount, event.line
            )
        else:
            wagers.pop(spot.wager, None)
    racks = {**state.racks, event.patron: state.racks[event.patron] - moved}
    return replace(state, round=replace(played, wagers=wagers), racks=racks)


def _reduced(state: TableState, event: ev.CoverReduced) -> TableState:
    played, cover = state.require_round, state.require_cover
    back = cover.amount - event.amount
    racks = {**state.racks, cover.patron: state.racks[cover.patron] + back}
    less = replace(cover, amount=event.amount)
    return replace(state, round=replace(played, cover=less), racks=racks)


def _settled(state: TableState, event: ev.RoundSettled) -> TableState:
    shoe, played = state.require_shoe, state.require_round
    racks = dict(state.racks)
    last = dict(state.last_wagers)
    rounds = dict(state.played)
    for patron in {wager.patron for wager in played.wagers.values()}:
        last[patron] = tuple((w.bet, w.amount) for w in played.of(patron))
        rounds[patron] = rounds.get(patron, 0) + 1
    for line in event.lines:
        racks[line.patron] += line.paid + line.returned
    turn = state.dealership.turn
    if event.player_dealer is not None:
        racks[event.player_dealer.patron] += event.player_dealer.cover + event.player_dealer.net
        turn = replace(turn, hands=turn.hands + 1) if turn else None
    left = shoe.end.rounds_left(played.out_before, shoe.out, shoe.rounds_left)
    kept = Settled(
        played.number,
        shoe.number,
        played.hand,
        tuple(played.wagers.values()),
        played.cover,
        played.require_result,
        event.lines,
        event.player_dealer,
        nets(event.lines, event.player_dealer),
    )
    return replace(
        state,
        shoe=replace(shoe, rounds_left=left, coups=(*shoe.coups, kept.result)),
        round=None,
        racks=racks,
        last_wagers=last,
        played=rounds,
        settled=(*state.settled, kept)[-CORRECTABLE:],
        dealership=replace(state.dealership, turn=turn),
    )


def nets(lines: Iterable[ev.Line], covered: ev.Covered | None) -> dict[str, int]:
    """Give what a settlement gives each patron: in the order settled, then the player-dealer."""
    found: dict[str, int] = {}
    for line in lines:
        found[line.patron] = found.get(line.patron, 0) + line.paid - line.collected
    return found | ({covered.patron: covered.net} if covered else {})


def _voided(state: TableState, event: ev.RoundVoided) -> TableState:
    shoe, played = state.require_shoe, state.require_round
    racks = dict(state.racks)
    for wager in event.wagers:
        racks[wager.patron] += wager.amount
    for fee in event.fees:
        racks[fee.patron] += fee.amount
    refunded = event.player_dealer_fee + sum(fee.amount for fee in event.fees)
    if played.cover is not None:
        racks[played.cover.patron] += event.cover + event.player_dealer_fee
    left = shoe.end.rounds_left(played.out_before, shoe.out, shoe.rounds_left)
    return replace(
        state,
        shoe=replace(shoe, rounds_left=left),
        round=None,
        racks=racks,
        boxed=state.boxed - refunded,
    )
