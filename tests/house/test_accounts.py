"""Accounts: opened, proposed and agreed to, signed in to, locked, erased."""

import itertools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pyotp
import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.errors import InputError
from puntobanco.house import second_factor
from puntobanco.house.account_log import CONSOLE, STREAM, decode
from puntobanco.house.account_rules import AccountError, Order
from puntobanco.house.accounts import Accounts
from puntobanco.house.passwords import Passwords
from puntobanco.house.people import NOBODY, Caller, People
from puntobanco.house.roles import Role
from puntobanco.house.signing_in import Outcome, Try, judge
from puntobanco.house.tokens import Grant
from puntobanco.house.tries import ADDRESS_MAX, LOCK_MS, WRONG_MAX, Tries
from puntobanco.house.window import Order as WindowOrder
from puntobanco.house.window import Window
from puntobanco.store import open_store
from puntobanco.store.base import Account, Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from tests.house.houses import House, StillClock
from tests.table.playing import TABLE

NUMBERS = itertools.count()
HERE, THERE = "192.0.2.1", "198.51.100.7"
GOOD = "a cat on a warm roof"
SHARED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
CODES = ["aaaabbbbccccdddd", "eeeeffffgggghhhh"]


@pytest.fixture
def clock() -> StillClock:
    """A clock that the test moves."""
    return StillClock()


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with closing(open_sqlite(MEMORY)) as opened:
        yield opened


@pytest.fixture
def people(store: Store, clock: StillClock) -> People:
    """The people of a new house, ann among them."""
    people = People(store, clock)
    people.enrol("ann", "Ann", 0)
    return people


@pytest.fixture
def accounts(store: Store, people: People, clock: StillClock) -> Accounts:
    """The accounts of a house: Ann's, and those of two admins."""
    accounts = Accounts(store, people, clock, Passwords(PasswordHasher.from_parameters(CHEAPEST)))
    accounts.open(Order("Ann", patron="ann"), "", CONSOLE)
    for admin in ("ada", "bob"):
        accounts.open(Order(admin, duties="admin"), f"s-{admin}", CONSOLE)
    return accounts


def noted(store: Store) -> list[tuple[str, str, str]]:
    """What the log says of accounts."""
    found = [decode(event.body) for event in store.read(lambda tx: list(tx.events(STREAM)))]
    return [(note.actor, note.what, note.by) for note in found]


def enter(accounts: Accounts, name: str, password: str = GOOD, **said: str) -> Outcome:
    """Try to sign in."""
    whole = {"code": "", "duty": "", "address": HERE} | said
    return accounts.sign_in(Try(name, password, **whole), f"token {next(NUMBERS)}")


