"""Figures that others have published, each to the last digit printed.

docs/examples/side-bets.md tells the sources, and which printed figures are not right.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from puntobanco.odds.figures import BetOdds, SheetOdds
from puntobanco.odds.many import Many, classes
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import FEATURES, Facts
from puntobanco.shoe import Composition

ROOT = Path(__file__).parents[2]
SHEETS = {
    "example": str(ROOT / "docs" / "examples" / "side-bets.toml"),
    "variant": str(Path(__file__).with_name("variants.toml")),
    "ez": "deq-ez",
    "21c": "parkwest-21c",
}

# sheet, decks, bet, quantity, as printed. Deals are those of a result of the bet, by number.
FIGURES = """
example 8 player deals-1 2230518282592256      example 6 player deals-1 392220492728832
example 8 banker deals-1 2292252566437888      example 6 banker deals-1 403095751234560
example 4 banker deals-1 34543624867840        example 4 player deals-1 33608344225792
example 8 tie deals-1 475627426473216          example 6 tie deals-1 83552962932288
example 8 banker hits 0.458597                 example 6 banker hits 0.458653
example 8 player hits 0.446247                 example 6 player hits 0.446279
example 8 tie hits 0.095156                    example 6 tie hits 0.095069
example 1 player hits 0.4468                   example 1 banker hits 0.4596
example 1 tie hits 0.0936
example 8 banker edge 0.010579                 example 6 banker edge 0.010558
variant 8 banker edge 0.005993                 variant 6 banker edge 0.005972
example 8 player edge 0.012351                 example 6 player edge 0.012374
variant 8 tie edge 0.048440                    variant 6 tie edge 0.049313
example 8 tie edge 0.143596                    example 6 tie edge 0.144382
example 8 banker resolved 0.0117               variant 8 banker-half edge 0.014581
example 8 banker deviation 0.93                example 8 player deviation 0.95
example 8 tie deviation 2.64
ez 8 banker deals-2 2179619555108864           ez 8 banker ev -0.010183
ez 8 dragon-7 deals-1 112633011329024          ez 8 dragon-7 deals-2 4885765264174336
ez 8 panda-8 deals-1 172660763262976           ez 8 dragon-7 hits 0.022534
ez 8 dragon-7 ev -0.076113                     ez 8 panda-8 hits 0.034543
ez 8 panda-8 ev -0.101876                      ez 8 dragon-7 deviation 6.0849
21c 8 super-tie deals-1 1326729820672          21c 8 super-tie deals-2 42861591369728
21c 8 super-tie deals-3 431439105282816        21c 8 super-tie deals-4 4522770849030144
21c 8 super-tie ev -0.059716                   variant 8 super-tie edge 0.1026
21c 8 lucky-7 deals-1 101717538899968          21c 8 lucky-7 ev -0.063899
21c 8 player-pair ev -0.040964                 21c 2 banker-pair ev -0.223301
example 8 tie-9 deals-1 55146054060032         example 8 tie-9 ev -0.106348
example 8 tie-8 deals-1 54879416675072         example 8 tie-8 ev -0.110669
example 8 tie-7 ev -0.063899
example 8 player-lucky-8 deals-1 38708182784   example 8 banker-lucky-8 deals-1 38708182784
example 8 player-lucky-8 deals-4 54643925237760
example 8 player-lucky-8 edge 0.061493         example 8 banker-lucky-8 edge 0.097224
example 8 tie-6 deals-1 96170001308416         example 8 tie-6 ev -0.114952
example 8 tie-5 deals-1 39684046743808         example 8 tie-5 ev -0.118732
example 8 tie-4 deals-1 36294133463040         example 8 tie-4 ev -0.121401
example 8 tie-3 deals-1 22250510129408         example 8 tie-3 ev -0.105243
example 8 tie-2 deals-1 20006606104576         example 8 tie-2 ev -0.095412
example 8 tie-1 deals-1 20499217668352         example 8 tie-1 ev -0.114150
example 8 tie-0 deals-1 28979901420544         example 8 tie-0 ev -0.124527
example 8 player-pair edge 0.10361             example 8 banker-pair hits 0.07470
example 1 player-pair hits 0.0588              example 2 player-pair hits 0.0680
example 6 player-pair hits 0.0740              example 8 player-pair hits 0.0747
variant 8 perfect-pairs ev -0.130294           variant 8 perfect-pairs-26 ev -0.096844
variant 6 perfect-pairs ev -0.170716           example 8 perfect-pairs ev -0.066235
example 8 lucky-6 deals-1 186173936904192      example 8 lucky-6 deals-2 83058367551488
example 8 lucky-6 ev -0.116985                 example 8 tiger ev -0.166836
example 8 big-tiger edge 0.152533              example 8 big-tiger deviation 6.519
example 8 big-tiger hits 0.01662               example 8 big-tiger variance 42.503
example 8 eight-over-six deals-1 150358085283840
example 8 eight-over-six ev -0.217887
example 8 nine-over-seven deals-1 90066027282432
example 8 nine-over-seven ev -0.081032
example 8 three-card-nine-over-one deals-1 28511182835712
example 8 three-card-nine-over-one ev -0.138686
example 8 three-card-nine-over-seven edge 0.1189
example 8 player-dragon-bonus deals-1 812685054124032
example 8 player-dragon-bonus deals-2 89325908267520
example 8 player-dragon-bonus deals-3 18409431764992
example 8 player-dragon-bonus deals-4 34097645543424
example 8 player-dragon-bonus deals-5 89590261473280
example 8 player-dragon-bonus deals-6 141238897317888
example 8 player-dragon-bonus deals-7 166169165987840
example 8 player-dragon-bonus deals-8 186780352174080
example 8 banker-dragon-bonus deals-3 15390342909952
example 8 banker-dragon-bonus deals-4 28305092784128
example 8 banker-dragon-bonus deals-5 79517099278336
example 8 banker-dragon-bonus deals-6 119200072366080
example 8 banker-dragon-bonus deals-7 157275882332160
example 8 banker-dragon-bonus deals-8 201147167287296
example 4 player-dragon-bonus edge 0.0270      example 4 banker-dragon-bonus edge 0.0942
example 6 player-dragon-bonus edge 0.0267      example 6 banker-dragon-bonus edge 0.0939
example 8 player-dragon-bonus edge 0.0265      example 8 banker-dragon-bonus edge 0.0937
example 8 easy-six edge 0.05041                example 8 easy-six hits 0.13566
example 8 three-giving-8 edge 0.08682          example 8 three-giving-8 variance 182.715
example 8 eights-and-nines edge 0.07372        example 8 eights-and-nines variance 18.594
example 8 bad-beat edge 0.0846                 example 8 super-6 edge 0.2998
example 8 lucky-bonus ev 0.0234                example 8 three-card-six edge 0.1337
example 8 kill deals-1 139058824534272         example 8 kill ev -0.137559
example 8 four-cards ev -0.05283
example 8 four-cards hits 0.378868             example 6 four-cards hits 0.378925
example 8 five-cards hits 0.303444             example 6 five-cards hits 0.303540
example 8 six-cards hits 0.317687              example 6 six-cards hits 0.317535
"""
_WORDS = FIGURES.split()
ROWS = [" ".join(_WORDS[first : first + 5]) for first in range(0, len(_WORDS), 5)]

# Winner by the Player hand's first two, eight decks: Player, Banker, tie.
GIVEN = """
0 0.278792 0.654627 0.066581    1 0.282833 0.647252 0.069915    2 0.290303 0.634207 0.075490
3 0.303386 0.615539 0.081075    4 0.322084 0.579983 0.097933    5 0.358488 0.537849 0.103663
6 0.430362 0.427801 0.141838    7 0.572657 0.285046 0.142297    8 0.810911 0.094938 0.094151
9 0.905475 0.000000 0.094525
"""
# Banker's wins by total, eight decks.
BANKER_WINS = """
24291119898624 44681581871104 72927778568192 163359790133248 216715928915968 269232304455680
384279324919808 529914458673152 586850279002112
"""
# Coups of eight decks less one card of so many points in which Panda 8 wins.
PANDA = """
0 170399271999488   1 170420880433408   2 170444015883264   3 169628395374464   4 169689936212224
"""


@cache
def counted(sheet: str, decks: int) -> SheetOdds:
    """A sheet's odds by the kernels."""
    return Many(find(SHEETS[sheet])).odds(Composition.of(decks))


