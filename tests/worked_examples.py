"""Two rounds worked out by hand, under every policy, for the oracle and for the product alike.

A round against a small cover, in which a Dragon 7 exhausts the bank, and a round against a large
one, in which the player-dealer wins as much as it may. One line a step, in the order settled:
wager, verdict, collected, paid, returned, uncovered.
"""

from typing import NamedTuple


class Line(NamedTuple):
    """One wager of the example: id, seat, patron, line, bet, amount."""

    id: str
    seat: int
    patron: str
    line: str
    bet: str
    amount: int


class Round(NamedTuple):
    """The cards in the order dealt, the seats, the cover and the wagers as placed."""

    rules: str
    cards: str
    seats: int
    cover: int
    wagers: tuple[Line, ...]
    button: tuple[str, int, int]  # the card, its value, the seat that it picks


class Ending(NamedTuple):
    """The steps and how the player-dealer ended under one policy."""

    policy: str
    win_cap: str
    steps: tuple[tuple[str, str, int, int, int, int], ...]
    net: int
    exhausted: bool
    capped: bool


def wagers(table: str) -> tuple[Line, ...]:
    """Wagers from a table, one a line: id, seat, patron, line, bet, amount."""
    rows = [row.split() for row in table.strip().splitlines()]
    return tuple(
        Line(name, int(seat), patron, line, bet, int(amount))
        for name, seat, patron, line, bet, amount in rows
    )


def steps(table: str) -> tuple[tuple[str, str, int, int, int, int], ...]:
    """Steps from a table, one a line: wager, verdict, collected, paid, returned, uncovered."""
    rows = [row.split() for row in table.strip().splitlines()]
    return tuple(
        (name, verdict, int(collected), int(paid), int(returned), int(uncovered))
        for name, verdict, collected, paid, returned, uncovered in rows
    )


# Player stands on 2 + 4, Banker's 3 and queen draw a 4: a three-card 7 against 6.
DRAGON = Round(
    rules="ca-ez-panda8",
    cards="2C 3D 4H QS 4C",
    seats=7,
    cover=600,
    button=("QS", 12, 5),
    wagers=wagers("""
        1p   1  one    front  player    200
        1d   1  one    front  dragon-7   10
        2b   2  two    front  banker    300
        2d   2  two    front  dragon-7    5
        3p   3  three  front  player    100
        3t   3  three  front  tie        20
        5b   5  five   front  banker    100
        5d   5  five   front  dragon-7   10
        6p   6  six    front  player    400
        6x   6  six    front  panda-8    10
        6bb  6  stand  back   banker    100
        6bd  6  stand  back   dragon-7   10
        7p   7  seven  front  player     50
        7d   7  seven  front  dragon-7    5
    """),
)

DRAGON_RUNNING = steps("""
    5b   push    0    0  100    0
    5d   pay     0  400   10    0
    6p   take  400    0    0    0
    6x   take   10    0    0    0
    6bb  push    0    0  100    0
    6bd  pay     0  400   10    0
    7p   take   50    0    0    0
    7d   pay     0  200    5    0
    1p   take  200    0    0    0
    1d   pay     0  260   10  140
    2b   push    0    0  300    0
    2d   pay     0    0    5  200
    3p   take    0    0  100    0
    3t   take    0    0   20    0
""")

DRAGON_GROSS = steps("""
    5b   push    0    0  100    0
    5d   pay     0  400   10    0
    6p   take  200    0  200    0
    6x   take    0    0   10    0
    6bb  push    0    0  100    0
    6bd  pay     0    0   10  400
    7p   take    0    0   50    0
    7d   pay     0    0    5  200
    1p   take    0    0  200    0
    1d   pay     0    0   10  400
    2b   push    0    0  300    0
    2d   pay     0    0    5  200
    3p   take    0    0  100    0
    3t   take    0    0   20    0
""")

DRAGON_COLLECT_THEN_PAY = steps("""
    6p   take  400    0    0    0
    6x   take   10    0    0    0
    7p   take   50    0    0    0
    1p   take  200    0    0    0
    3p   take  100    0    0    0
    3t   take   20    0    0    0
    5b   push    0    0  100    0
    5d   pay     0  400   10    0
    6bb  push    0    0  100    0
    6bd  pay     0  400   10    0
    7d   pay     0  200    5    0
    1d   pay     0  380   10   20
    2b   push    0    0  300    0
    2d   pay     0    0    5  200
""")

# Banker's nine and ten are a natural nine against 7: an ordinary Banker win.
WIN_CAP = Round(
    rules="ca-ez-panda8",
    cards="2C 9D 5H TS",
    seats=13,
    cover=500,
    button=("TS", 10, 10),
    wagers=wagers("""
        2b   2   two       front  banker    250
        5p   5   five      front  player    100
        5d   5   five      front  dragon-7   10
        9b   9   nine      front  banker    500
        10p  10  ten       front  player    300
        11p  11  eleven    front  player    400
        12b  12  twelve    front  banker    100
        13p  13  thirteen  front  player     50
    """),
)

WIN_CAP_CONTINUE = steps("""
    10p  take  300    0    0    0
    11p  take  200    0  200    0
    12b  pay     0  100  100    0
    13p  take   50    0    0    0
    2b   pay     0  250  250    0
    5p   take  100    0    0    0
    5d   take   10    0    0    0
    9b   pay     0  500  500    0
""")

WIN_CAP_HALT = steps("""
    10p  take  300    0    0    0
    11p  take  200    0  200    0
    12b  pay     0    0  100  100
    13p  take    0    0   50    0
    2b   pay     0    0  250  250
    5p   take    0    0  100    0
    5d   take    0    0   10    0
    9b   pay     0    0  500  500
""")

WIN_CAP_COLLECT_THEN_PAY = steps("""
    10p  take  300    0    0    0
    11p  take  400    0    0    0
    13p  take   50    0    0    0
    5p   take  100    0    0    0
    5d   take   10    0    0    0
    12b  pay     0  100  100    0
    2b   pay     0  250  250    0
    9b   pay     0  500  500    0
""")

CONTINUE, HALT = "continue", "halt"

# For each round: policy, win cap, steps, net, exhausted, capped.
EXAMPLES = (
    (DRAGON, Ending("running", CONTINUE, DRAGON_RUNNING, -600, exhausted=True, capped=False)),
    (DRAGON, Ending("running", HALT, DRAGON_RUNNING, -600, exhausted=True, capped=False)),
    (DRAGON, Ending("gross", CONTINUE, DRAGON_GROSS, -200, exhausted=True, capped=False)),
    (
        DRAGON,
        Ending(
            "collect-then-pay",
            CONTINUE,
            DRAGON_COLLECT_THEN_PAY,
            -600,
            exhausted=True,
            capped=False,
        ),
    ),
    (WIN_CAP, Ending("running", CONTINUE, WIN_CAP_CONTINUE, -190, exhausted=False, capped=True)),
    (WIN_CAP, Ending("running", HALT, WIN_CAP_HALT, 500, exhausted=False, capped=True)),
    (WIN_CAP, Ending("gross", CONTINUE, WIN_CAP_HALT, 500, exhausted=True, capped=True)),
    (
        WIN_CAP,
        Ending(
            "collect-then-pay",
            CONTINUE,
            WIN_CAP_COLLECT_THEN_PAY,
            10,
            exhausted=False,
            capped=False,
        ),
    ),
)
