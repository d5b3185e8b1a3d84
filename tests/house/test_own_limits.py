"""Limits that patrons set themselves: reached, never passed, stricter at once, looser tomorrow."""

from contextlib import closing

import pytest

from puntobanco.house.own.limits import DAY_MS, MINUTE_MS, SelfLimits
from puntobanco.house.roles import Role
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table.refusals import Code, Refusal
from tests.house.houses import HeldStore, House
from tests.house.test_position import banked
from tests.table.playing import TABLE, WIN_PLAYER


@pytest.fixture
def house(betting_house: House) -> House:
    """A house with patrons at a table that takes bets."""
    return betting_house


def limits(house: House, loss: int | None, minutes: int | None) -> SelfLimits:
    """Ann sets herself limits."""
    own = SelfLimits(house.desk)
    own.set("ann", loss, minutes, house.clock.now).result(20)
    return own


def refusal(house: House, amount: int, bet: str = "player") -> Refusal | None:
    """Say what ann is answered when she asks for a wager."""
    return house.do(house.wager("ann", bet, amount)).refusal


def lose(house: House, amount: int) -> None:
    """Let ann stake on Banker, and Player win."""
    house.done(house.wager("ann", "banker", amount))
    house.done(cm.CloseBetting())
    out = house.live.state.require_shoe.out
    for position, card in enumerate(WIN_PLAYER, out):
        house.done(cm.DealCard(position=position, card=card.code))
    house.done(cm.Settle())
    house.done(cm.OpenBetting())


def test_a_stake_may_not_pass_the_loss_limit(house: House) -> None:
    """What lies on the felt counts as lost: nobody gets beyond his limit by one large wager."""
    limits(house, 5_000, None)
    assert refusal(house, 4_000) is None
    found = refusal(house, 2_000, "tie")
    assert found
    assert found.code is Code.SELF_LIMIT
    assert found.params == {"limit": "loss", "loss": 5_000, "left": 5_000, "opens_ms": DAY_MS}
    assert refusal(house, 1_000, "tie") is None
    assert refusal(house, 0, "tie") is None  # chips may always come off


def test_a_loss_limit_that_is_reached(house: House) -> None:
    """Who has lost what he allowed himself watches until the day is over."""
    own = limits(house, 5_000, None)
    lose(house, 5_000)
    found = refusal(house, 500)
    assert found
    assert (found.code, found.params["left"]) == (Code.SELF_LIMIT, 0)
    told = own.shown("ann", house.clock.now)
    assert told
    assert (told.lost, told.reached) == (5_000, "loss")
    house.clock.now += DAY_MS
    assert refusal(house, 500) is None


def test_a_time_limit(house: House) -> None:
    """Time counts from when the limit was set, while the patron has a place anywhere."""
    own = limits(house, None, 30)
    house.clock.now += 29 * MINUTE_MS
    assert refusal(house, 500) is None
    house.clock.now += MINUTE_MS
    found = refusal(house, 1_000)
    assert found
    assert found.params == {"limit": "time", "minutes": 30, "opens_ms": DAY_MS - 30 * MINUTE_MS}
    assert refusal(house, 0) is None
    house.done(cm.LeaveSeat(patron="ann"))
    house.clock.now += 60 * MINUTE_MS
    told = own.shown("ann", house.clock.now)
    assert told
    assert told.spent_ms == 30 * MINUTE_MS


def test_stricter_at_once_looser_when_the_day_is_over(house: House) -> None:
    """A limit that could be lifted in anger would be none."""
    own = limits(house, 5_000, None)
    own.set("ann", 3_000, 60, house.clock.now).result(20)
    assert refusal(house, 3_500)
    own.set("ann", None, None, house.clock.now).result(20)
    assert refusal(house, 3_500)
    house.clock.now += DAY_MS
    assert refusal(house, 3_500) is None
    assert own.shown("ann", house.clock.now) is None


def test_limits_outlive_a_restart(house: House) -> None:
    """They are in the log, and a day that began before goes on after."""
    limits(house, 5_000, None)
    lose(house, 4_000)
    house.restart()
    own = SelfLimits(house.desk)
    assert refusal(house, 2_000)
    told = own.shown("ann", house.clock.now)
    assert told
    assert told.lost == 4_000
    house.clock.now += DAY_MS
    assert refusal(house, 2_000) is None
    house.restart()
    again = SelfLimits(house.desk).shown("ann", house.clock.now)
    assert again
    assert again.lost == 0


def test_nobody_else_is_bound(house: House) -> None:
    """A limit is its patron's alone."""
    limits(house, 500, None)
    house.done(house.wager("bea", "player", 5_000))


def test_a_cover_counts_as_a_stake() -> None:
    """Who covers may lose the cover, so it may not be larger than what the limit leaves."""
    with closing(open_sqlite(MEMORY)) as store:
        house = banked(House(store))
        limits(house, 150_000, None)
        post = cm.PostCover(patron="ann", amount=160_000)
        assert house.desk.do(TABLE, post, "ann", house.role_for(post)).result(20).refusal == (
            Refusal(
                Code.SELF_LIMIT,
                {"limit": "loss", "loss": 150_000, "left": 150_000, "opens_ms": DAY_MS},
            )
        )
        house.done(cm.PostCover(patron="ann", amount=140_000))


def test_the_store_verifies(house: House) -> None:
    """Limits are events like others: hashed, chained, without money."""
    limits(house, 5_000, 90)
    store: Store = house.store
    head = store.read(lambda tx: tx.head("limits"))
    assert head == 1


def test_wagers_that_are_not_shown_yet_count() -> None:
    """L2: of two wagers that come at once the second finds the first at stake, shown or not."""
    with closing(open_sqlite(MEMORY)) as store:
        held = HeldStore(store)
        house = House(held)
        house.betting("ann", clock=None)
        limits(house, 5_000, None)
        held.holding = True
        asked = [
            house.desk.do(TABLE, house.wager("ann", bet, 3_000), "ann", Role.PATRON)
            for bet in ("player", "tie")
        ]
        held.let_go()
        held.let_go()
        first, second = (future.result(20).refusal for future in asked)
        assert first is None
        assert second
        assert second.code is Code.SELF_LIMIT
