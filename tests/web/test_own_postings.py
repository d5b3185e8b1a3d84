"""A room opens a table with a collection and a rotation of its own, over HTTP."""

import json
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.tokens import Grant
from puntobanco.rules.rotation import PRESETS
from puntobanco.web.context import Context
from puntobanco.web.sessions import new_staff
from tests.cli.running import run
from tests.web.programs import Program, open_card_room

OWN_POLICY = {
    "id": "own", "name": "Three hands", "source": "the room's rules", "offer_every_hands": 3,
}  # fmt: skip
OWN_SCHEDULE = {
    "schedule": 1, "id": "our-room", "name": "Our collection", "source": "the posting of 1 March",
    "row": [
        {"limit_min": "10", "limit_max": "500", "player_fee": "1.00",
         "player_dealer_fee": [{"from": "0", "fee": "2.00"}, {"from": "300", "fee": "3.00"}]},
    ],
}  # fmt: skip


@pytest.fixture
def supervisor(client: TestClient[Litestar], context: Context) -> Program:
    """Somebody who may open tables."""
    context.people.give_token(Grant("supervisor", name="Sue"), "sue", new_staff())
    return Program(client, "sue")


def test_a_posting_given_whole(supervisor: Program, context: Context) -> None:
    """What stands in a file may be sent as an object: the table has these fees, and keeps them."""
    open_card_room(supervisor, table="t9", schedule=OWN_SCHEDULE, rotation=OWN_POLICY)
    game = context.desk.state("t9").game
    assert game.schedule
    assert game.rotation
    assert game.schedule.id == "our-room"
    (row,) = game.schedule.rows
    assert [tier.fee for tier in (*row.player, *row.player_dealer)] == [100, 200, 300]
    assert (game.rotation.id, game.rotation.offer_every_hands) == ("own", 3)


def test_what_the_commands_print_is_taken(supervisor: Program, context: Context) -> None:
    """The canonical object of a shipped schedule or policy is as good as its id."""
    schedule = run("rules", "schedule", "template-fictional", "--json").json["schedule"]
    policy = json.loads(json.dumps(PRESETS["reg-2026"].source_form))
    open_card_room(supervisor, table="t8", schedule=schedule, rotation=policy)
    open_card_room(supervisor, table="t9", schedule="template-fictional", rotation="reg-2026")
    whole, named = (context.desk.state(table).game for table in ("t8", "t9"))
    assert (whole.schedule, whole.rotation) == (named.schedule, named.rotation)


@pytest.mark.parametrize(
    "change,told",
    [
        ({"schedule": {"schedule": 1}}, "schedule: id: "),
        ({"schedule": OWN_SCHEDULE | {"percent": 5}}, "never a share of wagers or winnings"),
        ({"schedule": OWN_SCHEDULE | {"applies_to": ["red"]}}, "no bet and no kind 'red'"),
        ({"schedule": OWN_SCHEDULE, "mains": {"min": 500, "max": 90_000}}, "no row holds limits"),
        ({"rotation": {"id": "own"}}, "add offer_every_hands"),
        ({"rotation": OWN_POLICY | {"every": 2}}, "every"),
        ({"schedule": "own.toml"}, "there is no 'own.toml'"),
    ],
    ids=str,
)
def test_a_posting_that_cannot_be(supervisor: Program, change: dict[str, Any], told: str) -> None:
    """What is wrong is said by its key and with a cure, and no table is opened."""
    body = {
        "id": "0" * 32, "table": "t9", "name": "Nine", "sheet": "ca-ez-panda8",
        "mains": {"min": 1_000, "max": 50_000}, "sides": {"min": 500, "max": 5_000},
    }  # fmt: skip
    answer = supervisor.post("/api/tables", body | change)
    assert answer.status_code == 400
    detail = answer.json()["error"]["params"]["detail"]
    assert told in detail
    assert "; " in detail
    assert supervisor.get("/api/table/t9").status_code == 404
