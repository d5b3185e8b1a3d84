"""Sheets of one's own, offered to the house: by an author, taken up by another person."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.house.lab.offers import WAITING_MAX
from puntobanco.odds.figures import odds
from puntobanco.rules.catalogue import find
from puntobanco.rules.load import from_canonical
from puntobanco.rules.sheet import canonical
from puntobanco.shoe import Composition
from puntobanco.store.base import SavedSheet
from tests.web.programs import Program, Room, grant, room
from tests.web.servers import Running, running

TEXT = """format = 1
base = "deq-ez"
id = "own"
name = "A game of my own"
source = "tests"
[venue]
opposite_mains = {flag}
"""


@pytest.fixture
def found() -> Iterator[tuple[Running, Room]]:
    """A staffed card room, with supervisors of all tables: Sam wrote a sheet, and Sue did not."""
    with running() as served, room(served) as opened:
        for token in ("sam", "sue"):
            grant(served.context, token, role="supervisor", name=token.capitalize())
        yield served, opened


def keep(served: Running, ident: str, *, flag: str = "true", owner: str = "") -> None:
    """Let Sam, or somebody, keep a sheet in the lab."""
    who = owner or actor(served, "Sam")
    text = TEXT.format(flag=flag)
    served.context.sheets.save(SavedSheet(ident, who, "own", "A game of my own", text, 0))


def actor(served: Running, label: str) -> str:
    """Who the bearer of a token is."""
    return next(x.actor for x in served.context.people.tokens() if x.label == label)


def offers(who: Program) -> list[Any]:
    """What is offered, as somebody of the floor sees it."""
    found: list[Any] = who.get("/api/floor/sheets").json()["offers"]
    return found


def code(who: Program, path: str) -> str:
    """Why something is not done; empty: it is."""
    answer = who.post(path, {}).json()
    return str(answer["error"]["code"]) if "error" in answer else ""


def test_a_sheet_comes_to_the_house(found: tuple[Running, Room]) -> None:
    """Its author offers it, the floor sees hash and exact edges, another takes it up, all open."""
    served, people = found
    sam, sue = (Program(people.ann.client, token) for token in ("sam", "sue"))
    keep(served, "kept")
    opening = {
        "table": "t5", "name": "Five", "sheet": "house-1",
        "mains": {"min": 500, "max": 50_000}, "sides": {"min": 100, "max": 1_000},
    }  # fmt: skip
    assert sam.post("/api/lab/sheets/kept/offer", {}).json()["number"] == 1
    (offer,) = offers(sue)
    assert (offer["author"], offer["taken_up"], offer["id"]) == ("Sam", None, "house-1")
    edges = {bet["id"]: bet["edge"]["exact"] for bet in offer["bets"]}
    counted = {bet.bet.id: bet.edge for bet in odds(find("deq-ez"), Composition.of(8)).bets}
    assert {bet: Fraction(exact) for bet, exact in edges.items()} == counted
    assert sue.post("/api/tables", {"id": "0" * 32, **opening}).status_code == 400
    assert code(sam, "/api/floor/sheets/1/take-up") == "own-proposal"
    assert code(sue, "/api/floor/sheets/1/take-up") == ""
    served.context.sheets.drop(actor(served, "Sam"), "kept")
    assert offers(sam)[0]["taken_up"] == "Sue"
    sheets = sue.get("/api/floor/catalogue").json()["sheets"]
    assert offer["hash"] == next(x["hash"] for x in sheets if x["id"] == "house-1")
    assert sue.order("/api/tables", **opening)["ok"]
    assert served.house.desk.state("t5").game.sheet.hash == offer["hash"]
    assert code(sue, "/api/floor/sheets/1/put-away") == ""
    assert offers(sue) == []
    assert code(sue, "/api/floor/sheets/1/put-away") == "no-such-offer"
    assert served.house.desk.state("t5").game.sheet.id == "own"


def test_an_offer_is_the_sheet_as_it_stood(found: tuple[Running, Room]) -> None:
    """What its author writes later is another offer; the same once more is the same one."""
    served, people = found
    sam = Program(people.ann.client, "sam")
    keep(served, "kept")
    numbers = [sam.post("/api/lab/sheets/kept/offer", {}).json()["number"] for _ in range(2)]
    keep(served, "kept", flag="false")
    numbers.append(sam.post("/api/lab/sheets/kept/offer", {}).json()["number"])
    assert numbers == [1, 1, 2]
    first, second = served.context.sheets.offers.all()
    assert first.sheet.venue.opposite_mains
    assert not second.sheet.venue.opposite_mains


def test_who_may_offer_and_take_up(found: tuple[Running, Room]) -> None:
    """No patron, cashier or auditor offers a sheet; nobody but a supervisor answers an offer."""
    served, people = found
    for who in (people.ann, people.cashier, people.auditor):
        assert who.post("/api/lab/sheets/kept/offer", {}).status_code == 403
    assert code(Program(people.ann.client, "sam"), "/api/lab/sheets/none/offer") == "not-found"
    for who in (people.dealer, people.auditor):
        assert who.post("/api/floor/sheets/1/take-up", {}).status_code == 403
    assert people.auditor.get("/api/floor/sheets").status_code == 200
    assert served.context.sheets.offers.all() == []


def test_offers_do_not_pile_up(found: tuple[Running, Room]) -> None:
    """So many wait for an answer, and no more; the house's own sheets are not counted."""
    served, _ = found
    kept = served.context.sheets.offers
    sheet = find("deq-ez")
    for number in range(WAITING_MAX):
        kept.offer(from_canonical(canonical({**sheet.source_form, "name": f"{number}"})), "sam")
    with pytest.raises(Refused, match="too-many-offers"):
        kept.offer(find("punto-banco"), "sam")
    kept.take_up(1, "sue")
    assert kept.offer(find("punto-banco"), "sam").number == WAITING_MAX + 2
