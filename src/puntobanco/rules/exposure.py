"""What a player-dealer risks before the cards: his result on every outcome of the coup.

An outcome is what all bets with wagers come to together. The bets are laid over each other class
by class. Where that would take too long, each bet's extremes within a winner stand for them, and
the exposure says that it is not exact: it is then never smaller than the true one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from puntobanco.money import Odds, Rounding, payout
from puntobanco.rules.check import bet_axes, call_masks, verdict_table
from puntobanco.rules.classes import Universe, universe
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Bet, Sheet, Verdict

ROWS_MAX: Final = 1024
_WORK_MAX: Final = 1 << 33  # bits that may be compared for one set of bets: well under a second
_WINNERS: Final = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}


class Terms(NamedTuple):
    """What a bet comes to, whatever the condition."""

    verdict: Verdict = Verdict.TAKE
    odds: Odds | None = None
    commission: int = 0
    rounding: Rounding = Rounding.DOWN


_TAKEN: Final = Terms()


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """What may come together: a winner, its calls, and what each bet comes to.

    Where a bet may come to more than one thing, the row is a bound and not exact.
    """

    winner: str
    calls: tuple[str, ...]
    label: str
    results: Mapping[str, tuple[Terms, ...]]

    @property
    def is_exact(self) -> bool:
        """Whether every bet comes to one thing."""
        return all(len(terms) == 1 for terms in self.results.values())


@dataclass(frozen=True, slots=True)
class ExposureRow:
    """What an outcome would have the player-dealer pay and collect, were there no limit."""

    label: str
    winner: str
    calls: tuple[str, ...]
    pays: int
    collects: int
    net: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """A player-dealer's result by outcome, and whether his cover reaches.

    ``covers``: on no outcome are the payments or the collections above the cover. ``in_full``:
    under the cover policy no order of action leaves a wager without its full settlement.
    """

    rows: tuple[ExposureRow, ...]
    worst: int
    best: int
    most_paid: int
    most_collected: int
    covers: bool
    in_full: bool
    exact: bool


def exposure(
    sheet: Sheet,
    wagers: Sequence[Wager],
    cover: int,
    unit: int = 1,
    *,
    policy: str | None = None,
    win_cap: str | None = None,
) -> Exposure:
    """Give what a player-dealer risks; ``policy`` and ``win_cap`` default to the sheet's."""
    held: dict[str, list[Wager]] = {}
    for wager in wagers:
        held.setdefault(sheet.require_bet(wager.bet).id, []).append(wager)
    found, terms, named = _numbered(_asked(sheet, held))
    moves = [_moves(held[bet], each, unit) for bet, each in terms]
    paid, taken = [move[0] for move in moves], [move[1] for move in moves]
    net = [took - gave for gave, took in moves]
    lost = [-each for each in net]
    rows, best = [], []
    for outcome, numbers in zip(found, named, strict=True):
        pays, collects = _most(paid, numbers), _most(taken, numbers)
        worst = -_most(lost, numbers)
        best.append(_most(net, numbers))
        rows.append(
            ExposureRow(outcome.label, outcome.winner, outcome.calls, pays, collects, worst)
        )
    most_paid, most_collected = max(row.pays for row in rows), max(row.collects for row in rows)
    rules = policy or sheet.venue.cover.policy, win_cap or sheet.venue.cover.win_cap
    return Exposure(
        tuple(rows),
        worst=min(row.net for row in rows),
        best=max(best),
        most_paid=most_paid,
        most_collected=most_collected,
        covers=max(most_paid, most_collected) <= cover,
        in_full=all(_is_in_full(row.pays, row.collects, cover, *rules) for row in rows),
        exact=all(outcome.is_exact for outcome in found),
    )


def _most(values: Sequence[int], numbers: Sequence[Sequence[int]]) -> int:
    """Add up the most that each bet may come to."""
    return sum(
        values[some[0]] if len(some) == 1 else max(values[each] for each in some)
        for some in numbers
    )


def _moves(wagers: Iterable[Wager], terms: Terms, unit: int) -> tuple[int, int]:
    """Give what is paid and what is collected of a bet's wagers."""
    if terms.verdict is Verdict.TAKE:
        return 0, sum(wager.amount for wager in wagers)
    if terms.odds is None:
        return 0, 0
    odds, commission, rounding = terms.odds, terms.commission, terms.rounding
    return sum(payout(wager.amount, odds, commission, rounding, unit) for wager in wagers), 0


def _is_in_full(pays: int, collects: int, cover: int, policy: str, win_cap: str) -> bool:
    """Whether an outcome is settled in full, whichever wagers come first.

    A running cover that is paid out to the last chip, or won where that ends the action, leaves
    nothing for what comes after it; a gross one is used up by both.
    """
    if policy == "gross":
        return pays + collects <= cover
    if max(pays, collects) > cover:
        return False
    if policy == "collect-then-pay":
        return True
    is_ended = pays == cover or (win_cap == "halt" and collects == cover)
    return not (is_ended and pays and collects)


