"""Roads and tallies as the boards show them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from puntobanco.house.shown.felt import Call, Count, Positive, Shown

Winner = Annotated[str, Meta(pattern="^(player|banker|tie)$")]
RoadColour = Literal["red", "blue"]
Bead = tuple[int, int, Literal["P", "B", "T"], list[str]]
BigRoadCell = tuple[int, int, Literal["P", "B"] | None, int, int, int, list[str]]
LowerCell = tuple[int, int, RoadColour]
NextMarks = tuple[RoadColour | None, RoadColour | None, RoadColour | None]


class CallTally(Call, frozen=True):
    """A call with its count."""

    count: Count
    percent: float | int
    last: Positive | None
    ago: Count | None


class Share(Shown, frozen=True):
    """A count and its share."""

    count: Count
    percent: float | int


class Longest(Shown, frozen=True):
    """The longest run of each side."""

    player: Count
    banker: Count


class Tally(Shown, frozen=True):
    """The tally of a shoe."""

    hands: Count
    player: Share
    banker: Share
    tie: Share
    calls: tuple[CallTally, ...]
    naturals: Count
    player_pairs: Count
    banker_pairs: Count
    longest: Longest


class Result(Shown, frozen=True):
    """The result of a hand; totals are null where nobody recorded the cards."""

    winner: Winner
    player: int | None
    banker: int | None
    calls: tuple[str, ...]


class Counts(Shown, frozen=True):
    """What one shoe or several came to."""

    hands: Positive
    player: Count
    banker: Count
    tie: Count
    calls: tuple[CallTally, ...]
    naturals: Count


class LastShoe(Counts, frozen=True):
    """The shoe before."""

    number: Positive


class Day(Counts, frozen=True):
    """The earlier shoes of the day, together."""

    shoes: Positive


class Following(Shown, frozen=True):
    """What the lower roads would show."""

    banker: NextMarks
    player: NextMarks


class Roads(Shown, frozen=True):
    """The five roads of a shoe."""

    bead_plate: list[Bead]
    big_road: list[BigRoadCell]
    big_eye_boy: list[LowerCell]
    small_road: list[LowerCell]
    cockroach_pig: list[LowerCell]
    next: Following


class Board(Roads, frozen=True):
    """Roads and tallies; ``corrected`` and ``checked`` are hands of this shoe, from 1."""

    outcomes: Count
    tally: Tally
    last: Result | None
    last_shoe: LastShoe | None
    day: Day | None
    corrected: tuple[Positive, ...]
    checked: Positive | None = None
    per_hour: Count | None = None
