"""The position of player-dealer: offers and answers, the cover, and what ends a turn."""

import dataclasses
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from puntobanco.rules.rotation import PRESETS
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealership import offer_due
from puntobanco.table.evolve import replay
from puntobanco.table.refusals import Code
from tests.table.playing import WIN_PLAYER, Felt, card_room, played_with, small

BUREAU = PRESETS["bureau-two-hands"]


def seated(**changes: object) -> Felt:
    """Ann at 1, bob at 3, cyd at 6; nobody holds the position."""
    return Felt.of(card_room(**changes), ann=1, bob=3, cyd=6)  # type: ignore[arg-type]


def offered() -> Felt:
    """The position is offered to ann for the first time."""
    felt = seated()
    felt.done(cm.OfferPlayerDealer())
    return felt


def covered() -> Felt:
    """Ann has it, and her cover is posted."""
    felt = seated()
    felt.bank("ann", 1_000)
    return felt


def taken_back() -> Felt:
    """Ann has it, without a cover."""
    felt = covered()
    felt.done(cm.PostCover(patron="ann", amount=0))
    return felt


def betting() -> Felt:
    """Wagers are taken against ann's cover."""
    felt = covered()
    felt.done(cm.OpenBetting())
    return felt


def dealing() -> Felt:
    """No more bets."""
    felt = betting()
    felt.done(cm.CloseBetting())
    return felt


def due() -> Felt:
    """Two hands are played: the position goes round again."""
    felt = betting()
    felt.play(WIN_PLAYER)
    felt.done(cm.OpenBetting())
    felt.play(WIN_PLAYER)
    return felt


def kept() -> Felt:
    """All the others let it go by, and it is offered to ann, who holds it."""
    felt = due()
    felt.done(cm.OfferPlayerDealer())
    felt.done(cm.DeclinePlayerDealer(patron="bob"))
    felt.done(cm.DeclinePlayerDealer(patron="cyd"))
    return felt


def declined() -> Felt:
    """Nobody would have it."""
    felt = kept()
    felt.done(cm.DeclinePlayerDealer(patron="ann"))
    return felt


PHASES: dict[str, Callable[[], Felt]] = {
    made.__name__: made
    for made in (seated, offered, covered, taken_back, betting, dealing, due, kept, declined)
}
COMMANDS: dict[str, cm.AnyCommand] = {
    "offer": cm.OfferPlayerDealer(),
    "accept": cm.AcceptPlayerDealer(patron="ann", cover=1_000),
    "other": cm.AcceptPlayerDealer(patron="bob", cover=1_000),
    "decline": cm.DeclinePlayerDealer(patron="ann"),
    "pass": cm.PassOffer(),
    "give-up": cm.GiveUpPlayerDealer(patron="ann"),
    "post": cm.PostCover(patron="ann", amount=500),
    "take": cm.PostCover(patron="ann", amount=0),
    "bets": cm.OpenBetting(),
    "free": cm.OpenFreeHand(),
    "leave": cm.LeaveSeat(patron="ann"),
    "close": cm.CloseTable(),
}
CHART = """
        seated offered covered taken_back betting dealing due kept declined
offer   +      OS      ND      +          RP      RP      +   OS   +
accept  NO     +       NO      NO         NO      NO      NO  +    NO
other   NO     NO      NO      NO         NO      NO      NO  NO   NO
decline NO     +       NO      NO         NO      NO      NO  +    NO
pass    NO     +       NO      NO         NO      NO      NO  +    NO
give-up NP     NP      +       +          RP      RP      +   +    NP
post    NP     NP      +       +          RP      RP      OD  OD   NP
take    NP     NP      +       +          RP      RP      +   +    NP
bets    NH     OS      +       NC         RP      RP      OD  OS   NH
free    +      +       +       +          RP      RP      +   +    +
leave   +      +       +       +          WF      WF      +   +    +
close   +      +       +       +          RP      RP      +   +    +
"""
MEANS = {
    "OS": Code.OFFER_STANDS,
    "ND": Code.OFFER_NOT_DUE,
    "OD": Code.OFFER_DUE,
    "NO": Code.NO_OFFER,
    "NP": Code.NOT_THE_PLAYER_DEALER,
    "NH": Code.NO_PLAYER_DEALER,
    "NC": Code.NO_COVER,
    "RP": Code.ROUND_IN_PLAY,
    "WF": Code.WAGERS_ON_FELT,
}


