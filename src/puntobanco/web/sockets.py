"""Serving a socket: one reader, one writer, whichever ends first ends both."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from puntobanco.house.desk import Reply, Request
from puntobanco.table.refusals import Code, Refusal
from puntobanco.web.bucket import Bucket
from puntobanco.web.context import Context
from puntobanco.web.live import Client, Send
from puntobanco.web.messages import Malformed, Ping, command_of, read_frame
from puntobanco.web.sessions import is_same_origin

REFUSED: Final = 4403
NO_TABLE: Final = 4404


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
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(code=1001)


async def _read(socket: WebSocket[Any, Any, Any], context: Context, client: Client) -> None:
    bucket = Bucket()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            try:
                frame = read_frame(text)
            except Malformed as fault:
                client.answer(_answer(fault.id, Reply(Refusal(Code.MALFORMED))))
                continue
            if isinstance(frame, Ping):
                client.answer({"type": "pong"})
                continue
            if not bucket.admits():
                client.answer(_answer(frame.id, Reply(Refusal(Code.RATE_LIMITED))))
                continue
            if client.patron is None or client.table is None:
                client.answer(_answer(frame.id, Reply(Refusal(Code.NOT_SIGNED_IN))))
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
