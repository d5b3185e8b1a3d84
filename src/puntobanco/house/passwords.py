"""Passwords: which may be chosen, and their slow hash (argon2id), never more than two at a time."""

from __future__ import annotations

from functools import cached_property
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from puntobanco.errors import InputError

LEAST: Final = 12
MOST: Final = 128
DIFFERENT: Final = 5  # characters at least
GUESSES: Final = 10**10  # that must not be enough to find it, by what people choose
LOOKED_AT: Final = 72  # characters; a longer password is judged by its beginning
HOUSE_WORDS: Final = ("puntobanco", "baccarat")
AT_ONCE: Final = 2  # each takes 64 MiB and a core for a tenth of a second


class PasswordError(InputError):
    """A password that may not be chosen; ``code`` is the message of the page."""

    def __init__(self, code: str, text: str) -> None:
        """Keep both."""
        super().__init__(text)
        self.code = code


WHY: Final = {
    "dictionary": ("common", "it is made of words, names and passwords that are tried first"),
    "spatial": ("keys", "it is a run of neighbouring keys"),
    "repeat": ("repeat", "it says one thing again and again"),
    "sequence": ("sequence", "it is a run of the alphabet or of figures"),
    "date": ("date", "it is a date"),
}


def check_password(password: str, sign_in: str) -> None:
    """Refuse what is guessed first: the short, the common, what says the name; and say why."""
    if not LEAST <= len(password) <= MOST:
        raise PasswordError(
            "length", f"this password does not do; give {LEAST} to {MOST} characters"
        )
    if len(set(password)) < DIFFERENT:
        raise PasswordError(
            "monotone", f"this password does not do; use {DIFFERENT} different characters"
        )
    if sign_in in password.casefold():
        raise PasswordError("name", "this password does not do; leave the sign-in name out of it")
    judged = zxcvbn(password[:LOOKED_AT], [sign_in, *HOUSE_WORDS])
    if judged["guesses"] < GUESSES:
        longest = max(judged["sequence"], key=lambda part: len(part["token"]))
        code, why = WHY.get(longest["pattern"], WHY["dictionary"])
        raise PasswordError(code, f"this password does not do: {why}; give four words at random")


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Take the library's own costs, unless a test wants cheap ones."""
        self._hasher = hasher or PasswordHasher()
        self._gate = BoundedSemaphore(AT_ONCE)

    @cached_property
    def _nobodys(self) -> str:
        return self.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """Give what is kept of a password."""
        with self._gate:
            return self._hasher.hash(password)

    def is_right(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; where there is none, the answer takes as long."""
        compared = self._nobodys if kept is None else kept
        try:
            with self._gate:
                self._hasher.verify(compared, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None
