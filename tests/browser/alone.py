"""A house and a browser for what runs by itself, without pytest."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.serving import House
from tests.browser.visits import Visits
from tools.system import browser as installed


@contextmanager
def alone() -> Iterator[tuple[Visits, House]]:
    """Open both, and close them at the end."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=installed(), chromium_sandbox=False, args=list(ARGUMENTS)
        )
        house = House(Path(folder) / "house.db", ("--demo", "--clock", "600"))
        house.open()
        visits = Visits(chromium)
        yield visits, house
        visits.end(None)
        house.close()
        chromium.close()
