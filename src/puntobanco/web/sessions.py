"""Sign-in: tokens from the system's randomness, kept in a cookie that scripts cannot read."""

from __future__ import annotations

import secrets
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from puntobanco.house.people import SESSION_MS, Caller, People
from puntobanco.house.roles import Role

COOKIE: Final = "puntobanco"
_BEARER: Final = "bearer "
Connection = ASGIConnection[Any, Any, Any, Any]


def new_token() -> str:
    """Make a token of 256 bits."""
    return secrets.token_urlsafe(32)


def new_patron() -> str:
    """Make a patron's id."""
    return f"p{secrets.token_hex(8)}"


def new_staff() -> str:
    """Make the id of a member of the staff."""
    return f"s{secrets.token_hex(8)}"


def sign_in(people: People, patron: str, *, secure: bool) -> Cookie:
    """Sign a patron in with a fresh token, and give its cookie."""
    token = new_token()
    people.sign_in(patron, token)
    return cookie_of(token, secure=secure)


def cookie_of(token: str, *, secure: bool) -> Cookie:
    """Give the cookie of a sign-in."""
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure,
        max_age=SESSION_MS // 1000,
    )


def forget() -> Cookie:
    """Give the cookie that takes a sign-in away."""
    return Cookie(key=COOKIE, value="", path="/", httponly=True, samesite="strict", max_age=0)


def caller_of(people: People, connection: Connection) -> Caller | None:
    """Give who a request comes from: a bearer token counts alone, whatever cookie comes with it."""
    token = token_of(connection)
    if token is None:
        return None
    if is_bearer(connection):
        return people.bearer(token)
    patron = patron_of(people, connection.cookies)
    return Caller(patron, Role.PATRON) if patron else people.bearer(token)


def token_of(connection: Connection) -> str | None:
    """Give the token that a request shows, of a program or of a page's sign-in."""
    shown = connection.headers.get("authorization")
    if shown is None:
        return connection.cookies.get(COOKIE)
    return shown[len(_BEARER) :].strip() if is_bearer(connection) else None


def is_bearer(connection: Connection) -> bool:
    """Whether a request comes from a program with a token."""
    return connection.headers.get("authorization", "").lower().startswith(_BEARER)


def is_from_us(connection: Connection) -> bool:
    """Whether a request may act: a program's own, or one of a page of ours."""
    return is_bearer(connection) or is_same_origin(dict(connection.headers))


def new_pin() -> str:
    """Make a PIN of four digits."""
    return f"{secrets.randbelow(10_000):04}"


def patron_of(people: People, cookies: dict[str, str]) -> str | None:
    """Give who a request comes from."""
    token = cookies.get(COOKIE)
    found = people.signed_in(token) if token else None
    return found.id if found else None


def is_same_origin(headers: dict[str, str]) -> bool:
    """Whether a request comes from a page of ours; one without Origin does not."""
    origin, host = headers.get("origin"), headers.get("host")
    return bool(host) and origin in {f"http://{host}", f"https://{host}"}
