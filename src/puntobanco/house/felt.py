"""How a sheet lies on the felt: zones, colours, the words of the inscription.

All of it follows from the sheet, so that a bet that somebody writes gets its spot without code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import lcm
from typing import Final

from puntobanco.house.shown import felt as shown
from puntobanco.money import Odds
from puntobanco.rules.check import verdict_table
from puntobanco.rules.conditions import Clause
from puntobanco.rules.sheet import Bet, Call, Result, Sheet, Verdict
from puntobanco.table.events import Limit

_CALL_COLOURS: Final[dict[str, shown.CallColour]] = {
    "player": "slate",
    "banker": "gold",
    "centre": "ink",
}
_STEPS = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000)  # each is made of the one before
_SIDE_COLOURS: Final[dict[str, shown.BetColour]] = {
    "player": "player",
    "banker": "banker",
    "centre": "tie",
}


def call_colour(sheet: Sheet, call: Call) -> shown.CallColour:
    """Gold for a call of the Banker hand, slate for the Player's, ink for either's."""
    return _CALL_COLOURS[_side_of_all(_expanded(sheet, call.when.clauses))]


def side_of(sheet: Sheet, bet: Bet) -> str:
    """Whose side of the felt a bet lies on: player, banker or centre."""
    pays = [clause for result in _paying(bet) for clause in result.when.clauses]
    return _side_of_all(_expanded(sheet, pays))


def _paying(bet: Bet) -> list[Result]:
    return [result for result in bet.results if result.verdict is Verdict.PAY]


def _expanded(sheet: Sheet, clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Give the clauses with every call replaced by its own."""
    for clause in clauses:
        if clause.calls is None:
            yield clause
            continue
        if clause.tests:
            yield Clause(clause.tests)
        for call in clause.calls:
            yield from _expanded(sheet, sheet.call(call).when.clauses)


def _side_of_all(clauses: Iterator[Clause]) -> str:
    sides = {_side(clause) for clause in clauses}
    return sides.pop() if len(sides) == 1 else "centre"


def _side(clause: Clause) -> str:
    """Give the side of one clause: its winner's, else that of the one hand it names."""
    tests = dict(clause.tests)
    winners = tests.get("winner")
    if winners is not None:
        return str(*winners) if len(winners) == 1 and "tie" not in winners else "centre"
    hands = {key.partition(".")[0] if "." in key else "centre" for key in tests}
    return hands.pop() if len(hands) == 1 else "centre"


def only_call(bet: Bet) -> str | None:
    """Give the call that alone makes a bet pay, if there is one."""
    named = [result.when for result in _paying(bet)]
    bare = all(not clause.tests and clause.calls for when in named for clause in when.clauses)
    calls = frozenset[str]().union(*(when.calls for when in named))
    return next(iter(calls)) if bare and len(calls) == 1 else None


def lay_bet(sheet: Sheet, bet: Bet, limit: Limit) -> shown.Bet:
    """Describe a bet's spot."""
    side = side_of(sheet, bet)
    call = only_call(bet)
    zones = {"player": "left-bonus", "banker": "right-bonus", "centre": "centre"}
    rates = {result.commission for result in _paying(bet)} - {0}
    return shown.Bet(
        id=bet.id,
        label=bet.label,
        kind=bet.kind,
        zone=side if bet.is_main else zones[side],
        shape=bet.felt,
        colour=call_colour(sheet, sheet.call(call)) if call else _SIDE_COLOURS[side],
        pays=tuple(str(odds) for odds in _odds(bet)),
        call=call,
        min=limit.min,
        max=limit.max,
        requires=tuple(bet.requires),
        commission=f"{max(rates) / 100:g}%" if rates else None,
        pushes_on=_barring(sheet, bet, Verdict.PUSH),
        pushes_on_tie=_pushes_on_tie(sheet, bet),
        loses_on=_barring(sheet, bet, Verdict.TAKE),
    )


def _odds(bet: Bet) -> list[Odds]:
    found = {result.odds for result in _paying(bet) if result.odds}
    return sorted(found, key=lambda odds: odds.fraction, reverse=True)


def _barring(sheet: Sheet, bet: Bet, verdict: Verdict) -> tuple[str, ...]:
    """Give the labels of the calls that push or take a bet in spite of its winner."""
    named = [
        call
        for result in bet.results
        if result.verdict is verdict
        for clause in result.when.clauses
        for call in clause.calls or ()
    ]
    return tuple(sheet.call(call).label for call in dict.fromkeys(named))


def _pushes_on_tie(sheet: Sheet, bet: Bet) -> bool:
    """Whether a tie that is no call pushes a bet."""
    table = verdict_table(sheet, bet)
    ties = table.classes.where("winner", frozenset({"tie"}))
    return any(
        mask & ties
        for result, mask in zip(bet.results, table.caught, strict=True)
        if result.verdict is Verdict.PUSH and not result.when.calls
    )


def inscription(sheet: Sheet) -> tuple[shown.Part, ...]:
    """Give the parts of the felt's inscription: what bars a main bet, then bonus bets by odds."""
    parts: list[shown.Part] = []
    for bet in sheet.bets:
        if not bet.is_main:
            continue
        parts += [shown.Pushes(bet.label, on) for on in _barring(sheet, bet, Verdict.PUSH)]
        parts += [shown.Loses(bet.label, on) for on in _barring(sheet, bet, Verdict.TAKE)]
        rates = {result.commission for result in _paying(bet)} - {0}
        parts += [shown.Commission(bet.label, f"{rate / 100:g}%") for rate in sorted(rates)]
    sides = [(bet, _odds(bet)) for bet in sheet.bets if not bet.is_main]
    sides.sort(key=lambda side: side[1][0].fraction, reverse=True)
    parts += [
        shown.Pays(bet.label, str(odds[0]), tuple(str(each) for each in odds))
        for bet, odds in sides
    ]
    return tuple(parts)


def chips(unit: int, least: int, most: int) -> tuple[int, ...]:
    """Give four chip values for a table: from the largest that the minimum is made of upward."""
    coin = lcm(unit, 100)  # no cents on a chip where the minimum has none
    coin = unit if least % coin else coin
    values = [value for step in _STEPS if (value := step * coin) <= most]
    start = max(i for i, value in enumerate(values) if least % value == 0)
    return tuple(values[max(0, min(start, len(values) - 4)) :][:4])
