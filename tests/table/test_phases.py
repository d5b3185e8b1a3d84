"""Every command in every phase: what is done, and which refusal is answered."""

from collections.abc import Callable

import msgspec
import pytest

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.evolve import replay
from puntobanco.table.refusals import Code
from tests.table.playing import BANKER_SEVEN, TIE, WIN_PLAYER, Felt, opening, small


def closed() -> Felt:
    """A table that was never opened."""
    felt = Felt()
    felt.fund("ann")
    return felt


def empty() -> Felt:
    """An open table without a shoe."""
    felt = Felt.opened()
    felt.sit("ann", 1)
    return felt


def cut() -> Felt:
    """A shoe is on the table, and not burned yet."""
    felt = empty()
    felt.done(cm.StartShoe(commitment="c"))
    return felt


def ready() -> Felt:
    """A round may begin."""
    felt = cut()
    felt.done(cm.Burn(card="5S"))
    return felt


def betting() -> Felt:
    """Wagers are taken."""
    felt = ready()
    felt.done(cm.OpenBetting())
    return felt


def paused() -> Felt:
    """The betting clock stands still."""
    felt = betting()
    felt.done(cm.PauseBetting())
    return felt


def dealing() -> Felt:
    """No more bets; the first card comes next."""
    felt = betting()
    felt.done(cm.CloseBetting())
    return felt


def decided() -> Felt:
    """Both hands are complete."""
    felt = dealing()
    felt.deal(WIN_PLAYER)
    return felt


def over() -> Felt:
    """The shoe may begin no further round: its end came with the cut card at once."""
    felt = Felt.opened(small(cut_card=50, burn="none", last="current"))
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    felt.play(TIE)
    return felt


