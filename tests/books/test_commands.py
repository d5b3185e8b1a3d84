"""The commands on a database: what they print, their status, and one line for what is wrong."""

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from puntobanco.cli.stored import progress
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import commands as cm
from tests.books.nights import BANKED, HOUSE, REAL, Night
from tests.cli.running import Ran, run
from tests.house.houses import House

EXPORTS = (
    ("log",),
    ("history", "--table", BANKED),
    ("ledger",),
    ("ledger", "--format", "beancount"),
    ("playing-book", "--third-party"),
    ("playing-book", "--patron", "a"),
    ("drop",),
    ("rounds",),
)


@pytest.fixture
def on(house: Path) -> Callable[..., Ran]:
    """Give a command the database of a night."""

    def ran(*words: str) -> Ran:
        return run(*words, "--db", str(house))

    return ran


@pytest.fixture
def log(house: Path, tmp_path: Path) -> Path:
    """The exported log of the night."""
    file = tmp_path / "night.log"
    assert run("export", "log", "--db", str(house), "-o", str(file)).status == 0
    return file


@pytest.mark.parametrize("words", EXPORTS, ids=" ".join)
def test_a_file_and_standard_output_get_the_same(
    on: Callable[..., Ran], tmp_path: Path, words: tuple[str, ...]
) -> None:
    """An export goes to standard output, or whole to a file, and leaves nothing beside it."""
    file = tmp_path / "export"
    printed = on("export", *words)
    written = on("export", *words, "-o", str(file))
    assert (printed.status, written.status, written.out, printed.err) == (0, 0, "", "")
    assert file.read_text() == printed.out
    assert printed.out.endswith("\n")
    assert [*tmp_path.iterdir()] == [file]


def test_an_export_takes_its_tables_and_its_days(on: Callable[..., Ran]) -> None:
    """Only what is of the tables and the days is written."""
    rows = on("export", "ledger", "--table", HOUSE, "--json").lines
    assert {row["table"] for row in rows} == {HOUSE, "none"}
    day = rows[0]["day"]
    some = on("export", "ledger", "--from", day, "--to", day, "--shifts", "06:00", "--json").lines
    assert {row["day"] for row in some} == {day}
    assert on("export", "ledger", "--from", "2030-01-01", "--json").out == ""


def test_a_log_is_verified_and_replayed(log: Path) -> None:
    """G4: the log of a night is true where it is read again, and plays to its tail's chips."""
    head = json.loads(log.read_bytes().splitlines()[0])
    printed = run("verify", str(log)).out
    assert printed.startswith(f"{log}: true; ")
    assert all(end["hash"] in printed for end in head["streams"].values())
    verified = run("verify", str(log), "--json").json
    assert (verified["true"], verified["line"], verified["fault"]) == (True, None, None)
    assert verified["streams"] == head["streams"]
    replayed = run("replay", str(log), "--json").json
    tail = json.loads(log.read_bytes().splitlines()[-1])
    assert replayed["equal"] is True
    assert replayed["wallets"]["a"] == tail["balances"]["wallet:a"]
    assert replayed["tables"][BANKED]["racks"] == {
        name.rpartition(":")[2]: held
        for name, held in tail["balances"].items()
        if name.startswith(f"rack:{BANKED}:")
    }
    assert "equal to the tail" in run("replay", str(log)).out
    assert run("verify", "-", stdin=log.read_bytes()).status == 0


def test_what_patrons_won_and_paid_is_what_their_chips_say(log: Path) -> None:
    """Chips that a patron has anywhere are those issued to him, what he won, less his fees."""
    found = run("replay", str(log), "--json").json
    lines = [json.loads(line) for line in log.read_bytes().splitlines()]
    held: dict[str, int] = {}
    for line in lines[1:-1]:
        for source, target, amount in line["transfers"]:
            for name, moved in ((source, -amount), (target, amount)):
                held[name] = held.get(name, 0) + moved
    on_felt = {name: n for name, n in held.items() if n and name.split(":")[0] == "escrow"}
    for patron in "abcdefgh":
        issued = 3_000_000
        mine = sum(
            n
            for name, n in held.items()
            if name == f"wallet:{patron}"
            or (name.startswith("rack:") and name.endswith(f":{patron}"))
            or (name in on_felt and name.endswith(f".{patron}"))
        )
        due = issued + found["net"].get(patron, 0) - found["fees"].get(patron, 0)
        disputed = sum(chips["dispute"] + chips["cover"] for chips in found["tables"].values())
        assert due - disputed <= mine <= due


def test_a_false_log_has_status_1_and_names_the_line(log: Path) -> None:
    """The first fault of a log is printed with its line."""
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:20] + lines[21:]))
    found = run("verify", str(log))
    assert found.status == 1
    assert found.out.startswith(f"{log}:21: ")
    assert run("verify", str(log), "--json").json["line"] == 21


