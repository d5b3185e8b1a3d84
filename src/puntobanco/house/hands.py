"""A shoe hand by hand: for the sheet that is printed, and for programs.

Cards are told once the shoe is over: while it is dealt, a list of them would be a counter's tool.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

from puntobanco.house.boards import call_of, tally_of
from puntobanco.house.records import Records
from puntobanco.house.shoes import Note, outcomes_of
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Sheet
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.state import Result, TableState
from puntobanco.track.notation import Outcome
from puntobanco.track.roads import draw

Plain = dict[str, Any]
COLUMNS: Final = (
    "shoe", "hand", "round", "at", "outcome", "winner", "player", "banker", "player_cards",
    "banker_cards", "natural", "player_pair", "banker_pair", "calls", "free", "corrected",
)  # fmt: skip


def numbers_of(state: TableState, records: Records) -> list[int]:
    """Give the shoes that a table remembers, the newest first."""
    present = [state.shoe.number] if state.shoe else []
    before = [state.shoe_number - len(present)] if records.shoes.before else []
    game = state.game.sheet.hash  # of a shoe that another game was played from the log tells
    earlier = [past.number for past in records.shoes.earlier if past.sheet_hash == game]
    return present + before + earlier[::-1]


def shoe_of(state: TableState, records: Records, number: int | None = None) -> Plain | None:
    """Give a shoe that a table remembers, the newest if none is named; None: it does not."""
    known = numbers_of(state, records)
    wanted = number if number is not None or not known else known[0]
    sheet, shoes, shoe = state.game.sheet, records.shoes, state.shoe
    if wanted not in known:
        return None
    if shoe and wanted == shoe.number:
        return _told(sheet, wanted, shoe.coups, shoes.hands, is_over=False)
    if shoes.before and wanted == state.shoe_number - (shoe is not None):
        return _told(state.sheet_before, wanted, state.last_coups, shoes.before, is_over=True)
    past = next(past for past in shoes.earlier if past.number == wanted)
    hands = [_hand(sheet, wanted, n, outcome) for n, outcome in enumerate(past.outcomes, 1)]
    return _shoe(sheet, wanted, past.outcomes, hands, is_over=True)


def replayed(transaction: Transaction, stream: str, number: int) -> Plain | None:
    """Give any shoe of a log, with its cards; None: there was no such one."""
    state, records, opened = TableState(), Records(), TableState()
    for stored in transaction.events(stream):
        event = ev.decode(stored.body).event
        is_last = isinstance(event, ev.ShoeEnded | ev.ShoeQuarantined) and event.shoe > number
        if is_last:
            break
        records.note(state, event, stored.at)
        state = evolve(state, event)
        opened = state if state.setup else opened
    return shoe_of(state if state.setup else opened, records, number) if opened.setup else None


def as_csv(shoe: Plain) -> str:
    """Write a shoe as rows; cards and calls stand in one field with spaces between."""
    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    rows.writeheader()
    for hand in shoe["hands"]:
        cells = {"shoe": shoe["shoe"], **hand}
        rows.writerow({name: _cell(cells[name]) for name in COLUMNS})
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(value)
    return int(value) if isinstance(value, bool) else value


def _told(
    sheet: Sheet, number: int, results: Sequence[Result], notes: Sequence[Note], *, is_over: bool
) -> Plain:
    outcomes = outcomes_of(sheet, results)
    hands = [
        _hand(sheet, number, n, outcome)
        | {"round": note.round, "at": note.at}
        | {"free": note.is_free, "corrected": note.is_corrected}
        | (_cards(result, is_over=is_over) if isinstance(result, Coup) else {})
        for n, (outcome, result, note) in enumerate(zip(outcomes, results, notes, strict=True), 1)
    ]
    return _shoe(sheet, number, outcomes, hands, is_over=is_over)


def _shoe(
    sheet: Sheet, number: int, outcomes: Sequence[Outcome], hands: list[Plain], *, is_over: bool
) -> Plain:
    return {
        "shoe": number,
        "game": sheet.name,
        "sheet": sheet.id,
        "over": is_over,
        "calls": [call_of(sheet, call.id) for call in sheet.calls],
        "tally": tally_of(sheet, outcomes),
        "roads": draw(outcomes).as_json(),
        "hands": hands,
    }


def _hand(sheet: Sheet, shoe: int, number: int, outcome: Outcome) -> Plain:
    """Give what an outcome says; the rest is unknown unless somebody adds it."""
    marks = outcome.marks
    return {
        "shoe": shoe,
        "hand": number,
        "round": None,
        "at": None,
        "outcome": str(outcome),
        "winner": outcome.winner.value,
        "player": None,
        "banker": None,
        "player_cards": None,
        "banker_cards": None,
        "natural": "n8" in marks or "n9" in marks,
        "player_pair": "pp" in marks,
        "banker_pair": "bp" in marks,
        "calls": [call.id for call in sheet.calls if call.token in marks],
        "free": False,
        "corrected": False,
    }


def _cards(coup: Coup, *, is_over: bool) -> Plain:
    player, banker = coup.hands.player, coup.hands.banker
    totals = {"player": player.total, "banker": banker.total}
    if not is_over:
        return totals
    return totals | {
        "player_cards": [card.code for card in player.cards],
        "banker_cards": [card.code for card in banker.cards],
    }
