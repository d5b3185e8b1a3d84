"""Recorded shoes counted and played as they turned out, with their voids and corrections."""

from fractions import Fraction
from pathlib import Path

import pytest

from puntobanco.errors import InputError
from puntobanco.rules.catalogue import find
from puntobanco.sim.counting import Trigger
from puntobanco.sim.shoes import Shoes
from puntobanco.study.counting import Counting
from puntobanco.study.hands import Recorded
from puntobanco.study.recorded import follow_recorded
from puntobanco.track.history.check import REACH, check_history
from puntobanco.track.history.read import parse
from puntobanco.track.history.records import History
from tests.cli.running import run

EZ = find("deq-ez")
TAGS = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)  # the published count of the Dragon 7, by points
AT = "at=2026-04-01T12:00:00.000Z"
HEAD = f"""puntobanco-history 1
table t "T"
rules deq-ez game={EZ.hash} venue={EZ.venue_hash}
terms decks=8 seats=7 unit=5 currency=EUR policy=running win-cap=continue \
rotation={EZ.venue.rotation} collection={EZ.venue.collection} people=left-out
"""
# Seen before round 3: burn 0, round 1 +2 +2, the void round -3. As it turned out the nine was a
# four: -1 +2, -3.
FIRST = f"""shoe 1 physical decks=8 cut-card=14 {AT}
burn 3H unseen=3
round 1 hand=1 opened=2026-04-01T12:00:00.000Z
  closed 2026-04-01T12:00:00.000Z
  cards 9S 8H KD KC
  outcome P+n9
  settled 2026-04-01T12:00:00.000Z
round 2 hand=2 opened=2026-04-01T12:00:00.000Z
  cards 5S 6H 7D
  void misdeal by=d approved=f {AT}
"""
CORRECTION = """correction c round=1 why=misread by=d approved=f
  cards 4S 8H KD KC
  outcome B+n8
  corrected 2026-04-01T12:00:00.000Z
"""
OPENED = """round 3 hand=2 opened=2026-04-01T12:00:00.000Z
"""
DRAGON = """  closed 2026-04-01T12:00:00.000Z
  cards 2C 3D 4H QS 4C
  outcome B+d7
  settled 2026-04-01T12:00:00.000Z
"""
ENDED = "shoe-ended 2026-04-01T12:00:00.000Z why=over\n"
NEXT = f"shoe 2 results decks=8 cut-card=14 {AT}\n"
WHOLE = {
    "before the round": FIRST + CORRECTION + OPENED + DRAGON + ENDED,
    "while it is open": FIRST + OPENED + CORRECTION + DRAGON + ENDED,
    "after it": FIRST + OPENED + DRAGON + CORRECTION + ENDED,
    "after the shoe": FIRST + OPENED + DRAGON + ENDED + CORRECTION,
    "in the next shoe": FIRST + OPENED + DRAGON + ENDED + NEXT + CORRECTION + ENDED,
}


def history(text: str, shoes: int = 1) -> History:
    """Read a history, which is sound."""
    found = parse(f"{HEAD}{text}end shoes={shoes} rounds=3\n".encode())
    assert check_history(found, find) == []
    return found


def counted(found: History) -> list[tuple[int, int, float]]:
    """Count the Dragon 7 by the running count: the count, its rounds, what a unit won."""
    trigger = Trigger(Fraction(0), true=False)
    shoes = Shoes(8, EZ.venue.shoe, 1, TAGS)
    counting = Counting(EZ, EZ.require_bet("dragon-7"), shoes, trigger, 1)
    follow_recorded(counting, (found.header, *found.items), "shoe.txt")
    assert counting.wanted == counting.sums.shoes == 1
    assert counting.sums.bets == sum(rounds for at, rounds, _ in counting.by_count if at >= 0)
    return counting.by_count


def test_a_void_rounds_cards_are_gone() -> None:
    """Its cards are seen and count, and nobody wagers on it."""
    found = history(FIRST + OPENED + DRAGON + ENDED)
    assert counted(found) == [(0, 1, -1), (1, 1, 40)]


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_corrected_coup_counts_with_its_cards(text: str) -> None:
    """Wherever the correction is written down, the count is that of the cards that came."""
    found = history(text, text.count("shoe-ended"))
    assert counted(found) == [(-2, 1, 40), (0, 1, -1)]
    (hands,) = Recorded(EZ, EZ.bets).shoes(found.items, "shoe.txt")
    assert [winner.letter for winner in hands.winners] == ["B", "B"]
    assert hands.results["banker"] == [1, 0]  # paid, and the push on the Dragon 7


def test_a_card_burned_out_of_turn_is_seen_after_the_wager() -> None:
    """A card that leaves the shoe while a round is dealt counts from the next round on."""
    aside = "  aside 9C position=8 use=out why=exposed\n  cards 9S"
    found = history(FIRST.replace("  cards 9S", aside) + OPENED + DRAGON + ENDED)
    assert counted(found) == [(0, 1, -1), (3, 1, 40)]


def test_the_last_of_two_corrections_holds() -> None:
    """What is corrected again is as it was corrected last; a card of no hand is gone for good."""
    again = CORRECTION.replace(" c ", " d ").replace("  cards 4S", "  cards 5S")
    aside = again.replace("  cards", "  aside 9C position=8 use=out why=no-hand\n  cards")
    found = history(FIRST + CORRECTION + aside + OPENED + DRAGON + ENDED)
    assert counted(found) == [(0, 2, 19.5)]  # -1 +2, +2 set aside, -3: both rounds at nought


def test_a_correction_of_no_round() -> None:
    """A round that is not within reach is named with the line."""
    text = FIRST + CORRECTION.replace("round=1", "round=9") + OPENED + DRAGON + ENDED
    found = parse(f"{HEAD}{text}end shoes=1 rounds=3\n".encode())
    with pytest.raises(InputError, match=f"^h: line 15: there is no round 9 within {REACH} shoes"):
        Recorded(EZ, EZ.bets).shoes(found.items, "h")


def test_both_commands_read_it(tmp_path: Path) -> None:
    """``count`` and ``backtest`` say the same of the file; a broken line comes before all else."""
    file = tmp_path / "shoe.txt"
    text = WHOLE["in the next shoe"]
    file.write_text(f"{HEAD}{text}end shoes=2 rounds=3\n")
    line = ("--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "0", "--running", "--json")
    found = run("count", "--bet", "dragon-7", "--history", str(file), *line).json
    assert [(each["count"], each["mean"]) for each in found["by_count"]] == [(-2, 40), (0, -1)]
    flat = run("backtest", "--history", str(file), "--system", "flat", "--json").json
    assert flat["systems"]["flat"]["net"] == 100
    file.write_text(f"{HEAD}{text}end shoes=2 rounds=3\n".replace("cards 9S", "cards 9X"))
    for command in (("count", "--bet", "dragon-7", *line[:4]), ("backtest",)):
        assert "line 9, column 9: " in run(*command, "--history", str(file)).fault
