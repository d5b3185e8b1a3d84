"""What everybody really has of the rounds that may be corrected, counted from events alone.

A correction moves what its settlement gives less what each really has; all that ever moved for a
round of a player-dealer is within his cover.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from puntobanco.house.follow import Step
from puntobanco.rules.coup import Coup
from puntobanco.table import events as ev
from puntobanco.table.correct import HOUSE
from puntobanco.table.rounds import nets, settlement


@dataclass(slots=True)
class _Round:
    """A settled round: its bank, the chips that moved, and the claims that are open."""

    covered: ev.Covered | None
    net: Counter[str]
    claims: frozenset[int] = frozenset()

    def band(self) -> Iterator[str]:
        """INV6: the player-dealer neither won nor lost more than his cover."""
        if self.covered is not None:
            net, most = self.net[self.covered.patron], self.covered.cover
            if abs(net) > most:
                yield f"the player-dealer has {net} of a round that he covered with {most}"


@dataclass(slots=True)
class Nets:
    """The rounds of one table."""

    rounds: dict[int, _Round] = field(default_factory=dict)

    def take(self, step: Step) -> Iterator[str]:
        """Follow an event, and say what of it is wrong."""
        event = step.event
        match event:
            case ev.RoundSettled():
                kept = {settled.number for settled in step.after.settled}
                self.rounds = {n: played for n, played in self.rounds.items() if n in kept}
                net = _with_house(event.lines, event.player_dealer)
                self.rounds[event.round] = _Round(event.player_dealer, net)
            case ev.RoundCorrected():
                yield from _settled_again(step, event)
                yield from self._corrected(event)
            case ev.ClaimPaid():
                claim = step.before.claims[event.number]
                for played in self.rounds.values():
                    if event.number in played.claims:
                        played.net[claim.debtor] -= event.amount
                        played.net[claim.creditor] += event.amount
                        yield from played.band()
            case _:
                pass

    def _corrected(self, event: ev.RoundCorrected) -> Iterator[str]:
        played = self.rounds[event.round]
        missing = _with_house(event.lines, event.player_dealer)
        missing.subtract(played.net)
        for move in event.moves:
            missing[move.who] -= move.amount
            played.net[move.who] += move.amount
        for claim in event.claims:
            missing[claim.debtor] += claim.amount
            missing[claim.creditor] -= claim.amount
        for who, amount in missing.items():
            if amount:
                yield f"{who or 'the house'} is due {amount} more than it moves and claims"
        played.claims = frozenset(claim.number for claim in event.claims if claim.number)
        yield from played.band()


def _with_house(lines: tuple[ev.Line, ...], covered: ev.Covered | None) -> Counter[str]:
    """Give what a settlement gives everybody; the house has the rest."""
    found = Counter(nets(lines, covered))
    found[HOUSE] = -found.total()
    return found


def _settled_again(step: Step, event: ev.RoundCorrected) -> Iterator[str]:
    """A correction's lines are the settlement of the round as it says that it was."""
    old, new = (
        next(settled for settled in state.settled if settled.number == event.round)
        for state in (step.before, step.after)
    )
    amounts = {wager.id: wager.amount for wager in old.wagers}
    if any(wager.amount > amounts[wager.id] for wager in new.wagers):
        yield "a wager is more than it was"
    if isinstance(new.result, Coup):
        due = settlement(step.before.game_of(old), new.result, new.wagers, old.cover)
        if due != (event.lines, event.button, event.player_dealer):
            yield "this is not the settlement of the corrected round"
