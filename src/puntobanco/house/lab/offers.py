"""Sheets that their authors offer to the house, and that a supervisor takes up or puts away.

What is offered is the sheet as it stood then, known by its hash: what its author writes later is
another one. Two people stand behind each sheet that the house offers at its tables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.house.clock import Clock
from puntobanco.rules.load import from_canonical
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.store.base import Store, Transaction

STREAM: Final = "sheets"
WAITING_MAX: Final = 20  # offers that nobody has answered
PREFIX: Final = "house-"  # of the ids by which tables are opened for them


class SheetOffered(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """Somebody offers a sheet to the house: whole, in its canonical form."""

    form: str
    hash: str
    by: str
    v: int = 1


class SheetTakenUp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """A supervisor took up an offer, which is known by its version in the stream."""

    offer: int
    by: str
    v: int = 1


class SheetPutAway(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """An offer was turned down, or a sheet is no more the house's."""

    offer: int
    by: str
    v: int = 1


_Event = SheetOffered | SheetTakenUp | SheetPutAway
_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(_Event)


@dataclass(frozen=True, slots=True)
class Offer:
    """A sheet that is offered, or that the house has taken up."""

    number: int
    at: int
    sheet: Sheet
    by: str
    taken_up: str = ""  # by whom

    @property
    def id(self) -> str:
        """The id by which a table is opened for it."""
        return f"{PREFIX}{self.number}"


class Offers:
    """The offers that stand, and the sheets that the house has taken up."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Keep them in a store."""
        self._store, self._clock = store, clock

    def all(self) -> list[Offer]:
        """Give them all, the oldest first."""
        return list(self._store.read(_read).values())

    def game(self, ident: str) -> Sheet | None:
        """Give the sheet that the house has taken up under an id."""
        return next((x.sheet for x in self.all() if x.id == ident and x.taken_up), None)

    def offer(self, sheet: Sheet, by: str) -> Offer:
        """Offer a sheet as it stands; the same one again is the same offer."""

        def work(tx: Transaction) -> int:
            known = _read(tx)
            form = canonical(sheet.source_form).decode()
            same = (x.number for x in known.values() if x.sheet.source_form == sheet.source_form)
            found = next(same, None)
            if found is not None:
                return found
            if sum(not each.taken_up for each in known.values()) >= WAITING_MAX:
                raise Refused("too-many-offers", {"most": WAITING_MAX})
            return self._write(tx, SheetOffered(form, sheet.hash, by))

        number = self._store.submit(work).result()
        return self._store.read(_read)[number]

    def take_up(self, number: int, by: str) -> None:
        """Take up an offer of somebody else's; Refused says why not."""

        def work(tx: Transaction) -> None:
            offer = _known(tx, number)
            if offer.by == by:
                raise Refused("own-proposal")
            if not offer.taken_up:
                self._write(tx, SheetTakenUp(number, by))

        self._store.submit(work).result()

    def put_away(self, number: int, by: str) -> None:
        """Turn an offer down, or take a sheet from the house; open tables keep theirs."""

        def work(tx: Transaction) -> None:
            _known(tx, number)
            self._write(tx, SheetPutAway(number, by))

        self._store.submit(work).result()

    def _write(self, tx: Transaction, event: _Event) -> int:
        return tx.append(STREAM, tx.head(STREAM), self._clock(), [_ENCODER.encode(event)])


def _known(tx: Transaction, number: int) -> Offer:
    offer = _read(tx).get(number)
    if offer is None:
        raise Refused("no-such-offer")
    return offer


def _read(tx: Transaction) -> dict[int, Offer]:
    """Fold the stream: what was put away is gone, its events stay."""
    offers: dict[int, Offer] = {}
    for stored in tx.events(STREAM):
        event = _DECODER.decode(stored.body)
        match event:
            case SheetOffered():
                sheet = from_canonical(event.form.encode())
                offers[stored.version] = Offer(stored.version, stored.at, sheet, event.by)
            case SheetTakenUp():
                offers[event.offer] = replace(offers[event.offer], taken_up=event.by)
            case SheetPutAway():
                offers.pop(event.offer)
    return offers