BETS = tuple(bet.id for bet in small().bets)
PHASES: dict[str, Callable[[], Felt]] = {
    made.__name__: made
    for made in (closed, empty, cut, ready, betting, paused, dealing, decided, over)
}
COMMANDS: dict[str, Callable[[Felt], cm.AnyCommand]] = {
    "open": lambda _: opening(small()),
    "close": lambda _: cm.CloseTable(),
    "sit": lambda _: cm.TakeSeat(patron="bea", place=2, buy_in=1_000),
    "leave": lambda _: cm.LeaveSeat(patron="ann"),
    "buy": lambda _: cm.BuyIn(patron="ann", amount=500),
    "shoe": lambda _: cm.StartShoe(commitment="d"),
    "burn": lambda _: cm.Burn(card="KH"),
    "bets": lambda _: cm.OpenBetting(),
    "pause": lambda _: cm.PauseBetting(),
    "resume": lambda _: cm.ResumeBetting(),
    "wager": lambda felt: felt.wager("ann", "player", 500, place=1),
    "no-more": lambda _: cm.CloseBetting(),
    "deal": lambda felt: cm.DealCard(
        position=felt.state.shoe.out if felt.state.shoe else 0, card="7S"
    ),
    "settle": lambda _: cm.Settle(),
    "end": lambda _: cm.EndShoe(),
    "tick": lambda _: cm.Tick(),
    "suspend": lambda _: cm.SuspendTable(by="flo", reason="a fight"),
    "resume-table": lambda _: cm.ResumeTable(by="flo"),
    "message": lambda _: cm.SetMessage(by="flo", text="Good luck"),
    "box": lambda _: cm.ChangeBox(box="2"),
    "stand": lambda _: cm.StandBehind(patron="bea", place=1, buy_in=1_000),
    "cash": lambda _: cm.CashOut(patron="ann", amount=500),
    "break": lambda _: cm.TakeBreak(patron="ann"),
    "back": lambda _: cm.ComeBack(patron="ann"),
    "offer": lambda _: cm.OfferPlayerDealer(),
    "accept": lambda _: cm.AcceptPlayerDealer(patron="ann", cover=1_000),
    "decline": lambda _: cm.DeclinePlayerDealer(patron="ann"),
    "pass": lambda _: cm.PassOffer(),
    "give-up": lambda _: cm.GiveUpPlayerDealer(patron="ann"),
    "cover": lambda _: cm.PostCover(patron="ann", amount=1_000),
    "step": lambda _: cm.StepShoe(by="dee", step="washed"),
    "offer-cut": lambda _: cm.OfferCut(place=1),
    "cut": lambda _: cm.CutShoe(depth=20),
    "forsake": lambda _: cm.ForsakeShoes(shoe=1),
    "count": lambda _: cm.CountShoe(by="dee", rest=5),
    "clear": lambda _: cm.ClearShoe(by="flo"),
    "free": lambda _: cm.OpenFreeHand(),
    "result": lambda _: cm.EnterResult(winner="tie"),
    "hand": lambda _: cm.EnterHand(by="dee", hand=1, winner="tie"),
    "undo": lambda _: cm.UndoHand(by="dee", hand=1),
    "change": lambda _: cm.ChangeHand(by="dee", hand=1, hands=1, winner="tie"),
    "insert": lambda _: cm.InsertHand(by="dee", hand=1, hands=1, winner="tie"),
    "delete": lambda _: cm.DeleteHand(by="dee", hand=1, hands=1),
    "new-shoe": lambda _: cm.NewShoe(by="dee", shoe=2),
    "take-back": lambda _: cm.TakeShoeBack(by="dee"),
    "cut-card": lambda _: cm.MarkCutCard(by="dee"),
    "limit": lambda _: cm.LimitHands(by="dee", hands=60),
    "propose": lambda _: cm.Propose(by="dee", reason="fire", matter=ev.VoidRound()),
    "approve": lambda _: cm.Approve(by="flo", number=1),
    "reject": lambda _: cm.Reject(by="flo", number=1),
    "hold": lambda _: cm.HoldAmount(by="flo", patron="ann", amount=500, reason="late"),
    "release": lambda _: cm.ReleaseAmount(by="flo", number=1),
    "claim": lambda _: cm.PayClaim(by="flo", number=1, amount=500),
    "drop-claim": lambda _: cm.DropClaim(by="flo", number=1, reason="old"),
}
# "+" is done; letters are the refusal, by the list below.
CHART = """
          closed empty cut ready betting paused dealing decided over
open      +      TO    TO  TO    TO      TO     TO      TO      TO
close     TC     +     +   +     RP      RP     RP      RP      +
sit       TC     +     +   +     +       +      +       +       +
leave     TC     +     +   +     +       +      +       +       +
buy       TC     +     +   +     +       +      +       +       +
shoe      TC     +     SP  SP    SP      SP     SP      SP      SP
burn      TC     NS    +   NC    NC      NC     NC      NC      NC
bets      TC     NS    NR  +     RP      RP     RP      RP      SO
pause     TC     BN    BN  BN    +       BN     BN      BN      BN
resume    TC     BN    BN  BN    BN      +      BN      BN      BN
wager     TC     BN    BN  BN    +       BN     BC      BC      BN
no-more   TC     BN    BN  BN    +       +      BN      BN      BN
deal      TC     NC    NC  NC    NC      NC     +       NC      NC
settle    TC     NO    NO  NO    NO      NO     NO      +       NO
end       TC     NS    SN  SN    RP      RP     RP      RP      +
tick      +      +     +   +     +       +      +       +       +
forsake      +   +     +   +     +       +      +       +       +
suspend      TC  +     +   +     +       +      +       +       +
resume-table TC  NU    NU  NU    NU      NU     NU      NU      NU
message      TC  +     +   +     +       +      +       +       +
box          TC  +     +   +     RP      RP     RP      RP      +
stand        TC  BL    BL  BL    BL      BL     BL      BL      BL
cash         TC  +     +   +     +       +      +       +       +
break        TC  +     +   +     +       +      +       +       +
back         TC  +     +   +     +       +      +       +       +
offer        TC  HB    HB  HB    HB      HB     HB      HB      HB
accept       TC  HB    HB  HB    HB      HB     HB      HB      HB
decline      TC  HB    HB  HB    HB      HB     HB      HB      HB
pass         TC  HB    HB  HB    HB      HB     HB      HB      HB
give-up      TC  HB    HB  HB    HB      HB     HB      HB      HB
cover        TC  HB    HB  HB    HB      HB     HB      HB      HB
step         TC  NS    OK  OK    OK      OK     OK      OK      OK
offer-cut    TC  NS    OK  OK    OK      OK     OK      OK      OK
cut          TC  NS    OK  OK    OK      OK     OK      OK      OK
count        TC  NS    SP  SP    SP      SP     SP      SP      SP
clear        TC  NI    NI  NI    NI      NI     NI      NI      NI
free         TC  NS    NR  +     RP      RP     RP      RP      SO
result       TC  OK    OK  OK    OK      OK     OK      OK      OK
hand         TC  OK    OK  OK    OK      OK     OK      OK      OK
undo         TC  OK    OK  OK    OK      OK     OK      OK      OK
change       TC  OK    OK  OK    OK      OK     OK      OK      OK
insert       TC  OK    OK  OK    OK      OK     OK      OK      OK
delete       TC  OK    OK  OK    OK      OK     OK      OK      OK
new-shoe     TC  OK    OK  OK    OK      OK     OK      OK      OK
take-back    TC  OK    OK  OK    OK      OK     OK      OK      OK
cut-card     TC  OK    OK  OK    OK      OK     OK      OK      OK
limit        TC  OK    OK  OK    OK      OK     OK      OK      OK
propose      TC  NI    NI  NI    +       +      +       +       NI
approve      TC  NP    NP  NP    NP      NP     NP      NP      NP
reject       TC  NP    NP  NP    NP      NP     NP      NP      NP
hold         TC  +     +   +     +       +      +       +       +
release      TC  ND    ND  ND    ND      ND     ND      ND      ND
claim        TC  CL    CL  CL    CL      CL     CL      CL      CL
drop-claim   TC  CL    CL  CL    CL      CL     CL      CL      CL
"""
MEANS = {
    "TO": Code.TABLE_OPEN,
    "TC": Code.TABLE_CLOSED,
    "RP": Code.ROUND_IN_PLAY,
    "SP": Code.SHOE_IN_PLAY,
    "NS": Code.NO_SHOE,
    "NR": Code.SHOE_NOT_READY,
    "SO": Code.SHOE_OVER,
    "SN": Code.SHOE_NOT_OVER,
    "NC": Code.NOT_THE_NEXT_CARD,
    "BN": Code.BETTING_NOT_OPEN,
    "BC": Code.BETTING_CLOSED,
    "NO": Code.NOTHING_TO_SETTLE,
    "NU": Code.NOT_SUSPENDED,
    "BL": Code.BACK_LINE_NOT_ALLOWED,
    "HB": Code.HOUSE_BANKED,
    "OK": Code.OTHER_KIND_OF_SHOE,
    "NI": Code.NOT_IN_THIS_STATE,
    "NP": Code.NO_SUCH_PROPOSAL,
    "ND": Code.NO_SUCH_DISPUTE,
    "CL": Code.NO_SUCH_CLAIM,
}


