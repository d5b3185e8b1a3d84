"""The command line, run in this process: status, standard output and standard error."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from puntobanco.__main__ import main


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value that the command printed."""
        (line,) = self.lines
        return line

    @property
    def lines(self) -> list[Any]:
        """The JSON values that the command printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def fault(self) -> str:
        """The one line of a command that refused its input."""
        assert self.status == 2, self
        assert self.err.startswith("puntobanco: "), self
        (line,) = self.err.splitlines()
        assert self.err == f"{line}\n"
        return line.removeprefix("puntobanco: ")


def run(*arguments: str, stdin: str | bytes = b"") -> Ran:
    """Run a command with some standard input."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(list(arguments))
    finally:
        sys.stdin = before
    return Ran(status, *(_written(stream) for stream in (out, err)))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
