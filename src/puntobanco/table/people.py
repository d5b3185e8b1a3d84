"""People at a table: they sit, stand behind a place, take a break, move chips, and leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, assert_never

from msgspec.structs import replace

from puntobanco.money import AMOUNT_MAX
from puntobanco.rules.rotation import has_room_for_third_party
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealership import leave_dealership, reserved
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

K = TypeVar("K")
V = TypeVar("V")

Command = (
    cm.TakeSeat | cm.StandBehind | cm.LeaveSeat | cm.BuyIn | cm.CashOut | cm.TakeBreak | cm.ComeBack
)
Event = ev.SeatTaken | ev.SeatLeft | ev.BoughtIn | ev.CashedOut | ev.BreakStarted | ev.BreakEnded


def decide_people(state: TableState, command: Command, now: int) -> Answer:
    """Decide what a patron asks for himself."""
    match command:
        case cm.TakeSeat():
            return _take_seat(state, command)
        case cm.StandBehind():
            return _stand_behind(state, command)
        case _ if not state.positions_of(command.patron):
            return Refusal(Code.NOT_SEATED)
        case cm.LeaveSeat():
            return _leave(state, command, now)
        case cm.BuyIn():
            return check_chips(state, command.amount) or (
                ev.BoughtIn(patron=command.patron, amount=command.amount),
            )
        case cm.CashOut():
            return _cash_out(state, command)
        case cm.TakeBreak():
            if command.patron in state.breaks:
                return ()
            until = now + state.game.break_ms
            return (ev.BreakStarted(patron=command.patron, until=until),)
        case cm.ComeBack():
            return end_break(state, command.patron)
        case _:
            assert_never(command)


def end_break(state: TableState, patron: str) -> tuple[ev.AnyEvent, ...]:
    """Give the event of a patron's return, if he was away."""
    return (ev.BreakEnded(patron=patron),) if patron in state.breaks else ()


def awaited(state: TableState) -> tuple[tuple[str, int], ...]:
    """List patrons on a break and until when; one with chips on felt keeps his place so long."""
    return tuple(away for away in state.breaks.items() if not _is_on_felt(state, away[0], None))


def overstayed(state: TableState, patron: str, now: int) -> tuple[ev.AnyEvent, ...]:
    """Give the place of a patron away whose break is over."""
    positions = state.positions_of(patron)
    return (
        *leave_dealership(state, patron, "break", now),
        *_stand_up(state, patron, positions, "break-over"),
    )


def everybody_leaves(state: TableState) -> tuple[ev.AnyEvent, ...]:
    """Let all stand up, between two rounds: each patron's last place takes his chips along."""
    patrons = dict.fromkeys(
        [*state.places.values(), *(p for b in state.behind.values() for p in b)]
    )
    return tuple(
        event
        for patron in patrons
        for event in _stand_up(state, patron, state.positions_of(patron), "closed")
    )


def check_chips(state: TableState, amount: int) -> Refusal | None:
    """Refuse what is no amount of chips here."""
    unit = state.game.unit
    if amount < 1 or amount > AMOUNT_MAX or amount % unit:
        return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, {"unit": unit, "amount": amount})
    return None


def _take_seat(state: TableState, command: cm.TakeSeat) -> Answer:
    refusal = _check_place(state, command.patron, command.place)
    if refusal:
        return refusal
    if command.place in state.places:
        return Refusal(Code.PLACE_TAKEN, {"place": command.place})
    return (
        _check_kind(state, command)
        or check_chips(state, command.buy_in)
        or (
            ev.SeatTaken(place=command.place, patron=command.patron, kind=command.kind),
            ev.BoughtIn(patron=command.patron, amount=command.buy_in),
        )
    )


def _stand_behind(state: TableState, command: cm.StandBehind) -> Answer:
    refusal = _check_place(state, command.patron, command.place)
    if refusal:
        return refusal
    most = state.game.back_line
    if most == 0:
        return Refusal(Code.BACK_LINE_NOT_ALLOWED)
    if len(state.behind.get(command.place, ())) >= most:
        return Refusal(Code.BACK_LINE_FULL, {"place": command.place, "most": most})
    return (
        _check_kind(state, command)
        or check_chips(state, command.buy_in)
        or (
            ev.SeatTaken(
                place=command.place, patron=command.patron, line="back", kind=command.kind
            ),
            ev.BoughtIn(patron=command.patron, amount=command.buy_in),
        )
    )


def _check_kind(state: TableState, command: cm.TakeSeat | cm.StandBehind) -> Refusal | None:
    """So many third-party providers play at a table as the policy lets, on either line."""
    if command.kind not in {"patron", "third-party"}:
        return Refusal(Code.MALFORMED)
    policy, others = state.game.rotation, len(state.third_parties - {command.patron})
    is_third_party = command.kind == "third-party"
    if is_third_party and policy and not has_room_for_third_party(policy, others):
        return Refusal(Code.THIRD_PARTY_PRESENT, {"most": policy.third_party_per_table_max})
    return None


