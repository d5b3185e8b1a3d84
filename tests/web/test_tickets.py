"""Tickets: what a signed-in page opens its socket with."""

import httpx
from websockets.exceptions import InvalidStatus

from puntobanco.web.tickets import TICKET_S, Tickets
from tests.web.servers import Running


def ask(served: Running, cookie: str, origin: str | None) -> httpx.Response:
    """Ask for a ticket as a page does."""
    headers = {"cookie": cookie} | ({} if origin is None else {"origin": origin})
    return httpx.post(f"{served.origin}/api/ticket", headers=headers)


def status(served: Running, cookie: str, ticket: str) -> int:
    """What a socket with a ticket and a cookie is answered."""
    headers = {"origin": served.origin} | ({"cookie": cookie} if cookie else {})
    path = f"/ws/table/t1?ticket={ticket}"
    try:
        with served.client(path=path, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_a_ticket_opens_one_socket(served: Running) -> None:
    """With it and the cookie that asked for it a page is its patron, once."""
    cookie, other = served.sign_in("ann"), served.sign_in("bea")
    first, second = (ask(served, cookie, served.origin).json()["ticket"] for _ in range(2))
    assert status(served, other, first) == 403
    assert status(served, cookie, first) == 403  # whoever tried it used it up
    assert status(served, "", second) == 403
    third = ask(served, cookie, served.origin).json()["ticket"]
    assert [status(served, cookie, third) for _ in range(2)] == [101, 403]
    assert status(served, cookie, "made-up") == 403


def test_a_cookie_alone_looks_on(served: Running) -> None:
    """A socket without a ticket sees what everybody sees, whatever cookie came along."""
    headers = {"origin": served.origin, "cookie": served.sign_in("ann")}
    with served.client(additional_headers=headers) as client:
        first = client.state()
        assert (first.mine, first.fence) == (None, None)
        assert client.refused("take-seat", place=1, buy_in=500) == "not-signed-in"


def test_who_gets_a_ticket(served: Running) -> None:
    """A page of ours; an empty one where nobody is signed in; no other page and no program."""
    cookie = served.sign_in("ann")
    assert ask(served, "", served.origin).json() == {"ticket": None}
    for origin in (None, "null", "http://evil.test"):
        assert ask(served, cookie, origin).status_code in {401, 403}
    bearer = {"authorization": "Bearer x", "origin": served.origin, "cookie": cookie}
    assert httpx.post(f"{served.origin}/api/ticket", headers=bearer).status_code == 403


def test_a_ticket_ages() -> None:
    """A ticket is good for thirty seconds; old ones are forgotten when new ones are given."""
    now = [0.0]
    tickets = Tickets(lambda: now[0])
    first, second = tickets.give("ann"), tickets.give("ann")
    now[0] = TICKET_S - 0.001
    assert tickets.take(first, "ann")
    now[0] = TICKET_S
    assert not tickets.take(second, "ann")
    for _ in range(100):
        now[0] += 1
        tickets.give("ann")
    assert len(tickets._good) <= TICKET_S + 1  # noqa: SLF001
