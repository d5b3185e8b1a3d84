"""The collection at a table (rules.md 3): who pays what, when, into which box."""

from math import gcd

import pytest
from msgspec.structs import replace

from puntobanco.errors import SheetError
from puntobanco.ledger import drop
from puntobanco.rules.catalogue import find, schedule, schedules
from puntobanco.rules.collection import at_table
from puntobanco.rules.schedule import Schedule, load_schedule
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import room
from puntobanco.table.evolve import evolve
from puntobanco.table.postings import postings
from puntobanco.table.refusals import Code
from tests.table.playing import (
    TABLE,
    WIN_PLAYER,
    Felt,
    card_room,
    opening,
    played_with,
    small,
    written,
)

MINUTE = 60_000
POSTING = """
schedule = 1
id = "posting"
name = "Posting"
source = "tests"
"""
HUNDRED = 'payer = "player"\nrow = [{ player_fee = "1.00" }]'
BOTH = 'row = [{ player_fee = "1.00", player_dealer_fee = "2.00" }]'
STEPS = """
[[row]]
player_fee = [{ from = "0", fee = "1.00" }, { from = "50.00", fee = "3.00" }]
player_dealer_fee = [{ from = "0", fee = "2.00" }, { from = "100.00", fee = "5.00" }]
"""
PER_WAGER = 'payer = "player"\nbasis = "per-wager"\nrow = [{ player_fee = "1.00" }]'
HALF_HOUR = 'payer = "player"\nbasis = "per-time"\nminutes = 30\nrow = [{ player_fee = "7.00" }]'
BANK_PAYS = 'payer = "player-dealer"\nrow = [{ player_dealer_fee = "4.00" }]'


def posting(text: str) -> Schedule:
    """A schedule of a test's own."""
    return load_schedule(POSTING + text, "posting.toml")


def collecting(text: str, **changes: object) -> Felt:
    """Bank at 8 covers; ann at 1, bob at 2, xav behind 1; betting is open."""
    opened = card_room(schedule=posting(text), **changes)  # type: ignore[arg-type]
    felt = Felt.of(opened, bank=8, ann=1, bob=2)
    felt.stand("xav", 1)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    return felt


def taken(felt: Felt) -> ev.CollectionTaken | None:
    """Close betting, and give what was collected."""
    for event in felt.done(cm.CloseBetting()):
        if isinstance(event, ev.CollectionTaken):
            return event
    return None


def fees(felt: Felt) -> dict[str, int]:
    """What each patron pays at the close."""
    event = taken(felt)
    found: dict[str, int] = {}
    for fee in event.fees if event else ():
        found[fee.patron] = found.get(fee.patron, 0) + fee.amount
    return found


def usable() -> list[tuple[str, int, int]]:
    """Every table that a shipped schedule is posted for: its id and the limits of the mains."""
    found = []
    for name in schedules():
        known = schedule(name)
        if known.caps is None and known.amounts_known:
            limits = [(row.limit_min or 1_000, row.limit_max or 30_000) for row in known.rows]
            found += [(name, *pair) for pair in limits or [(1_000, 30_000)]]
    return found


@pytest.mark.parametrize("name,least,most", usable())
def test_every_shipped_schedule(name: str, least: int, most: int) -> None:
    """rules.md 3.3, GAP-3.20: each posting at a table of its limits, to the chip."""
    sheet = played_with()
    row = at_table(schedule(name), least, most, sheet).rows
    unit = gcd(least, most, *(fee for r in row for fee in r.rates), 100)
    felt = Felt.of(
        card_room(
            sheet,
            schedule=schedule(name),
            mains=(least, most),
            unit=unit,
            limits=tuple(
                ev.Limit(bet.id, *((least, most) if bet.is_main else (unit, most)))
                for bet in sheet.bets
            ),
        )
    )
    for patron, place in (("bank", 8), ("ann", 1), ("bob", 2)):
        felt.sit(patron, place, 1_000_000)
    felt.stand("xav", 1, 1_000_000)
    felt.bank("bank", 100_000)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", least)
    felt.bet("ann", "panda-8", unit)
    felt.bet("bob", "banker", most)
    felt.bet("xav", "player", least, 1, "back")
    event = taken(felt)
    felt.check()
    if not row:
        assert event is None
        return
    player = row[0].player[0].fee if row[0].player else 0
    dealer = [tier.fee for tier in row[0].player_dealer if tier.start <= 2 * least + unit + most]
    assert event == ev.CollectionTaken(
        round=1,
        fees=(
            ev.FeeLine("ann", 1, "front", player),
            ev.FeeLine("xav", 1, "back", player),
            ev.FeeLine("bob", 2, "front", player),
        ),
        player_dealer=dealer[-1],
        box="1",
        at=felt.now,
    )
    assert felt.balances[drop(TABLE, "1")] == 3 * player + dealer[-1]
    felt.play(WIN_PLAYER)
    felt.check()


