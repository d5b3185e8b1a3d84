"""Where compiled kernels are kept between two starts: a folder of this version and this source."""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numba

_HASH_LENGTH: Final = 12


def folder(*sources: str) -> Path:
    """Name the folder of the kernels that some source files hold.

    It goes below NUMBA_CACHE_DIR where that is set, else below the user's cache folder. The hash
    is there because a kernel's own cache does not notice every change of what it calls.
    """
    digest = hashlib.sha256()
    for source in sources:
        digest.update(Path(source).read_bytes())
    config: Any = numba.config
    base = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = f"kernels-{version('puntobanco')}-{digest.hexdigest()[:_HASH_LENGTH]}"
    return Path(base) / "puntobanco" / name


def keep(sources: tuple[str, ...], *kernels: Any) -> None:
    """Keep what is compiled of some kernels; where nothing can be written, compile every time.

    ``sources`` are all files with code that is compiled into them.
    """
    config: Any = numba.config
    before = config.CACHE_DIR
    try:
        place = folder(*sources)
        place.mkdir(parents=True, exist_ok=True)
        config.CACHE_DIR = str(place)
        for kernel in kernels:
            kernel.enable_caching()
    except (OSError, RuntimeError):  # a home that is not there, a disk that is read only
        return
    finally:
        config.CACHE_DIR = before
