"""Collection: the posted schedules as data, the row of a table, and what a round owes."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import InvariantError, SheetError
from puntobanco.rules.catalogue import find, schedule, schedules, shipped
from puntobanco.rules.collection import (
    Fee,
    at_table,
    check_caps,
    fees,
    is_paid_or_waived,
    player_dealer_fee,
    stack_fee,
)
from puntobanco.rules.schedule import (
    RATES_MAX,
    Caps,
    Schedule,
    load_schedule,
    schedule_from_canonical,
)
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import canonical
from tests.strategies import spoilt, wagers_from

EZ = find("ca-ez-panda8")

# Limits of the main bets, the player-dealer's fee, a player's fee, as posted.
POSTINGS = {
    "hustler-cal-baccarat": """
        10   100   2.00  1.00
        25   100   2.00  1.00
        50   300   3.00  2.00
        100  500   4.00  3.00
        200  700   5.00  4.00
        300  1000  5.00  5.00
        500  2000  10.00 10.00
    """,
    "hustler-super-pan-9": """
        10   100   2.00  1.00
        25   100   2.00  1.00
        50   300   4.00  2.00
        100  500   5.00  3.00
        200  700   5.00  4.00
        300  1000  5.00  5.00
        500  2000  10.00 10.00
    """,
    "hustler-21c-blackjack": """
        2    50    1.00  0.50
        5    50    1.00  0.50
        25   100   2.00  1.00
    """,
}


def cents(amount: str) -> int:
    """An amount of money in minor units."""
    whole, _, part = amount.partition(".")
    return int(whole) * 100 + int(part or "0")


@pytest.mark.parametrize("name", POSTINGS)
def test_the_posted_amounts(name: str) -> None:
    """GAP-3.20: a posting's rows are taken over to the cent, each for the table it names."""
    rows = [tuple(map(cents, line.split())) for line in POSTINGS[name].strip().splitlines()]
    posted = schedule(name)
    assert [(row.limit_min, row.limit_max) for row in posted.rows] == [row[:2] for row in rows]
    for low, high, dealer, player in rows:
        here = at_table(posted, low, high)
        assert player_dealer_fee(here, 10**9) == player_dealer_fee(here, 1) == dealer
        assert stack_fee(here, EZ, [Wager("w", 1, "ann", "player", low)]) == player
    assert (posted.payer, posted.basis, posted.grade, posted.fictional) == (
        "both",
        "per-hand",
        "B",
        False,
    )


def test_the_shipped_schedules() -> None:
    """GAP-3.20: nine schedules are shipped, and each names its source."""
    assert schedules() == (
        "hustler-21c-blackjack",
        "hustler-cal-baccarat",
        "hustler-super-pan-9",
        "m8trix-per-bet",
        "none",
        "parkwest-no-collection",
        "template-fictional",
        "ventura-pd-pays-all",
        "washington-caps",
    )
    assert [schedule(name).id for name in schedules()] == list(schedules())
    assert [name for name in schedules() if schedule(name).fictional] == ["template-fictional"]
    assert schedule("none") is schedule("none")


@pytest.mark.parametrize("name", schedules())
def test_no_shipped_table_has_more_than_five_rates(name: str) -> None:
    """GAP-3.20: five authorised rates at most, counted for a table."""
    assert all(1 <= len(row.rates) <= RATES_MAX for row in schedule(name).rows)


@pytest.mark.parametrize("name", shipped())
def test_the_collection_of_every_sheet_is_shipped(name: str) -> None:
    """A shipped game names a collection that can be found, and that can open a table."""
    collection = find(name).venue.collection
    assert collection in schedules()
    assert at_table(schedule(collection), 500, 50_000, find(name)).id == collection


