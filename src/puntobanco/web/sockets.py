"""Serving a socket: one reader, one writer, whichever ends first ends both."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from puntobanco.house.desk import Reply, Request
from puntobanco.store.base import StoreStopped
from puntobanco.table.refusals import Code, Refusal
from puntobanco.web.bucket import Bucket
from puntobanco.web.context import Context
from puntobanco.web.live import Client, Send
from puntobanco.web.messages import Malformed, Ping, command_of, read_frame
from puntobanco.web.sessions import COOKIE, is_same_origin, patron_of

REFUSED: Final = 4403
NO_TABLE: Final = 4404
GOING: Final = 1001
FAULT: Final = 1011
EXCESS_MAX: Final = 100  # frames in a row beyond the rate, then the link ends
_GONE: Final = (OSError, WebSocketDisconnect, StoreStopped)  # the client, or the house itself
_LOG: Final = logging.getLogger(__name__)


async def serve_socket(
    socket: WebSocket[Any, Any, Any], context: Context, make: Callable[[Send], Client]
) -> None:
    """Accept a page of ours, send what changes, take what comes."""
    if not is_same_origin(dict(socket.headers)):
        await socket.close(code=REFUSED)
        return
    await socket.accept()

    async def send(text: str) -> None:
        await socket.send_data(text)

    client = make(send)
    client.token = socket.cookies.get(COOKIE)
    context.hub.join(client)
    tasks = [
        asyncio.create_task(client.write(context.hub.render)),
        asyncio.create_task(_read(socket, context, client)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        context.hub.part(client)
        for task in tasks:
            task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        faults = [f for f in found if isinstance(f, Exception) and not isinstance(f, _GONE)]
        for fault in faults:
            _LOG.error("%s: a socket failed", client.table or "lobby", exc_info=fault)
        with contextlib.suppress(Exception):
            await socket.close(code=FAULT if faults else GOING)


async def _read(socket: WebSocket[Any, Any, Any], context: Context, client: Client) -> None:
    bucket, excess = Bucket(), 0
    with contextlib.suppress(WebSocketDisconnect):
        while not client.is_over:
            text = await socket.receive_text()
            is_within = bucket.admits()
            excess = 0 if is_within else excess + 1
            if excess > EXCESS_MAX:
                return
            try:
                frame = read_frame(text)
            except Malformed as fault:
                client.answer(_answer(fault.id, Reply(Refusal(Code.MALFORMED))))
                continue
            if isinstance(frame, Ping):
                if is_within:
                    client.answer({"type": "pong"})
                continue
            if client.patron is None or client.table is None:
                client.answer(_answer(frame.id, Reply(Refusal(Code.NOT_SIGNED_IN))))
                continue
            if patron_of(context.people, socket.cookies) != client.patron:
                return
            if not is_within:
                client.answer(_answer(frame.id, Reply(Refusal(Code.RATE_LIMITED))))
                continue
            place = context.desk.state(client.table).place_of(client.patron)
            command = command_of(frame, client.patron, place)
            if command is None:
                continue
            digest = hashlib.sha256(f"{client.table}\0{text}".encode()).digest()
            request = Request(client.table, command, client.patron, frame.id, digest)
            reply = await asyncio.wrap_future(context.desk.submit(request))
            client.answer(_answer(frame.id, reply))
            client.mark()


def _answer(ident: str | None, reply: Reply) -> dict[str, Any]:
    refusal = reply.refusal
    if refusal is None:
        return {"type": "answer", "id": ident, "ok": True}
    body = {"code": refusal.code.value, "params": dict(refusal.params)}
    return {"type": "answer", "id": ident, "ok": False, "refusal": body}
