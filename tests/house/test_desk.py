"""The desk: once, durable, in order, and the same after a restart."""

from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.errors import InvariantError
from puntobanco.house.desk import Reply, Request
from puntobanco.house.roles import Role
from puntobanco.store.base import StoreStopped
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.store.transaction import SqlTransaction
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.house.houses import HeldStore, House, StillClock, forgotten
from tests.table.playing import TABLE, opening, small


def test_the_same_command_again(house: House) -> None:
    """Same id and same body: the same answer, and nothing is done twice."""
    house.betting("ann")
    command = cm.BuyIn(patron="ann", amount=5_000)
    first = house.send(command, "c1")
    assert first.ok
    assert len(first.events) == 1
    count = len(house.entries())
    for _ in range(3):
        assert house.send(command, "c1") == first
    assert len(house.entries()) == count
    assert house.live.state.racks["ann"] == 105_000
    house.check()


def test_the_same_id_with_another_body(house: House) -> None:
    """Same id and another body is refused, and the first answer stays what it was."""
    house.betting("ann")
    assert house.send(cm.BuyIn(patron="ann", amount=5_000), "c1", digest=b"one").ok
    other = cm.BuyIn(patron="ann", amount=9_000)
    for _ in range(2):
        reply = house.send(other, "c1", digest=b"two")
        assert reply.refusal
        assert reply.refusal.code is Code.SAME_ID_OTHER_BODY
    assert house.send(cm.BuyIn(patron="ann", amount=5_000), "c1", digest=b"one").ok
    assert house.live.state.racks["ann"] == 105_000


def test_ids_are_one_actors(house: House) -> None:
    """Two people may use the same id."""
    house.betting("ann", "bea")
    assert house.send(cm.BuyIn(patron="ann", amount=500), "c1").ok
    assert house.send(cm.BuyIn(patron="bea", amount=500), "c1", actor="bea", digest=b"e").ok
    assert house.live.state.racks == {"ann": 100_500, "bea": 100_500}


def test_a_refusal_is_remembered(house: House) -> None:
    """A command that was refused stays refused, though by now it would be fine."""
    house.betting("ann")
    wager = house.wager("ann", "dragon-7", 500)
    first = house.send(wager, "c1")
    assert first.refusal
    assert first.refusal.code is Code.NEEDS_MAIN_WAGER
    house.done(house.wager("ann", "player", 500))
    again = house.send(wager, "c1")
    assert again.refusal == first.refusal
    assert house.send(wager, "c2").ok


def test_a_repetition_is_answered_before_anything_is_judged(house: House) -> None:
    """An accepted wager, sent again after the round, is still accepted, and not placed again."""
    house.betting("ann")
    wager = house.wager("ann", "player", 500)
    assert house.send(wager, "c1").ok
    house.act_until("settle")
    assert house.send(wager, "c1").ok
    house.done(cm.OpenBetting())
    assert house.send(wager, "c1").ok
    assert house.live.state.round
    assert house.live.state.round.wagers == {}


def test_answers_outlive_the_process(file: Path) -> None:
    """What was answered before a restart is answered the same after it."""
    with closing(open_sqlite(file)) as store:
        house = House(store)
        house.betting("ann")
        assert house.send(cm.BuyIn(patron="ann", amount=5_000), "c1").ok
        refusal = house.send(cm.BuyIn(patron="ann", amount=1), "c2").refusal
    with closing(open_sqlite(file)) as store:
        house = House(store)
        assert house.send(cm.BuyIn(patron="ann", amount=5_000), "c1").ok
        assert house.send(cm.BuyIn(patron="ann", amount=1), "c2").refusal == refusal
        assert house.live.state.racks["ann"] == 105_000


def test_the_wallet_must_pay(house: House) -> None:
    """A buy-in beyond the wallet is refused with both numbers; the last chip may be brought."""
    house.open()
    house.enrol("ann", chips=1_000)
    seat = cm.TakeSeat(patron="ann", place=1, buy_in=1_100)
    reply = house.send(seat, "c1")
    assert reply.refusal
    assert reply.refusal.code is Code.NOT_ENOUGH_IN_WALLET
    assert reply.refusal.params == {"wallet": 1_000, "amount": 1_100}
    assert house.live.state.places == {}
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=1_000))
    assert house.refused(cm.BuyIn(patron="ann", amount=100)) is Code.NOT_ENOUGH_IN_WALLET
    house.check()


