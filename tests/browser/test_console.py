"""The console through its page: shoes of real and of simulated cards, and every chip of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from puntobanco.cards import parse_cards
from puntobanco.house.plan import Plan
from puntobanco.house.roles import Role
from puntobanco.rules.catalogue import shipped
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.browser.access import Inspection, enlarge
from tests.browser.console import SUPERVISOR, Console, approve
from tests.browser.floor import enter
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words
from tests.table.playing import TABLE, card_room, played_with
from tests.web.servers import Running, running
from tests.worked_examples import DRAGON, DRAGON_RUNNING

CENTS = 100
PURSE = 200_000
SEATS = 7
TIMES = "\N{MULTIPLICATION SIGN}"
THIRD = 4  # cards before the first third one
IS_WHOLE = """() => document.querySelector(".pad").getBoundingClientRect().bottom
  <= document.querySelector(".console-keys").getBoundingClientRect().top"""
SMALL = """() => [...document.querySelectorAll("button, input, select, summary, a[href]")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => [element.closest("label") ?? element, element.outerHTML.slice(0, 120)])
  .filter(([element]) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && (width < 43.5 || height < 43.5);
  }).map(([, html]) => html)"""


@contextmanager
def at_table(
    visits: Visits, opening: cm.OpenTable, size: dict[str, Any] = DESK
) -> Iterator[Console]:
    """A dealer at his console, in a house with one table where the example's people are known."""
    with running() as found:
        found.house.done(opening)
        for patron in dict.fromkeys([*(wager.patron for wager in DRAGON.wagers), "bank"]):
            found.context.people.enrol(patron, patron.capitalize(), 10_000_000)
        console = Console.at(visits, found, size)
        yield console
        console.page.goto("about:blank")  # before the house goes


def room(cards: str, **changes: object) -> cm.OpenTable:
    """A player-dealer's table with seven seats, no clock and no burn."""
    opened = card_room(played_with(), mains=(100, 100_000), unit=CENTS, cover_min=10_000)
    limits = tuple(ev.Limit(limit.bet, 100, 100_000) for limit in opened.limits)
    return replace(opened, limits=limits, cards=cards, **changes)


def seat_everybody(found: Running, *, back_line: bool = True) -> None:
    """Seat everybody of the worked example: the player-dealer to be at the last place."""
    house = found.house
    for wager in DRAGON.wagers:
        is_here = wager.patron in house.live.state.racks
        if not is_here and (back_line or wager.line == "front"):
            sit = cm.TakeSeat if wager.line == "front" else cm.StandBehind
            house.done(sit(patron=wager.patron, place=wager.seat, buy_in=PURSE))
    if house.live.state.game.places > SEATS:
        house.done(cm.TakeSeat(patron="bank", place=SEATS + 1, buy_in=PURSE))


def act_of(verdict: str, collected: int, paid: int, returned: int, uncovered: int) -> str:
    """What a line of the worked example says on the screen."""
    if paid:
        part = ".part" if uncovered else ""
        return words(f"console.line.pay{part}", amount=paid, whole=paid + uncovered)
    if collected:
        part = ".part" if returned else ""
        return words(f"console.line.take{part}", amount=collected, whole=collected + returned)
    end = words("console.line.push" if verdict == "push" else "console.line.no_action")
    return f"{words('console.line.return', amount=returned)} {end}"


def example_lines() -> list[tuple[str, str, str]]:
    """The lines of worked example 1 as the screen has them: seat, what is done, the result."""
    seats = {w.id: (w.seat, w.line) for w in DRAGON.wagers}
    found, net, over = [], 0, False
    for wager, verdict, collected, paid, returned, uncovered in DRAGON_RUNNING:
        seat, line = seats[wager]
        where = words("console.seat", seat=seat)
        where = words("console.behind", seat=where) if line == "back" else where
        kind = "take" if over and verdict == "push" else verdict
        net += collected - paid
        shown = f"{net}".replace("-", "\N{MINUS SIGN}") if net < 1 else f"+{net}"
        found.append((where, act_of(kind, collected, paid, returned, uncovered), shown))
        over = over or net == -DRAGON.cover
    return found


def test_a_shoe_of_real_cards(visits: Visits) -> None:
    """A shoe through the page: declined offers, an exhausted cover, a back line, void, correction.

    After each hand every chip is where the worked example, or the core's own events, say it is.
    """
    with at_table(visits, room("typed", offer_ms=None)) as console:
        console.comes("start-shoe")
        console.fill("start-shoe", lot="L7", receipt="R1")
        console.comes("cut-shoe")
        console.fill("cut-shoe", depth="200")
        console.comes("nobody-seated")
        _seat_by_hand(console)
        seat_everybody(console.running)
        _offers(console)
        _first_round(console)
        _void_round(console)
        _corrected_round(console)
        console.running.house.check()


