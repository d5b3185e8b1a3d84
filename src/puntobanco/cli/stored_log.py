"""Exported logs as they are read from files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Final

from puntobanco.cli.stored import STEP, progress
from puntobanco.errors import InputError
from puntobanco.house.logfile import AnyLine, read_lines

STANDARD_INPUT: Final = "-"
LINE_MAX: Final = 16 * 1024 * 1024  # bytes


def shown_name(file: str) -> str:
    """Name a file for people."""
    return "standard input" if file == STANDARD_INPUT else file


@contextmanager
def lines_of(file: str) -> Iterator[Iterator[AnyLine]]:
    """Read the lines of an exported log, one at a time."""
    name = shown_name(file)
    try:
        with _source(file) as opened, progress(_size(opened)) as advance:
            yield read_lines(name, _told(_raw(opened), advance))
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        message = f"{name}: {reason}; give a file that puntobanco export log wrote"
        raise InputError(message) from None


def _source(file: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb")


def _size(file: IO[bytes]) -> int | None:
    try:
        return os.fstat(file.fileno()).st_size
    except OSError:
        return None


def _raw(file: IO[bytes]) -> Iterator[bytes]:
    """A line that is longer than any is cut, and so is no line of a log."""
    while raw := file.readline(LINE_MAX):
        yield raw


def _told(lines: Iterable[bytes], advance: Callable[[int], object]) -> Iterator[bytes]:
    size = 0
    for number, line in enumerate(lines, 1):
        size += len(line)
        if number % STEP == 0:
            advance(size)
            size = 0
        yield line