def test_some_schedules_set_no_fees() -> None:
    """A posting whose amounts nobody knows, or that caps those of others, opens no table."""
    for name in {*schedules()} - {name for name, _, _ in usable()}:
        with pytest.raises(SheetError):
            at_table(schedule(name), 1_000, 30_000)
        opened = replace(card_room(), schedule=written(schedule(name)))
        assert Felt().refused(opened) is Code.MALFORMED


def test_a_fee_is_kept_without_action() -> None:
    """rules.md 2.1: a stack that got no action gets no fee back; a posting that says so is none."""
    felt = Felt.of(card_room(schedule=posting(BOTH)), bank=8, ann=1, bob=2)
    felt.bank("bank", 100)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    felt.bet("bob", "player", 500)
    settled = felt.play(WIN_PLAYER)
    assert [(line.paid, line.uncovered) for line in settled.lines] == [(100, 400), (0, 500)]
    assert felt.state.racks["bob"] == 100_000 - 100
    assert felt.state.boxed == 400
    refunding = posting("refund_if_no_action = true\n" + BOTH)
    opened = replace(card_room(), schedule=written(refunding))
    assert Felt().refused(opened) is Code.MALFORMED
    felt.check()


def test_before_the_first_card() -> None:
    """rules.md 1.9, 3.1: the fee is taken when betting closes, and no card comes before it."""
    felt = collecting(BOTH)
    felt.bet("ann", "player", 1_000)
    names = [type(event).__name__ for event in felt.done(cm.CloseBetting())]
    assert names == ["BettingClosed", "CollectionTaken"]
    assert felt.state.racks["ann"] == 100_000 - 1_000 - 100
    assert felt.state.racks["bank"] == 100_000 - 10_000 - 200
    assert felt.state.boxed == 300
    felt.check()


def test_the_clock_collects_too() -> None:
    """Where the clock closes betting, the fees are taken at the same moment."""
    felt = collecting(BOTH, clock=15_000)
    felt.bet("ann", "player", 1_000)
    felt.now += 15_000
    assert [type(event).__name__ for event in felt.done(cm.Tick())] == [
        "BettingClosed",
        "CollectionTaken",
    ]


def test_nobody_bets_nobody_pays() -> None:
    """Without action there is no fee, not the player-dealer's either."""
    assert taken(collecting(BOTH)) is None


def test_a_stack_pays_once_however_many_wagers() -> None:
    """rules.md 3.2: a fee per hand is one for a stack, of a front line or of a back line."""
    felt = collecting(HUNDRED)
    for bet, amount in (("player", 500), ("tie", 100), ("dragon-7", 100)):
        felt.bet("ann", bet, amount)
    felt.bet("xav", "banker", 500, 1, "back")
    assert fees(felt) == {"ann": 100, "xav": 100}
    felt.check()


def test_every_wager_pays() -> None:
    """rules.md 3.2: per wager, each has its own, named by the wager."""
    felt = collecting(PER_WAGER)
    for bet, amount in (("player", 500), ("tie", 100)):
        felt.bet("ann", bet, amount)
    event = taken(felt)
    assert event
    assert [(fee.wager, fee.amount) for fee in event.fees] == [
        ("1.front.player.ann", 100),
        ("1.front.tie.ann", 100),
    ]
    felt.check()


def test_steps() -> None:
    """rules.md 3.2: steps of the stack for the players, of the total action for the bank."""
    felt = collecting(STEPS)
    felt.bet("ann", "player", 4_999)
    felt.bet("bob", "player", 5_000)
    event = taken(felt)
    assert event
    assert [fee.amount for fee in event.fees] == [100, 300]
    assert event.player_dealer == 200
    felt.play(WIN_PLAYER)
    felt.done(cm.OpenBetting())
    felt.bet("bob", "player", 10_000)
    again = taken(felt)
    assert again
    assert again.player_dealer == 500
    felt.check()


