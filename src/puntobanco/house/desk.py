"""The desk: takes commands for tables, lets them decide, and keeps what they decided.

One command, one transaction: events, the transfers that they mean and the answer are durable
together, or none of them is. Nobody is answered, and no screen changes, before that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.errors import InputError, InvariantError
from puntobanco.house.alerts import Alerts
from puntobanco.house.clock import Clock, not_before
from puntobanco.house.day import Hours
from puntobanco.house.invariants import check_moved
from puntobanco.house.protection import LateRounds
from puntobanco.house.records import Records
from puntobanco.house.roles import Role, may_do
from puntobanco.house.snapshot import freeze, thaw
from puntobanco.ledger import wallet
from puntobanco.shoe import Shoe
from puntobanco.shuffle.system import SystemShoe
from puntobanco.store.base import Store, Stored, StoreStopped, Transaction
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealing import expected
from puntobanco.table.decide import Decision, decide
from puntobanco.table.evolve import evolve
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

_PREFIX: Final = "table:"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command came to: done, or a refusal."""

    refusal: Refusal | None = None
    events: tuple[ev.AnyEvent, ...] = ()
    version: int = 0  # of the last of the events

    @property
    def ok(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None


@dataclass(slots=True)
class Live:
    """A table in memory: what the writer works on, and what everybody else may see."""

    table: str
    working: TableState = field(default_factory=TableState)
    version: int = 0
    state: TableState = field(default_factory=TableState)
    records: Records = field(default_factory=Records)
    shoe: Shoe | None = None
    shown: int = 0  # the version of what everybody may see
    seen: int = 0  # when the last event was written before this process


@dataclass(frozen=True, slots=True)
class Request:
    """A command with its sender, and the id and digest by which a repetition is known."""

    table: str
    command: cm.AnyCommand
    actor: str
    id: str = ""
    digest: bytes = b""
    role: Role = field(kw_only=True)
    is_stale: bool = field(default=False, kw_only=True)  # came after the sender's seat was taken


class _Remembered(Struct):
    """An answer as it is kept: its refusal, and where its events lie in the log."""

    code: str = ""
    params: dict[str, object] = {}
    events: int = 0
    version: int = 0


_REMEMBERED: Final = msgspec.json.Decoder(_Remembered)
_Done = tuple[Reply, list[tuple[ev.AnyEvent, int]]]  # the events with their times
_Keep = Callable[[Transaction, TableState], None]
Watcher = Callable[[str], None]
Guard = Callable[[TableState, cm.AnyCommand, int], Refusal | None]
Bound = Callable[[TableState, str, int], int | None]
Scheduler = Callable[[Callable[[], None]], object]


class Desk:
    """The house's one way to a table."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        schedule: Scheduler | None = None,
        hours: Hours | None = None,
    ) -> None:
        """Read every table back from its events.

        ``schedule`` runs a function where the screens live (an event loop); without it, at once.
        ``hours`` say to which shift an event belongs.
        """
        self.store, self.hours = store, hours or Hours.read()
        self.alerts, self.late = Alerts(), LateRounds()
        self._schedule: Scheduler = schedule or (lambda act: act())
        self._watchers: list[Watcher] = []
        self._tables: dict[str, Live] = {}
        store.read(self._load)
        store.read(self.alerts.read)
        self.guards: list[Guard] = []
        self.bounds: list[Bound] = []  # of the cover that is posted for a patron at a table
        newest = max((live.seen for live in self._tables.values()), default=0)
        self.clock = not_before(newest, clock)
        self._pause_overdue()

    @property
    def tables(self) -> Mapping[str, Live]:
        """The tables by id."""
        return self._tables

    def state(self, table: str) -> TableState:
        """Give a table's durable state; of one that is not there, that of none."""
        live = self._tables.get(table)
        return live.state if live else TableState()

    def watch(self, watcher: Watcher) -> None:
        """Call a function with a table's id after each change of it."""
        self._watchers.append(watcher)

    def submit(self, request: Request) -> Future[Reply]:
        """Take a command; the reply comes when it is durable."""
        if isinstance(request.command, cm.OpenTable) and request.command.table != request.table:
            return _at_once(Reply(Refusal(Code.MALFORMED, {"table": request.table})))
        live = self._tables.get(request.table) or Live(request.table)
        if isinstance(request.command, cm.OpenTable):
            self._tables[request.table] = live
        return self._run(live, lambda tx: self._work(tx, live, request))

    def do(
        self,
        table: str,
        command: cm.AnyCommand,
        actor: str = "dealer",
        role: Role = Role.HOUSE,
    ) -> Future[Reply]:
        """Take a command of the house's own."""
        return self.submit(Request(table, command, actor, role=role))

    def start_shoe(self, table: str, cut_card: int | None = None) -> Future[Reply]:
        """Shuffle a shoe, keep its secret order and bring it to the table, all in one."""
        live = self._tables[table]
        decks = live.state.game.decks
        shoe = SystemShoe.shuffled(decks)

        def keep(tx: Transaction, state: TableState) -> None:
            tx.put_shoe(_PREFIX + table, state.shoe_number, shoe.to_bytes())
            live.shoe = shoe

        command = cm.StartShoe(commitment=shoe.commit(), cut_card=cut_card, decks=decks)
        request = Request(table, command, "dealer", role=Role.HOUSE)
        return self._run(live, lambda tx: self._work(tx, live, request, keep))

    def shoe(self, table: str) -> Shoe:
        """Give the shoe on a table; the same after a restart."""
        live = self._tables[table]
        if live.shoe is None:
            number = live.state.shoe_number
            stored = self.store.read(lambda tx: tx.shoe(_PREFIX + table, number))
            if stored is None:
                message = f"table {table}: the order of shoe {number} is not in the store"
                raise InvariantError(message)
            live.shoe = SystemShoe.from_bytes(stored)
        return live.shoe

    def log(self, table: str, after: int, most: int) -> list[Stored]:
        """Give so many entries of a table's log above a version."""
        stream = _PREFIX + table
        return self.store.read(lambda tx: list(islice(tx.events(stream, after), most)))

    def announce_next(self, table: str, at: int) -> None:
        """Say when the dealer means to open betting again."""
        self._tables[table].records.next_at = at
        self._tell(table)

    def do_on_floor(self, table: str | None, work: Callable[[Transaction], None]) -> Future[None]:
        """Write events of the floor, about one table or none; told when they are durable."""
        answer: Future[None] = Future()
        answer.set_running_or_notify_cancel()

        def done(future: Future[None]) -> None:
            error = future.exception()
            if error is None:
                self._schedule(lambda: self._tell(table or ""))
                answer.set_result(None)
            else:
                answer.set_exception(error)

        self.store.submit(work).add_done_callback(done)
        return answer

    def _run(self, live: Live, work: Callable[[Transaction], _Done]) -> Future[Reply]:
        """Let the writer do the work; when it is durable, publish it and answer."""
        answer: Future[Reply] = Future()
        answer.set_running_or_notify_cancel()

        def done(future: Future[_Done]) -> None:
            error = future.exception()
            if error is not None:
                answer.set_exception(error)
                return
            reply, entries = future.result()
            if entries:
                self._schedule(lambda: self._publish(live, entries))
            answer.set_result(reply)

        self.store.submit(work).add_done_callback(done)
        return answer

    def _publish(self, live: Live, entries: Sequence[tuple[ev.AnyEvent, int]]) -> None:
        for event, at in entries:
            live.shown += 1
            self._note(live, live.state, event, at, live.shown)
            live.state = evolve(live.state, event)
            if isinstance(event, ev.ShoeEnded):
                live.shoe = None
                self._keep(live)
        self._tell(live.table)

    def _note(
        self, live: Live, before: TableState, event: ev.AnyEvent, at: int, version: int
    ) -> None:
        """Let everything that is folded beside the state take an event in."""
        live.records.note(before, event, at)
        live.records.takings.note(self.hours, at, before, event)
        self.late.note(live.table, before, event, version)

    def _keep(self, live: Live) -> None:
        """Keep the table as it stands at the end of a shoe, for a start that need not read all."""
        stream, version = _PREFIX + live.table, live.shown
        body = freeze(live.state, live.records)
        with contextlib.suppress(StoreStopped):
            self.store.submit(lambda tx: tx.put_snapshot(stream, version, body))

    def _tell(self, table: str) -> None:
        if self.alerts.is_behind:
            self.store.read(self.alerts.read)
        for watcher in self._watchers:
            watcher(table)

    def _work(
        self, tx: Transaction, live: Live, request: Request, keep: _Keep | None = None
    ) -> _Done:
        """Decide and append; runs on the writer's thread, inside a transaction.

        ``keep`` writes what else belongs to a command that is carried out, in the state after it.
        Memory moves last, so that a fault before leaves it with the log.
        """
        if request.id:
            known = tx.answer(request.actor, request.id)
            if known is not None:
                if known.digest != request.digest:
                    return Reply(Refusal(Code.SAME_ID_OTHER_BODY)), []
                return _recalled(tx, _PREFIX + request.table, known.reply), []
        if request.is_stale:  # told what became of what was done before, and nothing new is done
            return Reply(Refusal(Code.PLAYED_ELSEWHERE)), []
        now = self.clock()
        decision = self._allowed(tx, live, request, now)
        state = live.working
        version = live.version
        entries: list[tuple[ev.AnyEvent, int]] = []
        numbered: list[tuple[ev.AnyEvent, int]] = []
        if decision.events:
            bodies = [
                ev.encode(ev.Entry(event, request.actor, request.id)) for event in decision.events
            ]
            tx.append(_PREFIX + request.table, version, now, bodies)
            for event in decision.events:
                version += 1
                moved = postings(state, event)
                if moved:
                    tx.post(_PREFIX + request.table, version, moved)
                before, state = state, evolve(state, event)
                check_moved(before, state, moved)
                entries.append((event, now))
                numbered.append((event, version))
            self.alerts.note(tx, request.table, live.working, numbered, now)
        reply = Reply(decision.refusal, decision.events, version if decision.events else 0)
        if keep and reply.ok:
            keep(tx, state)
        if request.id:
            tx.remember(request.actor, request.id, request.digest, _remembered(reply))
        live.working, live.version = state, version
        return reply, entries

    def _allowed(self, tx: Transaction, live: Live, request: Request, now: int) -> Decision:
        """Decide what somebody may ask; a wallet that cannot pay is told after time has passed."""
        state = live.working
        if self._tables.get(live.table) is not live:
            return Decision(refusal=Refusal(Code.NO_SUCH_TABLE, {"table": live.table}))
        if not may_do(request.role, request.actor, request.command, state):
            return Decision(refusal=Refusal(Code.NOT_ALLOWED))
        try:
            decision = decide(state, self._filled(tx, live, request, now), now)
        except InputError as error:  # a word that is none of the game's
            return Decision(refusal=Refusal(Code.MALFORMED, {"detail": str(error)}))
        if decision.refusal is None or decision.refusal.code is Code.NOT_ENOUGH_CHIPS:
            for guard in self.guards:  # a table knows nothing of other tables, days and clocks
                own = guard(state, request.command, now)
                if own is not None:
                    return Decision(decide(state, cm.Tick(), now).events, own)
        bought = [event for event in decision.events if isinstance(event, ev.BoughtIn)]
        for event in bought:
            held = tx.balance(wallet(event.patron))
            if held < event.amount:
                params = {"wallet": held, "amount": event.amount}
                passed = decide(state, cm.Tick(), now).events
                return Decision(passed, Refusal(Code.NOT_ENOUGH_IN_WALLET, params))
        return decision

    def _filled(self, tx: Transaction, live: Live, request: Request, now: int) -> cm.AnyCommand:
        """Give a command with what the house alone knows: a box, a card, a patron's own limits.

        A box is read where its count is written too, so that neither comes between. Whoever says
        when a card of the software's is dealt does not say which.
        """
        command = request.command
        if isinstance(command, cm.OpenTable | cm.ChangeBox):
            held = tx.balance(f"drop:{request.table}:{command.box}")
            return msgspec.structs.replace(command, boxed=held)
        state, turn = live.working, live.working.dealership.turn
        if isinstance(command, cm.OpenBetting) and turn is not None:
            known = [bound(state, turn.patron, now) for bound in self.bounds]
            most = min((each for each in known if each is not None), default=None)
            return msgspec.structs.replace(command, cover_most=most)
        due = expected(state) if isinstance(command, cm.DealCard) else None
        if due is not None and state.game.cards == "software" and request.role is not Role.HOUSE:
            stored = tx.shoe(_PREFIX + live.table, state.shoe_number)
            card = SystemShoe.from_bytes(stored).card(due[0]).code if stored else ""
            return msgspec.structs.replace(command, card=card)
        return command

    def _load(self, tx: Transaction) -> None:
        for stream in tx.streams(_PREFIX):
            table = stream.removeprefix(_PREFIX)
            live = self._tables.setdefault(table, Live(table))
            for stored in tx.events(stream, _thawed(tx, stream, live)):
                event = ev.decode(stored.body).event
                self._note(live, live.working, event, stored.at, stored.version)
                live.working = evolve(live.working, event)
                live.version, live.seen = stored.version, stored.at
            live.state, live.shown = live.working, live.version

    def _pause_overdue(self) -> None:
        """Pause a betting window that ran out while nobody was here: its wagers stand."""
        now = self.clock()
        for table, live in self._tables.items():
            played = live.state.round
            if played and played.deadline is not None and played.deadline <= now:
                left = max(0, played.deadline - live.seen)
                self.do(table, cm.PauseBetting(remaining=left)).result()


def _thawed(tx: Transaction, stream: str, live: Live) -> int:
    """Take a table up from its newest snapshot, if there is one; give the version it is of."""
    kept = tx.snapshot(stream)
    found = thaw(kept[1]) if kept else None
    newest = next(tx.events(stream, kept[0] - 1), None) if kept else None
    if kept is None or found is None or newest is None:
        return 0
    live.working, live.records = found
    live.version, live.seen = newest.version, newest.at
    return newest.version


def _at_once(reply: Reply) -> Future[Reply]:
    future: Future[Reply] = Future()
    future.set_result(reply)
    return future


def _remembered(reply: Reply) -> bytes:
    found: dict[str, object] = {}
    if reply.refusal is not None:
        found = {"code": reply.refusal.code.value, "params": dict(reply.refusal.params)}
    if reply.events:
        found |= {"events": len(reply.events), "version": reply.version}
    return msgspec.json.encode(found)


def _recalled(tx: Transaction, stream: str, stored: bytes) -> Reply:
    found = _REMEMBERED.decode(stored)
    refusal = Refusal(Code(found.code), found.params) if found.code else None
    written = islice(tx.events(stream, found.version - found.events), found.events)
    events = tuple(ev.decode(entry.body).event for entry in written)
    return Reply(refusal, events, found.version)
