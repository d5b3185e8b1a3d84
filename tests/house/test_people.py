"""Patrons: names, links that work once, sign-ins that end."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.errors import InvariantError
from puntobanco.house.names import NAME_MAX, clean_name
from puntobanco.house.people import NOBODY, Caller, People
from puntobanco.house.roles import Role
from puntobanco.house.sign_ins import HALF_MS, LINK_MS, NOTED_MS, SESSION_MS, SESSIONS_MAX
from puntobanco.house.tokens import Grant, hash_of
from puntobanco.store.base import Store
from puntobanco.store.sqlite import MEMORY, open_sqlite
from tests.house.houses import StillClock


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
    people.enrol("ann", "Ann", 5_000)
    return people


@pytest.mark.parametrize(
    "given,shown",
    [
        ("Ann", "Ann"),
        ("  Ann   of\tGreen  Gables ", "Ann of Green Gables"),
        ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} \N{CJK UNIFIED IDEOGRAPH-738B}",
         "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} \N{CJK UNIFIED IDEOGRAPH-738B}"),
        ("a\x00b\x1b[31mc\nd", "ab[31mc d"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}nnA", "nnA"),
        ("a\N{ZERO WIDTH SPACE}b", "ab"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("x" * 100, "x" * NAME_MAX),
        ("x" * (NAME_MAX - 1) + " yz", "x" * (NAME_MAX - 1)),
        ("\ud800", None),
        ("", None),
        ("   ", None),
        ("\x00\n", None),
        (None, None),
    ],
)  # fmt: skip
def test_names_are_cleaned(given: str | None, shown: str | None) -> None:
    """A name is printable, trimmed and short, or there is none; text stays text."""
    assert clean_name(given) == shown


def test_a_patron_has_a_name_and_chips(people: People) -> None:
    """Whoever is enrolled is known by name and holds what was issued."""
    assert people.is_known("ann")
    assert people.name_of("ann") == "Ann"
    assert people.wallet("ann") == 5_000


def test_a_stranger_has_neither(people: People) -> None:
    """An erased or unknown person is a dash, and holds nothing."""
    assert not people.is_known("bea")
    assert people.name_of("bea") == NOBODY
    assert people.wallet("bea") == 0


def test_an_id_is_given_once(people: People) -> None:
    """Nobody takes an id that is there, and nobody's chips change by the attempt."""
    with pytest.raises(InvariantError):
        people.enrol("ann", "Other", 7_000)
    assert people.name_of("ann") == "Ann"
    assert people.wallet("ann") == 5_000


def test_issued_chips_are_in_the_log(store: Store, people: People) -> None:
    """Chips come from the cage by an event, and the world owes them."""
    people.enrol("bea", "Bea", 0)
    assert store.read(lambda tx: tx.balances()) == {"world": -5_000, "wallet:ann": 5_000}
    assert len(store.read(lambda tx: list(tx.events("cage")))) == 1
    assert store.verify().faults == ()


def test_names_outlive_the_process(store: Store, people: People, clock: StillClock) -> None:
    """A restart knows everybody."""
    assert People(store, clock).name_of("ann") == "Ann"


def test_names_are_not_in_the_log(store: Store, people: People) -> None:
    """The log holds ids alone, so that a name can be erased."""
    bodies = store.read(lambda tx: [e.body for s in tx.streams() for e in tx.events(s)])
    assert bodies
    assert not any(b"Ann" in body for body in bodies)


ANN = Caller("ann", Role.PATRON)
DEE = Caller("dee", Role.DEALER, "7")
MINUTE = 60_000
SUE = Caller("sue", Role.SUPERVISOR, "7")
IDLE = [
    (ANN, 30 * MINUTE),
    (SUE, 15 * MINUTE),
    (Caller("dan", Role.DEALER), 15 * MINUTE),
    (DEE, 120 * MINUTE),
]


@pytest.mark.parametrize("caller,idle", IDLE, ids=["patron", "staff", "dealer", "at his table"])
def test_a_sign_in_that_is_not_used_ends(
    people: People, clock: StillClock, caller: Caller, idle: int
) -> None:
    """A5: who does nothing signs in again: a patron after half an hour, the staff sooner."""
    people.begin("session", "token", caller)
    clock.now += idle - 1
    assert people.signed_in("token") == caller
    people.used("token")
    clock.now += idle - 1
    assert people.signed_in("token") == caller
    clock.now += 1
    assert people.signed_in("token") is None


