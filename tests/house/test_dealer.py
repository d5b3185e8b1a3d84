"""The dealer: the next act in every state, and whole shoes dealt by it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from msgspec import structs

from puntobanco.cards import parse_cards
from puntobanco.house.dealer import FAST, Act, Dealer, Pace, next_act
from puntobanco.rules.coup import next_hand
from puntobanco.shuffle.system import SystemShoe
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.house.houses import House
from tests.table import test_phases as phases
from tests.table.playing import TABLE, Felt, opening, small

PACE = Pace(
    shuffle=1, burn=2, close=3, card=4, third=5, settle=6, result=7, idle=8
)  # every wait tells its name


def alone(felt: Felt) -> Felt:
    """The same table after ann has left it."""
    felt.done(cm.LeaveSeat(patron="ann"))
    return felt


def dealt(codes: str) -> Felt:
    """A round in which these cards lie."""
    felt = phases.dealing()
    felt.deal(parse_cards(codes))
    return felt


def held() -> Felt:
    """A betting window that somebody of the staff has paused."""
    felt = phases.betting()
    felt.done(cm.PauseBetting(by="dee"))
    return felt


def paced(*commands: cm.AnyCommand) -> Felt:
    """A table of the software's cards whose pace its dealer sets, after some commands."""
    felt = Felt()
    felt.done(structs.replace(opening(small()), paced="dealer"))
    for command in commands:
        felt.done(command)
    return felt


SHOE = cm.StartShoe(commitment="c")
BURN = cm.Burn(card="2C")
STATES: dict[str, tuple[Callable[[], Felt], bool, Act]] = {
    "closed": (phases.closed, False, Act("wait", 8)),
    "no shoe": (phases.empty, False, Act("shuffle")),
    "no shoe, after a result": (phases.empty, True, Act("shuffle", 7)),
    "not burned": (phases.cut, False, Act("burn", 2)),
    "ready": (phases.ready, False, Act("open")),
    "ready, after a result": (phases.ready, True, Act("open", 7)),
    "ready, nobody there": (lambda: alone(phases.ready()), False, Act("wait", 8)),
    "nobody there, after a result": (lambda: alone(phases.ready()), True, Act("wait", 8)),
    "betting": (phases.betting, False, Act("await-close")),
    "paused": (phases.paused, False, Act("resume")),
    "paused by the dealer": (held, False, Act("wait", 8)),
    "paced by the dealer, no shoe": (paced, False, Act("shuffle")),
    "paced by the dealer, not burned": (lambda: paced(SHOE), False, Act("burn", 2)),
    "paced by the dealer, ready": (lambda: paced(SHOE, BURN), False, Act("wait", 8)),
    "paced by the dealer, betting": (
        lambda: paced(SHOE, BURN, cm.OpenBetting()),
        False,
        Act("wait", 8),
    ),
    "no more bets": (phases.dealing, False, Act("deal", 3)),
    "one card": (lambda: dealt("9C"), False, Act("deal", 4)),
    "three cards": (lambda: dealt("2C 3D TH"), False, Act("deal", 4)),
    "four cards": (lambda: dealt("2C 3D TH 2S"), False, Act("deal", 5)),
    "five cards": (lambda: dealt("2C 3D TH 2S 4C"), False, Act("deal", 5)),
    "decided": (phases.decided, False, Act("settle", 6)),
    "over": (phases.over, False, Act("end-shoe")),
    "over, after a result": (phases.over, True, Act("end-shoe", 7)),
    "over, nobody there": (lambda: alone(phases.over()), True, Act("end-shoe", 7)),
}


@pytest.mark.parametrize("name", STATES)
def test_the_next_act(name: str) -> None:
    """In every state there is one thing to do next, and a time to wait before it."""
    make, had_result, expected = STATES[name]
    assert next_act(make().state, PACE, had_result=had_result) == expected


def test_a_faster_pace_is_faster_everywhere() -> None:
    """A pace of so many times the speed waits so many times less, at every step."""
    twice = Pace().faster(2)
    for field in fields(Pace):
        assert getattr(twice, field.name) == getattr(Pace(), field.name) / 2
    assert Pace().faster(1) == Pace()


@pytest.mark.anyio
async def test_hands_for_an_empty_board(house: House) -> None:
    """So many hands as are asked for are dealt without bets, over the end of a shoe."""
    house.open(small())
    await Dealer(house.desk, TABLE, FAST).deal_hands(25)
    log = [entry.event for entry, _ in house.entries()]
    count = Counter(type(event).__name__ for event in log)
    assert count["RoundSettled"] == count["BettingOpened"] == count["CoupEnded"] == 25
    assert count["ShoeStarted"] == count["ShoeEnded"] + 1 >= 3
    house.check()


def hands_of_shoe(cards: SystemShoe, edge: int) -> int:
    """How many hands a shoe gives by the rule of its end, one more after the cut card."""
    out = 1 + cards.card(0).rank.burn
    hands = 0
    while out < edge:
        out, hands = _after(cards, out), hands + 1
    return hands + 1


def _after(cards: SystemShoe, out: int) -> int:
    dealt = [cards.card(out + n) for n in range(4)]
    while next_hand(dealt) is not None:
        dealt.append(cards.card(out + len(dealt)))
    return out + len(dealt)


async def run_until(house: House, done: Callable[[], bool], pace: Pace = FAST) -> None:
    """Let the dealer run, with nobody's help, until something is so."""
    dealer = asyncio.create_task(Dealer(house.desk, TABLE, pace).run())
    try:
        while not done():
            assert not dealer.done(), dealer.result()
            house.clock.now += 1
            await asyncio.sleep(0.0005)
    finally:
        dealer.cancel()


