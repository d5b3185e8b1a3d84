"""The floor over HTTP and its socket: who may see it, what it says, and who clears what."""

from collections.abc import Iterator
from json import loads
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from puntobanco.house.alerts import AlertRaised
from puntobanco.rules.catalogue import shipped
from puntobanco.rules.packaged import packaged_text
from puntobanco.store.base import SavedSheet
from tests.house.houses import House
from tests.table.playing import TABLE
from tests.web.programs import Program, Room, grant, room
from tests.web.servers import WAIT, Running, running

CARDS = ("9C", "2C", "KD", "4D")
LAST = 5  # cards turned and burned before the first one


@pytest.fixture
def found() -> Iterator[tuple[Running, Room]]:
    """A staffed card room, served on a port."""
    with running() as served, room(served) as opened:
        yield served, opened


def floor(program: Program) -> Any:
    """The floor as somebody sees it."""
    answer = program.get("/api/floor")
    assert answer.status_code == 200, answer.text
    return answer.json()["floor"]


def raised(house: House, *kinds: str) -> list[int]:
    """Raise alerts as the house does, and give their numbers."""
    desk = house.desk
    events = [AlertRaised(TABLE, kind, 1, 7, {"patron": "p1", "amount": 5}) for kind in kinds]
    before = set(desk.alerts.open)
    desk.do_on_floor(None, lambda tx: desk.alerts.write(tx, events, desk.clock())).result(WAIT)
    while len(desk.alerts.open) < len(before) + len(kinds):
        pass  # the loop that shows them is another thread's
    return sorted(set(desk.alerts.open) - before)


def test_who_may_see_the_floor(found: tuple[Running, Room]) -> None:
    """Supervisors and auditors, of all tables; no dealer, cashier or patron, and nobody unknown."""
    served, people = found
    assert people.supervisor.get("/api/floor").status_code == 200
    assert people.auditor.get("/api/floor").status_code == 200
    for who in (people.dealer, people.cashier, people.ann):
        assert who.get("/api/floor").status_code == 403
    assert httpx.get(f"http://127.0.0.1:{served.port}/api/floor").status_code == 401
    grant(served.context, "of-one", role="supervisor", table=TABLE, name="Sam")
    assert Program(people.ann.client, "of-one").get("/api/floor").status_code == 403


def test_only_a_supervisor_clears(found: tuple[Running, Room]) -> None:
    """An auditor sees an alert and cannot clear it; what is cleared says by whom."""
    served, people = found
    numbers = raised(served.house, "large-win", "large-win")
    (alert,) = floor(people.auditor)["alerts"]
    assert sorted(alert["numbers"]) == numbers
    path, body = "/api/floor/alerts/clear", {"numbers": numbers}
    assert people.auditor.post(path, body).status_code == 403
    assert people.dealer.post(path, body).status_code == 403
    assert people.supervisor.post(path, body).json() == {"ok": True}
    shown = floor(people.auditor)
    assert shown["alerts"] == []
    assert {cleared["name"] for cleared in shown["cleared"]} == {"Sue"}
    assert people.supervisor.post(path, body).json() == {"ok": True}  # the answer had been lost
    grant(served.context, "another", role="supervisor", name="Sam")
    again = Program(people.ann.client, "another").post(path, body)
    assert (again.status_code, again.json()["error"]["code"]) == (404, "no-such-alert")


def test_a_large_win_is_what_the_floor_says(found: tuple[Running, Room]) -> None:
    """A supervisor sets the threshold; nought is none."""
    _, people = found
    path = "/api/floor/large-win"
    assert people.supervisor.post(path, {"amount": 0}).status_code == 400
    assert people.auditor.post(path, {"amount": 100}).status_code == 403
    assert people.supervisor.post(path, {"amount": 12_300}).status_code == 200
    assert floor(people.auditor)["large_win"] == 12_300


def test_a_late_gain_is_what_the_floor_says(found: tuple[Running, Room]) -> None:
    """A supervisor sets from which exact gain on late bonus wagers are told; nought is any."""
    _, people = found
    path = "/api/floor/late-gain"
    assert floor(people.auditor)["late_gain"] == 100
    assert people.auditor.post(path, {"amount": 100}).status_code == 403
    for amount in (250, 0):
        assert people.supervisor.post(path, {"amount": amount}).status_code == 200
        assert floor(people.auditor)["late_gain"] == amount


def play(people: Room) -> None:
    """Play a round in which bea bets and ann banks, to its settlement."""
    dealer = people.dealer
    people.ann.do("take-seat", place=1, buy_in=300_000)
    people.bea.do("take-seat", place=4, buy_in=200_000)
    dealer.do("start-shoe", lot="A-1", receipt="R-1")
    dealer.do("cut-shoe", depth=60)
    dealer.do("burn", card="5H")
    dealer.do("offer-player-dealer")
    people.ann.do("accept-player-dealer", cover=100_000)
    dealer.do("open-betting")
    people.bea.do("set-wager", place=4, round=1, bet="player", amount=5_000)
    dealer.do("close-betting")
    for position, card in enumerate(CARDS, LAST + 1):
        dealer.do("deal-card", position=position, card=card, source="keyed")
    dealer.do("settle")


