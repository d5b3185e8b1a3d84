"""Wagers: what is refused, in which order, and what an accepted one does to the others."""

from dataclasses import dataclass, replace
from itertools import combinations

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load
from puntobanco.rules.schedule import load_schedule
from puntobanco.rules.sheet import Sheet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import check_wager, room, spot_refusal
from puntobanco.table.refusals import Code
from tests.table.playing import MAINS, SIDES, UNIT, WIN_PLAYER, Felt, card_room, small

# The order in which a decider answers when several hold; what stands before is the desk's.
ORDER = (
    Code.NOT_YOUR_PLACE,
    Code.TABLE_CLOSED,
    Code.TABLE_SUSPENDED,
    Code.WRONG_ROUND,
    Code.BETTING_NOT_OPEN,
    Code.BETTING_CLOSED,
    Code.PLAYER_DEALER_MAY_NOT_BET,
    Code.NOT_SEATED,
    Code.UNKNOWN_BET,
    Code.BACK_LINE_NOT_ALLOWED,
    Code.OPPOSITE_MAIN,
    Code.NEEDS_MAIN_WAGER,
    Code.FEE_NOT_PAID,
    Code.NOT_A_MULTIPLE_OF_THE_UNIT,
    Code.BELOW_MINIMUM,
    Code.ABOVE_MAXIMUM,
    Code.ABOVE_BASE_WAGER,
    Code.ABOVE_TABLE_AGGREGATE,
    Code.ABOVE_DIFFERENTIAL,
    Code.NOT_ENOUGH_CHIPS,
)
STRICT = """
format = 1
base = "ca-ez-panda8"
id = "strict"
name = "Strict"
source = "tests"

[change.bet.dragon-7]
cap = "base"
fee = "paid-or-waived"
{back_line}

[venue]
second_place = true
shoe = {{ burn = "none" }}
"""
FEE = """
schedule = 1
id = "one"
name = "One"
source = "tests"
payer = "player"

[[row]]
player_fee = "1.00"
"""


@dataclass(frozen=True)
class Case:
    """A card-room table and a wager of ann's, each part of which can be spoiled."""

    table: str = "open"
    suspended: bool = False
    phase: str = "betting"
    holder: str = "pat"  # who is the player-dealer
    place: int = 1  # ann's, who stands behind 4 too; 2 is bea's, 3 is nobody's, 8 is pat's
    rounds_ago: int = 0
    bet: str = "dragon-7"
    line: str = "front"
    held: str = "player"  # the main bet on which ann has 3,000 at place 1
    amount: int = 300
    rack: int = 100_000
    aggregate: int | None = None
    differential: int | None = None


