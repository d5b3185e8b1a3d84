"""The roads: worked examples, start cells, ties, marks, windows."""

import pytest

from puntobanco.rules.coup import BySide, Winner
from puntobanco.track.notation import Outcome
from puntobanco.track.roads import BoardError, Roads, Tail, Ties, draw
from tests.track.shoes import colours, shoe


def picture(roads: Roads) -> list[str]:
    """Draw a big road in letters, a point for each empty cell."""
    cells = {(mark.column, mark.row): mark.side for mark in roads.big_road}
    width = 1 + max(column for column, _ in cells)
    height = 1 + max(row for _, row in cells)
    return [
        "".join(side.letter if (side := cells.get((c, r))) else "." for c in range(width))
        for r in range(height)
    ]


def test_the_bead_plate_fills_column_by_column_with_ties_and_all_marks() -> None:
    """Hand i stands in column i div 6, row i mod 6, ties too, with every mark."""
    roads = draw((*shoe("BPTBP"), Outcome(Winner.TIE, ("n8", "bp")), Outcome(Winner.BANKER)))
    beads = [(b.column, b.row, b.winner.letter, b.marks) for b in roads.bead_plate]
    assert beads == [
        (0, 0, "B", ()),
        (0, 1, "P", ()),
        (0, 2, "T", ()),
        (0, 3, "B", ()),
        (0, 4, "P", ()),
        (0, 5, "T", ("n8", "bp")),
        (1, 0, "B", ()),
    ]


def test_a_tail_drops_again_once_it_has_passed_an_older_tail() -> None:
    """Ten Player marks above a tail of nine Banker marks turn at row 4, pass it, fall and turn."""
    assert picture(draw(shoe("B" * 9 + "P" * 10))) == [
        "BP....",
        "BP....",
        "BP....",
        "BP....",
        "BPPPP.",
        "BBBBPP",
    ]


def test_a_straight_tail_stays_on_its_row() -> None:
    """Under the policy straight a streak that turned never falls again."""
    assert picture(draw(shoe("B" * 9 + "P" * 10), tail=Tail.STRAIGHT)) == [
        "BP.....",
        "BP.....",
        "BP.....",
        "BP.....",
        "BPPPPPP",
        "BBBB...",
    ]


def test_a_tail_of_the_same_colour_blocks_like_any_other() -> None:
    """After eight Banker and one Player, the sixth Banker mark turns above the Banker tail."""
    roads = draw(shoe("B" * 8 + "P" + "B" * 6))
    assert (roads.big_road[-1].column, roads.big_road[-1].row) == (3, 4)
    assert picture(roads) == ["BPB.", "B.B.", "B.B.", "B.B.", "B.BB", "BBB."]


def test_a_column_starts_beside_the_start_of_a_tail_not_after_its_end() -> None:
    """The column after a streak with a tail stands above that tail."""
    assert picture(draw(shoe("BBBBBBBP"))) == ["BP", "B.", "B.", "B.", "B.", "BB"]


def test_a_column_moves_past_a_tail_that_runs_along_the_top() -> None:
    """Nested tails climb a row each; where one reaches row 0, the next column starts after it."""
    nested = "B" * 12 + "P" * 10 + "B" * 8 + "P" * 6 + "B" * 4 + "PPB"
    assert picture(draw(shoe(nested))) == [
        "BPBPBPPB",
        "BPBPBBB.",
        "BPBPPPP.",
        "BPBBBBB.",
        "BPPPPPP.",
        "BBBBBBB.",
    ]


def test_a_board_of_four_rows_turns_at_its_own_floor() -> None:
    """With four rows, tails turn at row 3, and every road and the plate have four rows."""
    roads = draw(shoe("PPPPPBBBBB"), rows=4)
    assert picture(roads) == ["PB.", "PB.", "PBB", "PPB"]
    assert [(b.column, b.row) for b in roads.bead_plate[3:6]] == [(0, 3), (1, 0), (1, 1)]
    assert [(d.column, d.row) for d in roads.big_eye_boy] == [(0, 0), (0, 1), (0, 2), (0, 3)]


def test_ties_count_on_the_mark_before_them() -> None:
    """A tie adds one to the newest mark and neither breaks nor lengthens a streak."""
    roads = draw(shoe("BTBTTP"))
    assert [(m.column, m.row, m.ties) for m in roads.big_road] == [(0, 0, 1), (0, 1, 2), (1, 0, 0)]


def test_a_switch_after_a_tie_opens_a_column() -> None:
    """Banker, tie, Player: the Player mark stands in the second column."""
    assert picture(draw(shoe("BTP"))) == ["BP"]


def test_ties_before_the_first_decision_are_held_for_it() -> None:
    """XS9: ties alone show one cell of no side; the first decision takes it and their count."""
    assert draw(shoe("TTT")).as_json()["big_road"] == [[0, 0, None, 3, 0, 0, []]]
    assert draw(shoe("TTTP")).as_json()["big_road"] == [[0, 0, "P", 3, 0, 0, []]]


def test_ties_as_cells_take_a_cell_and_leave_the_logical_rows_alone() -> None:
    """With tie cells each hand has a cell; logical rows count decisions only."""
    roads = draw(shoe("TBTTBP"), ties=Ties.CELLS)
    assert roads.as_json()["big_road"] == [
        [0, 0, "T", 0, 0, 0, []],
        [0, 1, "B", 0, 0, 0, []],
        [0, 2, "T", 0, 0, 0, []],
        [0, 3, "T", 0, 0, 0, []],
        [0, 4, "B", 0, 0, 1, []],
        [1, 0, "P", 0, 1, 0, []],
    ]


