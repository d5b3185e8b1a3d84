"""Frames of a table's socket: exactly the commands that there are, or malformed."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.money import AMOUNT_MAX
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.state import TableState
from puntobanco.web.messages import (
    COMMANDS,
    FRAME_MAX,
    KEYS_MAX,
    Asked,
    Frame,
    Malformed,
    Ping,
    check_plain,
    command_of,
    kebab,
    read_frame,
)
from puntobanco.web.messages import FRAMES as DERIVED

ID = "0123456789abcdef" * 2
FRAMES: dict[str, dict[str, Any]] = {
    "take-seat": {"place": 5, "buy_in": 100_000},
    "leave-seat": {},
    "buy-in": {"amount": 50_000},
    "set-wager": {"round": 1_234, "bet": "banker", "amount": 10_000},
}


def frame(kind: str, **change: Any) -> str:
    """A frame, with something else in it."""
    return json.dumps({"id": ID, "type": kind, **FRAMES[kind], **change})


class Known(People):
    """People of whom one is a third-party provider's."""

    def __init__(self) -> None:
        """Know nobody by name."""

    def kind_of(self, patron: str) -> str:
        """Say what somebody is."""
        return "third-party" if patron == "tpp" else "patron"

    def bearer(self, token: str) -> Caller | None:
        """Read a token as it is written here: who, and as what."""
        actor, _, role = token.partition(" ")
        return Caller(actor, Role(role)) if role else None


ANN = Caller("ann", Role.PATRON)
DEALER = Caller("dee", Role.DEALER)


def command(text: str, caller: Caller = ANN, place: int | None = 3) -> cm.AnyCommand:
    """Read a frame, and say what command of somebody it is, who sits at a place."""
    read = read_frame(text)
    assert isinstance(read, Asked)
    places = {} if place is None else {place: caller.actor}
    return command_of(read, caller, TableState(places=places), Known())


def malformed(text: str) -> Malformed:
    """Read what is no frame."""
    with pytest.raises(Malformed) as found:
        read_frame(text)
    return found.value


def test_frames_become_commands() -> None:
    """Each frame is the command of the patron who is signed in, at the place where he sits."""
    wanted = {
        "take-seat": cm.TakeSeat(patron="ann", place=5, buy_in=100_000),
        "leave-seat": cm.LeaveSeat(patron="ann"),
        "buy-in": cm.BuyIn(patron="ann", amount=50_000),
        "set-wager": cm.SetWager(patron="ann", place=3, bet="banker", amount=10_000, round=1_234),
    }
    assert {kind: command(frame(kind)) for kind in FRAMES} == wanted
    assert read_frame('{"type":"ping"}') == Ping()


def test_who_has_no_place_bets_from_none() -> None:
    """A wager of somebody who is not seated names no place, which the table refuses."""
    found = command(frame("set-wager"), place=None)
    assert isinstance(found, cm.SetWager)
    assert found.place == 0


def sent(kind: str, /, **body: Any) -> str:
    """A frame of any kind."""
    return json.dumps({"id": ID, "type": kind, **body})


def test_every_command_can_be_sent() -> None:
    """Each command has its frame, but for what has an address of its own, and for the clock."""
    kinds = {kebab(kind.__name__) for kind in get_args(cm.AnyCommand)}
    assert set(COMMANDS) == kinds - {"open-table", "forsake-shoes", "tick"}


def test_every_frame_is_in_the_reference() -> None:
    """docs/reference/websocket.md has each command with its fields, and which may be left out."""
    page = (Path(__file__).parents[2] / "docs/reference/websocket.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| ([^|]*) \|", page, re.MULTILINE))
    for kind, shape in DERIVED.items():
        wanted = [
            f"`{field.name}`{'' if field.required else '?'}"
            for field in fields(shape)
            if field.name != "id"
        ]
        assert rows[kind].strip() == ", ".join(wanted), kind


def test_the_staff_acts_in_its_own_name() -> None:
    """Who acts is the sign-in's: a frame that says it, or what the house alone knows, is none."""
    assert command(sent("suspend-table", reason="a fire"), DEALER) == cm.SuspendTable(
        by="dee", reason="a fire"
    )
    for kind, body in (
        ("suspend-table", {"reason": "x", "by": "sue"}),
        ("pause-betting", {"remaining": 5}),
        ("start-shoe", {"commitment": "c"}),
        ("take-seat", {"place": 1, "buy_in": 500, "kind": "third-party"}),
        ("open-betting", {"role": "dealer"}),
        ("deal-card", {"position": 0, "card": "AS", "by": "sue"}),
    ):
        malformed(sent(kind, **body))


