"""What a store is: its records, its errors, and the two protocols that every engine keeps.

Work is a function that is given a `Transaction`. All of it is durable when its future resolves, or
none of it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from puntobanco.errors import InputError, PuntobancoError
from puntobanco.ledger import Transfer

T = TypeVar("T")


class StoreError(InputError):
    """A database that cannot be used; the message names the place and the cure."""

    def __init__(self, place: object, reason: str, cure: str) -> None:
        """Keep the parts, and join them to one line."""
        super().__init__(f"{place}: {reason}; {cure}")
        self.place, self.reason, self.cure = str(place), reason, cure


class StoreStopped(PuntobancoError):  # noqa: N818 - a state that work meets, not a fault of it
    """Work that the store did not finish: it is closed, or a commit failed.

    After a failed commit nobody knows what reached the disk: the log says, once it is read again.
    """


class Conflict(PuntobancoError):  # noqa: N818 - the word of the field, not a fault
    """An append that expected another head of the stream."""

    def __init__(self, stream: str, expected: int, head: int) -> None:
        """Keep the stream, the head that was expected and the head that it has."""
        super().__init__(f"{stream} is at {head}, not at {expected}")
        self.stream, self.expected, self.head = stream, expected, head


@dataclass(frozen=True, slots=True)
class Stored:
    """One event as it lies in the log: versions of a stream count from 1."""

    stream: str
    version: int
    at: int
    body: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Posted:
    """A transfer as it lies in the log, with the version of the event that moved it."""

    version: int
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command was answered, and the digest of the body that it came with."""

    digest: bytes
    reply: bytes


