"""A settled round is reversed and settled again, and the money stays whole (rules.md 4.2, P5)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.cards import DECK, Card
from puntobanco.ledger import HOUSE, wallet
from puntobanco.rules.coup import Winner, next_hand
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.correct import correct_round
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import nets
from puntobanco.table.state import CORRECTABLE, Entered
from tests.table.felts import WALLET, RealFelt, game, shuffled

PLAYER = ("9C", "2C", "KD", "4D")  # 9 to 6
BANKER = ("2C", "9C", "KD", "KC")  # 2 to 9
DRAGON = ("2C", "3D", "TH", "KS", "KC", "4C")  # 2 to 7 on three cards
Cards = tuple[str, ...]


def played(
    *wagers: tuple[str, str, int],
    cards: Cards = PLAYER,
    cover: int = 0,
    buy_in: int = 50_000,
    more: str = "",
) -> RealFelt:
    """A settled round: a house's table, or ann's with a cover; the others bet."""
    base = "ca-ez-panda8" if cover else "deq-ez"
    felt = RealFelt.ready(game(base, more=more))
    for place, patron in enumerate(dict.fromkeys(["ann", *(w[0] for w in wagers)]), 1):
        felt.sit(patron, place, buy_in)
    if cover:
        felt.bank("ann", cover)
    felt.done(cm.OpenBetting())
    for patron, bet, amount in wagers:
        felt.bet(patron, bet, amount)
    felt.play(" ".join(cards), opened=True)
    return felt


def corrected(felt: RealFelt, **what: object) -> ev.RoundCorrected:
    """Propose a correction of round 1 and approve it."""
    matter = ev.CorrectRound(round=1, **what)  # type: ignore[arg-type]
    (event,) = felt.approve(felt.propose(matter))
    assert isinstance(event, ev.RoundCorrected)
    felt.check()
    return event


def refused(felt: RealFelt, **what: object) -> Code:
    """Propose a correction that cannot be made, and give the code."""
    matter = ev.CorrectRound(**({"round": 1} | what))  # type: ignore[arg-type]
    return felt.refused(cm.Propose(by="dan", reason="seen", matter=matter))


def spot(patron: str, bet: str, amount: int, place: int = 2) -> ev.Spot:
    """A wager as it should have been."""
    return ev.Spot(f"{place}.front.{bet}.{patron}", bet, amount)


def test_other_cards_settle_again_at_a_house_table() -> None:
    """The loser gives back what he won, the winner gets it, and the house makes up the rest."""
    felt = played(("ann", "player", 1_000), ("bea", "banker", 600))
    assert felt.state.racks == {"ann": 51_000, "bea": 49_400}
    event = corrected(felt, cards=BANKER)
    assert event.moves == (
        ev.Move("ann", -2_000),
        ev.Move("bea", 1_200),
        ev.Move("", 800, "house"),
    )
    assert (event.winner, event.cards, event.claims) == ("banker", BANKER, ())
    assert felt.state.racks == {"ann": 49_000, "bea": 50_600}
    assert felt.balances[HOUSE] == 400


def test_what_was_settled_stays_readable() -> None:
    """The event reverses the lines that stood, and nothing of the log is changed (P5)."""
    felt = played(("ann", "player", 1_000))
    before = list(felt.log)
    event = corrected(felt, cards=BANKER)
    assert felt.log[: len(before)] == before
    settled = before[-1]
    assert isinstance(settled, ev.RoundSettled)
    assert event.reversed == settled.lines
    assert [line.verdict for line in event.lines] == ["take"]
    proposed, approved = felt.log[len(before) : len(before) + 2]
    assert isinstance(proposed, ev.Proposed)
    assert isinstance(approved, ev.Approved)
    assert (proposed.by, approved.by) == ("dan", "sue")


def test_a_round_of_a_player_dealer_leaves_the_house_alone() -> None:
    """What the bettors are due comes from each other and from who covered the round."""
    felt = played(("bea", "player", 1_000), ("cid", "banker", 400), cover=5_000)
    assert felt.state.racks == {"ann": 49_400, "bea": 51_000, "cid": 49_600}
    event = corrected(felt, cards=BANKER)
    assert event.moves == (ev.Move("bea", -2_000), ev.Move("cid", 800), ev.Move("ann", 1_200))
    assert felt.state.racks == {"ann": 50_600, "bea": 49_000, "cid": 50_400}
    assert event.button == ev.Button("KC", 13, 6, 7)


def test_the_cover_of_the_round_limits_its_correction() -> None:
    """The new settlement is against the cover that was posted then, whatever is posted now."""
    felt = played(("bea", "player", 1_000), ("bea", "dragon-7", 100), cover=1_000)
    event = corrected(felt, cards=DRAGON)
    assert event.player_dealer == ev.Covered(1, "ann", 1_000, -1_000, exhausted=True, capped=True)
    assert event.calls == ("dragon-7",)
    won = {line.bet: line for line in event.lines}["dragon-7"]
    assert (won.paid, won.uncovered) == (2_000, 2_000)
    assert felt.state.racks == {"ann": 49_000, "bea": 51_000}


def poor(felt: RealFelt, patron: str, left: int) -> None:
    """Let a patron move all but so much to his wallet."""
    felt.done(cm.CashOut(patron=patron, amount=felt.state.racks[patron] - left))


def test_what_a_debtor_has_goes_round_in_order() -> None:
    """The pot goes to bettors in the order settled, then to the player-dealer; claims remain."""
    felt = played(
        ("bea", "player", 1_000), ("cid", "banker", 400), ("dee", "banker", 300), cover=5_000
    )
    poor(felt, "bea", 1_000)
    event = corrected(felt, cards=BANKER)
    # The button is on seat 6, so seats 1, 2 and 3 come in their order: bea, cid, dee; then ann.
    assert event.moves == (ev.Move("bea", -1_000), ev.Move("cid", 800), ev.Move("dee", 200))
    assert event.claims == (ev.Claim(1, "bea", "dee", 400), ev.Claim(2, "bea", "ann", 600))
    assert felt.state.racks == {"ann": 49_700, "bea": 0, "cid": 50_400, "dee": 49_900}
    assert felt.state.claims == {1: event.claims[0], 2: event.claims[1]}


def test_what_is_forgiven_is_said_but_not_kept() -> None:
    """A supervisor may let go what a patron no longer has: the event says it, nobody owes it."""
    felt = played(("bea", "player", 1_000), cover=5_000)
    poor(felt, "bea", 500)
    event = corrected(felt, cards=BANKER, shortfall="forgive")
    assert event.moves == (ev.Move("bea", -500), ev.Move("ann", 500))
    assert (event.claims, event.shortfall) == ((ev.Claim(0, "bea", "ann", 1_500),), "forgive")
    assert (felt.state.claims, felt.state.claim_number) == ({}, 0)


def test_the_house_pays_in_full_and_claims_the_rest() -> None:
    """The bank of a house table has no limit: a poor debtor is its loss, nobody else's."""
    felt = played(("ann", "player", 1_000), ("bea", "banker", 1_000))
    poor(felt, "ann", 100)
    event = corrected(felt, cards=BANKER)
    assert event.moves == (
        ev.Move("ann", -100),
        ev.Move("bea", 2_000),
        ev.Move("", -1_900, "house"),
    )
    assert event.claims == (ev.Claim(1, "ann", "", 1_900),)