def chart() -> list[tuple[str, str, str]]:
    """The cells of the chart: command, phase, outcome."""
    head, *rows = (line.split() for line in CHART.strip().splitlines())
    assert head == list(PHASES)
    assert [row[0] for row in rows] == list(COMMANDS)
    return [
        (row[0], phase, cell) for row in rows for phase, cell in zip(head, row[1:], strict=True)
    ]


@pytest.mark.parametrize("command,phase,cell", chart())
def test_a_command_in_a_phase(command: str, phase: str, cell: str) -> None:
    """A command about the position is done, or refused with its code and without any event."""
    felt = PHASES[phase]()
    before = felt.state
    decision = felt.do(COMMANDS[command])
    assert (decision.refusal and decision.refusal.code) is MEANS.get(cell)
    assert decision.refusal is None or felt.state == before
    assert replay(felt.log) == felt.state
    felt.check()


def asked(felt: Felt) -> list[int]:
    """Offer the position and let everybody decline: the places asked, in their order."""
    felt.done(cm.OfferPlayerDealer())
    places = []
    while offer := felt.state.dealership.offer:
        places.append(offer.place)
        felt.done(cm.DeclinePlayerDealer(patron=offer.patron))
    return places


def names(events: tuple[ev.AnyEvent, ...]) -> list[str]:
    """The types of events."""
    return [type(event).__name__ for event in events]


def hands(felt: Felt, count: int) -> None:
    """Play rounds."""
    for _ in range(count):
        felt.done(cm.OpenBetting())
        felt.play(WIN_PLAYER)


def test_the_house_offers_nothing() -> None:
    """Where the house banks no offer is ever due."""
    assert not offer_due(Felt.opened(small()).state)
    assert offer_due(seated().state)


def test_the_first_offer() -> None:
    """rules.md 2.7: the first goes to the first occupied place from the house dealer's left."""
    felt = Felt.of(card_room(), bob=3, cyd=6, ann=5)
    (offer,) = felt.done(cm.OfferPlayerDealer())
    assert isinstance(offer, ev.PlayerDealerOffered)
    assert (offer.place, offer.patron) == (3, "bob")


def test_an_offer_names_its_terms() -> None:
    """rules.md 2.7: an offer says the least cover, the fee, and for how many hands."""
    assert offered().log[-1] == ev.PlayerDealerOffered(
        place=1, patron="ann", minimum=100, fee=0, hands=2, deadline=None
    )


def test_the_next_offers_go_clockwise() -> None:
    """GAP-3.15: after two hands it goes on to the place after the holder's, round to himself."""
    felt = seated()
    felt.bank("bob", 1_000)
    hands(felt, 2)
    assert felt.refused(cm.OpenBetting()) is Code.OFFER_DUE
    assert asked(felt) == [6, 1, 3]


def test_all_decline() -> None:
    """rules.md 2.7: when nobody will, nor the holder go on, the table waits, and asks again."""
    felt = kept()
    events = felt.done(cm.DeclinePlayerDealer(patron="ann"))
    assert names(events) == ["PlayerDealerDeclined", "PlayerDealerEnded", "AllDeclined"]
    assert felt.state.player_dealer is None
    assert felt.refused(cm.OpenBetting()) is Code.NO_PLAYER_DEALER
    assert asked(felt) == [3, 6, 1]


def test_the_holder_goes_on() -> None:
    """rules.md 2.7: who keeps it when all decline has it for as many hands again."""
    felt = kept()
    felt.done(cm.AcceptPlayerDealer(patron="ann", cover=2_000))
    assert [e.patron for e in felt.log if isinstance(e, ev.PlayerDealerEnded)] == []
    hands(felt, 2)
    turn = felt.state.dealership.turn
    assert turn
    assert (turn.patron, turn.hands) == ("ann", 4)
    assert felt.refused(cm.OpenBetting()) is Code.OFFER_DUE


