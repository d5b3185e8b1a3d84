"""What a gaming standard asks of patrons' accounts: funds, transfers, positions."""

from typing import get_args

import msgspec
import pytest

from puntobanco.house.desk import Request
from puntobanco.house.roles import Role, cell
from puntobanco.house.shown.view import View
from puntobanco.house.views import Viewer
from puntobanco.ledger import Transfer
from puntobanco.table import commands as cm
from puntobanco.table.evolve import evolve
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from puntobanco.web.messages import Malformed, read_frame
from tests.house.houses import House
from tests.table.playing import TABLE, WIN_PLAYER, Felt

STAKE = 10_000


def test_no_bet_without_funds(house: House) -> None:
    """A1: of a hundred orders at once on chips for ten, ten are done and ninety refused."""
    house.betting("bea")
    house.enrol("ann", chips=11 * STAKE)
    house.done(cm.TakeSeat(patron="ann", place=2, buy_in=STAKE))
    buy = cm.BuyIn(patron="ann", amount=STAKE)
    futures = [
        house.desk.submit(Request(TABLE, buy, "ann", f"{number:032}", b"d", role=Role.PATRON))
        for number in range(100)
    ]
    replies = [future.result(20) for future in futures]
    refused = [reply.refusal.code for reply in replies if reply.refusal]
    assert refused == [Code.NOT_ENOUGH_IN_WALLET] * 90
    assert house.live.state.racks["ann"] == 11 * STAKE
    house.done(house.wager("ann", "player", 50_000))
    assert house.refused(cm.CashOut(patron="ann", amount=7 * STAKE)) is Code.NOT_ENOUGH_CHIPS
    house.check()


def test_no_command_takes_two_patrons() -> None:
    """A6: no command names two patrons, and a patron's own names nobody but himself."""
    people = {"patron", "to", "payer", "payee", "debtor", "creditor", "actor", "who"}
    for command in get_args(cm.AnyCommand):
        named = people & {field.name for field in msgspec.structs.fields(command)}
        assert len(named) <= 1, command
        if cell(Role.PATRON, command) == "o":
            assert named == {"patron"}, command


def test_chips_go_from_patron_to_patron_by_rounds_alone() -> None:
    """A6: while people sit, wager, win, cash out and leave, no transfer joins two patrons."""
    felt = Felt.betting("ann", "bea")
    moved: list[Transfer] = []
    state = TableState()
    felt.bet("ann", "player", 500)
    felt.bet("bea", "banker", 500)
    felt.play(WIN_PLAYER)
    felt.done(cm.CashOut(patron="ann", amount=100))
    felt.done(cm.LeaveSeat(patron="bea"))
    for event in felt.log:
        moved += postings(state, event)
        state = evolve(state, event)
    assert moved
    owners = [
        {part for account in (t.source, t.target) for part in account.split(":")} & {"ann", "bea"}
        for t in moved
    ]
    assert all(len(found) <= 1 for found in owners)


@pytest.mark.parametrize("place", [1, 2])
def test_one_position_a_patron(house: House, place: int) -> None:
    """A7: who has a place takes no second one, at his own place or another, unless rules say so."""
    house.betting("ann")
    assert house.refused(cm.TakeSeat(patron="ann", place=place, buy_in=STAKE)) in {
        Code.ALREADY_SEATED,
        Code.PLACE_TAKEN,
    }


def test_a_providers_player_is_marked_for_all(house: House) -> None:
    """A8: his mark stands at his place for everybody, from his enrolment, whoever asks."""
    house.open(clock=None)
    house.enrol("ann", "tia", "tom")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=STAKE))
    house.done(cm.TakeSeat(patron="tia", place=2, buy_in=STAKE, kind="third-party"))
    view = Viewer(house.live, str.capitalize).view(house.clock.now)
    assert isinstance(view, View)
    marked = {place.name: place.third_party for place in view.places if place.name}
    assert marked == {"Ann": False, "Tia": True}
    taken = cm.TakeSeat(patron="tia", place=3, buy_in=STAKE, kind="patron")
    assert house.refused(taken, actor="tia") is Code.ALREADY_SEATED
    said = {"id": "0" * 32, "type": "take-seat", "place": 3, "buy_in": STAKE, "kind": "patron"}
    with pytest.raises(Malformed):
        read_frame(msgspec.json.encode(said).decode())
