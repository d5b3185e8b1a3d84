"""What holds for any transfers."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.ledger import HOUSE, WORLD, InsufficientFunds, Transfer, apply, may_be_negative

ACCOUNTS = (WORLD, HOUSE, "wallet:a", "wallet:b", "rack:t1:a", "drop:t1")

pairs = st.permutations(ACCOUNTS).map(lambda order: (order[0], order[1]))
transfers = st.lists(
    st.builds(
        lambda pair, amount: Transfer(pair[0], pair[1], amount),
        pairs,
        st.one_of(st.integers(1, 30), st.integers(1, 10**12)),
    ),
    max_size=40,
)


def accepted(moves: Sequence[Transfer]) -> tuple[dict[str, int], list[Transfer]]:
    """Make the transfers one by one; the balances, and those that were not refused."""
    balances: dict[str, int] = {}
    made = []
    for move in moves:
        try:
            balances = apply(balances, [move])
        except InsufficientFunds:
            continue
        made.append(move)
    return balances, made


@given(transfers)
def test_money_is_conserved(moves: list[Transfer]) -> None:
    """Whatever moves, all accounts together hold nought."""
    balances, _ = accepted(moves)
    assert sum(balances.values()) == 0


@given(transfers)
def test_nobody_owes(moves: list[Transfer]) -> None:
    """No account but the world's and the house's is ever below nought."""
    balances, _ = accepted(moves)
    assert all(held >= 0 for account, held in balances.items() if not may_be_negative(account))


@given(transfers)
def test_a_balance_is_the_sum_of_its_transfers(moves: list[Transfer]) -> None:
    """What an account holds is what came in less what went out."""
    balances, made = accepted(moves)
    for account in ACCOUNTS:
        came = sum(move.amount for move in made if move.target == account)
        went = sum(move.amount for move in made if move.source == account)
        assert balances.get(account, 0) == came - went


@given(transfers)
def test_together_or_one_by_one(moves: list[Transfer]) -> None:
    """Transfers that pass one by one pass together, to the same balances."""
    balances, made = accepted(moves)
    assert apply({}, made) == balances
