"""Games explained: each sheet's words and odds are asked for once, of a process apart."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import msgspec

from puntobanco.house.sheet_odds import COMMAND, Question
from puntobanco.rules.sheet import Sheet, canonical


@dataclass(slots=True)
class Explained:
    """What was answered, by sheet and decks; who comes while it is counted waits for the same."""

    _known: dict[tuple[str, int], asyncio.Task[bytes]] = field(default_factory=dict)

    async def of(self, sheet: Sheet, decks: int) -> bytes:
        """Give the words and the odds of a game, as JSON."""
        key = (sheet.hash, decks)
        known = self._known.get(key)
        if known is None or (known.done() and known.exception() is not None):
            known = self._known[key] = asyncio.create_task(_ask(sheet, decks))
        return await asyncio.shield(known)


async def _ask(sheet: Sheet, decks: int) -> bytes:
    question = Question(canonical(sheet.source_form).decode(), decks)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
    answer, _ = await process.communicate(msgspec.json.encode(question))
    if process.returncode:
        message = f"the odds of {sheet.id} were not counted: {process.returncode}"
        raise OSError(message)
    return answer
