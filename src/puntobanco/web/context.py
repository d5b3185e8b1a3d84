"""What the routes share: one house, its people, its screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from puntobanco.house.accounts import Accounts
from puntobanco.house.apart.asking import Apart
from puntobanco.house.audit.verifying import Verifying
from puntobanco.house.desk import Desk
from puntobanco.house.lab.sheets import Sheets
from puntobanco.house.people import People
from puntobanco.house.window import Window
from puntobanco.web.addresses import Addresses
from puntobanco.web.bucket import Bucket
from puntobanco.web.explained import Explained
from puntobanco.web.files import Files
from puntobanco.web.live import Hub
from puntobanco.web.pins import Pins
from puntobanco.web.tickets import Tickets

ACTOR_RATE: Final = 20.0  # commands a second, in the long run


def _lab() -> Apart:
    """Two processes, so that no asker waits for one slow question of another."""
    return Apart("puntobanco.house.lab.task", processes=2, seconds=10, waiting=16, each=3, nice=0)


def _reports() -> Apart:
    return Apart("puntobanco.web.sheet_report", seconds=120, waiting=4, each=2)


@dataclass(frozen=True, slots=True)
class Context:
    """Everything behind the addresses."""

    desk: Desk
    people: People
    hub: Hub
    files: Files
    guest_chips: int | None  # None: no guests
    window: Window
    accounts: Accounts
    sheets: Sheets
    verifying: Verifying = field(default_factory=Verifying)
    lab: Apart = field(default_factory=_lab)
    reports: Apart = field(default_factory=_reports)
    explained: Explained = field(default_factory=Explained)
    gate: Bucket = field(default_factory=lambda: Bucket(burst=30, rate=1.0))  # for new guests
    pins: Pins = field(default_factory=Pins)
    tickets: Tickets = field(default_factory=Tickets)
    addresses: Addresses = field(default_factory=Addresses)
    secrets: dict[bytes, str] = field(default_factory=dict)  # second factors to be confirmed
    buckets: dict[str, Bucket] = field(default_factory=dict)  # of each actor's commands

    def admits(self, actor: str) -> bool:
        """Whether an actor may give one more command now, on all his links together."""
        bucket = self.buckets.setdefault(actor, Bucket(rate=ACTOR_RATE))
        return bucket.admits()

    async def close(self) -> None:
        """End the processes that count."""
        for apart in (self.lab, self.reports, self.explained.apart):
            await apart.close()
