"""The words of the pages, from the message files: a test names a message, not its wording."""

import json
import re
from collections.abc import Mapping
from typing import Final

from tests.browser.places import STATIC

HOLE: Final = re.compile(r"\{(\w+)\}")
BOLD: Final = re.compile(r"</?b>")


def _catalogue() -> Mapping[str, str]:
    files = sorted((STATIC / "messages" / "en").glob("*.json"))
    parts: list[dict[str, str]] = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return {key: BOLD.sub("", text) for part in parts for key, text in part.items()}


CATALOGUE: Final = _catalogue()


def words(key: str, **holes: object) -> str:
    """Give a message with its holes filled, without its bold marks."""
    return HOLE.sub(lambda hole: str(holes[hole[1]]), CATALOGUE[key])


def pattern(key: str, **holes: object) -> re.Pattern[str]:
    """Give a pattern of a message: what is given stands as it is, other holes are groups."""
    parts = HOLE.split(CATALOGUE[key])
    text = "".join(
        (re.escape(str(holes[part])) if part in holes else rf"(?P<{part}>.+?)")
        if place % 2
        else re.escape(part)
        for place, part in enumerate(parts)
    )
    return re.compile(rf"^{text}$")
