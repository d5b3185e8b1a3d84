"""The cashier's window: each order once, and what the cage has stored is read for ever."""

import pytest

from puntobanco.house import cage
from puntobanco.house.people import People
from puntobanco.house.window import Order, Receipt, Window
from puntobanco.ledger import WORLD, Transfer, wallet
from puntobanco.money import AMOUNT_MAX
from puntobanco.table.refusals import Code
from tests.house.houses import House

ANN = wallet("ann")


@pytest.fixture
def window(house: House) -> Window:
    """A window of a house with one patron who has nothing."""
    people = People(house.store, house.clock)
    people.enrol("ann", "Ann", 0)
    return Window(house.store, people, house.clock)


def order(ident: str, digest: bytes = b"d") -> Order:
    """An order of a cashier's."""
    return Order("cat", ident, digest)


def code(receipt: Receipt) -> Code:
    """Why an order was not carried out."""
    assert receipt.refusal
    return receipt.refusal.code


def test_an_order_is_carried_out_once(house: House, window: Window) -> None:
    """The same order is the same receipt; another body under its id is refused."""
    for _ in range(3):
        assert window.issue(order("1"), "ann", 5_000) == Receipt("ann")
    assert house.balances() == {ANN: 5_000, WORLD: -5_000}
    assert code(window.issue(order("1", b"e"), "ann", 5_000)) is Code.SAME_ID_OTHER_BODY
    for _ in range(2):
        refused = window.redeem(order("2"), "ann", 5_001)
        assert code(refused) is Code.NOT_ENOUGH_IN_WALLET
    assert window.issue(order("3"), "ann", 1) == Receipt("ann")
    assert code(window.redeem(order("2"), "ann", 5_001)) is Code.NOT_ENOUGH_IN_WALLET
    assert window.redeem(order("4"), "ann", 5_001) == Receipt("ann")
    assert house.balances() == {}
    assert house.store.verify().faults == ()


def test_a_wallet_has_a_most(window: Window) -> None:
    """Nobody is sold more than an amount may be."""
    assert window.issue(order("1"), "ann", AMOUNT_MAX) == Receipt("ann")
    assert code(window.issue(order("2"), "ann", 1)) is Code.ABOVE_MAXIMUM


def test_an_enrolment_is_one_person(house: House, window: Window) -> None:
    """Sent again, an enrolment gives the patron that there is, with his name and kind."""
    first = window.enrol(order("1"), "p1", "Tia", "third-party")
    assert first == window.enrol(order("1"), "p2", "Tia", "third-party") == Receipt("p1")
    people = People(house.store, house.clock)
    assert people.known() == ["ann", "p1"]
    assert (people.name_of("p1"), people.kind_of("p1")) == ("Tia", "third-party")
    assert people.kind_of("ann") == "patron"


@pytest.mark.parametrize(
    "body,moved",
    [
        (
            b'{"amount":5,"by":"cat","patron":"ann","type":"ChipsIssued","v":2}',
            (Transfer(WORLD, ANN, 5),),
        ),
        (
            b'{"amount":5,"by":"cat","patron":"ann","type":"ChipsRedeemed","v":1}',
            (Transfer(ANN, WORLD, 5),),
        ),
        (
            b'{"by":"cat","kind":"third-party","patron":"ann","type":"PatronEnrolled","v":1}',
            (),
        ),
    ],
    ids=["issued", "redeemed", "enrolled"],
)
def test_what_the_window_stored_is_read_for_ever(body: bytes, moved: tuple[Transfer, ...]) -> None:
    """The literal bytes of the window's events stay readable, and move what they moved."""
    assert cage.postings(cage.decode(body)) == moved
