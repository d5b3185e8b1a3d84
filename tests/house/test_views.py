"""Views: the promised shape in every phase, and nothing that is nobody's business."""

import re
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from puntobanco.house.records import HISTORY
from puntobanco.house.shown import view as vw
from puntobanco.house.shown.board import Result
from puntobanco.house.shown.own import Mine
from puntobanco.house.views import Viewer
from puntobanco.rules.catalogue import find
from puntobanco.shuffle.system import SystemShoe
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from tests.house.contract import held, plain
from tests.house.houses import House
from tests.table.playing import TABLE, WIN_PLAYER, small

CARD = re.compile(r'"([A23456789TJQK][CDHS])"')
NAMES = {"ann": "Ann", "bea": "Bea", "cid": "Cid"}


@pytest.fixture
def house() -> Iterator[House]:
    """A house whose patrons have amounts that are found anywhere."""
    with closing(open_sqlite(MEMORY)) as store:
        opened = House(store)
        opened.enrol("ann", "bea", chips=987_654_300)
        yield opened


def viewer(house: House) -> Viewer:
    """A viewer of the table."""
    return Viewer(house.live, lambda patron: NAMES[patron])


def shown(house: House, view: Viewer) -> vw.View:
    """The view, held to its type."""
    held(view.card(house.clock.now))
    found = held(view.view(house.clock.now))
    assert isinstance(found, vw.View)
    return found


def own(house: House, view: Viewer, patron: str) -> Mine:
    """What is a patron's own, held to its type."""
    wallet = house.balances().get(f"wallet:{patron}", 0)
    return held(view.mine(patron, wallet, house.clock.now))


def seated(house: House, game: str = "") -> None:
    """Open the table and seat both."""
    house.open(find(game) if game else small(cut_card=30), decks=8 if game else 1)
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=4_321_000))
    house.done(cm.TakeSeat(patron="bea", place=5, buy_in=7_654_300))


@pytest.mark.parametrize("game", ["", "deq-ez", "punto-banco"])
def test_every_phase_keeps_the_contract(house: House, game: str) -> None:
    """Through two shoes, at every step, views and cards have exactly the promised keys."""
    seated(house, game)
    view = viewer(house)
    phases = set()
    while house.live.state.shoe_number < 2 or not house.live.state.round_number % 5:
        found = shown(house, view)
        phases.add(found.phase)
        for patron in NAMES:
            own(house, view, patron)
        house.clock.now += 100
        if house.act().name == "open":
            house.done(house.wager("ann", "player", 500))
            house.done(house.wager("bea", "banker", 500))
            house.done(house.wager("bea", "tie", 500))
            if house.live.state.round_number % 3 == 0:
                house.done(cm.PauseBetting())
    assert phases == {"shuffling", "waiting", "betting", "paused", "dealing", "settled"}


def test_a_waiting_table(house: House) -> None:
    """A table with nobody at it waits, and shows its felt and an empty board."""
    house.open(small(burn="none"))
    house.desk.start_shoe(TABLE).result(20)
    found = shown(house, viewer(house))
    assert (found.phase, found.hand, found.coup, found.clock) == ("waiting", 1, None, None)
    assert found.board.tally.hands == 0
    mine = own(house, viewer(house), "ann")
    assert (mine.place, mine.rack, mine.spots, mine.session) == (None, 0, {}, None)


def test_a_closed_table(house: House) -> None:
    """A closed table says that it is closed, and nothing more."""
    seated(house)
    house.done(cm.CloseTable())
    assert plain(viewer(house).view(0)) == {"table": {"id": TABLE}, "phase": "closed"}


def betting(house: House) -> Viewer:
    """Open betting on a shoe that is not burned."""
    house.open(small(burn="none"))
    house.done(cm.TakeSeat(patron="ann", place=1, buy_in=100_000))
    house.done(cm.TakeSeat(patron="bea", place=5, buy_in=7_654_300))
    house.desk.start_shoe(TABLE).result(20)
    house.done(cm.OpenBetting())
    return viewer(house)


def deal(house: House, codes: tuple[object, ...] = WIN_PLAYER) -> None:
    """Deal cards as they are wanted, whatever the shoe holds."""
    house.done(cm.CloseBetting())
    for position, card in enumerate(codes):
        house.done(cm.DealCard(position=position, card=card.code))  # type: ignore[attr-defined]


