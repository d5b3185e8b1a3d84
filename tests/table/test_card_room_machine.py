"""A card-room table and whatever people do there, legal or not: its invariants after each step."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from puntobanco.rules.schedule import load_schedule
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.evolve import replay
from puntobanco.table.state import Round
from tests.table.playing import BEGIN, WALLET, Felt, card_room, played_with, shuffled

PATRONS = ("ann", "bob", "cyd", "dee", "tpp")
BETS = ("player", "banker", "tie", "dragon-7", "panda-8", "nobody")
AMOUNTS = (-5, 0, 1, 5, 50, 60, 100, 700, 1_000, 5_000, 5_005)
CHIPS = (0, 3, 50, 500, 1_500, 20_000, 20_000_000)
COVERS = (0, 5, 100, 500, 2_000, 10_000, 10_005, 1_000_000)
FEES = """
schedule = 1
id = "fees"
name = "Fees"
source = "tests"
{lines}
"""
SCHEDULES = (
    None,
    'row = [{ player_fee = "0.05", player_dealer_fee = "0.20" }]',
    'payer = "player"\nbasis = "per-wager"\nrow = [{ player_fee = "0.05" }]',
    'payer = "player"\nbasis = "per-time"\nminutes = 5\nrow = [{ player_fee = "0.35" }]',
)
MINUTE = 60_000


class CardRoom(RuleBasedStateMachine):
    """A table of three decks, five patrons, a dealer and a floor."""

    @initialize(
        policy=st.sampled_from(("running", "gross", "collect-then-pay")),
        win_cap=st.sampled_from(("continue", "halt")),
        second_place=st.sampled_from(("false", "true")),
        rotation=st.sampled_from(("bureau-two-hands", "notice-2016", "reg-2026")),
        fee=st.sampled_from(SCHEDULES),
        seats=st.sampled_from((7, 13)),
    )
    def opens(
        self,
        policy: str,
        win_cap: str,
        second_place: str,
        rotation: str,
        fee: str | None,
        seats: int,
    ) -> None:
        """The room chooses its terms, and opens."""
        sheet = played_with(policy=policy, win_cap=win_cap, second_place=second_place, cut_card=100)
        self.opening = card_room(
            sheet,
            rotation=rotation,
            schedule=load_schedule(FEES.format(lines=fee), "fees.toml") if fee else None,
            mains=(50, 5_000),
            limits=tuple(
                ev.Limit(bet.id, *((50, 5_000) if bet.is_main else (5, 1_000)))
                for bet in sheet.bets
            ),
            unit=5,
            seats=seats,
            decks=3,
            clock=15_000,
            offer_ms=20_000,
            cover_max=10_000,
            aggregate=20_000,
            differential=4_000,
            break_ms=MINUTE,
        )
        self.felt = Felt()
        self.felt.done(self.opening)
        for patron in PATRONS:
            self.felt.fund(patron)
        self.cards = shuffled(Random(0), 3)
        self.felt.done(cm.StartShoe(commitment="c"))
        for place, patron in enumerate(PATRONS[:3], 1):
            self.come(patron, place, 20_000, "front")

    @property
    def played(self) -> Round | None:
        """The round in play."""
        return self.felt.state.round

    @rule(
        patron=st.sampled_from(PATRONS),
        place=st.sampled_from((0, 1, 2, 3, 5, 8, 9, 14, 15)),
        buy_in=st.sampled_from(CHIPS),
        line=st.sampled_from(("front", "front", "back")),
    )
    def come(self, patron: str, place: int, buy_in: int, line: str) -> None:
        """Somebody sits down or stands behind a place; what the wallet lacks is the desk's."""
        if buy_in > self.felt.balances[f"wallet:{patron}"]:
            return
        kind = "third-party" if patron in {"dee", "tpp"} else "patron"
        if line == "back":
            self.felt.do(cm.StandBehind(patron=patron, place=place, buy_in=buy_in, kind=kind))
            return
        self.felt.do(cm.TakeSeat(patron=patron, place=place, buy_in=buy_in, kind=kind))

    @rule(patron=st.sampled_from(PATRONS), place=st.sampled_from((None, None, 1, 2, 3)))
    def leave(self, patron: str, place: int | None) -> None:
        """Somebody leaves a place, or all his places."""
        self.felt.do(cm.LeaveSeat(patron=patron, place=place))

    @rule(patron=st.sampled_from(PATRONS), amount=st.sampled_from(CHIPS), out=st.booleans())
    def chips(self, patron: str, amount: int, out: bool) -> None:
        """Somebody buys in or cashes out."""
        if out:
            self.felt.do(cm.CashOut(patron=patron, amount=amount))
        elif amount <= self.felt.balances[f"wallet:{patron}"]:
            self.felt.do(cm.BuyIn(patron=patron, amount=amount))

    @rule(patron=st.sampled_from(PATRONS), away=st.booleans())
    def rest(self, patron: str, away: bool) -> None:
        """Somebody takes a break, or comes back."""
        if away:
            self.felt.do(cm.TakeBreak(patron=patron))
        else:
            self.felt.do(cm.ComeBack(patron=patron))

    @rule(
        patron=st.sampled_from(PATRONS),
        cover=st.sampled_from(COVERS),
        what=st.sampled_from(("accept", "accept", "decline", "post", "give-up")),
        asked=st.booleans(),
    )
    def answer(self, patron: str, cover: int, what: str, asked: bool) -> None:
        """Somebody says something about the position, mostly who is asked or holds it."""
        position = self.felt.state.dealership
        if asked and position.offer and what in {"accept", "decline"}:
            patron = position.offer.patron
        if asked and position.turn and what in {"post", "give-up"}:
            patron = position.turn.patron
        said: dict[str, cm.AnyCommand] = {
            "accept": cm.AcceptPlayerDealer(patron=patron, cover=cover),
            "decline": cm.DeclinePlayerDealer(patron=patron),
            "post": cm.PostCover(patron=patron, amount=cover),
            "give-up": cm.GiveUpPlayerDealer(patron=patron),
        }
        self.felt.do(said[what])

    @rule(
        patron=st.sampled_from(PATRONS),
        bet=st.sampled_from(BETS),
        amount=st.sampled_from(AMOUNTS),
        spot=st.sampled_from(((1, "front"), (1, "back"), (2, "front"), (9, "sideways"))),
        mine=st.booleans(),
    )
    def wager(self, patron: str, bet: str, amount: int, spot: tuple[int, str], mine: bool) -> None:
        """Somebody bets, mostly where he is."""
        positions = self.felt.state.positions_of(patron)
        place, line = positions[-1] if mine and positions else spot
        self.felt.do(self.felt.wager(patron, bet, amount, place=place, line=line))

    @rule(
        command=st.sampled_from(
            (
                cm.OfferPlayerDealer(),
                cm.OfferPlayerDealer(),
                cm.PassOffer(),
                cm.OpenBetting(),
                cm.OpenBetting(),
                cm.OpenBetting(),
                cm.OpenFreeHand(),
                cm.CloseBetting(),
                cm.PauseBetting(),
                cm.ResumeBetting(),
                cm.Settle(),
                cm.EndShoe(),
                cm.StartShoe(commitment="c"),
                cm.SuspendTable(by="flo", reason="x"),
                cm.ResumeTable(by="flo"),
            )
        )
    )
    def direct(self, command: cm.AnyCommand) -> None:
        """The dealer or the floor does something, in time or not."""
        self.felt.do(command)

    @rule()
    def box(self) -> None:
        """Another drop box comes to the table."""
        self.felt.do(cm.ChangeBox(box=f"box-{len(self.felt.log)}"))

    @rule(milliseconds=st.sampled_from((0, 1, 14_999, 20_000, MINUTE, 40 * MINUTE)))
    def wait(self, milliseconds: int) -> None:
        """Time passes, and a timer fires."""
        self.felt.now += milliseconds
        self.felt.do(cm.Tick())

    @rule(matter=st.sampled_from((ev.VoidRound(), ev.VoidRound(refund_fees=True))))
    def void(self, matter: ev.VoidRound) -> None:
        """A round is called off by two people."""
        if self.felt.do(cm.Propose(by="dealer", reason="x", matter=matter)).refusal is None:
            number = self.felt.state.proposal_number
            assert self.felt.do(cm.Approve(by="dealer", number=number)).refusal
            self.felt.done(cm.Approve(by="flo", number=number))

    @rule(patron=st.sampled_from(PATRONS), amount=st.sampled_from((1, 50, 400)))
    def dispute(self, patron: str, amount: int) -> None:
        """Chips come under dispute; some time later they go back."""
        if len(self.felt.state.held) < 3:
            self.felt.do(cm.HoldAmount(by="flo", patron=patron, amount=amount, reason="x"))
        else:
            number = min(self.felt.state.held)
            self.felt.done(cm.ReleaseAmount(by="flo", number=number))

    @precondition(lambda self: self.played)
    @rule()
    def finish(self) -> None:
        """The round in play is dealt and settled; who covers never ends beyond his cover."""
        self.felt.do(cm.CloseBetting())
        while (shoe := self.felt.state.shoe) and self.played and self.played.phase == "dealing":
            card = self.cards[shoe.next_position]
            self.felt.done(cm.DealCard(position=shoe.next_position, card=card.code))
        (settled,) = self.felt.done(cm.Settle())
        assert isinstance(settled, ev.RoundSettled)
        bank = settled.player_dealer
        if bank:
            assert abs(bank.net) <= bank.cover
            assert bank.net + sum(line.paid - line.collected for line in settled.lines) == 0

    @rule(cover=st.sampled_from(COVERS), wagers=st.booleans())
    def ready(self, cover: int, wagers: bool) -> None:
        """Everybody does his part, and betting is open: where it can be, with wagers."""
        felt = self.felt
        for command in (
            cm.ResumeTable(by="flo"),
            cm.EndShoe(),
            cm.StartShoe(commitment="c"),
            cm.OfferPlayerDealer(),
        ):
            felt.do(command)
        for _ in PATRONS:
            if offer := felt.state.dealership.offer:
                felt.do(cm.AcceptPlayerDealer(patron=offer.patron, cover=cover))
                felt.do(cm.AcceptPlayerDealer(patron=offer.patron, cover=1_000))
                felt.do(cm.DeclinePlayerDealer(patron=offer.patron))
        felt.do(cm.OpenBetting())
        for patron in PATRONS if wagers else ():
            for place, line in felt.state.positions_of(patron):
                for bet, amount in (("player", 100), ("banker", 60), ("tie", 5), ("dragon-7", 50)):
                    felt.do(felt.wager(patron, bet, amount, place=place, line=line))

    @rule(sure=st.sampled_from(range(6)))
    def close(self, sure: int) -> None:
        """The table closes on everybody, and opens again."""
        if sure == 5 and self.felt.do(cm.CloseTable()).refusal is None:
            assert not self.felt.held()
            self.felt.done(msgspec.structs.replace(self.opening, box=f"b{len(self.felt.log)}"))
            self.felt.done(cm.StartShoe(commitment="c"))

    @invariant()
    def everything_is_somewhere(self) -> None:
        """Ledger, state and books hold the same; the chips of five wallets are all there."""
        self.felt.check()
        money = {account: held for account, held in self.felt.balances.items() if held}
        assert sum(held for account, held in money.items() if account != "world") == 5 * WALLET

    @invariant()
    def the_house_is_no_party(self) -> None:
        """At a player-dealer's table no chip comes from the house or goes there."""
        assert self.felt.balances.get("house", 0) == 0

    @invariant()
    def nobody_bets_against_himself(self) -> None:
        """No wager of the player-dealer lies on the felt, nor one at his place."""
        if self.played and self.played.cover:
            for wager in self.played.wagers.values():
                assert wager.patron != self.played.cover.patron
                assert wager.seat != self.played.cover.place

    def teardown(self) -> None:
        """Replay is live; every wager was settled or returned once, within its round."""
        assert replay(self.felt.log) == self.felt.state
        over: set[tuple[int, str]] = set()
        for event in self.felt.log:
            if isinstance(event, ev.RoundSettled):
                gone = [line.wager for line in event.lines]
            elif isinstance(event, ev.RoundVoided | ev.WagersReturned):
                gone = [back.wager for back in event.wagers]
            else:
                continue
            ended = {(event.round, wager) for wager in gone}
            assert len(ended) == len(gone)
            assert not ended & over
            over |= ended


