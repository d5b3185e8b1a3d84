"""Other terms for an open table, over HTTP: by names, by two people, seen by everybody."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from puntobanco.rules.catalogue import rotation
from tests.table.playing import TABLE
from tests.web.programs import Program, Room, grant, room
from tests.web.servers import Running, running

PATH = f"/api/table/{TABLE}/terms"


@pytest.fixture
def found() -> Iterator[tuple[Running, Room]]:
    """A staffed card room, served on a port."""
    with running() as served, room(served) as opened:
        yield served, opened


def agreed(served: Running, people: Room, **terms: Any) -> None:
    """A supervisor proposes, and another approves."""
    grant(served.context, "another", role="supervisor", table=TABLE, name="Sam")
    answer = people.supervisor.order(PATH, reason="a quiet night", **terms)
    assert answer["ok"], answer
    (proposed,) = answer["events"]
    Program(people.ann.client, "another").do("approve", number=proposed["number"])


def test_terms_are_proposed_by_name(found: tuple[Running, Room]) -> None:
    """Ids stand for what was shipped; the table, its board and the floor follow at once."""
    served, people = found
    terms = {
        "clock": 9_000,
        "back_line": 3,
        "languages": ["vi", "en"],
        "venue": {"irregularities": "burn", "second_place": True},
        "rotation": "reg-2026",
        "schedule": None,
    }
    agreed(served, people, **terms)
    game = served.house.desk.state(TABLE).game
    assert (game.clock, game.back_line, game.languages) == (9_000, 3, ("vi", "en"))
    assert (game.sheet.venue.irregularities, game.sheet.venue.second_place) == ("burn", True)
    assert (game.rotation, game.schedule) == (rotation("reg-2026"), None)
    table = people.ann.state["view"]["table"]
    assert (table["languages"], table["second_place"]) == (["vi", "en"], True)
    assert table["rules"] == game.rules
    assert people.ann.state["view"]["notice"] == {"kind": "terms", "round": 1}


def test_what_waits_is_on_the_floor(found: tuple[Running, Room]) -> None:
    """Who agreed to what, what was before, and the end of what it waits for."""
    served, people = found
    people.dealer.do("start-shoe", lot="A-1", receipt="R-1")
    agreed(served, people, decks=6)
    answer = people.supervisor.get("/api/floor").json()["floor"]
    (table,) = (each for each in answer["tables"] if each["id"] == TABLE)
    (waiting,) = table["agreed"]
    assert (waiting["was"], waiting["now"]) == ({"decks": 3}, {"decks": 6})
    assert (waiting["waits"], waiting["approved"]) == ("shoe", "Sam")
    assert table["terms"]["decks"] == 3


def test_an_order_is_done_once(found: tuple[Running, Room]) -> None:
    """The same id and body again is the same proposal; another body is refused."""
    _, people = found
    body = {"id": secrets.token_hex(16), "reason": "x", "back_line": 5}
    first, again = (people.supervisor.post(PATH, body).json() for _ in range(2))
    assert first == again
    other = people.supervisor.post(PATH, body | {"back_line": 6})
    assert other.json()["error"]["code"] == "same-id-other-body"


@pytest.mark.parametrize(
    "terms,status,said",
    [
        ({"sheet": "nothing"}, 400, "sheet: there is no"),
        ({"rotation": "nothing"}, 400, "rotation: there is no"),
        ({"schedule": "nothing"}, 400, "schedule: there is no"),
        ({"venue": {"nothing": 1}}, 400, "nothing"),
        ({"venue": {"cover": {"secondary": True}}}, 400, "reserved"),
        ({"schedule": "hustler-cal-baccarat", "limits": []}, 400, "give them"),
        ({"clock": 0}, 400, "clock"),
        ({"paced": "moon"}, 400, "paced"),
        ({"languages": ["../etc"]}, 400, "languages"),
        ({"by": "somebody"}, 400, "by"),
    ],
)
def test_what_cannot_be_names_its_place(
    found: tuple[Running, Room], terms: dict[str, Any], status: int, said: str
) -> None:
    """A fault is told by its key, and nothing is proposed."""
    served, people = found
    answer = people.supervisor.post(PATH, {"id": secrets.token_hex(16), "reason": "x", **terms})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["code"] == "malformed"
    assert said in answer.text
    assert not served.house.desk.state(TABLE).proposals


def test_a_table_says_no(found: tuple[Running, Room]) -> None:
    """What the table itself refuses is an answer with its code: another bank, nothing new."""
    _, people = found
    for terms, code in (({"sheet": "deq-ez"}, "other-bank"), ({}, "nothing-to-change")):
        body = {"id": secrets.token_hex(16), "reason": "x", **terms}
        answer = people.supervisor.post(PATH, body).json()
        assert answer["refusal"]["code"] == code
