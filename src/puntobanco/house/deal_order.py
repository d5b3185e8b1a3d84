"""The deal order: the one thing that comes next at a table, why, and what the dealer says.

Everything is reckoned here, from the state alone; the page has words for the codes and no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from puntobanco.cards import Card
from puntobanco.house.dealer import FAST, act_due
from puntobanco.rules.coup import Coup, Side, Winner, next_hand
from puntobanco.rules.tableau import banker_draws, is_natural, player_draws
from puntobanco.rules.verdict import calls_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.shoes import next_step
from puntobanco.table.state import Round, ShoeState, TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
FIRST_CARDS: Final = 4
# The acts that are one command, by the name that the house's own dealer gives them.
_COMMANDS: Final = {
    "offer": "offer-player-dealer",
    "open": "open-betting",
    "await-close": "close-betting",
    "resume": "resume-betting",
    "free-hand": "open-free-hand",
    "settle": "settle",
    "end-shoe": "end-shoe",
}


def next_step_of(state: TableState, now: int, name_of: NameOf) -> Plain:
    """Say what comes next: the act, who does it, the command if it is one, and the reason."""
    return _stopped(state) or _shoe_due(state) or _in_order(state, now, name_of)


def _next(
    act: str,
    by: str,
    command: Plain | None = None,
    why: Plain | None = None,
    **params: object,
) -> Plain:
    return {"act": act, "by": by, "command": command, "why": why, "params": params}


def _why(key: str, **params: object) -> Plain:
    return {"key": key, "params": params}


def _stopped(state: TableState) -> Plain | None:
    """Say who must act before anything else may."""
    for proposal in state.proposals.values():
        if isinstance(proposal.matter, ev.Irregularity):
            kind = proposal.matter.kind
            return _next("ruling", "supervisor", number=proposal.number, kind=kind)
    if state.round is None and state.suspended is not None:
        return _next("suspended", "supervisor", reason=state.suspended)
    return None


def _shoe_due(state: TableState) -> Plain | None:
    """Say what a shoe of real cards needs before it is dealt; the software needs nothing."""
    shoe = state.shoe
    if state.game.cards == "software" or state.round is not None:
        return None
    if shoe is None:
        if state.miscounted_by:
            return _next("clear-shoe", "supervisor", shoe=state.shoe_number)
        if state.uncounted is not None:
            return _next("count-shoe", "dealer", shoe=state.shoe_number)
        return _next("start-shoe", "dealer", shoe=state.shoe_number + 1)
    if shoe.prepared is None:
        return None
    step = next_step(shoe)
    if step:
        return _next("step-shoe", "dealer", {"type": "step-shoe", "step": step}, step=step)
    return _next("cut-shoe", "dealer", cards=shoe.end.cards)


def _in_order(state: TableState, now: int, name_of: NameOf) -> Plain:
    act = act_due(state, FAST, had_result=False, now=now).name
    by = "software" if state.game.has_house_clock else "dealer"
    if act == "wait":
        return _waiting(state)
    if act == "deal" and state.round is not None and state.shoe is not None:
        return _card(state, state.round, state.shoe, by)
    if act == "shuffle":
        return _next("shuffle", "software")
    if act == "burn":
        return _next("burn", "dealer" if state.require_shoe.is_physical else "software")
    if act == "await-answer":
        offer = state.dealership.offer
        place, patron = (offer.place, offer.patron) if offer else (0, "")
        return _next("await-answer", "patron", place=place, name=name_of(patron))
    command = {"type": _COMMANDS[act]}
    return _next(_COMMANDS[act], by, command, _reason(state, act, now, name_of))


def _waiting(state: TableState) -> Plain:
    if state.round is not None:  # somebody of the staff has paused the betting
        return _next("resume-betting", "dealer", {"type": "resume-betting"}, _why("paused"))
    if state.dealership.broken:
        return _next("rotation-broken", "supervisor", code=state.dealership.broken)
    return _next("nobody-seated", "patron")


def _reason(state: TableState, act: str, now: int, name_of: NameOf) -> Plain | None:
    """Say why an act is due."""
    turn, shoe = state.dealership.turn, state.shoe
    match act:
        case "offer":
            return _offer_reason(state, now, name_of)
        case "open" if turn is not None:
            posted = state.dealership.cover
            amount = posted.amount if posted else turn.cover
            return _why("covered", name=name_of(turn.patron), amount=amount)
        case "settle" if state.round is not None and state.round.coup is not None:
            return _ending(state.round.coup)
        case "end-shoe":
            return _why("cut-card")
        case "open" if shoe is not None and shoe.rounds_left is not None:
            return _why("last-rounds", count=shoe.rounds_left)
        case "free-hand":
            return _why("free-hand")
        case _:
            return None


def _offer_reason(state: TableState, now: int, name_of: NameOf) -> Plain | None:
    """Say to whom the position would be offered; the table itself decides that."""
    made = decide(state, cm.OfferPlayerDealer(), now).events
    offered = next((e for e in made if isinstance(e, ev.PlayerDealerOffered)), None)
    if offered is None:
        return _why("nobody-to-offer")
    turn = state.dealership.turn
    key = "offer-after" if turn is not None and turn.hands > turn.offered else "offer-to"
    hands = turn.hands if turn else 0
    return _why(key, place=offered.place, name=name_of(offered.patron), hands=hands)


def _card(state: TableState, played: Round, shoe: ShoeState, by: str) -> Plain:
    side = next_hand(played.cards)
    position = shoe.next_position
    command = None
    if state.game.cards == "software":
        command = {"type": "deal-card", "position": position}
    aside = shoe.aside[0] if shoe.aside else None
    return _next(
        "deal-card",
        by,
        command,
        _card_reason(played.cards),
        side=side.value if side else "",
        number=len(played.cards) + 1,
        position=position,
        aside=bool(aside),
        card=aside.card.code if aside and aside.card else None,
    )


def _totals(cards: Sequence[Card]) -> tuple[int, int]:
    """Give the totals of both hands' first two cards."""
    player, banker = cards[0].points + cards[2].points, cards[1].points + cards[3].points
    return player % 10, banker % 10


