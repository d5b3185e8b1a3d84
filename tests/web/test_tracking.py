"""A tracked shoe over HTTP and the socket: staff sign-in, the table's PIN, a look ahead."""

import contextlib
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from puntobanco.house.account_log import CONSOLE
from puntobanco.house.account_rules import AccountError, Order
from puntobanco.house.sign_ins import LINK_MS, idle_ms
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from puntobanco.web.pins import GOOD_S, TRIES
from puntobanco.web.sessions import COOKIE
from tests.house.houses import House
from tests.table.playing import TABLE, opening, small
from tests.web.servers import put_together

Browser = TestClient[Litestar]
ORIGIN = {"origin": "http://house.test"}
API = f"/api/table/{TABLE}"
PIN = "4711"
BOARD = f"/table/{TABLE}/board"


@pytest.fixture
def house() -> Iterator[House]:
    """A house with a table of results, whose shoe has three hands."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.done(replace(opening(small()), cards="results"))
        opened.done(cm.NewShoe(by="dan", shoe=1))
        for hand, winner in enumerate(("player", "banker", "tie"), 1):
            opened.done(cm.EnterHand(by="dan", hand=hand, winner=winner))
        yield opened


@pytest.fixture
def context(house: House) -> Context:
    """What the routes share; the table has a PIN."""
    found = put_together(house)
    found.people.set_pin(TABLE, PIN, "salt")
    return found


@pytest.fixture
def browser(context: Context) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


def sign_in(context: Context, browser: Browser, role: str = "dealer") -> str:
    """Sign a member of the staff in by a one-time link; give where it leads."""
    link = f"{role}-link"
    invite(context, role, link)
    answer = browser.post("/api/enter", json={"link": link}, headers=ORIGIN)
    assert answer.status_code == 200
    return str(answer.json()["next"])


def invite(context: Context, role: str, link: str) -> None:
    """Give a member of the staff a link, and an account if he has none."""
    with contextlib.suppress(AccountError):
        context.accounts.open(Order(role, duties=f"{role}@{TABLE}"), f"s-{role}", CONSOLE)
    context.accounts.link(role, link, CONSOLE)


def post(browser: Browser, path: str, body: object, method: str = "POST") -> Any:
    """Send JSON as a page of ours does."""
    return browser.request(method, f"{API}{path}", json=body, headers=ORIGIN)


def command(browser: Browser, number: int, kind: str, **said: object) -> Any:
    """Give the table a command."""
    body = {"id": f"{number:032x}", "type": kind, **said}
    return post(browser, "/commands", body).json()


def test_a_dealer_signs_in_by_a_link(context: Context, browser: Browser) -> None:
    """The link leads to the table once, and the sign-in is a dealer's there and nowhere else."""
    assert sign_in(context, browser) == f"/table/{TABLE}/dealer"
    assert browser.get("/enter/dealer-link").status_code == 410
    shown = browser.get(API).json()
    assert len(shown["staff"]["tracking"]["hands"]) == 3
    assert browser.get("/api/lobby").json()["signed_in"] is None
    assert browser.get("/api/table/other").status_code == 403
    assert command(browser, 1, "enter-hand", hand=4, winner="player")["ok"]
    assert context.desk.state(TABLE).require_shoe.coups[3].winner.letter == "P"


def test_nobody_sits_at_a_tracked_shoe(context: Context, browser: Browser) -> None:
    """Where a table's seat would be its board is; a table that takes wagers has a seat."""
    assert browser.get(f"/table/{TABLE}", follow_redirects=False).headers["location"] == BOARD
    context.desk.do("wagers", replace(opening(small()), table="wagers"), "house").result(20)
    assert browser.get("/table/wagers", follow_redirects=False).status_code == 200


