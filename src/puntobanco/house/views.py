"""What a screen is shown: a table as everybody sees it, and what is a patron's own.

All of it are records of `shown`: undealt cards and other people's money are no fields of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.house.boards import (
    call_of,
    checked,
    day_of,
    last_shoe,
    result_of_hand,
    tally_of,
)
from puntobanco.house.console import console
from puntobanco.house.day import Hours
from puntobanco.house.desk import Live
from puntobanco.house.felt import chips, inscription, lay_bet
from puntobanco.house.position import (
    bank_after,
    bank_result,
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
from puntobanco.house.records import Records, SettledRound, net
from puntobanco.house.ruled import ruled
from puntobanco.house.shoes import Note
from puntobanco.house.shown import board as br
from puntobanco.house.shown import felt as ft
from puntobanco.house.shown import own
from puntobanco.house.shown import view as vw
from puntobanco.rules.coup import Coup, hands_of
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import result_of
from puntobanco.table.betting import room, spot_refusal
from puntobanco.table.state import Cover, Entered, Result, Round, Setup, TableState
from puntobanco.track.notation import Outcome, outcome_of
from puntobanco.track.roads import draw

Plain = dict[str, Any]
NameOf = Callable[[str], str]
KEPT_MAX: Final = 100  # patrons whose history is kept as it was told
SHOWN: Final = 20  # hands of a patron's that go out with every state; the rest is asked for


_BoardKey = tuple[str, tuple[Result, ...], tuple[Result, ...], tuple[Note, ...]]


@dataclass(slots=True)
class Viewer:
    """Renders one table; what changes once a hand is kept until the next."""

    live: Live
    name_of: NameOf
    _felt: tuple[Setup, ft.Table] | None = None
    hours: Hours = field(default_factory=Hours.read)
    _board: tuple[_BoardKey, br.Board] | None = None
    _covers: tuple[Mapping[str, Wager], Cover | None, vw.Covers | None] | None = None
    _outcomes: dict[tuple[str, Coup], Outcome] = field(default_factory=dict)  # by game
    _histories: dict[str, tuple[tuple[SettledRound, ...], tuple[own.PastHand, ...]]] = field(
        default_factory=dict
    )

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
            coup=_coup(played, last, records.calls),
            places=tuple(
                self._place(place, seat_of(state.setup, place, bank), last)
                for place in range(1, state.setup.places + 1)
            ),
            settlement=self._settlement(last) if last else None,
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
        state, shoes = self.live.state, self.live.records.shoes
        coups = state.shoe.coups if state.shoe else ()
        sheet, former = state.game.sheet, state.sheet_before
        key = sheet.hash, coups, state.last_coups, shoes.hands
        if not self._board or self._board[0] != key:
            outcomes = self._all(sheet, coups)
            before = self._all(former, state.last_coups)
            drawn: Plain = draw(outcomes).as_json()
            rendered = br.Board(
                **drawn,
                outcomes=len(outcomes),
                tally=tally_of(sheet, outcomes),
                last=result_of_hand(sheet, coups[-1]) if coups else None,
                last_shoe=last_shoe(former, before, state) if before else None,
                day=day_of(sheet, self._earlier(now, before)),
                corrected=tuple(n for n, hand in enumerate(shoes.hands, 1) if hand.is_corrected),
            )
            self._board = key, rendered
            kept = {*coups, *state.last_coups}  # results without cards are outcomes already
            self._outcomes = {k: o for k, o in self._outcomes.items() if k[1] in kept}
        return self._board[1]

    def _earlier(self, now: int, before: Sequence[Outcome]) -> list[Sequence[Outcome]]:
        """Give the outcomes of this game's shoes of this gaming day that are over."""
        shoes, day = self.live.records.shoes, self.hours.shift(now).day
        game, former = self.live.state.game.sheet, self.live.state.sheet_before
        found: list[tuple[int, Sequence[Outcome]]] = [
            (past.at, past.outcomes) for past in shoes.earlier if past.sheet_hash == game.hash
        ]
        if shoes.before and former.hash == game.hash:
            found.append((shoes.before[-1].at, before))
        return [outcomes for at, outcomes in found if self.hours.shift(at).day == day]

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
            result=self._result(last, patron) if last and last.concerns(patron) else None,
            history=self._history(patron, tuple(islice(hands, SHOWN))),
            session=None
            if sitting is None or place is None
            else own.Session(now - sitting.since, sitting.net),
            limits=limits,
        )

    def _history(self, patron: str, hands: tuple[SettledRound, ...]) -> tuple[own.PastHand, ...]:
        """Give a patron's last hands; anew when there is another one."""
        kept = self._histories.get(patron)
        if kept is None or kept[0] != hands:  # the same hands are found the same without a look
            if len(self._histories) >= KEPT_MAX:
                self._histories.clear()
            told = tuple(own.PastHand(**_past(hand, patron)) for hand in hands)
            kept = self._histories[patron] = hands, told
        return kept[1]

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

    def hands(self, patron: str) -> list[own.WholeHand]:
        """Give every hand of a patron's that is kept, the newest first, with cards and lines."""
        sitting = self.live.records.sittings.get(patron)
        return [
            own.WholeHand(
                **_past(hand, patron),
                coup=_coup(None, hand, hand.calls),
                lines=self._lines(hand, patron),
                before=tuple(
                    own.Before(
                        _coup(None, was, was.calls), self._lines(was, patron), was.net(patron)
                    )
                    for was in (ruling.was for ruling in hand.rulings)
                    if was
                ),
            )
            for hand in (tuple(sitting.hands) if sitting else ())
        ]

    def _settlement(self, last: SettledRound) -> vw.Settlement:
        cover = self._sheet(last).venue.cover
        return vw.Settlement(last.kind, self._lines(last), bank_result(last, cover, self.name_of))

    def _result(self, last: SettledRound, patron: str) -> own.OwnResult:
        bank = last.player_dealer
        return own.OwnResult(
            net=last.net(patron),
            fee=last.fee(patron),
            as_player_dealer=bank.net if bank and bank.patron == patron else None,
            lines=self._lines(last, patron),
        )

    def _lines(
        self, settled: SettledRound, patron: str | None = None
    ) -> tuple[vw.SettledLine, ...]:
        """Give the lines of a round in the order settled, or those of one patron."""
        sheet, coup = self._sheet(settled), settled.coup
        after, _ = bank_after(settled, sheet.venue.cover)
        paid = {bet.id: result_of(sheet, bet, coup) if coup else None for bet in sheet.bets}
        return tuple(
            vw.SettledLine(
                number=number,
                place=line.place,
                line=line.line,
                name=self.name_of(line.patron),
                bet=line.bet,
                amount=line.amount,
                verdict=line.verdict,
                odds=str(result.odds) if result and result.odds else None,
                collected=line.collected,
                paid=line.paid,
                returned=line.returned,
                uncovered=line.uncovered,
                bank=net,
            )
            for number, (line, net) in enumerate(zip(settled.lines, after, strict=True), 1)
            if patron in {None, line.patron}
            for result in (paid[line.bet],)
        )

    def _sheet(self, settled: SettledRound) -> Sheet:
        """Give the sheet by which a round was played."""
        former = settled.former
        return self.live.state.game.sheet if former is None else self.live.records.former[former]

    def _all(self, sheet: Sheet, results: Sequence[Result]) -> list[Outcome]:
        return [self._outcome(sheet, result) for result in results]

    def _outcome(self, sheet: Sheet, result: Result) -> Outcome:
        if isinstance(result, Entered):
            return Outcome(result.winner, result.marks)
        key = sheet.hash, result
        return self._outcomes.get(key) or self._outcomes.setdefault(key, outcome_of(sheet, result))


