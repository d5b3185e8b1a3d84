"""The lab over HTTP: whom it is for, what it takes, what becomes of questions without an end."""

import json
import secrets
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from puntobanco.house.lab.sheets import EACH_MAX
from puntobanco.rules.catalogue import shipped
from puntobanco.rules.packaged import packaged_text
from puntobanco.store.base import SavedSheet
from puntobanco.table import commands as cm
from puntobanco.web.context import Context
from tests.cli.running import run
from tests.house.houses import House
from tests.table.playing import TABLE, opening, small
from tests.web.programs import grant

Browser = TestClient[Litestar]
ORIGIN = {"origin": "http://house.test"}
ROOM = packaged_text("sheets/ca-ez-panda8")
# Along all features of both hands at once, the most that one bet can ask.
WIDE = """
[[bet]]
id = "wide-{0}"
label = "Wide {0}"
kind = "side"
result = [{{ when = {{ player = {{ pair = "none", suited = {1}, colour = "mixed" }}, \
banker = {{ pair = "none", suited = {2}, colour = ["red", "mixed"] }} }}, pays = "1:1" }}]
"""


@pytest.fixture
def context(context: Context) -> Context:
    """A house with a patron, and a token for him and for a role of each kind."""
    context.people.enrol("ann", "Ann", 1_000_000)
    grant(context, "ann", role="patron", patron="ann")
    for role in STAFF:
        grant(context, role, role=role)
    return context


def bearer(token: str) -> dict[str, str]:
    """What shows who it is."""
    return {"authorization": f"Bearer {token}"}


def ask(client: Browser, body: object = None, **headers: str) -> Any:
    """Ask for odds."""
    return client.post("/api/lab/odds", json=body or {"text": ROOM}, headers=headers or ORIGIN)


def test_what_there_is_to_begin_with(client: Browser) -> None:
    """The page, the shipped sheets, and their texts, which have no base."""
    assert "lab.js" in client.get("/lab").text
    offer = client.get("/api/lab").json()
    assert [sheet["id"] for sheet in offer["sheets"]] == list(shipped())
    assert {"key": "winner", "words": ["player", "banker", "tie"]} in offer["features"]
    for name in shipped():
        text = client.get(f"/api/lab/shipped/{name}").json()["text"]
        assert f'id = "{name}"' in text
        assert "\nbase =" not in text
    for name in ("nothing", "..%2fdeq-ez", "deq-ez.toml"):
        assert client.get(f"/api/lab/shipped/{name}").status_code == 404


def test_whom_it_is_for(client: Browser, house: House) -> None:
    """Whole decks are public figures; whoever has a place at an open table is told nothing."""
    for headers in (ORIGIN, bearer("ann"), bearer("supervisor"), bearer("dealer")):
        told = ask(client, **headers).json()
        assert told["odds"]["bets"][3]["edge"]["numerator"] == "64613588827"
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=50_000))
    kept = {"error": {"code": "odds-kept", "params": {"table": TABLE}}}
    for answer in (
        ask(client, **bearer("ann")),
        client.get("/api/lab", headers=bearer("ann")),
        client.get("/api/lab/shipped/deq-ez", headers=bearer("ann")),
    ):
        assert (answer.status_code, answer.json()) == (403, kept)
    assert ask(client, **bearer("supervisor")).status_code == 200
    house.done(cm.LeaveSeat(patron="ann"))
    assert ask(client, **bearer("ann")).status_code == 200


PART: dict[str, Any] = {"text": ROOM, "gone": [1] + [0] * 51}
STAFF = ("dealer", "supervisor", "cashier", "auditor", "admin")


@pytest.mark.parametrize("cards", ["software", "results", "closed"])
@pytest.mark.parametrize("who", ["", "ann", *STAFF])
def test_a_part_of_a_shoe(client: Browser, house: House, who: str, cards: str) -> None:
    """While somebody may wager, a shoe of which cards are out is counted for the staff alone."""
    if cards != "software":
        house.done(cm.CloseTable())
    if cards == "results":
        house.done(replace(opening(small()), cards="results"))
    headers = bearer(who) if who else ORIGIN
    is_kept = cards == "software" and who not in STAFF
    assert client.get("/api/lab", headers=headers).json()["shoe_kept"] == (
        TABLE if is_kept else None
    )
    answer = ask(client, PART, **headers)
    if is_kept:
        kept = {"error": {"code": "shoe-kept", "params": {"table": TABLE}}}
        assert (answer.status_code, answer.json()) == (403, kept)
    else:
        assert answer.json()["odds"]["cards"] == 415
    assert ask(client, {"text": ROOM, "gone": [0] * 52}, **headers).json()["odds"]["cards"] == 416


