"""What every test shares: no deadlines, one event loop, and the mark of the browser tests."""

from pathlib import Path

import pytest
from hypothesis import settings

# A shared machine stalls now and then; a test that is slow once has not failed.
settings.register_profile("puntobanco", deadline=None)
settings.load_profile("puntobanco")

BROWSER = Path(__file__).parent / "browser"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, as the server does."""
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in tests/browser, so that no test there can forget it."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
