"""What studies share: which shoes, how many workers, the progress shown, how tags are written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from puntobanco.errors import InputError

if TYPE_CHECKING:
    from puntobanco.rules.sheet import Sheet
    from puntobanco.sim.shoes import Shoes
    from puntobanco.study.blocks import Workers as Crew

WORKERS_MAX: Final = 256
T = TypeVar("T")

ShoeCount = Annotated[
    int, typer.Option("--shoes", metavar="N", help="How many shoes to deal.", show_default=False)
]
Seed = Annotated[int, typer.Option(metavar="S", help="What all chance comes from, 0 to 2^64 - 1.")]
Decks = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="How many decks, 1 to 100; the sheet's own number where it is not said.",
        show_default=False,
    ),
]
Cut = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="How many cards lie behind the cut card; the sheet's own number if not said.",
        show_default=False,
    ),
]
Last = Annotated[
    str | None,
    typer.Option(
        metavar="current|one-more|one-more-or-two",
        help="The rounds after the cut card; the sheet's own way if not said.",
        show_default=False,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="W",
        help="How many threads deal; as many as there are processors if not said.",
        show_default=False,
    ),
]

ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Let the workers of a Dask cluster deal; its scheduler is at tcp://HOST:PORT.",
        show_default=False,
    ),
]


def shoes_of(
    sheet: Sheet, decks: int | None, cut: int | None, last: str | None, seed: int
) -> Shoes:
    """Give the shoes that were asked for."""
    from puntobanco.rules.venue import LEAST_CUT
    from puntobanco.sim.shoes import Shoes

    if last is not None and last not in LEAST_CUT:
        message = f"last: {last!r} is no end of a shoe; use {', '.join(LEAST_CUT)}"
        raise InputError(message)
    rules = sheet.venue.shoe
    rules = rules if cut is None else replace(rules, cut_card=cut)
    rules = rules if last is None else replace(rules, last=last)
    return Shoes(sheet.decks[2] if decks is None else decks, rules, seed)


@contextmanager
def crew(workers: int | None, address: str | None) -> Iterator[Crew]:
    """Give those who deal: so many threads, or the workers of a cluster."""
    if address is None:
        yield threads(workers)
        return
    if workers is not None:
        message = "workers: those of the cluster deal; leave out --workers or --cluster"
        raise InputError(message)
    try:
        from puntobanco.study.cluster import cluster
    except ModuleNotFoundError as error:
        message = f"cluster: {error.name} is not installed; pip install 'puntobanco[cluster]'"
        raise InputError(message) from None
    with cluster(address) as found:
        yield found


def threads(workers: int | None) -> int:
    """Give how many threads deal."""
    if workers is None:
        return len(os.sched_getaffinity(0))
    if not 1 <= workers <= WORKERS_MAX:
        message = f"workers: {workers} is out of range; give a number from 1 to {WORKERS_MAX}"
        raise InputError(message)
    return workers


@contextmanager
def progress(wanted: int) -> Iterator[Callable[[int, int, str], None]]:
    """Show on a terminal how far a run is: shoes done, rounds, how fast, what is left, a figure."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        BarColumn(20),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} shoes"),
        TextColumn("{task.fields[rounds]:,} rounds, {task.fields[rate]:.1f} million a second,"),
        TimeRemainingColumn(),
        TextColumn("left  {task.fields[figure]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=wanted, rounds=0, rate=0.0, figure="")

        def show(shoes: int, rounds: int, figure: str) -> None:
            rate = rounds / 1e6 / max(bar.tasks[0].elapsed or 0.0, 1e-3)
            bar.update(task, completed=shoes, rounds=rounds, rate=rate, figure=figure)

        yield show


def in_order(by_points: Sequence[T]) -> list[T]:
    """Put what is by points, 0 to 9, into the order of written tags: A to 9, then tens."""
    return [*by_points[1:], by_points[0]]


def written(tags: Sequence[int]) -> list[str]:
    """Write tags by points as people read them."""
    return [f"{tag:+d}" if tag else "0" for tag in in_order(tags)]
