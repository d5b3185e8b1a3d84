"""Whole shoes as recorded: cards, notation, every road drawn in text, and the tally.

Each file is made from a seed; whoever changes a road sees in the diff what moved.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest

from puntobanco.cards import DECK, Card, render_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.marks import tokens_of
from puntobanco.rules.sheet import Sheet
from puntobanco.track.notation import Outcome, outcome_of, parse, render
from puntobanco.track.roads import Dot, Mark, Roads, Tail, Ties, draw
from puntobanco.track.tally import Share, tally

CUT = 14  # no coup begins once so few cards are left
SHOES = [
    ("deq-ez", 8, 1),
    ("deq-ez", 8, 281),  # tails that part under the two policies
    ("ca-ez-panda8", 6, 3),
    ("parkwest-21c", 8, 4),
    ("punto-banco", 3, 5),
]


def coups_of(decks: int, seed: int) -> Iterator[Coup]:
    """Deal a shuffled shoe to its end."""
    cards = list(DECK * decks)
    Random(seed).shuffle(cards)
    while len(cards) > CUT:
        dealt: list[Card] = []
        while next_hand(dealt) is not None:
            dealt.append(cards.pop())
        yield play(dealt)


def grid(cells: Iterable[tuple[int, int, str]]) -> list[str]:
    """Draw a board: a point for each empty cell, columns as wide as the widest mark."""
    drawn = {(column, row): text for column, row, text in cells}
    if not drawn:
        return ["(empty)"]
    wide = max(map(len, drawn.values()))
    columns, rows = (1 + max(place[axis] for place in drawn) for axis in (0, 1))
    return [
        " ".join(drawn.get((c, r), ".").ljust(wide) for c in range(columns)).rstrip()
        for r in range(rows)
    ]


def marked(letter: str, marks: tuple[str, ...], ties: int = 0) -> str:
    """Write a mark: its side, a stroke for each tie, and what stands on it."""
    return letter + "/" * ties + "".join(f"+{mark}" for mark in marks)


def big_road(marks: Iterable[Mark]) -> list[str]:
    """Draw the big road."""
    return grid(
        (m.column, m.row, marked(m.side.letter if m.side else "", m.marks, m.ties)) for m in marks
    )


def lower_road(dots: Iterable[Dot]) -> list[str]:
    """Draw a lower road: r for red, b for blue."""
    return grid((d.column, d.row, d.colour.value[0]) for d in dots)


def boards(roads: Roads, outcomes: tuple[Outcome, ...]) -> Iterator[tuple[str, list[str]]]:
    """Give each board its name."""
    straight = draw(outcomes, tail=Tail.STRAIGHT).big_road
    in_cells = draw(outcomes, ties=Ties.CELLS).big_road
    yield (
        "bead plate",
        grid((b.column, b.row, marked(b.winner.letter, b.marks)) for b in roads.bead_plate),
    )
    yield "big road", big_road(roads.big_road)
    same = ["(as above)"]
    yield "big road, straight tails", same if straight == roads.big_road else big_road(straight)
    yield "big road, ties in cells", big_road(in_cells)
    yield "big eye boy", lower_road(roads.big_eye_boy)
    yield "small road", lower_road(roads.small_road)
    yield "cockroach pig", lower_road(roads.cockroach_pig)
    marks = {"if Banker": roads.next.banker, "if Player": roads.next.player}
    yield (
        "next marks",
        [f"{when} {' '.join(c.value if c else '-' for c in m)}" for when, m in marks.items()],
    )


def counted(sheet: Sheet, outcomes: tuple[Outcome, ...]) -> list[str]:
    """Write the tally."""

    def share(name: str, of: Share) -> str:
        return f"{name} {of.count} {of.percent}%"

    found = tally(outcomes, [call.token for call in sheet.calls])
    winners = (share("Player", found.player), share("Banker", found.banker))
    return [
        f"hands {found.hands}  {'  '.join(winners)}  {share('Tie', found.tie)}",
        *(f"{c.token} {c.count} {c.percent}% last {c.last or '-'}" for c in found.calls),
        f"naturals {found.naturals}  pairs P{found.player_pairs} B{found.banker_pairs}",
        f"longest streaks P{found.longest.player} B{found.longest.banker}",
    ]


@pytest.mark.parametrize("game, decks, seed", SHOES)
def test_a_recorded_shoe_draws_as_it_did(
    game: str, decks: int, seed: int, golden: Callable[[str, str], None]
) -> None:
    """Cards, outcomes, roads and tally of a seeded shoe move by a reviewed diff only."""
    sheet, coups = find(game), list(coups_of(decks, seed))
    outcomes = tuple(outcome_of(sheet, coup) for coup in coups)
    lines = [f"{game}, {decks} decks, seed {seed}", ""]
    for hand, (coup, outcome) in enumerate(zip(coups, outcomes, strict=True), 1):
        lines.append(f"{hand:3}  {render_cards(coup.cards):17}  {outcome}")
    for name, drawn in boards(draw(outcomes), outcomes):
        lines += ["", name, *drawn]
    lines += ["", "tally", *counted(sheet, outcomes)]
    golden(f"shoes/{game}-{decks}-{seed}.txt", "\n".join(lines) + "\n")
    assert parse(render(outcomes), tokens_of(sheet)) == outcomes


def test_what_real_cards_give_is_always_read() -> None:
    """Every outcome of dealt cards, under every sheet of the recorded shoes, parses back."""
    for game, decks, seed in SHOES:
        sheet = find(game)
        for coup in coups_of(decks, 100 + seed):
            outcome = outcome_of(sheet, coup)
            assert parse(str(outcome), tokens_of(sheet)) == (outcome,)
