"""Limits on the chips that patrons buy, held against a model that keeps every purchase."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.house.day import Hours
from puntobanco.house.own.deposits import PERIODS
from puntobanco.house.own.everything import Own
from puntobanco.house.people import People
from puntobanco.house.shown.own import Deposit
from puntobanco.house.window import Order, Window
from puntobanco.money import AMOUNT_MAX
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table.refusals import Code, Refusal
from tests.house.houses import House

HOUR = 3_600_000
DAY = 24 * HOUR
SPRING = int(datetime(2026, 3, 1, 9, tzinfo=UTC).timestamp() * 1000)  # a week before a short day
AUTUMN = int(datetime(2026, 10, 25, 9, tzinfo=UTC).timestamp() * 1000)  # a week before a long one


@dataclass
class Cage:
    """A window at which ann buys chips."""

    house: House
    own: Own
    window: Window
    asked: int = 0

    def buy(self, amount: int) -> Refusal | None:
        """Ask for chips."""
        self.asked += 1
        order = Order("cat", str(self.asked), b"d")
        return self.window.issue(order, "ann", amount).refusal

    def limit(self, **wanted: int | None) -> None:
        """Set limits; a period that is not named has none."""
        self.own.deposits.set("ann", wanted, self.house.clock.now).result(20)

    def pass_hours(self, hours: int) -> None:
        """Let time pass."""
        self.house.clock.now += hours * HOUR


def opened(house: House) -> Cage:
    """Open the window of a house that ann is known to."""
    people = People(house.store, house.clock)
    if not people.is_known("ann"):
        people.enrol("ann", "Ann", 0)
    own = Own(house.desk)
    return Cage(house, own, Window(house.store, people, house.clock, own.at_window))


@pytest.fixture
def cage() -> Iterator[Cage]:
    """A window."""
    with closing(open_sqlite(MEMORY)) as store:
        yield opened(House(store))


def test_the_lowest_limit_holds(cage: Cage) -> None:
    """L1: of the three the one that leaves least, and it is named with what it leaves."""
    cage.limit(day=10_000, week=12_000, month=50_000)
    assert cage.buy(9_000) is None
    numbers = {"limit": "deposit-day", "most": 10_000, "left": 1_000}
    assert cage.buy(1_001) == Refusal(Code.SELF_LIMIT, numbers)
    cage.pass_hours(24)
    numbers = {"limit": "deposit-week", "most": 12_000, "left": 3_000}
    assert cage.buy(3_001) == Refusal(Code.SELF_LIMIT, numbers)
    assert cage.buy(3_000) is None


def test_lower_at_once_higher_a_day_later(cage: Cage) -> None:
    """L1: a limit that could be lifted in anger would be none."""
    cage.limit(day=10_000)
    cage.limit(day=5_000)
    assert cage.buy(5_001)
    cage.limit(day=20_000)
    cage.pass_hours(23)
    assert cage.buy(5_001)
    cage.limit(day=20_000)  # asked again, it holds no later for that
    cage.pass_hours(1)
    assert cage.buy(20_000) is None
    cage.limit()
    assert cage.buy(1)
    cage.pass_hours(24)
    assert cage.buy(50_000) is None


def test_a_stricter_limit_of_the_house_stands(cage: Cage) -> None:
    """L2: no limit of a patron's own lets him have more than the house lets anybody."""
    cage.limit(day=2 * AMOUNT_MAX)
    assert cage.buy(AMOUNT_MAX) is None
    assert cage.buy(1) == Refusal(Code.ABOVE_MAXIMUM, {"max": AMOUNT_MAX})


def test_who_is_excluded_buys_nothing(cage: Cage) -> None:
    """L4: no chips are sold to somebody who has excluded himself; his own are paid out."""
    assert cage.buy(5_000) is None
    cage.own.exclusions.begin("ann", 1, cage.house.clock.now).result(20)
    assert cage.buy(5_000) == Refusal(Code.SELF_EXCLUDED, {"opens_ms": DAY})
    assert cage.window.redeem(Order("cat", "out", b"d"), "ann", 5_000).refusal is None


def test_what_was_bought_outlives_a_restart(cage: Cage) -> None:
    """L1: limits and purchases are in the log."""
    cage.limit(week=10_000)
    assert cage.buy(8_000) is None
    cage.house.restart()
    again = opened(cage.house)
    again.asked = cage.asked
    assert again.buy(2_001)
    told = again.own.deposits.shown("ann", cage.house.clock.now)
    assert told
    assert told.week == Deposit(most=10_000, later=10_000, later_ms=0, used=8_000)


@dataclass
class Model:
    """What must hold, kept the long way: every purchase, every wish with its time."""

    bought: list[tuple[int, int]] = field(default_factory=list)
    wishes: dict[str, list[tuple[int, int | None]]] = field(
        default_factory=lambda: {name: [] for name in PERIODS}
    )

    def holds(self, name: str, now: int) -> int | None:
        """Go through the wishes: down at once, up when it stood for a day without another."""
        held: int | None = None
        wishes = self.wishes[name]
        for number, (at, wanted) in enumerate(wishes):
            until = wishes[number + 1][0] if number + 1 < len(wishes) else now
            is_down = wanted is not None and (held is None or wanted <= held)
            if is_down or until - at >= DAY:
                held = wanted
        return held

    def room(self, now: int) -> int | None:
        """Give the least that the three leave."""
        left = [
            most - sum(amount for at, amount in self.bought if at > now - PERIODS[name])
            for name in PERIODS
            for most in [self.holds(name, now)]
            if most is not None
        ]
        return min(left, default=None)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), begin=st.sampled_from([SPRING, AUTUMN]))
def test_months_of_wishes_and_purchases(seed: int, begin: int) -> None:
    """L1, XO6: over months with a day of 23 and one of 25 hours the model says the same."""
    chance, model = Random(seed), Model()
    hours = Hours.read("America/Los_Angeles", "06:00")
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.clock.now = begin
        cage = opened(house)
        wish: dict[str, int | None] = dict.fromkeys(PERIODS)
        for _ in range(120):
            if chance.random() < 0.2:  # to where the gaming day begins
                house.clock.now = hours.end(hours.shift(house.clock.now).day)
            else:
                house.clock.now += chance.choice([1, HOUR // 2, 5 * HOUR, DAY - 1, DAY, 40 * HOUR])
            now = house.clock.now
            if chance.random() < 0.3:
                name = chance.choice(list(PERIODS))
                wish[name] = chance.choice([None, 1_000, 3_000, 5_000, 8_000, 20_000])
                for each in PERIODS:
                    if not model.wishes[each] or model.wishes[each][-1][1] != wish[each]:
                        model.wishes[each].append((now, wish[each]))
                cage.limit(**wish)
            amount = chance.choice([1, 500, 1_000, 2_500, 6_000])
            room = model.room(now)
            refused = cage.buy(amount)
            assert (refused is None) == (room is None or amount <= room), (room, amount)
            if refused is None:
                model.bought.append((now, amount))
