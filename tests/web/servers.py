"""A house with its web side: behind a test client, or behind a real port."""

import asyncio
import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import msgspec
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from websockets.sync.client import ClientConnection, connect

from puntobanco.house.accounts import Accounts
from puntobanco.house.lab.sheets import Sheets
from puntobanco.house.passwords import Passwords
from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.house.window import Window
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from puntobanco.web.files import Files
from puntobanco.web.live import Hub
from puntobanco.web.server import Server, make_server
from puntobanco.web.sessions import COOKIE, new_token
from tests.house import contract
from tests.house.houses import House
from tests.table.playing import TABLE

FILES = Files.read()
CHIPS = 200_000
CHEAP = PasswordHasher.from_parameters(CHEAPEST)  # what a password costs is no matter of a test
WAIT = 20
# Every kind of socket: who is there, and what his page looks at.
KINDS = {
    "board": (None, f"/ws/table/{TABLE}"),
    "seat": (Caller("ann", Role.PATRON), f"/ws/table/{TABLE}"),
    "console": (Caller("dee", Role.DEALER, TABLE), f"/ws/table/{TABLE}"),
    "floor": (Caller("sue", Role.SUPERVISOR), "/ws/floor"),
    "lobby": (None, "/ws/lobby"),
}


def put_together(house: House, guests: int | None = CHIPS) -> Context:
    """The context of a house."""
    people = People(house.store, house.clock)
    hub, sheets = Hub(house.desk, people), Sheets(house.store, house.clock)
    window = Window(house.store, people, house.desk.clock, hub.own.at_window)
    accounts = Accounts(house.store, people, house.clock, Passwords(CHEAP))
    return Context(house.desk, people, hub, FILES, guests, window, accounts, sheets)


@dataclass
class Running:
    """A server on a loopback port, in a thread of its own."""

    house: House
    context: Context
    server: Server
    loop: asyncio.AbstractEventLoop
    port: int

    @property
    def origin(self) -> str:
        """What a page of ours says where it comes from."""
        return f"http://127.0.0.1:{self.port}"

    def sign_in(self, patron: str) -> str:
        """Sign somebody in, and give the cookie."""
        token = new_token()
        self.context.people.sign_in(patron, token)
        return f"{COOKIE}={token}"

    def begin(self, caller: Caller | None) -> str:
        """Begin a sign-in of whatever role, and give the cookie; None for one who looks on."""
        if caller is None:
            return ""
        token = new_token()
        self.context.people.begin("session", token, caller)
        return f"{COOKIE}={token}"

    def ticket(self, cookie: str) -> str:
        """Give what a page gets by a POST before it opens a socket."""
        return self.context.tickets.give(cookie.partition("=")[2])

    @contextmanager
    def client(
        self,
        cookie: str = "",
        *,
        path: str = f"/ws/table/{TABLE}",
        fence: int | None = None,
        page: str = "",
        **options: Any,
    ) -> Iterator["Client"]:
        """Open a socket like a page of ours, with a ticket where somebody is signed in."""
        headers = {"origin": self.origin} | ({"cookie": cookie} if cookie else {})
        shown = {"ticket": self.ticket(cookie)} if cookie else {}
        shown |= {} if fence is None else {"fence": str(fence)}
        shown |= {"page": page} if page else {}
        query = f"?{urlencode(shown)}" if shown else ""
        address = f"ws://127.0.0.1:{self.port}{path}{query}"
        wanted: dict[str, Any] = {"additional_headers": headers, "compression": None} | options
        with connect(address, **wanted) as connection:
            yield Client(connection)

    def raw(self, path: str = f"/ws/table/{TABLE}", cookie: str = "") -> socket.socket:
        """Open a socket that nobody reads from behind our back, past its handshake."""
        query = f"?ticket={self.ticket(cookie)}" if cookie else ""
        shown = f"cookie: {cookie}\r\n" if cookie else ""
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.connect(("127.0.0.1", self.port))
        opened.sendall(
            f"GET {path}{query} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{shown}"
            f"origin: {self.origin}\r\n"
            "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        opened.settimeout(WAIT)
        assert opened.recv(12) == b"HTTP/1.1 101"
        return opened


@dataclass
class Client:
    """A page's socket, each message of which is held to the contract."""

    connection: ClientConnection

    def next(self) -> contract.Frame:
        """The next message."""
        text = self.connection.recv(timeout=WAIT)
        assert isinstance(text, str)
        return msgspec.json.decode(text, type=contract.Frame)

    def state(self) -> contract.State:
        """The next state."""
        while not isinstance(found := self.next(), contract.State):
            pass
        return found

    def lives(self) -> bool:
        """Whether a ping is still answered."""
        self.connection.send('{"type":"ping"}')
        while not isinstance(self.next(), contract.Pong):
            pass
        return True

    def state_of(self, phase: str) -> contract.State:
        """The next state of a phase."""
        while (found := self.state()).view.phase != phase:
            pass
        return found

    def answer(self) -> contract.Answer:
        """The next answer."""
        while not isinstance(found := self.next(), contract.Answer):
            pass
        return found

    def send(self, kind: str, /, **body: object) -> str:
        """Send a command, and give its id: a new one, unless it is said."""
        whole = {"id": secrets.token_hex(16), "type": kind} | body
        self.connection.send(json.dumps(whole))
        return str(whole["id"])

    def ask(self, kind: str, /, **body: object) -> contract.Answer:
        """Send a command and wait for its answer."""
        sent = self.send(kind, **body)
        while (found := self.answer()).id != sent:
            pass
        return found

    def is_served(self) -> bool:
        """Whether a ping is answered, whatever kind of states comes before."""
        self.connection.send('{"type":"ping"}')
        while '"pong"' not in str(self.connection.recv(timeout=WAIT)):
            pass
        return True

    def refused(self, kind: str, /, **body: object) -> str:
        """Send a command that is refused, and give the code."""
        found = self.ask(kind, **body)
        assert not found.ok
        assert found.refusal
        return found.refusal.code


@contextmanager
def running(
    store: Store | None = None, *, guests: int | None = CHIPS, room: int = 0
) -> Iterator[Running]:
    """Run a house on a free port; `room` makes the kernel's buffers small."""
    ready, found = Event(), []
    store = store or open_sqlite(MEMORY)

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        house = House(store, schedule=loop.call_soon_threadsafe)
        context = put_together(house, guests)
        listener = socket.create_server(("127.0.0.1", 0))
        if room:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
        server = make_server(create_app(context))
        found.append(Running(house, context, server, loop, listener.getsockname()[1]))
        ready.set()
        await server.serve(sockets=[listener])
        await context.close()

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(WAIT)
    with closing(store):
        try:
            yield found[0]
        finally:
            found[0].server.should_exit = True
            thread.join()