def test_a_turn_ends_before_the_next_begins() -> None:
    """Who takes it over ends the turn before, and posts his cover at once."""
    felt = due()
    felt.done(cm.OfferPlayerDealer())
    events = felt.done(cm.AcceptPlayerDealer(patron="bob", cover=2_000))
    assert events == (
        ev.PlayerDealerEnded(place=1, patron="ann", reason="passed-on", at=felt.now),
        ev.PlayerDealerAccepted(place=3, patron="bob", kind="patron", at=felt.now),
        ev.CoverPosted(round=3, place=3, patron="bob", amount=2_000),
    )
    felt.check()


def test_a_holder_who_may_not_go_on() -> None:
    """`may_keep_when_all_decline` false: the last holder is not asked again."""
    policy = dataclasses.replace(BUREAU, may_keep_when_all_decline=False)
    felt = seated(rotation=policy)
    felt.bank("ann", 1_000)
    hands(felt, 2)
    assert asked(felt) == [3, 6]
    assert felt.state.player_dealer is None


def test_a_limit_of_hands_in_a_row() -> None:
    """`max_consecutive_hands`: after so many the position passes on, or the table waits."""
    policy = dataclasses.replace(BUREAU, max_consecutive_hands=4)
    felt = seated(rotation=policy)
    felt.bank("ann", 1_000)
    hands(felt, 2)
    felt.bank("ann", 1_000)
    hands(felt, 2)
    assert asked(felt) == [3, 6]


def test_nobody_to_offer_it_to() -> None:
    """Where nobody may have it the turn ends, and the dealer is told."""
    policy = dataclasses.replace(BUREAU, may_keep_when_all_decline=False)
    felt = Felt.of(card_room(rotation=policy), ann=1)
    felt.bank("ann", 1_000)
    hands(felt, 2)
    decision = felt.do(cm.OfferPlayerDealer())
    assert names(decision.events) == ["PlayerDealerEnded"]
    assert decision.refusal
    assert decision.refusal.code is Code.NOBODY_TO_OFFER
    assert Felt.of(card_room()).refused(cm.OfferPlayerDealer()) is Code.NOBODY_TO_OFFER


def test_empty_and_away_places_are_passed_over() -> None:
    """A patron on a break is not asked; when he is back he is."""
    felt = seated()
    felt.done(cm.TakeBreak(patron="ann"))
    assert asked(felt) == [3, 6]
    felt.done(cm.ComeBack(patron="ann"))
    assert asked(felt) == [1, 3, 6]


def test_the_back_line_is_not_asked() -> None:
    """The position is for who sits at a place, not for who stands behind one."""
    felt = Felt.of(card_room(), bob=3)
    felt.stand("ann", 1)
    assert asked(felt) == [3]


def test_rounds_before_one_may_have_it() -> None:
    """`eligible_after_rounds`: who has not bet in so many rounds is passed over."""
    policy = dataclasses.replace(BUREAU, eligible_after_rounds=2)
    felt = seated(rotation=policy)
    assert asked(felt) == [1, 3, 6]  # nobody has yet
    felt.state = replace(felt.state, played={"ann": 2, "bob": 1})
    assert asked(felt) == [1]


def test_the_position_moves_on_from_who_does_not_cover() -> None:
    """2.7: whose holder has no cover, or is away, the dealer offers the position anew."""
    felt = covered()
    assert felt.refused(cm.OfferPlayerDealer()) is Code.OFFER_NOT_DUE
    felt.done(cm.PostCover(patron="ann", amount=0))
    felt.done(cm.OfferPlayerDealer())
    late = cm.PostCover(patron="ann", amount=1_000)
    assert felt.refused(late) is Code.OFFER_STANDS  # she is asked again in her turn
    done = felt.done(cm.AcceptPlayerDealer(patron="bob", cover=1_000))
    assert names(done) == ["PlayerDealerEnded", "PlayerDealerAccepted", "CoverPosted"]
    felt.done(cm.TakeBreak(patron="bob"))
    before = felt.state.racks["bob"]
    felt.done(cm.OfferPlayerDealer())
    felt.done(cm.AcceptPlayerDealer(patron="cyd", cover=1_000))
    assert felt.state.player_dealer == "cyd"
    assert felt.state.racks["bob"] == before + 1_000
    felt.check()