def value_of(found: BetOdds, quantity: str) -> Fraction | float:
    """One figure of a bet."""
    if quantity.startswith("deals-"):
        return found.results[int(quantity[6:]) - 1].deals
    return {
        "hits": found.hit_frequency,
        "ev": found.expectation,
        "edge": found.edge,
        "resolved": found.edge_resolved or 0,
        "deviation": found.deviation,
        "variance": found.variance,
    }[quantity]


@pytest.mark.parametrize("row", ROWS)
def test_published_figures(row: str) -> None:
    """What is printed is what is counted, rounded to as many digits."""
    sheet, decks, bet, quantity, printed = row.split()
    found = counted(sheet, int(decks))
    value = value_of(found.bets[found.sheet.order(bet)], quantity)
    digits = len(printed.partition(".")[2])
    assert f"{float(value):.{digits}f}" == printed


def test_given_the_first_two_cards_of_the_player() -> None:
    """Who wins, by the Player hand's two-card total."""
    deals = np.zeros((10, 3), dtype=object)
    for facts, count in classes(Composition.of(8), frozenset()).items():
        deals[facts.player_two, ("player", "banker", "tie").index(winner(facts))] += count
    for row in GIVEN.replace("\n", "    ").split("    "):
        if words := row.split():
            of_total = deals[int(words[0])]
            assert [f"{count / of_total.sum():.6f}" for count in of_total] == words[1:]


