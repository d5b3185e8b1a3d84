"""One anchor a clause: what the oracle says of each bet on coups that the rules speak about."""

import pytest

from tests.oracle.bets import BETS, verdict
from tests.oracle.cards import cards
from tests.oracle.coup import facts_of

COUPS = {
    # dealt in the order Player, Banker, Player, Banker, then third cards
    "natural for Player": "4S 2C 5D 6H",
    "two-card 7 for Banker": "2C 3D 4H 4S",
    "Dragon 7": "2C 3D 4H QS 4C",
    "Panda 8": "2C 3D TH 4S 6C",
    "two-card 8 for Player": "2C 3D 6H 4S",
    "7-7 on four cards": "3C 2D 4H 5S",
    "7-7 on six cards, all black": "2C 2S TC TS 5C 5S",
    "6-6 on six cards, all red": "2D 2H TD TH 4H 4D",
    "6-6 on six cards, mixed": "2D 2H TD TH 4H 4S",
    "5-5 on six cards, all red": "2D 2H TD TH 3H 3D",
    "pairs: same suit and mixed": "4S 2C 4S 2H",
    "pairs: same colour and none": "4S KC 4C QH",
}

EZ = """
    natural for Player           player 1:1   banker take  tie take  dragon-7 take  panda-8 take
    two-card 7 for Banker        player take  banker 1:1   tie take  dragon-7 take  panda-8 take
    Dragon 7                     player take  banker push  tie take  dragon-7 40:1  panda-8 take
    Panda 8                      player 1:1   banker take  tie take  dragon-7 take  panda-8 25:1
    two-card 8 for Player        player 1:1   banker take  tie take  dragon-7 take  panda-8 take
    7-7 on four cards            player push  banker push  tie 8:1   dragon-7 take  panda-8 take
    7-7 on six cards, all black  player push  banker push  tie 8:1   dragon-7 take  panda-8 take
"""

TIE_7_PUSHES = """
    7-7 on four cards            player push  banker push  tie push  dragon-7 take  panda-8 take
    7-7 on six cards, all black  player push  banker push  tie push  dragon-7 take  panda-8 take
    6-6 on six cards, mixed      player push  banker push  tie 8:1   dragon-7 take  panda-8 take
    Dragon 7                     player take  banker push  tie take  dragon-7 40:1  panda-8 take
"""

TWENTY_FIRST = """
    Dragon 7                     player take  banker 1:1   lucky-7 take  super-tie take
    7-7 on four cards            player push  banker take  lucky-7 45:1  super-tie 7:1
    7-7 on six cards, all black  player push  banker take  lucky-7 45:1  super-tie 100:1
    6-6 on six cards, all red    player push  banker push  lucky-7 take  super-tie 100:1
    6-6 on six cards, mixed      player push  banker push  lucky-7 take  super-tie 25:1
    5-5 on six cards, all red    player push  banker push  lucky-7 take  super-tie 7:1
    pairs: same suit and mixed   player-pair 25:1  banker-pair 6:1
    pairs: same colour and none  player-pair 12:1  banker-pair take
"""

CLASSIC = """
    Dragon 7                     player take  banker 19:20  tie take
    two-card 7 for Banker        player take  banker 19:20  tie take
    7-7 on four cards            player push  banker push   tie 8:1
    pairs: same suit and mixed   player-pair 11:1  banker-pair 11:1
    pairs: same colour and none  player-pair 11:1  banker-pair take
"""


def rulings(game: str, table: str) -> list[tuple[str, str, str, str]]:
    """Game, coup, bet and ruling of every word of a table."""
    found = []
    for row in table.strip().splitlines():
        name = next(coup for coup in COUPS if row.strip().startswith(coup + "  "))
        words = row.strip().removeprefix(name).split()
        found += [(game, name, *pair) for pair in zip(words[::2], words[1::2], strict=True)]
    return found


@pytest.mark.parametrize(
    "game, coup, bet, expected",
    [
        *rulings("deq-ez", EZ),
        *rulings("ca-ez-panda8", EZ),
        *rulings("parkwest-ez", EZ),
        *rulings("parkwest-ez-tie7-push", TIE_7_PUSHES),
        *rulings("parkwest-21c", TWENTY_FIRST),
        *rulings("punto-banco", CLASSIC),
    ],
)
def test_ruling(game: str, coup: str, bet: str, expected: str) -> None:
    """1.2 to 1.5, 1.8: the tables of the clauses, read off by hand on a dozen coups."""
    ruling = verdict(game, bet, facts_of(cards(COUPS[coup])))
    shown = ruling.verdict
    if shown == "pay":
        shown = f"{ruling.numerator}:{ruling.denominator}"
    assert shown == expected


def test_bets_that_are_not_offered() -> None:
    """1.4, 1.5, 1.8: no pair at Parkwest EZ, no plain Tie in 21st Century, no Dragon in classic."""
    coup = facts_of(cards(COUPS["Dragon 7"]))
    for game, bet in (
        ("parkwest-ez", "player-pair"),
        ("parkwest-21c", "tie"),
        ("punto-banco", "dragon-7"),
    ):
        assert bet not in BETS[game]
        with pytest.raises(KeyError):
            verdict(game, bet, coup)
