"""The house that is simulated, its clock, its true cards, and what must hold after each step."""

import hashlib
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from unittest import mock

from puntobanco.cards import DECK
from puntobanco.house import clock as clocks
from puntobanco.house.cage import enrol
from puntobanco.house.desk import Desk, Live, Reply, Request
from puntobanco.house.roles import Role
from puntobanco.ledger import WORLD, wallet
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.evolve import replay
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from puntobanco.table.terms import waits_for
from tests.audit import Audit
from tests.simulator.tables import TABLE, game_of

BEGIN = 1_700_000_000_000_000_000
PATRONS = tuple(f"p{number}" for number in range(10))
PROVIDERS = ("tp1", "tp2")  # with whom third parties play
WALLETS = (3_000, 40_000, 400_000, 4_000_000, 4_000_000)
REMEMBERED = 40  # requests that may be sent again


class Broken(AssertionError):  # noqa: N818 - what was to be proved impossible
    """Something does not hold."""


@dataclass
class Machine:
    """The machine's own two clocks, which the house's clock reads; in nanoseconds."""

    wall: int = BEGIN
    counted: int = 0

    def go(self, milliseconds: int) -> None:
        """Time passes."""
        self.wall += milliseconds * 1_000_000
        self.counted += milliseconds * 1_000_000

    def set(self, milliseconds: int) -> None:
        """Somebody sets the wall's time."""
        self.wall += milliseconds * 1_000_000

    def running(self) -> AbstractContextManager[object]:
        """Let the house's clock read these."""
        time = SimpleNamespace(monotonic_ns=lambda: self.counted, time_ns=lambda: self.wall)
        return mock.patch.object(clocks, "time", time)


@dataclass(frozen=True)
class Sent:
    """A request, and the answer that it got."""

    request: Request
    reply: Reply


