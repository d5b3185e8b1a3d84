"""The ledger as a file of beancount, which any accountant can check without us.

What lies somewhere in the house is an asset, and the world's chips are its equity. The wagers of a
table lie on one account, its covers on another; a posting names the account of ours. Escaped parts
of names differ where ours do, and begin with a letter that says what they are.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from puntobanco.house.day import Hours
from puntobanco.house.log import Logged
from puntobanco.house.reports.ledger import Moved, rows_of
from puntobanco.house.reports.scope import Scope, currency
from puntobanco.store.base import Transaction

OPENING: Final = "Equity:Opening"
_PARTS: Final = {
    "wallet": ("Assets:Wallet", "P"),
    "rack": ("Assets:Rack", "TP"),
    "escrow": ("Assets:Felt", "T"),
    "cover": ("Assets:Cover", "T"),
    "drop": ("Assets:Drop", "TB"),
    "dispute": ("Assets:Dispute", "T"),
    "house": ("Assets:House", ""),
    "world": ("Equity:World", ""),
}
_PLAIN: Final = re.compile(r"[A-Za-z0-9]", re.ASCII)
_ODD: Final = re.compile(r"[^A-Z0-9'._-]", re.ASCII)
_CODE_MAX: Final = 24


def account(name: str) -> str:
    """Give the account of beancount for one of ours."""
    kind, *parts = name.split(":")
    root, letters = _PARTS[kind]
    named = [letter + _escaped(part) for letter, part in zip(letters, parts, strict=False)]
    return ":".join((root, *named))


def commodity(code: str) -> str:
    """Give the name that beancount takes for a currency."""
    plain = _ODD.sub("-", code.upper())[:_CODE_MAX].strip("'._-")
    return plain if plain[:1].isalpha() else f"X{plain}"


def write_beancount(transaction: Transaction, scope: Scope, code: str = "") -> Iterator[bytes]:
    """Write the days' transfers; what the accounts held before is an entry of its own."""
    for line in _Ledger(scope, code).lines(transaction):
        yield f"{line}\n".encode()


class _Ledger:
    def __init__(self, scope: Scope, code: str) -> None:
        self._scope = scope
        name, self._exponent = currency(code)
        self._commodity = commodity(name)
        self._balances: Counter[str] = Counter()
        self._opened: set[str] = set()
        self._last: date | None = None

    def lines(self, transaction: Transaction) -> Iterator[str]:
        yield 'option "title" "puntobanco"'
        yield f'option "operating_currency" "{self._commodity}"'
        begun = False
        for logged in self._scope.log(transaction):
            if not logged.transfers:
                continue
            if not self._scope.days.is_begun(logged.at):
                self._take(logged)
                continue
            if not begun:
                begun = True
                yield from self._opening(self._scope.hours, logged.at)
            yield from self._transaction(logged)
            self._take(logged)
        yield from self._closing()

    def _take(self, logged: Logged) -> None:
        for transfer in logged.transfers:
            self._balances[account(transfer.source)] -= transfer.amount
            self._balances[account(transfer.target)] += transfer.amount

    def _opening(self, hours: Hours, at: int) -> Iterator[str]:
        held = {name: amount for name, amount in sorted(self._balances.items()) if amount}
        if held:
            day = hours.shift(at).day
            yield from self._open(day, (*held, OPENING))
            yield f'\n{day} * "opening"'
            for name, amount in held.items():
                yield f"  {name}  {self._amount(amount)}"
                yield f"  {OPENING}  {self._amount(-amount)}"

    def _transaction(self, logged: Logged) -> Iterator[str]:
        """Write one event as one transaction, and before it whatever account is new."""
        rows = [*rows_of(logged, self._scope)]
        first = rows[0]
        self._last = day = date.fromisoformat(first.day)
        yield from self._open(day, [account(n) for row in rows for n in (row.source, row.target)])
        yield f"\n{day} * {_quoted(first.event)}"
        yield f'  time: "{first.time}"'
        yield f"  shift: {first.shift}"
        yield f"  stream: {_quoted(logged.stream)}"
        yield f"  version: {first.version}"
        if first.round:
            yield f"  round: {first.round}"
        for row in rows:
            yield from self._posting(row)

    def _posting(self, row: Moved) -> Iterator[str]:
        for name, amount in ((row.source, -row.amount), (row.target, row.amount)):
            yield f"  {account(name)}  {self._amount(amount)}"
            if name.startswith(("escrow:", "cover:")):
                yield f"    account: {_quoted(name)}"

    def _open(self, day: date, names: Iterable[str]) -> Iterator[str]:
        for name in dict.fromkeys(names):
            if name not in self._opened:
                self._opened.add(name)
                yield f"{day} open {name} {self._commodity}"

    def _closing(self) -> Iterator[str]:
        """Assert every balance; to the last digit, where beancount would let one go by."""
        if self._last is None:
            return
        yield ""
        for name in sorted(self._opened - {OPENING}):
            number = f"{self._decimal(self._balances[name])} ~ 0"
            yield f"{self._last + timedelta(days=1)} balance {name}  {number} {self._commodity}"

    def _amount(self, amount: int) -> str:
        return f"{self._decimal(amount)} {self._commodity}"

    def _decimal(self, amount: int) -> str:
        return str(Decimal(amount).scaleb(-self._exponent))


def _escaped(part: str) -> str:
    return "".join(c if _PLAIN.fullmatch(c) else f"-{ord(c):x}-" for c in part)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
