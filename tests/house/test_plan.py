"""Plans of tables: what can be opened, and one line for what cannot."""

from dataclasses import replace
from pathlib import Path

import pytest

from puntobanco.errors import InputError
from puntobanco.house.plan import DEMO, Plan
from puntobanco.rules.catalogue import find, shipped
from puntobanco.table.decide import decide
from puntobanco.table.state import TableState

PLAN = Plan("1", "Table 1", "deq-ez", (500, 50_000), (100, 5_000))


@pytest.mark.parametrize("plan", [replace(PLAN, name="Plain"), *DEMO], ids=lambda plan: plan.name)
def test_a_plan_opens_its_table(plan: Plan) -> None:
    """What a plan commands is accepted by the table, with the decks of its sheet."""
    command = plan.command()
    decision = decide(TableState(), command, 0)
    assert decision.refusal is None
    assert command.decks == find(plan.sheet).decks[2]


def test_the_demo_names_each_table_once() -> None:
    """No two tables of the demo have an id in common, and no place is planned twice."""
    assert len({plan.table for plan in DEMO}) == len(DEMO)
    assert all(plan.patrons <= plan.seats for plan in DEMO)


def test_the_demo_leaves_a_newcomer_a_place() -> None:
    """At most tables somebody can sit down."""
    assert sum(plan.patrons < plan.seats for plan in DEMO) > len(DEMO) / 2


@pytest.mark.parametrize("game", [g for g in shipped() if not find(g).is_house_banked])
def test_a_player_dealer_game_is_not_opened(game: str) -> None:
    """The line names the sheet, why, and what to choose."""
    with pytest.raises(InputError, match=f"{game}: its bank is a player-dealer.*choose") as error:
        replace(PLAN, sheet=game).command()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "change",
    [
        {"mains": (600, 500)},
        {"mains": (0, 500)},
        {"mains": (-100, 500)},
        {"mains": (50, 500)},
        {"mains": (150, 500)},
        {"sides": (550, 5_000)},
        {"mains": (100, 10**12 + 100)},
        {"unit": 0},
        {"seats": 0},
        {"seats": 14},
        {"clock": 0},
        {"clock": -1},
        {"table": ""},
        {"table": "a:b"},
    ],
    ids=str,
)
def test_a_plan_that_does_not_fit(change: dict[str, object]) -> None:
    """Whatever the table would refuse is one line with a cure before anything is opened."""
    with pytest.raises(InputError, match=";") as error:
        replace(PLAN, **change).command()  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_an_unknown_sheet_is_named() -> None:
    """A sheet that is not there is the catalogue's one line."""
    with pytest.raises(InputError, match="no rule sheet 'deq-easy'"):
        replace(PLAN, sheet="deq-easy").command()


def test_a_sheet_of_the_users_own(tmp_path: Path) -> None:
    """A file is a game as well; its seats and decks count."""
    file = tmp_path / "own.toml"
    file.write_text(
        'format = 1\nbase = "deq-ez"\nid = "own"\nname = "Own"\nsource = "me"\n'
        "seats = [3]\ndecks = { min = 2, max = 6, default = 4 }\n"
    )
    assert replace(PLAN, sheet=str(file), seats=3).command().decks == 4
    with pytest.raises(InputError, match=r"4 places.*3"):
        replace(PLAN, sheet=str(file), seats=4).command()
