"""Games explained: each sheet's words and odds are asked for once, of a process apart."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from puntobanco.house.apart.asking import Apart
from puntobanco.house.sheet_odds import Question
from puntobanco.rules.sheet import Sheet, canonical


@dataclass(slots=True)
class Explained:
    """What was answered, by sheet and decks; who comes while it is counted waits for the same."""

    apart: Apart = field(default_factory=lambda: Apart("puntobanco.house.sheet_odds"))
    _known: dict[tuple[str, int], asyncio.Task[bytes]] = field(default_factory=dict)

    async def of(self, sheet: Sheet, decks: int) -> bytes:
        """Give the words and the odds of a game, as JSON."""
        key = (sheet.hash, decks)
        known = self._known.get(key)
        if known is None or (known.done() and known.exception() is not None):
            question = Question(canonical(sheet.source_form).decode(), decks)
            known = self._known[key] = asyncio.create_task(self.apart.ask(sheet.hash, question))
        return await asyncio.shield(known)
