"""Stored bytes: what was written once is read for ever, and is written the same way today."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import fields

from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.state import TableState

# One line an event, of every type and version there ever was. Lines are added, never changed.
STORED = Path(__file__).with_name("stored-events.jsonl")
LINES = STORED.read_bytes().splitlines()


NAMES = [f"{number}-{json.loads(line)['event']['type']}" for number, line in enumerate(LINES, 1)]


def kind(line: bytes) -> str:
    """The type of a stored event."""
    return str(json.loads(line)["event"]["type"])


def newest(event: ev.AnyEvent) -> int:
    """The version in which an event of this type is written today."""
    return int(next(field.default for field in fields(event) if field.name == "v"))


def test_every_type_has_a_stored_example() -> None:
    """No event type of today is without an example in the file of stored bytes."""
    assert {kind(line) for line in LINES} >= {known.__name__ for known in get_args(ev.AnyEvent)}


@pytest.mark.parametrize("line", LINES, ids=NAMES)
def test_stored_bytes_are_read(line: bytes) -> None:
    """Every event ever stored is still read, and what is of today's version is written alike."""
    entry = ev.decode(line)
    assert type(entry.event).__name__ == kind(line)
    if entry.event.v == newest(entry.event):
        assert ev.encode(entry) == line


def test_stored_events_make_a_table() -> None:
    """The examples are the log of one table: in their order they fold into a state."""
    state = TableState()
    for line in LINES:
        state = evolve(state, ev.decode(line).event)
    assert state.setup is None
    assert (state.round_number, state.shoe_number, dict(state.racks)) == (1, 1, {})


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


def test_names_and_odd_letters_survive() -> None:
    """Text beyond ASCII is stored as it is."""
    entry = ev.Entry(ev.SeatTaken(place=1, patron="p\N{SNOWMAN}\N{GRINNING FACE}"), "ann", "c1")
    assert ev.decode(ev.encode(entry)) == entry