def test_the_template_is_fictional() -> None:
    """GAP-3.20: the amounts of GEGA-003784 were not found, so the template says that it is none."""
    template = at_table(schedule("template-fictional"), 100, 5000)
    assert template.fictional
    assert find("ca-ez-panda8").venue.collection == template.id
    steps = {0: 200, 49_999: 200, 50_000: 300, 99_999: 300, 100_000: 500, 10**9: 500}
    assert {total: player_dealer_fee(template, total) for total in steps} == steps


@pytest.mark.parametrize(
    "name, message",
    [
        ("ventura-pd-pays-all", "amounts_known: its amounts are not known; copy it to a file with"),
        ("m8trix-per-bet", "amounts_known: its amounts are not known; copy it to a file with the"),
        ("washington-caps", "caps: it caps fees and sets none; name a schedule that sets them"),
    ],
)
def test_a_schedule_that_opens_no_table(name: str, message: str) -> None:
    """GAP-3.20: what a posting does not say is not made up; no table opens with it."""
    with pytest.raises(SheetError) as caught:
        at_table(schedule(name), 1000, 10_000)
    assert str(caught.value).startswith(f"{name}: {message}")


def test_what_the_postings_without_amounts_do_say() -> None:
    """GAP-3.20: who pays, and for what, is known of both."""
    ventura, m8trix = schedule("ventura-pd-pays-all"), schedule("m8trix-per-bet")
    assert (ventura.payer, ventura.rows) == ("player-dealer", ())
    assert (m8trix.payer, m8trix.basis, m8trix.rows) == ("player", "per-wager", ())


def test_the_row_of_a_table() -> None:
    """The row is the narrowest that holds the table's limits; one that none holds is refused."""
    posted = schedule("hustler-cal-baccarat")
    for low, high, row in (
        (1000, 10_000, 0),
        (2500, 10_000, 1),
        (3000, 9000, 1),
        (1500, 2000, 0),
        (5000, 10_000, 1),
        (5000, 20_000, 2),
        (60_000, 60_000, 4),
        (50_000, 200_000, 6),
    ):
        assert at_table(posted, low, high).rows == (posted.rows[row],)
    with pytest.raises(SheetError) as caught:
        at_table(posted, 500, 15_000)
    assert str(caught.value) == (
        "hustler-cal-baccarat: row: no row holds limits of 5.00 to 150.00; give the main bets"
        " limits within 10.00 to 100.00, the nearest row"
    )


@pytest.mark.parametrize(
    "low, high, posted",
    [
        (60_000, 300_000, "500.00 to 2000.00"),
        (15_000, 80_000, "200.00 to 700.00"),
        (100, 45_000, "100.00 to 500.00"),
    ],
)
def test_the_nearest_row_is_named(low: int, high: int, posted: str) -> None:
    """Limits that no row holds are answered with the row whose own are nearest."""
    with pytest.raises(SheetError, match=f"limits within {posted}, the nearest row"):
        at_table(schedule("hustler-cal-baccarat"), low, high)


def test_a_row_of_one_limit() -> None:
    """A posting may be for tables at which every main wager is the same."""
    same = room(row={"limit_min": "25", "limit_max": "25"})
    assert at_table(same, 2500, 2500) == same


def test_a_schedule_of_many_rows_is_no_table_s() -> None:
    """What a round owes is asked of a table's schedule, whose row has been picked."""
    with pytest.raises(InvariantError, match="is not that of a table"):
        player_dealer_fee(schedule("hustler-cal-baccarat"), 100)


def room(**changes: Any) -> Schedule:
    """A room's schedule with one row for any table: players 1.00, the player-dealer 2.00."""
    row = {"player_fee": "1.00", "player_dealer_fee": "2.00"} | changes.pop("row", {})
    values = {
        "schedule": 1,
        "id": "room",
        "name": "Room",
        "source": "a test",
        "row": [{key: value for key, value in row.items() if value is not None}],
    }
    return schedule_from_canonical(json.dumps(values | changes))


