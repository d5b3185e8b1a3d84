"""One browser for the session; houses and visitors for each test; traces of what failed."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.places import RESULTS
from tests.browser.serving import House
from tests.browser.visits import PATIENCE_MS, Visits
from tools.system import browser as installed

ARGUMENTS: Final = (
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=slight",  # of the headless shell, as the whole browser has it
)
FAILED: Final = pytest.StashKey[bool]()
OpenHouse = Callable[..., House]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests failed, for their traces."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Give the machine's own Chromium, one for all tests."""
    found = installed()
    assert found, "there is no Chromium: make setup-test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, chromium_sandbox=False, args=list(ARGUMENTS)
        )
        expect.set_options(timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Give a demo house whose betting windows last ten minutes, shared by all tests."""
    house = House(tmp_path_factory.mktemp("calm") / "calm.db", ("--demo", "--clock", "600"))
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Give a demo house with a hand every six seconds, shared by all tests."""
    options = ("--demo", "--clock", "3", "--pace", "5")
    house = House(tmp_path_factory.mktemp("quick") / "quick.db", options)
    house.open()
    yield house
    house.close()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Give houses of the test's own, which it may kill."""
    houses: list[House] = []

    def opened(*options: str, file: str = "house.db", wait: bool = True) -> House:
        house = House(tmp_path / file, options)
        houses.append(house)
        if wait:
            house.open()
        return house

    yield opened
    for house in houses:
        house.close()


@pytest.fixture
def visits(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Give visitors; no page of any test may break a rule that they watch over."""
    visits = Visits(chromium)
    yield visits
    failed = request.node.stash.get(FAILED, default=False) or bool(visits.faults)
    place = RESULTS / request.node.name.replace("/", "-") if failed else None
    if place:
        place.mkdir(parents=True, exist_ok=True)
    visits.end(place)
    assert visits.faults == []


# Scenes that differ from another one by the size of the screen or a value alone, and what is tried
# at length: left to `make nightly`, since `make test` has ten minutes on two cores.
NIGHTLY: Final = (
    "phone-large",
    "[tablet]",
    "test_access[desk]",
    "test_audit.py::test_what_is_false_is_told",
    "test_accounts.py::test_the_pages_of_accounts[desk]",
    "test_board.py::test_a_screen_over_a_table[night",
    "test_board.py::test_a_screen_over_a_table[safe",
    "test_board_life.py::test_a_result_that_is_checked_is_ringed[6",
    "test_board_life.py::test_nobody_sits_where_a_shoe_is_tracked",
    "test_board_room.py::test_there_is_room[wide]",
    "test_board_room.py::test_there_is_room[tall]",
    "test_card_room.py::test_the_place_of_the_player_dealer[11-8-desk]",
    "test_card_room.py::test_the_place_of_the_player_dealer[21-14-phone]",
    "test_console.py::test_a_table_with_everybody",  # the whole shoe's few rounds are everybody's
    "test_console.py::test_every_game[deq-ez]",
    "test_console.py::test_every_game[parkwest-ez",
    "test_console.py::test_every_game[punto-banco]",
    "test_console.py::test_every_scene_can_be_read_and_hit[desk]",
    "test_console.py::test_text_of_twice_the_size",
    "test_floor.py::test_a_house_that_has_just_begun[desk]",
    "test_floor.py::test_a_second_person_for_real_cards",
    "test_floor.py::test_a_sign_in_that_is_over",
    "test_floor.py::test_an_auditor_looks_on",
    "test_floor.py::test_chips_in_dispute",
    "test_floor.py::test_names_are_read_aloud_as_they_are",
    "test_floor.py::test_no_amount_is_guessed[-5]",
    "test_floor.py::test_no_amount_is_guessed[0",
    "test_floor.py::test_no_amount_is_guessed[1",
    "test_floor.py::test_the_cage_can_be_used[desk]",
    "test_floor.py::test_the_column_scrolls_by_itself",
    "test_floor.py::test_the_floor_can_be_used[desk]",
    "test_lab.py::test_a_house_that_does_not_answer",
    "test_lab.py::test_a_report_is_handed_over",
    "test_lab.py::test_a_sheet_with_a_base",
    "test_lab.py::test_by_touch",
    "test_lab.py::test_form_and_text_are_kept_in_step",
    "test_lab.py::test_many_clicks_at_once",
    "test_lab.py::test_nothing_written_breaks_the_page",
    "test_lab.py::test_the_lab_keeps_the_rules[desk]",
    "test_lab.py::test_the_last_card",
    "test_lab.py::test_the_sheet_is_taken_along",
    "test_lab.py::test_what_was_written_outlasts_the_page",
    "test_link.py::test_older_states_are_dropped",
    "test_link.py::test_xo4_a_hurried_hand",
    "test_link.py::test_xo5_a_clock_that_is_wrong",
    "test_lobby.py::test_an_address_without_a_page[/table",
    "test_pages.py::test_board[desk]",
    "test_pages.py::test_lobby[desk]",
    "test_pages.py::test_seat[desk]",
    "test_rounds.py::test_every_bet_of_every_game[ca-ez-panda8]",
    "test_rounds.py::test_every_bet_of_every_game[deq-ez]",
    "test_rounds.py::test_every_bet_of_every_game[parkwest-ez",
    "test_rounds.py::test_every_bet_of_every_game[punto-banco]",
    "test_rounds.py::test_two_places[desk]",
    "test_seat_bank.py::test_the_position_is_held_and_given_up",
    "test_seat_own.py::test_every_target_of_a_phone[11]",
    "test_seat_own.py::test_every_target_of_a_phone[2]",
    "test_seat_own.py::test_the_game_in_words_and_odds[1",
    "test_shoe.py::test_a_board_from_afar_keeps_the_rules",
    "test_shoe.py::test_on_paper_only_the_shoe_is_left",
    "test_tracker.py::test_a_line_for_the_board",
    "test_tracker.py::test_a_tournament_counts_down",
    "test_tracker.py::test_keys_that_are_held_can_be_asked_for",
    "test_tracker.py::test_text_of_twice_the_size",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the night what is named above."""
    for item in items:
        if any(name in item.nodeid for name in NIGHTLY):
            item.add_marker(pytest.mark.nightly)
