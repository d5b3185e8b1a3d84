"""The frames that pages are promised, of the types that the house shows."""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from puntobanco.house.shown.own import Mine
from puntobanco.house.shown.view import TableCard, View

T = TypeVar("T")
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Strict(Struct, forbid_unknown_fields=True):
    """No key beside these."""


class State(Strict, tag_field="type", tag="state"):
    """One frame of a table's socket."""

    epoch: Count
    seq: Count
    now: Positive
    fence: Positive | None
    view: View
    mine: Mine | None


class Lobby(Strict, tag_field="type", tag="lobby"):
    """One frame of the lobby's socket."""

    tables: tuple[TableCard, ...]


class Refusal(Strict):
    """Why a command was refused."""

    code: str
    params: dict[str, Any]


class Answer(Strict, tag_field="type", tag="answer"):
    """The answer to a command."""

    id: str | None
    ok: bool
    refusal: Refusal | None = None


class Pong(Strict, tag_field="type", tag="pong"):
    """The answer to a ping."""


Frame = State | Lobby | Answer | Pong


def held(shown: T) -> T:
    """Give what is shown as it is read: every bound and every word of its type is kept."""
    return msgspec.json.decode(msgspec.json.encode(shown), type=type(shown))


def plain(shown: object) -> dict[str, Any]:
    """Give what is shown as a page gets it."""
    return msgspec.json.decode(msgspec.json.encode(shown), type=dict[str, Any])