def test_a_proposal_shows_what_it_moves(found: tuple[Running, Room]) -> None:
    """A correction's chips are told before anybody approves, and are those that then move."""
    _, people = found
    play(people)
    matter = {"matter": "correct-round", "round": 1, "cards": ["9C", "2C", "KD", "7D"]}
    people.dealer.do("propose", reason="the camera", matter=matter)
    (table,) = floor(people.supervisor)["tables"]
    (proposal,) = table["proposals"]
    assert (proposal["name"], proposal["reason"]) == ("Dee", "the camera")
    assert (proposal["was"]["winner"], proposal["was"]["hand"]) == ("player", 1)
    (preview,) = proposal["previews"]
    moves = {move["name"]: move["amount"] for move in preview["moves"]}
    before = {p["name"]: p["rack"] for p in people.supervisor.state["staff"]["people"]}
    people.supervisor.do("approve", number=proposal["number"])
    after = {p["name"]: p["rack"] for p in people.supervisor.state["staff"]["people"]}
    assert moves == {name: after[name] - before[name] for name in after}
    assert sum(moves.values()) == 0
    (alert,) = floor(people.supervisor)["alerts"]
    assert (alert["kind"], alert["round"]) == ("correction", 1)


def test_every_handling_is_shown(found: tuple[Running, Room]) -> None:
    """An irregularity shows each handling with its chips; the table's own stands first."""
    _, people = found
    play(people)
    people.dealer.do("open-betting")
    people.bea.do("set-wager", place=4, round=2, bet="player", amount=5_000)
    people.dealer.do("close-betting")
    matter = {"matter": "irregularity", "kind": "shuffler-fault"}
    people.dealer.do("propose", reason="it stopped", matter=matter)
    (table,) = floor(people.supervisor)["tables"]
    assert table["is_stopped"]
    (proposal,) = table["proposals"]
    handlings = [preview["handling"] for preview in proposal["previews"]]
    assert handlings == ["void", "void-refund", "continue"]
    gains = [
        sum(move["amount"] for move in preview["moves"] if move["name"] == "Bea")
        for preview in proposal["previews"]
    ]
    assert gains[0] == 5_000
    assert gains[1] >= gains[0]
    assert gains[2] == 0
    people.supervisor.do("approve", number=proposal["number"], handling="continue")
    assert not floor(people.supervisor)["tables"][0]["is_stopped"]


def test_the_socket_tells_the_floor(found: tuple[Running, Room]) -> None:
    """Whoever oversees gets the floor at once and after each change; a dealer gets none."""
    served, people = found
    address = f"ws://127.0.0.1:{served.port}/ws/floor"
    with connect(address, additional_headers=people.auditor.headers) as socket:
        first = loads(socket.recv(timeout=WAIT))
        assert (first["type"], first["me"]["name"], first["me"]["clears"]) == (
            "floor",
            "Aud",
            False,
        )
        raised(served.house, "inventory")
        while not (found_ := loads(socket.recv(timeout=WAIT)))["floor"]["alerts"]:
            pass
        assert found_["floor"]["alerts"][0]["kind"] == "inventory"
    with (
        pytest.raises(Exception, match="403"),
        connect(address, additional_headers=people.dealer.headers),
    ):
        pass


def test_a_table_can_be_made_of(found: tuple[Running, Room]) -> None:
    """The catalogue names every shipped sheet with its bets, and what else there is to choose."""
    _, people = found
    made = people.supervisor.get("/api/floor/catalogue").json()
    assert [sheet["id"] for sheet in made["sheets"]] == list(shipped())
    assert all(sheet["bets"] and sheet["seats"] for sheet in made["sheets"])
    assert "reg-2026" in made["rotations"]
    assert made["schedules"]


def test_a_sheet_of_ones_own(found: tuple[Running, Room]) -> None:
    """What a supervisor keeps in the lab can be chosen by him, and by nobody else."""
    served, people = found
    sue = next(t.actor for t in served.context.people.tokens() if t.label == "Sue")
    text = packaged_text("sheets/deq-ez").replace('id = "deq-ez"', 'id = "own"')
    served.context.sheets.save(SavedSheet("kept", sue, "own", "Own", text, 0))
    for who, has_it in ((people.supervisor, True), (people.auditor, False)):
        sheets = who.get("/api/floor/catalogue").json()["sheets"]
        assert any(sheet["id"] == "kept" for sheet in sheets) is has_it


def test_the_shift_report(found: tuple[Running, Room]) -> None:
    """What a shift took in is told by table and in all."""
    _, people = found
    play(people)
    (shift,) = people.auditor.get("/api/floor/shifts").json()["shifts"]
    (table,) = shift["tables"]
    assert (table["id"], table["rounds"], table["bought"]) == (TABLE, 1, 500_000)
    assert table["fees"] == shift["all"]["fees"]
    assert people.dealer.get("/api/floor/shifts").status_code == 403


def test_the_cage_at_a_glance(found: tuple[Running, Room]) -> None:
    """A cashier sees patrons, his journal, and a box to count once it has left its table."""
    _, people = found
    play(people)
    window = people.cashier.get("/api/cage").json()
    assert window["me"]["name"] == "Cat"
    assert {patron["name"] for patron in window["patrons"]} >= {"Ann", "Bea"}
    assert window["entries"][0]["kind"] == "in"
    assert window["entries"][0]["by"] == "Cat"
    assert window["boxes"] == []
    people.supervisor.do("change-box", box="2")
    assert people.cashier.get("/api/cage").json()["boxes"] == [{"table": TABLE, "box": "1"}]
    held = people.cashier.order("/api/drop", table=TABLE, box="1", counted=0)
    assert held["difference"] == -held["expected"] < 0
    window = people.cashier.get("/api/cage").json()
    assert window["boxes"] == []
    assert (window["entries"][0]["kind"], window["entries"][0]["difference"]) == (
        "count",
        held["difference"],
    )
    for who in (people.supervisor, people.dealer, people.auditor, people.ann):
        assert who.get("/api/cage").status_code == 403
