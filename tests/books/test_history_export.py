"""The hand history from a log: whatever a night brings, the check finds no fault in it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.errors import InputError
from puntobanco.house.auditor import audit
from puntobanco.house.day import Days, Hours
from puntobanco.house.reports.history import write_history
from puntobanco.house.reports.history_parts import is_another_game
from puntobanco.house.reports.scope import Scope
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import next_hand
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.track.history.check import check_history
from puntobanco.track.history.read import parse
from puntobanco.track.history.records import Correction, History, Note, Round, Shoe
from tests.books.nights import BANKED, REAL, TABLES, UNIT, Night


def history(store: Store, table: str, opening: int | None = None, days: Days | None = None) -> str:
    """Write the history of a table."""
    scope = Scope(days or Days(Hours.read()), (table,))
    return store.read(lambda tx: b"".join(write_history(tx, scope, opening))).decode()


def faults(found: History) -> list[str]:
    """Check a history."""
    return list(map(str, check_history(found, find)))


def openings(store: Store, table: str) -> int:
    """Count how often a table was opened, or went over to another game."""
    events = store.read(
        lambda tx: [ev.decode(stored.body).event for stored in tx.events(f"table:{table}")]
    )
    return sum(isinstance(event, ev.TableOpened) or is_another_game(event) for event in events)


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


def dealt(night: Night, cards: str) -> int:
    """Play a round with these cards at the table of real ones; give its number."""
    while night.states[REAL].round is None:
        night.deal_on(REAL)
        night.clock.now += 1000
    at, coup = night.states[REAL].require_shoe.next_position, parse_cards(cards)
    night.shoes[REAL][at : at + len(coup)] = coup
    while night.states[REAL].round is not None:
        night.deal_on(REAL)
        night.clock.now += 1000
    return night.states[REAL].round_number


def corrected(night: Night, number: int, cards: tuple[str, ...], shortfall: str = "claim") -> bool:
    """Correct a round of that table, if it may be."""
    matter = ev.CorrectRound(round=number, cards=cards, shortfall=shortfall)
    return night.do(REAL, cm.Propose(by="dan", reason="misread", matter=matter)) and night.do(
        REAL, cm.Approve(by="sue", number=night.states[REAL].proposal_number)
    )


def test_a_card_that_a_correction_takes_away_is_in_the_shoe_again(store: Store) -> None:
    """What was recorded and never came out comes out three times more of three decks, and no more.

    The table and its history say the same of it.
    """
    night = Night(store, 3)
    number = dealt(night, "2C 3C 2D 4D 9D")
    assert corrected(night, number, ("2C", "5C", "6D", "4D"))
    for cards in ("9C KC KD 3C", "9D KH KS 3C", "9S JC JD 3C"):
        dealt(night, cards)
    assert night.states[REAL].require_shoe.seen["3C"] == 3
    text = history(store, REAL)
    assert "9D" in text
    assert "aside" not in text
    assert faults(parse(text)) == []


@settings(max_examples=10)
@given(st.randoms(use_true_random=False), st.integers(0, 10**6))
def test_the_check_follows_any_chain_of_corrections(chance: Random, seed: int) -> None:
    """Coups of any length, claims paid and not, racks empty and full: table and check agree."""
    store = open_sqlite(MEMORY)
    try:
        night = Night(store, seed)
        for _ in range(12):
            night.play(chance.randrange(250))
            state = night.states[REAL]
            for patron, rack in state.racks.items():
                if chance.random() < 0.3:
                    night.do(REAL, cm.CashOut(patron=patron, amount=rack), patron)
            for old in state.settled[-2:]:
                for _ in range(chance.randrange(5)):
                    coup = coup_of(chance.sample(DECK, 6))
                    corrected(night, old.number, coup, chance.choice(("claim", "forgive")))
                    _pay(night, chance)
        assert faults(parse(history(store, REAL))) == []
        assert store.read(lambda tx: list(audit(tx))) == []
    finally:
        store.close()


def _pay(night: Night, chance: Random) -> None:
    """Let debtors pay some of what they owe."""
    for claim in dict(night.states[REAL].claims).values():
        night.do(REAL, cm.BuyIn(patron=claim.debtor, amount=claim.amount), claim.debtor)
        part = chance.randrange(1, claim.amount // UNIT + 1) * UNIT
        night.do(REAL, cm.PayClaim(by="sue", number=claim.number, amount=part))


def coup_of(cards: list[Card]) -> tuple[str, ...]:
    """The coup that these cards begin with."""
    count = 4
    while next_hand(cards[:count]) is not None:
        count += 1
    return tuple(card.code for card in cards[:count])


def test_a_void_keeps_both_reasons_and_a_table_that_goes_on_is_noted(store: Store) -> None:
    """What the dealer proposed for stands before what the supervisor wrote; a stop has its end."""
    night = Night(store, 3)
    while night.states[REAL].round is None:
        night.deal_on(REAL)
        night.clock.now += 1000
    matter = ev.VoidRound(refund_fees=False)
    assert night.do(REAL, cm.Propose(by="dan", reason="cards fell", matter=matter))
    number = night.states[REAL].proposal_number
    assert night.do(REAL, cm.Approve(by="sue", number=number, text="seen by me"))
    assert night.do(REAL, cm.SuspendTable(by="dan", reason="the light"))
    assert night.do(REAL, cm.ResumeTable(by="sue"))
    text = history(store, REAL)
    assert 'text="cards fell; seen by me"' in text
    assert 'note resumed text="" by=sue' in text
    assert faults(parse(text)) == []