def test_who_has_left_owes_and_is_paid() -> None:
    """Nothing is taken from a wallet; what somebody is due goes there when he has left."""
    felt = played(("bea", "player", 1_000), ("cid", "banker", 400), cover=5_000)
    felt.done(cm.LeaveSeat(patron="cid"))
    event = corrected(felt, cards=BANKER)
    assert event.moves[1] == ev.Move("cid", 800, "wallet")
    assert felt.balances[wallet("cid")] == WALLET + 400
    felt.done(cm.LeaveSeat(patron="bea"))
    event = corrected(felt, cards=PLAYER)
    assert event.moves == (ev.Move("ann", -1_200), ev.Move("bea", 1_200, "wallet"))
    assert event.claims == (ev.Claim(1, "cid", "bea", 800),)


def test_a_wager_may_only_go_down() -> None:
    """After the first card nothing is added: less, or off, and no other bet (WAG-1)."""
    felt = played(("bea", "player", 1_000), ("bea", "dragon-7", 200), cover=5_000)
    assert refused(felt, spots=(spot("bea", "player", 1_100),)) is Code.BETTING_CLOSED
    assert refused(felt, spots=(spot("bea", "banker", 100),)) is Code.MALFORMED
    assert refused(felt, spots=(ev.Spot("2.front.player.bea", "banker", 0),)) is Code.MALFORMED
    assert refused(felt, spots=(spot("bea", "player", 100),) * 2) is Code.MALFORMED
    for amount in (-100, 150):
        code = refused(felt, spots=(spot("bea", "player", amount),))
        assert code is Code.NOT_A_MULTIPLE_OF_THE_UNIT
    event = corrected(felt, spots=(spot("bea", "player", 300),))
    assert event.moves == (ev.Move("bea", -700), ev.Move("ann", 700))
    assert refused(felt, spots=(spot("bea", "player", 400),)) is Code.BETTING_CLOSED


