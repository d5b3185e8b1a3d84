"""Clients that are slow, stuck or gone: others do not wait, memory has bounds, old news goes."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from puntobanco.house.shown.view import Closed, View
from puntobanco.house.views import Viewer
from puntobanco.web import live
from puntobanco.web import server as web_server
from puntobanco.web.live import ANSWERS_MAX, Client
from tests.house.houses import House
from tests.web.servers import KINDS, WAIT, Running, put_together, running

LITTLE = 16_384  # bytes that the kernel keeps for a socket, so that tests need not send megabytes


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with little room in its sockets, which gives a stuck one up after a moment."""
    monkeypatch.setattr(web_server, "STUCK_MS", 700)
    with running(room=LITTLE) as found:
        found.house.open()
        yield found


def wait_for(served: Running, watchers: int) -> float:
    """Wait until so many sockets are left, and say how long it took."""
    begun = time.monotonic()
    while len(served.context.hub.clients) != watchers:
        assert time.monotonic() - begun < WAIT
        time.sleep(0.01)
    return time.monotonic() - begun


def waiting_bytes(served: Running) -> list[int]:
    """How much waits for each connection in the server's own memory."""
    state = served.server.server_state
    return [connection.transport.get_write_buffer_size() for connection in list(state.connections)]


def change(served: Running, times: int) -> None:
    """Change the table so many times, each of which every client is told."""
    for _ in range(times):
        served.house.act()


def test_a_client_that_never_reads(narrow: Running) -> None:
    """Others see every change at once while one reads nothing; what waits for it has a bound."""
    with narrow.raw(), narrow.client() as other:
        wait_for(narrow, 2)
        for number in range(100):
            narrow.house.act()
            while (found := other.state()).seq <= number:
                pass
        # The transport takes messages up to its mark of 64 KiB and then stops the writer.
        assert max(waiting_bytes(narrow)) < 65_536 + 20_000
        assert wait_for(narrow, 1) < 10
        assert found.seq >= 100
        assert other.lives()


