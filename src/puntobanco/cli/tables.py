"""Pages of tables and chips for a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from puntobanco.cli.pages import Page
from puntobanco.cli.plain import printable
from puntobanco.house.fairness import Fairness
from puntobanco.house.replaying import Replayed, chips_by_table, named


def tables_page(found: Iterable[Mapping[str, Any]]) -> Page:
    """List tables."""
    table = _table("Id", "Name", "Game", "Phase", right=("Patrons",))
    for each in found:
        cells = (each["id"], each["name"] or "", each["game"] or "", each["phase"], each["patrons"])
        table.add_row(*(printable(str(cell)) for cell in cells))
    yield table


def table_page(found: Mapping[str, Any]) -> Page:
    """Show what is known of a table, group by group."""
    table = _table("", "")
    table.show_header = False
    for key, value in _flat(found):
        table.add_row(printable(key.replace("_", " ")), printable(value))
    yield table


def fairness_page(found: Sequence[Fairness]) -> Page:
    """Show how the button fell."""
    if not found:
        yield "No round with an action button was settled."
    for each in found:
        yield Text(f"{each.seats} seats, {each.rounds:,} rounds", "bold")
        table = _table(right=("Seat", "Came first", "Expected", "of 13"))
        for share in each.shares:
            table.add_row(
                str(share.seat), f"{share.first:,}", f"{share.expected:,.1f}", str(share.of_13)
            )
        yield table
        yield f"chi-square {each.chi_square:.2f} of {each.degrees}; p = {each.p:.4f}\n"


def chips_page(replayed: Replayed) -> Page:
    """Show where the chips are after a replay."""
    balances = replayed.books.balances
    table = _table("Account", right=("Chips",))
    for account, amount in sorted(balances.items()):
        table.add_row(printable(account), f"{amount:,}")
    yield table
    people = _table("Patron", right=("Won less lost", "Fees"))
    nets, fees = named(replayed.books.net), named(replayed.books.fees)
    for patron in sorted({*nets, *fees}):
        people.add_row(printable(patron), f"{nets.get(patron, 0):,}", f"{fees.get(patron, 0):,}")
    yield ""
    yield people
    end = "equal to" if replayed.is_equal else "NOT what is in"
    count = f"{replayed.events:,} events at {len(chips_by_table(balances)):,} tables"
    yield f"\n{count}: {end} the tail of the file"


def _flat(found: Mapping[str, Any], above: str = "") -> Iterable[tuple[str, str]]:
    for key, value in found.items():
        name = f"{above}{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name} ")
        elif isinstance(value, list):
            for each in value:
                yield name, _words(each)
        elif value is not None:
            yield name, _words(value)


def _words(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case dict():
            return ", ".join(f"{key} {_words(each)}" for key, each in value.items())
        case list():
            return "; ".join(map(_words, value))
        case _:
            return str(value)


def _table(*left: str, right: Sequence[str] = ()) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in left:
        table.add_column(heading, no_wrap=True)
    for heading in right:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
