"""How many sockets one address may have, and how often it may open one.

A room's patrons may all come from one address, and come back at once when the house was restarted:
as many may open at once as may be open, and a few a minute after that. This machine's own are not
counted.
"""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import Any, Final

from litestar.connection import ASGIConnection

from puntobanco.web.bucket import Bucket

SOCKETS: Final = 50
A_MINUTE: Final = 10
SITE_BITS: Final = 64  # of an IPv6 address: what one household has
KEPT_MAX: Final = 10_000


class Addresses:
    """What each address has left."""

    def __init__(self, sockets: int = SOCKETS) -> None:
        """Begin with nobody; at most so many sockets for one address."""
        self.sockets = sockets
        self._buckets: dict[str, Bucket] = {}

    def admits(self, address: str, links: int) -> bool:
        """Whether an address with so many sockets may open one more now."""
        if links >= self.sockets:
            return False
        if len(self._buckets) >= KEPT_MAX:
            self._buckets = {each: b for each, b in self._buckets.items() if not b.is_full}
        fresh = Bucket(burst=self.sockets, rate=A_MINUTE / 60)
        return self._buckets.setdefault(address, fresh).admits()


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Give where a request comes from, as the server has it; None for this machine itself.

    A proxy's word is taken by the server, and only the word of the one that it was told of.
    """
    client = connection.client
    try:
        found = ip_address(client.host if client else "")
    except ValueError:
        return None
    if found.is_loopback:
        return None
    return str(found if found.version == 4 else ip_network((found, SITE_BITS), strict=False))  # noqa: PLR2004
