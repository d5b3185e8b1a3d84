"""Lines that drop: what lies on the felt is settled as if nobody had gone (trust.md 1.2)."""

from contextlib import ExitStack
from itertools import combinations, product
from socket import SHUT_RDWR

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.house.houses import House
from tests.table.playing import TABLE, small
from tests.web.servers import Running, running

PATRONS = ("ann", "bea", "cid")
WAGERS = {"ann": ("player", 1_500), "bea": ("tie", 500), "cid": ("banker", 700)}
MOMENTS = ("betting", "closed", "dealing")
# Eight ties of four cards, from one deck.
TIES = [
    f"{rank}{one} {rank}{two} {none}{one} {none}{two}".split()
    for rank, none in zip("9876", "KQJT", strict=True)
    for one, two in ("CD", "HS")
]


def test_i1_dropped_lines_change_no_settlement() -> None:
    """I1: whoever drops, and whenever, every wager gets what it gets when all stay."""
    with running() as served:
        served.house.open(small(burn="none", last="current"))
        for place, patron in enumerate(PATRONS, 1):
            served.context.people.enrol(patron, patron.capitalize(), 10_000_000)
            with served.client(served.sign_in(patron)) as client:
                assert client.ask("take-seat", place=place, buy_in=100_000).ok
        expected = _round(served, set(), "betting")
        assert len(expected) == len(PATRONS)
        for count, moment in product(range(1, len(PATRONS) + 1), MOMENTS):
            for gone in combinations(PATRONS, count):
                assert _round(served, set(gone), moment) == expected, (gone, moment)
        served.house.check()


def _round(served: Running, gone: set[str], moment: str) -> tuple[ev.Line, ...]:
    """Play a round in which some lines drop at a moment; give how every wager was settled."""
    house = served.house
    _bring_shoe(house)
    house.done(cm.OpenBetting())
    number, shoe = house.live.state.round_number, house.live.state.require_shoe
    with ExitStack() as lines:
        clients = {}
        for patron, (bet, amount) in WAGERS.items():
            client = lines.enter_context(served.client(served.sign_in(patron)))
            assert client.ask("set-wager", round=number, bet=bet, amount=amount).ok
            clients[patron] = client.connection
        for step in MOMENTS:
            if step == "closed":
                house.done(cm.CloseBetting())
            for position, card in enumerate(TIES[len(shoe.coups)], shoe.out):
                if step == "dealing":
                    house.done(cm.DealCard(position=position, card=card))
            for patron in gone if step == moment else ():
                clients[patron].socket.shutdown(SHUT_RDWR)  # no goodbye
        (settled,) = house.done(cm.Settle())
        assert isinstance(settled, ev.RoundSettled)
        return settled.lines


def _bring_shoe(house: House) -> None:
    """See to it that there is a shoe for another tie."""
    if (shoe := house.live.state.shoe) and shoe.is_over:
        house.done(cm.EndShoe())
    if house.live.state.shoe is None:
        assert house.desk.start_shoe(TABLE, cut_card=20).result(20).ok
        house.settle()