def test_a_stack_that_cannot_pay_goes_back() -> None:
    """rules.md 1.9: it is returned whole before the fee is taken, the event says so."""
    felt = collecting(BOTH)
    felt.bet("ann", "player", 500)
    felt.bet("ann", "panda-8", 100)
    felt.bet("bob", "player", 700)
    felt.done(cm.HoldAmount(by="flo", patron="ann", amount=99_350, reason="a dispute"))
    closed, returned, collected = felt.done(cm.CloseBetting())
    assert isinstance(closed, ev.BettingClosed)
    assert returned == ev.WagersReturned(
        round=1,
        reason="fee-not-paid",
        wagers=(
            ev.Returned("1.front.player.ann", 1, "front", "ann", "player", 500),
            ev.Returned("1.front.panda-8.ann", 1, "front", "ann", "panda-8", 100),
        ),
    )
    assert isinstance(collected, ev.CollectionTaken)
    assert [fee.patron for fee in collected.fees] == ["bob"]
    assert felt.state.racks["ann"] == 650
    settled = felt.play(WIN_PLAYER)
    assert [line.patron for line in settled.lines] == ["bob"]
    felt.check()


def test_when_nobody_can_pay() -> None:
    """Where every stack goes back, the front line first, there is no action and no fee at all."""
    felt = collecting(BOTH)
    felt.bet("xav", "player", 500, 1, "back")
    felt.bet("ann", "player", 500)
    for patron in ("ann", "xav"):
        felt.done(cm.HoldAmount(by="flo", patron=patron, amount=99_450, reason="a dispute"))
    closed, returned = felt.done(cm.CloseBetting())
    assert isinstance(closed, ev.BettingClosed)
    assert isinstance(returned, ev.WagersReturned)
    assert [back.patron for back in returned.wagers] == ["ann", "xav"]
    felt.check()


def test_one_of_two_stacks_pays() -> None:
    """Of a patron's stacks the first by place that he can pay for stays, the other goes back."""
    sheet = played_with(second_place="true")
    felt = Felt.of(card_room(sheet, schedule=posting(HUNDRED)), bank=8, ann=1)
    felt.sit("ann", 2, 100)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500, 2)
    felt.bet("ann", "player", 400, 1)
    felt.done(cm.HoldAmount(by="flo", patron="ann", amount=99_050, reason="a dispute"))
    _, returned, collected = felt.done(cm.CloseBetting())
    assert isinstance(returned, ev.WagersReturned)
    assert [back.place for back in returned.wagers] == [2]
    assert isinstance(collected, ev.CollectionTaken)
    assert [(fee.place, fee.amount) for fee in collected.fees] == [(1, 100)]
    felt.check()


def test_chips_that_went_back_pay_for_the_next_stack() -> None:
    """Where a stack went back, its chips may pay for another of the patron's."""
    sheet = played_with(second_place="true")
    felt = Felt.of(card_room(sheet, schedule=posting(HUNDRED)), bank=8, ann=1)
    felt.sit("ann", 2, 100)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 400, 1)
    felt.bet("ann", "player", 500, 2)
    felt.done(cm.HoldAmount(by="flo", patron="ann", amount=99_150, reason="a dispute"))
    _, returned, collected = felt.done(cm.CloseBetting())
    assert isinstance(returned, ev.WagersReturned)
    assert [back.place for back in returned.wagers] == [1]
    assert isinstance(collected, ev.CollectionTaken)
    assert [(fee.place, fee.amount) for fee in collected.fees] == [(2, 100)]
    felt.check()


def test_the_guard_keeps_the_fee() -> None:
    """A wager that would eat its fee is refused: the last chips are the collection's."""
    felt = collecting(HUNDRED)
    felt.done(cm.CashOut(patron="ann", amount=99_000))
    assert felt.refused(felt.wager("ann", "player", 901)) is Code.NOT_ENOUGH_CHIPS
    felt.bet("ann", "player", 900)
    assert room(felt.state, "ann", 1, "player") == room(felt.state, "ann", 1, "tie") == 0
    assert fees(felt) == {"ann": 100}
    assert felt.state.racks["ann"] == 0
    felt.check()


