"""`account` on a file, and at a server that holds it."""

import re
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from puntobanco.house.account_log import STREAM, decode
from puntobanco.store import open_store, postgres
from puntobanco.store.sqlite import open_sqlite
from puntobanco.web.control import ControlError, path_of
from tests.cli.running import run
from tests.cli.test_serve import serving

GOOD = "a cat on a warm roof"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A place for a database."""
    return str(tmp_path / "room.db")


def link_of(out: str) -> str:
    """The link that was printed."""
    found = re.fullmatch(r"http://house\.test(/enter/\S+)\n", out)
    assert found
    return found[1]


def add(file: str, name: str, *options: str) -> str:
    """Open an account, and give its link."""
    words = ("account", "add", name, "--url", "http://house.test", "--db", file, *options)
    return link_of(run(*words).out)


def test_an_account_from_nothing(file: str) -> None:
    """The first account makes the database; it is listed without anything that opens it."""
    add(file, "Ada", "--role", "admin", "--name", "Ada L.", "--contact", "ada@example.test")
    listed = run("account", "list", "--db", file)
    assert re.fullmatch(
        r"ada  Ada L\.  s\w{16}  admin  no password  ada@example\.test\n", listed.out
    )
    (account,) = run("account", "list", "--db", file, "--json").json
    assert (account["password"], account["second_factor"], account["wanted"]) == (
        False,
        False,
        None,
    )
    assert set(account) == {
        "actor", "sign_in", "name", "contact", "duties", "wanted", "password", "second_factor"
    }  # fmt: skip


@pytest.mark.parametrize(
    "words,fault",
    [
        (("add", "ada", "--role", "king"), "king: there is no such role to give"),
        (("add", "ada", "--role", "patron"), "ada: a patron belongs to the role patron"),
        (("add", "Dee", "--role", "dealer"), "dee: somebody signs in by this name"),
        (("role", "dee", "--role", "dealer", "--role", "supervisor"), "are two people"),
        (("role", "nobody", "--role", "dealer"), "nobody: there is no such account"),
        (("link", "dee", "--role", "admin"), "dee: say which duty it is for: dealer"),
        (("invite", "nobody"), "nobody: there is no such account"),
        (("totp", "nobody"), "nobody: there is no such account"),
        (("end", "nobody"), "nobody: there is no such account"),
        (("erase", "nobody"), "nobody: there is nobody of that name"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_done(file: str, words: tuple[str, ...], fault: str) -> None:
    """What is wrong is one line that names the place and the cure."""
    add(file, "dee", "--role", "dealer")
    assert fault in run("account", *words, "--db", file).fault


def test_no_database_is_made_to_look_at(file: str) -> None:
    """Only the first account makes a database."""
    for words in (("list",), ("link", "dee"), ("erase", "dee")):
        assert "no such database" in run("account", *words, "--db", file).fault
    assert not Path(file).exists()


def test_an_erased_account_leaves_a_log_that_verifies(file: str, tmp_path: Path) -> None:
    """After erasing, `verify` still says that the exported log is true, and it names nobody."""
    add(file, "zoe", "--role", "dealer", "--contact", "zoe@example.test")
    assert run("account", "erase", "zoe", "--db", file).status == 0
    assert run("account", "list", "--db", file).out == ""
    log = tmp_path / "log.jsonl"
    assert run("export", "log", "--db", file, "-o", str(log)).status == 0
    assert run("verify", str(log)).status == 0
    with closing(open_sqlite(file)) as store:
        notes = [decode(e.body) for e in store.read(lambda tx: list(tx.events(STREAM)))]
    assert [note.what for note in notes] == ["opened", "invited", "erased"]
    assert b"zoe" not in log.read_bytes()


@pytest.fixture(params=["file", "database"])
def place(request: pytest.FixtureRequest) -> str:
    """A database on either engine."""
    found: str = request.getfixturevalue(request.param)
    return found


def test_orders_reach_a_server_that_runs(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost link is made anew, an account opened and a token given, while the house is open."""
    monkeypatch.setattr(postgres, "LOCK_PATIENCE", "20ms")  # that of no process that was killed
    with closing(open_store(place)) as store:
        name = str(store.settings().get("file") or store.settings().get("database"))
    with serving(place, "--no-table") as (address, _, _):
        assert path_of(name).exists()
        add(place, "dee", "--role", "dealer@7")
        for words in (("add", "eve", "--role", "dealer"), ("link", "eve"), ("invite", "eve")):
            told = run("account", *words, "--db", place).out  # a server tells where it is
            assert told.startswith(f"{address}/enter/")
        made = run("account", "link", "dee", "--url", address, "--db", place).out.strip()
        link = made.removeprefix(f"{address}/enter/")
        with httpx.Client(base_url=address, headers={"origin": address}) as browser:
            entered = browser.post("/api/enter", json={"link": link})
            assert entered.json() == {"next": "/table/7/dealer"}
            assert browser.get("/api/account").json()["duty"] == "dealer@7"
            assert run("account", "end", "dee", "--db", place).status == 0
            assert browser.get("/api/account").status_code == 401
        assert (
            "nobody: there is no such account"
            in run("account", "link", "nobody", "--db", place).fault
        )
        token = run("token", "create", "--role", "auditor", "--db", place).out.strip()
        headers = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"{address}/api/tables", headers=headers).status_code == 200
        (shown,) = [
            t for t in run("token", "list", "--db", place, "--json").json if t["role"] == "auditor"
        ]
        assert run("token", "revoke", shown["id"], "--db", place).status == 0
        assert httpx.get(f"{address}/api/tables", headers=headers).status_code == 401
    assert not path_of(name).exists()


def test_a_process_that_takes_no_orders(file: str) -> None:
    """Where another program holds the database, that is said with the cure."""
    with closing(open_sqlite(file)):
        fault = run("account", "list", "--db", file).fault
    assert "in use by a process that takes no orders; stop it first" in fault


def test_others_may_not_write_where_orders_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that somebody else may enter is no place for orders."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = path_of("room").parent
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o770)
    with pytest.raises(ControlError, match="others may write here"):
        path_of("room")
