"""People at a card-room table: places, the back line, second places, breaks, chips, leaving."""

import pytest
from msgspec.structs import replace

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.table.playing import WIN_PLAYER, Felt, card_room, opening, played_with, small

BREAK = 900_000


def names(events: tuple[ev.AnyEvent, ...]) -> list[str]:
    """The types of events."""
    return [type(event).__name__ for event in events]


def betting(**changes: object) -> Felt:
    """Bank at 8 covers; ann sits at 1, xav stands behind her, yva behind the empty place 2."""
    felt = Felt.of(card_room(**changes), bank=8, ann=1)  # type: ignore[arg-type]
    felt.stand("xav", 1)
    felt.stand("yva", 2)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    return felt


@pytest.mark.parametrize("seats", [7, 13])
def test_a_place_more_than_seats(seats: int) -> None:
    """rules.md 1.3: seven or thirteen places bet, and the player-dealer has one beside them."""
    felt = Felt.of(card_room(seats=seats))
    for place in range(1, seats + 2):
        felt.sit(f"p{place}", place, 1_000)
    felt.fund("late")
    for place in (0, seats + 2):
        sit = cm.TakeSeat(patron="late", place=place, buy_in=1_000)
        assert felt.refused(sit) is Code.NO_SUCH_PLACE
    felt.bank(f"p{seats + 1}", 500)
    felt.done(cm.OpenBetting())
    for place in range(1, seats + 1):
        felt.bet(f"p{place}", "player", 10)
    settled = felt.play(WIN_PLAYER)
    assert len(settled.lines) == seats
    felt.check()


@pytest.mark.parametrize("seats", [0, 1, 6, 8, 12, 14])
def test_other_tables_there_are_none(seats: int) -> None:
    """rules.md 1.3: a table is of seven or of thirteen."""
    assert Felt().refused(card_room(seats=seats)) is Code.MALFORMED


def test_a_back_line_bets_though_the_seat_is_empty() -> None:
    """WAG-6: a back-line patron has a rack and a stack of his own, whoever sits there."""
    felt = betting()
    felt.bet("xav", "banker", 100, 1, "back")
    felt.bet("yva", "player", 200, 2, "back")
    felt.bet("ann", "player", 50)
    settled = felt.play(WIN_PLAYER)
    assert {(line.patron, line.place, line.line, line.paid) for line in settled.lines} == {
        ("ann", 1, "front", 50),
        ("xav", 1, "back", 0),
        ("yva", 2, "back", 200),
    }
    assert dict(felt.state.racks) == {
        "ann": 100_050, "xav": 99_900, "yva": 100_200, "bank": 99_850,
    }  # fmt: skip
    felt.check()


def test_the_back_line_is_as_the_sheet_says() -> None:
    """GAP-3.13: no Tie on the back line; Dragon 7 and Panda 8 with a main wager of one's own."""
    felt = betting()
    tie = felt.wager("xav", "tie", 10, place=1, line="back")
    assert felt.refused(tie) is Code.BACK_LINE_NOT_ALLOWED
    felt.bet("ann", "player", 100)
    dragon = felt.wager("xav", "dragon-7", 10, place=1, line="back")
    assert felt.refused(dragon) is Code.NEEDS_MAIN_WAGER
    felt.bet("xav", "banker", 100, 1, "back")
    felt.done(dragon)
    felt.bet("ann", "tie", 10)
    felt.check()


def test_a_wager_on_another_line_than_ones_own() -> None:
    """WAG-6: who stands behind a place has no front line there, who sits there no back line."""
    felt = betting()
    assert felt.refused(felt.wager("xav", "player", 10, place=1)) is Code.NOT_YOUR_PLACE
    assert felt.refused(felt.wager("yva", "player", 10, place=2)) is Code.NOT_SEATED
    behind = felt.wager("ann", "player", 10, place=1, line="back")
    assert felt.refused(behind) is Code.NOT_SEATED
    assert felt.refused(felt.wager("ann", "player", 10, line="middle")) is Code.MALFORMED


@pytest.mark.parametrize(
    "most,code", [(0, Code.BACK_LINE_NOT_ALLOWED), (1, Code.BACK_LINE_FULL), (2, None)]
)
def test_so_many_behind_a_place(most: int, code: Code | None) -> None:
    """WAG-6: the room says how many may stand behind a place, perhaps nobody."""
    felt = Felt.of(card_room(back_line=most), ann=1)
    if most:
        felt.stand("xav", 1, 1_000)
    felt.fund("yva")
    decision = felt.do(cm.StandBehind(patron="yva", place=1, buy_in=1_000))
    assert (decision.refusal and decision.refusal.code) is code
    if most:
        felt.done(cm.LeaveSeat(patron="xav"))
        felt.do(cm.StandBehind(patron="yva", place=1, buy_in=1_000))
        assert felt.state.behind == {1: ("yva",)}
    felt.check()