def test_questions_come_from_our_pages(client: Browser) -> None:
    """A page of somebody else's makes the house count nothing."""
    assert ask(client, origin="http://evil.test").status_code == 401
    assert client.post("/api/lab/odds", json={"text": ROOM}).status_code == 401


BODIES: list[tuple[Any, int]] = [
    ({}, 400),
    ({"text": 1}, 400),
    ({"text": ROOM, "decks": 9}, 400),
    ({"text": ROOM, "gone": [0] * 51}, 400),
    ({"text": ROOM, "gone": [9] + [0] * 51}, 400),
    ({"text": ROOM, "gone": [-1] + [0] * 51}, 400),
    ({"text": ROOM, "bet": 1_000}, 400),
    ({"text": ROOM, "file": "/etc/passwd"}, 400),
    ({"text": ROOM, "pins": [ROOM] * 4}, 400),
    ({"text": ROOM, "change": {"number": 0, "form": {"id": "x"}}}, 400),
    ({"text": "#" * 65_537}, 400),
    ({"text": ROOM, "pins": ["\u0001" * 65_536] * 3}, 413),
]


@pytest.mark.parametrize("body,status", BODIES, ids=range(len(BODIES)))
def test_bodies_are_strict(client: Browser, body: Any, status: int) -> None:
    """A question is of exactly the promised shape and size, or it is not asked."""
    answer = ask(client, body) if body else client.post("/api/lab/odds", json={}, headers=ORIGIN)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "params"}


def test_a_sheet_of_the_largest_size(client: Browser) -> None:
    """Four sheets of 64 KiB each are a question like any other."""
    long = ROOM + "#" * (65_536 - len(ROOM))
    told = ask(client, {"text": long, "pins": [long] * 3}).json()
    assert told["fault"] is None
    assert len(told["pins"]) == 3


def test_a_question_without_an_end_is_ended(client: Browser, context: Context) -> None:
    """A sheet that takes too long costs its asker the answer; the next is answered as ever."""
    wide = ROOM + "".join(
        WIDE.format(number, *flags)
        for number, flags in enumerate((a, b) for a in ("true", "false") for b in ("true", "false"))
    )
    assert ask(client).status_code == 200
    context.lab._seconds = 0.1  # noqa: SLF001 - the test does not wait for ten
    slow = ask(client, {"text": wide})
    assert slow.status_code == 503
    assert slow.json() == {"error": {"code": "lab-slow", "params": {"seconds": 0.1}}}
    context.lab._seconds = 20.0  # noqa: SLF001
    assert ask(client).json()["odds"]


def test_nobody_fills_the_line(client: Browser, context: Context) -> None:
    """Who asks while the line is full is told to come again."""
    context.lab._most = context.reports._most = 0  # noqa: SLF001 - nobody gets in
    for answer in (ask(client), reported(client)):
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "lab-busy")


def reported(client: Browser, body: object = None, **headers: str) -> Any:
    """Ask for a report."""
    return client.post("/api/lab/report", json=body or {"text": ROOM}, headers=headers or ORIGIN)


def test_a_report_is_that_of_the_program(client: Browser) -> None:
    """What `puntobanco report` writes, byte for byte, with the shares that were done before it."""
    for name, decks in (("ca-ez-panda8", 8), ("parkwest-21c", 6)):
        text = packaged_text(f"sheets/{name}")
        told = reported(client, {"text": text, "decks": decks}).text.splitlines()
        *shares, last = [json.loads(line) for line in told]
        assert [line["share"] for line in shares] == [0.0, 0.3, 0.4, 0.6, 0.9]
        assert last["sheet"] == name
        assert last["page"] == run("report", name, "--decks", str(decks)).out


