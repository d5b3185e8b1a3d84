"""The role matrix at the door: every address and every socket for every role, default deny."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import msgspec
import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute, WebSocketRoute
from litestar.testing import TestClient

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role, deed_of, needs_pin
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code
from puntobanco.web.bucket import Bucket
from puntobanco.web.context import Context
from puntobanco.web.messages import FRAMES, NOT_ASKED, kebab
from puntobanco.web.sessions import COOKIE
from tests.house.houses import House
from tests.house.test_role_matrix import ACTOR, OTHER, STATES, allowed, commands
from tests.house.test_roles import name_of
from tests.table.playing import TABLE
from tests.web.route_chart import BODIES, COLUMNS, NOBODY, QUERIES, ROUTES, address, mark

ORIGIN: Final = {"origin": "http://house.test"}
PARAMETER: Final = re.compile(r"\{(\w+):\w+\}")
# What a frame says where a word or a number alone would not be read.
SAID: Final[dict[str, Any]] = {
    "card": "AS", "bet": "tie", "winner": "tie", "line": "front", "place": 1, "hands": 1,
}  # fmt: skip


def routes(app: Litestar) -> set[str]:
    """Every address of the application, sockets too."""
    found = set()
    for route in app.routes:
        path = PARAMETER.sub(r"{\1}", route.path)
        if isinstance(route, HTTPRoute):
            found |= {f"{method} {path}" for method in set(route.methods) - {"OPTIONS", "HEAD"}}
        elif isinstance(route, WebSocketRoute):
            found.add(f"WS {path}")
    return found


@dataclass
class Door:
    """A house, and a browser in which somebody else stands before each request."""

    context: Context
    client: TestClient[Litestar]
    numbers: Iterator[int] = field(default_factory=count)

    def sign_in(self, who: str, table: str | None = None) -> None:
        """Sign somebody in whom nobody has seen before, so that nothing he does counts twice."""
        self.client.cookies.clear()
        if who == NOBODY:
            return
        actor = f"{who[0]}{next(self.numbers)}"
        if who == Role.PATRON.value:
            self.context.people.enrol(actor, actor, 0)
        self.context.people.begin("session", f"{actor}-token", Caller(actor, Role(who), table))
        self.client.cookies.set(COOKIE, f"{actor}-token")

    def is_answered(self, route: str) -> bool:
        """Whether a request is answered, whatever the answer is; else it is refused in one form."""
        method, path = route.partition(" ")[0], address(route)
        if method == "WS":
            return self._is_open(path)
        answer = self.client.request(
            method, path, json=BODIES.get(route), params=QUERIES.get(route), headers=ORIGIN
        )
        assert answer.status_code not in {405, 500}, (route, answer.text)
        if "text/html" in answer.headers.get("content-type", ""):
            return 'data-notice="not-for-you"' not in answer.text
        if answer.status_code not in {401, 403}:
            return True
        code = answer.json()["error"]["code"]
        signed_in = COOKIE in self.client.cookies
        if code in {"not-signed-in", "not-allowed"}:
            assert (answer.status_code, code) == (
                (403, "not-allowed") if signed_in else (401, "not-signed-in")
            )
            return False
        return True

    def _is_open(self, path: str) -> bool:
        token = self.client.cookies.get(COOKIE)
        shown = {"ticket": self.context.tickets.give(token)} if token else {}
        opening = self.client.websocket_connect(path, params=shown, headers=ORIGIN)
        with contextlib.suppress(WebSocketDisconnect), opening:
            return True
        return False


@pytest.fixture
def door(house: House, context: Context, client: TestClient[Litestar]) -> Door:
    """A house with an open table."""
    context.people.enrol("zoe", "Zoe", 1_000)
    return Door(context, client)


def test_every_address_is_in_the_chart(client: TestClient[Litestar]) -> None:
    """What no row of the chart names is no address: whoever adds one says whom it answers."""
    assert routes(client.app) == {*ROUTES}


@pytest.mark.parametrize("who", COLUMNS)
def test_every_address_for_every_role(door: Door, who: str) -> None:
    """An address answers exactly whom the chart says; all others are refused, in one form."""
    wrong = []
    for route in ROUTES:
        door.sign_in(who)
        if door.is_answered(route) != (mark(route, who) != "."):
            wrong.append(route)
    assert wrong == []


@pytest.mark.parametrize(
    "who",
    [
        who if who in {"dealer", "auditor"} else pytest.param(who, marks=pytest.mark.nightly)
        for who in COLUMNS
        if who not in {NOBODY, Role.PATRON.value}
    ],
)
def test_another_table(door: Door, who: str) -> None:
    """Whoever serves one table is answered about no other one, where the chart says so."""
    served = {route: mark(route, who) for route in ROUTES if "{table}" in route}
    wrong = []
    for route, said in served.items():
        door.sign_in(who, "t2")
        if door.is_answered(route) != (said == "+"):
            wrong.append(route)
        door.sign_in(who, TABLE)
        if door.is_answered(route) != (said in {"+", "t"}):
            wrong.append(f"own {route}")
    assert wrong == []


def test_a_row_that_is_wrong_is_found(door: Door) -> None:
    """The test can fail: an address that answers somebody is told from one that does not."""
    door.sign_in("cashier")
    assert door.is_answered("GET /api/cage")
    assert not door.is_answered("GET /api/tokens")
    assert not door.is_answered("GET /accounts")
    door.sign_in(NOBODY)
    assert not door.is_answered("GET /api/cage")


def frame(command: cm.AnyCommand, number: int) -> dict[str, Any]:
    """A command as a page would send it: who acts is left to the house."""
    said, kind = msgspec.to_builtins(command), kebab(type(command).__name__)
    known = FRAMES[kind].__struct_fields__
    kept = {key: SAID.get(key, value) for key, value in said.items() if key in known}
    return kept | {"id": f"{number:032x}", "type": kind}


AT_NIGHT: Final = {*STATES} - {"waiting, typed"}
FRAMED: Final = [
    pytest.param(where, marks=pytest.mark.nightly) if where in AT_NIGHT else where
    for where in STATES
    if STATES[where]().setup is not None
]


@pytest.mark.parametrize("where", FRAMED)
@pytest.mark.parametrize("role", [role for role in Role if role is not Role.HOUSE])
def test_every_command_over_a_socket(
    house: House,
    context: Context,
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    role: Role,
    where: str,
) -> None:
    """F21: what the lists refuse a role is refused over its socket, in every kind of state."""
    monkeypatch.setattr(Bucket, "admits", lambda *_: True)
    state = STATES[where]()
    monkeypatch.setattr(house.live, "state", state)
    monkeypatch.setattr(house.live, "working", state)
    for patron in (ACTOR, OTHER):
        context.people.enrol(patron, patron, 0)
    context.people.begin("session", "a-token", Caller(ACTOR, role, None))
    client.cookies.set(COOKIE, "a-token")
    ticket = {"ticket": context.tickets.give("a-token")}
    asked = [(who, command) for who in (ACTOR, OTHER) for command in commands(who)]
    wrong = []
    with client.websocket_connect(f"/ws/table/{TABLE}", params=ticket, headers=ORIGIN) as socket:
        for number, (who, command) in enumerate(asked):
            if type(command) in NOT_ASKED or allowed(role, command, who, state):
                continue
            refused = {Code.PIN_NEEDED} if needs_pin(role, command) else {Code.NOT_ALLOWED}
            socket.send_json(frame(command, number))
            while (told := socket.receive_json())["type"] != "answer":
                pass
            if told["ok"] or Code(told["refusal"]["code"]) not in refused:
                wrong.append((name_of(deed_of(command)), who, told))
    assert wrong == []
