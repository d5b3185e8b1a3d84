"""Sockets on a real port: who may open one, what is answered, what is told."""

import json
import secrets
import socket
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from puntobanco.house.sign_ins import SESSION_MS
from puntobanco.table import commands as cm
from puntobanco.web.sessions import COOKIE
from puntobanco.web.sockets import EXCESS_MAX
from tests.house import contract
from tests.table.playing import TABLE, opening, small
from tests.web.servers import WAIT, Client, Running

SEAT = {"place": 1, "buy_in": 50_000}


def open_status(served: Running, path: str, headers: dict[str, str]) -> int:
    """The status that a socket is refused with; 101 when it opens."""
    try:
        with served.client(path=path, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/table/t1"])
@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "http://evil.test", "http://127.0.0.1", "http://localhost:{port}",
     "http://127.0.0.1:{port}.evil.test", "https://evil.test:{port}", "ws://127.0.0.1:{port}"],
)  # fmt: skip
def test_sockets_open_from_our_pages_only(served: Running, path: str, origin: str | None) -> None:
    """Without the Origin of a page of ours no socket opens, whatever cookie comes with it."""
    headers = {"cookie": served.sign_in("ann")}
    if origin is not None:
        headers["origin"] = origin.format(port=served.port)
    assert open_status(served, path, headers) == 403
    assert open_status(served, path, {"origin": served.origin}) == 101


@pytest.mark.parametrize("path", ["/ws/table/t9", "/ws/table/", "/ws/nope", "/ws/table/t1/x"])
def test_unknown_sockets(served: Running, path: str) -> None:
    """A table that is not there has no socket."""
    assert open_status(served, path, {"origin": served.origin}) in {403, 404}


def test_no_compression_is_agreed(served: Running) -> None:
    """XN5: compression is declined, so that no small frame becomes a large one."""
    with served.client(compression="deflate") as client:
        assert client.connection.protocol.extensions == []
        assert client.lives()


def test_a_watcher_sees_and_may_not_touch(served: Running) -> None:
    """Who is not signed in gets the table, nothing of anybody's own, and no command through."""
    with served.client() as client:
        assert client.state().mine is None
        for kind, body in (
            ("take-seat", SEAT),
            ("leave-seat", {}),
            ("buy-in", {"amount": 100}),
            ("set-wager", {"round": 1, "bet": "banker", "amount": 500}),
        ):
            assert client.refused(kind, **body) == "not-signed-in"
    assert served.house.live.state.places == {}


@pytest.mark.parametrize("token", ["", "made-up", "x" * 2_000])
def test_a_cookie_that_is_none(served: Running, token: str) -> None:
    """A cookie that the house did not give makes a watcher, and no ticket makes it more."""
    headers = {"origin": served.origin, "cookie": f"{COOKIE}={token}"}
    with served.client(additional_headers=headers) as client:
        assert client.state().mine is None
        assert client.refused("leave-seat") == "not-signed-in"
    assert open_status(served, f"/ws/table/t1?ticket={served.ticket(token)}", headers) == 403


def test_a_patron_plays(served: Running) -> None:
    """Sitting, betting and the result are answered and shown, with the patron's own money."""
    with served.client(served.sign_in("ann")) as client:
        first = client.state().mine
        assert first
        assert (first.wallet, first.place) == (10_000_000, None)
        assert client.ask("take-seat", **SEAT).ok
        served.house.done(cm.OpenBetting())
        number = client.state_of("betting").view.round
        assert client.ask("set-wager", round=number, bet="player", amount=1_500).ok
        while not (mine := client.state().mine) or not mine.on_felt:
            pass
        assert (mine.rack, mine.on_felt, mine.wallet) == (48_500, 1_500, 9_950_000)
        assert client.refused("leave-seat") == "wagers-on-felt"
        assert client.refused("set-wager", round=number + 1, bet="tie", amount=500) == "wrong-round"
        served.house.act_until("settle")
        settled = client.state_of("settled")
        assert settled.mine
        assert settled.mine.result
        assert settled.view.settlement
        assert len(settled.view.settlement.lines) == 1
        assert client.ask("leave-seat").ok
    served.house.check()


