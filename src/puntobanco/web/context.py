"""What the routes share: one house, its people, its screens."""

from __future__ import annotations

from dataclasses import dataclass, field

from puntobanco.house.desk import Desk
from puntobanco.house.people import People
from puntobanco.web.bucket import Bucket
from puntobanco.web.files import Files
from puntobanco.web.live import Hub


@dataclass(frozen=True, slots=True)
class Context:
    """Everything behind the addresses."""

    desk: Desk
    people: People
    hub: Hub
    files: Files
    guest_chips: int | None  # None: no guests
    gate: Bucket = field(default_factory=lambda: Bucket(burst=30, rate=1.0))  # for new guests