ROUND = """
3 back  x player   10
1 front a tie      20
5 front c banker   50
3 back  y banker   10
3 front b banker   10
3 back  x dragon-7 5
5 front c panda-8  5
"""
WAGERS = [
    Wager(f"w{number}", int(place), patron, bet, int(amount), line)
    for number, row in enumerate(ROUND.strip().splitlines(), 1)
    for place, line, patron, bet, amount in [row.split()]
]


def owed(found: tuple[Fee, ...]) -> str:
    """Fees as patron, place, line, amount, rate and wager."""
    return ", ".join(
        f"{f.patron} {f.place} {f.line} {f.amount} {f.rate} {f.wager or '-'}" for f in found
    )


def test_per_hand_a_stack_pays_once() -> None:
    """GAP-0.1: a patron's wagers at one place on one line owe one fee, by place, front first."""
    assert owed(fees(room(), EZ, WAGERS)) == (
        "a 1 front 100 1 -, b 3 front 100 1 -, x 3 back 100 1 -, y 3 back 100 1 -,"
        " c 5 front 100 1 -"
    )


def test_per_wager_each_wager_pays() -> None:
    """Where each wager owes a fee, a stack's stand in the order of the sheet."""
    assert owed(fees(room(basis="per-wager"), EZ, WAGERS)) == (
        "a 1 front 100 1 w2, b 3 front 100 1 w5, x 3 back 100 1 w1, x 3 back 100 1 w6,"
        " y 3 back 100 1 w4, c 5 front 100 1 w3, c 5 front 100 1 w7"
    )


def test_what_owes_a_fee() -> None:
    """A schedule may ask for fees of some kinds or bets; a stack without one owes nothing."""
    sides = room(basis="per-wager", applies_to=["side"])
    assert owed(fees(sides, EZ, WAGERS)) == (
        "a 1 front 100 1 w2, x 3 back 100 1 w6, c 5 front 100 1 w7"
    )
    mains = room(applies_to=["main"])
    assert [fee.patron for fee in fees(mains, EZ, WAGERS)] == ["b", "x", "y", "c"]
    pandas = room(applies_to=["panda-8"])
    assert [fee.patron for fee in fees(pandas, EZ, WAGERS)] == ["c"]


def test_a_bet_that_owes_a_fee_is_one_of_the_sheet() -> None:
    """A fee on a bet that the game has not is a slip of the posting."""
    with pytest.raises(SheetError) as caught:
        at_table(room(applies_to=["main", "panda-9"]), 100, 200, EZ)
    assert str(caught.value) == (
        "room: applies_to: ca-ez-panda8 has no bet and no kind 'panda-9'; use panda-8"
    )


STEPS = [
    {"from": "0", "fee": "0.00"},
    {"from": "0.10", "fee": "0.50"},
    {"from": "0.55", "fee": "1.00"},
]


def test_steps_by_the_wager() -> None:
    """WAG-2: per wager the step is that wager's, per hand that of the stack; nothing is no fee."""
    by_wager = room(basis="per-wager", row={"player_fee": STEPS})
    assert owed(fees(by_wager, EZ, WAGERS)) == (
        "a 1 front 50 1 w2, b 3 front 50 1 w5, x 3 back 50 1 w1, y 3 back 50 1 w4,"
        " c 5 front 50 1 w3"
    )
    by_stack = room(row={"player_fee": STEPS})
    assert owed(fees(by_stack, EZ, WAGERS)) == (
        "a 1 front 50 1 -, b 3 front 50 1 -, x 3 back 50 1 -, y 3 back 50 1 -, c 5 front 100 2 -"
    )


