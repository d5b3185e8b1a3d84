"""Betting systems played through shoes, session by session.

What sessions win is set beside what their wagers should win by the exact expectation of each bet
alone: that the two agree is what no system changes. The expectation is that of a full shoe, which
the hands of a shoe have on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from puntobanco.errors import InputError
from puntobanco.money import AMOUNT_MAX, payout
from puntobanco.odds.count import Counter52
from puntobanco.odds.figures import bet_odds
from puntobanco.rules.check import verdict_table
from puntobanco.rules.coup import Winner
from puntobanco.rules.sheet import Bet, Result, Sheet, Verdict
from puntobanco.shoe import Composition
from puntobanco.study.systems import Factory, Purse, Seen, Stake, System

ENDS: Final = ("shoes-over", "stop-win", "stop-loss", "ruined")


class BacktestError(InputError):
    """A session that cannot be played as it was asked for, or a wager that cannot be made."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How sessions are played; all but the unit counts in units."""

    unit: int = 100  # minor units of money
    least: int = 1
    most: int = 100
    bankroll: int = 100
    stop_win: int | None = None
    stop_loss: int | None = None
    shoes: int = 1  # of one session

    def __post_init__(self) -> None:
        """Refuse what nobody could play."""
        for name in ("unit", "least", "most", "bankroll", "shoes", "stop_win", "stop_loss"):
            value = getattr(self, name)
            if value is not None and not 1 <= value <= AMOUNT_MAX:
                said = name.replace("_", "-")
                message = f"{said}: {value} is out of range; give 1 to {AMOUNT_MAX:,}"
                raise BacktestError(message)
        if self.most * self.unit > AMOUNT_MAX or self.bankroll * self.unit > AMOUNT_MAX:
            message = f"unit: wagers and bankroll come to more than {AMOUNT_MAX:,}; make it less"
            raise BacktestError(message)
        if not self.least <= self.most:
            message = f"most: {self.most} is below the least wager, {self.least}; raise it"
            raise BacktestError(message)
        if self.bankroll < self.least:
            message = f"bankroll: {self.bankroll} is below the least wager, {self.least}; raise it"
            raise BacktestError(message)


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of one shoe: who won, and the result of each bet by its number, as a sheet says."""

    winners: list[Winner]
    results: Mapping[str, list[int]]


@dataclass(frozen=True, slots=True)
class Session:
    """What became of one session; amounts in minor units."""

    net: int
    rounds: int
    wagers: int
    wagered: int
    largest: int  # wager
    drawdown: int  # from the highest bankroll to the lowest after it
    end: str  # one of ENDS


@dataclass(eq=False)
class Backtest:
    """A system played through many sessions, taken in one after the other."""

    sheet: Sheet
    system: Factory
    bet: Bet
    terms: Terms
    decks: int
    sessions: list[Session] = field(default_factory=list)
    shoes: int = 0
    staked: Counter[str] = field(default_factory=Counter)  # by bet
    _expected: list[float] = field(default_factory=list)  # by session

    def __post_init__(self) -> None:
        """Find the bets on both hands, what each result pays, and what each bet expects."""
        counter = Counter52(Composition.of(self.decks))
        self.sides = sides_of(self.sheet)
        self.bets = {bet.id: bet for bet in (self.bet, *map(self._bet, self.sides.values()))}
        self.exact = {
            bet.id: float(bet_odds(self.sheet, bet, counter).expectation)
            for bet in self.bets.values()
        }
        self._results: dict[str, tuple[Result | None, ...]] = {
            bet.id: (*bet.results, None) for bet in self.bets.values()
        }

    def run(self, shoes: Iterable[Hands]) -> None:
        """Play sessions as long as there are shoes; an interrupt leaves those that are over."""
        source = iter(shoes)
        while (first := next(source, None)) is not None:
            self._play(first, source)

    def _play(self, first: Hands, source: Iterator[Hands]) -> None:
        """Play one session."""
        terms, unit = self.terms, self.terms.unit
        system = self._begun()
        start = have = highest = terms.bankroll * unit
        wagers = wagered = largest = drawdown = rounds = 0
        staked: Counter[str] = Counter()
        end, shoe, left = "", first, terms.shoes
        while not end:
            self.shoes, left = self.shoes + 1, left - 1
            for hand, winner in enumerate(shoe.winners):
                purse = Purse(terms.least, min(terms.most, have // unit))
                stake = self._stake(system, purse)
                rounds += 1
                net = None
                if stake is not None:
                    self._check(stake, purse, have // unit)
                    amount = stake.units * unit
                    net = self._net(stake.bet, shoe.results[stake.bet][hand], amount)
                    have += net
                    wagers, wagered = wagers + 1, wagered + amount
                    staked[stake.bet] += amount
                    largest, highest = max(largest, amount), max(highest, have)
                    drawdown = max(drawdown, highest - have)
                self._learn(system, Seen(winner, net))
                if end := self._end(have - start, have):
                    break
            else:
                following = next(source, None) if left else None
                if following is None:
                    end = "shoes-over"
                else:
                    shoe = following
        self.sessions.append(Session(have - start, rounds, wagers, wagered, largest, drawdown, end))
        self.staked += staked
        self._expected.append(sum(self.exact[bet] * sum_ for bet, sum_ in staked.items()))

    # A class of somebody's own may do anything: what it raises is told in one line.

    def _begun(self) -> System:
        try:
            return self.system(self.bet.id, self.sides)
        except Exception as error:
            raise self._failed(error) from error

    def _stake(self, system: System, purse: Purse) -> Stake | None:
        try:
            return system.stake(purse)
        except Exception as error:
            raise self._failed(error) from error

    def _learn(self, system: System, seen: Seen) -> None:
        try:
            system.learn(seen)
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> BacktestError:
        where = f"session {len(self.sessions) + 1}: the system fails"
        return BacktestError(f"{where}: {type(error).__name__}: {error}; mend its class")

    def _end(self, net: int, have: int) -> str:
        terms = self.terms
        if have < terms.least * terms.unit:
            return "ruined"
        if terms.stop_win is not None and net >= terms.stop_win * terms.unit:
            return "stop-win"
        if terms.stop_loss is not None and -net >= terms.stop_loss * terms.unit:
            return "stop-loss"
        return ""

    def _net(self, bet: str, number: int, amount: int) -> int:
        result = self._results[bet][number]
        if result is None or result.verdict is Verdict.TAKE:
            return -amount
        if result.odds is None:
            return 0
        return payout(amount, result.odds, result.commission, result.rounding)

    def _check(self, stake: Stake, purse: Purse, have: int) -> None:
        """Refuse a wager that the table would not take."""
        if not isinstance(stake, Stake):  # what a class of somebody's own may say
            message = (
                f"session {len(self.sessions) + 1}: {stake!r} is no Stake; return one, or None"
            )
            raise BacktestError(message)
        where = f"session {len(self.sessions) + 1}: the system wagers {stake.units!r}"
        if stake.bet not in self.bets:
            message = f"{where} on {stake.bet!r}; it may on {', '.join(self.bets)}"
            raise BacktestError(message)
        if type(stake.units) is not int:  # what a class of somebody's own may say
            message = f"{where}; write whole units"
            raise BacktestError(message)
        if not purse.least <= stake.units <= purse.most:
            message = (
                f"{where} units with {have} left, at {self.terms.least} to {self.terms.most};"
                " let it fit the purse"
            )
            raise BacktestError(message)

    def _bet(self, bet: str) -> Bet:
        return self.sheet.require_bet(bet)

    # What came of it

    @property
    def net(self) -> int:
        """What all sessions won."""
        return sum(session.net for session in self.sessions)

    @property
    def wagered(self) -> int:
        """What all sessions wagered."""
        return sum(session.wagered for session in self.sessions)

    @property
    def expected(self) -> float:
        """What the same wagers come to by the exact expectation of their bets."""
        return sum(self._expected)

    @property
    def standard_error(self) -> float:
        """What the sum of all sessions may be off what is expected."""
        pairs = zip(self.sessions, self._expected, strict=True)
        return sqrt(sum((session.net - expected) ** 2 for session, expected in pairs))

    @property
    def z(self) -> float | None:
        """How many standard errors the sum is off."""
        return (self.net - self.expected) / self.standard_error if self.standard_error else None

    @property
    def ends(self) -> Counter[str]:
        """How sessions ended."""
        return Counter(session.end for session in self.sessions)

    def share(self, holds: Callable[[Session], bool]) -> float:
        """Give the share of sessions for which something holds."""
        return sum(map(holds, self.sessions)) / len(self.sessions)


def sides_of(sheet: Sheet) -> dict[Winner, str]:
    """Find the main bet that a win of each hand pays, in the sheet's order."""
    found: dict[Winner, str] = {}
    for bet in sheet.bets:
        table = verdict_table(sheet, bet)
        for winner in (Winner.PLAYER, Winner.BANKER):
            wins = table.classes.where("winner", frozenset({winner.value}))
            pays = any(
                mask & wins
                for result, mask in zip(bet.results, table.caught, strict=True)
                if result.verdict is Verdict.PAY
            )
            if bet.is_main and pays:
                found.setdefault(winner, bet.id)
    return found


def quantile(values: list[int], share: float) -> int:
    """Give the value that a share of some sorted values does not exceed."""
    return values[min(len(values) - 1, max(0, int(share * len(values))))]