def test_a_wager_comes_off_though_the_fee_is_gone() -> None:
    """Whoever has too little for the fee may take chips off; more he may not put on."""
    felt = collecting(HUNDRED)
    felt.bet("ann", "player", 500)
    felt.done(cm.CashOut(patron="ann", amount=99_500))
    felt.bet("ann", "player", 450)
    assert felt.refused(felt.wager("ann", "player", 451)) is Code.NOT_ENOUGH_CHIPS
    felt.bet("ann", "player", 0)
    felt.check()


def test_a_fee_that_rises_with_the_wager() -> None:
    """The room on a spot counts the fee of the wager as it would then be, not as it is."""
    felt = collecting(STEPS)
    felt.done(cm.CashOut(patron="ann", amount=95_000))
    for more, fits in ((99, 4_999), (200, 4_999), (1, 5_000), (100, 5_100)):
        felt.done(cm.BuyIn(patron="ann", amount=more))
        assert room(felt.state, "ann", 1, "player") == fits
        assert felt.refused(felt.wager("ann", "player", fits + 1)) is Code.NOT_ENOUGH_CHIPS
        felt.bet("ann", "player", fits)
        felt.bet("ann", "player", 0)


def test_bonus_bets_ask_for_a_paid_fee() -> None:
    """GAP-0.1, GAP-0.11: with `paid-or-waived` a bet is refused if its fee could not be paid."""
    opened = card_room(find("parkwest-ez"), schedule=posting(HUNDRED))
    felt = Felt()
    felt.done(opened)
    felt.sit("bank", 8)
    felt.sit("ann", 1, 700)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.Burn(card="2C"))
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    assert felt.refused(felt.wager("ann", "dragon-7", 150)) is Code.FEE_NOT_PAID
    assert felt.refused(felt.wager("ann", "dragon-7", 250)) is Code.NOT_ENOUGH_CHIPS
    felt.bet("ann", "dragon-7", 100)
    assert fees(felt) == {"ann": 100}
    felt.check()


def test_a_waived_fee_opens_the_bonus_bets() -> None:
    """GAP-0.1: waived is a lawful state of a fee; nothing is collected, the last chip can bet."""
    sheet = find("parkwest-ez")
    assert sheet.venue.collection == "parkwest-no-collection"
    felt = Felt()
    felt.done(card_room(sheet, schedule=schedule(sheet.venue.collection)))
    felt.sit("bank", 8)
    felt.sit("ann", 1, 700)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.Burn(card="2C"))
    felt.bank("bank", 100_000)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    felt.bet("ann", "dragon-7", 200)
    assert taken(felt) is None
    felt.check()


def test_the_player_dealer_pays_all() -> None:
    """`payer = player-dealer`: players pay nothing, and he keeps the fee beside his cover."""
    felt = collecting(BANK_PAYS)
    felt.bet("ann", "player", 500)
    event = taken(felt)
    assert event
    assert (event.fees, event.player_dealer) == ((), 400)
    felt.check()


def test_the_player_dealers_fee_stays_in_his_rack() -> None:
    """A cover leaves the largest fee that the round can cost, until that is taken."""
    felt = Felt.of(card_room(schedule=posting(STEPS)), bank=8, ann=1)
    felt.done(cm.OfferPlayerDealer())
    felt.done(cm.DeclinePlayerDealer(patron="ann"))
    accept = cm.AcceptPlayerDealer(patron="bank", cover=99_501)
    assert felt.refused(accept) is Code.NOT_ENOUGH_CHIPS
    felt.done(replace(accept, cover=99_500))
    assert felt.refused(cm.CashOut(patron="bank", amount=1)) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.OpenBetting())
    assert felt.refused(cm.CashOut(patron="bank", amount=1)) is Code.NOT_ENOUGH_CHIPS
    held = cm.HoldAmount(by="flo", patron="bank", amount=1, reason="a dispute")
    assert felt.refused(held) is Code.NOT_ENOUGH_CHIPS
    felt.bet("ann", "player", 500)
    felt.done(cm.CloseBetting())
    felt.done(cm.CashOut(patron="bank", amount=300))
    felt.play(WIN_PLAYER)
    posted, _ = felt.done(cm.OpenBetting())
    assert isinstance(posted, ev.CoverPosted)
    assert posted.amount == 98_500
    felt.check()


