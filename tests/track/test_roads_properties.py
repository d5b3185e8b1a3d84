"""What holds for the roads of every shoe, and their agreement with a second reading."""

import random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.rules.coup import BySide, Winner
from puntobanco.track.roads import Colour, Roads, Tail, Ties, draw
from tests.oracle import roads as oracle
from tests.track.shoes import LOWER, colours, dots, letters, shoe, swapped


class Board(NamedTuple):
    """What a board is like."""

    rows: int = 6
    tail: Tail = Tail.DROP


boards = st.builds(Board, st.sampled_from([6, 6, 6, 1, 2, 3, 4]), st.sampled_from(Tail))


@given(letters)
def test_lower_roads_ignore_ties(hands: str) -> None:
    """Removing the ties changes no lower road and no next mark."""
    with_ties, without = draw(shoe(hands)), draw(shoe(hands.replace("T", "")))
    assert [dots(with_ties, name) for name in LOWER] == [dots(without, name) for name in LOWER]
    assert with_ties.next == without.next


@given(letters)
def test_ties_as_cells_change_the_big_road_only(hands: str) -> None:
    """The four other roads and the next marks are the same under both policies for ties."""
    marks, cells = draw(shoe(hands)), draw(shoe(hands), ties=Ties.CELLS)
    assert len(cells.big_road) == len(hands)
    assert [cells.bead_plate, *(dots(cells, name) for name in LOWER), cells.next] == [
        marks.bead_plate,
        *(dots(marks, name) for name in LOWER),
        marks.next,
    ]
    decisions = [m for m in cells.big_road if m.side is not Winner.TIE]
    assert [(m.side, m.logical_column, m.logical_row) for m in decisions] == [
        (m.side, m.logical_column, m.logical_row) for m in marks.big_road if m.side
    ]


@given(letters)
def test_lower_roads_do_not_know_sides(hands: str) -> None:
    """Swapping Banker and Player leaves the lower roads, and swaps the next marks."""
    one, other = draw(shoe(hands)), draw(shoe(swapped(hands)))
    assert [dots(one, name) for name in LOWER] == [dots(other, name) for name in LOWER]
    assert one.next == BySide(other.next.banker, other.next.player)


@given(letters, st.sampled_from("BPT"), boards)
def test_a_new_hand_changes_no_earlier_mark(hands: str, newest: str, board: Board) -> None:
    """Earlier lower marks and cells stay; only the newest mark's count of ties may grow."""

    def road(letters: str) -> Roads:
        return draw(shoe(letters), rows=board.rows, tail=board.tail)

    before, after = road(hands), road(hands + newest)
    for name in LOWER:
        old = dots(before, name)
        assert dots(after, name)[: len(old)] == old
    old_cells = [(m.column, m.row, m.side) for m in before.big_road if m.side]
    assert [(m.column, m.row, m.side) for m in after.big_road][: len(old_cells)] == old_cells
    old_ties = [m.ties for m in before.big_road][:-1]
    assert [m.ties for m in after.big_road][: len(old_ties)] == old_ties


@given(letters)
def test_the_number_of_lower_marks_follows_from_the_columns(hands: str) -> None:
    """A road that looks k columns back has one mark fewer than the decisions from column k on."""
    roads = draw(shoe(hands))
    for back, name in enumerate(LOWER, 1):
        decisions = sum(
            mark.side is not None and mark.logical_column >= back for mark in roads.big_road
        )
        assert len(dots(roads, name)) == max(decisions - 1, 0)


@given(letters)
def test_the_next_marks_are_opposite_or_both_absent_and_come_true(hands: str) -> None:
    """If Banker and if Player foresee opposite colours, and the winner's is what gets drawn."""
    roads, banker_won, player_won = (draw(shoe(hands + newest)) for newest in ("", "B", "P"))
    for road, name in enumerate(LOWER):
        banker, player = roads.next.banker[road], roads.next.player[road]
        assert {banker, player} in ({None}, {Colour.RED, Colour.BLUE})
        for grown, foreseen in ((banker_won, banker), (player_won, player)):
            new = dots(grown, name)[len(dots(roads, name)) :]
            assert [dot.colour for dot in new] == ([foreseen] if foreseen else [])


@given(letters, boards, st.sampled_from(Ties))
def test_no_two_marks_share_a_cell(hands: str, board: Board, ties: Ties) -> None:
    """Every mark of every road has a cell of the board to itself."""
    roads = draw(shoe(hands), ties=ties, rows=board.rows, tail=board.tail)
    for name in ("bead_plate", "big_road", *LOWER):
        cells = [(cell.column, cell.row) for cell in getattr(roads, name)]
        assert len(set(cells)) == len(cells)
        assert all(column >= 0 and 0 <= row < board.rows for column, row in cells)


@given(letters, st.integers(1, 40))
def test_a_window_is_a_cut_of_the_whole(hands: str, columns: int) -> None:
    """A window shows the newest mark, stays inside its columns, and only shifts what it shows."""
    whole, cut = draw(shoe(hands)), draw(shoe(hands), columns=columns)
    for name in ("bead_plate", "big_road", *LOWER):
        full = [(c.column, c.row) for c in getattr(whole, name)]
        seen = [(c.column, c.row) for c in getattr(cut, name)]
        assert bool(seen) == bool(full)
        if seen:
            shift = full[-1][0] - seen[-1][0]
            assert seen == [(c - shift, r) for c, r in full if 0 <= c - shift < columns]


@given(letters, boards)
def test_roads_agree_with_a_second_reading(hands: str, board: Board) -> None:
    """Looking at filled cells of an endless board gives the same colours, and the same cells."""
    compare(hands, board)


def test_roads_of_fair_shoes_agree_with_a_second_reading() -> None:
    """The same on shoes as they fall at a table: 84 hands with the shares of an eight-deck game."""
    chance = random.Random("fair shoes")
    for _ in range(300):
        compare("".join(chance.choices("BPT", (4586, 4462, 952), k=84)), Board())


def compare(hands: str, board: Board) -> None:
    """Hold every road against the second reading."""
    roads = draw(shoe(hands), rows=board.rows, tail=board.tail)
    rows, drop = board.rows, board.tail is Tail.DROP
    decisions = hands.replace("T", "")
    assert [(m.column, m.row) for m in roads.big_road if m.side] == oracle.painted(
        decisions, rows, drop=drop
    )
    for back, name in enumerate(LOWER, 1):
        expected = oracle.lower_road(hands, back)
        assert colours(roads)[back - 1] == expected
        cells = [(d.column, d.row) for d in dots(roads, name)]
        assert cells == oracle.painted(expected, rows, drop=drop)