# What makes a refusal hold, whatever else does; the numbers fit the limits of a side bet.
SPOILED: dict[Code, dict[str, str | int]] = {
    Code.NOT_YOUR_PLACE: {"place": 2},
    Code.TABLE_CLOSED: {"table": "closed"},
    Code.TABLE_SUSPENDED: {"suspended": True},
    Code.WRONG_ROUND: {"rounds_ago": 1},
    Code.BETTING_NOT_OPEN: {"phase": "paused"},
    Code.BETTING_CLOSED: {"phase": "dealing"},
    Code.PLAYER_DEALER_MAY_NOT_BET: {"holder": "ann"},
    Code.NOT_SEATED: {"place": 3},
    Code.UNKNOWN_BET: {"bet": "no-such-bet"},
    Code.BACK_LINE_NOT_ALLOWED: {"line": "back"},
    Code.OPPOSITE_MAIN: {"bet": "banker"},
    Code.NEEDS_MAIN_WAGER: {"held": ""},
    Code.FEE_NOT_PAID: {"rack": 3_300},
    Code.NOT_A_MULTIPLE_OF_THE_UNIT: {"amount": 301},
    Code.BELOW_MINIMUM: {"amount": 100},
    Code.ABOVE_MAXIMUM: {"amount": 60_000},
    Code.ABOVE_BASE_WAGER: {"amount": 4_000},
    Code.ABOVE_TABLE_AGGREGATE: {"aggregate": 8_000},  # 200 at 40 to 1
    Code.ABOVE_DIFFERENTIAL: {"bet": "player", "amount": 3_500, "differential": 3_000},
    Code.NOT_ENOUGH_CHIPS: {"rack": 3_200},
}
# Both at once where two spoil the same thing, and where a further change makes both hold.
TOGETHER: tuple[tuple[Code, Code, dict[str, str | int]], ...] = (
    (Code.OPPOSITE_MAIN, Code.ABOVE_DIFFERENTIAL,
     {"bet": "banker", "amount": 6_100, "differential": 3_000}),
    (Code.NEEDS_MAIN_WAGER, Code.FEE_NOT_PAID, {"held": "", "rack": 300}),
    (Code.NEEDS_MAIN_WAGER, Code.NOT_ENOUGH_CHIPS, {"held": "", "rack": 200}),
    (Code.FEE_NOT_PAID, Code.NOT_A_MULTIPLE_OF_THE_UNIT, {"rack": 3_300, "amount": 250}),
    (Code.FEE_NOT_PAID, Code.BELOW_MINIMUM, {"rack": 3_100, "amount": 100}),
    (Code.FEE_NOT_PAID, Code.ABOVE_MAXIMUM, {"rack": 63_000, "amount": 60_000}),
    (Code.FEE_NOT_PAID, Code.ABOVE_BASE_WAGER, {"rack": 7_000, "amount": 4_000}),
    (Code.NOT_A_MULTIPLE_OF_THE_UNIT, Code.BELOW_MINIMUM, {"amount": 99}),
    (Code.NOT_A_MULTIPLE_OF_THE_UNIT, Code.ABOVE_MAXIMUM, {"amount": 60_001}),
    (Code.NOT_A_MULTIPLE_OF_THE_UNIT, Code.ABOVE_BASE_WAGER, {"amount": 4_001}),
    (Code.NOT_A_MULTIPLE_OF_THE_UNIT, Code.ABOVE_DIFFERENTIAL,
     {"bet": "player", "amount": 3_501, "differential": 3_000}),
    (Code.BELOW_MINIMUM, Code.ABOVE_TABLE_AGGREGATE, {"amount": 100, "aggregate": 2_000}),
    (Code.BELOW_MINIMUM, Code.ABOVE_DIFFERENTIAL,
     {"bet": "player", "held": "", "amount": 400, "differential": 300}),
    (Code.BELOW_MINIMUM, Code.NOT_ENOUGH_CHIPS,
     {"bet": "tie", "held": "", "amount": 100, "rack": 100}),
    (Code.ABOVE_MAXIMUM, Code.ABOVE_BASE_WAGER, {"amount": 60_000}),
    (Code.ABOVE_MAXIMUM, Code.ABOVE_DIFFERENTIAL,
     {"bet": "player", "amount": 60_000, "differential": 3_000}),
)  # fmt: skip
BOTH = {frozenset({first, second}): change for first, second, change in TOGETHER}
NEVER = (  # no table is in both states
    {Code.NOT_YOUR_PLACE, Code.NOT_SEATED},
    {Code.NOT_YOUR_PLACE, Code.TABLE_CLOSED},  # nobody sits at a closed table
    {Code.NOT_YOUR_PLACE, Code.BACK_LINE_NOT_ALLOWED},  # the back line is nobody's place
    {Code.TABLE_CLOSED, Code.TABLE_SUSPENDED},
    {Code.TABLE_CLOSED, Code.PLAYER_DEALER_MAY_NOT_BET},
    {Code.BETTING_NOT_OPEN, Code.BETTING_CLOSED},
    *(
        {Code.UNKNOWN_BET, of_a_bet}
        for of_a_bet in (
            Code.OPPOSITE_MAIN,
            Code.NEEDS_MAIN_WAGER,
            Code.FEE_NOT_PAID,
            Code.ABOVE_BASE_WAGER,
            Code.ABOVE_TABLE_AGGREGATE,
            Code.ABOVE_DIFFERENTIAL,
        )
    ),
    *(
        {of_a_main, of_a_side}
        for of_a_main in (Code.OPPOSITE_MAIN, Code.ABOVE_DIFFERENTIAL)
        for of_a_side in (
            Code.NEEDS_MAIN_WAGER,
            Code.FEE_NOT_PAID,
            Code.ABOVE_BASE_WAGER,
            Code.ABOVE_TABLE_AGGREGATE,
        )
    ),
    {Code.NEEDS_MAIN_WAGER, Code.ABOVE_BASE_WAGER},
    {Code.FEE_NOT_PAID, Code.NOT_ENOUGH_CHIPS},  # the chips are enough but for the fee
    {Code.BELOW_MINIMUM, Code.ABOVE_MAXIMUM},
    {Code.BELOW_MINIMUM, Code.ABOVE_BASE_WAGER},
)


