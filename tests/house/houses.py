"""Houses to test on: a clock that stands still, a desk, patrons with wallets, a wager or two."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event
from typing import TypeVar

from puntobanco.house.cage import enrol
from puntobanco.house.dealer import FAST, Act, next_act
from puntobanco.house.desk import Desk, Live, Reply, Request, Scheduler
from puntobanco.house.roles import Role, may_do
from puntobanco.rules.sheet import Sheet
from puntobanco.store.base import Moved, Store, Transaction, VerifyReport
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from tests.audit import Audit
from tests.table.playing import BEGIN, TABLE, opening, small

T = TypeVar("T")
WALLET = 10_000_000
PLAIN_ACTS: dict[str, cm.AnyCommand] = {
    "open": cm.OpenBetting(),
    "wait": cm.OpenBetting(),
    "await-close": cm.CloseBetting(),
    "resume": cm.ResumeBetting(),
    "settle": cm.Settle(),
    "end-shoe": cm.EndShoe(),
}


@dataclass
class StillClock:
    """A clock that somebody moves."""

    now: int = BEGIN

    def __call__(self) -> int:
        """Give the time."""
        return self.now


@dataclass
class House:
    """A desk on a store, and shorthands for what people do at it."""

    store: Store
    clock: StillClock = field(default_factory=StillClock)
    schedule: Scheduler | None = None
    desk: Desk = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin anew from what the store holds."""
        self.desk = Desk(self.store, self.clock, self.schedule)

    @property
    def live(self) -> Live:
        """The one table."""
        return self.desk.tables[TABLE]

    def enrol(self, *patrons: str, chips: int = WALLET) -> None:
        """Write patrons down, with chips."""
        for patron in patrons:
            done = partial(
                enrol,
                patron=patron,
                name=patron.capitalize(),
                role="patron",
                chips=chips,
                now=self.clock(),
            )
            self.store.submit(done).result(20)

    def open(
        self, sheet: Sheet | None = None, *, decks: int = 1, clock: int | None = 15_000
    ) -> None:
        """Open the table."""
        self.done(opening(sheet or small(burn="none"), decks=decks, clock=clock))

    def betting(self, *patrons: str, clock: int | None = 15_000) -> None:
        """Open the table, seat people at 1, 2, .., bring a shoe, open betting."""
        self.open(clock=clock)
        self.enrol(*patrons)
        for place, patron in enumerate(patrons, 1):
            self.done(cm.TakeSeat(patron=patron, place=place, buy_in=100_000))
        assert self.desk.start_shoe(TABLE).result(20).ok
        self.done(cm.OpenBetting())

    def do(self, command: cm.AnyCommand) -> Reply:
        """Do something that needs no id, and wait until the screens may know."""
        role = self.role_for(command)
        actor = getattr(command, "patron", "") if role is Role.PATRON else "dealer"
        reply = self.desk.do(TABLE, command, actor, role).result(20)
        self.settle()
        return reply

    def role_for(self, command: cm.AnyCommand) -> Role:
        """Somebody who may give a command; the house where nobody may."""
        state = self.desk.tables[TABLE].state if TABLE in self.desk.tables else TableState()
        patron = getattr(command, "patron", None) or ""
        wanted = (Role.HOUSE, Role.PATRON, Role.DEALER, Role.SUPERVISOR)
        return next((r for r in wanted if may_do(r, patron, command, state)), Role.HOUSE)

    def settle(self) -> None:
        """Wait until everything durable is shown."""
        if self.schedule:
            shown = Event()
            self.schedule(shown.set)
            assert shown.wait(20)

    def done(self, command: cm.AnyCommand) -> tuple[ev.AnyEvent, ...]:
        """Do what may be done."""
        reply = self.do(command)
        assert reply.ok, reply.refusal
        return reply.events

    def send(
        self,
        command: cm.AnyCommand,
        ident: str,
        *,
        actor: str = "ann",
        digest: bytes = b"d",
        table: str = TABLE,
    ) -> Reply:
        """Send a command as a client does."""
        role = self.role_for(command)
        return self.desk.submit(Request(table, command, actor, ident, digest, role=role)).result(20)

    def refused(self, command: cm.AnyCommand, ident: str = "", **who: str) -> Code:
        """Send what may not be done."""
        reply = self.send(command, ident, **who)  # type: ignore[arg-type]
        assert reply.refusal is not None
        return reply.refusal.code

    def wager(self, patron: str, bet: str, amount: int) -> cm.SetWager:
        """The command of a wager in the newest round."""
        state = self.live.state
        return cm.SetWager(
            patron=patron,
            place=state.place_of(patron) or 0,
            bet=bet,
            amount=amount,
            round=state.round_number,
        )

    def act(self) -> Act:
        """Do what the dealer would do next, at once; betting is closed by hand."""
        act = next_act(self.live.state, FAST, had_result=False)
        shoe = self.desk.shoe(TABLE) if self.live.state.shoe else None
        out = self.live.state.shoe.out if self.live.state.shoe else 0
        match act.name:
            case "shuffle":
                assert self.desk.start_shoe(TABLE).result(20).ok
                self.settle()
            case "burn":
                assert shoe
                self.done(cm.Burn(card=shoe.card(0).code))
            case "deal":
                assert shoe
                self.done(cm.DealCard(position=out, card=shoe.card(out).code))
            case name:
                self.done(PLAIN_ACTS[name])
        return act

    def act_until(self, name: str) -> None:
        """Go on until the dealer has done something."""
        assert any(self.act().name == name for _ in range(1_000)), f"never {name}"

    def entries(self) -> list[tuple[ev.Entry, int]]:
        """The table's log."""
        return self.store.read(
            lambda tx: [(ev.decode(e.body), e.at) for e in tx.events(f"table:{TABLE}")]
        )

    def balances(self) -> dict[str, int]:
        """All money."""
        return self.store.read(lambda tx: tx.balances())

    def check(self) -> None:
        """Hold log, ledger and memory against each other."""
        audit = Audit().read(self.entries())
        audit.compare(self.balances())
        assert not audit.faults, audit.faults
        assert dict(self.live.state.racks) == dict(audit.racks)
        assert self.store.verify().faults == ()


@dataclass
class HeldStore:
    """A store whose commits are told late, or never: `held` futures wait to be let go."""

    inner: Store
    held: list[Callable[[], None]] = field(default_factory=list)
    holding: bool = False

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Do the work, and tell only when let go."""
        done = self.inner.submit(work)
        if not self.holding:
            return done
        told: Future[T] = Future()
        done.exception(20)
        self.held.append(lambda: self._tell(done, told))
        return told

    @staticmethod
    def _tell(done: Future[T], told: Future[T]) -> None:
        error = done.exception()
        if error:
            told.set_exception(error)
        else:
            told.set_result(done.result())

    def let_go(self) -> None:
        """Tell the oldest."""
        self.held.pop(0)()

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Read what is durable."""
        return self.inner.read(work)

    def verify(self) -> VerifyReport:
        """Verify the store below."""
        return self.inner.verify()

    def settings(self) -> dict[str, str | int]:
        """Give the settings of the store below."""
        return self.inner.settings()

    def follow(self, follower: Callable[[Moved], None]) -> None:
        """Follow the store below."""
        self.inner.follow(follower)

    def clock(self) -> int | None:
        """Give the time of the store below."""
        return self.inner.clock()

    def close(self) -> None:
        """Close the store below."""
        self.inner.close()


def forgotten(live: Live) -> Live:
    """A table in memory as a restart would find it: without what only this process knows."""
    records = replace(live.records, next_at=None)
    return replace(live, records=records, shoe=None, seen=0)
