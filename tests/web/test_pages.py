"""Pages and files over HTTP: what is found, what is not, and the headers of every answer."""

import hashlib
import posixpath
import re
from http import HTTPStatus
from importlib import resources
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.errors import InvariantError
from puntobanco.house.sign_ins import LINK_MS, SESSION_MS
from puntobanco.table import commands as cm
from puntobanco.web.app import HEADERS, create_app
from puntobanco.web.context import Context
from puntobanco.web.sessions import COOKIE
from tests.house.houses import House
from tests.web.servers import FILES

Browser = TestClient[Litestar]
JSON = {"content-type": "application/json"}
ORIGIN = {"origin": "http://house.test"}
ANSWERS = [
    ("GET", "/", {}, 200),
    ("GET", "/table/t1", {}, 200),
    ("GET", "/table/t1/board", {}, 200),
    ("GET", "/table/nope", {}, 404),
    ("GET", "/table/nope/board", {}, 404),
    ("GET", "/table/t1/dealer", {}, 403),
    ("GET", "/table/nope/dealer", {}, 403),
    ("GET", "/nope", {}, 404),
    ("GET", "/nope", {"accept": "text/html"}, 404),
    ("GET", "/enter/nope", {}, 410),
    ("GET", "/sign-in", {}, 200),
    ("GET", "/account", {}, 200),
    ("GET", "/accounts", {}, 403),
    ("GET", "/api/account", {}, 401),
    ("GET", "/api/accounts", {}, 401),
    ("GET", "/favicon.ico", {}, 200),
    ("GET", f"/static/{FILES.hash}/css/base.css", {}, 200),
    ("GET", f"/static/{FILES.hash}/nope.css", {}, 404),
    ("GET", "/static/old/css/base.css", {}, 200),
    ("GET", "/healthz", {}, 200),
    ("GET", "/api/lobby", {}, 200),
    ("GET", "/api/guest", {}, 405),
    ("POST", "/api/lobby", {}, 405),
    ("DELETE", "/", {}, 405),
    ("OPTIONS", "/", {}, 204),
    ("POST", "/api/guest", JSON, 400),
    ("POST", "/api/guest", {"content-type": "text/plain"}, 400),
    ("POST", "/api/sign-out", {}, 204),
    ("GET", "/ws/lobby", {}, 405),
    ("GET", "/schema", {}, 200),
]


