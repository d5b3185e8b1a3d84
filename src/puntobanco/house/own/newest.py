"""What each patron last set himself, kept in a stream of the log."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.store.base import Store, Transaction


class OwnEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A patron set himself something."""

    patron: str


EventT = TypeVar("EventT", bound=OwnEvent)
_ENCODER: Final = msgspec.json.Encoder(order="sorted")


class Newest(Generic[EventT]):
    """The newest event of each patron in a stream of one kind of events."""

    def __init__(self, store: Store, stream: str, kind: type[EventT]) -> None:
        """Read the stream."""
        self._store, self._stream = store, stream
        self._decoder = msgspec.json.Decoder(kind)
        self._events: dict[str, EventT] = {}
        store.read(self._load)

    def _load(self, tx: Transaction) -> None:
        for stored in tx.events(self._stream):
            event = self._decoder.decode(stored.body)
            self._events[event.patron] = event

    def of(self, patron: str) -> EventT | None:
        """Give what a patron last set; None: he never did."""
        return self._events.get(patron)

    def keep(self, event: EventT, now: int) -> Future[None]:
        """Keep an event; told when it is durable. The same once more is nothing new."""
        before = self._events.get(event.patron)
        self._events[event.patron] = event

        def work(tx: Transaction) -> None:
            if event != before:
                tx.append(self._stream, tx.head(self._stream), now, [_ENCODER.encode(event)])

        return self._store.submit(work)

    def settled(self) -> Future[None]:
        """Tell when all that was kept is durable."""
        return self._store.submit(lambda _: None)