def test_per_time_a_patron_pays_once_when_it_is_due() -> None:
    """A fee per time is one a patron, for his first stack, and only when his time is up."""
    timed = room(basis="per-time", minutes=30)
    assert schedule_from_canonical(canonical(timed.source_form)) == timed
    again = [*WAGERS, Wager("w8", 2, "c", "banker", 10)]
    everybody: Callable[[str], bool] = lambda patron: True  # noqa: E731
    assert owed(fees(timed, EZ, again, frozenset({"c", "y"}))) == (
        "c 2 front 100 1 -, y 3 back 100 1 -"
    )
    assert [fee.patron for fee in fees(timed, EZ, again, everybody)] == ["a", "c", "b", "x", "y"]
    assert fees(timed, EZ, again) == ()
    stack = [wager for wager in WAGERS if wager.patron == "c"]
    assert (stack_fee(timed, EZ, stack), stack_fee(timed, EZ, stack, is_due=False)) == (100, 0)


def test_who_pays() -> None:
    """Where one side pays all, the other owes nothing."""
    players = room(payer="player", row={"player_dealer_fee": None})
    assert (player_dealer_fee(players, 10**6), len(fees(players, EZ, WAGERS))) == (0, 5)
    dealer = room(payer="player-dealer", row={"player_fee": None})
    assert (player_dealer_fee(dealer, 10**6), fees(dealer, EZ, WAGERS)) == (200, ())


@pytest.mark.parametrize("name", ["none", "parkwest-no-collection"])
def test_a_waived_collection(name: str) -> None:
    """GAP-0.1: what is waived takes nothing from anybody, and opens the bonus bets."""
    here = at_table(schedule(name), 1, 10**6)
    assert (fees(here, EZ, WAGERS), player_dealer_fee(here, 10**6)) == ((), 0)
    assert is_paid_or_waived(here, EZ, WAGERS[:1], chips=0)


def test_a_stack_that_cannot_pay_opens_no_bonus() -> None:
    """GAP-0.1, GAP-0.11: paid or waived; a patron without the chips for the fee has neither."""
    stack = [wager for wager in WAGERS if wager.patron == "c"]
    assert stack_fee(room(), EZ, stack) == 100
    assert not is_paid_or_waived(room(), EZ, stack, chips=99)
    assert is_paid_or_waived(room(), EZ, stack, chips=100)
    dealer = room(payer="player-dealer", row={"player_fee": None})
    assert is_paid_or_waived(dealer, EZ, stack, chips=0)
    timed = room(basis="per-time", minutes=30)
    assert is_paid_or_waived(timed, EZ, stack, chips=0, is_due=False)


@given(st.randoms(use_true_random=False))
def test_a_round_owes_what_its_stacks_do(chance: Random) -> None:
    """What is reserved at placement is what is taken: stack by stack, in order of place."""
    sheet = find(chance.choice(shipped()))
    wagers = wagers_from(chance, sheet, max(sheet.seats))
    posted = room(
        basis=chance.choice(("per-hand", "per-wager")),
        applies_to=chance.choice(([], ["main"], ["side"])),
        row={"player_fee": chance.choice((STEPS, "0.50"))},
    )
    found = fees(posted, sheet, wagers)
    stacks: dict[tuple[int, str, str], list[Wager]] = {}
    for wager in wagers:
        stacks.setdefault((wager.seat, wager.line, wager.patron), []).append(wager)
    taken = dict.fromkeys(stacks, 0)
    for fee in found:
        taken[fee.place, fee.line, fee.patron] += fee.amount
        assert posted.rows[0].rates[fee.rate - 1] == fee.amount
    assert taken == {key: stack_fee(posted, sheet, stack) for key, stack in stacks.items()}
    places = [(fee.place, fee.line != "front") for fee in found]
    assert places == sorted(places)


@pytest.mark.parametrize("name", schedules())
def test_a_schedule_reads_back_from_its_canonical_form(name: str) -> None:
    """What is stored with a table is the whole schedule, whatever becomes of the file."""
    posted = schedule(name)
    form = canonical(posted.source_form)
    assert schedule_from_canonical(form) == schedule_from_canonical(form.decode()) == posted
    assert schedule_from_canonical(form).hash == posted.hash