def test_a_main_wager_takes_its_side_bets_along() -> None:
    """A correction leaves no side bet without the wager that it needs."""
    felt = played(("bea", "player", 1_000), ("bea", "dragon-7", 200), cover=5_000)
    off = spot("bea", "player", 0)
    assert refused(felt, spots=(off,)) is Code.NEEDS_MAIN_WAGER
    event = corrected(felt, spots=(off, spot("bea", "dragon-7", 0)))
    assert event.lines == ()
    assert felt.state.racks == {"ann": 50_000, "bea": 50_000}


@pytest.mark.parametrize(
    "what, code",
    [
        ({"round": 2, "cards": BANKER}, Code.NO_SUCH_ROUND),
        ({}, Code.NOTHING_TO_CORRECT),
        ({"cards": PLAYER}, Code.NOTHING_TO_CORRECT),
        ({"spots": (spot("bea", "player", 1_000),)}, Code.NOTHING_TO_CORRECT),
        ({"cards": ("1X", *BANKER[1:])}, Code.MALFORMED),
        ({"cards": BANKER[:3]}, Code.MALFORMED),
        ({"cards": (*BANKER, "2H")}, Code.MALFORMED),
        ({"cards": BANKER, "shortfall": "later"}, Code.MALFORMED),
        ({"winner": "banker"}, Code.OTHER_KIND_OF_SHOE),
        ({"marks": ("n9",)}, Code.OTHER_KIND_OF_SHOE),
    ],
)
def test_what_is_no_correction_is_refused(what: dict[str, object], code: Code) -> None:
    """A correction names a round that is kept, changes it, and its cards are a whole coup."""
    assert refused(played(("bea", "player", 1_000), cover=5_000), **what) is code


def test_cards_of_the_software_govern() -> None:
    """What the software dealt is the truth: wagers may be corrected, cards not."""
    felt = RealFelt.ready(cards="software")
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    felt.play(" ".join(PLAYER), opened=True)
    assert refused(felt, cards=BANKER) is Code.OTHER_KIND_OF_SHOE
    event = corrected(felt, spots=(spot("ann", "player", 0, place=1),))
    assert event.cards == PLAYER
    assert felt.state.racks == {"ann": 50_000}


def test_a_result_alone_is_corrected() -> None:
    """Where no cards are recorded winner and marks are put right, and the board with them."""
    felt = RealFelt.ready(cards="results")
    for winner in ("player", "banker"):
        felt.done(cm.OpenBetting())
        felt.done(cm.CloseBetting())
        felt.done(cm.EnterResult(winner=winner))
        felt.done(cm.Settle())
    assert refused(felt, cards=BANKER) is Code.OTHER_KIND_OF_SHOE
    assert refused(felt, winner="player") is Code.NOTHING_TO_CORRECT
    assert refused(felt, winner="player", marks=("d7",)) is Code.MALFORMED
    event = corrected(felt, winner="tie", marks=("n8",))
    assert (event.winner, event.marks, event.cards, event.moves) == ("tie", ("n8",), (), ())
    assert felt.state.require_shoe.coups == (Entered(Winner.TIE, ("n8",)), Entered(Winner.BANKER))


