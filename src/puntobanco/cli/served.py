"""A running server, asked over its API with a token."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from puntobanco.errors import InputError
from puntobanco.table.floor import MESSAGE_MAX, plain_line

TIMEOUT: Final = 30  # seconds
# What a table answers, and the cure.
WORDS: Final = {
    "not-allowed": "the token may not do that; take that of a supervisor",
    "own-proposal": "whoever proposed it does not approve; take another supervisor's token",
    "no-such-proposal": "no such proposal is open; look at the floor",
    "nothing-to-change": "the table goes by all of that already; ask for something else",
    "other-bank": "the other side banks that game; close the table and open it anew",
    "table-closed": "it is closed; puntobanco table list says which are open",
}


class Server:
    """The API of one server."""

    def __init__(self, address: str, token: str | None) -> None:
        """Keep where it is, and what opens it."""
        if not address.startswith(("http://", "https://")):
            message = f"{address}: this is no address of a server; write http://127.0.0.1:8000"
            raise InputError(message)
        if not token:
            message = "--server: it wants a token; give --token, or PUNTOBANCO_TOKEN"
            raise InputError(message)
        self._address, self._token = address.rstrip("/"), token

    def tables(self) -> list[dict[str, Any]]:
        """Give the tables that are open, as ``table list`` shows them."""
        found: list[dict[str, Any]] = self._ask("/api/tables")["tables"]
        return [
            {
                "id": card["id"],
                "open": True,
                "name": card["name"],
                "game": card["game"],
                "phase": card["phase"],
                "patrons": sum(place["taken"] for place in card["places"]),
            }
            for card in found
        ]

    def table(self, table: str) -> dict[str, Any]:
        """Give a table as the token's owner sees it."""
        return self._ask(f"/api/table/{quote(table, safe='')}")

    def count(self, table: str, box: str, counted: int) -> tuple[int, int]:
        """Take in the count of a drop box; give what was expected, and the difference."""
        body = {"id": _fresh(), "table": table, "box": box, "counted": counted}
        answer = self._ask("/api/drop", body)
        code = answer.get("refusal", {}).get("code")
        if code == "no-such-box":
            raise InputError(f"{box!r}: no such box hung at table {table}; look at the report")
        if not answer.get("ok"):
            message = f"box {box} hangs at table {table}; hang another one there first"
            raise InputError(message)
        return answer["expected"], answer["difference"]

    def close(self, table: str) -> None:
        """Close a table."""
        command = {"type": "close-table", "id": _fresh()}
        answer = self._ask(f"/api/table/{quote(table, safe='')}/commands", command)
        if not answer.get("ok"):
            raise InputError(why_open(table, answer.get("refusal", {}).get("code", "refused")))

    def say(self, table: str, text: str) -> None:
        """Put a line on the board of a table."""
        if plain_line(text) is None:
            message = f"{text!r}: no board has room for this; write {MESSAGE_MAX} plain characters"
            raise InputError(message)
        command = {"type": "set-message", "id": _fresh(), "text": text}
        answer = self._ask(f"/api/table/{quote(table, safe='')}/commands", command)
        if not answer.get("ok"):
            message = f"{table}: it is closed; puntobanco table list says which are open"
            raise InputError(message)

    def propose(self, table: str, reason: str, terms: dict[str, Any]) -> int:
        """Propose other terms for a table; give the number of the proposal, nought: not told."""
        body = {"id": _fresh(), "reason": reason, **terms}
        answer = self._ask(f"/api/table/{quote(table, safe='')}/terms", body)
        _check(table, answer)
        return next((event["number"] for event in answer.get("events", ())), 0)

    def rule(self, table: str, what: str, number: int) -> None:
        """Approve what is proposed at a table, or turn it down."""
        command = {"type": what, "id": _fresh(), "number": number}
        _check(table, self._ask(f"/api/table/{quote(table, safe='')}/commands", command))

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = Request(  # noqa: S310 - the scheme was looked at
            self._address + path,
            data,
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - as above
                found: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            why = _detail(error) or f"{error.code} {error.reason}; look at table and token"
            raise InputError(f"{self._address}{path}: {why}") from None
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or "no answer that can be read"
            message = f"{self._address}: {reason}; is this the address of a running server?"
            raise InputError(message) from None
        return found


def _detail(error: HTTPError) -> str:
    """Give a fault in the server's own words, where it names a place and a cure."""
    try:
        fault = json.load(error)["error"]
        params = dict(fault["params"]) if fault["code"] == "malformed" else {}
    except (ValueError, LookupError, TypeError):
        return ""
    named = ", ".join(f"{key} {value}" for key, value in params.items())
    return str(params.get("detail") or (named and f"{named}: that cannot be; write it otherwise"))


def _check(table: str, answer: dict[str, Any]) -> None:
    refusal = answer.get("refusal")
    if refusal:
        code, params = refusal["code"], refusal["params"]
        named = ", ".join(f"{key} {value}" for key, value in params.items())
        fallback = f"that cannot be ({code}{': ' if named else ''}{named}); ask for something else"
        raise InputError(f"{table}: {WORDS.get(code, fallback)}")


def why_open(table: str, code: str) -> str:
    """Say why a table was not closed, and what to do."""
    match code:
        case "no-such-table":
            return f"{table}: there is no such table; puntobanco table list says which there are"
        case "table-closed":
            return f"{table}: it is closed already; puntobanco table list says which are open"
        case _:
            return f"{table}: it cannot be closed now ({code}); end what goes on there first"


def _fresh() -> str:
    from puntobanco.web.sessions import new_token

    return sha256(new_token().encode()).hexdigest()[:32]
