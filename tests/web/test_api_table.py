"""A card room run by programs: a whole shoe of real cards, over HTTP and then over the socket."""

from collections.abc import Iterator

import pytest
from msgspec import json

from puntobanco.house.fairness import judge
from puntobanco.store.chain import genesis, link
from puntobanco.table import events as ev
from puntobanco.table.evolve import evolve
from puntobanco.table.shoes import STEPS
from puntobanco.table.state import TableState
from puntobanco.web.bucket import Bucket
from tests.table.playing import TABLE
from tests.web.programs import Room, room
from tests.web.servers import Running, running

PLAYER_WINS = "9C 2C KD 4D"  # 9 to 6; the button's card is the 4 of diamonds
BANKER_WINS = "2{0} 7{0} 4{0} Q{0}"  # 7 to 6, in one suit


@pytest.fixture(params=[False, True], ids=["http", "socket"])
def card_room(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Running, Room]]:
    """A staffed room whose table is open; nobody waits for a bucket to fill."""
    monkeypatch.setattr(Bucket, "admits", lambda _: True)
    with running() as served, room(served, by_socket=request.param) as found:
        yield served, found


def seat(found: Room) -> None:
    """Seat three with devices of their own, one behind a place, and one by the dealer's word."""
    for name, place in (("ann", 1), ("bea", 2), ("cid", 5)):
        found.patrons[name].do("take-seat", place=place, buy_in=200_000)
    found.dan.do("stand-behind", place=2, buy_in=100_000)
    found.dealer.do("take-seat", patron=found.ids["eve"], place=6, buy_in=100_000)


def shuffle(found: Room) -> None:
    """Bring three decks, check, wash and shuffle them, let bea cut, and burn."""
    found.dealer.do("start-shoe", lot="A-1", prepared=False, cut_card=130)
    for step in STEPS:
        who = found.supervisor if step == "verified" else found.dealer
        assert found.dealer.ask("burn", card="5H") == "shoe-not-ready"
        who.do("step-shoe", step=step)
    found.dealer.do("offer-cut", place=2)
    assert found.ann.ask("cut-shoe", depth=60) == "not-allowed"
    found.bea.do("cut-shoe", depth=60)
    found.dealer.do("burn", card="5H")


def bank(found: Room) -> None:
    """Offer the position until ann has it."""
    found.dealer.do("offer-player-dealer")
    view = found.dealer.state["view"]
    assert (view["offer"]["name"], view["offer"]["minimum"], view["offer"]["fee"]) == (
        "Ann",
        20_000,
        200,
    )
    assert found.ann.state["mine"]["offer"]["hands"] == 2
    assert found.bea.state["mine"]["offer"] is None
    assert found.bea.ask("accept-player-dealer", cover=50_000) == "no-offer"
    found.ann.do("accept-player-dealer", cover=100_000)


def bet(found: Room) -> int:
    """Open betting and place wagers front and back; give the number of the round."""
    found.dealer.do("open-betting")
    number: int = found.bea.state["view"]["round"]
    found.bea.do("set-wager", round=number, bet="banker", amount=5_000)
    found.bea.do("set-wager", round=number, bet="dragon-7", amount=500)
    found.cid.do("set-wager", round=number, bet="player", amount=2_000)
    found.dan.do("set-wager", round=number, bet="banker", amount=1_000, line="back", place=2)
    found.dealer.do(
        "set-wager", round=number, patron=found.ids["eve"], place=6, bet="player", amount=3_000
    )
    return number


def deal(found: Room, cards: str) -> None:
    """Type cards one by one, each where the table says that it is due."""
    for card in cards.split():
        due = found.dealer.state["staff"]["expected"]
        found.dealer.do("deal-card", position=due["position"], card=card, source="keyed")


def test_a_whole_shoe(card_room: tuple[Running, Room]) -> None:
    """Shuffle and cut, offers, cover, wagers, collection, cards, void, correction, the end."""
    served, found = card_room
    seat(found)
    shuffle(found)
    bank(found)
    first = settled_round(found)
    void_round(found)
    corrected_round(found, first)
    play_to_the_end(found)
    found.dealer.do("count-shoe", rest=found.dealer.state["staff"]["uncounted"])
    found.supervisor.do("close-table")
    served.house.check()
    the_log_stands_alone(served, found)


def settled_round(found: Room) -> int:
    """A round in which what is covered is paid in the order of the button."""
    number = bet(found)
    staff = found.dealer.state["staff"]
    assert staff["covers"]["covers"]
    assert {row["winner"] for row in staff["covers"]["rows"]} == {"player", "banker", "tie"}
    assert found.bea.state["view"]["covers"] == staff["covers"]  # all sit at one felt
    assert found.ann.state["mine"]["covers"]["worst"] == staff["covers"]["worst"]
    assert found.bea.state["mine"]["fees_due"] == 100
    found.dealer.do("close-betting")
    assert found.dealer.state["staff"]["collection"] == {"box": "1", "held": 600, "round": 600}
    assert found.bea.state["view"]["covers"]["covers"]
    assert found.cid.ask("set-wager", round=number, bet="tie", amount=500) == "betting-closed"
    assert found.cid.ask("deal-card", position=6, card="AS") == "not-allowed"
    deal(found, PLAYER_WINS)
    assert found.dealer.state["staff"]["expected"] is None
    found.dealer.do("settle")
    view = found.bea.state["view"]
    assert view["button"] == {"card": "4D", "value": 4, "seat": 4, "place": 5}
    assert [place["seat"] for place in view["places"]] == [None, 1, 2, 3, 4, 5, 6, 7]
    lines = [(x["name"], x["line"], x["bet"], x["verdict"]) for x in view["settlement"]["lines"]]
    assert lines == [
        ("Cid", "front", "player", "pay"),
        ("Eve", "front", "player", "pay"),
        ("Bea", "front", "banker", "take"),
        ("Bea", "front", "dragon-7", "take"),
        ("Dan", "back", "banker", "take"),
    ]
    assert view["settlement"]["player_dealer"]["net"] == 1_500
    assert view["places"][1]["behind"] == [
        {
            "name": "Dan",
            "wagers": [{"bet": "banker", "amount": 1_000}],
            "net": -1_000,
            "third_party": False,
        }
    ]
    assert found.ann.state["mine"]["result"]["net"] == 1_500
    assert found.ann.state["mine"]["history"][0]["cover"] == 100_000
    return number


