"""``table change``, ``approve`` and ``reject``: other terms for a table of a running server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.rules.catalogue import rotation
from tests.cli.running import Ran, run
from tests.table.playing import TABLE
from tests.web.programs import grant, room
from tests.web.servers import Running, running


@pytest.fixture
def served() -> Iterator[Running]:
    """A staffed card room with two supervisors, served on a port."""
    with running() as found, room(found):
        for token in ("one", "two"):
            grant(found.context, token, role="supervisor", table=TABLE, name=token)
        yield found


def table(served: Running, *words: str, who: str = "one") -> Ran:
    """Run a command about the table on that server."""
    return run("table", *words, "--server", f"http://127.0.0.1:{served.port}", "--token", who)


def test_terms_are_changed_from_a_shell(served: Running) -> None:
    """One supervisor asks, another approves, and the table goes by it."""
    said = (
        "--clock", "12.5", "--back-line", "2", "--languages", "vi,en", "--rotation", "reg-2026",
        "--collection", "none", "--irregularities", "burn", "--second-place",
    )  # fmt: skip
    assert table(served, "change", TABLE, "--reason", "a quiet night", *said).out == "proposal 1\n"
    assert "another supervisor's token" in table(served, "approve", TABLE, "1").fault
    assert table(served, "approve", TABLE, "1", who="two").out == ""
    game = served.house.desk.state(TABLE).game
    assert (game.clock, game.back_line, game.languages) == (12_500, 2, ("vi", "en"))
    assert (game.rotation, game.schedule) == (rotation("reg-2026"), None)
    assert (game.sheet.venue.irregularities, game.sheet.venue.second_place) == ("burn", True)


def test_what_is_proposed_is_turned_down(served: Running) -> None:
    """A proposal is turned down by its number, once."""
    assert table(served, "change", TABLE, "--reason", "x", "--decks", "6").out
    assert table(served, "reject", TABLE, "1").out == ""
    assert "no such proposal" in table(served, "reject", TABLE, "1").fault


@pytest.mark.parametrize(
    "said,told",
    [
        ((), "nothing to change is named"),
        (("--clock", "1e3"), "--clock 1e3: write seconds"),
        (("--limit", "tie=5"), "--limit tie=5: write BET=LEAST:MOST"),
        (("--rotation", "nobody"), "rotation: there is no 'nobody'"),
        (("--sheet", "deq-ez"), "the other side banks that game"),
        (("--decks", "99"), "decks 99"),
    ],
)
def test_what_cannot_be_is_one_line(served: Running, said: tuple[str, ...], told: str) -> None:
    """A fault names its place and its cure, and the status is 2."""
    assert told in table(served, "change", TABLE, "--reason", "x", *said).fault


def test_a_sheet_of_a_file_is_sent_whole(served: Running, tmp_path: Path) -> None:
    """A room's own sheet needs no place on the server; its limits name each bet."""
    file = tmp_path / "own.toml"
    file.write_text(
        'format = 1\nbase = "ca-ez-panda8"\nid = "own"\nname = "Own"\nsource = "tests"\n'
    )
    bets = served.house.desk.state(TABLE).game.limits
    limits = [word for bet in bets for word in ("--limit", f"{bet}=500:900")]
    assert table(served, "change", TABLE, "--reason", "x", "--sheet", str(file), *limits).out
    assert table(served, "approve", TABLE, "1", who="two").out == ""
    assert served.house.desk.state(TABLE).game.sheet.id == "own"