@dataclass(frozen=True, slots=True)
class Patron:
    """A person; the only place of a name, so that it can be erased."""

    id: str
    name: str
    role: str
    created: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """How somebody signs in, and all that is personal of him: one row, so that it can be erased."""

    actor: str
    sign_in: str  # what he types, in the one case it is kept in
    name: str
    contact: str = ""
    duties: str = ""  # roles that he has, those of one table as role@table
    wanted: str | None = None  # those that are proposed for him, and by whom
    wanted_by: str | None = None
    password: str | None = None  # its hash
    secret: str | None = None  # of the second factor
    step: int = 0  # the last time step whose code was used
    recovery: str = ""  # hashes of the codes that are left
    failures: int = 0  # wrong passwords and codes in a row
    locked: int = 0  # until then
    seen: int | None = None  # when he last signed in
    before: int | None = None  # and the time before that
    created: int


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in that lasts, or a link to one; the store knows no clock: whoever asks compares."""

    token_hash: bytes
    kind: str  # session | half | link | invitation
    actor: str
    role: str
    table: str | None
    created: int
    used: int
    expires: int


@dataclass(frozen=True, slots=True)
class Token:
    """What a member of staff or a program shows instead of a sign-in; ``table`` None is every one.

    As with a sign-in, whoever asks compares ``expires`` and ``revoked`` with the time.
    """

    token_hash: bytes
    actor: str
    role: str
    table: str | None
    label: str
    created: int
    expires: int | None
    revoked: int | None


@dataclass(frozen=True, slots=True)
class SavedSheet:
    """A rule sheet that somebody wrote, as its text; ``sheet`` and ``name`` are what it says."""

    id: str
    owner: str
    sheet: str
    name: str
    text: str
    saved: int


@dataclass(frozen=True, slots=True)
class Moved:
    """What a commit moved: heads of streams with their hashes, and the numbers of new shoes."""

    heads: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    shoes: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was recomputed from the bytes, and every fault found, in words."""

    streams: int
    events: int
    transfers: int
    accounts: int
    faults: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class Transaction(Protocol):
    """What work may do; valid until the work returns."""

    def head(self, stream: str) -> int:
        """The version of the newest event, 0 for a new stream."""

    def append(self, stream: str, expected: int, at: int, bodies: Sequence[bytes]) -> int:
        """Add events and give the new head; `Conflict` if the head is not the expected one."""

    def post(self, stream: str, version: int, transfers: Sequence[Transfer]) -> None:
        """Move the money of an event that this work appended, once; `InsufficientFunds`."""

    def balance(self, account: str) -> int:
        """What an account holds; nought if nothing ever reached it."""

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The accounts that begin with the prefix and do not hold nought."""

    def transfers(self, stream: str, after: int = 0) -> Iterator[Posted]:
        """The transfers of a stream's events above a version, in order."""

    def answer(self, actor: str, command_id: str) -> Answer | None:
        """What the command was answered, if it was."""

    def remember(self, actor: str, command_id: str, digest: bytes, reply: bytes) -> None:
        """Keep an answer for ever; a second one to the same command is a bug."""

    def add_patron(self, patron: str, name: str, role: str, at: int) -> None:
        """Write a person down."""

    def patron(self, patron: str) -> Patron | None:
        """The person of an id."""

    def patrons(self) -> list[Patron]:
        """Everybody, by id."""

    def drop_patron(self, patron: str) -> bool:
        """Erase a person; whether there was one."""

    def put_account(self, account: Account) -> None:
        """Keep an account as it now is."""

    def account(self, actor: str) -> Account | None:
        """The account of an actor."""

    def account_named(self, sign_in: str) -> Account | None:
        """The account that is signed in to by this name."""

    def accounts(self) -> list[Account]:
        """All accounts, by the name they sign in by."""

    def drop_account(self, actor: str) -> bool:
        """Erase an account with all that is personal in it; whether there was one."""

    def put_sign_in(self, sign_in: SignIn) -> None:
        """Keep a sign-in, or a link to one."""

    def sign_in(self, token_hash: bytes) -> SignIn | None:
        """The sign-in or link of a token, expired or not."""

    def sign_ins(self) -> list[SignIn]:
        """All of them, the oldest first."""

    def use_sign_in(self, token_hash: bytes, at: int) -> None:
        """Note when a sign-in was last used."""

    def drop_sign_in(self, token_hash: bytes) -> bool:
        """End a sign-in, or use a link up; whether there was one."""

    def put_token(
        self,
        token_hash: bytes,
        actor: str,
        role: str,
        table: str | None,
        label: str,
        created: int,
        expires: int | None,
    ) -> None:
        """Give somebody a token, for one table or all; one that never expires has no time."""

    def token(self, token_hash: bytes) -> Token | None:
        """The token of a hash, expired, revoked or neither."""

    def tokens(self) -> list[Token]:
        """All tokens, the oldest first."""

    def revoke_token(self, token_hash: bytes, at: int) -> bool:
        """Take a token back for ever; whether there was one that nobody had taken back yet."""

    def drop_tokens(self, actor: str) -> list[bytes]:
        """Erase all tokens of somebody; their hashes."""

    def put_sheet(self, sheet: SavedSheet) -> None:
        """Keep somebody's sheet, in place of the one of that id if it is his."""

    def sheet(self, ident: str) -> SavedSheet | None:
        """A sheet that somebody keeps."""

    def sheets(self, owner: str) -> list[SavedSheet]:
        """All sheets of somebody, by name."""

    def drop_sheets(self, owner: str, ident: str | None = None) -> bool:
        """Take a sheet of somebody away, or all of his; whether there was one."""

    def put_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Keep the newest state of a stream: a cache that may be lost at any time."""

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest state kept of a stream, with its version."""

    def put_shoe(self, stream: str, number: int, order: bytes) -> None:
        """Keep the secret order of a shoe; a number is given once."""

    def shoe(self, stream: str, number: int) -> bytes | None:
        """The secret order of a shoe."""

    def events(self, stream: str, after: int = 0) -> Iterator[Stored]:
        """The events of a stream above a version, in order."""

    def streams(self, prefix: str = "") -> list[str]:
        """The streams that begin with the prefix, in order of their names."""


class Reading(Protocol):
    """A log with balances, answers and people to look at, that many threads may use at once."""

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Do work that only reads, on one state of the store; writing in it is a bug."""

    def verify(self) -> VerifyReport:
        """Recompute every hash and every balance."""

    def settings(self) -> dict[str, str | int]:
        """How the engine is set, read back when it was opened."""

    def clock(self) -> int | None:
        """What the store's own clock shows, in milliseconds; None: it has the machine's."""

    def close(self) -> None:
        """Finish what is queued and let go of the file; later work meets `StoreStopped`."""


class Store(Reading, Protocol):
    """The same to write in."""

    def follow(self, follower: Callable[[Moved], None]) -> None:
        """Tell somebody what each commit moved, before whoever waits for it is answered."""

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work that may write; the future resolves when it is durable, never before."""
