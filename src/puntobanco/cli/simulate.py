"""``simulate``: whole shoes dealt by the million, every bet beside its exact expectation."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
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
    ShoeCount,
    Workers,
    crew,
    progress,
    shoes_of,
)
from puntobanco.cli.tabular import Plot, check, write_plot, write_table
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from puntobanco.cli.documents import Document
    from puntobanco.cli.pages import Page
    from puntobanco.study.plots import Funnel
    from puntobanco.study.simulation import Mean, Reading, Simulation
    from puntobanco.study.streaks import Streaks

SAVED_EVERY: Final = 60  # seconds
ERRORS: Final = 2  # standard errors to either side of a mean


class Kernel(Enum):
    """The ways to deal shoes."""

    DECK = "deck"
    LANES = "lanes"


def simulate(  # noqa: PLR0913 - options of a command
    rules: SheetName = None,
    *,
    shoes: ShoeCount,
    seed: Seed = 1,
    decks: Decks = None,
    cut: Cut = None,
    last: Last = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    kernel: Annotated[Kernel, typer.Option(help="How shoes are dealt.")] = Kernel.DECK,
    streaks: Annotated[
        bool, typer.Option("--streaks", help="Count the streaks of either hand too.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the run in a file, and go on from there if it is there already.",
            show_default=False,
        ),
    ] = None,
    lengths: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the shoes by their rounds too: FILE.csv, FILE.parquet or FILE.svg.",
            show_default=False,
        ),
    ] = None,
    classes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the rounds by class too.", show_default=False),
    ] = None,
    streak_table: Annotated[
        Path | None,
        typer.Option(
            "--streak-table",
            metavar="FILE",
            help="Count the streaks, and write them by length too.",
            show_default=False,
        ),
    ] = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Deal whole shoes, and set what every bet came to beside its exact expectation.

    The result depends on sheet, decks, cut card, shoes and seed alone, not on the workers.
    An interrupt (Ctrl-C) ends the run and shows the shoes dealt until then, with status 130.
    """
    import time

    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.study.simulation import Simulation
    from puntobanco.study.streaks import count_streaks

    check(None if _is_drawn(lengths) else lengths, classes, streak_table)
    if kernel is Kernel.LANES and lengths:
        message = "kernel: lanes does not know how long a shoe was; use deck"
        raise InputError(message)
    sheet = find(rules or DEFAULT)
    run = Simulation(sheet, shoes_of(sheet, decks, cut, last, seed), shoes, kernel.value)
    keep = _kept(run, save) if save else lambda: None
    before, rows = run.tally.rounds, None
    ended: BaseException | None = None
    seconds = 0.0
    with crew(workers, cluster) as dealers:
        start = kept = time.monotonic()
        try:
            with progress(run.wanted) as show:

                def watch(now: Simulation) -> None:
                    nonlocal seconds, kept
                    seconds = time.monotonic() - start
                    show(now.tally.shoes, now.tally.rounds, _figure(now))
                    if start + seconds > kept + SAVED_EVERY:
                        kept = start + seconds
                        keep()

                run.run(dealers, watch)
            if streaks or streak_table:
                rows = count_streaks(run.shoes, run.tally.shoes, dealers)
        except (KeyboardInterrupt, InputError) as error:  # a cluster that has gone, too
            ended = error
        finally:
            keep()
    if run.tally.shoes:
        if as_json:
            write_json(_document(run, before, seconds) | (_streaks_document(rows) if rows else {}))
        else:
            from puntobanco.cli.pages import show as show_page

            show_page(_page(run, before, seconds))
            if rows:
                show_page(_streaks_page(rows))
        _write(run, rows, lengths, classes, streak_table, plot)
    if ended:
        raise ended


def _kept(run: Simulation, file: Path) -> Callable[[], None]:
    """Put a run where a file has it, and give what keeps it there."""
    from puntobanco.cli.stored import write
    from puntobanco.errors import InputError
    from puntobanco.study.saved import FILE_MAX, resume, save

    try:
        if file.exists():
            with file.open("rb") as there:
                resume(run, there.read(FILE_MAX), str(file))
    except OSError as error:
        message = f"{file}: {(error.strerror or 'it cannot be read').lower()}; name another file"
        raise InputError(message) from None
    return lambda: write([save(run)], file)


def _write(
    run: Simulation,
    rows: Streaks | None,
    lengths: Path | None,
    classes: Path | None,
    streaks: Path | None,
    plot: Path | None,
) -> None:
    """Write what was counted to the files that are wanted."""
    from puntobanco.rules.conditions import Facts

    if lengths:
        _write_lengths(run, lengths)
    if classes:
        always = {*Facts._fields} - Facts._field_defaults.keys()
        found = [
            (
                " ".join(sorted(axes)),
                *(
                    getattr(facts, name) if name in always | axes else None
                    for name in facts._fields
                ),
                rounds,
            )
            for axes in run.tables.axes
            for facts, rounds in run.tally.along(axes).items()
        ]
        write_table(classes, ("axes", *Facts._fields, "rounds"), found)
    if streaks and rows:
        by_length = [*zip(range(len(rows.counts[0])), *rows.counts, strict=True)]
        write_table(streaks, ("length", "player", "banker"), by_length[1:])
    if plot:
        from puntobanco.study.plots import funnels

        title = f"{run.sheet.name}: what a unit wins, by the number of shoes"
        across = f"shoes; about each mean {ERRORS} standard errors, dashed the exact expectation"
        write_plot(plot, funnels(title, across, [_funnel(run, bet) for bet in run.readings]))