def test_an_offer_runs_out() -> None:
    """At its deadline an offer is declined, and the next patron has his own time."""
    felt = seated(offer_ms=20_000)
    felt.done(cm.OfferPlayerDealer())
    felt.now += 19_999
    assert felt.done(cm.Tick()) == ()
    felt.now += 1
    assert felt.done(cm.Tick()) == (
        ev.PlayerDealerDeclined(place=1, patron="ann", reason="no-answer"),
        ev.PlayerDealerOffered(
            place=3, patron="bob", minimum=100, fee=0, hands=2, deadline=felt.now + 20_000
        ),
    )
    felt.now += 60_000
    late = felt.do(cm.AcceptPlayerDealer(patron="bob", cover=500))
    assert names(late.events) == ["PlayerDealerDeclined", "PlayerDealerOffered"]
    assert late.refusal
    assert late.refusal.code is Code.NO_OFFER


def test_the_dealer_goes_on_to_the_next() -> None:
    """Where nobody answers and no time is set, the dealer offers it on."""
    felt = offered()
    said, asked_next = felt.done(cm.PassOffer())
    assert said == ev.PlayerDealerDeclined(place=1, patron="ann", reason="no-answer")
    assert isinstance(asked_next, ev.PlayerDealerOffered)
    assert asked_next.patron == "bob"


@pytest.mark.parametrize(
    "cover,code",
    [
        (0, Code.COVER_TOO_SMALL),
        (99, Code.COVER_TOO_SMALL),
        (-500, Code.COVER_TOO_SMALL),
        (100, None),
        (5_000, None),
        (5_001, Code.COVER_TOO_LARGE),
    ],
)
def test_the_size_of_a_cover(cover: int, code: Code | None) -> None:
    """rules.md 2.2: from the table's least cover to its most, before betting opens."""
    felt = seated(cover_max=5_000)
    felt.done(cm.OfferPlayerDealer())
    accepted = felt.do(cm.AcceptPlayerDealer(patron="ann", cover=cover))
    assert (accepted.refusal and accepted.refusal.code) is code
    felt.do(cm.AcceptPlayerDealer(patron="ann", cover=500))
    posted = felt.do(cm.PostCover(patron="ann", amount=cover))
    assert (posted.refusal and posted.refusal.code) is (code if cover else None)  # 0 takes it back
    felt.check()


def test_a_cover_is_made_of_chips() -> None:
    """A cover is whole units, and no more than the rack holds beside what is posted already."""
    felt = Felt.of(card_room(unit=5, mains=(5, 100), limits=tuple(
        ev.Limit(bet, 5, 100) for bet in ("player", "banker", "tie", "dragon-7", "panda-8")
    )), ann=1)  # fmt: skip
    felt.done(cm.OfferPlayerDealer())
    accept = cm.AcceptPlayerDealer(patron="ann", cover=1_001)
    assert felt.refused(accept) is Code.NOT_A_MULTIPLE_OF_THE_UNIT
    assert felt.refused(replace(accept, cover=100_005)) is Code.NOT_ENOUGH_CHIPS
    felt.done(replace(accept, cover=100_000))
    assert felt.refused(cm.PostCover(patron="ann", amount=100_005)) is Code.NOT_ENOUGH_CHIPS
    felt.done(cm.PostCover(patron="ann", amount=99_995))
    assert felt.done(cm.PostCover(patron="ann", amount=99_995)) == ()
    assert felt.state.racks["ann"] == 5
    felt.check()


def test_the_cover_of_the_round_before_is_posted() -> None:
    """rules.md 2.7: unless he says otherwise the next cover is the last, or what is left."""
    felt = seated()
    felt.done(cm.CashOut(patron="ann", amount=99_000))
    felt.bank("ann", 600)
    felt.done(cm.OpenBetting())
    felt.bet("bob", "player", 500)
    felt.play(WIN_PLAYER)
    posted, opened = felt.done(cm.OpenBetting())
    assert posted == ev.CoverPosted(round=2, place=1, patron="ann", amount=500)
    assert isinstance(opened, ev.BettingOpened)
    felt.check()


