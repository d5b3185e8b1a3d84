"""What somebody works as: roles, each at one table or at all, and which exclude each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Final

from puntobanco.errors import InputError
from puntobanco.house.roles import Role

_TABLE: Final = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_GIVEN: Final = tuple(role.value for role in Role if role is not Role.HOUSE)


class DutyError(InputError):
    """Duties that nobody can have; the message says the cure."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A role, at one table or at every one."""

    role: Role
    table: str | None = None

    def __str__(self) -> str:
        """Give it as it is written: ``dealer@7``."""
        return self.role.value if self.table is None else f"{self.role.value}@{self.table}"

    def meets(self, other: Duty) -> bool:
        """Whether there is a table that both are for."""
        return self.table is None or other.table is None or self.table == other.table


def read_duties(text: str) -> tuple[Duty, ...]:
    """Read duties as they are written, with spaces between; none is given twice."""
    return tuple(dict.fromkeys(_read(word) for word in text.split()))


def written(duties: Iterable[Duty]) -> str:
    """Write duties down."""
    return " ".join(map(str, duties))


def _read(word: str) -> Duty:
    role, at, table = word.partition("@")
    if role not in _GIVEN:
        raise DutyError(f"{word}: there is no such role to give; use {', '.join(_GIVEN)}")
    if at and not _TABLE.fullmatch(table):
        raise DutyError(f"{word}: this names no table; write {role} or {role}@TABLE")
    return Duty(Role(role), table if at else None)


def check_duties(duties: Iterable[Duty]) -> None:
    """Refuse what one person may not be: the dealer and the supervisor of a table are two."""
    roles = {duty.role for duty in duties}
    if Role.PATRON in roles and len(roles) > 1:
        raise DutyError("patron: a patron has no other role; give the staff accounts of their own")
    pairs = product(_of(Role.DEALER, duties), _of(Role.SUPERVISOR, duties))
    for dealer, supervisor in pairs:
        if dealer.meets(supervisor):
            raise DutyError(
                f"{dealer} and {supervisor}: dealer and supervisor of a table are two people;"
                " take one of the two away, or name different tables"
            )


def _of(role: Role, duties: Iterable[Duty]) -> list[Duty]:
    return [duty for duty in duties if duty.role is role]
