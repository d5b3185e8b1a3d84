"""``rules``: the list, a sheet in words and in canonical form, and the check of a file."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.rules.catalogue import find, shipped
from tests.cli.running import run

MINE = 'format = 1\nbase = "deq-ez"\nid = "mine"\n'


def test_list() -> None:
    """The list has every shipped sheet: id, name, bank and bets."""
    listed = run("rules", "list", "--json").json
    assert [each["id"] for each in listed] == list(shipped())
    assert listed[0] == {
        "id": "ca-ez-panda8",
        "name": "EZ Baccarat Panda 8",
        "bank": "player-dealer",
        "bets": ["player", "banker", "tie", "dragon-7", "panda-8"],
    }
    rows = run("rules", "list").out.splitlines()
    assert len(rows) == len(shipped()) + 1


@pytest.mark.parametrize("name", shipped())
def test_hashes_follow_from_the_canonical_form(name: str) -> None:
    """Anybody can take the hash of a sheet again from the form that `show --json` prints."""
    shown = run("rules", "show", name, "--json").json
    assert list(shown) == ["id", "hash", "venue_hash", "sheet"]
    venue = shown["sheet"].pop("venue")
    for form, said in ((shown["sheet"], shown["hash"]), (venue, shown["venue_hash"])):
        text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == said


@pytest.mark.parametrize("name", shipped())
def test_words(name: str, golden: Callable[[str, str], None]) -> None:
    """A sheet in words changes only by a reviewed diff."""
    words, _, hashes = run("rules", "show", name).out.rpartition("\n\n")
    golden(f"words/{name}.txt", f"{words}\n")
    sheet = find(name)
    assert hashes == f"Hash of the game   {sheet.hash}\nHash of the venue  {sheet.venue_hash}\n"


def test_default_sheet() -> None:
    """A command that is told no sheet takes the game as its maker plays it."""
    assert run("rules", "show").out == run("rules", "show", "deq-ez").out


@pytest.mark.parametrize("name", ["mine.toml", "mine"])
def test_check_of_a_sound_sheet(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sound sheet in any file is status 0, and the check says its hash."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(MINE, encoding="utf-8")
    ran = run("rules", "check", name)
    assert (ran.status, ran.err) == (0, "")
    checked = run("rules", "check", name, "--json").json
    assert list(checked) == ["id", "name", "bank", "bets", "hash", "venue_hash"]
    assert ran.out == f"{name}: mine is a sound rule sheet, {checked['hash'][:12]}\n"


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "bad.toml:1: format: it is missing; write format = 1"),
        (MINE + "x = [", "bad.toml:4: sheet: this is no TOML"),
        (MINE + 'colour = "red"', "bad.toml:4: colour: this key is not known here"),
        (
            MINE + '[change.bet.tie]\nresult = [{ when = { winner = "nobody" }, pays = "8:1" }]',
            "bad.toml:5: ",
        ),
        (MINE + "[change.bet.nothing]\n", "bad.toml:4: change.bet.nothing"),
    ],
)
def test_check_of_a_faulty_sheet(text: str, fault: str, tmp_path: Path) -> None:
    """A faulty sheet is status 2; its fault names file, line, key and cure."""
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    assert f"{tmp_path}/{fault}" in run("rules", "check", str(file)).fault


def test_check_of_what_is_no_sheet(tmp_path: Path) -> None:
    """A file that is not there, a folder, bytes and an endless file are refused by name."""
    (tmp_path / "bytes.toml").write_bytes(b"\x89PNG\x00\xff")
    (tmp_path / "large.toml").write_text("#" * 70_000, encoding="utf-8")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for name, fault in (
        ("none.toml", "no such file or directory"),
        ("", "is a directory"),
        ("bytes.toml", "it is no UTF-8 text"),
        ("large.toml", "it is larger than 64 KiB"),
        ("loop.toml", "too many levels of symbolic links"),
    ):
        assert fault in run("rules", "check", f"{tmp_path}/{name}").fault


@pytest.mark.parametrize(
    "arguments, fault",
    [
        ((), "Missing command; puntobanco rules --help says what there is"),
        (("shw",), "No such command 'shw'"),
        (("show", "ez"), "there is no rule sheet 'ez'"),
        (("check",), "Missing argument 'FILE'"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], fault: str) -> None:
    """A word that no command has is refused, and the fault says where to read."""
    assert fault in run("rules", *arguments).fault