def test_the_dealer_names_a_patron() -> None:
    """What the dealer records for a patron says for whom; a third party's man stays one."""
    seat = {"place": 2, "buy_in": 500}
    assert command(sent("take-seat", **seat, patron="bea"), DEALER) == cm.TakeSeat(
        patron="bea", place=2, buy_in=500
    )
    assert command(sent("take-seat", **seat, patron="tpp"), DEALER) == cm.TakeSeat(
        patron="tpp", place=2, buy_in=500, kind="third-party"
    )
    assert command(sent("stand-behind", **seat, patron="tpp"), DEALER) == cm.StandBehind(
        patron="tpp", place=2, buy_in=500, kind="third-party"
    )
    with pytest.raises(Malformed, match="which patron"):
        command(sent("take-seat", **seat), DEALER)
    assert command(sent("cut-shoe", depth=60), DEALER) == cm.CutShoe(depth=60)
    assert command(sent("cut-shoe", depth=60)) == cm.CutShoe(depth=60, patron="ann")


@pytest.mark.parametrize(
    "token,second",
    [
        ("sue supervisor", "sue"),
        ("dan dealer", "dan"),
        ("dee supervisor", ""),
        ("ann patron", ""),
        ("cat cashier", ""),
        ("made-up", ""),
        ("", ""),
    ],
)
def test_a_second_person_shows_a_token(token: str, second: str) -> None:
    """A keyed card is confirmed by the token of another of the staff, never by a name."""
    found = command(
        sent("deal-card", position=4, card="AS", source="keyed", confirmed=token), DEALER
    )
    assert found == cm.DealCard(position=4, card="AS", source="keyed", by="dee", confirmed=second)


def test_a_proposal_comes_whole() -> None:
    """What is proposed is tagged, strict, and bounded like the rest."""
    matter = {"matter": "change-limits", "limits": [{"bet": "tie", "min": 100, "max": 500}]}
    found = command(sent("propose", reason="quiet", matter=matter), DEALER)
    limits = (ev.Limit("tie", 100, 500),)
    assert found == cm.Propose(by="dee", reason="quiet", matter=ev.ChangeLimits(limits=limits))
    for change in (
        {"matter": "open-the-safe"},
        {"extra": 1},
        {"limits": [{"bet": "tie", "min": 100}]},
        {"limits": [{"bet": "tie", "min": 100, "max": 2**53}]},
        {"limits": [{"bet": "tie", "min": 1.0, "max": 5}]},
    ):
        malformed(sent("propose", reason="quiet", matter=matter | change))


def test_a_frame_is_flat_and_short() -> None:
    """Beyond the depth and the number of keys that a command needs, nothing is looked at."""
    assert check_plain('{"a":{"b":[{"c":1}]}}') is None
    assert check_plain('{"a":{"b":[[{"c":1}]]}}') == "it is nested deeper than 4"
    keys = {f"k{number}": number for number in range(KEYS_MAX + 1)}
    assert check_plain(json.dumps(keys)) == "an object has more than 32 keys"
    assert check_plain('{"a":9007199254740991,"b":-9007199254740991}') is None
    assert check_plain('{"a":9007199254740992}') == "a number is too large"


NO_AMOUNT: list[object] = [
    -1, -5, 1.5, 1.0, 0.1, 1e2, True, False, None, "5", "1.00", [], {}, [5], -(2**63), 2**63,
    AMOUNT_MAX + 1, 10**300,
]  # fmt: skip


@pytest.mark.parametrize("amount", NO_AMOUNT, ids=repr)
@pytest.mark.parametrize(
    "kind,key", [("set-wager", "amount"), ("buy-in", "amount"), ("take-seat", "buy_in")]
)
def test_amounts_are_whole_numbers(kind: str, key: str, amount: object) -> None:
    """XM1, XM13: an amount is an integer from nought to the most; nothing is rounded or parsed."""
    assert malformed(frame(kind, **{key: amount})).id == ID


@pytest.mark.parametrize(
    "amount", ["NaN", "Infinity", "-Infinity", "1e309", "05", "+5", "0x5", "-0"]
)
def test_numbers_that_json_lacks(amount: str) -> None:
    """What Python reads as a number though JSON has no such, is none."""
    malformed(frame("buy-in", amount=-99).replace("-99", amount))


@pytest.mark.parametrize("amount", [0, 1, 2**31, AMOUNT_MAX])
def test_amounts_at_the_edges(amount: int) -> None:
    """The least and the largest amount are read exactly."""
    found = command(frame("buy-in", amount=amount))
    assert isinstance(found, cm.BuyIn)
    assert found.amount == amount


