"""What a screen is shown: a table as everybody sees it, and what is a patron's own.

Undealt cards, names of strangers and other people's money are no fields of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from puntobanco.house.desk import Live
from puntobanco.house.felt import call_colour, chips, inscription, lay_bet
from puntobanco.house.records import Records, SettledRound, net
from puntobanco.rules.coup import Coup, hands_of
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import result_of
from puntobanco.table import events as ev
from puntobanco.table.betting import room, spot_refusal
from puntobanco.table.state import Entered, Result, Round, Setup, TableState
from puntobanco.track.notation import Outcome, outcome_of
from puntobanco.track.roads import draw
from puntobanco.track.tally import Tally, tally

Plain = dict[str, Any]
NameOf = Callable[[str], str]
CURRENCY: Final = {"code": "USD", "symbol": "$", "exponent": 2}


@dataclass(slots=True)
class Viewer:
    """Renders one table; what changes once a hand is kept until the next."""

    live: Live
    name_of: NameOf
    _felt: tuple[Setup, Plain] | None = None
    _board: tuple[tuple[Result, ...], tuple[Result, ...], Plain] | None = None
    _outcomes: dict[Coup, Outcome] = field(default_factory=dict)

    def view(self, now: int) -> Plain:
        """Give the table as everybody sees it."""
        state, records = self.live.state, self.live.records
        if state.setup is None:
            return {"table": {"id": self.live.table}, "phase": "closed"}
        played, shoe, last = state.round, state.shoe, self._last()
        hand = played.hand if played else len(shoe.coups) + 1 if shoe else None
        wait = None if records.next_at is None else max(0, records.next_at - now)
        return {
            "table": self.felt(),
            "phase": phase(state, records),
            "shoe": shoe.number if shoe else None,
            "hand": last.hand if last and not played else hand,
            "round": state.round_number,
            "last_rounds": shoe.rounds_left if shoe else None,
            "clock": clock(state, now),
            "next_ms": wait,
            "coup": _coup(played, last, records.calls),
            "places": [self._place(place, last) for place in range(1, state.setup.seats + 1)],
            "settlement": self._lines(last, last.lines) if last else None,
            "board": self.board(),
        }

    def felt(self) -> Plain:
        """Give what does not change while the table is open."""
        game = self.live.state.game
        if self._felt is None or self._felt[0] is not game:
            sheet = game.sheet
            mains = [limit for bet, limit in game.limits.items() if sheet.require_bet(bet).is_main]
            self._felt = (
                game,
                {
                    "id": game.table,
                    "name": game.name,
                    "game": sheet.name,
                    "sheet": sheet.id,
                    "felt": sheet.cloth,
                    "bank": sheet.bank,
                    "seats": game.seats,
                    "unit": game.unit,
                    "currency": CURRENCY,
                    "chips": chips(
                        game.unit,
                        min(limit.min for limit in game.limits.values()),
                        max(limit.max for limit in mains),
                    ),
                    "opposite_mains": sheet.venue.opposite_mains,
                    "bets": [lay_bet(sheet, bet, game.limits[bet.id]) for bet in sheet.bets],
                    "calls": [_call(sheet, call.id) for call in sheet.calls],
                    "inscription": inscription(sheet),
                },
            )
        return self._felt[1]

    def board(self) -> Plain:
        """Give roads and tallies of this shoe, and the shoe before."""
        state = self.live.state
        coups = state.shoe.coups if state.shoe else ()
        if not self._board or self._board[:2] != (coups, state.last_coups):
            sheet = state.game.sheet
            outcomes = self._all(sheet, coups)
            before = self._all(sheet, state.last_coups)
            drawn: Plain = draw(outcomes).as_json()
            rendered = drawn | {
                "outcomes": len(outcomes),
                "tally": _tally(sheet, outcomes),
                "last": _result(sheet, coups[-1]) if coups else None,
                "last_shoe": _last_shoe(sheet, before, state) if before else None,
            }
            self._board = (coups, state.last_coups, rendered)
            kept = {*coups, *state.last_coups}  # results without cards are outcomes already
            self._outcomes = {c: o for c, o in self._outcomes.items() if c in kept}
        return self._board[2]

    def card(self, now: int) -> Plain:
        """Give the table as the lobby shows it."""
        state = self.live.state
        game, board, view = state.game, self.board(), self.view(now)
        mains = [x for bet, x in game.limits.items() if game.sheet.require_bet(bet).is_main]
        return {
            "id": game.table,
            "name": game.name,
            "game": game.sheet.name,
            "felt": game.sheet.cloth,
            "bank": game.sheet.bank,
            "currency": CURRENCY,
            "limits": {"min": min(x.min for x in mains), "max": max(x.max for x in mains)},
            "places": [
                {"place": place, "taken": place in state.places}
                for place in range(1, game.seats + 1)
            ],
            "free": game.seats - len(state.places),
            "phase": view["phase"],
            "clock": view["clock"],
            "tally": {
                "player": board["tally"]["player"]["count"],
                "banker": board["tally"]["banker"]["count"],
                "tie": board["tally"]["tie"]["count"],
                "calls": board["tally"]["calls"],
            },
            "big_road": board["big_road"],
            "hand": view["hand"],
            "shoe": view["shoe"],
        }

    def mine(self, patron: str, wallet: int, now: int) -> Plain:
        """Give what is one patron's own; a stranger to the table has a wallet alone."""
        state, records = self.live.state, self.live.records
        place = state.place_of(patron)
        last, sitting = self._last(), records.sittings.get(patron)
        own = last.of(patron) if last else ()
        held = {w.bet: w.amount for w in state.round.of(patron)} if state.round else {}
        hands = sitting.hands if sitting else ()
        return {
            "patron": {"id": patron, "name": self.name_of(patron)},
            "wallet": wallet,
            "place": place,
            "rack": state.racks.get(patron, 0),
            "on_felt": sum(held.values()),
            "spots": {} if place is None else self._spots(patron, place, held),
            "last_wagers": [
                {"bet": bet, "amount": amount} for bet, amount in state.last_wagers.get(patron, ())
            ],
            "result": {"net": net(own), **self._lines(last, own)} if last and own else None,
            "history": [_hand(hand, patron) for hand in hands],
            "session": None
            if sitting is None or place is None
            else {"since_ms": now - sitting.since, "net": sitting.net},
        }

    def _spots(self, patron: str, place: int, held: dict[str, int]) -> Plain:
        state = self.live.state
        spots = {}
        for bet in state.game.sheet.bets:
            refusal = spot_refusal(state, patron, place, bet.id)
            spots[bet.id] = {
                "amount": held.get(bet.id, 0),
                "room": room(state, patron, place, bet.id),
                "refusal": refusal and {"code": refusal.code.value, "params": dict(refusal.params)},
            }
        return spots

    def _last(self) -> SettledRound | None:
        """Give the settled round that is still on the felt: until betting opens again."""
        last = self.live.records.last
        state = self.live.state
        if last is None or state.round is not None or state.shoe is None:
            return None
        return last if last.shoe == state.shoe.number else None

    def _place(self, place: int, last: SettledRound | None) -> Plain:
        state = self.live.state
        patron = state.places.get(place)
        wagers: Iterable[tuple[str, int]] = ()
        result = None
        if patron and state.round:
            wagers = [(w.bet, w.amount) for w in state.round.of(patron)]
        elif patron and last and last.of(patron):
            lines = last.of(patron)
            wagers, result = [(line.bet, line.amount) for line in lines], net(lines)
        order = state.game.sheet.order
        return {
            "place": place,
            "name": self.name_of(patron) if patron else None,
            "wagers": [
                {"bet": bet, "amount": amount}
                for bet, amount in sorted(wagers, key=lambda wager: order(wager[0]))
            ],
            "net": result,
        }

    def _lines(self, settled: SettledRound, lines: Iterable[ev.Line]) -> Plain:
        sheet = self.live.state.game.sheet
        paid = {bet.id: result_of(sheet, bet, settled.coup) for bet in sheet.bets}
        return {
            "lines": [
                {
                    "place": line.place,
                    "name": self.name_of(line.patron),
                    "bet": line.bet,
                    "amount": line.amount,
                    "verdict": line.verdict,
                    "odds": str(result.odds) if result and result.odds else None,
                    "collected": line.collected,
                    "paid": line.paid,
                    "returned": line.returned,
                }
                for line in lines
                for result in (paid[line.bet],)
            ]
        }

    def _all(self, sheet: Sheet, results: Sequence[Result]) -> list[Outcome]:
        return [self._outcome(sheet, result) for result in results]

    def _outcome(self, sheet: Sheet, result: Result) -> Outcome:
        if isinstance(result, Entered):
            return Outcome(result.winner, result.marks)
        known = self._outcomes.get(result)
        return known or self._outcomes.setdefault(result, outcome_of(sheet, result))