def test_marks_of_a_hand_stand_on_its_own_cell() -> None:
    """Pairs, naturals and calls ride on the mark of their hand; a tie's stay off the road."""
    hands = (
        Outcome(Winner.BANKER, ("n8", "pp")),
        Outcome(Winner.TIE, ("n9", "bp", "x7")),
        Outcome(Winner.PLAYER, ("p8",)),
    )
    assert [mark.marks for mark in draw(hands).big_road] == [("n8", "pp"), ("p8",)]
    in_cells = [mark.marks for mark in draw(hands, ties=Ties.CELLS).big_road]
    assert in_cells == [("n8", "pp"), ("x7",), ("p8",)]


@pytest.mark.parametrize(
    "hands, expected",
    [
        ("BBPP", ["R", "", ""]),  # big eye boy from the second mark of column 2 ...
        ("BBP", ["", "", ""]),
        ("BPB", ["R", "", ""]),  # ... or the first of column 3
        ("BPBB", ["RB", "B", ""]),  # small road from the second of column 3 ...
        ("BPBP", ["RR", "R", ""]),  # ... or the first of column 4
        ("BPBPP", ["RRB", "RB", "B"]),  # cockroach pig from the second of column 4 ...
        ("BPBPB", ["RRR", "RR", "R"]),  # ... or the first of column 5
    ],
)
def test_each_lower_road_starts_at_its_cell(hands: str, expected: list[str]) -> None:
    """The start cells of the three roads, each from a column's second mark or the next column."""
    assert colours(draw(shoe(hands))) == expected


def test_the_lower_roads_of_the_worked_example() -> None:
    """B B P P P B P B B: five marks compared with column lengths 2, 3, 1, 1, 2."""
    assert colours(draw(shoe("BBPPPBPBB"))) == ["RBBBRB", "BBB", "BR"]


def test_a_long_fall_is_red_after_its_first_mark() -> None:
    """One blue mark past the end of the reference column, and red all the way down."""
    assert colours(draw(shoe("BPPPPP"))) == ["BRRR", "", ""]


def test_a_lower_road_is_drawn_like_a_big_road_of_its_colours() -> None:
    """Each change of colour opens a column; twenty reds grow a tail."""
    roads = draw(shoe("BBBBBBBBBBBP" + "P" * 9))
    assert set(colours(roads)[0]) == {"R"}
    assert [(d.column, d.row) for d in roads.big_eye_boy] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (1, 5),
        (2, 5),
        (3, 5),
    ]


def test_the_empty_shoe_draws_nothing_and_foresees_nothing() -> None:
    """No hands: five empty roads and no next marks."""
    nothing = (None, None, None)
    assert draw(()) == Roads((), (), (), (), (), BySide(nothing, nothing))


def test_json_has_the_documented_shape() -> None:
    """Keys, orders and letters are those that other programs rely on."""
    hands = (Outcome(Winner.BANKER, ("n9",)), *shoe("PTB"))
    assert draw(hands).as_json() == {
        "bead_plate": [[0, 0, "B", ["n9"]], [0, 1, "P", []], [0, 2, "T", []], [0, 3, "B", []]],
        "big_road": [
            [0, 0, "B", 0, 0, 0, ["n9"]],
            [1, 0, "P", 1, 1, 0, []],
            [2, 0, "B", 0, 2, 0, []],
        ],
        "big_eye_boy": [[0, 0, "red"]],
        "small_road": [],
        "cockroach_pig": [],
        "next": {"banker": ["blue", "blue", None], "player": ["red", "red", None]},
    }


def test_a_window_keeps_the_newest_columns_and_one_empty() -> None:
    """Eight columns of a chop in a window of five: the last four and room for one."""
    whole, cut = draw(shoe("BPBPBPBP")), draw(shoe("BPBPBPBP"), columns=5)
    assert [(m.column, m.logical_column) for m in cut.big_road] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [d.column for d in whole.big_eye_boy] == [0, 0, 0, 0, 0, 0]
    assert cut.big_eye_boy == whole.big_eye_boy
    assert cut.next == whole.next


def test_a_window_on_the_plate_keeps_no_column_empty() -> None:
    """One column of three beads keeps the last three hands."""
    plate = draw(shoe("BBPTPB"), rows=3, columns=1).bead_plate
    assert [(b.column, b.row, b.winner.letter) for b in plate] == [
        (0, 0, "T"),
        (0, 1, "P"),
        (0, 2, "B"),
    ]


def test_a_window_never_loses_the_newest_mark_to_a_long_tail() -> None:
    """Where an older tail reaches beyond the window, the window stays with the newest mark."""
    cut = draw(shoe("B" * 20 + "P"), columns=8)
    assert (cut.big_road[-1].side, cut.big_road[-1].column) == (Winner.PLAYER, 0)
    assert all(0 <= mark.column < 8 for mark in cut.big_road)


@pytest.mark.parametrize("sizes", [{"rows": 0}, {"columns": 0}, {"rows": -1}])
def test_a_board_without_cells_is_refused(sizes: dict[str, int]) -> None:
    """Rows and columns are one or more, and the refusal says so on one line."""
    with pytest.raises(BoardError, match=r"give 1 or more$"):
        draw(shoe("B"), rows=sizes.get("rows", 6), columns=sizes.get("columns"))