def test_a_table_s_row_reads_back_too() -> None:
    """The schedule of a table stands alone, and picking its row again changes nothing."""
    here = at_table(schedule("hustler-21c-blackjack"), 500, 5000)
    assert schedule_from_canonical(canonical(here.source_form)) == here
    assert at_table(here, 500, 5000) == here
    assert here.source_form["row"] == [
        {
            "limit_min": "5.00",
            "limit_max": "50.00",
            "player_fee": [{"from": "0.00", "fee": "0.50"}],
            "player_dealer_fee": [{"from": "0.00", "fee": "1.00"}],
        }
    ]


@pytest.mark.parametrize(
    "unit, fee, amount", [(1, "3", 3), (10, "0.5", 5), (100, "0.5", 50), (1000, "0.125", 125)]
)
def test_fees_are_exact(unit: int, fee: str, amount: int) -> None:
    """An amount is a text in the posting's money, and a whole number of minor units."""
    posted = room(unit=unit, row={"player_fee": fee, "player_dealer_fee": fee})
    assert player_dealer_fee(posted, 0) == amount
    assert schedule_from_canonical(canonical(posted.source_form)) == posted


def test_the_caps_of_a_rule_book() -> None:
    """A schedule can be held against the caps of a rule book, by the hand or by the hour."""
    caps = schedule("washington-caps")
    assert caps.caps == Caps(per_hand_per_player=100, per_hour_per_player=1000)
    small = {"player_fee": "1.00", "player_dealer_fee": "1.00"}
    check_caps(room(row=small), caps)
    check_caps(room(basis="per-time", minutes=6, row=small), caps)
    check_caps(schedule("none"), caps)
    with pytest.raises(SheetError) as caught:
        check_caps(room(basis="per-time", minutes=5, row=small), caps)
    assert str(caught.value) == (
        "room: row[1]: a fee of 1.00 is above washington-caps's cap for an hour; keep to 10.00 an"
        " hour"
    )
    with pytest.raises(
        SheetError, match=r"a fee of 2\.00 is above washington-caps's cap for a hand"
    ):
        check_caps(room(), caps)
    with pytest.raises(SheetError, match="room: caps: it caps nothing; name a schedule that has"):
        check_caps(caps, room())
    head = {"schedule": 1, "id": "hours", "name": "Hours", "source": "a test"}
    hours = schedule_from_canonical(json.dumps(head | {"caps": {"per_hour_per_player": "10.00"}}))
    check_caps(room(), hours)


