"""A history from text: strict, line by line, with every fault named and passed over.

The fields of the records are the grammar: a record, one or none, one of several, or any number.
What a fault touches is left out of what is read, so that one bad line hides no other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from puntobanco.errors import InvariantError
from puntobanco.track.history.lines import BY_RECORD, HistoryError, read_line
from puntobanco.track.history.records import (
    Correction,
    End,
    FreeHand,
    Header,
    History,
    Item,
    Round,
    Row,
    Shoe,
    ShoeEnded,
    ShoeHead,
    Voided,
)
from puntobanco.track.history.write import rounds_in

LINE_MAX: Final = 1024 * 1024  # bytes; the longest line is that of a whole sheet
FAULTS_MAX: Final = 100


def parse(text: str | bytes) -> History:
    """Read a whole history; the first HistoryError is raised."""
    raw = text.encode() if isinstance(text, str) else text
    faults: list[HistoryError] = []
    parts = list(read(raw.removesuffix(b"\n").split(b"\n"), faults))
    if faults:
        raise faults[0]
    return History(cast("Header", parts[0]), cast("tuple[Item, ...]", tuple(parts[1:])))


def read(lines: Iterable[bytes], faults: list[HistoryError]) -> Iterator[Header | Item]:
    """Read the header, then one item at a time; faults are added to the list as they are met.

    After ``FAULTS_MAX`` of them the rest is not read.
    """
    rows = _Rows(lines, faults)
    try:
        header = rows.block(Header)
        if header is None:
            return
        yield header
        shoes = rounds = 0
        for item in rows.items(get_args(Item), (End,)):
            if isinstance(item, Shoe):
                shoes += 1
                rounds += rounds_in(item)
            yield item
        rows.close(End(shoes, rounds))
    except _Enough:
        return


class _Enough(Exception):  # noqa: N818 - caught in this module
    """There are as many faults as anybody reads."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A field of a record of many lines: what can stand there, by the line that begins it."""

    field: str
    starts: dict[type[Row], type[Any]]
    is_many: bool
    is_needed: bool


def _part(field: str, hint: Any) -> _Part:
    is_many = get_origin(hint) is tuple
    of = get_args(hint)[0] if is_many else hint
    kinds = get_args(of) or (of,)
    starts = _starts(kind for kind in kinds if kind is not NoneType)
    return _Part(field, starts, is_many, not is_many and NoneType not in kinds)


def _starts(kinds: Iterable[type[Any]]) -> dict[type[Row], type[Any]]:
    """Tell by which line each record begins."""
    return {_first(kind): kind for kind in kinds}


def _first(kind: type[Any]) -> type[Row]:
    if issubclass(kind, Row):
        return kind
    return _first(get_type_hints(kind)[fields(kind)[0].name])


_PARTS: Final = {
    block: tuple(_part(field, hint) for field, hint in get_type_hints(block).items())
    for block in (Header, Shoe, Round, Voided, FreeHand, Correction)
}


class _Rows:
    """The lines of a history as records, with the next one in sight.

    Once a line had no place or could not be read the reader is lost: what has no place then is no
    further fault, until a block begins.
    """

    def __init__(self, lines: Iterable[bytes], faults: list[HistoryError]) -> None:
        self._lines = enumerate(lines, 1)
        self._faults = faults
        self._number = 0
        self._next: Row | None = None
        self._is_lost = False

    def peek(self) -> Row | None:
        """Show the next record; None at the end of the lines."""
        while self._next is None and (numbered := next(self._lines, None)):
            self._number, raw = numbered
            try:
                self._next = self._record(raw)
            except HistoryError as error:
                self._add(error)
        return self._next

    def _record(self, raw: bytes) -> Row | None:
        if len(raw) > LINE_MAX:
            reason = f"the line is longer than {LINE_MAX // 1024} KiB, and nothing after it is read"
            self._add(HistoryError(self._number, 0, reason, "write one thing a line"))
            raise _Enough
        try:
            text = raw.decode("utf-8-sig" if self._number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            reason = f"byte {error.start + 1} is no UTF-8"
            raise HistoryError(self._number, 0, reason, "save the file as UTF-8") from None
        return read_line(text, self._number)

    def _take(self) -> Row:
        row, self._next = self.peek(), None
        if row is None:
            raise InvariantError("a record was taken that nobody had seen")
        return row

    def fail(self, reason: str, cure: str) -> None:
        """Note a fault of the next record, or of the end of the lines."""
        row = self.peek()
        self._add(HistoryError(row.row if row else self._number + 1, 0, reason, cure))

    def _add(self, fault: HistoryError) -> None:
        self._is_lost = True
        self._faults.append(fault)
        if len(self._faults) >= FAULTS_MAX:
            raise _Enough

    def _misplaced(self, expected: Iterable[type[Row]]) -> None:
        """Note that the next record has no place here, unless the reader is lost."""
        if not self._is_lost:
            row = self.peek()
            what = f"{_keyword(type(row))} has no place" if row else "the history is cut short"
            self.fail(f"{what} here", f"write {' or '.join(map(_keyword, expected))}")

    def items(self, kinds: Iterable[type[Any]], until: Container[type[Row]]) -> Iterator[Any]:
        """Read records of some kinds, up to one that ends them; pass over what has no place."""
        starts = _starts(kinds)
        while (row := self.peek()) and type(row) not in until:
            kind = starts.get(type(row))
            if kind is None:
                self._misplaced(starts)
                self._take()
            elif (item := self._one(kind)) is not None:
                yield item

    def _one(self, kind: type[Any]) -> Any:
        if kind is Shoe:
            return self._shoe()
        return self._take() if issubclass(kind, Row) else self.block(kind)

    def _shoe(self) -> Shoe:
        _, items, _ = _PARTS[Shoe]
        self._is_lost = False
        return Shoe(
            head=cast("ShoeHead", self._take()),
            items=tuple(self.items(items.starts.values(), (ShoeEnded, ShoeHead, End))),
            end=cast("ShoeEnded", self._take()) if isinstance(self.peek(), ShoeEnded) else None,
        )

    def block(self, kind: type[Any]) -> Any:
        """Read a record of many lines; None where a fault touches it."""
        self._is_lost = False
        values: dict[str, Any] = {}
        expected: list[type[Row]] = []
        for part in _PARTS[kind]:
            found: list[Any] = []
            expected += part.starts
            while (part.is_many or not found) and (row := self.peek()):
                if type(row) not in part.starts:
                    break
                found.append(self._one(part.starts[type(row)]))
                expected = [*part.starts] if part.is_many else []
            if part.is_needed and not found:
                self._misplaced(expected)
                return None
            if found:
                values[part.field] = tuple(found) if part.is_many else found[0]
        return None if self._is_lost else kind(**values)

    def close(self, counted: End) -> None:
        """Read the last line, which is there, counts right, and has nothing after it."""
        if self.peek() is None:
            self._is_lost = False
            self._misplaced((End,))
            return
        end = self._take()
        if not self._faults and end != counted:
            reason = f"here are {counted.shoes} shoes and {counted.rounds} rounds"
            self._add(HistoryError(end.row, 0, reason, "write no other number of them"))
        if self.peek():
            self.fail("there is more after the end", "write one history a file")


def _keyword(record: type[Row]) -> str:
    return BY_RECORD[record].keyword
