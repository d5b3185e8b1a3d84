"""The oracle counts what is published, for every shoe of one to eight decks."""

import json
from collections import Counter
from functools import cache
from math import perm

from tests import shared_data
from tests.oracle.bets import BETS, Ruling
from tests.oracle.cards import cards
from tests.oracle.odds import Shoe, facts_of

DECKS = range(1, 9)

# House edge in percent by number of decks; the head names bet and game.
EDGES = """
    banker  banker  banker  player  tie      dragon-7 panda-8  lucky-7 super-tie player-pair
    classic ez      21c     ez      ez       ez       ez       21c     21c       21c
  1 1.01175 0.96779 0.77188 1.28637 15.74613 7.57952  10.61142 5.32017 8.15055   47.05882
  2 1.03891 0.99775 0.78692 1.25646 15.02280 7.57734  10.36701 6.00462 6.97926   22.33010
  3 1.04749 1.00708 0.79254 1.24685 14.74029 7.58897  10.28684 6.18810 6.54472   14.19355
  4 1.05169 1.01162 0.79544 1.24211 14.59164 7.59690  10.24702 6.27236 6.31943   10.14493
  5 1.05419 1.01431 0.79722 1.23929 14.50013 7.60231  10.22322 6.32061 6.18172   7.72201
  6 1.05585 1.01609 0.79841 1.23741 14.43816 7.60619  10.20738 6.35186 6.08886   6.10932
  7 1.05703 1.01736 0.79927 1.23608 14.39343 7.60909  10.19609 6.37372 6.02201   4.95868
  8 1.05791 1.01830 0.79992 1.23508 14.35963 7.61133  10.18763 6.38988 5.97160   4.09639
"""

GAMES = {"classic": "punto-banco", "ez": "deq-ez", "21c": "parkwest-21c"}

# Sequences by number of decks: Banker wins, Player wins, ties, Dragon 7, Panda 8, ties on 7.
SEQUENCES = """
 1       6737232640       6548674432      1372227328       330417504       503949952       301702112
 2     501543728128     487816735232    103154274240     24627590528     37663599616     22324203136
 3    6000349195008    5837305562496   1238768922816    294733129824    451202783616    266679155808
 4   34543624867840   33608344225792   7145601996928   1697007097344   2599300440064   1534231302656
 5  133700037548800  130087780016000  27690387926400   6568759023200  10064605955200   5935978079200
 6  403095751234560  392220492728832  83552962932288  19805383926144  30352294536192  17892276227712
 7 1023469376328448  995884732700032 212268385833280  50288203337568  77080162612096  45421415421536
 8 2292252566437888 2230518282592256 475627426473216 112633011329024 172660763262976 101717538899968
"""


@cache
def whole(decks: int) -> Shoe:
    """A shoe of which nothing is gone."""
    return Shoe(decks)


def counts(shoe: Shoe) -> Counter[str]:
    """The sequences of a shoe by the names of the published tables."""
    counted: Counter[str] = Counter(total=shoe.deals)
    for outcome, ways in shoe.outcomes.items():
        coup = facts_of(outcome)
        counted[coup.result] += ways
        counted["dragon7"] += ways if coup.dragon_7 else 0
        counted["panda8"] += ways if coup.panda_8 else 0
        counted["natural_either"] += ways if coup.natural else 0
        if coup.result == "TIE":
            counted[f"tie {coup.player_total}"] += ways
            counted[f"six-card tie {coup.player_total}"] += ways if coup.six_card else 0
    return counted


def test_edges() -> None:
    """1.7: the edge of all nine bets, with both Banker variants, to five decimals of a percent."""
    bets, games, *rows = (line.split() for line in EDGES.strip().splitlines())
    assert len(rows) == len(DECKS)
    for decks, *edges in rows:
        for game, bet, edge in zip(games, bets, edges, strict=True):
            exact = -100 * whole(int(decks)).expectation(GAMES[game], bet)
            assert (decks, game, bet, f"{float(exact):.5f}") == (decks, game, bet, edge)


