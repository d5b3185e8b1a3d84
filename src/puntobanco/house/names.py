"""Names as they may be shown."""

from __future__ import annotations

from typing import Final

NAME_MAX: Final = 24


def clean_name(name: str | None) -> str | None:
    """Give a name as it may be shown: printable, trimmed, not too long; None if nothing is left."""
    kept = "".join(c for c in name or "" if c.isprintable() or c.isspace())
    shown = " ".join(kept.split())
    return shown[:NAME_MAX].strip() or None
