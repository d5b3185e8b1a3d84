"""What the pages are promised, as types: every key, nothing beside them, integers for money."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
CardCode = Annotated[str, Meta(pattern="^[A23456789TJQK][CDHS]$")]
Winner = Literal["player", "banker", "tie"]
OddsText = Annotated[str, Meta(pattern="^[0-9]+:[0-9]+$")]
Colour = Literal["player", "banker", "tie", "gold", "slate", "ink"]
Mark = str
Phase = Literal["shuffling", "waiting", "betting", "paused", "dealing", "settled"]
Road = Literal["red", "blue"]
Next = tuple[Road | None, Road | None, Road | None]


class Strict(Struct, forbid_unknown_fields=True):
    """No key beside these."""


class Currency(Strict):
    """How amounts are written."""

    code: str
    symbol: str
    exponent: int


class Clock(Strict):
    """The betting clock, as remaining time."""

    remaining_ms: Count
    total_ms: Positive
    paused: bool


class Bet(Strict):
    """A spot on the felt."""

    id: str
    label: str
    kind: Literal["main", "side"]
    zone: Literal["left-bonus", "player", "centre", "banker", "right-bonus"]
    shape: Literal["bar", "circle"]
    colour: Colour
    pays: Annotated[list[OddsText], Meta(min_length=1)]
    call: str | None
    min: Positive
    max: Positive
    requires: list[str]
    commission: str | None
    pushes_on: list[str]
    pushes_on_tie: bool
    loses_on: list[str]


class Call(Strict):
    """What the dealer calls."""

    id: str
    label: str
    mark: str
    token: str
    colour: Literal["gold", "slate", "ink"]


class CallTally(Call):
    """A call with its count."""

    count: Count
    percent: float | int
    last: Positive | None
    ago: Count | None


class Bars(Strict, tag_field="key", tag="pushes"):
    """A main bet pushes on a call."""

    bet: str
    on: str


class Loses(Strict, tag_field="key", tag="loses"):
    """A main bet loses on a call."""

    bet: str
    on: str


class Commission(Strict, tag_field="key", tag="commission"):
    """A main bet pays a commission."""

    bet: str
    rate: str


class Pays(Strict, tag_field="key", tag="pays"):
    """A side bet pays."""

    bet: str
    odds: OddsText
    pays: list[OddsText]


class Tier(Strict):
    """A step of a fee."""

    start: Count = field(name="from")
    fee: Count


class Collection(Strict):
    """The posted collection."""

    label: str
    fictional: bool
    waived: bool
    basis: Literal["per-hand", "per-wager", "per-time"]
    minutes: Positive | None
    applies_to: list[str]
    player_fee: list[Tier]
    player_dealer_fee: list[Tier]


class CoverRules(Strict):
    """How far a cover reaches."""

    policy: Literal["running", "gross", "collect-then-pay"]
    win_cap: Literal["continue", "halt"]


class Table(Strict):
    """What does not change while the table is open."""

    id: str
    name: str
    game: str
    sheet: str
    felt: Literal["pine", "ink", "plum", "oxblood"]
    bank: Literal["house", "player-dealer"]
    seats: Positive
    places: Positive
    cards: Literal["software", "scanned", "typed", "results"]
    back_line: Count
    collection: Collection | None
    unit: Positive
    currency: Currency
    chips: Annotated[list[Positive], Meta(min_length=1, max_length=4)]
    opposite_mains: bool
    second_place: bool
    cover: CoverRules
    breaks_ms: Positive
    bets: list[Bet]
    calls: list[Call]
    inscription: list[Bars | Loses | Commission | Pays]


class Hand(Strict):
    """Cards and their total."""

    cards: Annotated[list[CardCode], Meta(max_length=3)]
    total: Annotated[int, Meta(ge=0, le=9)]


class Coup(Strict):
    """The coup on the felt."""

    player: Hand
    banker: Hand
    winner: Winner | None
    calls: list[str]
    natural: bool


class Wager(Strict):
    """A wager."""

    bet: str
    amount: Positive


class Behind(Strict):
    """Somebody on the back line of a place."""

    name: str
    wagers: list[Wager]
    net: int | None


class Place(Strict):
    """A place at the table."""

    place: Positive
    seat: Positive | None
    name: str | None
    away: bool
    wagers: list[Wager]
    net: int | None
    behind: list[Behind]


class Line(Strict):
    """A line of the settlement; `bank` is the player-dealer's result after it."""

    number: Positive
    place: Positive
    line: Literal["front", "back"]
    name: str
    bet: str
    amount: Positive
    verdict: Literal["pay", "take", "push"]
    odds: OddsText | None
    collected: Count
    paid: Count
    returned: Count
    uncovered: Count
    bank: int | None


