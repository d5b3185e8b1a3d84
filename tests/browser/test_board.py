"""The board over a table: it fills, changes its shoe, loses its line and finds it again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.board import Board
from tests.browser.serving import House
from tests.browser.shoes import deal_to_the_cut_card
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

SCROLLING = """() => [...document.querySelectorAll("body, #board, #board *")]
  .filter((element) => element.scrollHeight > element.clientHeight + 1
    && ["auto", "scroll"].includes(getComputedStyle(element).overflowY))
  .map((element) => element.outerHTML.slice(0, 100))"""


@pytest.fixture
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, int]]:
    """Give a fast house that deals the last hands of a shoe, and how many it has dealt."""
    file = tmp_path_factory.mktemp("ending") / "house.db"
    hands = deal_to_the_cut_card(file)
    house = House(file, ("--pace", "5"))  # a shuffle is to be seen
    house.open()
    yield house, hands
    house.close()


def test_a_shoe_ends_and_the_next_one_begins(ending: tuple[House, int], visits: Visits) -> None:
    """Every hand brings its marks and counts; of the shoe before, the figures are kept.

    Killed in the middle, the house comes back with the hands that it had; meanwhile they stand.
    """
    house, hands = ending
    board = Board.of(visits, house, "1", DESK)
    assert words("board.last_shoe.none") in board.shows(hands)
    board.says("board.last_hand")
    board.shows(hands + 1)
    board.says("board.new_shoe")
    for dealt in range(3):
        assert words("board.hands.other", count=hands + 1) in board.shows(dealt)
    counts = [int(text) for text in board.page.locator("#zone-last dd").all_inner_texts()]
    assert sum(counts[:3]) == hands + 1

    visits.allow_a_kill()
    house.kill()
    board.says("board.offline")
    shown = board.hands
    key = f"board.offline.since.{'one' if shown == 1 else 'other'}"
    since = words(key, time="|", count=shown).split("|")[1]
    message = board.page.locator("#zone-message")
    expect(message).to_contain_text(since)
    house.open()
    expect(message).not_to_contain_text(since)
    assert board.hands >= shown
    board.shows(shown + 1)


@pytest.mark.parametrize(
    "theme, is_light, red",
    [
        ("paper", True, "193, 18, 31"),
        ("night", False, "255, 122, 122"),
        ("safe", True, "184, 67, 0"),
    ],
)
def test_a_screen_over_a_table(
    calm: House, visits: Visits, theme: str, is_light: bool, red: str
) -> None:
    """A board has nothing to press and nothing to scroll, and every theme has its own look."""
    page = visits.page(calm, f"/table/1/board?theme={theme}", DESK)
    grid = page.locator("#zone-big svg[role=img] > rect")
    grid.wait_for()
    for role in ("button", "textbox", "checkbox", "combobox", "slider"):
        expect(page.get_by_role(role)).to_have_count(0)
    assert page.evaluate(SCROLLING) == []
    root = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(root) == [1920, 1080]
    ground = re.findall(r"\d+", grid.evaluate("(grid) => getComputedStyle(grid).fill"))
    assert (int(ground[0]) > 128) is is_light
    banker = page.locator("#zone-counters [data-key=banker] circle")
    assert banker.evaluate("(mark) => getComputedStyle(mark).fill") == f"rgb({red})"


def test_the_board_on_a_phone(calm: House, visits: Visits) -> None:
    """On a phone the newest hand stands at the right, and tabs lead to the seat and the tables."""
    page = visits.page(calm, "/table/6/board", PHONE)
    road = page.get_by_role("group", name=words("road.big_road"))
    assert road.evaluate("(road) => road.scrollWidth - road.clientWidth - road.scrollLeft") < 1
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    tabs = page.get_by_role("navigation")
    expect(tabs.get_by_text(words("board.tab.board"))).to_have_attribute("aria-current", "page")
    tabs.get_by_role("link", name=words("board.tab.seat")).tap()
    expect(page).to_have_url(f"{calm.address}/table/6")
    page.go_back()
    tabs.get_by_role("link", name=words("board.tab.tables")).tap()
    expect(page.get_by_role("heading", name=words("lobby.title"))).to_be_visible()