def test_a_round_as_it_is_shown(house: House) -> None:
    """Wagers, cards, result and lines are shown as they happened."""
    view = betting(house)
    house.done(house.wager("ann", "player", 1_000))
    house.done(house.wager("bea", "tie", 300))
    house.clock.now += 4_000
    found = shown(house, view)
    assert found.clock == vw.Clock(remaining_ms=11_000, total_ms=15_000, paused=False)
    wagers = (vw.Wager("player", 1_000),)
    assert found.places[0] == vw.Place(
        place=1, seat=1, name="Ann", away=False, wagers=wagers, net=None, behind=()
    )
    assert own(house, view, "ann").on_felt == 1_000
    deal(house)
    found = shown(house, view)
    assert found.phase == "dealing"
    assert found.coup
    assert (found.coup.player.cards, found.coup.player.total) == (("9C", "KD"), 9)
    assert (found.coup.winner, found.coup.natural, found.settlement) == ("player", True, None)
    house.done(cm.Settle())
    found = shown(house, view)
    assert (found.phase, found.hand, found.round) == ("settled", 1, 1)
    assert found.coup
    assert found.coup.winner == "player"
    assert [place.net for place in found.places[:5]] == [1_000, None, None, None, -300]
    assert found.settlement
    assert {(x.name, x.verdict, x.odds, x.paid) for x in found.settlement.lines} == {
        ("Bea", "take", None, 0),
        ("Ann", "pay", "1:1", 1_000),
    }
    mine = own(house, view, "ann")
    assert mine.result
    assert (mine.result.net, len(mine.result.lines), mine.rack) == (1_000, 1, 101_000)
    assert mine.last_wagers == (vw.Wager("player", 1_000),)
    assert [(past.winner, past.net) for past in mine.history] == [("player", 1_000)]
    assert mine.session
    assert (mine.session.since_ms, mine.session.net) == (4_000, 1_000)
    assert found.board.last == Result("player", 9, 6, ())


def test_the_result_goes_when_betting_opens(house: House) -> None:
    """A new round clears the felt: cards, lines and results of the last one are gone."""
    view = betting(house)
    house.done(house.wager("ann", "player", 1_000))
    deal(house)
    house.done(cm.Settle())
    house.done(cm.OpenBetting())
    found = shown(house, view)
    assert (found.phase, found.hand, found.round) == ("betting", 2, 2)
    assert (found.coup, found.settlement, found.places[0].net) == (None, None, None)
    assert own(house, view, "ann").result is None


def test_a_pause_shows_its_time(house: House) -> None:
    """While betting is paused the clock stands, and says so."""
    view = betting(house)
    house.clock.now += 5_000
    house.done(cm.PauseBetting())
    house.clock.now += 10**6
    found = shown(house, view)
    assert found.clock == vw.Clock(remaining_ms=10_000, total_ms=15_000, paused=True)


def test_the_clock_is_never_negative(house: House) -> None:
    """Past the deadline, before anybody ticked, nothing is left."""
    view = betting(house)
    house.clock.now += 10**6
    clock = shown(house, view).clock
    assert clock
    assert clock.remaining_ms == 0


def test_a_spot_says_why_nothing_fits(house: House) -> None:
    """Each spot has its amount, its room and the refusal that a wager there would get."""
    view = betting(house)
    house.done(house.wager("ann", "player", 1_000))
    spots = own(house, view, "ann").spots
    assert set(spots) == {"player", "banker", "tie", "dragon-7", "panda-8"}
    codes = {bet: spot.refusal and spot.refusal.code for bet, spot in spots.items()}
    assert codes == {
        "player": None,
        "banker": "opposite-main",
        "tie": None,
        "dragon-7": None,
        "panda-8": None,
    }
    assert (spots["player"].amount, spots["player"].room) == (1_000, 49_000)
    assert (spots["dragon-7"].amount, spots["dragon-7"].room) == (0, 1_000)
    house.done(cm.CloseBetting())
    refusals = [spot.refusal for spot in own(house, view, "ann").spots.values()]
    assert {refusal and refusal.code for refusal in refusals} == {"betting-closed"}


def test_the_history_is_twenty_hands(house: House) -> None:
    """The newest hand stands first, and the list has an end."""
    seated(house)
    view = viewer(house)
    while house.live.state.round_number < 30:
        house.act()
    history = own(house, view, "ann").history
    assert len(history) == 20
    hands = [(past.shoe, past.hand) for past in history]
    assert hands == sorted(hands, reverse=True)
    kept = view.hands("ann")
    assert [hand.round for hand in kept[:20]] == [past.round for past in history]
    assert len(kept) > len(history)
    assert all(hand.coup and hand.coup.player.cards for hand in kept)