class BankResult(Strict):
    """What became of the cover; `ended` is the line that ended the action."""

    place: Positive
    name: str
    cover: Positive
    net: int
    exhausted: bool
    capped: bool
    fee: Count
    ended: Positive | None


class Lines(Strict):
    """All lines."""

    lines: list[Line]
    player_dealer: BankResult | None


class PlayerDealer(Strict):
    """Who has the position."""

    place: Positive
    name: str
    third_party: bool
    cover: Count
    hands: Count
    next_offer_in: Count


class Offer(Strict):
    """To whom the position is offered."""

    place: Positive
    name: str
    minimum: Positive
    fee: Count
    hands: Positive
    remaining_ms: Count | None


class Row(Strict):
    """What an outcome would have the player-dealer pay and collect."""

    winner: Winner
    calls: list[str]
    pays: Count
    collects: Count
    net: int


class Covers(Strict):
    """Whether the cover reaches."""

    covers: bool
    in_full: bool
    exact: bool
    worst: int
    rows: list[Row]


class Button(Strict):
    """The action button."""

    card: CardCode
    value: Annotated[int, Meta(ge=1, le=13)]
    seat: Positive
    place: Positive


class Notice(Strict):
    """A round that was not like the others."""

    kind: Literal["void", "free-hand", "corrected"]
    round: Positive


class Share(Strict):
    """A count and its share."""

    count: Count
    percent: float | int


class Longest(Strict):
    """The longest run of each side."""

    player: Count
    banker: Count


class Tally(Strict):
    """The tally of a shoe."""

    hands: Count
    player: Share
    banker: Share
    tie: Share
    calls: list[CallTally]
    naturals: Count
    player_pairs: Count
    banker_pairs: Count
    longest: Longest


class Last(Strict):
    """The last result."""

    winner: Winner
    player: int
    banker: int
    calls: list[str]


class LastShoe(Strict):
    """The shoe before."""

    number: Positive
    hands: Positive
    player: Count
    banker: Count
    tie: Count
    calls: list[CallTally]
    naturals: Count


class Day(Strict):
    """The earlier shoes of the day, together."""

    shoes: Positive
    hands: Positive
    player: Count
    banker: Count
    tie: Count
    calls: list[CallTally]
    naturals: Count


class Following(Strict):
    """What the lower roads would show."""

    banker: Next
    player: Next


class Board(Strict):
    """Roads and tallies."""

    bead_plate: list[tuple[int, int, Literal["P", "B", "T"], list[Mark]]]
    big_road: list[tuple[int, int, Literal["P", "B"] | None, int, int, int, list[Mark]]]
    big_eye_boy: list[tuple[int, int, Road]]
    small_road: list[tuple[int, int, Road]]
    cockroach_pig: list[tuple[int, int, Road]]
    next: Following
    outcomes: Count
    tally: Tally
    last: Last | None
    last_shoe: LastShoe | None
    day: Day | None
    corrected: list[Positive]
    checked: Positive | None
    per_hour: Count | None


