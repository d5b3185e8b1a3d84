"""The addresses of a table's shoes: who may have which, and in what form."""

from http import HTTPStatus

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.day import Hours
from puntobanco.house.tokens import Grant
from puntobanco.table import commands as cm
from puntobanco.web.app import create_app
from puntobanco.web.live import Hub
from puntobanco.web.sessions import new_token
from tests.house.contract import plain
from tests.house.houses import House
from tests.web.servers import put_together

Client = TestClient[Litestar]
PATH = "/api/table/t1/shoe"


@pytest.fixture
def played(house: House) -> House:
    """A house in its second shoe."""
    house.enrol("ann")
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    house.act_until("end-shoe")
    house.act_until("settle")
    return house


def test_everybody_may_have_the_shoes_of_the_day(played: House) -> None:
    """Without a sign-in the newest shoe comes, or the one that is named, as JSON or as rows."""
    with TestClient(create_app(put_together(played))) as client:
        newest = client.get(f"{PATH}.json").json()
        assert (newest["table"], newest["shoe"], newest["shoes"]) == ("t1", 2, [2, 1])
        first = client.get(f"{PATH}.json?shoe=1").json()
        assert first["over"]
        rows = client.get(f"{PATH}.csv?shoe=1")
        assert rows.headers["content-type"] == "text/csv; charset=utf-8"
        assert 'filename="table-t1-shoe-1.csv"' in rows.headers["content-disposition"]
        assert len(rows.text.splitlines()) == len(first["hands"]) + 1


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_is_not_there(played: House, form: str) -> None:
    """No such table, no such shoe, and a shoe that is no number are told apart."""
    with TestClient(create_app(put_together(played))) as client:
        gone = client.get(f"/api/table/t9/shoe.{form}")
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "no-such-table")
        none = client.get(f"{PATH}.{form}?shoe=9")
        assert (none.status_code, none.json()["error"]["code"]) == (404, "not-found")
        assert client.get(f"{PATH}.{form}?shoe=x").status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    "role, status", [(None, 404), ("cashier", 404), ("auditor", 200), ("dealer", 200)]
)
def test_the_log_is_for_those_who_may_read_it(played: House, role: str | None, status: int) -> None:
    """A shoe that the table has let go of is read from the log, for staff that may ask for it."""
    played.act_until("end-shoe")
    played.act_until("end-shoe")
    played.live.records.shoes.earlier = ()
    context = put_together(played)
    headers = {}
    if role:
        token = new_token()
        context.people.give_token(Grant(role, name="Kim"), token, "staff-1")
        headers = {"authorization": f"Bearer {token}"}
    with TestClient(create_app(context)) as client:
        found = client.get(f"{PATH}.json?shoe=1", headers=headers)
        assert found.status_code == status
        assert status != HTTPStatus.OK or found.json()["hands"][0]["player_cards"]


def test_a_board_waits_for_its_table(client: Client) -> None:
    """A board of a table that is not open is the board's page all the same, and no success."""
    text = client.get("/table/t1/board").text
    waiting = client.get("/table/nope/board", headers={"accept": "text/html"})
    assert (waiting.status_code, waiting.text) == (404, text)
    assert "shoe" in client.get("/table/t1/shoe").text
    assert client.get("/table/nope/shoe").status_code == HTTPStatus.NOT_FOUND


def test_the_day_is_the_rooms_own(played: House) -> None:
    """Which shoes a board adds up is told by the hours of the room that the hub was given."""
    context = put_together(played)
    own = Hub(played.desk, context.people, Hours.read("America/Los_Angeles", "04:00"))
    assert own.viewer("t1").hours.zone != context.hub.viewer("t1").hours.zone
    assert plain(own.viewer("t1").view(played.clock.now))["board"]["day"]["shoes"] == 1
