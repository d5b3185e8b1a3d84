"""Serving a socket: one reader, one writer, whichever ends first ends both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from puntobanco.house.desk import Reply
from puntobanco.house.roles import Question, may_ask
from puntobanco.house.tokens import hash_of
from puntobanco.store.base import StoreStopped
from puntobanco.table.refusals import Code
from puntobanco.web.asking import ask, refused
from puntobanco.web.bucket import Bucket
from puntobanco.web.context import Context
from puntobanco.web.live import Client
from puntobanco.web.messages import Malformed, Ping, read_frame
from puntobanco.web.sessions import caller_of, is_bearer, is_from_us, token_of

REFUSED: Final = 4403
NO_TABLE: Final = 4404
TOO_MANY: Final = 4429
GOING: Final = 1001
FAULT: Final = 1011
SOCKETS_MAX: Final = 5  # of one account
EXCESS_MAX: Final = 100  # frames in a row beyond the rate, then the link ends
_GONE: Final = (OSError, WebSocketDisconnect, StoreStopped)  # the client, or the house itself
_LOG: Final = logging.getLogger(__name__)


async def serve_socket(
    socket: WebSocket[Any, Any, Any],
    context: Context,
    table: str | None,
    floor: Question | None = None,
) -> None:
    """Accept a page of ours or a program's token, send what changes, take what comes.

    The floor is for those of all tables who may ask its question.
    """
    caller = caller_of(context.people, socket)
    is_barred = caller is None if is_bearer(socket) else not is_from_us(socket)
    is_overseer = floor and caller and caller.table is None and may_ask(caller.role, floor)
    is_barred = is_barred or (floor is not None and not is_overseer)
    if is_barred or (caller and table and not caller.serves(table)):
        await socket.close(code=REFUSED)
        return
    if caller and context.hub.links_of(caller.actor) >= SOCKETS_MAX:
        await socket.close(code=TOO_MANY)
        return
    token = token_of(socket)

    async def send(text: str) -> None:
        await socket.send_data(text)

    key = hash_of(token) if token else None
    client = Client(send, table, caller=caller, key=key, is_floor=floor is not None)
    tasks: list[asyncio.Task[None]] = []
    context.hub.join(client)
    try:
        await socket.accept()
        tasks += [
            asyncio.create_task(client.write(context.hub.render)),
            asyncio.create_task(_read(socket, context, client)),
        ]
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
                client.answer(_answer(fault.id, refused(Code.MALFORMED)))
                continue
            if isinstance(frame, Ping):
                if is_within:
                    client.answer({"type": "pong"})
                continue
            if client.caller is None or client.table is None:
                client.answer(_answer(frame.id, refused(Code.NOT_SIGNED_IN)))
                continue
            if caller_of(context.people, socket) != client.caller:
                return
            if not is_within:
                client.answer(_answer(frame.id, refused(Code.RATE_LIMITED)))
                continue
            reply = await ask(context, client.caller, client.table, frame, text)
            client.answer(_answer(frame.id, reply))
            client.mark()


def _answer(ident: str | None, reply: Reply) -> dict[str, Any]:
    refusal = reply.refusal
    if refusal is None:
        return {"type": "answer", "id": ident, "ok": True}
    body = {"code": refusal.code.value, "params": dict(refusal.params)}
    return {"type": "answer", "id": ident, "ok": False, "refusal": body}