@pytest.mark.anyio
async def test_a_whole_shoe_by_the_dealer(house: House) -> None:
    """The dealer brings a shoe, burns, and deals it to its end; then comes the next one."""
    house.open(small(), clock=1)
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    await run_until(house, lambda: house.live.state.shoe_number == 2)
    log = [entry.event for entry, _ in house.entries()]
    (first,) = [event for event in log if isinstance(event, ev.ShoeEnded)]
    stored = house.store.read(lambda tx: tx.shoe(f"table:{TABLE}", 1))
    assert stored
    shoe = SystemShoe.from_bytes(stored)
    settled = [e for e in log[: log.index(first)] if isinstance(e, ev.RoundSettled)]
    assert len(settled) == hands_of_shoe(shoe, 52 - 14)
    for event in log[: log.index(first)]:
        if isinstance(event, ev.CardDealt):
            assert event.card == shoe.card(event.position).code
    house.check()


@pytest.mark.anyio
async def test_money_stays_in_the_house(house: House) -> None:
    """Through whole shoes with wagers, nothing is won or lost but between patron and house."""
    house.open(small(), clock=1)
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    bets = iter(("player", "banker", "tie") * 1_000)

    def play() -> bool:
        played = house.live.state.round
        if played and played.phase == "betting" and not played.wagers:
            house.do(house.wager("ann", next(bets), 500))
        return house.live.state.round_number >= 40

    await run_until(house, play)
    held = house.balances()
    assert sum(held.values()) == 0
    assert any(entry.event for entry, _ in house.entries() if isinstance(entry.event, ev.WagersSet))
    house.check()


@pytest.mark.anyio
async def test_an_empty_table_waits(house: House) -> None:
    """Without anybody at the table no betting opens; it does when somebody sits down."""
    house.open(small(), clock=1)
    house.enrol("ann")
    looks = iter(range(50))
    await run_until(house, lambda: next(looks, None) is None)
    assert house.live.state.shoe
    assert house.live.state.round_number == 0
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=1_000))
    await run_until(house, lambda: house.live.state.round is not None)


@pytest.mark.anyio
async def test_a_paused_round_resumes_itself(house: House) -> None:
    """After an outage the dealer goes on by himself, with the wagers that lay there."""
    house.betting("ann", clock=20)
    house.done(house.wager("ann", "player", 500))
    house.clock.now += 10**9
    house.restart()
    assert house.live.state.round
    assert house.live.state.round.phase == "paused"
    await run_until(house, lambda: house.live.state.round_number == 2)
    settled = [e.event for e, _ in house.entries() if isinstance(e.event, ev.RoundSettled)]
    assert [(line.bet, line.amount) for line in settled[0].lines] == [("player", 500)]
    house.check()


@pytest.mark.anyio
async def test_a_window_that_is_closed_by_hand_is_dealt(house: House) -> None:
    """Where somebody of the staff says "no more bets" early, no card waits for the clock."""
    house.open(small(), clock=600_000)
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=1_000))
    deadlines: list[int] = []

    def close() -> bool:
        played = house.live.state.round
        if played and played.phase == "betting" and played.deadline and not deadlines:
            deadlines.append(played.deadline)
            house.done(cm.CloseBetting())
        return any(isinstance(entry.event, ev.RoundSettled) for entry, _ in house.entries())

    async with asyncio.timeout(20):
        await run_until(house, close)
    assert house.clock.now < deadlines[0]


@pytest.mark.anyio
async def test_the_dealer_ends_with_the_table(house: House) -> None:
    """When the table is closed its dealer goes home."""
    house.open(small())
    dealer = asyncio.create_task(Dealer(house.desk, TABLE, FAST).run())
    await asyncio.sleep(0.02)
    house.done(cm.CloseTable())
    async with asyncio.timeout(20):
        await dealer


@pytest.mark.anyio
async def test_a_void_is_looked_at(house: House) -> None:
    """After a void the next round waits as after a result, so that people read why."""
    house.open(small(burn="none"), clock=600_000)
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=1_000))
    told: list[int] = []

    def hear(_: str) -> None:
        at, last = house.live.records.next_at, house.live.records.last
        if at is not None and last is not None and last.kind == "void":
            told.append(at - house.clock.now)

    house.desk.watch(hear)

    def void() -> bool:
        if house.live.state.round is not None and house.live.state.proposal_number == 0:
            house.done(cm.Propose(by="dee", reason="x", matter=ev.VoidRound()))
            house.done(cm.Approve(by="sue", number=1))
        return house.live.state.round_number == 2

    async with asyncio.timeout(20):
        await run_until(house, void, replace(FAST, result=40))
    assert told
    assert told[0] == 40


@pytest.mark.anyio
async def test_screens_hear_when_betting_opens(house: House) -> None:
    """After a result a change is told that carries the time until the next round."""
    house.open(small(burn="none"), clock=1)
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=1_000))
    heard: list[tuple[int, bool]] = []

    def hear(_: str) -> None:
        at = house.live.records.next_at
        if at is not None:
            heard.append((at - house.clock.now, house.live.records.last is not None))

    house.desk.watch(hear)
    pace = replace(FAST, result=40)
    dealer = asyncio.create_task(Dealer(house.desk, TABLE, pace).run())
    async with asyncio.timeout(20):
        while house.live.state.round_number < 2:
            house.clock.now += 1
            await asyncio.sleep(0.001)
    dealer.cancel()
    assert heard == [(40, True)]
    assert house.live.records.next_at is None
