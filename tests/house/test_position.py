"""A player-dealer's table as the house deals and shows it: offers, cover, button, notices."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from puntobanco.house.dealer import FAST, Act, Dealer, Dealers, Pace, next_act
from puntobanco.house.fairness import judge
from puntobanco.house.floor import staff_view
from puntobanco.house.plan import Plan
from puntobanco.house.records import Records
from puntobanco.house.shown import view as vw
from puntobanco.house.shown.own import Mine
from puntobanco.house.views import Viewer
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import wager_id
from puntobanco.table.evolve import evolve
from puntobanco.table.state import TableState
from tests.house.contract import held
from tests.house.houses import House
from tests.table.felts import RealFelt, game
from tests.table.playing import TABLE

PACE = Pace(
    shuffle=1, burn=2, close=3, card=4, third=5, settle=6, result=7, idle=8, offer=9, again=10
)
PLAN = Plan(
    TABLE, "One", "ca-ez-panda8", (1_000, 50_000), (500, 5_000), cover_min=20_000, back_line=2
)
PEOPLE = ("ann", "bea", "cid", "dan")


def card_room(house: House, **change: object) -> House:
    """Open the table, seat ann, bea and cid at 1, 2 and 5, and put dan behind bea."""
    plan = replace(PLAN, **change)  # type: ignore[arg-type]
    assert house.desk.do(TABLE, plan.command(), "house").result(20).ok
    house.enrol(*PEOPLE)
    for patron, place in (("ann", 1), ("bea", 2), ("cid", 5)):
        house.done(cm.TakeSeat(patron=patron, place=place, buy_in=500_000))
    house.done(cm.StandBehind(patron="dan", place=2, buy_in=100_000))
    return house


def banked(house: House) -> House:
    """Bring a burned shoe, and let ann take the position."""
    card_room(house)
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.Burn(card=house.desk.shoe(TABLE).card(0).code))
    house.done(cm.OfferPlayerDealer())
    house.done(cm.AcceptPlayerDealer(patron="ann", cover=100_000))
    return house


def played(house: House) -> None:
    """Deal and settle a round in which bea, cid and dan have wagers."""
    house.done(cm.OpenBetting())
    for patron, bet in (("bea", "banker"), ("cid", "player")):
        house.done(house.wager(patron, bet, 2_000))
    number = house.live.state.round_number
    house.done(
        cm.SetWager(patron="dan", place=2, bet="player", amount=1_000, round=number, line="back")
    )
    house.done(cm.CloseBetting())
    deal(house)
    house.done(cm.Settle())


def deal(house: House) -> None:
    """Deal what the shoe has until the coup is over."""
    while (round_ := house.live.state.round) and round_.phase == "dealing":
        position = house.live.state.require_shoe.next_position
        card = house.desk.shoe(TABLE).card(position).code
        house.done(cm.DealCard(position=position, card=card))


def shown(house: House) -> vw.View:
    """The view, held to its type."""
    found = held(viewer(house).view(house.clock.now))
    assert isinstance(found, vw.View)
    return found


def own(house: House, patron: str) -> Mine:
    """What is a patron's own, held to its type."""
    return held(viewer(house).mine(patron, 0, house.clock.now))


def viewer(house: House) -> Viewer:
    """A viewer of the table."""
    return Viewer(house.live, str.capitalize)


def without_offer(house: House) -> TableState:
    """Nobody has been offered the position."""
    card_room(house)
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.Burn(card=house.desk.shoe(TABLE).card(0).code))
    return house.live.state


def offered(house: House) -> TableState:
    """The position is offered to ann."""
    without_offer(house)
    house.done(cm.OfferPlayerDealer())
    return house.live.state


def taken(house: House) -> TableState:
    """Ann has the position."""
    return banked(house).live.state


def two_hands(house: House) -> TableState:
    """Ann has had it for two hands."""
    banked(house)
    played(house)
    played(house)
    return house.live.state