def _card_reason(cards: Sequence[Card]) -> Plain:
    """Say why the next card is due, by the row of the drawing table that says so."""
    if len(cards) < FIRST_CARDS:
        return _why("first-cards", number=len(cards) + 1)
    player, banker = _totals(cards)
    if next_hand(cards) is Side.PLAYER:
        return _why("player-draws", total=player)
    if len(cards) == FIRST_CARDS:
        return _why("banker-draws-stood", total=banker, player=player)
    third = cards[FIRST_CARDS].points
    return _why("banker-draws", total=banker, third=third, on=_draws_on(player, banker))


def _draws_on(player: int, banker: int) -> list[int]:
    return [third for third in range(10) if banker_draws(player, banker, third)]


def _ending(coup: Coup) -> Plain:
    """Say why no further card is due."""
    player, banker = coup.hands.player, coup.hands.banker
    if coup.is_natural:
        side = Side.PLAYER if player.is_natural else Side.BANKER
        return _why("natural", side=side.value, total=coup.hands[side].two)
    if banker.third is not None:
        return _why("both-done")
    if player.third is None:
        return _why("both-stand", player=player.two, banker=banker.two)
    return _why("banker-stands", total=banker.two, third=player.third)


def tableau_row(played: Round | None) -> Plain | None:
    """Give the row of the drawing table that decides now: who, its cells, and the one that holds.

    The Player hand's own row until it is known whether it draws; then the Banker hand's, by the
    Player hand's third card, or by its own total where the Player hand stands.
    """
    if played is None or len(played.cards) < FIRST_CARDS:
        return None
    player, banker = _totals(played.cards)
    if is_natural(player) or is_natural(banker):
        return None
    if len(played.cards) > FIRST_CARDS and player_draws(player, banker):
        third = played.cards[FIRST_CARDS].points
        cells = [banker_draws(player, banker, value) for value in range(10)]
        return {"side": "banker", "by": "third", "total": banker, "cells": cells, "at": third}
    if player_draws(player, banker):
        cells = [player_draws(total, 0) for total in range(8)]
        return {"side": "player", "by": "total", "total": player, "cells": cells, "at": player}
    cells = [banker_draws(player, total, None) for total in range(8)]
    return {"side": "banker", "by": "total", "total": banker, "cells": cells, "at": banker}


def to_say(state: TableState, name_of: NameOf) -> list[Plain]:
    """Give what the dealer announces now."""
    played, offer = state.round, state.dealership.offer
    if offer is not None:
        return [_why("offer", name=name_of(offer.patron), place=offer.place)]
    if played is None:
        return []
    if played.phase in {"betting", "paused"}:
        return [_why("bets" if played.phase == "betting" else "paused")]
    if played.coup is not None:
        return called(state, played.coup)
    if len(played.cards) < FIRST_CARDS:
        return [] if played.cards else [_why("free-hand" if played.is_free else "no-more-bets")]
    player, banker = _totals(played.cards)
    if len(played.cards) == FIRST_CARDS:
        said = _why("totals", player=player, banker=banker)
    else:
        drawn = (player + played.cards[FIRST_CARDS].points) % 10
        said = _why("drew", player=drawn)
    side = next_hand(played.cards)
    return [said, _why("card", side=side.value)] if side else [said]


def called(state: TableState, coup: Coup) -> list[Plain]:
    """Give how a result is called: both totals, the winner, the calls of the sheet."""
    sheet = state.game.sheet
    totals = {"player": coup.hands.player.total, "banker": coup.hands.banker.total}
    labels = {call.id: call.label for call in sheet.calls}
    said = [_why("tie" if coup.winner is Winner.TIE else f"{coup.winner.value}-wins", **totals)]
    return said + [_why("call", call=labels[call]) for call in calls_of(sheet, coup)]
