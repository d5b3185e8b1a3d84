"""Pages, static files and the one-time sign-in link."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from puntobanco.house.people import Caller
from puntobanco.house.roles import Question, Role, may_ask
from puntobanco.house.sign_ins import LEADS_TO
from puntobanco.web.context import Context
from puntobanco.web.sessions import caller_of

# Where a sign-in leads; a dealer of one table goes to its console, all others to the lobby.
HOMES: Final = {
    Role.SUPERVISOR: "/floor",
    Role.AUDITOR: "/floor",
    Role.CASHIER: "/cage",
    Role.ADMIN: "/accounts",
}
FOREVER: Final = "public, max-age=31536000, immutable"
AnyRequest = Request[Any, Any, Any]


def _context(request: AnyRequest) -> Context:
    context: Context = request.app.state.context
    return context


def page(request: AnyRequest, name: str, status: int = 200) -> Response[str]:
    """Give a page that is never kept, since it names the files of the day."""
    content = _context(request).files.pages.get(name)
    if content is None:
        raise NotFoundException
    return Response(
        content,
        status_code=status,
        media_type="text/html",
        headers={"cache-control": "no-cache"},
    )


def staff_page(
    request: AnyRequest, name: str, question: Question, table: str | None = None
) -> Response[str]:
    """Give a page to those who may see it, and to all others the way to sign in."""
    caller = caller_of(_context(request).people, request)
    is_his = table is None or (caller is not None and caller.serves(table))
    if caller is None or not is_his or not may_ask(caller.role, question):
        return page(request, "not-for-you", 403)
    return page(request, name) if table is None else _table_page(request, name, table)


def _table_page(request: AnyRequest, name: str, table: str) -> Response[str]:
    live = _context(request).desk.tables.get(table)
    if live is None or live.state.setup is None:
        return page(request, "not-found", 404)
    return page(request, name)


@get("/", include_in_schema=False, sync_to_thread=False)
def lobby(request: AnyRequest) -> Response[str]:
    """Give the lobby."""
    return page(request, "lobby")


@get("/table/{table:str}", include_in_schema=False, sync_to_thread=False)
def seat(request: AnyRequest, table: FromPath[str]) -> Response[str] | Redirect:
    """Give a patron's seat; where a shoe is tracked nobody sits, and its board is what there is."""
    live = _context(request).desk.tables.get(table)
    if live is not None and live.state.setup is not None and not live.state.setup.takes_wagers:
        return Redirect(f"/table/{quote(table)}/board", status_code=303)
    return _table_page(request, "seat", table)


@get("/table/{table:str}/board", include_in_schema=False, sync_to_thread=False)
def board(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Give the board over the table; it waits for a table that is not open."""
    live = _context(request).desk.tables.get(table)
    is_open = live is not None and live.state.setup is not None
    return page(request, "board", 200 if is_open else 404)


@get("/table/{table:str}/shoe", include_in_schema=False, sync_to_thread=False)
def shoe(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Give a shoe hand by hand, to read, to print and to take away."""
    return _table_page(request, "shoe", table)


@get("/table/{table:str}/dealer", include_in_schema=False, sync_to_thread=False)
def dealer(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Give what the dealer of a table works with."""
    live = _context(request).desk.tables.get(table)
    setup = live.state.setup if live else None
    name = "console" if setup and setup.takes_wagers else "dealer"
    return staff_page(request, name, Question.CONSOLE, table)


@get("/floor", include_in_schema=False, sync_to_thread=False)
def floor(request: AnyRequest) -> Response[str]:
    """Give the floor: all tables at a glance, and what waits for a supervisor."""
    return staff_page(request, "floor", Question.OVERVIEW)


@get("/cage", include_in_schema=False, sync_to_thread=False)
def cage(request: AnyRequest) -> Response[str]:
    """Give the cashier's window."""
    return staff_page(request, "cage", Question.CAGE)


@get("/enter/{token:str}", include_in_schema=False, sync_to_thread=True)
def enter(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Give the page that uses a one-time link up; looking at the address alone does not."""
    found = _context(request).people.sign_in_of(token)
    if found is None or found.kind not in LEADS_TO:
        return page(request, "link-used", 410)
    return page(request, "enter")


@get("/sign-in", include_in_schema=False, sync_to_thread=False)
def sign_in(request: AnyRequest) -> Response[str]:
    """Give the page to sign in on."""
    return page(request, "sign-in")


@get("/account", include_in_schema=False, sync_to_thread=False)
def account(request: AnyRequest) -> Response[str]:
    """Give the page of one's own account."""
    return page(request, "account")


@get("/accounts", include_in_schema=False, sync_to_thread=False)
def accounts(request: AnyRequest) -> Response[str]:
    """Give the page of everybody's accounts."""
    return staff_page(request, "accounts", Question.ACCOUNTS)


def home(caller: Caller) -> str:
    """Say where somebody goes who has just signed in."""
    if caller.role is Role.DEALER and caller.table:
        return f"/table/{quote(caller.table)}/dealer"
    return HOMES.get(caller.role, "/")


def _file(request: AnyRequest, path: str, cache: str) -> Response[bytes]:
    file = _context(request).files.files.get(path)
    if file is None:
        raise NotFoundException
    headers = {"cache-control": cache}
    content = file.content
    if file.packed is not None:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = file.packed, "gzip"
    return Response(content, media_type=file.media_type, headers=headers)


@get("/static/{version:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def static(request: AnyRequest, version: FromPath[str], path: FromPath[Path]) -> Response[bytes]:
    """Give a static file; an old version's address gives the new file, uncached."""
    cache = FOREVER if version == _context(request).files.hash else "no-cache"
    return _file(request, str(path).lstrip("/"), cache)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def favicon(request: AnyRequest) -> Response[bytes]:
    """Give the mark to browsers that ask without being told."""
    return _file(request, "favicon.svg", "no-cache")


handlers: Final = [
    lobby,
    seat,
    board,
    shoe,
    dealer,
    floor,
    cage,
    enter,
    sign_in,
    account,
    accounts,
    static,
    favicon,
]
