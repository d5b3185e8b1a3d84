"""The HTTP server: one process, frames small, nothing compressed, signals left to the caller."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

from puntobanco.web.messages import FRAME_MAX


class Server(uvicorn.Server):
    """A server that ends when ``should_exit`` is set, and leaves signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def make_server(app: Litestar) -> Server:
    """Make the server of an application."""
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
            server_header=False,
            access_log=False,
            log_level="warning",
            timeout_graceful_shutdown=5,
            lifespan="off",
        )
    )
