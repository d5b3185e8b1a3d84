"""Settlement of a round: the action button, the action order, the three covers (2.2 to 2.6)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from tests.oracle.bets import Ruling, verdict
from tests.oracle.cards import Card, button_value
from tests.oracle.coup import deal, facts

# 2.2, the bottom line of `action order`: inside one bettor the bets stand like this.
BET_ORDER = (
    "player",
    "banker",
    "tie",
    "dragon-7",
    "panda-8",
    "player-pair",
    "banker-pair",
    "lucky-7",
    "super-tie",
)


@dataclass(frozen=True)
class Wager:
    """An amount of one patron on one bet at one seat, on the front or the back line."""

    id: str
    seat: int
    patron: str
    line: str
    bet: str
    amount: int


@dataclass(frozen=True)
class Step:
    """What happened to one wager."""

    wager: str
    verdict: str
    collected: int
    paid: int
    returned: int
    uncovered: int


@dataclass
class Settlement:
    """Every step in the order in which the policy touches the wagers, and how the bank ended."""

    steps: list[Step] = field(default_factory=list)
    net: int = 0
    exhausted: bool = False
    capped: bool = False
    button_card: Card | None = None
    button_seat: int | None = None


def button_seat(banker_second: Card, seats: int) -> int:
    """2.6: index = (value - 1) mod n + 1."""
    return (button_value(banker_second) - 1) % seats + 1


def inside_a_bettor(wagers: list[Wager]) -> list[Wager]:
    """2.2: Player, Banker, Tie and so on; two wagers on one bet in the order placed."""
    ordered = []
    for bet in BET_ORDER:
        ordered += [wager for wager in wagers if wager.bet == bet]
    return ordered


def inside_a_seat(wagers: list[Wager]) -> list[Wager]:
    """2.2: the seated bettor, then back-line bettors in order of placement."""
    ordered = inside_a_bettor([wager for wager in wagers if wager.line == "front"])
    bettors: list[str] = []
    for wager in wagers:
        if wager.line == "back" and wager.patron not in bettors:
            bettors.append(wager.patron)
    for bettor in bettors:
        ordered += inside_a_bettor(
            [wager for wager in wagers if wager.line == "back" and wager.patron == bettor]
        )
    return ordered


def action_order(wagers: list[Wager], first_seat: int, seats: int) -> list[Wager]:
    """2.2, 2.6: seats clockwise from the button, every seat counted, empty ones passed over."""
    ordered = []
    seat = first_seat
    for _ in range(seats):
        ordered += inside_a_seat([wager for wager in wagers if wager.seat == seat])
        seat = seat + 1 if seat < seats else 1
    return ordered


def owed(amount: int, ruling: Ruling, unit: int = 1) -> int:
    """2.3 step 6, 1.8: the stake at the odds, rounded down to the table's unit."""
    exact = Fraction(amount * ruling.numerator, ruling.denominator)
    return floor(exact / unit) * unit


def untouched(wager: Wager, ruling: Ruling) -> Step:
    """2.3 step 6: returned whole, whatever its result; a winner goes without what it was owed."""
    lost = owed(wager.amount, ruling) if ruling.verdict == "pay" else 0
    return Step(wager.id, ruling.verdict, 0, 0, wager.amount, lost)


def pushed(wager: Wager) -> Step:
    """2.4: a push returns the stake under every policy and moves nothing."""
    return Step(wager.id, "push", 0, 0, wager.amount, 0)


def running(
    ordered: Iterable[tuple[Wager, Ruling]], cover: int, *, halt: bool = False
) -> Settlement:
    """2.3 and 2.4, `running`: what was collected earlier in the order helps to pay later."""
    done = Settlement()
    for wager, ruling in ordered:
        if done.net == -cover or (halt and done.net == cover):
            done.steps.append(untouched(wager, ruling))
        elif ruling.verdict == "take":
            taken = min(wager.amount, cover - done.net)
            done.net += taken
            done.steps.append(Step(wager.id, "take", taken, 0, wager.amount - taken, 0))
        elif ruling.verdict == "pay":
            due = owed(wager.amount, ruling)
            paid = min(due, cover + done.net)
            done.net -= paid
            done.steps.append(Step(wager.id, "pay", 0, paid, wager.amount, due - paid))
        else:
            done.steps.append(pushed(wager))
        if done.net == -cover:
            done.exhausted = True
        if done.net == cover:
            done.capped = True
    return done


