"""Accounts over HTTP: signing in, one's own account, everybody's, and what answers give away."""

import contextlib
import json
import logging
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from typing import Any

import httpx
import pyotp
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

from puntobanco.house.account_log import CONSOLE
from puntobanco.house.account_rules import Order
from puntobanco.house.second_factor import STEP_MS
from puntobanco.house.sign_ins import idle_ms
from puntobanco.house.tokens import Grant
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from puntobanco.web.sessions import COOKIE
from tests.house.houses import House
from tests.table.playing import TABLE
from tests.web.servers import Client, Running, put_together

Browser = TestClient[Litestar]
ORIGIN = {"origin": "http://house.test"}
GOOD = "a cat on a warm roof"
SHARED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def house() -> Iterator[House]:
    """A house whose clock the test moves, with an open table."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.open()
        opened.enrol("ann")
        yield opened


@pytest.fixture
def context(house: House) -> Context:
    """What the routes share: Ann's account, and two admins with authenticators."""
    found = put_together(house)
    found.accounts.open(Order("Ann", patron="ann"), "", CONSOLE)
    found.accounts.set_password("ann", GOOD, CONSOLE)
    for admin in ("ada", "bob"):
        found.accounts.open(Order(admin, duties="admin"), f"s-{admin}", CONSOLE)
        found.accounts.set_password(admin, GOOD, CONSOLE)
        assert found.accounts.set_second_factor(admin, SHARED, code_at(house), ["code"], CONSOLE)
    house.clock.now += STEP_MS
    return found


def code_at(house: House) -> str:
    """What an authenticator shows now."""
    return pyotp.TOTP(SHARED).generate_otp(house.clock.now // STEP_MS)


@pytest.fixture
def browser(context: Context) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


@pytest.fixture
def other(context: Context) -> Iterator[Browser]:
    """Another one."""
    with TestClient(create_app(context), base_url="http://house.test") as opened:
        yield opened


def post(browser: Browser, path: str, **body: object) -> Any:
    """Send what a page of ours sends."""
    return browser.post(path, json=body, headers=ORIGIN)


def sign_in(browser: Browser, house: House, name: str) -> str:
    """Sign an admin in; give where that leads."""
    answer = post(browser, "/api/sign-in", name=name, password=GOOD, code=code_at(house))
    assert answer.status_code == HTTPStatus.OK, answer.text
    return str(answer.json()["next"])


def test_a_patron_signs_in(browser: Browser, context: Context) -> None:
    """Name and password sign a patron in and lead to the tables; the cookie is a new one."""
    browser.cookies.set(COOKIE, "planted")
    answer = post(browser, "/api/sign-in", name="ann", password=GOOD)
    assert (answer.status_code, answer.json()) == (200, {"next": "/"})
    assert f"{COOKIE}=" in answer.headers["set-cookie"]
    assert "planted" not in answer.headers["set-cookie"]
    assert browser.get("/api/account").json()["duty"] == "patron"


def test_the_lobby_says_when_one_signed_in_before(browser: Browser, house: House) -> None:
    """A4: whoever signs in reads when he did so the last time."""
    for _ in range(2):
        post(browser, "/api/sign-in", name="ann", password=GOOD)
        house.clock.now += 60_000
    lobby = browser.get("/api/lobby").json()
    assert (lobby["has_account"], lobby["seen"]) == (True, house.clock.now - 120_000)
    assert browser.get("/api/account").json()["seen"] == house.clock.now - 120_000


def test_what_is_wrong_is_not_told(browser: Browser) -> None:
    """An unknown name, a wrong password and a locked account are answered alike."""
    answers = [
        post(browser, "/api/sign-in", name=name, password=password)
        for name, password in (("nobody", GOOD), ("ada", "wrong"), ("ann", "wrong"))
    ]
    for _ in range(2):
        post(browser, "/api/sign-in", name="ann", password="wrong")
    answers.append(post(browser, "/api/sign-in", name="ann", password=GOOD))
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.text for answer in answers} == {answers[0].text}
    assert all("set-cookie" not in answer.headers for answer in answers)


