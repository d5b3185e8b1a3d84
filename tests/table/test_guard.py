"""The guard greys exactly what would be refused, whatever lies on the felt."""

from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load
from puntobanco.rules.schedule import load_schedule
from puntobanco.rules.sheet import Sheet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import check_wager, room, spot_refusal
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from tests.table.playing import Felt, card_room

SHEET = """
format = 1
base = "ca-ez-panda8"
id = "guarded"
name = "Guarded"
source = "tests"

[change.bet.dragon-7]
cap = "base"
fee = "paid-or-waived"

[venue]
second_place = true
opposite_mains = {opposite_mains}
shoe = {{ burn = "none" }}
"""
SCHEDULE = """
schedule = 1
id = "guarding"
name = "Guarding"
source = "tests"
payer = "player"
{lines}
"""
FEES = (
    "waived = true",
    'row = [{ player_fee = "0.02" }]',
    """
    [[row]]
    player_fee = [
      { from = "0", fee = "0" }, { from = "0.10", fee = "0.04" }, { from = "0.20", fee = "0.09" },
    ]
    """,
    'basis = "per-wager"\nrow = [{ player_fee = "0.03" }]',
    'basis = "per-time"\nminutes = 30\nrow = [{ player_fee = "0.06" }]',
)
MAINS, SIDES, MOST = (5, 40), (1, 12), 45
# Ann sits at 1 and 2 and stands behind 3, where bob sits; xav stands behind 1; the bank is at 8.
SPOTS = (("ann", 1, "front"), ("ann", 2, "front"), ("ann", 3, "back"), ("bob", 3, "front"),
         ("xav", 1, "back"), ("bank", 8, "front"))  # fmt: skip
BETS = ("player", "banker", "tie", "dragon-7", "panda-8")


def guarded(opposite_mains: bool) -> Sheet:
    """A sheet with a cap, a fee and requirements."""
    text = SHEET.format(opposite_mains=str(opposite_mains).lower())
    return load(text, "guarded.toml", find)


@st.composite
def felts(draw: st.DrawFn) -> Felt:
    """A betting window with small limits, and wagers of any legal kind on it."""
    sheet = guarded(draw(st.booleans()))
    fee = draw(st.sampled_from((None, *FEES)))
    opened = card_room(
        sheet,
        schedule=load_schedule(SCHEDULE.format(lines=fee), "f.toml") if fee else None,
        mains=MAINS,
        limits=tuple(ev.Limit(bet.id, *(MAINS if bet.is_main else SIDES)) for bet in sheet.bets),
        aggregate=draw(st.sampled_from((None, 80, 330))),
        differential=draw(st.sampled_from((None, 7, 30))),
        cover_min=1,
    )
    felt = Felt.of(opened, bank=8)
    for patron, place, line in SPOTS[:-1]:
        (felt.sit if line == "front" else felt.stand)(patron, place, draw(st.integers(1, 60)))
    felt.bank("bank", 1_000)
    felt.done(cm.OpenBetting())
    wagers = st.tuples(st.sampled_from(SPOTS), st.sampled_from(BETS), st.integers(0, MOST))
    for (patron, place, line), bet, amount in draw(st.lists(wagers, max_size=25)):
        felt.do(felt.wager(patron, bet, amount, place=place, line=line))
    for patron in ("ann", "bob", "xav"):
        felt.do(cm.CashOut(patron=patron, amount=draw(st.integers(1, 60))))
    return felt


def now_there(state: TableState, patron: str, place: int, line: str, bet: str) -> int:
    """What a patron has on a spot."""
    assert state.round
    stack = state.round.stack(patron, place, line)
    return sum(wager.amount for wager in stack if wager.bet == bet)


@settings(max_examples=60, deadline=None)
@given(felts())
def test_the_guard_greys_what_is_refused(felt: Felt) -> None:
    """A spot is grey when no more is legal there; else all up to its room is, and no more."""
    for patron, place, line in SPOTS:
        for bet in BETS:
            now = now_there(felt.state, patron, place, line, bet)
            legal = [
                amount
                for amount in range(now + 1, now + MOST + 2)
                if check_wager(felt.state, felt.wager(patron, bet, amount, place=place, line=line))
                is None
            ]
            refusal = spot_refusal(felt.state, patron, place, bet, line)
            assert (refusal is None) == bool(legal)
            if legal:
                most = now + room(felt.state, patron, place, bet, line)
                assert legal == list(range(legal[0], most + 1))
            least = now + 1 if now else felt.state.game.limits[bet].min
            asked = felt.wager(patron, bet, least, place=place, line=line)
            assert refusal == check_wager(felt.state, asked)


def test_between_two_rounds_every_spot_is_grey() -> None:
    """While no betting is open a spot says so, and has the room that it will have."""
    felt = Felt.of(card_room(), ann=1)
    refusal = spot_refusal(felt.state, "ann", 1, "player")
    assert refusal
    assert refusal.code is Code.BETTING_NOT_OPEN
    assert room(felt.state, "ann", 1, "player") == 100_000


def sides(state: TableState) -> dict[str, int]:
    """What lies on each main bet."""
    assert state.round
    totals = dict.fromkeys(sorted(state.game.mains), 0)
    for wager in state.round.wagers.values():
        if wager.bet in totals:
            totals[wager.bet] += wager.amount
    return totals


@settings(max_examples=60, deadline=None)
@given(felts())
def test_no_wager_leaves_the_sides_too_far_apart(felt: Felt) -> None:
    """WAG-3: however wagers came and went; a smaller wager is refused for nothing but the gap."""
    state = felt.state
    widest = state.game.differential
    totals = sides(state)
    assert widest is None or abs(totals["player"] - totals["banker"]) <= widest
    assert state.round
    for wager in state.round.wagers.values():
        least = state.game.limits[wager.bet].min
        for amount in (0, *range(least, wager.amount)):
            less = felt.wager(wager.patron, wager.bet, amount, place=wager.seat, line=wager.line)
            refusal = check_wager(state, less)
            after = dict(totals)
            if wager.bet in after:
                after[wager.bet] -= wager.amount - amount
            is_too_far = widest is not None and abs(after["player"] - after["banker"]) > widest
            assert (refusal is not None) == is_too_far
            assert refusal is None or refusal.code is Code.ABOVE_DIFFERENTIAL


@settings(max_examples=40, deadline=None)
@given(felts())
def test_chips_always_come_off(felt: Felt) -> None:
    """While betting is open all may be taken off: side bets at once, the larger side by steps."""
    assert felt.state.round
    while wagers := felt.state.round.wagers:
        totals = sides(felt.state)
        larger = max(totals, key=lambda bet: totals[bet])
        wager = next(w for w in wagers.values() if w.bet not in totals or w.bet == larger)
        least = felt.state.game.limits[wager.bet].min
        less = 0 if wager.amount == least else max(least, wager.amount - least)
        felt.bet(wager.patron, wager.bet, less, wager.seat, wager.line)
    felt.check()


@settings(max_examples=40, deadline=None)
@given(felts())
def test_the_close_leaves_only_what_is_paid_for(felt: Felt) -> None:
    """After the close every stack has paid its fee or is gone, and no rack is below nought."""
    felt.done(cm.CloseBetting())
    assert min(felt.state.racks.values()) >= 0
    felt.check()
