"""What every test shares: no deadlines, one event loop, golden files, marks by folder."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# A shared machine stalls now and then; a test that is slow once has not failed. Every run looks at
# other examples, so that few are enough for each; the night looks at many.
settings.register_profile("puntobanco", deadline=None, max_examples=30)
settings.register_profile("nightly", deadline=None, max_examples=500)
settings.load_profile("puntobanco")

# In the background of a script interrupts are ignored, and programs that tests start inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["tests.postgres"]

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"
# What `make check` leaves to `make test`, by folder, so that no test there can forget its mark.
MARKS = {"browser": pytest.mark.browser} | dict.fromkeys(
    ("agreement", "crash", "oracle", "simulator", "study"), pytest.mark.slow
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make golden`, and nothing else, write the golden files."""
    parser.addoption("--golden", choices=("compare", "write"), default="compare")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Give a test its referee: `golden("odds/deq-ez-8.txt", text)` compares with tests/golden."""

    def referee(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--golden") == "write":
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"tests/golden/{name} is not there: make golden, and review it"
        assert text == file.read_text(encoding="utf-8")

    return referee


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the folders that have a mark."""
    for item in items:
        if mark := MARKS.get(item.path.relative_to(TESTS).parts[0]):
            item.add_marker(mark)
