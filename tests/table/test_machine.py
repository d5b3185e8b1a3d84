"""Any commands in any order: the books agree after each, and a replay is the live state."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.betting import check_wager
from puntobanco.table.evolve import replay
from puntobanco.table.state import Round
from tests.table.playing import (
    CLOCK,
    MAINS,
    SIDES,
    UNIT,
    Felt,
    opening,
    shuffled,
    small,
)

PATRONS = ("ann", "bea", "cid")
BETS = ("player", "banker", "tie", "dragon-7", "panda-8", "nobody")
AMOUNTS = (0, 1, 100, 200, 250, 500, 700, 1_000, 5_000, 5_100, 50_000, 50_100)
CHIPS = (0, 50, 100, 700, 1_500, 100_000, 20_000_000)


class Table(RuleBasedStateMachine):
    """A table of one deck, three patrons, and whatever they and the dealer do."""

    def __init__(self) -> None:
        super().__init__()
        self.felt = Felt.opened(small(last="one-more-or-two"))
        for patron in PATRONS:
            self.felt.fund(patron)
        self.cards = shuffled(Random(0), 1)

    @property
    def played(self) -> Round | None:
        """The round in play."""
        return self.felt.state.round

    @rule(patron=st.sampled_from(PATRONS), place=st.integers(0, 8), buy_in=st.sampled_from(CHIPS))
    def sit(self, patron: str, place: int, buy_in: int) -> None:
        """Somebody sits down; what the wallet lacks is the desk's to refuse."""
        if buy_in <= self.felt.balances[f"wallet:{patron}"]:
            self.felt.do(cm.TakeSeat(patron=patron, place=place, buy_in=buy_in))

    @rule(patron=st.sampled_from(PATRONS), amount=st.sampled_from(CHIPS))
    def buy(self, patron: str, amount: int) -> None:
        """Somebody buys in."""
        if amount <= self.felt.balances[f"wallet:{patron}"]:
            self.felt.do(cm.BuyIn(patron=patron, amount=amount))

    @rule(patron=st.sampled_from(PATRONS))
    def leave(self, patron: str) -> None:
        """Somebody stands up."""
        self.felt.do(cm.LeaveSeat(patron=patron))

    @precondition(lambda self: self.felt.state.setup)
    @rule(
        patron=st.sampled_from(PATRONS),
        bet=st.sampled_from(BETS),
        amount=st.sampled_from(AMOUNTS),
        later=st.sampled_from((0, 0, 0, 1)),
    )
    def wager(self, patron: str, bet: str, amount: int, later: int) -> None:
        """Somebody bets; it is accepted exactly when a plain reading of the rules allows it."""
        self.felt.do(cm.Tick())
        command = self.felt.wager(patron, bet, amount)
        if later:
            command = self.felt.wager(patron, bet, amount, round=command.round + 1)
        legal = self.legal(command)
        assert (check_wager(self.felt.state, command) is None) == legal
        assert (self.felt.do(command).refusal is None) == legal

    def legal(self, wager: cm.SetWager) -> bool:
        """Whether a wager may be placed, in plain words."""
        books = self.felt.audit
        held = {on.bet: on.amount for on in books.felt.values() if on.patron == wager.patron}
        if books.phase != "betting" or wager.round != books.number:
            return False
        if books.places.get(wager.place) != wager.patron or wager.bet == "nobody":
            return False
        if wager.amount == 0:
            return True
        is_main = wager.bet in {"player", "banker"}
        main = held.get("player") or held.get("banker") or 0
        if is_main and {"player", "banker"} & set(held) - {wager.bet}:
            return False
        if wager.bet in {"dragon-7", "panda-8"} and not main:
            return False
        if wager.bet == "dragon-7" and wager.amount > main:
            return False
        least, most = MAINS if is_main else SIDES
        return (
            wager.amount % UNIT == 0
            and least <= wager.amount <= most
            and wager.amount - held.get(wager.bet, 0) <= books.racks[wager.patron]
        )

    @rule(milliseconds=st.sampled_from((0, 1, 999, CLOCK // 2, CLOCK - 1, CLOCK)))
    def wait(self, milliseconds: int) -> None:
        """Time passes."""
        self.felt.now += milliseconds

    @rule(
        command=st.sampled_from(
            (
                cm.OpenBetting(),
                cm.OpenBetting(),
                cm.CloseBetting(),
                cm.PauseBetting(),
                cm.PauseBetting(remaining=700),
                cm.ResumeBetting(),
                cm.Settle(),
                cm.EndShoe(),
                cm.Tick(),
            )
        )
    )
    def direct(self, command: cm.AnyCommand) -> None:
        """The dealer does something, in time or not."""
        self.felt.do(command)

    @rule(seed=st.integers(0, 3))
    def shoe(self, seed: int) -> None:
        """A new shoe comes, if the old one is over."""
        if self.felt.do(cm.StartShoe(commitment=f"{seed}")).refusal is None:
            self.cards = shuffled(Random(seed), 1)
            self.felt.done(cm.Burn(card=self.cards[0].code))

    @precondition(lambda self: self.felt.state.shoe)
    @rule(count=st.integers(1, 6), skip=st.sampled_from((0, 0, 0, 1)))
    def deal(self, count: int, skip: int) -> None:
        """Cards come, mostly the right ones."""
        for _ in range(count):
            assert self.felt.state.shoe
            position = min(self.felt.state.shoe.out + skip, 51)
            self.felt.do(cm.DealCard(position=position, card=self.cards[position].code))

    @precondition(lambda self: self.played and self.played.phase != "decided")
    @rule()
    def round(self) -> None:
        """A round is played to its end, so that shoes come to theirs."""
        self.felt.do(cm.CloseBetting())
        while self.played and self.played.phase == "dealing" and self.felt.state.shoe:
            out = self.felt.state.shoe.out
            self.felt.done(cm.DealCard(position=out, card=self.cards[out].code))
        self.felt.done(cm.Settle())
        self.felt.do(cm.OpenBetting())

    @rule()
    def close(self) -> None:
        """The table closes, and opens again."""
        if self.felt.do(cm.CloseTable()).refusal is None:
            self.felt.done(opening(small(last="current")))

    @invariant()
    def books_agree(self) -> None:
        """Ledger, state and auditor hold the same: INV1 to INV9."""
        self.felt.check()

    @invariant()
    def escrow_is_the_felt(self) -> None:
        """Escrow holds what lies on the felt, and nothing between rounds (INV5)."""
        escrow = {k: v for k, v in self.felt.balances.items() if k.startswith("escrow") and v}
        lying = self.played.wagers if self.played else {}
        number = self.felt.state.round_number
        assert escrow == {f"escrow:t1:{number}:{w.id}": w.amount for w in lying.values()}

    @invariant()
    def wallets_are_apart(self) -> None:
        """What left a wallet is what was bought in, less what was carried back."""
        books = self.felt.audit
        for patron in PATRONS:
            held = self.felt.balances[f"wallet:{patron}"]
            assert held == 10_000_000 - books.bought[patron] + books.left[patron]

    def teardown(self) -> None:
        """Replay is live, from the events and from their bytes."""
        assert replay(self.felt.log) == self.felt.state
        stored = [ev.encode(ev.Entry(event, "a")) for event in self.felt.log]
        assert [ev.decode(body).event for body in stored] == self.felt.log


TestTable = Table.TestCase
TestTable.__doc__ = "Whatever is done at a table, its books, its money and its replay agree."
TestTable.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