def test_time_passes_though_the_wallet_is_empty(house: House) -> None:
    """A buy-in that is refused for money still lets the deadline close the betting."""
    house.betting("ann")
    house.clock.now += 15_000
    reply = house.send(cm.BuyIn(patron="ann", amount=20_000_000), "c1")
    assert reply.refusal
    assert reply.refusal.code is Code.NOT_ENOUGH_IN_WALLET
    assert [type(event) for event in reply.events] == [ev.BettingClosed]
    assert house.live.state.round
    assert house.live.state.round.phase == "dealing"
    house.check()


def test_strangers_have_no_money(house: House) -> None:
    """Somebody whom the cage does not know holds nothing."""
    house.open()
    seat = cm.TakeSeat(patron="nobody", place=1, buy_in=100)
    assert house.refused(seat, actor="nobody") is Code.NOT_ENOUGH_IN_WALLET


def test_whoever_says_when_does_not_say_which_card(house: House) -> None:
    """The software's next card is dealt, whatever card the dealer's command names, and once."""
    house.done(replace(opening(small(burn="none")), paced="dealer"))
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.OpenBetting())
    house.done(cm.CloseBetting())
    first = house.desk.shoe(TABLE).card(0).code
    other = "AS" if first != "AS" else "KH"
    for card in (other, ""):
        deal = cm.DealCard(position=0, card=card, by="dee")
        reply = house.desk.do(TABLE, deal, "dee", Role.DEALER).result(20)
        assert reply.ok is (card == other)
    assert [card.code for card in house.live.state.require_round.cards] == [first]


def test_unknown_tables(house: House) -> None:
    """A table that was never opened takes no command, and comes into being by none."""
    house.open()
    assert house.refused(cm.BuyIn(patron="ann", amount=1), table="t9") is Code.NO_SUCH_TABLE
    assert set(house.desk.tables) == {TABLE}
    other = house.send(opening(small()), "", table="t9")
    assert other.refusal
    assert other.refusal.code is Code.MALFORMED
    assert set(house.desk.tables) == {TABLE}


def test_where_there_is_no_table_the_answer_is_remembered(house: House) -> None:
    """trust.md 5.6: asked again when the table is open, the same command is refused the same."""
    seat = cm.TakeSeat(patron="ann", place=1, buy_in=1_000)
    assert house.refused(seat, "c1") is Code.NO_SUCH_TABLE
    house.open()
    house.enrol("ann")
    assert house.refused(seat, "c1") is Code.NO_SUCH_TABLE
    assert house.send(seat, "c2").ok
    house.check()


def held() -> tuple[House, HeldStore]:
    """A house whose next commits are told late."""
    store = HeldStore(open_sqlite(MEMORY))
    house = House(store)
    house.betting("ann")
    store.holding = True
    return house, store


def test_nothing_is_shown_before_the_commit() -> None:
    """Until a command is durable nobody is answered, no screen is told and no state has moved."""
    house, store = held()
    told: list[str] = []
    house.desk.watch(told.append)
    before = house.live.state
    reply = house.desk.do(TABLE, house.wager("ann", "player", 500), "ann", Role.PATRON)
    assert not reply.done()
    assert house.live.state is before
    assert told == []
    store.let_go()
    assert reply.result(20).ok
    assert told == [TABLE]
    assert house.live.state.racks["ann"] == 99_500
    store.close()


def test_commands_in_one_commit_see_each_other() -> None:
    """What waits for its commit already counts for the commands behind it."""
    house, store = held()
    first = house.desk.do(TABLE, house.wager("ann", "player", 500), "ann", Role.PATRON)
    second = house.desk.do(TABLE, house.wager("ann", "dragon-7", 500), "ann", Role.PATRON)
    third = house.desk.do(TABLE, house.wager("ann", "banker", 500), "ann", Role.PATRON)
    for _ in range(3):
        store.let_go()
    assert [reply.result(20).ok for reply in (first, second, third)] == [True, True, False]
    house.check()
    store.close()


