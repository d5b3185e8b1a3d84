"""Any work, in any batches, against a model that is a few dictionaries."""

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.ledger import HOUSE, WORLD, InsufficientFunds, Transfer, apply, may_be_negative
from puntobanco.store import open_store
from puntobanco.store.base import Answer, Conflict, Transaction
from puntobanco.store.sqlite import MEMORY
from tests.postgres import Postgres

STREAMS = ("house", "table:t1")
ACCOUNTS = (WORLD, HOUSE, "wallet:a", "rack:t1:a", "escrow:t1:1:1")
COMMANDS = ("c1", "c2", "c3")


@dataclass(frozen=True)
class Piece:
    """One piece of work: a command that appends, pays, answers, and may fail in the end."""

    stream: str
    behind: int  # how far from the head it thinks that it is
    bodies: tuple[bytes, ...]
    transfers: tuple[Transfer, ...]
    command: str | None
    breaks: bool

    def __call__(self, tx: Transaction) -> int | Answer:
        """Do it, as a desk would: an answer that is known is given again."""
        if self.command and (known := tx.answer("p1", self.command)):
            return known
        version = tx.append(self.stream, tx.head(self.stream) - self.behind, 1, self.bodies)
        if self.bodies:
            tx.post(self.stream, version, self.transfers)
        if self.command:
            tx.remember("p1", self.command, self.command.encode(), b"%d" % version)
        if self.breaks:
            raise ZeroDivisionError
        return version


@dataclass
class Model:
    """What the store should hold."""

    log: defaultdict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    balances: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)

    def expect(self, piece: Piece) -> Any:
        """Do a piece here: its result, or the kind of its error, which leaves everything alone."""
        if piece.command in self.answers:
            return self.answers[piece.command]
        if piece.behind:
            return Conflict
        balances = self.balances
        if piece.bodies:
            try:
                balances = apply(balances, piece.transfers)
            except InsufficientFunds:
                return InsufficientFunds
        if piece.breaks:
            return ZeroDivisionError
        self.balances = balances
        self.log[piece.stream] += piece.bodies
        version = len(self.log[piece.stream])
        if piece.command:
            self.answers[piece.command] = Answer(piece.command.encode(), b"%d" % version)
        return version


transfers = st.builds(
    lambda pair, amount: Transfer(pair[0], pair[1], amount),
    st.permutations(ACCOUNTS),
    st.integers(1, 50),
)
pieces = st.builds(
    Piece,
    stream=st.sampled_from(STREAMS),
    behind=st.sampled_from((0, 0, 0, 0, 1, -1)),
    bodies=st.lists(st.binary(max_size=20), max_size=3).map(tuple),
    transfers=st.lists(transfers, max_size=4).map(tuple),
    command=st.one_of(st.none(), st.sampled_from(COMMANDS)),
    breaks=st.sampled_from((False, False, False, True)),
)


def outcome(future: Future[Any]) -> Any:
    """The result of a piece, or the kind of its error."""
    error = future.exception(20)
    return future.result() if error is None else type(error)


def together(work: list[Piece], submit: Callable[[Callable[[Transaction], Any]], Any]) -> list[Any]:
    """Submit pieces so that they go into one commit."""
    release = Event()
    submit(lambda _: release.wait(20))
    futures = [submit(piece) for piece in work]
    release.set()
    return [outcome(future) for future in futures]


batches = st.lists(st.lists(pieces, max_size=12), max_size=4)


@settings(max_examples=60)
@given(batches)
def test_the_store_is_its_model(work: list[list[Piece]]) -> None:
    """Each piece of a batch has its own effect or none, and the same result as one by one."""
    compare(MEMORY, work)


@settings(max_examples=15)
@given(batches)
def test_the_store_is_its_model_on_postgresql(
    postgres: Postgres, shared_database: str, work: list[list[Piece]]
) -> None:
    """The model holds for the other engine too."""
    try:
        compare(shared_database, work)
    finally:
        postgres.do("DROP SCHEMA puntobanco CASCADE", database=shared_database)


def compare(place: str, work: list[list[Piece]]) -> None:
    """Do the batches in a new store and in the model.

    Afterwards log, balances and answers are the model's, all money together is nought, nobody owes
    who may not, and verification finds nothing.
    """
    model = Model()
    with closing(open_store(place)) as store:
        for batch in work:
            expected = [model.expect(piece) for piece in batch]
            assert together(batch, store.submit) == expected
        held = store.read(lambda tx: tx.balances())
        assert held == {account: amount for account, amount in model.balances.items() if amount}
        assert sum(held.values()) == 0
        assert all(amount > 0 or may_be_negative(account) for account, amount in held.items())
        for stream in STREAMS:
            assert store.read(bodies_of(stream)) == model.log[stream]
        for command in COMMANDS:
            assert store.read(answer_to(command)) == model.answers.get(command)
        assert store.verify().faults == ()


def bodies_of(stream: str) -> Callable[[Transaction], list[bytes]]:
    """Read a stream."""
    return lambda tx: [event.body for event in tx.events(stream)]


def answer_to(command: str) -> Callable[[Transaction], Answer | None]:
    """Read an answer."""
    return lambda tx: tx.answer("p1", command)