def outcomes(sheet: Sheet, bets: Collection[str] | None = None) -> tuple[OutcomeRow, ...]:
    """Give the distinct things that all bets of a sheet, or some of them, may come to together."""
    return _outcomes(_asked(sheet, bets))


def _asked(sheet: Sheet, bets: Collection[str] | None) -> _Asked:
    wanted = frozenset(bet.id for bet in sheet.bets) if bets is None else frozenset(bets)
    return _Asked(sheet.hash, wanted, sheet)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that is answered once: the hash stands for the sheet."""

    hash: str
    bets: frozenset[str]
    sheet: Sheet = field(compare=False)


@lru_cache(maxsize=64)
def _numbered(
    asked: _Asked,
) -> tuple[tuple[OutcomeRow, ...], list[tuple[str, Terms]], list[list[list[int]]]]:
    """Give the outcomes, all that a bet comes to in any of them, and where each outcome's stand.

    A table asks anew with every chip: what is the same each time is looked up once.
    """
    found = _outcomes(asked)
    numbers: dict[tuple[str, Terms], int] = {}
    named = [
        [[numbers.setdefault((bet, each), len(numbers)) for each in some] for bet, some in items]
        for items in (outcome.results.items() for outcome in found)
    ]
    return found, list(numbers), named


@lru_cache(maxsize=64)
def _outcomes(asked: _Asked) -> tuple[OutcomeRow, ...]:
    sheet = asked.sheet
    bets = [bet for bet in sheet.bets if bet.id in asked.bets]
    axes = frozenset().union(
        *(bet_axes(sheet, bet) for bet in bets), *(call.when.axes for call in sheet.calls)
    )
    classes = universe(axes)
    winners = {winner: classes.where("winner", frozenset({winner})) for winner in _WINNERS}
    calls = [
        {None: classes.everything ^ mask, call: mask}
        for call, mask in call_masks(sheet.calls, classes).items()
    ]
    terms = [_terms_of(sheet, bet, axes) for bet in bets]
    for told in (calls, []):  # an outcome is worth more than its announcement
        atoms = _laid_over(classes, [winners, *told, *terms])
        if atoms:
            return _rows(sheet, bets, len(told), atoms)
    return tuple(
        OutcomeRow(winner, (), _WINNERS[winner], _possible(bets, terms, mask))
        for winner, mask in winners.items()
    )


def _terms_of(sheet: Sheet, bet: Bet, axes: frozenset[str]) -> dict[Terms, int]:
    """Give the classes in which a bet comes to each of its terms, the taken ones first."""
    table = verdict_table(sheet, bet, axes)
    found = {_TAKEN: table.rest}
    for result, mask in zip(bet.results, table.caught, strict=True):
        terms = Terms(result.verdict, result.odds, result.commission, result.rounding)
        found[terms] = found.get(terms, 0) | mask
    return found


def _laid_over(
    classes: Universe, splits: Iterable[Mapping[Any, int]]
) -> list[tuple[Any, ...]] | None:
    """Give what can hold together of one key of each split, None where it takes too long."""
    atoms: list[tuple[tuple[Any, ...], int]] = [((), classes.everything)]
    work = 0
    for split in splits:
        work += len(atoms) * len(split) * classes.size
        if work > _WORK_MAX:
            return None
        atoms = [
            ((*keys, key), both)
            for keys, mask in atoms
            for key, part in split.items()
            if (both := mask & part)
        ]
        if len(atoms) > ROWS_MAX:
            return None
    return [keys for keys, _ in atoms]


def _rows(
    sheet: Sheet, bets: Sequence[Bet], told: int, atoms: Iterable[tuple[Any, ...]]
) -> tuple[OutcomeRow, ...]:
    """Name the outcomes: winner, calls, and the bets that tell those of one name apart."""
    alike: dict[tuple[str, tuple[str, ...]], list[tuple[Terms, ...]]] = {}
    for winner, *rest in atoms:
        calls = tuple(call for call in rest[:told] if call is not None)
        alike.setdefault((winner, calls), []).append(tuple(rest[told:]))
    rows = []
    for (winner, calls), several in alike.items():
        name = [_WINNERS[winner], *(sheet.call(call).label for call in calls)]
        telling = [len(set(terms)) > 1 for terms in zip(*several, strict=True)]
        for each in several:
            marks = [
                f"{bet.label} {_words(terms)}"
                for bet, terms, tells in zip(bets, each, telling, strict=True)
                if tells and terms != _TAKEN
            ]
            results = {bet.id: (terms,) for bet, terms in zip(bets, each, strict=True)}
            rows.append(OutcomeRow(winner, calls, ", ".join(name + marks), results))
    return tuple(rows)


def _words(terms: Terms) -> str:
    return str(terms.odds.less(terms.commission)) if terms.odds else terms.verdict.value


def _possible(
    bets: Sequence[Bet], terms: Sequence[Mapping[Terms, int]], mask: int
) -> dict[str, tuple[Terms, ...]]:
    return {
        bet.id: tuple(each for each, part in some.items() if part & mask)
        for bet, some in zip(bets, terms, strict=True)
    }