def test_a_cover_stays_with_a_result_alone() -> None:
    """The cover of a round without cards went back, and its corrected record still says so."""
    felt = RealFelt.ready(game("ca-ez-panda8"), cards="results")
    felt.sit("ann", 1)
    felt.sit("bob", 2)
    felt.bank("ann", 5_000)
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    felt.done(cm.EnterResult(winner="player"))
    felt.done(cm.Settle())
    stood = felt.state.settled[0]
    event = corrected(felt, winner="banker")
    assert stood.player_dealer
    assert event.player_dealer == stood.player_dealer
    assert event.moves == ()
    assert felt.state.settled[0] == replace(stood, result=Entered(Winner.BANKER), corrections=1)


def test_the_board_and_the_shoe_follow() -> None:
    """The coup stands corrected among those of the shoe, and the cards that are out are its."""
    felt = played(("ann", "player", 1_000))
    felt.play("5C 6C 4C 3C")
    corrected(felt, cards=DRAGON)
    shoe = felt.state.require_shoe
    assert [coup.winner for coup in shoe.coups] == [Winner.BANKER, Winner.TIE]
    cards = [*DRAGON, "5C", "6C", "4C", "3C"]
    assert shoe.seen == {card: cards.count(card) for card in cards}
    assert (shoe.out, shoe.rest) == (8, 416 - 10)


def test_no_card_comes_out_too_often_by_a_correction() -> None:
    """The inventory holds for corrected cards too; those of the round itself are free again."""
    felt = RealFelt.ready(decks=1)
    felt.play(" ".join(PLAYER))
    felt.play("5C 6C 4C 3C")
    assert refused(felt, cards=("9C", "2C", "KD", "3C")) is Code.NO_SUCH_CARD_LEFT
    corrected(felt, cards=("KD", "2C", "9C", "4D"))
    assert refused(felt, cards=("9H", "2H", "9H", "2S")) is Code.NO_SUCH_CARD_LEFT


def test_a_shoe_that_has_gone_is_corrected_too() -> None:
    """The board of the last shoe, its inventory and the count to come follow the cards."""
    felt = RealFelt.ready(decks=3)
    felt.play_out(shuffled(3, 1))
    first = felt.state.settled[0]
    felt.done(cm.EndShoe())
    left, seen = felt.state.uncounted or 0, felt.state.last_seen
    before = [e.card for e in felt.log if isinstance(e, ev.CardDealt) and e.round == first.number]
    rest = Counter({card.code: 3 for card in DECK}) - Counter(seen) + Counter(before)
    nine, *_ = (card for card in rest if card[0] == "9")
    zero, other, third, *_ = (card for card in rest if card[0] in "TJQK")
    spent = next(card for card in seen if card not in rest and card[0] == "9")
    assert refused(felt, cards=(spent, zero, other, third), round=first.number) is (
        Code.NO_SUCH_CARD_LEFT
    )
    cards = (nine, zero, other, third)
    felt.approve(felt.propose(ev.CorrectRound(round=first.number, cards=cards)))
    assert felt.state.uncounted == left + len(before) - len(cards)
    assert felt.state.last_coups[first.hand - 1] == felt.state.settled[0].result
    assert Counter(felt.state.last_seen) == Counter(seen) - Counter(before) + Counter(cards)
    felt.check()


def test_a_round_before_the_last_twelve_is_closed() -> None:
    """The last twelve settled rounds can be corrected; void rounds are none of them."""
    felt = RealFelt.ready()
    for number in range(CORRECTABLE + 1):
        felt.play("5C 6C 4C 3C" if number % 2 else " ".join(PLAYER))
    assert refused(felt, cards=BANKER) is Code.NO_SUCH_ROUND
    felt.approve(felt.propose(ev.CorrectRound(round=2, cards=BANKER)))
    felt.done(cm.OpenBetting())
    felt.approve(felt.propose(ev.VoidRound()))
    assert refused(felt, round=felt.state.round_number, cards=BANKER) is Code.NO_SUCH_ROUND