def phase(state: TableState, records: Records) -> str:
    """Name what a table is doing, as the screens do."""
    if state.setup is None:
        return "closed"
    if state.shoe is None or not state.shoe.is_burned:
        return "shuffling"
    if state.round is not None:
        return {"decided": "dealing"}.get(state.round.phase, state.round.phase)
    if records.last is not None and records.last.shoe == state.shoe.number and state.places:
        return "settled"
    return "waiting"


def clock(state: TableState, now: int) -> Plain | None:
    """Give the betting clock."""
    played, total = state.round, state.game.clock
    if played is None or total is None:
        return None
    if played.deadline is not None:
        left = max(0, played.deadline - now)
    elif played.remaining is not None:
        left = played.remaining
    else:
        return None
    return {"remaining_ms": left, "total_ms": total, "paused": played.deadline is None}


def _coup(played: Round | None, last: SettledRound | None, calls: tuple[str, ...]) -> Plain | None:
    """Give the coup on the felt: the one being dealt, else the one just settled."""
    cards = played.cards if played else last.coup.cards if last else ()
    if not cards:
        return None
    hands = hands_of(cards)
    coup = played.coup if played else last.coup if last else None
    return {
        "player": _cards(hands.player),
        "banker": _cards(hands.banker),
        "winner": coup.winner.value if coup else None,
        "calls": list(calls) if coup else [],
        "natural": bool(coup and coup.is_natural),
    }


