"""The hand history from a log: whatever a night brings, the check finds no fault in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import InputError
from puntobanco.house.day import Days, Hours
from puntobanco.house.reports.history import write_history
from puntobanco.house.reports.scope import Scope
from puntobanco.rules.catalogue import find
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.track.history.check import check_history
from puntobanco.track.history.read import parse
from puntobanco.track.history.records import Correction, History, Note, Round, Shoe
from tests.books.nights import BANKED, REAL, TABLES, Night


def history(store: Store, table: str, opening: int | None = None, days: Days | None = None) -> str:
    """Write the history of a table."""
    scope = Scope(days or Days(Hours.read()), (table,))
    return store.read(lambda tx: b"".join(write_history(tx, scope, opening))).decode()


def faults(found: History) -> list[str]:
    """Check a history."""
    return list(map(str, check_history(found, find)))


def openings(store: Store, table: str) -> int:
    """Count how often a table was opened."""
    return store.read(
        lambda tx: sum(
            isinstance(ev.decode(stored.body).event, ev.TableOpened)
            for stored in tx.events(f"table:{table}")
        )
    )


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.integers(100, 1500))
def test_the_check_finds_no_fault_in_any_night(seed: int, steps: int) -> None:
    """Each opening of each table, with voids, corrections, irregularities, people: all is sound."""
    store = open_sqlite(MEMORY)
    try:
        Night(store, seed).play(steps)
        for table in TABLES:
            for opening in range(1, openings(store, table) + 1):
                assert faults(parse(history(store, table, opening))) == []
    finally:
        store.close()


def test_days_hold_the_shoes_that_begin_in_them_without_people(store: Store) -> None:
    """A history of some days has their shoes alone, leaves people out, and is sound."""
    Night(store, 11).play(2500)
    hours = Hours.read("UTC", "00:00")
    whole = parse(history(store, BANKED, 1))
    first, *later = sorted({hours.shift(i.head.at).day for i in whole.items if isinstance(i, Shoe)})
    assert later
    for day in (first, *later):
        part = parse(history(store, BANKED, 1, Days(hours, day, day)))
        shoes = [item for item in part.items if isinstance(item, Shoe)]
        assert all(hours.shift(shoe.head.at).day == day for shoe in shoes)
        assert part.header.terms.people == "left-out"
        assert faults(part) == []


def test_what_a_night_brings_is_in_its_histories(store: Store) -> None:
    """Every settled and void round of the log is in the history, with its cards and its wagers."""
    night = Night(store, 2).play(1200)
    found = {
        item.head.number: item
        for part in parse(history(store, REAL)).items
        if isinstance(part, Shoe)
        for item in part.items
        if isinstance(item, Round)
    }
    kept = night.states[REAL].settled
    assert kept
    for settled in kept:
        if not settled.corrections:
            assert [wager.id for wager in found[settled.number].wagers] == [
                wager.id for wager in settled.wagers
            ]


def test_an_opening_that_is_not_there_is_refused_with_the_cure(store: Store) -> None:
    """A table or an opening that the log does not know is named in one line."""
    Night(store, 1)
    with pytest.raises(InputError, match=r"r1: there are 1 openings of this table; choose"):
        history(store, REAL, 2)
    with pytest.raises(
        InputError, match="nowhere: there is no such table in these days; puntobanco"
    ):
        history(store, "nowhere")


def test_what_is_ruled_while_a_round_is_open_stands_in_it(store: Store) -> None:
    """A correction that comes in the middle of another round is read back from that round."""
    night, ruled, number = Night(store, 12), 0, 0
    for _ in range(6_000):
        night.play(1)
        state = night.states[REAL]
        if ruled and number != state.round_number:
            break
        if state.settled and state.round and state.round.phase == "betting":
            before = sum(settled.corrections for settled in state.settled)
            night.do(REAL, night.correction(REAL), "dealer-1")
            night.rule(REAL)
            ruled += sum(s.corrections for s in night.states[REAL].settled) - before
            number = state.round_number
    rounds = [
        item
        for part in parse(history(store, REAL)).items
        if isinstance(part, Shoe)
        for item in part.items
        if isinstance(item, Round)
    ]
    during = [each for played in rounds for each in played.moves]
    assert any(isinstance(each, Correction | Note) for each in during)
    assert faults(parse(history(store, REAL))) == []


def test_chips_of_a_wager_that_went_back_may_leave_before_the_settlement(store: Store) -> None:
    """Who cannot pay the fee has his wager back, and may take those chips away at once."""
    night = Night(store, 14)
    for _ in range(500):
        played = night.states[BANKED].round
        if played is not None:
            break
        night.deal_on(BANKED)
        night.clock.now += 1000
    state = night.states[BANKED]
    patron = next(who for who in state.places.values() if who not in {state.player_dealer, "z"})
    assert night.do(BANKED, cm.CashOut(patron=patron, amount=state.racks[patron] - 100_000))
    wager = cm.SetWager(
        patron=patron,
        place=state.place_of(patron) or 0,
        bet=state.game.sheet.bets[0].id,
        amount=90_000,
        round=state.round_number,
    )
    assert night.do(BANKED, wager)
    assert night.do(BANKED, cm.CashOut(patron=patron, amount=10_000))  # the fee is in it
    assert night.do(BANKED, cm.CloseBetting())
    assert night.do(BANKED, cm.CashOut(patron=patron, amount=90_000))
    while night.states[BANKED].round is not None:
        night.deal_on(BANKED)
    text = history(store, BANKED)
    assert f"returned {state.place_of(patron)}.front." in text
    assert faults(parse(text)) == []
