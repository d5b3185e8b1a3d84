"""How many sockets one address may have, and whose word counts for where somebody comes from."""

import time
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from puntobanco.web.addresses import A_MINUTE, Addresses
from puntobanco.web.server import make_server
from tests.web.servers import Running


def test_an_address_has_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once as many as may be open; after that ten a minute, whoever else comes."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    addresses = Addresses(sockets=3)
    assert [addresses.admits("192.0.2.1", 0) for _ in range(4)] == [True, True, True, False]
    assert addresses.admits("192.0.2.2", 0)
    now[0] += 60 / A_MINUTE
    assert [addresses.admits("192.0.2.1", 2) for _ in range(2)] == [True, False]
    now[0] += 3_600
    assert not addresses.admits("192.0.2.1", 3)


def test_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses that have all they may have again are not kept for ever."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr("puntobanco.web.addresses.KEPT_MAX", 10)
    addresses = Addresses()
    for number in range(100):
        now[0] += 60
        assert addresses.admits(f"192.0.2.{number}", 0)
    assert len(addresses._buckets) <= 11  # noqa: SLF001


FORWARDED = [
    ("192.0.2.1", {"192.0.2.1"}),
    ("10.0.0.1, 192.0.2.1", {"192.0.2.1"}),  # the client's own word is not believed
    ("2001:db8::1", {"2001:db8::/64"}),
    ("nonsense", set()),
    ("127.0.0.1", set()),
]


@pytest.mark.parametrize("said, counted", FORWARDED)
def test_the_word_of_the_proxy(served: Running, said: str, counted: set[str]) -> None:
    """The last address that the proxy names counts; without a proxy nobody's word does."""
    headers = {"origin": served.origin, "x-forwarded-for": said}
    with served.client(additional_headers=headers) as client:
        client.state()
        assert {each.address for each in served.context.hub.clients} == {None}
    config = make_server(served.server.config.app, "127.0.0.1").config  # type: ignore[arg-type]
    config.load()
    served.server.config.loaded_app = config.loaded_app
    with served.client(additional_headers=headers) as client:
        client.state()
        assert {each.address for each in served.context.hub.clients} - {None} == counted


def test_too_many_from_one_address(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond its number an address gets no more sockets; when one ends there is room again."""
    monkeypatch.setattr("puntobanco.web.sockets.address_of", lambda _: "192.0.2.1")
    served.context.addresses.sockets = 3
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(served.client()).state()
        with pytest.raises(InvalidStatus, match="403"), served.client():
            pass
