"""A player-dealer's bank: what it wins in an hour under a limited cover, and how it may be ruined.

A round is counted exactly, the cover and the order of settlement in it; the same rounds are dealt
and settled as a second way. From round to round the bank is a walk with these steps: how deep it
falls within some hours is read from seeded walks, and the risk of ruin for ever is bounded by the
exponent that makes the steps fair (Lundberg's bound). Both take the cover for whole until then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, exp, inf, log, sqrt
from random import Random
from typing import Final

from puntobanco.cards import Card
from puntobanco.errors import InputError
from puntobanco.odds.joint import Banked, banked
from puntobanco.rules.collection import fees, player_dealer_fee
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.round import check_cover, check_wagers
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.settle import Wager, settle
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import Composition
from puntobanco.sim.rounds import cards_of, rounds_of
from puntobanco.sim.shoes import Shoes

HALVINGS: Final = 200
PATHS: Final = 2_000


class BankError(InputError):
    """A bank that nobody could hold."""


@dataclass(frozen=True)
class Bank:
    """What a player-dealer covers, round after round; amounts in minor units."""

    sheet: Sheet
    wagers: tuple[Wager, ...]
    seats: int
    cover: int
    schedule: Schedule
    decks: int
    rounds_an_hour: Fraction  # that he holds the position in

    def __post_init__(self) -> None:
        """Refuse what no table allows."""
        if self.sheet.is_house_banked:
            message = f"{self.sheet.id}: the house banks this game; name one with a player-dealer"
            raise BankError(message)
        check_cover(self.sheet, self.cover)
        check_wagers(self.sheet, self.wagers, self.seats)
        if not self.wagers:
            message = "wagers: there is none, and nothing to cover; give some"
            raise BankError(message)
        if not 0 < self.rounds_an_hour <= 1_000:  # noqa: PLR2004 - no dealer is so quick
            message = f"rounds: {float(self.rounds_an_hour):g} an hour cannot be; give up to 1000"
            raise BankError(message)

    @cached_property
    def fee(self) -> int:
        """What he pays for a round."""
        action = sum(wager.amount for wager in self.wagers)
        return 0 if self.schedule.waived else player_dealer_fee(self.schedule, action)

    @cached_property
    def collected(self) -> int:
        """What the house collects of a round, of him and of the others."""
        others = fees(self.schedule, self.sheet, self.wagers, lambda _: True)
        return self.fee + sum(fee.amount for fee in others)

    @cached_property
    def exact(self) -> Banked:
        """His result of a round, less his fee, over every deal of a full shoe."""
        return banked(
            self.sheet,
            Composition.of(self.decks),
            self.wagers,
            seats=self.seats,
            cover=self.cover,
            fee=self.fee,
        )

    @cached_property
    def steps(self) -> dict[int, float]:
        """The chance of each result of a round."""
        found: Counter[int] = Counter()
        for (net, _), deals in self.exact.nets.items():
            found[net] += deals
        return {net: deals / self.exact.deals for net, deals in sorted(found.items())}

    @property
    def exhausted(self) -> float:
        """In what share of rounds the cover is lost to the last chip."""
        return self.steps.get(-self.cover - self.fee, 0.0)

    def cover_for(self, risk: float) -> int:
        """Give the least cover that is exhausted in no more than such a share of rounds."""
        low, high = 0, self.cover
        while replace(self, cover=high).exhausted > risk:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if replace(self, cover=middle).exhausted > risk:
                low = middle
            else:
                high = middle
        return high

    @property
    def an_hour(self) -> tuple[float, float]:
        """What an hour wins on average, and its deviation."""
        rounds = self.rounds_an_hour
        return (
            float(self.exact.expectation * rounds),
            sqrt(float(self.exact.variance * rounds)),
        )

    def ruin(self, bankroll: int) -> float:
        """Give the most that the risk can be to lose a bankroll ever."""
        return min(1.0, exp(-self.exponent * bankroll))

    def needed(self, risk: float) -> int | None:
        """Give a bankroll at which the risk of ruin is no more, ever; None: none is enough."""
        return ceil(-log(risk) / self.exponent) if self.exponent else None

    @cached_property
    def exponent(self) -> float:
        """The exponent that makes the steps fair; 0 for a bank that does not win."""
        if self.exact.expectation <= 0:
            return 0.0
        if min(self.steps) >= 0:
            return inf
        low, high = 0.0, 1.0 / max(map(abs, self.steps))
        while self._fair(high) < 1:
            low, high = high, 2 * high
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._fair(middle) < 1 else (low, middle)
        return low

    def _fair(self, exponent: float) -> float:
        return sum(chance * exp(-exponent * net) for net, chance in self.steps.items())


@dataclass(frozen=True, slots=True)
class Dealt:
    """What rounds that were dealt and settled came to."""

    rounds: int
    mean: float
    standard_error: float
    exhausted: float


def dealt(bank: Bank, shoes: Shoes, number: int) -> Dealt:
    """Deal so many shoes, and settle every round as a table does: a second way to the mean."""
    nets: list[int] = []
    exhausted = 0
    for shoe in range(number):
        for coup in _coups(shoes, shoe):
            result = settle(
                bank.sheet, coup, bank.wagers, seats=bank.seats, cover=bank.cover
            ).player_dealer
            if result is None:
                message = "a cover was settled without a player-dealer"
                raise BankError(message)
            nets.append(result.net - bank.fee)
            exhausted += result.net == -bank.cover
    mean = sum(nets) / len(nets)
    off = sum((net - mean) ** 2 for net in nets)
    return Dealt(len(nets), mean, sqrt(off) / len(nets), exhausted / len(nets))


def _coups(shoes: Shoes, number: int) -> list[Coup]:
    """Give the coups of a shoe, card by card."""
    cards = cards_of(shoes, number)
    (rounds,) = rounds_of(shoes, number, 1)
    return [_coup(cards, start) for start in rounds.starts.tolist()]


def _coup(cards: Sequence[Card], start: int) -> Coup:
    end = start + 4
    while next_hand(cards[start:end]) is not None:
        end += 1
    return play(cards[start:end])


@dataclass(frozen=True)
class Walks:
    """How deep a bank fell within so many rounds, in some walks, the least fall first."""

    falls: tuple[int, ...]

    def ruin(self, bankroll: int) -> float:
        """Give the share of walks that lost a bankroll."""
        return 1 - bisect_left(self.falls, bankroll) / len(self.falls)

    def needed(self, risk: float) -> int:
        """Give the least bankroll that no more than such a share of walks lost."""
        most = int(risk * len(self.falls))
        return max(1, self.falls[len(self.falls) - 1 - most] + 1)


def walks(bank: Bank, rounds: int, seed: int, paths: int = PATHS) -> Walks:
    """Walk so many rounds, again and again."""
    chance = Random(seed)  # noqa: S311 - a study, of a seed
    nets = [*bank.steps]
    chances = [*accumulate(bank.steps.values())]
    falls = []
    for _ in range(paths):
        have = deepest = 0
        for net in chance.choices(nets, cum_weights=chances, k=rounds):
            have += net
            deepest = min(deepest, have)
        falls.append(-deepest)
    return Walks(tuple(sorted(falls)))
