"""Messages that the house asks for by a name of its own: none of them is missing."""

import json
from pathlib import Path
from typing import Final

from puntobanco.house.changes import told
from puntobanco.house.felt import inscription
from puntobanco.rules.catalogue import find, shipped
from puntobanco.table.evolve import evolve
from puntobanco.table.irregular import TABLE
from puntobanco.table.refusals import Code
from puntobanco.table.state import Setup, TableState
from tests.table.playing import Felt, opening, small

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "src/puntobanco/web/static/messages/en"
PROFILES: Final = ("burn", "keep", "free-hand")
PHASES: Final = ("closed", "shuffling", "waiting", "betting", "paused", "dealing", "settled")


def missing(*keys: str) -> list[str]:
    """Give the keys that no message file has."""
    files = [json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")]
    known = {key for messages in files for key in messages}
    return [key for key in keys if key not in known]


def test_every_refusal_has_a_sentence() -> None:
    """A code that a patron, a dealer or the floor can be answered with is said in words."""
    assert missing(*(f"refusal.{code.value}" for code in Code)) == []


def test_every_term_has_a_name_on_the_floor() -> None:
    """Whatever may change of an open table is called something where it is proposed."""
    names = {*told(plain_game())} - {"limits"}  # which are told bet by bet
    assert {
        name for name in names if len(missing(f"floor.terms.{name}", f"floor.new.{name}")) > 1
    } == set()


def plain_game() -> Setup:
    """A table as it may be opened."""
    return evolve(TableState(), Felt().done(opening(small()))[0]).game


def test_every_phase_has_words() -> None:
    """Whatever a table is doing, the lobby and the seat have words for it."""
    assert (
        missing(*(f"{page}.{phase}" for page in ("lobby.phase", "seat.state") for phase in PHASES))
        == []
    )


def test_every_sign_on_a_felt_has_words() -> None:
    """What a sheet writes on its felt is a message, for every sheet."""
    parts = [part for sheet in shipped() for part in inscription(find(sheet))]
    assert missing(*(f"seat.inscription.{part.__struct_config__.tag}" for part in parts)) == []


def test_every_irregularity_and_every_handling_has_its_words() -> None:
    """What happened, what the dealer is told and what is done have words; nothing else has."""
    words = json.loads((FOLDER / "irregularities.json").read_text(encoding="utf-8"))
    ways = [way for row in TABLE for profile in PROFILES for way in row.handlings(profile)]
    wanted = {key for row in TABLE for key in (row.message, f"{row.message}.what")}
    assert set(words) == wanted | {f"handling.{way}" for way in ways}
    assert all(words.values())


def test_the_page_says_what_the_screen_says() -> None:
    """docs/rules/irregularities.md prints the sentences of the dealer's screen, each as it is."""
    words = json.loads((FOLDER / "irregularities.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs/rules/irregularities.md").read_text(encoding="utf-8")
    assert [
        row.kind for row in TABLE if f"| `{row.message}` | {words[row.message]} |" not in page
    ] == []
