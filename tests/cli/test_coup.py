"""``coup``: the document, the page, and cards that are no coup."""

import pytest

from tests.cli.running import run


def test_document_of_a_coup() -> None:
    """The JSON of a coup: cards in the order dealt, hands, winner, calls, every bet's verdict."""
    ran = run("coup", "2C 3D 4H QS 4C", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json == {
        "rules": "deq-ez",
        "cards": ["2C", "3D", "4H", "QS", "4C"],
        "player": {"cards": ["2C", "4H"], "total": 6, "natural": False},
        "banker": {"cards": ["3D", "QS", "4C"], "total": 7, "natural": False},
        "winner": "banker",
        "calls": ["dragon-7"],
        "bets": {
            "player": {"verdict": "take", "odds": None},
            "banker": {"verdict": "push", "odds": None},
            "tie": {"verdict": "take", "odds": None},
            "dragon-7": {"verdict": "pay", "odds": "40:1"},
            "panda-8": {"verdict": "take", "odds": None},
        },
    }


def test_odds_of_a_coup_are_after_commission() -> None:
    """A bet that pays commission shows what is left of its odds, to one, as `odds` does."""
    bets = run("coup", "2C 9D 5H TS", "--rules", "punto-banco", "--json").json["bets"]
    assert bets["banker"] == {"verdict": "pay", "odds": "19:20"}


def test_order_of_the_keys() -> None:
    """The keys of a document stand in the order in which the reference lists them."""
    ran = run("coup", "9S 4H KD 2C", "--json").json
    assert list(ran) == ["rules", "cards", "player", "banker", "winner", "calls", "bets"]
    assert list(ran["player"]) == ["cards", "total", "natural"]
    assert list(ran["bets"]) == ["player", "banker", "tie", "dragon-7", "panda-8"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("9S", "4H", "KD", "2C"),
        ("9S 4H KD 2C",),
        ("9s,4h,kd,2c",),
        ("9S, 4H", "KD,2C"),
        ("  9S 4H\tKD\n2C ",),
    ],
)
def test_spelling_of_cards(arguments: tuple[str, ...]) -> None:
    """Cards are one argument or several, in any case, split by spaces or commas."""
    assert run("coup", *arguments, "--json").json["cards"] == ["9S", "4H", "KD", "2C"]


def test_ten_has_two_spellings() -> None:
    """A ten is read as T or as 10 and printed as T."""
    assert run("coup", "10S 4H th 5C", "--json").json["cards"][:3] == ["TS", "4H", "TH"]


def test_page_of_a_coup() -> None:
    """A person reads both hands, why each drew or stood, the winner, the call, every verdict."""
    ran = run("coup", "2C 3D TH 4S 6C")
    assert ran.status == 0
    assert ran.out == (
        "EZ Baccarat\n"
        "\n"
        "Player  2C TH 6C  8  drew on 2: Player draws on 0 to 5\n"
        "Banker  3D 4S     7  stood on 7: Player's third card counts 6,"
        " and on 7 Banker always stands\n"
        "\n"
        "Player wins, 8 to 7. Panda 8!\n"
        "\n"
        "Bet       Verdict  Odds\n"
        "Player    pay      1:1\n"
        "Banker    take\n"
        "Tie       take\n"
        "Dragon 7  take\n"
        "Panda 8   pay      25:1\n"
    )


def test_page_of_a_tie() -> None:
    """A tie is told by its total."""
    assert "A tie at 7. Lucky-7!" in run("coup", "3C 2D 4H 5S", "--rules", "parkwest-21c").out


@pytest.mark.parametrize(
    "cards, fault",
    [
        ("9S 4H KD", "3 cards given and the coup is not over: the Banker hand still draws"),
        ("2C 2S TC TS 5C 5S 9H", "card 7 (9H) has no hand to go to"),
        ("9S 4H KD 2C 5C", "card 5 (5C) has no hand to go to"),
        ("2C 3D 4H QS", "the Banker hand still draws; add its card"),
        ("1S 4H KD 2C", "'1S' is not a card: write a rank A 2-9 T J Q K (or 10) and a suit"),
        ("9S" * 4, "is not a card"),
        ("", "0 cards given and the coup is not over"),
        (" ".join(["9S"] * 9), "9S is there more than 8 times: 8 decks hold 8 of each card"),
    ],
)
def test_no_coup(cards: str, fault: str) -> None:
    """Cards that are not exactly one coup of the decks are refused, with the card and the cure."""
    ran = run("coup", cards, "--json")
    assert fault in ran.fault
    assert ran.out == ""


def test_no_cards_at_all() -> None:
    """A command without what it needs says so, and where to read about it."""
    assert run("coup").fault == (
        "Missing argument 'CARDS...'; puntobanco coup --help says what there is"
    )
