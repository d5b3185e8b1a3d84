"""Every key of a condition, every word it knows, on coups of real cards."""

from itertools import product

import pytest

from puntobanco.cards import DECK, parse_cards
from puntobanco.rules.conditions import (
    AXES,
    FEATURES,
    Clause,
    Condition,
    Facts,
    Value,
    colour_of,
    facts_of,
    pair_tier,
)
from puntobanco.rules.coup import Hand, play

# A coup, then all that a condition can ask of it; a slash parts several words that all hold.
#   coup:  winner margin cards colour pairs
#   hand:  total two cards natural third pair suited flush colour
COUPS = """
9H 6D 9D 6D
    coup   player 6 4 red/same either/both
    player 8 8 2 true none coloured/any false false red/same
    banker 2 2 2 false none suited/any true true red/same
5C 9C KC AS 9S 4S
    coup   tie 0 6 black/same none
    player 4 5 3 false 9 none true false black/same
    banker 4 0 3 false 4 none false false black/same
KC KD KD KH 2D 3S
    coup   banker 1 6 mixed either/both/both-same-rank
    player 2 0 3 false 2 mixed/any false false mixed
    banker 3 0 3 false 3 coloured/any false false mixed
6H QH 6H QC 3S TD
    coup   player 5 6 mixed either/both
    player 5 2 3 false 3 suited/any true false mixed
    banker 0 0 3 false 0 mixed/any false false mixed
9D 9D 4H 8H QC
    coup   banker 4 5 mixed none
    player 3 3 3 false 0 none false false mixed
    banker 7 7 2 false none none false false red/same
4S AH JC JH 6C 8S
    coup   banker 9 6 mixed none
    player 0 4 3 false 6 none false false black/same
    banker 9 1 3 false 8 none true false mixed
4H AH 7H 7C
    coup   banker 7 4 mixed none
    player 1 1 2 false none none true true red/same
    banker 8 8 2 true none none false false mixed
KC 3H 7S KC 2C
    coup   player 2 5 mixed none
    player 7 7 2 false none none false false black/same
    banker 5 3 3 false 2 none false false mixed
3H 9H 2D 6S 4C AS
    coup   player 3 6 mixed none
    player 9 5 3 false 4 none false false mixed
    banker 6 5 3 false 1 none false false mixed
2S 4S 4C KC 7D
    coup   player 5 5 mixed none
    player 6 6 2 false none none false false black/same
    banker 1 4 3 false 7 none false false mixed
QH 6D 2S TH 7D 5S
    coup   player 8 6 mixed none
    player 9 2 3 false 7 none false false mixed
    banker 1 6 3 false 5 none false false mixed
2H 5C 7C 4H
    coup   tie 0 4 mixed none
    player 9 9 2 true none none false false mixed
    banker 9 9 2 true none none false false mixed
2H 2C QD TC 5C 6H
    coup   banker 1 6 mixed none
    player 7 2 3 false 5 none false false mixed
    banker 8 2 3 false 6 none true false mixed
KS 5C AD 7D 8C 9C
    coup   player 8 6 mixed none
    player 9 1 3 false 8 none false false mixed
    banker 1 2 3 false 9 none false false mixed
6S 4S 9C TD AD
    coup   player 2 5 mixed none
    player 6 5 3 false 1 none false false mixed
    banker 4 4 2 false none none false false mixed
"""

COUP_KEYS = "winner margin cards colour pairs"
HAND_KEYS = "total two cards natural third pair suited flush colour"

WORDS = """
winner  player banker tie
margin  0 1 2 3 4 5 6 7 8 9
cards   4 5 6
colour  red black same mixed
pairs   none either both both-same-rank
H.total   0 1 2 3 4 5 6 7 8 9
H.two     0 1 2 3 4 5 6 7 8 9
H.cards   2 3
H.natural true false
H.third   0 1 2 3 4 5 6 7 8 9 none
H.pair    none any mixed coloured suited
H.suited  true false
H.flush   true false
H.colour  red black same mixed
"""


def spelt(word: Value) -> str:
    """A word as a sheet spells it."""
    return str(word).lower() if isinstance(word, bool) else str(word)


def rows() -> list[tuple[str, dict[str, set[str]]]]:
    """The coups above, each with the words that hold for every key."""
    found = []
    lines = COUPS.strip().splitlines()
    for cards, *lists in zip(lines[::4], lines[1::4], lines[2::4], lines[3::4], strict=True):
        held = {}
        for line in lists:
            what, *words = line.split()
            keys = COUP_KEYS if what == "coup" else HAND_KEYS
            for key, word in zip(keys.split(), words, strict=True):
                held[key if what == "coup" else f"{what}.{key}"] = set(word.split("/"))
        found.append((cards, held))
    return found


