"""The report of a sheet as HTML: every figure from exact counts, every section on paper too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Final

from puntobanco import __version__
from puntobanco.odds.figures import SheetOdds, win_of
from puntobanco.odds.joint import covariances
from puntobanco.odds.many import Many
from puntobanco.odds.removal import Removal, changes
from puntobanco.rules.check import bet_axes
from puntobanco.rules.sheet import Sheet
from puntobanco.rules.words import condition_words, words_of
from puntobanco.shoe import Composition
from puntobanco.study.plots import bars, line

Rows = Iterable[Sequence[str]]

DECKS: Final = range(1, 9)
_ROOM: Final = 25  # letters beside a bar
_CSP: Final = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #10182a; --paper: #fff; --soft: #526079; --line: #d5dce8;
  --mark: #0b4fc4; --under: #eef1f6; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f5fa; --paper: #10182a; --soft: #a9b6c9;
  --line: #2c3b5a; --mark: #7fb2ff; --under: #172238; } }
body { font: 15px/1.5 Archivo, system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 66rem; margin: 3rem auto; padding: 0 1.25rem; font-variant-numeric: tabular-nums; }
h1, h2 { font-family: "Source Serif 4", Georgia, serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: 2.5rem; margin: 0; } h2 { margin: 3.5rem 0 1rem; padding-top: 1rem;
  font-size: 1.625rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .375rem; } p { max-width: 46rem; }
p.about { margin-top: .5rem; color: var(--soft); }
code { font-size: .9em; overflow-wrap: anywhere; }
.rules { columns: 20rem; column-gap: 2.5rem; } .rules > div { break-inside: avoid; }
.rules h3 { margin-top: 0; } .rules ul { margin: 0 0 1.5rem; padding-left: 1.1rem; }
li::marker { color: var(--soft); } .wide { overflow-x: auto; } table { width: 100%;
  border-collapse: collapse; break-inside: avoid; } th, td { padding: .4rem 1.25rem .4rem 0;
  text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-size: .8125rem; font-weight: 600; } td:first-child {
  font-weight: 600; } th.n, td.n { text-align: right; white-space: nowrap; padding-right: .75rem; }
.whole tr:last-child td { background: var(--under); font-weight: 700; }
.whole td { width: 14%; } .whole td:first-child { width: 28%; padding-left: .5rem; }
.whole th:first-child { padding-left: .5rem; }
figure { display: inline-flex; flex-direction: column-reverse; gap: .25rem;
  margin: 1.25rem 1.25rem .5rem 0; break-inside: avoid; } figcaption { font-weight: 600; }
svg { max-width: 100%; height: auto; font: 12px Archivo, system-ui, sans-serif; } svg text {
  fill: var(--ink); } svg rect, svg circle { fill: var(--mark); } svg polyline { fill: none;
  stroke: var(--mark); stroke-width: 2; } svg .grid { stroke: var(--line); } svg .axis {
  stroke: var(--soft); }
@media print { body { max-width: none; margin: 0; font-size: 10pt; color: #000; background: #fff; }
  .wide { overflow: visible; } h2 { break-after: avoid; } }
"""


def paper(
    sheet: Sheet, decks: int | None = None, tell: Callable[[float], object] = lambda _: None
) -> Iterator[str]:
    """Write the page part by part; the same sheet gives the same bytes.

    ``decks`` are its own, where they are not said. What share of the counting is done is told on
    the way.
    """
    number = min(sheet.decks[2], DECKS[-1]) if decks is None else decks
    many = Many(sheet)
    tell(0.3)
    by_decks = {each: many.odds(Composition.of(each)) for each in DECKS}
    shoe = Composition.of(number)
    tell(0.4)
    effects = changes(many, shoe)
    tell(0.6)
    correlated = covariances(sheet, shoe)
    tell(0.9)
    yield from _parts(by_decks, number, effects, correlated)


def _parts(
    by_decks: Mapping[int, SheetOdds],
    decks: int,
    effects: Sequence[Removal],
    correlated: Mapping[tuple[str, str], Fraction],
) -> Iterator[str]:
    found = by_decks[decks]
    sheet = found.sheet
    yield (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_CSP}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(sheet.name)}: exact odds</title>\n<style>{_STYLE}</style>\n"
        f"<h1>{escape(sheet.name)}</h1>\n"
        f'<p class="about">Exact odds of the rule sheet <code>{escape(sheet.id)}</code>,'
        f" {escape(sheet.source)}. Hash of the game <code>{sheet.hash}</code>."
        f" Made by puntobanco {__version__}.</p>\n"
    )
    yield _summary(found, decks)
    yield _words(sheet)
    yield _counts(found, decks)
    yield _by_decks(by_decks)
    yield _hits(found)
    yield _removal(effects, found, decks)
    yield _correlations(sheet, correlated)
    yield _how(found, decks)


