"""Money in the store: transfers with their events, and balances."""

from collections.abc import Callable

import pytest

from puntobanco.errors import InvariantError
from puntobanco.ledger import HOUSE, WORLD, InsufficientFunds, Transfer
from puntobanco.store.base import Account, Posted, SignIn, Store, Transaction
from tests.store.conftest import Do


def pay(tx: Transaction, *transfers: Transfer) -> int:
    """Append one event to the stream ``t`` and post transfers with it."""
    version = tx.append("t", tx.head("t"), 1, [b"paid"])
    tx.post("t", version, transfers)
    return version


BUY_IN = Transfer(WORLD, "wallet:wen", 1000)
SIT = Transfer("wallet:wen", "rack:t:wen", 400)


def test_balances_follow_transfers(do: Do) -> None:
    """What moved is gone from the source and there at the target; nothing else changed."""
    do(lambda tx: pay(tx, BUY_IN))
    do(lambda tx: pay(tx, SIT))
    assert do(lambda tx: tx.balances()) == {"rack:t:wen": 400, "wallet:wen": 600, "world": -1000}
    assert do(lambda tx: tx.balance("wallet:wen")) == 600
    assert do(lambda tx: tx.balance("wallet:ana")) == 0


def test_balances_by_prefix(do: Do) -> None:
    """A prefix is plain text."""
    do(lambda tx: pay(tx, BUY_IN, SIT))
    assert do(lambda tx: tx.balances("rack:t:")) == {"rack:t:wen": 400}
    assert do(lambda tx: tx.balances("rack:%")) == {}


def test_money_that_comes_back(do: Do) -> None:
    """Within one event money may go and return: both transfers are kept, the balance stays."""
    do(lambda tx: pay(tx, BUY_IN))
    do(lambda tx: pay(tx, SIT, Transfer(SIT.target, SIT.source, SIT.amount)))
    assert do(lambda tx: tx.balances()) == {"wallet:wen": 1000, "world": -1000}
    assert do(lambda tx: len(list(tx.transfers("t", 1)))) == 2


def test_an_empty_account_leaves_no_row(do: Do) -> None:
    """Escrow comes and goes with every wager: what holds nought is not kept."""
    stake, back = ("rack:t:wen", "escrow:t:1:1"), ("escrow:t:1:1", "rack:t:wen")
    do(lambda tx: pay(tx, BUY_IN, SIT, Transfer(*stake, 100)))
    assert do(lambda tx: tx.balances("escrow:")) == {"escrow:t:1:1": 100}
    do(lambda tx: pay(tx, Transfer(*back, 100)))
    assert do(lambda tx: (tx.balances("escrow:"), tx.balance("escrow:t:1:1"))) == ({}, 0)


def test_a_short_account_stops_the_work(do: Do) -> None:
    """If one transfer of an event is not covered, neither the event nor any transfer happens."""
    do(lambda tx: pay(tx, BUY_IN))
    with pytest.raises(InsufficientFunds) as caught:
        do(lambda tx: pay(tx, SIT, Transfer("wallet:wen", "drop:t", 601)))
    assert (caught.value.account, caught.value.balance) == ("wallet:wen", 600)
    assert do(lambda tx: (tx.head("t"), tx.balances())) == (1, {"wallet:wen": 1000, "world": -1000})


def test_a_caught_refusal_has_moved_nothing(do: Do) -> None:
    """Work that catches the refusal and goes on finds the balances untouched."""

    def work(tx: Transaction) -> dict[str, int]:
        version = tx.append("t", 0, 1, [b"tried"])
        with pytest.raises(InsufficientFunds):
            tx.post("t", version, [BUY_IN, Transfer("wallet:wen", "drop:t", 1001)])
        tx.post("t", version, [BUY_IN])
        return tx.balances()

    assert do(work) == {"wallet:wen": 1000, "world": -1000}


def test_an_event_is_posted_once(do: Do) -> None:
    """A second posting of one event would pay twice: a bug."""

    def work(tx: Transaction) -> None:
        version = pay(tx, BUY_IN)
        tx.post("t", version, [BUY_IN])

    with pytest.raises(InvariantError, match="posted already"):
        do(work)
    assert do(lambda tx: tx.balances()) == {}


def test_only_new_events_are_posted(do: Do) -> None:
    """Money moves with its event or never: an event of earlier work, or none, moves nothing."""
    do(lambda tx: tx.append("t", 0, 1, [b"earlier"]))

    def work(tx: Transaction) -> None:
        for stream, version in (("t", 1), ("t", 2), ("other", 1)):
            with pytest.raises(InvariantError, match="was not appended here"):
                tx.post(stream, version, [BUY_IN])

    do(work)


def test_the_house_may_owe(do: Do) -> None:
    """A house bank pays what it does not hold."""
    do(lambda tx: pay(tx, Transfer(HOUSE, "rack:t:wen", 10**12)))
    assert do(lambda tx: tx.balance(HOUSE)) == -(10**12)


def test_transfers_are_read_back(do: Do) -> None:
    """Transfers come in the order of their events, each with its version, above the one asked."""
    do(lambda tx: pay(tx, BUY_IN, SIT))
    do(pay)
    do(lambda tx: pay(tx, *[Transfer("rack:t:wen", "drop:t", 1)] * 300))
    many = [Posted(3, Transfer("rack:t:wen", "drop:t", 1))] * 300
    assert do(lambda tx: list(tx.transfers("t"))) == [Posted(1, BUY_IN), Posted(1, SIT), *many]
    assert do(lambda tx: list(tx.transfers("t", 1))) == many
    assert do(lambda tx: list(tx.transfers("t", 3))) == []


def test_a_reader_moves_nothing(store: Store) -> None:
    """Work that reads cannot write, by any of the ways to write."""
    writings: tuple[Callable[[Transaction], object], ...] = (
        lambda tx: tx.append("t", 0, 1, [b"x"]),
        lambda tx: tx.remember("a", "c", b"d", b"r"),
        lambda tx: tx.add_patron("p", "n", "patron", 1),
        lambda tx: tx.drop_patron("p"),
        lambda tx: tx.put_account(Account(actor="p", sign_in="wen", name="Wen", created=1)),
        lambda tx: tx.drop_account("p"),
        lambda tx: tx.put_sign_in(SignIn(b"h", "session", "p", "patron", None, 1, 1, 9)),
        lambda tx: tx.use_sign_in(b"h", 2),
        lambda tx: tx.drop_sign_in(b"h"),
        lambda tx: tx.drop_tokens("p"),
        lambda tx: tx.put_token(b"h", "p", "dealer", None, "", 1, None),
        lambda tx: tx.revoke_token(b"h", 1),
        lambda tx: tx.put_snapshot("t", 1, b"state"),
        lambda tx: tx.put_shoe("t", 1, b"cards"),
    )
    for write in writings:
        with pytest.raises(InvariantError, match="tried to write"):
            store.read(write)
