"""``count``: what counting cards does for one bet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.cli.simulated import (
    ClusterAddress,
    Cut,
    Decks,
    Last,
    Seed,
    Workers,
    crew,
    in_order,
    progress,
    shoes_of,
    written,
)
from puntobanco.cli.tabular import Plot, Table, check, write_plot, write_table
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from puntobanco.cli.documents import Document
    from puntobanco.cli.pages import Page
    from puntobanco.rules.sheet import Bet, Sheet
    from puntobanco.sim.shoes import Shoes
    from puntobanco.study.counting import Counting, Estimate
    from puntobanco.study.perfect import Perfect
    from puntobanco.study.search import Step

SHOES: Final = 100_000
ESTIMATE_MAX: Final = 104
START_MAX: Final = 1_000_000

_RANKS: Final = "A 2 3 4 5 6 7 8 9 T"


def count(  # noqa: PLR0913 - each is an option
    rules: SheetName = None,
    *,
    bet: Annotated[str, typer.Option(metavar="BET", help="The bet.", show_default=False)],
    tags: Annotated[
        str | None,
        typer.Option(
            metavar="TAGS",
            help=f'Ten tags, of {_RANKS}: "0 0 0 -1 -1 -1 -1 2 2 0"; made of the effects of'
            " removal if not said.",
            show_default=False,
        ),
    ] = None,
    trigger: Annotated[
        str | None,
        typer.Option(
            metavar="COUNT",
            help="The least count at which a wager is made; the least that wins if not said.",
            show_default=False,
        ),
    ] = None,
    running: Annotated[
        bool, typer.Option("--running", help="Do not divide the count by the decks left.")
    ] = False,
    start: Annotated[int, typer.Option(metavar="N", help="The count of a new shoe.")] = 0,
    estimate: Annotated[
        int,
        typer.Option(metavar="CARDS", help="The cards left are known to the nearest so many."),
    ] = 1,
    burned: Annotated[
        bool, typer.Option("--burned-left", help="Take cards burned unseen as left in the shoe.")
    ] = False,
    shoes: Annotated[
        int, typer.Option("--shoes", metavar="N", help="How many shoes to deal.")
    ] = SHOES,
    perfect: Annotated[
        int,
        typer.Option(
            metavar="N", help="How many of the shoes to play perfectly beside the count; 0: none."
        ),
    ] = 0,
    searched: Annotated[
        int,
        typer.Option(
            "--search",
            metavar="N",
            help="Search the tags from nothing on so many shoes of their own, 2000 are enough.",
        ),
    ] = 0,
    history: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep the count beside the shoes of a hand history; - is standard input.",
        ),
    ] = None,
    seed: Seed = 1,
    decks: Decks = None,
    cut: Cut = None,
    last: Last = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    table: Table = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Count one bet down over whole shoes: effects of removal, wagers made, what they win.

    An interrupt (Ctrl-C) ends the run and shows the shoes dealt until then, with status 130.
    """
    from dataclasses import replace
    from fractions import Fraction

    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.sim.counting import Trigger
    from puntobanco.study.counting import Counting, effects, pilot, tags_from
    from puntobanco.study.perfect import perfect_play

    check(table)
    sheet = find(rules or DEFAULT)
    wanted = sheet.require_bet(bet)
    dealt = shoes_of(sheet, decks, cut, last, seed)
    if not 1 <= estimate <= ESTIMATE_MAX:
        message = f"estimate: {estimate} is out of range; give 1 to {ESTIMATE_MAX} cards"
        raise InputError(message)
    if abs(start) > START_MAX:
        message = f"start: {start} is out of range; give -{START_MAX} to {START_MAX}"
        raise InputError(message)
    at = Fraction(0) if trigger is None else _number("trigger", trigger)
    rule = Trigger(at, not running, start, estimate, burned)
    given = None if tags is None else _tags(tags)
    removal = effects(sheet, wanted, dealt.decks)
    steps = _search(sheet, wanted, dealt, shoes, searched) if searched else []
    found = steps[-1].tags if steps else tags_from(removal)
    dealt = replace(dealt, tags=given or found)
    ended: BaseException | None = None
    played = None
    with crew(workers, cluster) as dealers:
        if trigger is None:
            rule = pilot(Counting(sheet, wanted, dealt, rule, shoes), dealers)
        run = Counting(sheet, wanted, dealt, rule, shoes)
        if history is not None:
            _follow(run, history)
        try:
            with progress(shoes) as show:

                def watch(now: Counting) -> None:
                    show(now.sums.shoes, now.sums.rounds, f"{_units(now.units_per_shoe)} a shoe")

                if history is None:
                    run.run(dealers, watch)
            played = perfect_play(run, perfect) if perfect else None
        except (KeyboardInterrupt, InputError) as error:  # a cluster that has gone, too
            ended = error
    if run.sums.shoes:
        _show(run, removal, steps, played, as_json=as_json)
        _write(run, table, plot)
    if ended:
        raise ended


