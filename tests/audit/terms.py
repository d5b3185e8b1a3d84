"""What a table was opened for, read from the plain values that its first event carries."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import UNSET

from puntobanco.table import events as ev
from tests.oracle.bets import BETS
from tests.oracle.collection import Posting, Step
from tests.oracle.rotation import REGIMES, Regime

MINUTE: Final = 60_000


@dataclass
class Terms:
    """The terms of an open table."""

    game: str  # as the oracle calls it
    table: str
    seats: int
    decks: int
    unit: int
    is_house: bool
    venue: dict[str, Any]
    bets: dict[str, dict[str, Any]]
    calls: set[str]
    limits: dict[str, tuple[int, int]]
    regime: Regime | None
    third_parties: int | None  # the most of them
    eligible_after: int
    posting: Posting
    minutes: int | None  # between two fees by time
    cover_min: int
    cover_max: int | None
    aggregate: int | None
    differential: int | None
    back_line: int
    cards: str

    @property
    def require_regime(self) -> Regime:
        """How the position of a player-dealer's table goes round."""
        assert self.regime is not None, "the house banks"
        return self.regime

    @property
    def places(self) -> int:
        """A player-dealer has a place beside the seats."""
        return self.seats if self.is_house else self.seats + 1

    @property
    def mains(self) -> set[str]:
        """The main bets."""
        return {name for name, bet in self.bets.items() if bet["kind"] == "main"}

    def best_odds(self, bet: str) -> tuple[int, int]:
        """The longest odds that a bet pays."""
        pays = [result["pays"] for result in self.bets[bet]["result"] if "pays" in result]
        odds = [(int(a), int(b)) for a, _, b in (pay.partition(":") for pay in pays)]
        return max(odds, key=lambda pair: pair[0] / pair[1])


def limits_of(limits: Iterable[ev.Limit]) -> dict[str, tuple[int, int]]:
    """The least and the most of each bet."""
    return {limit.bet: (limit.min, limit.max) for limit in limits}


def said(terms: ev.Terms) -> dict[str, Any]:
    """The terms that are spoken of."""
    every = {name: getattr(terms, name) for name in terms.__struct_fields__}
    return {name: value for name, value in every.items() if value is not UNSET}


def hashes_of(sheet: str) -> tuple[str, str]:
    """What a game and its venue are known by, the one without the other."""
    game = json.loads(sheet)
    venue = game.pop("venue")
    return _sha(game), _sha(venue)


def rules_of(opening: ev.TableOpened) -> str:
    """What all terms together are known by."""
    plain: dict[str, Any] = msgspec.to_builtins(opening)
    return _sha({name: plain[name] for name in ev.Terms.__struct_fields__})


def _sha(plain: Any) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def terms_of(event: ev.TableOpened, game: str) -> Terms:
    """Read the terms; `game` is what a sheet of a test's own is derived from."""
    sheet = json.loads(event.sheet)
    bets = {bet["id"]: bet for bet in sheet["bet"]}
    schedule = json.loads(event.schedule) if event.schedule else {}
    rotation = json.loads(event.rotation) if event.rotation else {}
    return Terms(
        game=sheet["id"] if sheet["id"] in BETS else game,
        table=event.table,
        seats=event.seats,
        decks=event.decks,
        unit=event.unit,
        is_house=sheet["bank"] == "house",
        venue=sheet["venue"],
        bets=bets,
        calls={call["id"] for call in sheet.get("call", [])},
        limits=limits_of(event.limits),
        regime=_regime(rotation) if rotation else None,
        third_parties=rotation.get("third_party_per_table_max"),
        eligible_after=rotation.get("eligible_after_rounds", 0),
        posting=_posting(schedule, bets),
        minutes=schedule.get("minutes"),
        cover_min=event.cover_min,
        cover_max=event.cover_max,
        aggregate=event.aggregate,
        differential=event.differential,
        back_line=event.back_line,
        cards=event.cards,
    )


def _regime(policy: dict[str, Any]) -> Regime:
    """One of the three of 2.7 as it is written there, or a room's own."""
    if policy["id"] in REGIMES:
        return REGIMES[policy["id"]]
    return Regime(
        hands=policy["offer_every_hands"],
        longest=policy.get("max_hold_minutes"),
        window=policy.get("window_minutes"),
        others=policy["min_distinct_in_window"],
        pause=policy["pause_minutes"] or None,
        third_party_twice=policy["third_party_may_follow_third_party"],
        may_keep=policy["may_keep_when_all_decline"],
        most_hands=policy.get("max_consecutive_hands"),
    )


def _posting(schedule: dict[str, Any], bets: dict[str, dict[str, Any]]) -> Posting:
    rows = schedule.get("row", [])
    if not rows:
        return Posting()
    words = set(schedule["applies_to"])
    named = frozenset(name for name, bet in bets.items() if {name, bet["kind"]} & words)
    return Posting(
        _steps(rows[0].get("player_fee", []), schedule["unit"]),
        _steps(rows[0].get("player_dealer_fee", []), schedule["unit"]),
        per_wager=schedule["basis"] == "per-wager",
        bets=named if words else None,
    )


def _steps(tiers: list[dict[str, str]], unit: int) -> tuple[Step, ...]:
    return tuple(Step(_minor(x["from"], unit), _minor(x["fee"], unit)) for x in tiers)


def _minor(amount: str, unit: int) -> int:
    whole, _, part = amount.partition(".")
    return int(whole) * unit + int(part or 0)
