"""Seats of patrons whose link is gone."""

import asyncio
from collections.abc import Callable
from contextlib import closing

import pytest
from msgspec.structs import replace

from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.house.sign_ins import SESSION_MS
from puntobanco.house.tokens import DAY_MS, Grant, hash_of
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.web.attendance import AWAY_MS, Attendance, end_links, take_attendance
from puntobanco.web.live import Client, Hub
from tests.house.houses import WALLET, House
from tests.house.test_position import banked, card_room, deal, played
from tests.table.playing import TABLE, opening, small

ANN, BOB = ("1", "ann"), ("1", "bob")


def test_who_has_been_away_too_long() -> None:
    """XN3: a patron is away when his link has been gone for the whole of the limit, no sooner."""
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


def test_a_program_is_heard(house: House) -> None:
    """A patron who asks over HTTP is there without a link; where cards are real all are."""
    house.enrol("ann", "bea")
    house.done(cm.TakeSeat(patron="ann", place=3, buy_in=10_000))
    house.done(cm.TakeSeat(patron="bea", place=4, buy_in=10_000))
    real = replace(opening(small()), table="t2", cards="typed")
    assert house.desk.do("t2", real, "house").result(20).ok
    sits = cm.TakeSeat(patron="ann", place=1, buy_in=500)
    assert house.desk.do("t2", sits, "ann", Role.PATRON).result(20).ok
    hub = Hub(house.desk, People(house.store, house.clock))
    attendance = Attendance(hub)
    asyncio.run(attendance.look())
    for _ in range(3):
        house.clock.now += AWAY_MS // 2
        hub.hear(TABLE, Caller("ann", Role.PATRON))
        asyncio.run(attendance.look())
    assert house.live.state.places == {3: "ann"}
    assert house.desk.state("t2").places == {1: "ann"}


async def no_one(_: str) -> None:
    """Send to nobody."""


def test_links_end_with_what_they_came_with(house: House) -> None:
    """A link whose sign-in or token is too old ends; a watcher's and a good one's goes on."""
    people = People(house.store, house.clock)
    people.enrol("ann", "Ann", 0)
    people.sign_in("ann", "session")
    people.give_token(Grant("dealer", days=1), "a day", "s1")
    people.give_token(Grant("dealer"), "for good", "s2")
    hub = Hub(house.desk, people)
    words = ("session", "a day", "for good")
    clients = {word: Client(no_one, key=hash_of(word)) for word in words}
    clients["nobody"] = Client(no_one)
    for client in clients.values():
        hub.join(client)
    for later, over in ((0, []), (SESSION_MS, ["session"]), (DAY_MS, ["session", "a day"])):
        house.clock.now += later
        end_links(hub)
        assert [word for word, client in clients.items() if client.is_over] == over


def test_what_is_over_is_forgotten_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that is open forgets the sign-ins and links that are over, from its start on."""
    people = People(house.store, house.clock)
    people.enrol("ann", "Ann", 0)
    people.sign_in("ann", "session")
    people.put_link("ann", "link")
    house.clock.now += SESSION_MS

    async def look() -> None:
        done, loop, purge = asyncio.Event(), asyncio.get_running_loop(), people.purge

        def purged() -> None:
            purge()
            loop.call_soon_threadsafe(done.set)

        monkeypatch.setattr(people, "purge", purged)
        looking = asyncio.create_task(Attendance(Hub(house.desk, people)).run())
        await asyncio.wait_for(done.wait(), 20)
        looking.cancel()

    asyncio.run(look())
    assert [s.kind for s in house.store.read(lambda tx: tx.sign_ins())] == ["link"]


def offered(house: House) -> None:
    """Nobody has the position yet; it is offered to ann."""
    card_room(house)
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.Burn(card=house.desk.shoe(TABLE).card(0).code))
    house.done(cm.OfferPlayerDealer())


def betting(house: House) -> None:
    """Ann covers, and all others have wagers on the felt."""
    banked(house)
    house.done(cm.OpenBetting())
    for patron, bet in (("bea", "banker"), ("cid", "player"), ("dan", "player")):
        wager = house.wager(patron, bet, 2_000)
        house.done(replace(wager, line="back" if patron == "dan" else "front"))


def dealing(house: House) -> None:
    """The same, while cards are dealt."""
    betting(house)
    house.done(cm.CloseBetting())


def settled(house: House) -> None:
    """Ann covers, and a hand is over."""
    played(banked(house))


STATES = (card_room, offered, banked, betting, dealing, settled)
IN_PLAY = (betting, dealing)


@pytest.mark.parametrize("gone", ["ann", "bea", "cid", "dan"])
@pytest.mark.parametrize("bring", STATES)
def test_nobody_is_there_as_a_ghost(bring: Callable[[House], object], gone: str) -> None:
    """XN3: whoever drops and never comes back stands up after grace, from wherever he is.

    What he has in play is settled first. Who comes back in time is where he was, once; nobody
    else is touched, and no chip is lost.
    """
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        bring(house)
        people = People(store, house.clock)
        hub = Hub(house.desk, people)
        attendance = Attendance(hub)
        others = {who for who in ("ann", "bea", "cid", "dan") if who != gone}

        def look(later: int, *present: str) -> None:
            house.clock.now += later
            for patron in present:
                hub.hear(TABLE, Caller(patron, Role.PATRON))
            asyncio.run(attendance.look())

        before = house.live.state
        look(0, *others, gone)
        look(AWAY_MS - 1, *others)
        look(0, *others, gone)  # he is back in time
        assert (house.live.state.places, house.live.state.behind) == (before.places, before.behind)

        look(AWAY_MS, *others)
        if bring in IN_PLAY:
            assert house.live.state.positions_of(gone)
            house.do(cm.CloseBetting())  # unless the clock has
            deal(house)
            house.done(cm.Settle())
            look(0, *others)
        assert not house.live.state.positions_of(gone)
        assert gone not in house.live.state.racks
        for patron in others:
            assert house.live.state.positions_of(patron) == before.positions_of(patron)
        assert sum(house.balances().values()) == 0
        if bring in (card_room, offered):
            assert people.wallet(gone) == WALLET
        house.check()


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
