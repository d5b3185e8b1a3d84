"""The guide of the card room does what it says: its own lines are run, by a shell."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from tests.audit import Audit

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "card-room.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PATIENT = 120
# Where a machine has no curl, this does as much of it as the guide asks for.
CURL = f"""#!{sys.executable}
import sys, httpx
words, headers, body = sys.argv[1:], {{}}, None
while words:
    word = words.pop(0)
    if word == "-H":
        name, _, value = words.pop(0).partition(": ")
        headers[name] = value
    elif word == "-d":
        body = words.pop(0)
    elif word != "-s":
        address = word
try:
    method = "GET" if body is None else "POST"
    print(httpx.request(method, address, headers=headers, content=body, timeout=30).text, end="")
except httpx.TransportError:
    sys.exit(7)
"""


def programs(folder: Path) -> str:
    """Where the shell finds what the guide calls."""
    (folder / "puntobanco").write_text(f'#!/bin/sh\nexec {sys.executable} -m puntobanco "$@"\n')
    if not shutil.which("curl"):
        (folder / "curl").write_text(CURL)
    for file in folder.iterdir():
        file.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_the_guide_of_the_card_room(tmp_path: Path) -> None:
    """Every line of it is carried out, and the books of the night are right."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    lines = "".join(BLOCK.findall(GUIDE.read_text())).replace("8000", str(port))
    script = f"set -eu\ntrap 'kill $! && wait' EXIT\n{lines}"
    tools = tmp_path / "bin"
    tools.mkdir()
    environment = os.environ | {"PATH": programs(tools), "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        ["/bin/bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENT,
        check=False,
    )
    answers = [line for line in ran.stdout.splitlines() if line.startswith("{")]
    assert [x for x in answers if '"ok":false' in x or '"error"' in x] == []
    assert ran.returncode == 0, ran.stderr
    assert len(answers) > 30
    with closing(open_sqlite(tmp_path / "room.db")) as store:
        stored = store.read(lambda tx: list(tx.events("table:7")))
        entries = [(ev.decode(entry.body), entry.at) for entry in stored]
        kinds = Counter(type(entry.event).__name__ for entry, _ in entries)
        for kind in ("ShoeCut", "RoundSettled", "RoundVoided", "RoundCorrected", "TableClosed"):
            assert kinds[kind] == 1
        assert not Audit().read(entries).faults
        assert store.read(lambda tx: tx.streams()) == ["cage", "floor", "table:7"]
        sold = store.read(lambda tx: tx.balance("world"))
        assert sold == -(500_000 + 200_000 - 100_000)  # what the cage sold, less what it paid out
        assert store.verify().faults == ()
