"""Messages that the house asks for by a name of its own: none of them is missing."""

import json
from pathlib import Path
from typing import Final

from puntobanco.house.felt import inscription
from puntobanco.rules.catalogue import find, shipped
from puntobanco.table.refusals import Code

FOLDER: Final = Path(__file__).parents[1] / "src/puntobanco/web/static/messages/en"
PHASES: Final = ("closed", "shuffling", "waiting", "betting", "paused", "dealing", "settled")


def missing(*keys: str) -> list[str]:
    """Give the keys that no message file has."""
    files = [json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")]
    known = {key for messages in files for key in messages}
    return [key for key in keys if key not in known]


def test_every_refusal_has_a_sentence() -> None:
    """A code that a patron, a dealer or the floor can be answered with is said in words."""
    assert missing(*(f"refusal.{code.value}" for code in Code)) == []


def test_every_phase_has_words() -> None:
    """Whatever a table is doing, the lobby and the seat have words for it."""
    assert (
        missing(*(f"{page}.{phase}" for page in ("lobby.phase", "seat.state") for phase in PHASES))
        == []
    )


def test_every_sign_on_a_felt_has_words() -> None:
    """What a sheet writes on its felt is a message, for every sheet."""
    parts = [part for sheet in shipped() for part in inscription(find(sheet))]
    assert missing(*(f"seat.inscription.{part['key']}" for part in parts)) == []
