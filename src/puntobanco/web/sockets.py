"""Serving a socket: one reader, one writer, whichever ends first ends both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from puntobanco.house.desk import Reply
from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, may_ask
from puntobanco.house.tokens import hash_of
from puntobanco.store.base import StoreStopped
from puntobanco.table.refusals import Code
from puntobanco.web.addresses import address_of
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
FENCE_DIGITS: Final = 12
PAGE: Final = re.compile("[0-9a-f]{32}")
_GONE: Final = (OSError, WebSocketDisconnect, StoreStopped)  # the client, or the house itself
_LOG: Final = logging.getLogger(__name__)
_PONG: Final = {"type": "pong"}
Socket = WebSocket[Any, Any, Any]


class _Barred(Exception):  # noqa: N818 - what became of it
    """Whoever asks for a socket gets none."""


def _caller(socket: Socket, context: Context) -> Caller | None:
    """Give who opens a socket, None for one who looks on.

    A program shows its token. A page of ours says who it is by a ticket: a cookie comes by itself.
    """
    if not is_from_us(socket):
        raise _Barred
    ticket, token = socket.query_params.get("ticket"), token_of(socket)
    if is_bearer(socket):
        found = caller_of(context.people, socket)
    elif ticket is None:
        return None
    elif token is None or not context.tickets.take(ticket, token):
        raise _Barred
    else:
        found = context.people.signed_in(token)
    if found is None:
        raise _Barred
    return found


def _shown(socket: Socket) -> int | None:
    """Give the number by which a page acted before it came back."""
    shown = socket.query_params.get("fence")
    if shown is None:
        return None
    if not (shown.isascii() and shown.isdigit() and len(shown) <= FENCE_DIGITS):
        raise _Barred
    return int(shown)


def _page(socket: Socket) -> str | None:
    """Give what a page calls itself, so that it is known again when its line was cut."""
    page = socket.query_params.get("page")
    if page is not None and not PAGE.fullmatch(page):
        raise _Barred
    return page


def _is_too_many(context: Context, caller: Caller | None, address: str | None) -> bool:
    """Whether an account or an address has sockets enough."""
    hub = context.hub
    if caller and hub.links_of(caller.actor) >= SOCKETS_MAX:
        return True
    return address is not None and not context.addresses.admits(address, hub.links_from(address))


async def serve_socket(
    socket: Socket, context: Context, table: str | None, floor: Question | None = None
) -> None:
    """Accept a page of ours or a program's token, send what changes, take what comes.

    The floor is for those of all tables who may ask its question.
    """
    try:
        caller, shown, page = _caller(socket, context), _shown(socket), _page(socket)
    except _Barred:
        await socket.close(code=REFUSED)
        return
    is_elsewhere = caller is not None and table is not None and not caller.serves(table)
    is_overseer = floor and caller and caller.table is None and may_ask(caller.role, floor)
    if is_elsewhere or (floor is not None and not is_overseer):
        await socket.close(code=REFUSED)
        return
    address = None if is_bearer(socket) else address_of(socket)
    if page is not None:
        context.hub.end_older(page, caller)
    if _is_too_many(context, caller, address):
        await socket.close(code=TOO_MANY)
        return
    token = token_of(socket) if caller else None

    async def send(text: str) -> None:
        await socket.send_data(text)

    key = hash_of(token) if token else None
    client = Client(
        send,
        table,
        caller=caller,
        key=key,
        address=address,
        is_floor=floor is not None,
        page=page,
    )
    tasks: list[asyncio.Task[None]] = []
    context.hub.join(client, shown)
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


async def _read(socket: Socket, context: Context, client: Client) -> None:
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
                    client.answer(_PONG)
                continue
            if client.caller is None or client.table is None:
                client.answer(_answer(frame.id, refused(Code.NOT_SIGNED_IN)))
                continue
            if caller_of(context.people, socket) != client.caller:
                return
            if not is_within:
                client.answer(_answer(frame.id, refused(Code.RATE_LIMITED)))
                continue
            client.is_asking = True
            reply = await ask(
                context, client.caller, client.table, frame, text, is_stale=not client.acts
            )
            client.is_asking = False
            client.answer(_answer(frame.id, reply))
            client.mark()


def _answer(ident: str | None, reply: Reply) -> dict[str, Any]:
    refusal = reply.refusal
    if refusal is None:
        return {"type": "answer", "id": ident, "ok": True}
    body = {"code": refusal.code.value, "params": dict(refusal.params)}
    return {"type": "answer", "id": ident, "ok": False, "refusal": body}
