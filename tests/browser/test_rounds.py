"""Rounds through the seat page: every bet of every game, a void, a correction, two places."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puntobanco.house.plan import Plan
from puntobanco.house.roles import Role
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.browser.access import Inspection
from tests.browser.floor import enter
from tests.browser.seat import AMOUNT, Seat
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.whole_shoe import LINES
from tests.browser.words import words
from tests.oracle.cards import cards
from tests.oracle.settlement import Settlement, Step, Wager, settle
from tests.table.playing import TABLE
from tests.web.servers import Running, running

CENTS = 100
CHIPS = 1_000
COVER = 600
SEVENS = "3C 2H 4D 5S"  # a tie of sevens
PAIR = "3C 2H 3D 5S"  # a pair on the Player hand, and 7 against 6 for the Banker
TWO_PLACES = """
format = 1
base = "deq-ez"
id = "two-places"
name = "Two places"
source = "tests"

[venue]
second_place = true
"""


@dataclass
class Room:
    """A table of real cards whose dealer is the test, and the page of a patron who has place 2."""

    running: Running
    page: Page
    seat: Seat

    def open(self) -> None:
        """Open the bets."""
        house = self.running.house
        if house.live.state.game.rotation and not house.live.state.dealership.turn:
            house.done(cm.OfferPlayerDealer())
            house.done(cm.AcceptPlayerDealer(patron="bank", cover=COVER * CENTS))
        house.done(cm.OpenBetting())
        self.seat.look("look.phase === 'betting'")

    def deal(self, codes: str) -> None:
        """Close the bets, and lay cards."""
        house = self.running.house
        house.done(cm.CloseBetting())
        for code in codes.split():
            position = house.live.state.require_shoe.next_position
            house.done(cm.DealCard(position=position, card=code, source="keyed"))

    def ruled(self, matter: ev.AnyMatter, reason: str) -> None:
        """Let a dealer ask for something, and a supervisor say yes."""
        house = self.running.house
        asked = cm.Propose(by="dee", reason=reason, matter=matter)
        assert house.desk.do(TABLE, asked, "dee", Role.DEALER).result(20).ok
        (number,) = house.desk.tables[TABLE].working.proposals
        said = cm.Approve(by="sue", number=number)
        assert house.desk.do(TABLE, said, "sue", Role.SUPERVISOR).result(20).ok

    def tells(self, moved: str, reason: str) -> None:
        """Wait until a ruling is told, in sight and aloud, with what it moved and why."""
        for place in (self.page.locator(".strip .message"), self.page.locator("#say")):
            expect(place).to_contain_text(moved)
            expect(place).to_contain_text(words("seat.ruled.why", why=reason))

    def has(self, dollars: int) -> None:
        """Wait until so much is in the rack, on the page and in the books."""
        rack = self.page.locator("#head [data-key='rack'] dd")
        expect(rack).to_have_text(f"${dollars:,}")
        assert self.running.house.balances()[f"rack:{TABLE}:two"] == dollars * CENTS


@contextmanager
def room(visits: Visits, opening: cm.OpenTable, size: dict[str, Any] = DESK) -> Iterator[Room]:
    """Open a house with the table, a shoe and people."""
    with running() as found:
        house = found.house
        house.done(opening)
        for name in ("two", "bank"):
            found.context.people.enrol(name, name.capitalize(), 2 * CHIPS * CENTS)
        house.done(cm.TakeSeat(patron="two", place=2, buy_in=CHIPS * CENTS))
        if house.live.state.game.rotation:
            house.done(cm.TakeSeat(patron="bank", place=1, buy_in=CHIPS * CENTS))
        house.done(cm.StartShoe(lot="L7", receipt="R1"))
        house.done(cm.CutShoe(depth=100))
        if not house.live.state.require_shoe.is_burned:
            house.done(cm.Burn(card="2S"))
        page = enter(visits, found, "two", Role.PATRON, f"/table/{TABLE}", size)
        page.locator("#page:not([hidden])").wait_for()
        try:
            yield Room(found, page, Seat(page, by_touch=size is PHONE))
        finally:
            page.goto("about:blank")  # before the house goes


def table_of(game: str) -> Plan:
    """A table of real cards for a game, without fees."""
    return Plan(
        TABLE, "Table 1", game, (500, 50_000), (500, 5_000), None, offer_ms=None, cards="typed",
        schedule="none", cover_min=10_000,
    )  # fmt: skip


def reckoned(game: str, codes: str, bets: list[str], cover: int | None) -> Settlement:
    """What the oracle makes of five dollars on each bet at place 2."""
    seat = 2 if cover is None else 1  # the player-dealer's place before it is passed over
    wagers = [Wager(bet, seat, "two", "front", bet, 5) for bet in bets]
    return settle(game, cards(codes), wagers, seats=7, cover=cover)


def won(done: Settlement) -> int:
    """What the patron won less what he lost."""
    return sum(step.paid - step.collected for step in done.steps)


def word_of(step: Step) -> str:
    """What a page says of a line."""
    for word in ("paid", "collected"):
        if amount := getattr(step, word):
            return words(f"seat.line.{word}", amount=amount)
    return words("seat.line.returned", amount=step.returned)


def by_tap(found: Room, lines: list[str], sides: list[str]) -> list[str]:
    """Bet on one main line, take that off, then bet on the other and on the side."""
    seat = found.seat
    found.open()
    seat.place(5, on=lines[1])
    seat.accepted({lines[1]: 5})
    seat.act("seat.act.clear")
    expect(found.page.locator("#spots .placed")).to_have_count(0)
    bets = [lines[0], *sides]
    for bet in bets:
        seat.place(5, on=bet)
    seat.accepted(dict.fromkeys(bets, 5))
    return bets


def by_key(found: Room, lines: list[str], sides: list[str]) -> list[str]:
    """The same with the keyboard, and with the lines the other way round."""
    spots = found.page.locator("#spots [data-bet]")
    key = {spots.nth(at).get_attribute("data-bet"): str(at + 1) for at in range(spots.count())}
    found.open()
    found.seat.keys(key[lines[0]], "x", key[lines[1]], *(key[bet] for bet in sides))
    bets = [lines[1], *sides]
    found.seat.accepted(dict.fromkeys(bets, 5))
    return bets


@pytest.mark.parametrize("game", shipped())
def test_every_bet_of_every_game(visits: Visits, game: str) -> None:
    """Each bet is placed by tap and by key; the page says what the oracle makes of them.

    The first round is settled again by other cards, the second is void, and both are told.
    """
    with room(visits, table_of(game).command()) as found:
        page, house = found.page, found.running.house
        sheet = house.live.state.game.sheet
        lines = [bet.id for bet in sheet.bets if bet.is_main]
        sides = [bet.id for bet in sheet.bets if not bet.is_main]
        cover = None if sheet.is_house_banked else COVER

        bets = by_tap(found, lines, sides)
        found.deal(SEVENS)
        house.done(cm.Settle())
        done, right = (reckoned(game, codes, bets, cover) for codes in (SEVENS, PAIR))
        found.has(CHIPS + won(done))
        found.seat.look("look.phase === 'settled'")
        labels = {bet.id: bet.label for bet in sheet.bets}
        assert [(line["what"], line["word"]) for line in page.evaluate(LINES)] == [
            (f"{labels[step.wager]} 5", word_of(step)) for step in done.steps
        ]

        number = house.live.state.settled[-1].number
        found.ruled(ev.CorrectRound(round=number, cards=tuple(PAIR.split())), "read wrong")
        found.has(CHIPS + won(right))
        moved = won(right) - won(done)
        way = "out" if moved < 0 else "in"
        found.tells(words(f"seat.ruled.{way}", amount=f"${abs(moved)}"), "read wrong")
        expect(page.locator("#hands")).to_contain_text(words("seat.corrected"))
        page.locator("[data-heard]").click()
        expect(page.locator(".strip")).to_have_count(0)

        bets = by_key(found, lines, sides)
        found.deal("9S 2D")
        found.ruled(ev.VoidRound(), "a drink")
        head = page.locator("#hands .result-head")
        expect(head).to_have_text(words("seat.void.head", hand=2))
        found.has(CHIPS + won(right))
        found.tells(words("seat.ruled.in", amount=f"${5 * len(bets)}"), "a drink")
        expect(page.locator("#spots .line-void")).to_have_count(len(bets))
        inspection = Inspection()
        inspection.scene("void", page)
        page.get_by_role("button", name=words("seat.ruled.see")).click()
        void = page.locator(".own-hands details[open]")
        expect(void.locator(".own-lines li")).to_have_count(len(bets))
        page.locator(".own-hands summary").nth(1).click()
        corrected = page.locator(".own-hands details[open]").nth(1)
        expect(corrected.locator(".stood .own-lines li")).to_have_count(len(done.steps))
        expect(corrected.locator(".ruling")).to_contain_text("read wrong")
        inspection.scene("hands", page)
        assert inspection.faults == {}
        house.check()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_two_places(visits: Visits, size: dict[str, Any]) -> None:
    """Where the rules allow it a patron has two places: he bets at both, and both are settled."""
    sheet = load(TWO_PLACES, "two-places.toml", find)
    with room(visits, table_of("deq-ez").opening(sheet), size) as found:
        page, seat, house = found.page, found.seat, found.running.house
        page.get_by_role("button", name=words("seat.menu")).click()
        page.get_by_role("dialog").locator("[data-sheet='places']").click()
        page.get_by_role("dialog").locator("[data-sit='5']").click()
        page.get_by_role("dialog").get_by_label(AMOUNT).fill("100")
        page.get_by_role("dialog").get_by_label(AMOUNT).press("Enter")
        expect(page.get_by_role("dialog")).to_be_hidden()
        stands = page.get_by_role("group", name=words("seat.stands"))
        expect(stands.get_by_role("button")).to_have_text(
            [words("seat.stand.front", place=place) for place in (2, 5)]
        )
        found.has(CHIPS + 100)
        found.open()
        seat.place(25, on="player")
        seat.accepted({"player": 25})
        stands.get_by_role("button").nth(1).click()
        expect(page.locator("#spots .placed")).to_have_count(0)
        seat.place(25, 25, on="banker")
        seat.accepted({"banker": 50})
        inspection = Inspection()
        inspection.scene("betting", page)
        found.deal(PAIR)
        house.done(cm.Settle())
        found.has(CHIPS + 100 - 25 + 50)
        say = page.locator("#say")
        for place, bet, said in ((2, "Player", "take"), (5, "Banker", "pay")):
            amount = 25 * (place == 2) + 50 * (place == 5)
            line = words(f"seat.said.{said}", bet=bet, amount=amount)
            expect(say).to_contain_text(f"{words('seat.stand.front', place=place)}: {line}")
        inspection.scene("settled", page)
        assert inspection.faults == {}
        house.check()