def gross(ordered: Iterable[tuple[Wager, Ruling]], cover: int) -> Settlement:
    """2.4, `gross`: each chip collected or paid uses up the cover."""
    done = Settlement()
    left = cover
    for wager, ruling in ordered:
        if left == 0:
            done.steps.append(untouched(wager, ruling))
        elif ruling.verdict == "take":
            taken = min(wager.amount, left)
            left -= taken
            done.net += taken
            done.steps.append(Step(wager.id, "take", taken, 0, wager.amount - taken, 0))
        elif ruling.verdict == "pay":
            due = owed(wager.amount, ruling)
            paid = min(due, left)
            left -= paid
            done.net -= paid
            done.steps.append(Step(wager.id, "pay", 0, paid, wager.amount, due - paid))
        else:
            done.steps.append(pushed(wager))
    done.exhausted = left == 0
    done.capped = done.net == cover
    return done


def collect_then_pay(ordered: Iterable[tuple[Wager, Ruling]], cover: int) -> Settlement:
    """2.4, `collect-then-pay`: all losers first, then pushes and winners; never won beyond W."""
    done = Settlement()
    standing = list(ordered)
    room = cover
    for wager, ruling in standing:
        if ruling.verdict == "pay":
            room += owed(wager.amount, ruling)
    for wager, ruling in standing:
        if ruling.verdict == "take":
            taken = min(wager.amount, room)
            room -= taken
            done.net += taken
            done.steps.append(Step(wager.id, "take", taken, 0, wager.amount - taken, 0))
    for wager, ruling in standing:
        if ruling.verdict == "pay":
            due = owed(wager.amount, ruling)
            paid = min(due, cover + done.net)
            done.net -= paid
            done.steps.append(Step(wager.id, "pay", 0, paid, wager.amount, due - paid))
        elif ruling.verdict == "push":
            done.steps.append(pushed(wager))
        if done.net == -cover:
            done.exhausted = True
    done.capped = done.net == cover
    return done


def house_bank(by_seat: Iterable[tuple[Wager, Ruling]], unit: int = 1) -> Settlement:
    """2.4, no limit: all takes, then pushes and pays, each by seat from 1."""
    done = Settlement()
    standing = list(by_seat)
    for wager, ruling in standing:
        if ruling.verdict == "take":
            done.net += wager.amount
            done.steps.append(Step(wager.id, "take", wager.amount, 0, 0, 0))
    for wager, ruling in standing:
        if ruling.verdict == "pay":
            due = owed(wager.amount, ruling, unit)
            done.net -= due
            done.steps.append(Step(wager.id, "pay", 0, due, wager.amount, 0))
        elif ruling.verdict == "push":
            done.steps.append(pushed(wager))
    return done


def settle(
    game: str,
    dealt: list[Card],
    wagers: list[Wager],
    *,
    seats: int,
    cover: int | None,
    policy: str = "running",
    win_cap: str = "continue",
    unit: int = 1,
) -> Settlement:
    """2.3: classify the coup, give each wager its own result, walk the wagers in order."""
    player, banker = deal(dealt)
    coup = facts(player, banker)
    if cover is None:
        ordered = action_order(wagers, 1, seats)
        return house_bank([(wager, verdict(game, wager.bet, coup)) for wager in ordered], unit)
    first = button_seat(banker[1], seats)
    ordered = action_order(wagers, first, seats)
    standing = [(wager, verdict(game, wager.bet, coup)) for wager in ordered]
    if policy == "running":
        done = running(standing, cover, halt=win_cap == "halt")
    elif policy == "gross":
        done = gross(standing, cover)
    elif policy == "collect-then-pay":
        done = collect_then_pay(standing, cover)
    else:
        raise KeyError(policy)
    done.button_card = banker[1]
    done.button_seat = first
    return done
