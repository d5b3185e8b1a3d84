"""Tables followed through a log, event by event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from puntobanco.house.log import Logged, table_of
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.state import TableState


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a table, with what it was before and after."""

    table: str
    logged: Logged
    entry: ev.Entry
    before: TableState
    after: TableState

    @property
    def event(self) -> ev.AnyEvent:
        """What happened."""
        return self.entry.event

    @property
    def at(self) -> int:
        """When."""
        return self.logged.at


@dataclass(slots=True)
class Follower:
    """Tables followed event by event."""

    states: defaultdict[str, TableState] = field(default_factory=lambda: defaultdict(TableState))

    def take(self, logged: Logged) -> Step | None:
        """Let a table's event happen; None for what is no table's."""
        table = table_of(logged.stream)
        if table is None:
            return None
        entry = ev.decode(logged.body)
        before = self.states[table]
        after = self.states[table] = evolve(before, entry.event)
        return Step(table, logged, entry, before, after)


def follow(log: Iterable[Logged]) -> Iterator[Step]:
    """Follow the tables of a log."""
    follower = Follower()
    for logged in log:
        step = follower.take(logged)
        if step is not None:
            yield step
