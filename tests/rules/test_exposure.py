"""What a player-dealer risks before the cards, held against formulas and against settlement."""

from collections.abc import Iterable, Sequence
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.classes import universe
from puntobanco.rules.conditions import facts_of
from puntobanco.rules.coup import Coup
from puntobanco.rules.exposure import ROWS_MAX, Exposure, OutcomeRow, Terms, exposure, outcomes
from puntobanco.rules.load import load
from puntobanco.rules.settle import Settlement, Wager, settle
from puntobanco.rules.sheet import Sheet, Verdict
from puntobanco.rules.verdict import calls_in, result_in
from tests.sheet_texts import toml
from tests.strategies import PLAYER_DEALER_GAMES, coup_from, drawn, round_from

EZ = find("ca-ez-panda8")
POLICIES = [
    ("running", "continue"),
    ("running", "halt"),
    ("gross", "continue"),
    ("collect-then-pay", "continue"),
]


def on(amounts: dict[str, int]) -> list[Wager]:
    """One wager on each bet, each of a patron of his own."""
    return [
        Wager(bet, number, bet, bet, amount)
        for number, (bet, amount) in enumerate(amounts.items(), 1)
    ]


def nets(found: Exposure) -> dict[str, int]:
    """The result of each outcome."""
    return {row.label: row.net for row in found.rows}


@pytest.mark.parametrize("game", ["ca-ez-panda8", "parkwest-ez", "deq-ez"])
@given(
    st.tuples(*[st.integers(1, 10**12)] * 5),
)
def test_the_formulas_of_ez_baccarat(game: str, amounts: tuple[int, ...]) -> None:
    """The result by outcome is what the rules write out for Player, Banker, Tie and both sides."""
    bets = ("player", "banker", "tie", "dragon-7", "panda-8")
    p, b, t, d, x = amounts
    found = exposure(find(game), on(dict(zip(bets, amounts, strict=True))), 1)
    assert nets(found) == {
        "Player wins": -p + b + t + d + x,
        "Player wins, Panda 8": -p + b + t + d - 25 * x,
        "Banker wins": p - b + t + d + x,
        "Banker wins, Dragon 7": p + t + x - 40 * d,
        "Tie": -8 * t + d + x,
    }
    assert (found.worst, found.best) == (min(nets(found).values()), max(nets(found).values()))
    assert found.most_paid == max(p + 25 * x, p, b, 40 * d, 8 * t)
    assert found.most_collected == max(b + t + d + x, p + t + d + x)
    assert found.exact


def test_both_readings_of_the_7_7_line() -> None:
    """GAP-0.2: where a tie on 7 pushes the Tie bet, that tie is an outcome of its own."""
    found = exposure(find("parkwest-ez-tie7-push"), on({"player": 100, "tie": 10}), 1000)
    ties = {row.label: row.net for row in found.rows if row.winner == "tie"}
    assert sorted(ties.values()) == [-80, 0]


def test_21st_century_baccarat() -> None:
    """GAP-0.6, GAP-0.7: every tier of one pair goes with every tier of the other, one each."""
    game = find("parkwest-21c")
    rows = outcomes(game)
    assert len(rows) == len({row.label for row in rows}) == 105
    assert all(row.is_exact for row in rows)
    labels = [row.label for row in rows]
    assert "Banker wins, Player pair 25:1, Banker pair 6:1" in labels
    assert "Tie, Lucky-7, Player pair 6:1, Super Tie 25:1" in labels
    # six cards of one colour hold no pair of two colours
    assert not [label for label in labels if "6:1" in label and "100:1" in label]
    wagers = on({bet.id: 100 for bet in game.bets if not bet.is_main} | {"banker": 500})
    found = exposure(game, wagers, 10_000)
    assert found.worst == -(25 + 25 + 45 + 100) * 100 + 500
    assert found.best == 900


def test_the_commission_is_part_of_what_is_paid() -> None:
    """A winner is paid as settlement pays him: less commission, rounded to the table's unit."""
    found = exposure(find("punto-banco"), on({"banker": 150}), 1000, unit=100)
    assert {row.label: row.pays for row in found.rows}["Banker wins"] == 100


