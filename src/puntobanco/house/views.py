"""What a screen is shown: a table as everybody sees it, and what is a patron's own.

All of it are records of `shown`: undealt cards and other people's money are no fields of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.house.board_view import BoardView
from puntobanco.house.boards import call_of, checked
from puntobanco.house.console import console
from puntobanco.house.day import Hours
from puntobanco.house.desk import Live
from puntobanco.house.felt import chips, inscription, lay_bet
from puntobanco.house.phases import clock, coup_of, phase
from puntobanco.house.position import (
    button,
    collection,
    covers,
    fees_due,
    offer,
    own_cover,
    place_of_bank,
    player_dealer,
    seat_of,
)
from puntobanco.house.records import SettledRound, net
from puntobanco.house.shown import board as br
from puntobanco.house.shown import felt as ft
from puntobanco.house.shown import own
from puntobanco.house.shown import view as vw
from puntobanco.house.told_hands import ToldHands
from puntobanco.rules.settle import Wager
from puntobanco.table.betting import room, spot_refusal
from puntobanco.table.state import Cover, Round, Setup

Plain = dict[str, Any]
NameOf = Callable[[str], str]
SHOWN: Final = 20  # hands of a patron's that go out with every state; the rest is asked for


@dataclass(slots=True)
class Viewer:
    """Renders one table; what changes once a hand is kept until the next."""

    live: Live
    name_of: NameOf
    _felt: tuple[Setup, ft.Table] | None = None
    hours: Hours = field(default_factory=Hours.read)
    _covers: tuple[Mapping[str, Wager], Cover | None, vw.Covers | None] | None = None
    _board: BoardView = field(init=False)
    _hands: ToldHands = field(init=False)

    def __post_init__(self) -> None:
        """Keep what renders its parts."""
        self._board = BoardView(self.live, self.hours)
        self._hands = ToldHands(self.live, self.name_of)

    def view(self, now: int) -> vw.View | vw.Closed:
        """Give the table as everybody sees it."""
        state, records = self.live.state, self.live.records
        if state.setup is None:
            return vw.Closed(vw.ClosedTable(self.live.table))
        played, shoe, last = state.round, state.shoe, self._last()
        bank = place_of_bank(state, last)
        wait = None if records.next_at is None else max(0, records.next_at - now)
        return vw.View(
            table=self.felt(),
            phase=phase(state, records),
            is_suspended=state.suspended is not None,
            shoe=shoe.number if shoe else None,
            hand=self._hand(last),
            round=state.round_number,
            last_rounds=shoe.rounds_left if shoe else None,
            hands_limit=state.hands_limit,
            clock=clock(state, now),
            next_ms=wait,
            coup=coup_of(played, last, records.calls),
            places=tuple(
                self._place(place, seat_of(state.setup, place, bank), last)
                for place in range(1, state.setup.places + 1)
            ),
            settlement=self._hands.settlement(last) if last else None,
            player_dealer=player_dealer(state, self.name_of),
            offer=offer(state, self.name_of, now),
            covers=self._covered(played) if played else None,
            button=button(state, last),
            notice=None if records.notice is None else vw.Notice(*records.notice),
            message=state.message or None,
            board=replace(
                self.board(now),
                checked=checked(state),
                per_hour=records.shoes.pace.per_hour(now),
            ),
        )

    def _hand(self, last: SettledRound | None) -> int | None:
        """Give the hand that is shown: the one in play or just settled, else the next."""
        played, shoe = self.live.state.round, self.live.state.shoe
        if played is not None:
            return played.hand
        if last is not None:
            return last.hand
        return len(shoe.coups) + 1 if shoe else None

    def felt(self) -> ft.Table:
        """Give what changes between two rounds, if ever."""
        game = self.live.state.game
        if self._felt is None or self._felt[0] is not game:
            sheet, cover = game.sheet, game.sheet.venue.cover
            mains = [limit for bet, limit in game.limits.items() if sheet.require_bet(bet).is_main]
            felt = ft.Table(
                id=game.table,
                name=game.name,
                game=sheet.name,
                sheet=sheet.id,
                felt=sheet.cloth,
                bank=sheet.bank,
                seats=game.seats,
                places=game.places,
                cards=game.cards,
                back_line=game.back_line,
                collection=collection(game.schedule),
                unit=game.unit,
                currency=ft.CURRENCY,
                chips=chips(
                    game.unit,
                    min(limit.min for limit in game.limits.values()),
                    max(limit.max for limit in mains),
                ),
                opposite_mains=sheet.venue.opposite_mains,
                second_place=sheet.venue.second_place,
                cover=ft.CoverRules(cover.policy, cover.win_cap),
                breaks_ms=game.break_ms,
                bets=tuple(lay_bet(sheet, bet, game.limits[bet.id]) for bet in sheet.bets),
                calls=tuple(call_of(sheet, call.id) for call in sheet.calls),
                inscription=inscription(sheet),
                languages=game.languages,
                rules=game.rules,
            )
            self._felt = game, felt
        return self._felt[1]

    def board(self, now: int) -> br.Board:
        """Give roads and tallies of this shoe, the shoe before, and the earlier ones of the day."""
        return self._board.told(now)

    def hands(self, patron: str) -> list[own.WholeHand]:
        """Give every hand of a patron's that is kept, the newest first, with cards and lines."""
        return self._hands.whole(patron)

    def console(self, now: int) -> Plain | None:
        """Give what the dealer works with, where wagers lie on the felt."""
        state = self.live.state
        if state.setup is None or not state.setup.takes_wagers:
            return None
        return console(state, self._last(), self.name_of, now)

    def card(self, now: int) -> vw.TableCard:
        """Give the table as the lobby shows it."""
        state = self.live.state
        game, board, tally = state.game, self.board(now), self.board(now).tally
        mains = [x for bet, x in game.limits.items() if game.sheet.require_bet(bet).is_main]
        return vw.TableCard(
            id=game.table,
            name=game.name,
            game=game.sheet.name,
            felt=game.sheet.cloth,
            bank=game.sheet.bank,
            currency=ft.CURRENCY,
            limits=vw.Limits(min(x.min for x in mains), max(x.max for x in mains)),
            places=tuple(
                vw.Taken(place, place in state.places)
                for place in range(1, game.places + 1)
                if game.takes_wagers  # where a shoe is tracked nobody sits at a device
            ),
            free=game.places - len(state.places) if game.takes_wagers else 0,
            phase=phase(state, self.live.records),
            clock=clock(state, now),
            tally=vw.SmallTally(
                tally.player.count, tally.banker.count, tally.tie.count, tally.calls
            ),
            big_road=board.big_road,
            hand=self._hand(self._last()),
            shoe=state.shoe.number if state.shoe else None,
        )

    def mine(
        self, patron: str, wallet: int, now: int, limits: own.OwnLimits | None = None
    ) -> own.Mine:
        """Give what is one patron's own; a stranger to the table has a wallet alone."""
        state, records = self.live.state, self.live.records
        place = state.place_of(patron)
        last, sitting = self._last(), records.sittings.get(patron)
        on_felt = state.round.of(patron) if state.round else ()
        hands = sitting.hands if sitting else ()
        positions = tuple(
            own.Position(at, line, self._spots(patron, at, line))
            for at, line in state.positions_of(patron)
        )
        away, cover = state.breaks.get(patron), own_cover(state, patron)
        is_bank = state.player_dealer == patron or cover is not None
        return own.Mine(
            patron=own.Person(patron, self.name_of(patron)),
            wallet=wallet,
            place=place,
            rack=state.racks.get(patron, 0),
            on_felt=sum(wager.amount for wager in on_felt),
            positions=positions,
            spots=positions[0].spots if positions else {},
            is_player_dealer=is_bank,
            cover=cover.amount if cover else 0,
            covers=self._covered(state.round) if is_bank and state.round else None,
            offer=self._own_offer(patron, now),
            break_ms=None if away is None else max(0, away - now),
            fees_due=fees_due(state, patron),
            last_wagers=tuple(vw.Wager(*wager) for wager in state.last_wagers.get(patron, ())),
            result=self._hands.result(last, patron) if last and last.concerns(patron) else None,
            history=self._hands.newest(patron, tuple(islice(hands, SHOWN))),
            session=None
            if sitting is None or place is None
            else own.Session(now - sitting.since, sitting.net),
            limits=limits,
        )

    def _spots(self, patron: str, place: int, line: str) -> dict[str, own.Spot]:
        state = self.live.state
        held = _amounts(state.round.stack(patron, place, line)) if state.round else {}
        spots = {}
        for bet in state.game.sheet.bets:
            refusal = spot_refusal(state, patron, place, bet.id, line)
            spots[bet.id] = own.Spot(
                amount=held.get(bet.id, 0),
                room=room(state, patron, place, bet.id, line),
                refusal=None
                if refusal is None
                else own.Refusal(refusal.code.value, refusal.params),
            )
        return spots

    def _covered(self, played: Round) -> vw.Covers | None:
        """Give what the cover of a round comes to; anew when a wager has changed."""
        kept = self._covers
        if kept is None or kept[0] is not played.wagers or kept[1] != played.cover:
            found = covers(self.live.state.game, played)
            kept = self._covers = (played.wagers, played.cover, found)
        return kept[2]

    def _own_offer(self, patron: str, now: int) -> vw.Offer | None:
        stands = self.live.state.dealership.offer
        return (
            offer(self.live.state, self.name_of, now)
            if stands and stands.patron == patron
            else None
        )

    def _last(self) -> SettledRound | None:
        """Give the settled round that is still on the felt: until betting opens again."""
        last = self.live.records.last
        state = self.live.state
        if last is None or state.round is not None or state.shoe is None:
            return None
        return last if last.shoe == state.shoe.number else None

    def _place(self, place: int, seat: int | None, last: SettledRound | None) -> vw.Place:
        state = self.live.state
        patron = state.places.get(place)
        wagers, net = self._stack(patron, place, "front", last) if patron else ((), None)
        bank = last.player_dealer if last else None
        if patron and bank and bank.place == place and bank.patron == patron:
            net = (net or 0) + bank.net
        return vw.Place(
            place=place,
            seat=seat,
            name=self.name_of(patron) if patron else None,
            away=patron in state.breaks,
            wagers=wagers,
            net=net,
            behind=tuple(
                vw.Behind(
                    self.name_of(other),
                    *self._stack(other, place, "back", last),
                    third_party=other in state.third_parties,
                )
                for other in state.behind.get(place, ())
            ),
            third_party=patron in state.third_parties,
        )

    def _stack(
        self, patron: str, place: int, line: str, last: SettledRound | None
    ) -> tuple[tuple[vw.Wager, ...], int | None]:
        """Give what a patron has, or had in the round just settled, at one place on one line."""
        state = self.live.state
        wagers: Iterable[tuple[str, int]] = ()
        result = None
        if state.round:
            wagers = [(w.bet, w.amount) for w in state.round.stack(patron, place, line)]
        elif last:
            lines = tuple(x for x in last.of(patron) if (x.place, x.line) == (place, line))
            wagers, result = [(x.bet, x.amount) for x in lines], net(lines) if lines else None
        order = state.game.sheet.order
        laid = sorted(wagers, key=lambda wager: order(wager[0]))
        return tuple(vw.Wager(*wager) for wager in laid), result


def _amounts(wagers: Sequence[Wager]) -> dict[str, int]:
    return {wager.bet: wager.amount for wager in wagers}