def test_a_sign_in_that_is_used_ends_as_well(people: People, clock: StillClock) -> None:
    """After twelve hours a sign-in is over, to the millisecond, whatever was done in it."""
    people.sign_in("ann", "token")
    begun = clock.now
    while clock.now < begun + SESSION_MS - 10 * MINUTE:
        clock.now += 10 * MINUTE
        people.used("token")
    clock.now = begun + SESSION_MS - 1
    assert people.signed_in("token") == ANN
    clock.now += 1
    assert people.signed_in("token") is None


def test_use_is_written_down_once_a_minute(store: Store, people: People, clock: StillClock) -> None:
    """Whoever acts often does not make the house write each time."""
    people.sign_in("ann", "token")
    begun = clock.now
    used = []
    for _ in range(3):
        clock.now += NOTED_MS // 2
        people.used("token")
        used.append(store.submit(lambda tx: tx.sign_ins()[0].used).result(20) - begun)
    assert used == [NOTED_MS // 2, NOTED_MS // 2, NOTED_MS // 2 * 3]


def test_so_many_sign_ins_at_a_time(people: People, clock: StillClock) -> None:
    """One more sign-in than an account may have ends the oldest."""
    tokens = [f"token {number}" for number in range(SESSIONS_MAX + 1)]
    for token in tokens:
        clock.now += 1
        people.sign_in("ann", token)
    assert [people.signed_in(token) is not None for token in tokens] == [False, *[True] * 5]


def test_a_half_sign_in_signs_nobody_in(people: People, clock: StillClock) -> None:
    """Where something is missing nobody is in yet; after a quarter of an hour it is over."""
    people.begin("half", "token", DEE)
    assert people.signed_in("token") is None
    assert not people.is_good(hash_of("token"))
    assert people.sign_in_of("token")
    clock.now += HALF_MS
    assert people.sign_in_of("token") is None


def test_a_cookie_is_no_token_and_a_token_no_cookie(people: People) -> None:
    """What a page shows opens nothing as a token, and what a program shows nothing as a cookie."""
    people.sign_in("ann", "cookie")
    people.give_token(Grant("dealer", name="Dee"), "token", "s1")
    assert (people.bearer("cookie"), people.signed_in("token")) == (None, None)
    assert people.bearer("token") == Caller("s1", Role.DEALER)
    assert people.is_good(hash_of("cookie"))
    assert people.is_good(hash_of("token"))


def test_what_is_over_is_forgotten(store: Store, people: People, clock: StillClock) -> None:
    """Sign-ins and links that are over leave the store; those that are good stay."""
    for kind, token in (("session", "a"), ("link", "b"), ("invitation", "c"), ("half", "d")):
        people.begin(kind, token, ANN)
    clock.now += SESSION_MS
    people.purge()
    assert {s.kind for s in store.read(lambda tx: tx.sign_ins())} == {"link", "invitation"}
    clock.now += LINK_MS - SESSION_MS
    people.purge()
    assert store.read(lambda tx: tx.sign_ins()) == []


@pytest.mark.parametrize("token", ["", "Token", "token ", "other"])
def test_other_tokens_sign_nobody_in(people: People, token: str) -> None:
    """Only the token itself is good."""
    people.sign_in("ann", "token")
    assert people.signed_in(token) is None


def test_signing_out_ends_one_sign_in(people: People) -> None:
    """Who signs out here stays signed in there."""
    people.sign_in("ann", "here")
    people.sign_in("ann", "there")
    people.sign_out("here")
    people.sign_out("here")
    assert people.signed_in("here") is None
    assert people.signed_in("there")


def test_a_link_works_once(people: People) -> None:
    """The second use of a link signs nobody in; a sign-in is no link, and a link no sign-in."""
    people.put_link("ann", "link")
    assert people.signed_in("link") is None
    assert people.enter("link", "token")
    assert people.signed_in("token") == ANN
    assert [people.enter(link, "other") for link in ("link", "token", "none")] == [None] * 3
    assert people.signed_in("other") is None


def test_a_link_gets_old(people: People, clock: StillClock) -> None:
    """A link is good for a day, to the millisecond, and an old one is used up by the attempt."""
    people.put_link("ann", "one")
    people.put_link("ann", "two")
    clock.now += LINK_MS - 1
    assert people.enter("one", "first")
    clock.now += 1
    assert people.enter("two", "second") is None
    clock.now -= LINK_MS
    assert people.enter("two", "second") is None


def test_tokens_are_kept_as_hashes(store: Store, people: People, tmp_path: Path) -> None:
    """Whoever reads the file finds no token in it that signs him in."""
    file = tmp_path / "people.db"
    with closing(open_sqlite(file)) as opened:
        known = People(opened, StillClock())
        known.enrol("bea", "Bea", 0)
        known.sign_in("bea", "a-secret-token-of-a-session")
        known.put_link("bea", "a-secret-token-of-a-link")
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"a-secret-token" not in content
    assert b"Bea" in content
