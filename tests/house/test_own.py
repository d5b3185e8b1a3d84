"""What patrons set themselves: exclusion, reminders, and the covers that a house posts for them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from puntobanco.house.own import deposits, limits, reminders
from puntobanco.house.own.everything import Own
from puntobanco.house.own.exclusions import DAY_MS
from puntobanco.house.own.limits import MINUTE_MS
from puntobanco.house.shown.own import Reminder
from puntobanco.ledger import wallet
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code, Refusal
from tests.house.houses import House
from tests.house.test_position import banked, deal, played
from tests.table.playing import WIN_PLAYER


@pytest.fixture
def house(betting_house: House) -> House:
    """A house with patrons at a table that takes bets."""
    return betting_house


@pytest.fixture
def own(house: House) -> Own:
    """What its patrons have set themselves."""
    return Own(house.desk)


@pytest.fixture
def room() -> Iterator[House]:
    """A card room in which ann covers with 100,000."""
    with closing(open_sqlite(MEMORY)) as store:
        yield banked(House(store))


def refusal(house: House, command: cm.AnyCommand) -> Refusal | None:
    """Say what somebody is answered."""
    return house.do(command).refusal


def finish(house: House) -> None:
    """Deal a hand that Player wins, and settle it."""
    house.done(cm.CloseBetting())
    out = house.live.state.require_shoe.out
    for position, card in enumerate(WIN_PLAYER, out):
        house.done(cm.DealCard(position=position, card=card.code))
    house.done(cm.Settle())


def test_what_sets_nothing_writes_nothing(house: House, own: Own) -> None:
    """A form that is saved empty, or twice, adds nothing to the log."""

    def written() -> list[int]:
        streams = (limits.STREAM, deposits.STREAM, reminders.STREAM)
        return house.store.read(lambda tx: [len([*tx.events(each)]) for each in streams])

    now = house.clock.now
    for _ in range(2):
        own.limits.set("ann", None, None, now).result(20)
        own.deposits.set("ann", {}, now).result(20)
        own.reminders.begin("ann", None, now).result(20)
    assert written() == [0, 0, 0]
    for _ in range(2):
        own.limits.set("ann", 5_000, None, now).result(20)
        own.deposits.set("ann", {"week": 5_000}, now).result(20)
        now += 1_000
    assert written() == [1, 1, 0]


# Exclusion


def test_exclusion_while_cards_are_dealt(house: House, own: Own) -> None:
    """L4: the round settles, the next bet is refused, the seat is free, the chips are his."""
    house.done(house.wager("ann", "player", 5_000))
    house.done(cm.CloseBetting())
    own.exclusions.begin("ann", 7, house.clock.now).result(20)
    assert house.live.state.place_of("ann") == 1
    out = house.live.state.require_shoe.out
    for position, card in enumerate(WIN_PLAYER, out):
        house.done(cm.DealCard(position=position, card=card.code))
    (settled,) = house.done(cm.Settle())
    assert isinstance(settled, ev.RoundSettled)
    assert [(line.patron, line.paid) for line in settled.lines] == [("ann", 5_000)]
    house.done(cm.OpenBetting())
    assert "ann" not in house.live.state.racks
    assert house.balances()[wallet("ann")] == 10_000_000 + 5_000
    left = {"opens_ms": 7 * DAY_MS}
    sit = cm.TakeSeat(patron="ann", place=3, buy_in=10_000)
    assert refusal(house, sit) == Refusal(Code.SELF_EXCLUDED, left)
    assert refusal(house, house.wager("ann", "player", 500)) == Refusal(Code.NOT_SEATED)
    house.check()


def test_exclusion_in_every_state_of_a_round(house: House, own: Own) -> None:
    """L4: whoever has nothing on the felt stands up at once; whoever has, may take it back."""
    house.done(house.wager("ann", "player", 5_000))
    own.exclusions.begin("bea", 1, house.clock.now).result(20)
    own.exclusions.begin("ann", 1, house.clock.now).result(20)
    house.done(cm.Tick())  # behind what the house has asked for by itself
    assert list(house.live.state.racks) == ["ann"]
    more = refusal(house, house.wager("ann", "player", 6_000))
    assert more == Refusal(Code.SELF_EXCLUDED, {"opens_ms": DAY_MS})
    house.done(house.wager("ann", "player", 4_000))
    finish(house)
    house.done(cm.Tick())
    assert not house.live.state.racks


def test_an_exclusion_gets_longer_and_no_shorter(house: House, own: Own) -> None:
    """L4: nobody takes it back; it outlives a restart, and is over when its days are."""
    own.exclusions.begin("ann", 30, house.clock.now).result(20)
    own.exclusions.begin("ann", 1, house.clock.now).result(20)
    house.restart()
    again = Own(house.desk)
    assert again.exclusions.left("ann", house.clock.now) == 30 * DAY_MS
    house.clock.now += 30 * DAY_MS
    assert again.exclusions.left("ann", house.clock.now) is None
    house.done(cm.TakeSeat(patron="ann", place=3, buy_in=10_000))


def test_an_excluded_player_dealer_covers_no_other_hand(room: House) -> None:
    """L4: his cover is settled; the house posts none for him again, and the position goes on."""
    own = Own(room.desk)
    room.done(cm.OpenBetting())
    room.done(room.wager("bea", "banker", 2_000))
    room.done(cm.CloseBetting())
    own.exclusions.begin("ann", 7, room.clock.now).result(20)
    deal(room)
    room.done(cm.Settle())
    assert room.do(cm.OpenBetting()).refusal is not None
    assert "ann" not in room.live.state.racks
    room.done(cm.OfferPlayerDealer())
    offer = room.live.state.dealership.offer
    assert offer
    assert offer.patron == "bea"
    room.check()


# The cover that the house posts again


def test_a_cover_posted_again_keeps_to_the_loss_limit(room: House) -> None:
    """L2: what the house posts for a player-dealer is never more than his own limit leaves."""
    own = Own(room.desk)
    own.limits.set("ann", 60_000, None, room.clock.now).result(20)
    covered, _ = room.done(cm.OpenBetting())
    assert isinstance(covered, ev.CoverPosted)
    assert covered.amount == 60_000
    room.check()


def test_a_limit_below_the_least_cover_ends_the_turn(room: House) -> None:
    """L2: where it leaves too little the position is offered on, and betting waits for that."""
    played(room)
    own = Own(room.desk)
    own.limits.set("ann", 19_900, None, room.clock.now).result(20)
    reply = room.do(cm.OpenBetting())
    assert reply.refusal == Refusal(Code.NO_COVER, {"place": 1, "min": 20_000})
    (ended,) = reply.events
    assert isinstance(ended, ev.PlayerDealerEnded)
    assert ended.reason == "own-limit"
    room.done(cm.OfferPlayerDealer())
    room.check()


def test_a_time_limit_ends_the_turn_as_well(room: House) -> None:
    """L2: who has sat as long as he allowed himself covers no other hand."""
    own = Own(room.desk)
    own.limits.set("ann", None, 30, room.clock.now).result(20)
    room.clock.now += 30 * MINUTE_MS
    assert room.do(cm.OpenBetting()).refusal
    assert room.live.state.dealership.turn is None


def test_a_limit_that_binds_nobody_changes_no_cover(room: House) -> None:
    """L2: the lowest of all limits holds, so a large own one leaves the cover as it is."""
    own = Own(room.desk)
    own.limits.set("ann", 10_000_000, None, room.clock.now).result(20)
    (opened,) = room.done(cm.OpenBetting())
    assert isinstance(opened, ev.BettingOpened)


# Reminders


def test_a_reminder_stops_bets_until_it_is_answered(house: House, own: Own) -> None:
    """L3: after the time that he chose he bets again only once he has answered."""
    own.reminders.begin("ann", 20, house.clock.now).result(20)
    house.done(house.wager("ann", "player", 5_000))
    house.clock.now += 20 * MINUTE_MS - 1
    house.done(house.wager("ann", "player", 6_000))
    house.clock.now += 1
    assert refusal(house, house.wager("ann", "player", 7_000)) == Refusal(Code.REMINDER_DUE)
    house.done(house.wager("ann", "player", 5_500))  # chips may always come off
    house.done(house.wager("bea", "player", 5_500))
    own.reminders.begin("ann", own.reminders.minutes("ann"), house.clock.now).result(20)
    house.done(house.wager("ann", "player", 7_000))
    house.clock.now += 20 * MINUTE_MS
    assert refusal(house, house.wager("ann", "player", 8_000)) == Refusal(Code.REMINDER_DUE)


def test_a_reminder_waits_while_cards_are_dealt(house: House, own: Own) -> None:
    """L3: it never stands between the close of betting and the settlement."""
    own.reminders.begin("ann", 20, house.clock.now).result(20)
    house.done(house.wager("ann", "banker", 5_000))

    def due() -> bool:
        told = own.reminders.shown("ann", house.clock.now, house.live.state)
        assert told
        return told.due

    house.done(cm.CloseBetting())
    house.clock.now += 25 * MINUTE_MS
    out = house.live.state.require_shoe.out
    for position, card in enumerate(WIN_PLAYER, out):
        assert not due()
        house.done(cm.DealCard(position=position, card=card.code))
    assert not due()
    house.done(cm.Settle())
    assert due()
    told = own.reminders.shown("ann", house.clock.now)
    assert told == Reminder(minutes=20, spent_ms=25 * MINUTE_MS, net=-5_000, due=True)


def test_a_reminder_outlives_a_restart_and_can_be_taken_off(house: House, own: Own) -> None:
    """L3: it is the patron's to set and to take off, and counts on through a restart."""
    own.reminders.begin("ann", 20, house.clock.now).result(20)
    house.clock.now += 15 * MINUTE_MS
    house.restart()
    again = Own(house.desk)
    house.clock.now += 5 * MINUTE_MS
    assert refusal(house, house.wager("ann", "player", 500)) == Refusal(Code.REMINDER_DUE)
    again.reminders.begin("ann", None, house.clock.now).result(20)
    assert again.shown("ann", house.clock.now).reminder is None
    house.done(house.wager("ann", "player", 500))