def _seat_by_hand(console: Console) -> None:
    """The dealer seats a patron, and lets one stand behind a place."""
    console.press("6")
    console.fill("sit", patron="six", place="6", buy_in="2000")
    expect(console.page.locator("table.people")).to_contain_text("Six")
    console.fill("stand", patron="stand", place="6", buy_in="2000")
    expect(console.page.locator("table.people")).to_contain_text(
        words("console.people.behind", place=6)
    )
    console.press("Escape")
    assert console.state.racks == {"six": PURSE, "stand": PURSE}


def _offers(console: Console) -> None:
    """The position goes round: six decline one after the other, the last one takes it."""
    console.comes("offer-player-dealer")
    console.press("Enter")
    for name in ("One", "Two", "Three", "Five", "Six", "Seven"):
        title = console.page.locator(".next h2")
        expect(title).to_have_text(words("console.next.await-answer", name=name))
        console.page.locator("[data-send=decline]").click()
        console.rests()
    expect(console.page.locator(".next h2")).to_have_text(
        words("console.next.await-answer", name="Bank")
    )
    console.fill("accept", cover=str(DRAGON.cover))
    console.comes("open-betting")
    assert console.state.player_dealer == "bank"


def _place(console: Console, patron: str, place: int, line: str, bet: str, amount: int) -> None:
    """Record a wager, and wait until it lies there."""
    lying = len(console.state.round.wagers)
    at = f'["{patron}",{place},"{line}"]'
    console.fill("wager", at=at, bet=bet, amount=str(amount))
    expect(console.page.locator(".console-side .bet")).to_have_count(lying + 1)
    console.rests()


def _first_round(console: Console) -> None:
    """Worked example 1, with typed cards: fourteen lines, the cover ends at the tenth."""
    console.press("Enter")
    console.comes("close-betting")
    for wager in sorted(DRAGON.wagers, key=lambda w: w.bet not in {"player", "banker"}):
        _place(console, wager.patron, wager.seat, wager.line, wager.bet, wager.amount)
    console.key(2).click()
    console.comes("deal-card")
    for at, card in enumerate(parse_cards(DRAGON.cards)):
        if at == THIRD:  # the drawing table stands there too
            assert console.page.evaluate(IS_WHOLE)
        console.type_card(card.code)
    rows = console.lines()
    assert [(where, act, net) for where, _, act, net in rows] == example_lines()
    for number in range(len(rows)):
        head = console.page.locator(".line-card .line-head b")
        expect(head).to_have_text(words("console.line.of", line=number + 1, count=len(rows)))
        if number == 9:
            expect(console.page.locator(".line-card h2")).to_have_text(
                words("console.line.pay.part", amount=260, whole=400)
            )
            expect(console.page.locator(".big-chips li > span")).to_have_text(
                [f"2 {TIMES} {value}" for value in (100, 25, 5)]
            )
        console.press("Enter")
    console.comes("settle")
    assert console.state.round is not None
    console.press("Enter")
    console.comes("open-betting")
    expect(console.page.locator(".bank-bar")).to_contain_text(words("console.bank.exhausted"))
    assert dict(console.state.racks) == _after_example()


def _after_example() -> dict[str, int]:
    """What everybody has after worked example 1."""
    patrons = {wager.id: wager.patron for wager in DRAGON.wagers}
    racks = dict.fromkeys([*patrons.values(), "bank"], PURSE)
    for wager, _, collected, paid, _, _ in DRAGON_RUNNING:
        racks[patrons[wager]] += (paid - collected) * CENTS
        racks["bank"] -= (paid - collected) * CENTS
    return racks


def _void_round(console: Console) -> None:
    """A card goes wrong, a supervisor rules; then the round is void and everything is back."""
    before = dict(console.state.racks)
    console.press("Enter")
    console.comes("close-betting")
    _place(console, "one", 1, "front", "banker", 100)
    console.key(2).click()
    console.comes("deal-card")
    console.type_card("9S")
    console.press(".", "8")
    kinds = console.page.locator("[data-kind]")
    assert "wrong-hand" in kinds.evaluate_all("(all) => all.map((e) => e.dataset.kind)")
    console.page.locator("[data-kind=wrong-hand]").click()
    console.fill("irregularity", reason="slipped")
    console.comes("ruling")
    assert console.state.has_stopped()
    approve(console.running, 1)
    console.comes("deal-card")
    console.press(".", "9")
    console.fill("void", reason="the hand cannot be restored")
    expect(console.page.locator("#sheet")).not_to_be_visible()
    approve(console.running, 2)
    console.comes("open-betting")
    assert dict(console.state.racks) == before
    assert console.state.round is None