def strict(*, back_line: bool) -> Sheet:
    """A card-room sheet with every kind of condition; its back line may bet, or not at all."""
    bets = ("player", "banker", "panda-8")
    text = STRICT.format(back_line="" if back_line else "back_line = false")
    if not back_line:
        text += "".join(f"[change.bet.{bet}]\nback_line = false\n" for bet in bets)
    return load(text, "strict.toml", find)


def answered(case: Case) -> Code | None:
    """Build the table of a case, and ask."""
    sheet = strict(back_line=case.line == "front")
    opened = card_room(
        sheet,
        schedule=load_schedule(FEE, "fee.toml"),
        mains=MAINS,
        unit=UNIT,
        limits=tuple(ev.Limit(bet.id, *(MAINS if bet.is_main else SIDES)) for bet in sheet.bets),
        aggregate=case.aggregate,
        differential=case.differential,
    )
    felt = Felt.of(opened)
    felt.sit("ann", 1, case.rack)
    felt.stand("ann", 4, UNIT)
    felt.done(cm.CashOut(patron="ann", amount=UNIT))
    felt.sit("bea", 2)
    felt.sit("pat", 8)
    felt.bank(case.holder, 500)
    felt.done(cm.OpenBetting())
    if case.held and case.holder != "ann":
        felt.bet("ann", case.held, 3_000, place=1)
    if case.phase == "paused":
        felt.done(cm.PauseBetting())
    if case.phase == "dealing":
        felt.done(cm.CloseBetting())
    if case.suspended:
        felt.done(cm.SuspendTable(by="flo", reason="a fight"))
    if case.table == "closed":
        felt.play(WIN_PLAYER)
        felt.done(cm.CloseTable())
    command = cm.SetWager(
        patron="ann",
        place=4 if case.line == "back" and case.place == 1 else case.place,
        bet=case.bet,
        amount=case.amount,
        round=felt.state.round_number - case.rounds_ago,
        line=case.line,
    )
    refusal = felt.do(command).refusal
    assert refusal == check_wager(felt.state, command) or refusal is None
    felt.check()
    return refusal.code if refusal else None


def test_the_case_itself_is_legal() -> None:
    """Unspoiled, the wager of the matrix is accepted."""
    assert answered(Case()) is None


@pytest.mark.parametrize("code", ORDER, ids=lambda code: code.value)
def test_each_refusal_is_reached(code: Code) -> None:
    """Every refusal that the decider has for wagers is answered when it alone holds."""
    assert answered(replace(Case(), **SPOILED[code])) is code  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "first,second",
    [pair for pair in combinations(ORDER, 2) if set(pair) not in NEVER],
    ids=lambda code: code.value,
)
def test_the_first_refusal_is_answered(first: Code, second: Code) -> None:
    """Of two refusals that hold, the one that stands first in the list is answered."""
    both = BOTH.get(frozenset({first, second}), SPOILED[first] | SPOILED[second])
    assert answered(replace(Case(), **both)) is first  # type: ignore[arg-type]