def test_no_wagers() -> None:
    """An empty felt risks nothing, and any cover reaches."""
    found = exposure(EZ, [], 0)
    assert set(nets(found).values()) == {0}
    assert (found.worst, found.best, found.covers, found.in_full) == (0, 0, True, True)


def test_a_bet_that_the_sheet_has_not() -> None:
    """A wager on a bet of another game is refused, not left out."""
    with pytest.raises(SheetError, match="there is no bet 'lucky-7'"):
        exposure(EZ, on({"lucky-7": 10}), 100)


def test_only_bets_with_wagers_tell_outcomes_apart() -> None:
    """A player-dealer is not shown 105 outcomes that differ in bets which nobody has made."""
    found = exposure(find("parkwest-21c"), on({"player": 10, "banker": 10}), 100)
    assert [row.label for row in found.rows] == [
        "Player wins",
        "Banker wins",
        "Tie",
        "Tie, Lucky-7",
    ]


@pytest.mark.parametrize("game", shipped())
def test_it_is_quick(game: str) -> None:
    """The outcomes of a shipped sheet are found in well under a third of a second."""
    sheet = find(game)
    begin = perf_counter()
    outcomes(sheet, frozenset(bet.id for bet in sheet.bets))
    assert perf_counter() - begin < 0.3


def came_to(sheet: Sheet, coup: Coup) -> tuple[str, tuple[str, ...], dict[str, Terms]]:
    """What a coup comes to: winner, calls, and the terms of each bet."""
    facts = facts_of(coup)
    calls = calls_in(sheet, facts)
    terms = {}
    for bet in sheet.bets:
        result = result_in(bet, facts, calls)
        terms[bet.id] = (
            Terms(result.verdict, result.odds, result.commission, result.rounding)
            if result
            else Terms()
        )
    return coup.winner.value, calls, terms


def row_of(sheet: Sheet, coup: Coup, rows: Iterable[OutcomeRow]) -> int:
    """The number of the one row that a coup comes to."""
    winner, calls, terms = came_to(sheet, coup)
    (number,) = (
        number
        for number, row in enumerate(rows)
        if (row.winner, row.calls) == (winner, calls)
        and all(each == (terms[bet],) for bet, each in row.results.items())
    )
    return number


@pytest.mark.parametrize("game", shipped())
@given(drawn(coup_from))
def test_every_coup_is_one_outcome(game: str, coup: Coup) -> None:
    """Whatever is dealt, exactly one outcome says what all bets come to."""
    sheet = find(game)
    row_of(sheet, coup, outcomes(sheet))


@pytest.mark.parametrize("game", shipped())
def test_no_outcome_is_idle(game: str) -> None:
    """Each outcome is met by a class of coups, and no two are the same."""
    sheet = find(game)
    axes = {"player_pair", "banker_pair"} | ({"colour"} if game == "parkwest-21c" else set())
    met = set()
    for facts in universe(frozenset(axes)).facts:
        calls = calls_in(sheet, facts)
        found = (result_in(bet, facts, calls) for bet in sheet.bets)
        met.add(
            (
                calls,
                *(
                    (each.verdict, each.odds, each.commission) if each else (Verdict.TAKE, None, 0)
                    for each in found
                ),
            )
        )
    rows = [
        (row.calls, *(terms[0][:3] for terms in row.results.values())) for row in outcomes(sheet)
    ]
    assert len(rows) == len(set(rows))
    assert set(rows) == met


@pytest.mark.parametrize("game", PLAYER_DEALER_GAMES)
@given(st.randoms(use_true_random=False))
def test_a_settlement_without_limit_is_the_outcome(game: str, chance: Random) -> None:
    """What an outcome pays and collects is what settling a coup of it under a vast cover does."""
    played = round_from(chance, game)
    cover = 10**20
    found = exposure(played.sheet, played.wagers, cover)
    rows = outcomes(played.sheet, {wager.bet for wager in played.wagers})
    row = found.rows[row_of(played.sheet, played.coup, rows)]
    for policy, win_cap in POLICIES:
        done = settled(played.sheet, played.coup, played.wagers, cover, policy, win_cap)
        assert sum(step.paid for step in done.steps) == row.pays
        assert sum(step.collected for step in done.steps) == row.collects
        assert done.player_dealer
        assert done.player_dealer.net == row.net == row.collects - row.pays
    assert found.worst <= row.net <= found.best
    assert (found.covers, found.in_full, found.exact) == (True, True, True)