OWN = """\
schedule = 1
id = "own"
name = "Own"
source = "a posting"
approval = "GEGA-000000"
payer = "both"
basis = "per-hand"
refund_if_no_action = true

[[row]]
limit_min = "10"
limit_max = "100"
player_fee = "1.00"
player_dealer_fee = [
  { from = "0", fee = "2.00" },
  { from = "500", fee = "3.00" },
]

[[row]]
limit_min = "20"
limit_max = "200"
player_fee = "1.50"
player_dealer_fee = "4.00"
"""
SHARE = "a fee is a fixed amount, never a share of wagers or winnings; write an amount as text"
FAULTS = [
    ("schedule = 1", "", "1: schedule: it is missing; write schedule = 1"),
    ("schedule = 1", "schedule = 2", "1: schedule: 2 does not fit; write 1"),
    ('id = "own"\n', "", '1: id: it is missing; add id = "..."'),
    ("approval", "aproval", "5: aproval: this key is not known here; use approval"),
    ('"both"', '"bank"', "6: payer: 'bank' is not known here; use both, player, player-dealer"),
    ('"per-hand"', '"per-hour"', "7: basis: 'per-hour' is not known here; use per-"),
    ('"per-hand"', '"per-time"', "7: basis: a fee per time and its minutes go together"),
    ("refund", "minutes = 30\nrefund", "8: minutes: a fee per time and its minutes go together"),
    ("refund", "unit = 50\nrefund", "8: unit: 50 does not fit; write 1, 10, 100 or 1000"),
    ("refund", 'grade = "E"\nrefund', "8: grade: 'E' is not known here; use A, B, C, D, N"),
    ("refund", 'applies_to = "main"\nrefund', "8: applies_to: 'main' is no list; put it in square"),
    ("refund", "applies_to = [1]\nrefund", "8: applies_to[1]: 1 is no text; write texts, such as"),
    (
        "refund",
        'applies_to = ["main", "\\u001b[2J"]\nrefund',
        "8: applies_to[2]: '\\x1b[2J' is no id; write main, side or the id of a bet",
    ),
    # a share, however it is written
    ("refund", "percent = 5\nrefund", f"8: percent: {SHARE}"),
    ("refund", "rake_rate = 5\nrefund", f"8: rake_rate: {SHARE}"),
    ('"per-hand"', '"percentage"', f"7: basis: {SHARE}"),
    ('player_fee = "1.00"', 'player_fee = "5%"', f"13: row[1].player_fee: {SHARE}"),
    ('player_fee = "1.00"', 'player_fee = "1/20"', f"13: row[1].player_fee: {SHARE}"),
    ('player_fee = "1.00"', 'player_fee = "1:20"', f"13: row[1].player_fee: {SHARE}"),
    ('player_fee = "1.00"', "player_fee = 0.05", f"13: row[1].player_fee: {SHARE}"),
    ('player_fee = "1.00"', 'fee_percentage = "1"', f"13: row[1].fee_percentage: {SHARE}"),
    ('"0", fee', '"0", rate = "5", fee', f"15: row[1].player_dealer_fee[1].rate: {SHARE}"),
    ('fee = "3.00"', 'fee = "1%"', f"16: row[1].player_dealer_fee[2].fee: {SHARE}"),
    # amounts
    ('"1.00"', "1", '13: row[1].player_fee: 1 is no amount; write it as text, such as "1.00"'),
    ('"1.00"', '"-1"', "13: row[1].player_fee: '-1' is no amount; write it as text"),
    ('"1.00"', '"1,00"', "13: row[1].player_fee: '1,00' is no amount; write it as text"),
    ('"1.00"', '"1.005"', "13: row[1].player_fee: '1.005' is no whole number of minor units; ke"),
    ('"1.00"', "{}", "13: row[1].player_fee: a table is no amount; write it as text"),
    ('"1.00"', "[]", "13: row[1].player_fee: the list is empty; add a step, or write a fee"),
    # rows and steps
    ('player_fee = "1.00"\n', "", "10: row[1].player_fee: it is missing; add player_fee"),
    ('"both"', '"player"', "14: row[1].player_dealer_fee: the payer is another; leave it out, or"),
    ('limit_min = "10"\n', "", "10: row[1].limit_min: one limit stands alone; write limit_min and"),
    ('max = "100"', 'max = "9.99"', "12: row[1].limit_max: it is below limit_min; write the large"),
    ('from = "0"', 'from = "1"', "15: row[1].player_dealer_fee[1].from: nothing is said of less;"),
    ('from = "500"', 'from = "0"', "16: row[1].player_dealer_fee[2].from: the steps do not rise;"),
    (
        '"3.00"',
        '"1.99"',
        "16: row[1].player_dealer_fee[2].fee: it is below the fee of the step bef",
    ),
    ('{ from = "0",', "{", "15: row[1].player_dealer_fee[1].from: it is missing; write it as text"),
    (
        'limit_min = "20"\nlimit_max = "200"\n',
        "",
        "19: row[2]: it is for any table, beside other rows; give it limit_min and limit_max",
    ),
    (
        'limit_min = "20"\nlimit_max = "200"\n',
        'limit_min = "10.00"\nlimit_max = "100.0"\n',
        "19: row[2]: another row has the same limits; keep one of them",
    ),
    (
        'player_fee = "1.50"\nplayer_dealer_fee = "4.00"',
        'player_fee = "0"\nplayer_dealer_fee = "0.00"',
        "19: row[2]: nothing is collected; write waived = true for the whole schedule",
    ),
    (
        '  { from = "500", fee = "3.00" },\n',
        "".join(f'  {{ from = "{n}00", fee = "{n}.00" }},\n' for n in range(3, 7)),
        "10: row[1]: a table has 6 rates; keep it to 5, the players' and the player-dealer's",
    ),
    ("refund", "waived = true\nrefund", "11: row: there are fees beside waived; leave one of"),
    ("refund", "amounts_known = false\nrefund", "11: row: there are fees beside amounts_known; l"),
    (
        OWN[OWN.index("\n[[row") :],
        "",
        "1: row: there is no fee; add a [[row]], or write waived = tru",
    ),
    (
        OWN[OWN.index("\n[[row") :],
        "waived = true\namounts_known = false\n",
        "10: amounts_known: it does not go with waived; leave one of them out",
    ),
    (
        OWN[OWN.index("\n[[row") :],
        "[caps]\n",
        "9: caps: it caps nothing; add per_hand_per_player or",
    ),
    (
        OWN[OWN.index("\n[[row") :],
        "[caps]\nrake_percent_of_wagers = 10\n",
        f"10: caps.rake_percent_of_wagers: {SHARE}",
    ),
]


