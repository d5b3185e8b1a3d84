"""The check of a history's head: the sheet is the one that it names, the terms are the sheet's."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.errors import SheetError
from puntobanco.rules.load import from_canonical
from puntobanco.rules.round import SEATS_MAX
from puntobanco.rules.sheet import Sheet
from puntobanco.track.history.dealing import FindFault
from puntobanco.track.history.records import Header

FindSheet = Callable[[str], Sheet]
"""Gives a sheet by its id, or raises a SheetError."""


def sheet_of(header: Header, find: FindSheet, fault: FindFault) -> Sheet | None:
    """Find the sheet, and check that hashes and terms are its own; None: it is not to be had."""
    rules, form = header.rules, header.form
    at = form.row if form else rules.row
    try:
        sheet = from_canonical(form.json.encode()) if form else find(rules.sheet)
    except SheetError as error:
        fault(at, error.reason, "a sheet line, or the sheet beside the history")
        return None
    if rules.sheet != sheet.id:
        fault(rules.row, f"this is not the sheet {rules.sheet}", sheet.id)
    if rules.game != sheet.hash:
        fault(rules.row, f"this is not the game of {sheet.id}", f"game={sheet.hash}")
    if rules.venue != sheet.venue_hash:
        cure = f"venue={sheet.venue_hash}, or a sheet line with this table's venue"
        fault(rules.row, f"this is not the venue of {sheet.id}", cure)
    _check_terms(header, sheet, fault)
    return sheet


def _check_terms(header: Header, sheet: Sheet, fault: FindFault) -> None:
    terms, venue = header.terms, sheet.venue
    for key, written, expected in (
        ("policy", terms.policy, venue.cover.policy),
        ("win-cap", terms.win_cap, venue.cover.win_cap),
        ("rotation", terms.rotation, venue.rotation),
        ("collection", terms.collection, venue.collection),
    ):
        if written != expected:
            fault(terms.row, f"{key}={written} is not that of the venue", f"{key}={expected}")
    least, most, _ = sheet.decks
    if not least <= terms.decks <= most:
        reason = f"{sheet.id} is not dealt from {terms.decks} decks"
        fault(terms.row, reason, f"{least} to {most}")
    if not 1 <= terms.seats <= SEATS_MAX:
        fault(terms.row, f"no table has {terms.seats} seats", f"1 to {SEATS_MAX}")