def test_a_tail_that_says_something_else_is_found_by_a_replay(log: Path) -> None:
    """A replay whose chips are not those of the tail has status 1."""
    lines = log.read_bytes().splitlines(keepends=True)
    tail = json.loads(lines[-1])
    tail["balances"]["wallet:a"] += 1
    log.write_bytes(b"".join(lines[:-1]) + json.dumps(tail, separators=(",", ":")).encode() + b"\n")
    found = run("replay", str(log))
    assert found.status == 1
    assert "NOT what is in the tail" in found.out


@pytest.mark.parametrize("change", ["missing", "swapped", "the last of a stream", "a byte"])
def test_a_replay_wants_every_event_in_its_place(log: Path, change: str) -> None:
    """An event that is missing, elsewhere or other than it was is named by its line."""
    lines = log.read_bytes().splitlines(keepends=True)
    table = f'"stream":"table:{HOUSE}"'.encode()
    of_table = [number for number, line in enumerate(lines) if table in line[:200]]
    first, second, last = of_table[3], of_table[4], of_table[-1]
    match change:
        case "missing":
            del lines[first]
            first = second - 1  # the line after it is the first that does not follow
        case "swapped":
            lines[first], lines[second] = lines[second], lines[first]
        case "the last of a stream":
            del lines[last]
            first = len(lines) - 1
        case _:
            lines[first] = lines[first].replace(b'"hand":1', b'"hand":2')
    log.write_bytes(b"".join(lines))
    fault = run("replay", str(log)).fault
    assert fault.startswith(f"{log}:{first + 1}: ")
    assert fault.endswith("; export the log again")


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("text", [b"", b"hello\n", b'{"line":"tail"}\n', b"\xff\n", b"{}\n"])
def test_what_is_no_log_is_status_2(tmp_path: Path, command: str, text: bytes) -> None:
    """A file that is no exported log is refused in one line."""
    file = tmp_path / "other"
    file.write_bytes(text)
    assert run(command, str(file)).fault.endswith(
        "this is no exported log; puntobanco export log writes one"
    )
    assert "give a file that puntobanco export log wrote" in run(command, "nowhere.log").fault


