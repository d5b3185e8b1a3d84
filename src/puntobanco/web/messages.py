"""What comes in: strict, small, one command a frame, whether by the socket or by a POST.

A frame is a command of ``table.commands`` with an id, less what nobody may say of himself: who
acts comes from the sign-in, what the house alone knows is not asked.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, cast, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.money import AMOUNT_MAX
from puntobanco.table import commands as cm
from puntobanco.table.state import TableState

FRAME_MAX: Final = 4096
ID_MAX: Final = 64
DEPTH_MAX: Final = 4  # of values within values
KEYS_MAX: Final = 32  # of one object
INTEGER_MAX: Final = 2**53 - 1

CommandId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Amount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
Place = Annotated[int, Meta(ge=1, le=14)]
Count = Annotated[int, Meta(ge=0, le=INTEGER_MAX)]
BetId = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
PatronId = Annotated[str, Meta(min_length=1, max_length=40)]
Bearer = Annotated[str, Meta(max_length=100)]


class Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common part of all commands from outside."""

    id: CommandId


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask whether the link holds."""


# Opened by an address of its own, and what the house does by itself.
NOT_ASKED: Final = frozenset({cm.OpenTable, cm.ForsakeShoes, cm.Tick})
# Filled in by the house: who acts, and what it alone knows.
_FILLED: Final = frozenset(
    {"by", "kind", "remaining", "commitment", "boxed", "cover_most", "decks"}
)
# A patron need not name himself; where he has one place, nor that. A second person shows a token.
_SAID: Final[dict[str, tuple[Any, Any]]] = {
    "patron": (PatronId | None, None),
    "confirmed": (Bearer, ""),
}
_SAID_OF: Final[dict[tuple[type, str], tuple[Any, Any]]] = {
    (cm.HoldAmount, "patron"): (PatronId, NODEFAULT),
    (cm.SetWager, "place"): (Place | None, None),
}
_BOUNDS: Final[dict[str, Any]] = {
    "place": Place,
    "amount": Amount,
    "buy_in": Amount,
    "cover": Amount,
    "bet": BetId,
    "card": Annotated[str, Meta(pattern="^[A23456789TJQK][CDHS]$")],
    "line": Annotated[str, Meta(pattern="^(front|back)$")],
    "winner": Annotated[str, Meta(pattern="^(player|banker|tie)$")],
}


def kebab(name: str) -> str:
    """Write the name of a class as a frame's type does."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def _bounded(name: str, said: Any) -> Any:
    """Bound a field of a command: no number and no text of any size comes in."""
    if said is int:
        return _BOUNDS.get(name, Count)
    if said is str:
        return _BOUNDS.get(name, Text)
    if type(None) in get_args(said):
        (only,) = (some for some in get_args(said) if some is not type(None))
        return _bounded(name, only) | None
    return said


def _frame(command: type[cm.Command]) -> type[Asked]:
    hints = get_type_hints(command)
    shape: list[tuple[str, Any, Any]] = []
    for field in fields(command):
        said = (_bounded(field.name, hints[field.name]), field.default)
        said = _SAID.get(field.name, said)
        if field.name not in _FILLED:
            shape.append((field.name, *_SAID_OF.get((command, field.name), said)))
    made = msgspec.defstruct(
        command.__name__,
        shape,
        bases=(Asked,),
        module=__name__,
        namespace={"__doc__": command.__doc__},
        tag_field="type",
        tag=kebab(command.__name__),
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )
    return cast("type[Asked]", made)


COMMANDS: Final[dict[str, type[cm.Command]]] = {
    kebab(command.__name__): command
    for command in get_args(cm.AnyCommand)
    if command not in NOT_ASKED
}
FRAMES: Final = {name: _frame(command) for name, command in COMMANDS.items()}

if TYPE_CHECKING:
    CommandFrame = Asked
    Frame = Asked | Ping
else:
    CommandFrame = Union[tuple(FRAMES.values())]  # noqa: UP007 - of as many as there are
    Frame = CommandFrame | Ping
_DECODER: Final[msgspec.json.Decoder[Frame]] = msgspec.json.Decoder(Frame)


class Malformed(Exception):  # noqa: N818 - the name of the refusal
    """A frame that is no command; ``id`` is its id, if it had a readable one."""

    def __init__(self, reason: str, ident: str | None = None) -> None:
        """Keep the reason and the id."""
        super().__init__(reason)
        self.id = ident


def command_of(frame: Asked, caller: Caller, state: TableState, people: People) -> cm.AnyCommand:
    """Give the table's command: who acts and whose chips it is about come from the sign-in."""
    command = COMMANDS[str(type(frame).__struct_config__.tag)]
    said: dict[str, Any] = msgspec.structs.asdict(frame)
    del said["id"]
    wanted = command.__struct_fields__
    if "by" in wanted:
        said["by"] = caller.actor
    if "patron" in wanted and said["patron"] is None and caller.role is Role.PATRON:
        said["patron"] = caller.actor
    if command is not cm.CutShoe and "patron" in wanted and said["patron"] is None:
        raise Malformed("say which patron", frame.id)
    if "kind" in wanted:
        said["kind"] = people.kind_of(said["patron"])
    if command is cm.SetWager and said["place"] is None:
        said["place"] = state.place_of(said["patron"]) or 0
    if said.get("confirmed"):
        said["confirmed"] = _second(people.bearer(said["confirmed"]), caller, state)
    return cast("cm.AnyCommand", command(**said))


def _second(other: Caller | None, caller: Caller, state: TableState) -> str:
    """Give the second person of a keyed card: another one of the staff of this table."""
    table = state.setup.table if state.setup else ""
    is_second = (
        other is not None
        and other.role in {Role.DEALER, Role.SUPERVISOR}
        and other.actor != caller.actor
        and other.serves(table)
    )
    return other.actor if other and is_second else ""


def read_frame(text: str) -> Frame:
    """Read one frame; Malformed for anything else, a key said twice included."""
    if len(text) > FRAME_MAX:
        raise Malformed("the frame is too long")
    fault = check_plain(text)
    try:
        if fault is None:
            return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        fault = str(error)
    raise Malformed(fault, _readable_id(text))


def check_plain(text: str | bytes, depth: int = DEPTH_MAX) -> str | None:
    """Say what is wrong with a text as JSON before it is looked at: the decoder would let it by.

    That is a key said twice, a number beyond what JavaScript holds, too many keys, or nesting.
    """
    faults: list[str] = []

    def watch(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            faults.append("a key is there twice")
        if len(pairs) > KEYS_MAX:
            faults.append(f"an object has more than {KEYS_MAX} keys")
        return found

    def number(digits: str) -> int:
        if len(digits) > len(str(INTEGER_MAX)) + 1 or abs(int(digits)) > INTEGER_MAX:
            faults.append("a number is too large")
            return 0
        if digits == "-0":
            faults.append("a number is written as no other is")
        return int(digits)

    try:
        plain = json.loads(text, object_pairs_hook=watch, parse_int=number)
        if not faults and _depth(plain) > depth:
            faults.append(f"it is nested deeper than {depth}")
    except (ValueError, RecursionError) as error:
        return str(error)
    return faults[0] if faults else None


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def _readable_id(text: str) -> str | None:
    """Give a frame's id as it may be sent back: no half of a character, nothing long."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        return None
    ident = plain.get("id") if isinstance(plain, dict) else None
    return ident if isinstance(ident, str) and ident.isascii() and len(ident) <= ID_MAX else None
