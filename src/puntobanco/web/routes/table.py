"""A table's live link."""

from __future__ import annotations

from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.params import FromPath

from puntobanco.web.context import Context
from puntobanco.web.sockets import NO_TABLE, serve_socket


@websocket("/ws/table/{table:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Send the table whenever it changes, and take commands."""
    context: Context = socket.app.state.context
    live = context.desk.tables.get(table)
    if live is None or live.state.setup is None:
        await socket.close(code=NO_TABLE)
        return
    await serve_socket(socket, context, table)


handlers: Final = [table_socket]
