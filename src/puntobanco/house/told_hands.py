"""Hands that were played, line by line: for everybody at the felt, and each patron's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from puntobanco.house.desk import Live
from puntobanco.house.phases import coup_of
from puntobanco.house.position import bank_after, bank_result
from puntobanco.house.records import SettledRound
from puntobanco.house.ruled import ruled
from puntobanco.house.shown import own
from puntobanco.house.shown import view as vw
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.verdict import result_of

NameOf = Callable[[str], str]
KEPT_MAX: Final = 100  # patrons whose history is kept as it was told


@dataclass(slots=True)
class ToldHands:
    """Tells the hands of one table, each by the sheet by which it was played."""

    live: Live
    name_of: NameOf
    _histories: dict[str, tuple[tuple[SettledRound, ...], tuple[own.PastHand, ...]]] = field(
        default_factory=dict
    )

    def newest(self, patron: str, hands: tuple[SettledRound, ...]) -> tuple[own.PastHand, ...]:
        """Give a patron's last hands; anew when there is another one."""
        kept = self._histories.get(patron)
        if kept is None or kept[0] != hands:  # the same hands are found the same without a look
            if len(self._histories) >= KEPT_MAX:
                self._histories.clear()
            told = tuple(own.PastHand(**_past(hand, patron)) for hand in hands)
            kept = self._histories[patron] = hands, told
        return kept[1]

    def whole(self, patron: str) -> list[own.WholeHand]:
        """Give every hand of a patron's that is kept, the newest first, with cards and lines."""
        sitting = self.live.records.sittings.get(patron)
        return [
            own.WholeHand(
                **_past(hand, patron),
                coup=coup_of(None, hand, hand.calls),
                lines=self._lines(hand, patron),
                before=tuple(
                    own.Before(
                        coup_of(None, was, was.calls), self._lines(was, patron), was.net(patron)
                    )
                    for was in (ruling.was for ruling in hand.rulings)
                    if was
                ),
            )
            for hand in (tuple(sitting.hands) if sitting else ())
        ]

    def settlement(self, last: SettledRound) -> vw.Settlement:
        """Give how the round on the felt was settled."""
        cover = self._sheet(last).venue.cover
        return vw.Settlement(last.kind, self._lines(last), bank_result(last, cover, self.name_of))

    def result(self, last: SettledRound, patron: str) -> own.OwnResult:
        """Give what the round on the felt came to for one patron."""
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


def _past(hand: SettledRound, patron: str) -> dict[str, Any]:
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
