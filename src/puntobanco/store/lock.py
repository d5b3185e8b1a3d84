"""One process a file: a lock file beside the database, held until it is closed.

The lock is the kernel's, so it ends with its process however that ends, and a lock file that a
crash left behind stops nobody. The database itself is not used for this: closing any descriptor of
it would drop the locks that SQLite holds on it.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from puntobanco.store.base import StoreError


class FileLock:
    """The lock of one database file."""

    def __init__(self, database: Path) -> None:
        """Take the lock, or raise `StoreError`."""
        self._path = database.with_name(database.name + ".lock")
        self._descriptor = self._take(database)

    def release(self) -> None:
        """Remove the lock file and let go."""
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def _take(self, database: Path) -> int:
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(descriptor, 20).decode(errors="replace").strip() or "unknown"
                os.close(descriptor)
                raise StoreError(
                    database,
                    f"in use by another process ({holder})",
                    "stop that one, or name another file",
                ) from None
            if self._is_ours(descriptor):
                os.ftruncate(descriptor, 0)
                os.write(descriptor, str(os.getpid()).encode())
                return descriptor
            os.close(descriptor)

    def _is_ours(self, descriptor: int) -> bool:
        """Whether the locked file still has its name: its last holder may just have removed it."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False
