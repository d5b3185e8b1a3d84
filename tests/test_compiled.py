"""Where compiled kernels are kept: a folder of the version and the source, or none."""

import os
from pathlib import Path
from typing import Any

import numba
import pytest

from puntobanco.compiled import folder, keep


def a_kernel() -> Any:
    """Give a kernel that nothing is kept of yet."""

    @numba.njit
    def twice(number: int) -> int:
        return 2 * number

    return twice


def test_folder_changes_with_any_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more character in any file that is compiled into a kernel is another folder."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    sources = [tmp_path / "one.py", tmp_path / "two.py"]
    for source in sources:
        source.write_text("x = 1\n", encoding="utf-8")
    before = folder(*map(str, sources))
    assert before.parent == tmp_path / "puntobanco"
    assert folder(*map(str, sources)) == before
    sources[1].write_text("x = 2\n", encoding="utf-8")
    assert folder(*map(str, sources)) != before


def test_what_is_compiled_is_kept_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a first call the folder holds the kernel, and numba's own setting is as it was."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    config: Any = numba.config
    kernel = a_kernel()
    keep((__file__,), kernel)
    assert kernel(4) == 8
    assert list(folder(__file__).rglob("*.nbi"))
    assert str(tmp_path) == config.CACHE_DIR


def test_a_place_that_takes_nothing_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no folder can be made the kernel is compiled every time, and works."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setitem(os.environ, "XDG_CACHE_HOME", str(blocked))
    kernel = a_kernel()
    keep((__file__,), kernel)
    assert kernel(4) == 8
