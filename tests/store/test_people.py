"""Answers, people, sign-ins, tokens and shoes."""

from collections.abc import Callable
from dataclasses import astuple, replace

import pytest

from puntobanco.errors import InvariantError
from puntobanco.store.base import Answer, Patron, Session, Token, Transaction
from tests.store.conftest import Do


@pytest.fixture
def wen(do: Do) -> Patron:
    """A patron."""
    do(lambda tx: tx.add_patron("p1", "Wen C.", "patron", 5))
    return Patron("p1", "Wen C.", "patron", 5)


def test_an_answer_is_kept(do: Do) -> None:
    """A command's answer is found again by who asked and the command's id, and by nothing less."""
    do(lambda tx: tx.remember("p1", "c1", b"digest", b"reply"))
    assert do(lambda tx: tx.answer("p1", "c1")) == Answer(b"digest", b"reply")
    assert do(lambda tx: (tx.answer("p2", "c1"), tx.answer("p1", "c2"))) == (None, None)


@pytest.mark.parametrize("digest", [b"digest", b"other"])
def test_an_answer_is_given_once(do: Do, digest: bytes) -> None:
    """A second answer to one command is a bug, to the same body or another; the first stays."""
    do(lambda tx: tx.remember("p1", "c1", b"digest", b"yes"))
    with pytest.raises(InvariantError):
        do(lambda tx: tx.remember("p1", "c1", digest, b"no"))
    assert do(lambda tx: tx.answer("p1", "c1")) == Answer(b"digest", b"yes")


def test_an_answer_goes_with_its_work(do: Do) -> None:
    """Work that fails has answered nothing."""

    def work(tx: Transaction) -> None:
        tx.remember("p1", "c1", b"digest", b"reply")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        do(work)
    assert do(lambda tx: tx.answer("p1", "c1")) is None


def test_patrons(do: Do, wen: Patron) -> None:
    """People are found by id, and listed in that order."""
    do(lambda tx: tx.add_patron("p0", "阿明", "dealer", 6))
    assert do(lambda tx: tx.patron("p1")) == wen
    assert do(lambda tx: tx.patron("p2")) is None
    assert do(lambda tx: tx.patrons()) == [Patron("p0", "阿明", "dealer", 6), wen]


def test_sessions(do: Do, wen: Patron) -> None:
    """A sign-in is found by its token's hash until it is dropped, once or twice."""
    do(lambda tx: tx.put_session(b"h" * 32, wen.id, 99))
    assert do(lambda tx: tx.session(b"h" * 32)) == Session(b"h" * 32, "p1", 99)
    assert do(lambda tx: tx.session(b"i" * 32)) is None
    for _ in range(2):
        do(lambda tx: tx.drop_session(b"h" * 32))
        assert do(lambda tx: tx.session(b"h" * 32)) is None


def test_a_link_is_good_for_one_use(do: Do, wen: Patron) -> None:
    """The second taker of a link gets nobody."""
    do(lambda tx: tx.put_link(b"h", wen.id, 99))
    assert do(lambda tx: tx.take_link(b"other")) is None
    assert do(lambda tx: tx.take_link(b"h")) == "p1"
    assert do(lambda tx: tx.take_link(b"h")) is None


@pytest.mark.parametrize("now, taken", [(98, "p1"), (99, None), (100, None)])
def test_a_link_expires(do: Do, wen: Patron, now: int, taken: str | None) -> None:
    """From its time on, a link lets nobody in, and is gone all the same."""
    do(lambda tx: tx.put_link(b"h", wen.id, 99))
    assert do(lambda tx: tx.take_link(b"h", now)) == taken
    assert do(lambda tx: tx.take_link(b"h", 0)) is None


def test_two_takers_in_one_commit(do: Do, wen: Patron) -> None:
    """A link that is taken twice in one piece of work is taken once."""
    do(lambda tx: tx.put_link(b"h", wen.id, 99))
    assert do(lambda tx: [tx.take_link(b"h"), tx.take_link(b"h")]) == ["p1", None]


SUPERVISOR = Token(b"s" * 32, "li", "supervisor", "1", "the pit", 7, 99, None)
RECORDER = Token(b"r" * 32, "scanner", "program", None, "", 6, None, None)


