"""The drawing rules, as the chart prints them.

Source: GEGA-003774 (chart), 58 Pa. Code 631a.11; CORE-3 to CORE-7. DEQ's sheet lists an 8 in
both halves of the Banker 3 row (GAP-2.1): Banker 3 stands against an 8.
"""

from __future__ import annotations

from typing import Final

# Rows: the Banker hand's two-card total. Columns: the points of the Player hand's third card;
# "-" where the Player hand stood. D draws, S stands.
CHART: Final = """
     -  0 1 2 3 4 5 6 7 8 9
 0   D  D D D D D D D D D D
 1   D  D D D D D D D D D D
 2   D  D D D D D D D D D D
 3   D  D D D D D D D D S D
 4   D  S S D D D D D D S S
 5   D  S S S S D D D D S S
 6   S  S S S S S S D D S S
 7   S  S S S S S S S S S S
"""

# The Player hand's two-card total, 0 to 7.
PLAYER_CHART: Final = "D D D D D D S S"

NATURALS: Final = (8, 9)

_PLAYER: Final = tuple(word == "D" for word in PLAYER_CHART.split())
_BANKER: Final = tuple(
    tuple(word == "D" for word in row.split()[1:]) for row in CHART.strip().splitlines()[1:]
)


def is_natural(two: int) -> bool:
    """Whether a two-card total ends the coup at once (CORE-3)."""
    return two in NATURALS


def player_draws(player_two: int, banker_two: int) -> bool:
    """Whether the Player hand takes a third card (CORE-3, CORE-4)."""
    return not is_natural(player_two) and not is_natural(banker_two) and _PLAYER[player_two]


def banker_draws(player_two: int, banker_two: int, player_third: int | None) -> bool:
    """Whether the Banker hand takes a third card; no ``player_third``: Player stood (CORE-5, 6)."""
    if is_natural(player_two) or is_natural(banker_two):
        return False
    return _BANKER[banker_two][0 if player_third is None else player_third + 1]
