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
