"""Real cards one by one, or results alone (rules.md 4.1, trust.md 3.5, P4 to P7)."""

import pytest

from puntobanco.rules.coup import Winner
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealing import expected
from puntobanco.table.refusals import Code
from puntobanco.table.state import Entered
from tests.table.felts import RealFelt, game

FOUR = "9C 2C KD 4D"  # Player 9, Banker 6
SIX = "2C 3D TH 4S KC"  # Player 2 draws a king: Banker 7 stands


def dealing(cards: str = "typed", decks: int = 8) -> RealFelt:
    """A table whose betting is closed, and no card is out."""
    felt = RealFelt.ready(cards=cards, decks=decks)
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    return felt


def scan(card: str, sequence: int, position: int, *, device: str = "d1") -> cm.DealCard:
    """A card as a scanner sends it."""
    return cm.DealCard(
        position=position, card=card, source="scanned", device=device, sequence=sequence
    )


def test_the_next_card_is_known() -> None:
    """The dealer's screen is told where the next card lies and whose it is, while one is due."""
    felt = RealFelt.ready()
    assert expected(felt.state) is None
    felt.done(cm.OpenBetting())
    assert expected(felt.state) is None
    felt.done(cm.CloseBetting())
    hands = []
    for card in SIX.split():
        hands.append(expected(felt.state))
        felt.done(felt.card(card))
    assert hands == [(0, "player"), (1, "banker"), (2, "player"), (3, "banker"), (4, "player")]
    assert expected(felt.state) is None
    felt.done(cm.Settle())
    assert expected(felt.state) is None


def test_cards_before_the_close_are_refused() -> None:
    """A card that comes while betting is open is no card of the round (P7)."""
    felt = RealFelt.ready()
    assert felt.refused(felt.card("9C")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.OpenBetting())
    assert felt.refused(felt.card("9C")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.PauseBetting())
    assert felt.refused(felt.card("9C")) is Code.NOT_THE_NEXT_CARD


@pytest.mark.parametrize("cards", [FOUR, SIX, "2C 3D KH KS KC KD"], ids=[4, 5, 6])
def test_no_card_after_the_last(cards: str) -> None:
    """Once the hands are complete no card is dealt, a seventh least of all (P7)."""
    felt = dealing()
    felt.deal(cards)
    assert felt.refused(felt.card("AH")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.Settle())
    assert felt.refused(felt.card("AH")) is Code.NOT_THE_NEXT_CARD


@pytest.mark.parametrize("position", [-1, 1, 2, 415])
def test_a_card_out_of_turn_is_refused(position: int) -> None:
    """Only the next card of the shoe is dealt."""
    felt = dealing()
    wrong = cm.DealCard(position=position, card="9C", source="keyed")
    assert felt.refused(wrong) is Code.NOT_THE_NEXT_CARD


@pytest.mark.parametrize("code", ["", "1C", "9", "9X", "joker", "9C 2C"])
def test_what_is_no_card_is_refused(code: str) -> None:
    """A card that cannot be read is not dealt, whoever keyed it."""
    assert dealing().refused(cm.DealCard(position=0, card=code, source="keyed")) is Code.MALFORMED


@pytest.mark.parametrize("cards", ["software", "scanned", "typed"])
@pytest.mark.parametrize("decks", [1, 3, 8])
def test_there_is_no_ninth_copy(cards: str, decks: int) -> None:
    """One more of a card than there are decks is refused, and nothing changes (P7)."""
    felt = RealFelt.ready(cards=cards, decks=decks)
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    dealt = 0
    while dealt < decks:
        if expected(felt.state) is None:
            felt.done(cm.Settle())
            felt.done(cm.OpenBetting())
            felt.done(cm.CloseBetting())
        felt.done(felt.card("8S"))
        dealt += 1
    if expected(felt.state) is None:
        felt.done(cm.Settle())
        felt.done(cm.OpenBetting())
        felt.done(cm.CloseBetting())
    assert felt.refused(felt.card("8S")) is Code.NO_SUCH_CARD_LEFT
    felt.done(felt.card("8C"))
    assert felt.state.require_shoe.seen == {"8S": decks, "8C": 1}