@pytest.mark.parametrize(
    "change",
    [
        {"id": ID[:-1]},
        {"id": ID + "0"},
        {"id": ID.upper().replace("0", "A")},
        {"id": ID[:-1] + "\n"},
        {"id": ID + "\n"},
        {"id": 5},
        {"id": None},
        {"type": "SetWager"},
        {"type": "open-table"},
        {"type": "forsake-shoes", "shoe": 1},
        {"type": "tick"},
        {"type": None},
        {"type": 5},
        {"role": "dealer"},
        {"patron": ""},
        {"place": 0},
        {"place": 15},
        {"odds": "100:1"},
        {"line": "middle"},
        {"bet": ""},
        {"bet": "x" * 41},
        {"bet": 5},
        {"round": -1},
        {"round": 1.0},
        {"round": 2**53},
    ],
    ids=str,
)
def test_other_fields_and_values(change: dict[str, Any]) -> None:
    """A field that the frame lacks, or a value that the field cannot have, is malformed."""
    malformed(frame("set-wager", **change))


@pytest.mark.parametrize("kind", FRAMES)
def test_every_field_is_needed(kind: str) -> None:
    """A frame without one of its fields is malformed."""
    whole = json.loads(frame(kind))
    for key in whole:
        malformed(json.dumps({k: v for k, v in whole.items() if k != key}))


TEXTS = [
    "",
    " ",
    "null",
    "5",
    '"x"',
    "[]",
    "{}",
    "{",
    '{"type":"ping"',
    '{"type":"ping"}{"type":"ping"}',
    '{"type":"ping","type":"ping"}',
    '{"type":"ping","id":"' + ID + '"}',
    '[{"type":"ping"}]',
    "{'type':'ping'}",
    '\ufeff{"type":"ping"}',
    '{"type":"ping",}',
    '{"type":"pi\\u006eg","x":1}',
    "[" * 4_000,
    '{"a":' * 600,
    '{"id":"\\ud800","type":"ping"}',
    '{"id":' + "1" * 4_000 + "}",
    '{"id":"' + "x" * 3_000 + '","type":"leave-seat"}',
    "\x00",
    "\ud800",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_that_are_no_frames(text: str) -> None:
    """Broken, deep, doubled or foreign text is malformed, and whatever id it has may be sent."""
    found = malformed(text).id
    assert found is None or found.encode("ascii")


def test_a_key_said_twice_is_refused() -> None:
    """Of two amounts none counts, wherever they stand; the frame is named by its id."""
    text = frame("buy-in").replace("}", ', "amount": 5}')
    assert malformed(text).id == ID
    malformed('{"type":"ping","x":{"a":1,"a":1}}')


def test_the_id_is_the_frames_own() -> None:
    """An id inside something else is not the frame's."""
    assert malformed('{"x":{"id":"inner"},"type":"ping"}').id is None
    assert malformed('[{"id":"inner"}]').id is None
    assert malformed('{"id":"outer","x":{"id":"inner"}}').id == "outer"


def test_a_long_frame_is_malformed() -> None:
    """Beyond the size nothing is read; up to it blanks are only blanks."""
    text = frame("leave-seat")
    assert read_frame(text + " " * (FRAME_MAX - len(text))) == read_frame(text)
    assert str(malformed(text + " " * (FRAME_MAX + 1 - len(text)))) == "the frame is too long"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
keys = st.sampled_from(("id", "type", "place", "buy_in", "amount", "round", "bet", "line", "v"))
odd = st.dictionaries(
    keys, values | st.sampled_from((ID, *FRAMES, "ping", "banker", 5, 500)), max_size=8
)
texts = st.one_of(
    st.text(max_size=200),
    values.map(json.dumps),
    odd.map(json.dumps),
    st.tuples(st.sampled_from(sorted(FRAMES)), odd).map(
        lambda pair: json.dumps({"id": ID, "type": pair[0], **FRAMES[pair[0]], **pair[1]})
    ),
    st.tuples(st.sampled_from(sorted(FRAMES)), st.integers(0, 120), st.characters()).map(
        lambda cut: frame(cut[0])[: cut[1]] + cut[2] + frame(cut[0])[cut[1] + 1 :]
    ),
)


@settings(max_examples=600)
@example('{"type":"buy-in","id":"\\udcff","amount":1}')
@given(texts)
def test_only_malformed_ever(text: str) -> None:
    """Whatever comes in is a frame within its bounds or malformed: no other error leaves."""
    try:
        found: Frame = read_frame(text)
    except Malformed as fault:
        json.dumps(fault.id, ensure_ascii=False).encode()  # it can be sent back
        return
    for name in ("amount", "buy_in", "round"):
        value = getattr(found, name, 0)
        assert type(value) is int
        assert 0 <= value <= max(AMOUNT_MAX, 2**53)