def test_a_round_of_two_shoes_ago_moves_money_alone() -> None:
    """The boards of this shoe and of the last one are not its boards."""
    felt = RealFelt.ready(cards="results")
    for winner in ("player", "banker", "tie"):
        felt.done(cm.OpenBetting())
        felt.done(cm.CloseBetting())
        felt.done(cm.EnterResult(winner=winner))
        felt.done(cm.Settle())
        felt.done(cm.EndShoe())
        felt.new_shoe()
    corrected(felt, winner="banker")
    assert felt.state.last_coups == (Entered(Winner.TIE),)
    assert felt.state.settled[0].result == Entered(Winner.BANKER)
    matter = ev.CorrectRound(round=1, winner="banker")
    refusal = correct_round(felt.state, matter)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NOTHING_TO_CORRECT


def test_a_correction_starts_from_what_stands() -> None:
    """A second correction reverses the first one's lines; its number rises."""
    felt = played(("bea", "player", 1_000), cover=5_000)
    first = corrected(felt, cards=BANKER)
    second = corrected(felt, cards=DRAGON)
    assert (first.correction, second.correction) == (1, 2)
    assert second.reversed == first.lines
    third = corrected(felt, cards=PLAYER)
    assert felt.state.racks == {"ann": 49_000, "bea": 51_000}
    assert third.correction == 3


def forgiven(felt: RealFelt, cards: Cards) -> None:
    """Correct round 1 once more, and forgive what is missing."""
    corrected(felt, cards=cards, shortfall="forgive")


def test_what_never_moved_is_not_given_back() -> None:
    """A correction starts from what really moved: to and fro with a poor debtor pumps nothing."""
    felt = played(("bea", "player", 1_000), ("cid", "banker", 1_000), cover=5_000)
    poor(felt, "bea", 0)
    for cards in (BANKER, PLAYER) * 3:
        forgiven(felt, cards)
        assert felt.state.settled[0].net["ann"] in range(-5_000, 5_001)
    # The dealer's hand was right at first: everybody has what he had then.
    assert felt.state.racks == {"ann": 50_000, "bea": 0, "cid": 49_000}
    assert felt.state.settled[0].net == {"bea": 1_000, "cid": -1_000, "ann": 0}


def test_a_correction_takes_the_place_of_what_was_claimed() -> None:
    """What the round's last correction left to claim is dropped, and what was paid counts."""
    felt = played(("bea", "player", 1_000), cover=5_000)
    poor(felt, "bea", 500)
    corrected(felt, cards=BANKER)
    assert felt.state.claims == {1: ev.Claim(1, "bea", "ann", 1_500)}
    felt.done(cm.BuyIn(patron="bea", amount=400))
    felt.done(cm.PayClaim(by="sue", number=1, amount=400))
    assert felt.state.settled[0].net == {"bea": 100, "ann": -100}
    event = corrected(felt, cards=DRAGON)
    assert event.moves == ()
    assert event.claims == (ev.Claim(2, "bea", "ann", 1_100),)
    assert felt.state.claims == {2: event.claims[0]}
    felt.done(cm.DropClaim(by="sue", number=2, reason="let go"))
    event = corrected(felt, cards=PLAYER)
    assert event.moves == (ev.Move("ann", -900), ev.Move("bea", 900))
    assert (felt.state.claims, felt.state.settled[0].claims) == ({}, {})
    assert felt.state.racks == {"ann": 49_000, "bea": 900}


