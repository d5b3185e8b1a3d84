"""`serve`: what it says when it cannot start, and that it starts, ends and starts again."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import httpx
import pytest
from websockets.sync.client import connect

from puntobanco.house.desk import Desk
from puntobanco.rules.catalogue import find, shipped
from puntobanco.store import open_store
from puntobanco.store.base import Store
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.audit import Audit
from tests.cli.running import run
from tests.house.houses import House, StillClock
from tests.table.playing import TABLE

ROOT = Path(__file__).parents[2]
NOBODY = 65534  # the user without rights of any Unix
WAIT = 30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "table.db"


def refused(file: Path | str, *options: str) -> str:
    """What `serve` says when it does not start, and that it left no new file behind."""
    fault = run("serve", "--port", "0", "--db", str(file), *options).fault
    assert "; " in fault
    return fault


def test_a_port_in_use(file: Path) -> None:
    """The line names address and port, and nothing was opened or made before."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        fault = run("serve", "--port", port, "--db", str(file)).fault
    assert (
        fault == f"127.0.0.1:{port}: address already in use; choose another with --port or --host"
    )
    assert not file.exists()


@pytest.mark.parametrize("host", ["203.0.113.1", "2001:db8::1", "-1", "x" * 300])
def test_a_host_that_is_not_ours(file: Path, host: str) -> None:
    """An address that this machine does not have is one line."""
    assert "choose another with --port or --host" in refused(file, "--host", host)


@pytest.mark.parametrize("port", ["-1", "65536", "x", "80.5", ""])
def test_a_port_that_is_none(file: Path, port: str) -> None:
    """A port is a number from 0 to 65535."""
    assert "--port" in run("serve", "--port", port, "--db", str(file)).fault


@pytest.mark.parametrize("option, value", [("--zone", "Mars/Olympus"), ("--shifts", "25:00")])
def test_hours_that_are_none(file: Path, option: str, value: str) -> None:
    """A time zone or a list of shifts that cannot be is one line, before a file is made."""
    assert refused(file, option, value).startswith(f"{value}: ")
    assert not file.exists()


@pytest.mark.parametrize(
    "content",
    [b"no database", b"x", b"\x00" * 4_096, b"SQLite format 3\x00", os.urandom(9_000)],
    ids=range(5),
)
def test_a_file_that_is_no_database(file: Path, content: bytes) -> None:
    """A foreign file is named and left as it is."""
    file.write_bytes(content)
    assert refused(file).startswith(f"{file}: ")
    assert file.read_bytes() == content


def test_somebody_elses_database(file: Path) -> None:
    """A database of another program is named and left as it is."""
    with closing(apsw.Connection(str(file))) as other:
        other.execute("CREATE TABLE shopping (item TEXT)")
    content = file.read_bytes()
    assert refused(file).startswith(f"{file}: ")
    assert file.read_bytes() == content


@pytest.mark.parametrize("place", ["", "no/such/folder/x.db", "x.db/y.db"])
def test_a_place_that_is_no_file(tmp_path: Path, place: str) -> None:
    """A folder, or a place in a folder that is not there, is named."""
    (tmp_path / "x.db").write_bytes(b"")
    assert str(tmp_path) in refused(tmp_path / place)


@contextmanager
def as_nobody(*paths: tuple[Path, int]) -> Iterator[None]:
    """Set permissions that bind even root, by being nobody for a while."""
    user = os.geteuid()
    for path, mode in paths:
        path.chmod(mode)
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        for path, _ in paths:
            path.chmod(0o700)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder whose parents anybody may pass through."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    shutil.rmtree(folder)


def test_a_read_only_folder(open_folder: Path) -> None:
    """Where no file can be made, the place is named."""
    run("serve", "--game", "nope")  # what it imports is read while it may be
    with as_nobody((open_folder, 0o555)):
        assert refused(open_folder / "x.db").startswith(f"{open_folder / 'x.db'}: ")


