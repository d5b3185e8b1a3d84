"""A house in a process of its own: opened, killed, opened again on the same file and port."""

import os
import re
import resource
import secrets
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.browser.places import ROOT

PATIENCE_S: Final = 20.0
# What a house may say: whom it refused, and that somebody sets this machine's clock.
EXPECTED: Final = ("refused ", "the house's time is ")


@dataclass
class House:
    """The server of a test, on a free loopback port that it keeps."""

    file: Path
    options: tuple[str, ...]
    port: int = 0
    said: list[str] = field(default_factory=list)
    _process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """The address of its lobby, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def link(self) -> str:
        """The one-time sign-in link that it printed."""
        return next(
            found[0] for line in self.said if (found := re.search(r"http\S+/enter/\S+", line))
        )

    def link_of(self, role: str) -> str:
        """The one-time link of a member of a demo's staff; good for one page that goes there."""
        return next(
            found[0]
            for line in self.said
            if line.split()[:1] == [role] and (found := re.search(r"http\S+/enter/\S+", line))
        )

    def order(self, role: str, table: str, kind: str) -> None:
        """Give a command by the token of somebody of a demo's staff."""
        token = [line.split()[1] for line in self.said if line.split()[:1] == [role]][-1]
        answer = httpx.post(
            f"{self.address}/api/table/{table}/commands",
            json={"id": secrets.token_hex(16), "type": kind},
            headers={"authorization": f"Bearer {token}"},
        ).json()
        assert answer["ok"], answer

    def open(self) -> None:
        """Start, and wait until it serves."""
        command = (
            *(sys.executable, "-m", "puntobanco", "serve", "--db", str(self.file)),
            *("--host", "127.0.0.1", "--port", str(self.port), *self.options),
        )
        self.said = []
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout
        for line in self._process.stdout:
            self.said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/$", line.rstrip()):
                self.port = int(found[1])
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError(f"the server ended: {self._errors.read_text()}")

    @property
    def memory(self) -> float:
        """How many bytes it holds in memory, where the system says so."""
        assert self._process
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    @property
    def worked(self) -> float:
        """How many seconds a processor has been busy with it, where the system says so."""
        assert self._process
        found = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = found.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a power cut would: nothing more is written, nobody is told."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """End it as a person would, if it runs; it ends well and had nothing to complain of."""
        if self._process is None:
            return
        assert self._end(signal.SIGINT) == 0
        said = self._errors.read_text().splitlines()
        assert [line for line in said if not line.startswith(EXPECTED)] == []

    def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process
        process.send_signal(number)
        try:
            return process.wait(PATIENCE_S)
        finally:
            process.kill()
            assert process.stdout
            process.stdout.close()

    @property
    def _errors(self) -> Path:
        return self.file.with_suffix(".err")
