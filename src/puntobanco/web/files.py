"""Static files and pages, read once at start; the address of a file changes with the content."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Self

_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}


@dataclass(frozen=True, slots=True)
class File:
    """One file and its media type."""

    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Files:
    """All static files under one hash, and the pages that point to them."""

    hash: str
    files: dict[str, File]
    pages: dict[str, str]

    @classmethod
    def read(cls) -> Self:
        """Read the package's static folder."""
        found: dict[str, File] = {}
        _walk(resources.files("puntobanco.web") / "static", "", found)
        digest = hashlib.sha256()
        for name, file in sorted(found.items()):
            digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
        version = digest.hexdigest()[:16]
        pages = {
            name.removesuffix(".html"): file.content.decode().replace(
                "{static}", f"/static/{version}"
            )
            for name, file in found.items()
            if name.endswith(".html")
        }
        kept = {name: file for name, file in found.items() if not name.endswith(".html")}
        return cls(version, kept, pages)


def _walk(folder: Traversable, path: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _walk(entry, f"{path}{entry.name}/", found)
        else:
            suffix = "." + entry.name.rpartition(".")[2]
            kind = _TYPES.get(suffix) or mimetypes.guess_type(entry.name)[0]
            found[path + entry.name] = File(entry.read_bytes(), kind or "application/octet-stream")