@pytest.mark.parametrize("taken, put, message", FAULTS)
def test_faults_of_a_schedule(taken: str, put: str, message: str) -> None:
    """GAP-3.20: a fault names file, line and key, what is wrong, and the cure."""
    assert taken in OWN
    with pytest.raises(SheetError) as caught:
        load_schedule(OWN.replace(taken, put, 1), "own.toml")
    assert str(caught.value).startswith(f"own.toml:{message}")


def test_a_schedule_of_the_room(tmp_path: Path) -> None:
    """A room writes its posting in a file; five rates are allowed, and nothing is no rate."""
    file = tmp_path / "own.toml"
    five = "".join(f'  {{ from = "{n}00", fee = "{n}.00" }},\n' for n in range(3, 6))
    text = OWN.replace('  { from = "500", fee = "3.00" },\n', five)
    file.write_text(text.replace('from = "0", fee = "2.00"', 'from = "0", fee = "0"'), "utf-8")
    posted = schedule(str(file))
    assert posted.rows[0].rates == (100, 300, 400, 500)
    file.write_text(text, "utf-8")
    assert schedule(str(file)).rows[0].rates == (100, 200, 300, 400, 500)
    assert schedule(str(file)).refund_if_no_action


@given(st.randoms(use_true_random=False))
def test_whatever_stands_in_a_file(chance: Random) -> None:
    """A schedule with anything anywhere is read whole, or refused with its place."""
    form = json.dumps(spoilt(chance, tomllib.loads(OWN)))
    try:
        posted = schedule_from_canonical(form)
    except SheetError:
        return
    assert schedule_from_canonical(canonical(posted.source_form)) == posted


@pytest.mark.parametrize(
    "name, message",
    [
        ("nune", "rules: id: there is no schedule 'nune'; use none, or a file that ends in .toml"),
        ("./absent.toml", "absent.toml: file: no such file or directory; give a schedule's path"),
    ],
)
def test_a_name_that_no_schedule_has(name: str, message: str) -> None:
    """A wrong name is answered with what is near."""
    with pytest.raises(SheetError) as caught:
        schedule(name)
    assert str(caught.value) == message


def test_what_is_no_canonical_form() -> None:
    """A stored schedule that was damaged is refused, never half read."""
    for form in ("", "[]", "{", "null", '{"schedule": 1}'):
        with pytest.raises(SheetError, match=r"^stored schedule: "):
            schedule_from_canonical(form)