def test_a_read_only_file(open_folder: Path) -> None:
    """A database that cannot be written is named, and not half opened."""
    file = open_folder / "x.db"
    open_sqlite(file).close()
    with as_nobody((file, 0o444), (open_folder, 0o555)):
        assert refused(file).startswith(f"{file}: ")


def test_a_file_system_that_nobody_writes_to() -> None:
    """Where not even root can make a file, it is one line as well."""
    assert refused("/proc/puntobanco.db").startswith("/proc/puntobanco.db")


def test_a_second_process_on_one_file(file: Path) -> None:
    """While a process has the file another is told which one it is."""
    with serving(file) as (_, _, process):
        assert f"in use by another process ({process.pid})" in refused(file)
    with closing(open_sqlite(file)):
        assert f"in use by another process ({os.getpid()})" in refused(file)


def test_a_rooms_file_is_no_demos(file: Path) -> None:
    """A demo does not let its bots into a file with tables of a room."""
    with serving(file):
        pass
    assert "no demo's" in refused(file, "--demo")


@pytest.mark.parametrize("game", [g for g in shipped() if not find(g).is_house_banked])
def test_a_player_dealer_game(file: Path, game: str) -> None:
    """What a game with a player-dealer cannot have is said, before a file is made."""
    for options, fault in (
        (("--seats", "9"), "7 or 13 beside"),
        (("--rotation", "at-will"), "no rotation policy 'at-will'"),
        (("--schedule", "much"), "no schedule 'much'"),
        (("--schedule", "m8trix-per-bet"), "amounts are not known"),
        (("--cover", "0"), "--cover"),
        (("--back-line", "15"), "--back-line"),
    ):
        assert (
            fault in run("serve", "--port", "0", "--db", str(file), "--game", game, *options).fault
        )
    assert not file.exists()
    assert "leave it out" in refused(file, "--rotation", "reg-2026")


@pytest.mark.parametrize(
    "limits",
    ["", "5", "5-", "-5", "0-5", "500-5", "1.5-2", "5-500-6", "NaN-5", "5-inf", "5-1e309",
     "5-9223372036854775808", "true-5", "5 - 500", "\N{ARABIC-INDIC DIGIT FIVE}-9", "5--9"],
)  # fmt: skip
def test_limits_that_are_none(file: Path, limits: str) -> None:
    """Limits are two whole amounts, the smaller first, and nothing that merely looks so."""
    assert refused(file, "--limits", limits).startswith(f"--limits {limits}")
    assert not file.exists()


@pytest.mark.parametrize(
    "option,value",
    [("--seats", "0"), ("--seats", "14"), ("--seats", "2.5"), ("--clock", "0"), ("--clock", "601"),
     ("--clock", "1.5"), ("--pace", "0"), ("--pace", "nan"), ("--pace", "101"), ("--game", "nope"),
     ("--paced", "quick"), ("--cards", "scanned")],
)  # fmt: skip
def test_other_options(file: Path, option: str, value: str) -> None:
    """Every option has its bounds, and is named when it is beyond them."""
    fault = refused(file, option, value)
    assert option in fault or value in fault
    assert not file.exists()


def test_more_places_than_the_sheet_has(file: Path, tmp_path: Path) -> None:
    """The table of a sheet for three has no fourth place."""
    sheet = tmp_path / "three.toml"
    sheet.write_text(
        'format = 1\nbase = "deq-ez"\nid = "three"\nname = "Three"\nsource = "me"\nseats = [3]\n'
    )
    assert "4 places" in refused(file, "--game", str(sheet), "--seats", "4")
    assert not file.exists()