@pytest.mark.parametrize(
    "words, cure",
    [
        (("export", "playing-book"), "give --patron ID, or --third-party"),
        (("export", "ledger", "--format", "beancount", "--json"), "leave out one of the two"),
        (("export", "drop", "--table", "nowhere"), "puntobanco table list says which there are"),
        (("export", "log", "--table", "nowhere"), "puntobanco table list says which there are"),
        (("export", "history", "--table", BANKED, "--opening", "99"), "choose one of these"),
        (("export", "rounds", "--from", "tomorrow"), "write one such as 2026-04-01"),
        (("export", "rounds", "--zone", "Mars"), "write a name such as America/Los_Angeles"),
        (("export", "rounds", "--shifts", "6"), "begins it, such as 06:00,14:00,22:00"),
        (("export", "rounds", "-o", "/nowhere/at/all"), "name another file"),
        (("table", "show", "nowhere"), "puntobanco table list says which there are"),
        (("table", "close", "nowhere"), "puntobanco table list says which there are"),
        (("table", "count", BANKED, "1", "-5", "--by", "ann"), "--help says what there is"),
        (("table", "list", "--server", "127.0.0.1", "--token", "t"), "write http://127.0.0.1:8000"),
        (("table", "list", "--server", "http://127.0.0.1:1"), "or PUNTOBANCO_TOKEN"),
        (("table", "list", "--server", "http://127.0.0.1:1", "--token", "t"), "running server?"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_cannot_be_done_is_one_line(
    on: Callable[..., Ran], words: tuple[str, ...], cure: str
) -> None:
    """Wrong words are answered with one line that says the cure."""
    assert on(*words).fault.endswith(cure)


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """A command that only reads makes no database."""
    file = tmp_path / "typo.db"
    assert run("table", "list", "--db", str(file)).fault.endswith("name one with --db")
    assert not file.exists()


def test_a_file_that_fails_half_way_is_not_there(
    on: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export that cannot be finished leaves what was there before."""
    from puntobanco.house import logfile

    file = tmp_path / "night.log"
    file.write_text("before")

    def broken(*_: object) -> object:
        yield b"half"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(logfile, "write_log", broken)
    assert (
        "no space left on device; name another file" in on("export", "log", "-o", str(file)).fault
    )
    assert file.read_text() == "before"
    assert [*tmp_path.iterdir()] == [file]


def test_tables_are_listed_and_shown(on: Callable[..., Ran]) -> None:
    """A list has every table; a table shows its people with their racks."""
    listed = on("table", "list", "--json").json
    assert [table["id"] for table in listed] == [HOUSE, BANKED, REAL]
    shown = on("table", "show", BANKED, "--json").json
    assert shown.items() >= next(t for t in listed if t["id"] == BANKED).items()
    assert all(person["positions"] for person in shown["people"])
    assert sum(person["rack"] for person in shown["people"]) <= shown["chips"]
    assert "EZ Baccarat Panda 8" in on("table", "list").out
    assert f"id             {BANKED}\n" in on("table", "show", BANKED).out


def test_a_closed_table_is_still_called_what_it_was(tmp_path: Path) -> None:
    """A table that is closed keeps its name and game, and is not closed twice."""
    file = tmp_path / "room.db"
    with closing(open_sqlite(file)) as store:
        house = House(store)
        house.open()
        before = house.live.state.game
        house.done(cm.CloseTable())
    at = ("--db", str(file))
    (listed,) = run("table", "list", *at, "--json").json
    assert (listed["open"], listed["phase"]) == (False, "closed")
    assert (listed["name"], listed["game"]) == (before.name, before.sheet.name)
    shown = run("table", "show", before.table, *at, "--json").json
    assert shown.items() >= listed.items()
    assert (shown["sheet"], shown["seats"]) == (before.sheet.id, before.seats)
    assert run("table", "close", before.table, *at).fault.endswith(
        "it is closed already; puntobanco table list says which are open"
    )


def test_a_book_of_nobody_says_so(on: Callable[..., Ran]) -> None:
    """Who never was the player-dealer has an empty book, and a word on standard error."""
    book = on("export", "playing-book", "--patron", "nobody")
    assert book.status == 0
    assert book.out.splitlines()[1:] == []
    assert book.err == "nobody with the id nobody was the player-dealer here\n"


def test_a_sound_store_is_said_to_be_sound(on: Callable[..., Ran]) -> None:
    """The check of a night finds nothing, for all tables and for one."""
    found = on("table", "check", "--json")
    assert (found.status, found.json["sound"], found.json["faults"]) == (0, True, [])
    assert on("table", "check", BANKED).out.startswith("sound: ")
    assert "there is no such table" in on("table", "check", "nowhere").fault


def test_a_damaged_store_is_said_to_be_damaged(tmp_path: Path, house: Path) -> None:
    """What is wrong with a store is printed, and the status is 1."""
    file = tmp_path / "copy.db"
    shutil.copy(house, file)
    with closing(apsw.Connection(str(file))) as raw:
        raw.execute("UPDATE balances SET balance = balance + 1 WHERE account = 'wallet:a'")
        raw.execute("UPDATE balances SET balance = balance - 1 WHERE account = 'world'")
    found = run("table", "check", "--db", str(file))
    assert found.status == 1
    assert "wallet:a: holds" in found.out
    assert run("table", "check", "--db", str(file), "--json").json["sound"] is False


def test_the_fairness_of_the_button_is_reported(on: Callable[..., Ran]) -> None:
    """Fairness is a table for people and a list for programs."""
    (found,) = on("table", "fairness", "--json").json
    assert sum(share["first"] for share in found["shares"]) == found["rounds"] > 0
    assert f"7 seats, {found['rounds']} rounds" in on("table", "fairness").out
    assert on("table", "fairness", "--from", "2030-01-01").out == (
        "No round with an action button was settled.\n"
    )


def test_a_table_is_closed_and_a_box_counted(tmp_path: Path, house: Path) -> None:
    """Closing lets everybody stand up; what lay in the box is counted; a round in play stays."""
    file = tmp_path / "copy.db"
    shutil.copy(house, file)
    at = ("--db", str(file))
    with closing(open_sqlite(file)) as store:
        night = Night(store, 1, is_new=False)
        for _ in range(400):
            if night.states[HOUSE].round is None:
                break
            night.deal_on(HOUSE)
        if night.states[BANKED].round is None:
            night.deal_on(BANKED)
        box = night.states[HOUSE].box
        for number in night.states[HOUSE].held:
            night.do(HOUSE, cm.ReleaseAmount(by="s", number=number))
        night.rule(HOUSE)
    assert run("table", "close", HOUSE, *at).status == 0
    assert run("table", "show", HOUSE, *at, "--json").json["open"] is False
    counted = run("table", "count", HOUSE, box, "700", "--by", "ann", *at, "--json").json
    assert counted["difference"] == 700 - counted["expected"]
    assert run("table", "check", *at).status == 0


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_long_work_shows_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress goes to standard error, where that is a terminal and somebody would wait."""
    for wanted, shown in ((True, True), (False, False)):
        screen = Terminal()
        monkeypatch.setattr(sys, "stderr", screen)
        with progress(10, wanted=wanted) as advance:
            advance(10)
        assert bool(screen.getvalue()) is shown
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with progress(10) as advance:
        advance(10)
    assert file.getvalue() == ""


def test_a_pipe_is_written_to_and_not_replaced(on: Callable[..., Ran], tmp_path: Path) -> None:
    """What is no plain file gets the export, and stays what it is."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        assert on("export", "drop", "-o", str(pipe)).status == 0
        assert read.result(20).decode() == on("export", "drop").out
    assert pipe.is_fifo()