@pytest.mark.parametrize("pin", [PIN, "000000000000"])
def test_a_table_opens_with_its_pin(context: Context, browser: Browser, pin: str) -> None:
    """Who opens a table gives its PIN with it; the store keeps nothing that tells it."""
    sign_in(context, browser, "supervisor")
    order = {
        "id": "7" * 32,
        "table": TABLE,
        "name": "Real cards",
        "sheet": "deq-ez",
        "mains": {"min": 500, "max": 50_000},
        "sides": {"min": 100, "max": 5_000},
        "cards": "results",
        "pin": pin,
    }
    assert command(browser, 1, "close-table")["ok"]
    for wrong in ("123", "1234567890123", "12a4", 4711):
        answer = browser.post("/api/tables", json=order | {"pin": wrong}, headers=ORIGIN)
        assert answer.status_code == 400
    context.people.set_pin(TABLE, "99999", "salt")
    for _ in range(2):
        assert browser.post("/api/tables", json=order, headers=ORIGIN).json()["ok"] is True
        assert context.people.is_pin(TABLE, pin)
    assert not context.people.is_pin(TABLE, "99999")
    # The digest of an order is kept, and four digits would soon be found from it.
    other = browser.post("/api/tables", json=order | {"pin": "55555"}, headers=ORIGIN).json()
    assert other["ok"] is True


def test_links_and_sign_ins_run_out(context: Context, browser: Browser, house: House) -> None:
    """A link is good for a day, a sign-in while it is used; signing out ends it at once."""
    invite(context, "dealer", "late")
    house.clock.now += LINK_MS
    assert browser.get("/enter/late").status_code == 410
    sign_in(context, browser)
    house.clock.now += idle_ms("dealer", TABLE) - 1
    assert browser.get(API).status_code == 200
    house.clock.now += 1
    assert browser.get(API).status_code == 401
    sign_in(context, browser, "supervisor")
    assert browser.get(API).status_code == 200
    token = browser.cookies[COOKIE]
    assert browser.post("/api/sign-out", headers=ORIGIN).status_code == 204
    browser.cookies.set(COOKIE, token)
    assert browser.get(API).status_code == 401


def test_links_and_pins_are_no_tokens(context: Context, browser: Browser) -> None:
    """What signs in once, or opens corrections, is listed nowhere and shown as a token refused."""
    invite(context, "dealer", "link")
    assert context.people.tokens() == []
    for shown in ("link", PIN):
        bearer = {"authorization": f"Bearer {shown}"}
        assert browser.get(API, headers=bearer).status_code == 401


def test_a_page_of_others_gives_no_command(context: Context, browser: Browser) -> None:
    """A staff cookie counts only for what a page of ours asks."""
    sign_in(context, browser)
    for path, body in (("/pin", {"pin": PIN}), ("/commands", {"id": "0" * 32, "type": "settle"})):
        answer = browser.post(f"{API}{path}", json=body, headers={"origin": "http://other.test"})
        assert answer.status_code == 401


CORRECTIONS: list[tuple[str, dict[str, object]]] = [
    ("change-hand", {"hand": 1, "hands": 3, "winner": "tie"}),
    ("insert-hand", {"hand": 1, "hands": 3, "winner": "tie"}),
    ("delete-hand", {"hand": 1, "hands": 3}),
    ("take-shoe-back", {}),
    ("resume-table", {}),
]


@pytest.mark.parametrize("kind, said", CORRECTIONS, ids=[kind for kind, _ in CORRECTIONS])
def test_corrections_need_the_pin(
    context: Context, browser: Browser, kind: str, said: dict[str, object]
) -> None:
    """Without the PIN a dealer's correction is refused; with it the table decides."""
    sign_in(context, browser)
    assert command(browser, 1, kind, **said)["refusal"]["code"] == "pin-needed"
    assert len(context.desk.state(TABLE).require_shoe.coups) == 3
    assert post(browser, "/pin", {"pin": PIN}).status_code == 204
    answer = command(browser, 1, kind, **said)
    assert answer["ok"] or answer["refusal"]["code"] in {"nothing-to-take-back", "not-suspended"}