@pytest.mark.parametrize(
    "place,buy_in,code",
    [
        (0, 1_000, Code.NO_SUCH_PLACE),
        (9, 1_000, Code.NO_SUCH_PLACE),
        (2, 0, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (2, -5, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
    ],
)
def test_standing_where_one_cannot(place: int, buy_in: int, code: Code) -> None:
    """One stands behind a place that is there, with chips."""
    felt = Felt.of(card_room())
    felt.fund("xav")
    assert felt.refused(cm.StandBehind(patron="xav", place=place, buy_in=buy_in)) is code
    assert felt.state.racks == {}


def test_one_place_a_patron() -> None:
    """rules.md 1.9: at a seat or behind one, and no second of either."""
    felt = betting()
    for patron in ("ann", "xav"):
        sit = cm.TakeSeat(patron=patron, place=3, buy_in=100)
        stand = cm.StandBehind(patron=patron, place=3, buy_in=100)
        assert felt.refused(sit) is Code.ALREADY_SEATED
        assert felt.refused(stand) is Code.ALREADY_SEATED


def test_a_second_place() -> None:
    """`second_place`: another place or another back line, with one rack for both."""
    felt = Felt.of(card_room(played_with(second_place="true")), bank=8, ann=1)
    felt.sit("ann", 2, 500)
    felt.stand("ann", 3, 500)
    for place in (1, 3):
        stand = cm.StandBehind(patron="ann", place=place, buy_in=100)
        assert felt.refused(stand) is Code.ALREADY_SEATED
    assert felt.state.racks["ann"] == 101_000
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 100, 1)
    felt.bet("ann", "player", 200, 2)
    felt.bet("ann", "player", 300, 3, "back")
    assert felt.state.racks["ann"] == 100_400
    assert felt.refused(cm.LeaveSeat(patron="ann", place=2)) is Code.WAGERS_ON_FELT
    felt.check()
    felt.play(WIN_PLAYER)
    (left,) = felt.done(cm.LeaveSeat(patron="ann", place=2))
    assert left == ev.SeatLeft(place=2, patron="ann", rack=0)
    assert felt.refused(cm.LeaveSeat(patron="ann", place=2)) is Code.NOT_SEATED
    felt.check()
    first, second = felt.done(cm.LeaveSeat(patron="ann"))
    assert (first, second) == (
        ev.SeatLeft(place=1, patron="ann", rack=0),
        ev.SeatLeft(place=3, patron="ann", rack=101_600, line="back"),
    )
    felt.check()


def test_one_main_bet_a_patron_over_two_places() -> None:
    """WAG-5: who has two places bets one side all the same; requirements are met at each place."""
    felt = Felt.of(card_room(played_with(second_place="true")), bank=8, ann=1)
    felt.sit("ann", 2, 500)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 100, 1)
    assert felt.refused(felt.wager("ann", "banker", 100, place=2)) is Code.OPPOSITE_MAIN
    assert felt.refused(felt.wager("ann", "panda-8", 10, place=2)) is Code.NEEDS_MAIN_WAGER
    felt.bet("ann", "panda-8", 10, 1)


def test_both_sides_where_the_room_allows_them() -> None:
    """WAG-5: `opposite_mains` lets a patron bet both sides."""
    felt = Felt.of(card_room(played_with(opposite_mains="true")), bank=8, ann=1)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 100)
    felt.bet("ann", "banker", 100)
    felt.check()


@pytest.mark.parametrize("patron,line", [("ann", "front"), ("xav", "back")])
def test_leaving_mid_shoe(patron: str, line: str) -> None:
    """A patron without wagers on the felt leaves whenever he will, with all his chips."""
    felt = betting()
    felt.bet(patron, "player", 100, 1, line)
    assert felt.refused(cm.LeaveSeat(patron=patron)) is Code.WAGERS_ON_FELT
    felt.deal(WIN_PLAYER)
    assert felt.refused(cm.LeaveSeat(patron=patron)) is Code.WAGERS_ON_FELT
    felt.done(cm.Settle())
    (left,) = felt.done(cm.LeaveSeat(patron=patron))
    assert left == ev.SeatLeft(place=1, patron=patron, rack=100_100, line=line)
    assert felt.balances[f"wallet:{patron}"] == 10_000_100
    assert patron not in felt.state.racks
    felt.check()


