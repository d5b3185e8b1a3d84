"""The next deadline of a table, over everything that comes by itself there."""

from puntobanco.table import commands as cm
from puntobanco.table.deadlines import next_deadline
from puntobanco.table.state import TableState
from tests.table.playing import CLOCK, WIN_PLAYER, Felt, card_room
from tests.table.test_places import BREAK, betting, names

OFFER = 30_000


def test_nothing_comes_by_itself_where_nothing_waits() -> None:
    """No table, no round, no offer and nobody away: there is no deadline."""
    assert next_deadline(TableState()) is None
    assert next_deadline(Felt.of(card_room(), bank=8, ann=1).state) is None


def test_betting_has_a_deadline_until_it_is_paused() -> None:
    """It is the round's own; a pause takes it away."""
    felt = Felt.betting("ann")
    assert next_deadline(felt.state) == felt.now + CLOCK
    felt.done(cm.PauseBetting())
    assert next_deadline(felt.state) is None


def test_an_offer_goes_on_at_its_deadline() -> None:
    """The earliest of several is the next: an answer is due before the end of a break."""
    felt = Felt.of(card_room(offer_ms=OFFER), bank=8, ann=1, bea=2)
    felt.done(cm.TakeBreak(patron="bea"))
    felt.done(cm.OfferPlayerDealer())
    asked = felt.state.dealership.offer
    assert asked
    assert next_deadline(felt.state) == asked.deadline == felt.now + OFFER
    felt.now += OFFER
    assert names(felt.done(cm.Tick())) == ["PlayerDealerDeclined", "PlayerDealerOffered"]
    felt.done(cm.AcceptPlayerDealer(patron="bank", cover=1_000))
    assert next_deadline(felt.state) == felt.state.breaks["bea"]


def test_chips_on_the_felt_keep_a_place() -> None:
    """A break ends by itself only once its patron's wagers are settled: until then none is due."""
    felt = betting(clock=None)
    felt.bet("ann", "player", 100)
    felt.done(cm.TakeBreak(patron="ann"))
    until = felt.now + BREAK
    assert next_deadline(felt.state) is None
    felt.play(WIN_PLAYER)
    assert next_deadline(felt.state) == until
    felt.now = until
    assert "SeatLeft" in names(felt.done(cm.Tick()))
    assert next_deadline(felt.state) is None
