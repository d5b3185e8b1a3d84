"""The live link: every table rendered once a change, sent to each client by a writer of its own.

A client gets whole snapshots and only the newest: a slow one skips some, a stuck one is dropped.
A state bears the version of the table's log and the epoch of this process: where the log went back,
for it was restored, everybody takes the new epoch as a fresh start.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from puntobanco.house.day import Hours
from puntobanco.house.desk import Desk
from puntobanco.house.floor import staff_view
from puntobanco.house.own.everything import Own
from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Question, Role, may_ask
from puntobanco.house.shown.view import TableCard
from puntobanco.house.views import Viewer
from puntobanco.web.fences import Fences
from puntobanco.web.floor import Floor

ANSWERS_MAX: Final = 64
DRAIN_S: Final = 5.0  # how long one message may wait for the room that earlier ones take
FRESH_MS: Final = 250  # how long a rendered view's clock may be reused
LOBBY_S: Final = 0.5
_STATE: Final = {"type": "state"}
_encode: Final = msgspec.json.encode

Send = Callable[[str], Awaitable[None]]


@dataclass(slots=True, eq=False)
class Client:
    """One socket: what waits to be sent to it."""

    send: Send
    table: str | None = None  # None: the lobby, or the floor
    is_floor: bool = False
    caller: Caller | None = None  # None: somebody who looks on
    key: bytes | None = None  # the hash of the token that it came with
    address: str | None = None  # None: it is not counted
    fence: int | None = None  # of a patron: None, another link has his seat
    page: str | None = None  # what a page of ours calls itself, on every link that it opens
    answers: deque[str] = field(default_factory=deque)
    is_stale: bool = True
    is_asking: bool = False  # what comes of its command is in the state that follows the answer
    rests: bool = False  # where many tables change: a while after each state
    is_over: bool = False
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def patron(self) -> str | None:
        """The patron at the other end, if it is one."""
        caller = self.caller
        return caller.actor if caller and caller.role is Role.PATRON else None

    @property
    def acts(self) -> bool:
        """Whether its commands count: a patron's do on one link at a time."""
        return self.patron is None or self.fence is not None

    def mark(self) -> None:
        """Say that there is a newer state."""
        self.is_stale = True
        self._wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        """Queue an answer; too many waiting ones end the link."""
        if len(self.answers) >= ANSWERS_MAX:
            self.end()
            return
        self.answers.append(_encode(message).decode())
        self._wake.set()

    def end(self) -> None:
        """End the link; whoever has a right to it comes back and takes a snapshot."""
        self.is_over = True
        self._wake.set()

    async def write(self, render: Callable[[Client], str]) -> None:
        """Send what waits, the state after the answers, until the link ends or gets stuck."""
        while not self.is_over:
            if not self.answers and not self._is_due:
                await self._wake.wait()
            self._wake.clear()
            while self.answers:
                await self._send(self.answers.popleft())
            if self._is_due:
                self.is_stale = False
                await self._send(render(self))
                if self.table is None:
                    self.rests = True
                    asyncio.get_running_loop().call_later(LOBBY_S, self._go_on)

    @property
    def _is_due(self) -> bool:
        return self.is_stale and not self.rests and not self.is_asking

    def _go_on(self) -> None:
        self.rests = False
        self._wake.set()

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(DRAIN_S):
            await self.send(text)


def _nothing() -> tuple[int, int, msgspec.Raw]:
    return -1, 0, msgspec.Raw(b"null")


def _is_staff(client: Client) -> bool:
    return client.caller is not None and client.caller.role is not Role.PATRON


@dataclass(frozen=True, slots=True)
class _Rendered:
    version: int
    at: int
    seq: int
    view: msgspec.Raw
    shared: str  # the whole message, as those get it who look on