def _corrected_round(console: Console) -> None:
    """A hand is settled by cards that were read wrong; corrected, the other side has the chips."""
    console.press("Enter")
    console.comes("close-betting")
    _place(console, "one", 1, "front", "player", 100)
    before = dict(console.state.racks)
    console.key(2).click()
    console.comes("deal-card")
    for card in ("9C", "2C", "KD", "4D"):
        console.tap_card(card)
    console.press("6", "Enter")
    console.comes("offer-player-dealer")  # two hands are over, the void one used up none
    won = {"one": before["one"] + 200 * CENTS, "bank": before["bank"] + 500 * CENTS}
    assert {who: console.state.racks[who] for who in won} == won
    console.press("9")
    console.page.locator("[data-round]").first.click()
    form = console.page.locator("form[data-form=correct]")
    form.locator("[name=cards]").fill("2C 9C 4D KD")
    form.locator("[name=reason]").fill("read the wrong way round")
    form.locator("[data-look=correct]").click()
    moves = console.page.locator(".outcomes li")
    expect(moves).to_have_text(["Bank+200", "One\N{MINUS SIGN}200"])
    assert {who: console.state.racks[who] for who in won} == won
    form.locator("button.primary").click()
    expect(console.page.locator("#sheet")).not_to_be_visible()
    approve(console.running, 3)
    lost = {"one": won["one"] - 200 * CENTS, "bank": won["bank"] + 200 * CENTS}
    assert {who: console.state.racks[who] for who in lost} == lost
    assert console.state.settled[-1].corrections == 1


def test_a_hand_by_the_keyboard_alone(visits: Visits) -> None:
    """With simulated cards at the dealer's pace one key does it all, from the offer on."""
    with at_table(visits, room("software", paced="dealer", offer_ms=60_000)) as console:
        house = console.running.house
        seat_everybody(console.running)
        assert house.desk.start_shoe(TABLE).result(20).ok
        console.comes("offer-player-dealer")
        console.press("Enter")
        console.comes("await-answer")
        house.done(cm.AcceptPlayerDealer(patron="one", cover=60_000))
        console.comes("open-betting")
        console.press("Enter")
        console.comes("close-betting")
        for patron, bet, amount in (("two", "player", 30_000), ("three", "banker", 20_000)):
            house.done(house.wager(patron, bet, amount))
        console.press("0")
        console.comes("resume-betting")
        console.press("Enter")
        console.comes("close-betting")
        console.press("Enter")
        console.comes("deal-card")
        dealt = 0
        while house.live.state.require_round.phase == "dealing":
            dealt += 1
            console.press("Enter")
            console.dealt(dealt)
        console.press("Enter", "Backspace", "Enter")
        console.page.reload()  # how far the lines are done is kept
        head = console.page.locator(".line-card .line-head b")
        expect(head).to_have_text(words("console.line.of", line=2, count=2))
        console.press("Enter")
        console.comes("settle")
        console.press("Enter")
        expect(console.page.locator(".steps [aria-current]")).to_have_text(
            words("console.step_name.clear")
        )
        assert dealt == len(console.state.settled[-1].result.cards)
        house.check()


