"""Sign-in: tokens from the system's randomness, kept in a cookie that scripts cannot read."""

from __future__ import annotations

import secrets
from typing import Final

from litestar.datastructures import Cookie

from puntobanco.house.people import SESSION_MS, People

COOKIE: Final = "puntobanco"


def new_token() -> str:
    """Make a token of 256 bits."""
    return secrets.token_urlsafe(32)


def new_patron() -> str:
    """Make a patron's id."""
    return f"p{secrets.token_hex(8)}"


def sign_in(people: People, patron: str, *, secure: bool) -> Cookie:
    """Sign a patron in with a fresh token, and give its cookie."""
    token = new_token()
    people.sign_in(patron, token)
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


def patron_of(people: People, cookies: dict[str, str]) -> str | None:
    """Give who a request comes from."""
    token = cookies.get(COOKIE)
    found = people.signed_in(token) if token else None
    return found.id if found else None


def is_same_origin(headers: dict[str, str]) -> bool:
    """Whether a request comes from a page of ours; one without Origin does not."""
    origin, host = headers.get("origin"), headers.get("host")
    return bool(host) and origin in {f"http://{host}", f"https://{host}"}
