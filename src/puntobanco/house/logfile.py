"""The exported log: JSON lines that hold every event as it was stored, and can be checked alone.

A head names the streams and where each ends; a line an event; a tail holds the balances. A line is
written in one way only, so that no byte of it can change unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.errors import InputError, PuntobancoError
from puntobanco.house.auditor import Auditor
from puntobanco.house.log import TABLE, Logged, Position, Tip, place_after, read_log
from puntobanco.ledger import Transfer
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev

FORMAT: Final = 1


class LogFileError(InputError):
    """A line of a file that is no line of an exported log; the message says what it should be."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", kw_only=True):
    """The common part of all lines."""


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a stream ends."""

    version: int
    hash: str


class Head(Line, frozen=True, tag="head"):
    """The first line; ``whole`` says that all streams of the store are here."""

    format: int
    whole: bool
    tables: dict[str, str]  # with the currency that each was first opened in
    streams: dict[str, End]


class EventLine(Line, frozen=True, tag="event"):
    """An event: its bytes, their place in the chain, and the transfers that came with it."""

    stream: str
    version: int
    at: int
    hash: str
    transfers: tuple[tuple[str, str, int], ...]
    body: msgspec.Raw

    @classmethod
    def of(cls, logged: Logged) -> EventLine:
        """Give the line of an event."""
        return cls(
            stream=logged.stream,
            version=logged.version,
            at=logged.at,
            hash=logged.hash.hex(),
            transfers=tuple((t.source, t.target, t.amount) for t in logged.transfers),
            body=msgspec.Raw(logged.body),
        )

    def logged(self) -> Logged:
        """Give the event."""
        return Logged(
            self.stream,
            self.version,
            self.at,
            bytes(self.body),
            bytes.fromhex(self.hash),
            tuple(Transfer(*moved) for moved in self.transfers),
        )


class Tail(Line, frozen=True, tag="tail"):
    """The last line: what the accounts hold after all of it; some streams alone begin at nought."""

    events: int
    transfers: int
    balances: dict[str, int]


AnyLine = Head | EventLine | Tail

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyLine)


def write_log(transaction: Transaction, tables: Sequence[str] = ()) -> Iterator[bytes]:
    """Write the log of a store line by line, or of some of its tables."""
    streams = _streams(transaction, tables)
    yield _bytes(
        Head(
            format=FORMAT,
            whole=not tables,
            tables={
                stream.removeprefix(TABLE): _currency(transaction, stream)
                for stream in streams
                if stream.startswith(TABLE)
            },
            streams={stream: _end(transaction, stream) for stream in streams},
        )
    )
    events = transfers = 0
    balances: Counter[str] = Counter()
    for logged in read_log(transaction, streams):
        yield _bytes(EventLine.of(logged))
        events += 1
        for moved in logged.transfers:
            transfers += 1
            balances[moved.source] -= moved.amount
            balances[moved.target] += moved.amount
    if not tables:
        balances = Counter(transaction.balances())
    left = {account: balances[account] for account in sorted(balances) if balances[account]}
    yield _bytes(Tail(events=events, transfers=transfers, balances=left))


def events_in(transaction: Transaction, tables: Sequence[str] = ()) -> int:
    """Count the events of such a log."""
    return sum(map(transaction.head, _streams(transaction, tables)))


def read_lines(name: str, lines: Iterable[bytes]) -> Iterator[AnyLine]:
    """Read the lines of a file; `LogFileError` names the first that is none of an exported log."""
    number = 0
    for number, raw in enumerate(lines, 1):
        try:
            line = _DECODER.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise _no_line(name, number) from None
        if _bytes(line) != raw or isinstance(line, Head) != (number == 1):
            raise _no_line(name, number)
        if isinstance(line, Head) and line.format != FORMAT:
            message = f"{name}:1: format {line.format}, this puntobanco reads {FORMAT}"
            raise LogFileError(f"{message}; use the puntobanco that wrote it")
        yield line
    if not number:
        raise _no_line(name, 1)


@dataclass(slots=True)
class Checked:
    """What an exported log turned out to be: its first fault, if any, and what it comes to."""

    line: int = 0
    fault: str = ""
    head: Head | None = None
    tail: Tail | None = None
    auditor: Auditor = field(default_factory=Auditor)


def check_log(lines: Iterable[AnyLine]) -> Checked:
    """Recompute everything that follows from the events; it stops at the first fault."""
    checked = Checked()
    number = 0
    places: dict[str, Position] = {}
    last: Position | None = None
    for number, line in enumerate(lines, 1):
        checked.line = number
        match line:
            case Head():
                checked.head = line
                checked.auditor.tables = frozenset(() if line.whole else line.tables)
            case _ if checked.tail is not None:
                checked.fault = "it stands after the tail"
            case Tail():
                checked.tail = line
            case EventLine():
                place, checked.fault = _take(checked, line, places, last)
                last = place
        if checked.fault:
            return checked
    checked.fault = _ending(checked)
    return checked


def _take(
    checked: Checked, line: EventLine, places: dict[str, Position], last: Position | None
) -> tuple[Position | None, str]:
    """Follow one event; give its place in the order of time, and its first fault."""
    try:
        logged = line.logged()
    except (ValueError, PuntobancoError):
        return last, "its hash or one of its transfers cannot be"
    place = places[line.stream] = place_after(places.get(line.stream), logged)
    if line.hash != logged.hash.hex():
        return place, "its hash is not written as hashes are"
    fault = next(checked.auditor.take(logged), "")
    if not fault and last is not None and place < last:
        fault = "it stands before an earlier event"
    return place, fault


def _ending(checked: Checked) -> str:
    """Say what is wrong with head and tail, now that everything between them is known."""
    head, tail, auditor = checked.head, checked.tail, checked.auditor
    if head is None or tail is None:
        return "the file ends here without its tail: it is cut short"
    wrong = wrong_end(head, auditor.tips)
    if wrong:
        return wrong
    if head.tables != auditor.currencies:
        return "the head names other tables, or another currency"
    if (tail.events, tail.transfers) != (auditor.events, auditor.transfers):
        return "the tail counts other events or transfers"
    for account in sorted(tail.balances.keys() | auditor.books.balances.keys()):
        kept, made = tail.balances.get(account, 0), auditor.books.balances.get(account, 0)
        if kept != made:
            return f"the tail says {kept} on {account}, the events make {made}"
    return next(auditor.end(), "")


def wrong_end(head: Head, tips: Mapping[str, Tip]) -> str:
    """Say of which stream the head knows another end than its last event; empty: of none."""
    ends = {stream: End(version, tip.hex()) for stream, (version, _, tip) in tips.items()}
    known = sorted(ends.keys() | head.streams.keys())
    wrong = next((name for name in known if ends.get(name) != head.streams.get(name)), "")
    return wrong and f"the head says another end of {wrong}"


def _streams(transaction: Transaction, tables: Sequence[str]) -> list[str]:
    return [f"{TABLE}{table}" for table in sorted({*tables})] or transaction.streams()


def _end(transaction: Transaction, stream: str) -> End:
    version = transaction.head(stream)
    newest = next(transaction.events(stream, version - 1), None)
    if newest is None:
        message = f"{stream.removeprefix(TABLE)}: there is no such table; puntobanco table list"
        raise InputError(f"{message} says which there are")
    return End(version, newest.hash.hex())


def _currency(transaction: Transaction, stream: str) -> str:
    """Give the currency of a table when it was first opened, which is its first event."""
    stored = next(transaction.events(stream), None)
    event = ev.decode(stored.body).event if stored else None
    return event.currency if isinstance(event, ev.TableOpened) else ""


def _bytes(line: AnyLine) -> bytes:
    return _ENCODER.encode(line) + b"\n"


def _no_line(name: str, number: int) -> LogFileError:
    if number == 1:
        return LogFileError(f"{name}: this is no exported log; puntobanco export log writes one")
    return LogFileError(f"{name}:{number}: this is no line of an exported log; export it again")
