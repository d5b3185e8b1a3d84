"""Plots as SVG text: lines over decks, bars about nothing. No script, no font, no library.

They stand inside a page and take its colours, so that they are read on any screen and on paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape, unescape
from math import floor, log10
from typing import Final

_WIDTH: Final = 300
_HEIGHT: Final = 120
_LEFT: Final = 58
_BOTTOM: Final = 20
_TOP: Final = 10
_ROW: Final = 20
_NAME: Final = 190
_BAR: Final = 340
_END: Final = 90
_DASHES: Final = (
    "",
    ' stroke-dasharray="6 3"',
    ' stroke-dasharray="2 3"',
    ' stroke-dasharray="9 3 2 3"',
)
_STYLE: Final = (
    "svg{background:#fff}text{font-size:11px;fill:#222}polyline{fill:none;stroke:#1f4e79;"
    "stroke-width:1.5}circle,rect{fill:#1f4e79}polygon{fill:#cfdae6}.grid{stroke:#ccc}"
    ".axis{stroke:#888}.exact{stroke:#222;stroke-dasharray:6 3}"
)

_HEAD: Final = re.compile(r'height="([0-9]+)"><title>([^<]*)</title>')

Curves = Sequence[tuple[str, Sequence[float]]]


@dataclass(frozen=True, slots=True)
class Funnel:
    """A mean that settles: by how much was counted, the mean and what it may be off by."""

    name: str
    exact: float
    points: Sequence[tuple[int, float, float]]


def line(title: str, points: Sequence[tuple[int, float]], digits: int = 3) -> str:
    """Draw values over whole numbers, with the lowest and the highest value on the left."""
    values = [value for _, value in points]
    low, high = min(values), max(values)
    spread = (high - low) or 1.0
    step = (_WIDTH - _LEFT - 12) / max(len(points) - 1, 1)
    drop = _HEIGHT - _TOP - _BOTTOM
    places = [
        (_LEFT + number * step, _TOP + drop * (high - value) / spread)
        for number, value in enumerate(values)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in places)
    marks = "".join(
        _text(x, _HEIGHT - 5, str(at), "middle")
        for (at, _), (x, _) in zip(points, places, strict=True)
    )
    ends = {_TOP + drop * (high - value) / spread: value for value in (high, low)}
    scale = "".join(
        f'<line class="grid" x1="{_LEFT - 4}" x2="{_WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>'
        + _text(_LEFT - 8, y + 4, f"{value:.{digits}f}", "end")
        for y, value in ends.items()
    )
    return _svg(_WIDTH, _HEIGHT, title, f'{scale}<polyline points="{path}"/>{dots}{marks}')


def bars(title: str, rows: Iterable[tuple[str, float, str]]) -> str:
    """Draw a bar for each named value, to the right of a middle line or to its left."""
    rows = [*rows]
    low = min(0.0, *(value for _, value, _ in rows))
    high = max(0.0, *(value for _, value, _ in rows))
    scale = _BAR / ((high - low) or 1.0)
    # a bar to the left has its number left of it
    middle = _NAME + (_END if low < 0 else 0) - low * scale
    drawn = "".join(_bar(number, row, scale, middle) for number, row in enumerate(rows))
    height = _ROW * len(rows) + 6
    axis = f'<line class="axis" x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{height}"/>'
    width = _NAME + _BAR + _END * (2 if low < 0 else 1)
    return _svg(width, height, title, drawn + axis)


def _bar(number: int, row: tuple[str, float, str], scale: float, middle: float) -> str:
    name, value, told = row
    y, length = number * _ROW + 3, abs(value) * scale
    begin = middle if value >= 0 else middle - length
    side = _text(begin + length + 5, y + 12, told, "start")
    if value < 0:
        side = _text(begin - 5, y + 12, told, "end")
    return (
        _text(_NAME - 10, y + 12, name, "end")
        + f'<rect x="{begin:.1f}" y="{y}" width="{length:.1f}" height="{_ROW - 6}"/>'
        + side
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(width: int, height: int, title: str, drawn: str) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title>{drawn}</svg>"
    )


def curves(title: str, across: str, points: Sequence[int], rows: Curves, digits: int = 2) -> str:
    """Draw named values over the same numbers, from nothing up, each curve with its name."""
    top = max((value for _, values in rows for value in values), default=0.0) or 1.0
    low, high = min(points), max(points)
    width, height, left, right = 720, 360, 60, 200
    drop = height - _TOP - 2 * _BOTTOM

    def place(at: int, value: float) -> tuple[float, float]:
        x = left + (width - left - right) * (at - low) / ((high - low) or 1)
        return x, _TOP + drop * (1 - value / top)

    drawn = [
        f'<line class="grid" x1="{left}" x2="{width - right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        + _text(left - 8, y + 4, f"{value:.{digits}f}", "end")
        for value in (0.0, top / 2, top)
        for _, y in [place(low, value)]
    ]
    drawn += [_text(place(at, 0)[0], height - 22, str(at), "middle") for at in points]
    drawn.append(_text((left + width - right) / 2, height - 5, across, "middle"))
    names = _apart([place(high, values[-1])[1] for _, values in rows])
    for number, ((name, values), y) in enumerate(zip(rows, names, strict=True)):
        path = [place(at, value) for at, value in zip(points, values, strict=True)]
        line_of = " ".join(f"{x:.1f},{at:.1f}" for x, at in path)
        dashes = _DASHES[number % len(_DASHES)]
        drawn.append(f'<polyline points="{line_of}"{dashes}/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{at:.1f}" r="2.5"/>' for x, at in path]
        drawn.append(_text(width - right + 10, y + 4, name, "start"))
    return _svg(width, height, title, "".join(drawn))


def _apart(places: list[float]) -> list[float]:
    """Move names that would touch down from each other."""
    moved = places[:]
    last = float("-inf")
    for number in sorted(range(len(places)), key=places.__getitem__):
        last = moved[number] = max(places[number], last + 14)
    return moved


def alone(svg: str) -> str:
    """Make a drawing a file of its own, with its colours in it."""
    return svg.replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ', 1
    ).replace("</title>", f"</title><style>{_STYLE}</style>", 1)


def histograms(
    title: str, across: str, ends: tuple[str, str], rows: Sequence[tuple[str, Sequence[int]]]
) -> str:
    """Draw how often values fall into equal steps between two ends, one row for each name."""
    width, row, left, right = 720, 110, 10, 200
    step = (width - left - right) / max(len(counts) for _, counts in rows)
    drawn = []
    for number, (name, counts) in enumerate(rows):
        base, most = _TOP + (number + 1) * row - 10, max([*counts, 1])
        drawn.append(
            f'<line class="axis" x1="{left}" x2="{width - right}" y1="{base}" y2="{base}"/>'
        )
        heights = [(row - 20) * count / most for count in counts]
        drawn += [
            f'<rect x="{left + at * step:.1f}" y="{base - high:.1f}"'
            f' width="{step * 0.9:.1f}" height="{high:.1f}"/>'
            for at, high in enumerate(heights)
            if high
        ]
        drawn.append(_text(width - right + 10, base - row / 2, name, "start"))
    height = _TOP + len(rows) * row + 2 * _BOTTOM
    drawn.append(_text(left, height - 24, ends[0], "start"))
    drawn.append(_text(width - right, height - 24, ends[1], "end"))
    drawn.append(_text((left + width - right) / 2, height - 6, across, "middle"))
    return _svg(width, height, title, "".join(drawn))


def funnels(title: str, across: str, rows: Sequence[Funnel]) -> str:
    """Draw means as they settled, each with its interval about the exact value."""
    panels = "".join(
        f'<g transform="translate({360 * (number % 2)},{180 * (number // 2)})">{_funnel(row)}</g>'
        for number, row in enumerate(rows)
    )
    height = 180 * -(-len(rows) // 2) + _BOTTOM
    return _svg(720, height, title, panels + _text(360, height - 5, across, "middle"))


def _funnel(row: Funnel) -> str:
    left, top, width, height = 64, 24, 284, 130
    end = row.points[-1][0]
    # what came early is off by so much that later nothing could be told from the exact value
    late = [point for point in row.points if 16 * point[0] >= end]
    reach = max(abs(mean - row.exact) + off for _, mean, off in late) or 1.0

    def place(at: int, value: float) -> str:
        y = height / 2 * (1 - (value - row.exact) / reach)
        return f"{width * at / end:.1f},{max(-height, min(2 * height, y)):.1f}"

    upper = [place(at, mean + off) for at, mean, off in row.points]
    lower = [place(at, mean - off) for at, mean, off in row.points]
    means = " ".join(place(at, mean) for at, mean, _ in row.points)
    digits = max(0, 1 - floor(log10(100 * reach)))
    labels = "".join(
        _text(left - 6, y, f"{value:+.{digits}%}".replace("%", " %"), "end")
        for y, value in (
            (top + 8, row.exact + reach),
            (top + height / 2 + 4, row.exact),
            (top + height, row.exact - reach),
        )
    )
    middle = height / 2
    return (
        _text(left, top - 9, row.name, "start")
        + f'<svg x="{left}" y="{top}" width="{width}" height="{height}">'
        + f'<polygon points="{" ".join([*upper, *reversed(lower)])}"/>'
        + f'<line class="exact" x1="0" x2="{width}" y1="{middle}" y2="{middle}"/>'
        + f'<polyline points="{means}"/></svg>'
        + f'<line class="axis" x1="{left}" x2="{left}" y1="{top}" y2="{top + height}"/>'
        + f'<line class="axis" x1="{left}" x2="{left + width}" y1="{top + height}"'
        + f' y2="{top + height}"/>{labels}{_text(left, top + height + 14, "0", "start")}'
        + _text(left + width, top + height + 14, f"{end:,}", "end")
    )


@dataclass(frozen=True, slots=True)
class Interval:
    """What something came to, what that may be off by, and what it should be."""

    name: str
    value: float
    off: float
    exact: float


def intervals(title: str, across: str, rows: Sequence[Interval]) -> str:
    """Draw each value as a dot with its interval, and its exact value as a bar across it."""
    left, right = _NAME, 720 - _END
    low = min(min(row.value - row.off, row.exact) for row in rows)
    high = max(max(row.value + row.off, row.exact) for row in rows)
    scale = (right - left - 20) / ((high - low) or 1.0)

    def place(value: float) -> float:
        return left + 10 + scale * (value - low)

    base = _ROW * len(rows) + _TOP
    drawn = [f'<line class="axis" x1="{left}" x2="{right}" y1="{base}" y2="{base}"/>']
    for number, row in enumerate(rows):
        y = number * _ROW + 12
        begin, end, exact = place(row.value - row.off), place(row.value + row.off), place(row.exact)
        drawn += [
            _text(left - 10, y + 4, row.name, "end"),
            f'<line class="axis" x1="{begin:.1f}" x2="{end:.1f}" y1="{y}" y2="{y}"/>',
            f'<circle cx="{place(row.value):.1f}" cy="{y}" r="3"/>',
            f'<line class="exact" x1="{exact:.1f}" x2="{exact:.1f}" y1="{y - 8}" y2="{y + 8}"/>',
            _text(right + 6, y + 4, f"{row.value:+.3f}", "start"),
        ]
    drawn.append(_text(left + 10, base + 14, f"{low:+.3f}", "start"))
    drawn.append(_text(right, base + 14, f"{high:+.3f}", "end"))
    drawn.append(_text((left + right) / 2, base + 32, across, "middle"))
    return _svg(720, base + 38, title, "".join(drawn))


def stacked(title: str, drawings: Iterable[str]) -> str:
    """Put drawings below each other, each under its title."""
    below, drawn = 0, []
    for drawing in drawings:
        height, name = _HEAD.findall(drawing)[0]
        drawn.append(_text(10, below + 18, unescape(name), "start"))
        drawn.append(drawing.replace("<svg ", f'<svg y="{below + 26}" ', 1))
        below += 26 + int(height) + 10
    return _svg(720, below, title, "".join(drawn))
