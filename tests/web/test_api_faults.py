"""What programs may not do: others' roles, made-up fields, used ids, tokens that are over."""

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_args

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from puntobanco.house.roles import Role, cell
from puntobanco.house.tokens import DAY_MS
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from puntobanco.web.messages import _FILLED, COMMANDS
from puntobanco.web.sessions import COOKIE
from puntobanco.web.sockets import SOCKETS_MAX
from tests.house.houses import House
from tests.table.playing import TABLE
from tests.web.programs import Program, Room, grant, open_card_room, room
from tests.web.servers import WAIT, Running, put_together, running

AT = f"/api/table/{TABLE}/commands"
SEAT = {"type": "take-seat", "place": 1, "buy_in": 50_000}


@pytest.fixture
def context(house: House) -> Context:
    """A house with an open table, two patrons and a token a role."""
    made = put_together(house)
    for patron in ("ann", "bea"):
        made.people.enrol(patron, patron.capitalize(), 1_000_000)
        grant(made, patron, role="patron", patron=patron)
    for role in ("dealer", "supervisor", "cashier", "auditor", "admin"):
        grant(made, role, role=role)
    return made


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Litestar]]:
    """A program without a server."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


def bearer(token: str) -> dict[str, str]:
    """What shows who it is."""
    return {"authorization": f"Bearer {token}"}


def ident() -> str:
    """A new id."""
    return secrets.token_hex(16)


def send(client: TestClient[Litestar], token: str, **body: Any) -> tuple[int, str]:
    """Give a command; the status, and the code of a refusal."""
    answer = client.post(AT, json={"id": ident()} | body, headers=bearer(token))
    told = answer.json()
    refusal = told.get("error") or told.get("refusal") or {"code": ""}
    return answer.status_code, refusal["code"]


@pytest.mark.parametrize(
    "body",
    [
        SEAT | {"role": "dealer"},
        SEAT | {"isDealer": True},
        SEAT | {"by": "sue"},
        SEAT | {"kind": "third-party"},
        {"type": "set-wager", "round": 1, "bet": "tie", "amount": 500, "odds": "100:1"},
        {"type": "open-betting", "role": "dealer"},
        {"type": "propose", "by": "bea", "reason": "x", "matter": {"matter": "void-round"}},
        {"type": "pause-betting", "remaining": 10**9},
        {"type": "start-shoe", "commitment": "mine"},
        {"type": "tick"},
        {"type": "open-table", "table": "t2"},
    ],
    ids=",".join,
)
@pytest.mark.parametrize("token", ["ann", "dealer"])
def test_xa1_a_message_gives_no_rights(
    client: TestClient[Litestar], token: str, body: dict[str, Any]
) -> None:
    """XA1: a role, an actor, odds or a time in a message is an unknown key, and nothing happens."""
    assert send(client, token, **body) == (400, "malformed")


@pytest.mark.parametrize("kind", sorted(COMMANDS))
def test_xa2_a_patron_gives_no_order_of_the_staffs(
    client: TestClient[Litestar], context: Context, kind: str
) -> None:
    """XA2: whatever is not a patron's to say is refused, and writes nothing."""
    before = context.desk.tables[TABLE].version
    status, code = send(client, "ann", **example(COMMANDS[kind]))
    if cell(Role.PATRON, COMMANDS[kind]) != "o":
        assert (status, code) == (403, "not-allowed")
        assert context.desk.tables[TABLE].version == before
    else:
        assert code != "not-allowed"


def example(command: type[cm.Command]) -> dict[str, Any]:
    """A body of a command, with something in every field that it needs."""
    values: dict[str, Any] = {
        "int": 1, "str": "x", "matter": {"matter": "void-round"}, "card": "AS", "winner": "tie",
        "patron": "ann", "step": "opened",
    }  # fmt: skip
    body: dict[str, Any] = {"type": kebab_of(command)}
    for name, kind in command.__annotations__.items():
        if name in _FILLED | {"confirmed"}:
            continue
        if name == "line":
            body[name] = "front"
        elif name in values:
            body[name] = values[name]
        elif kind.partition(" ")[0] in {"int", "str"}:
            body[name] = values[kind.partition(" ")[0]]
    return body


def kebab_of(command: type[cm.Command]) -> str:
    """The type of a command's frame."""
    return next(kind for kind, found in COMMANDS.items() if found is command)


