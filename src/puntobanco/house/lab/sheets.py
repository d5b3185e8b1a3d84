"""Sheets that people write, kept at the house: each is its owner's, and his to take away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from puntobanco.errors import Refused
from puntobanco.house.clock import Clock
from puntobanco.house.lab.forms import read
from puntobanco.house.lab.offers import Offers
from puntobanco.rules.sheet import Sheet
from puntobanco.store.base import SavedSheet, Store, Transaction

EACH_MAX: Final = 50  # sheets of one person


class Sheets:
    """What people keep of what they wrote in the lab."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Keep them in a store."""
        self._store, self._clock = store, clock
        self.offers = Offers(store, clock)

    def of(self, owner: str) -> list[SavedSheet]:
        """Give all of somebody's."""
        return self._store.read(lambda tx: tx.sheets(owner))

    def find(self, owner: str, ident: str) -> SavedSheet | None:
        """Give one of somebody's; another's is not there for him."""
        found = self._store.read(lambda tx: tx.sheet(ident))
        return found if found and found.owner == owner else None

    def game(self, owner: str, ident: str) -> Sheet | None:
        """Give one of somebody's as the game that it is."""
        found = self.find(owner, ident)
        return read(found.text) if found else None

    def for_table(self, owner: str, ident: str) -> Sheet | None:
        """Give the sheet that somebody may open a table for: his own, or one of the house's."""
        return self.game(owner, ident) or self.offers.game(ident)

    def save(self, sheet: SavedSheet) -> SavedSheet:
        """Keep a sheet, anew or in place of the one of its id; durable on return."""
        now = replace(sheet, saved=self._clock())

        def work(tx: Transaction) -> None:
            others = [known for known in tx.sheets(sheet.owner) if known.id != sheet.id]
            if len(others) >= EACH_MAX:
                raise Refused("lab-full", {"most": EACH_MAX})
            tx.put_sheet(now)

        self._store.submit(work).result()
        return now

    def drop(self, owner: str, ident: str) -> bool:
        """Take one of somebody's away; whether there was one."""
        return self._store.submit(lambda tx: tx.drop_sheets(owner, ident)).result()