def away(house: House) -> TableState:
    """The player-dealer is on a break."""
    banked(house)
    house.done(cm.PostCover(patron="ann", amount=0))
    house.done(cm.TakeBreak(patron="ann"))
    return house.live.state


def suspended(house: House) -> TableState:
    """The floor has stopped the table."""
    banked(house)
    house.done(cm.SuspendTable(by="sue", reason="a fire"))
    return house.live.state


def broken(house: House) -> TableState:
    """Ann has held the position for an hour, which her policy ends."""
    card_room(house, rotation="notice-2016")
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.Burn(card=house.desk.shoe(TABLE).card(0).code))
    house.done(cm.OfferPlayerDealer())
    house.done(cm.AcceptPlayerDealer(patron="ann", cover=100_000))
    house.clock.now += 3_600_000
    assert not house.do(cm.OpenBetting()).ok
    return house.live.state


ACTS: dict[str, tuple[Callable[[House], TableState], Act]] = {
    "nobody has it": (without_offer, Act("offer", 9)),
    "it is offered": (offered, Act("await-answer")),
    "it is taken": (taken, Act("open")),
    "two hands later": (two_hands, Act("offer", 9)),
    "the player-dealer is away": (away, Act("offer", 10)),
    "suspended": (suspended, Act("wait", 8)),
    "the rotation is broken": (broken, Act("wait", 8)),
}


@pytest.mark.parametrize("name", ACTS)
def test_the_next_act(house: House, name: str) -> None:
    """In every state of the position the dealer has one thing to do, or waits."""
    make, expected = ACTS[name]
    state = make(house)
    assert next_act(state, PACE, had_result=False, now=house.clock.now) == expected


def test_what_the_next_act_depends_on(house: House) -> None:
    """A result is looked at before an offer; who was declined by all waits; a pause passes."""
    state = two_hands(house)
    assert next_act(state, replace(PACE, result=70), had_result=True) == Act("offer", 70)
    assert next_act(state, PACE, had_result=False, all_declined=True) == Act("offer", 10)


def test_a_pause_passes(house: House) -> None:
    """After the minutes of the pause the position is offered anew."""
    state = broken(house)
    until = state.dealership.paused_until
    assert until
    assert next_act(state, PACE, had_result=False, now=until - 1).name == "wait"
    assert next_act(state, PACE, had_result=False, now=until).name == "offer"


def test_a_ruling_is_waited_for(house: House) -> None:
    """While an irregularity waits for the supervisor, no card is dealt and nothing settled."""
    banked(house)
    house.done(cm.OpenBetting())
    house.done(cm.CloseBetting())
    matter = ev.Irregularity(kind="shuffler-fault")
    house.done(cm.Propose(by="dee", reason="jam", matter=matter))
    assert next_act(house.live.state, PACE, had_result=False) == Act("wait", 8)
    house.done(cm.Approve(by="sue", number=1))
    assert next_act(house.live.state, PACE, had_result=False).name == "open"
    assert shown(house).notice == vw.Notice("void", 1)


async def run_until(house: House, done: Callable[[], bool], step: Callable[[], object]) -> None:
    """Let dealers run until something is so; others act in between."""
    dealers = asyncio.create_task(Dealers(house.desk, FAST).run())
    try:
        async with asyncio.timeout(20):
            while not done():
                assert not dealers.done(), dealers.result()
                house.clock.now += 100
                step()
                await asyncio.sleep(0.001)
    finally:
        dealers.cancel()
        await asyncio.gather(dealers, return_exceptions=True)
        house.do(cm.Tick())  # what was asked before is done by now


