"""States of a table for pictures of its board: real views at any hand of a seeded shoe."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.cards import DECK, Card
from puntobanco.house.clock import SystemClock
from puntobanco.house.desk import Desk, Live
from puntobanco.house.plan import Plan
from puntobanco.house.shoes import Note, Past, outcomes_of
from puntobanco.house.views import Viewer
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.shoe import ShoeEnd
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table.state import Round, ShoeState
from puntobanco.track.notation import render
from tests.house.contract import plain

NOW: Final = 1_790_000_000_000
HAND_MS: Final = 51_000
PLAN: Final = Plan("12", "Table 12", "deq-ez", (2_500, 500_000), (500, 10_000), clock=20_000)
BETTING: Final = {"phase": "betting", "clock": 14_000}
PHASES: Final[dict[str, dict[str, Any]]] = {
    "betting": {"phase": "betting", "deadline": NOW + 14_000},
    "last-bets": {"phase": "betting", "deadline": NOW + 4_000},
    "paused": {"phase": "paused", "deadline": None, "remaining": 9_000},
    "dealing": {"phase": "dealing", "deadline": None},
}


def coups_of(seed: int) -> Iterator[Coup]:
    """Deal eight decks, shuffled by a seed, to the end."""
    cards = list(DECK * 8)
    Random(seed).shuffle(cards)
    while len(cards) > 6:
        dealt: list[Card] = []
        while next_hand(dealt) is not None:
            dealt.append(cards.pop())
        yield play(dealt)


def seeded(seed: int, hands: int) -> tuple[Coup, ...]:
    """Give the first hands of a shoe, of further shoes if it has not so many."""
    found: list[Coup] = []
    while len(found) < hands:
        found += coups_of(seed)
        seed += 1
    return tuple(found[:hands])


@dataclass
class Scene:
    """A table as it may stand: how many hands of which shoe, what is going on."""

    hands: int
    phase: str = "betting"  # a key of PHASES, waiting, or shuffling
    seed: int = 23
    corrected: tuple[int, ...] = ()
    plan: Plan = PLAN
    earlier: int = 2  # shoes before this one
    changes: dict[str, Any] = field(default_factory=dict)  # of the view, at its top
    board: dict[str, Any] = field(default_factory=dict)  # and of its board

    def view(self) -> dict[str, Any]:
        """Give the view of that table."""
        with closing(open_sqlite(MEMORY)) as store:
            desk = Desk(store, SystemClock())
            desk.do(self.plan.table, self.plan.command(), "house").result(20)
            live = desk.tables[self.plan.table]
        self._set(live)
        view = plain(Viewer(live, str).view(NOW)) | self.changes
        return view | {"board": view["board"] | self.board}

    def state(self, seq: int = 1) -> dict[str, Any]:
        """Give the message that a board would get."""
        whole = {"epoch": 1, "seq": seq, "fence": None, "view": self.view(), "mine": None}
        return {"type": "state", "now": NOW} | whole

    def _set(self, live: Live) -> None:
        coups = seeded(self.seed, self.hands)
        sheet, shoes = live.state.game.sheet, live.records.shoes
        before = seeded(self.seed + 50, 73 if self.earlier else 0)
        number = self.earlier + 1
        end = ShoeEnd(52 * 8, 14, "one-more")
        shoe = ShoeState(number, end, "c", out=1, is_burned=True, coups=coups)
        about = PHASES.get(self.phase)
        played = Round(self.hands + 1, self.hands + 1, out_before=1, **about) if about else None
        live.state = replace(
            live.state,
            shoe=None if self.phase == "shuffling" else shoe,
            shoe_number=number,
            round=played,
            last_coups=before,
        )
        start = NOW - HAND_MS * (self.hands + 1)
        shoes.hands = tuple(
            Note(n, start + n * HAND_MS, is_corrected=n in self.corrected)
            for n in range(1, self.hands + 1)
        )
        shoes.before = tuple(Note(n, start - 1) for n in range(len(before)))
        written = render(outcomes_of(sheet, seeded(self.seed + 90, 76)))
        shoes.earlier = tuple(
            Past(n, start - n, written, sheet.hash) for n in range(1, self.earlier)
        )
        shoes.pace = shoes.pace.closed(0).opened(start)
        for note in shoes.hands:
            shoes.pace = shoes.pace.hand(note.at)