@pytest.mark.parametrize(
    "cards, source, fits",
    [
        ("software", "shoe", True),
        ("software", "scanned", False),
        ("software", "keyed", False),
        ("scanned", "scanned", True),
        ("scanned", "rescanned", True),
        ("scanned", "keyed", True),
        ("scanned", "shoe", False),
        ("typed", "keyed", True),
        ("typed", "scanned", False),
        ("typed", "shoe", False),
        ("results", "keyed", False),
        ("results", "shoe", False),
    ],
)
def test_cards_come_as_the_table_says(cards: str, source: str, *, fits: bool) -> None:
    """A table's cards come from where it was opened for: shoe, scanner, keyboard or nowhere."""
    felt = dealing(cards)
    command = cm.DealCard(
        position=0, card="9C", source=source, device="d1", sequence=1, by="dan", confirmed="sue"
    )
    if fits:
        (dealt,) = felt.done(command)
        assert isinstance(dealt, ev.CardDealt)
        assert (dealt.source, dealt.device, dealt.sequence) == (source, "d1", 1)
    else:
        assert felt.refused(command) is Code.OTHER_KIND_OF_SHOE


@pytest.mark.parametrize("confirmed", ["", "dan"])
def test_a_card_keyed_beside_a_scanner_has_two_people(confirmed: str) -> None:
    """A card that the scanner could not read is keyed by one and confirmed by another (P4)."""
    felt = dealing("scanned")
    alone = felt.card("9C", confirmed=confirmed)
    assert felt.refused(alone) is Code.NEEDS_SECOND_PERSON
    (dealt,) = felt.done(felt.card("9C"))
    assert isinstance(dealt, ev.CardDealt)
    assert (dealt.source, dealt.confirmed) == ("keyed", "sue")
    felt = dealing("typed")
    felt.done(felt.card("9C", confirmed=confirmed))


@pytest.mark.parametrize("device, sequence", [("", 1), ("d1", None), ("", None)])
def test_a_scan_says_where_it_is_from(device: str, sequence: int | None) -> None:
    """A scan without its device or its number could not be known again (P6)."""
    command = cm.DealCard(position=0, card="9C", source="scanned", device=device, sequence=sequence)
    assert dealing("scanned").refused(command) is Code.MALFORMED


def test_a_scan_is_dealt_once() -> None:
    """The same number of the same device is not dealt twice, nor one from before it."""
    felt = dealing("scanned")
    felt.done(scan("9C", 7, 0))
    assert felt.refused(scan("9C", 7, 0)) is Code.NOT_THE_NEXT_CARD
    assert felt.refused(scan("9C", 7, 1)) is Code.NOT_THE_NEXT_CARD
    assert felt.refused(scan("2C", 6, 1)) is Code.NOT_THE_NEXT_CARD
    felt.done(scan("2C", 1, 1, device="d2"))
    assert felt.refused(scan("KD", 7, 2)) is Code.NOT_THE_NEXT_CARD
    felt.done(scan("KD", 9, 2))
    again = cm.DealCard(position=3, card="4D", source="rescanned", device="d1", sequence=10)
    felt.done(again)
    assert [event.card for event in felt.log if isinstance(event, ev.CardDealt)] == FOUR.split()
    felt.check()


def test_a_shoe_of_real_cards_plays_to_its_money() -> None:
    """Wagers, cards and settlement are those of any table."""
    felt = RealFelt.ready()
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    settled = felt.play(FOUR, opened=True)
    assert [(line.verdict, line.paid) for line in settled.lines] == [("pay", 1_000)]
    assert felt.state.racks == {"ann": 51_000}
    felt.check()


# Faults that other programs had (trust.md 7)


@pytest.mark.parametrize("king", ["KC", "QD", "JH", "TS"])
@pytest.mark.parametrize(
    "banker, draws", [("3D", True), ("4D", False), ("5D", False), ("6D", False)]
)
def test_banker_against_a_court_card(king: str, banker: str, *, draws: bool) -> None:
    """XS3: against a third card that counts nought Banker draws on 3 and stands on 4, 5 and 6."""
    felt = dealing()
    felt.deal(f"2C KH 3C {banker} {king}")
    assert (expected(felt.state) is not None) == draws


@pytest.mark.parametrize(
    "cards, bet, paid",
    [
        ("9C 9D KD KC", "player", 0),  # a tie
        ("9C 9D KD KC", "banker", 0),
        ("2C 3D TH KS KC 4C", "banker", 0),  # a Dragon 7
        ("2C 3D TH KS KC 4C", "dragon-7", 40_000),
    ],
)
def test_pushes_go_back_and_side_bets_are_paid(cards: str, bet: str, paid: int) -> None:
    """XS4, XS5: a push gives the whole wager back, and a side bet is paid beside it."""
    felt = RealFelt.ready()
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", bet, 1_000)
    (line,) = felt.play(cards, opened=True).lines
    assert (line.returned, line.paid, line.collected) == (1_000, paid, 0)
    assert felt.state.racks == {"ann": 50_000 + paid}
    felt.check()