@pytest.mark.anyio
async def test_the_software_offers_the_position_round(house: House) -> None:
    """Nobody answers, all decline, somebody takes it: rounds are dealt whenever they may be."""
    card_room(house, clock=500, offer_ms=3_000)
    answers = iter(["", "decline", "decline", "decline", "accept"])
    asked: list[str] = []

    def answer() -> None:
        stands = house.live.state.dealership.offer
        round_ = house.live.state.round
        if stands and (not asked or asked[-1] != f"{stands.patron} {stands.deadline}"):
            asked.append(f"{stands.patron} {stands.deadline}")
            said = next(answers, "accept")
            if said == "decline":
                house.done(cm.DeclinePlayerDealer(patron=stands.patron))
            elif said == "accept":
                house.done(cm.AcceptPlayerDealer(patron=stands.patron, cover=50_000))
        if round_ and round_.phase == "betting" and not round_.wagers:
            for patron in ("ann", "bea", "cid"):
                house.do(house.wager(patron, "player", 1_000))

    await run_until(house, lambda: len(house.live.state.settled) >= 5, answer)
    kinds = [type(entry.event).__name__ for entry, _ in house.entries()]
    assert kinds.count("AllDeclined") == 1
    assert kinds.count("PlayerDealerAccepted") >= 2
    reasons = [e.event.reason for e, _ in house.entries()
               if isinstance(e.event, ev.PlayerDealerDeclined)]  # fmt: skip
    assert reasons[:4] == ["no-answer", "declined", "declined", "declined"]
    house.check()


@pytest.mark.anyio
async def test_time_passes_at_a_table_of_real_cards(house: House) -> None:
    """Where people deal, an offer goes on and a break ends on time, though nobody says a word."""
    card_room(house, cards="typed", offer_ms=300, break_ms=2_000)
    house.done(cm.OfferPlayerDealer())
    house.done(cm.TakeBreak(patron="cid"))
    await run_until(house, lambda: "cid" not in house.live.state.racks, lambda: None)
    told = [(type(e.event).__name__, at) for e, at in house.entries()]
    declined = [at for name, at in told if name == "PlayerDealerDeclined"]
    (left,) = [at for name, at in told if name == "SeatLeft"]
    assert len(declined) == 2  # cid was away: nobody waited for an answer of his
    assert declined[0] < declined[1] < left
    house.check()


@pytest.mark.anyio
async def test_a_break_ends_while_the_dealer_waits(house: House) -> None:
    """The software waits for the table to go on: whoever is away too long loses his place."""
    card_room(house, break_ms=2_000)
    house.done(cm.SuspendTable(by="sue", reason="a fire drill"))
    house.done(cm.TakeBreak(patron="cid"))
    until = house.live.state.breaks["cid"]
    await run_until(house, lambda: "cid" not in house.live.state.racks, lambda: None)
    (left,) = [at for e, at in house.entries() if isinstance(e.event, ev.SeatLeft)]
    assert until <= left
    house.check()


@pytest.mark.anyio
async def test_a_table_that_is_opened_later_is_dealt(house: House) -> None:
    """A table that somebody opens while the house runs gets its dealer, and again after a close."""
    house.open(clock=1)
    house.enrol("ann")

    def sit() -> None:
        if house.live.state.setup is None:
            house.open(clock=1)
        if not house.live.state.places:
            house.do(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))

    await run_until(house, lambda: house.live.state.round_number >= 2, sit)
    while not house.do(cm.CloseTable()).ok:
        house.act()
    before = house.live.state.round_number
    await run_until(house, lambda: house.live.state.round_number >= before + 2, sit)
    house.check()


@pytest.mark.anyio
async def test_hands_for_an_empty_board_are_free(house: House) -> None:
    """A board of a player-dealer's table is filled with hands that nobody covers or bets on."""
    assert house.desk.do(TABLE, PLAN.command(), "house").result(20).ok
    await Dealer(house.desk, TABLE, FAST).deal_hands(5)
    kinds = [type(entry.event).__name__ for entry, _ in house.entries()]
    assert kinds.count("FreeHandOpened") == kinds.count("RoundSettled") == 5
    assert "BettingOpened" not in kinds