def test_the_offer_names_the_fee() -> None:
    """rules.md 2.7: who is offered the position hears what a hand costs him at the least."""
    felt = Felt.of(card_room(schedule=posting(STEPS)), ann=1)
    (offer,) = felt.done(cm.OfferPlayerDealer())
    assert isinstance(offer, ev.PlayerDealerOffered)
    assert offer.fee == 200


def test_a_fee_by_time() -> None:
    """`per-time`: taken at the first close after so many minutes, once a patron."""
    felt = collecting(HALF_HOUR)
    felt.bet("ann", "player", 500)
    assert fees(felt) == {"ann": 700}
    due = []
    for minutes in (1, 28.99, 0.01, 15):
        felt.play(WIN_PLAYER)
        felt.do(cm.OfferPlayerDealer())
        while offer := felt.state.dealership.offer:
            if offer.patron == "bank":
                felt.done(cm.AcceptPlayerDealer(patron="bank", cover=10_000))
            else:
                felt.done(cm.DeclinePlayerDealer(patron=offer.patron))
        felt.now += int(minutes * MINUTE)
        felt.done(cm.OpenBetting())
        felt.bet("ann", "player", 500)
        due.append(fees(felt))
    assert due == [{}, {}, {"ann": 700}, {}]
    felt.check()


def test_a_fee_by_time_that_is_not_due_keeps_no_chips() -> None:
    """Once it is paid the last chip can bet; where it then falls due the stack goes back."""
    felt = collecting(HALF_HOUR)
    felt.done(cm.CashOut(patron="ann", amount=98_000))
    assert room(felt.state, "ann", 1, "banker") == 1_300
    felt.bet("ann", "banker", 1_000)
    felt.play(WIN_PLAYER)
    felt.done(cm.OpenBetting())
    assert room(felt.state, "ann", 1, "banker") == 300
    felt.bet("ann", "banker", 300)
    felt.now += 30 * MINUTE
    names = [type(event).__name__ for event in felt.done(cm.CloseBetting())]
    assert names == ["BettingClosed", "WagersReturned"]
    assert felt.state.racks["ann"] == 300
    felt.check()


def test_the_box_is_changed_between_rounds() -> None:
    """rules.md 3.1: fees go to the box that hangs there; what was in the old one is counted out."""
    felt = collecting(BOTH)
    felt.bet("ann", "player", 500)
    assert felt.refused(cm.ChangeBox(box="2")) is Code.ROUND_IN_PLAY
    felt.play(WIN_PLAYER)
    assert felt.done(cm.ChangeBox(box="1")) == ()
    (changed,) = felt.done(cm.ChangeBox(box="2"))
    assert changed == ev.BoxChanged(box="2", before="1", held=300)
    for box in ("", "a:b"):
        assert felt.refused(cm.ChangeBox(box=box)) is Code.MALFORMED
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    event = taken(felt)
    assert event
    assert event.box == "2"
    assert (felt.balances[drop(TABLE, "1")], felt.balances[drop(TABLE, "2")]) == (300, 300)
    felt.check()


def test_a_box_that_comes_back_holds_what_it_held() -> None:
    """rules.md 3.1: from 1 to 2 and back to 1, and when the table opens anew, nothing is lost."""
    felt = collecting(BOTH)
    opened = next(event for event in felt.log if isinstance(event, ev.TableOpened))
    assert opened.boxed == 0
    felt.bet("ann", "player", 500)
    felt.play(WIN_PLAYER)
    felt.done(cm.ChangeBox(box="2"))
    assert felt.state.boxed == 0
    (back,) = felt.done(cm.ChangeBox(box="1"))
    assert back == ev.BoxChanged(box="1", before="2", held=0, boxed=300)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    felt.play(WIN_PLAYER)
    assert felt.state.boxed == felt.balances[drop(TABLE, "1")] == 600
    felt.check()
    felt.done(cm.CloseTable())
    felt.done(card_room())
    assert felt.state.boxed == 600
    (left,) = felt.done(cm.ChangeBox(box="2"))
    assert isinstance(left, ev.BoxChanged)
    assert (left.held, left.boxed) == (600, 0)
    felt.check()