def test_the_refusals_stand_in_their_order() -> None:
    """The list in the code is the order that is answered."""
    members = list(Code)
    assert [members.index(code) for code in ORDER] == sorted(members.index(c) for c in ORDER)


def test_a_repeated_wager_writes_nothing() -> None:
    """The same amount again is done already: no event, no transfer."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 500)
    assert felt.bet("ann", "player", 500) == ()
    assert felt.bet("ann", "tie", 0) == ()


@pytest.mark.parametrize("amounts", [(500, 900), (900, 500), (500, 0), (500, 0, 700)])
def test_the_amount_is_the_whole_spot(amounts: tuple[int, ...]) -> None:
    """A wager says what shall lie there, more or less than before, and the rack pays the rest."""
    felt = Felt.betting("ann")
    for amount in amounts:
        felt.bet("ann", "player", amount)
        assert felt.state.racks["ann"] == 100_000 - amount
    held = felt.state.round and [w.amount for w in felt.state.round.of("ann")]
    assert held == [amounts[-1]] * bool(amounts[-1])
    felt.check()


def test_dependants_fall_in_the_same_event() -> None:
    """Taking the main wager off takes off what stood on it, at once; others stay."""
    felt = Felt.betting("ann", "bea")
    felt.bet("ann", "player", 1_000)
    felt.bet("bea", "player", 1_000)
    for bet in ("tie", "dragon-7", "panda-8"):
        felt.bet("ann", bet, 500)
    felt.bet("bea", "dragon-7", 500)
    (event,) = felt.bet("ann", "player", 0)
    assert isinstance(event, ev.WagersSet)
    assert {spot.bet: spot.amount for spot in event.spots} == {
        "player": 0,
        "dragon-7": 0,
        "panda-8": 0,
    }
    assert felt.state.round
    assert {w.bet for w in felt.state.round.of("ann")} == {"tie"}
    assert {w.bet for w in felt.state.round.of("bea")} == {"player", "dragon-7"}
    felt.check()


def test_a_smaller_base_takes_what_it_caps() -> None:
    """A side bet larger than its lowered base wager falls with it; one that fits stays."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 2_000)
    felt.bet("ann", "dragon-7", 1_500)
    felt.bet("ann", "panda-8", 1_500)  # is not capped
    felt.bet("ann", "player", 1_500)
    assert felt.state.round
    assert len(felt.state.round.of("ann")) == 3
    felt.bet("ann", "player", 1_400)
    assert {w.bet for w in felt.state.round.of("ann")} == {"player", "panda-8"}
    felt.check()


def test_either_main_wager_will_do() -> None:
    """A bet that requires one of several keeps standing on the other."""
    felt = Felt.betting("ann", sheet=small(burn="none", opposite_mains="true"))
    felt.bet("ann", "player", 1_000)
    felt.bet("ann", "banker", 600)
    felt.bet("ann", "dragon-7", 900)
    felt.bet("ann", "panda-8", 900)
    felt.bet("ann", "player", 0)
    assert felt.state.round
    assert {w.bet for w in felt.state.round.of("ann")} == {"banker", "panda-8"}


def test_both_mains_where_the_sheet_allows_them() -> None:
    """`opposite_mains` decides, and nothing else."""
    felt = Felt.opened(find("deq-ez"), decks=8)
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.Burn(card="2C"))
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    felt.bet("ann", "banker", 500)
    felt.bet("ann", "dragon-7", 500)
    felt.check()


@pytest.mark.parametrize(
    "amount",
    [-1, -5, -100, -500, 1, 50, 99, 501, 2**31, 2**53, 2**63, 10**12 + UNIT],
)
def test_amounts_that_are_none(amount: int) -> None:
    """Negative, broken and huge amounts are refused with a code of amounts, and move nothing."""
    felt = Felt.betting("ann")
    assert felt.refused(felt.wager("ann", "player", amount)) in {
        Code.NOT_A_MULTIPLE_OF_THE_UNIT,
        Code.BELOW_MINIMUM,
        Code.ABOVE_MAXIMUM,
    }
    assert felt.state.racks["ann"] == 100_000


