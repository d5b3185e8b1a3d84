"""The HTTP server: one process, frames small, nothing compressed, signals left to the caller."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from litestar import Litestar

from puntobanco.web.messages import FRAME_MAX

# How long sent bytes may lie about. A client that stops reading answers no ping either, but a
# close waits for the bytes before it: only the kernel ends such a connection.
STUCK_MS: Final = 15_000


class Server(uvicorn.Server):
    """A server that ends when ``should_exit`` is set, and leaves signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen; what is accepted takes its options from the listener."""
        for listener in sockets or []:
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
        await super().startup(sockets)


def make_server(app: Litestar, proxy: str | None = None) -> Server:
    """Make the server of an application; what a proxy says of its clients is believed of one."""
    return Server(
        uvicorn.Config(
            app,
            loop="none",
            http="httptools",
            ws="websockets-sansio",
            ws_max_size=FRAME_MAX,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy or "",
            server_header=False,
            access_log=False,
            log_level="warning",
            timeout_graceful_shutdown=5,
            lifespan="off",
        )
    )
