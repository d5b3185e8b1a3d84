"""Rule sheets: the one definition of a game, as records.

The format is described in docs/reference/sheets.md. ``rules.load`` reads one from TOML;
``rules.check`` proves that its bets can be won and lost.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final

from puntobanco.errors import SheetError
from puntobanco.money import Odds, Rounding
from puntobanco.rules.conditions import Condition

FORMAT: Final = 1


class Verdict(Enum):
    """What becomes of a wager."""

    PAY = "pay"
    TAKE = "take"
    PUSH = "push"


@dataclass(frozen=True, slots=True)
class Call:
    """What the dealer announces beside the winner, and the boards mark."""

    id: str
    label: str
    mark: str
    token: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Result:
    """One row of a bet's terms: when it holds, what follows."""

    when: Condition
    verdict: Verdict
    odds: Odds | None = None
    commission: int = 0  # basis points of the winnings
    rounding: Rounding = Rounding.DOWN

    @property
    def terms(self) -> Odds | None:
        """The odds after commission."""
        return self.odds.less(self.commission) if self.odds else None


@dataclass(frozen=True, slots=True)
class Bet:
    """A proposition that patrons may wager on."""

    id: str
    label: str
    kind: str  # main | side
    felt: str  # bar | circle
    back_line: bool
    requires: tuple[str, ...]  # any one of them by the same patron; empty: none
    fee: str  # none | paid-or-waived
    cap: str  # none | base
    results: tuple[Result, ...]

    @property
    def is_main(self) -> bool:
        """Whether it is one of the bets of which a patron may hold one."""
        return self.kind == "main"


@dataclass(frozen=True, slots=True)
class Cover:
    """How a player-dealer's wager is used up."""

    policy: str = "running"
    win_cap: str = "continue"
    secondary: bool = False


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """How a shoe is burned, cut and ended."""

    cut_card: int = 14
    burn: str = "first-card"
    last: str = "one-more"


@dataclass(frozen=True, slots=True)
class Venue:
    """Choices of the room that a table may override when it opens."""

    opposite_mains: bool = True
    second_place: bool = False
    cover: Cover = Cover()
    rotation: str = "bureau-two-hands"
    collection: str = "none"
    shoe: ShoeRules = ShoeRules()
    irregularities: str = "keep"


@dataclass(frozen=True)
class Sheet:
    """A game: its bets, its calls, who banks it, and the room's defaults.

    ``source_form`` is the sheet as plain values with every default written out: the canonical
    form, from which the hashes come and from which the sheet can be read again.
    """

    id: str
    name: str
    source: str
    bank: str  # house | player-dealer
    cloth: str
    decks: tuple[int, int, int]  # least, most, default
    seats: tuple[int, ...]
    calls: tuple[Call, ...]
    bets: tuple[Bet, ...]
    venue: Venue
    source_form: Mapping[str, object] = field(repr=False)

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the game, without the venue."""
        game = {key: value for key, value in self.source_form.items() if key != "venue"}
        return hashlib.sha256(canonical(game)).hexdigest()

    @cached_property
    def venue_hash(self) -> str:
        """SHA-256 over the canonical JSON of the venue's choices."""
        return hashlib.sha256(canonical(self.source_form["venue"])).hexdigest()

    @cached_property
    def _by_id(self) -> dict[str, Bet]:
        return {bet.id: bet for bet in self.bets}

    @property
    def is_house_banked(self) -> bool:
        """Whether the house covers the wagers."""
        return self.bank == "house"

    def bet(self, bet: str) -> Bet | None:
        """Find a bet by id."""
        return self._by_id.get(bet)

    def call(self, call: str) -> Call:
        """Find a call by id."""
        return next(c for c in self.calls if c.id == call)

    def order(self, bet: str) -> int:
        """Give a bet's place in the order of settlement inside a bettor."""
        return next(index for index, known in enumerate(self.bets) if known.id == bet)

    def require_bet(self, bet: str) -> Bet:
        """Find a bet by id, or say which there are."""
        found = self.bet(bet)
        if found is None:
            known = ", ".join(self._by_id)
            raise SheetError(self.id, None, "bet", f"there is no bet {bet!r}", f"use {known}")
        return found


def canonical(value: object) -> bytes:
    """Write plain values as canonical JSON: keys sorted, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
