"""Figures as files: a table as CSV or Parquet, by how its name ends, and a drawing as SVG."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from puntobanco.cli.stored import write
from puntobanco.errors import InputError

SUFFIXES: Final = (".csv", ".parquet")

Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write an SVG of it too.", show_default=False),
]
Table = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the distribution as a table too: FILE.csv or FILE.parquet.",
        show_default=False,
    ),
]


def check(*files: Path | None) -> None:
    """Refuse, before anything is counted, a table that cannot be written."""
    for file in files:
        if file is not None and file.suffix not in SUFFIXES:
            message = f"{file}: no such kind of table; end the name in {' or '.join(SUFFIXES)}"
            raise InputError(message)
        if file is not None and file.suffix == ".parquet":
            _parquet()


def write_table(file: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows to a file, whole or not at all; None is a cell without anything in it."""
    if file.suffix == ".csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([columns, *rows])
        write([text.getvalue().encode()], file)
        return
    arrow, parquet = _parquet()
    named = dict(zip(columns, map(list, zip(*rows, strict=True)), strict=False))
    out = io.BytesIO()
    parquet.write_table(arrow.table({name: named.get(name, []) for name in columns}), out)
    write([out.getvalue()], file)


def write_plot(file: Path, drawing: str) -> None:
    """Write a drawing to a file, whole or not at all."""
    from puntobanco.study.plots import alone

    write([alone(drawing).encode() + b"\n"], file)


def _parquet() -> tuple[Any, Any]:
    from importlib import import_module

    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        message = "pyarrow is not installed; pip install 'puntobanco[parquet]', or write a .csv"
        raise InputError(message) from None
