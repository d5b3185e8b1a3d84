"""Every fault of a rule sheet, with its line, its key, what is wrong and the cure."""

import re
from pathlib import Path

import pytest

from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load

FAULTS = Path(__file__).with_name("sheet_faults.txt")

GAME = """\
format = 1
id = "game"
name = "Game"
source = "a test"
bank = "player-dealer"
cloth = "ink"
decks = { min = 3, max = 8, default = 6 }
seats = [
  7,
  13, # a comment, [with] "signs"
]

[[call]]
id = "seven"
label = "Seven"
mark = "7"
token = "s7"
when = { winner = "banker", banker = { cards = 3, total = 7 } }

[[call]]
id = "natural"
label = "Natural"
mark = "N"
token = "nat"
when = [
  { player = { natural = true } },
  { banker = { natural = [true] } },
]

[[bet]]
id = "banker"
label = "Banker"
kind = "main"
felt = "bar"
back_line = true
result = [
  { when = { call = "seven" }, verdict = "push" },
  { when = { winner = "banker", margin = [
    1,
    2,
  ] }, pays = "1:1", commission = "5%", round = "down" },
  { when = { winner = "banker" }, pays = "2:1" },
]

[[bet]]
id = "bonus"
label = "Bonus"
kind = "side"
requires = [
  "banker",
]
fee = "none"
cap = "base"
result = [{ when = { call = ["seven", "natural"] }, pays = "9:1" }]

[venue]
opposite_mains = false
second_place = false
cover = { policy = "running", win_cap = "continue", secondary = false }
rotation = "bureau-two-hands"
collection = "none"
irregularities = "keep"

[venue.shoe]
cut_card = 14
burn = "first-card"
last = "one-more"
"""


def fault_of(text: str) -> str:
    """The line that refuses a sheet."""
    with pytest.raises(SheetError) as caught:
        load(text, "game.toml", find)
    error = caught.value
    place = f"game.toml:{error.line}" if error.line else "game.toml"
    assert str(error) == f"{place}: {error.key}: {error.reason}; {error.cure}"
    assert str(error).isprintable()
    return str(error)


def changed(old: str, new: str) -> str:
    """The game with one place changed."""
    assert GAME.count(old) == 1
    return GAME.replace(old, new)


def faults() -> list[tuple[str, str, str]]:
    """What is changed to what, and the fault."""
    found = []
    for block in FAULTS.read_text(encoding="utf-8").split("\n\n"):
        *change, fault = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        old, new = ([line[2:] for line in change if line[0] == sign] for sign in "-+")
        if change:
            end = "" if new else "\n"
            found.append(("\n".join(old) + end, "\n".join(new), fault))
    return found


def test_the_game_itself() -> None:
    """Without a change there is no fault."""
    assert load(GAME, "game.toml", find).id == "game"


@pytest.mark.parametrize("number", range(len(faults())))
def test_faults(number: int) -> None:
    """A fault names file, line, key, reason and cure, in one line."""
    old, new, fault = faults()[number]
    assert fault_of(changed(old, new)) == f"game.toml:{fault}"


def test_a_sheet_without_a_bet() -> None:
    """A sheet has at least one bet."""
    text = GAME.partition("[[bet]]")[0]
    assert fault_of(text) == "game.toml:1: bet: the sheet has no bet; add a [[bet]]"


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_lines_are_counted_by_their_ends_alone(ends: str) -> None:
    """Line ends of Windows are counted once, and no other sign counts as one."""
    text = changed('kind = "side"', "# \u2028 \u0085 \u00a0\nkind = 'mains'").replace("\n", ends)
    assert fault_of(text).startswith("game.toml:49: bet[2].kind: 'mains' is not known")


HEAD = """\
format = 1
id = "game"
name = "Game"
source = "a test"
bank = "house"
[[bet]]
id = "a"
label = "A"
kind = "main"
"""

# However the results of a bet are written, and the line of the fault in them, counted from there.
WRITTEN = [
    (1, "pays", "result = [{ when = { winner = 'tie' }, pays = 'x' }]"),
    (4, "pays", "result = [\n\n # [{ one\n {when = { winner = 'tie' }, pays = 'x' }]"),
    (2, "pays", "result = [{ when = { winner = 'tie', cards = [ # ]}\n 4 ] }, pays = 'x' }]"),
    (3, "pays", "[[bet.result]]\nwhen.winner = 'tie'\npays = 'x'"),
    (1, "pays", "[[bet.result]]\n[bet.result.when]\nwinner = 'tie'\n[[bet.result]]"),
    (3, "winner", "[[bet.result]]\n[bet.result.when]\nwinner = 'nobody'"),
    (3, "pays", " [[ bet . 'result' ]] # [[so]]\n when = { 'winner' = 'tie' }\n\"pays\" = 'x'"),
    (3, "winner[1]", 'result = [{ pays = """\n1:1""", when = { winner = [\n"nobody"] } }]'),
    (3, "winner[1]", "result = [{ pays = '''\n1:1''', when = { winner = [\n'nobody'] } }]"),
    (2, "winner[2]", 'result = [{ pays = "}#\\"]", when = { winner = ["tie",\n"nobody"] } }]'),
    (2, "pays", "result = [{ when = { cards = 4 }, pays = '1:1' },\n{ when = { cards = 5 } }]"),
]


@pytest.mark.parametrize("line, key, result", WRITTEN)
def test_lines_however_a_bet_is_written(line: int, key: str, result: str) -> None:
    """A result may stand in one line, in many, or as tables of its own: its line is found."""
    fault = fault_of(HEAD + result)
    assert fault.startswith(f"game.toml:{9 + line}: bet[1].result[")
    assert f"{key}: " in fault


@pytest.mark.parametrize(
    "key, why",
    [
        ("insurance", "wagers are placed before the first card"),
        ("progressive", "terms do not depend on earlier coups"),
        ("seat", "terms do not depend on the seat"),
        ("aces", "no rank is counted over all cards"),
    ],
)
def test_what_a_sheet_leaves_out_on_purpose(key: str, why: str) -> None:
    """A sheet cannot say some things, and says so when asked (docs/reference/sheets.md)."""
    said = f"a sheet cannot say this, on purpose: {why}; leave it out"
    assert fault_of(GAME.replace("kind =", f"{key} = 1\nkind =", 1)).endswith(said)
    assert fault_of(GAME.replace("{ winner", f"{{ {key} = 1, winner", 1)).endswith(said)


def test_bets_that_wait_for_each_other() -> None:
    """Two bets that require each other can never be placed."""
    text = GAME.replace('id = "banker"\nlabel', 'id = "banker"\nrequires = ["bonus"]\nlabel')
    assert "nobody can ever place banker: what it requires waits for it in turn" in fault_of(text)


def test_places_and_cut_card() -> None:
    """A table has places, and a shoe has cards before its cut card."""
    empty = re.sub(r"^seats = \[.*?^\]$", "seats = []", GAME, flags=re.MULTILINE | re.DOTALL)
    assert "seats: the list is empty" in fault_of(empty)
    one_deck = re.sub(r"^decks = .*$", "decks = { min = 1, max = 1 }", GAME, flags=re.MULTILINE)
    cut = one_deck.replace("cut_card = 14", "cut_card = 52")
    assert "venue.shoe.cut_card: 52 cards are the whole shoe" in fault_of(cut)
