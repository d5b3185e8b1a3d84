"""What the auditor reads over HTTP: the log searched, rounds in full, the verification, files."""

import json
import time
from collections import Counter
from http import HTTPStatus
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from puntobanco.house.audit.exports import EXPORTS
from puntobanco.house.audit.search import KINDS, LOOKED_MAX, PAGE
from puntobanco.house.logfile import check_log, read_lines
from puntobanco.ledger import Transfer
from puntobanco.store.base import Transaction
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.web.context import Context
from tests.house.houses import House
from tests.table.playing import TABLE
from tests.web.programs import grant

ROUNDS = 4
WAIT_S = 30


@pytest.fixture
def played(house: House, context: Context) -> House:
    """A table at which some rounds were played; one was corrected, one was void."""
    people = context.people
    for patron in ("ann", "bea"):
        people.enrol(patron, f"{patron.capitalize()} A.", 1_000_000)
    for place, patron in enumerate(("ann", "bea"), 1):
        house.done(cm.TakeSeat(patron=patron, place=place, buy_in=100_000))
    for _ in range(ROUNDS):
        house.act_until("open")
        house.done(house.wager("ann", "player", 1_100))
        house.done(house.wager("bea", "banker", 900))
        house.act_until("settle")
    last = house.live.state.settled[-1]
    spots = (ev.Spot(last.wagers[0].id, last.wagers[0].bet, 500),)
    matter = ev.CorrectRound(round=last.number, spots=spots)
    house.done(cm.Propose(by="dee", reason="seen on camera", matter=matter))
    house.done(cm.Approve(by="sue", number=1, text="so it was"))
    house.act_until("open")
    house.done(house.wager("ann", "player", 700))
    house.done(cm.Propose(by="dee", reason="a spill", matter=ev.VoidRound()))
    house.done(cm.Approve(by="sue", number=2))
    return house


@pytest.fixture
def auditor(played: House, context: Context, client: TestClient[Litestar]) -> Any:
    """What an auditor gets for an address."""
    grant(context, "the-auditor", role="auditor", name="Audrey")
    client.headers["authorization"] = "Bearer the-auditor"

    def get(path: str, **query: Any) -> Any:
        answer = client.get(path, params=query)
        assert answer.status_code == HTTPStatus.OK, answer.text
        return answer.json()

    return get


def all_of(auditor: Any, **query: object) -> list[dict[str, Any]]:
    """Everything that a search finds, however often one has to look further."""
    found: list[dict[str, Any]] = []
    below: Any = {}
    while below is not None:
        answer = auditor("/api/audit/log", below=encoded(below), **query)
        found += answer["events"]
        below = answer["below"]
    return found


def encoded(value: object) -> str:
    """A cursor as a page sends it."""
    return json.dumps(value)


def stored(tx: Transaction) -> list[tuple[str, int, bytes]]:
    """The whole log, as it lies there."""
    return [(s, e.version, e.body) for s in tx.streams() for e in tx.events(s)]


def test_the_whole_log_is_found_once(auditor: Any, played: House) -> None:
    """Without anything to look for every event of every stream is there, the newest first."""
    found = all_of(auditor)
    lying = played.store.read(stored)
    assert len(lying) > PAGE
    assert Counter((e["stream"], e["version"]) for e in found) == Counter(
        (stream, version) for stream, version, _ in lying
    )
    times = [event["at"] for event in found]
    assert times == sorted(times, reverse=True)
    assert {event["kind"] for event in found} <= {*KINDS}
    overview = auditor("/api/audit")
    assert sum(stream["events"] for stream in overview["streams"]) == len(lying)
    moved = sum(len(event["transfers"]) for event in found)
    assert moved == played.store.read(
        lambda tx: sum(len([*tx.transfers(stream)]) for stream in tx.streams())
    )


@pytest.mark.parametrize(
    "query,holds",
    [
        ({"kind": "RoundSettled"}, lambda e: e["kind"] == "RoundSettled"),
        ({"number": 2}, lambda e: e["round"] == 2 and e["table"] == TABLE),
        ({"person": "bea"}, lambda e: "bea" in e["people"]),
        ({"person": "sue"}, lambda e: "sue" in e["people"]),
        ({"stream": "cage"}, lambda e: e["stream"] == "cage"),
        ({"kind": "WagersSet", "person": "ann", "number": 3}, lambda e: e["kind"] == "WagersSet"),
    ],
)
def test_the_log_is_searched(auditor: Any, query: dict[str, object], holds: Any) -> None:
    """A search finds all that is so and nothing else, by kind, round, person and stream."""
    whole, found = all_of(auditor), all_of(auditor, **query)
    assert found
    assert all(holds(event) for event in found)
    if len(query) == 1:
        assert len(found) == sum(holds(event) for event in whole)


