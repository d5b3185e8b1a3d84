"""One ground for all runs of a worker."""

from pathlib import Path

import pytest

from tests.crash import ground


@pytest.fixture(scope="session")
def ground_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose shoe is almost over."""
    return ground.prepare(tmp_path_factory.mktemp("ground") / "ground.db")


@pytest.fixture
def file(ground_file: Path, tmp_path: Path) -> Path:
    """A copy to play on."""
    return ground.copy(ground_file, tmp_path)