@pytest.mark.parametrize("bet,limits", [("player", MAINS), ("tie", SIDES)])
def test_limits_are_inclusive(bet: str, limits: tuple[int, int]) -> None:
    """The least and the most are allowed, a unit beyond them is not."""
    felt = Felt.betting("ann")
    least, most = limits
    assert felt.refused(felt.wager("ann", bet, least - UNIT)) is Code.BELOW_MINIMUM
    felt.bet("ann", bet, least)
    felt.bet("ann", bet, most)
    assert felt.refused(felt.wager("ann", bet, most + UNIT)) is Code.ABOVE_MAXIMUM


def test_what_lies_there_counts() -> None:
    """Raising a wager needs the difference only; the last chip can be bet, one more cannot."""
    felt = Felt.opened(small(burn="none"))
    felt.sit("ann", 1, 1_000)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 900)
    felt.bet("ann", "player", 1_000)
    assert felt.state.racks["ann"] == 0
    assert felt.refused(felt.wager("ann", "player", 1_100)) is Code.NOT_ENOUGH_CHIPS
    assert felt.refused(felt.wager("ann", "tie", 200)) is Code.NOT_ENOUGH_CHIPS


@pytest.mark.parametrize("main,rack", [(0, 100_000), (500, 900), (3_000, 100_000), (3_000, 3_000)])
@pytest.mark.parametrize("bet", ["player", "banker", "tie", "dragon-7", "panda-8"])
def test_the_guard_greys_the_spot(main: int, rack: int, bet: str) -> None:
    """What a spot is said to take is taken, a unit more is not, and a greyed one takes nothing."""
    felt = Felt.opened(small(burn="none"))
    felt.sit("ann", 1, rack)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    if main:
        felt.bet("ann", "player", main)
    refusal = spot_refusal(felt.state, "ann", 1, bet)
    fits = room(felt.state, "ann", 1, bet)
    now = main if bet == "player" else 0
    if refusal is None:
        assert fits > 0
        assert felt.do(felt.wager("ann", bet, now + fits + UNIT)).refusal is not None
        felt.bet("ann", bet, now + fits)
    else:
        least = now + UNIT if now else (MAINS if bet in {"player", "banker"} else SIDES)[0]
        for amount in (least, least + UNIT, 10 * least):
            assert felt.do(felt.wager("ann", bet, amount)).refusal is not None


def test_a_refusal_names_its_numbers() -> None:
    """Whoever is refused learns the numbers that decide, all of them his own or the table's."""
    felt = Felt.betting("ann", "bea")
    felt.bet("ann", "player", 500)
    refusal = felt.do(felt.wager("ann", "dragon-7", 600)).refusal
    assert refusal
    assert dict(refusal.params) == {
        "bet": "Dragon 7",
        "min": 200,
        "max": 5_000,
        "unit": 100,
        "now": 0,
        "amount": 600,
        "room": 500,
        "rack": 99_500,
        "fee": 0,
    }
    needs = felt.do(felt.wager("bea", "panda-8", 500)).refusal
    assert needs
    assert needs.params == {"bet": "Panda 8", "requires": ["Player", "Banker"]}
    against = felt.do(felt.wager("ann", "banker", 500)).refusal
    assert against
    assert against.params == {"bet": "Banker", "opposite": "Player"}


def test_a_place_that_changes_hands_within_a_round() -> None:
    """Who took his wagers off and left makes room; the newcomer's wagers are his own."""
    felt = Felt.betting("ann")
    felt.bet("ann", "player", 500)
    felt.bet("ann", "player", 0)
    felt.done(cm.LeaveSeat(patron="ann"))
    felt.sit("bea", 1)
    felt.bet("bea", "player", 700)
    felt.sit("ann", 2)
    felt.bet("ann", "player", 900)
    settled = felt.play(WIN_PLAYER)
    assert {(line.patron, line.place, line.amount) for line in settled.lines} == {
        ("bea", 1, 700),
        ("ann", 2, 900),
    }
    felt.check()
