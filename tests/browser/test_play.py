"""A guest plays ten rounds through the page, and the server is killed under him."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.books import read_books
from tests.browser.conftest import OpenHouse
from tests.browser.seat import DEALT, Line, Look, Seat
from tests.browser.serving import House
from tests.browser.visits import Visits

CLOCK_S = 600  # the test closes every window itself
TABLE = "1"
BUY_IN = 1000
LOST = "#page[data-status='lost']"
FOUND = "#page[data-status='open']"
Act = Callable[[], None]


@dataclass
class Patron:
    """Plays hands at a seat, and does the sums after each."""

    house: House
    seat: Seat
    rack: int
    hands: list[tuple[Line, ...]] = field(default_factory=list)

    def play(
        self,
        wagers: Mapping[str, int],
        *acts: Act,
        then: Callable[[Look], None] | None = None,
        dealt: Callable[[Look], None] | None = None,
    ) -> None:
        """Place wagers in a new window, let something happen, and check the money."""
        assert self.seat.window(0).rack == self.rack
        for act in acts:
            act()
        placed = self.seat.accepted(wagers)
        if then:
            then(placed)
        self.house.order("dealer", TABLE, "close-betting")
        if dealt:
            dealt(placed)
        self.settle(wagers)

    def settle(self, wagers: Mapping[str, int]) -> None:
        """Wait for the settlement; what the rack had, less stakes, plus what the lines say."""
        staked = sum(wagers.values())
        seen = self.seat.look("look.phase === 'settled' && look.lines")
        labels = {"player": "Player", "banker": "Banker", "tie": "Tie"}
        assert {line.bet: line.amount for line in seen.lines} == {
            labels.get(bet, bet.replace("-", " ").capitalize()): amount
            for bet, amount in wagers.items()
        }
        self.rack += sum(line.back for line in seen.lines) - staked
        assert seen.rack == self.rack
        self.hands.append(seen.lines)

    @contextmanager
    def outage(self, *, hurry: bool = False, stood: bool = True) -> Iterator[None]:
        """Kill the house, see the page say so, do something, and open the house again.

        The page comes back by itself; at once, if the browser says that the network is there again.
        """
        page = self.seat.page
        self.house.kill()
        page.locator(LOST).wait_for()
        page.locator("#spots").get_by_text("Connection lost.").wait_for()
        yield
        self.house.open()
        if hurry:
            page.evaluate("dispatchEvent(new Event('online'))")
        page.locator(FOUND).wait_for()
        if stood:  # whose felt was empty is told nothing
            page.locator("#spots").get_by_text("Welcome back.").wait_for()

    def killed_while_betting(self, placed: Look) -> None:
        """Lose the house with wagers on the felt: they stand, before and after its return."""
        with self.outage(hurry=True):
            assert self.seat.look().wagers == placed.wagers
        back = self.seat.look()
        assert (back.hand, back.rack) == (placed.hand, placed.rack)
        assert back.wagers == placed.wagers

    def killed_while_dealing(self, placed: Look) -> None:
        """Lose the house with cards on the felt: the same cards lie there when it returns."""
        self.seat.look(f"look.phase === 'dealing' && {DEALT} >= 2")
        with self.outage(hurry=True):
            before = self.seat.look()
            assert before.phase == "dealing"
        after = self.seat.look(f"{DEALT} >= 2")
        assert after.hand == placed.hand
        assert after.phase == "settled" or after.rack == placed.rack  # the sums follow
        for side, cards in before.cards.items():
            assert after.cards[side][: len(cards)] == cards


def enter(page: Page) -> Seat:
    """Come in at the lobby as a guest, and sit down."""
    seat = Seat.at(page, TABLE)
    seat.sit(BUY_IN)
    return seat


def test_ten_rounds_by_mouse_and_by_keyboard_through_kills(
    open_house: OpenHouse, visits: Visits
) -> None:
    """Whatever happens to the server, the rack is what it was less stakes plus what the lines say.

    The wagers and the cards that lay on the felt are there when it comes back, the round ends, and
    the books of the house say the same as the page did.
    """
    house = open_house("--demo", "--clock", str(CLOCK_S), "--pace", "6")
    visits.allow_a_kill()
    page = visits.page(house, "/")
    seat = enter(page)
    lobby = page.request.get("/api/lobby").json()
    patron = Patron(house, seat, BUY_IN)
    assert lobby["signed_in"]["wallet"] == 200_000 - BUY_IN * 100

    # By mouse.
    patron.play(
        {"banker": 25, "dragon-7": 5},
        lambda: seat.place(25, on="banker"),
        lambda: seat.place(5, on="dragon-7"),
    )
    patron.play(
        {"player": 100, "tie": 5}, lambda: seat.drag(100, "player"), lambda: seat.place(5, on="tie")
    )
    patron.play(
        {"player": 100, "tie": 5},
        lambda: seat.act("seat.act.repeat"),
        lambda: seat.place(25, on="player"),
        lambda: seat.act("seat.act.undo"),
    )
    patron.play(
        {"banker": 25, "panda-8": 5},
        lambda: seat.place(25, on="banker"),
        lambda: seat.place(5, on="panda-8"),
        then=patron.killed_while_betting,
    )
    patron.play(
        {"player": 30, "dragon-7": 1},
        lambda: seat.place(5, on="player"),
        lambda: seat.place(25, on="player"),
        lambda: seat.place(1, on="dragon-7"),
    )

    # By keyboard: Q W E R are chips, 1 to 9 the spots from left to right.
    patron.play({"player": 25, "tie": 5}, lambda: seat.keys("e", "2", "w", "3"))
    patron.play(
        {"banker": 25, "dragon-7": 5},
        lambda: seat.keys("e", "4", "w", "5"),
        dealt=patron.killed_while_dealing,
    )
    patron.play({"banker": 25, "dragon-7": 5}, lambda: seat.keys("a", "d", "z"))
    patron.play({"banker": 5, "panda-8": 1}, lambda: seat.keys("w", "4", "4", "Shift+4", "q", "1"))
    patron.play(
        {"player": 10, "banker": 100},
        lambda: seat.keys("e", "2", "x", "r", "4", "w", "2", "d", "z", "2"),
    )

    assert len(patron.hands) == 10
    with patron.outage(stood=False):
        pass
    assert seat.look("look.phase === 'betting'").rack == patron.rack
    page.close()
    house.close()
    books = read_books(house.file, TABLE, lobby["signed_in"]["id"])
    assert books.faults == ()
    assert (books.wallet, books.rack) == (200_000 - BUY_IN * 100, patron.rack * 100)
    assert [sum(line.paid + line.returned for line in lines) for lines in books.lines] == [
        sum(line.back for line in lines) * 100 for lines in patron.hands
    ]