def test_deviations() -> None:
    """1.7: the standard deviation of one unit on each bet, eight decks."""
    deviations = {
        ("deq-ez", "banker"): "0.93926",
        ("deq-ez", "player"): "0.95115",
        ("deq-ez", "tie"): "2.64087",
        ("deq-ez", "dragon-7"): "6.08488",
        ("deq-ez", "panda-8"): "4.74811",
        ("parkwest-21c", "lucky-7"): "6.49495",
        ("parkwest-21c", "super-tie"): "3.62553",
        ("parkwest-21c", "banker-pair"): "3.95343",
    }
    for (game, bet), deviation in deviations.items():
        assert f"{float(whole(8).variance(game, bet)) ** 0.5:.5f}" == deviation


def test_sequences() -> None:
    """1.7: the ordered six-card sequences of each result, to the last digit."""
    for line in SEQUENCES.strip().splitlines():
        decks, *expected = (int(word) for word in line.split())
        found = counts(whole(decks))
        names = ("BANKER_WIN", "PLAYER_WIN", "TIE", "dragon7", "panda8", "tie 7")
        assert [found[name] for name in names] == expected
        assert found["total"] == sum(expected[:3]) == perm(52 * decks, 6)


def test_exact_combinations() -> None:
    """Every count of the file of exact combinations, for one to eight decks."""
    place = shared_data.file("exact-combinations.json")
    if place is None:
        return
    for decks, published in json.loads(place.read_text(encoding="utf-8")).items():
        found = counts(whole(int(decks)))
        for name in ("total", "dragon7", "panda8", "natural_either"):
            assert found[name] == published[name]
        for name, ours in (
            ("player", "PLAYER_WIN"),
            ("banker", "BANKER_WIN"),
            ("tie", "TIE"),
        ):
            assert found[ours] == published[name]
        for final, count in published["tie_by_total"].items():
            assert found[f"tie {final}"] == count
        for final, count in published["six_card_tie_by_total"].items():
            assert found[f"six-card tie {final}"] == count


def test_one_colour() -> None:
    """1.7: of the six-card ties on 6 to 9 of eight decks, so many are of one colour."""
    shoe = whole(8)
    high = [each for each in shoe.one_colour if each.player_total == each.banker_total]
    high = [each for each in high if each.player_total in {6, 7, 8, 9}]
    assert sum(shoe.outcomes[each] for each in high) == 44_188_321_190_400
    assert sum(shoe.one_colour[each] for each in high) == 1_326_729_820_672


def test_other_reading_of_tie_on_7() -> None:
    """1.7, GAP-0.2: where 7-7 pushes the Tie bet, its bettor gives up twice as much."""
    edges = {3: "31.06", 6: "30.72", 8: "30.64"}
    for decks, edge in edges.items():
        exact = -100 * whole(decks).expectation("parkwest-ez-tie7-push", "tie")
        assert f"{float(exact):.2f}" == edge


def test_every_ruling_is_counted_once() -> None:
    """The rulings on a bet share out all the sequences of a shoe, whatever is gone from it."""
    depleted = Shoe(1, cards("AS AH KD KC 9S 9H 9D 9C 2S 3S 4S 5S"))
    assert depleted.deals == perm(40, 6)
    for game, bets in BETS.items():
        for bet in bets:
            assert sum(depleted.rulings(game, bet).values()) == depleted.deals


def test_a_shoe_of_tens() -> None:
    """A shoe of nothing but picture cards deals six cards and ties on nothing, every time."""
    gone = [rank + suit for rank in "A23456789" for suit in "CDHS"]
    shoe = Shoe(1, cards(" ".join(gone)))
    assert shoe.deals == perm(16, 6)
    assert shoe.rulings("deq-ez", "tie") == Counter({Ruling("pay", 8): perm(16, 6)})
    assert shoe.rulings("parkwest-21c", "super-tie")[Ruling("pay", 7)] == perm(16, 6)
