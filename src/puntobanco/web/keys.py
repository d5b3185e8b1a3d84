"""JSON objects that say every key once: the decoder alone would take the last."""

from __future__ import annotations


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of its pairs; ValueError for a key that is there twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key is there twice"
        raise ValueError(message)
    return found
