"""The ledger, rule by rule."""

import pytest

from puntobanco.errors import InvariantError
from puntobanco.ledger import (
    BALANCE_MAX,
    HOUSE,
    TRANSFER_MAX,
    WORLD,
    InsufficientFunds,
    Transfer,
    apply,
    dispute,
    drop,
    escrow,
    may_be_negative,
    rack,
    wallet,
)


def test_names_of_accounts() -> None:
    """An account's name says what it is, whose, and where."""
    assert wallet("wen") == "wallet:wen"
    assert rack("t1", "wen") == "rack:t1:wen"
    assert escrow("t1", 12, 3) == escrow("t1", "12", "3") == "escrow:t1:12:3"
    assert drop("t1", "1") == "drop:t1:1"


@pytest.mark.parametrize("part", ["", ":", "a:b", "a:"])
def test_a_part_of_a_name_is_plain(part: str) -> None:
    """A part that is empty or holds the separator would name somebody else's account."""
    for name in (wallet, dispute):
        with pytest.raises(InvariantError):
            name(part)
    with pytest.raises(InvariantError):
        rack("t1", part)
    with pytest.raises(InvariantError):
        escrow("t1", 1, part)


@pytest.mark.parametrize("amount", [0, -1, -(2**63), TRANSFER_MAX + 1, 2**63])
def test_a_transfer_moves_an_amount_in_range(amount: int) -> None:
    """Nothing, less than nothing and more than a column holds are bugs."""
    with pytest.raises(InvariantError):
        Transfer(WORLD, HOUSE, amount)


@pytest.mark.parametrize("source, target", [("a", "a"), ("", "a"), ("a", ""), ("", "")])
def test_a_transfer_joins_two_accounts(source: str, target: str) -> None:
    """From an account to itself, or without an account, nothing moves."""
    with pytest.raises(InvariantError):
        Transfer(source, target, 1)


def test_money_moves() -> None:
    """The source has less, the target more, the others the same."""
    before = {"wallet:wen": 500, "wallet:ana": 20}
    after = apply(before, [Transfer("wallet:wen", "rack:t1:wen", 400)])
    assert after == {"wallet:wen": 100, "rack:t1:wen": 400, "wallet:ana": 20}
    assert before == {"wallet:wen": 500, "wallet:ana": 20}


def test_transfers_are_made_in_order() -> None:
    """Money that arrives first can be spent after; money that arrives later cannot."""
    earn, spend = Transfer(HOUSE, "rack:t1:wen", 5), Transfer("rack:t1:wen", "drop:t1:1", 5)
    assert apply({}, [earn, spend]) == {"house": -5, "rack:t1:wen": 0, "drop:t1:1": 5}
    with pytest.raises(InsufficientFunds):
        apply({}, [spend, earn])


def test_who_is_short_is_named() -> None:
    """The refusal carries the account, what it holds and what was asked."""
    with pytest.raises(InsufficientFunds, match="wallet:wen holds 99, asked for 100") as caught:
        apply({"wallet:wen": 99}, [Transfer("wallet:wen", "rack:t1:wen", 100)])
    assert (caught.value.account, caught.value.balance, caught.value.amount) == (
        "wallet:wen",
        99,
        100,
    )


def test_only_the_world_and_the_house_may_owe() -> None:
    """The cash desk and the bank of the house go below nought, nobody else."""
    assert apply({}, [Transfer(WORLD, HOUSE, 7)]) == {"world": -7, "house": 7}
    assert apply({}, [Transfer(HOUSE, WORLD, 7)]) == {"world": 7, "house": -7}
    assert [may_be_negative(a) for a in (WORLD, HOUSE, drop("t1", "1"), wallet("house"))] == [
        True,
        True,
        False,
        False,
    ]


def test_a_balance_fits_its_column() -> None:
    """A balance beyond 64 bits is a bug, on either side."""
    most = Transfer(WORLD, HOUSE, TRANSFER_MAX)
    with pytest.raises(InvariantError):
        apply({HOUSE: BALANCE_MAX}, [most])
    with pytest.raises(InvariantError):
        apply({WORLD: -BALANCE_MAX}, [most])