def test_the_same_frame_again(served: Running) -> None:
    """A frame that is sent again, on another socket too, is answered alike and done once."""
    cookie, ident = served.sign_in("ann"), secrets.token_hex(16)
    with served.client(cookie) as client:
        client.ask("take-seat", **SEAT)
        assert client.ask("buy-in", id=ident, amount=700).ok
        assert client.ask("buy-in", id=ident, amount=700).ok
        other = client.ask("buy-in", id=ident, amount=900)
        assert other.refusal
        assert other.refusal.code == "same-id-other-body"
    with served.client(cookie) as again:
        assert again.ask("buy-in", id=ident, amount=700).ok
        mine = again.state().mine
        assert mine
        assert mine.rack == 50_700


def test_one_state_follows_the_answer(served: Running) -> None:
    """Who asks hears what became of it, then once how it stands: no page draws the same twice."""
    with served.client(served.sign_in("ann")) as client:
        assert client.ask("take-seat", **SEAT).ok
        rack = 50_000
        client.lives()
        for amount in range(100, 2_100, 100):
            sent = client.send("buy-in", amount=amount)
            client.connection.send('{"type":"ping"}')
            rack += amount
            answer, state, pong = client.next(), client.next(), client.next()
            assert isinstance(answer, contract.Answer)
            assert answer.id == sent
            if isinstance(state, contract.Pong):  # it was asked for before the state was made
                state, pong = pong, state
            assert isinstance(state, contract.State)
            assert state.mine
            assert state.mine.rack == rack
            assert isinstance(pong, contract.Pong)


def test_one_frame_many_times_at_once(served: Running) -> None:
    """XO4: a frame that comes thirty times over three sockets is done once, and always answered.

    Those that have lost the seat tell what became of it once it is done.
    """
    cookie, ident = served.sign_in("ann"), secrets.token_hex(16)
    with served.client(cookie) as one, served.client(cookie) as two, served.client(cookie) as three:
        three.ask("take-seat", **SEAT)
        for _ in range(10):
            three.send("buy-in", id=ident, amount=700)
        answers = [three.answer()]
        for _ in range(10):
            for client in (one, two):
                client.send("buy-in", id=ident, amount=700)
        answers += [three.answer() for _ in range(9)]
        answers += [client.answer() for client in (one, two) for _ in range(10)]
    assert [(answer.id, answer.ok) for answer in answers] == [(ident, True)] * 30
    served.house.settle()
    assert served.house.live.state.racks == {"ann": 50_700}
    served.house.check()


def test_two_sockets_of_one_patron(served: Running) -> None:
    """What one does both see; it is one seat and one rack."""
    cookie = served.sign_in("ann")
    with served.client(cookie) as two, served.client(cookie) as one:
        assert one.ask("take-seat", **SEAT).ok
        for client in (one, two):
            while not (mine := client.state().mine) or mine.place is None:
                pass
            assert (mine.place, mine.rack) == (1, 50_000)
        assert one.refused("take-seat", place=2, buy_in=500) == "already-seated"
        assert one.ask("buy-in", amount=500).ok
        while not (mine := two.state().mine) or mine.rack != 50_500:
            pass


def test_two_patrons_want_one_place(served: Running) -> None:
    """The first has it; the second is told that it is taken, and keeps his chips."""
    with (
        served.client(served.sign_in("ann")) as ann,
        served.client(served.sign_in("bea")) as bea,
    ):
        sent = ann.send("take-seat", **SEAT), bea.send("take-seat", **SEAT)
        answers = ann.answer(), bea.answer()
        assert {answer.id for answer in answers} == set(sent)
        assert sorted(answer.ok for answer in answers) == [False, True]
        refusal = next(answer.refusal for answer in answers if not answer.ok)
        assert refusal
        assert refusal.code == "place-taken"
    served.house.settle()
    served.house.check()


