"""Snapshots: the state of a table and its records as bytes, so that a start need not read all.

A snapshot is a cache of the log and nothing else: one that cannot be read, or was written for
other records than today's, is left aside, and the log is read from its beginning.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from puntobanco.cards import Card, parse_cards
from puntobanco.house.incidents import Incidents
from puntobanco.house.records import HISTORY, Records, Ruling, SettledRound, Sitting
from puntobanco.house.shoes import Note, Past, Shoes
from puntobanco.house.takings import Sums, Takings
from puntobanco.rules.collection import schedule_from_canonical
from puntobanco.rules.coup import Coup, Winner, play
from puntobanco.rules.load import from_canonical
from puntobanco.rules.rotation import RotationPolicy, Stint, policy_from_canonical
from puntobanco.rules.schedule import Schedule
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.shoe import ShoeEnd
from puntobanco.table import events as ev
from puntobanco.table import state as st
from puntobanco.track.pace import Pace

_TAG: Final = "$"

# What is a record of its fields.
_RECORDS: Final = {
    kind.__name__: kind
    for kind in (
        *(k for k in vars(st).values() if isinstance(k, type) and k.__module__ == st.__name__),
        *(k for k in vars(ev).values() if isinstance(k, type) and issubclass(k, ev.Part)),
        *get_args(ev.AnyMatter),
        Wager,
        Stint,
        ShoeEnd,
        Records,
        Incidents,
        Sitting,
        SettledRound,
        Ruling,
        Shoes,
        Note,
        Past,
        Pace,
        Takings,
        Sums,
    )
}

# What has a form of its own, from which it is read again.
_FORMS: Final[Mapping[type, tuple[Callable[[Any], object], Callable[[Any], object]]]] = {
    UnsetType: (lambda _: None, lambda _: UNSET),
    Card: (lambda card: card.code, Card.parse),
    Coup: (
        lambda coup: " ".join(card.code for card in coup.cards),
        lambda codes: play(parse_cards(codes)),
    ),
    Winner: (lambda winner: winner.value, Winner),
    Sheet: (
        lambda sheet: canonical(sheet.source_form).decode(),
        lambda form: from_canonical(form.encode()),
    ),
    RotationPolicy: (
        lambda policy: canonical(policy.source_form).decode(),
        policy_from_canonical,
    ),
    Schedule: (
        lambda schedule: canonical(schedule.source_form).decode(),
        schedule_from_canonical,
    ),
    frozenset: (lambda found: [_plain(each) for each in found], lambda v: frozenset(map(_full, v))),
    deque: (
        lambda found: [_plain(each) for each in found],
        lambda v: deque(map(_full, v), maxlen=HISTORY),
    ),
}
_BY_NAME: Final = {kind.__name__: kind for kind in _FORMS}


def _fields(kind: type) -> tuple[str, ...]:
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    return tuple(kind.__dataclass_fields__) if dataclasses.is_dataclass(kind) else ()


_SITTING: Final = _fields(Sitting)[:-1]  # all but the hands

# Another set of records makes other bytes, which nobody tries to read.
SHAPE: Final = hashlib.sha256(
    repr(sorted((name, _fields(kind)) for name, kind in _RECORDS.items())).encode()
).hexdigest()[:16]


def freeze(state: st.TableState, records: Records) -> bytes:
    """Give the bytes of a table as it stands."""
    rounds = {id(hand): hand for sitting in records.sittings.values() for hand in sitting.hands}
    # A round is shared by all who sat there: it is written once, and meant by its number.
    numbered = {hand.round: hand for hand in rounds.values()}
    sittings = [
        [patron, *(getattr(each, name) for name in _SITTING), [hand.round for hand in each.hands]]
        for patron, each in records.sittings.items()
    ]
    rest = {
        field: _plain(getattr(records, field)) for field in _fields(Records) if field != "sittings"
    }
    return msgspec.json.encode(
        {
            "shape": SHAPE,
            "state": _plain(state),
            "records": rest,
            "rounds": [_plain(hand) for hand in numbered.values()],
            "sittings": sittings,
        }
    )


def thaw(body: bytes) -> tuple[st.TableState, Records] | None:
    """Give the table of a snapshot; None where the bytes are none of today's."""
    try:
        found = msgspec.json.decode(body)
        if found["shape"] != SHAPE:
            return None
        state = _full(found["state"])
        records = Records(**{name: _full(value) for name, value in found["records"].items()})
        rounds = {hand.round: hand for hand in map(_full, found["rounds"])}
        for patron, *figures, hands in found["sittings"]:
            kept = deque((rounds[number] for number in hands), maxlen=HISTORY)
            records.sittings[patron] = Sitting(
                **dict(zip(_SITTING, figures, strict=True)), hands=kept
            )
    except (msgspec.DecodeError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return (state, records) if isinstance(state, st.TableState) else None


def _plain(value: Any) -> object:
    """Write a value as what JSON knows, tagged where that does not say what it was."""
    kind = type(value)
    if value is None or kind in {bool, int, str}:
        return value
    if kind is tuple:
        return [_plain(each) for each in value]
    if kind in _FORMS:
        return {_TAG: kind.__name__, "v": _FORMS[kind][0](value)}
    if isinstance(value, Mapping):
        return {_TAG: "map", "v": [[_plain(k), _plain(v)] for k, v in value.items()]}
    if isinstance(value, Enum) or kind.__name__ not in _RECORDS:
        message = f"a snapshot cannot hold {kind.__name__}"
        raise TypeError(message)
    return {_TAG: kind.__name__} | {name: _plain(getattr(value, name)) for name in _fields(kind)}


def _full(value: Any) -> Any:
    """Give back what was written."""
    if isinstance(value, list):
        return tuple(map(_full, value))
    if not isinstance(value, dict):
        return value
    tag = value[_TAG]
    if tag == "map":
        return {_full(k): _full(v) for k, v in value["v"]}
    if tag in _BY_NAME:
        return _FORMS[_BY_NAME[tag]][1](value["v"])
    return _RECORDS[tag](**{name: _full(v) for name, v in value.items() if name != _TAG})