def test_the_player_dealer_stays_for_his_round() -> None:
    """Who covers a round leaves when it is settled."""
    felt = betting()
    assert felt.refused(cm.LeaveSeat(patron="bank")) is Code.WAGERS_ON_FELT
    felt.play(WIN_PLAYER)
    felt.done(cm.LeaveSeat(patron="bank"))
    felt.check()


def test_a_break_keeps_the_place() -> None:
    """A patron on a break keeps his place for its time, and then loses it with his chips."""
    felt = betting()
    (started,) = felt.done(cm.TakeBreak(patron="ann"))
    assert started == ev.BreakStarted(patron="ann", until=felt.now + BREAK)
    assert felt.done(cm.TakeBreak(patron="ann")) == ()
    felt.now += BREAK - 1
    assert felt.done(cm.Tick()) == ()
    felt.fund("bea")
    assert felt.refused(cm.TakeSeat(patron="bea", place=1, buy_in=100)) is Code.PLACE_TAKEN
    felt.now += 1
    left = ev.SeatLeft(place=1, patron="ann", rack=100_000, reason="break-over")
    assert felt.done(cm.Tick()) == (left,)
    felt.done(cm.TakeSeat(patron="bea", place=1, buy_in=100))
    felt.check()


def test_coming_back() -> None:
    """Who comes back, or bets, is away no more; who is not away comes back from nowhere."""
    felt = betting()
    felt.done(cm.TakeBreak(patron="ann"))
    assert felt.done(cm.ComeBack(patron="ann")) == (ev.BreakEnded(patron="ann"),)
    assert felt.done(cm.ComeBack(patron="ann")) == ()
    felt.done(cm.TakeBreak(patron="ann"))
    assert names(felt.bet("ann", "player", 10)) == ["BreakEnded", "WagersSet"]
    felt.now += 2 * BREAK
    assert felt.done(cm.Tick()) == ()


def test_a_break_is_not_over_while_chips_are_on_the_felt() -> None:
    """XC8: a break that ends within a round costs the place once it is settled, not before."""
    felt = betting()
    felt.bet("ann", "player", 100)
    felt.done(cm.TakeBreak(patron="ann"))
    felt.now += BREAK
    felt.deal(WIN_PLAYER)
    felt.done(cm.Settle())
    left = ev.SeatLeft(place=1, patron="ann", rack=100_100, reason="break-over")
    assert felt.done(cm.Tick()) == (left,)
    felt.check()


def test_a_holder_who_stays_away() -> None:
    """A player-dealer whose break is over loses the position, his cover goes back, he stands up."""
    felt = betting()
    felt.play(WIN_PLAYER)
    felt.done(cm.PostCover(patron="bank", amount=500))
    felt.done(cm.TakeBreak(patron="bank"))
    felt.now += BREAK
    assert names(felt.done(cm.Tick())) == ["CoverPosted", "PlayerDealerEnded", "SeatLeft"]
    assert felt.balances["wallet:bank"] == 10_000_000
    felt.check()


def test_places_at_a_table_of_the_house() -> None:
    """Where the house banks there are back lines and breaks as well, and no position to lose."""
    felt = Felt()
    felt.done(replace(opening(small(burn="none"), clock=None), back_line=1))
    felt.sit("ann", 7)
    felt.stand("xav", 7)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 500)
    felt.bet("xav", "banker", 700, 7, "back")
    settled = felt.play(WIN_PLAYER)
    assert [(line.patron, line.line) for line in settled.lines] == [
        ("xav", "back"),
        ("ann", "front"),
    ]
    felt.done(cm.TakeBreak(patron="ann"))
    felt.now += BREAK
    assert names(felt.done(cm.Tick())) == ["SeatLeft"]
    felt.check()


def test_deadlines_in_their_order() -> None:
    """Several deadlines that passed unseen take effect in the order in which they were set."""
    felt = betting(clock=30_000, break_ms=20_000)
    felt.done(cm.TakeBreak(patron="xav"))
    felt.now += 19_000
    felt.done(cm.TakeBreak(patron="yva"))
    felt.now += 100_000
    gone, closed, gone_too = felt.done(cm.Tick())
    assert isinstance(gone, ev.SeatLeft)
    assert isinstance(closed, ev.BettingClosed)
    assert isinstance(gone_too, ev.SeatLeft)
    assert (gone.patron, gone_too.patron) == ("xav", "yva")
    felt.check()


