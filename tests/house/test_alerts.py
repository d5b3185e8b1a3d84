"""Alerts: what raises them, that none is lost, and that somebody clears each."""

from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.house.alerts import GAME_PROTECTION, LARGE_WIN, AlertError, causes
from puntobanco.house.desk import Desk
from puntobanco.house.in_step import KIND as CLOCK
from puntobanco.store import open_store
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from tests.house.houses import House
from tests.house.planted import LATE, plant, play_round
from tests.test_words import missing

LINE = ev.Line("w", 2, "bea", "dragon-7", 10_000, "pay", 0, 260_000, 10_000, uncovered=140_000)
IDLE = ev.Line("x", 3, "cid", "player", 5_000, "take", 0, 0, 5_000)
PUSH = ev.Line("y", 4, "dan", "banker", 5_000, "push", 0, 0, 5_000)
BANK = ev.Covered(1, "ann", 60_000, -60_000, exhausted=True, capped=False)
SETTLED = ev.RoundSettled(round=61, lines=(LINE, IDLE, PUSH), player_dealer=BANK)
KEYED = ev.CardDealt(round=1, position=6, card="9C", hand="player", source="keyed", confirmed="sue")
HAND = ev.Hand("player")
RAISED: list[tuple[ev.AnyEvent, list[str]]] = [
    (SETTLED, ["cover-exhausted"]),
    (KEYED, ["keyed-card"]),
    (ev.ShoeCounted(shoe=3, rest=51, expected=52, by="dee"), ["inventory"]),
    (ev.ShoeCounted(shoe=3, rest=52, expected=52, by="dee"), []),
    (ev.ShoeQuarantined(shoe=3, reason="a foreign card"), ["quarantine"]),
    (ev.RotationBroken(code="too-few-holders", until=None, at=1), ["rotation-broken"]),
    (ev.TableSuspended(reason="late-wager, three times", by="house"), ["recurring"]),
    (ev.HandDeleted(shoe=1, hand=3, was=HAND, reason="deleted", by="dee"), ["hand-corrected"]),
    (ev.HandDeleted(shoe=1, hand=3, was=HAND, reason="undone", by="dee"), []),
    (ev.TableSuspended(reason="a fire alarm", by="dee"), []),
    (ev.RoundSettled(round=1, lines=(PUSH,)), []),
]


@pytest.mark.parametrize("event,kinds", RAISED, ids=range(len(RAISED)))
def test_what_raises_an_alert(event: ev.AnyEvent, kinds: list[str]) -> None:
    """Each cause raises its alert, and what is as it should be raises none."""
    assert [kind for kind, _, _ in causes(event, LARGE_WIN, "scanned")] == kinds


def test_a_keyed_card_is_one_where_cards_are_scanned() -> None:
    """At a table whose cards are all typed a typed card is nothing to look at."""
    assert list(causes(KEYED, LARGE_WIN, "typed")) == []


def test_what_an_exhausted_cover_says() -> None:
    """It names the player-dealer, his cover, what was paid and what was not, idle wagers."""
    ((_, number, facts),) = causes(SETTLED, LARGE_WIN, "software")
    assert number == 61
    assert facts == {
        "patron": "ann",
        "cover": 60_000,
        "paid": 260_000,
        "uncovered": 140_000,
        "idle": 1,
    }


@pytest.mark.parametrize("threshold,is_alert", [(260_000, True), (260_001, False)])
def test_a_large_win(threshold: int, is_alert: bool) -> None:
    """From the threshold on, what one patron wins in a round is an alert."""
    plain = ev.RoundSettled(round=1, lines=(LINE, PUSH))
    found = [facts for kind, _, facts in causes(plain, threshold, "") if kind == "large-win"]
    wanted = {"patron": "bea", "amount": 260_000, "bet": "dragon-7", "wager": 10_000}
    assert found == ([wanted] if is_alert else [])


def wins(house: House) -> list[int]:
    """The large wins that nobody has cleared: their numbers."""
    return [n for n, alert in house.desk.alerts.open.items() if alert.raised.kind == "large-win"]


