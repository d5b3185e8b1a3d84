"""``backtest`` on the command line."""

from pathlib import Path

import pytest

from tests.cli.running import run

HISTORY = Path("docs/reference/history.md")
OWN = """
from puntobanco.study.systems import Stake, System


class Three(System):
    '''Three units, whatever happens.'''

    def stake(self, purse):
        return Stake(self.bet, purse.fit(3))


class Greedy(System):
    '''More than there is.'''

    def stake(self, purse):
        return Stake(self.bet, purse.most + 1)


class Late(System):
    '''Fails in its hundredth hand.'''

    hands = 0

    def stake(self, purse):
        Late.hands += 1
        return Stake(self.bet, 1 // (Late.hands != 100))


class Mute(System):
    '''No Stake.'''

    def stake(self, purse):
        return 5


class Unborn(System):
    '''Cannot begin.'''

    def __init__(self, bet, sides):
        raise KeyError("no")

    def stake(self, purse):
        return None


class Dull(System):
    '''Cannot learn.'''

    def stake(self, purse):
        return None

    def learn(self, seen):
        seen.nothing


other = 3
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with systems of somebody's own."""
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_every_system_on_the_same_shoes() -> None:
    """One value, with a table of systems; the sums are those of the sessions."""
    found = run("backtest", "--shoes", "20", "--json").json
    assert (found["rules"], found["bet"], found["unit"]) == ("deq-ez", "banker", 100)
    assert len(found["systems"]) == 9
    for system in found["systems"].values():
        assert system["sessions"] == system["shoes"] == 20
        assert sum(system["ends"].values()) == 20
        assert system["wagered"] == sum(system["staked"].values())
    flat, chop = found["systems"]["flat"], found["systems"]["chop"]
    assert flat["rounds"] == chop["rounds"] > chop["wagers"]


def test_a_seed_is_a_result() -> None:
    """The same seed gives the same sessions, and another gives others."""
    one, two, other = (
        run("backtest", "--system", "paroli", "--shoes", "10", "--seed", seed, "--json").json
        for seed in "112"
    )
    assert one == two != other


def test_the_page_says_what_no_system_does() -> None:
    """A row for each system, and the honest sentence."""
    out = run("backtest", "--shoes", "5", "--system", "flat", "--system", "pattern:BP-").out
    assert [line.split()[0] for line in out.splitlines()[5:7]] == ["flat", "pattern:BP-"]
    assert "No system changes" in out.splitlines()[-1]


def test_a_system_of_ones_own(own: Path) -> None:
    """A class of a file is a system; what it must not wager is refused."""
    found = run("backtest", "--shoes", "2", "--system", f"{own}:Three", "--json").json
    (system,) = found["systems"].values()
    assert system["largest"] == 300
    greedy = run("backtest", "--shoes", "2", "--system", f"{own}:Greedy")
    assert greedy.fault.startswith("session 1: the system wagers 101 units with 200 left")


@pytest.mark.parametrize(
    "kind, fault",
    [
        ("Mute", "session 1: 5 is no Stake; return one, or None"),
        ("Unborn", "session 1: the system fails: KeyError: 'no'; mend its class"),
        ("Dull", "session 1: the system fails: AttributeError: 'Seen' object has no attribute"),
    ],
)
def test_a_system_that_cannot_be_played(own: Path, kind: str, fault: str) -> None:
    """Whatever a class of somebody's own does is told in one line, with the session."""
    assert run("backtest", "--shoes", "2", "--system", f"{own}:{kind}").fault.startswith(fault)


def test_what_was_played_before_a_system_failed_is_shown(own: Path, tmp_path: Path) -> None:
    """The sessions before it are shown and written for every system, and the status is 2."""
    file = tmp_path / "sessions.csv"
    systems = ("--system", "flat", "--system", f"{own}:Late")
    found = run("backtest", "--shoes", "3", *systems, "--table", str(file), "--json")
    assert found.fault.startswith("session 2: the system fails: ZeroDivisionError: ")
    sessions = {name: each["sessions"] for name, each in found.json["systems"].items()}
    assert sessions == {"flat": 3, f"{own}:Late": 1}
    assert len(file.read_text().splitlines()) == 5


@pytest.mark.parametrize("kind", ["", "Nobody", "other", "Stake", "System"])
def test_what_is_no_system(own: Path, kind: str) -> None:
    """The name must be that of a class that extends System."""
    assert "extends System" in run("backtest", "--system", f"{own}:{kind}").fault


def test_a_file_that_fails(tmp_path: Path) -> None:
    """Whatever a file does when it is read is told in one line."""
    file = tmp_path / "bad.py"
    file.write_text("1 / 0", encoding="utf-8")
    assert "ZeroDivisionError" in run("backtest", "--system", f"{file}:X").fault
    assert "no such file" in run("backtest", "--system", f"{tmp_path}/none.py:X").fault


@pytest.mark.parametrize(
    "options, fault",
    [
        (("--system", "nope"), "system: there is no 'nope'"),
        (("--system", "pattern:X"), "pattern: "),
        (("--bet", "nope"), "nope"),
        (("--shoes", "0"), "shoes: 0"),
        (("--seed", "-1"), "seed: -1"),
        (("--decks", "101"), "decks: 101"),
        (("--cut", "416"), "cut card: 416"),
        (("--bankroll", "0"), "bankroll: 0"),
        (("--most", "3", "--least", "4"), "most: 3"),
        (("--history", "nope.txt"), "nope.txt: no such file"),
    ],
)
def test_bad_input(options: tuple[str, ...], fault: str) -> None:
    """One line names the place and the cure."""
    assert fault in run("backtest", *options).fault


def test_the_shoes_of_a_history(tmp_path: Path) -> None:
    """A void round is no hand, and a corrected hand is as it was corrected."""
    text = HISTORY.read_text(encoding="utf-8")
    shoe = text.split('```text title="shoe.txt"\n')[1].split("```")[0]
    file = tmp_path / "shoe.txt"
    file.write_text(shoe, encoding="utf-8")
    found = run("backtest", "ca-ez-panda8", "--history", str(file), "--system", "flat", "--json")
    flat = found.json["systems"]["flat"]
    assert (flat["rounds"], flat["net"]) == (2, 0)  # a push on the Dragon 7, and on the tie
    broken = shoe.replace("cards 2C 3D 4H QS 4C", "cards 2C 3D 4H QS 4X")
    file.write_text(broken, encoding="utf-8")
    faults = run("backtest", "ca-ez-panda8", "--history", str(file))
    assert "line 24, column 9" in faults.fault
