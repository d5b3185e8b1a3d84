"""The console over HTTP: who is told what, which page opens, cards at the dealer's word, a look."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.rules.coup import Coup
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.web.app import create_app
from puntobanco.web.context import Context
from puntobanco.web.sessions import COOKIE
from tests.house.houses import House
from tests.table.playing import TABLE, card_room
from tests.web.servers import put_together

Browser = TestClient[Litestar]
ORIGIN = {"origin": "http://house.test"}
API = f"/api/table/{TABLE}"


@pytest.fixture
def house() -> Iterator[House]:
    """A player-dealer's table of the software's cards, whose pace its dealer sets."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.done(replace(card_room(), paced="dealer", offer_ms=60_000))
        assert opened.desk.start_shoe(TABLE).result(20).ok
        opened.enrol("ann", "kim")
        opened.done(cm.TakeSeat(patron="ann", place=1, buy_in=10_000))
        opened.done(cm.TakeSeat(patron="kim", place=2, buy_in=10_000))
        yield opened


@pytest.fixture
def context(house: House) -> Context:
    """What the routes share."""
    return put_together(house)


def browser(context: Context, role: Role | None, actor: str = "dee") -> Browser:
    """A browser of somebody who has signed in."""
    opened: Browser = TestClient(create_app(context), base_url="http://house.test")
    if role is not None:
        context.people.begin("session", f"s-{actor}", Caller(actor, role))
        opened.cookies.set(COOKIE, f"s-{actor}")
    return opened


def command(opened: Browser, number: int, **said: object) -> Any:
    """Give the table a command."""
    body = {"id": f"{number:032x}", **said}
    return opened.post(f"{API}/commands", json=body, headers=ORIGIN).json()


def look(opened: Browser, matter: dict[str, object]) -> Any:
    """Look at what a proposal would lead to."""
    body = {"id": f"{0:032x}", "type": "propose", "reason": "r", "matter": matter}
    return opened.post(f"{API}/preview", json=body, headers=ORIGIN)


@pytest.mark.parametrize(
    "role,is_told",
    [
        (Role.DEALER, True),
        (Role.SUPERVISOR, True),
        (Role.AUDITOR, False),
        (Role.PATRON, False),
        (None, False),
    ],
    ids=str,
)
def test_who_is_told(context: Context, role: Role | None, is_told: bool) -> None:
    """What the console shows is told to dealers and supervisors alone, racks of others included."""
    opened = browser(context, role, "ann" if role is Role.PATRON else "dee")
    found = opened.get(API)
    assert found.status_code == (401 if role is None else 200)
    assert ("console" in found.json()) is is_told


def test_a_hand_at_the_dealers_word(context: Context, house: House) -> None:
    """Each command that the console names as the next one is taken, until the hand is settled."""
    opened = browser(context, Role.DEALER)
    number, acts = 0, []
    while True:
        shown = opened.get(API).json()["console"]["next"]
        if shown["act"] == "await-answer":
            house.done(cm.AcceptPlayerDealer(patron="ann", cover=1_000))
            continue
        if shown["act"] == "close-betting":
            house.done(house.wager("kim", "banker", 100))
        acts.append(shown["act"])
        number += 1
        assert shown["by"] == "dealer"
        assert command(opened, number, **shown["command"])["ok"]
        if shown["act"] == "settle":
            break
    assert acts[:3] == ["offer-player-dealer", "open-betting", "close-betting"]
    assert set(acts[3:-1]) == {"deal-card"}
    settled = opened.get(API).json()["console"]["settling"]["lines"]
    assert [(line["name"], line["amount"]) for line in settled] == [("Kim", 100)]
    shoe = house.desk.shoe(TABLE)
    coup = house.live.state.settled[-1].result
    assert isinstance(coup, Coup)
    assert [card.code for card in coup.cards] == [
        shoe.card(position).code for position in range(len(acts) - 4)
    ]
    house.check()


def test_a_dealer_cannot_name_the_softwares_card(context: Context, house: House) -> None:
    """A frame that names a card deals the shoe's own all the same."""
    opened = browser(context, Role.DEALER)
    house.done(cm.OpenFreeHand())
    first = house.desk.shoe(TABLE).card(0).code
    named = "AS" if first != "AS" else "KH"
    assert command(opened, 1, type="deal-card", position=0, card=named)["ok"]
    assert [card.code for card in house.live.state.require_round.cards] == [first]


def test_a_pause_that_a_dealer_ends(context: Context, house: House) -> None:
    """Whoever of the staff pauses the bets is in the log, and they go on when he says so."""
    opened = browser(context, Role.DEALER)
    house.done(cm.OfferPlayerDealer())
    house.done(cm.AcceptPlayerDealer(patron="ann", cover=1_000))
    house.done(cm.OpenBetting())
    assert command(opened, 1, type="pause-betting")["ok"]
    assert house.live.state.require_round.paused_by == "dee"
    shown = opened.get(API).json()["console"]["next"]
    assert shown["command"] == {"type": "resume-betting"}
    assert command(opened, 2, type="resume-betting")["ok"]
    assert house.live.state.require_round.paused_by == ""


def test_a_look_at_a_proposal(context: Context, house: House) -> None:
    """A void shows what goes back to whom before it is proposed; nothing moves, nothing is kept."""
    opened = browser(context, Role.DEALER)
    house.done(cm.OfferPlayerDealer())
    house.done(cm.AcceptPlayerDealer(patron="ann", cover=1_000))
    house.done(cm.OpenBetting())
    house.done(house.wager("kim", "banker", 300))
    found = look(opened, {"matter": "void-round"}).json()
    assert found["ok"]
    assert [(move["who"], move["amount"]) for move in found["outcomes"][0]["moves"]] == [
        ("ann", 1_000),
        ("kim", 300),
    ]
    assert not house.live.state.proposals
    refused = look(opened, {"matter": "irregularity", "kind": "burn-forgotten"}).json()
    assert refused == {
        "ok": False,
        "refusal": {
            "code": "not-in-this-state",
            "params": {"kind": "burn-forgotten", "phase": "betting"},
        },
    }
    assert look(browser(context, Role.AUDITOR, "aud"), {"matter": "void-round"}).status_code == 403
    assert (
        opened.post(
            f"{API}/preview", json={"id": f"{1:032x}", "type": "settle"}, headers=ORIGIN
        ).status_code
        == 400
    )


def test_the_page_is_the_kind_of_tables(context: Context, house: House) -> None:
    """Where wagers lie the console opens, and where results alone are kept the other."""
    opened = browser(context, Role.DEALER)
    assert "css/console.page.css" in opened.get(f"/table/{TABLE}/dealer").text
    house.done(cm.CloseTable())
    house.done(replace(card_room(), cards="results"))
    assert "css/dealer.page.css" in opened.get(f"/table/{TABLE}/dealer").text
    assert opened.get(API).json()["console"] is None