@pytest.mark.parametrize("cards, held", rows(), ids=[cards for cards, _ in rows()])
def test_a_coup_answers_every_question(cards: str, held: dict[str, set[str]]) -> None:
    """Of every key exactly the words hold that the coup's cards make true."""
    facts = facts_of(play(parse_cards(cards)))
    assert list(held) == list(FEATURES)
    for key, feature in FEATURES.items():
        value = feature.read(facts)
        assert {spelt(word) for word, values in feature.words.items() if value in values} == held[
            key
        ]


def test_every_word_is_seen_to_hold() -> None:
    """No word of any key is left out of the coups above."""
    seen = {(key, word) for _, held in rows() for key, words in held.items() for word in words}
    assert seen == {(key, spelt(word)) for key, found in FEATURES.items() for word in found.words}


def test_the_words() -> None:
    """The keys and words are those of the format, no more and no fewer."""
    table = {}
    for side, line in product(("player", "banker"), WORDS.strip().splitlines()):
        key, *words = line.split()
        table[key.replace("H", side)] = set(words)
    assert table == {key: set(map(spelt, found.words)) for key, found in FEATURES.items()}


def test_numbers_are_numbers_and_flags_are_flags() -> None:
    """A word has its own type: 1 is not true, and "none" is a text."""
    types = {
        (key.partition(".")[2] or key, type(w)) for key in FEATURES for w in FEATURES[key].words
    }
    assert {key for key, kind in types if kind is bool} == {"natural", "suited", "flush"}
    assert {key for key, kind in types if kind is int} == {
        "margin", "cards", "total", "two", "third",
    }  # fmt: skip
    assert {key for key, kind in types if kind is str} == {
        "winner", "colour", "pairs", "third", "pair",
    }  # fmt: skip


def test_axes_are_the_facts_beyond_the_values() -> None:
    """What is not told by the four values of a class is an axis, and some key asks along each."""
    assert Facts._fields == ("player_two", "banker_two", "player_third", "banker_third", *AXES)
    assert {axis for feature in FEATURES.values() for axis in feature.axes} == set(AXES)


PAIRS = "AC AC suited, AC AS coloured, AD AH coloured, AC AH mixed, TC JC none, KS KS suited"


@pytest.mark.parametrize("row", PAIRS.split(", "))
def test_pair_tiers(row: str) -> None:
    """GAP-0.7: a pair is of one rank, and has the highest tier alone; ten and jack are no pair."""
    *cards, tier = row.split()
    hand = Hand(parse_cards(" ".join(cards)))
    assert pair_tier(hand) == tier
    assert pair_tier(Hand((*hand.cards, DECK[0]))) == tier


COLOURS = "AC black, AC KS black, AD red, AD KH red, AC KD mixed, AD KH 5S mixed, AD 5H KD red"


@pytest.mark.parametrize("row", COLOURS.split(", "))
def test_colour(row: str) -> None:
    """All cards are red, all are black, or they are mixed."""
    *cards, colour = row.split()
    assert colour_of(parse_cards(" ".join(cards))) == colour


def test_a_clause_needs_all_and_a_condition_any() -> None:
    """All keys of a table must hold; any value of a list, and any table of a list, is enough."""
    tie = Clause((("winner", frozenset({"tie"})), ("cards", frozenset({4, 5}))))
    called = Clause((("winner", frozenset({"player"})),), frozenset({"a", "b"}))
    either = Condition((tie, called), None)
    nobody: frozenset[str] = frozenset()
    tied, won = Facts(7, 7, None, None), Facts(7, 6, None, None)
    assert tie.holds(tied, nobody)
    assert not tie.holds(Facts(5, 5, 0, 0), nobody)
    assert not called.holds(won, nobody)
    assert not called.holds(won, frozenset({"c"}))
    assert called.holds(won, frozenset({"b", "c"}))
    assert not called.holds(tied, frozenset({"a"}))
    assert either.holds(tied, nobody)
    assert either.holds(won, frozenset({"a"}))
    assert not either.holds(won, nobody)
    assert either.calls == {"a", "b"}


def test_a_condition_knows_its_axes() -> None:
    """The axes of a condition are those of its keys."""
    suited = Clause((("player.suited", frozenset({True})), ("winner", frozenset({"tie"}))))
    pairs = Clause((("pairs", frozenset({"none"})),))
    assert Condition((suited, pairs), None).axes == {
        "player_suited", "player_pair", "banker_pair", "same_rank",
    }  # fmt: skip


def test_facts_along_an_axis() -> None:
    """The same coup with another value along some axes."""
    facts = Facts(7, 6, None, None)
    assert facts.along(colour="red", same_rank=True) == facts._replace(colour="red", same_rank=True)