@pytest.mark.parametrize("text", [HUNDRED, BOTH, STEPS, PER_WAGER, BANK_PAYS])
def test_the_fee_is_no_part_of_the_result(text: str) -> None:
    """rules.md 2.3: the settlement of a round is the same with any fee and with none."""
    settled = []
    for felt in (collecting(text), collecting("waived = true")):
        felt.bet("ann", "player", 500)
        felt.bet("bob", "banker", 700)
        settled.append(felt.play(WIN_PLAYER))
        felt.check()
    assert settled[0] == settled[1]
    bank = settled[0].player_dealer
    assert bank
    assert sum(line.paid - line.collected for line in settled[0].lines) + bank.net == 0


@pytest.mark.parametrize("refund", [False, True])
def test_a_void_round_and_its_fees(refund: bool) -> None:
    """rules.md 3.2, 4.2: fees stay with the house unless the ruling gives them back."""
    felt = collecting(BOTH)
    felt.bet("ann", "player", 500)
    felt.done(cm.CloseBetting())
    felt.done(cm.Propose(by="dee", reason="fire", matter=ev.VoidRound(refund_fees=refund)))
    felt.done(cm.Approve(by="flo", number=1))
    paid = 0 if refund else 100
    assert felt.state.racks["ann"] == 100_000 - paid
    assert felt.state.racks["bank"] == 100_000 - 2 * paid
    assert felt.state.boxed == felt.balances[drop(TABLE, "1")] == 3 * paid
    felt.check()


def test_a_house_bank_collects_from_its_patrons() -> None:
    """A table that the house banks may collect too: from the stacks, and from nobody else."""
    felt = Felt()
    felt.done(replace(opening(small(burn="none")), schedule=written(posting(HUNDRED))))
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    event = taken(felt)
    assert event
    assert (event.fees, event.player_dealer) == ((ev.FeeLine("ann", 1, "front", 100),), 0)
    felt.play(WIN_PLAYER)
    assert (felt.balances["house"], felt.balances[drop(TABLE, "1")]) == (-1_000, 100)
    felt.check()


def test_who_has_paid_stays_until_the_round_is_over() -> None:
    """A patron whose only wager was returned by a ruling waits: its fee may come back to him."""
    felt = collecting(BOTH)
    felt.bet("ann", "player", 500)
    felt.done(cm.CloseBetting())
    back = ev.Returned("1.front.player.ann", 1, "front", "ann", "player", 500)
    ruled = ev.WagersReturned(round=1, reason="no-prerequisite", wagers=(back,))
    assert [t.amount for t in postings(felt.state, ruled)] == [500]
    felt.state = evolve(felt.state, ruled)
    assert felt.refused(cm.LeaveSeat(patron="ann")) is Code.WAGERS_ON_FELT
    felt.done(cm.LeaveSeat(patron="bob"))


def test_a_table_has_the_row_of_its_limits() -> None:
    """rules.md 3.2: a posting of several rows, or of other limits, opens no table."""
    hustler = schedule("hustler-cal-baccarat")
    opened = card_room(schedule=hustler, mains=(2_500, 10_000))
    assert Felt().done(opened)
    assert Felt().refused(replace(opened, schedule=written(hustler))) is Code.MALFORMED
    limits = tuple(replace(limit, max=30_000) for limit in opened.limits)
    assert Felt().refused(replace(opened, limits=limits)) is Code.MALFORMED


def test_limits_do_not_leave_their_row() -> None:
    """rules.md 3.2: the floor changes limits within those that the table's fee is posted for."""
    opened = card_room(schedule=schedule("hustler-cal-baccarat"), mains=(2_500, 10_000))
    felt = Felt.of(opened)
    wider = tuple(replace(limit, max=30_000) for limit in opened.limits)
    closer = tuple(replace(limit, max=9_000, min=min(limit.min, 9_000)) for limit in opened.limits)
    change = ev.ChangeLimits(limits=closer, cover_min=100)
    felt.done(cm.Propose(by="dee", reason="quiet", matter=change))
    felt.done(cm.Approve(by="flo", number=1))
    assert felt.state.game.limits["player"].max == 9_000
    refused = cm.Propose(by="dee", reason="busy", matter=replace(change, limits=wider))
    assert felt.refused(refused) is Code.MALFORMED
