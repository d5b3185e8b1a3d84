"""The five roads of a shoe, drawn from its outcomes.

A streak is a run of one winner, ties ignored. Streak number and place inside it are the *logical*
column and row; *drawn* column and row are where the mark stands on a board of few rows. The three
lower roads compare logical columns and never look at drawn ones. Everything is drawn from the whole
shoe each time: undo is drawing the shorter shoe, and a window cuts what is already drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol, TypeVar

from puntobanco.errors import InputError
from puntobanco.rules.coup import BySide, Winner


class BoardError(InputError):
    """A board that nobody can draw on."""


class Tail(Enum):
    """What a streak does after it had to turn right."""

    DROP = "drop"  # falls again as soon as the cell below is free
    STRAIGHT = "straight"  # stays on its row


class Ties(Enum):
    """How the big road shows ties."""

    MARKS = "marks"  # a count on the mark before
    CELLS = "cells"  # a cell of its own in the column


class Colour(Enum):
    """Colour of a lower mark: red for the same shape, blue for a changed one; never a side."""

    RED = "red"
    BLUE = "blue"


class Result(Protocol):
    """What the roads need of an outcome."""

    @property
    def winner(self) -> Winner:
        """Player, Banker or tie."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Naturals n8 n9, pairs pp bp and the tokens of calls."""


