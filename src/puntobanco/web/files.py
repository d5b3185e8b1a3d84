"""Static files and pages, read once at start; the address of a file changes with the content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Self

_IMPORT: Final = re.compile(r"""^(?:import|export)[^"';]*?["'](\.[^"']+)["'];?$""", re.MULTILINE)
_SHEETS: Final = re.compile(r'(?: *<link rel="stylesheet" href="\{static\}/[^"]+">\n)+')
_SHEET: Final = re.compile(r'href="\{static\}/([^"]+)"')
_SCRIPT: Final = re.compile(r' *<script type="module" src="\{static\}/([^"]+)"></script>')
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
    """One file and its media type; ``packed`` is it as gzip, where that is less."""

    content: bytes
    media_type: str
    packed: bytes | None = None

    @classmethod
    def of(cls, content: bytes, media_type: str) -> Self:
        """Pack a file once, so that nobody's request has to."""
        packed = gzip.compress(content, 9, mtime=0)
        is_less = len(packed) < 0.9 * len(content)
        return cls(content, media_type, packed if is_less else None)


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
        pages = {
            name: _with_modules(_with_one_sheet(name, file.content.decode(), found), found)
            for name, file in [*found.items()]
            if name.endswith(".html")
        }
        content = {name: file.content for name, file in found.items()}
        content |= {name: page.encode() for name, page in pages.items()}
        digest = hashlib.sha256()
        for name in sorted(content):
            digest.update(f"{name}\0{len(content[name])}\0".encode() + content[name])
        version = digest.hexdigest()[:16]
        shown = {
            name.removesuffix(".html"): page.replace("{static}", f"/static/{version}")
            for name, page in pages.items()
        }
        kept = {name: file for name, file in found.items() if not name.endswith(".html")}
        return cls(version, kept, shown)


def _walk(folder: Traversable, path: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _walk(entry, f"{path}{entry.name}/", found)
        else:
            suffix = "." + entry.name.rpartition(".")[2]
            kind = _TYPES.get(suffix) or mimetypes.guess_type(entry.name)[0]
            kind = kind or "application/octet-stream"
            found[path + entry.name] = File.of(entry.read_bytes(), kind)


def _with_one_sheet(name: str, page: str, files: dict[str, File]) -> str:
    """Join the style sheets of a page into one: it is shown after one answer instead of nine."""
    links = _SHEETS.search(page)
    if links is None:
        return page
    parts = [files[part].content for part in _SHEET.findall(links[0])]
    joined = f"css/{name.removesuffix('.html')}.page.css"  # beside its parts, for their addresses
    files[joined] = File.of(b"".join(parts), "text/css")
    link = f'  <link rel="stylesheet" href="{{static}}/{joined}">\n'
    return page[: links.start()] + link + page[links.end() :]


def _with_modules(page: str, files: dict[str, File]) -> str:
    """Name every module of a page in its head: else each waits until another has asked for it."""
    script = _SCRIPT.search(page)
    if script is None:
        return page
    links = [f'{{static}}/{name}"' for name in _modules(script[1], files)[1:]]
    told = [f'  <link rel="modulepreload" href="{link}>\n' for link in links if link not in page]
    return page[: script.start()] + "".join(told) + page[script.start() :]


def _modules(entry: str, files: dict[str, File]) -> list[str]:
    """Give a module and all that it needs."""
    found = [entry]
    for name in found:  # grows while it is read
        for path in _IMPORT.findall(files[name].content.decode()):
            needed = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if needed not in found:
                found.append(needed)
    return found