def test_the_view_at_every_step(house: House) -> None:
    """Views and cards keep the contract from the first offer to a correction."""
    steps: list[Callable[[], object]] = [
        lambda: house.done(cm.OfferPlayerDealer()),
        lambda: house.done(cm.DeclinePlayerDealer(patron="ann")),
        lambda: house.done(cm.AcceptPlayerDealer(patron="bea", cover=50_000)),
        lambda: house.done(cm.OpenBetting()),
        lambda: house.done(house.wager("cid", "player", 5_000)),
        lambda: house.done(house.wager("cid", "dragon-7", 500)),
        lambda: house.done(cm.CloseBetting()),
        lambda: deal(house),
        lambda: house.done(cm.Settle()),
        lambda: house.done(cm.OpenFreeHand()),
        lambda: deal(house),
        lambda: house.done(cm.Settle()),
        lambda: house.done(cm.TakeBreak(patron="ann")),
    ]
    without_offer(house)
    for step in steps:
        step()
        shown(house)
        held(viewer(house).card(house.clock.now))
        for patron in (*PEOPLE, "zoe"):
            own(house, patron)
        staff_view(house.live.state, str.capitalize, house.clock.now)
    assert own(house, "ann").break_ms == 900_000
    assert shown(house).places[0].away
    assert [past.kind for past in own(house, "cid").history] == ["free-hand", "settled"]


def test_an_offer_as_it_is_shown(house: House) -> None:
    """Everybody sees to whom and on what terms; it is an offer to him alone."""
    offered(house)
    found = shown(house)
    assert found.offer == vw.Offer(
        place=1, name="Ann", minimum=20_000, fee=200, hands=2, remaining_ms=15_000
    )
    assert own(house, "ann").offer == found.offer
    assert own(house, "bea").offer is None
    assert found.table.collection
    assert found.table.collection.fictional
    assert [tier.fee for tier in found.table.collection.player_dealer_fee] == [200, 300, 500]
    assert (found.table.seats, found.table.places, len(found.places)) == (7, 8, 8)


def test_the_position_as_it_is_shown(house: House) -> None:
    """Who has it, what lies there, when it is offered again; he has no seat number."""
    banked(house)
    house.done(cm.OpenBetting())
    found = shown(house)
    assert found.player_dealer == vw.PlayerDealer(
        place=1, name="Ann", third_party=False, cover=100_000, hands=0, next_offer_in=2
    )
    assert [place.seat for place in found.places] == [None, 1, 2, 3, 4, 5, 6, 7]
    assert found.places[1].behind == (vw.Behind("Dan", (), None),)
    mine = own(house, "ann")
    assert (mine.is_player_dealer, mine.cover, mine.covers) == (
        True,
        100_000,
        mine.covers,
    )
    refusal = mine.spots["player"].refusal
    assert refusal
    assert refusal.code == "player-dealer-may-not-bet"


def test_what_is_covered_is_seen_by_everybody(house: House) -> None:
    """What each result would come to follows from the wagers on the felt, which all can see."""
    banked(house)
    house.done(cm.OpenBetting())
    house.done(house.wager("bea", "banker", 40_000))
    house.done(house.wager("bea", "dragon-7", 5_000))
    mine = own(house, "ann").covers
    assert shown(house).covers == mine
    staff = staff_view(house.live.state, str.capitalize, house.clock.now)
    assert mine
    assert staff
    assert not mine.covers
    assert mine.worst == -200_000  # 40 to 1 on the side; the main pushes
    assert mine == staff["covers"]
    house.done(cm.CloseBetting())
    assert shown(house).covers == mine