def test_others_see_names_and_wagers_not_money(served: Running) -> None:
    """Another patron's message has his name and wagers, and neither his rack nor his id."""
    with (
        served.client(served.sign_in("ann")) as ann,
        served.client(served.sign_in("bea")) as bea,
    ):
        ann.ask("take-seat", place=1, buy_in=7_654_300)
        served.house.done(cm.OpenBetting())
        ann.ask("set-wager", round=1, bet="player", amount=500)
        while True:
            text = bea.connection.recv(timeout=WAIT)
            if '"Ann"' in str(text) and '"amount":500' in str(text):
                break
        assert '"ann"' not in str(text)
        assert "7654300" not in str(text)
        assert "7653800" not in str(text)


BROKEN: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "5",
    '{"type":"deal-card","id":"' + "0" * 32 + '"}',
    '{"type":"buy-in","id":"' + "0" * 32 + '","amount":1.5}',
    '{"type":"buy-in","id":"' + "0" * 32 + '","amount":1,"amount":2}',
    '{"type":"buy-in","id":"\\ud800","amount":1}',
    '{"type":"buy-in","id":"\\u0000","amount":1}',
    "[" * 4_000,
    '{"a":' * 800,
    "9" * 4_096,
    b"\x00\xff",
    b'{"type":"ping"}',
    b"",
    "\x00" * 500,
    "\U0001f0a1" * 900,
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_broken_frames_are_answered(served: Running, text: str | bytes) -> None:
    """A frame that is no command is answered as malformed, and the socket lives on."""
    with served.client(served.sign_in("ann")) as client:
        client.connection.send(text)
        answer = client.answer()
        assert answer.refusal
        assert (answer.ok, answer.refusal.code) == (False, "malformed")
        assert client.lives()


def closed(client: Client) -> int:
    """Read until the house closes; the code that it closes with."""
    with suppress(ConnectionClosed):
        while True:
            client.connection.recv(timeout=WAIT)
    assert client.connection.close_code
    return client.connection.close_code


@pytest.mark.parametrize("fragments", [[4_097], [1_000_000], [1_400, 1_400, 1_400]], ids=str)
def test_a_long_frame_closes(served: Running, fragments: list[int]) -> None:
    """A frame beyond the size, in one piece or in many, ends the socket with 1009.

    A very long one may be cut off before the client has read why.
    """
    with served.client() as client, served.client() as other:
        with suppress(ConnectionClosed):
            client.connection.send("x" * size for size in fragments)
        assert closed(client) in {1009, 1006 if sum(fragments) > 100_000 else 1009}
        assert other.lives()


def test_bytes_that_are_no_text(served: Running) -> None:
    """A text frame that is no UTF-8 ends the socket with 1007, or is malformed; others go on."""
    with served.raw() as raw, served.client() as other:
        raw.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
        assert other.lives()


def test_bytes_that_are_no_frames(served: Running) -> None:
    """Nonsense after the handshake ends that socket and nothing else."""
    with served.raw() as raw, served.client() as other:
        raw.sendall(b"GET / HTTP/1.1\r\n\r\n" * 10)
        while raw.recv(4096):
            pass
        assert other.lives()


def test_too_many_commands(served: Running) -> None:
    """Beyond the burst commands are refused as rate-limited, and none of those is remembered."""
    with served.client(served.sign_in("ann")) as client:
        sent = [client.send("leave-seat") for _ in range(60)]
        codes: dict[str | None, str] = {}
        while len(codes) < 60:
            answer = client.answer()
            assert answer.refusal
            codes[answer.id] = answer.refusal.code
        found = [codes[ident] for ident in sent]
        assert found[:40] == ["not-seated"] * 40
        assert "rate-limited" in found[40:]
        limited = sent[found.index("rate-limited")]
        remembered = served.house.store.read(lambda tx: tx.answer("ann", limited))
        assert remembered is None


@pytest.mark.parametrize("text", ['{"type":"ping"}', "{", '{"type":"leave-seat","id":"x"}'])
def test_a_flood_is_cut_off(served: Running, text: str) -> None:
    """Who goes on for long beyond the rate is cut off, whatever he sends."""
    with served.client(served.sign_in("ann")) as client, served.client() as other:
        with suppress(ConnectionClosed):
            for _ in range(3 * EXCESS_MAX):
                client.connection.send(text)
        assert closed(client) == 1001
        assert other.lives()