def test_a_round_is_settled_once() -> None:
    """XM15: a second settlement finds nothing, and what was paid is paid once."""
    felt = RealFelt.ready()
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 1_000)
    felt.play(FOUR, opened=True)
    assert felt.refused(cm.Settle()) is Code.NOTHING_TO_SETTLE
    assert felt.state.racks == {"ann": 51_000}


# Results alone


def entering() -> RealFelt:
    """A table of results whose betting is closed."""
    felt = RealFelt.ready(cards="results")
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    return felt


@pytest.mark.parametrize(
    "winner, marks",
    [
        ("player", ()),
        ("banker", ("d7",)),
        ("player", ("p8", "bp")),
        ("tie", ("n8", "pp", "bp")),
        ("player", ("n9", "bp")),
    ],
)
def test_a_result_is_entered(winner: str, marks: tuple[str, ...]) -> None:
    """Winner and marks go on the board; there is nothing to pay."""
    felt = entering()
    entered = felt.done(cm.EnterResult(winner=winner, marks=marks))
    assert entered == (ev.ResultEntered(round=1, winner=winner, marks=marks),)
    assert felt.refused(cm.EnterResult(winner=winner)) is Code.NOT_IN_THIS_STATE
    (settled,) = felt.done(cm.Settle())
    assert settled == ev.RoundSettled(round=1, lines=())
    assert felt.state.require_shoe.coups == (Entered(Winner(winner), marks),)
    felt.check()


@pytest.mark.parametrize(
    "winner, marks",
    [
        ("", ()),
        ("nobody", ()),
        ("player", ("d7",)),
        ("tie", ("d7",)),
        ("banker", ("p8",)),
        ("player", ("n8", "n9")),
        ("player", ("n8", "p8")),
        ("banker", ("n9", "d7")),
        ("player", ("pp", "pp")),
        ("player", ("n9", "pp")),
        ("player", ("l7",)),
        ("banker", ("",)),
    ],
)
def test_a_result_that_cannot_be_is_refused(winner: str, marks: tuple[str, ...]) -> None:
    """A call that does not hold with that winner or beside that mark is not entered."""
    assert entering().refused(cm.EnterResult(winner=winner, marks=marks)) is Code.MALFORMED


def test_results_are_entered_after_the_close() -> None:
    """A result comes when betting is closed, at a table of results alone."""
    felt = RealFelt.ready(cards="results")
    assert felt.refused(cm.EnterResult(winner="player")) is Code.NOT_IN_THIS_STATE
    felt.done(cm.OpenBetting())
    assert felt.refused(cm.EnterResult(winner="player")) is Code.NOT_IN_THIS_STATE
    for cards in ("software", "scanned", "typed"):
        assert dealing(cards).refused(cm.EnterResult(winner="tie")) is Code.OTHER_KIND_OF_SHOE


def test_results_take_no_wagers() -> None:
    """Where no cards are recorded nothing could be paid: every wager is refused."""
    felt = RealFelt.ready(cards="results", clock=5_000)
    felt.sit("ann", 1)
    felt.done(cm.OpenBetting())
    wager = cm.SetWager(patron="ann", place=1, bet="player", amount=1_000, round=1)
    assert felt.refused(wager) is Code.BETTING_NOT_OPEN
    felt.now += 5_000
    assert felt.done(cm.Tick()) == (ev.BettingClosed(round=1),)


def test_results_give_a_cover_back() -> None:
    """A cover that was posted where results alone are kept goes back whole with each of them."""
    felt = RealFelt.ready(game("ca-ez-panda8"), cards="results")
    felt.sit("ann", 1)
    felt.bank("ann", 5_000)
    felt.done(cm.OpenBetting())
    felt.done(cm.CloseBetting())
    felt.done(cm.EnterResult(winner="player"))
    felt.done(cm.Settle())
    assert (felt.state.racks["ann"], felt.state.dealership.cover) == (50_000, None)
    felt.check()


def test_results_need_no_burn() -> None:
    """A table of results is ready after the cut; its burn card may be noted, and once."""
    felt = RealFelt.ready(game(burn="first-card"), cards="results")
    felt.done(cm.Burn(card="3H"))
    assert felt.refused(cm.Burn(card="4H")) is Code.NOT_THE_NEXT_CARD
    felt.done(cm.OpenBetting())