def test_an_address_that_tries_too_often(browser: Browser) -> None:
    """After twenty wrong tries the same address gets 429, whatever it says of itself."""
    for number in range(20):
        headers = ORIGIN | {"x-forwarded-for": f"192.0.2.{number}"}
        body = {"name": f"nobody{number}", "password": GOOD}
        assert browser.post("/api/sign-in", json=body, headers=headers).status_code == 401
    answer = post(browser, "/api/sign-in", name="ann", password=GOOD)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "sign-in-too-many")


@pytest.mark.parametrize("path", ["/api/sign-in", "/api/enter", "/api/account/password"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.test"},
        {"origin": "https://house.test"},
        {"origin": "http://house.test.evil.test"},
        {"origin": "http://house.test:81"},
        ORIGIN | {"sec-fetch-site": "cross-site"},
        ORIGIN | {"sec-fetch-site": "same-site"},
    ],
)
def test_a_page_of_others_does_nothing(
    browser: Browser, context: Context, path: str, headers: dict[str, str]
) -> None:
    """ASVS 3.5: without the exact origin of the house nothing is done, cookie or not."""
    post(browser, "/api/sign-in", name="ann", password=GOOD)
    context.people.put_link("ann", "link")
    bodies = {
        "/api/sign-in": {"name": "ann", "password": GOOD},
        "/api/enter": {"link": "link"},
        "/api/account/password": {"fresh": "another cat on a roof", "current": GOOD},
    }
    answer = browser.post(path, json=bodies[path], headers=headers)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert "set-cookie" not in answer.headers
    assert context.people.sign_in_of("link")
    assert post(browser, "/api/sign-in", name="ann", password=GOOD).status_code == HTTPStatus.OK