def test_a_supervisor_needs_no_pin(context: Context, browser: Browser) -> None:
    """Who may set the PIN corrects without it; the one before is good no more."""
    sign_in(context, browser, "supervisor")
    assert command(browser, 1, "delete-hand", hand=1, hands=3)["ok"]
    assert post(browser, "/pin", {"pin": "123456"}, "PUT").status_code == 204
    assert not context.people.is_pin(TABLE, PIN)
    assert context.people.is_pin(TABLE, "123456")
    assert post(browser, "/pin", {"pin": "12"}, "PUT").status_code == 400


def test_what_a_dealer_may_not_ask(context: Context, browser: Browser) -> None:
    """A dealer sets no PIN, and looks ahead at nothing but tracked hands."""
    assert post(browser, "/pin", {"pin": PIN}).status_code == 401
    sign_in(context, browser)
    assert post(browser, "/pin", {"pin": PIN}, "PUT").status_code == 403
    for wrong in ("", "12", "12a4", "1" * 13):
        assert post(browser, "/pin", {"pin": wrong}).status_code == 400
    look = post(browser, "/preview", {"id": "0" * 32, "type": "settle"})
    assert look.status_code == 400


def test_undo_needs_no_pin(context: Context, browser: Browser) -> None:
    """The newest hand goes back by the key that is held, and a new shoe comes without the PIN."""
    sign_in(context, browser)
    assert command(browser, 1, "undo-hand", hand=3)["ok"]
    assert command(browser, 2, "new-shoe", shoe=2)["ok"]


def test_the_pin_is_good_for_a_minute(context: Context, browser: Browser) -> None:
    """After a minute the PIN is asked for again."""
    sign_in(context, browser)
    now = [1000.0]
    context.pins.clock = lambda: now[0]
    assert post(browser, "/pin", {"pin": PIN}).status_code == 204
    now[0] += GOOD_S - 1
    assert command(browser, 1, "delete-hand", hand=1, hands=3)["ok"]
    now[0] += 2
    refused = command(browser, 2, "delete-hand", hand=1, hands=2)["refusal"]
    assert refused["code"] == "pin-needed"


def test_a_pin_cannot_be_guessed(context: Context, browser: Browser) -> None:
    """After some wrong ones even the right PIN is not looked at for a while."""
    sign_in(context, browser)
    codes = [post(browser, "/pin", {"pin": "0000"}).status_code for _ in range(TRIES + 1)]
    assert codes == [403] * TRIES + [429]
    assert post(browser, "/pin", {"pin": PIN}).status_code == 429


def test_a_table_without_a_pin(house: House) -> None:
    """Where no PIN was set none opens anything."""
    context = put_together(house)
    assert not context.people.is_pin(TABLE, "0000")


def test_a_look_ahead_changes_nothing(context: Context, browser: Browser) -> None:
    """The board as it would be is shown before the PIN is given, and nothing is written."""
    sign_in(context, browser)
    version = context.desk.tables[TABLE].version
    ahead = {"id": "0" * 32, "type": "change-hand", "hand": 1, "hands": 3, "winner": "tie"}
    found = post(browser, "/preview", ahead).json()
    assert found["ok"]
    assert [cell[2] for cell in found["board"]["bead_plate"]] == ["T", "B", "T"]
    refused = post(browser, "/preview", ahead | {"hand": 9}).json()
    assert refused == {"ok": False, "refusal": {"code": "wrong-hand", "params": {"hands": 3}}}
    assert context.desk.tables[TABLE].version == version


def test_the_log_keeps_who_and_no_pin(context: Context, browser: Browser, house: House) -> None:
    """A correction names its dealer; neither the log nor the file holds the PIN."""
    sign_in(context, browser)
    post(browser, "/pin", {"pin": PIN})
    assert command(browser, 1, "delete-hand", hand=2, hands=3)["ok"]
    stored = context.desk.log(TABLE, 0, 500)
    assert b'"by":"s-dealer"' in stored[-1].body
    assert not any(PIN.encode() in entry.body for entry in stored)
    kept = house.store.read(lambda tx: tx.tokens())
    assert [token.role for token in kept].count("pin") == 1
    assert PIN not in repr(kept)