def test_wins_of_the_banker_by_total() -> None:
    """The Banker's wins, total by total."""
    deals = [0] * 10
    for facts, count in classes(Composition.of(8), frozenset()).items():
        if winner(facts) == "banker":
            deals[facts.banker_total] += count
    assert deals == [0, *map(int, BANKER_WINS.split())]


def test_panda_8_without_one_card() -> None:
    """Winning coups of 415 cards, by the card that is gone."""
    sheet = find("deq-ez")
    many = Many(sheet, ["panda-8"])
    for row in PANDA.replace("\n", "   ").split("   "):
        if words := row.split():
            gone = Composition.of(8).counts
            rank = 9 if words[0] == "0" else int(words[0]) - 1
            less = tuple(count - (place == rank) for place, count in enumerate(gone))
            assert many.deals([less])[0, 0] == int(words[1])


def test_runs_of_wins() -> None:
    """A run of n wins, ties left out: the printed chances of six decks follow from the counts."""
    wins = counted("example", 6).winner
    banker = Fraction(wins["banker"], wins["banker"] + wins["player"])
    printed = "0.49316293 0.24995325 0.12668557 0.06420894 0.03254347 0.01649424 0.00835989"
    for length, chance in enumerate(printed.split()):
        assert f"{float(banker**length * (1 - banker)):.8f}" == chance


def winner(facts: Facts) -> str:
    """Who wins."""
    return str(FEATURES["winner"].read(facts))


def test_the_example_holds_more_than_twenty_side_bets() -> None:
    """It loads, it is sound, and all but the bets without a published edge stand above."""
    sheet = find(SHEETS["example"])
    sides = [bet for bet in sheet.bets if not bet.is_main]
    assert len(sides) > 40
    assert {row.split()[2] for row in ROWS if row.startswith("example")} >= {
        bet.id
        for bet in sides
        if bet.id
        not in {
            *("small-tiger", "tiger-tie", "tiger-pair", "tiger-7", "ox-6"),
            *("golden-8", "heavenly-9", "blazing-7s", "cover-all", "player-pair-bonus"),
            *("super-tie",),
        }
    }