def test_the_button_and_the_settlement(house: House) -> None:
    """The button is shown from the last card on, and the lines stand in its order."""
    banked(house)
    played(house)
    found = shown(house)
    last = house.live.records.last
    assert last
    assert last.button
    assert found.button == vw.Button(
        card=last.button.card, value=last.button.value, seat=last.button.seat,
        place=last.button.place,
    )  # fmt: skip
    assert found.settlement
    assert [line.name for line in found.settlement.lines] == [
        line.patron.capitalize() for line in last.lines
    ]
    assert found.settlement.player_dealer
    net = found.settlement.player_dealer.net
    assert net == -sum(last.net(patron) for patron in ("bea", "cid", "dan"))
    assert found.places[0].net == net
    assert [(p.place, p.line) for p in own(house, "dan").positions] == [(2, "back")]
    result = own(house, "ann").result
    assert result
    assert (result.net, result.lines) == (net, ())


def test_a_button_before_the_settlement(house: House) -> None:
    """What the button will be is known when the coup is over, before a chip moves."""
    banked(house)
    house.done(cm.OpenBetting())
    house.done(house.wager("bea", "banker", 2_000))
    house.done(cm.CloseBetting())
    assert shown(house).button is None
    deal(house)
    before = shown(house).button
    house.done(cm.Settle())
    assert before == shown(house).button


def test_fees_that_will_be_due(house: House) -> None:
    """A patron is told what his wagers will owe, as long as that can change."""
    banked(house)
    house.done(cm.OpenBetting())
    assert own(house, "bea").fees_due == 0
    house.done(house.wager("bea", "banker", 2_000))
    assert own(house, "bea").fees_due == 100
    house.done(cm.CloseBetting())
    assert own(house, "bea").fees_due == 0


def test_a_void_round_in_the_history(house: House) -> None:
    """A void round has its wagers, which are back, and why; it lies there until bets open."""
    banked(house)
    house.done(cm.OpenBetting())
    house.done(house.wager("bea", "banker", 2_000))
    house.done(cm.CloseBetting())
    house.done(cm.Propose(by="dee", reason="x", matter=ev.VoidRound()))
    house.done(cm.Approve(by="sue", number=1))
    found = shown(house)
    assert found.notice == vw.Notice("void", 1)
    assert (found.phase, found.coup, found.button) == ("waiting", None, None)
    assert found.settlement
    assert [(line.verdict, line.returned) for line in found.settlement.lines] == [("void", 2_000)]
    (past,) = own(house, "bea").history
    (ruling,) = past.rulings
    assert (ruling.cause, ruling.reason, ruling.moved, ruling.was) == ("ruled", "x", 2_000, None)
    assert own(house, "ann").history[0].rulings[0].moved == 100_000
    assert own(house, "cid").history[0].rulings == ()  # who had no chips in it
    assert (past.kind, past.net, past.winner) == ("void", 0, None)
    assert past.wagers == (vw.Wager("banker", 2_000),)
    (bank,) = own(house, "ann").history
    assert (bank.cover, bank.net) == (100_000, 0)
    house.done(cm.OpenBetting())
    assert (shown(house).notice, shown(house).settlement) == (None, None)


def test_a_correction_in_the_history(house: House) -> None:
    """A corrected round takes the place of what it was, in history, result and session."""
    banked(house)
    played(house)
    before = own(house, "bea")
    number = house.live.state.settled[-1].number
    spots = (ev.Spot(wager_id("bea", 2, "banker"), "banker", 0),)  # it was never there
    matter = ev.CorrectRound(round=number, spots=spots)
    house.done(cm.Propose(by="dee", reason="x", matter=matter))
    house.done(cm.Approve(by="sue", number=1))
    found, mine = shown(house), own(house, "bea")
    assert found.notice == vw.Notice("corrected", number)
    (past,) = mine.history
    assert (past.kind, past.wagers, past.net) == ("corrected", (), 0)
    (ruling,), (was,) = past.rulings, viewer(house).hands("bea")[0].before
    assert ruling.moved == -before.history[0].net == -was.net
    assert [(line.bet, line.amount) for line in was.lines] == [("banker", 2_000)]
    assert (ruling.owes, ruling.owed, ruling.forgiven) == (0, 0, False)
    assert mine.result is None
    assert before.session
    assert mine.session
    assert before.result
    assert before.history[0].net - before.result.fee == before.session.net
    assert mine.session.net == -before.result.fee  # what the hand cost stays taken
    house.check()


