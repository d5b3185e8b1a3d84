"""The position of player-dealer: offered clockwise, taken or declined, covered, given up.

GEGA-003774 and Penal Code 330.11; how often it is offered and who may keep it is the rotation
policy's (``rules.rotation``).
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from puntobanco.rules.collection import player_dealer_fee
from puntobanco.rules.rotation import RotationPolicy, Stint, breach, candidates
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer, Decision
from puntobanco.table.covering import (
    check_cover,
    evolve_cover,
    lacks_cover,
    largest_fee,
    post,
    usual_cover,
)
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Dealership, Offer, TableState, Turn

MINUTE = 60_000

Command = (
    cm.OfferPlayerDealer
    | cm.AcceptPlayerDealer
    | cm.DeclinePlayerDealer
    | cm.PassOffer
    | cm.GiveUpPlayerDealer
    | cm.PostCover
)
Event = (
    ev.PlayerDealerOffered
    | ev.PlayerDealerDeclined
    | ev.PlayerDealerAccepted
    | ev.AllDeclined
    | ev.PlayerDealerEnded
    | ev.CoverPosted
    | ev.RotationBroken
)
_Events = tuple[ev.AnyEvent, ...]


def decide_dealership(state: TableState, command: Command, now: int) -> Answer:
    """Decide an offer, an answer to it, a cover."""
    policy = state.game.rotation
    if policy is None:
        return Refusal(Code.HOUSE_BANKED)
    offer = state.dealership.offer
    match command:
        case cm.OfferPlayerDealer():
            return _offer(state, policy, now)
        case cm.GiveUpPlayerDealer():
            return _give_up(state, command.patron, now)
        case cm.PostCover():
            return _post(state, command)
        case _ if offer is None:
            return Refusal(Code.NO_OFFER)
        case cm.PassOffer():
            return declined(state, policy, offer, "no-answer", now)
        case _ if command.patron != offer.patron:
            return Refusal(Code.NO_OFFER)
        case cm.DeclinePlayerDealer():
            return declined(state, policy, offer, "declined", now)
        case cm.AcceptPlayerDealer():
            return _accept(state, offer, command.cover, now)
        case _:
            assert_never(command)


def offer_due(state: TableState) -> bool:
    """Whether the position must be offered before another round starts."""
    turn, policy = state.dealership.turn, state.game.rotation
    if policy is None:
        return False
    return turn is None or turn.hands - turn.offered >= policy.offer_every_hands


def open_round(state: TableState, now: int, most: int | None = None) -> Answer:
    """Say what must happen before betting may open: the cover that stands, or why it may not."""
    policy, dealership = state.game.rotation, state.dealership
    if policy is None:
        return ()
    if _has_stopped(dealership, now):
        return _stopped(dealership)
    if dealership.offer is not None:
        return Refusal(Code.OFFER_STANDS, {"place": dealership.offer.place})
    turn = dealership.turn
    if turn is None:
        return Refusal(Code.NO_PLAYER_DEALER)
    if offer_due(state):
        return Refusal(Code.OFFER_DUE)
    code = breach(policy, dealership.stints, dealership.since or now, now)
    if code is not None:
        return _broken(state, policy, code, now)
    if turn.patron in state.breaks:
        return Refusal(Code.PLAYER_DEALER_AWAY, {"place": turn.place})
    cover = dealership.cover
    if cover is not None and (most is None or cover.amount <= most):
        return check_cover(state, turn.patron, cover.amount) or ()  # limits may have changed since
    posted = usual_cover(state, turn, most)
    if isinstance(posted, Refusal) and not isinstance(usual_cover(state, turn), Refusal):
        return Decision(end_turn(state, "own-limit", now), posted)
    return posted


def _has_stopped(dealership: Dealership, now: int) -> bool:
    """Whether a breach of the rotation stops the game: for a time, or until somebody acts."""
    until = dealership.paused_until
    return bool(dealership.broken) and (until is None or now < until)


def _stopped(dealership: Dealership) -> Refusal:
    params = {"code": dealership.broken, "until": dealership.paused_until}
    return Refusal(Code.ROTATION_BROKEN, params)


def reserved(state: TableState, patron: str) -> int:
    """Give what a rack must keep: the most that the fee of whoever covers the round can be."""
    played, cover = state.round, state.dealership.cover
    if played is not None and played.phase in {"betting", "paused"}:
        cover = played.cover
    if cover is None or cover.patron != patron:
        return 0
    return largest_fee(state)


def leave_dealership(state: TableState, patron: str, reason: str, now: int) -> _Events:
    """Give what it means for the position that a patron goes, or gives it up, between rounds."""
    policy, dealership, offer = state.game.rotation, state.dealership, state.dealership.offer
    events: _Events = ()
    if policy is None:
        return events
    if offer is not None and offer.patron == patron:
        answer = "declined" if reason == "gave-up" else "left"
        events = declined(state, policy, offer, answer, now)
    if dealership.turn is not None and dealership.turn.patron == patron:
        already = any(isinstance(event, ev.PlayerDealerEnded) for event in events)
        events = (*events, *(() if already else end_turn(state, reason, now)))
    return events


def end_turn(
    state: TableState, reason: str, now: int
) -> tuple[ev.CoverPosted | ev.PlayerDealerEnded, ...]:
    """Give the events that end the present turn; a cover posted for the next round goes back."""
    turn, cover = state.dealership.turn, state.dealership.cover
    if turn is None:
        return ()
    back = (post(state, turn.place, turn.patron, 0),) if cover else ()
    ended = ev.PlayerDealerEnded(place=turn.place, patron=turn.patron, reason=reason, at=now)
    return (*back, ended)


def declined(
    state: TableState, policy: RotationPolicy, offer: Offer, reason: str, now: int
) -> _Events:
    """Go on after an offer that was not taken: to the next place, or to nobody."""
    said = ev.PlayerDealerDeclined(place=offer.place, patron=offer.patron, reason=reason)
    refused = state.dealership.refused | {offer.place}
    following = [place for place in _candidates(state, policy) if place not in refused]
    if following:
        return (said, _offered(state, following[0], now))
    return (said, *end_turn(state, "passed-on", now), ev.AllDeclined(at=now))


def _offer(state: TableState, policy: RotationPolicy, now: int) -> Answer:
    dealership = state.dealership
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if state.suspended is not None:
        return Refusal(Code.TABLE_SUSPENDED, {"reason": state.suspended})
    if _has_stopped(dealership, now):
        return _stopped(dealership)
    if dealership.offer is not None:
        return Refusal(Code.OFFER_STANDS, {"place": dealership.offer.place})
    if not offer_due(state) and not lacks_cover(state):
        return Refusal(Code.OFFER_NOT_DUE)
    found = _candidates(state, policy)
    if not found:
        return Decision(end_turn(state, "passed-on", now), Refusal(Code.NOBODY_TO_OFFER))
    return (_offered(state, found[0], now),)


def _candidates(state: TableState, policy: RotationPolicy) -> tuple[int, ...]:
    dealership = state.dealership
    last = dealership.turn or dealership.last
    return candidates(
        policy,
        state.places,
        last.place if last else None,
        last.patron if last else None,
        last is not None and last.kind == "third-party",
        state.third_parties,
        frozenset(state.breaks),
        state.played,
        state.game.places,
        last.hands if last else 0,
    )


def _offered(state: TableState, place: int, now: int) -> ev.PlayerDealerOffered:
    game = state.game
    policy = game.rotation
    return ev.PlayerDealerOffered(
        place=place,
        patron=state.places[place],
        minimum=game.cover_min,
        fee=player_dealer_fee(game.schedule, 0) if game.schedule else 0,
        hands=policy.offer_every_hands if policy else 0,
        deadline=None if game.offer_ms is None else now + game.offer_ms,
    )


def _accept(state: TableState, offer: Offer, cover: int, now: int) -> Answer:
    refusal = check_cover(state, offer.patron, cover)
    if refusal:
        return refusal
    turn = state.dealership.turn
    ended = end_turn(state, "passed-on", now) if turn and turn.patron != offer.patron else ()
    kind = "third-party" if offer.patron in state.third_parties else "patron"
    accepted = ev.PlayerDealerAccepted(place=offer.place, patron=offer.patron, kind=kind, at=now)
    return (*ended, accepted, post(state, offer.place, offer.patron, cover))


def _give_up(state: TableState, patron: str, now: int) -> Answer:
    turn = state.dealership.turn
    if turn is None or turn.patron != patron:
        return Refusal(Code.NOT_THE_PLAYER_DEALER)
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    return leave_dealership(state, patron, "gave-up", now)


def _post(state: TableState, command: cm.PostCover) -> Answer:
    turn, cover, offer = state.dealership.turn, state.dealership.cover, state.dealership.offer
    if turn is None or turn.patron != command.patron:
        return Refusal(Code.NOT_THE_PLAYER_DEALER)
    if state.round is not None:
        return Refusal(Code.ROUND_IN_PLAY)
    if command.amount and offer_due(state):
        return Refusal(Code.OFFER_DUE)
    if command.amount and offer is not None:
        return Refusal(Code.OFFER_STANDS, {"place": offer.place})
    if command.amount == (cover.amount if cover else 0):
        return ()
    refusal = check_cover(state, command.patron, command.amount) if command.amount else None
    return refusal or (post(state, turn.place, turn.patron, command.amount),)


def _broken(state: TableState, policy: RotationPolicy, code: str, now: int) -> Decision:
    until = now + policy.pause_minutes * MINUTE if policy.breach == "pause" else None
    events = (
        *end_turn(state, "breach", now),
        ev.RotationBroken(code=code, until=until, at=now),
    )
    return Decision(events, Refusal(Code.ROTATION_BROKEN, {"code": code, "until": until}))


def evolve_dealership(state: TableState, event: Event) -> TableState:
    """Give the state after something about the position."""
    dealership = state.dealership
    match event:
        case ev.PlayerDealerOffered():
            offer = Offer(event.patron, event.place, event.deadline)
            return replace(state, dealership=replace(dealership, offer=offer))
        case ev.PlayerDealerDeclined():
            refused = dealership.refused | {event.place}
            return replace(state, dealership=replace(dealership, offer=None, refused=refused))
        case ev.PlayerDealerAccepted():
            return replace(state, dealership=_accepted(state, event))
        case ev.AllDeclined():
            return replace(state, dealership=replace(dealership, offer=None, refused=frozenset()))
        case ev.PlayerDealerEnded():
            return replace(state, dealership=_ended(dealership, event.at))
        case ev.CoverPosted():
            return evolve_cover(state, event)
        case ev.RotationBroken():
            broken = replace(
                dealership,
                offer=None,
                refused=frozenset(),
                broken=event.code,
                paused_until=event.until,
                since=event.until,
                stints=(),
            )
            return replace(state, dealership=broken)
        case _:
            assert_never(event)


def _accepted(state: TableState, event: ev.PlayerDealerAccepted) -> Dealership:
    before, policy = state.dealership, state.game.rotation
    fresh = replace(
        before,
        offer=None,
        refused=frozenset(),
        broken="",
        paused_until=None,
        since=event.at if before.since is None else before.since,
    )
    if before.turn is not None:  # the holder keeps it
        return replace(fresh, turn=replace(before.turn, offered=before.turn.hands))
    stint = Stint(event.patron, event.kind == "third-party", event.at)
    looks_back = max(policy.window_minutes or 0, policy.max_hold_minutes or 0) if policy else 0
    edge = event.at - looks_back * MINUTE
    kept = tuple(s for s in before.stints if s.end is None or s.end > edge)
    return replace(
        fresh,
        turn=Turn(event.patron, event.place, event.kind),
        stints=(*kept, stint),
    )


def _ended(dealership: Dealership, at: int) -> Dealership:
    stints = tuple(
        Stint(s.patron, s.third_party, s.start, at) if s.end is None else s
        for s in dealership.stints
    )
    return replace(dealership, turn=None, last=dealership.turn, stints=stints)
