"""One acting link for a seat: who has it, who gets it, who watches."""

import secrets
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.web.fences import Fences
from puntobanco.web.live import Client
from puntobanco.web.sockets import SOCKETS_MAX
from tests.web.servers import KINDS, Running

ANN = Caller("ann", Role.PATRON)
SEAT = {"place": 1, "buy_in": 50_000}


async def nowhere(_: str) -> None:
    """Send to nobody."""


def test_a3_another_page_takes_the_seat(served: Running) -> None:
    """A3: the newest page acts, with a higher number; the older one is told, and watches."""
    with (
        served.client(served.sign_in("ann")) as old,
        served.client(served.sign_in("bea")) as bea,
    ):
        assert old.state().fence == 1
        assert old.ask("take-seat", **SEAT).ok
        with served.client(served.sign_in("ann")) as new:
            assert new.state().fence == 2
            while old.state().fence is not None:
                pass
            assert old.refused("buy-in", amount=500) == "played-elsewhere"
            assert new.ask("buy-in", amount=500).ok
            while not (mine := old.state().mine) or mine.rack != 50_500:
                pass  # it goes on to see what the other one does
            assert bea.ask("take-seat", place=2, buy_in=500).ok  # others are not concerned
    served.house.check()


def test_xn1_a_page_that_comes_back(served: Running) -> None:
    """XN1: a page whose line dropped has its seat again, once, and its old line is ended."""
    cookie = served.sign_in("ann")
    with served.client(cookie) as ghost:
        assert ghost.ask("take-seat", **SEAT).ok
        assert ghost.state().fence == 1
        with served.client(cookie, fence=1) as back:
            first = back.state()
            assert (first.fence, first.mine and first.mine.place) == (2, 1)
            assert back.ask("buy-in", amount=500).ok
            assert sum(c.patron == "ann" for c in served.context.hub.clients) == 1
            with pytest.raises(ConnectionClosed, match="1001"):
                ghost.state_of("closed")
    assert served.house.live.state.places == {1: "ann"}


def test_a_page_that_lost_its_seat_does_not_fight(served: Running) -> None:
    """F10: pages whose lines flap take the seat from each other only where a person asks for it."""
    cookie = served.sign_in("ann")
    with served.client(cookie) as holder:
        assert holder.ask("take-seat", **SEAT).ok
        fence = holder.state().fence
        assert fence
        for shown in (0, fence - 1, 0, 0):
            with served.client(cookie, fence=shown) as other:
                assert other.state().fence is None
                assert other.refused("buy-in", amount=500) == "played-elsewhere"
        assert holder.ask("buy-in", amount=500).ok


def test_what_was_done_is_told(served: Running) -> None:
    """A frame that was carried out before the seat was taken is answered as it was, on any line."""
    cookie, ident = served.sign_in("ann"), secrets.token_hex(16)
    with served.client(cookie) as old:
        assert old.ask("take-seat", id=ident, **SEAT).ok
        with served.client(cookie) as new:
            assert new.state().fence == 2
            assert old.ask("take-seat", id=ident, **SEAT).ok
            fresh = secrets.token_hex(16)
            assert old.refused("buy-in", id=fresh, amount=500) == "played-elsewhere"
            # It was not done, and is not remembered: who has the seat may do it.
            assert new.ask("buy-in", id=fresh, amount=500).ok


def test_xo2_a_wager_of_another_round(served: Running) -> None:
    """XO2: a wager names its round; one that comes in the next is refused with that reason."""
    with served.client(served.sign_in("ann")) as client:
        assert client.ask("take-seat", **SEAT).ok
        served.house.done(cm.OpenBetting())
        assert client.ask("set-wager", round=1, bet="player", amount=500).ok
        served.house.act_until("settle")
        served.house.settle()
        assert client.refused("set-wager", round=1, bet="player", amount=700) == "betting-not-open"
        served.house.done(cm.OpenBetting())
        assert client.refused("set-wager", round=1, bet="player", amount=700) == "wrong-round"


def test_xo5_no_time_of_a_client_counts(served: Running) -> None:
    """XO5: what a client says of the time, of its seat's number or of itself is no command."""
    with served.client(served.sign_in("ann")) as client:
        for said in ({"time": 1}, {"at": 10**12}, {"fence": 9}, {"role": "dealer"}, {"v": 1}):
            assert client.refused("take-seat", **SEAT, **said) == "malformed"


def test_odd_numbers_open_nothing(served: Running) -> None:
    """A number that the house cannot have given is refused."""
    for shown in ("-1", "1.0", "x", "9" * 13, "", "%C2%B2"):
        headers = {"origin": served.origin, "cookie": served.sign_in("ann")}
        path = f"/ws/table/t1?fence={shown}"
        with (
            pytest.raises(InvalidStatus, match="403"),
            served.client(path=path, additional_headers=headers),
        ):
            pass


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["opens", "back", "ends"])), max_size=40)
)
def test_one_page_acts(steps: list[tuple[int, str]]) -> None:
    """At any time at most one link acts: that of the page that was opened last, if it is there."""
    fences, pages, numbers, owner = Fences(), dict[int, Client](), dict[int, int | None](), None
    for page, step in steps:
        if step == "ends":
            if page in pages:
                fences.leave(pages.pop(page))
            continue
        if step == "back" and page not in numbers:
            continue
        client = Client(nowhere, "t1", caller=ANN)
        shown = None if step == "opens" else numbers[page]
        fences.enter(client, shown)
        pages[page] = client
        owner = page if step == "opens" else owner
        numbers[page] = client.fence or 0
        assert client.acts == (page == owner)
        for other, link in pages.items():
            assert link.acts == (other == owner and page in pages and link.fence is not None)
            if not link.acts:
                numbers[other] = 0
    assert sum(client.acts for client in pages.values()) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_that_comes_back_again_and_again(served: Running, kind: str) -> None:
    """A page whose line is cut without a word is let in at once, however often; one line is its.

    Another page of the same person keeps its own.
    """
    caller, path = KINDS[kind]
    cookie, page = served.begin(caller), secrets.token_hex(16)
    with ExitStack() as cut, served.client(cookie, path=path, page="f" * 32, fence=0) as other:
        for _ in range(2 * SOCKETS_MAX):
            line = cut.enter_context(served.client(cookie, path=path, page=page, fence=0))
            assert line.is_served()
        assert other.is_served()
        assert len(served.context.hub.clients) == 2


@pytest.mark.parametrize("page", ["x", "A" * 32, "a" * 33, "a/../a"])
def test_a_page_is_called_by_digits(served: Running, page: str) -> None:
    """What is no name of a page is refused."""
    with pytest.raises(InvalidStatus, match="403"), served.client(page=page):
        pass
