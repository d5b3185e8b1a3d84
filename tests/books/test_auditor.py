"""The auditor and the invariants: nights of random play come out, what is false does not."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import InvariantError
from puntobanco.house.auditor import Auditor, audit
from puntobanco.house.invariants import check_moved
from puntobanco.house.log import read_log
from puntobanco.ledger import Transfer
from puntobanco.store.base import Store, Transaction
from puntobanco.table import events as ev
from puntobanco.table.correct import correct_round
from puntobanco.table.postings import postings
from puntobanco.table.state import TableState
from tests.books.nights import BANKED, CHIPS, HOUSE, UNIT, Night


@pytest.mark.parametrize("seed", range(3))
def test_a_night_of_random_play_keeps_every_invariant(store: Store, seed: int) -> None:
    """The events of a night make its transfers, settlements and balances, account by account."""
    Night(store, seed).play(1500)
    auditor = Auditor()
    faults = store.read(
        lambda tx: [
            f"{logged.stream} {logged.version}: {fault}"
            for logged in read_log(tx, tx.streams())
            for fault in auditor.take(logged)
        ]
    )
    assert faults == []
    assert [*auditor.end()] == []
    assert auditor.books.balances == store.read(lambda tx: tx.balances())
    assert sum(auditor.books.balances.values()) == 0


def faults_of(store: Store) -> list[str]:
    """Audit a store."""
    return store.read(lambda tx: [*audit(tx)])


def test_a_round_that_is_settled_otherwise_is_found(store: Store) -> None:
    """INV6: a settlement that the rules do not make is no settlement, though its chips add up."""
    Night(store, 41).forge(BANKED)
    (fault,) = faults_of(store)
    assert fault.endswith("this is not the settlement of the round")


@pytest.mark.parametrize("is_beyond", [False, True])
def test_a_correction_that_moves_too_much_is_found(store: Store, *, is_beyond: bool) -> None:
    """INV6: what a correction moves and claims is what is due, and within the cover."""
    night = Night(store, 41)
    while not any(settled.wagers for settled in night.states[BANKED].settled):
        night.deal_on(BANKED)
        night.clock.now += 1000
    state = night.states[BANKED]
    (stood,) = (settled for settled in state.settled if settled.wagers)
    off = tuple(ev.Spot(wager.id, wager.bet, 0) for wager in stood.wagers)
    answer = correct_round(state, ev.CorrectRound(round=stood.number, spots=off))
    assert isinstance(answer, tuple)
    (right,) = answer
    assert isinstance(right, ev.RoundCorrected)
    assert stood.cover is not None
    patron = next(wager.patron for wager in stood.wagers)
    more = UNIT + stood.cover.amount * is_beyond
    extra = (ev.Move(patron, -more), ev.Move(stood.cover.patron, more))
    night.write(BANKED, [replace(right, moves=(*right.moves, *extra))], "dan")
    found = faults_of(store)
    assert any("is due" in fault for fault in found)
    assert any("that he covered" in fault for fault in found) == is_beyond


def test_who_approves_his_own_proposal_is_found(store: Store) -> None:
    """INV12: proposer and approver are two people, whatever the log says."""
    night = Night(store, 42)
    matter = ev.ChangeLimits(limits=())
    night.write(BANKED, [ev.Proposed(number=1, by="sam", reason="", matter=matter)], "sam")
    night.write(BANKED, [ev.Approved(number=1, by="sam")], "sam")
    (fault,) = faults_of(store)
    assert fault.endswith("sam approved what he proposed")


def test_a_wager_after_the_close_is_found(store: Store) -> None:
    """INV7: wagers are set while betting is open, or they are none."""
    night = Night(store, 43)
    for _ in range(3_000):
        played = night.states[BANKED].round
        if played is not None and played.phase == "dealing":
            break
        night.deal_on(BANKED)
        night.clock.now += 1000
    state = night.states[BANKED]
    patron = next(who for place, who in state.places.items() if who != state.player_dealer)
    spot = ev.Spot("late", state.game.sheet.bets[0].id, 1_000)
    late = ev.WagersSet(
        round=state.round_number,
        place=state.place_of(patron) or 0,
        patron=patron,
        spots=(spot,),
    )
    night.write(BANKED, [late], patron)
    (fault,) = faults_of(store)
    assert fault.endswith("WagersSet while the round was dealing")


def test_a_card_that_is_out_too_often_is_found(store: Store) -> None:
    """INV8: no card is out more often than there are decks, and none changes where it lies."""
    night = Night(store, 44)
    night.deal_on(BANKED)
    decks = night.states[BANKED].game.decks
    burns = [
        ev.CardBurned(shoe=1, position=place, card="8S", reason="test")
        for place in range(decks + 1)
    ]
    night.write(BANKED, burns, "forger")
    other = ev.CardBurned(shoe=1, position=0, card="9S", reason="test")
    night.write(BANKED, [other], "forger")
    first, second = faults_of(store)
    assert first.endswith(f"8S is out more than {decks} times")
    assert second.endswith("the card at 0 was 8S")


def test_an_event_that_cannot_follow_is_found(store: Store) -> None:
    """INV4: what does not fold is named by its stream and version, and the rest is still read."""
    night = Night(store, 45)

    def work(tx: Transaction) -> None:
        event = ev.RoundSettled(round=7, lines=())
        tx.append(f"table:{HOUSE}", tx.head(f"table:{HOUSE}"), night.clock(), [body(event)])

    store.submit(work).result(20)
    (fault,) = faults_of(store)
    assert fault.startswith(f"table:{HOUSE} 2: it does not follow from what went before")


def test_chips_that_nobody_moved_are_found(store: Store) -> None:
    """INV4: a transfer that no event means is found, and so is the balance that it makes."""
    night = Night(store, 46)

    def work(tx: Transaction) -> None:
        stream = f"table:{HOUSE}"
        event = ev.TableSuspended(reason="test", by="sam")
        version = tx.append(stream, tx.head(stream), night.clock(), [body(event)])
        tx.post(stream, version, [Transfer("house", "wallet:a", 5)])

    store.submit(work).result(20)
    found = faults_of(store)
    assert found[0].endswith("its transfers are not those that the event means")
    assert f"wallet:a: holds {CHIPS - 200_000 * 2 + 5}" in found[-1]


def body(event: ev.AnyEvent) -> bytes:
    """Write an event as a log has it."""
    return ev.encode(ev.Entry(event, "forger"))


# What the desk asks after each event

Moment = tuple[TableState, ev.AnyEvent, TableState, tuple[Transfer, ...]]


@pytest.fixture
def moment(store: Store) -> Moment:
    """A wager that was set: before, the event, after, and what moved."""
    night = Night(store, 47)
    for _ in range(5_000):
        before = night.states[BANKED]
        night.deal_on(BANKED)
        after = night.states[BANKED]
        if after.round and before.round and after.round.wagers and not before.round.wagers:
            event = ev.decode(store.read(lambda tx: [*tx.events(f"table:{BANKED}")])[-1].body).event
            return before, event, after, postings(before, event)
        night.clock.now += 1
    raise AssertionError


def test_what_moved_alike_passes(moment: Moment) -> None:
    """A table that changed as the ledger did is right."""
    before, _, after, moved = moment
    check_moved(before, after, moved)


def test_a_rack_that_did_not_move_is_a_bug(moment: Moment) -> None:
    """A transfer that the table does not know of stops the transaction."""
    before, _, after, moved = moment
    with pytest.raises(InvariantError, match="the table says"):
        check_moved(before, replace(after, racks=before.racks), moved)
    with pytest.raises(InvariantError, match="and 0 moved"):
        check_moved(before, replace(after, round=before.round), ())


def test_chips_out_of_nowhere_are_a_bug(moment: Moment) -> None:
    """A rack that grows where nothing moved to it stops the transaction."""
    before, _, after, moved = moment
    racks = {**after.racks, next(w for w in after.racks if f":{w}" not in moved[0].source): 10**9}
    with pytest.raises(InvariantError, match="the table has"):
        check_moved(before, replace(after, racks=racks), moved)
