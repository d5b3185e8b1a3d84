"""What comes in over the socket of a table: strict, small, one command a frame."""

from __future__ import annotations

import json
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from puntobanco.money import AMOUNT_MAX
from puntobanco.table import commands as cm

FRAME_MAX: Final = 4096
ID_MAX: Final = 64

CommandId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Amount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
Place = Annotated[int, Meta(ge=1, le=14)]
Round = Annotated[int, Meta(ge=0, le=2**53 - 1)]
BetId = Annotated[str, Meta(min_length=1, max_length=40)]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, tag="take-seat"):
    """Sit down and buy in."""

    id: CommandId
    place: Place
    buy_in: Amount


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True, tag="leave-seat"):
    """Stand up."""

    id: CommandId


class BuyIn(Struct, frozen=True, forbid_unknown_fields=True, tag="buy-in"):
    """Bring more chips to the table."""

    id: CommandId
    amount: Amount


class SetWager(Struct, frozen=True, forbid_unknown_fields=True, tag="set-wager"):
    """Put the whole amount on a spot."""

    id: CommandId
    round: Round
    bet: BetId
    amount: Amount


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask whether the link holds."""


Frame = TakeSeat | LeaveSeat | BuyIn | SetWager | Ping
_DECODER: Final = msgspec.json.Decoder(Frame)


class Malformed(Exception):  # noqa: N818 - the name of the refusal
    """A frame that is no command; ``id`` is its id, if it had a readable one."""

    def __init__(self, reason: str, ident: str | None = None) -> None:
        """Keep the reason and the id."""
        super().__init__(reason)
        self.id = ident


def read_frame(text: str) -> Frame:
    """Read one frame; Malformed for anything else, a key said twice included."""
    if len(text) > FRAME_MAX:
        raise Malformed("the frame is too long")
    twice = False

    def watch(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) != len(pairs)
        return found

    try:
        plain = json.loads(text, object_pairs_hook=watch)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None
    if twice:
        raise Malformed("a key is there twice", _readable_id(plain))
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise Malformed(str(error), _readable_id(plain)) from None


def _readable_id(plain: object) -> str | None:
    """Give a frame's id as it may be sent back: no half of a character, nothing long."""
    ident = plain.get("id") if isinstance(plain, dict) else None
    return ident if isinstance(ident, str) and ident.isascii() and len(ident) <= ID_MAX else None


def command_of(frame: Frame, patron: str, place: int | None) -> cm.AnyCommand | None:
    """Give the table's command; None for what is none of it."""
    match frame:
        case TakeSeat():
            return cm.TakeSeat(patron=patron, place=frame.place, buy_in=frame.buy_in)
        case LeaveSeat():
            return cm.LeaveSeat(patron=patron)
        case BuyIn():
            return cm.BuyIn(patron=patron, amount=frame.amount)
        case SetWager():
            return cm.SetWager(
                patron=patron,
                place=place or 0,
                bet=frame.bet,
                amount=frame.amount,
                round=frame.round,
            )
        case _:
            return None
