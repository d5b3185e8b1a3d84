"""Proposals and approvals, disputes and claims: two people stand behind every ruling."""

import pytest

from puntobanco.ledger import HOUSE, dispute, wallet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.refusals import Code
from puntobanco.table.rulings import PROPOSALS_MAX
from tests.table.felts import WALLET, RealFelt, game

PLAYER = "9C 2C KD 4D"
BANKER = ("2C", "9C", "KD", "KC")
TALLY = ev.Irregularity(kind="tally-wrong")


def dealing() -> RealFelt:
    """Ann has a wager on Player, the cards are out, and nothing is settled."""
    felt = RealFelt.ready()
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    felt.deal(PLAYER)
    return felt


def propose(matter: ev.AnyMatter, by: str = "dan") -> cm.Propose:
    """A proposal of the dealer's."""
    return cm.Propose(by=by, reason="seen", matter=matter)


@pytest.mark.parametrize("reason", ["", "  "])
def test_whoever_stops_or_proposes_says_why(reason: str) -> None:
    """What needs a reason is refused without one (E2), whatever the state of the table."""
    felt = dealing()
    for command in (
        cm.Propose(by="dan", reason=reason, matter=TALLY),
        cm.SuspendTable(by="dan", reason=reason),
        cm.HoldAmount(by="sue", patron="ann", amount=100, reason=reason),
        cm.DropClaim(by="sue", number=1, reason=reason),
    ):
        assert felt.refused(command) is Code.MALFORMED


def test_nobody_approves_of_his_own_proposal() -> None:
    """Whoever proposes does not approve, supervisor or not; he may take it back."""
    felt = dealing()
    number = felt.propose(ev.VoidRound())
    assert felt.refused(cm.Approve(by="dan", number=number)) is Code.OWN_PROPOSAL
    felt.done(cm.Reject(by="dan", number=number, text="mistaken"))
    assert felt.refused(cm.Approve(by="sue", number=number)) is Code.NO_SUCH_PROPOSAL
    assert felt.refused(cm.Reject(by="sue", number=number)) is Code.NO_SUCH_PROPOSAL
    felt.check()


def test_a_void_needs_two_people() -> None:
    """The wagers go back when another person approves, and the log has both and the reason."""
    felt = dealing()
    number = felt.propose(ev.VoidRound())
    assert felt.state.round is not None
    (void,) = felt.approve(number)
    wager = ev.Returned("1.front.player.ann", 1, "front", "ann", "player", 1_000)
    assert void == ev.RoundVoided(round=1, reason="ruled", wagers=(wager,), cover=0)
    assert felt.state.racks == {"ann": 50_000}
    assert felt.state.require_shoe.out == 4
    assert felt.log[-3:-1] == [
        ev.Proposed(number=1, by="dan", reason="seen", matter=ev.VoidRound()),
        ev.Approved(number=1, by="sue"),
    ]
    felt.check()


def test_what_was_proposed_of_a_round_falls_with_it() -> None:
    """Once a round is void, no second void and no irregularity of it holds the table up."""
    felt = dealing()
    late = ev.Irregularity(kind="late-wager")
    for matter in (late, late, ev.VoidRound(), ev.VoidRound()):
        felt.propose(matter)
    felt.approve(3)
    assert [event.number for event in felt.log if isinstance(event, ev.Rejected)] == [1, 2, 4]
    assert not felt.state.proposals
    felt.done(cm.OpenBetting())
    felt.check()


def test_a_proposed_void_is_about_its_round() -> None:
    """When the round is over, its void is too: another round is never called off by it."""
    felt = dealing()
    number = felt.propose(ev.VoidRound())
    felt.done(cm.Settle())
    assert felt.log[-1] == ev.Rejected(number=number, by="house", text="round-over")
    assert felt.refused(cm.Approve(by="sue", number=number)) is Code.NO_SUCH_PROPOSAL


def test_without_a_round_none_is_void() -> None:
    """There must be a round to call off."""
    assert RealFelt.ready().refused(propose(ev.VoidRound())) is Code.NOT_IN_THIS_STATE


