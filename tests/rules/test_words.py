"""A sheet in words; the words of the shipped sheets are golden, with the command line."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import FEATURES
from puntobanco.rules.coup import play
from puntobanco.rules.load import load
from puntobanco.rules.words import bet_words, drawing_words, words_of

HEAD = """
format = 1
id = "mine"
name = "Mine"
source = "a test"
bank = "player-dealer"
[[bet]]
id = "player"
label = "Player"
kind = "main"
result = [{ when = { winner = "player" }, pays = "1:1" }]
[[bet]]
id = "odd"
label = "Odd"
kind = "side"
"""


def lines(rest: str) -> tuple[str, ...]:
    """The words of a bet that a test writes."""
    sheet = load(HEAD + rest, "mine.toml", find)
    return bet_words(sheet, sheet.require_bet("odd"))


@pytest.mark.parametrize(
    "when, words",
    [
        ('winner = ["player", "tie"]', "a Player win or a tie"),
        ("margin = [3, 1, 2]", "a margin of 1 to 3"),
        ("margin = [0, 8, 9]", "a margin of 0, 8 or 9"),
        ("cards = 6", "6 cards in all"),
        ('colour = "mixed"', "all cards not of one colour"),
        ('pairs = "both-same-rank"', "pairs of one rank in both hands"),
        ("player = { two = 9 }", "a Player hand of 9 on its first two cards"),
        ("banker = { natural = true }", "a Banker hand that is a natural"),
        ("player = { third = 8 }", "a Player hand with a third card that counts 8"),
        ('player = { third = "none" }', "a Player hand without a third card"),
        (
            'player = { third = [0, "none"] }',
            "a Player hand with a third card that counts 0 or without a third card",
        ),
        ("banker = { suited = true }", "a Banker hand whose first two cards are of one suit"),
        (
            "player = { cards = 3, flush = true }",
            "a Player hand of 3 cards and all of one suit",
        ),
        ("banker = { flush = false }", "a Banker hand not all of one suit"),
        ('banker = { colour = "red" }', "a Banker hand with all cards red"),
        (
            'winner = "tie", player = { cards = 3, total = 6 }',
            "a tie and a Player hand of 3 cards and of total 6",
        ),
    ],
)
def test_conditions(when: str, words: str) -> None:
    """Every key of a condition has its words."""
    assert lines(f'result = [{{ when = {{ {when} }}, pays = "2:1" }}]')[0] == f"Pays 2:1 on {words}"


def test_any_of_several_tables() -> None:
    """A list of tables is told as any of them."""
    either = 'result = [{ when = [{ winner = "tie" }, { margin = 9 }], pays = "2:1" }]'
    assert lines(either)[0] == "Pays 2:1 on a margin of 9, or a tie"


def test_terms() -> None:
    """Commission, rounding, requirement, cap, fee and back line are told."""
    told = lines("""
        requires = ["player"]
        cap = "base"
        fee = "paid-or-waived"
        back_line = false
        result = [
          { when = { margin = 9 }, pays = "3:2", commission = "2.5%", round = "nearest" },
          { when = { margin = 8 }, verdict = "push" },
          { when = { margin = 7 }, verdict = "take" },
        ]
    """)
    assert told == (
        "Pays 3:2 less 2.5% commission (117:80), rounded to the nearest, on a margin of 9",
        "Else pushes on a margin of 8",
        "Else taken on a margin of 7",
        "Taken on everything else",
        "Needs a wager on Player by the same patron, seat and line",
        "No larger than the wager that it needs",
        "Only where the collection is paid or waived",
        "Not from the back line",
    )


def test_every_feature_has_words() -> None:
    """A feature that the format has, or will have, can be told."""
    for key, feature in FEATURES.items():
        hand, _, part = key.rpartition(".")
        for word in feature.words:
            value = str(word).lower() if isinstance(word, bool) else repr(word).replace("'", '"')
            inner = f"{part} = {value}"
            when = f"{hand} = {{ {inner} }}" if hand else inner
            (first, *_) = lines(f'result = [{{ when = {{ {when} }}, pays = "2:1" }}]')
            assert len(first) > len("Pays 2:1 on ")


def test_sections_without_a_line_are_left_out() -> None:
    """A sheet without calls has no heading for them."""
    titles = [section.title for section in words_of(find("punto-banco")).sections]
    assert "Calls" not in titles
    assert titles[:2] == ["Punto Banco", "Player (player)"]


@pytest.mark.parametrize(
    "cards, player, banker",
    [
        (
            "9S 4H KD 2C",
            "has a natural 9: nobody draws",
            "stood on 6: the other hand has a natural",
        ),
        (
            "2C 3D 4H QS 4C",
            "stood on 6: Player draws on 0 to 5 only",
            "drew on 3: where Player stood, Banker draws on 0 to 5",
        ),
        (
            "2C 2D 3H AS 8C",
            "drew on 5: Player draws on 0 to 5",
            (
                "stood on 3: Player's third card counts 8, and on 3 Banker draws against"
                " 0 to 7 and 9 only"
            ),
        ),
        (
            "2C 2D 3H 4S 7C 5H",
            "drew on 5: Player draws on 0 to 5",
            "drew on 6: Player's third card counts 7, and on 6 Banker draws against 6 and 7 only",
        ),
    ],
)
def test_drawing(cards: str, player: str, banker: str) -> None:
    """Why a hand drew or stood is told from the chart."""
    assert drawing_words(play(parse_cards(cards))) == (player, banker)