@pytest.mark.parametrize("token", ["ann", "cashier", "auditor", "admin", "supervisor"])
def test_xa3_nobody_sends_cards(client: TestClient[Litestar], context: Context, token: str) -> None:
    """XA3: cards come from whoever deals; where the software does, not from a dealer's token."""
    before = context.desk.tables[TABLE].version
    for who in (token, "dealer"):
        for body in (
            {"type": "deal-card", "position": 0, "card": "AS"},
            {"type": "burn", "card": "AS"},
            {"type": "start-shoe", "lot": "A", "receipt": "R"},
        ):
            assert send(client, who, **body) == (403, "not-allowed")
    assert context.desk.tables[TABLE].version == before


def test_patrons_act_for_themselves(client: TestClient[Litestar]) -> None:
    """A patron who names another one is refused; one who names himself is as good as silent."""
    assert send(client, "ann", **SEAT, patron="bea") == (403, "not-allowed")
    assert send(client, "ann", **SEAT, patron="ann") == (200, "")
    assert send(client, "dealer", type="leave-seat", patron="ann") == (403, "not-allowed")


def test_the_same_id_again(client: TestClient[Litestar], context: Context) -> None:
    """The same body is answered the same and done once; another body under the id is an error."""
    body = {"id": ident()} | SEAT
    first = client.post(AT, json=body, headers=bearer("ann"))
    again = client.post(AT, json=body, headers=bearer("ann"))
    assert first.json() == again.json() == {"ok": True}
    other = client.post(AT, json=body | {"place": 2}, headers=bearer("ann"))
    assert (other.status_code, other.json()["error"]["code"]) == (409, "same-id-other-body")
    assert context.people.wallet("ann") == 950_000
    staffs = {"id": ident(), "type": "suspend-table", "reason": "a fire"}
    told = [client.post(AT, json=staffs, headers=bearer("supervisor")).json() for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert told[0]["events"][0]["type"] == "TableSuspended"


def test_a_token_of_another_table(client: TestClient[Litestar], context: Context) -> None:
    """A token for one table reads, watches and does nothing at another one."""
    grant(context, "elsewhere", role="dealer", table="t9")
    assert send(client, "elsewhere", type="open-betting") == (403, "not-allowed")
    for path in (f"/api/table/{TABLE}", f"/api/table/{TABLE}/events"):
        assert client.get(path, headers=bearer("elsewhere")).status_code == 403
    assert client.get("/api/table/t9", headers=bearer("elsewhere")).status_code == 404


def test_tokens_that_are_over(client: TestClient[Litestar], context: Context, house: House) -> None:
    """A token that was taken back, is too old or was never given opens nothing."""
    grant(context, "short", role="dealer", days=1)
    assert send(client, "short", type="open-betting")[1] != "not-signed-in"
    house.clock.now += DAY_MS - 1
    assert send(client, "short", type="open-betting")[1] != "not-signed-in"
    house.clock.now += 1
    assert send(client, "short", type="open-betting") == (401, "not-signed-in")
    (dealers,) = (t for t in client.get("/api/tokens", headers=bearer("admin")).json()["tokens"]
                  if t["actor"] == "s-dealer")  # fmt: skip
    taken = client.delete(f"/api/tokens/{dealers['id']}", headers=bearer("admin"))
    assert taken.status_code == 204
    assert send(client, "dealer", type="open-betting") == (401, "not-signed-in")
    for made_up in ("", "x", "dealer ", "Bearer dealer"):
        assert send(client, made_up, type="open-betting") == (401, "not-signed-in")
    again = client.delete(f"/api/tokens/{dealers['id']}", headers=bearer("admin"))
    assert (again.status_code, again.json()["error"]["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "method,path,roles",
    [
        ("GET", "/api/tables", {"ann", "dealer", "supervisor", "cashier", "auditor", "admin"}),
        ("GET", f"/api/table/{TABLE}/events", {"dealer", "supervisor", "auditor"}),
        ("GET", f"/api/table/{TABLE}/fairness", {"ann", "dealer", "supervisor", "auditor"}),
        ("GET", "/api/patrons", {"dealer", "supervisor", "cashier", "auditor"}),
        ("POST", "/api/patrons", {"cashier"}),
        ("POST", "/api/cage", {"cashier"}),
        ("POST", "/api/drop", {"cashier"}),
        ("POST", "/api/tables", {"supervisor"}),
        ("GET", "/api/tokens", {"admin"}),
        ("POST", "/api/tokens", {"admin"}),
        ("DELETE", "/api/tokens/x", {"admin"}),
    ],
)
def test_who_may_ask(client: TestClient[Litestar], method: str, path: str, roles: set[str]) -> None:
    """An address answers those whom it is for; others are refused, strangers asked to sign in."""
    bodies = {
        "/api/patrons": {"id": ident(), "name": "Cid"},
        "/api/cage": {"id": ident(), "patron": "ann", "direction": "in", "amount": 5},
        "/api/drop": {"id": ident(), "table": TABLE, "box": "9", "counted": 5},
        "/api/tables": {
            "id": ident(), "table": "t2", "name": "Two", "sheet": "deq-ez",
            "mains": {"min": 500, "max": 5_000}, "sides": {"min": 500, "max": 5_000},
        },
        "/api/tokens": {"role": "auditor"},
    }  # fmt: skip
    body = bodies.get(path) if method == "POST" else None
    for token in ("ann", "dealer", "supervisor", "cashier", "auditor", "admin"):
        answer = client.request(method, path, json=body, headers=bearer(token))
        assert (answer.status_code != 403) is (token in roles), (token, answer.text)
    for headers in ({}, bearer("nobody"), {"authorization": "Basic YTpi"}):
        answer = client.request(method, path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not-signed-in")


def test_a_bearer_needs_no_cookie_and_none_helps(
    client: TestClient[Litestar], context: Context
) -> None:
    """A cookie beside a token that is none signs nobody in; one alone acts from our pages only."""
    context.people.sign_in("ann", "a-cookie")
    cookie = {"cookie": f"{COOKIE}=a-cookie"}
    body = {"id": ident()} | SEAT
    assert client.post(AT, json=body, headers=cookie).status_code == 401
    assert client.post(AT, json=body, headers=cookie | bearer("no")).status_code == 401
    ours = cookie | {"origin": "http://house.test"}
    assert client.post(AT, json=body, headers=ours).json() == {"ok": True}


def test_a_patron_is_told_no_log(client: TestClient[Litestar]) -> None:
    """The events that a command led to are the staff's to read; a patron gets his answer."""
    sat = client.post(AT, json={"id": ident()} | SEAT, headers=bearer("ann"))
    assert sat.json() == {"ok": True}
    seen = client.get(f"/api/table/{TABLE}", headers=bearer("ann")).json()
    assert "staff" not in seen
    assert seen["mine"]["place"] == 1
    staffs = client.get(f"/api/table/{TABLE}", headers=bearer("auditor")).json()
    assert staffs["mine"] is None
    assert staffs["staff"]["people"][0]["patron"] == "ann"


@pytest.mark.parametrize(
    "change,detail",
    [
        ({"sheet": "deq-easy"}, "there is no 'deq-easy'"),
        ({"sheet": "/etc/passwd"}, "there is no '/etc/passwd'"),
        ({"sheet": "own.toml"}, "there is no 'own.toml'"),
        ({"sheet": {"format": 1}}, "stored"),
        ({"schedule": "x.toml"}, "there is no 'x.toml'"),
        ({"schedule": "m8trix-per-bet"}, "amounts are not known"),
        ({"rotation": "/srv/a.toml"}, "there is no '/srv/a.toml'"),
        ({"venue": {"cover": {"policy": "none"}}}, "policy"),
        ({"seats": 9}, "7 or 13"),
        ({"limits": [{"bet": "red", "min": 100, "max": 200}]}, "no bet 'red'"),
        ({"cards": "dice"}, "cards: 'dice' is no source of cards; use software"),
        ({"cover_min": 50}, "cover_min: 50 is no cover in units of 100; write a multiple"),
        ({"decks": 2}, "decks: ca-ez-panda8 has 3 to 8, not 2; choose"),
        ({"back_line": 15}, "back_line: 15 cannot stand there; write 0 to 14"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_opened(
    client: TestClient[Litestar], change: dict[str, Any], detail: str
) -> None:
    """A name is one that was shipped, never a file; what does not fit opens nothing."""
    program = Program(client, "supervisor", "t2")
    body = {
        "id": ident(), "table": "t2", "name": "Two", "sheet": "ca-ez-panda8",
        "mains": {"min": 500, "max": 5_000}, "sides": {"min": 500, "max": 5_000},
    }  # fmt: skip
    answer = program.post("/api/tables", body | change)
    assert answer.status_code == 400
    told = answer.json()["error"]
    assert told["code"] == "malformed"
    if detail != "stored":
        assert detail in told["params"]["detail"]
    assert client.get("/api/table/t2", headers=bearer("supervisor")).status_code == 404
    assert program.post("/api/tables", body).json()["ok"] is True


def test_what_came_before_the_table_stays_refused(client: TestClient[Litestar]) -> None:
    """A command for a table that is not there is a 404, and no later try of it is carried out."""
    order = {"id": ident(), "type": "take-seat", "place": 1, "buy_in": 1_000}
    early = client.post("/api/table/t2/commands", json=order, headers=bearer("ann"))
    assert (early.status_code, early.json()["error"]["code"]) == (404, "no-such-table")
    body = {
        "id": ident(), "table": "t2", "name": "Two", "sheet": "deq-ez",
        "mains": {"min": 500, "max": 5_000}, "sides": {"min": 500, "max": 5_000},
    }  # fmt: skip
    assert client.post("/api/tables", json=body, headers=bearer("supervisor")).json()["ok"]
    again = client.post("/api/table/t2/commands", json=order, headers=bearer("ann"))
    assert (again.status_code, again.json()) == (404, early.json())
    fresh = client.post(
        "/api/table/t2/commands", json=order | {"id": ident()}, headers=bearer("ann")
    )
    assert fresh.json()["ok"] is True


def test_a_table_is_opened_once(client: TestClient[Litestar], context: Context) -> None:
    """The same order again is the same answer; another one meets the open table."""
    program = Program(client, "supervisor", "t2")
    body = {
        "id": ident(), "table": "t2", "name": "Two", "sheet": "punto-banco",
        "mains": {"min": 500, "max": 5_000}, "sides": {"min": 500, "max": 5_000}, "unit": 25,
    }  # fmt: skip
    first, again = (program.post("/api/tables", body).json() for _ in range(2))
    assert first == again
    assert first["events"][0]["type"] == "TableOpened"
    other = program.post("/api/tables", body | {"id": ident()}).json()
    assert other["refusal"]["code"] == "table-open"
    assert context.desk.state("t2").game.unit == 25


def test_a_whole_sheet_is_a_game(client: TestClient[Litestar], context: Context) -> None:
    """A sheet in its canonical form opens a table as an id does."""
    from puntobanco.rules.catalogue import find

    form = json.loads(json.dumps(find("parkwest-21c").source_form))
    program = Program(client, "supervisor")
    opened = open_card_room(program, table="t3", sheet=form, seats=13)
    assert opened["ok"]
    assert context.desk.state("t3").game.sheet.hash == find("parkwest-21c").hash


def test_the_cage(client: TestClient[Litestar], context: Context, house: House) -> None:
    """Chips come in and go out once an order, from what is there; a third party stays marked."""
    cashier = Program(client, "cashier")
    enrolled = cashier.order("/api/patrons", name="  Tia \u0007 P. ", kind="third-party")["patron"]
    assert (enrolled["name"], enrolled["kind"], enrolled["wallet"]) == ("Tia P.", "third-party", 0)
    order = {"id": ident(), "patron": enrolled["id"], "direction": "in", "amount": 5_000}
    first, again = (cashier.post("/api/cage", order).json() for _ in range(2))
    assert first == again
    assert first["patron"]["wallet"] == 5_000
    assert cashier.post("/api/cage", order | {"amount": 6_000}).status_code == 409
    out = {"id": ident(), "patron": enrolled["id"], "direction": "out", "amount": 5_001}
    for _ in range(2):
        refused = cashier.post("/api/cage", out).json()
        assert refused["refusal"] == {
            "code": "not-enough-in-wallet",
            "params": {"wallet": 5_000, "amount": 5_001},
        }
    paid = cashier.order("/api/cage", patron=enrolled["id"], direction="out", amount=1_500)
    assert paid["patron"]["wallet"] == 3_500
    stranger = cashier.post("/api/cage", order | {"id": ident(), "patron": "nobody"})
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (404, "not-found")
    for amount in (0, -5, 1.0, True, "5", 10**12 + 1, 10**30):
        bad = cashier.post("/api/cage", order | {"id": ident(), "amount": amount})
        assert bad.status_code == 400
    assert context.people.kind_of(enrolled["id"]) == "third-party"
    everybody = cashier.get("/api/patrons").json()["patrons"]
    assert {patron["id"] for patron in everybody} == {"ann", "bea", enrolled["id"]}
    assert sum(house.balances().values()) == 0
    assert house.store.verify().faults == ()


def test_what_is_no_count_of_a_box(client: TestClient[Litestar]) -> None:
    """A box that never hung there is none of the table's, and no count is beyond all money."""

    def counted(box: str, amount: int) -> Any:
        body = {"id": ident(), "table": TABLE, "box": box, "counted": amount}
        return client.post("/api/drop", json=body, headers=bearer("cashier"))

    told = counted("7", 5).json()
    assert told["refusal"] == {"code": "no-such-box", "params": {"box": "7"}}
    assert counted("1", 5).json()["refusal"]["code"] == "not-in-this-state"
    for amount in (-1, 10**12 + 1):
        assert counted("7", amount).status_code == 400


def test_enrolling_twice_is_one_person(client: TestClient[Litestar]) -> None:
    """The same order of an enrolment gives the same patron, not a second one."""
    cashier = Program(client, "cashier")
    order = {"id": ident(), "name": "Cid"}
    assert cashier.post("/api/patrons", order).json() == cashier.post("/api/patrons", order).json()
    assert cashier.post("/api/patrons", order | {"name": "\u0007"}).status_code in {400, 409}


def test_too_many_commands(client: TestClient[Litestar]) -> None:
    """An account that sends faster than anybody deals is told to wait, and others are not."""
    codes = [send(client, "ann", type="come-back") for _ in range(60)]
    assert codes[:40] == [(200, "not-seated")] * 40
    assert (429, "rate-limited") in codes
    assert send(client, "bea", type="come-back") == (200, "not-seated")


def test_the_page_of_the_addresses(client: TestClient[Litestar]) -> None:
    """The OpenAPI page types every command and event, closed to other keys, with whole bounds."""
    page = client.get("/schema/openapi.json").json()
    schemas = page["components"]["schemas"]
    kinds = {kind.__name__ for kind in (*COMMANDS.values(), *get_args(ev.AnyEvent))}
    assert kinds <= set(schemas)
    wager = schemas["SetWager"]
    assert wager["additionalProperties"] is False
    assert wager["properties"]["amount"] == {"type": "integer", "minimum": 0, "maximum": 10**12}
    assert wager["properties"]["type"] == {"enum": ["set-wager"]}
    for path, operations in page["paths"].items():
        assert path.startswith(("/api/", "/healthz"))
        for operation in operations.values():
            assert operation["responses"]["default"]["content"]
    assert '.0,"' not in json.dumps(schemas, separators=(",", ":"))


words = st.sampled_from(
    ("id", "type", "patron", "place", "amount", "round", "bet", "card", "matter", "reason", "v")
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
bodies = st.one_of(
    st.binary(max_size=60),
    st.dictionaries(words, values, max_size=5).map(json.dumps).map(str.encode),
    st.tuples(st.sampled_from(sorted(COMMANDS)), st.dictionaries(words, values, max_size=2)).map(
        lambda pair: json.dumps({"id": "0" * 32} | example(COMMANDS[pair[0]]) | pair[1]).encode()
    ),
)
PATHS = (AT, "/api/tables", "/api/patrons", "/api/cage", "/api/drop", "/api/tokens", "/api/guest")


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(bodies, st.sampled_from(PATHS), st.sampled_from(("dealer", "supervisor", "cashier", "ann")))
def test_no_body_is_a_fault(
    client: TestClient[Litestar], context: Context, body: bytes, path: str, token: str
) -> None:
    """Whatever is sent is answered: done, refused or malformed, never by a fault of ours."""
    context.buckets.clear()
    headers = bearer(token) | {"content-type": "application/json"}
    answer = client.post(path, content=body, headers=headers)
    assert answer.status_code < 500, answer.text
    told = answer.json()
    assert "error" in told or "ok" in told or path in {"/api/tokens", "/api/guest"}


@pytest.fixture(scope="module")
def live() -> Iterator[tuple[Running, Room]]:
    """A staffed room behind a port."""
    with running() as served, room(served) as found:
        yield served, found


def ended(socket: Any) -> int:
    """Read on until the link ends, and give the code that it ends with."""
    try:
        while True:
            socket.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def socket_of(served: Running, token: str) -> Any:
    """Open a table's socket with a token, without an Origin."""
    return connect(
        f"ws://127.0.0.1:{served.port}/ws/table/{TABLE}",
        additional_headers=bearer(token),
        compression=None,
        max_queue=None,
    )


HOSTILE = [
    "", "{", "[]", "null", "[" * 2_000, '{"a":' * 400, '{"type":"ping","type":"ping"}',
    '{"id":"' + "0" * 32 + '","type":"settle","settle":true}', "\x00", '{"type":"\\ud800"}',
    '{"id":"' + "0" * 32 + '","type":"deal-card","position":1e3,"card":"AS"}',
    '{"id":"' + "0" * 32 + '","type":"deal-card","position":' + "9" * 400 + ',"card":"AS"}',
    '{"id":"' + "0" * 32 + '","type":"propose","reason":"","matter":{"matter":"x"}}',
    json.dumps({f"k{n}": n for n in range(40)}),
]  # fmt: skip


def test_hostile_frames(live: tuple[Running, Room]) -> None:
    """Broken, deep, wide and doubled frames are malformed, and the link lives on."""
    served, found = live
    with socket_of(served, found.dealer.token) as socket:
        for text in HOSTILE:
            socket.send(text)
            while (told := json.loads(socket.recv(timeout=WAIT)))["type"] == "state":
                pass
            assert (told["ok"], told["refusal"]["code"]) == (False, "malformed")
        socket.send('{"type":"ping"}')
        while json.loads(socket.recv(timeout=WAIT))["type"] != "pong":
            pass


def test_a_frame_that_is_too_long(live: tuple[Running, Room]) -> None:
    """A frame beyond 4,096 bytes ends the link."""
    served, found = live
    with socket_of(served, found.dealer.token) as socket:
        socket.send(" " * 4_097)
        assert ended(socket) == 1009


def test_sockets_of_programs(live: tuple[Running, Room]) -> None:
    """A token opens a link without an Origin; one that is none, or for another table, does not."""
    served, found = live
    grant(served.context, "far-away", role="dealer", table="t9")
    with socket_of(served, found.auditor.token) as socket:
        told = json.loads(socket.recv(timeout=WAIT))
        assert (told["mine"], told["staff"]["suspended"]) == (None, None)
    for token in ("made-up", "", "far-away"):
        with pytest.raises(InvalidStatus) as refused, socket_of(served, token):
            pass
        assert refused.value.response.status_code == 403


def test_a_token_taken_back_ends_its_links(live: tuple[Running, Room]) -> None:
    """Whose token is taken back is put out at once, and cannot come back."""
    served, found = live
    made = found.admin.post("/api/tokens", {"role": "auditor"}).json()
    with socket_of(served, made["token"]) as socket:
        socket.recv(timeout=WAIT)
        base = f"http://127.0.0.1:{served.port}"
        httpx.delete(f"{base}/api/tokens/{made['id']}", headers=found.admin.headers)
        assert ended(socket)


def test_five_sockets_an_account(live: tuple[Running, Room]) -> None:
    """An account has so many links and no more; one that ends makes room."""
    served, found = live
    with ExitStack() as opened:
        for _ in range(SOCKETS_MAX):
            opened.enter_context(socket_of(served, found.ann.token))
        with pytest.raises(InvalidStatus), socket_of(served, found.ann.token):
            pass
        with socket_of(served, found.bea.token):
            pass
    assert found.ann.get(f"/api/table/{TABLE}").status_code == 200


def test_the_second_person_of_a_keyed_card(live: tuple[Running, Room]) -> None:
    """Beside a scanner a keyed card needs another's token; a name or one's own is not enough."""
    served, found = live
    open_card_room(found.supervisor, table="t4", cards="scanned", sheet="deq-ez", decks=8)
    dealer = Program(found.dealer.client, found.dealer.token, "t4")
    dealer.do("start-shoe", lot="A", receipt="R")
    served.context.buckets.clear()
    state = dealer.state["staff"]["shoe"]
    assert state["prepared"] == "shuffled"
    dealer.do("cut-shoe", depth=50)
    dealer.do("burn", card="AS")
    dealer.do("open-betting")
    dealer.do("close-betting")
    card = {"position": 2, "card": "KS", "source": "keyed"}
    for confirmed in ({}, {"confirmed": "Sue"}, {"confirmed": dealer.token}):
        assert dealer.ask("deal-card", **card, **confirmed) == "needs-second-person"
    dealer.do("deal-card", **card, confirmed=found.supervisor.token)
    entry = dealer.get("/api/table/t4/events").json()["events"][-1]["entry"]
    assert entry["event"]["confirmed"] not in {"", entry["actor"], found.supervisor.token}