def test_no_report(client: Browser, house: House, context: Context) -> None:
    """Of a sheet with a fault, for a place at an open table, without an end: each is said."""
    *_, faulty = reported(client, {"text": ROOM + "x"}).text.splitlines()
    assert json.loads(faulty)["fault"]["line"] == len(ROOM.splitlines()) + 1
    assert reported(client, {"text": ROOM, "decks": 9}).status_code == 400
    assert reported(client, origin="http://evil.test").status_code == 401
    context.reports._seconds = 0.0  # noqa: SLF001 - the test does not wait for a minute
    *_, last = reported(client).text.splitlines()
    assert json.loads(last) == {"error": {"code": "lab-slow", "params": {"seconds": 0.0}}}
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=50_000))
    assert reported(client, **bearer("ann")).status_code == 403


def test_sheets_are_kept(client: Browser) -> None:
    """Whoever is signed in keeps sheets as they were written; nobody else sees or moves them."""
    assert client.post("/api/lab/sheets", json={"text": ROOM}, headers=ORIGIN).status_code == 401
    kept = client.post("/api/lab/sheets", json={"text": ROOM}, headers=bearer("ann")).json()
    assert (kept["sheet"], kept["name"]) == ("ca-ez-panda8", "EZ Baccarat Panda 8")
    address = f"/api/lab/sheets/{kept['id']}"
    assert client.get(address, headers=bearer("ann")).json()["text"] == ROOM
    file = client.get(f"{address}.toml", headers=bearer("ann"))
    assert (file.text, file.headers["content-disposition"]) == (
        ROOM,
        'attachment; filename="ca-ez-panda8.toml"',
    )
    other = ROOM.replace("Panda 8", "Heron 8")
    body = {"text": other, "id": kept["id"]}
    for stranger in ("supervisor", "dealer"):
        assert client.get(address, headers=bearer(stranger)).status_code == 404
        assert client.delete(address, headers=bearer(stranger)).status_code == 404
        refused = client.post("/api/lab/sheets", json=body, headers=bearer(stranger))
        assert refused.status_code == 404
    again = client.post("/api/lab/sheets", json=body, headers=bearer("ann")).json()
    assert again["id"] == kept["id"]
    offer = client.get("/api/lab", headers=bearer("ann")).json()
    assert [(each["id"], each["name"]) for each in offer["saved"]] == [
        (kept["id"], "EZ Baccarat Heron 8")
    ]
    assert (offer["signed_in"], offer["may_open"]) == ("Ann", False)
    assert client.delete(address, headers=bearer("ann")).json() == {"ok": True}
    assert client.get(address, headers=bearer("ann")).status_code == 404


def test_only_sheets_are_kept(client: Browser, context: Context) -> None:
    """A text with a fault is refused with its line; and a person keeps so many and no more."""
    answer = client.post("/api/lab/sheets", json={"text": "format = 1\n"}, headers=bearer("ann"))
    assert answer.status_code == 400
    assert answer.json()["error"]["params"]["detail"].startswith("1: id: it is missing")
    for number in range(EACH_MAX):
        context.sheets.save(SavedSheet(f"s{number}", "ann", "x", "X", ROOM, 0))
    full = client.post("/api/lab/sheets", json={"text": ROOM}, headers=bearer("ann"))
    assert full.json() == {"error": {"code": "lab-full", "params": {"most": EACH_MAX}}}
    assert full.status_code == 409


def test_a_table_opens_with_ones_own_sheet(client: Browser, house: House) -> None:
    """A supervisor opens a table with a sheet that he keeps; another's he cannot even name."""
    text = ROOM.replace('id = "ca-ez-panda8"', 'id = "mine"').replace("40:1", "41:1")
    wanted = {"table": "lab-1", "name": "Lab", "mains": {"min": 500, "max": 50_000}}
    wanted |= {"sides": {"min": 100, "max": 10_000}}
    for who, status in (("ann", 400), ("supervisor", 200)):
        kept = client.post("/api/lab/sheets", json={"text": text}, headers=bearer(who)).json()
        body = wanted | {"id": secrets.token_hex(16), "sheet": kept["id"]}
        answer = client.post("/api/tables", json=body, headers=bearer("supervisor"))
        assert answer.status_code == status
    assert answer.json()["ok"] is True
    game = house.desk.state("lab-1").game.sheet
    assert (game.id, str(game.require_bet("dragon-7").results[0].odds)) == ("mine", "41:1")
    answer = client.post("/api/tables", json=body | {"id": "0" * 32}, headers=bearer("ann"))
    assert answer.status_code in {400, 403}