def test_a_table_with_everybody(visits: Visits) -> None:
    """A dealer, the floor, a patron and a board: an irregularity is told, ruled on, and over."""
    with at_table(visits, room("typed", offer_ms=None)) as console:
        house, found = console.running.house, console.running
        house.done(cm.StartShoe(lot="L7", receipt="R1"))
        house.done(cm.CutShoe(depth=100))
        seat_everybody(found)
        house.done(cm.OfferPlayerDealer())
        house.done(cm.AcceptPlayerDealer(patron="one", cover=60_000))
        floor = enter(visits, found, SUPERVISOR, Role.SUPERVISOR, "/floor")
        seat = enter(visits, found, "two", Role.PATRON, f"/table/{TABLE}")
        board = enter(visits, found, "nobody", Role.PATRON, f"/table/{TABLE}/board")
        console.comes("open-betting")
        console.press("Enter")
        console.comes("close-betting")
        console.fill("wager", amount="12,50")  # which may mean two amounts, so it means none
        expect(console.page.locator(".refused")).to_have_text(words("console.refused.no-amount"))
        assert not console.state.round.wagers
        house.done(house.wager("two", "player", 10_000))
        console.press("Enter")
        console.comes("deal-card")
        console.type_card("9S")
        console.press(".", "8")
        console.page.locator("[data-kind=wrong-hand]").click()
        console.fill("irregularity", reason="slipped to the Banker hand")
        console.comes("ruling")
        needs = floor.get_by_role("complementary", name=words("floor.needs"))
        expect(needs).to_contain_text("slipped to the Banker hand")
        needs.get_by_role("button", name=words("floor.approve")).click()
        console.comes("deal-card")
        for card in ("2C", "KD", "4D"):
            console.type_card(card)
        console.press("6", "Enter")
        console.comes("open-betting")
        expect(seat.locator("#head")).to_contain_text("$2,100")
        expect(board.locator("body")).to_contain_text("9\N{EN DASH}6")
        house.settle()
        assert house.live.state.racks["two"] == PURSE + 10_000
        for page in (floor, seat, board):
            page.goto("about:blank")


def test_the_house_clock_deals(visits: Visits) -> None:
    """Where the house's clock deals, the page says so, takes a pause, and has no amber key."""
    with at_table(visits, room("software", clock=20_000)) as console:
        house = console.running.house
        seat_everybody(console.running)
        assert house.desk.start_shoe(TABLE).result(20).ok
        house.done(cm.OfferPlayerDealer())
        house.done(cm.AcceptPlayerDealer(patron="one", cover=60_000))
        house.done(cm.OpenBetting())
        console.comes("close-betting")
        expect(console.page.locator(".next-by")).to_have_text(words("console.by.software"))
        expect(console.page.locator(".ten-key.primary")).to_have_count(0)
        expect(console.page.locator(".console-clock")).to_have_text("0:20")
        console.press("0")
        console.comes("resume-betting")
        console.press("0")
        console.comes("close-betting")
        console.press("2")
        console.comes("deal-card")
        assert console.state.round.phase == "dealing"
        console.page.set_viewport_size(PHONE["viewport"])
        slot = console.page.locator(".hands .waiting")
        expect(slot).to_have_text(words("console.waiting.software"))
        assert slot.evaluate("(slot) => slot.scrollWidth <= slot.clientWidth")


def test_a_cut_line(visits: Visits) -> None:
    """What is pressed while the line is cut is sent when it is back, once; the page says so."""
    visits.allow("ERR_INTERNET_DISCONNECTED")
    with at_table(visits, room("software", paced="dealer", offer_ms=None)) as console:
        house = console.running.house
        seat_everybody(console.running)
        assert house.desk.start_shoe(TABLE).result(20).ok
        house.done(cm.OpenFreeHand())
        console.comes("deal-card")
        console.page.context.set_offline(offline=True)
        for client in console.running.context.hub.clients:
            console.running.loop.call_soon_threadsafe(client.end)
        expect(console.page.locator(".saved.lost")).to_be_visible()
        for _ in range(3):
            console.page.keyboard.press("Enter")
        assert not console.state.round.cards
        console.page.context.set_offline(offline=False)
        console.dealt(1)
        expect(console.page.locator(".saved")).to_have_text(words("console.saved"))
        assert len(console.state.round.cards) == 1


def test_a_key_says_why_not(visits: Visits) -> None:
    """A key that is not for now is dashed, and pressed all the same it says why not."""
    with at_table(visits, room("typed", offer_ms=None)) as console:
        expect(console.key(1)).to_have_attribute("aria-disabled", "true")
        console.press("1")
        expect(console.page.locator(".refused")).to_have_text(words("refusal.no-shoe"))


def deal(console: Console, cards: str) -> None:
    """Deal cards behind the page's back, and wait until it shows them."""
    for code in cards.split():
        position = console.state.shoe.next_position
        console.running.house.done(cm.DealCard(position=position, card=code, source="keyed"))
    console.dealt(len(console.state.round.cards))


def look(console: Console) -> None:
    """Look at what a correction would move."""
    form = console.page.locator("form[data-form=correct]")
    form.locator("[name=cards]").fill("2C KD 3H 5S 6D 2D")
    form.locator("[data-look]").click()
    expect(console.page.locator(".outcomes")).to_be_visible()