def test_too_little_is_left_for_a_cover() -> None:
    """Where what is left is below the least cover, no betting opens until more is posted."""
    felt = seated()
    felt.done(cm.CashOut(patron="ann", amount=99_000))
    felt.bank("ann", 1_000)
    felt.done(cm.OpenBetting())
    felt.bet("bob", "player", 950)
    felt.play(WIN_PLAYER)
    assert felt.refused(cm.OpenBetting()) is Code.NO_COVER
    felt.done(cm.BuyIn(patron="ann", amount=1_000))
    posted, _ = felt.done(cm.OpenBetting())
    assert posted == ev.CoverPosted(round=2, place=1, patron="ann", amount=1_000)
    felt.check()


def test_a_cover_taken_back_is_not_posted_again() -> None:
    """Who took his cover back must post one himself: nothing is put at risk against his will."""
    felt = taken_back()
    assert felt.refused(cm.OpenBetting()) is Code.NO_COVER
    felt.done(cm.PostCover(patron="ann", amount=300))
    felt.done(cm.OpenBetting())
    assert felt.state.round
    assert felt.state.round.cover
    assert felt.state.round.cover.amount == 300
    felt.check()


def test_the_cover_stands_unchanged_in_a_round() -> None:
    """rules.md 2.2: it is fixed before wagers are taken, and not topped up."""
    felt = betting()
    felt.bet("bob", "player", 100)
    for amount in (0, 500, 1_000, 2_000):
        assert felt.refused(cm.PostCover(patron="ann", amount=amount)) is Code.ROUND_IN_PLAY


def test_other_limits_bind_a_cover_that_is_posted() -> None:
    """A cover outside limits that have changed since opens no betting; the usual one is cut."""
    felt = covered()
    limits = tuple(felt.state.game.limits.values())
    less = ev.ChangeLimits(limits=limits, cover_min=100, cover_max=400)
    felt.done(cm.Propose(by="dee", reason="quiet night", matter=less))
    felt.done(cm.Approve(by="flo", number=1))
    assert felt.refused(cm.OpenBetting()) is Code.COVER_TOO_LARGE
    felt.done(cm.PostCover(patron="ann", amount=400))
    hands(felt, 1)
    felt.done(cm.Propose(by="dee", reason="quieter", matter=replace(less, cover_max=300)))
    felt.done(cm.Approve(by="flo", number=2))
    posted, _ = felt.done(cm.OpenBetting())
    assert isinstance(posted, ev.CoverPosted)
    assert posted.amount == 300
    felt.check()


def test_a_table_always_asks_for_a_cover() -> None:
    """No limits let a player-dealer cover with nothing."""
    assert Felt().refused(card_room(cover_min=0)) is Code.MALFORMED
    felt = seated()
    nothing = ev.ChangeLimits(limits=tuple(felt.state.game.limits.values()))
    assert felt.refused(cm.Propose(by="dee", reason="x", matter=nothing)) is Code.MALFORMED


def test_an_absent_holder() -> None:
    """rules.md 2.7: betting cannot open while the holder is absent."""
    felt = covered()
    felt.done(cm.TakeBreak(patron="ann"))
    assert felt.refused(cm.OpenBetting()) is Code.PLAYER_DEALER_AWAY
    felt.done(cm.ComeBack(patron="ann"))
    felt.done(cm.OpenBetting())


def test_the_position_is_given_up() -> None:
    """Between two rounds a holder may give it up: his cover goes back, and it is offered on."""
    felt = covered()
    assert felt.done(cm.GiveUpPlayerDealer(patron="ann")) == (
        ev.CoverPosted(round=1, place=1, patron="ann", amount=0),
        ev.PlayerDealerEnded(place=1, patron="ann", reason="gave-up", at=felt.now),
    )
    assert felt.refused(cm.GiveUpPlayerDealer(patron="ann")) is Code.NOT_THE_PLAYER_DEALER
    assert asked(felt) == [3, 6, 1]
    felt.check()