def _is_drawn(file: Path | None) -> bool:
    return file is not None and file.suffix == ".svg"


def _write_lengths(run: Simulation, file: Path) -> None:
    """Write how many shoes had how many rounds, as a table or a drawing."""
    shoes = run.tally.lengths.tolist()
    there = [rounds for rounds, count in enumerate(shoes) if count]
    if not _is_drawn(file):
        write_table(file, ("rounds", "shoes"), [(each, shoes[each]) for each in there])
        return
    from puntobanco.study.plots import histograms

    title = f"{run.sheet.name}: shoes by their number of rounds"
    ends = (str(there[0]), str(there[-1]))
    told = [(f"{run.tally.shoes:,} shoes", shoes[there[0] : there[-1] + 1])]
    write_plot(file, histograms(title, "rounds in a shoe", ends, told))


def _funnel(run: Simulation, reading: Reading) -> Funnel:
    """Give how the mean of a bet settled."""
    from puntobanco.study.plots import Funnel

    path, mean = run.path(reading), run.mean(reading)
    points = [(shoes, at.value, ERRORS * (at.standard_error or 0.0)) for shoes, at in path]
    error = "" if mean.standard_error is None else f" ± {ERRORS * mean.standard_error:.4%}"
    name = f"{reading.bet.label} {mean.value:+.4%}{error}, exactly {mean.exact:+.4%}"
    return Funnel(name.replace("%", " %"), mean.exact, points[1:] or points)


def _figure(run: Simulation) -> str:
    """Give the interval of the first bet, for the progress."""
    mean = run.mean(run.readings[0])
    error = "" if mean.standard_error is None else f" ± {ERRORS * mean.standard_error:.4%}"
    return f"{run.readings[0].bet.label} {mean.value:+.4%}{error}"


def _document(run: Simulation, before: int, seconds: float) -> Document:
    means = {reading.bet.id: run.mean(reading) for reading in run.readings}
    return {
        "rules": run.sheet.id,
        "decks": run.shoes.decks,
        "shoes": run.tally.shoes,
        "rounds": run.tally.rounds,
        "seed": run.shoes.seed,
        "kernel": run.kernel,
        "digest": run.digest,
        "seconds": seconds,
        "rounds_per_second": _rate(run, before, seconds),
        "bets": {
            bet: {"mean": m.value, "standard_error": m.standard_error, "exact": m.exact}
            for bet, m in means.items()
        },
    }


def _page(run: Simulation, before: int, seconds: float) -> Page:
    from rich.text import Text

    from puntobanco.cli.pages import table_of

    shoes, rounds = run.tally.shoes, run.tally.rounds
    decks = run.shoes.decks
    yield Text(f"{run.sheet.name}: {shoes:,} shoes of {decks} deck{'s' * (decks != 1)}", "bold")
    if shoes < run.wanted:
        yield f"Interrupted; {run.wanted:,} were asked for."
    mean, deviation = run.rounds_per_shoe
    cards = run.cards_per_round
    if before:
        yield f"{before:,} rounds of them were there before."
    rate = _rate(run, before, seconds) / 1e6
    yield f"{rounds - before:,} rounds in {seconds:.1f} s, {rate:.1f} million a second"
    cut = run.shoes.rules.cut_card
    known = "" if deviation is None else f", deviation {deviation:.3f}"
    yield f"{mean:.3f} rounds a shoe{known}, cut card {cut}"
    yield f"{cards.value:.5f} cards a round, exactly {cards.exact:.5f}, z {_z(cards)}\n"
    table = table_of("Bet")
    for heading in ("Mean", "Standard error", "Exact", "z"):
        table.add_column(heading, justify="right", no_wrap=True)
    for reading in run.readings:
        found = run.mean(reading)
        error = found.standard_error
        table.add_row(
            reading.bet.label,
            _percent(found.value),
            "" if error is None else _percent(error),
            _percent(found.exact),
            _z(found),
        )
    yield table
    yield f"\nseed {run.shoes.seed}, digest {run.digest}"


def _rate(run: Simulation, before: int, seconds: float) -> float:
    """Give the rounds a second of what was dealt now."""
    return (run.tally.rounds - before) / seconds if seconds else 0.0


def _streaks_document(found: Streaks) -> Document:
    player, banker = (list(row[1:]) for row in found.counts)
    return {"streaks": {"player": player, "banker": banker}}


def _streaks_page(found: Streaks) -> Page:
    from puntobanco.cli.pages import table_of

    yield "\nStreaks by length, and their share if rounds did not depend on each other\n"
    table = table_of("")
    for heading in ("Player", "Share", "If independent", "Banker", "Share", "If independent"):
        table.add_column(heading, justify="right", no_wrap=True)
    totals = [sum(row) for row in found.counts]
    for length in range(1, len(found.counts[0])):
        counts = [row[length] for row in found.counts]
        if any(counts):
            cells = [
                (f"{count:,}", _percent(count / total), _percent(found.expected(side, length)))
                for side, (count, total) in enumerate(zip(counts, totals, strict=True))
            ]
            table.add_row(str(length), *cells[0], *cells[1])
    yield table


def _percent(share: float) -> str:
    return f"{share:.4%}".replace("%", " %")


def _z(mean: Mean) -> str:
    return "" if mean.z is None else f"{mean.z:+.2f}"
