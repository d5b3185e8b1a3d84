"""Seats of patrons whose link is gone."""

import asyncio
from contextlib import closing

from puntobanco.house.people import People
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.web.attendance import AWAY_MS, Attendance, take_attendance
from puntobanco.web.live import Hub
from tests.house.houses import WALLET, House

ANN, BOB = ("1", "ann"), ("1", "bob")


def test_who_has_been_away_too_long() -> None:
    """A patron is away when his link has been gone for the whole of the limit, no sooner."""
    seen, away = take_attendance({}, [ANN, BOB], {ANN}, 1_000)
    assert (seen, away) == ({ANN: 1_000, BOB: 1_000}, ())

    seen, away = take_attendance(seen, [ANN, BOB], {ANN}, 999 + AWAY_MS)
    assert (seen, away) == ({ANN: 999 + AWAY_MS, BOB: 1_000}, ())

    seen, away = take_attendance(seen, [ANN, BOB], {ANN}, 1_000 + AWAY_MS)
    assert away == (BOB,)


def test_who_left_is_forgotten() -> None:
    """A patron who sits down again begins anew."""
    seen, _ = take_attendance({BOB: 0}, [ANN], set(), 5)
    assert seen == {ANN: 5}


def test_the_house_lets_him_stand_up() -> None:
    """The rack of a patron who is away goes to his wallet, between two rounds."""
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.open()
        house.enrol("ann")
        house.done(cm.TakeSeat(patron="ann", place=3, buy_in=10_000))
        people = People(store, house.clock)
        attendance = Attendance(Hub(house.desk, people))
        asyncio.run(attendance.look())
        assert house.live.state.places == {3: "ann"}

        house.clock.now += AWAY_MS
        asyncio.run(attendance.look())

        assert house.live.state.places == {}
        assert people.wallet("ann") == WALLET