def chart() -> list[tuple[str, str, str]]:
    """The cells of the chart: command, phase, outcome."""
    head, *rows = (line.split() for line in CHART.strip().splitlines())
    assert head == list(PHASES)
    return [
        (row[0], phase, cell) for row in rows for phase, cell in zip(head, row[1:], strict=True)
    ]


def test_the_chart_has_every_command() -> None:
    """No command is left out of the chart."""
    assert {command for command, _, _ in chart()} == set(COMMANDS)
    assert {type(make(empty())) for make in COMMANDS.values()} == set(cm.AnyCommand.__args__)


@pytest.mark.parametrize("command,phase,cell", chart())
def test_a_command_in_a_phase(command: str, phase: str, cell: str) -> None:
    """A command is done, or refused with its code and without any event; the books agree."""
    felt = PHASES[phase]()
    felt.fund("bea")
    before = felt.state, len(felt.log)
    decision = felt.do(COMMANDS[command](felt))
    if cell == "+":
        assert decision.refusal is None
    else:
        assert decision.refusal
        assert decision.refusal.code is MEANS[cell]
        assert (felt.state, len(felt.log)) == before
    felt.check()
    assert replay(felt.log) == felt.state


@pytest.mark.parametrize("cards", [WIN_PLAYER, TIE, BANKER_SEVEN])
def test_a_round_from_end_to_end(cards: tuple[object, ...]) -> None:
    """A round has its events in their order, and its cards go to the hands by the tableau."""
    felt = Felt.betting("ann", "bea", clock=None)
    felt.bet("ann", "player", 1_000)
    felt.bet("bea", "banker", 700)
    felt.deal(cards)  # type: ignore[arg-type]
    felt.done(cm.Settle())
    names = [type(event).__name__ for event in felt.log]
    opened = names.index("BettingOpened")
    assert names[opened:] == [
        "BettingOpened",
        *["WagersSet"] * 2,
        "BettingClosed",
        *["CardDealt"] * len(cards),
        "CoupEnded",
        "RoundSettled",
    ]
    assert felt.state.round is None
    assert felt.state.last_wagers == {"ann": (("player", 1_000),), "bea": (("banker", 700),)}
    felt.check()