def void_round(found: Room) -> None:
    """A round that the dealer proposes to call off, and the supervisor calls off."""
    before = {name: found.patrons[name].state["mine"]["rack"] for name in ("bea", "cid")}
    number = bet(found)
    found.dealer.do("close-betting")
    deal(found, "2D 3D")
    found.dealer.do("propose", reason="spilt", matter={"matter": "void-round", "refund_fees": True})
    assert found.dealer.ask("approve", number=1) == "not-allowed"
    assert found.bea.ask("approve", number=1) == "not-allowed"
    found.supervisor.do("approve", number=1, text="seen")
    view = found.bea.state["view"]
    assert view["notice"] == {"kind": "void", "round": number}
    assert (view["phase"], view["settlement"]["kind"]) == ("waiting", "void")
    assert {line["verdict"] for line in view["settlement"]["lines"]} == {"void"}
    after = {name: found.patrons[name].state["mine"]["rack"] for name in ("bea", "cid")}
    assert after == before
    past = found.bea.state["mine"]["history"][0]
    assert (past["kind"], past["net"], past["winner"]) == ("void", 0, None)
    assert past["wagers"]
    (ruling,) = past["rulings"]
    assert (ruling["cause"], ruling["reason"]) == ("ruled", "spilt")
    assert ruling["moved"] == sum(wager["amount"] for wager in past["wagers"])


def corrected_round(found: Room, number: int) -> None:
    """The first round settled again with the cards that were really dealt."""
    rack = found.cid.state["mine"]["rack"]
    matter = {
        "matter": "correct-round",
        "round": number,
        "cards": ["9C", "2C", "KD", "7D"],  # a tie of 9: the mains push
    }
    found.supervisor.do("propose", reason="camera", matter=matter)
    assert found.supervisor.ask("approve", number=2) == "own-proposal"
    found.supervisor.do("reject", number=2)
    found.dealer.do("propose", reason="camera", matter=matter)
    found.supervisor.do("approve", number=3)
    assert found.cid.state["view"]["notice"] == {"kind": "corrected", "round": number}
    assert found.cid.state["mine"]["rack"] == rack - 2_000
    past = found.cid.state["mine"]["history"][1]
    assert (past["kind"], past["winner"], past["net"]) == ("corrected", "tie", 0)
    (ruling,) = past["rulings"]
    assert (ruling["reason"], ruling["moved"], ruling["was"]["winner"]) == (
        "camera",
        -2_000,
        "player",
    )
    fairness = found.auditor.get(f"/api/table/{TABLE}/fairness").json()
    fell = tuple(int(value == 7) for value in range(1, 14))
    assert fairness == json.decode(json.encode(judge(7, fell)))


def play_to_the_end(found: Room) -> None:
    """Rounds until the cut card has come and the last one is played; the position goes round."""
    for suit in "CDHSCDHS":
        staff = found.dealer.state["staff"]
        if staff["shoe"]["is_over"]:
            break
        if staff["rotation"]["offer_due"]:
            found.dealer.do("offer-player-dealer")
            found.bea.do("decline-player-dealer")
            found.dealer.do("pass-offer")  # cid has not answered
            found.dealer.do("pass-offer")  # eve neither
            found.ann.do("accept-player-dealer", cover=80_000)
        bet(found)
        found.dealer.do("close-betting")
        deal(found, BANKER_WINS.format(suit))
        found.dealer.do("settle")
    found.dealer.do("end-shoe")


def the_log_stands_alone(served: Running, found: Room) -> None:
    """The log that an auditor reads is chained, replays to the same state, and names its actors."""
    events: list[dict[str, object]] = []
    after = 0
    while True:
        page = found.auditor.get(f"/api/table/{TABLE}/events?after={after}")
        assert page.status_code == 200
        events += page.json()["events"]
        if page.json()["next"] is None:
            break
        after = page.json()["next"]
    stored = served.house.store.read(lambda tx: list(tx.events(f"table:{TABLE}")))
    tip, state = genesis(f"table:{TABLE}"), TableState()
    for told, kept in zip(events, stored, strict=True):
        tip = link(tip, kept.version, kept.at, kept.body)
        assert (told["version"], told["at"], told["hash"]) == (kept.version, kept.at, tip.hex())
        state = evolve(state, ev.decode(kept.body).event)
    assert state == served.house.live.state
    actors = {ev.decode(kept.body).actor for kept in stored}
    assert found.ids["bea"] in actors
    assert "dealer" not in actors
    fairness = found.auditor.get(f"/api/table/{TABLE}/fairness")
    assert fairness.status_code == 404  # the table is closed