def _write(run: Counting, table: Path | None, plot: Path | None) -> None:
    """Write the means by count to the files that are wanted."""
    if table:
        write_table(table, ("count", "rounds", "mean"), run.by_count)
    if plot:
        from puntobanco.study.plots import bars

        told = [(f"{count:+d}", mean, f"{mean:+.2%}") for count, _, mean in run.by_count]
        title = f"{run.sheet.name}: {run.bet.label}, what a unit wins by the count"
        write_plot(plot, bars(title, told))


def _show(
    run: Counting,
    removal: tuple[Fraction, ...],
    steps: list[Step],
    played: Perfect | None,
    *,
    as_json: bool,
) -> None:
    from puntobanco.cli.pages import show as show_page
    from puntobanco.cli.plain import write_json

    if as_json:
        document = _document(run, removal) | (_perfect_document(played) if played else {})
        write_json(document | ({"search": [_step(step) for step in steps]} if steps else {}))
        return
    if steps:
        show_page(_path(steps))
    show_page(_page(run, removal))
    if played:
        show_page(_perfect_page(played))


def _search(sheet: Sheet, bet: Bet, dealt: Shoes, first: int, number: int) -> list[Step]:
    """Search tags on shoes behind those that are wanted, and show the way on a terminal."""
    from rich.console import Console

    from puntobanco.odds.expect import Expected
    from puntobanco.study.search import sample, search

    console = Console(stderr=True)
    steps = []
    with console.status("counting the odds before every round") as status:
        rounds = sample(Expected(sheet, bet), dealt, first, number)
        for step in search(rounds):
            steps.append(step)
            status.update(f"{step.units:.4f} units a shoe by {' '.join(written(step.tags))}")
    return steps


def _follow(run: Counting, file: str) -> None:
    from puntobanco.cli.histories import HistoryFile
    from puntobanco.study.recorded import follow_recorded

    source = HistoryFile(file)
    follow_recorded(run, source.sound_parts(), source.shown)
    if not run.sums.shoes:
        message = f"{source.shown}: there is no hand with its cards in it; give a history with some"
        raise InputError(message)


def _step(step: Step) -> Document:
    return {"tags": in_order(step.tags), "trigger": step.trigger, "units": step.units}


def _path(steps: list[Step]) -> Page:
    from puntobanco.cli.pages import table_of

    yield "The tags were searched from nothing, held against the exact odds before every round:\n"
    table = table_of(*_RANKS.split(), "Trigger", "Units a shoe")
    for step in steps:
        tags = written(step.tags)
        table.add_row(*tags, f"{step.trigger:+d}", f"{step.units:.4f}")
    yield table
    yield ""


def _number(name: str, text: str) -> Fraction:
    from fractions import Fraction

    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        message = f"{name}: {text!r} is no number; write one such as 4 or 3.5"
        raise InputError(message) from None
    if not (abs(found.numerator) < 10**6 and found.denominator < 10**6):
        message = f"{name}: {text!r} is too large or too fine; write a number such as 4 or 3.5"
        raise InputError(message)
    return found


def _tags(text: str) -> tuple[int, ...]:
    """Read tags of A to 9 and T, and put the last one first, as points go."""
    words = text.replace(",", " ").split()
    try:
        found = [int(word) for word in words]
    except ValueError:
        found = []
    if len(found) != 10:  # noqa: PLR2004
        message = f"tags: {text!r} are not ten whole numbers, for {_RANKS}; give them all"
        raise InputError(message)
    return (found[-1], *found[:-1])