def _summary(found: SheetOdds, decks: int) -> str:
    shares = "; ".join(
        f"{winner.capitalize()} {_percent(Fraction(deals, found.deals))}"
        for winner, deals in found.winner.items()
    )
    rows = [
        (
            each.bet.label,
            _percent(each.edge),
            "" if each.edge_resolved is None else _percent(each.edge_resolved),
            _percent(each.hit_frequency),
            f"{each.deviation:.5f}",
        )
        for each in found.bets
    ]
    heads = ("Bet", "House edge", "of resolved", "Hit frequency", "Deviation")
    return (
        f"<h2>In short, {_decks(decks)}</h2>\n<p>{shares}.</p>\n{_table(heads, rows)}"
        "<p>The edge is what the bank keeps on average of a unit wagered; of resolved wagers, of a"
        " unit that was won or lost, pushes left out. The deviation is that of what a unit"
        " wins.</p>\n"
    )


def _words(sheet: Sheet) -> str:
    sections = "".join(
        f"<div><h3>{escape(section.title)}</h3>\n<ul>"
        + "".join(f"<li>{escape(told)}</li>" for told in section.lines)
        + "</ul></div>\n"
        for section in words_of(sheet).sections
    )
    return f'<h2>The rules</h2>\n<div class="rules">\n{sections}</div>\n'


def _counts(found: SheetOdds, decks: int) -> str:
    head = (
        f"<h2>Paytables and exact counts, {_decks(decks)}</h2>\n<p>Of {found.deals:,} ordered deals"
        f" of six cards from {found.composition.total}, each as likely as any other.</p>\n"
    )
    parts = [head]
    heads = ("Result", "Verdict", "To one", "Deals", "Probability", "Of the expectation")
    for each in found.bets:
        events = [condition_words(found.sheet, result.when) for result in each.bet.results]
        rows = [
            (
                event,
                result.verdict.value,
                str(result.odds or ""),
                f"{result.deals:,}",
                f"{result.deals / found.deals:.9f}",
                f"{float(win_of(result) * result.deals / found.deals):+.9f}",
            )
            for event, result in zip([*events, "everything else"], each.results, strict=True)
        ]
        rows.append(
            ("all deals", "", "", f"{each.deals:,}", "1", f"{float(each.expectation):+.9f}")
        )
        exact = each.expectation
        parts.append(
            f"<h3>{escape(each.bet.label)}</h3>\n{_table(heads, rows, 'wide whole')}"
            f"<p>Expectation exactly {exact.numerator:,} / {exact.denominator:,}; variance"
            f" {float(each.variance):.6f}.</p>\n"
        )
    return "".join(parts)


def _by_decks(by_decks: Mapping[int, SheetOdds]) -> str:
    heads = ("Bet", *(_decks(number) for number in by_decks))
    columns = [[each.bets[number] for each in by_decks.values()] for number in _bets(by_decks)]
    edges = [(column[0].bet.label, *(_percent(each.edge) for each in column)) for column in columns]
    deviations = [
        (column[0].bet.label, *(f"{each.deviation:.5f}" for each in column)) for column in columns
    ]
    plots = "".join(
        _figure(
            line(
                f"House edge of {column[0].bet.label} in percent, by decks",
                [
                    (number, 100 * float(each.edge))
                    for number, each in zip(by_decks, column, strict=True)
                ],
            ),
            f"{column[0].bet.label}: house edge in percent",
        )
        for column in columns
    )
    return (
        f"<h2>By the number of decks</h2>\n<h3>House edge</h3>\n{_table(heads, edges)}{plots}"
        f"<h3>Standard deviation of a unit</h3>\n{_table(heads, deviations)}"
    )


def _bets(by_decks: Mapping[int, SheetOdds]) -> range:
    return range(len(next(iter(by_decks.values())).bets))


def _hits(found: SheetOdds) -> str:
    rows = [
        (each.bet.label, float(each.hit_frequency), _percent(each.hit_frequency))
        for each in found.bets
    ]
    return f"<h2>Hit frequencies</h2>\n{_figure(bars('How often each bet pays', rows), '')}"