def phase(state: TableState, records: Records) -> str:
    """Name what a table is doing, as the screens do."""
    if state.setup is None:
        return "closed"
    if state.shoe is None or not state.shoe.is_burned:
        return "shuffling"
    if state.round is not None:
        return {"decided": "dealing"}.get(state.round.phase, state.round.phase)
    last = records.last
    is_settled = last is not None and last.kind != "void" and last.shoe == state.shoe.number
    if is_settled and state.places:
        return "settled"
    return "waiting"


def clock(state: TableState, now: int) -> vw.Clock | None:
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
    return vw.Clock(left, total, played.deadline is None)


def _coup(
    played: Round | None, last: SettledRound | None, calls: tuple[str, ...]
) -> vw.Coup | None:
    """Give the coup on the felt: the one being dealt, else the one just settled."""
    coup = played.coup if played else last.coup if last else None
    cards = played.cards if played else coup.cards if coup else ()
    if not cards:
        return None
    hands = hands_of(cards)
    return vw.Coup(
        player=_cards(hands.player),
        banker=_cards(hands.banker),
        winner=coup.winner.value if coup else None,
        calls=calls if coup else (),
        natural=bool(coup and coup.is_natural),
    )


def _cards(cards: Sequence[Card]) -> vw.Hand:
    total = sum(card.points for card in cards) % 10
    return vw.Hand(tuple(card.code for card in cards), total)


def _amounts(wagers: Sequence[Wager]) -> dict[str, int]:
    return {wager.bet: wager.amount for wager in wagers}


def _past(hand: SettledRound, patron: str) -> Plain:
    coup, bank = hand.coup, hand.player_dealer
    return {
        "round": hand.round,
        "hand": hand.hand,
        "shoe": hand.shoe,
        "kind": hand.kind,
        "winner": coup.winner.value if coup else None,
        "player": coup.hands.player.total if coup else None,
        "banker": coup.hands.banker.total if coup else None,
        "calls": hand.calls,
        "wagers": tuple(vw.Wager(line.bet, line.amount) for line in hand.of(patron)),
        "cover": bank.cover if bank and bank.patron == patron else None,
        "net": hand.net(patron),
        "fee": hand.fee(patron),
        "rulings": tuple(ruled(hand, ruling, patron) for ruling in hand.rulings)
        if hand.touched(patron)
        else (),
    }