def settled(
    sheet: Sheet, coup: Coup, wagers: Sequence[Wager], cover: int, policy: str, win_cap: str
) -> Settlement:
    """A round of seven seats or thirteen, under a policy."""
    return settle(
        sheet, coup, wagers, seats=max(sheet.seats), cover=cover, policy=policy, win_cap=win_cap
    )


def left_over(done: Settlement) -> list[str]:
    """The wagers that did not get what the coup alone gives them."""
    return [
        step.wager.id
        for step in done.steps
        if step.uncovered or (step.verdict is Verdict.TAKE and step.returned)
    ]


def near(chance: Random, found: Exposure) -> int:
    """A cover near one of the sums at which it begins to reach."""
    edges = [found.most_paid, found.most_collected, *(r.pays + r.collects for r in found.rows)]
    return max(1, chance.choice(edges) + chance.choice((-1, 0, 0, 1)))


@pytest.mark.parametrize("policy, win_cap", POLICIES)
@pytest.mark.parametrize("game", PLAYER_DEALER_GAMES)
@given(st.randoms(use_true_random=False))
def test_in_full_means_that_no_order_leaves_a_wager_over(
    game: str, policy: str, win_cap: str, chance: Random
) -> None:
    """GAP-3.8, GAP-3.9: a bank that is said to settle in full does, for any coup in any order."""
    played = round_from(chance, game)
    cover = near(chance, exposure(played.sheet, played.wagers, 1))
    found = exposure(played.sheet, played.wagers, cover, policy=policy, win_cap=win_cap)
    if not found.in_full:
        return
    order = chance.sample(played.wagers, len(played.wagers))
    for coup in (played.coup, coup_from(chance), coup_from(chance)):
        done = settled(played.sheet, coup, order, cover, policy, win_cap)
        assert left_over(done) == []


@given(st.randoms(use_true_random=False))
def test_covers_is_what_the_rules_define(chance: Random) -> None:
    """GAP-3.8: the bank covers if on no outcome payments or collections are above the cover."""
    played = round_from(chance, chance.choice(PLAYER_DEALER_GAMES))
    found = exposure(played.sheet, played.wagers, near(chance, exposure(*played_by(played), 1)))
    cover = near(chance, found)
    found = exposure(*played_by(played), cover)
    assert found.covers == all(row.pays <= cover and row.collects <= cover for row in found.rows)
    if found.covers:
        for policy, win_cap in (("running", "continue"), ("collect-then-pay", "continue")):
            done = settled(played.sheet, played.coup, played.wagers, cover, policy, win_cap)
            assert [step.wager.id for step in done.steps if step.uncovered] == []


def played_by(played: Any) -> tuple[Sheet, Sequence[Wager]]:
    """The sheet and the wagers of a round."""
    return played.sheet, played.wagers


# Wagers, cover, and whether it is in full: running, running with halt, gross, collect-then-pay.
EDGES = [
    ({"player": 100}, 100, "yes yes yes yes"),
    ({"player": 100}, 99, "no no no no"),
    ({"player": 100, "banker": 100}, 100, "no no no yes"),
    ({"player": 100, "banker": 100}, 101, "yes yes no yes"),
    ({"player": 100, "banker": 100}, 200, "yes yes yes yes"),
    ({"player": 100, "banker": 50}, 100, "no no no yes"),
    ({"player": 60, "banker": 60, "tie": 5}, 65, "yes no no yes"),
    ({"player": 60, "banker": 60, "tie": 5}, 66, "yes yes no yes"),
    ({"player": 100, "banker": 50, "tie": 60}, 480, "yes yes yes yes"),
    ({"banker": 100, "player": 60, "dragon-7": 1, "tie": 50}, 401, "yes yes yes yes"),
    ({"tie": 10, "dragon-7": 1}, 80, "no no no yes"),
    ({"tie": 10, "dragon-7": 1}, 81, "yes yes yes yes"),
]


