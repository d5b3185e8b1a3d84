"""Sign-in: tokens from the system's randomness, kept in a cookie that scripts cannot read."""

from __future__ import annotations

import secrets
from base64 import b32encode
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from puntobanco.house.people import Caller, People
from puntobanco.house.roles import Role
from puntobanco.house.sign_ins import SESSION_MS

COOKIE: Final = "puntobanco"
SECRET_BYTES: Final = 20
CODES: Final = 10
CODE_BYTES: Final = 10
TICKETS: Final = "/api/ticket"
_SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
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


def new_sheet() -> str:
    """Make the id of a sheet that somebody keeps; no shipped one has such a one."""
    return f"sheet-{secrets.token_hex(8)}"


def sign_in(people: People, patron: str, *, secure: bool) -> Cookie:
    """Sign a patron in with a fresh token, and give its cookie."""
    token = new_token()
    people.sign_in(patron, token)
    return cookie_of(token, secure=secure)


def cookie_name(*, secure: bool) -> str:
    """Give the name of the cookie; over TLS it is one that no other host can have set."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def cookie_of(token: str, *, secure: bool) -> Cookie:
    """Give the cookie of a sign-in."""
    return Cookie(
        key=cookie_name(secure=secure),
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure,
        max_age=SESSION_MS // 1000,
    )


def forget(*, secure: bool) -> Cookie:
    """Give the cookie that takes a sign-in away."""
    return Cookie(
        key=cookie_name(secure=secure),
        value="",
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure,
        max_age=0,
    )


def is_secure(connection: Connection) -> bool:
    """Whether a request came over TLS."""
    return connection.url.scheme in {"https", "wss"}


def caller_of(people: People, connection: Connection) -> Caller | None:
    """Give who a request comes from: a bearer token counts alone, whatever cookie comes with it.

    A token of a program is no cookie, and a cookie is no token.
    """
    token = token_of(connection)
    if token is None:
        return None
    if is_bearer(connection):
        return people.bearer(token)
    caller = people.signed_in(token)
    if caller is not None and _is_deed(connection):
        people.used(token)
    return caller


def _is_deed(connection: Connection) -> bool:
    """Whether somebody does something: a command, a form; a page that comes back is nobody."""
    is_look = connection.scope.get("method") in {"GET", "HEAD"}  # a socket's frame has no method
    return not is_look and connection.url.path != TICKETS


def token_of(connection: Connection) -> str | None:
    """Give the token that a request shows, of a program or of a page's sign-in."""
    shown = connection.headers.get("authorization")
    if shown is None:
        return connection.cookies.get(cookie_name(secure=is_secure(connection)))
    return shown[len(_BEARER) :].strip() if is_bearer(connection) else None


def is_bearer(connection: Connection) -> bool:
    """Whether a request comes from a program with a token."""
    return connection.headers.get("authorization", "").lower().startswith(_BEARER)


def is_from_us(connection: Connection) -> bool:
    """Whether a request may act: a program's own, or one of a page of ours."""
    if is_bearer(connection):
        return True
    headers = dict(connection.headers)
    site = headers.get("sec-fetch-site", "same-origin")
    return site == "same-origin" and is_same_origin(headers, _SCHEMES[connection.url.scheme])


def new_secret() -> str:
    """Make the secret that house and authenticator share."""
    return b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def new_codes() -> list[str]:
    """Make the codes that stand in for an authenticator, once each."""
    return [b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower() for _ in range(CODES)]


def new_pin() -> str:
    """Make a PIN of four digits."""
    return f"{secrets.randbelow(10_000):04}"


def patron_of(people: People, connection: Connection) -> str | None:
    """Give the patron whom a request comes from."""
    caller = caller_of(people, connection)
    return caller.actor if caller and caller.role is Role.PATRON else None


def is_same_origin(headers: dict[str, str], *schemes: str) -> bool:
    """Whether a request comes from a page of ours; one without Origin does not."""
    origin, host = headers.get("origin"), headers.get("host")
    return bool(host) and origin in {f"{scheme}://{host}" for scheme in schemes or _SCHEMES}
