"""A house and a browser for what runs by itself, without pytest."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.serving import House
from tests.browser.visits import Visits
from tools.system import browser as installed


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Open one, and close it at the end."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=installed(), chromium_sandbox=False, args=list(ARGUMENTS)
        )
        yield chromium
        chromium.close()


@contextmanager
def alone() -> Iterator[tuple[Visits, House]]:
    """Open both, and close them at the end."""
    with tempfile.TemporaryDirectory() as folder, a_browser() as chromium:
        house = House(Path(folder) / "house.db", ("--demo", "--clock", "600"))
        house.open()
        visits = Visits(chromium)
        yield visits, house
        visits.end(None)
        house.close()