@dataclass(frozen=True, slots=True)
class Bead:
    """One hand on the bead plate."""

    column: int
    row: int
    winner: Winner
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell of the big road; ``side`` is None where only ties have come yet.

    A tie in a cell of its own repeats the logical place of the mark that it follows.
    """

    column: int
    row: int
    side: Winner | None
    ties: int
    logical_column: int
    logical_row: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """One mark of a lower road."""

    column: int
    row: int
    colour: Colour


Forecast = tuple[Colour | None, Colour | None, Colour | None]
"""The next mark of big eye boy, small road and cockroach pig; None before a road starts."""


@dataclass(frozen=True, slots=True)
class Roads:
    """All five roads of a shoe, and the lower marks that each winner would bring next."""

    bead_plate: tuple[Bead, ...]
    big_road: tuple[Mark, ...]
    big_eye_boy: tuple[Dot, ...]
    small_road: tuple[Dot, ...]
    cockroach_pig: tuple[Dot, ...]
    next: BySide[Forecast]

    def as_json(self) -> dict[str, object]:
        """Give the value that ``puntobanco roads --json`` prints."""
        return {
            "bead_plate": [[b.column, b.row, b.winner.letter, [*b.marks]] for b in self.bead_plate],
            "big_road": [_mark_json(mark) for mark in self.big_road],
            "big_eye_boy": _dots_json(self.big_eye_boy),
            "small_road": _dots_json(self.small_road),
            "cockroach_pig": _dots_json(self.cockroach_pig),
            "next": {
                "banker": [colour and colour.value for colour in self.next.banker],
                "player": [colour and colour.value for colour in self.next.player],
            },
        }


def draw(
    outcomes: Sequence[Result],
    *,
    rows: int = 6,
    tail: Tail = Tail.DROP,
    ties: Ties = Ties.MARKS,
    columns: int | None = None,
) -> Roads:
    """Draw the roads of a whole shoe; with ``columns``, only what so narrow a board shows."""
    _check_size("rows", rows)
    streaks = _streaks(outcomes)
    lengths = [length for streak in streaks if (length := _decisions(streak))]
    roads = Roads(
        bead_plate=tuple(
            Bead(*divmod(hand, rows), outcome.winner, outcome.marks)
            for hand, outcome in enumerate(outcomes)
        ),
        big_road=_big_road(streaks, rows, tail, ties),
        big_eye_boy=_lower_road(lengths, BIG_EYE_BOY, rows, tail),
        small_road=_lower_road(lengths, SMALL_ROAD, rows, tail),
        cockroach_pig=_lower_road(lengths, COCKROACH_PIG, rows, tail),
        next=_next_marks(streaks, lengths),
    )
    return roads if columns is None else _narrow(roads, columns)


# Bead plate and big road

HAND_MARKS: Final = frozenset({"n8", "n9", "pp", "bp"})
"""Marks of the cards; every other mark is the token of a call."""


def _is_decision(outcome: Result) -> bool:
    return outcome.winner is not Winner.TIE


def _decisions(streak: Iterable[Result]) -> int:
    return sum(map(_is_decision, streak))


def _streaks(outcomes: Iterable[Result]) -> list[list[Result]]:
    """Split a shoe into streaks; a tie joins the hand before it, the first ties the first hand."""
    streaks: list[list[Result]] = []
    side: Winner | None = None
    for outcome in outcomes:
        if streaks and (not _is_decision(outcome) or side in {None, outcome.winner}):
            streaks[-1].append(outcome)
        else:
            streaks.append([outcome])
        if _is_decision(outcome):
            side = outcome.winner
    return streaks


def _big_road(
    streaks: Sequence[Sequence[Result]], rows: int, tail: Tail, ties: Ties
) -> tuple[Mark, ...]:
    in_cells = ties is Ties.CELLS
    fill = _ties_as_cells if in_cells else _ties_as_marks
    heights = [len(streak) if in_cells else max(_decisions(streak), 1) for streak in streaks]
    places = iter(_place(heights, rows, tail))
    return tuple(
        mark for column, streak in enumerate(streaks) for mark in fill(streak, column, places)
    )


def _ties_as_marks(
    streak: Sequence[Result], logical: int, places: Iterator[tuple[int, int]]
) -> list[Mark]:
    """Count each tie on the decision before it; ties before the first decision wait for it."""
    marks: list[Mark] = []
    held = 0
    for outcome in streak:
        if _is_decision(outcome):
            side, row = outcome.winner, len(marks)
            marks.append(Mark(*next(places), side, held, logical, row, outcome.marks))
            held = 0
        elif marks:
            marks[-1] = replace(marks[-1], ties=marks[-1].ties + 1)
        else:
            held += 1
    return marks or [Mark(*next(places), None, held, logical, 0, ())]


def _ties_as_cells(
    streak: Sequence[Result], logical: int, places: Iterator[tuple[int, int]]
) -> list[Mark]:
    """Give each tie a cell; it shows calls, while naturals and pairs of ties stay on the beads."""
    marks: list[Mark] = []
    decisions = 0
    for outcome in streak:
        decisions += _is_decision(outcome)
        shown = tuple(m for m in outcome.marks if _is_decision(outcome) or m not in HAND_MARKS)
        row = max(decisions - 1, 0)
        marks.append(Mark(*next(places), outcome.winner, 0, logical, row, shown))
    return marks


def _place(lengths: Iterable[int], rows: int, tail: Tail) -> list[tuple[int, int]]:
    """Find the drawn cell of every mark, streak by streak.

    A streak starts at the top of the first free column to the right of where the one before it
    *started*: it may stand above that one's tail. Each next mark goes one down if the board and
    the marks of all older streaks, of whatever colour, leave that cell free; else one right.
    """
    taken: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    start = -1
    for length in lengths:
        start += 1
        while (start, 0) in taken:  # a tail that ran along the top
            start += 1
        column, row, turned = start, 0, False
        for mark in range(length):
            if mark:
                blocked = row + 1 >= rows or (column, row + 1) in taken
                if blocked or (turned and tail is Tail.STRAIGHT):
                    column, turned = column + 1, True
                else:
                    row += 1
            taken.add((column, row))
            places.append((column, row))
    return places


# Lower roads

BIG_EYE_BOY: Final = 1
SMALL_ROAD: Final = 2
COCKROACH_PIG: Final = 3
"""How many logical columns to the left each road looks."""


def _colour(lengths: Sequence[int], column: int, mark: int, distance: int) -> Colour | None:
    """Compare a logical column at its ``mark``-th mark, from 1, with the one ``distance`` back."""
    reference = column - distance
    if mark == 1:  # a new column: were the two before it, so far apart, of one length?
        if reference < 1:
            return None
        return Colour.RED if lengths[column - 1] == lengths[reference - 1] else Colour.BLUE
    if reference < 0:
        return None
    # Blue only on the first mark past the reference's end; further down both are empty again.
    return Colour.BLUE if mark == lengths[reference] + 1 else Colour.RED


def _lower_road(lengths: Sequence[int], distance: int, rows: int, tail: Tail) -> tuple[Dot, ...]:
    colours = [
        colour
        for column, length in enumerate(lengths)
        for mark in range(1, length + 1)
        if (colour := _colour(lengths, column, mark, distance)) is not None
    ]
    runs: list[int] = []
    for position, colour in enumerate(colours):
        if position and colour is colours[position - 1]:
            runs[-1] += 1
        else:
            runs.append(1)
    places = _place(runs, rows, tail)
    return tuple(Dot(*place, colour) for place, colour in zip(places, colours, strict=True))


def _next_marks(streaks: Sequence[Sequence[Result]], lengths: Sequence[int]) -> BySide[Forecast]:
    """Put each winner after the shoe and look at the lower marks that it would bring."""
    newest = streaks[-1] if streaks else ()
    last = next((outcome.winner for outcome in newest if _is_decision(outcome)), None)

    def after(winner: Winner) -> Forecast:
        longer = [*lengths[:-1], lengths[-1] + 1] if winner is last else [*lengths, 1]
        column, mark = len(longer) - 1, longer[-1]
        return (
            _colour(longer, column, mark, BIG_EYE_BOY),
            _colour(longer, column, mark, SMALL_ROAD),
            _colour(longer, column, mark, COCKROACH_PIG),
        )

    return BySide(after(Winner.PLAYER), after(Winner.BANKER))


# Windows

Cell = TypeVar("Cell", Bead, Mark, Dot)


def window(cells: Sequence[Cell], columns: int, *, reserve: int = 1) -> tuple[Cell, ...]:
    """Cut drawn cells to the newest ``columns``, the last ``reserve`` of them kept empty.

    Columns are counted anew from the window's left edge; logical columns stay. The newest mark is
    always inside, also where an older tail reaches further right than the window is wide. A window
    of one column has no room for a reserve.
    """
    _check_size("columns", columns)
    if not cells:
        return ()
    width = max(columns - reserve, 1)
    left = min(max(max(cell.column for cell in cells) + 1 - width, 0), cells[-1].column)
    return tuple(
        replace(cell, column=cell.column - left)
        for cell in cells
        if left <= cell.column < left + columns
    )


def _narrow(roads: Roads, columns: int) -> Roads:
    return replace(
        roads,
        # The plate shows the place of its next bead without a reserve, save when a column is full.
        bead_plate=window(roads.bead_plate, columns, reserve=0),
        big_road=window(roads.big_road, columns),
        big_eye_boy=window(roads.big_eye_boy, columns),
        small_road=window(roads.small_road, columns),
        cockroach_pig=window(roads.cockroach_pig, columns),
    )


def _check_size(name: str, size: int) -> None:
    if size < 1:
        message = f"{name} {size} leave nothing to draw on; give 1 or more"
        raise BoardError(message)


# JSON


def _mark_json(mark: Mark) -> list[object]:
    letter = mark.side and mark.side.letter
    place = [mark.logical_column, mark.logical_row]
    return [mark.column, mark.row, letter, mark.ties, *place, [*mark.marks]]


def _dots_json(dots: Iterable[Dot]) -> list[list[object]]:
    return [[dot.column, dot.row, dot.colour.value] for dot in dots]