def test_the_button_is_counted(house: House) -> None:
    """The report counts what fell, by value and by seat, against what thirteen values give."""
    banked(house)
    played(house)
    found = judge(house.live.state.game.seats, house.live.records.buttons)
    last = house.live.records.last
    assert last
    assert last.button
    assert found.values == tuple(int(value == last.button.value) for value in range(1, 14))
    assert [share.first for share in found.shares].index(1) == last.button.seat - 1


def test_a_corrected_button_is_counted_in_place_of_the_first() -> None:
    """A card misread set no button: the count has the round once, by the card that it had."""
    felt = RealFelt.ready(game("ca-ez-panda8"))
    felt.sit("ann", 1)
    felt.bank("ann", 5_000)
    felt.play("9C 2C KD 4D")
    felt.approve(felt.propose(ev.CorrectRound(round=1, cards=("9C", "2C", "KD", "5D"))))
    records, state = Records(), TableState()
    for event in felt.log:
        records.note(state, event, 0)
        state = evolve(state, event)
    assert records.buttons == tuple(int(value == 5) for value in range(1, 14))


def test_what_the_staff_sees(house: House) -> None:
    """People with their chips, the rotation, what is proposed, disputed, collected and due."""
    banked(house)
    house.done(cm.OpenBetting())
    house.done(house.wager("bea", "banker", 2_000))
    house.done(cm.HoldAmount(by="sue", patron="cid", amount=700, reason="whose?"))
    house.done(cm.CloseBetting())
    house.done(cm.Propose(by="dee", reason="x", matter=ev.VoidRound()))
    found = staff_view(house.live.state, str.capitalize, house.clock.now)
    assert found
    people = {person["patron"]: person for person in found["people"]}
    assert people["bea"]["on_felt"] == 2_000
    assert people["cid"]["rack"] == 499_300
    assert people["dan"]["positions"] == [{"place": 2, "line": "back"}]
    assert found["disputes"] == [{"number": 1, "patron": "cid", "name": "Cid", "amount": 700}]
    (proposal,) = found["proposals"]
    assert proposal["by"] == "dee"
    assert proposal["matter"] == {"matter": "void-round", "refund_fees": False}
    assert found["collection"] == {"box": "1", "held": 300, "round": 300}
    assert found["expected"] == {
        "position": house.live.state.require_shoe.out,
        "hand": "player",
    }
    rotation = found["rotation"]
    assert (rotation["policy"], rotation["offer_due"]) == ("bureau-two-hands", False)
    assert staff_view(TableState(), str, 0) is None


def test_a_breach_is_counted_down(house: House) -> None:
    """The staff sees when the policy will stop the game, and that it has."""
    card_room(house, rotation="notice-2016")
    assert house.desk.start_shoe(TABLE).result(20).ok
    house.done(cm.Burn(card=house.desk.shoe(TABLE).card(0).code))
    house.done(cm.OfferPlayerDealer())
    house.done(cm.AcceptPlayerDealer(patron="ann", cover=100_000))
    house.clock.now += 60_000
    found = staff_view(house.live.state, str, house.clock.now)
    assert found
    assert found["rotation"]["next_breach_ms"] == 59 * 60_000
    house.clock.now += 59 * 60_000
    assert not house.do(cm.OpenBetting()).ok
    stopped = staff_view(house.live.state, str, house.clock.now)
    assert stopped
    assert stopped["rotation"]["broken"] == "held-too-long"
    assert stopped["rotation"]["paused_ms"] == 120_000