def test_a_correction_is_checked_again() -> None:
    """Of two proposals of the same correction the second has nothing left to do."""
    felt = dealing()
    felt.done(cm.Settle())
    matter = ev.CorrectRound(round=1, cards=BANKER)
    first, second = felt.propose(matter), felt.propose(matter)
    felt.approve(first)
    assert felt.refused(cm.Approve(by="sue", number=second)) is Code.NOTHING_TO_CORRECT


def test_an_open_irregularity_stops_the_round() -> None:
    """No card, no settlement and no new round until somebody has ruled."""
    felt = RealFelt.ready()
    number = felt.propose(TALLY)
    assert felt.refused(cm.OpenBetting()) is Code.ROUND_STOPPED
    assert felt.refused(cm.OpenFreeHand()) is Code.ROUND_STOPPED
    felt.done(cm.Reject(by="sue", number=number))
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    number = felt.propose(TALLY)
    assert felt.refused(felt.card("9C")) is Code.ROUND_STOPPED
    felt.approve(number)
    felt.deal(PLAYER)
    number = felt.propose(TALLY)
    assert felt.refused(cm.Settle()) is Code.ROUND_STOPPED
    felt.approve(number)
    felt.done(cm.Settle())
    felt.check()


def test_an_open_irregularity_stops_a_result_and_the_shoe() -> None:
    """A result is not entered and a shoe not put away while something is open."""
    felt = RealFelt.ready(cards="results")
    number = felt.propose(TALLY)
    assert felt.refused(cm.EndShoe()) is Code.ROUND_STOPPED
    felt.approve(number)
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    felt.propose(TALLY)
    assert felt.refused(cm.EnterResult(winner="tie")) is Code.ROUND_STOPPED


@pytest.mark.parametrize("clock", [0, 10_000])
def test_an_irregularity_stops_the_clock(clock: int) -> None:
    """Betting stands still with its wagers; the dealer lets it go on after the ruling."""
    felt = RealFelt.ready(clock=clock)
    felt.done(cm.OpenBetting())
    felt.now += 3_000
    number = felt.propose(TALLY)
    assert felt.log[-1] == ev.BettingPaused(round=1, remaining=7_000 if clock else None)
    second = felt.propose(TALLY)
    felt.now += 60_000
    felt.approve(number)
    assert felt.refused(cm.ResumeBetting()) is Code.ROUND_STOPPED
    felt.approve(second)
    (resumed,) = felt.done(cm.ResumeBetting())
    assert resumed == ev.BettingResumed(round=1, deadline=felt.now + 7_000 if clock else None)


def test_a_void_or_a_limit_stops_nothing() -> None:
    """Only an irregularity holds the round: the other proposals wait beside it."""
    felt = dealing()
    felt.propose(ev.VoidRound())
    felt.done(cm.Settle())


def test_proposals_do_not_pile_up() -> None:
    """A table has so many open proposals and no more; what is decided makes room."""
    felt = RealFelt.ready()
    for _ in range(PROPOSALS_MAX):
        felt.propose(TALLY)
    assert felt.refused(propose(TALLY)) is Code.TOO_MANY_PROPOSALS
    felt.approve(3)
    felt.propose(TALLY)
    assert felt.state.proposal_number == PROPOSALS_MAX + 1


def test_limits_change_between_rounds() -> None:
    """Other limits that are approved in a round hold from the next one on."""
    felt = dealing()
    sheet = felt.state.game.sheet
    limits = tuple(ev.Limit(bet.id, 500, 9_000) for bet in sheet.bets)
    number = felt.propose(ev.ChangeLimits(limits=limits))
    assert felt.approve(number) == ()
    assert felt.state.game.limits["player"].min == 100
    _, changed = felt.done(cm.Settle())
    assert isinstance(changed, ev.LimitsChanged)
    assert (changed.by, changed.approved) == ("dan", "sue")
    assert changed.before.limits == tuple(ev.Limit(bet.id, 100, 100_000) for bet in sheet.bets)
    assert felt.state.game.limits["player"] == ev.Limit("player", 500, 9_000)