def test_the_house_claims_what_it_really_lacks() -> None:
    """A bank of the house starts from what moved too, and is paid once."""
    felt = played(("ann", "player", 1_000))
    poor(felt, "ann", 300)
    corrected(felt, cards=BANKER)
    assert felt.state.claims == {1: ev.Claim(1, "ann", "", 1_700)}
    felt.done(cm.BuyIn(patron="ann", amount=700))
    felt.done(cm.PayClaim(by="sue", number=1, amount=700))
    assert felt.balances[HOUSE] == 0
    event = corrected(felt, cards=PLAYER)
    assert event.moves == (ev.Move("ann", 1_000), ev.Move("", -1_000, "house"))
    assert (felt.state.claims, felt.balances[HOUSE]) == ({}, -1_000)


def test_a_correction_in_a_later_round_leaves_it_alone() -> None:
    """Racks move while another round is in play; its wagers and cover stand."""
    felt = played(("bea", "player", 1_000), cover=5_000)
    felt.done(cm.OpenBetting())
    felt.bet("bea", "banker", 500)
    corrected(felt, cards=BANKER)
    felt.play("5C 6C 4C 4D", opened=True)
    felt.check()
    assert felt.state.racks == {"ann": 51_500, "bea": 48_500}


# Whatever is corrected

POLICIES = ("running", "gross", "collect-then-pay")
BETS = ("player", "banker", "tie", "dragon-7", "panda-8")
PATRONS = ("bea", "cid", "dee", "eve")  # eve stands behind bea

coups = st.integers(0, 5_000).map(lambda seed: coup_of(shuffled(8, seed)))
stakes = st.dictionaries(
    st.tuples(st.sampled_from(PATRONS), st.sampled_from(BETS)),
    st.integers(1, 20).map(lambda units: units * 100),
    max_size=12,
)


def coup_of(cards: list[Card]) -> Cards:
    """The first coup of a shoe."""
    count = 4
    while next_hand(cards[:count]) is not None:
        count += 1
    return tuple(str(card) for card in cards[:count])


def settled(
    bets: dict[tuple[str, str], int], cards: Cards, policy: str, cover: int, buy_in: int
) -> RealFelt:
    """A round of a player-dealer's table, with those wagers that are legal."""
    felt = RealFelt.ready(game("ca-ez-panda8", more=f'cover = {{ policy = "{policy}" }}'))
    for place, patron in enumerate(("ann", "bea", "cid", "dee"), 1):
        felt.sit(patron, place, buy_in)
    felt.stand("eve", 2, buy_in)
    felt.bank("ann", cover)
    felt.done(cm.OpenBetting())
    for patron, bet in sorted(bets, key=lambda key: BETS.index(key[1])):
        place, line = (
            (2, "back") if patron == "eve" else (felt.state.place_of(patron) or 0, "front")
        )
        amount = bets[patron, bet]
        felt.answer(
            cm.SetWager(patron=patron, place=place, bet=bet, amount=amount, round=1, line=line)
        )
    felt.play(" ".join(cards), opened=True)
    return felt


