"""A replay: the events of an exported log to the chips that they leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from msgspec import MsgspecError

from puntobanco.errors import PuntobancoError
from puntobanco.house.books import Books, table_of_account
from puntobanco.house.log import Tip, links
from puntobanco.house.logfile import AnyLine, EventLine, Head, LogFileError, Tail, wrong_end
from puntobanco.ledger import HOUSE, WORLD


@dataclass(frozen=True, slots=True)
class Replayed:
    """The books after the last event, and the balances that the file ends with."""

    books: Books
    tail: Mapping[str, int]
    events: int

    @property
    def is_equal(self) -> bool:
        """Whether both say the same of every account."""
        return self.books.balances == self.tail


def replay_log(name: str, lines: Iterable[AnyLine]) -> Replayed:
    """Play events again, each where its chain has it; of the rest only ends and tail count."""
    books = Books()
    tail: Mapping[str, int] = {}
    tips: dict[str, Tip] = {}
    head: Head | None = None
    events = 0
    for number, line in enumerate(lines, 1):
        match line:
            case EventLine():
                events += 1
                try:
                    logged = line.logged()
                    fault = next(links(tips, logged), "")
                    if not fault:
                        books.take(logged)
                except (PuntobancoError, MsgspecError, LookupError, ValueError, TypeError) as error:
                    fault = f"this event cannot have happened here ({type(error).__name__})"
            case Head():
                head, fault = line, ""
            case Tail():
                tail, fault = line.balances, wrong_end(head, tips) if head else ""
        if fault:
            raise LogFileError(f"{name}:{number}: {fault}; export the log again")
    return Replayed(books, tail, events)


@dataclass(slots=True)
class Chips:
    """What lies at one table, and in its boxes."""

    racks: dict[str, int] = field(default_factory=dict)
    felt: int = 0
    cover: int = 0
    drop: dict[str, int] = field(default_factory=dict)
    dispute: int = 0

    def put(self, kind: str, what: str, amount: int) -> None:
        """Add what an account of the table holds."""
        match kind:
            case "rack":
                self.racks[what] = amount
            case "drop":
                self.drop[what] = amount
            case "escrow":
                self.felt += amount
            case "cover":
                self.cover += amount
            case "dispute":
                self.dispute += amount


def chips_by_table(balances: Mapping[str, int]) -> dict[str, Chips]:
    """Sort what accounts hold by the table to which they belong."""
    found: dict[str, Chips] = {}
    for account, amount in sorted(balances.items()):
        table = table_of_account(account)
        if table is not None:
            kind, _, what = account.replace(f":{table}", "", 1).partition(":")
            found.setdefault(table, Chips()).put(kind, what, amount)
    return found


def chips_document(replayed: Replayed) -> dict[str, object]:
    """Give the chips as plain values: by table, and by patron."""
    balances = replayed.books.balances
    tables = chips_by_table(balances)
    return {
        "equal": replayed.is_equal,
        "events": replayed.events,
        "tables": {table: asdict(chips) for table, chips in tables.items()},
        "wallets": {
            account.removeprefix("wallet:"): amount
            for account, amount in sorted(balances.items())
            if account.startswith("wallet:")
        },
        "house": balances.get(HOUSE, 0),
        "world": balances.get(WORLD, 0),
        "net": named(replayed.books.net),
        "fees": named(replayed.books.fees),
    }


def named(amounts: Mapping[str, int]) -> dict[str, int]:
    """Leave out the house, which has a line of its own, and whoever came out even."""
    return {who: amount for who, amount in sorted(amounts.items()) if who and amount}
