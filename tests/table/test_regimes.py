"""The shipped rotation regimes at a table, minute by minute (rules.md 2.7, GAP-3.15)."""

import pytest

from puntobanco.cards import parse_cards
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.table.playing import Felt, card_room

MINUTE = 60_000


class Evening:
    """A table whose minutes are counted; ann at 1, bob at 3, a third party at 4, cyd at 6."""

    def __init__(self, rotation: str) -> None:
        self.felt = Felt.of(card_room(rotation=rotation), ann=1, bob=3, cyd=6)
        self.felt.fund("tpp")
        self.felt.done(cm.TakeSeat(patron="tpp", place=4, buy_in=100_000, kind="third-party"))
        self.begin = self.felt.now

    def at(self, minute: float) -> "Evening":
        """Let it be so late."""
        self.felt.now = self.begin + int(minute * MINUTE)
        return self

    def asked(self, *answers: str) -> list[str]:
        """Offer the position; who is named takes it; everybody who was asked."""
        self.felt.done(cm.OfferPlayerDealer())
        asked = []
        while offer := self.felt.state.dealership.offer:
            asked.append(offer.patron)
            if offer.patron in answers:
                self.felt.done(cm.AcceptPlayerDealer(patron=offer.patron, cover=1_000))
            else:
                self.felt.done(cm.DeclinePlayerDealer(patron=offer.patron))
        return asked

    def hand(self) -> None:
        """Play a round."""
        self.felt.done(cm.OpenBetting())
        suit = "CDHS"[self.felt.state.round_number % 4]
        self.felt.play(parse_cards(f"9{suit} 2{suit} K{suit} 4{suit}"))

    def stops(self) -> tuple[str, object]:
        """No round starts: the events, and why not."""
        decision = self.felt.do(cm.OpenBetting())
        assert decision.refusal
        assert decision.refusal.code is Code.ROTATION_BROKEN
        names = " ".join(type(event).__name__ for event in decision.events)
        return names, decision.refusal.params["code"]


def test_bureau_two_hands() -> None:
    """`bureau-two-hands`: offered after every two hands, however late; a third party may follow."""
    evening = Evening("bureau-two-hands")
    assert evening.asked("tpp") == ["ann", "bob", "tpp"]
    evening.hand()
    assert evening.felt.refused(cm.OfferPlayerDealer()) is Code.OFFER_NOT_DUE
    evening.hand()
    assert evening.asked("tpp") == ["cyd", "ann", "bob", "tpp"]
    evening.at(600).hand()
    evening.hand()
    assert evening.asked() == ["cyd", "ann", "bob", "tpp"]
    evening.felt.check()


def test_notice_2016() -> None:
    """`notice-2016`: at minute 60 of a hold the game stops for two, and then begins anew."""
    evening = Evening("notice-2016")
    evening.asked("ann")
    evening.at(59.99).hand()
    assert evening.at(60).stops() == ("PlayerDealerEnded RotationBroken", "held-too-long")
    felt = evening.felt
    assert felt.state.player_dealer is None
    for minute in (60, 61, 61.999):
        evening.at(minute)
        assert felt.refused(cm.OpenBetting()) is Code.ROTATION_BROKEN
        assert felt.refused(cm.OfferPlayerDealer()) is Code.ROTATION_BROKEN
    assert evening.at(62).asked("ann") == ["bob", "tpp", "cyd", "ann"]
    evening.hand()
    felt.check()


def test_notice_2016_turns_of_others() -> None:
    """`notice-2016`: another's turn begins the count anew."""
    evening = Evening("notice-2016")
    evening.asked("ann")
    evening.hand()
    evening.at(59).hand()
    assert evening.asked("bob") == ["bob"]
    evening.at(118.9).hand()
    assert evening.at(119).stops()[1] == "held-too-long"


def test_notice_2016_kept() -> None:
    """`notice-2016`: who keeps the position when all decline still holds it, from the beginning."""
    evening = Evening("notice-2016")
    evening.asked("ann")
    evening.hand()
    evening.hand()
    assert evening.at(50).asked("ann")[-1] == "ann"
    assert evening.at(60).stops()[1] == "held-too-long"


def test_a_cover_goes_back_at_a_breach() -> None:
    """The turn ends with the breach, and a cover that is posted goes back to its rack."""
    evening = Evening("notice-2016")
    evening.asked("ann")
    names, _ = evening.at(60).stops()
    assert names == "CoverPosted PlayerDealerEnded RotationBroken"
    assert evening.felt.state.racks["ann"] == 100_000
    evening.felt.check()


def test_reg_2026_offers() -> None:
    """`reg-2026`: offered before every hand; after a third party's turn to somebody else."""
    evening = Evening("reg-2026")
    assert evening.asked("ann") == ["ann"]
    evening.hand()
    assert evening.felt.refused(cm.OpenBetting()) is Code.OFFER_DUE
    assert evening.asked("tpp") == ["bob", "tpp"]
    evening.hand()
    assert evening.asked("bob") == ["cyd", "ann", "bob"]
    evening.hand()
    assert evening.asked("bob") == ["tpp", "cyd", "ann", "bob"]
    evening.felt.check()


