"""Roads as text: a grid of letters, coloured on terminals."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from rich.text import Text

from puntobanco.cli.pages import PIPE_WIDTH, Page
from puntobanco.rules.coup import Winner
from puntobanco.track.roads import Bead, Colour, Dot, Forecast, Mark, Roads, window

Cell = TypeVar("Cell", Bead, Mark, Dot)

WINNERS: Final = {Winner.PLAYER: "blue", Winner.BANKER: "red", Winner.TIE: "green"}
DOTS: Final = {Colour.RED: "r", Colour.BLUE: "b"}
NO_SIDE: Final = "/"  # ties before any decision


def roads_page(roads: Roads) -> Page:
    """Tell all five roads, and the lower marks that each winner would bring."""
    yield from _road("Bead plate", roads.bead_plate, _bead)
    yield from _road("Big road, with the ties on each mark", roads.big_road, _mark)
    yield from _road("Big eye boy", roads.big_eye_boy, _dot)
    yield from _road("Small road", roads.small_road, _dot)
    yield from _road("Cockroach pig", roads.cockroach_pig, _dot)
    yield Text("Next in big eye boy, small road and cockroach pig", "bold")
    yield Text.assemble("  after a Banker win  ", _forecast(roads.next.banker))
    yield Text.assemble("  after a Player win  ", _forecast(roads.next.player))


def _road(title: str, cells: Sequence[Cell], draw: Callable[[Cell], Text]) -> Page:
    yield Text(title, "bold")
    shown = {(cell.column, cell.row): draw(cell) for cell in cells}
    step = max((len(text) for text in shown.values()), default=0) + 1
    fit = (_width() - 2) // step
    if cells and max(column for column, _ in shown) >= fit:
        newest = window(cells, max(fit, 1), reserve=0)
        shown = {(cell.column, cell.row): draw(cell) for cell in newest}
    yield from _grid(shown, step)
    yield ""


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH


def _grid(shown: Mapping[tuple[int, int], Text], step: int) -> Page:
    if not shown:
        yield "  -"
        return
    columns = max(column for column, _ in shown) + 1
    for row in range(max(row for _, row in shown) + 1):
        line = Text("  ", no_wrap=True)
        for column in range(columns):
            text = shown.get((column, row), Text("."))
            line.append_text(text)
            line.append(" " * (step - len(text)))
        yield line


def _bead(bead: Bead) -> Text:
    return Text("+".join((bead.winner.letter, *bead.marks)), WINNERS[bead.winner])


def _mark(mark: Mark) -> Text:
    letter = mark.side.letter if mark.side else NO_SIDE
    text = Text("+".join((letter, *mark.marks)), WINNERS[mark.side or Winner.TIE])
    return text.append(f"/{mark.ties}" if mark.ties else "", WINNERS[Winner.TIE])


def _dot(dot: Dot) -> Text:
    return Text(DOTS[dot.colour], dot.colour.value)


def _forecast(forecast: Forecast) -> Text:
    dots = (Text(DOTS[colour], colour.value) if colour else Text("-") for colour in forecast)
    return Text(" ").join(dots)
