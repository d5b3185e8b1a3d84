"""``protection``: what counters can win, by how deep the cut card lies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.cli.simulated import Decks, Last, Seed, in_order, shoes_of, written
from puntobanco.cli.tabular import Plot, write_plot
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puntobanco.cli.documents import Document
    from puntobanco.cli.pages import Page
    from puntobanco.rules.sheet import Bet, Sheet
    from puntobanco.sim.shoes import Shoes
    from puntobanco.study.protection import Exposed

SHOES: Final = 500
CUTS: Final = "14 26 39 52 78 104"
CUTS_MAX: Final = 20


def protection(  # noqa: PLR0913 - each is an option
    rules: SheetName = None,
    *,
    bet: Annotated[
        list[str] | None,
        typer.Option(metavar="BET", help="A bet; may be repeated. All side bets if not said."),
    ] = None,
    cuts: Annotated[
        str, typer.Option(metavar="CARDS", help="How many cards lie behind the cut card.")
    ] = CUTS,
    shoes: Annotated[int, typer.Option("--shoes", metavar="N", help="How many shoes.")] = SHOES,
    seed: Seed = 1,
    decks: Decks = None,
    last: Last = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Say what perfect play and a count win of each bet, by the depth of the cut card.

    Every wager is one unit. An interrupt (Ctrl-C) ends it with what was found until then.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT

    sheet = find(rules or DEFAULT)
    bets = [sheet.require_bet(each) for each in bet or ()]
    bets = bets or [each for each in sheet.bets if not each.is_main]
    depths = _depths(cuts)
    dealt = shoes_of(sheet, decks, min(depths), last, seed)
    for depth in depths:  # all of them are refused before any is dealt
        shoes_of(sheet, decks, depth, last, seed)
    found, interrupted = _found(sheet, bets, dealt, depths, shoes)
    if as_json:
        write_json(_document(sheet, dealt, shoes, found))
    elif found:
        from puntobanco.cli.pages import show

        show(_page(sheet, dealt, shoes, found))
    if plot is not None and found:
        _plot(plot, sheet, depths, found)
    if interrupted:
        raise KeyboardInterrupt


def _found(
    sheet: Sheet, bets: Sequence[Bet], dealt: Shoes, depths: Sequence[int], shoes: int
) -> tuple[list[Exposed], bool]:
    from rich.console import Console

    from puntobanco.study.protection import protection as expose

    found: list[Exposed] = []
    total = len(bets) * len(depths)
    with Console(stderr=True).status("") as status:

        def watch(bet: Bet, cut: int, done: int) -> None:
            status.update(
                f"{len(found) + 1} of {total}: {bet.label}, cut card {cut}, shoe {done} of {shoes}"
            )

        try:
            found.extend(expose(sheet, bets, dealt, depths, shoes, watch))
        except KeyboardInterrupt:
            return found, True
    return found, False


def _depths(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 7 for word in words) or not words:  # noqa: PLR2004
        message = f"cuts: {text!r} are no numbers of cards; write such as {CUTS}"
        raise InputError(message)
    depths = sorted({int(word) for word in words})
    if len(depths) > CUTS_MAX:
        message = f"cuts: {len(depths)} are too many; give {CUTS_MAX} at most"
        raise InputError(message)
    return depths


def _document(sheet: Sheet, dealt: Shoes, shoes: int, found: list[Exposed]) -> Document:
    bets: dict[str, list[Document]] = {}
    for each in found:
        bets.setdefault(each.bet.id, []).append(
            {
                "cut_card": each.cut_card,
                "rounds": each.rounds,
                "perfect": each.perfect,
                "counted": each.counted,
                "per_100": each.per_100,
                "tags": each.tags and in_order(each.tags),
                "trigger": each.trigger if each.tags else None,
            }
        )
    return {
        "rules": sheet.id,
        "decks": dealt.decks,
        "last": dealt.rules.last,
        "shoes": shoes,
        "seed": dealt.seed,
        "bets": bets,
    }


def _page(sheet: Sheet, dealt: Shoes, shoes: int, found: list[Exposed]) -> Page:
    from rich.text import Text

    from puntobanco.cli.pages import table_of
    from puntobanco.cli.plain import printable

    yield Text(printable(f"{sheet.name}: what counters can win"), "bold")
    yield (
        f"{shoes:,} shoes of {dealt.decks} deck{'s' * (dealt.decks != 1)}, seed {dealt.seed},"
        f" {dealt.rules.last}; units a shoe, a unit wagered where it wins, by exact expectation.\n"
    )
    table = table_of(
        "Bet", "Cut card", "Rounds", "Perfect play", "By a count", "In 100 rounds", "Tags A to T",
        "Trigger",
    )  # fmt: skip
    for each in found:
        tags = written(each.tags) if each.tags else []
        table.add_row(
            printable(each.bet.label),
            str(each.cut_card),
            f"{each.rounds:.1f}",
            f"{each.perfect:.4f}",
            f"{each.counted:.4f}" if tags else "no count",
            f"{each.per_100:.4f}" if tags else "",
            " ".join(tags),
            f"{each.trigger:+d}" if tags and each.counted else "",
        )
    yield table


def _plot(file: Path, sheet: Sheet, depths: list[int], found: list[Exposed]) -> None:
    from puntobanco.study.plots import curves, stacked

    by_bet: dict[str, list[Exposed]] = {}
    for each in found:
        by_bet.setdefault(each.bet.label, []).append(each)
    drawn = []
    for name, rows in by_bet.items():
        told = [("perfect play", [row.perfect for row in rows])]
        if rows[0].tags:
            told.append(("by a count", [row.counted for row in rows]))
        across = "cards behind the cut card"
        there = depths[: len(rows)]  # an interrupt may have left some out
        drawn.append(curves(f"{name}: units a shoe", across, there, told, digits=4))
    write_plot(file, stacked(f"{sheet.name}: what counters can win", drawn))
