"""Answers, people, sign-ins, tokens and shoes."""

from collections.abc import Callable
from dataclasses import astuple, replace
from functools import partial

import pytest

from puntobanco.errors import InvariantError
from puntobanco.store.base import (
    Account,
    Answer,
    Patron,
    SavedSheet,
    SignIn,
    Token,
    Transaction,
)
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


def test_a_patron_is_erased_once(do: Do, wen: Patron) -> None:
    """Whoever is erased is nobody from then on."""
    assert do(lambda tx: tx.drop_patron(wen.id)) is True
    assert do(lambda tx: tx.drop_patron(wen.id)) is False
    assert do(lambda tx: (tx.patron(wen.id), tx.patrons())) == (None, [])


ADA = Account(actor="s1", sign_in="ada", name="Ada", duties="admin", created=5)
BEA = Account(
    actor="p2",
    sign_in="bea",
    name="阿明",
    contact="bea@example.test",
    duties="patron",
    wanted="dealer@1",
    wanted_by="s1",
    password="$argon2id$",
    secret="SECRET",
    step=8,
    recovery="aa bb",
    failures=2,
    locked=9,
    seen=7,
    before=4,
    created=6,
)


def keep(*accounts: Account) -> Callable[[Transaction], None]:
    """Work that keeps accounts."""

    def work(tx: Transaction) -> None:
        for account in accounts:
            tx.put_account(account)

    return work


def test_accounts(do: Do) -> None:
    """An account is found by who has it and by what he signs in by, with all that it says."""
    do(keep(BEA, ADA))
    assert do(lambda tx: tx.accounts()) == [ADA, BEA]
    assert do(lambda tx: (tx.account("p2"), tx.account_named("bea"))) == (BEA, BEA)
    assert do(lambda tx: (tx.account("bea"), tx.account_named("p2"))) == (None, None)
    changed = replace(ADA, name="Ada L.", password="$argon2id$", seen=8)
    do(lambda tx: tx.put_account(changed))
    assert do(lambda tx: tx.accounts()) == [changed, BEA]


def test_an_account_is_erased_once(do: Do) -> None:
    """Of an erased account nothing is left."""
    do(lambda tx: tx.put_account(BEA))
    assert do(lambda tx: (tx.drop_account("p2"), tx.drop_account("p2"))) == (True, False)
    assert do(lambda tx: tx.accounts()) == []


SESSION = SignIn(b"h" * 32, "session", "p1", "patron", None, 5, 5, 99)
LINK = SignIn(b"k" * 32, "link", "s1", "dealer", "1", 4, 4, 98)


def begin(*sign_ins: SignIn) -> Callable[[Transaction], None]:
    """Work that keeps sign-ins."""

    def work(tx: Transaction) -> None:
        for sign_in in sign_ins:
            tx.put_sign_in(sign_in)

    return work


def test_sign_ins(do: Do) -> None:
    """A sign-in is found by its token's hash, in the order of their times, and notes its use."""
    do(begin(SESSION, LINK))
    assert do(lambda tx: tx.sign_in(SESSION.token_hash)) == SESSION
    assert do(lambda tx: tx.sign_in(b"i" * 32)) is None
    do(lambda tx: tx.use_sign_in(SESSION.token_hash, 50))
    assert do(lambda tx: tx.sign_ins()) == [LINK, replace(SESSION, used=50)]


def test_a_sign_in_is_dropped_once(do: Do) -> None:
    """Of two who drop one, in one commit or in two, the second finds nothing."""
    do(begin(SESSION, LINK))
    dropped = do(lambda tx: [tx.drop_sign_in(LINK.token_hash) for _ in range(2)])
    assert dropped == [True, False]
    assert do(lambda tx: tx.drop_sign_in(LINK.token_hash)) is False
    assert do(lambda tx: tx.sign_ins()) == [SESSION]


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


def test_the_tokens_of_somebody_are_erased(do: Do, tokens: None) -> None:
    """Of whom the tokens are erased nothing is left; the others stay."""
    assert do(lambda tx: tx.drop_tokens("li")) == [SUPERVISOR.token_hash]
    assert do(lambda tx: (tx.drop_tokens("li"), tx.tokens())) == ([], [RECORDER])


OWN = SavedSheet("s1", "ann", "mine", "Mine", "format = 1\n", 7)


def _put(sheet: SavedSheet, tx: Transaction) -> None:
    tx.put_sheet(sheet)


def _drop(who: str, tx: Transaction) -> bool:
    return tx.drop_sheets(who, "s1")


def test_sheets(do: Do) -> None:
    """A sheet is its owner's: he may keep another text in its place, and nobody else may."""
    other = replace(OWN, id="s2", name="A first", text='"<b>\u9f99"')
    for sheet in (OWN, other, replace(OWN, id="s3", owner="bea")):
        do(partial(_put, sheet))
    assert do(lambda tx: tx.sheets("ann")) == [other, OWN]
    assert do(lambda tx: tx.sheet("s3")) == replace(OWN, id="s3", owner="bea")
    later = replace(OWN, name="B", text="", saved=8)
    do(lambda tx: tx.put_sheet(later))
    do(lambda tx: tx.put_sheet(replace(OWN, owner="bea", text="theft")))
    assert do(lambda tx: tx.sheets("ann")) == [other, later]
    assert [do(partial(_drop, who)) for who in ("bea", "ann", "ann")] == [
        False,
        True,
        False,
    ]
    assert do(lambda tx: tx.drop_sheets("ann")) is True
    assert do(lambda tx: (tx.sheets("ann"), tx.sheet("s2"))) == ([], None)
    assert len(do(lambda tx: tx.sheets("bea"))) == 1


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
        tx.put_sign_in(replace(SESSION, expires=expires))


def one_name(tx: Transaction) -> None:
    """Give two people one name to sign in by."""
    tx.put_account(ADA)
    tx.put_account(replace(BEA, sign_in="ada"))


IMPOSSIBLE: dict[str, Callable[[Transaction], object]] = {
    "an id twice": lambda tx: tx.add_patron("p1", "Another", "patron", 6),
    "no id": lambda tx: tx.add_patron("", "Nobody", "patron", 6),
    "a sign-in of nobody": lambda tx: tx.put_sign_in(replace(SESSION, actor="")),
    "a sign-in of no kind": lambda tx: tx.put_sign_in(replace(SESSION, kind="token")),
    "a sign-in twice": twice,
    "an account of nobody": lambda tx: tx.put_account(replace(ADA, actor="")),
    "an account without a name": lambda tx: tx.put_account(replace(ADA, sign_in="")),
    "a name of two": one_name,
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
    found = do(lambda tx: (tx.patrons(), tx.accounts(), tx.sign_ins(), tx.tokens()))
    assert found == ([wen], [], [], [])
    assert do(lambda tx: tx.snapshot("a")) is None