def test_limits_that_cannot_be_say_why() -> None:
    """Limits list every bet once, in whole amounts; a refusal names what is wrong with them."""
    felt = dealing()
    bets = [bet.id for bet in felt.state.game.sheet.bets]
    limits = tuple(ev.Limit(bet, 500, 9_000) for bet in bets)

    def fault(*given: ev.Limit, **other: int) -> object:
        matter = ev.ChangeLimits(limits=given, **other)
        refusal = decide(felt.state, propose(matter), 0).refusal
        assert refusal
        assert refusal.code is Code.MALFORMED
        return refusal.params

    assert fault(*limits[2:]) == {"lacks": bets[:2]}
    assert fault(*limits, ev.Limit("red", 500, 900)) == {"unknown": ["red"]}
    assert fault(*limits, limits[0]) == {"twice": [bets[0]]}
    for odd in (ev.Limit(bets[1], 550, 900), ev.Limit(bets[1], 900, 500)):
        assert fault(limits[0], odd, *limits[2:]) == {"limits": [bets[1]]}
    assert fault(*limits, cover_min=-1) == {"amounts": ["cover_min"]}
    assert fault(*limits, cover_max=0, aggregate=0, differential=0) == {
        "amounts": ["cover_max", "aggregate", "differential"]
    }


# Disputes


def test_disputed_chips_are_in_nobodys_hands() -> None:
    """They leave the rack, lie in the table's dispute, and come back whole."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    (held,) = felt.done(cm.HoldAmount(by="sue", patron="ann", amount=3_000, reason="late"))
    assert held == ev.AmountHeld(number=1, patron="ann", amount=3_000, by="sue", reason="late")
    assert felt.state.racks == {"ann": 47_000}
    assert felt.balances[dispute("t")] == 3_000
    assert felt.refused(cm.CloseTable()) is Code.NOT_IN_THIS_STATE
    assert felt.refused(cm.ReleaseAmount(by="sue", number=2)) is Code.NO_SUCH_DISPUTE
    felt.done(cm.ReleaseAmount(by="sue", number=1))
    assert felt.refused(cm.ReleaseAmount(by="sue", number=1)) is Code.NO_SUCH_DISPUTE
    assert felt.state.racks == {"ann": 50_000}
    assert felt.balances[dispute("t")] == 0
    felt.check()


def test_disputed_chips_of_who_has_left_go_to_his_wallet() -> None:
    """A patron may leave; what is released is his wherever he is."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    felt.done(cm.HoldAmount(by="sue", patron="ann", amount=3_000, reason="late"))
    felt.done(cm.LeaveSeat(patron="ann"))
    assert felt.balances[wallet("ann")] == WALLET - 3_000
    felt.done(cm.ReleaseAmount(by="sue", number=1))
    assert felt.balances[wallet("ann")] == WALLET
    felt.check()