def _check_place(state: TableState, patron: str, place: int) -> Refusal | None:
    """One place a patron, on either line; a venue may allow a second (rules.md 1.9)."""
    positions = state.positions_of(patron)
    if positions and not state.game.sheet.venue.second_place:
        return Refusal(Code.ALREADY_SEATED, {"place": positions[0][0]})
    if not 1 <= place <= state.game.places:
        return Refusal(Code.NO_SUCH_PLACE, {"place": place, "seats": state.game.places})
    if (place, "back") in positions or (place, "front") in positions:
        return Refusal(Code.ALREADY_SEATED, {"place": place})
    return None


def _leave(state: TableState, command: cm.LeaveSeat, now: int) -> Answer:
    positions = state.positions_of(command.patron)
    if command.place is not None:
        positions = tuple(found for found in positions if found[0] == command.place)
        if not positions:
            return Refusal(Code.NOT_SEATED)
    if _is_on_felt(state, command.patron, command.place):
        return Refusal(Code.WAGERS_ON_FELT)
    turn = state.dealership.turn
    holds = turn is not None and (turn.place, "front") in positions
    offer = state.dealership.offer
    asked = offer is not None and (offer.place, "front") in positions
    ended = leave_dealership(state, command.patron, "left", now) if holds or asked else ()
    return (*ended, *_stand_up(state, command.patron, positions, "left"))


def _stand_up(
    state: TableState, patron: str, positions: tuple[tuple[int, str], ...], reason: str
) -> tuple[ev.AnyEvent, ...]:
    """Leave some positions; the rack goes along with the last that the patron has."""
    posted = state.dealership.cover
    back = posted.amount if posted and posted.patron == patron else 0  # it went back before
    remaining = len(state.positions_of(patron))
    events = []
    for place, line in positions:
        remaining -= 1
        rack = 0 if remaining else state.racks[patron] + back
        events.append(ev.SeatLeft(place=place, patron=patron, rack=rack, line=line, reason=reason))
    return tuple(events)


def _is_on_felt(state: TableState, patron: str, place: int | None) -> bool:
    """Whether a round in play is about a patron at a place (None: anywhere).

    He has wagers there, he covers it from there, or he has paid its fee and may get it back.
    """
    played = state.round
    if played is None:
        return False
    places = {wager.seat for wager in played.of(patron)}
    places |= {fee.place for fee in played.fees if fee.patron == patron}
    if played.cover is not None and played.cover.patron == patron:
        places.add(played.cover.place)
    return bool(places) if place is None else place in places


def _cash_out(state: TableState, command: cm.CashOut) -> Answer:
    refusal = check_chips(state, command.amount)
    if refusal:
        return refusal
    free = state.racks[command.patron] - reserved(state, command.patron)
    if command.amount > free:
        return Refusal(Code.NOT_ENOUGH_CHIPS, {"amount": command.amount, "rack": free})
    return (ev.CashedOut(patron=command.patron, amount=command.amount),)


def evolve_people(state: TableState, event: Event) -> TableState:
    """Give the state after something that a patron did."""
    match event:
        case ev.SeatTaken():
            return _seated(state, event)
        case ev.SeatLeft():
            return _left(state, event)
        case ev.BoughtIn():
            return replace(state, racks=moved(state.racks, event.patron, event.amount))
        case ev.CashedOut():
            return replace(state, racks=moved(state.racks, event.patron, -event.amount))
        case ev.BreakStarted():
            return replace(state, breaks={**state.breaks, event.patron: event.until})
        case ev.BreakEnded():
            return replace(state, breaks=without(state.breaks, event.patron))
        case _:
            assert_never(event)


def _seated(state: TableState, event: ev.SeatTaken) -> TableState:
    third_parties = state.third_parties
    if event.kind == "third-party":
        third_parties |= {event.patron}
    racks = {**state.racks, event.patron: state.racks.get(event.patron, 0)}
    if event.line == "back":
        standing = (*state.behind.get(event.place, ()), event.patron)
        behind = {**state.behind, event.place: standing}
        return replace(state, behind=behind, racks=racks, third_parties=third_parties)
    places = {**state.places, event.place: event.patron}
    return replace(state, places=places, racks=racks, third_parties=third_parties)


def _left(state: TableState, event: ev.SeatLeft) -> TableState:
    patron = event.patron
    if event.line == "back":
        rest = tuple(who for who in state.behind[event.place] if who != patron)
        behind = {**state.behind, event.place: rest} if rest else without(state.behind, event.place)
        state = replace(state, behind=behind)
    else:
        state = replace(state, places=without(state.places, event.place))
    if state.positions_of(patron):
        return state
    return replace(
        state,
        racks=without(state.racks, patron),
        breaks=without(state.breaks, patron),
        played=without(state.played, patron),
        charged=without(state.charged, patron),
        third_parties=state.third_parties - {patron},
        last_wagers=without(state.last_wagers, patron),
    )


def moved(racks: Mapping[str, int], patron: str, amount: int) -> dict[str, int]:
    """Give the racks with so much more in one of them."""
    return {**racks, patron: racks[patron] + amount}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """Give a mapping without a key."""
    return {k: v for k, v in mapping.items() if k != key}
