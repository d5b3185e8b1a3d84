"""``backtest``: betting systems, and what they do not change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.cli.simulated import Cut, Decks, Last, Seed, progress, shoes_of
from puntobanco.cli.tabular import Plot, Table, check, write_plot, write_table
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puntobanco.cli.documents import Document
    from puntobanco.cli.pages import Page
    from puntobanco.rules.sheet import Bet, Sheet
    from puntobanco.sim.shoes import Shoes
    from puntobanco.study.backtest import Backtest, Hands, Terms
    from puntobanco.study.systems import Factory

SHOES: Final = 10_000
AT_ONCE: Final = 200  # shoes between two signs of progress
PATTERN: Final = "pattern:"
STEPS: Final = 60  # of a drawing
SHARES: Final = (0.05, 0.5, 0.95)
_NOTE: Final = (
    "No system changes what a wager is expected to lose: what all sessions won stands beside what"
    " the exact expectation of their wagers comes to."
)


def backtest(  # noqa: PLR0913 - each is an option
    rules: SheetName = None,
    *,
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="A system, or FILE.py:CLASS for one of your own; may be repeated. All if not"
            " said. With 'pattern:BBP-' a unit by a pattern.",
            show_default=False,
        ),
    ] = None,
    bet: Annotated[
        str | None,
        typer.Option(
            metavar="BET", help="The bet of systems that choose none.", show_default=False
        ),
    ] = None,
    unit: Annotated[int, typer.Option(metavar="AMOUNT", help="One unit, in minor units.")] = 100,
    least: Annotated[int, typer.Option(metavar="UNITS", help="The least wager.")] = 1,
    most: Annotated[int, typer.Option(metavar="UNITS", help="The largest wager.")] = 100,
    bankroll: Annotated[int, typer.Option(metavar="UNITS", help="What a session has.")] = 200,
    stop_win: Annotated[
        int | None,
        typer.Option("--stop-win", metavar="UNITS", help="Stop when so much is won."),
    ] = None,
    stop_loss: Annotated[
        int | None,
        typer.Option("--stop-loss", metavar="UNITS", help="Stop when so much is lost."),
    ] = None,
    session: Annotated[
        int, typer.Option(metavar="SHOES", help="How many shoes a session has at most.")
    ] = 1,
    shoes: Annotated[
        int, typer.Option("--shoes", metavar="N", help="How many shoes to deal.")
    ] = SHOES,
    history: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Play the shoes of a hand history instead; - is standard input."
        ),
    ] = None,
    seed: Seed = 1,
    decks: Decks = None,
    cut: Cut = None,
    last: Last = None,
    table: Table = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Play betting systems through the same shoes, session by session.

    An interrupt (Ctrl-C) ends the run and shows the sessions played until then, with status 130;
    so does a system that cannot go on, with status 2.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.study.backtest import Backtest, BacktestError, Terms, sides_of
    from puntobanco.study.systems import SYSTEMS

    check(table)
    sheet = find(rules or DEFAULT)
    wanted = sheet.require_bet(bet or next(iter(reversed([*sides_of(sheet).values()]))))
    terms = Terms(unit, least, most, bankroll, stop_win, stop_loss, session)
    dealt = shoes_of(sheet, decks, cut, last, seed)
    named = {name: _system(name) for name in system or SYSTEMS}
    runs = {
        name: Backtest(sheet, found, wanted, terms, dealt.decks) for name, found in named.items()
    }
    found = None if history is None else _recorded(runs, sheet, history)
    ended: BaseException | None = None
    try:
        if found is None:
            _deal(runs, sheet, dealt, shoes)
        else:
            for run in runs.values():
                run.run(found)
    except (KeyboardInterrupt, BacktestError) as error:  # a system of somebody's own, too
        ended = error
    if played := {name: run for name, run in runs.items() if run.sessions}:
        if as_json:
            write_json(_document(sheet, wanted, terms, played))
        else:
            from puntobanco.cli.pages import show

            show(_page(sheet, wanted, terms, played))
        _write(sheet, played, table, plot)
    if ended:
        raise ended


def _write(sheet: Sheet, runs: dict[str, Backtest], table: Path | None, plot: Path | None) -> None:
    """Write every session as a row, and how sessions ended as a drawing."""
    from puntobanco.study.backtest import Session

    if table:
        fields = Session.__slots__
        rows = [
            (name, number, *(getattr(session, field) for field in fields))
            for name, run in runs.items()
            for number, session in enumerate(run.sessions, 1)
        ]
        write_table(table, ("system", "session", *fields), rows)
    if plot and runs:
        from puntobanco.study.plots import stacked

        drawn = (_outcomes(sheet, runs), *_fairness(runs))
        write_plot(plot, stacked(f"{sheet.name}: betting systems", drawn))


def _outcomes(sheet: Sheet, runs: dict[str, Backtest]) -> str:
    """Draw how sessions ended."""
    from puntobanco.study.plots import histograms

    nets = {name: [session.net for session in run.sessions] for name, run in runs.items()}
    low, high = min(map(min, nets.values())), max(map(max, nets.values()))
    drawn = []
    for name, values in nets.items():
        counts = [0] * STEPS
        for net in values:
            counts[(net - low) * (STEPS - 1) // ((high - low) or 1)] += 1
        drawn.append((name, counts))
    title = f"{sheet.name}: how often sessions ended with so much won"
    ends = (f"{low:+,}", f"{high:+,}")
    return histograms(title, "won in a session, minor units", ends, drawn)


def _fairness(runs: dict[str, Backtest]) -> Iterator[str]:
    """Draw what 100 wagered came to beside what is expected of it: what no system changes."""
    from puntobanco.study.plots import Interval, intervals

    rows = [
        Interval(
            name,
            100 * run.net / run.wagered,
            200 * run.standard_error / run.wagered,
            100 * run.expected / run.wagered,
        )
        for name, run in runs.items()
        if run.wagered
    ]
    across = "of 100 wagered, with two standard errors; dashed what the wagers expect"
    if rows:
        yield intervals("No system changes what a wager is expected to lose", across, rows)


def _deal(runs: dict[str, Backtest], sheet: Sheet, dealt: Shoes, shoes: int) -> None:
    """Play every system through the same shoes, a few at a time."""
    from puntobanco.sim.shoes import check_shoes
    from puntobanco.study.hands import simulated

    check_shoes(shoes)
    every = {bet.id: bet for run in runs.values() for bet in run.bets.values()}
    session = next(iter(runs.values())).terms.shoes
    size = session * max(1, AT_ONCE // session)
    rounds = 0
    with progress(shoes) as show:
        for first in range(0, shoes, size):
            some = [*simulated(sheet, every.values(), dealt, first, min(size, shoes - first))]
            for run in runs.values():
                run.run(some)
            rounds += sum(len(shoe.winners) for shoe in some)
            show(first + len(some), rounds, f"{len(runs)} systems")


def _recorded(runs: dict[str, Backtest], sheet: Sheet, file: str) -> list[Hands]:
    """Read the shoes of a hand history."""
    from puntobanco.cli.histories import HistoryFile
    from puntobanco.study.hands import Recorded

    every = {bet.id: bet for run in runs.values() for bet in run.bets.values()}
    source = HistoryFile(file)
    found = [*Recorded(sheet, every.values()).shoes(source.sound_parts(), source.shown)]
    if not found:
        message = f"{source.shown}: there is no hand in it; give a history with some"
        raise InputError(message)
    return found


def _system(name: str) -> Factory:
    """Find a system by its name, by a pattern, or in a file of Python."""
    from puntobanco.study.systems import SYSTEMS, pattern

    if name in SYSTEMS:
        return SYSTEMS[name]
    if name.startswith(PATTERN):
        return pattern(name.removeprefix(PATTERN))
    file, _, kind = name.rpartition(":")
    if file.endswith(".py"):
        return _own(Path(file), kind)
    message = (
        f"system: there is no {name!r}; use {', '.join(SYSTEMS)}, {PATTERN}BBP- or FILE.py:CLASS"
    )
    raise InputError(message)


def _own(file: Path, kind: str) -> Factory:
    """Take a class out of a file that somebody wrote, and chose to run."""
    import runpy
    from inspect import isabstract

    from puntobanco.study.systems import System

    try:
        found = runpy.run_path(str(file)).get(kind)
    except OSError as error:
        message = f"{file}: {(error.strerror or 'it cannot be read').lower()}; name a file"
        raise InputError(message) from None
    except Exception as error:  # noqa: BLE001 - whatever the file does
        message = f"{file}: {type(error).__name__}: {error}; mend the file"
        raise InputError(message) from None
    if not (isinstance(found, type) and issubclass(found, System)) or isabstract(found):
        message = f"{file}: {kind!r} is no class of it that extends System with a stake; write one"
        raise InputError(message)
    return found


def _document(sheet: Sheet, bet: Bet, terms: Terms, runs: dict[str, Backtest]) -> Document:
    return {
        "rules": sheet.id,
        "bet": bet.id,
        **{name: getattr(terms, name) for name in terms.__slots__},
        "systems": {name: _found(run) for name, run in runs.items()},
    }


def _found(run: Backtest) -> Document:
    from puntobanco.study.backtest import ENDS, quantile

    nets = sorted(session.net for session in run.sessions)
    drops = sorted(session.drawdown for session in run.sessions)
    return {
        "sessions": len(run.sessions),
        "shoes": run.shoes,
        "rounds": sum(session.rounds for session in run.sessions),
        "wagers": sum(session.wagers for session in run.sessions),
        "wagered": run.wagered,
        "net": run.net,
        "expected": run.expected,
        "standard_error": run.standard_error,
        "z": run.z,
        "staked": dict(run.staked),
        "ends": {end: run.ends[end] for end in ENDS},
        "ahead": run.share(lambda session: session.net > 0),
        "ruined": run.ends["ruined"] / len(run.sessions),
        "largest": max(session.largest for session in run.sessions),
        "net_quantiles": {str(share): quantile(nets, share) for share in SHARES},
        "drawdown_quantiles": {str(share): quantile(drops, share) for share in SHARES},
    }


def _page(sheet: Sheet, bet: Bet, terms: Terms, runs: dict[str, Backtest]) -> Page:
    from rich.text import Text

    from puntobanco.cli.pages import table_of
    from puntobanco.cli.plain import printable
    from puntobanco.study.backtest import quantile

    yield Text(printable(f"{sheet.name}: betting systems on {bet.label}"), "bold")
    yield ""
    yield printable(
        f"A session is {terms.shoes} {'shoe' if terms.shoes == 1 else 'shoes'} at most, with"
        f" {terms.bankroll:,} units of {terms.unit:,}; wagers of {terms.least:,} to"
        f" {terms.most:,} units."
    )
    yield ""
    rows = table_of(
        "System", "Sessions", "Wagered", "Won", "Expected", "z", "Per 100", "Ahead", "Ruined",
        "5 %", "Median", "95 %", "Deepest fall",
    )  # fmt: skip
    for name, run in runs.items():
        nets = sorted(session.net for session in run.sessions)
        per_100 = 100 * run.net / run.wagered if run.wagered else 0.0
        rows.add_row(
            printable(name),
            f"{len(run.sessions):,}",
            f"{run.wagered:,}",
            f"{run.net:+,}",
            f"{run.expected:+,.0f}",
            "" if run.z is None else f"{run.z:+.2f}",
            f"{per_100:+.3f}",
            f"{run.share(lambda session: session.net > 0):.1%}",
            f"{run.ends['ruined'] / len(run.sessions):.2%}",
            *(f"{quantile(nets, share):+,}" for share in SHARES),
            f"{max(session.drawdown for session in run.sessions):,}",
        )
    yield rows
    yield ""
    yield _NOTE