@pytest.mark.parametrize(
    "patron, amount, code",
    [
        ("bea", 100, Code.NOT_SEATED),
        ("ann", 0, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        ("ann", -100, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        ("ann", 150, Code.NOT_A_MULTIPLE_OF_THE_UNIT),
        ("ann", 50_100, Code.NOT_ENOUGH_CHIPS),
    ],
)
def test_only_chips_that_are_there_are_disputed(patron: str, amount: int, code: Code) -> None:
    """Whole chips of the rack of somebody who is there."""
    felt = RealFelt.opened()
    felt.sit("ann", 1)
    held = cm.HoldAmount(by="sue", patron=patron, amount=amount, reason="late")
    assert felt.refused(held) is code


def test_a_fee_that_will_be_due_stays_in_the_rack() -> None:
    """What the player-dealer's collection can come to is not held, claimed or taken."""
    felt = RealFelt.opened(game("ca-ez-panda8"), fees="template-fictional")
    felt.sit("ann", 1, 5_600)
    felt.sit("bea", 2)
    felt.bank("ann", 5_000)
    held = cm.HoldAmount(by="sue", patron="ann", amount=200, reason="late")
    assert felt.refused(held) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.HoldAmount(by="sue", patron="ann", amount=100, reason="late"))
    felt.new_shoe()
    felt.done(cm.OpenBetting())
    felt.bet("bea", "banker", 2_000)
    felt.play(PLAYER, opened=True)  # ann has won 2,000 and paid 200
    felt.done(cm.PostCover(patron="ann", amount=6_800))
    assert felt.state.racks["ann"] == 500
    (event,) = felt.approve(felt.propose(ev.CorrectRound(round=1, cards=BANKER)))
    assert isinstance(event, ev.RoundCorrected)
    assert event.moves == ()
    assert event.claims == (ev.Claim(1, "ann", "bea", 4_000),)
    assert felt.refused(cm.PayClaim(by="sue", number=1, amount=100)) is Code.NOT_ENOUGH_CHIPS
    felt.check()


# Claims


def claimed(*, banked: bool = True) -> RealFelt:
    """Bea owes 1,900 after a correction: to ann, who covered the round, or to the house."""
    felt = RealFelt.ready(game("ca-ez-panda8" if banked else "deq-ez"))
    felt.sit("ann", 1)
    felt.sit("bea", 2)
    if banked:
        felt.bank("ann", 5_000)
    felt.done(cm.OpenBetting())
    felt.bet("bea", "player", 1_000)
    felt.play(PLAYER, opened=True)
    felt.done(cm.CashOut(patron="bea", amount=50_900))
    felt.approve(felt.propose(ev.CorrectRound(round=1, cards=BANKER)))
    assert felt.state.claims == {1: ev.Claim(1, "bea", "ann" if banked else "", 1_900)}
    assert felt.state.racks["bea"] == 0
    felt.done(cm.BuyIn(patron="bea", amount=1_500))
    return felt


def test_a_claim_is_paid_in_parts() -> None:
    """From the debtor's rack to the creditor's, as far as it is open and the rack has it."""
    felt = claimed()
    assert felt.refused(cm.PayClaim(by="sue", number=2, amount=100)) is Code.NO_SUCH_CLAIM
    for amount in (0, -100, 150):
        pay = cm.PayClaim(by="sue", number=1, amount=amount)
        assert felt.refused(pay) is Code.NOT_A_MULTIPLE_OF_THE_UNIT
    assert felt.refused(cm.PayClaim(by="sue", number=1, amount=1_600)) is Code.NOT_ENOUGH_CHIPS
    (paid,) = felt.done(cm.PayClaim(by="sue", number=1, amount=1_500))
    assert paid == ev.ClaimPaid(number=1, amount=1_500, to="rack", left=400)
    felt.done(cm.BuyIn(patron="bea", amount=1_000))
    assert felt.refused(cm.PayClaim(by="sue", number=1, amount=500)) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.PayClaim(by="sue", number=1, amount=400))
    assert felt.state.claims == {}
    assert felt.state.racks == {"ann": 51_000, "bea": 600}
    felt.check()


def test_a_claim_of_who_has_left_is_paid_to_his_wallet() -> None:
    """The creditor gets his own wherever he is; from a debtor who has left nothing is taken."""
    felt = claimed()
    felt.done(cm.LeaveSeat(patron="ann"))
    (paid,) = felt.done(cm.PayClaim(by="sue", number=1, amount=1_000))
    assert paid == ev.ClaimPaid(number=1, amount=1_000, to="wallet", left=900)
    felt.done(cm.LeaveSeat(patron="bea"))
    assert felt.refused(cm.PayClaim(by="sue", number=1, amount=100)) is Code.NOT_SEATED
    assert felt.balances[wallet("ann")] == WALLET + 100
    felt.check()


def test_a_claim_of_the_house_is_paid_to_the_house() -> None:
    """Where the house paid in full, the claim is its own."""
    felt = claimed(banked=False)
    (paid,) = felt.done(cm.PayClaim(by="sue", number=1, amount=1_500))
    assert paid == ev.ClaimPaid(number=1, amount=1_500, to="house", left=400)
    assert felt.balances[HOUSE] == 600
    felt.check()


def test_a_claim_may_be_given_up() -> None:
    """It is dropped with a reason, and not again."""
    felt = claimed()
    dropped = felt.done(cm.DropClaim(by="sue", number=1, reason="goodwill"))
    assert dropped == (ev.ClaimDropped(number=1, by="sue", reason="goodwill"),)
    again = cm.DropClaim(by="sue", number=1, reason="goodwill")
    assert felt.refused(again) is Code.NO_SUCH_CLAIM
    felt.check()


def test_a_table_that_opens_again_corrects_nothing_of_before() -> None:
    """Rounds of another opening were played by another sheet: they are closed, claims are not."""
    felt = claimed()
    felt.done(cm.CloseTable())
    felt.done(felt.opening)
    assert felt.refused(propose(ev.CorrectRound(round=1, cards=BANKER))) is Code.NO_SUCH_ROUND
    assert felt.state.claims