def test_no_get_changes_anything(browser: Browser, context: Context) -> None:
    """ASVS 3.5.3: every address of accounts that changes something refuses a GET."""
    for path in (
        "/api/enter", "/api/sign-in", "/api/sign-out", "/api/account/password",
        "/api/account/second-factor", "/api/account/second-factor/confirm",
        "/api/accounts/ann/agree", "/api/accounts/ann/end", "/api/accounts/ann/invite",
        "/api/accounts/ann/duties", "/api/accounts/ann/withdraw", "/api/accounts/ann/bar",
        "/api/accounts/ann",
    ):  # fmt: skip
        assert browser.get(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_staff_set_a_second_factor_first(browser: Browser, context: Context, house: House) -> None:
    """An invitation leads to a password, then to an authenticator, then in, each time anew."""
    context.accounts.open(Order("Dee", duties=f"dealer@{TABLE}"), "s-dee", CONSOLE)
    context.accounts.invite("dee", "link", CONSOLE)
    assert post(browser, "/api/enter", link="link").json() == {"next": "/account"}
    half = browser.cookies[COOKIE]
    assert browser.get("/api/account").json()["missing"] == ["password", "second-factor"]
    assert browser.get(f"/table/{TABLE}/dealer").status_code == HTTPStatus.FORBIDDEN
    assert post(browser, "/api/account/second-factor").status_code == HTTPStatus.FORBIDDEN
    short = post(browser, "/api/account/password", fresh="short")
    assert short.json()["error"]["code"] == "password-length"
    assert post(browser, "/api/account/password", fresh=GOOD).json() == {}
    shown = post(browser, "/api/account/second-factor").json()
    assert f"secret={shown['secret']}" in shown["address"]
    assert shown["path"].startswith("M")
    wrong = post(browser, "/api/account/second-factor/confirm", code="000000")
    assert wrong.json()["error"]["code"] == "wrong-code"
    code = pyotp.TOTP(shown["secret"]).generate_otp(house.clock.now // STEP_MS)
    done = post(browser, "/api/account/second-factor/confirm", code=code).json()
    assert (len(done["codes"]), done["next"]) == (10, f"/table/{TABLE}/dealer")
    assert browser.cookies[COOKIE] != half
    assert context.people.sign_in_of(half) is None
    assert browser.get(f"/table/{TABLE}/dealer").status_code == HTTPStatus.OK
    again = post(browser, "/api/sign-in", name="dee", password=GOOD, code=done["codes"][0])
    assert again.json()["next"] == f"/table/{TABLE}/dealer"


def test_a_lost_password_is_no_way_round_the_second_factor(
    browser: Browser, context: Context, house: House
) -> None:
    """Who sets a new password by a link still needs the authenticator that he had."""
    context.accounts.invite("ada", "link", CONSOLE)
    post(browser, "/api/enter", link="link")
    answer = post(browser, "/api/account/password", fresh="another cat on a roof")
    assert answer.json() == {"next": "/sign-in"}
    assert browser.get("/api/account").status_code == HTTPStatus.UNAUTHORIZED
    body = {"name": "ada", "password": "another cat on a roof"}
    assert post(browser, "/api/sign-in", **body).json() == {"asks": "code"}
    assert post(browser, "/api/sign-in", **body, code=code_at(house)).json()["next"] == "/accounts"


def test_the_password_is_asked_for_again(browser: Browser, context: Context) -> None:
    """Nobody changes password or authenticator of a page that was left open."""
    post(browser, "/api/sign-in", name="ann", password=GOOD)
    for path, body in (
        ("/api/account/password", {"fresh": "another cat on a roof"}),
        ("/api/account/password", {"fresh": "another cat on a roof", "current": "wrong"}),
        ("/api/account/second-factor", {}),
        ("/api/account/second-factor", {"password": "wrong"}),
    ):
        answer = post(browser, path, **body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "sign-in-wrong")
    assert post(browser, "/api/account/second-factor", password=GOOD).status_code == HTTPStatus.OK


def test_two_admins_open_an_account(browser: Browser, other: Browser, house: House) -> None:
    """O5: one admin proposes, the other agrees; neither does it alone."""
    assert sign_in(browser, house, "ada") == "/accounts"
    sign_in(other, house, "bob")
    listed = post(browser, "/api/accounts", name="dee", shown="Dee", duties="dealer@7").json()
    dee = next(account for account in listed["accounts"] if account["sign_in"] == "dee")
    assert (dee["duties"], dee["wanted"], dee["wanted_by"]) == ("", "dealer@7", "s-ada")
    path = f"/api/accounts/{dee['actor']}"
    alone = post(browser, f"{path}/agree")
    assert (alone.status_code, alone.json()["error"]["code"]) == (400, "malformed")
    agreed = post(other, f"{path}/agree").json()["accounts"]
    assert [a["duties"] for a in agreed if a["actor"] == dee["actor"]] == ["dealer@7"]
    link = post(other, f"{path}/invite").json()["path"]
    assert link.startswith("/enter/")
    assert browser.get(link).status_code == HTTPStatus.OK


def test_a_token_is_no_way_round_the_second_admin(
    browser: Browser, context: Context, house: House
) -> None:
    """O5: where there are two admins, one gives a token for nothing but what both agreed to."""
    sign_in(browser, house, "ada")
    for name, role, table, status in (
        ("dee", "dealer", "7", 403),
        ("Ada", "supervisor", None, 403),
        ("Ada", "admin", None, 201),
        ("", "auditor", None, 403),
    ):
        body = {"role": role, "name": name, "table": table}
        assert post(browser, "/api/tokens", **body).status_code == status
    assert post(browser, "/api/tokens", role="patron", patron="ann").status_code == 201
    context.accounts.open(Order("Dee", duties="dealer@7"), "s-dee", CONSOLE)
    for table, status in (("7", 201), ("8", 403), (None, 403)):
        body = {"role": "dealer", "name": "DEE", "table": table}
        assert post(browser, "/api/tokens", **body).status_code == status
    context.accounts.set_duties("bob", "auditor", CONSOLE)
    assert post(browser, "/api/tokens", role="cashier", name="Cat").status_code == 201


def test_a_token_for_whom_it_cannot_be_is_refused_in_words(
    browser: Browser, context: Context, house: House
) -> None:
    """Who deals gets no token to supervise what he deals: an answer with words, not a fault."""
    sign_in(browser, house, "ada")
    context.accounts.set_duties("bob", "auditor", CONSOLE)
    context.people.give_token(Grant("dealer", name="Demo dealer"), "deals", "s-deals")
    answer = post(browser, "/api/tokens", role="supervisor", name="Demo dealer")
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    detail = answer.json()["error"]["params"]["detail"]
    assert "dealer and supervisor of a table are two people" in detail


def test_the_cashier_gives_patrons_accounts(browser: Browser, context: Context) -> None:
    """Whoever enrols a patron lets him in, and has no say over an account of the staff."""
    context.people.give_token(Grant("cashier", name="Cat"), "cats", "s-cat")
    context.people.enrol("bea", "Bea", 0)
    cat = {"authorization": "Bearer cats"}

    def give(whom: str, name: str) -> Any:
        path = f"/api/patrons/{whom}/account"
        return browser.post(path, json={"name": name}, headers=cat)

    link = give("bea", "bea q").json()["path"].removeprefix("/enter/")
    assert post(browser, "/api/enter", link=link).json() == {"next": "/account"}
    assert post(browser, "/api/account/password", fresh=GOOD).json() == {"next": "/"}
    assert browser.get("/api/account").json()["sign_in"] == "bea q"
    give("bea", "another")
    assert browser.get("/api/account").status_code == HTTPStatus.UNAUTHORIZED
    assert context.accounts.find("bea").sign_in == "bea q"
    for nobody in ("s-ada", "ada", "nobody"):
        assert give(nobody, "zed").status_code == HTTPStatus.NOT_FOUND
    context.people.enrol("cid", "Cid", 0)
    assert give("cid", "ADA").status_code == HTTPStatus.BAD_REQUEST
    assert context.accounts.find("ada").password is not None
    for path in ("/api/accounts", "/api/account"):
        assert browser.get(path, headers=cat).status_code in {401, 403}


def test_an_account_tells_nothing_that_opens_it(browser: Browser, house: House) -> None:
    """ASVS 15.3.1: neither hashes nor secrets nor links leave the house in a list."""
    sign_in(browser, house, "ada")
    text = browser.get("/api/accounts").text
    assert "argon2" not in text
    assert SHARED not in text
    assert set(json.loads(text)["accounts"][0]) == {
        "actor", "sign_in", "name", "contact", "duties", "wanted", "wanted_by", "erasing_by",
        "has_password", "has_second_factor", "locked", "seen", "sign_ins",
    }  # fmt: skip


def test_two_admins_erase_a_patron(
    browser: Browser, other: Browser, context: Context, house: House
) -> None:
    """O5: chips are paid out first; once two agree name, account and sign-in are gone."""
    sign_in(browser, house, "ada")
    sign_in(other, house, "bob")
    context.people.sign_in("ann", "cookie")
    refused = browser.delete("/api/accounts/ann", headers=ORIGIN)
    assert "pay them out first" in refused.json()["error"]["params"]["detail"]
    context.people.enrol("bea", "Bea", 0)
    context.accounts.open(Order("Bea", patron="bea"), "", CONSOLE)
    context.people.sign_in("bea", "token")
    proposed = browser.delete("/api/accounts/bea", headers=ORIGIN)
    assert [a["erasing_by"] for a in proposed.json()["accounts"]].count("s-ada") == 1
    assert post(browser, "/api/accounts/bea/agree").status_code == HTTPStatus.BAD_REQUEST
    assert context.people.signed_in("token")
    assert post(other, "/api/accounts/bea/withdraw").status_code == HTTPStatus.OK
    assert browser.delete("/api/accounts/bea", headers=ORIGIN).status_code == HTTPStatus.OK
    assert post(other, "/api/accounts/bea/agree").status_code == HTTPStatus.OK
    assert context.people.signed_in("token") is None
    assert not context.people.is_known("bea")


def test_a_refusal_is_noted_on_one_line(
    browser: Browser, context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS 16.3.2: who is refused stands in the log, with no sign of his that could break it."""
    caplog.set_level(logging.WARNING, "puntobanco.access")
    context.people.give_token(Grant("dealer", name="Dee"), "token", "s-dee")
    headers = {"authorization": "Bearer token"}
    browser.get("/api/accounts", headers=headers)
    browser.post("/api/accounts/%0Arefused%20%1B[31m%E2%80%A8/end", headers=headers)
    lines = [record.getMessage() for record in caplog.records]
    assert all(line.isascii() and line.isprintable() for line in lines)
    told = [json.loads(line.removeprefix("refused ")) for line in lines]
    assert {one["who"] for one in told} == {"dealer s-dee"}
    paths = ["/api/accounts", "/api/accounts/\nrefused \x1b[31m\N{LINE SEPARATOR}/end"]
    assert [one["path"] for one in told] == paths


def test_a_command_that_is_not_allowed_is_noted(
    browser: Browser, context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS 16.3.2: what a role may not do at a table is noted, with who tried it."""
    caplog.set_level(logging.WARNING, "puntobanco.access")
    post(browser, "/api/sign-in", name="ann", password=GOOD)
    body = {"id": "2" * 32, "type": "settle"}
    path = f"/api/table/{TABLE}/commands"
    assert post(browser, path, **body).status_code == HTTPStatus.FORBIDDEN
    (line,) = [record.getMessage() for record in caplog.records]
    told = json.loads(line.removeprefix("refused "))
    assert (told["what"], told["who"]) == ("not-allowed settle", "patron ann")
    assert told["path"] == f"table {TABLE}"


def test_what_was_typed_is_not_noted(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """ASVS 16.2.5: a password in the wrong field is in no log; an account is named by its id."""
    caplog.set_level(logging.WARNING, "puntobanco.access")
    for name, password in ((GOOD, "ann"), ("ann", "wrong")):
        post(browser, "/api/sign-in", name=name, password=password)
    lines = [record.getMessage() for record in caplog.records]
    assert [json.loads(line.removeprefix("refused "))["who"] for line in lines] == ["", "ann"]
    assert GOOD not in "".join(lines)


def test_a_role_is_never_said_by_a_message(browser: Browser, context: Context) -> None:
    """XA1: a role in a body is an unknown key, and changes nobody's."""
    post(browser, "/api/sign-in", name="ann", password=GOOD)
    for path, body in (
        ("/api/sign-in", {"name": "ann", "password": GOOD, "role": "admin"}),
        ("/api/account/password", {"fresh": GOOD, "current": GOOD, "duties": "admin"}),
        (f"/api/table/{TABLE}/commands", {"id": "0" * 32, "type": "settle", "role": "dealer"}),
    ):
        assert post(browser, path, **body).status_code == HTTPStatus.BAD_REQUEST
    assert browser.get("/api/account").json()["duties"] == ["patron"]


def test_an_open_page_does_not_keep_somebody_in(
    browser: Browser, context: Context, house: House
) -> None:
    """A5: looking on is no activity; what is done at the table or on a form is."""
    post(browser, "/api/sign-in", name="ann", password=GOOD)
    idle = idle_ms("patron")
    house.clock.now += idle - 1
    body = {"id": "1" * 32, "type": "take-seat", "place": 1, "buy_in": 10_000}
    assert post(browser, f"/api/table/{TABLE}/commands", **body).json()["ok"]
    house.clock.now += idle - 1
    assert browser.get(f"/api/table/{TABLE}").status_code == HTTPStatus.OK
    assert post(browser, "/api/ticket").status_code == HTTPStatus.OK
    house.clock.now += 1
    assert browser.get(f"/api/table/{TABLE}").status_code == HTTPStatus.UNAUTHORIZED


def has_ended(link: Client) -> bool:
    """Whether the house hangs up; what was sent before is read."""
    with contextlib.suppress(ConnectionClosed):
        while link.next():  # type: ignore[truthy-bool]
            pass
    return link.connection.close_code == 1001


def test_a_sign_in_that_ends_closes_its_sockets(served: Running) -> None:
    """ASVS 7.4: signing out, and an admin's word, end the open links of a sign-in at once."""
    accounts = served.context.accounts
    accounts.open(Order("Ann", patron="ann"), "", CONSOLE)
    served.context.people.give_token(Grant("admin", name="Ada"), "admins", "s-ada")
    with httpx.Client(base_url=f"http://127.0.0.1:{served.port}") as client:
        cookie = served.sign_in("ann")
        with served.client(cookie) as link:
            assert link.lives()
            out = client.post("/api/sign-out", headers={"cookie": cookie, "origin": served.origin})
            assert out.status_code == HTTPStatus.NO_CONTENT
            assert has_ended(link)
        with served.client(served.sign_in("ann")) as link:
            assert link.lives()
            bearer = {"authorization": "Bearer admins"}
            ended = client.post("/api/accounts/ann/end", headers=bearer)
            assert ended.status_code == HTTPStatus.OK, ended.text
            assert has_ended(link)
