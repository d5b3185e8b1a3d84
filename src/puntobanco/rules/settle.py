"""Settlement: what every wager of a round gets, and in which order.

A pure function of sheet, coup, wagers and cover. A house bank is without limit. A
player-dealer's wager limits what is won and lost; the action button sets the order
(GEGA-003774; Penal Code 330.11). Three readings of "to the extent covered" are policies:
``running``, ``gross`` and ``collect-then-pay``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from puntobanco.cards import Card
from puntobanco.errors import InvariantError
from puntobanco.money import Odds, Rounding, payout
from puntobanco.rules.conditions import facts_of
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Cover, Sheet, Verdict
from puntobanco.rules.verdict import calls_in, result_in


class Due(Protocol):
    """What a bet comes to: a result of a sheet, or terms alone."""

    @property
    def verdict(self) -> Verdict:
        """What happens to the stake."""

    @property
    def odds(self) -> Odds | None:
        """What is paid on it, None where nothing is."""

    @property
    def commission(self) -> int:
        """What is kept of that."""

    @property
    def rounding(self) -> Rounding:
        """Which way a part of a unit goes."""


Results = Mapping[str, Due | None]  # by bet: the result that the coup reached, or none


@dataclass(frozen=True, slots=True)
class Wager:
    """An amount that a patron has placed on a bet, at a seat, on the front or the back line."""

    id: str
    seat: int
    patron: str
    bet: str
    amount: int
    line: str = "front"


@dataclass(frozen=True, slots=True)
class Button:
    """The action button: the Banker hand's second card, its value, the seat settled first."""

    card: Card
    value: int
    seat: int


@dataclass(frozen=True, slots=True)
class Step:
    """One wager settled: the chips that move, and what a winner was owed but not paid."""

    wager: Wager
    verdict: Verdict
    collected: int = 0
    paid: int = 0
    returned: int = 0
    uncovered: int = 0


@dataclass(frozen=True, slots=True)
class PlayerDealer:
    """The player-dealer's result, never beyond his wager either way."""

    net: int
    exhausted: bool
    capped: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round settled; the steps stand in the order in which they were taken."""

    steps: tuple[Step, ...]
    button: Button | None = None
    player_dealer: PlayerDealer | None = None


@dataclass(frozen=True, slots=True)
class _Due:
    """What the coup alone says of a wager."""

    wager: Wager
    verdict: Verdict
    owed: int

    def step(self, moved: int) -> Step:
        """Settle it with so many chips collected or paid."""
        stake = self.wager.amount
        if self.verdict is Verdict.TAKE:
            return Step(self.wager, self.verdict, collected=moved, returned=stake - moved)
        return Step(
            self.wager, self.verdict, paid=moved, returned=stake, uncovered=self.owed - moved
        )


def button_of(coup: Coup, seats: int) -> Button:
    """Find the seat settled first; the count wraps round the table (GAP-3.5, GAP-3.6)."""
    card = coup.hands.banker.cards[1]
    return Button(card, card.rank.number, seat_of(card, seats))


def seat_of(card: Card, seats: int) -> int:
    """Give the seat that is settled first when the Banker hand's second card is this one."""
    return (card.rank.number - 1) % seats + 1


def settle(
    sheet: Sheet,
    coup: Coup,
    wagers: Sequence[Wager],
    *,
    seats: int,
    cover: int | None = None,
    policy: str | None = None,
    win_cap: str | None = None,
    unit: int = 1,
) -> Settlement:
    """Settle a round.

    ``cover`` None is a bank without limit. ``policy`` and ``win_cap`` default to the sheet's.
    ``unit`` is the smallest payment that the table's chips can make.
    """
    results = results_of(sheet, coup)
    if cover is None:
        return Settlement(_house(_dues(results, _in_order(sheet, wagers, seats, 1), unit)))
    button = button_of(coup, seats)
    terms = (policy or sheet.venue.cover.policy, win_cap or sheet.venue.cover.win_cap)
    ordered = _in_order(sheet, wagers, seats, button.seat)
    steps, bank = _under(_dues(results, ordered, unit), cover, *terms)
    return Settlement(tuple(steps), button, bank)


def net_under_cover(
    sheet: Sheet,
    results: Results,
    wagers: Sequence[Wager],
    *,
    seats: int,
    first: int,
    cover: int,
    rules: Cover | None = None,
    unit: int = 1,
) -> int:
    """Give the player-dealer's result alone of `under_cover`."""
    return under_cover(
        sheet, results, wagers, seats=seats, first=first, cover=cover, rules=rules, unit=unit
    )[1].net


