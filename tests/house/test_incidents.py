"""I4: the third incident of one kind in 24 hours suspends the table, and tells why."""

import pytest

from puntobanco.house.incidents import DAY_MS, Incidents
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.state import TableState
from tests.house.houses import House
from tests.house.test_position import run_until

HOUR = 3_600_000


def reported(incidents: Incidents, at: int, kind: str = "tally-wrong") -> str:
    """Report an irregularity; the kind for which the table should stop."""
    proposed = ev.Proposed(number=1, by="dee", reason="r", matter=ev.Irregularity(kind=kind))
    incidents.note(TableState(), proposed, at)
    return incidents.alarm


def test_the_third_of_a_kind_within_a_day() -> None:
    """I4: two of a kind, or three of different kinds, or the third a day later, are no alarm."""
    incidents = Incidents()
    assert reported(incidents, 0) == ""
    assert reported(incidents, HOUR, "late-wager") == ""
    assert reported(incidents, HOUR) == ""
    assert reported(incidents, DAY_MS) == ""  # the first is a day old
    assert reported(incidents, DAY_MS + 1) == "tally-wrong"


def test_an_alarm_is_over_when_the_table_stands() -> None:
    """I4: once it is suspended nobody is alarmed; one more of the kind alarms again."""
    incidents = Incidents()
    for at in range(3):
        reported(incidents, at)
    incidents.note(TableState(), ev.TableSuspended(reason="r", by="house"), 3)
    assert incidents.alarm == ""
    incidents.note(TableState(suspended="r"), ev.Rejected(number=1, by="sue"), 4)
    assert incidents.alarm == ""
    assert reported(incidents, 5) == "tally-wrong"


@pytest.mark.anyio
async def test_the_house_stops_the_table(house: House) -> None:
    """I4: the table is suspended by the house itself; a supervisor lets it go on."""
    house.betting("ann")
    for number in range(1, 4):
        matter = ev.Irregularity(kind="tally-wrong")
        house.done(cm.Propose(by="dee", reason="the board", matter=matter))
        house.done(cm.Approve(by="sue", number=number))
    assert house.live.state.suspended is None
    await run_until(house, lambda: house.live.state.suspended is not None, lambda: None)
    (stopped,) = (
        entry for entry, _ in house.entries() if type(entry.event).__name__ == "TableSuspended"
    )
    assert stopped.actor == "house"
    assert isinstance(stopped.event, ev.TableSuspended)
    assert "tally-wrong" in stopped.event.reason
    house.restart()
    assert house.live.records.incidents.alarm == ""
    house.done(cm.ResumeTable(by="sue"))
    assert house.live.state.suspended is None
