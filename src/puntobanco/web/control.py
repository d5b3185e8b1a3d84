"""Orders from the machine to the process that serves: a socket in a folder of the user's own.

One line in, one line out. Whoever may write there may write the database as well.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
import stat
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from puntobanco.errors import InputError
from puntobanco.house.office import DONE, ORDERS, AnyOrder, Done, Office
from puntobanco.web.attendance import end_links
from puntobanco.web.context import Context

LINE_MAX: Final = 1 << 20
PATIENCE_S: Final = 30.0


class ControlError(InputError):
    """Orders that cannot be given; the message says the cure."""


def path_of(place: str) -> Path:
    """Give the socket of whoever serves a database, in a folder that nobody else may enter."""
    folder = Path(tempfile.gettempdir()) / f"puntobanco-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise ControlError(f"{folder}: others may write here; remove it, or set TMPDIR")
    return folder / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.sock"


@asynccontextmanager
async def control(context: Context, place: str, address: str) -> AsyncIterator[None]:
    """Take orders for as long as the house is open, at an address that it tells."""
    path = path_of(place)
    path.unlink(missing_ok=True)  # of a process that was killed: the database is ours
    office = Office(context.people, context.accounts, address)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            order = ORDERS.decode(await reader.readline())
            done = await asyncio.to_thread(office.do, order)
            end_links(context.hub)
        except ValueError as fault:  # msgspec's own, or a line that is too long
            done = Done(fault=f"this is no order ({fault}); use one version on both sides")
        writer.write(msgspec.json.encode(done) + b"\n")
        writer.close()

    server = await asyncio.start_unix_server(answer, path, limit=LINE_MAX)
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


def order(place: str, wanted: AnyOrder) -> Done:
    """Give an order to the process that serves a database."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(PATIENCE_S)
        try:
            link.connect(str(path_of(place)))
            link.sendall(msgspec.json.encode(wanted) + b"\n")
            with link.makefile("rb") as answer:
                return DONE.decode(answer.readline())
        except (OSError, ValueError):
            raise ControlError(
                f"{place}: in use by a process that takes no orders; stop it first"
            ) from None