@pytest.mark.parametrize("kind", KINDS)
def test_one_that_never_reads_beside_one_that_does(
    narrow: Running, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Whatever a stuck page is for, another one of its kind is served, and the stuck one goes."""
    monkeypatch.setattr(live, "LOBBY_S", 0.001)
    caller, path = KINDS[kind]
    cookie = narrow.begin(caller)
    with narrow.raw(path, cookie), narrow.client(cookie, path=path, fence=0) as other:
        wait_for(narrow, 2)
        begun = time.monotonic()
        while len(narrow.context.hub.clients) == 2:
            assert time.monotonic() - begun < WAIT
            narrow.house.act()
            assert other.connection.recv(timeout=WAIT)  # its news
            assert max(waiting_bytes(narrow)) < 65_536 + 20_000
        assert other.is_served()


async def _nowhere(_: str) -> None:
    """Send nothing anywhere."""


def test_many_that_never_read(narrow: Running) -> None:
    """Fifty stuck clients cost what fifty buffers cost, and are all given up."""
    stuck = [narrow.raw() for _ in range(50)]
    wait_for(narrow, 50)
    with narrow.client() as other:
        for _ in range(60):
            narrow.house.act()
        assert other.lives()
        assert sum(waiting_bytes(narrow)) < 51 * 80_000
        for _ in range(300):
            if len(narrow.context.hub.clients) == 1:
                break
            narrow.house.act()
            time.sleep(0.01)
        assert len(narrow.context.hub.clients) == 1
        assert other.lives()
    for raw in stuck:
        raw.close()


def test_asking_without_reading(narrow: Running) -> None:
    """Who asks and asks and never reads an answer is cut off; no answer waits beyond the bound."""
    with narrow.raw() as raw, narrow.client() as other:
        wait_for(narrow, 2)
        change(narrow, 40)  # fills the socket, so that answers wait
        ping = b"\x81\x8f\x00\x00\x00\x00" + b'{"type":"ping"}'
        with suppress(OSError):  # cut off while it was still asking
            raw.sendall(ping * 2_000)
        assert all(len(client.answers) <= ANSWERS_MAX for client in narrow.context.hub.clients)
        wait_for(narrow, 1)
        assert other.lives()


class Slow:
    """A socket that takes a message only when the test lets it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []
        self.gate = asyncio.Semaphore(0)

    async def send(self, text: str) -> None:
        """Take one message."""
        await self.gate.acquire()
        self.sent.append(json.loads(text))


async def turn() -> None:
    """Let every task go on until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.anyio
async def test_old_news_is_skipped(house: House) -> None:
    """A client that was busy gets the newest state alone, however many there were meanwhile."""
    hub = put_together(house).hub
    slow = Slow()
    client = Client(slow.send, table="t1")
    hub.join(client)
    writing = asyncio.create_task(client.write(hub.render))
    await turn()
    for _ in range(30):
        house.act()
    slow.gate.release()
    slow.gate.release()
    await turn()
    begun, newest = 1, house.live.shown
    assert newest >= 30
    assert [message["seq"] for message in slow.sent] == [begun, newest]
    slow.gate.release()
    await turn()
    assert len(slow.sent) == 2
    writing.cancel()


@pytest.mark.anyio
async def test_answers_come_before_the_state(house: House) -> None:
    """No answer is skipped, they keep their order, and the state after them shows what they did."""
    hub = put_together(house).hub
    slow = Slow()
    client = Client(slow.send, table="t1")
    hub.join(client)
    writing = asyncio.create_task(client.write(hub.render))
    await turn()
    for number in range(5):
        house.act()
        client.answer({"type": "answer", "id": number})
    for _ in range(7):
        slow.gate.release()
    await turn()
    assert [message.get("id", "state") for message in slow.sent] == ["state", *range(5), "state"]
    assert slow.sent[-1]["seq"] == house.live.shown
    writing.cancel()


@pytest.mark.anyio
async def test_too_many_answers_end_the_link(house: House) -> None:
    """Beyond the bound no answer is kept, and the writer ends."""
    hub = put_together(house).hub
    slow = Slow()
    client = Client(slow.send, table="t1")
    writing = asyncio.create_task(client.write(hub.render))
    await turn()
    for number in range(10 * ANSWERS_MAX):
        client.answer({"id": number})
    assert len(client.answers) == ANSWERS_MAX
    assert client.is_over
    for _ in range(10 * ANSWERS_MAX):
        slow.gate.release()
    async with asyncio.timeout(WAIT):
        await writing


@pytest.mark.anyio
async def test_a_view_is_rendered_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look at a table, what all of them see is rendered once a change."""
    hub = put_together(house).hub
    rendered: list[int] = []
    view = Viewer.view

    def count(self: Viewer, now: int) -> View | Closed:
        rendered.append(now)
        return view(self, now)

    monkeypatch.setattr(Viewer, "view", count)
    clients = [Client(_nowhere, table="t1") for _ in range(50)]
    for _ in range(3):
        house.act()
        messages = {hub.render(client) for client in clients}
        assert len(messages) == 1
    assert len(rendered) == 3


@pytest.mark.anyio
async def test_a_view_that_waited_tells_the_time_anew(house: House) -> None:
    """A rendered view is used again while its clock is right, and made anew after that."""
    hub = put_together(house).hub
    house.act_until("wait")  # which here opens betting for nobody
    client = Client(_nowhere, table="t1")
    clocks = []
    for later in (0, 200, 100, 10_000):
        house.clock.now += later
        clocks.append(json.loads(hub.render(client))["view"]["clock"]["remaining_ms"])
    assert clocks == [15_000, 15_000, 14_700, 4_700]


@pytest.mark.anyio
async def test_only_who_looks_is_woken(house: House) -> None:
    """A change of a table wakes those who look at it, and the lobby."""
    hub = put_together(house).hub
    here, there = Client(_nowhere, table="t1"), Client(_nowhere, table="t2")
    lobby = Client(_nowhere)
    for client in (here, there, lobby):
        hub.join(client)
        client.is_stale = False
    house.act()
    assert (here.is_stale, there.is_stale, lobby.is_stale) == (True, False, True)
    hub.part(here)
    assert hub.clients == {there, lobby}


@pytest.mark.anyio
async def test_a_message_waits_for_so_long(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that takes a little now and then, and never enough for one message, is given up."""
    monkeypatch.setattr("puntobanco.web.live.DRAIN_S", 0.01)
    client = Client(Slow().send, table="t1")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(WAIT):
            await client.write(put_together(house).hub.render)
