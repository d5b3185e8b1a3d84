"""Who was refused: one line each, in plain signs whatever was sent."""

from __future__ import annotations

import json
import logging
from typing import Final

from puntobanco.house.people import Caller

_LOG: Final = logging.getLogger("puntobanco.access")


def note(what: str, who: str, path: str, address: str = "") -> None:
    """Write down that somebody was not let in, or not let through."""
    told = {"what": what, "who": who, "path": path, "from": address}
    _LOG.warning("refused %s", json.dumps(told))


def named(caller: Caller) -> str:
    """Give somebody by his role and his id."""
    return f"{caller.role.value} {caller.actor}"