@dataclass
class World:
    """One house with one table, in memory."""

    seed: int
    machine: Machine = field(default_factory=Machine)
    store: Store = field(default_factory=lambda: open_sqlite(MEMORY))
    audit: Audit = field(init=False)
    desk: Desk = field(init=False)
    chance: Random = field(init=False)
    issued: dict[str, int] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    log: list[tuple[ev.AnyEvent, int]] = field(default_factory=list)
    pack: list[str] = field(default_factory=list)  # the cards of the shoe as they truly lie
    events: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    digest: bytes = b""  # of the whole log

    def __post_init__(self) -> None:
        self.chance = Random(f"world {self.seed}")
        self.audit = Audit(game_of(self.seed))
        self.restart()
        for patron in (*PATRONS, *PROVIDERS):
            self.issued[patron] = self.chance.choice(WALLETS)
            self._enrol(patron, self.issued[patron])

    @property
    def live(self) -> Live | None:
        """The table, once somebody has tried to open it."""
        return self.desk.tables.get(TABLE)

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self.live.state if self.live else TableState()

    @property
    def now(self) -> int:
        """The house's time."""
        return self.desk.clock()

    def shuffle(self, decks: int) -> None:
        """Shuffle cards for the next shoe."""
        self.pack = [card.code for card in DECK] * decks
        self.chance.shuffle(self.pack)

    def submit(self, request: Request) -> Reply:
        """Let somebody ask something, and take in what happened."""
        version = self.live.version if self.live else 0
        reply = self.desk.submit(request).result(20)
        if reply.refusal:
            self.codes[reply.refusal.code.value] += 1
        if reply.ok and isinstance(request.command, cm.StartShoe):
            self.shuffle(self.state.game.decks)
        self._take_in(version, reply.events)
        self.sent = [*self.sent, Sent(request, reply)][-REMEMBERED:]
        return reply

    def again(self, sent: Sent, *, same: bool) -> None:
        """Send something again: the answer is the same, or it is another body's."""
        live = self.live
        version = live.version if live else 0
        asked = sent.request if same else replace(sent.request, digest=b"another")
        reply = self.desk.submit(asked).result(20)
        self.require((live.version if live else 0) == version, "INV9: a repetition did something")
        if same:
            self.require(reply == sent.reply, f"INV9: {reply}, answered before {sent.reply}")
        else:
            code = reply.refusal.code if reply.refusal else None
            self.require(code is Code.SAME_ID_OTHER_BODY, f"5.6: {code}")
            self.codes[Code.SAME_ID_OTHER_BODY.value] += 1

    def restart(self) -> None:
        """Throw the desk away and read everything back."""
        before = self.state if hasattr(self, "desk") else None
        version = self.live.version if before is not None and self.live else 0
        self.desk = Desk(self.store, clocks.SystemClock())
        if before is None:
            return
        live = self.live
        if live is None or live.version == version:
            self.require(self.state == before, "INV4: another state after a restart")
            return
        (stored,) = self.store.read(lambda tx: list(tx.events(f"table:{TABLE}", version)))
        pause = ev.decode(stored.body).event
        self.require(isinstance(pause, ev.BettingPaused), f"5.9: a restart made {pause}")
        self._take_in(version, (pause,))

    def replayed(self) -> None:
        """INV4: the state is the fold of the log."""
        again = replay(event for event, _ in self.log)
        self.require(again == self.state, "INV4: the log folds into another state")

    def check(self) -> None:
        """Hold state, ledger and books against each other."""
        state, audit = self.state, self.audit
        balances = self.store.read(lambda tx: tx.balances())
        audit.compare(balances)
        audit.faults += self._people(state, audit)
        for patron, chips in self.issued.items():
            held = chips - audit.bought[patron] + audit.left[patron]
            self.require(
                balances.get(wallet(patron), 0) == held, f"INV4: {patron} should have {held}"
            )
        self.require(balances.get(WORLD, 0) == -sum(self.issued.values()), "INV2: the cage")
        late = [n for n, each in state.agreed.items() if not waits_for(state, each.matter)]
        self.require(not late, f"D3: {late} were agreed to, may be in force, and are not")
        if audit.faults:
            raise Broken("; ".join(audit.faults[:3]))

    def require(self, holds: bool, fault: str) -> None:
        """Stop if something does not hold."""
        if not holds:
            raise Broken(fault)

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def _people(self, state: TableState, audit: Audit) -> list[str]:
        """What the state says of people and the round, and the books do not."""
        played = state.round
        lying = {w.id: w.amount for w in played.wagers.values()} if played else {}
        pairs = {
            "racks": (dict(state.racks), dict(audit.racks)),
            "places": (dict(state.places), audit.places),
            "behind": ({p: list(b) for p, b in state.behind.items()}, audit.behind),
            "phase": (played.phase if played else "", audit.phase),
            "round": (state.round_number, audit.number),
            "felt": (lying, {name: on.amount for name, on in audit.felt.items()}),
            "cover": (
                played.cover.amount if played and played.cover else 0,
                audit.cover.amount if audit.cover else 0,
            ),
            "position": (state.player_dealer, audit.holder.patron if audit.holder else None),
            "breaks": (dict(state.breaks), audit.breaks),
            "dispute": (sum(held.amount for held in state.held.values()), audit.disputed),
            "claims": (dict(state.claims), audit.claims),
            "out": (state.shoe.out if state.shoe else None, audit.out if audit.in_shoe else None),
            "uncounted": (state.uncounted, audit.uncounted),
            "boxed": (state.boxed, audit.boxed),
        }
        return [f"INV4: {name} {a}, expected {b}" for name, (a, b) in pairs.items() if a != b]

    def _take_in(self, version: int, events: tuple[ev.AnyEvent, ...]) -> None:
        live = self.live
        head = live.version if live else 0
        self.require(head == version + len(events), f"INV10: at {head}, told of {len(events)}")
        if not events:
            return
        stored = self.store.read(lambda tx: list(tx.events(f"table:{TABLE}", version)))
        for told, found in zip(events, stored, strict=True):
            entry = ev.decode(found.body)
            self.require(entry.event == told, f"INV10: told {told}, stored {entry.event}")
            self.audit.take(entry, found.at)
            self.log.append((told, found.at))
            self.events[type(told).__name__] += 1
            self.digest = hashlib.sha256(self.digest + found.body).digest()

    def _enrol(self, patron: str, chips: int) -> None:
        now = self.now
        self.store.submit(
            lambda tx: enrol(tx, patron, patron, Role.PATRON.value, chips, now)
        ).result(20)
