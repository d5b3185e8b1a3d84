"""``serve --cards results``: a board and a page to enter on, for a room that opens nothing else."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.running import run

WAIT = 30


@contextmanager
def tracking(file: Path, *options: str) -> Iterator[str]:
    """Run the service on a free port, and give all that it says before it serves."""
    command = (sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--db", str(file))
    process = subprocess.Popen(
        (*command, "--cards", "results", *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    said = ""
    try:
        while not said.endswith("on disk.\n"):
            line = process.stdout.readline()
            assert line
            said += line
        yield said
    finally:
        process.terminate()
        assert process.communicate(timeout=WAIT) == ("", "")


def found(pattern: str, said: str) -> str:
    """What was printed behind a word."""
    match = re.search(pattern, said)
    assert match
    return match[1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "room.db"


def test_what_is_printed_opens_the_page(file: Path) -> None:
    """The dealer's link leads to the entry page, once; the PIN is said when the table opens."""
    with tracking(file, "--game", "ca-ez-panda8") as said, httpx.Client() as browser:
        pin = found(r"PIN +(\d{4}) ", said)
        link = found(r"Dealer +(\S+)", said)
        address, _, secret = link.partition("/enter/")
        origin = {"origin": address}
        entered = browser.post(f"{address}/api/enter", json={"link": secret}, headers=origin)
        assert entered.json() == {"next": "/table/1/dealer"}
        assert browser.get(f"{address}/table/1/dealer").status_code == 200
        assert browser.get(f"{address}/api/table/1").json()["staff"]["tracking"]["hands"] == []
        given = browser.post(f"{address}/api/table/1/pin", json={"pin": pin}, headers=origin)
        assert given.status_code == 204
        assert httpx.get(link).status_code == 410
        assert httpx.get(f"{address}/table/1/board").status_code == 200
    with tracking(file) as said:
        assert "PIN" not in said
        assert found(r"Dealer +(\S+)", said) != link


def test_a_pin_of_ones_own(file: Path) -> None:
    """The PIN may be chosen; what is none is said before a file is made."""
    with tracking(file, "--pin", "471100") as said:
        assert found(r"PIN +(\d+) ", said) == "471100"


@pytest.mark.parametrize(
    "options, fault",
    [(("--pin", "12"), "4 to 12 digits"), (("--cards", "scanned"), "--cards scanned")],
)
def test_what_serve_does_not_take(file: Path, options: tuple[str, ...], fault: str) -> None:
    """A PIN that is too short, and cards that serve cannot open a table for, are one line."""
    said = run("serve", "--port", "0", "--db", str(file), *options)
    assert fault in said.fault
    assert not file.exists()
