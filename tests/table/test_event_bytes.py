"""Stored bytes: what was written once is read for ever, and is written the same way today."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import fields

from puntobanco.errors import InvariantError
from puntobanco.ledger import WORLD, apply, wallet
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.postings import postings
from puntobanco.table.state import Round, TableState

# The logs of four tables, one line an event: together every type, in every version there ever was.
# Lines are added, never changed. In the card room everything happens that can: real cards, the
# position and its covers, collection, rulings, a correction with claims; then results alone. The
# third is a shoe that is tracked without wagers, and corrected. At the fourth the terms change.
HERE = Path(__file__).parent
HOUSE = (HERE / "stored-events.jsonl").read_bytes().splitlines()
CARD_ROOM = (HERE / "stored-card-room.jsonl").read_bytes().splitlines()
RESULTS = (HERE / "stored-results.jsonl").read_bytes().splitlines()
TERMS = (HERE / "stored-terms.jsonl").read_bytes().splitlines()
LINES = HOUSE + CARD_ROOM + RESULTS + TERMS
NAMES = [f"{number}-{json.loads(line)['event']['type']}" for number, line in enumerate(LINES, 1)]


PURSES = {wallet(f"p{number}"): 25 * 10**7 for number in range(1, 5)}


def kind(line: bytes) -> str:
    """The type of a stored event."""
    return str(json.loads(line)["event"]["type"])


def newest(known: type[ev.AnyEvent]) -> int:
    """The version in which an event of this type is written today."""
    return int(next(field.default for field in fields(known) if field.name == "v"))


def test_every_version_has_a_stored_example() -> None:
    """No event type, in no version from the first to today's, is without an example."""
    stored = {(kind(line), json.loads(line)["event"]["v"]) for line in LINES}
    known = {
        (known.__name__, version)
        for known in get_args(ev.AnyEvent)
        for version in range(1, newest(known) + 1)
    }
    assert stored >= known


@pytest.mark.parametrize("line", LINES, ids=NAMES)
def test_stored_bytes_are_read(line: bytes) -> None:
    """Every event ever stored is still read, and what is of today's version is written alike."""
    entry = ev.decode(line)
    assert type(entry.event).__name__ == kind(line)
    if entry.event.v == newest(type(entry.event)):
        assert ev.encode(entry) == line


@pytest.mark.parametrize(
    "lines,counts",
    [(HOUSE, (1, 9)), (CARD_ROOM, (6, 3)), (RESULTS, (4, 2)), (TERMS, (3, 2))],
)
def test_stored_events_make_a_table(lines: list[bytes], counts: tuple[int, int]) -> None:
    """Each file is the log of one table: in their order the events fold into its state."""
    state, balances = TableState(), {WORLD: -(10**9), **PURSES}
    for line in lines:
        event = ev.decode(line).event
        balances = apply(balances, postings(state, event))
        state = evolve(state, event)
    assert state.setup is None
    assert (state.round_number, state.shoe_number, dict(state.racks)) == (*counts, {})
    left = {account.partition(":")[0] for account, held in balances.items() if held}
    assert left <= {"world", "wallet", "house", "drop"}


@pytest.mark.parametrize("line", LINES, ids=NAMES)
def test_bytes_are_canonical(line: bytes) -> None:
    """Keys are sorted, there is no space, and each event says its version."""
    plain = json.loads(line)
    assert json.dumps(plain, sort_keys=True, separators=(",", ":")).encode() == line
    assert plain["event"]["v"] >= 1


@pytest.mark.parametrize(
    "change",
    [
        b'{"actor":"a","event":{"type":"Unheard","v":1}}',
        b'{"actor":"a","event":{"type":"BettingClosed","round":1,"extra":1}}',
        b'{"actor":"a","event":{"type":"BettingClosed","round":1.0}}',
        b'{"actor":"a","event":{"type":"BettingClosed","round":"1"}}',
        b'{"actor":"a","event":{"type":"BettingClosed"}}',
        b'{"event":{"type":"BettingClosed","round":1}}',
        b'{"actor":"a","event":{"type":"BettingClosed","round":1},"who":"b"}',
        b'{"actor":"a"',
        b"",
    ],
    ids=range(9),
)
def test_other_bytes_are_refused(change: bytes) -> None:
    """What no version ever wrote is not read as something else."""
    with pytest.raises(msgspec.DecodeError):
        ev.decode(change)


@pytest.mark.parametrize("name", ["game", "require_shoe", "require_round", "require_cover"])
def test_an_event_that_cannot_have_been(name: str) -> None:
    """An event that needs what is not there stops the fold: such a log is broken."""
    played = Round(1, 1, "betting", None, 0)
    state = TableState(round=played) if name == "require_cover" else TableState()
    with pytest.raises(InvariantError):
        getattr(state, name)
    with pytest.raises(InvariantError):
        _ = played.require_result


def test_names_and_odd_letters_survive() -> None:
    """Text beyond ASCII is stored as it is."""
    entry = ev.Entry(ev.SeatTaken(place=1, patron="p\N{SNOWMAN}\N{GRINNING FACE}"), "ann", "c1")
    assert ev.decode(ev.encode(entry)) == entry