@pytest.mark.parametrize(
    "change",
    [
        {"sheet": "{}"},
        {"decks": 0},
        {"decks": 9},
        {"seats": 0},
        {"seats": 14},
        {"unit": 0},
        {"unit": -1},
        {"unit": 501},
        {"limits": ()},
        {"limits": (ev.Limit("nobody", 100, 200),)},
        {"clock": 0},
        {"clock": -1},
        {"table": ""},
        {"table": "a:b"},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_opened(change: dict[str, object]) -> None:
    """What does not fit together opens no table, and leaves no event."""
    felt = Felt()
    assert felt.refused(msgspec.structs.replace(opening(small()), **change)) is Code.MALFORMED
    assert felt.log == []


@pytest.mark.parametrize(
    "change",
    [
        {"decks": 8},
        {"seats": 1},
        {"seats": 13},
        {"unit": 1},
        {"unit": 500, "limits": tuple(ev.Limit(bet, 500, 500) for bet in BETS)},
        {"clock": 1},
        {"clock": None},
        {"limits": tuple(ev.Limit(bet, 10**12, 10**12) for bet in BETS)},
    ],
    ids=range(8),
)
def test_a_table_at_the_edge(change: dict[str, object]) -> None:
    """The least and the most of everything is allowed."""
    (opened,) = Felt().done(msgspec.structs.replace(opening(small()), **change))
    assert isinstance(opened, ev.TableOpened)
    for name, value in change.items():
        assert getattr(opened, name) == value


@pytest.mark.parametrize("unit,amount", [(1, 1), (100, 100), (100, 10**12)])
def test_a_buy_in_at_the_edge(unit: int, amount: int) -> None:
    """One unit buys in, and so does the largest amount that there is."""
    felt = Felt()
    felt.done(msgspec.structs.replace(opening(small()), unit=unit))
    felt.balances = {"world": -2 * amount, "wallet:ann": 2 * amount}
    felt.done(cm.TakeSeat(patron="ann", place=7, buy_in=amount))
    felt.done(cm.BuyIn(patron="ann", amount=amount))
    assert felt.state.racks == {"ann": 2 * amount}
    felt.check()


@pytest.mark.parametrize(
    "limits",
    [(500, 400), (0, 500), (50, 500), (550, 5_000), (500, 10**12 + 1), (-100, 500)],
    ids=str,
)
def test_limits_that_cannot_be(limits: tuple[int, int]) -> None:
    """A limit is at least the unit, of whole units, in order, and within what money may be."""
    command = opening(small())
    wrong = (ev.Limit("player", *limits), *command.limits[1:])
    assert Felt().refused(msgspec.structs.replace(command, limits=wrong)) is Code.MALFORMED


@pytest.mark.parametrize(
    "place,buy_in,code",
    [
        (0, 1_000, Code.NO_SUCH_PLACE),
        (8, 1_000, Code.NO_SUCH_PLACE),
        (-1, 1_000, Code.NO_SUCH_PLACE),
        (1, 1_000, Code.PLACE_TAKEN),
        (2, 0, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (2, -100, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (2, 150, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        (2, 10**12 + 100, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
    ],
)
def test_a_seat_that_cannot_be_taken(place: int, buy_in: int, code: Code) -> None:
    """A seat exists and is free, and the buy-in is made of whole chips; nothing is half done."""
    felt = empty()
    felt.fund("bea")
    assert felt.refused(cm.TakeSeat(patron="bea", place=place, buy_in=buy_in)) is code
    assert felt.state.place_of("bea") is None


def test_one_place_a_patron() -> None:
    """Who is seated takes no second seat, and who is not has no rack to fill and none to take."""
    felt = empty()
    assert felt.refused(cm.TakeSeat(patron="ann", place=2, buy_in=500)) is Code.ALREADY_SEATED
    assert felt.refused(cm.BuyIn(patron="bea", amount=500)) is Code.NOT_SEATED
    assert felt.refused(cm.LeaveSeat(patron="bea")) is Code.NOT_SEATED
    assert felt.refused(cm.BuyIn(patron="ann", amount=1)) is Code.NOT_A_MULTIPLE_OF_THE_UNIT


@pytest.mark.parametrize("phase", ["betting", "paused", "dealing", "decided"])
def test_nobody_leaves_with_wagers_on_the_felt(phase: str) -> None:
    """Between the first wager and the settlement a patron stays; others come and go."""
    felt = betting()
    felt.sit("bea", 2)
    felt.bet("ann", "player", 500)
    if phase == "paused":
        felt.done(cm.PauseBetting())
    if phase in {"dealing", "decided"}:
        felt.done(cm.CloseBetting())
    if phase == "decided":
        felt.deal(WIN_PLAYER)
    assert felt.refused(cm.LeaveSeat(patron="ann")) is Code.WAGERS_ON_FELT
    felt.done(cm.LeaveSeat(patron="bea"))
    felt.sit("cid", 2)
    felt.check()


def test_a_buy_in_while_cards_fall_leaves_the_round_alone() -> None:
    """New chips do not touch wagers that lie."""
    felt = betting()
    felt.bet("ann", "player", 500)
    felt.done(cm.CloseBetting())
    wagers = felt.state.round and felt.state.round.wagers
    felt.done(cm.BuyIn(patron="ann", amount=500))
    assert felt.state.round
    assert felt.state.round.wagers == wagers
    felt.play(WIN_PLAYER)
    felt.check()


def test_sitting_down_while_cards_fall_bets_nothing() -> None:
    """Who comes late bets in the next round, and is charged once."""
    felt = dealing()
    felt.sit("bea", 2)
    assert felt.refused(felt.wager("bea", "player", 500)) is Code.BETTING_CLOSED
    felt.play(WIN_PLAYER)
    felt.done(cm.OpenBetting())
    felt.bet("bea", "player", 500)
    assert felt.state.racks["bea"] == 100_000 - 500
    felt.check()


@pytest.mark.parametrize("position", [-1, 0, 2, 4, 5, 51])
def test_only_the_next_card_is_dealt(position: int) -> None:
    """A card from another position is refused, twice the same too."""
    felt = Felt.betting(clock=None)
    felt.deal(WIN_PLAYER[:3])
    card = cm.DealCard(position=position, card="2C")
    assert felt.refused(card) is Code.NOT_THE_NEXT_CARD


def test_a_closed_table_gives_everybody_what_is_his() -> None:
    """Closing the table ends its shoe and empties its racks into the wallets."""
    felt = ready()
    felt.sit("bea", 5)
    names = [type(event).__name__ for event in felt.done(cm.CloseTable())]
    assert names == ["SeatLeft", "SeatLeft", "ShoeEnded", "TableClosed"]
    assert felt.balances["wallet:ann"] == felt.balances["wallet:bea"] == 10_000_000
    assert felt.refused(felt.wager("ann", "player", 500)) is Code.TABLE_CLOSED
    felt.check()


def test_a_table_opens_again() -> None:
    """A table that was closed opens with other rules; rounds and shoes are counted on."""
    felt = ready()
    felt.done(cm.OpenBetting())
    felt.play(WIN_PLAYER)
    felt.done(cm.CloseTable())
    felt.done(opening(small(burn="none")))
    felt.done(cm.StartShoe(commitment="d"))
    (opened,) = felt.done(cm.OpenBetting())
    assert isinstance(opened, ev.BettingOpened)
    assert (opened.round, opened.hand, felt.state.shoe_number) == (2, 1, 2)
    felt.check()


@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_the_burn(rank: str) -> None:
    """The first card is turned; as many more are burned as it is worth, ten for pictures."""
    felt, unseen = cut(), min(10, "A23456789TJQK".index(rank) + 1)
    (burned,) = felt.done(cm.Burn(card=f"{rank}H"))
    assert burned == ev.CardsBurned(shoe=1, card=f"{rank}H", unseen=unseen)
    assert felt.state.shoe
    assert felt.state.shoe.out == 1 + unseen
