"""The board of a table: rendered once a hand, with what is known of the shoes before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from puntobanco.house.boards import day_of, last_shoe, result_of_hand, tally_of
from puntobanco.house.day import Hours
from puntobanco.house.desk import Live
from puntobanco.house.shoes import Note
from puntobanco.house.shown import board as br
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Sheet
from puntobanco.table.state import Entered, Result
from puntobanco.track.notation import Outcome, outcome_of
from puntobanco.track.roads import draw

_Key = tuple[str, tuple[Result, ...], tuple[Result, ...], tuple[Note, ...]]


@dataclass(slots=True)
class BoardView:
    """Renders the board of one table."""

    live: Live
    hours: Hours
    _board: tuple[_Key, br.Board] | None = None
    _outcomes: dict[tuple[str, Coup], Outcome] = field(default_factory=dict)  # by game

    def told(self, now: int) -> br.Board:
        """Give roads and tallies of this shoe, the shoe before, and the earlier ones of the day."""
        state, shoes = self.live.state, self.live.records.shoes
        coups = state.shoe.coups if state.shoe else ()
        sheet, former = state.game.sheet, state.sheet_before
        key = sheet.hash, coups, state.last_coups, shoes.hands
        if not self._board or self._board[0] != key:
            outcomes = self._all(sheet, coups)
            before = self._all(former, state.last_coups)
            drawn: dict[str, Any] = draw(outcomes).as_json()
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

    def _all(self, sheet: Sheet, results: Sequence[Result]) -> list[Outcome]:
        return [self._outcome(sheet, result) for result in results]

    def _outcome(self, sheet: Sheet, result: Result) -> Outcome:
        if isinstance(result, Entered):
            return Outcome(result.winner, result.marks)
        key = sheet.hash, result
        return self._outcomes.get(key) or self._outcomes.setdefault(key, outcome_of(sheet, result))
