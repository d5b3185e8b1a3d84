"""What changes between two rounds, if ever: a table's game, limits, chips, inscription."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
OddsText = Annotated[str, Meta(pattern="^[0-9]+:[0-9]+$")]
Kind = Annotated[str, Meta(pattern="^(main|side)$")]
Shape = Annotated[str, Meta(pattern="^(bar|circle)$")]
CallColour = Literal["gold", "slate", "ink"]
BetColour = Literal["player", "banker", "tie", "gold", "slate", "ink"]
Cloth = Annotated[str, Meta(pattern="^(pine|ink|plum|oxblood)$")]
Zone = Annotated[str, Meta(pattern="^(left-bonus|player|centre|banker|right-bonus)$")]
Basis = Annotated[str, Meta(pattern="^(per-hand|per-wager|per-time)$")]
Policy = Annotated[str, Meta(pattern="^(running|gross|collect-then-pay)$")]
WinCap = Annotated[str, Meta(pattern="^(continue|halt)$")]
RulesHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Bank = Annotated[str, Meta(pattern="^(house|player-dealer)$")]
Source = Annotated[str, Meta(pattern="^(software|scanned|typed|results)$")]


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """The common part of all that is shown."""


class Currency(Shown, frozen=True):
    """How amounts are written."""

    code: str
    symbol: str
    exponent: int


class Bet(Shown, frozen=True):
    """A spot on the felt."""

    id: str
    label: str
    kind: Kind
    zone: Zone
    shape: Shape
    colour: BetColour
    pays: Annotated[tuple[OddsText, ...], Meta(min_length=1)]
    call: str | None
    min: Positive
    max: Positive
    requires: tuple[str, ...]
    commission: str | None
    pushes_on: tuple[str, ...]
    pushes_on_tie: bool
    loses_on: tuple[str, ...]


class Call(Shown, frozen=True):
    """What the dealer calls."""

    id: str
    label: str
    mark: str
    token: str
    colour: CallColour


class Pushes(Shown, frozen=True, tag_field="key", tag="pushes"):
    """A main bet pushes on a call."""

    bet: str
    on: str


class Loses(Shown, frozen=True, tag_field="key", tag="loses"):
    """A main bet loses on a call."""

    bet: str
    on: str


class Commission(Shown, frozen=True, tag_field="key", tag="commission"):
    """A main bet pays a commission."""

    bet: str
    rate: str


class Pays(Shown, frozen=True, tag_field="key", tag="pays"):
    """A side bet pays."""

    bet: str
    odds: OddsText
    pays: tuple[OddsText, ...]


Part = Pushes | Loses | Commission | Pays


class Tier(Shown, frozen=True):
    """A step of a fee."""

    start: Count = field(name="from")
    fee: Count


class Collection(Shown, frozen=True):
    """The posted collection."""

    label: str
    fictional: bool
    waived: bool
    basis: Basis
    minutes: Positive | None
    applies_to: tuple[str, ...]
    player_fee: tuple[Tier, ...]
    player_dealer_fee: tuple[Tier, ...]


class CoverRules(Shown, frozen=True):
    """How far a cover reaches."""

    policy: Policy
    win_cap: WinCap


class Table(Shown, frozen=True):
    """What changes between two rounds, if ever."""

    id: str
    name: str
    game: str
    sheet: str
    felt: Cloth
    bank: Bank
    seats: Positive
    places: Positive
    cards: Source
    back_line: Count
    collection: Collection | None
    unit: Positive
    currency: Currency
    chips: Annotated[tuple[Positive, ...], Meta(min_length=1, max_length=4)]
    opposite_mains: bool
    second_place: bool
    cover: CoverRules
    breaks_ms: Positive
    bets: tuple[Bet, ...]
    calls: tuple[Call, ...]
    inscription: tuple[Part, ...]
    languages: tuple[str, ...]
    rules: RulesHash


CURRENCY: Final = Currency("USD", "$", 2)