def test_reg_2026_nobody_follows_a_third_party() -> None:
    """`reg-2026`: a third party never goes on, though all decline."""
    evening = Evening("reg-2026")
    evening.asked("tpp")
    evening.hand()
    assert evening.asked() == ["cyd", "ann", "bob"]
    assert evening.felt.refused(cm.OpenBetting()) is Code.NO_PLAYER_DEALER
    assert evening.asked("cyd") == ["cyd"]
    evening.hand()


def test_reg_2026_window() -> None:
    """`reg-2026`: without two holders other than third parties in 40 minutes the game ends."""
    evening = Evening("reg-2026")
    evening.asked("ann")
    evening.hand()
    evening.asked("tpp")
    evening.at(39.9).hand()
    evening.asked("ann")
    assert evening.at(40).stops() == (
        "CoverPosted PlayerDealerEnded RotationBroken",
        "too-few-holders",
    )
    felt = evening.felt
    evening.at(400)
    assert felt.refused(cm.OpenBetting()) is Code.ROTATION_BROKEN
    assert felt.refused(cm.OfferPlayerDealer()) is Code.ROTATION_BROKEN
    felt.done(cm.ResumeTable(by="flo"))
    evening.asked("ann")
    evening.hand()
    felt.check()


def test_reg_2026_two_holders() -> None:
    """`reg-2026`: two patrons in turn keep the game alive, as long as both are in the window."""
    evening = Evening("reg-2026")
    for minute in range(0, 120, 10):
        evening.at(minute).asked("ann" if minute % 20 else "bob")
        evening.hand()
    evening.asked("ann")  # bob's last turn ended at minute 110
    evening.at(149.99).hand()
    evening.asked("ann")
    assert evening.at(150).stops()[1] == "too-few-holders"
    evening.felt.check()


def test_one_third_party_a_table() -> None:
    """`reg-2026`: one third-party provider a table; where no regime says so, as many as will."""
    felt = Evening("reg-2026").felt
    felt.fund("tpp2")
    second = cm.TakeSeat(patron="tpp2", place=5, buy_in=1_000, kind="third-party")
    assert felt.refused(second) is Code.THIRD_PARTY_PRESENT
    felt.done(cm.LeaveSeat(patron="tpp"))
    felt.done(second)
    assert felt.state.third_parties == {"tpp2"}
    behind = cm.StandBehind(patron="tpp", place=5, buy_in=1_000, kind="third-party")
    assert felt.refused(behind) is Code.THIRD_PARTY_PRESENT
    felt.done(cm.LeaveSeat(patron="tpp2"))
    felt.done(behind)
    assert felt.state.third_parties == {"tpp"}
    assert felt.refused(second) is Code.THIRD_PARTY_PRESENT
    felt.check()
    other = Evening("bureau-two-hands").felt
    other.fund("tpp2")
    other.done(second)
    other.check()


def test_a_third_party_is_marked() -> None:
    """A third party's turn says so, and so does the seat; nobody is of an unknown kind."""
    evening = Evening("bureau-two-hands")
    evening.asked("tpp")
    accepted = [e for e in evening.felt.log if isinstance(e, ev.PlayerDealerAccepted)]
    assert [event.kind for event in accepted] == ["third-party"]
    assert evening.felt.state.third_parties == {"tpp"}
    evening.felt.fund("x")
    unknown = cm.TakeSeat(patron="x", place=5, buy_in=1_000, kind="robot")
    assert evening.felt.refused(unknown) is Code.MALFORMED
    behind = cm.StandBehind(patron="x", place=1, buy_in=1_000, kind="robot")
    assert evening.felt.refused(behind) is Code.MALFORMED


@pytest.mark.parametrize("rotation", ["bureau-two-hands", "notice-2016", "reg-2026"])
def test_a_void_hand_uses_up_no_turn(rotation: str) -> None:
    """rules.md 4.2: after a void hand the same turn goes on, with no offer and the same count."""
    evening = Evening(rotation)
    evening.asked("ann")
    for number in (1, 2, 3):
        evening.felt.done(cm.OpenBetting())
        evening.felt.done(cm.Propose(by="dee", reason="x", matter=ev.VoidRound()))
        evening.felt.done(cm.Approve(by="flo", number=number))
        turn = evening.felt.state.dealership.turn
        assert turn
        assert (turn.patron, turn.hands) == ("ann", 0)
    evening.hand()
    evening.felt.check()


def test_every_offer_and_answer_is_in_the_log() -> None:
    """rules.md 2.7: each offer stands with its place, and with the answer to it."""
    evening = Evening("reg-2026")
    evening.asked("cyd")
    said = [
        (type(event).__name__, event.place)
        for event in evening.felt.log
        if isinstance(
            event, ev.PlayerDealerOffered | ev.PlayerDealerDeclined | ev.PlayerDealerAccepted
        )
    ]
    answers = [*["PlayerDealerDeclined"] * 3, "PlayerDealerAccepted"]
    assert said == [
        pair
        for place, answer in zip((1, 3, 4, 6), answers, strict=True)
        for pair in (("PlayerDealerOffered", place), (answer, place))
    ]
