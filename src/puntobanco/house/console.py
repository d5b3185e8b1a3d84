"""The dealer's console as a pure view: what comes next and why, and everything already reckoned.

A dealer never has to calculate: whose card it is, what to say, what to pay in which chips, what
the cover still holds, which command is possible and why another is not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from puntobanco.cards import DECK
from puntobanco.house.deal_order import FIRST_CARDS, called, next_step_of, tableau_row, to_say
from puntobanco.house.paying import cover_meter, settling, wagers_in_order
from puntobanco.house.records import SettledRound
from puntobanco.rules.coup import Coup
from puntobanco.rules.settle import seat_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.collecting import collect
from puntobanco.table.decide import decide
from puntobanco.table.irregular import TABLE, Row, check_irregularity, handlings, phase_of
from puntobanco.table.state import Settled, TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
# What a key of the console may do; each is asked of the table whether it may be done now.
_KEYS: Final[dict[str, cm.AnyCommand]] = {
    "offer-player-dealer": cm.OfferPlayerDealer(),
    "pass-offer": cm.PassOffer(),
    "open-betting": cm.OpenBetting(),
    "open-free-hand": cm.OpenFreeHand(),
    "pause-betting": cm.PauseBetting(),
    "resume-betting": cm.ResumeBetting(),
    "close-betting": cm.CloseBetting(),
    "settle": cm.Settle(),
    "end-shoe": cm.EndShoe(),
}


def console(state: TableState, last: SettledRound | None, name_of: NameOf, now: int) -> Plain:
    """Give what the dealer of an open table that takes wagers works with."""
    played, game = state.round, state.game
    button = _button(state) or (last.button if last and not played else None)
    first = button.place if button else None
    coup = played.coup if played else last.coup if last else None
    return {
        "paced": "clock" if game.has_house_clock else "dealer",
        "step": step_of(state, last),
        "next": next_step_of(state, now, name_of),
        "say": to_say(state, name_of),
        "called": called(state, coup) if coup else [],
        "tableau": tableau_row(played),
        "button": None
        if button is None
        else {
            "card": button.card,
            "value": button.value,
            "seat": button.seat,
            "place": button.place,
        },
        "settling": settling(state, last, name_of),
        "cover": cover_meter(state, name_of),
        "collection": _collection(state, now, name_of),
        "wagers": wagers_in_order(played, game, first, name_of) if played else [],
        "commands": {key: _refusal(state, command, now) for key, command in _KEYS.items()},
        "irregularities": possible(state),
        "pad": _pad(state) if game.records_real_cards else None,
        "rounds": [_round(settled, name_of) for settled in reversed(state.settled)],
    }


def step_of(state: TableState, last: SettledRound | None) -> str:
    """Name the step of the deal order that a table is at."""
    played, shoe = state.round, state.shoe
    if played is not None:
        return {"betting": "bets", "paused": "bets", "decided": "settle"}.get(
            played.phase, "deal" if played.cards else "closed"
        )
    if shoe is None or not shoe.is_ready:
        return "shoe"
    return "clear" if last is not None and last.kind != "void" else "bets"


def _button(state: TableState) -> ev.Button | None:
    """Give the action button as soon as the Banker hand's second card lies there (GAP-3.21)."""
    played = state.round
    if played is None or played.cover is None or len(played.cards) < FIRST_CARDS:
        return None
    card, bank = played.cards[FIRST_CARDS - 1], played.cover.place
    seat = seat_of(card, state.game.places - 1)
    return ev.Button(card.code, card.rank.number, seat, seat + (seat >= bank))


def _refusal(state: TableState, command: cm.AnyCommand, now: int) -> Plain | None:
    """Say why a command cannot be given now: the table's own guard says it."""
    refusal = decide(state, command, now).refusal
    if refusal is None:
        return None
    return {"code": refusal.code.value, "params": dict(refusal.params)}


def _collection(state: TableState, now: int, name_of: NameOf) -> Plain | None:
    """Give the fees of the round: what they will be while bets are open, then what was taken."""
    played = state.round
    if state.game.schedule is None or played is None:
        return None
    is_open = played.phase in {"betting", "paused"}
    fees, bank, back = played.fees, played.player_dealer_fee, tuple[ev.Returned, ...]()
    for event in collect(state, played, now) if is_open else ():
        if isinstance(event, ev.CollectionTaken):
            fees, bank = event.fees, event.player_dealer
        if isinstance(event, ev.WagersReturned):
            back = event.wagers
    return {
        "box": state.box,
        "taken": not is_open,
        "player_dealer": bank,
        "total": bank + sum(fee.amount for fee in fees),
        "fees": [
            {
                "place": fee.place,
                "line": fee.line,
                "name": name_of(fee.patron),
                "amount": fee.amount,
            }
            for fee in fees
        ],
        "cannot_pay": [
            {"place": wager.place, "line": wager.line, "name": name_of(wager.patron)}
            for wager in back
        ],
    }


def possible(state: TableState) -> list[Plain]:
    """List the irregularities that can have happened in this state, and what may be done."""
    return [found for row in TABLE if (found := _possible(state, row)) is not None]


def _possible(state: TableState, row: Row) -> Plain | None:
    if state.game.cards not in row.cards.split() or phase_of(state) not in row.phases.split():
        return None
    needs, wagers = row.needs.split(), list(state.round.wagers if state.round else ())
    if "wager" in needs:
        wagers = [wager for wager in wagers if _can_be(state, row.kind, wager=wager)]
        is_possible = bool(wagers)
    else:
        card = _some_card(state) if "card" in needs else None
        is_possible = _can_be(state, row.kind, card=card, amount=0 if "amount" in needs else None)
    if not is_possible:
        return None
    return {
        "kind": row.kind,
        "needs": needs,
        "may": row.may.split(),
        "wagers": wagers,
        "handlings": list(handlings(state, row.kind)),
    }


def _can_be(
    state: TableState,
    kind: str,
    card: str | None = None,
    wager: str | None = None,
    amount: int | None = None,
) -> bool:
    matter = ev.Irregularity(kind=kind, card=card, wager=wager, amount=amount)
    return check_irregularity(state, matter) is None


def _some_card(state: TableState) -> str | None:
    """Give a card that may come next, to ask what would hold for one."""
    shoe = state.shoe
    if shoe is None:
        return None
    aside = shoe.aside[0].card if shoe.aside else None
    found = aside or next((card for card in DECK if shoe.composition.counts[card.index]), None)
    return found.code if found else None


def _pad(state: TableState) -> dict[str, int]:
    """Give how many of each card may still come."""
    if state.shoe is None:
        return {}
    counts = state.shoe.composition.counts
    return {card.code: counts[card.index] for card in DECK}


def _round(settled: Settled, name_of: NameOf) -> Plain:
    """Give a settled round as far as a correction needs it."""
    coup = settled.result if isinstance(settled.result, Coup) else None
    return {
        "round": settled.number,
        "shoe": settled.shoe,
        "hand": settled.hand,
        "winner": settled.result.winner.value,
        "player": coup.hands.player.total if coup else None,
        "banker": coup.hands.banker.total if coup else None,
        "cards": [card.code for card in coup.cards] if coup else [],
        "corrections": settled.corrections,
        "wagers": [
            {
                "wager": wager.id,
                "place": wager.seat,
                "line": wager.line,
                "name": name_of(wager.patron),
                "bet": wager.bet,
                "amount": wager.amount,
            }
            for wager in settled.wagers
        ],
    }
