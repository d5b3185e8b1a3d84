"""Pages of text for a person: colour on terminals only, and no line broken in a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from rich.console import Console, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from puntobanco.cards import Card
from puntobanco.cli.plain import printable
from puntobanco.cli.rounds import Settled
from puntobanco.odds.figures import SheetOdds
from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.settle import Settlement
from puntobanco.rules.sheet import Sheet, Verdict
from puntobanco.rules.verdict import calls_of, result_of, verdict_of
from puntobanco.rules.words import Section, drawing_words, words_of

if TYPE_CHECKING:
    from puntobanco.odds.removal import Removal

Page = Iterator[RenderableType]

PIPE_WIDTH: Final = 1000
COLOURS: Final = {Verdict.PAY: "green", Verdict.TAKE: "red", Verdict.PUSH: "yellow"}


def show(page: Iterable[RenderableType]) -> None:
    """Print a page, without blanks at the ends of lines; a number in a table is never cut short."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH
    console = Console(width=max(width, PIPE_WIDTH), highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for part in page:
            console.print(part, width=None if isinstance(part, Table) else width)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def coup_page(sheet: Sheet, coup: Coup) -> Page:
    """Tell a coup: both hands, why they drew or stood, the winner, the calls and every bet."""
    yield Text(f"{sheet.name}\n", "bold")
    yield _hands(coup)
    yield ""
    yield _ending(sheet, coup)
    table = table_of("Bet", "Verdict", "Odds")
    for bet in sheet.bets:
        result = result_of(sheet, bet, coup)
        terms = result.terms if result else None
        table.add_row(bet.label, _verdict(verdict_of(result)), str(terms or ""))
    yield ""
    yield table


def _hands(coup: Coup) -> Table:
    table = table_of("", "", "", "")
    table.show_header = False
    table.columns[-1].no_wrap = False
    hands = (coup.hands.player, coup.hands.banker)
    for name, hand, why in zip(("Player", "Banker"), hands, drawing_words(coup), strict=True):
        table.add_row(name, _cards(hand.cards), Text(str(hand.total), "bold"), why)
    return table


def _cards(cards: Sequence[Card]) -> Text:
    codes = (Text(card.code, "red" if card.suit.is_red else "") for card in cards)
    return Text(" ").join(codes)


def _ending(sheet: Sheet, coup: Coup) -> Text:
    player, banker = coup.hands.player.total, coup.hands.banker.total
    high, low = max(player, banker), min(player, banker)
    winner = coup.winner.value.capitalize()
    told = f"A tie at {high}." if coup.winner is Winner.TIE else f"{winner} wins, {high} to {low}."
    calls = "".join(f" {sheet.call(call).label}!" for call in calls_of(sheet, coup))
    return Text.assemble((told, "bold"), (calls, "bold yellow"))


def odds_page(found: SheetOdds, decks: int | None, removed: int, unseen: int = 0) -> Page:
    """Tell exact odds: every bet's edge, hit frequency and deviation, then the exact counts."""
    shoe = f"{decks} deck{'s' * (decks != 1)}" if decks else "the cards of a file"
    shoe += f" less {removed} card{'s' * (removed != 1)}" if removed else ""
    yield Text(f"{found.sheet.name}: {shoe}, {found.composition.total} cards", "bold")
    if unseen:
        yield (
            f"{unseen} of them gone unseen: averaged over all that these can be, every figure is"
            " what it would be if none were gone"
        )
    yield f"{found.deals:,} ordered deals of six cards\n"
    winners = table_of("Winner", "Deals", "Share")
    for winner, deals in found.winner.items():
        winners.add_row(winner.capitalize(), f"{deals:,}", _percent(Fraction(deals, found.deals)))
    yield winners
    yield ""
    bets = table_of("Bet", "House edge", "Hit frequency", "Deviation", "Edge of resolved")
    for each in found.bets:
        resolved = each.edge_resolved
        bets.add_row(
            each.bet.label,
            _percent(each.edge),
            _percent(each.hit_frequency),
            f"{each.deviation:.5f}",
            "" if resolved is None else _percent(resolved),
        )
    yield bets
    yield ""
    yield _counts(found)


def removal_page(effects: Sequence[Removal]) -> Page:
    """Tell how one card less moves every bet; ranks or cards that do the same share a line."""
    yield ""
    yield Text("Effect of removing one card, in millionths of a unit to the bettor", "bold")
    for by_card in (False, True):
        some = [each for each in effects if any(len(gone) > 1 for gone in each.changes) == by_card]
        if not some:
            continue
        lines: dict[tuple[Fraction, ...], list[str]] = {}
        for gone in some[0].changes:
            lines.setdefault(tuple(each.changes[gone] for each in some), []).append(gone)
        yield ""
        table = table_of("Card", *(each.bet.label for each in some))
        for column in table.columns[1:]:
            column.justify = "right"
        for changes, alike in lines.items():
            table.add_row(" ".join(alike), *(f"{float(change * 10**6):+.2f}" for change in changes))
        yield table


def _counts(found: SheetOdds) -> Table:
    table = table_of("Bet", "Verdict", "Odds", "Deals", "Share")
    for each in found.bets:
        for number, result in enumerate(each.results):
            table.add_row(
                "" if number else each.bet.label,
                _verdict(result.verdict),
                str(result.odds or ""),
                f"{result.deals:,}",
                _percent(Fraction(result.deals, found.deals)),
            )
    return table


def settlement_page(settled: Settled, line: int | None) -> Page:
    """Tell a settled round: the steps in the order taken, with the bank's running result."""
    sheet, coup, done = settled.sheet, settled.coup, settled.done
    yield Text(f"{f'Line {line}: ' if line else ''}{sheet.name}\n", "bold")
    yield _hands(coup)
    yield ""
    yield _ending(sheet, coup)
    if done.button:
        button = done.button
        yield f"Action button: {button.card} counts {button.value}, so seat {button.seat} is first."
    if done.steps:
        yield ""
        yield _steps(sheet, done)
    if done.player_dealer:
        bank = done.player_dealer
        notes = ["cover exhausted"] * bank.exhausted + ["cover won"] * bank.capped
        yield ""
        yield ", ".join([f"Player-dealer: {bank.net:+,}", *notes])
    if line:
        yield ""


def _steps(sheet: Sheet, done: Settlement) -> Table:
    amounts = ("Amount", "Verdict", "Collected", "Paid", "Returned", "Uncovered", "Result")
    table = table_of("Wager", "Seat", "Patron", "Line", "Bet", *amounts)
    bank = 0
    for step in done.steps:
        wager = step.wager
        bank += step.collected - step.paid
        moved = (step.collected, step.paid, step.returned, step.uncovered)
        table.add_row(
            printable(wager.id),
            str(wager.seat),
            printable(wager.patron),
            wager.line,
            sheet.require_bet(wager.bet).label,
            f"{wager.amount:,}",
            _verdict(step.verdict),
            *(f"{amount:,}" if amount else "" for amount in moved),
            f"{bank:+,}" if bank else "0",
        )
    return table


def sheets_page(sheets: Iterable[Sheet]) -> Page:
    """Tell which sheets there are."""
    table = table_of("Id", "Name", "Bank", "Bets")
    table.columns[-1].no_wrap = False
    for sheet in sheets:
        bets = ", ".join(bet.label for bet in sheet.bets)
        table.add_row(sheet.id, sheet.name, sheet.bank, bets)
    yield table


def sections_page(sections: Iterable[Section]) -> Page:
    """Tell sections of lines, each under its heading."""
    for section in sections:
        yield Text(section.title, "bold")
        for line in section.lines:
            yield Padding(Text(line), (0, 0, 0, 2), expand=False)
        yield ""


def sheet_page(sheet: Sheet) -> Page:
    """Tell a sheet in words."""
    yield from sections_page(words_of(sheet).sections)
    yield f"Hash of the game   {sheet.hash}"
    yield f"Hash of the venue  {sheet.venue_hash}"


_NUMBERS: Final = {
    "Deals",
    "Share",
    "House edge",
    "Hit frequency",
    "Deviation",
    "Edge of resolved",
} | {
    *("Seat", "Amount", "Collected", "Paid", "Returned", "Uncovered", "Result"),
    *("Round", "Hand", "Wagers"),
}


def table_of(*headings: str) -> Table:
    """Make a table with words to the left and numbers to the right."""
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        justify: JustifyMethod = "right" if heading in _NUMBERS else "left"
        table.add_column(heading, justify=justify, no_wrap=True)
    return table


def _verdict(verdict: Verdict) -> Text:
    return Text(verdict.value, COLOURS[verdict])


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}".replace("%", " %")
