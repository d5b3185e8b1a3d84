"""Betting systems wager as they are described."""

import pytest

from puntobanco.errors import InputError
from puntobanco.rules.coup import Winner
from puntobanco.study.systems import SYSTEMS, Factory, Purse, Seen, pattern

SIDES = {Winner.PLAYER: "p", Winner.BANKER: "b"}
OPEN = Purse(1, 10**9)
WINNERS = {winner.letter: winner for winner in Winner}

# What a system wagers before each hand, and after the last: W won, L lost, = pushed.
SEQUENCES = [
    ("flat", "WL=", [1, 1, 1, 1]),
    ("martingale", "LLL=WL", [1, 2, 4, 8, 8, 1, 2]),
    ("fibonacci", "LLLLLWWWW", [1, 1, 2, 3, 5, 8, 3, 1, 1, 1]),
    ("labouchere", "LWWW", [5, 6, 6, 3, 5]),
    ("labouchere", "L=LW", [5, 6, 6, 7, 7]),
    ("1-3-2-6", "WWWWWL=W", [1, 3, 2, 6, 1, 3, 1, 1, 3]),
    ("paroli", "WWWWLWL", [1, 2, 4, 1, 2, 1, 2, 1]),
    ("oscars-grind", "LLWWLWW", [1, 1, 1, 2, 1, 1, 1, 1]),
    ("oscars-grind", "LLLLWWWW", [1, 1, 1, 1, 1, 2, 2, 1, 1]),
]


def wagers(factory: Factory, hands: str, purse: Purse = OPEN) -> list[int]:
    """Play hands that are won, lost and pushed, and give what was wagered, the next wager too."""
    system, found = factory("b", SIDES), []
    for hand in [*hands, ""]:
        stake = system.stake(purse)
        assert stake is not None
        assert stake.bet == "b"
        found.append(stake.units)
        if hand:
            net = {"W": stake.units, "L": -stake.units, "=": 0}[hand]
            system.learn(Seen(Winner.BANKER, net))
    return found


@pytest.mark.parametrize("name, hands, expected", SEQUENCES)
def test_a_progression_moves_as_it_is_described(name: str, hands: str, expected: list[int]) -> None:
    """A wager after each win, loss and push, by hand."""
    assert wagers(SYSTEMS[name], hands) == expected


def test_a_progression_is_cut_to_the_purse() -> None:
    """A maximum, or what is left, cuts a wager; a minimum lifts it."""
    assert wagers(SYSTEMS["martingale"], "LLLL", Purse(2, 5)) == [2, 2, 4, 5, 5]


def test_systems_that_follow_the_shoe() -> None:
    """They sit out until a hand has won, and pass ties over."""
    shown = {"follow": [None, "p", "p", "b"], "chop": [None, "b", "b", "p"]}
    for name, expected in shown.items():
        system, found = SYSTEMS[name]("x", SIDES), []
        for letter in "PTBB":
            stake = system.stake(OPEN)
            found.append(stake and stake.bet)
            system.learn(Seen(WINNERS[letter], None))
        assert found == expected


def test_a_pattern() -> None:
    """It goes round for ever, whatever happens, and a dash sits out."""
    system, found = pattern("bP-")("x", SIDES), []
    for _ in range(7):
        stake = system.stake(OPEN)
        found.append(stake and (stake.bet, stake.units))
    assert found == [("b", 1), ("p", 1), None, ("b", 1), ("p", 1), None, ("b", 1)]


@pytest.mark.parametrize("text", ["", "BT", "--", "B" * 65])
def test_what_is_no_pattern(text: str) -> None:
    """A pattern is of B, P and dashes, not too long, and wagers somewhere."""
    with pytest.raises(InputError, match="pattern: "):
        pattern(text)