def test_giving_up_is_an_answer_to_an_offer() -> None:
    """Who is asked to go on and gives the position up has declined."""
    felt = kept()
    assert names(felt.done(cm.GiveUpPlayerDealer(patron="ann"))) == [
        "PlayerDealerDeclined",
        "PlayerDealerEnded",
        "AllDeclined",
    ]
    assert felt.refused(cm.AcceptPlayerDealer(patron="ann", cover=500)) is Code.NO_OFFER


def test_the_holder_leaves_mid_shoe() -> None:
    """Who stands up takes his cover along; the next offer goes to the place after his."""
    felt = covered()
    events = felt.done(cm.LeaveSeat(patron="ann"))
    assert names(events) == ["CoverPosted", "PlayerDealerEnded", "SeatLeft"]
    assert felt.balances["wallet:ann"] == 10_000_000
    felt.check()
    assert asked(felt) == [3, 6]


def test_who_is_asked_leaves() -> None:
    """An offer to somebody who stands up is declined, and goes on."""
    felt = offered()
    said, *_, left = felt.done(cm.LeaveSeat(patron="ann"))
    assert said == ev.PlayerDealerDeclined(place=1, patron="ann", reason="left")
    assert isinstance(left, ev.SeatLeft)
    assert felt.state.dealership.offer
    assert felt.state.dealership.offer.patron == "bob"
    felt.check()


def test_the_holder_leaves_while_another_is_asked() -> None:
    """The turn ends with the holder's leaving; the offer to the other stands."""
    felt = due()
    felt.done(cm.OfferPlayerDealer())
    felt.done(cm.LeaveSeat(patron="ann"))
    assert felt.state.player_dealer is None
    felt.done(cm.AcceptPlayerDealer(patron="bob", cover=500))
    assert felt.state.player_dealer == "bob"
    felt.check()


def test_the_player_dealer_bets_nowhere() -> None:
    """rules.md 1.3: he bets at none of his places, nor does anybody who stands behind his."""
    felt = Felt.of(card_room(played_with(second_place="true")), ann=1, bob=3)
    felt.sit("ann", 2)
    felt.stand("xav", 1)
    felt.bank("ann", 500)
    felt.done(cm.OpenBetting())
    for place in (1, 2):
        wager = felt.wager("ann", "player", 10, place=place)
        assert felt.refused(wager) is Code.PLAYER_DEALER_MAY_NOT_BET
    behind = felt.wager("xav", "player", 10, place=1, line="back")
    assert felt.refused(behind) is Code.BACK_LINE_NOT_ALLOWED
    felt.bet("bob", "player", 10)
    felt.play(WIN_PLAYER)
    felt.check()


def test_who_held_the_position_bets_again() -> None:
    """Once another covers, the holder before bets like everybody."""
    felt = due()
    felt.bank("bob", 500)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 100)
    assert felt.refused(felt.wager("bob", "player", 100)) is Code.PLAYER_DEALER_MAY_NOT_BET


def test_a_suspended_table_offers_nothing() -> None:
    """While the floor has stopped the table nothing is offered and no betting opens."""
    felt = seated()
    felt.done(cm.SuspendTable(by="flo", reason="a fight"))
    assert felt.refused(cm.OfferPlayerDealer()) is Code.TABLE_SUSPENDED
    felt.done(cm.ResumeTable(by="flo"))
    felt.bank("ann", 500)
    felt.done(cm.SuspendTable(by="flo", reason="a fight"))
    assert felt.refused(cm.OpenBetting()) is Code.TABLE_SUSPENDED
    felt.done(cm.ResumeTable(by="flo"))
    felt.done(cm.OpenBetting())


def test_a_table_closes_with_a_cover_posted() -> None:
    """Closing ends the turn, gives the cover back and lets everybody stand up with his chips."""
    felt = covered()
    felt.stand("xav", 3)
    assert names(felt.done(cm.CloseTable())) == [
        "CoverPosted",
        "PlayerDealerEnded",
        *["SeatLeft"] * 4,
        "ShoeEnded",
        "TableClosed",
    ]
    assert {felt.balances[f"wallet:{who}"] for who in ("ann", "bob", "cyd", "xav")} == {10_000_000}
    felt.check()