def reduced(felt: RealFelt, data: st.DataObject) -> tuple[ev.Spot, ...]:
    """Some of the wagers that stand, and what should have lain there."""
    wagers = felt.state.settled[0].wagers
    chosen = data.draw(st.lists(st.sampled_from(wagers), unique=True, max_size=3)) if wagers else []
    return tuple(
        ev.Spot(w.id, w.bet, data.draw(st.integers(0, w.amount // 100)) * 100) for w in chosen
    )


@given(
    data=st.data(),
    bets=stakes,
    cards=coups,
    policy=st.sampled_from(POLICIES),
    cover=st.integers(1, 60).map(lambda units: units * 100),
    is_rich=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_money_stays_whole(
    data: st.DataObject,
    bets: dict[tuple[str, str], int],
    cards: Cards,
    policy: str,
    cover: int,
    *,
    is_rich: bool,
) -> None:
    """Corrections keep every chip, leave the house and the disputes alone, and come out right.

    What a patron has, with what he claims and without what he owes, is what the round settled
    rightly at once would have left him.
    """
    felt = settled(bets, cards, policy, cover, 200_000 if is_rich else 20_000)
    if not is_rich:
        for patron in data.draw(st.lists(st.sampled_from(("ann", *PATRONS)), unique=True)):
            if data.draw(st.booleans()):
                felt.done(cm.LeaveSeat(patron=patron))
            elif felt.state.racks[patron]:
                poor(felt, patron, 0)
    for _ in range(data.draw(st.integers(1, 3))):
        other = data.draw(st.one_of(st.just(()), coups))
        matter = ev.CorrectRound(round=1, cards=other, spots=reduced(felt, data))
        if felt.answer(cm.Propose(by="dan", reason="seen", matter=matter)) is None:
            felt.approve(felt.state.proposal_number)
        felt.check()
        assert felt.balances.get(HOUSE, 0) == 0
        assert felt.balances.get("dispute:t", 0) == 0
        assert min(felt.state.racks.values(), default=0) >= 0
    stands = felt.state.settled[0]
    rightly = settled(
        {(w.patron, w.bet): w.amount for w in stands.wagers},
        tuple(map(str, stands.result.cards)),
        policy,
        cover,
        200_000,
    )
    assert not (is_rich and felt.state.claims)
    for patron in ("ann", *PATRONS):
        assert worth(felt, patron) == worth(rightly, patron)
        if is_rich:
            assert felt.state.racks[patron] == rightly.state.racks[patron]


def worth(felt: RealFelt, patron: str) -> int:
    """All that somebody has, is owed, and does not owe."""
    claims = felt.state.claims.values()
    owed = sum(claim.amount for claim in claims if claim.creditor == patron)
    owes = sum(claim.amount for claim in claims if claim.debtor == patron)
    return felt.balances[wallet(patron)] + felt.state.racks.get(patron, 0) + owed - owes


@given(
    data=st.data(),
    bets=stakes,
    first=coups,
    others=st.lists(st.tuples(coups, st.booleans()), min_size=1, max_size=4),
    cover=st.integers(1, 60).map(lambda units: units * 100),
)
@settings(max_examples=40, deadline=None)
def test_no_chain_of_corrections_moves_more_than_the_cover(
    data: st.DataObject,
    bets: dict[tuple[str, str], int],
    first: Cards,
    others: list[tuple[Cards, bool]],
    cover: int,
) -> None:
    """Claimed or forgiven, paid or not: the band holds, and the first cards give all chips back."""
    felt = settled(bets, first, "running", cover, 20_000)
    before = dict(felt.state.settled[0].net)
    for cards, is_claimed in others:
        for patron in data.draw(st.lists(st.sampled_from(("ann", *PATRONS)), unique=True)):
            if felt.state.racks[patron]:
                left = data.draw(st.integers(0, felt.state.racks[patron] // 100 - 1))
                poor(felt, patron, left * 100)
        again(felt, cards, "claim" if is_claimed else "forgive")
        for number, claim in dict(felt.state.claims).items():
            felt.done(cm.BuyIn(patron=claim.debtor, amount=claim.amount))
            paid = data.draw(st.integers(1, claim.amount // 100)) * 100
            felt.done(cm.PayClaim(by="sue", number=number, amount=paid))
            assert abs(felt.state.settled[0].net["ann"]) <= cover
        assert felt.balances.get(HOUSE, 0) == felt.balances.get("dispute:t", 0) == 0
    for patron in ("ann", *PATRONS):
        felt.done(cm.BuyIn(patron=patron, amount=90_000))
    again(felt, BANKER if first != BANKER else PLAYER)
    again(felt, first)
    assert felt.state.settled[0].net == before
    assert felt.state.claims == {}


def again(felt: RealFelt, cards: Cards, shortfall: str = "claim") -> None:
    """Correct round 1 if these are not the cards that stand; the band holds."""
    stands = felt.state.settled[0]
    if tuple(map(str, stands.result.cards)) == cards:
        return
    corrected(felt, cards=cards, shortfall=shortfall)
    now = felt.state.settled[0]
    claims = felt.state.claims.values()
    assert now.cover is not None
    assert abs(now.net["ann"]) <= now.cover.amount
    for patron, net in now.net.items():
        owed = sum(c.amount * ((c.creditor == patron) - (c.debtor == patron)) for c in claims)
        assert shortfall == "forgive" or net + owed == nets(now.lines, now.player_dealer)[patron]