def test_a_commit_that_fails_is_nobodys_success() -> None:
    """If nobody knows whether it is durable, nobody is told that it is, and no screen shows it."""
    opened: list[apsw.Connection] = []
    apsw.connection_hooks.append(opened.append)
    fatal: list[str] = []
    store = open_sqlite(MEMORY, on_fatal=lambda error: fatal.append(str(error)))
    apsw.connection_hooks.remove(opened.append)
    house = House(store)
    house.betting("ann")
    told: list[str] = []
    house.desk.watch(told.append)
    before = house.live.state
    opened[0].set_commit_hook(lambda: True)  # the first connection is the writer's
    with pytest.raises(StoreStopped):
        house.do(house.wager("ann", "player", 500))
    assert len(fatal) == 1
    assert house.live.state is before
    assert told == []
    store.close()


def test_an_error_in_the_work_leaves_the_table_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XM5, XM6, XC5: a fault in a command undoes all of it, stored or not; the next one works."""
    house.betting("ann")
    before, count = house.live.working, len(house.entries())

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(SqlTransaction, "remember", fail)
        with pytest.raises(ZeroDivisionError):
            house.send(house.wager("ann", "player", 500), "c1")
    assert (house.live.working, len(house.entries())) == (before, count)
    assert house.send(house.wager("ann", "player", 500), "c1").ok
    house.check()


def test_a_shoe_that_cannot_be_kept_does_not_start(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the order of a shoe is not stored, there is no shoe, in the store and in memory."""
    house.open()

    def fail(*_: object) -> None:
        raise InvariantError("full")

    with monkeypatch.context() as patch:
        patch.setattr(SqlTransaction, "put_shoe", fail)
        with pytest.raises(InvariantError):
            house.desk.start_shoe(TABLE).result(20)
    assert house.live.working.shoe is None
    assert house.desk.start_shoe(TABLE).result(20).ok
    assert house.desk.shoe(TABLE).commit() == _commitment(house)
    house.check()


def _commitment(house: House) -> str:
    assert house.live.state.shoe
    return house.live.state.shoe.commitment


def test_no_second_shoe_while_one_is_on_the_table(house: House) -> None:
    """A refused shoe leaves the one on the table, and its order, alone."""
    house.betting("ann")
    before = house.desk.shoe(TABLE)
    refused = house.desk.start_shoe(TABLE).result(20)
    assert refused.refusal
    assert refused.refusal.code is Code.SHOE_IN_PLAY
    assert house.desk.shoe(TABLE) is before


@pytest.mark.parametrize("acts", range(0, 60, 3))
def test_a_restart_goes_on_where_the_log_ends(file: Path, acts: int) -> None:
    """XC3: at any point a restart finds the same table, the same records and the same next card."""
    clock = StillClock()
    with closing(open_sqlite(file)) as store:
        house = House(store, clock)
        house.open(small(cut_card=30))
        house.enrol("ann", "bea")
        house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
        house.done(cm.TakeSeat(patron="bea", place=4, buy_in=100_000))
        for _ in range(acts):
            if house.act().name == "open":
                house.done(house.wager("ann", "player", 500))
                house.done(house.wager("bea", "tie", 300))
        before = forgotten(house.live)
        shoe = house.desk.shoe(TABLE) if house.live.state.shoe else None
        house.check()
    with closing(open_sqlite(file)) as store:
        again = House(store, clock)
        assert forgotten(again.live) == before
        if shoe:
            assert again.desk.shoe(TABLE) == shoe
        for _ in range(20):
            again.act()
        again.check()


def outage(file: Path, away: int, *, bet_after: int | None = 4_000) -> House:
    """A house that went down 5 s into a betting window of 15, and is back after a while."""
    clock = StillClock()
    with closing(open_sqlite(file)) as store:
        house = House(store, clock)
        house.betting("ann")
        if bet_after is not None:
            clock.now += bet_after
            house.done(house.wager("ann", "player", 500))
            clock.now += 5_000 - bet_after
    clock.now += away
    return House(open_sqlite(file), clock)


@pytest.mark.parametrize("away", [10_000, 10_001, 10**9])
def test_a_window_that_ran_out_in_an_outage_is_paused(file: Path, away: int) -> None:
    """XC1: wagers stay, the time left at the last event is kept, and runs on when resumed."""
    house = outage(file, away)
    played = house.live.state.round
    assert played
    assert (played.phase, played.remaining) == ("paused", 11_000)
    assert [w.amount for w in played.of("ann")] == [500]
    assert house.refused(house.wager("ann", "player", 600)) is Code.BETTING_NOT_OPEN
    house.done(cm.ResumeBetting())
    house.clock.now += 10_999
    house.done(house.wager("ann", "player", 700))
    house.clock.now += 1
    assert house.refused(house.wager("ann", "player", 800)) is Code.BETTING_CLOSED
    house.check()
    house.store.close()