def clear(desk: Desk, numbers: list[int], by: str) -> None:
    """Clear alerts as the floor does."""
    desk.do_on_floor(None, lambda tx: desk.alerts.clear(tx, numbers, by, desk.clock())).result(20)


def lived(house: House) -> None:
    """Raise two alerts, clear one, start again: the other stands, and the threshold holds."""
    desk = house.desk
    desk.do_on_floor(
        None, lambda tx: desk.alerts.set_large_win(tx, 1_000, "sue", desk.clock())
    ).result(20)
    desk.do_on_floor(
        None, lambda tx: desk.alerts.set_late_gain(tx, 20, "sue", desk.clock())
    ).result(20)
    plant(house, "ann")
    for _ in range(2):
        play_round(house, LATE if not wins(house) else "7D QC AS QD", ("ann", "player", 1_000))
    first, second = wins(house)
    house.restart()
    assert wins(house) == [first, second]
    assert (house.desk.alerts.large_win, house.desk.alerts.late_gain) == (1_000, 20)
    clear(house.desk, [first], "sue")
    for _ in range(2):
        assert wins(house) == [second]
        (cleared,) = house.desk.alerts.cleared
        assert (cleared.number, cleared.cleared_by) == (first, "sue")
        house.restart()
    with pytest.raises(AlertError, match="somebody has cleared it"):
        clear(house.desk, [first], "sam")
    assert house.store.verify().faults == ()


def test_alerts_outlive_the_house(tmp_path: Path) -> None:
    """An alert is as durable as what raised it, and so is who cleared it."""
    with closing(open_sqlite(tmp_path / "a.db")) as store:
        lived(House(store))


def test_alerts_on_postgres(database: str) -> None:
    """The same on PostgreSQL."""
    with closing(open_store(database)) as store:
        lived(House(store))


def test_an_alert_comes_with_its_event_or_not_at_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that fails leaves neither the settlement nor its alert."""
    house.desk.alerts.large_win = 1_000
    plant(house, "ann")

    def fault(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(house.desk.alerts), "write", fault)
    with pytest.raises(RuntimeError):
        play_round(house, LATE, ("ann", "player", 1_000))
    head = house.store.read(lambda tx: tx.head("floor"))
    assert head == 0
    assert house.live.state.round is not None


def test_what_is_said_twice_is_done_once(house: House) -> None:
    """Whoever had no answer says it again: thresholds are set once, an alert is cleared once."""
    desk = house.desk

    def head() -> int:
        return house.store.read(lambda tx: tx.head("floor"))

    plant(house, "ann")
    for _ in range(2):
        desk.do_on_floor(None, lambda tx: desk.alerts.set_large_win(tx, 1_000, "sue", 1)).result(20)
        desk.do_on_floor(None, lambda tx: desk.alerts.set_late_gain(tx, 20, "sue", 1)).result(20)
    assert head() == 2
    play_round(house, LATE, ("ann", "player", 1_000))
    for _ in range(2):
        clear(desk, wins(house) or [3], "sue")
    assert head() == 4


def test_every_alert_has_words() -> None:
    """The floor has a sentence and a line for everything that raises an alert."""
    kinds = {kind for _, raised in RAISED for kind in raised}
    kinds |= {"large-win", "correction", GAME_PROTECTION, CLOCK}
    assert missing(*(f"floor.{of}.{kind}" for of in ("alert", "line") for kind in kinds)) == []


@pytest.mark.parametrize("amount", [0, -1, 10**18])
def test_a_threshold_that_cannot_be(house: House, amount: int) -> None:
    """A large win is a possible amount."""
    desk = house.desk
    with pytest.raises(AlertError, match="a large win is 1 to"):
        desk.do_on_floor(None, lambda tx: desk.alerts.set_large_win(tx, amount, "sue", 1)).result(
            20
        )


@pytest.mark.parametrize("amount", [-1, 10**18])
def test_a_gain_that_cannot_be(house: House, amount: int) -> None:
    """What bonus wagers gain at the least is a possible amount, or nought: any gain at all."""
    desk = house.desk
    with pytest.raises(AlertError, match="a gain is 0 to"):
        desk.do_on_floor(None, lambda tx: desk.alerts.set_late_gain(tx, amount, "sue", 1)).result(
            20
        )