# A scene begins on the page itself, but for what stands inside a sheet that is open.
INSIDE = {"remedy", "correction", "a look"}
SCENES: list[tuple[str, Callable[[Console], None]]] = [
    ("no shoe", lambda _: None),
    ("shoe", lambda c: c.fill("start-shoe", lot="L7", receipt="R1")),
    ("cut", lambda c: c.fill("cut-shoe", depth="200")),
    ("people", lambda c: c.key(6).click()),
    ("seated", lambda c: seat_everybody(c.running)),
    ("offer", lambda c: c.key(1).click()),
    ("accepted", lambda c: c.fill("accept", cover="600")),
    ("betting", lambda c: c.key(1).click()),
    ("wagers", lambda c: _place(c, "two", 2, "front", "player", 100)),
    ("closed", lambda c: c.key(2).click()),
    ("deal", lambda c: deal(c, "2C KD 3H 5S 6D")),
    ("irregularity", lambda c: c.key(8).click()),
    ("remedy", lambda c: c.page.locator("[data-kind]").first.click()),
    ("floor", lambda c: c.key(9).click()),
    ("settle", lambda c: deal(c, "9D")),
    ("lines", lambda c: c.key(6).click()),
    ("clear", lambda c: c.key(5).click()),
    ("rounds", lambda c: c.key(9).click()),
    ("correction", lambda c: c.page.locator("[data-round]").first.click()),
    ("a look", look),
    ("help", lambda c: c.page.locator("[data-sheet=help]").click()),
]


def too_small(page: Page) -> list[str]:
    """Controls under 44 px."""
    return [str(found) for found in page.evaluate(SMALL)]


@pytest.mark.parametrize("game", shipped())
def test_every_game(visits: Visits, game: str) -> None:
    """Of whatever game, each wager has its line with the sheet's words, and its chips."""
    plan = Plan(TABLE, "Table 1", game, (500, 50_000), (500, 5_000), None, cards="typed")
    with at_table(visits, replace(plan.command(), offer_ms=None)) as console:
        house = console.running.house
        house.done(cm.StartShoe(lot="L7", receipt="R1"))
        house.done(cm.CutShoe(depth=100))
        if not console.state.shoe.is_burned:
            console.comes("burn")
            for key in ("2", "1", "Enter"):
                console.page.keyboard.press(key)
        console.comes("nobody-seated")
        seat_everybody(console.running, back_line=False)
        if console.state.game.rotation:
            console.comes("offer-player-dealer")
            house.done(cm.OfferPlayerDealer())
            house.done(cm.AcceptPlayerDealer(patron="one", cover=60_000))
        console.comes("open-betting")
        console.press("Enter")
        console.comes("close-betting")
        bets = console.state.game.sheet.bets
        for bet in sorted(bets, key=lambda bet: not bet.is_main):
            patron = "three" if bet.id == "banker" else "two"
            house.done(house.wager(patron, bet.id, 500))
        console.press("Enter")
        console.comes("deal-card")
        deal(console, "2C 3D 4H QS 4C")
        rows = console.lines()
        assert sorted(row[1] for row in rows) == sorted(f"{bet.label} 5" for bet in bets)
        console.press("6", "Enter")
        expect(console.page.locator(".order-line.done")).to_have_count(len(bets))
        inspection = Inspection(words_only=True)
        inspection.scene(game, console.page)
        assert inspection.faults == {}
        house.check()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_text_of_twice_the_size(visits: Visits, size: dict[str, Any]) -> None:
    """With text of twice the size every word can still be reached."""
    inspection = Inspection(words_only=True)
    with at_table(visits, room("typed", offer_ms=None), size) as console:
        enlarge(console.page, 32)
        for name, act in SCENES:
            if name not in INSIDE:
                console.page.keyboard.press("Escape")
            act(console)
            inspection.scene(name, console.page)
    assert inspection.faults == {}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_scene_can_be_read_and_hit(visits: Visits, size: dict[str, Any]) -> None:
    """In each state nothing breaks a rule of access, stands beyond the edge or is under 44 px."""
    inspection, small = Inspection(), {}
    with at_table(visits, room("typed", offer_ms=None), size) as console:
        for name, act in SCENES:
            if name not in INSIDE:
                console.page.keyboard.press("Escape")
            act(console)
            expect(console.page.locator(".console-head")).to_be_visible()
            inspection.scene(name, console.page, tab=name in {"betting", "settle"})
            if faults := too_small(console.page):
                small[name] = faults
    assert inspection.faults == {}
    assert small == {}