class Hub:
    """Who is watching what."""

    def __init__(self, desk: Desk, people: People, hours: Hours | None = None) -> None:
        """Listen to the desk; the hours say which shoes are of one gaming day."""
        self.desk, self.people = desk, people
        self.hours = hours or Hours.read()
        self.epoch = desk.clock()
        self.fences = Fences()
        self.own = Own(desk)
        self._clients: set[Client] = set()
        self._viewers: dict[str, Viewer] = {}
        self._rendered: dict[str, _Rendered] = {}
        self._consoles: defaultdict[str, tuple[int, int, msgspec.Raw]] = defaultdict(_nothing)
        self._versions: dict[str, int] = {}
        self._heard: set[tuple[str, str]] = set()
        self.floor = Floor(desk, people, self.hours, self.viewer)
        desk.watch(self._changed)

    def join(self, client: Client, shown: int | None = None) -> None:
        """Begin to send to a client; it shows the number by which it acted before, if it did."""
        self._clients.add(client)
        self.fences.enter(client, shown)

    def end_older(self, page: str, caller: Caller | None) -> None:
        """End the link of a page that opens another: it is dead, though nobody has said so."""
        for client in self._clients:
            if client.page == page and client.caller == caller:
                client.end()

    def part(self, client: Client) -> None:
        """Stop sending to a client."""
        self._clients.discard(client)
        self.fences.leave(client)

    def dismiss(self, key: bytes) -> None:
        """End the links of a sign-in or a token that is over, by its hash."""
        for client in self._clients:
            if client.key == key:
                client.end()

    def hear(self, table: str, caller: Caller) -> None:
        """Take note that a patron is there, though he may have no link."""
        if caller.role is Role.PATRON:
            self._heard.add((table, caller.actor))

    def take_heard(self) -> set[tuple[str, str]]:
        """Give the patrons who were heard of since the last time, by table."""
        heard, self._heard = self._heard, set()
        return heard

    def links_of(self, actor: str) -> int:
        """Count the open sockets of an account."""
        return sum(
            client.caller is not None and client.caller.actor == actor and not client.is_over
            for client in self._clients
        )

    def links_from(self, address: str) -> int:
        """Count the open sockets of an address."""
        return sum(client.address == address and not client.is_over for client in self._clients)

    @property
    def clients(self) -> frozenset[Client]:
        """Every open socket."""
        return frozenset(self._clients)

    def viewer(self, table: str) -> Viewer:
        """Give the viewer of a table."""
        if table not in self._viewers:
            self._viewers[table] = Viewer(
                self.desk.tables[table], self.people.name_of, hours=self.hours
            )
        return self._viewers[table]

    def render(self, client: Client) -> str:
        """Give the newest message for a client."""
        if client.is_floor and client.caller:
            return _encode(self.floor.message(client.caller)).decode()
        if client.table is None:
            return _encode({"type": "lobby", "tables": self.cards()}).decode()
        if client.caller is None:
            return self._view(client.table, self.desk.clock()).shared
        message = self.message(client.table, client.caller)
        return _encode(_STATE | {"fence": client.fence} | message).decode()

    def message(self, table: str, caller: Caller | None) -> dict[str, Any]:
        """Give a table as somebody may see it; None is whoever looks on."""
        now = self.desk.clock()
        shown = self._view(table, now)
        found = self._common(shown.seq, shown.view, now)
        if caller and caller.role is Role.PATRON:
            wallet = self.people.wallet(caller.actor)
            own = self.own.shown(caller.actor, now, self.desk.state(table))
            mine = self.viewer(table).mine(caller.actor, wallet, now, own.limits)
            found["mine"] = replace(
                mine, deposits=own.deposits, reminder=own.reminder, excluded_ms=own.excluded_ms
            )
        if caller and may_ask(caller.role, Question.FLOOR):
            state = self.desk.state(table)
            screens = sum(c.table == table and not _is_staff(c) for c in self._clients)
            found["staff"] = staff_view(state, self.people.name_of, now, screens)
        if caller and may_ask(caller.role, Question.CONSOLE):
            found["console"] = self._console(table, now)
        return found

    def _console(self, table: str, now: int) -> msgspec.Raw:
        """Give what the dealer's console shows, reckoned once a change."""
        version, (known, at, shown) = self._versions.get(table, 0), self._consoles[table]
        if known != version or now - at > FRESH_MS:
            shown = msgspec.Raw(_encode(self.viewer(table).console(now)))
            self._consoles[table] = (version, now, shown)
        return shown

    def cards(self) -> list[TableCard]:
        """Give every open table as the lobby shows it."""
        now = self.desk.clock()
        return [
            self.viewer(table).card(now)
            for table, live in self.desk.tables.items()
            if live.state.setup is not None
        ]

    def _view(self, table: str, now: int) -> _Rendered:
        found = self._rendered.get(table)
        version = self._versions.get(table, 0)
        if found is None or found.version != version or now - found.at > FRESH_MS:
            seq = self.desk.tables[table].shown
            view = msgspec.Raw(_encode(self.viewer(table).view(now)))
            shared = _encode(_STATE | {"fence": None} | self._common(seq, view, now)).decode()
            found = self._rendered[table] = _Rendered(version, now, seq, view, shared)
        return found

    def _common(self, seq: int, view: msgspec.Raw, now: int) -> dict[str, Any]:
        return {"epoch": self.epoch, "seq": seq, "now": now, "view": view, "mine": None}

    def changed_for(self, patron: str) -> None:
        """Say that something of a patron's own is new, at whatever table."""
        for client in self._clients:
            if client.patron == patron:
                client.mark()

    def _changed(self, table: str) -> None:
        self._versions[table] = self._versions.get(table, 0) + 1
        for client in self._clients:
            if client.table in {table, None}:
                client.mark()
