"""What tables take in, by shift: the same as the log says, and the same after a restart."""

import pytest

from puntobanco.house.day import Hours
from puntobanco.house.reports.drops import drops
from puntobanco.house.reports.scope import Scope
from puntobanco.house.shift_report import shift_report
from puntobanco.house.takings import KEPT_MS, NOTHING, Sums, Takings, sums_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.state import TableState
from tests.house.houses import House
from tests.house.planted import LATE, plant, play_round
from tests.house.test_position import banked, played
from tests.table.playing import TABLE

HOUR = 3_600_000
HOURS = Hours.read()
LINES = (
    ev.Line("a", 1, "ann", "player", 1_000, "take", 1_000, 0, 0),
    ev.Line("b", 2, "bea", "banker", 1_000, "pay", 0, 700, 1_000),
)
BANK = ev.Covered(3, "cid", 60_000, 300, exhausted=False, capped=False)


def test_what_each_event_adds() -> None:
    """Chips brought, rounds, the house's win, fees by box, and what went wrong."""
    state = TableState(box="7")
    fees = (ev.FeeLine("ann", 1, "front", 100),)
    void = ev.RoundVoided(round=1, reason="r", wagers=(), cover=0, fees=fees, player_dealer_fee=50)
    again = ev.RoundCorrected(
        round=1, correction=1, cards=(), reversed=LINES, lines=LINES[1:], moves=(), claims=(),
        shortfall="claim",
    )  # fmt: skip
    report = ev.Proposed(number=1, by="dee", reason="r", matter=ev.Irregularity(kind="k"))
    assert sums_of(state, ev.BoughtIn(patron="ann", amount=500)) == Sums(bought=500)
    assert sums_of(state, ev.RoundSettled(round=1, lines=LINES)) == Sums(
        rounds=1, wagered=2_000, won=300
    )
    banked = ev.RoundSettled(round=1, lines=LINES, player_dealer=BANK)
    assert sums_of(state, banked) == Sums(rounds=1, wagered=2_000)
    taken = ev.CollectionTaken(round=1, fees=fees, player_dealer=50, box="7", at=1)
    assert sums_of(state, taken) == Sums(fees={"7": 150})
    assert sums_of(state, void) == Sums(voids=1, fees={"7": -150})
    assert sums_of(state, again) == Sums(corrections=1, won=-1_000)
    assert sums_of(state, report) == Sums(irregularities=1)
    assert sums_of(state, ev.TableClosed()) is None


def test_shifts_are_apart_and_old_ones_go() -> None:
    """An event counts in its own shift; what two gaming days do not reach is forgotten."""
    takings, state = Takings(), TableState()
    begin = HOURS.began(1_700_000_000_000)
    for at in (begin, begin + 7 * HOUR, begin + 8 * HOUR):
        takings.note(HOURS, at, state, ev.BoughtIn(patron="ann", amount=100))
    assert takings.shifts == {begin: Sums(bought=200), begin + 8 * HOUR: Sums(bought=100)}
    assert takings.since(begin) == Sums(bought=300)
    assert takings.since(begin, begin + HOUR) == Sums(bought=200)
    late = begin + 56 * HOUR
    assert late - begin > KEPT_MS
    takings.note(HOURS, late, state, ev.BoughtIn(patron="ann", amount=1))
    assert set(takings.shifts) == {begin + 8 * HOUR, late}
    assert takings.since(late + HOUR) == NOTHING


def test_a_house_that_banks_has_a_hold() -> None:
    """The hold is what it won of what was brought; without a bank, or chips, there is none."""
    assert Sums(bought=1_000, won=180).hold == pytest.approx(18)
    assert Sums(bought=1_000).hold is None
    assert Sums(won=1).hold is None


def test_fees_are_those_of_the_drop_report(house: House) -> None:
    """The shift report collects by box what the report of the drop counts from the log."""
    banked(house)
    played(house)
    house.done(cm.ChangeBox("2"))
    played(house)
    (shift,) = shift_report(house.desk, HOURS)["shifts"]
    rows = house.store.read(lambda tx: drops(tx, Scope()))
    totals = {row.box: row.amount for row in rows if row.row == "total"}
    assert totals
    assert shift["all"]["fees"] == totals
    assert shift["all"]["rounds"] == 2


def test_a_restart_changes_nothing(house: House) -> None:
    """The shift report after a restart is the one before."""
    plant(house, "ann")
    play_round(house, LATE, ("ann", "player", 1_000))
    before = shift_report(house.desk, HOURS)
    assert before["shifts"][0]["tables"][0] | {"id": TABLE} == before["shifts"][0]["tables"][0]
    assert before["shifts"][0]["all"]["won"] == -1_000
    house.restart()
    assert shift_report(house.desk, HOURS) == before