class View(Strict):
    """The table as everybody sees it."""

    table: Table
    phase: Phase
    is_suspended: bool
    shoe: Positive | None
    hand: Positive | None
    round: Count
    last_rounds: Literal[0, 1, 2] | None
    hands_limit: Positive | None
    clock: Clock | None
    next_ms: Count | None
    coup: Coup | None
    places: list[Place]
    settlement: Lines | None
    player_dealer: PlayerDealer | None
    offer: Offer | None
    covers: Covers | None
    button: Button | None
    notice: Notice | None
    message: str | None
    board: Board


class Refusal(Strict):
    """Why nothing more fits on a spot."""

    code: str
    params: dict[str, int | str | list[str]]


class Spot(Strict):
    """A patron's own spot."""

    amount: Count
    refusal: Refusal | None
    room: Count


class Result(Strict):
    """A patron's own result."""

    net: int
    fee: Count
    as_player_dealer: int | None
    lines: list[Line]


class Past(Strict):
    """A hand of the patron's history."""

    round: Positive
    hand: Positive
    shoe: Positive
    kind: Literal["settled", "free-hand", "void", "corrected"]
    winner: Winner | None
    player: int | None
    banker: int | None
    calls: list[str]
    wagers: list[Wager]
    cover: Positive | None
    net: int
    fee: Count


class Session(Strict):
    """A patron's time at the table."""

    since_ms: Count
    net: int


class Person(Strict):
    """Who is signed in."""

    id: str
    name: str


class Position(Strict):
    """A position of the patron's, with its spots."""

    place: Positive
    line: Literal["front", "back"]
    spots: dict[str, Spot]


class Later(Strict):
    """Limits that hold from the next day on."""

    loss: Count | None
    minutes: Count | None


class OwnLimits(Strict):
    """A patron's own limits, and how he stands against them."""

    loss: Count | None
    minutes: Count | None
    later: Later
    lost: Count
    spent_ms: Count
    reached: Literal["loss", "time"] | None
    opens_ms: Count


class Mine(Strict):
    """What is a patron's own."""

    patron: Person
    wallet: Count
    place: Positive | None
    rack: Count
    on_felt: Count
    positions: list[Position]
    spots: dict[str, Spot]
    is_player_dealer: bool
    cover: Count
    covers: Covers | None
    offer: Offer | None
    break_ms: Count | None
    fees_due: Count
    last_wagers: list[Wager]
    result: Result | None
    history: Annotated[list[Past], Meta(max_length=20)]
    session: Session | None
    limits: OwnLimits | None = None  # put in where patrons are known


class Limits(Strict):
    """The limits of the main bets."""

    min: Positive
    max: Positive


class Taken(Strict):
    """A place, taken or not."""

    place: Positive
    taken: bool


class Small(Strict):
    """The tally in small."""

    player: Count
    banker: Count
    tie: Count
    calls: list[CallTally]


class TableCard(Strict):
    """A table in the lobby."""

    id: str
    name: str
    game: str
    felt: str
    bank: str
    currency: Currency
    limits: Limits
    places: list[Taken]
    free: Count
    phase: Phase
    clock: Clock | None
    tally: Small
    big_road: list[tuple[int, int, Literal["P", "B"] | None, int, int, int, list[Mark]]]
    hand: Positive | None
    shoe: Positive | None


class State(Strict, tag_field="type", tag="state"):
    """One frame of a table's socket."""

    epoch: Count
    seq: Count
    fence: Positive | None
    view: View
    mine: Mine | None


class Lobby(Strict, tag_field="type", tag="lobby"):
    """One frame of the lobby's socket."""

    tables: list[TableCard]


class Answer(Strict, tag_field="type", tag="answer"):
    """The answer to a command."""

    id: str | None
    ok: bool
    refusal: Refusal | None = None


class Pong(Strict, tag_field="type", tag="pong"):
    """The answer to a ping."""


Frame = State | Lobby | Answer | Pong
