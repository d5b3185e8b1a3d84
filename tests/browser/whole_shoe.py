"""A player-dealer's table with everybody at it, each in a browser of his own, held to second books.

Three sit, one stands behind, a dealer deals real cards, a supervisor answers, a cashier sells and
pays chips, a board hangs. After every round what each page says is compared with the oracle's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from playwright.sync_api import Page, expect

from puntobanco.house.plan import Plan
from puntobanco.house.roles import Role
from puntobanco.house.tokens import Grant
from puntobanco.table import events as ev
from tests.browser.card_room import Patron
from tests.browser.console import Console
from tests.browser.floor import enter
from tests.browser.reckoning import GAME, Books, Deck, Placed, Round
from tests.browser.seat import Seat
from tests.browser.test_console import act_of
from tests.browser.test_seat_bank import told
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words
from tests.table.playing import TABLE
from tests.web.servers import Running, running

CENTS: Final = 100
WALLET: Final = 20_000
BUY_IN: Final = 5_000
STAFF: Final = {"sue": "Sue", "dee": "Dee", "cat": "Cat"}
# Where everybody is: place, line, size of the screen.
PEOPLE: Final[dict[str, tuple[int, str, dict[str, Any]]]] = {
    "ann": (1, "front", DESK),
    "bea": (3, "front", DESK),
    "cid": (6, "front", PHONE),
    "dan": (3, "back", DESK),
}
LABELS: Final = {
    "player": "Player",
    "banker": "Banker",
    "tie": "Tie",
    "dragon-7": "Dragon 7",
    "panda-8": "Panda 8",
}
TALLY: Final = {"player": "PLAYER_WIN", "banker": "BANKER_WIN", "tie": "TIE"}
CHIPS: Final = (500, 100, 25, 5)
LINES: Final = """() => {
  const text = (line, path) =>
    line.querySelector(path)?.textContent.trim().replace(/\\s+/g, " ") ?? "";
  return [...document.querySelectorAll("#side .lines .line, #all-lines .lines .line")].map(
    (line) => ({
      number: Number(text(line, ".number")), seat: text(line, ".who b"),
      who: text(line, ".who small"),
      what: text(line, ".what"), word: text(line, ".verdict b"), why: text(line, ".verdict small"),
      after: text(line, ".after"), bar: line.querySelector(".gauge") !== null,
    }));
}"""


@dataclass
class Table:
    """Everybody's pages, the house behind them, and the second books."""

    running: Running
    console: Console
    seats: dict[str, Patron]
    floor: Page
    cage: Page
    board: Page
    deck: Deck
    chance: Random
    books: Books = field(default_factory=Books)
    voids: int = 0

    # What happens

    def begin(self) -> None:
        """Bring a shoe, and let everybody sit down."""
        self.console.comes("start-shoe")
        self.console.fill("start-shoe", lot="L7", receipt="R1")
        self.console.comes("cut-shoe")
        self.console.fill("cut-shoe", depth="120")
        self.console.comes("burn")
        self._burn("5H")
        for name, patron in self.seats.items():
            place, line, _ = PEOPLE[name]
            self.books.wallets[name] = WALLET
            patron.sit(place, BUY_IN, behind=line == "back")
            self.books.buy(name, BUY_IN)
        self.same_chips()

    def _burn(self, code: str) -> None:
        for key in (*_keys(code), "Enter"):
            self.console.page.keyboard.press(key)
        self.deck.burn(code)
        self.console.rests()

    def position(self, cover: int, *, declines: int = 0) -> tuple[str, int]:
        """Let the position go round until somebody has it: some pass, one takes it."""
        console = self.console
        if self.act() == "offer-player-dealer":
            console.press("Enter")
            console.comes("await-answer")
            for _ in range(declines):
                asked = self._asked()
                self.seats[asked].passes()
                console.page.wait_for_function(
                    "(name) => !document.querySelector('.next h2').textContent.includes(name)",
                    arg=asked.capitalize(),
                )
            self.seats[self._asked()].covers(cover)
        console.comes("open-betting")
        turn = console.state.dealership.turn
        assert turn
        return turn.patron, turn.place

    def act(self) -> str:
        """Give what comes next at the console, once nothing is on its way."""
        self.console.rests()
        return self.console.page.locator(".next").get_attribute("data-act") or ""

    def _asked(self) -> str:
        title = self.console.page.locator(".next h2").inner_text()
        return next(
            name
            for name in self.seats
            if title == words("console.next.await-answer", name=name.capitalize())
        )

    def bet(self, bank: str, wagers: dict[str, dict[str, int]]) -> list[Placed]:
        """Open the bets, and let everybody place his own from his page."""
        self.console.press("Enter")
        self.console.comes("close-betting")
        placed = []
        for name, stakes in wagers.items():
            place, line, _ = PEOPLE[name]
            if place == PEOPLE[bank][0]:  # the player-dealer's place takes no wagers
                continue
            seat = self.seats[name].seat
            seat.look("look.phase === 'betting'")
            for bet, amount in stakes.items():
                seat.place(*_chips(amount), on=bet)
            seat.accepted(stakes)
            placed += [Placed(name, place, line, bet, sum_) for bet, sum_ in stakes.items()]
        return placed

    def close(self, bank: tuple[str, int], placed: list[Placed]) -> Round:
        """Close the bets; the collection is taken on every page."""
        self.console.press("2")
        self.console.comes("deal-card")
        played = self.console.state.require_round
        assert played.cover
        hand = self.console.state.require_round.hand
        return self.books.close(hand, bank, played.cover.amount // CENTS, placed)

    def deal(self, codes: list[str]) -> None:
        """Type cards as they come."""
        for code in codes:
            self.console.type_card(code)

    def settle(self, closed: Round, codes: list[str]) -> Round:
        """Deal a coup and settle it, line by line as the console says."""
        self.deal(codes)
        whole = self.books.settle(closed, codes)
        self.same_order(whole)
        self.console.press("6", "Enter")
        expect(self.console.page.locator(".steps [aria-current]")).to_have_text(
            words("console.step_name.clear")
        )
        self.same_lines(whole)
        self.same_chips()
        self.same_house(whole)
        return whole

    def void(self, closed: Round, codes: list[str], reason: str, *, refund: bool) -> None:
        """Some cards come, the dealer asks for a void, the supervisor says yes."""
        self.deal(codes)
        self.console.press(".", "9")
        self.console.fill("void", reason=reason, refund="on" if refund else "")
        self._approve(reason)
        if refund:
            self.books.refund(closed)
        self.voids += 1
        self.same_chips()
        for name, patron in self.seats.items():
            stakes = sum(w.amount for w in closed.wagers if w.patron == name)
            stakes += closed.cover if name == closed.bank else 0
            page = patron.page
            expect(page.locator("#hands .result-head")).to_have_text(
                words("seat.void.head", hand=closed.hand)
            )
            if not closed.concerns(name):
                continue
            strip = page.locator(".strip .message").filter(visible=True)
            expect(strip).to_contain_text(words("seat.ruled.in", amount=f"${stakes:,}"))
            expect(strip).to_contain_text(words("seat.ruled.why", why=reason))
            expect(page.locator("#say")).to_contain_text(words("seat.ruled.why", why=reason))

    def correct(self, settled: Round, codes: list[str], reason: str) -> None:
        """The dealer says which cards lay there, the supervisor agrees, and chips move."""
        self.console.press("9")
        sheet = self.console.page
        sheet.locator(f"[data-round='{self._number(settled)}']").click()
        form = sheet.locator("form[data-form=correct]")
        form.locator("[name=cards]").fill(" ".join(codes))
        form.locator("[name=reason]").fill(reason)
        form.locator("button.primary").click()
        self._approve(reason)
        self.deck.exchange(settled.codes, codes)
        moved = self.books.correct(settled, codes)
        assert moved
        self.same_chips()
        for name, patron in self.seats.items():
            if not settled.concerns(name):
                continue
            chips = moved[name]
            way = "out" if chips < 0 else "in"
            said = words(f"seat.ruled.{way}", amount=f"${abs(chips):,}")
            strip = patron.page.locator(".strip .message").filter(visible=True)
            expect(strip).to_contain_text(said if chips else words("seat.ruled.nothing"))
            expect(strip).to_contain_text(words("seat.ruled.why", why=reason))

    def _number(self, settled: Round) -> int:
        stood = self.console.state.settled
        return int(next(each.number for each in stood if each.hand == settled.hand))

    def _approve(self, reason: str) -> None:
        expect(self.console.page.locator("#sheet")).not_to_be_visible()
        needs = self.floor.get_by_role("complementary", name=words("floor.needs"))
        item = needs.get_by_role("listitem").filter(has_text=reason)
        item.get_by_role("button", name=words("floor.approve")).click()
        expect(item).to_have_count(0)

    def end(self) -> None:
        """Put the shoe away, and count what is left of it."""
        self.console.press("Enter")
        self.console.comes("count-shoe")
        self.console.fill("count-shoe", rest=str(52 * self.deck.decks - self.deck.out))
        self.console.comes("start-shoe")

    def cash_out(self, name: str, amount: int) -> None:
        """A patron cashes out at the table, and the cashier pays him."""
        page = self.seats[name].page
        page.get_by_role("button", name=words("seat.menu")).click()
        sheet = page.get_by_role("dialog")
        sheet.locator("[data-sheet='cash-out']").click()
        form = page.locator("form[data-form='cash-out']")
        form.locator("[name=amount]").fill(str(amount))
        form.locator("[name=amount]").press("Enter")
        expect(form).to_be_hidden()
        self.books.buy(name, -amount)
        self.same_chips()
        self._exchange(name, "out", amount)
        self.books.wallets[name] -= amount
        self.same_chips()

    def _exchange(self, name: str, way: str, amount: int) -> None:
        self.cage.locator(f".patron[data-patron='{name}']").click()
        self.cage.get_by_label(words("cage.amount")).fill(str(amount))
        self.cage.get_by_role("button", name=words(f"cage.{way}")).click()
        expect(self.cage.get_by_text(words("cage.receipt.by", name="Cat"))).to_be_visible()

    # What everybody says of it

    def same_chips(self) -> None:
        """Racks and wallets are the same on every page, in the house's books and in the second."""
        books = self.books
        for name, patron in self.seats.items():
            rack = patron.page.locator("#head [data-key='rack'] dd")
            expect(rack).to_have_text(_money(books.racks[name]))
        self.cage_has({name: books.wallets[name] for name in self.seats})
        self.running.house.settle()
        held = {
            account: amount // CENTS
            for account, amount in self.running.house.balances().items()
            if amount and not account.startswith(("world", "house"))
        }
        due = {f"rack:{TABLE}:{name}": books.racks[name] for name in self.seats}
        due |= {f"wallet:{name}": books.wallets[name] for name in self.seats}
        due |= {f"drop:{TABLE}:1": books.box} if books.box else {}
        cover = self.console.state.dealership.cover  # of the next round, posted already
        if cover:
            due[f"rack:{TABLE}:{cover.patron}"] -= cover.amount // CENTS
            held = {a: n for a, n in held.items() if not a.startswith("cover:")}
        assert held == due

    def cage_has(self, wallets: dict[str, int]) -> None:
        """What the cashier sees in the wallets."""
        for name, amount in wallets.items():
            expect(self.cage.locator(f".patron[data-patron='{name}'] b")).to_have_text(
                f"${amount:,}"
            )

    def same_order(self, whole: Round) -> None:
        """The dealer is told what to pay and take, in the order of action."""
        assert whole.done
        rows, net, over = [], 0, False
        for step in whole.done.steps:
            wager = whole.wagers[int(step.wager)]
            net += step.collected - step.paid
            where = words("console.seat", seat=whole.seat(wager.place))
            where = words("console.behind", seat=where) if wager.line == "back" else where
            kind = "take" if over and step.verdict == "push" else step.verdict
            act = act_of(kind, step.collected, step.paid, step.returned, step.uncovered)
            rows.append((where, f"{LABELS[wager.bet]} {wager.amount}", act, _signed(net)))
            over = over or net == -whole.cover
        assert self.console.lines() == rows

    def same_lines(self, whole: Round) -> None:
        """Every patron reads the same lines, and the same result of the cover."""
        expected = told(as_event(whole))
        assert whole.done
        for due, step in zip(expected, whole.done.steps, strict=True):
            wager = whole.wagers[int(step.wager)]
            due["seat"] = words("seat.place.seat", place=wager.place)
            due["what"] = f"{LABELS[wager.bet]} {wager.amount:,}"
        for name, patron in self.seats.items():
            head = patron.page.locator("#page[data-phase='settled'] #head")
            expect(head).to_contain_text(words("hand", hand=whole.hand), ignore_case=True)
            shown = patron.page.evaluate(LINES)
            assert len(shown) == len(expected)
            for seen, due, step in zip(shown, expected, whole.done.steps, strict=True):
                known = {key: value for key, value in due.items() if value is not None}  # no odds
                assert {key: seen[key] for key in known} == known
                is_own = whole.wagers[int(step.wager)].patron == name
                assert (seen["who"] == words("seat.you")) == is_own

    def same_house(self, whole: Round) -> None:
        """The floor, the dealer and the board say the same as everybody else."""
        assert whole.done
        article = self.floor.get_by_role("article")
        expect(article.locator(".bank b")).to_have_text(whole.bank.capitalize())
        cover = words(
            "floor.cover", net=_money(whole.done.net, signed=True), cover=_money(whole.cover)
        )
        expect(article.locator(".bank span")).to_have_text(cover)
        fees = article.locator(".figures div").filter(has_text=words("floor.fees"))
        expect(fees.locator("dd")).to_have_text(_money(self.books.box))
        counts = {name: self.books.winners[key] for name, key in TALLY.items()}
        for name, count in counts.items():
            said = f"{words(name)} {count}"
            expect(article.locator(".tally").get_by_text(said, exact=True)).to_have_count(1)
            counter = self.board.locator(f"#zone-counters [data-key='{name}'] dd").first
            expect(counter).to_have_text(str(count))
        self.console.press("6")
        for name in self.seats:
            row = self.console.page.locator(f"table.people tr[data-key='{name}'] td")
            expect(row.nth(2)).to_have_text(_money(self._in_rack(name)))
        self.console.press("Escape")

    def _in_rack(self, name: str) -> int:
        cover = self.console.state.dealership.cover
        posted = cover.amount // CENTS if cover and cover.patron == name else 0
        return self.books.racks[name] - posted


def as_event(whole: Round) -> ev.RoundSettled:
    """A round of the second books, in the form in which the words of a page are worked out."""
    assert whole.done
    done = whole.done
    lines = []
    for step in done.steps:
        w = whole.wagers[int(step.wager)]
        figures = (step.collected, step.paid, step.returned, step.uncovered)
        collected, paid, returned, uncovered = (CENTS * figure for figure in figures)
        lines.append(
            ev.Line(
                step.wager, w.place, w.patron, w.bet, w.amount * CENTS, step.verdict,
                collected, paid, returned, uncovered, w.line,
            )
        )  # fmt: skip
    bank = ev.Covered(
        whole.bank_place, whole.bank, whole.cover * CENTS, done.net * CENTS,
        exhausted=done.exhausted, capped=done.capped,
    )  # fmt: skip
    return ev.RoundSettled(round=1, lines=tuple(lines), player_dealer=bank)


def _chips(amount: int) -> list[int]:
    found = []
    for value in CHIPS:
        found += [value] * (amount // value)
        amount %= value
    return found


def _keys(code: str) -> tuple[str, str]:
    rank = {"T": "0", "A": "1", "J": "/", "Q": "*", "K": "+"}.get(code[0], code[0])
    return rank, str("CDHS".index(code[1]) + 1)


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "\N{MINUS SIGN}") if value else "0"


def _money(value: int, *, signed: bool = False) -> str:
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if signed and value else ""
    return f"{sign}${abs(value):,}"


@contextmanager
def opened(visits: Visits, decks: int, seed: int) -> Iterator[Table]:
    """Open a house with the table, and let everybody come to it."""
    plan = Plan(
        TABLE, "Table 1", GAME, (500, 50_000), (500, 10_000), None, decks=decks, offer_ms=None,
        cover_min=10_000, back_line=2, cards="typed",
    )  # fmt: skip
    chance = Random(seed)
    with running() as found:
        found.house.done(plan.command())
        people = found.context.people
        for actor, name in STAFF.items():
            people.give_token(Grant("supervisor", name=name), f"token-of-{actor}", actor)
        for name in PEOPLE:
            people.enrol(name, name.capitalize(), WALLET * CENTS)
        seats = {
            name: Patron(name, Seat(_seat(visits, found, name, size), by_touch=size is PHONE))
            for name, (_, _, size) in PEOPLE.items()
        }
        table = Table(
            found,
            Console.at(visits, found),
            seats,
            enter(visits, found, "sue", Role.SUPERVISOR, "/floor"),
            enter(visits, found, "cat", Role.CASHIER, "/cage"),
            enter(visits, found, "nobody", Role.PATRON, f"/table/{TABLE}/board"),
            Deck(decks, chance),
            chance,
        )
        try:
            yield table
        finally:
            for context in visits.contexts:
                for page in context.pages:
                    page.goto("about:blank")  # before the house goes


def _seat(visits: Visits, found: Running, name: str, size: dict[str, Any]) -> Page:
    page = enter(visits, found, name, Role.PATRON, f"/table/{TABLE}", size)
    page.locator("#page:not([hidden])").wait_for()
    return page