def under_cover(
    sheet: Sheet,
    results: Results,
    wagers: Sequence[Wager],
    *,
    seats: int,
    first: int,
    cover: int,
    rules: Cover | None = None,
    unit: int = 1,
) -> tuple[tuple[Step, ...], PlayerDealer]:
    """Settle against a cover when the bets come to ``results``, from a seat settled first.

    It is what `settle` gives of any such coup. ``rules`` default to the sheet's.
    """
    rules = rules or sheet.venue.cover
    ordered = _in_order(sheet, wagers, seats, first)
    steps, bank = _under(_dues(results, ordered, unit), cover, rules.policy, rules.win_cap)
    return tuple(steps), bank


def results_of(sheet: Sheet, coup: Coup) -> Results:
    """Give what every bet of a sheet comes to; None: its wagers are taken."""
    facts = facts_of(coup)
    calls = calls_in(sheet, facts)
    return {bet.id: result_in(bet, facts, calls) for bet in sheet.bets}


def _under(
    dues: Sequence[_Due], cover: int, policy: str, win_cap: str
) -> tuple[list[Step], PlayerDealer]:
    match policy:
        case "running":
            steps, bank = _running(dues, cover, halt=win_cap == "halt")
        case "gross":
            steps, bank = _gross(dues, cover)
        case "collect-then-pay":
            steps, bank = _collect_then_pay(dues, cover)
        case unknown:
            message = f"no cover policy {unknown!r}"
            raise InvariantError(message)
    if abs(bank.net) > cover:
        message = f"the player-dealer's result {bank.net} is beyond the cover {cover}"
        raise InvariantError(message)
    return steps, bank


def _in_order(sheet: Sheet, wagers: Sequence[Wager], seats: int, first: int) -> list[Wager]:
    """Sort by seat from ``first`` clockwise, front line, back line as it came, bets as listed."""
    arrival: dict[tuple[int, str, str], int] = {}
    for wager in wagers:
        arrival.setdefault((wager.seat, wager.line, wager.patron), len(arrival))
    return sorted(
        wagers,
        key=lambda w: (
            (w.seat - first) % seats,
            w.line != "front",
            arrival[w.seat, w.line, w.patron],
            sheet.order(w.bet),
        ),
    )


def _dues(results: Results, wagers: Sequence[Wager], unit: int) -> list[_Due]:
    dues = []
    for wager in wagers:
        result = results[wager.bet]
        if result is None:
            dues.append(_Due(wager, Verdict.TAKE, 0))
        elif result.odds is None:
            dues.append(_Due(wager, result.verdict, 0))
        else:
            owed = payout(wager.amount, result.odds, result.commission, result.rounding, unit)
            dues.append(_Due(wager, result.verdict, owed))
    return dues


def _house(dues: Sequence[_Due]) -> tuple[Step, ...]:
    """Take all losers, then return and pay, each by seat."""
    takes = [due.step(due.wager.amount) for due in dues if due.verdict is Verdict.TAKE]
    others = [due.step(due.owed) for due in dues if due.verdict is not Verdict.TAKE]
    return (*takes, *others)


def _running(dues: Sequence[_Due], cover: int, *, halt: bool) -> tuple[list[Step], PlayerDealer]:
    """Walk the wagers; chips collected earlier help to pay later winners."""
    net, steps = 0, []
    exhausted = capped = False
    for due in dues:
        if exhausted or (halt and capped):
            moved = 0
        elif due.verdict is Verdict.TAKE:
            moved = min(due.wager.amount, cover - net)
            net += moved
        else:
            moved = min(due.owed, cover + net)
            net -= moved
        exhausted = exhausted or net == -cover
        capped = capped or net == cover
        steps.append(due.step(moved))
    return steps, PlayerDealer(net, exhausted, capped)


def _gross(dues: Sequence[_Due], cover: int) -> tuple[list[Step], PlayerDealer]:
    """Walk the wagers; every chip collected or paid uses up the cover."""
    left, net, steps = cover, 0, []
    for due in dues:
        is_take = due.verdict is Verdict.TAKE
        moved = min(due.wager.amount if is_take else due.owed, left)
        left -= moved
        net += moved if is_take else -moved
        steps.append(due.step(moved))
    return steps, PlayerDealer(net, left == 0, net == cover)


def _collect_then_pay(dues: Sequence[_Due], cover: int) -> tuple[list[Step], PlayerDealer]:
    """Collect every loser, then pay winners, each half in action order."""
    room, net, steps = cover + sum(due.owed for due in dues), 0, []
    for due in dues:
        if due.verdict is Verdict.TAKE:
            moved = min(due.wager.amount, room - net)
            net += moved
            steps.append(due.step(moved))
    for due in dues:
        if due.verdict is not Verdict.TAKE:
            moved = min(due.owed, cover + net)
            net -= moved
            steps.append(due.step(moved))
    return steps, PlayerDealer(net, net == -cover, net == cover)
