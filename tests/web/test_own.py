"""What a patron asks beside commands: hands, limits, what a cover would come to, the game."""

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.sheet_odds import told
from puntobanco.odds.figures import odds
from puntobanco.rules.catalogue import find
from puntobanco.shoe import Composition
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code
from puntobanco.web.app import create_app
from puntobanco.web.sessions import COOKIE, new_token
from tests.house.houses import House
from tests.house.test_position import banked, card_room, played
from tests.table.playing import TABLE
from tests.web.servers import put_together

Client = TestClient[Litestar]
ORIGIN = "http://house.test"
PATH = "/api/table/t1"
NOTHING = {"limits": None, "deposits": None, "reminder": None, "excluded_ms": None}


@pytest.fixture
def room() -> Iterator[House]:
    """A card room in which ann covers, and a hand was settled."""
    with closing(open_sqlite(MEMORY)) as store:
        house = banked(House(store))
        played(house)
        yield house


@pytest.fixture
def asked(room: House) -> Iterator["Asked"]:
    """Its addresses."""
    context = put_together(room)
    with TestClient(create_app(context), base_url=ORIGIN) as client:
        yield Asked(client, context.people)


class Asked:
    """Asks as somebody."""

    def __init__(self, client: Client, people: Any) -> None:
        self._client, self._people = client, people

    def get(self, path: str, patron: str | None = None) -> tuple[int, Any]:
        """Ask as a patron, or as nobody."""
        found = self._client.get(path, headers=self._headers(patron))
        return found.status_code, found.json()

    def post(self, path: str, patron: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Say something of one's own."""
        headers = self._headers(patron) | {"origin": ORIGIN}
        found = self._client.post(path, json=body, headers=headers)
        return found.status_code, found.json()

    def put(self, body: dict[str, Any], patron: str | None, origin: str = ORIGIN) -> int:
        """Set limits."""
        headers = self._headers(patron) | {"origin": origin}
        return self._client.put("/api/limits", json=body, headers=headers).status_code

    def _headers(self, patron: str | None) -> dict[str, str]:
        if patron is None:
            return {}
        token = new_token()
        self._people.sign_in(patron, token)
        return {"cookie": f"{COOKIE}={token}"}


def test_own_hands_with_cards_and_lines(asked: Asked) -> None:
    """A hand has its cards, the patron's own lines with their numbers, and what it cost."""
    status, found = asked.get(f"{PATH}/hands", "bea")
    assert status == 200
    (hand,) = found["hands"]
    assert len(hand["coup"]["player"]["cards"]) >= 2
    assert [(line["bet"], line["amount"], line["name"]) for line in hand["lines"]] == [
        ("banker", 2_000, "Bea")
    ]
    assert hand["fee"] == 100
    assert asked.get(f"{PATH}/hands", "ann")[1]["hands"][0]["cover"] == 100_000


@pytest.mark.parametrize("path", [f"{PATH}/hands", f"{PATH}/outlook?cover=100", "/api/limits"])
def test_what_is_own_is_nobody_elses(asked: Asked, path: str) -> None:
    """Without a sign-in there is nothing of one's own."""
    status, found = asked.get(path)
    assert (status, found["error"]["code"]) == (401, "not-signed-in")


def test_what_a_cover_would_come_to(asked: Asked, room: House) -> None:
    """Each result of the last hand's wagers with its worst, and between what a cover may lie."""
    status, found = asked.get(f"{PATH}/outlook?cover=20000", "cid")
    assert status == 200
    assert (found["cover"], found["least"], found["wagers"]) == (20_000, 20_000, 3_000)
    rows = {(row["winner"], *row["calls"]): row for row in found["rows"]}
    assert (rows["banker",]["worst"], rows["player",]["worst"]) == (-1_000, 1_000)
    assert (found["worst"], found["best"]) == (-1_000, 1_000)
    assert found["most"] == room.live.state.racks["cid"] - found["fee"]


@pytest.mark.parametrize(
    "query, patron, status",
    [("cover=0", "cid", 400), ("cover=x", "cid", 400), ("cover=100", "dan", 409)],
)
def test_no_cover_to_ask_about(asked: Asked, query: str, patron: str, status: int) -> None:
    """A cover is an amount, and only who sits at the table may have the position."""
    assert asked.get(f"{PATH}/outlook?{query}", patron)[0] == status


def test_own_limits(asked: Asked, room: House) -> None:
    """They are set from a page of ours, told to their owner alone, and hold at the table."""
    assert asked.get("/api/limits", "bea")[1] == NOTHING
    assert asked.put({"loss": 5_000, "minutes": 60}, "bea") == 200
    limits = asked.get("/api/limits", "bea")[1]["limits"]
    assert (limits["loss"], limits["minutes"], limits["lost"]) == (5_000, 60, 0)
    assert asked.get("/api/limits", "cid")[1] == NOTHING
    room.done(cm.OpenBetting())
    refusal = room.do(room.wager("bea", "banker", 6_000)).refusal
    assert refusal
    assert refusal.params["left"] == 5_000


def test_own_limits_on_what_is_bought(asked: Asked) -> None:
    """L1: any amount for a day, a week and a month; the answer says what is bought already."""
    assert asked.put({"deposits": {"day": 12_345, "month": 700_000}}, "bea") == 200
    found = asked.get("/api/limits", "bea")[1]["deposits"]
    assert found["day"] == {"most": 12_345, "later": 12_345, "later_ms": 0, "used": 10_000_000}
    assert (found["week"]["most"], found["month"]["most"]) == (None, 700_000)


def test_what_is_set_twice_is_set_once(asked: Asked, room: House) -> None:
    """Whoever had no answer asks again: the log has the limits once."""
    heads = []
    for _ in range(2):
        assert asked.put({"loss": 5_000, "deposits": {"day": 700}}, "bea") == 200
        streams = room.store.read(lambda tx: {name: tx.head(name) for name in tx.streams()})
        heads.append(streams)
    assert heads[0] == heads[1]


def test_an_own_reminder(asked: Asked, room: House) -> None:
    """L3: it is set with the limits, due after its time, refuses bets, and is answered."""
    assert asked.put({"reminder": 20}, "bea") == 200
    room.clock.now += 20 * 60_000
    assert asked.get("/api/limits", "bea")[1]["reminder"]["due"]
    room.done(cm.OpenBetting())
    refusal = room.do(room.wager("bea", "banker", 2_000)).refusal
    assert refusal
    assert refusal.code is Code.REMINDER_DUE
    status, found = asked.post("/api/reminder", "bea")
    assert (status, found["reminder"]["due"]) == (200, False)
    room.done(room.wager("bea", "banker", 2_000))
    assert asked.put({"loss": 5_000, "reminder": 20}, "bea") == 200  # the same goes on


def test_an_own_exclusion(asked: Asked, room: House) -> None:
    """L4: it frees the place at once, and no address of a patron's takes it back."""
    assert asked.post("/api/exclusion", "bea", {"days": 0})[0] == 400
    assert asked.post("/api/exclusion", "bea", {"days": 7})[1]["excluded_ms"] == 7 * 86_400_000
    room.done(cm.Tick())
    assert "bea" not in room.live.state.racks
    assert asked.post("/api/exclusion", "bea", {"days": 1})[1]["excluded_ms"] == 7 * 86_400_000
    sit = room.do(cm.TakeSeat(patron="bea", place=2, buy_in=10_000)).refusal
    assert sit
    assert sit.code is Code.SELF_EXCLUDED


@pytest.mark.parametrize(
    "body, patron, origin, status",
    [
        ({"loss": 0}, "bea", ORIGIN, 400),
        ({"loss": -100}, "bea", ORIGIN, 400),
        ({"minutes": 9_999}, "bea", ORIGIN, 400),
        ({"loss": "100"}, "bea", ORIGIN, 400),
        ({"reminder": 0}, "bea", ORIGIN, 400),
        ({"deposits": {"year": 1}}, "bea", ORIGIN, 400),
        ({"loss": 100, "for": "ever"}, "bea", ORIGIN, 400),
        ({"loss": 100}, None, ORIGIN, 401),
        ({"loss": 100}, "bea", "http://elsewhere.test", 401),
    ],
)
def test_limits_that_are_none(
    asked: Asked, body: dict[str, Any], patron: str | None, origin: str, status: int
) -> None:
    """What is no limit, or comes from no page of ours, sets nothing."""
    assert asked.put(body, patron, origin) == status
    assert asked.get("/api/limits", "bea")[1] == NOTHING


def test_a_house_bank_has_no_cover() -> None:
    """Where the house banks nobody is offered anything."""
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.betting("ann")
        context = put_together(house)
        with TestClient(create_app(context), base_url=ORIGIN) as client:
            status, found = Asked(client, context.people).get(f"{PATH}/outlook?cover=100", "ann")
    assert (status, found["error"]["code"]) == (409, "house-banked")


def test_the_game_is_that_of_the_table() -> None:
    """D2, D7: rules, odds, fees, limits, malfunctions, for anybody who looks on at the table."""
    with closing(open_sqlite(MEMORY)) as store:
        house = card_room(House(store))
        game = house.live.state.game
        context = put_together(house)
        with TestClient(create_app(context), base_url=ORIGIN) as client:
            found = client.get(f"{PATH}/game").json()
            table = msgspec.json.decode(context.hub.message(TABLE, None)["view"])["table"]
            assert client.get("/api/table/t9/game").status_code == 404
    assert found == told(game.sheet, game.decks)
    assert [bet["id"] for bet in found["bets"]] == [bet.id for bet in game.sheet.bets]
    assert "Malfunctions" in {section["title"] for section in found["sections"]}
    assert all(0 < bet["min"] <= bet["max"] for bet in table["bets"])
    assert table["collection"]["player_fee"]


@pytest.mark.parametrize("decks", range(3, 9))
def test_odds_are_exact_and_of_a_full_shoe(decks: int) -> None:
    """D4: every figure is a fraction, a bet's chances are 1 together, the edge is the count's."""
    sheet = find("deq-ez")
    counted = odds(sheet, Composition.of(decks))
    for bet, exact in zip(told(sheet, decks)["bets"], counted.bets, strict=True):
        assert sum(Fraction(row["chance"]["exact"]) for row in bet["rows"]) == 1
        assert Fraction(bet["edge"]["exact"]) == exact.edge


def test_the_edges_that_are_published() -> None:
    """D4: for eight decks, before any collection, as they are printed to four decimals."""
    bets = told(find("deq-ez"), 8)["bets"]
    assert {bet["id"]: f"{100 * bet['edge']['value']:.4f}" for bet in bets} == {
        "player": "1.2351",
        "banker": "1.0183",
        "tie": "14.3596",
        "dragon-7": "7.6113",
        "panda-8": "10.1876",
    }
