"""The hands of simulated and of recorded shoes, as a backtest plays them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from puntobanco.errors import InputError
from puntobanco.rules.check import call_masks, verdict_table
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import Facts, facts_of
from puntobanco.rules.coup import Coup, Winner, play
from puntobanco.rules.sheet import Bet, Sheet
from puntobanco.rules.verdict import calls_in, result_in
from puntobanco.sim.lookup import Lookup
from puntobanco.sim.rounds import rounds_of
from puntobanco.sim.shoes import Shoes
from puntobanco.study.backtest import Hands
from puntobanco.track.history.corrected import corrected
from puntobanco.track.history.records import FreeHand, Header, Item, Round
from puntobanco.track.notation import Outcome


def simulated(
    sheet: Sheet, bets: Iterable[Bet], shoes: Shoes, first: int, number: int
) -> Iterator[Hands]:
    """Deal so many shoes, and find the result of each bet in every round."""
    lookups = {bet.id: _lookup(sheet, bet) for bet in bets}
    axes = frozenset[str]().union(*(lookup.axes for lookup in lookups.values()))
    for rounds in rounds_of(shoes, first, number, axes):
        winners = [_WINNERS[number] for number in _WINNER.of(rounds)]
        results = {bet: lookup.of(rounds) for bet, lookup in lookups.items()}
        begin = 0
        for end in rounds.ends.tolist():
            yield Hands(
                winners[begin:end], {bet: found[begin:end] for bet, found in results.items()}
            )
            begin = end


def _lookup(sheet: Sheet, bet: Bet) -> Lookup:
    table = verdict_table(sheet, bet)
    numbers = [0] * table.classes.size
    for number, mask in enumerate((*table.caught, table.rest)):
        for each in table.classes.members(mask):
            numbers[each] = number
    return Lookup(table.axes, numbers)


def _winner(facts: Facts) -> Winner:
    ahead = facts.player_total - facts.banker_total
    return Winner.TIE if not ahead else Winner.PLAYER if ahead > 0 else Winner.BANKER


_WINNERS: Final = tuple(Winner)
_WINNER: Final = Lookup(
    frozenset(), [_WINNERS.index(_winner(facts)) for facts in universe(frozenset()).facts]
)


class Recorded:
    """Finds the results of bets in hands that somebody recorded, with their cards or without."""

    def __init__(self, sheet: Sheet, bets: Iterable[Bet]) -> None:
        """Keep the bets that a backtest may wager on."""
        self._sheet, self._bets = sheet, tuple(bets)
        self._tokens = {call.token: call.id for call in sheet.calls}
        self._known: dict[Outcome, Mapping[str, int]] = {}

    def shoes(self, parts: Iterable[Header | Item], name: str) -> list[Hands]:
        """Give the shoes of a history that have hands; void rounds are none, corrections count."""
        found = []
        for shoe in corrected(parts, name):
            rounds = [
                (item.ended.outcome.winner, self._results(item, item.ended.outcome, name))
                for item in shoe.items
                if isinstance(item, Round | FreeHand) and item.ended is not None
            ]
            if rounds:
                results = {bet.id: [each[bet.id] for _, each in rounds] for bet in self._bets}
                found.append(Hands([winner for winner, _ in rounds], results))
        return found

    def _results(self, item: Round | FreeHand, outcome: Outcome, name: str) -> Mapping[str, int]:
        coup = play(item.dealt.cards) if item.dealt else None
        return self.results(outcome, coup, f"{name}: round {item.head.number}")

    def results(self, outcome: Outcome, coup: Coup | None, where: str) -> Mapping[str, int]:
        """Give the number of each bet's result; a hand without cards may not decide it."""
        if coup is not None:
            return self._by_cards(coup)
        if outcome not in self._known:
            self._known[outcome] = {
                bet.id: self._by_outcome(bet, outcome, where) for bet in self._bets
            }
        return self._known[outcome]

    def _by_cards(self, coup: Coup) -> Mapping[str, int]:
        facts = facts_of(coup)
        calls = calls_in(self._sheet, facts)
        found = {}
        for bet in self._bets:
            result = result_in(bet, facts, calls)
            found[bet.id] = len(bet.results) if result is None else bet.results.index(result)
        return found

    def _by_outcome(self, bet: Bet, outcome: Outcome, where: str) -> int:
        """Find the one result that winner and calls leave."""
        table = verdict_table(self._sheet, bet, self._axes)
        mask = table.classes.where("winner", frozenset({outcome.winner.value}))
        held = {self._tokens[mark] for mark in outcome.marks if mark in self._tokens}
        for call, classes in call_masks(self._sheet.calls, table.classes).items():
            mask &= classes if call in held else ~classes
        left = [n for n, caught in enumerate((*table.caught, table.rest)) if caught & mask]
        if len(left) != 1:
            message = (
                f"{where}: {outcome} does not tell what becomes of {bet.id}; record the cards,"
                " or wager on another bet"
            )
            raise InputError(message)
        return left[0]

    @property
    def _axes(self) -> frozenset[str]:
        return frozenset[str]().union(*(call.when.axes for call in self._sheet.calls))
