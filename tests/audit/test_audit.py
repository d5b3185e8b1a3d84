"""The second bookkeeper finds what is not as it was: any event left out, there twice or changed."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.ledger import Transfer
from puntobanco.store.base import Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from tests.audit import Audit
from tests.audit.__main__ import audits, main
from tests.house.houses import House
from tests.simulator.run import step
from tests.simulator.tables import TABLE, game_of
from tests.simulator.world import Machine, World

SEEDS = (1, 7, 3, 13)  # played with real cards and without, by a player-dealer's cover
STEPS = 1_200
# What leaves no trace in what follows it: whoever leaves it out has changed nothing else.
TRACELESS = {
    ev.CutOffered,
    ev.CardSetAside,  # found, if it was to be used
    ev.BettingPaused,
    ev.BettingResumed,
    ev.CutCardMarked,
    ev.HandsLimited,
    ev.BreakStarted,
    ev.BreakEnded,
    ev.TableSuspended,
    ev.TableResumed,
    ev.MessageSet,  # unless the line before it was the same
    ev.ClaimDropped,
}


Entries = tuple[tuple[ev.Entry, int], ...]


@dataclass(frozen=True)
class Log:
    """The log of a simulated table, and the balances that it ended with."""

    game: str
    entries: Entries
    balances: dict[str, int]

    def faults(self, entries: Entries) -> list[str]:
        """What the bookkeeper says of entries."""
        audit = Audit(self.game)
        try:
            audit.read(entries)
        except Exception as error:  # noqa: BLE001 - a log that is no log may break anything
            return [f"cannot be followed: {error!r}"]
        audit.compare(self.balances)
        return audit.faults


@cache
def log(seed: int) -> Log:
    """Play one."""
    machine = Machine()
    with machine.running(), closing(World(seed, machine)) as world:
        for number in range(1, STEPS):
            step(world, number)
        stored = world.store.read(lambda tx: list(tx.events(f"table:{TABLE}")))
        balances = world.store.read(lambda tx: tx.balances())
        entries = tuple((ev.decode(entry.body), entry.at) for entry in stored)
        return Log(game_of(seed), entries, balances)


def kinds() -> Iterator[list[tuple[Log, int]]]:
    """Events of every kind: the first, the last, and some between, where they occur."""
    found: dict[type, list[tuple[Log, int]]] = {}
    for played in map(log, SEEDS):
        for place, (entry, _) in enumerate(played.entries):
            found.setdefault(type(entry.event), []).append((played, place))
    for places in found.values():
        yield [*places[:: 1 + len(places) // 8], places[-1]]


def missed(change: Callable[[Entries, int], Entries]) -> set[type]:
    """The kinds of events that can be changed so, everywhere, and nobody sees it."""
    unseen = set()
    for places in kinds():
        if not any(log.faults(change(log.entries, place)) for log, place in places):
            played, place = places[0]
            unseen.add(type(played.entries[place][0].event))
    return unseen


def test_a_true_log_has_no_faults() -> None:
    """Left as they are, the logs of simulated nights have no fault."""
    for seed in SEEDS:
        assert not log(seed).faults(log(seed).entries)


def test_an_event_that_is_left_out_is_found() -> None:
    """One event less, of whatever kind, and the books do not come out."""
    assert missed(lambda entries, at: entries[:at] + entries[at + 1 :]) <= TRACELESS


def test_an_event_that_is_there_twice_is_found() -> None:
    """One event more, and the books do not come out."""
    unseen = missed(lambda entries, at: (*entries[: at + 1], *entries[at:]))
    assert unseen <= {ev.CutOffered, ev.TableResumed, ev.LimitsChanged, ev.HandsLimited}


AMOUNTS: dict[type, str] = {
    ev.SeatLeft: "rack",
    ev.BoughtIn: "amount",
    ev.CashedOut: "amount",
    ev.CoverPosted: "amount",
    ev.CoverReduced: "amount",
    ev.CollectionTaken: "player_dealer",
    ev.RoundVoided: "cover",
    ev.AmountHeld: "amount",
    ev.AmountReleased: "amount",
    ev.ClaimPaid: "amount",
    ev.BoxChanged: "held",
    ev.CardsBurned: "unseen",
    ev.CardDealt: "position",
    ev.BettingOpened: "round",
    ev.PlayerDealerOffered: "place",
    ev.RoundCorrected: "correction",
    ev.Proposed: "number",
    ev.Approved: "number",
}


def test_a_number_that_is_changed_is_found() -> None:
    """A chip, a position or a number more in an event, and the books do not come out."""

    def more(entries: Entries, at: int) -> Entries:
        entry, when = entries[at]
        event: Any = entry.event
        name = AMOUNTS.get(type(event))
        if name is None:
            return ()
        changed = replace(entry, event=replace(event, **{name: getattr(event, name) + 1}))
        return (*entries[:at], (changed, when), *entries[at + 1 :])

    assert not missed(more) & set(AMOUNTS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "house.db"


def test_a_running_house_is_audited(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file of a house can be audited while it runs, and what is false in it is said."""
    with closing(open_sqlite(file)) as store:
        house = House(store)
        house.betting("ann", "bea")
        house.done(house.wager("ann", "player", 500))
        assert main(str(file)) == 0
        assert "table t1: 1 rounds, 1 shoes, 0 faults" in capsys.readouterr().out
        house.done(house.wager("ann", "player", 700))
        store.submit(partial(_stolen, house=house)).result(20)
        (audit,) = audits(file).values()
        assert any("INV4" in fault for fault in audit.faults)
        assert main(str(file)) == 1


def _stolen(tx: Transaction, house: House) -> None:
    """A transfer that no event means."""
    body = ev.encode(ev.Entry(ev.TableSuspended(reason="?", by="thief"), "thief"))
    version = tx.append("table:t1", house.live.version, house.clock(), [body])
    tx.post("table:t1", version, [Transfer("rack:t1:bea", "rack:t1:ann", 100)])