def _removal(effects: Sequence[Removal], found: SheetOdds, decks: int) -> str:
    head = (
        f"<h2>Effects of removal, {_decks(decks)}</h2>\n<p>The change of the bettor's expectation,"
        " in millionths of a unit, when one card is gone. Weighted by how many of each"
        " there are, they sum to nothing: a card gone unseen changes no figure.</p>\n"
    )
    parts = [head]
    for each, figures in zip(effects, found.bets, strict=True):
        rows = [
            (_together(gone), 1e6 * float(change), f"{1e6 * float(change):+.2f}")
            for change, gone in _alike(each.changes).items()
        ]
        label = figures.bet.label
        plot = bars(f"Effect of removing one card on {label}, in millionths", rows)
        parts.append(_figure(plot, label))
    return "".join(parts)


def _alike(changes: Mapping[str, Fraction]) -> dict[Fraction, list[str]]:
    """Gather what does the same."""
    found: dict[Fraction, list[str]] = {}
    for gone, change in changes.items():
        found.setdefault(change, []).append(gone)
    return found


def _together(cards: Sequence[str]) -> str:
    """Name cards beside a bar; where it has no room for each, ranks that have the same suits."""
    every = " ".join(cards)
    if len(every) <= _ROOM:
        return every
    suits: dict[str, str] = {}
    for card in cards:
        suits[card[0]] = suits.get(card[0], "") + card[1:]
    ranks: dict[str, str] = {}
    for rank, some in suits.items():
        ranks[some] = ranks.get(some, "") + rank
    return ", ".join(f"{each} {some}" for some, each in ranks.items())


def _correlations(sheet: Sheet, correlated: Mapping[tuple[str, str], Fraction]) -> str:
    def correlation(one: str, two: str) -> str:
        spread = sqrt(correlated[one, one] * correlated[two, two])
        return f"{float(correlated[one, two]) / spread:+.3f}" if spread else ""

    rows = [
        (bet.label, *(correlation(bet.id, other.id) for other in sheet.bets)) for bet in sheet.bets
    ]
    heads = ("", *(bet.label for bet in sheet.bets))
    return (
        f"<h2>Correlations between bets of one round</h2>\n{_table(heads, rows)}"
        "<p>The deviation of several wagers follows from them.</p>\n"
    )


def _how(found: SheetOdds, decks: int) -> str:
    name = escape(found.sheet.id)
    flushes = any(
        "flush" in axis for each in found.bets for axis in bet_axes(found.sheet, each.bet)
    )
    but = ", but for bets that ask for a flush and another feature of cards" if flushes else ""
    return f"""<h2>How each number was made, and how to check it</h2>
<p>A shoe deals any six of its cards, in any order, equally often; a coup of four or five cards
stands for all deals of six that begin with it. The deals of each class of coups (both hands' first
two cards, their third cards, and what of pairs, suits and colours the sheet asks for) are counted
in integers, and each class is put to the sheet once: the first result that holds decides. Edges,
frequencies and variances are exact fractions of those counts, rounded only where they are
printed.</p>
<ul>
<li>Counts, expectation and variance: <code>puntobanco odds {name} --decks {decks} --json</code>,
which counts in another way and without compiled code{but}.</li>
<li>Other numbers of decks: the same with another <code>--decks</code>.</li>
<li>Effects of removal: <code>puntobanco odds {name} --decks {decks} --removal</code>; any row of
it also by <code>--remove</code> with that card.</li>
<li>Correlations: <code>puntobanco.odds.joint.covariances</code>.</li>
<li>The rules themselves: <code>puntobanco rules show {name}</code> prints the hash above.</li>
</ul>
<p>The counting is held against two ways that share nothing with it: every sequence of cards dealt
by the engine that settles wagers, and, for small shoes, every order of real cards.</p>
"""


def _table(heads: Sequence[str], rows: Rows, look: str = "wide") -> str:
    """Write a table; what begins with a digit or a sign stands to the right."""
    rows = [*rows]
    kinds = ["n" if any(_is_number(row[at]) for row in rows) else "" for at in range(len(heads))]

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="{kind}">{escape(cell)}</{tag}>'
            if kind
            else f"<{tag}>{escape(cell)}</{tag}>"
            for cell, kind in zip(row, kinds, strict=True)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in rows)
    return f'<div class="{look}"><table>\n<tr>{cells("th", heads)}</tr>\n{body}</table></div>\n'


def _is_number(cell: str) -> bool:
    return cell.strip("+-%, \u2212.:0123456789") == "" and cell != ""


def _figure(plot: str, caption: str) -> str:
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{plot}{told}</figure>\n"


def _decks(number: int) -> str:
    return f"{number} deck{'s' * (number != 1)}"


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f} %"