TestCardRoom = CardRoom.TestCase
TestCardRoom.__doc__ = "Whatever is done at a card-room table, its books, money and replay agree."
TestCardRoom.settings = settings(max_examples=200, stateful_step_count=60, deadline=None)

STEPS: tuple[cm.AnyCommand, ...] = (
    cm.OfferPlayerDealer(),
    cm.AcceptPlayerDealer(patron="ann", cover=500),
    cm.DeclinePlayerDealer(patron="ann"),
    cm.AcceptPlayerDealer(patron="bob", cover=700),
    cm.OpenBetting(),
    cm.SetWager(patron="bob", place=3, bet="player", amount=10, round=1),
    cm.SetWager(patron="ann", place=1, bet="banker", amount=20, round=1),
    cm.SetWager(patron="bob", place=3, bet="tie", amount=10, round=2),
    cm.PauseBetting(),
    cm.ResumeBetting(),
    cm.CloseBetting(),
    cm.Settle(),
    cm.LeaveSeat(patron="ann"),
    cm.BuyIn(patron="bob", amount=5),
)


def timeless(felt: Felt) -> list[object]:
    """A log without the times in it."""
    plain = [msgspec.to_builtins(event) for event in felt.log]
    return [{k: v for k, v in event.items() if k not in {"at", "until"}} for event in plain]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 10**9)), max_size=40),
    st.lists(st.integers(0, 10**9), min_size=40, max_size=40),
)
def test_time_matters_through_deadlines_alone(
    steps: list[tuple[cm.AnyCommand, int]], waits: list[int]
) -> None:
    """Without a deadline the same commands at other times, with ticks between, do the same."""
    felts = []
    for paces, ticks in (([wait for _, wait in steps], False), (waits, True)):
        felt = Felt.of(card_room(), ann=1, bob=3)
        cards = shuffled(Random(1), 8)
        for (command, _), wait in zip(steps, paces, strict=False):
            felt.now += wait
            if ticks:
                assert felt.done(cm.Tick()) == ()
            felt.do(command)
            while (shoe := felt.state.shoe) and felt.state.round:
                if felt.state.round.phase != "dealing":
                    break
                card = cards[shoe.next_position]
                felt.done(cm.DealCard(position=shoe.next_position, card=card.code))
        assert felt.now >= BEGIN
        felts.append(felt)
    assert timeless(felts[0]) == timeless(felts[1])
