"""Coups that other programs recorded, through the product."""

import csv

from puntobanco.cards import Card, Rank, Suit
from puntobanco.errors import CoupError
from puntobanco.rules.coup import BySide, Coup, play
from tests import shared_data

RANKS = {rank.symbol: rank for rank in Rank} | {"10": Rank.TEN, "0": Rank.TEN, "1": Rank.ACE}


def rows(name: str) -> list[list[str]]:
    """The rows of a file of the shared data, none where there is no such file."""
    place = shared_data.file(name)
    if place is None:
        return []
    return list(csv.reader(place.read_text(encoding="utf-8").splitlines()))[1:]


def hand(words: list[str]) -> tuple[Card, ...]:
    """The cards of a record without suits."""
    return tuple(Card(RANKS[word], Suit.SPADES) for word in words if word not in {"NA", ""})


def played(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup | None:
    """The coup of two recorded hands; None if the rules deal no such hands."""
    dealt = (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])
    try:
        coup = play(dealt)
    except CoupError:
        return None
    hands = coup.hands.map(lambda each: each.cards)
    return coup if hands == BySide(player, banker) else None


def test_recorded_coups() -> None:
    """All 250 coups of a public simulator are coups, with its totals, winners and pairs."""
    for row in rows("hands.csv"):
        player, banker = hand(row[2:5]), hand(row[5:8])
        coup = played(player, banker)
        assert coup is not None
        totals = coup.hands.map(lambda each: str(each.total))
        assert [totals.player, totals.banker] == row[8:10]
        assert coup.winner.value.capitalize() == row[10]
        paired = [
            f"{name} pair"
            for name, cards in (("Player", player), ("Banker", banker))
            if cards[0].rank is cards[1].rank
        ]
        assert (paired or ["No pair"]) == [row[11]]


def test_broken_coups() -> None:
    """Each of 80 coups of a program with wrong rules is told apart by the fault that it has."""
    for row in rows("broken-hands.csv"):
        coup = played(hand(row[0:3]), hand(row[3:6]))
        assert (row, coup is None) == (row, "third card" in row[11])
        if coup is None:
            continue
        totals = coup.hands.map(lambda each: str(each.total))
        found = [
            f"{name} total mismatch"
            for name, ours, recorded in (
                ("player", totals.player, row[6]),
                ("banker", totals.banker, row[7]),
            )
            if ours != recorded
        ]
        assert (row, "; ".join(found) or "consistent") == (row, row[11])