def test_chips_come_and_go() -> None:
    """Who sits or stands buys in and cashes out whole chips, and stays; no more than he has."""
    felt = betting()
    for patron in ("ann", "xav"):
        felt.done(cm.BuyIn(patron=patron, amount=5_000))
        out = felt.done(cm.CashOut(patron=patron, amount=104_000))
        assert out == (ev.CashedOut(patron=patron, amount=104_000),)
        assert felt.state.racks[patron] == 1_000
        too_much = cm.CashOut(patron=patron, amount=1_001)
        assert felt.refused(too_much) is Code.NOT_ENOUGH_CHIPS
        for amount in (0, -1, 10**12 + 1):
            out_of_range = cm.CashOut(patron=patron, amount=amount)
            assert felt.refused(out_of_range) is Code.NOT_A_MULTIPLE_OF_THE_UNIT
    assert felt.refused(cm.CashOut(patron="nobody", amount=1)) is Code.NOT_SEATED
    felt.check()


def test_what_lies_on_the_felt_is_not_cashed_out() -> None:
    """Wagers and cover are off the rack: only the rest leaves."""
    felt = betting()
    felt.bet("ann", "player", 400)
    assert felt.refused(cm.CashOut(patron="ann", amount=99_601)) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.CashOut(patron="ann", amount=99_600))
    assert felt.refused(cm.CashOut(patron="bank", amount=90_001)) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.CashOut(patron="bank", amount=90_000))
    felt.play(WIN_PLAYER)
    assert felt.state.racks["bank"] == 9_600
    felt.check()


def test_the_table_closes_on_everybody() -> None:
    """When the table closes everybody stands up, seated or not, on a break or not."""
    felt = betting()
    felt.done(cm.TakeBreak(patron="xav"))
    felt.play(WIN_PLAYER)
    felt.done(cm.CloseTable())
    assert not felt.state.places
    assert not felt.state.behind
    assert not felt.state.breaks
    assert {felt.balances[f"wallet:{who}"] for who in ("ann", "xav", "yva", "bank")} == {10**7}
    felt.check()


def test_a_table_with_something_open_does_not_close() -> None:
    """Proposals and disputes are settled before a table closes."""
    felt = betting()
    felt.play(WIN_PLAYER)
    felt.done(cm.HoldAmount(by="flo", patron="ann", amount=100, reason="late bet"))
    assert felt.refused(cm.CloseTable()) is Code.NOT_IN_THIS_STATE
    felt.done(cm.ReleaseAmount(by="flo", number=1))
    felt.done(cm.CloseTable())
    felt.check()


def test_suspending_lets_the_round_in_play_finish() -> None:
    """A suspended table takes no new chips on the felt, gives them back, and settles the round."""
    felt = betting()
    felt.bet("ann", "player", 100)
    felt.bet("xav", "banker", 100, 1, "back")
    felt.done(cm.SuspendTable(by="flo", reason="a fight"))
    more = felt.wager("ann", "player", 200)
    assert felt.refused(more) is Code.TABLE_SUSPENDED
    felt.bet("xav", "banker", 0, 1, "back")
    felt.play(WIN_PLAYER)
    assert felt.refused(cm.OpenBetting()) is Code.TABLE_SUSPENDED
    assert felt.refused(cm.SuspendTable(by="flo", reason="again")) is Code.TABLE_SUSPENDED
    felt.done(cm.ResumeTable(by="flo"))
    assert felt.refused(cm.ResumeTable(by="flo")) is Code.NOT_SUSPENDED
    felt.done(cm.OpenBetting())
    felt.check()


def test_who_sees_results_alone_takes_no_wagers() -> None:
    """A table that keeps results alone needs no cover, and nobody bets there."""
    felt = Felt()
    felt.done(card_room(cards="results"))
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(lot="L1", receipt="R1"))
    felt.done(cm.CutShoe(depth=200))
    felt.done(cm.OpenBetting())
    assert felt.refused(felt.wager("ann", "player", 100)) is Code.BETTING_NOT_OPEN
    felt.done(cm.CloseBetting())
    felt.done(cm.EnterResult(winner="tie"))
    assert felt.done(cm.Settle()) == (ev.RoundSettled(round=1, lines=()),)
    felt.check()