def test_a_window_that_is_still_open_goes_on(file: Path) -> None:
    """XC1: a quick restart changes no deadline, for none passed while nobody could bet."""
    house = outage(file, 9_999)
    assert house.live.state.round
    assert house.live.state.round.phase == "betting"
    house.done(house.wager("ann", "player", 600))
    house.clock.now += 1
    assert house.refused(house.wager("ann", "player", 700)) is Code.BETTING_CLOSED
    house.check()
    house.store.close()


def test_two_outages_in_one_window(file: Path) -> None:
    """A window that is paused stays paused through another outage, with the same time left."""
    house = outage(file, 10**9)
    house.store.close()
    house.clock.now += 10**9
    again = House(open_sqlite(file), house.clock)
    played = again.live.state.round
    assert played
    assert (played.phase, played.remaining) == ("paused", 11_000)
    again.check()
    again.store.close()


@pytest.mark.parametrize("back", [1, 3_600_000])
def test_a_clock_that_was_set_back_meanwhile(file: Path, back: int) -> None:
    """Times in the log never go back, and a deadline stays as far away as it was."""
    house = outage(file, -5_000 - back)
    house.done(house.wager("ann", "player", 600))
    house.clock.now += 10_999
    house.done(house.wager("ann", "player", 700))
    house.clock.now += 1
    assert house.refused(house.wager("ann", "player", 800)) is Code.BETTING_CLOSED
    house.check()
    house.store.close()


def test_two_tables_are_apart(house: House) -> None:
    """A patron plays at two tables with two racks out of one wallet."""
    house.betting("ann")
    second = msgspec.structs.replace(opening(small(burn="none")), table="t2")
    assert house.desk.do("t2", second).result(20).ok
    seat = cm.TakeSeat(patron="ann", place=3, buy_in=700)
    assert house.desk.do("t2", seat, seat.patron, Role.PATRON).result(20).ok
    assert house.desk.state("t2").racks == {"ann": 700}
    assert house.live.state.racks == {"ann": 100_000}
    held = house.balances()
    assert held["wallet:ann"] == 10_000_000 - 100_700
    assert sum(held.values()) == 0
    assert house.store.verify().faults == ()


def test_the_log_says_who(house: House) -> None:
    """Every entry names its actor and the command that caused it."""
    house.betting("ann")
    house.send(house.wager("ann", "player", 500), "c1")
    entry, at = house.entries()[-1]
    assert (entry.actor, entry.command, at) == ("ann", "c1", house.clock.now)
    assert house.entries()[0][0].actor == "dealer"


def test_a_closed_store_answers_nobody() -> None:
    """After the store is closed a command fails; it is not refused, since nobody judged it."""
    store = open_sqlite(MEMORY)
    house = House(store)
    house.betting("ann")
    store.close()
    with pytest.raises(StoreStopped):
        house.do(house.wager("ann", "player", 500))


def test_a_log_whose_shoe_is_gone(house: House) -> None:
    """A shoe on the table without its order in the store is a fault that is named."""
    house.betting("ann")

    house.restart()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqlTransaction, "shoe", lambda *_: None)
        with pytest.raises(InvariantError, match="order of shoe 1 is not in the store"):
            house.desk.shoe(TABLE)


def test_many_commands_at_once(house: House) -> None:
    """A hundred commands that wait together are decided one after the other."""
    house.betting("ann", "bea")
    requests = [
        Request(TABLE, cm.BuyIn(patron=patron, amount=100), patron, f"c{n}", b"d", role=Role.PATRON)
        for n in range(50)
        for patron in ("ann", "bea")
    ]
    replies: list[Future[Reply]] = [house.desk.submit(request) for request in requests]
    replies += [house.desk.submit(request) for request in requests]
    assert all(reply.result(20).ok for reply in replies)
    assert house.live.state.racks == {"ann": 105_000, "bea": 105_000}
    house.check()
