"""Plans of tables: what can be opened, and one line for what cannot."""

from dataclasses import replace
from pathlib import Path

import pytest

from puntobanco.errors import InputError
from puntobanco.house.plan import DEMO, Plan, with_venue
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.rotation import policy_from_canonical
from puntobanco.rules.schedule import schedule_from_canonical
from puntobanco.table.decide import decide
from puntobanco.table.events import Limit
from puntobanco.table.state import TableState

PLAN = Plan("1", "Table 1", "deq-ez", (500, 50_000), (100, 5_000))


@pytest.mark.parametrize("plan", [replace(PLAN, name="Plain"), *DEMO], ids=lambda plan: plan.name)
def test_a_plan_opens_its_table(plan: Plan) -> None:
    """What a plan commands is accepted by the table, with the decks of its sheet."""
    command = plan.command()
    decision = decide(TableState(), command, 0)
    assert decision.refusal is None
    assert command.decks == find(plan.sheet).decks[2]


def test_a_tables_name_is_cleaned() -> None:
    """A table is called by text that can be shown, as a patron is; nothing else opens."""
    assert replace(PLAN, name=" High\nlimit ").command().name == "High limit"
    for named in (
        {"name": " "},
        {"name": "\n"},
        {"table": " "},
        {"table": "t\n1"},
        {"table": "1 "},
    ):
        with pytest.raises(InputError, match="give each letters"):
            replace(PLAN, **named).command()  # type: ignore[arg-type]


def test_a_second_cover_is_not_opened() -> None:
    """`cover.secondary` is reserved: no command adds a cover, so no table promises one."""
    sheet = with_venue(find("ca-ez-panda8"), {"cover": {"secondary": True}})
    with pytest.raises(InputError, match=r"ca-ez-panda8: \[venue\] cover\.secondary is reserved"):
        replace(PLAN, sheet="ca-ez-panda8").opening(sheet)


def test_the_demo_names_each_table_once() -> None:
    """No two tables of the demo have an id in common, and no place is planned twice."""
    assert len({plan.table for plan in DEMO}) == len(DEMO)
    assert all(plan.patrons <= plan.seats for plan in DEMO)


def test_the_demo_leaves_a_newcomer_a_place() -> None:
    """At most tables somebody can sit down."""
    assert sum(plan.patrons < plan.seats for plan in DEMO) > len(DEMO) / 2


@pytest.mark.parametrize("game", [g for g in shipped() if not find(g).is_house_banked])
@pytest.mark.parametrize("seats", [7, 13])
def test_a_player_dealer_game_is_opened(game: str, seats: int) -> None:
    """Rotation, collection and the least cover come with it; the place beside the seats too."""
    command = replace(PLAN, sheet=game, seats=seats, back_line=2).command()
    assert policy_from_canonical(command.rotation).id == "bureau-two-hands"
    assert schedule_from_canonical(command.schedule).id == find(game).venue.collection
    assert (command.cover_min, command.back_line) == (50_000, 2)
    with pytest.raises(InputError, match=r"8 places.*7 or 13 beside the player-dealer's; choose"):
        replace(PLAN, sheet=game, seats=8).command()


def test_a_posting_has_a_row_for_the_limits() -> None:
    """A table takes the row of a schedule that holds its limits, or says which there are."""
    plan = replace(PLAN, sheet="ca-ez-panda8", schedule="hustler-cal-baccarat")
    (row,) = schedule_from_canonical(replace(plan, mains=(5_000, 30_000)).command().schedule).rows
    assert [tier.fee for tier in (*row.player, *row.player_dealer)] == [200, 300]
    with pytest.raises(InputError, match="no row holds limits"):
        replace(plan, mains=(100, 9_000_000)).command()
    assert replace(PLAN, schedule="hustler-cal-baccarat", mains=(1_000, 10_000)).command().schedule
    assert not PLAN.command().schedule


def test_a_bet_may_have_limits_of_its_own() -> None:
    """Limits of one bet stand in the place of those of its kind; a bet must be there."""
    command = replace(PLAN, limits=(Limit("tie", 200, 700),)).command()
    found = {limit.bet: (limit.min, limit.max) for limit in command.limits}
    assert (found["tie"], found["dragon-7"], found["player"]) == (
        (200, 700),
        (100, 5_000),
        (500, 50_000),
    )
    with pytest.raises(InputError, match="no bet 'red'"):
        replace(PLAN, limits=(Limit("red", 200, 700),)).command()


def test_a_room_changes_its_choices() -> None:
    """A venue's change is no other game, and what is no choice is named."""
    sheet = find("ca-ez-panda8")
    changed = with_venue(sheet, {"second_place": True, "cover": {"policy": "gross"}})
    assert (changed.hash, changed.venue.second_place) == (sheet.hash, True)
    assert (changed.venue.cover.policy, changed.venue.cover.win_cap) == ("gross", "continue")
    assert with_venue(sheet, {}) is sheet
    with pytest.raises(InputError, match="policy"):
        with_venue(sheet, {"cover": {"policy": "whatever"}})


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
