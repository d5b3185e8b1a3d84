"""The roads read a second time, by looking at a board instead of comparing lengths.

Lower roads: on a board of endless rows, look some columns to the left, at the row of the mark and
at the row above. Both filled or both empty: red. One filled and one empty: blue. The first mark of
a column has no row above; there the question is what the column before would have brought by
going on, and the answer is the other colour.

The drawn board is painted on a grid of cells, one mark after the other, as a person would.
"""

Cell = tuple[int, int]


def endless_board(outcomes: str) -> list[Cell]:
    """Place B and P (T is left out) in columns of endless depth, in order."""
    cells: list[Cell] = []
    last = ""
    for outcome in outcomes.replace("T", ""):
        if not last:
            cells.append((0, 0))
        elif outcome == last:
            column, row = cells[-1]
            cells.append((column, row + 1))
        else:
            cells.append((cells[-1][0] + 1, 0))
        last = outcome
    return cells


def lower_road(outcomes: str, back: int) -> str:
    """Give the colours, R and B, of the road that looks so many columns back (1, 2 or 3)."""
    colours = ""
    filled: set[Cell] = set()
    for column, row in endless_board(outcomes):
        if row > 0:
            if column - back >= 0:
                colours += _look(filled, column - back, row)
        elif column - 1 - back >= 0:
            depth = 0
            while (column - 1, depth) in filled:
                depth += 1
            colours += {"R": "B", "B": "R"}[_look(filled, column - 1 - back, depth)]
        filled.add((column, row))
    return colours


def _look(filled: set[Cell], column: int, row: int) -> str:
    here, above = (column, row) in filled, (column, row - 1) in filled
    return "R" if here == above else "B"


def painted(marks: str, rows: int, *, drop: bool) -> list[Cell]:
    """Paint runs of equal letters on a board of few rows and give the cell of each."""
    grid: dict[Cell, int] = {}
    cells: list[Cell] = []
    run, first, turned = -1, -1, False
    for position, letter in enumerate(marks):
        if position == 0 or letter != marks[position - 1]:
            run, turned = run + 1, False
            first = min(c for c in range(first + 1, len(marks) + 1) if (c, 0) not in grid)
            cell = (first, 0)
        else:
            column, row = cells[-1]
            falls = row < rows - 1 and grid.get((column, row + 1), run) == run
            if falls and (drop or not turned):
                cell = (column, row + 1)
            else:
                cell, turned = (column + 1, row), True
        grid[cell] = run
        cells.append(cell)
    return cells
