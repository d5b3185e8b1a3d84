"""The address of a PostgreSQL database, and the part of it that may be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from puntobanco.store.base import StoreError

_PORTS: Final = re.compile(r"[0-9,]*")

# Where the address says nothing else: how soon either side notices that the other one is gone.
_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: ``place`` for messages, and what it takes to get in."""

    place: str
    parameters: dict[str, Any] = field(repr=False)


def read_address(address: str) -> Address:
    """Take an address apart; `StoreError` if that cannot be done.

    A password with an @ or a / of its own makes half of it a host, a port or a database, which
    messages show: so such an address is refused, without a word of it.
    """
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise _unreadable() from None
    user, host, port, database = (
        str(given.get(part, "")) for part in ("user", "host", "port", "dbname")
    )
    if "@" in host + database or not _PORTS.fullmatch(port):
        raise _unreadable()
    login, colon = user and f"{user}@", port and f":{port}"
    return Address(f"postgresql://{login}{host}{colon}/{database}", _PATIENCE | given)


def _unreadable() -> StoreError:
    return StoreError(
        "the address of the database",
        "it cannot be read",
        "write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @ and %2F for /",
    )
