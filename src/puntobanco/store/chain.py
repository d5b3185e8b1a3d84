"""The hash chain of a stream: each event's hash holds all that went before it."""

from __future__ import annotations

from hashlib import sha256

# The first byte keeps a body, a link and a beginning apart: none can be passed off as another.
_BODY, _LINK, _BEGINNING = b"\x00", b"\x01", b"\x02"


def genesis(stream: str) -> bytes:
    """The hash before the first event; it pins the stream's name."""
    return sha256(_BEGINNING + b"puntobanco\x00" + stream.encode()).digest()


def link(previous: bytes, version: int, at: int, body: bytes) -> bytes:
    """The hash of an event that follows another."""
    leaf = sha256(_BODY + version.to_bytes(8, "big") + at.to_bytes(8, "big") + body).digest()
    return sha256(_LINK + previous + leaf).digest()