def _cards(cards: Sequence[Any]) -> Plain:
    return {
        "cards": [card.code for card in cards],
        "total": sum(card.points for card in cards) % 10,
    }


def _call(sheet: Sheet, ident: str) -> Plain:
    call = sheet.call(ident)
    return {
        "id": call.id,
        "label": call.label,
        "mark": call.mark,
        "token": call.token,
        "colour": call_colour(sheet, call),
    }


def _tally(sheet: Sheet, outcomes: Sequence[Outcome]) -> Plain:
    counted = tally(outcomes, [call.token for call in sheet.calls])
    shares = {
        name: {"count": share.count, "percent": share.percent}
        for name, share in (
            ("player", counted.player),
            ("banker", counted.banker),
            ("tie", counted.tie),
        )
    }
    return {
        "hands": counted.hands,
        **shares,
        "calls": _call_counts(sheet, counted),
        "naturals": counted.naturals,
        "player_pairs": counted.player_pairs,
        "banker_pairs": counted.banker_pairs,
    }


def _call_counts(sheet: Sheet, counted: Tally) -> list[Plain]:
    return [
        _call(sheet, call.id) | {"count": count.count, "percent": count.percent, "last": count.last}
        for call, count in zip(sheet.calls, counted.calls, strict=True)
    ]


def _result(sheet: Sheet, result: Result) -> Plain:
    coup = result if isinstance(result, Coup) else None
    marks = result.marks if isinstance(result, Entered) else outcome_of(sheet, result).marks
    return {
        "winner": result.winner.value,
        "player": coup.hands.player.total if coup else None,
        "banker": coup.hands.banker.total if coup else None,
        "calls": [call.id for call in sheet.calls if call.token in marks],
    }


def _last_shoe(sheet: Sheet, outcomes: Sequence[Outcome], state: TableState) -> Plain:
    counted = tally(outcomes, [call.token for call in sheet.calls])
    return {
        "number": state.shoe_number - (state.shoe is not None),
        "hands": counted.hands,
        "player": counted.player.count,
        "banker": counted.banker.count,
        "tie": counted.tie.count,
        "calls": _call_counts(sheet, counted),
        "naturals": counted.naturals,
    }


def _hand(hand: SettledRound, patron: str) -> Plain:
    lines = hand.of(patron)
    return {
        "hand": hand.hand,
        "shoe": hand.shoe,
        "winner": hand.coup.winner.value,
        "player": hand.coup.hands.player.total,
        "banker": hand.coup.hands.banker.total,
        "calls": list(hand.calls),
        "wagers": [{"bet": line.bet, "amount": line.amount} for line in lines],
        "net": net(lines),
    }