@pytest.mark.parametrize("amounts, cover, wanted", EDGES)
def test_the_edges_of_a_cover(amounts: dict[str, int], cover: int, wanted: str) -> None:
    """GAP-3.8: a running cover paid to the last chip ends the action; a gross one is used twice."""
    found = [
        exposure(EZ, on(amounts), cover, policy=policy, win_cap=win_cap).in_full
        for policy, win_cap in POLICIES
    ]
    assert " ".join("yes" if each else "no" for each in found) == wanted


def test_a_covered_bank_may_leave_a_wager_without_action() -> None:
    """GAP-3.8: covers counts chips, in_full the order too, and at equality they part."""
    found = exposure(EZ, on({"player": 100, "banker": 100}), 100)
    assert (found.covers, found.in_full) == (True, False)


def test_the_sheet_s_own_policy_is_meant() -> None:
    """Where no policy is named, the venue's holds."""
    wagers = on({"player": 100, "banker": 100})
    for policy, win_cap in POLICIES:
        cover = {"policy": policy, "win_cap": win_cap}
        text = f'format = 1\nbase = "ca-ez-panda8"\n{toml({"venue": {"cover": cover}})}'
        sheet = load(text, "own.toml", find)
        assert exposure(sheet, wagers, 150).in_full == (policy != "gross")


def crowded(bets: int) -> Sheet:
    """A game with so many bets, each on some totals of each hand, so that few go together."""
    chance = Random(7)

    def some() -> list[int]:
        return chance.sample(range(10), 7)

    values: dict[str, Any] = {
        "format": 1,
        "id": "crowded",
        "name": "Crowded",
        "source": "a test",
        "bank": "player-dealer",
        "seats": [7],
        "bet": [
            {
                "id": f"b{number}",
                "label": f"B{number}",
                "kind": "side",
                "result": [
                    {
                        "when": {
                            hand: {"two": some(), "third": some()} for hand in ("player", "banker")
                        },
                        "pays": f"{number + 1}:1",
                    },
                    {"when": {"colour": "red"}, "verdict": "push"},
                ],
            }
            for number in range(bets)
        ],
    }
    return load(toml(values), "crowded.toml", find)


def test_a_sheet_of_too_many_outcomes_is_bounded() -> None:
    """Where outcomes are too many each bet stands at its worst: in time, and never too small."""
    sheet = crowded(40)
    wagers = on({bet.id: 10 for bet in sheet.bets})
    begin = perf_counter()
    found = exposure(sheet, wagers, 10**6)
    assert perf_counter() - begin < 3
    assert not found.exact
    assert [row.label for row in found.rows] == ["Player wins", "Banker wins", "Tie"]
    chance = Random(11)
    for _ in range(300):
        coup = coup_from(chance)
        done = settled(sheet, coup, wagers, 10**6, "running", "continue")
        row = next(row for row in found.rows if row.winner == coup.winner.value)
        assert sum(step.paid for step in done.steps) <= row.pays
        assert sum(step.collected for step in done.steps) <= row.collects
        assert done.player_dealer
        assert row.net <= done.player_dealer.net <= found.best


def test_work_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bets whose outcomes are few, but slow to find, are bounded as well."""
    sheet = load('format = 1\nbase = "ca-ez-panda8"\nid = "slow"\nname = "Slow"', "slow.toml", find)
    monkeypatch.setattr("puntobanco.rules.exposure._WORK_MAX", 1)
    found = exposure(sheet, on({"player": 10, "banker": 10, "tie": 10}), 100)
    assert not found.exact
    assert nets(found) == {"Player wins": 10, "Banker wins": 10, "Tie": -80}
    monkeypatch.undo()
    bound = {row.label: (row.pays, row.collects) for row in found.rows}
    assert bound["Banker wins"] == (10, 20)


def test_few_wagers_on_a_crowded_sheet_are_exact() -> None:
    """Only the bets with wagers are laid over each other, so that a few of many are exact."""
    sheet = crowded(40)
    found = exposure(sheet, on({bet.id: 10 for bet in sheet.bets[:3]}), 100)
    assert found.exact
    assert len(found.rows) <= ROWS_MAX
