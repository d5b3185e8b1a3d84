"""Every error that puntobanco raises on purpose, on one page.

PuntobancoError
├── InputError            what somebody typed, sent or stored is wrong: names the place and the cure
│   ├── CardError         a card that no deck has, or one too many of it
│   ├── CoupError         cards that are not one finished coup
│   ├── MoneyError        an amount or odds out of range
│   ├── SheetError        a rule sheet, schedule or policy: file, line, key, reason, cure
│   └── (others beside the module that reads the input)
├── Refused               a command that the rules forbid now: a named code with its numbers
└── InvariantError        a bug: never caught by a handler
"""

from __future__ import annotations

from collections.abc import Mapping


class PuntobancoError(Exception):
    """The root of the tree."""


class InputError(PuntobancoError):
    """Wrong input; the message is one line that names the place and the cure."""


class CardError(InputError):
    """A card code that no deck has, or more of a card than the shoe holds."""


class CoupError(InputError):
    """Cards that are not exactly one coup."""


class MoneyError(InputError):
    """An amount, odds or a rate out of its range."""


class SheetError(InputError):
    """A fault of a rule sheet, or of another file of rules: the place, the reason, the cure."""

    def __init__(self, file: str, line: int | None, key: str, reason: str, cure: str) -> None:
        """Keep the parts, and join them to one line."""
        place = f"{file}:{line}" if line else file
        super().__init__(f"{place}: {key}: {reason}; {cure}")
        self.file, self.line, self.key, self.reason, self.cure = file, line, key, reason, cure


class Refused(PuntobancoError):  # noqa: N818 - the word of the field, not a fault
    """A command that may not be carried out now; ``code`` names why, ``params`` the numbers."""

    def __init__(self, code: str, params: Mapping[str, object] | None = None) -> None:
        """Keep the code and what its sentence needs."""
        super().__init__(code)
        self.code, self.params = code, dict(params or {})


class InvariantError(PuntobancoError):
    """Something that cannot be true is: a bug, never a refusal."""
