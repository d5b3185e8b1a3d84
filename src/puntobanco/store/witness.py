"""The witness: a file beside the store that knows how far each stream had come (XC6, XC7).

A store that is put back from a copy is whole in itself; only somebody who saw more can tell. Each
commit adds a line to the witness before anybody is answered. The line needs no sync of its own:
one that a power cut takes leaves the witness behind the store, which is no fault, and a torn one
at the end is passed over. Where the store lacks what the witness saw, or has another event in its
place, it is not what was played on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import msgspec

from puntobanco.store.base import Moved, Reading, Store, StoreError, Transaction

WHOLE: Final = 1 << 20  # bytes from which on the file is written anew, a line a stream
_LINE: Final = msgspec.json.Decoder(tuple[str, int, str, int])


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest event of a stream that was seen, and the highest number of its shoes."""

    version: int
    hash: str
    shoe: int


class Witness:
    """A witness file; a new one has seen nothing."""

    def __init__(self, file: Path) -> None:
        """Read what it has seen; `StoreError` if it is no witness."""
        self.file = file
        self.seen = _read(file)

    def lacking(self, store: Reading) -> list[str]:
        """Name the streams that a store does not have as they were seen."""
        return store.read(
            lambda tx: [name for name, seen in self.seen.items() if not _has(tx, name, seen)]
        )

    def follow(self, store: Store, shoes: Mapping[str, int]) -> None:
        """See what the store has, whatever was seen before, and all that it commits from now on.

        ``shoes`` are the highest numbers of shoes by stream.
        """
        store.read(lambda tx: self._take_all(tx, shoes))
        self._write_whole()
        store.follow(self.note)

    def note(self, moved: Moved) -> None:
        """See what a commit moved."""
        for stream, (version, digest) in moved.heads.items():
            known = self.seen.get(stream)
            shoe = moved.shoes.get(stream, known.shoe if known else 0)
            self.seen[stream] = Seen(version, digest.hex(), shoe)
        try:
            self._append(b"".join(map(self._line, moved.heads)))
        except OSError as error:
            raise self._fault(error) from error

    def _append(self, lines: bytes) -> None:
        """Add lines; a file that somebody took away is not made anew."""
        descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(descriptor, lines)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > WHOLE:
            self._write_whole()

    def _take_all(self, transaction: Transaction, shoes: Mapping[str, int]) -> None:
        seen = {}
        for stream in transaction.streams():
            head = transaction.head(stream)
            (newest,) = transaction.events(stream, head - 1)
            seen[stream] = Seen(head, newest.hash.hex(), shoes.get(stream, 0))
        self.seen = seen

    def _write_whole(self) -> None:
        """Write a line a stream in place of all lines: whole, or not at all."""
        beside = self.file.with_name(f".{self.file.name}.{os.getpid()}")
        try:
            with beside.open("wb") as new:
                new.writelines(map(self._line, self.seen))
                new.flush()
                os.fsync(new.fileno())
            beside.replace(self.file)
        except OSError as error:
            raise self._fault(error) from error
        finally:
            beside.unlink(missing_ok=True)

    def _line(self, stream: str) -> bytes:
        return msgspec.json.encode((stream, *astuple(self.seen[stream]))) + b"\n"

    def _fault(self, error: OSError) -> StoreError:
        reason = (error.strerror or "it cannot be written").lower()
        return StoreError(self.file, reason, "mend that, or name another file with --witness")


def _has(transaction: Transaction, stream: str, seen: Seen) -> bool:
    """Whether the event that was seen is in its place."""
    if transaction.head(stream) < seen.version:
        return False
    found = next(transaction.events(stream, seen.version - 1))
    return found.hash.hex() == seen.hash


def _read(file: Path) -> dict[str, Seen]:
    """Read the lines: the last one of a stream counts, and a torn one at the end of all is none."""
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise StoreError(file, reason, "name another file with --witness") from None
    *lines, torn = text.split(b"\n")
    seen: dict[str, Seen] = {}
    for number, line in enumerate(lines or filter(None, (torn,)), 1):
        try:
            stream, version, digest, shoe = _LINE.decode(line)
        except msgspec.DecodeError:
            raise StoreError(
                file, f"line {number} is no witness's", "name the right file"
            ) from None
        seen[stream] = Seen(version, digest, shoe)
    return seen