def _document(run: Counting, removal: tuple[Fraction, ...]) -> Document:
    rule, edge = run.trigger, run.edge
    return {
        "rules": run.sheet.id,
        "bet": run.bet.id,
        "decks": run.shoes.decks,
        "cut_card": run.shoes.rules.cut_card,
        "last": run.shoes.rules.last,
        "shoes": run.sums.shoes,
        "rounds": run.sums.rounds,
        "seed": run.shoes.seed,
        "effects": [float(effect) for effect in in_order(removal)],
        "tags": in_order(run.shoes.tags),
        "trigger": float(rule.at),
        "bets_per_shoe": _estimate(run.bets_per_shoe),
        "frequency": run.frequency,
        "edge": edge and _estimate(edge),
        "units_per_shoe": _estimate(run.units_per_shoe),
        "deviation": run.deviation,
        "n0": run.n0,
        "by_count": [
            {"count": each, "rounds": rounds, "mean": mean} for each, rounds, mean in run.by_count
        ],
    }


def _perfect_document(found: Perfect) -> Document:
    return {
        "perfect": {
            "shoes": found.shoes,
            "bets_per_shoe": _estimate(found.bets_per_shoe),
            "units_per_shoe": _estimate(found.units_per_shoe),
            "counted": _estimate(found.counted),
            "share": found.share,
        }
    }


def _perfect_page(found: Perfect) -> Page:
    yield (
        f"\nPerfect play of {found.shoes:,} of these shoes: {_units(found.bets_per_shoe)} wagers"
        f" and {_units(found.units_per_shoe)} units a shoe."
    )
    share = "" if found.share is None else f", {found.share:.1%} of that".replace("%", " %")
    yield f"By the count, on the same shoes: {_units(found.counted)} units{share}."


def _estimate(found: Estimate) -> Document:
    return {"value": found.value, "standard_error": found.standard_error}


def _page(run: Counting, removal: tuple[Fraction, ...]) -> Page:
    from rich.text import Text

    from puntobanco.cli.pages import table_of

    rule, rules = run.trigger, run.shoes.rules
    decks = run.shoes.decks
    yield Text(f"{run.sheet.name}: {run.bet.label}", "bold")
    yield (
        f"{run.sums.shoes:,} shoes of {decks} deck{'s' * (decks != 1)}, seed {run.shoes.seed}, cut"
        f" card {rules.cut_card}, {rules.last},"
        f" {run.sums.rounds / run.sums.shoes:.3f} rounds a shoe\n"
    )
    table = table_of("Card")
    for rank in _RANKS.split():
        table.add_column(rank, justify="right", no_wrap=True)
    shares = (f"{float(effect) * 1e6:+.0f}" for effect in in_order(removal))
    table.add_row("Effect of removal, millionths", *shares)
    table.add_row("Tag", *written(run.shoes.tags))
    yield table
    kind = "true count" if rule.true else "running count"
    yield f"\nA unit is wagered where the {kind} is at least {float(rule.at):g}:\n"
    figures = table_of("")
    figures.show_header = False
    figures.add_column("", justify="right", no_wrap=True)
    figures.add_row("Wagers a shoe", f"{_units(run.bets_per_shoe)}")
    figures.add_row("Of all rounds", f"{run.frequency:.2%}".replace("%", " %"))
    if run.edge:
        error = f"{run.edge.value:+.2%} ± {run.edge.standard_error:.2%}"
        figures.add_row("Won of a wager", error.replace("%", " %"))
    figures.add_row("Units a shoe", _units(run.units_per_shoe))
    figures.add_row("Deviation of a shoe", f"{run.deviation:.2f}")
    figures.add_row("Shoes until one deviation ahead", f"{run.n0:,.0f}" if run.n0 else "never")
    yield figures
    yield ""
    counts = table_of("Count")
    for heading in ("Rounds", "Mean"):
        counts.add_column(heading, justify="right", no_wrap=True)
    for each, rounds, mean in run.by_count:
        counts.add_row(f"{each:+d}", f"{rounds:,}", f"{mean:+.2%}".replace("%", " %"))
    yield counts


def _units(found: Estimate) -> str:
    return f"{found.value:.3f} ± {found.standard_error:.3f}"