def test_a_hundred_hands_are_kept(house: House) -> None:
    """Of each patron at least his last hundred hands are there, with cards and lines."""
    seated(house)
    view = viewer(house)
    for _ in range(HISTORY + 5):
        house.act_until("open")
        house.done(house.wager("ann", "player", 1_000))
        house.act_until("settle")
    hands = view.hands("ann")
    assert len(hands) == HISTORY >= 100
    assert all(line.bet == "player" for hand in hands for line in hand.lines)
    assert all(len(hand.lines) == 1 for hand in hands)
    house.restart()
    assert viewer(house).hands("ann") == hands


def test_who_left_has_no_seat_and_his_history(house: House) -> None:
    """After leaving a patron is a stranger at the table who may look at his hands."""
    view = betting(house)
    house.done(house.wager("ann", "player", 1_000))
    deal(house)
    house.done(cm.Settle())
    house.done(cm.LeaveSeat(patron="ann"))
    mine = own(house, view, "ann")
    assert (mine.place, mine.rack, mine.session, mine.spots) == (None, 0, None, {})
    assert len(mine.history) == 1
    found = shown(house, view)
    assert found.places[0].name is None


def test_the_last_shoe_is_named_by_its_number(house: House) -> None:
    """Between two shoes, and while the next one runs, the tally of the one before stays."""
    seated(house)
    view = viewer(house)
    house.act_until("end-shoe")
    hands = len(house.live.state.last_coups)
    for act in ("shuffle", "burn", "open"):
        found = shown(house, view).board.last_shoe
        assert found
        assert (found.number, found.hands) == (1, hands)
        assert found.player + found.banker + found.tie == hands
        assert house.act().name == act


def test_what_is_rendered_once_stays(house: House) -> None:
    """Felt and board are made once a set-up and once a hand, and are equal to fresh ones."""
    seated(house)
    view = viewer(house)
    for _ in range(60):
        house.act()
        now = house.clock.now
        assert view.view(now) == viewer(house).view(now)
    assert view.felt() is view.felt()
    assert view.board(0) is view.board(0)


def as_sent(shown: object) -> str:
    """What is shown as a socket says it."""
    return msgspec.json.encode(shown).decode()


def texts(house: House, view: Viewer) -> dict[str, str]:
    """Everything that is sent: to everybody, to each patron, to the lobby."""
    now, money = house.clock.now, house.balances()
    found = {
        "": as_sent(view.view(now)),
        "lobby": as_sent(view.card(now)),
    }
    for patron in NAMES:
        found[patron] = as_sent(view.mine(patron, money.get(f"wallet:{patron}", 0), now))
    return found


def test_nothing_secret_is_ever_shown(house: House) -> None:
    """Through four shoes no message holds a card before it is dealt, a shoe, or others' money."""
    seated(house)
    view = viewer(house)
    seen = 0
    while house.live.state.shoe_number < 5:
        house.act()
        state = house.live.state
        if state.round and state.round.phase == "betting" and not state.round.wagers:
            house.done(house.wager("ann", "player", 500))
            house.done(house.wager("bea", "banker", 500))
        sent = texts(house, view)
        last = house.live.records.last
        lying = state.round.cards if state.round else ()
        if not state.round and state.shoe and last and last.shoe == state.shoe.number:
            assert last.coup
            lying = last.coup.cards
        assert sorted(CARD.findall(sent[""])) == sorted(card.code for card in lying)
        assert not any(CARD.findall(sent[who]) for who in ("lobby", "ann", "bea", "cid"))
        if state.shoe:
            shoe = house.desk.shoe(TABLE)
            assert isinstance(shoe, SystemShoe)
            secrets = (shoe.open(), shoe.salt.hex(), shoe.order[:8].hex(), repr(shoe.order))
            assert not any(secret in text for secret in secrets for text in sent.values())
        money = {
            patron: {str(state.racks[patron]), str(house.balances()[f"wallet:{patron}"])}
            for patron in ("ann", "bea")
        }
        assert money["bea"].isdisjoint(re.findall(r"\d+", sent["ann"] + sent[""] + sent["lobby"]))
        assert money["ann"].isdisjoint(re.findall(r"\d+", sent["bea"] + sent[""] + sent["lobby"]))
        assert '"bea"' not in sent[""] + sent["ann"] + sent["lobby"] + sent["cid"]
        assert '"ann"' not in sent[""] + sent["bea"] + sent["lobby"] + sent["cid"]
        seen += 1
    assert seen > 100
