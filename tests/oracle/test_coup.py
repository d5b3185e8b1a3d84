"""The oracle deals as the printed chart says, and agrees with recorded coups."""

import csv
from itertools import product

import pytest

from tests import shared_data
from tests.oracle.cards import Card, WrongCardError, card, cards, points, total
from tests.oracle.coup import (
    TooFewCardsError,
    TooManyCardsError,
    banker_must_draw,
    deal,
    facts,
    facts_of,
    faults,
    player_must_draw,
)

CHART = """
       -  0 1 2 3 4 5 6 7 8 9
    0  D  D D D D D D D D D D
    1  D  D D D D D D D D D D
    2  D  D D D D D D D D D D
    3  D  D D D D D D D D S D
    4  D  S S D D D D D D S S
    5  D  S S S S D D D D S S
    6  S  S S S S S S D D S S
    7  S  S S S S S S S S S S
"""


def test_chart() -> None:
    """1.1: Banker draws and stands as the printed chart, cell by cell."""
    head, *rows = (line.split() for line in CHART.strip().splitlines())
    for banker_two, *cells in rows:
        for column, cell in zip(head, cells, strict=True):
            third = None if column == "-" else int(column)
            player_two = 6 if third is None else 0
            draws = banker_must_draw(player_two, int(banker_two), third)
            assert (column, banker_two, draws) == (column, banker_two, cell == "D")


def test_natural_outranks_every_draw() -> None:
    """CORE-3: after an 8 or a 9 nobody draws, whatever the other hand holds."""
    for natural, other in product((8, 9), range(10)):
        assert not player_must_draw(natural, other)
        assert not player_must_draw(other, natural)
        assert not banker_must_draw(natural, other, None)
        assert not banker_must_draw(other, natural, None)


def test_points() -> None:
    """CORE-1: the thirteen ranks are worth 1 to 9 and four times nothing."""
    assert [points(Card(rank, "C")) for rank in "A23456789TJQK"] == [*range(1, 10), 0, 0, 0, 0]


def test_words_for_cards() -> None:
    """A ten is read as T or 10, in either case; nothing else passes for a card."""
    assert cards("ts, 10H as") == [Card("T", "S"), Card("T", "H"), Card("A", "S")]
    for word in ("1S", "TX", "S", "", "TSS", "0S"):
        with pytest.raises(WrongCardError):
            card(word)


@pytest.mark.parametrize("words", ["", "AS", "9S 2C 3D", "2C 3D TH 4S", "2S 2H TD TH 4H"])
def test_too_few(words: str) -> None:
    """CORE-2, CORE-4 to CORE-6: a coup whose next card is due is not finished."""
    with pytest.raises(TooFewCardsError):
        deal(cards(words))


@pytest.mark.parametrize("words", ["4S 2C 5D 6H 2S", "2C 3D 4H QS 4C 2S", "2S 2H TD TH 4H 4S AS"])
def test_too_many(words: str) -> None:
    """CORE-7: a coup ends at its last due card."""
    with pytest.raises(TooManyCardsError):
        deal(cards(words))


def test_sequences_that_can_occur() -> None:
    """1.1: the chart leaves 339,400 ordered value sequences of four to six cards."""
    counted = 0
    for p1, b1, p2, b2 in product(range(10), repeat=4):
        ours, theirs = (p1 + p2) % 10, (b1 + b2) % 10
        if player_must_draw(ours, theirs):
            for third in range(10):
                counted += 10 if banker_must_draw(ours, theirs, third) else 1
        else:
            counted += 10 if banker_must_draw(ours, theirs, None) else 1
    assert counted == 339_400


def test_flags() -> None:
    """1.1: Dragon 7 and Panda 8 want three cards, and colours are those of all the cards."""
    dragon = facts_of(cards("2C 3D 4H QS 4C"))
    assert (dragon.result, dragon.dragon_7, dragon.panda_8) == ("BANKER_WIN", True, False)
    assert (dragon.player_cards, dragon.banker_cards, dragon.natural) == (2, 3, False)
    panda = facts_of(cards("2C 3D TH 4S 6C"))
    assert (panda.result, panda.dragon_7, panda.panda_8) == ("PLAYER_WIN", False, True)
    tie = facts_of(cards("2D 2H TD TH 4H 4D"))
    assert (tie.result, tie.six_card, tie.one_colour) == ("TIE", True, True)
    assert (tie.player_pair, tie.banker_pair) == ("none", "none")
    pairs = facts_of(cards("4S KC 4C KH"))
    assert (pairs.natural, pairs.player_pair, pairs.banker_pair) == (True, "same-colour", "mixed")


def hand_of_ranks(ranks: list[str]) -> list[Card]:
    """Cards of the ranks of a record without suits."""
    return [card(rank + "S") for rank in ranks if rank not in {"NA", ""}]


def test_recorded_coups() -> None:
    """Every coup that a public simulator recorded obeys the rules, with its totals and winner."""
    place = shared_data.file("hands.csv")
    if place is None:
        return
    rows = list(csv.reader(place.read_text(encoding="utf-8").splitlines()))[1:]
    assert len(rows) == 250
    for row in rows:
        player, banker = hand_of_ranks(row[2:5]), hand_of_ranks(row[5:8])
        dealt = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
        assert deal(dealt) == (player, banker)
        coup = facts(player, banker)
        names = {"PLAYER_WIN": "Player", "BANKER_WIN": "Banker", "TIE": "Tie"}
        assert row[8:11] == [
            str(coup.player_total),
            str(coup.banker_total),
            names[coup.result],
        ]
        paired = [
            name
            for name, tier in (("Player", coup.player_pair), ("Banker", coup.banker_pair))
            if tier != "none"
        ]
        assert row[11] == (f"{paired[0]} pair" if paired else "No pair")


def test_broken_coups() -> None:
    """Every coup of a program with wrong drawing rules is named with its faults, no other is."""
    place = shared_data.file("broken-hands.csv")
    if place is None:
        return
    rows = list(csv.reader(place.read_text(encoding="utf-8").splitlines()))[1:]
    assert len(rows) == 80
    for row in rows:
        ranks = ["T" if value == "0" else "A" if value == "1" else value for value in row]
        player, banker = hand_of_ranks(ranks[0:3]), hand_of_ranks(ranks[3:6])
        found = faults(player, banker)
        if total(player) != int(row[6]):
            found.append("player total mismatch")
        if total(banker) != int(row[7]):
            found.append("banker total mismatch")
        assert (row, "; ".join(found) or "consistent") == (row, row[11])
