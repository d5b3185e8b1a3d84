"""Pages of a table with a player-dealer: they open, and say truly who banks and who bets."""

import pytest
from playwright.sync_api import expect

from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("table,places", [("11", 8), ("21", 14)])
def test_the_place_of_the_player_dealer(
    quick: House, visits: Visits, size: dict[str, object], table: str, places: int
) -> None:
    """One place more than seats; who holds the position is marked, and nothing lies before him."""
    page = visits.page(quick, f"/table/{table}", size)
    found = page.locator("#places li")
    expect(found).to_have_count(places)
    bank = page.locator("#places li.player-dealer")
    expect(bank).to_have_count(1)
    kind = "" if size is DESK and places < 14 else ".short"
    expect(bank).to_contain_text(words(f"seat.place.player-dealer{kind}"))
    expect(bank).to_contain_text(words("seat.place.no-wager"))


def test_the_board_of_a_card_room(quick: House, visits: Visits) -> None:
    """The board of a player-dealer's table and its card in the lobby are like any other's."""
    board = visits.page(quick, "/table/21/board")
    expect(board.get_by_role("heading", name=words("road.big_road"))).to_be_visible()
    lobby = visits.page(quick, "/")
    card = lobby.get_by_role("article").filter(has_text="Table 11")
    expect(card).to_contain_text(words("lobby.player_dealer_bank"))
