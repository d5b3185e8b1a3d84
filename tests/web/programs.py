"""Programs that run a table: each has a token, and speaks HTTP or the socket."""

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from puntobanco.house.tokens import Grant
from puntobanco.web.context import Context
from tests.table.playing import TABLE
from tests.web.servers import WAIT, Running

PATIENT = 30


class Refused(AssertionError):  # noqa: N818 - the word of the field
    """A command that was not carried out; ``code`` says why."""

    def __init__(self, code: str) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code


@dataclass
class Program:
    """Somebody with a token, over HTTP."""

    client: httpx.Client
    token: str
    table: str = TABLE

    def get(self, path: str) -> httpx.Response:
        """Ask for something."""
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, body: object) -> httpx.Response:
        """Send something."""
        return self.client.post(path, json=body, headers=self.headers)

    def order(self, path: str, **body: object) -> Any:
        """Send something with an id, which is done."""
        answer = self.post(path, {"id": secrets.token_hex(16), **body})
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()

    @property
    def headers(self) -> dict[str, str]:
        """What shows who it is."""
        return {"authorization": f"Bearer {self.token}"}

    @property
    def state(self) -> Any:
        """The table as this program sees it."""
        answer = self.get(f"/api/table/{self.table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, kind: str, /, **body: object) -> str:
        """Give a command; the code of its refusal, empty if it was carried out."""
        sent = {"id": secrets.token_hex(16), "type": kind, **body}
        answer = self.post(f"/api/table/{self.table}/commands", sent).json()
        if "error" in answer:
            return str(answer["error"]["code"])
        return "" if answer["ok"] else str(answer["refusal"]["code"])

    def do(self, kind: str, /, **body: object) -> None:
        """Give a command that is carried out."""
        code = self.ask(kind, **body)
        if code:
            raise Refused(code)


@dataclass
class Caller(Program):
    """Somebody with a token, over the socket: its newest state is what it knows."""

    socket: ClientConnection | None = None
    _state: Any = None

    @property
    def state(self) -> Any:
        """The table as the newest message has it: all that was sent before two pongs is read."""
        for _ in range(2):
            self._send({"type": "ping"})
            while self._read()["type"] != "pong":
                pass
        return self._state

    def ask(self, kind: str, /, **body: object) -> str:
        """Give a command, and wait for its answer."""
        ident = secrets.token_hex(16)
        self._send({"id": ident, "type": kind, **body})
        while (answer := self._read()).get("id") != ident:
            pass
        return "" if answer["ok"] else str(answer["refusal"]["code"])

    def _send(self, body: object) -> None:
        assert self.socket
        self.socket.send(json.dumps(body))

    def _read(self) -> Any:
        assert self.socket
        message = json.loads(self.socket.recv(timeout=WAIT))
        if message["type"] == "state":
            self._state = message
        return message


@dataclass
class Room:
    """A card room: its staff by role, its patrons by name."""

    admin: Program
    staff: dict[str, Program] = field(default_factory=dict)
    patrons: dict[str, Program] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Program:
        """Find somebody."""
        people: dict[str, Program] = self.__dict__["staff"] | self.__dict__["patrons"]
        if name not in people:
            raise AttributeError(name)
        return people[name]


def grant(context: Context, token: str, **wanted: Any) -> str:
    """Give a token as the command line does."""
    context.people.give_token(Grant(**wanted), token, f"s-{token}")
    return token


@contextmanager
def room(served: Running, *, by_socket: bool = False) -> Iterator[Room]:
    """Staff a room over HTTP, from nothing but an admin's token."""
    with ExitStack() as stack:
        base = f"http://127.0.0.1:{served.port}"
        client = stack.enter_context(httpx.Client(base_url=base, timeout=PATIENT))
        token = grant(served.context, "an-admins", role="admin", name="Ada")
        found = Room(Program(client, token))
        for role, name in (
            ("dealer", "Dee"),
            ("supervisor", "Sue"),
            ("cashier", "Cat"),
            ("auditor", "Aud"),
        ):
            made = found.admin.post("/api/tokens", {"role": role, "name": name}).json()
            found.staff[role] = Program(client, made["token"])
        for name in ("ann", "bea", "cid", "dan", "eve"):
            enrolled = found.cashier.order("/api/patrons", name=name.capitalize())
            ident = found.ids[name] = enrolled["patron"]["id"]
            found.cashier.order("/api/cage", patron=ident, direction="in", amount=1_000_000)
            made = found.admin.post("/api/tokens", {"role": "patron", "patron": ident}).json()
            found.patrons[name] = Program(client, made["token"])
        open_card_room(found.supervisor)
        if by_socket:
            for people in (found.staff, found.patrons):
                for name, program in people.items():
                    if name not in {"cashier", "auditor"}:
                        people[name] = _over_socket(stack, program, served.port)
        yield found


def _over_socket(stack: ExitStack, program: Program, port: int) -> Caller:
    address = f"ws://127.0.0.1:{port}/ws/table/{TABLE}"
    socket = stack.enter_context(
        connect(address, additional_headers=program.headers, compression=None, max_queue=None)
    )
    return Caller(program.client, program.token, TABLE, socket)


def open_card_room(supervisor: Program, **change: Any) -> Any:
    """Open a table of real cards for a game with a player-dealer."""
    return supervisor.order(
        "/api/tables",
        **{
            "table": TABLE,
            "name": "Table 7",
            "sheet": "ca-ez-panda8",
            "mains": {"min": 1_000, "max": 50_000},
            "sides": {"min": 500, "max": 5_000},
            "cards": "typed",
            "decks": 3,
            "cover_min": 20_000,
            "back_line": 2,
            **change,
        },
    )