@pytest.mark.parametrize("method,path,headers,status", ANSWERS, ids=range(len(ANSWERS)))
def test_every_answer_has_the_headers(
    client: Browser, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    """Whatever is asked, pages, files, refusals and errors carry the security headers."""
    answer = client.request(method, path, headers=headers, follow_redirects=False)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        if name != "cache-control":
            assert answer.headers[name] == value
    assert answer.headers["cache-control"]
    assert "server" not in answer.headers


def test_no_script_but_ours_runs() -> None:
    """The policy names no place but our own, allows nothing inline, and no frame around us."""
    policy = HEADERS["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "*" not in policy


@pytest.mark.parametrize("path", ["/", "/table/t1", "/table/t1/board", "/table/nope", "/enter/x"])
def test_pages_fit_their_policy(client: Browser, path: str) -> None:
    """A page has no script or style of its own in it, and every file that it names is there."""
    text = client.get(path, headers={"accept": "text/html"}).text
    assert text.startswith("<!doctype html>")
    assert "{static}" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", text)
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
    assert named
    for file in named:
        assert client.get(file).status_code == HTTPStatus.OK


def test_every_static_file_is_served(client: Browser) -> None:
    """Each file comes with its type, its bytes, and for ever, since its address has its hash."""
    for name, file in FILES.files.items():
        answer = client.get(f"/static/{FILES.hash}/{name}")
        assert answer.status_code == HTTPStatus.OK
        assert answer.content == file.content
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"].partition(";")[0] == file.media_type
        assert "set-cookie" not in answer.headers


def test_files_have_types_that_browsers_run(client: Browser) -> None:
    """Modules, styles and pictures are named as what they are; nothing is left to be guessed."""
    types = {name.rpartition(".")[2]: file.media_type for name, file in FILES.files.items()}
    assert types["js"] == "text/javascript"
    assert types["css"] == "text/css"
    assert types["svg"] == "image/svg+xml"
    assert types["json"] == "application/json"
    assert types["woff2"] == "font/woff2"


def test_an_old_address_gives_the_new_file_uncached(client: Browser) -> None:
    """A page from before an update still gets files, and asks again the next time."""
    answer = client.get("/static/0000000000000000/css/base.css")
    assert answer.content == FILES.files["css/base.css"].content
    assert answer.headers["cache-control"] == "no-cache"


def test_pages_are_asked_for_each_time(client: Browser) -> None:
    """A page names the files of the day, so that nobody keeps it."""
    for path in ("/", "/table/t1", "/table/t1/board"):
        assert client.get(path).headers["cache-control"] == "no-cache"


OUTSIDE = [
    "../app.py",
    "../../puntobanco/web/app.py",
    "css/../../app.py",
    "..%2fapp.py",
    "%2e%2e/app.py",
    "%2e%2e%2fapp.py",
    "..%5capp.py",
    "....//app.py",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "css/base.css/../../../app.py",
    "css/base.css%00.js",
    "css/",
    "",
    "lobby.html",
    "css/BASE.css",
    "x" * 5_000,
]


@pytest.mark.parametrize("path", OUTSIDE, ids=range(len(OUTSIDE)))
def test_nothing_outside_the_folder(client: Browser, path: str) -> None:
    """No spelling of a path reaches a file that is not a static file, pages included."""
    for version in (FILES.hash, "x", "..%2f"):
        answer = client.get(f"/static/{version}/{path}")
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "import" not in answer.text
        assert "root:" not in answer.text


def test_the_hash_follows_the_files() -> None:
    """The version in the addresses is a digest over all names and contents, pages included."""
    digest = hashlib.sha256()
    raw = {f"{name}.html": text.replace(f"/static/{FILES.hash}", "{static}").encode()
           for name, text in FILES.pages.items()}  # fmt: skip
    content = raw | {name: file.content for name, file in FILES.files.items()}
    for name in sorted(content):
        digest.update(f"{name}\0{len(content[name])}\0".encode() + content[name])
    assert digest.hexdigest()[:16] == FILES.hash


def test_files_are_packed_for_whoever_unpacks(client: Browser) -> None:
    """A text goes as gzip to a browser that takes it, whole to another, and a cache is told."""
    path = f"/static/{FILES.hash}/css/seat.css"
    packed = client.get(path, headers={"accept-encoding": "br, gzip"})
    whole = client.get(path, headers={"accept-encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == (
        "gzip",
        "accept-encoding",
    )
    assert int(packed.headers["content-length"]) < int(whole.headers["content-length"]) / 2
    assert "content-encoding" not in whole.headers
    assert packed.text == whole.text
    font = client.get(f"/static/{FILES.hash}/fonts/archivo-latin.woff2")
    assert "content-encoding" not in font.headers  # packed already


@pytest.mark.parametrize("name", ["seat", "board", "lobby", "dealer"])
def test_a_page_has_one_style_sheet(name: str) -> None:
    """All that a page names is joined in its order, in the folder that its addresses start from."""
    source = resources.files("puntobanco.web") / "static" / f"{name}.html"
    parts = re.findall(r'"stylesheet" href="{static}/([^"]+)"', source.read_text(encoding="utf-8"))
    joined = b"".join(FILES.files[part].content for part in parts)
    (found,) = re.findall(r'"stylesheet" href="/static/\w+/([^"]+)"', FILES.pages[name])
    assert FILES.files[found].content == joined
    assert {posixpath.dirname(part) for part in (found, *parts)} == {"css"}


@pytest.mark.parametrize("name", ["seat", "board", "lobby", "dealer"])
def test_a_page_names_its_modules(name: str) -> None:
    """Every module that a page comes to need is in its head once: none waits for another."""
    page = FILES.pages[name]
    entry = re.findall(r'<script type="module" src="/static/\w+/([^"]+)"', page)
    named = re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)">', page)
    assert len(named) == len(set(named))
    for module in (*entry, *named):
        for path in re.findall(
            r'^(?:import|export) [^;]*?from "(\.[^"]+)"',
            FILES.files[module].content.decode(),
            re.MULTILINE,
        ):
            needed = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            assert needed in {*entry, *named}


def test_a_closed_table_has_no_page(client: Browser, house: House) -> None:
    """When a table closes its address is not found, and the lobby does not show it."""
    house.done(cm.CloseTable())
    assert client.get("/table/t1").status_code == HTTPStatus.NOT_FOUND
    assert client.get("/api/lobby").json()["tables"] == []


def test_errors_have_one_shape(client: Browser) -> None:
    """An error says its code, and for a machine nothing else than that."""
    for method, path, status, code in (
        ("GET", "/nope", 404, "not-found"),
        ("DELETE", "/", 405, "not-allowed"),
        ("GET", "/api/guest", 405, "not-allowed"),
    ):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert set(answer.json()) == {"error"}
        assert set(answer.json()["error"]) == {"code", "params"}


def test_a_fault_of_ours_tells_nothing(
    client: Browser,
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A bug is a bare 500 with all headers; what it was stands in the log of the house."""

    def fail(*_: object) -> None:
        raise InvariantError("a secret of ours")

    monkeypatch.setattr(type(context.hub), "cards", fail)
    client.raise_server_exceptions = False  # type: ignore[attr-defined]
    answer = client.get("/api/lobby")
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert answer.json() == {"error": {"code": "fault", "params": {}}}
    assert answer.headers["content-security-policy"]
    assert "a secret of ours" in caplog.text


def enter(client: Browser, link: str, **headers: str) -> Any:
    """Use a link up, as its page does."""
    return client.post("/api/enter", json={"link": link}, headers=ORIGIN | headers)


def test_a_link_signs_in_once(client: Browser, house: House, context: Context) -> None:
    """A link leads to the lobby with a cookie that no script reads; then it is used up."""
    context.people.enrol("ann", "Ann", 700)
    context.people.put_link("ann", "link")
    answer = enter(client, "link")
    assert (answer.status_code, answer.json()) == (200, {"next": "/"})
    cookie = answer.headers["set-cookie"]
    for part in (
        f"{COOKIE}=",
        "HttpOnly",
        "SameSite=strict",
        "Path=/",
        f"Max-Age={SESSION_MS // 1000}",
    ):
        assert part in cookie
    person = client.get("/api/lobby").json()["signed_in"]
    assert person == {"id": "ann", "name": "Ann", "wallet": 700}
    assert enter(client, "link").status_code == HTTPStatus.GONE
    assert client.get("/enter/link").status_code == HTTPStatus.GONE


def test_looking_at_a_link_does_not_use_it_up(client: Browser, context: Context) -> None:
    """No GET changes anything: what looks at addresses before people do signs nobody in."""
    context.people.enrol("ann", "Ann", 700)
    context.people.put_link("ann", "link")
    for _ in range(2):
        answer = client.get("/enter/link")
        assert answer.status_code == HTTPStatus.OK
        assert "set-cookie" not in answer.headers
    for origin in ({}, {"origin": "http://evil.test"}, {"origin": "https://house.test"}):
        refused = client.post("/api/enter", json={"link": "link"}, headers=origin)
        assert refused.status_code == HTTPStatus.UNAUTHORIZED
    for site in ("cross-site", "same-site", "none"):
        refused = enter(client, "link", **{"sec-fetch-site": site})
        assert refused.status_code == HTTPStatus.UNAUTHORIZED
    assert enter(client, "link", **{"sec-fetch-site": "same-origin"}).status_code == HTTPStatus.OK


def test_an_old_link(client: Browser, house: House, context: Context) -> None:
    """After a day a link leads to the page that says so, without a cookie."""
    context.people.enrol("ann", "Ann", 700)
    context.people.put_link("ann", "link")
    house.clock.now += LINK_MS
    for answer in (client.get("/enter/link"), enter(client, "link")):
        assert answer.status_code == HTTPStatus.GONE
        assert "set-cookie" not in answer.headers


def test_each_sign_in_has_a_token_of_its_own(client: Browser, context: Context) -> None:
    """Two sign-ins never share a token, the one before ends, and a made-up one is worth nothing."""
    context.people.enrol("ann", "Ann", 0)
    tokens = []
    for number in range(3):
        context.people.put_link("ann", f"link{number}")
        enter(client, f"link{number}")
        tokens.append(client.cookies[COOKIE])
    assert len(set(tokens)) == 3
    assert [context.people.signed_in(token) is not None for token in tokens] == [False, False, True]
    fresh = client.get("/api/lobby", headers={"cookie": f"{COOKIE}=made-up"}).json()
    assert fresh["signed_in"] is None


def test_a_sign_in_ends_by_itself(client: Browser, house: House, context: Context) -> None:
    """Once its time is over the cookie is worth nothing, whatever the browser thinks."""
    context.people.enrol("ann", "Ann", 0)
    context.people.put_link("ann", "link")
    enter(client, "link")
    house.clock.now += SESSION_MS
    assert client.get("/api/lobby").json()["signed_in"] is None


def test_behind_tls_the_cookie_is_secure(context: Context) -> None:
    """Over TLS the cookie goes over TLS alone, and has a name that no other host can set."""
    context.people.enrol("ann", "Ann", 0)
    for scheme, secure in (("http", False), ("https", True)):
        context.people.put_link("ann", scheme)
        with TestClient(create_app(context), base_url=f"{scheme}://house.test") as browser:
            answer = enter(browser, scheme, origin=f"{scheme}://house.test")
            cookie = answer.headers["set-cookie"]
            assert ("Secure" in cookie, cookie.startswith("__Host-")) == (secure, secure)
            assert ("Domain" in cookie, "Path=/" in cookie) == (False, True)
            assert browser.get("/api/lobby").json()["signed_in"]["id"] == "ann"
            transport = answer.headers.get("strict-transport-security", "")
            assert transport == ("max-age=31536000" if secure else "")


def test_signing_out(client: Browser, house: House, context: Context) -> None:
    """Signing out ends the sign-in at the house and takes the cookie; not from elsewhere."""
    context.people.enrol("ann", "Ann", 0)
    context.people.put_link("ann", "link")
    enter(client, "link")
    token = client.cookies[COOKIE]
    headers = {"cookie": f"{COOKIE}={token}"}
    client.post("/api/sign-out", headers=headers | {"origin": "http://evil.test"})
    assert context.people.signed_in(token)
    client.post("/api/sign-out", headers=headers)
    assert context.people.signed_in(token)
    answer = client.post("/api/sign-out", headers=headers | ORIGIN)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert context.people.signed_in(token) is None


def test_guests_come_to_a_demo_only(client: Browser, real_house: Browser) -> None:
    """A demo gives a guest chips; a house that is none gives nobody anything."""
    body = {"name": "Gus"}
    answer = client.post("/api/guest", json=body, headers=ORIGIN)
    assert answer.status_code == HTTPStatus.CREATED
    assert answer.json()["name"] == "Gus"
    assert answer.json()["wallet"] == 200_000
    assert client.get("/api/lobby").json()["guests"] is True
    refused = real_house.post("/api/guest", json=body, headers=ORIGIN)
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert real_house.get("/api/lobby").json()["guests"] is False


def test_a_guest_is_one_guest(client: Browser, context: Context) -> None:
    """Asking again gives the same person and no more chips."""
    first = client.post("/api/guest", json={"name": "Gus"}, headers=ORIGIN).json()
    again = client.post("/api/guest", json={"name": "Other"}, headers=ORIGIN)
    assert (again.status_code, again.json()) == (200, first)


@pytest.mark.parametrize("body", [{}, {"name": None}, {"name": ""}, {"name": "\x00 \n"}])
def test_a_guest_without_a_name_gets_one(client: Browser, body: dict[str, object]) -> None:
    """Nobody has to say a name."""
    answer = client.post("/api/guest", json=body, headers=ORIGIN)
    assert re.fullmatch("Guest [0-9a-f]{4}", answer.json()["name"])


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.test",
        "http://house.test.evil.test",
        "http://house.test:81",
        "http://evil.test/http://house.test",
        "ftp://house.test",
        "house.test",
        "http://HOUSE.test.",
    ],
)
def test_guests_come_from_our_pages(client: Browser, origin: str | None) -> None:
    """A page of somebody else's, or no page, makes no guest."""
    headers = {} if origin is None else {"origin": origin}
    answer = client.post("/api/guest", json={}, headers=headers)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "set-cookie" not in answer.headers


def test_guests_do_not_pour_in(client: Browser) -> None:
    """So many guests at once and no more."""
    codes = []
    for _ in range(40):
        client.cookies.clear()
        codes.append(client.post("/api/guest", json={}, headers=ORIGIN).status_code)
    assert codes[:30] == [201] * 30
    assert 429 in codes


BODIES: list[tuple[bytes, dict[str, str], int]] = [
    (b"", JSON, 400),
    (b"{", JSON, 400),
    (b"[]", JSON, 400),
    (b"null", JSON, 400),
    (b'"name"', JSON, 400),
    (b"1", JSON, 400),
    (b'{"name":1}', JSON, 400),
    (b'{"name":1.0}', JSON, 400),
    (b'{"name":true}', JSON, 400),
    (b'{"name":["a"]}', JSON, 400),
    (b'{"name":"a","role":"dealer"}', JSON, 400),
    (b'{"wallet":1000000}', JSON, 400),
    (b'{"name":"' + b"x" * 101 + b'"}', JSON, 400),
    (b'{"name":"\xff\xfe"}', JSON, 400),
    (b'{"name":"\\ud800"}', JSON, 400),
    (b'\xef\xbb\xbf{"name":"a"}', JSON, 400),
    (b'{"name":"a"} {}', JSON, 400),
    (b"[" * 4_000, JSON, 400),
    (b'{"name":' + b"[" * 4_000, JSON, 400),
    (b'{"a":' * 800, JSON, 400),
    (b'{"name":"' + b"x" * 4_096 + b'"}', JSON, 413),
    (b"x" * 65_537, JSON, 413),
    (b'{"name":"a"}', {"content-type": "text/plain"}, 415),
    (b'{"name":"a"}', {"content-type": "application/x-www-form-urlencoded"}, 415),
    (b'{"name":"a"}', {"content-type": "multipart/form-data; boundary=x"}, 415),
    (b'{"name":"a"}', {"content-type": "application/msgpack"}, 415),
    (b'{"name":"a"}', {"content-type": "application/jsonp"}, 415),
    (b'{"name":"a"}', {"content-type": ""}, 415),
    (b"name=a", {"content-type": "application/x-www-form-urlencoded"}, 415),
    (b'{"name":"a"}', {"content-type": "application/json; charset=utf-8"}, 201),
]


@pytest.mark.parametrize("body,headers,status", BODIES, ids=range(len(BODIES)))
def test_bodies_are_strict(
    client: Browser, body: bytes, headers: dict[str, str], status: int
) -> None:
    """A body is JSON of exactly the promised shape and size, or nothing happens."""
    answer = client.post("/api/guest", content=body, headers=headers | ORIGIN)
    assert answer.status_code == status
    if status != 201:
        assert set(answer.json()["error"]) == {"code", "params"}
        assert "set-cookie" not in answer.headers


def test_a_key_said_twice(client: Browser) -> None:
    """Of two names none counts."""
    answer = client.post("/api/guest", content=b'{"name":"a","name":"b"}', headers=JSON | ORIGIN)
    assert answer.status_code == HTTPStatus.BAD_REQUEST


def test_the_lobby_tells_no_secrets(client: Browser, house: House, context: Context) -> None:
    """The lobby shows tables and the person who asks, nobody else's name or chips."""
    context.people.enrol("ann", "Ann", 76_543_200)
    house.done(cm.TakeSeat(patron="ann", place=3, buy_in=1_234_500))
    text = client.get("/api/lobby").text
    assert "ann" not in text.lower()
    assert "1234500" not in text
    (table,) = client.get("/api/lobby").json()["tables"]
    assert [place["taken"] for place in table["places"]] == [False, False, True, *[False] * 4]