def give(*tokens: Token) -> Callable[[Transaction], None]:
    """Work that gives tokens."""

    def work(tx: Transaction) -> None:
        for token in tokens:
            *columns, _revoked = astuple(token)
            tx.put_token(*columns)

    return work


@pytest.fixture
def tokens(do: Do) -> None:
    """Two tokens."""
    do(give(SUPERVISOR, RECORDER))


def test_tokens(do: Do, tokens: None) -> None:
    """A token is found by its hash, with one table or all, for some time or for ever."""
    assert do(lambda tx: tx.token(SUPERVISOR.token_hash)) == SUPERVISOR
    assert do(lambda tx: tx.token(RECORDER.token_hash)) == RECORDER
    assert do(lambda tx: tx.token(b"x" * 32)) is None
    assert do(lambda tx: tx.tokens()) == [RECORDER, SUPERVISOR]


def test_a_token_is_taken_back_once(do: Do, tokens: None) -> None:
    """A token that was taken back stays known, with the time at which that was first done."""
    assert do(lambda tx: tx.revoke_token(SUPERVISOR.token_hash, 50)) is True
    assert do(lambda tx: tx.revoke_token(SUPERVISOR.token_hash, 60)) is False
    assert do(lambda tx: tx.revoke_token(b"x" * 32, 60)) is False
    assert do(lambda tx: tx.token(SUPERVISOR.token_hash)) == replace(SUPERVISOR, revoked=50)
    assert do(lambda tx: tx.token(RECORDER.token_hash)) == RECORDER


def test_snapshots(do: Do) -> None:
    """Of each stream the newest state is kept, whoever comes later with an older one."""
    assert do(lambda tx: tx.snapshot("a")) is None
    do(lambda tx: tx.put_snapshot("a", 3, b"three"))
    do(lambda tx: tx.put_snapshot("b", 1, b"other"))
    do(lambda tx: tx.put_snapshot("a", 2, b"two"))
    assert do(lambda tx: tx.snapshot("a")) == (3, b"three")
    do(lambda tx: tx.put_snapshot("a", 3, b"three, told anew"))
    assert do(lambda tx: tx.snapshot("a")) == (3, b"three, told anew")
    do(lambda tx: tx.put_snapshot("a", 4, b""))
    assert do(lambda tx: (tx.snapshot("a"), tx.snapshot("b"))) == ((4, b""), (1, b"other"))


def test_shoes(do: Do) -> None:
    """A shoe's order is found by table and number; a number is never given to a second one."""
    do(lambda tx: tx.put_shoe("t1", 1, b"cards"))
    assert do(lambda tx: tx.shoe("t1", 1)) == b"cards"
    assert do(lambda tx: (tx.shoe("t1", 2), tx.shoe("t2", 1))) == (None, None)
    with pytest.raises(InvariantError):
        do(lambda tx: tx.put_shoe("t1", 1, b"better cards"))
    assert do(lambda tx: tx.shoe("t1", 1)) == b"cards"


def twice(tx: Transaction) -> None:
    """Sign one token in two times."""
    for expires in (1, 2):
        tx.put_session(b"h", "p1", expires)


IMPOSSIBLE: dict[str, Callable[[Transaction], object]] = {
    "an id twice": lambda tx: tx.add_patron("p1", "Another", "patron", 6),
    "no id": lambda tx: tx.add_patron("", "Nobody", "patron", 6),
    "a session of nobody": lambda tx: tx.put_session(b"h", "nobody", 1),
    "a link of nobody": lambda tx: tx.put_link(b"h", "nobody", 1),
    "a sign-in twice": twice,
    "a token twice": give(SUPERVISOR, SUPERVISOR),
    "a token of nobody": give(replace(SUPERVISOR, actor="")),
    "a token of no table": give(replace(SUPERVISOR, table="")),
    "a snapshot of nothing": lambda tx: tx.put_snapshot("a", 0, b""),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_rows_that_cannot_be(do: Do, wen: Patron, what: str) -> None:
    """An id given twice or empty, or what belongs to nobody, is a bug."""
    with pytest.raises(InvariantError, match="the store refuses a row"):
        do(IMPOSSIBLE[what])
    assert do(lambda tx: (tx.patrons(), tx.tokens(), tx.snapshot("a"))) == ([wen], [], None)