def test_signing_out_ends_the_sockets(served: Running) -> None:
    """When a sign-in ends its sockets end, and no command of it gets through; others stay."""
    cookie, elsewhere = served.sign_in("ann"), served.sign_in("ann")
    with served.client(cookie) as one, served.client(elsewhere) as two:
        assert one.lives()
        headers = {"origin": served.origin, "cookie": cookie}
        answer = httpx.post(f"{served.origin}/api/sign-out", headers=headers)
        assert answer.status_code == 204
        assert closed(one) == 1001
        assert two.ask("take-seat", **SEAT).ok


def test_an_expired_sign_in_commands_nothing(served: Running) -> None:
    """A socket that outlives its sign-in ends with the next command, which is not done."""
    with served.client(served.sign_in("ann")) as client:
        client.state()
        served.house.clock.now += SESSION_MS
        client.send("take-seat", **SEAT)
        assert closed(client) == 1001
    assert served.house.live.state.places == {}


def test_the_lobby_is_told(served: Running) -> None:
    """The lobby's socket tells of changes, at most two a second, and takes no commands."""
    with served.client(served.sign_in("ann"), path="/ws/lobby") as client:
        found = client.next()
        assert isinstance(found, contract.Lobby)
        assert found.tables[0].free == 7
        assert client.refused("take-seat", **SEAT) == "not-signed-in"
        served.house.done(cm.TakeSeat(patron="ann", place=2, buy_in=500))
        while not isinstance(found := client.next(), contract.Lobby) or found.tables[0].free == 7:
            pass
        assert found.tables[0].places[1].taken


def test_the_house_goes_on_when_clients_vanish(served: Running) -> None:
    """Clients that drop their line in the middle of anything leave nothing behind."""
    for _ in range(20):
        with served.raw() as raw:
            raw.sendall(b"\x81\xfe\x0f\x00")
    with served.client() as client:
        assert client.lives()
        served.house.done(cm.OpenBetting())
        assert client.state_of("betting").mine is None
    served.loop.call_soon_threadsafe(lambda: None)
    for _ in range(200):
        if not served.context.hub.clients:
            break
        served.house.settle()
    assert len(served.context.hub.clients) <= 1


def test_a_fault_ends_one_socket(
    served: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug behind a command closes that socket with 1011 and stands in the log of the house."""

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with served.client(served.sign_in("ann")) as client, served.client() as other:
        client.state()
        with monkeypatch.context() as patch:
            patch.setattr(type(served.house.desk), "submit", fail)
            client.send("leave-seat")
            assert closed(client) == 1011
        assert "ZeroDivisionError" in caplog.text
        assert other.lives()


def test_a_server_that_goes(served: Running) -> None:
    """When the house closes its clients are told at once that it is going."""
    with served.client() as client:
        client.state()
        served.server.should_exit = True
        assert closed(client) in {1001, 1012}


def test_raw_paths_reach_no_file(served: Running) -> None:
    """A path that no client library would send stays inside too."""
    for path in ("/static/../../app.py", "/static/x/../../../app.py", "/..", "//etc/passwd"):
        with socket.create_connection(("127.0.0.1", served.port), timeout=WAIT) as plain:
            plain.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
            answer = b""
            while piece := plain.recv(65_536):
                answer += piece
        assert answer.startswith(b"HTTP/1.1 4")
        assert b"import" not in answer


def test_a_state_is_one_table(served: Running) -> None:
    """A socket tells of its own table only."""
    second = msgspec.structs.replace(opening(small()), table="t2", name="Second")
    assert served.house.desk.do("t2", second).result(WAIT).ok
    served.house.settle()
    with served.client(path="/ws/table/t2") as client:
        assert client.state().view.table.id == "t2"
        served.house.done(cm.OpenBetting())
        with pytest.raises(TimeoutError):
            client.connection.recv(timeout=0.2)
    with served.client() as client:
        assert json.loads(str(client.connection.recv()))["view"]["table"]["id"] == TABLE