def staff(accounts: Accounts, name: str, duties: str, *, secret: str | None = SHARED) -> Account:
    """Somebody of the staff with a password and an authenticator."""
    account = accounts.open(Order(name, duties=duties), f"s-{name}", CONSOLE)
    accounts.set_password(name, GOOD, CONSOLE)
    if secret:
        now = accounts._clock()  # noqa: SLF001
        code = pyotp.TOTP(secret).generate_otp(now // 30_000)
        assert accounts.set_second_factor(account.actor, secret, code, CODES, CONSOLE)
    return accounts.find(name)


def code_of(clock: StillClock, steps: int = 0) -> str:
    """What the authenticator shows, now or so many steps off."""
    return pyotp.TOTP(SHARED).generate_otp(clock.now // second_factor.STEP_MS + steps)


# Opening


def test_a_name_is_of_one_person(accounts: Accounts) -> None:
    """Nobody signs in by a name that somebody has, in whatever case it is written."""
    for name in ("ann", "ANN", " Ann ", "\N{FULLWIDTH LATIN SMALL LETTER A}nn"):
        with pytest.raises(AccountError, match="somebody signs in by this name"):
            accounts.open(Order(name, duties="dealer"), "s9", CONSOLE)


@pytest.mark.parametrize(
    "order,fault",
    [
        (Order("", duties="dealer"), "nobody can sign in by this"),
        (Order("a\nb", duties="dealer"), "nobody can sign in by this"),
        (Order("x" * 65, duties="dealer"), "nobody can sign in by this"),
        (Order("dee", duties="king"), "there is no such role"),
        (Order("dee", duties="house"), "there is no such role"),
        (Order("dee", duties=""), "say what he works as"),
        (Order("dee", duties="dealer@"), "names no table"),
        (Order("dee", duties="dealer", contact="a\nb"), "this is no contact"),
        (Order("dee", duties="dealer", patron="ann"), "belongs to the role patron"),
        (Order("dee"), "belongs to the role patron"),
        (Order("dee", patron="nobody"), "there is no such patron"),
        (Order("dee", patron="ann"), "he has an account"),
        (Order("dee", duties="patron dealer", patron="ann"), "a patron has no other role|account"),
        (Order("dee", duties="dealer supervisor@7"), "dealer and supervisor of a table are two"),
    ],
)
def test_accounts_that_cannot_be(accounts: Accounts, order: Order, fault: str) -> None:
    """What cannot be an account is refused with a line that says the cure, and none is made."""
    with pytest.raises(InputError, match=fault) as caught:
        accounts.open(order, "s9", CONSOLE)
    assert "\n" not in str(caught.value)
    assert [account.sign_in for account in accounts.known()] == ["ada", "ann", "bob"]


def test_one_name_is_one_person_in_tokens_too(accounts: Accounts, people: People) -> None:
    """Whoever has a token and an account of one name acts as one person."""
    people.give_token(Grant("cashier", name="Cat"), "token", "s-first")
    assert accounts.open(Order("cat", duties="auditor"), "s-second", CONSOLE).actor == "s-first"
    people.give_token(Grant("dealer", name="ADA"), "other", "s-third")
    assert people.bearer("other") == Caller("s-ada", Role.DEALER)


def test_who_deals_at_a_table_does_not_supervise_it(accounts: Accounts, people: People) -> None:
    """Dealer and supervisor of one table are different people, by account and by token."""
    accounts.open(Order("dee", duties="dealer@7 supervisor@8"), "s-dee", CONSOLE)
    for duties in ("dealer@7 supervisor@7", "dealer supervisor@7", "dealer@7 supervisor"):
        with pytest.raises(InputError, match="two people"):
            accounts.set_duties("dee", duties, CONSOLE)
    for table in ("7", None):
        with pytest.raises(InputError, match="two people"):
            people.give_token(Grant("supervisor", table, "Dee"), "token", "s9")
    people.give_token(Grant("supervisor", "9", "Dee"), "token", "s9")
    accounts.set_duties("dee", "dealer@7 dealer@9", CONSOLE, proposed=True)
    with pytest.raises(InputError, match="two people"):
        accounts.agree("dee", "s-bob")


# Two persons


def test_it_takes_two_to_let_somebody_in(accounts: Accounts, store: Store) -> None:
    """What one admin proposes has no duty until another agrees; not himself, nor twice."""
    accounts.open(Order("dee", duties="dealer@7"), "s-dee", "s-ada", proposed=True)
    accounts.set_password("dee", GOOD, CONSOLE)
    assert enter(accounts, "dee").reason == "wrong"
    with pytest.raises(AccountError, match="nobody has agreed"):
        accounts.invite("dee", "link", "s-ada")
    for one in ("s-ada", "s-dee"):
        with pytest.raises(AccountError, match="second person"):
            accounts.agree("dee", one)
    agreed = accounts.agree("dee", "s-bob")
    assert agreed
    assert agreed.duties == "dealer@7"
    with pytest.raises(AccountError, match="nothing is proposed"):
        accounts.agree("dee", "s-bob")
    assert [note for note in noted(store) if note[0] == "s-dee"] == [
        ("s-dee", "proposed", "s-ada"),
        ("s-dee", "password", CONSOLE),
        ("s-dee", "duties", "s-bob"),
    ]


def test_duties_change_when_a_second_admin_agrees(
    accounts: Accounts, people: People, clock: StillClock
) -> None:
    """O5: more duties wait for him, and less; what is taken away then goes with the sign-ins."""
    staff(accounts, "dee", "dealer@7 cashier")
    clock.now += second_factor.STEP_MS
    found = enter(accounts, "dee", code=code_of(clock), duty="cashier").sign_in
    assert found
    more = accounts.set_duties("dee", "dealer@7 cashier auditor", "s-ada", proposed=True)
    assert (more.duties, more.wanted) == ("dealer@7 cashier", "dealer@7 cashier auditor")
    less = accounts.set_duties("dee", "dealer@7", "s-ada", proposed=True)
    assert (less.duties, less.wanted) == ("dealer@7 cashier", "dealer@7")
    with pytest.raises(AccountError, match="second person"):
        accounts.agree("s-dee", "s-ada")
    assert people.is_good(found.token_hash)
    done = accounts.agree("s-dee", "s-bob")
    assert done
    assert (done.duties, done.wanted) == ("dealer@7", None)
    assert not people.is_good(found.token_hash)
    same = accounts.set_duties("dee", "dealer@7", "s-ada", proposed=True)
    assert same.wanted is None
    accounts.set_duties("dee", "supervisor@7", "s-ada", proposed=True)
    swapped = accounts.agree("s-dee", "s-bob")
    assert swapped
    assert swapped.duties == "supervisor@7"


def test_nobody_agrees_to_more_for_himself(accounts: Accounts) -> None:
    """O5: an admin lays a duty of his own down with one other, and takes none on."""
    accounts.set_duties("bob", "admin auditor", "s-ada", proposed=True)
    with pytest.raises(AccountError, match="second person"):
        accounts.agree("s-bob", "s-bob")
    accounts.withdraw("s-bob", "s-bob")
    with pytest.raises(AccountError, match="nothing is proposed"):
        accounts.withdraw("s-bob", "s-bob")
    accounts.set_duties("bob", "", "s-ada", proposed=True)
    gone = accounts.agree("s-bob", "s-bob")
    assert gone
    assert gone.duties == ""


def test_it_takes_two_to_erase_somebody(accounts: Accounts, people: People, store: Store) -> None:
    """O5: until a second admin agrees everything is as it was; a patron needs no account."""
    people.enrol("bea", "Bea", 0)
    accounts.propose_erasing("bea", "s-ada")
    assert accounts.erasing() == {"bea": "s-ada"}
    with pytest.raises(AccountError, match="second person"):
        accounts.agree("bea", "s-ada")
    accounts.withdraw("bea", "s-bob")
    with pytest.raises(AccountError, match="no such account"):
        accounts.agree("bea", "s-bob")
    assert people.is_known("bea")
    accounts.propose_erasing("bea", "s-ada")
    assert accounts.agree("bea", "s-bob") is None
    assert not people.is_known("bea")
    assert accounts.erasing() == {}
    assert [note for note in noted(store) if note[0] == "bea"] == [
        ("bea", "erasing", "s-ada"),
        ("bea", "withdrawn", "s-bob"),
        ("bea", "erasing", "s-ada"),
        ("bea", "erased", "s-bob"),
    ]


def test_what_is_asked_again_is_written_once(accounts: Accounts, store: Store) -> None:
    """An admin whose answer was lost asks the same again, and the log is as it was."""
    staff(accounts, "dee", "dealer@7")
    before = len(noted(store))
    for _ in range(2):
        accounts.set_duties("dee", "dealer@7 cashier", "s-ada", proposed=True)
    for _ in range(2):
        accounts.bar("s-dee", "s-ada")
    for _ in range(2):
        accounts.propose_erasing("s-dee", "s-ada")
    assert [what for _, what, _ in noted(store)[before:]] == ["proposed", "barred", "erasing"]


def test_one_admin_shuts_somebody_out_at_once(
    accounts: Accounts, people: People, clock: StillClock
) -> None:
    """O5: safety needs no second person: sign-ins, tokens and password go, until an invitation."""
    staff(accounts, "dee", "dealer@7")
    people.give_token(Grant("dealer", "7", "Dee"), "bearer", "s-other")
    clock.now += second_factor.STEP_MS
    found = enter(accounts, "dee", code=code_of(clock)).sign_in
    assert found
    accounts.bar("s-dee", "s-ada")
    assert not people.is_good(found.token_hash)
    assert people.bearer("bearer") is None
    assert enter(accounts, "dee", code=code_of(clock)).reason == "wrong"
    accounts.invite("dee", "link", "s-ada")
    assert accounts.find("dee").duties == "dealer@7"


def test_a_patron_stays_one(accounts: Accounts) -> None:
    """No patron becomes staff and nobody of the staff a patron: the log knows one id of him."""
    for name, duties in (("ann", "dealer"), ("ada", "patron")):
        with pytest.raises(AccountError, match="a patron is one for ever"):
            accounts.set_duties(name, duties, CONSOLE)


# Signing in


def test_a_patron_signs_in_with_a_password(
    accounts: Accounts, people: People, clock: StillClock
) -> None:
    """A4: a patron's right password signs him in, and says when he did so before."""
    accounts.set_password("ann", GOOD, CONSOLE)
    found = enter(accounts, " ANN ")
    assert found.sign_in
    assert (found.sign_in.kind, found.sign_in.role, found.seen) == ("session", "patron", None)
    assert people.is_good(found.sign_in.token_hash)
    clock.now += 5
    again = accounts.sign_in(Try("ann", GOOD, address=HERE), "another")
    assert again.seen == found.sign_in.created
    people.put_link("ann", "link")
    clock.now += 5
    assert people.enter("link", "token")
    account = accounts.find("ann")
    assert (account.seen, account.before) == (clock.now, clock.now - 5)


@pytest.mark.parametrize("password", ["", "A cat on a warm roof", GOOD + " ", "a cat"])
def test_another_password_signs_nobody_in(accounts: Accounts, password: str) -> None:
    """Only the password itself is right, and an account without one is opened by nothing."""
    accounts.set_password("ann", GOOD, CONSOLE)
    for name in ("ann", "ada", "nobody"):
        assert enter(accounts, name, password) == Outcome(reason="wrong")


def test_staff_sign_in_with_a_second_factor(accounts: Accounts, clock: StillClock) -> None:
    """ASVS 6.3: a password alone asks for the code; the right code lets the staff in."""
    staff(accounts, "dee", "dealer@7")
    clock.now += second_factor.STEP_MS
    assert enter(accounts, "dee") == Outcome(reason="code")
    assert enter(accounts, "dee", code="000000") == Outcome(reason="wrong")
    found = enter(accounts, "dee", code=code_of(clock)).sign_in
    assert found
    assert (found.kind, found.role, found.table) == ("session", "dealer", "7")


def test_staff_without_a_second_factor_are_not_in(
    accounts: Accounts, people: People, clock: StillClock
) -> None:
    """A member of the staff is half in until he has an authenticator, and then on a new token."""
    staff(accounts, "dee", "dealer@7", secret=None)
    half = accounts.sign_in(Try("dee", GOOD, address=HERE), "half").sign_in
    assert half
    assert half.kind == "half"
    assert people.signed_in("half") is None
    assert accounts.complete(half, "early").sign_in is None
    actor, now = half.actor, clock.now // second_factor.STEP_MS
    wrong = pyotp.TOTP(SHARED).generate_otp(now + 9)
    assert not accounts.set_second_factor(actor, SHARED, wrong, CODES, actor)
    assert accounts.set_second_factor(actor, SHARED, code_of(clock), CODES, actor)
    assert accounts.complete(half, "whole").sign_in
    assert people.signed_in("whole") == Caller(actor, Role.DEALER, "7")
    assert people.sign_in_of("half") is None
    assert accounts.complete(half, "twice").sign_in is None


@pytest.mark.parametrize("steps,good", [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_the_clock_of_a_phone_may_be_off_a_little(
    accounts: Accounts, clock: StillClock, steps: int, good: bool
) -> None:
    """A code is good for its thirty seconds and those on either side."""
    staff(accounts, "dee", "dealer@7")
    clock.now += 5 * second_factor.STEP_MS
    assert (enter(accounts, "dee", code=code_of(clock, steps)).sign_in is not None) is good


def test_a_code_is_used_once(accounts: Accounts, clock: StillClock) -> None:
    """Whoever has read a code over somebody's shoulder cannot use it again, nor an older one."""
    staff(accounts, "dee", "dealer@7")
    clock.now += 5 * second_factor.STEP_MS
    assert enter(accounts, "dee", code=code_of(clock)).sign_in
    for steps in (0, -1):
        assert enter(accounts, "dee", code=code_of(clock, steps)) == Outcome(reason="wrong")
    assert enter(accounts, "dee", code=code_of(clock, 1)).sign_in


def test_a_written_code_is_used_once(accounts: Accounts) -> None:
    """A written code stands in for the authenticator once, however it is grouped."""
    staff(accounts, "dee", "dealer@7")
    shown = second_factor.shown(CODES[0])
    assert shown == "aaaa-bbbb-cccc-dddd"
    assert enter(accounts, "dee", code=shown.upper()).sign_in
    assert enter(accounts, "dee", code=CODES[0]) == Outcome(reason="wrong")
    assert enter(accounts, "dee", code=CODES[1]).sign_in
    assert accounts.find("dee").recovery == ""


def test_a_duty_is_chosen(accounts: Accounts, clock: StillClock) -> None:
    """Whoever works as several things says which; a duty that he has not is none to choose."""
    staff(accounts, "dee", "dealer@7 cashier")
    clock.now += second_factor.STEP_MS
    code = code_of(clock)
    for duty in ("", "dealer", "admin"):
        asked = enter(accounts, "dee", code=code, duty=duty)
        assert (asked.reason, [str(d) for d in asked.duties]) == ("duty", ["dealer@7", "cashier"])
    found = enter(accounts, "dee", code=code, duty="cashier").sign_in
    assert found
    assert (found.role, found.table) == ("cashier", None)


# The lock


def test_the_fourth_try_is_refused(accounts: Accounts, store: Store, clock: StillClock) -> None:
    """A2: after three wrong passwords the right one does not open the account; the log says so."""
    accounts.set_password("ann", GOOD, CONSOLE)
    for _ in range(WRONG_MAX):
        assert enter(accounts, "ann", "wrong").reason == "wrong"
    assert enter(accounts, "ann").reason == "wrong"
    assert noted(store)[-1] == ("ann", "locked", "ann")
    clock.now += LOCK_MS - 1
    assert enter(accounts, "ann", address=THERE).reason == "wrong"
    clock.now += 1
    assert enter(accounts, "ann").sign_in


def test_nobody_is_locked_out_from_elsewhere(accounts: Accounts, clock: StillClock) -> None:
    """A2: a stranger's wrong tries lock the account, but not where its owner signs in."""
    accounts.set_password("ann", GOOD, CONSOLE)
    assert enter(accounts, "ann").sign_in
    for _ in range(2 * WRONG_MAX):
        enter(accounts, "ann", "wrong", address=THERE)
    assert enter(accounts, "ann", address=THERE).reason == "wrong"
    assert enter(accounts, "ann", address=HERE).sign_in
    for _ in range(WRONG_MAX):
        enter(accounts, "ann", "wrong", address=HERE)
    assert enter(accounts, "ann", address=HERE).reason == "wrong"


def test_a_right_try_begins_the_count_anew(accounts: Accounts) -> None:
    """It is three in a row: who mistypes now and then is never locked out."""
    accounts.set_password("ann", GOOD, CONSOLE)
    for _ in range(4):
        for _ in range(WRONG_MAX - 1):
            enter(accounts, "ann", "wrong", address=THERE)
        assert enter(accounts, "ann", address=THERE).sign_in


def test_an_address_is_barred(accounts: Accounts, clock: StillClock) -> None:
    """After twenty wrong tries an address may try nothing, of any name, for a quarter hour."""
    accounts.set_password("ann", GOOD, CONSOLE)
    for number in range(ADDRESS_MAX):
        assert enter(accounts, f"nobody{number}").reason == "wrong"
    assert enter(accounts, "ann").reason == "too-many"
    assert enter(accounts, "ann", address=THERE).sign_in
    clock.now += LOCK_MS
    assert enter(accounts, "ann").sign_in


def test_many_tries_at_once_are_three(accounts: Accounts, store: Store, clock: StillClock) -> None:
    """The lock is looked at where it is set: of many tries at one time no fourth slips by."""
    accounts.set_password("ann", GOOD, CONSOLE)
    tried, tries, kept = Try("ann", "any", address=THERE), Tries(), accounts.find("ann").password
    futures = [
        store.submit(
            lambda tx, proved=proved: judge(  # type: ignore[misc]
                tx, tries, tried, "token", clock.now, proved=proved
            )
        )
        for proved in (*[None] * WRONG_MAX, kept)
    ]
    assert [future.result(20).reason for future in futures] == ["wrong"] * (WRONG_MAX + 1)


def test_a_password_that_was_changed_meanwhile_is_wrong(
    accounts: Accounts, store: Store, clock: StillClock
) -> None:
    """Who proved the password before it was changed is not let in after."""
    accounts.set_password("ann", GOOD, CONSOLE)
    before, tried = accounts.find("ann").password, Try("ann", GOOD, address=HERE)
    accounts.set_password("ann", "a dog on a cold floor", CONSOLE)
    for proved, reason in ((before, "wrong"), (accounts.find("ann").password, "")):
        found = store.submit(
            lambda tx, proved=proved: judge(  # type: ignore[misc]
                tx, Tries(), tried, "token", clock.now, proved=proved
            )
        )
        assert found.result(20).reason == reason


# Passwords and links


@pytest.mark.parametrize(
    "password,code",
    [
        ("", "length"),
        ("eleven char", "length"),
        ("x" * 129, "length"),
        ("aaaabbbbccccdddd", "monotone"),
        ("Ann on a warm roof", "name"),
        ("iloveyou2024!", "common"),
        ("P@ssw0rd1234", "common"),
        ("baccarat2026", "common"),
        ("qwertyuiop[]", "keys"),
        ("Dragon7Dragon7", "repeat"),
        ("abcdefghijkl", "sequence"),
        ("31.12.1999 1.1", "date"),
    ],
)
def test_passwords_that_may_not_be(accounts: Accounts, password: str, code: str) -> None:
    """ASVS 6.2: a password is not short, of few characters, the name, or among the first tried."""
    with pytest.raises(InputError) as caught:
        accounts.set_password("ann", password, CONSOLE)
    assert getattr(caught.value, "code", "") == code
    assert accounts.find("ann").password is None


def test_a_new_password_ends_the_other_sign_ins(accounts: Accounts, people: People) -> None:
    """Whoever changes his password stays in here, and is out everywhere else."""
    accounts.set_password("ann", GOOD, CONSOLE)
    here, there = (
        accounts.sign_in(Try("ann", GOOD, address=HERE), token).sign_in for token in ("a", "b")
    )
    assert here
    assert there
    accounts.set_password("ann", "a dog on a cold floor", "ann", here.token_hash)
    assert people.is_good(here.token_hash)
    assert not people.is_good(there.token_hash)
    assert enter(accounts, "ann").reason == "wrong"


def test_an_invitation_leads_to_a_new_password(accounts: Accounts, people: People) -> None:
    """The password before is gone and the sign-ins with it; the link signs in by half only."""
    accounts.set_password("ann", GOOD, CONSOLE)
    before = enter(accounts, "ann").sign_in
    assert before
    accounts.invite("ann", "link", CONSOLE)
    assert not people.is_good(before.token_hash)
    assert enter(accounts, "ann").reason == "wrong"
    half = people.enter("link", "half")
    assert half
    assert (half.kind, people.signed_in("half")) == ("half", None)
    assert accounts.complete(half, "early").sign_in is None
    accounts.set_password("ann", GOOD, "ann", half.token_hash)
    assert accounts.complete(half, "whole").sign_in


def test_a_link_is_for_one_duty(accounts: Accounts, people: People) -> None:
    """A link signs in as one thing, which has to be said where there are several."""
    staff(accounts, "dee", "dealer@7 cashier")
    for duty in ("", "admin"):
        with pytest.raises(AccountError, match="say which duty"):
            accounts.link("dee", "link", CONSOLE, duty)
    accounts.link("dee", "link", CONSOLE, "dealer@7")
    assert people.enter("link", "token")
    assert people.signed_in("token") == Caller("s-dee", Role.DEALER, "7")


def test_an_admin_ends_sign_ins(accounts: Accounts, people: People, store: Store) -> None:
    """Every sign-in and link of somebody ends at an admin's word, and the log says whose it was."""
    accounts.set_password("ann", GOOD, CONSOLE)
    found = enter(accounts, "ann").sign_in
    assert found
    people.put_link("ann", "link")
    assert accounts.signed_in() == {"ann": 1}
    assert accounts.end_sign_ins("ann", "s-ada") == 2
    assert not people.is_good(found.token_hash)
    assert people.enter("link", "token") is None
    assert noted(store)[-1] == ("ann", "ended", "s-ada")


# The end


def test_an_erased_patron_leaves_a_log_that_verifies(tmp_path: Path) -> None:
    """Name and contact are in no event and in no byte of the file, and the log still is true."""
    with closing(open_sqlite(tmp_path / "room.db")) as store:
        house = House(store)
        house.betting("zoe")
        house.done(house.wager("zoe", "player", 500))
        people = People(store, house.clock)
        accounts = Accounts(
            store, people, house.clock, Passwords(PasswordHasher.from_parameters(CHEAPEST))
        )
        accounts.open(Order("zoe q", contact="zoe@example.test", patron="zoe"), "", CONSOLE)
        accounts.set_password("zoe q", GOOD, CONSOLE)
        people.sign_in("zoe", "token")
        before = store.read(lambda tx: list(tx.events(f"table:{TABLE}")))
        with pytest.raises(AccountError, match="pay them out first"):
            accounts.erase("zoe q", CONSOLE)
        house.done(house.wager("zoe", "player", 0))
        house.done(cm.LeaveSeat(patron="zoe"))
        window = Window(store, people, house.clock)
        window.redeem(WindowOrder("s-cat", "c1", b"d"), "zoe", people.wallet("zoe"))
        accounts.erase("zoe q", CONSOLE)
        assert people.name_of("zoe") == NOBODY
        assert people.signed_in("token") is None
        assert (accounts.of("zoe"), store.read(lambda tx: tx.patron("zoe"))) == (None, None)
        assert store.verify().faults == ()
        after = store.read(lambda tx: list(tx.events(f"table:{TABLE}")))
        assert after[: len(before)] == before
        bodies = store.read(lambda tx: [e.body for s in tx.streams() for e in tx.events(s)])
        assert not any(b"example.test" in body or b"zoe q" in body for body in bodies)
    with closing(open_sqlite(tmp_path / "room.db")) as store:
        assert People(store, StillClock()).name_of("zoe") == NOBODY
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(word in content for word in (b"Zoe", b"zoe q", b"example.test"))


def test_erased_staff_leave_no_token(accounts: Accounts, people: People, store: Store) -> None:
    """With a member of the staff his tokens go, their names with them; nobody is erased twice."""
    people.give_token(Grant("auditor", name="Ada"), "token", "s9")
    accounts.erase("ada", "s-bob")
    assert people.bearer("token") is None
    assert people.tokens() == []
    assert noted(store)[-1] == ("s-ada", "erased", "s-bob")
    with pytest.raises(AccountError, match="there is nobody of that name"):
        accounts.erase("ada", "s-bob")


def test_the_same_on_postgresql(database: str, clock: StillClock) -> None:
    """A life of an account in a database of a server: in, locked, ended, erased, still true."""
    with closing(open_store(database)) as store:
        people = People(store, clock)
        people.enrol("ann", "Ann", 0)
        cheap = Passwords(PasswordHasher.from_parameters(CHEAPEST))
        accounts = Accounts(store, people, clock, cheap)
        accounts.open(Order("Ann", patron="ann"), "", CONSOLE)
        staff(accounts, "dee", "dealer@7")
        clock.now += second_factor.STEP_MS
        assert enter(accounts, "dee", code=code_of(clock)).sign_in
        accounts.set_password("ann", GOOD, CONSOLE)
        found = enter(accounts, "ann").sign_in
        assert found
        for _ in range(WRONG_MAX):
            enter(accounts, "ann", "wrong", address=THERE)
        assert enter(accounts, "ann", address=THERE).reason == "wrong"
        assert accounts.end_sign_ins("ann", CONSOLE) == 1
        assert not people.is_good(found.token_hash)
        accounts.erase("ann", CONSOLE)
        assert [account.sign_in for account in accounts.known()] == ["dee"]
        assert store.verify().faults == ()