@contextmanager
def serving(
    file: Path | str, *options: str, warning: str = ""
) -> Iterator[tuple[str, list[str], subprocess.Popen[str]]]:
    """Run `serve`: its address, its lines, its process; but for a warning it says nothing more."""
    command = (sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--db", str(file))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        (*command, *options), cwd=ROOT, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            assert process.stdout
            lines: list[str] = []
            while not lines or not lines[-1].startswith("Ctrl-C"):
                line = process.stdout.readline()
                assert line, process.stderr and process.stderr.read()
                lines.append(line.rstrip())
            address = re.search(r"Lobby +(\S+)/$", lines[1])
            assert address
            yield address[1], lines, process
            process.send_signal(signal.SIGINT)
            said, warned = process.communicate(timeout=WAIT)
            assert said == ""
            assert re.fullmatch(warning, warned), warned
            assert process.returncode == 0
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told(file: Path, number: signal.Signals) -> None:
    """Ctrl-C and a terminate end it at once, with status 0, nothing on standard error, no lock."""
    with serving(file, "--clock", "1", "--pace", "100") as (_, _, process):
        process.send_signal(number)
        assert process.wait(WAIT) == 0
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_law_is_said_first(file: Path) -> None:
    """The first line says what chips are not; pages of the table and the link follow."""
    with serving(file) as (address, lines, _):
        assert "not currency" in lines[0]
        text = "\n".join(lines)
        assert f"{address}/table/1/board" in text
        assert httpx.get(f"{address}/table/1").status_code == 200


def link_in(lines: list[str]) -> str:
    """The one-time link that was printed."""
    found = re.search(r"Sign in +(\S+)", "\n".join(lines))
    assert found
    return found[1]


def test_the_printed_link_signs_in_once(file: Path) -> None:
    """The link of a start works once, leads to the lobby, and is another one the next time."""
    with serving(file) as (address, lines, _), httpx.Client() as browser:
        link = link_in(lines)
        said = {"link": link.rpartition("/")[2]}
        assert browser.get(link).status_code == 200
        entered = browser.post(f"{address}/api/enter", json=said, headers={"origin": address})
        assert entered.json() == {"next": "/"}
        person = browser.get(f"{address}/api/lobby").json()["signed_in"]
        assert person["wallet"] == 200_000
        assert httpx.get(link).status_code == 410
    with serving(file) as (_, lines, _):
        assert link_in(lines).rpartition("/")[2] != link.rpartition("/")[2]


def test_a_room_begins_empty(file: Path) -> None:
    """Without a table nobody is enrolled and no chip is made; the first admin's token is shown."""
    with serving(file, "--no-table") as (address, lines, _):
        text = "\n".join(lines)
        assert httpx.get(f"{address}/api/lobby").json()["tables"] == []
        assert "Sign in" not in text
        admin = re.search(r"Admin +(\S+) ", text)
        assert admin
        headers = {"authorization": f"Bearer {admin[1]}"}
        assert httpx.get(f"{address}/api/tokens", headers=headers).status_code == 200
    for options in (("--no-table",), ()):  # somebody has begun here: nothing is added by itself
        with serving(file, *options) as (address, lines, _):
            assert "Admin" not in "\n".join(lines)
            assert httpx.get(f"{address}/api/lobby").json()["tables"] == []
    with closing(open_sqlite(file)) as store:
        assert store.read(lambda tx: (tx.streams(), tx.patrons(), tx.balances())) == ([], [], {})


def test_no_table_is_no_demo(file: Path) -> None:
    """A demo without tables would be nothing."""
    assert refused(file, "--demo", "--no-table").startswith("--no-table: ")
    assert not file.exists()


def test_time_passes_in_a_served_room(file: Path) -> None:
    """Over a real server, where people deal: an offer goes on and a break ends by themselves."""
    tokens = {}
    for role in ("admin", "supervisor", "cashier", "dealer"):
        made = run("token", "create", "--role", role, "--name", role, "--db", str(file))
        tokens[role] = {"authorization": f"Bearer {made.out.strip()}"}
    with serving(file, "--no-table") as (address, _, _), httpx.Client(base_url=address) as client:

        def ask(role: str, path: str, **body: object) -> dict[str, Any]:
            whole = {"id": os.urandom(16).hex(), **body}
            answer = client.post(path, json=whole, headers=tokens[role])
            assert answer.status_code in {200, 201}, answer.text
            found: dict[str, Any] = answer.json()
            assert found.get("ok", True), found
            return found

        ask("supervisor", "/api/tables", table="7", name="Table 7", sheet="ca-ez-panda8",
            mains={"min": 1_000, "max": 50_000}, sides={"min": 500, "max": 5_000},
            cards="typed", cover_min=20_000, offer_ms=200, break_ms=1_000)  # fmt: skip
        commands = "/api/table/7/commands"
        for place in (1, 2):
            patron = ask("cashier", "/api/patrons", name=f"P{place}")["patron"]["id"]
            ask("cashier", "/api/cage", patron=patron, direction="in", amount=50_000)
            ask("dealer", commands, type="take-seat", patron=patron, place=place, buy_in=50_000)
        given = client.post(
            "/api/tokens", json={"role": "patron", "patron": patron}, headers=tokens["admin"]
        )
        tokens["patron"] = {"authorization": f"Bearer {given.json()['token']}"}
        ask("dealer", commands, type="offer-player-dealer")
        ask("patron", commands, type="take-break")
        told: list[str] = []
        until = time.monotonic() + WAIT
        while "SeatLeft" not in told and time.monotonic() < until:
            log = client.get("/api/table/7/events", headers=tokens["supervisor"]).json()["events"]
            told = [entry["entry"]["event"]["type"] for entry in log]
            time.sleep(0.05)
    assert told[-5:] == [
        "PlayerDealerOffered", "BreakStarted", "PlayerDealerDeclined", "AllDeclined", "SeatLeft",
    ]  # fmt: skip


def test_e1_a_log_ahead_of_the_machine(file: Path) -> None:
    """E1: where the log is a minute ahead, the house says so, tells the floor, opens no round."""
    with closing(open_sqlite(file)) as store:
        house = House(store, StillClock(time.time_ns() // 1_000_000))
        house.betting("ann", clock=None)
        house.clock.now += 60_000
        house.done(cm.CloseBetting())
        house.act_until("settle")
    said = r"the house's time is (\d+) ms from the (machine|counted) clock: over 5000 ms .*\n"
    with serving(file, "--pace", "100", warning=said):
        time.sleep(1)
    with closing(open_sqlite(file)) as store:
        desk = Desk(store, StillClock(house.clock.now))
        alerts = [alert.raised.facts for alert in desk.alerts.open.values()]
        assert [(facts["stops"], facts["ms"] > 50_000) for facts in alerts] == [(True, True)]
        assert desk.tables[TABLE].state.round_number == 1


def test_xc6_an_older_database_is_refused(file: Path, tmp_path: Path) -> None:
    """XC6: behind its witness a database is not served, unless somebody gives up what it lacks."""
    made = run("token", "create", "--role", "supervisor", "--name", "sue", "--db", str(file))
    sue = {"authorization": f"Bearer {made.out.strip()}"}
    witness = ("--witness", str(tmp_path / "witness"))
    copy = tmp_path / "copy.db"
    with serving(file, *witness) as (address, _, _):
        shutil.copy(file, copy)
        limits = {"min": 500, "max": 5_000}
        body: dict[str, object] = {"id": "0" * 32, "table": "2", "name": "Two", "sheet": "deq-ez"}
        body |= {"mains": limits, "sides": limits}
        assert httpx.post(f"{address}/api/tables", json=body, headers=sue).json()["ok"]
    for older in (copy, tmp_path / "new.db"):
        fault = refused(older, *witness)
        assert fault.startswith(f"--witness {witness[1]}: the database is an older one, or another")
    with serving(copy, *witness, "--restored"):
        pass
    assert "lacks nothing" in refused(copy, *witness, "--restored")
    assert "lacks nothing" in refused(copy, "--restored")


def test_options_make_the_table(file: Path) -> None:
    """Game, limits, clock and places are the new table's; a table that is there keeps its own."""
    options = ("--game", "punto-banco", "--limits", "25-1000", "--seats", "5", "--clock", "9")
    for again in ((), ("--limits", "1-5", "--seats", "3")):
        with serving(file, *(again or options)) as (address, _, _):
            (table,) = httpx.get(f"{address}/api/lobby").json()["tables"]
            assert table["game"] == "Punto Banco"
            assert table["limits"] == {"min": 2_500, "max": 100_000}
            assert len(table["places"]) == 5


@pytest.mark.parametrize("options", [("--paced", "dealer"), ("--cards", "typed")], ids=" ".join)
def test_a_table_with_a_dealer(file: Path, options: tuple[str, str]) -> None:
    """Where a dealer deals his link is printed, he closes the bets, and nothing comes by itself."""
    with serving(file, "--game", "ca-ez-panda8", "--pace", "100", *options) as (address, lines, _):
        assert any(line.split()[0] == "Dealer" and " deals," in line for line in lines)
        (table,) = httpx.get(f"{address}/api/lobby").json()["tables"]
        assert (table["clock"], table["hand"] or 1) == (None, 1)
    with closing(open_store(str(file))) as store:
        setup = Desk(store, StillClock(2**43)).state("1").game
        assert (setup.clock, setup.has_house_clock) == (None, False)


def test_a_demo_lives(file: Path) -> None:
    """Within seconds patrons sit and bet at a demo's tables, and boards are not empty."""
    with serving(file, "--demo", "--clock", "1", "--pace", "20") as (address, _, _):
        tables = httpx.get(f"{address}/api/lobby").json()["tables"]
        assert len(tables) >= 4
        assert sum(bool(table["big_road"]) for table in tables) >= 3
        port = address.rpartition(":")[2]
        with connect(
            f"ws://127.0.0.1:{port}/ws/table/{tables[0]['id']}",
            additional_headers={"origin": address},
        ) as watching:
            names, bets = set(), 0
            while bets < 5:
                view = json.loads(watching.recv(timeout=WAIT))["view"]
                names |= {place["name"] for place in view["places"] if place["name"]}
                bets += sum(len(place["wagers"]) for place in view["places"])
        assert names
    with closing(open_sqlite(file)) as store:
        assert store.verify().faults == ()
        for table in tables:
            assert audited(store, table["id"]) == []


def test_a_server_that_is_not_there() -> None:
    """An address of PostgreSQL that leads nowhere is one line, without its password."""
    assert refused("postgresql://li:s3cret@127.0.0.1:1/tables") == (
        "postgresql://li@127.0.0.1:1/tables: the server cannot be reached;"
        " start it, or name another host and port"
    )


def test_tables_on_postgresql(database: str) -> None:
    """A table is opened, kept and found again on PostgreSQL as in a file.

    Meanwhile a second server on the same database is refused, with words that name the first one:
    the holds of seats, tickets and tries by address are known to one process alone.
    """
    heads: list[int] = []
    for seats in ("5", "3"):
        with serving(database, "--seats", seats) as (address, _, process):
            (table,) = httpx.get(f"{address}/api/lobby").json()["tables"]
            assert len(table["places"]) == 5
            if not heads:
                told = refused(database)
                assert f"in use by another process ({process.pid} at " in told
                assert told.endswith("stop that one, or name another database")
                assert httpx.get(f"{address}/healthz").json() == {"status": "ok"}
        with closing(open_store(database)) as store:
            assert store.verify().faults == ()
            heads.append(store.read(lambda tx: tx.head("table:1")))
    assert 0 < heads[0] <= heads[1]


def audited(store: Store, table: str) -> list[str]:
    """What the auditor finds in the log of a table of a shipped game."""
    entries = store.read(
        lambda tx: [(ev.decode(event.body), event.at) for event in tx.events(f"table:{table}")]
    )
    opened = entries[0][0].event
    assert isinstance(opened, ev.TableOpened)
    return Audit(json.loads(opened.sheet)["id"]).read(entries).faults