def test_the_log_is_searched_by_time(auditor: Any, played: House) -> None:
    """From a moment on, and before one, as the room's clock shows them."""
    whole = all_of(auditor)
    middle = whole[len(whole) // 2]["time"][:19]
    since, until = all_of(auditor, since=middle), all_of(auditor, until=middle)
    assert len(since) + len(until) == len(whole)
    assert all(event["time"] >= middle for event in since)


def code_of(card: Any) -> str:
    """A card as the log writes it."""
    return str(card.code)


def test_a_round_in_full(auditor: Any, played: House) -> None:
    """Who bet what, the cards, each transfer, who proposed and who approved."""
    told = auditor(f"/api/audit/table/{TABLE}/rounds/{ROUNDS}")
    whole, settled = told["round"], played.live.state.settled[-1]
    assert (whole["state"], whole["round"]) == ("corrected", ROUNDS)
    assert [card for card, _ in whole["cards"]] == [*map(code_of, settled.result.cards)]
    assert {(line["patron"], line["amount"]) for line in whole["lines"]} == {
        ("ann", 500), ("bea", 900),
    }  # fmt: skip
    assert whole["labels"]["player"] == "Player"
    kinds = [event["kind"] for event in whole["events"]]
    assert kinds[0] == "BettingOpened"
    assert {"WagersSet", "BettingClosed", "CardDealt", "CoupEnded", "RoundSettled"} < {*kinds}
    assert kinds[-3:] == ["Proposed", "Approved", "RoundCorrected"]
    assert told["names"]["ann"] == "Ann A."
    moved = [transfer for event in whole["events"] for transfer in event["transfers"]]
    assert any(source == f"rack:{TABLE}:ann" and amount == 1_100 for source, _, amount in moved)


def test_a_void_round_in_full(auditor: Any) -> None:
    """What was given back, and the ruling; the correction of the round before is no part of it."""
    whole = auditor(f"/api/audit/table/{TABLE}/rounds/{ROUNDS + 1}")["round"]
    assert (whole["state"], whole["lines"]) == ("void", [])
    assert [(each["patron"], each["amount"]) for each in whole["returned"]] == [("ann", 700)]
    assert [event["kind"] for event in whole["events"]][-3:] == [
        "Proposed", "Approved", "RoundVoided",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "path,status",
    [
        (f"/api/audit/table/{TABLE}/rounds/999", 404),
        ("/api/audit/table/none/rounds/1", 404),
        ("/api/audit/log?stream=none", 404),
        ("/api/audit/log?since=yesterday", 400),
        ("/api/audit/log?below=x", 400),
        ("/api/audit/log?number=x", 400),
        ("/api/audit/files/log.exe", 404),
        ("/api/audit/files/log.jsonl?table=none", 404),
    ],
)
def test_what_is_not_there(
    auditor: Any, client: TestClient[Litestar], path: str, status: int
) -> None:
    """What is asked for in vain, or cannot be read, is answered in the one form."""
    answer = client.get(path)
    assert (answer.status_code, set(answer.json()["error"])) == (status, {"code", "params"})


def verified(auditor: Any, client: TestClient[Litestar]) -> dict[str, Any]:
    """Verify, and wait until it is over."""
    headers = {"origin": "http://house.test"}
    assert client.post("/api/audit/verification", headers=headers).status_code == HTTPStatus.OK
    until = time.monotonic() + WAIT_S
    while not (progress := auditor("/api/audit/verification")["progress"])["is_over"]:
        assert time.monotonic() < until
        time.sleep(0.01)
    return dict(progress)


def test_the_log_is_verified(auditor: Any, client: TestClient[Litestar], played: House) -> None:
    """Chain and books are true, each event was followed, and each chain ends where it ends."""
    assert auditor("/api/audit/verification")["progress"] is None
    progress = verified(auditor, client)
    lying = played.store.read(stored)
    assert (progress["faults"], progress["done"], progress["all"]) == ([], len(lying), len(lying))
    ends = {each["stream"]: each["version"] for each in progress["streams"]}
    assert ends == played.store.read(lambda tx: {s: tx.head(s) for s in tx.streams()})


def test_what_is_false_is_found(auditor: Any, client: TestClient[Litestar], played: House) -> None:
    """Chips that no event moved are told with their account; the house goes on."""

    def forge(tx: Transaction) -> None:
        tx.append("forged", 0, 1, [b'{"type":"Nothing"}'])
        tx.post("forged", 1, [Transfer("house", "wallet:ann", 5)])

    played.store.submit(forge).result(20)
    faults = verified(auditor, client)["faults"]
    assert any("its transfers are not those" in fault for fault in faults)
    assert any(fault.startswith("wallet:ann: holds") for fault in faults)
    assert verified(auditor, client)["faults"] == faults


@pytest.mark.parametrize("name", EXPORTS)
def test_files_to_take_away(auditor: Any, client: TestClient[Litestar], name: str) -> None:
    """Each report comes as a file with its name; of one table it is less, or the same."""
    whole, one = (
        client.get(f"/api/audit/files/{name}{query}") for query in ("", f"?table={TABLE}")
    )
    assert (whole.status_code, one.status_code) == (200, 200)
    assert name in whole.headers["content-disposition"]
    assert TABLE in one.headers["content-disposition"]
    assert len(one.content) <= len(whole.content)
    if name == "log.jsonl":
        checked = check_log(read_lines(name, whole.content.splitlines(keepends=True)))
        assert checked.fault == ""
    if name == "rounds.csv":
        assert len(whole.text.splitlines()) > 2 * ROUNDS


def test_nothing_is_changed(auditor: Any, client: TestClient[Litestar], played: House) -> None:
    """However much an auditor reads, the log is as it was."""
    before = played.store.read(stored)
    verified(auditor, client)
    all_of(auditor, person="ann")
    auditor(f"/api/audit/table/{TABLE}/rounds/1")
    assert played.store.read(stored) == before


def test_a_long_log_is_looked_through_in_parts(auditor: Any, played: House) -> None:
    """One answer looks at so many events at most, and says where to go on, found or not."""

    def more(tx: Transaction) -> None:
        tx.append("long", 0, 1, [b'{"type":"Nothing"}'] * (LOOKED_MAX + 10))

    played.store.submit(more).result(20)
    first = auditor("/api/audit/log", stream="long", kind="Else")
    assert (first["events"], first["below"]) == ([], {"long": 11})
    assert all_of(auditor, stream="long", kind="Else") == []
    assert len(all_of(auditor, kind="RoundSettled")) == ROUNDS
