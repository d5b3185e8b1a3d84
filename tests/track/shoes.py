"""Shoes for the tests of the track: read from letters, or made by hypothesis."""

from hypothesis import strategies as st

from puntobanco.rules.coup import Winner
from puntobanco.track.notation import Outcome
from puntobanco.track.roads import Dot, Roads

WINNERS = {winner.letter: winner for winner in Winner}
OTHER = {"B": "P", "P": "B", "T": "T"}
LOWER = ("big_eye_boy", "small_road", "cockroach_pig")


def shoe(letters: str) -> tuple[Outcome, ...]:
    """Read plain outcomes."""
    return tuple(Outcome(WINNERS[letter]) for letter in letters)


def swapped(letters: str) -> str:
    """Give every Banker hand to Player and the other way round."""
    return "".join(OTHER[letter] for letter in letters)


def dots(roads: Roads, name: str) -> tuple[Dot, ...]:
    """Give a lower road by its name."""
    road = getattr(roads, name)
    assert isinstance(road, tuple)
    return road


def colours(roads: Roads) -> list[str]:
    """Write the colours of the three lower roads, R and B."""
    return ["".join(d.colour.value[0].upper() for d in dots(roads, name)) for name in LOWER]


# Fair shoes rarely grow tails, so most of these are made of streaks with ties strewn in.
_streaks = st.lists(
    st.tuples(st.sampled_from("BBBPPPT"), st.integers(1, 16)).map(lambda run: run[0] * run[1]),
    max_size=16,
).map("".join)
_hands = st.text("BBBBPPPPT", max_size=90)
letters = st.one_of(_streaks, _hands, st.tuples(_streaks, _hands, _streaks).map("".join))
