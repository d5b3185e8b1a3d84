"""A disk in memory whose power can be cut, as a file system for SQLite.

For every file it keeps what programs see and, apart, what is sure to be there after a power cut:
the content at the last sync, and the writes since, of which a real disk may hold all, some, none or
halves. At a given operation the power goes: from then on every operation fails, and `after_the_cut`
says what one such disk holds.
"""

# ruff: noqa: N802, D102 - the methods with an x are SQLite's, by its names

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import apsw

SECTOR: Final = 512  # a disk writes these whole or not at all
JOURNAL: Final = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL


@dataclass
class File:
    """One file, seen and sure."""

    seen: bytearray = field(default_factory=bytearray)
    sure: bytes = b""
    is_named: bool = False  # whether its name is sure: a folder is synced apart from its files
    since: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut off there

    def write(self, offset: int, data: bytes) -> None:
        """Write, unsynced."""
        put(self.seen, offset, data)
        self.since.append((offset, data))

    def truncate(self, size: int) -> None:
        """Cut off, unsynced."""
        del self.seen[size:]
        self.since.append((size, None))

    def sync(self) -> None:
        """Make all of it sure."""
        self.sure = bytes(self.seen)
        self.since.clear()

    def after_the_cut(self, chance: random.Random) -> bytes | None:
        """What a disk may hold of it; None if the file is not there."""
        if not self.is_named and chance.random() < 0.5:
            return None
        content = bytearray(self.sure)
        kept = chance.choice((0.0, 0.5, 0.9, 1.0))  # some disks lose much, some little
        for offset, data in self.since:
            if data is None:
                if chance.random() < kept:
                    del content[offset:]
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < kept:
                    put(content, offset + start, data[start : start + SECTOR])
        return bytes(content)


def put(content: bytearray, offset: int, data: bytes) -> None:
    """Write into bytes, which grow as a file does."""
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """The file system; its power is cut at an operation that changes something."""

    def __init__(self, name: str, cut_at: int | None, seed: int) -> None:
        super().__init__(name, base="")
        self.name = name
        self.files: dict[str, File] = {}
        self._deleted: dict[str, File] = {}  # which a cut may bring back
        self.operations = 0
        self._cut_at = cut_at
        self._chance = random.Random(seed)

    @property
    def is_dead(self) -> bool:
        """Whether the power is gone."""
        return self._cut_at is not None and self.operations >= self._cut_at

    def change(self) -> None:
        """Count an operation that changes something, unless the power is gone before it."""
        self.check()
        self.operations += 1
        self.check()

    def check(self) -> None:
        """Refuse everything once the power is gone."""
        if self.is_dead:
            raise apsw.IOError("the power is gone")

    def sync_folder(self) -> None:
        """Make sure which names there are."""
        self._deleted.clear()
        for file in self.files.values():
            file.is_named = True

    def after_the_cut(self, folder: Path) -> None:
        """Write what the disk holds into a folder."""
        back = {name: file for name, file in self._deleted.items() if self._chance.random() < 0.5}
        for name, file in (back | self.files).items():
            content = file.after_the_cut(self._chance)
            if content is not None:
                (folder / Path(name).name).write_bytes(content)

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        self.check()
        return pathname in self.files

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.change()
        if filename not in self.files:
            raise apsw.IOError("no such file")
        file = self.files.pop(filename)
        self._deleted[filename] = file
        if syncdir:
            self.sync_folder()

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        self.check()
        if name is None:
            return Handle(self, File(), names=False)  # temporary: nothing outlives the cut
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        flags[1] = flags[0]
        is_new = path not in self.files
        file = self.files.setdefault(path, File())
        return Handle(self, file, names=is_new and bool(flags[0] & JOURNAL))


class Handle(apsw.VFSFile):
    """An open file; no base file stands behind it."""

    def __init__(self, disk: Disk, file: File, *, names: bool) -> None:
        # The base class would open a real file.
        self._disk = disk
        self._file = file
        self._names = names  # whether its first sync is one of the folder too, as on any Unix

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.check()
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        # Of the write that the cut meets, some sectors may be on the disk.
        if not self._disk.is_dead:
            self._file.write(offset, bytes(data))
        self._disk.change()

    def xTruncate(self, newsize: int) -> None:
        self._disk.change()
        self._file.truncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.change()
        self._file.sync()
        if self._names:
            self._disk.sync_folder()
            self._names = False

    def xFileSize(self) -> int:
        self._disk.check()
        return len(self._file.seen)

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return 0

    def xClose(self) -> None:
        pass
