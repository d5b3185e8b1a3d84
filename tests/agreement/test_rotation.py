"""The position of player-dealer goes round as the oracle reads 2.7, in thousands of tables."""

from random import Random

import pytest

from puntobanco.rules import rotation
from tests.oracle import rotation as oracle

TABLES = 3_000
REGIMES = tuple(oracle.REGIMES)


def table(chance: Random) -> tuple[list[oracle.Sitter], int, oracle.Hold | None]:
    """People at a table, third parties among them, and who held the position last."""
    places = chance.choice((2, 3, 8, 14))
    patrons = [f"p{number}" for number in range(places)]
    chance.shuffle(patrons)
    third = set(chance.sample(patrons, chance.choice((0, 0, 1, 2)) if places > 2 else 0))
    if chance.random() < 0.2:  # somebody has two places
        patrons[0] = patrons[-1]
    taken = sorted(chance.sample(range(1, places + 1), chance.randint(0, places)))
    sitters = [
        oracle.Sitter(place, patron, patron in third)
        for place, patron in zip(taken, patrons, strict=False)
    ]
    last = None
    if chance.random() < 0.8:
        place = chance.randint(1, places)
        here = {sitter.place: sitter.patron for sitter in sitters}
        patron = here.get(place) if chance.random() < 0.8 else chance.choice(patrons)
        patron = patron or "gone"
        last = oracle.Hold(patron, place, patron in third or chance.random() < 0.1, 0)
    return sitters, places, last


@pytest.mark.parametrize("regime", REGIMES)
def test_offers(regime: str) -> None:
    """2.7: the position is offered to the same places in the same order, until all declined."""
    chance = Random(f"offers {regime}")
    policy, clause = rotation.PRESETS[regime], oracle.REGIMES[regime]
    for _ in range(TABLES):
        sitters, places, last = table(chance)
        away = frozenset(sitter.patron for sitter in sitters if chance.random() < 0.1)
        present = [sitter for sitter in sitters if sitter.patron not in away]
        found = rotation.candidates(
            policy,
            {sitter.place: sitter.patron for sitter in sitters},
            last.place if last else None,
            last.patron if last else None,
            last is not None and last.third_party,
            frozenset(sitter.patron for sitter in sitters if sitter.third_party),
            away,
            {},
            places,
            2,
        )
        asked: list[int] = []
        while (next_one := oracle.next_asked(clause, present, places, last, asked)) is not None:
            asked.append(next_one.place)
        assert list(found) == asked, (present, places, last)


@pytest.mark.parametrize("regime", REGIMES)
def test_breaches(regime: str) -> None:
    """2.7: a round may start at the same times, whoever held the position for however long."""
    chance = Random(f"breaches {regime}")
    policy, clause = rotation.PRESETS[regime], oracle.REGIMES[regime]
    seen = set()
    for _ in range(TABLES):
        now, holds = 0, []
        for _ in range(chance.randint(0, 6)):
            now += chance.choice((0, 0, 1, 2, 3, 10)) * oracle.MINUTE
            begun = now
            now += chance.choice((0, 1, 5, 20, 39, 40, 41, 59, 60)) * oracle.MINUTE
            patron = chance.choice(("ann", "bea", "tpp"))
            holds.append(oracle.Hold(patron, 1, patron == "tpp", begun, now))
        if holds and chance.random() < 0.8:
            holds[-1] = holds[-1]._replace(ended=None)
        began = holds[0].begun if holds else 0
        now += chance.choice((0, 1, 30, 60)) * oracle.MINUTE + chance.choice((-1, 0, 0, 1))
        now = max(now, began)
        stints = [
            rotation.Stint(hold.patron, hold.third_party, hold.begun, hold.ended) for hold in holds
        ]
        ours = rotation.breach(policy, stints, began, now)
        assert ours == oracle.breach(clause, began, holds, now), (began, holds, now)
        seen.add(ours)
        until = None if policy.breach != "pause" else now + policy.pause_minutes * oracle.MINUTE
        assert until == oracle.pause_until(clause, now)
    expected = {"notice-2016": "held-too-long", "reg-2026": "too-few-holders"}
    assert seen == {None} | ({expected[regime]} if regime in expected else set())


@pytest.mark.parametrize("regime", REGIMES)
def test_terms(regime: str) -> None:
    """2.7: the shipped policy has the hands, the hour and the window of the clause."""
    policy, clause = rotation.PRESETS[regime], oracle.REGIMES[regime]
    assert policy.offer_every_hands == clause.hands
    assert (policy.max_hold_minutes, policy.window_minutes) == (clause.longest, clause.window)
    assert policy.min_distinct_in_window == clause.others
    assert policy.may_keep_when_all_decline
