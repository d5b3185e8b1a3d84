"""Flows walked step by step, the line cut at each of them: what pages, books and people must show.

A step is what somebody sends from a page. It is sent through a wire that a test holds, which is cut
before the house has it, or after it was done and before the answer came; or the house is killed.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as StillNot

from puntobanco.cli.stored import read_only
from puntobanco.store.base import Transaction
from puntobanco.web.sessions import COOKIE
from tests.browser.serving import House
from tests.browser.visits import DESK, Visits
from tests.browser.wire import Wire
from tests.browser.words import words
from tests.cli.running import run

BEFORE: Final = "before it is sent"
AFTER: Final = "after it was done"
KILLED_BEFORE: Final = "killed before it is sent"
KILLED_AFTER: Final = "killed after it was done"
CUTS: Final = (BEFORE, AFTER, KILLED_BEFORE, KILLED_AFTER)
BACK_MS: Final = 20_000  # a page comes back by itself; it tries every 8 s at the latest
STILL_MS: Final = 3_000
DONE_S: Final = 60  # a house that was started a moment ago, on a machine that has much to do
OPENING: Final = "console"  # who writes down the links that a house prints when it opens
OF_ITS_OWN: Final = {"AlertRaised", OPENING}  # what it writes down whenever it has time
TYPED: Final = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((each) => each.checkVisibility() && each.name)
  .map((each) => [each.name, each.type === "checkbox" ? each.checked : each.value])"""

T = TypeVar("T")
Act = Callable[[Page], object]


@dataclass(frozen=True)
class Kind:
    """A kind of page: how it says that the line is lost, and that an order has no answer yet."""

    lost: Callable[[Page], Locator]
    asks_again: str | None = None  # what it says where somebody is to press again


def _saying(key: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_text(words(key, time="|").split("|")[0].strip()).first


SEAT: Final = Kind(lambda page: page.locator("#page[data-status='lost']"))
CONSOLE: Final = Kind(lambda page: page.locator(".saved.lost"))
FLOOR: Final = Kind(_saying("floor.stale"), "floor.refusal.unreachable")
CAGE: Final = Kind(_saying("cage.unreachable"), "floor.refusal.unreachable")
ACCOUNT: Final = Kind(_saying("account.fault.unreachable"), "account.fault.unreachable")


@dataclass(frozen=True)
class Step:
    """What somebody sends, what it makes in the books, and how his page shows that it is done."""

    who: str
    name: str
    control: Callable[[Page], Locator]  # what he presses
    makes: tuple[str, ...]
    done: Act
    fill: Act = lambda _: None
    uncut: bool = False  # it stays on the page, or is no matter of this flow
    again: str | None = None  # what the page says where this one is to be pressed again
    refill: Act | None = None  # what comes before pressing again, where there is nothing to press


@dataclass
class Scene:
    """A house behind a wire, and everybody's pages."""

    house: House
    wire: Wire
    visits: Visits
    pages: dict[str, tuple[Page, Kind]] = field(default_factory=dict)
    told: Callable[["Scene"], None] = lambda _: None  # what pages say of money, against the books

    def enter(
        self, who: str, path: str, kind: Kind, size: dict[str, Any] = DESK, token: str = ""
    ) -> Page:
        """Open a page as somebody who is signed in; he is known by his name."""
        context = self.visits.context(self.wire.end, size)
        if token:
            address = self.wire.end.address
            context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        page = context.new_page()
        page.goto(path)
        self.pages[who] = page, kind
        return page

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Read the books, whether the house is open or not."""
        with read_only(str(self.house.file)) as store:
            return store.read(work)

    def events(self) -> Counter[str]:
        """Everything that was ever written down, by kind."""
        return self.read(
            lambda tx: Counter(
                kind
                for stream in tx.streams()
                for stored in tx.events(stream)
                if (kind := _kind(json.loads(stored.body))) not in OF_ITS_OWN
            )
        )

    def balance(self, account: str) -> int:
        """What an account of the ledger holds."""
        return self.read(lambda tx: tx.balance(account))

    def walk(self, steps: tuple[Step, ...], cut: str | None) -> None:
        """Do every step with the line cut in it; after each the books say what the pages do."""
        for step in steps:
            try:
                self._do(step, None if step.uncut else cut)
            except (AssertionError, Error) as fault:
                fault.add_note(f"at the step: {step.who}, {step.name}, {cut}")
                raise

    def _do(self, step: Step, cut: str | None) -> None:
        page, kind = self.pages[step.who]
        step.fill(page)
        before = self.events()
        control = step.control(page)
        expect(control).to_be_visible()
        if cut is None:
            control.click()
        else:
            self._cut(step, cut, page, kind)
        step.done(page)
        made = self.events() - before
        assert made == Counter(step.makes), dict(made)
        checked = run("table", "check", "--db", str(self.house.file))
        assert checked.status == 0, checked.out
        self.told(self)

    def _cut(self, step: Step, cut: str, page: Page, kind: Kind) -> None:
        typed = page.evaluate(TYPED)
        self._press(step, cut, page)
        if cut in {KILLED_BEFORE, KILLED_AFTER}:
            self.house.kill()
        self.wire.cut()
        for other, its in self.pages.values():
            if its is not ACCOUNT or other is page:
                expect(its.lost(other)).to_be_visible()
        kept = page.evaluate(TYPED)
        fields = iter(kept)  # forms that came late may stand between
        assert all(each in fields for each in typed), (typed, kept)
        asks_again = step.again or kind.asks_again
        if asks_again:
            expect(page.get_by_text(words(asks_again)).first).to_be_visible()
        if cut in {KILLED_BEFORE, KILLED_AFTER}:
            self.house.open()
        self.wire.mend()
        for other, its in self.pages.values():
            if its is not ACCOUNT:
                expect(its.lost(other)).to_have_count(0, timeout=BACK_MS)
        if asks_again:
            self._press_again(step, page)

    def _press(self, step: Step, cut: str, page: Page) -> None:
        """Press, and lose what is said, or the answer once the house has done it."""
        control = step.control(page)
        if cut in {BEFORE, KILLED_BEFORE}:
            self.wire.lose_what_is_said()
            control.click()
            self._until(page, self.wire.has_lost_words)
            return
        written = self.events()
        self.wire.lose_answers()
        control.click()
        if step.makes:
            self._until(page, lambda: self.events() != written)
        else:
            self._until(page, self.wire.has_lost_an_answer)

    def _press_again(self, step: Step, page: Page) -> None:
        """Press as the page asks; where it shows meanwhile what was done, there is nothing to."""
        control = step.control(page)
        if step.refill and not control.count():
            step.refill(page)
        if control.count():
            with suppress(StillNot):
                control.click(timeout=STILL_MS)

    def _until(self, page: Page, holds: Callable[[], bool]) -> None:
        """Wait until something holds; the browser asks this thread for leave with each request."""
        end = time.monotonic() + DONE_S
        while not holds():
            assert time.monotonic() < end, f"never done; the house said {self.wire.lost_answer!r}"
            page.wait_for_timeout(25)


def _kind(event: Mapping[str, Any]) -> str:
    """Name what happened; a link that the house prints when it opens is of its own."""
    if event.get("by") == OPENING:
        return OPENING
    return str(event["type"] if "type" in event else event["event"]["type"])


@contextmanager
def laid(house: House, visits: Visits) -> Iterator[Scene]:
    """Lay a wire to a house, and take it down."""
    visits.allow_a_kill()
    visits.allow("WebSocket connection", "status of 4", "ERR_")
    wire = Wire(house)
    try:
        yield Scene(house, wire, visits)
    finally:
        wire.take_down()
