"""How the position of player-dealer goes round: presets, offers, and when no round may start."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find, rotation, shipped
from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.rotation import (
    HELD_TOO_LONG,
    PRESETS,
    TOO_FEW_HOLDERS,
    RotationPolicy,
    Stint,
    breach,
    candidates,
    has_room_for_third_party,
    load_policies,
    next_breach,
    policy_from_canonical,
)
from puntobanco.rules.sheet import canonical
from puntobanco.rules.venue import ROTATIONS
from tests.strategies import spoilt

MINUTE = 60_000
BUREAU, NOTICE, REG = (rotation(name) for name in ("bureau-two-hands", "notice-2016", "reg-2026"))
PLACES = {1: "ann", 3: "bob", 4: "cy", 6: "tp", 7: "dee"}


def offered(
    policy: RotationPolicy,
    last: int | None,
    *,
    patron: str | None = None,
    third_party: bool = False,
    away: frozenset[str] = frozenset(),
    played: dict[str, int] | None = None,
    kept: int = 0,
) -> tuple[int, ...]:
    """The offers at a table of eight places, of which three are empty."""
    holder = patron if patron is not None or last is None else PLACES.get(last)
    return candidates(
        policy, PLACES, last, holder, third_party, frozenset({"tp"}), away, played or {}, 8, kept
    )


def test_the_presets() -> None:
    """GAP-3.15: three regimes are known, and each says what its source says."""
    assert list(PRESETS.values()) == [
        RotationPolicy(
            id="bureau-two-hands",
            name="Offered after every two hands",
            source="GEGA-003774; GEGR-002102",
            offer_every_hands=2,
        ),
        RotationPolicy(
            id="notice-2016",
            name="Offered after every two hands, held for an hour at most",
            source="Bureau of Gambling Control, notice of 2016 on the rotation of the position",
            offer_every_hands=2,
            max_hold_minutes=60,
            breach="pause",
            pause_minutes=2,
        ),
        RotationPolicy(
            id="reg-2026",
            name="Offered before every hand, two holders within forty minutes",
            source="California regulations on the player-dealer position, in force on 1 April 2026",
            offer_every_hands=1,
            third_party_may_follow_third_party=False,
            third_party_per_table_max=1,
            window_minutes=40,
            min_distinct_in_window=2,
            breach="end-game",
        ),
    ]


def test_a_sheet_may_name_what_the_data_has() -> None:
    """There is one list of policies, and every shipped sheet names one of them."""
    assert tuple(PRESETS) == ROTATIONS
    assert {find(name).venue.rotation for name in shipped()} <= set(PRESETS)


def test_the_first_offer_of_a_session() -> None:
    """GAP-3.15: the first offer goes to the first occupied place from the dealer's left."""
    assert offered(BUREAU, None) == (1, 3, 4, 6, 7)


def test_the_next_offers() -> None:
    """GAP-3.15: later offers go clockwise from the place after the last holder's, he comes last."""
    assert offered(BUREAU, 4, kept=2) == (6, 7, 1, 3, 4)
    assert offered(BUREAU, 7, kept=2) == (1, 3, 4, 6, 7)


def test_an_empty_place_of_the_last_holder() -> None:
    """A holder who has left is asked no more; whoever sits there now is asked last of all."""
    assert offered(BUREAU, 5, patron="eve") == (6, 7, 1, 3, 4)
    assert offered(BUREAU, 4, patron="eve") == (6, 7, 1, 3, 4)


def test_a_holder_who_changed_places() -> None:
    """The last holder comes last wherever he sits now."""
    assert offered(BUREAU, 3, patron="dee") == (4, 6, 1, 3, 7)


def test_a_patron_with_two_places_is_asked_once() -> None:
    """No patron is offered it twice in one turn of offers; the holder is asked where he held it."""
    places = {1: "ann", 2: "bob", 5: "ann"}
    nobody: frozenset[str] = frozenset()
    for last, order in ((None, (1, 2)), (1, (2, 1)), (2, (5, 2))):
        holder = None if last is None else places[last]
        found = candidates(BUREAU, places, last, holder, False, nobody, nobody, {}, 8, 2)
        assert found == order


def test_who_is_away_is_passed_over() -> None:
    """A patron on a break is offered nothing, the last holder included."""
    assert offered(BUREAU, 4, away=frozenset({"tp", "ann"})) == (7, 3, 4)
    assert offered(BUREAU, 4, away=frozenset({"cy"})) == (6, 7, 1, 3)


def test_eligible_after_some_rounds() -> None:
    """Where a room asks for rounds played before, nobody is offered the position sooner."""
    policy = RotationPolicy("own", "Own", "a test", 2, eligible_after_rounds=3)
    assert offered(policy, None, played={"ann": 2, "bob": 3, "cy": 4}) == (3, 4)


def test_a_fresh_table_asks_everybody() -> None:
    """Where nobody who is there has played enough, the position does not stay with nobody."""
    policy = RotationPolicy("own", "Own", "a test", 2, eligible_after_rounds=3)
    everybody = offered(BUREAU, None)
    assert offered(policy, None) == everybody
    assert offered(policy, None, played={"ann": 2}) == everybody
    away = frozenset({"bob"})
    assert offered(policy, None, played={"bob": 3}, away=away) == offered(BUREAU, None, away=away)


def test_the_holder_keeps_it_only_where_the_policy_says_so() -> None:
    """When all decline the last holder may go on, unless the policy or its limit forbids it."""
    own = RotationPolicy("own", "Own", "a test", 2, may_keep_when_all_decline=False)
    assert offered(own, 4) == (6, 7, 1, 3)
    limited = RotationPolicy("own", "Own", "a test", 2, max_consecutive_hands=4)
    assert offered(limited, 4, kept=3) == (6, 7, 1, 3, 4)
    assert offered(limited, 4, kept=4) == (6, 7, 1, 3)


def test_a_third_party_never_follows_a_third_party() -> None:
    """GAP-3.15: under reg-2026 the turn after a third party's goes to somebody else."""
    assert offered(REG, 6, third_party=True) == (7, 1, 3, 4)
    assert offered(REG, 4, kept=1) == (6, 7, 1, 3, 4)
    assert offered(BUREAU, 6, third_party=True, kept=2) == (7, 1, 3, 4, 6)


def test_a_third_party_that_is_none_any_more_does_not_keep_it() -> None:
    """GAP-3.15: what counts is in which capacity the last turn was held."""
    assert offered(REG, 4, third_party=True) == (7, 1, 3)


def test_nobody_to_offer_it_to() -> None:
    """GAP-3.15: alone with a third party that has just held it, a table waits."""
    places, tp, nobody = {6: "tp"}, frozenset({"tp"}), frozenset[str]()
    assert candidates(REG, places, 6, "tp", True, tp, nobody, {}, 8, 1) == ()
    assert candidates(REG, places, None, None, False, tp, nobody, {}, 8, 0) == (6,)


def test_third_parties_at_a_table() -> None:
    """GAP-3.15: reg-2026 lets one third party play at a table; the older regimes set no number."""
    assert [has_room_for_third_party(REG, seated) for seated in range(3)] == [True, False, False]
    assert has_room_for_third_party(BUREAU, 5)


@given(st.randoms(use_true_random=False))
def test_offers_at_any_table(chance: Random) -> None:
    """Offers go once to each who may have it, rising clockwise; only the holder is put last."""
    total = chance.choice((8, 14))
    places = {
        place: chance.choice("abcdefgh") for place in range(1, total + 1) if chance.randrange(2)
    }
    last = chance.choice((None, *range(1, total + 1)))
    holder = None if last is None else places.get(last, chance.choice("abz"))
    third, away = (frozenset(chance.sample("abcdefgh", 3)) for _ in range(2))
    played = {patron: chance.randrange(5) for patron in "abcdefgh"}
    policy = RotationPolicy(
        "own",
        "Own",
        "a test",
        1,
        chance.choice((None, 2)),
        chance.choice((True, False)),
        chance.choice((True, False)),
        eligible_after_rounds=chance.choice((0, 2)),
    )
    was_third = holder in third
    kept = chance.randrange(4)
    found = candidates(policy, places, last, holder, was_third, third, away, played, total, kept)
    barred = third if was_third and not policy.third_party_may_follow_third_party else frozenset()
    there = set(places.values()) - away
    eligible = {who for who in there if played[who] >= policy.eligible_after_rounds}
    may = (eligible or there) - barred
    asked = [places[place] for place in found]
    assert len(asked) == len(set(asked))
    assert may - {holder} <= set(asked) <= may
    steps = [(place - (last or 0) - 1) % total for place in found if places[place] != holder]
    assert steps == sorted(steps)
    if holder in asked:
        assert asked[-1] == holder
        assert policy.may_keep_when_all_decline
        assert policy.max_consecutive_hands is None or kept < policy.max_consecutive_hands


def stints(*spans: tuple[str, int, int | None]) -> list[Stint]:
    """Stints in minutes; a patron whose name begins with tp is a third party."""
    return [
        Stint(who, who.startswith("tp"), start * MINUTE, None if end is None else end * MINUTE)
        for who, start, end in spans
    ]


def at(policy: RotationPolicy, history: Sequence[Stint], minute: float) -> str | None:
    """What stops a round at a minute of a game that began at 0."""
    return breach(policy, history, 0, int(minute * MINUTE))


def countdown(policy: RotationPolicy, history: Sequence[Stint], minute: int) -> float | None:
    """The minute from which no round may start."""
    found = next_breach(policy, history, 0, minute * MINUTE)
    return None if found is None else found / MINUTE


def test_the_oldest_regime_breaks_never() -> None:
    """GAP-3.15: under bureau-two-hands a patron whom all others let go on may hold it all day."""
    history = stints(("ann", 0, None))
    assert at(BUREAU, history, 24 * 60) is None
    assert countdown(BUREAU, history, 0) is None


def test_nobody_holds_it_for_more_than_an_hour() -> None:
    """GAP-3.15: under notice-2016 no round starts once the holder has had it for 60 minutes."""
    history = stints(("bob", 0, 10), ("ann", 10, None))
    assert countdown(NOTICE, history, 10) == 70
    assert at(NOTICE, history, 69.99) is None
    assert at(NOTICE, history, 70) == HELD_TOO_LONG
    assert countdown(NOTICE, history, 75) == 75


def test_a_pause_begins_the_hour_anew() -> None:
    """GAP-3.15: after two minutes' pause the same patron may hold it again, sooner he may not."""
    paused = stints(("ann", 0, 60), ("ann", 62, None))
    assert at(NOTICE, paused, 62) is None
    assert countdown(NOTICE, paused, 62) == 122
    hurried = stints(("ann", 0, 60), ("ann", 61, None))
    assert at(NOTICE, hurried, 61) == HELD_TOO_LONG
    another = stints(("ann", 0, 59), ("bob", 59, 60), ("ann", 60, None))
    assert countdown(NOTICE, another, 60) == 120


def test_turns_without_a_break_are_one_hold() -> None:
    """GAP-3.15: to keep the position turn after turn is to hold it all the time."""
    history = stints(("ann", 0, 20), ("ann", 20, 40), ("ann", 40, None))
    assert countdown(NOTICE, history, 40) == 60


def test_a_position_that_nobody_holds() -> None:
    """GAP-3.15: where nobody holds it, nobody holds it too long."""
    assert at(NOTICE, stints(("ann", 0, 61)), 61) is None
    assert at(NOTICE, [], 61) is None


def test_two_holders_within_forty_minutes() -> None:
    """GAP-3.15: under reg-2026 two patrons besides third parties held it in any forty minutes."""
    history = stints(("ann", 0, 5), ("tp", 5, 8), ("bob", 8, 12), ("tp", 12, None))
    assert countdown(REG, history, 12) == 45
    assert at(REG, history, 44.99) is None
    assert at(REG, history, 45) == TOO_FEW_HOLDERS


def test_the_first_forty_minutes_are_free() -> None:
    """GAP-3.15: a game younger than the window cannot have broken it."""
    for history in ([], stints(("tp", 0, None)), stints(("ann", 0, None))):
        assert countdown(REG, history, 0) == 40
        assert at(REG, history, 39.99) is None
        assert at(REG, history, 40) == TOO_FEW_HOLDERS


def test_third_parties_do_not_count_as_holders() -> None:
    """GAP-3.15: two providers and one patron are one holder."""
    history = stints(("tp", 0, 10), ("ann", 10, 20), ("tp-2", 20, None))
    assert at(REG, history, 40) == TOO_FEW_HOLDERS


def test_a_holder_counts_until_his_turn_has_left_the_window() -> None:
    """GAP-3.15: the window reaches back forty minutes, its far end left out."""
    history = stints(("ann", 0, 10), ("bob", 10, None))
    assert countdown(REG, history, 10) == 50
    assert at(REG, history, 50 - 1 / MINUTE) is None
    assert at(REG, history, 50) == TOO_FEW_HOLDERS


def test_a_new_game_begins_a_new_window() -> None:
    """GAP-3.15: a game that was ended may begin again, and has forty minutes of its own."""
    history = stints(("ann", 0, None))
    assert breach(REG, history, 40 * MINUTE, 79 * MINUTE) is None
    assert next_breach(REG, history, 40 * MINUTE, 41 * MINUTE) == 80 * MINUTE


def test_both_terms_at_once() -> None:
    """A room may limit both the hold and the window; the first to break is counted down to."""
    own = RotationPolicy("own", "Own", "a test", 1, None, True, True, None, 40, 2, 30, "end-game")
    history = stints(("ann", 0, 5), ("bob", 5, None))
    assert countdown(own, history, 5) == 35
    assert at(own, history, 35) == HELD_TOO_LONG
    assert countdown(own, stints(("ann", 0, 5), ("bob", 5, 20)), 20) == 45


def few_by_definition(policy: RotationPolicy, history: Sequence[Stint], now: int) -> bool:
    """Whether the window holds too few, minute for minute as the rule is written."""
    assert policy.window_minutes is not None
    begin = now - policy.window_minutes * MINUTE
    held = {
        stint.patron
        for stint in history
        if not stint.third_party and stint.start <= now and (stint.end is None or stint.end > begin)
    }
    return begin >= 0 and len(held) < policy.min_distinct_in_window


@given(st.randoms(use_true_random=False))
def test_the_countdown_is_when_it_breaks(chance: Random) -> None:
    """The window is broken where its definition says so, and the countdown names the first time."""
    clock, history = 0, []
    for _ in range(chance.randrange(8)):
        length = chance.choice((1, 3, 10, 40))
        who = chance.choice(("ann", "bob", "cy", "tp"))
        history += stints((who, clock, clock + length))
        clock += length + chance.choice((0, 0, 1, 5))
    if chance.randrange(2):
        history += stints((chance.choice(("ann", "tp")), clock, None))
    for minute in range(clock, clock + 90):
        now = minute * MINUTE
        few = few_by_definition(REG, history, now)
        assert breach(REG, history, 0, now) == (TOO_FEW_HOLDERS if few else None)
    first = countdown(REG, history, clock)
    broken = [m for m in range(clock, clock + 90) if few_by_definition(REG, history, m * MINUTE)]
    assert first == (broken[0] if broken else None)


@pytest.mark.parametrize("policy", PRESETS.values(), ids=lambda policy: policy.id)
def test_a_policy_reads_back_from_its_canonical_form(policy: RotationPolicy) -> None:
    """What is stored with a table is the whole policy."""
    assert policy_from_canonical(canonical(policy.source_form)) == policy
    assert policy_from_canonical(canonical(policy.source_form).decode()) == policy


OWN = """\
rotation = 1

[[policy]]
id = "own"
name = "Own"
source = "the room's approved rules"
offer_every_hands = 3
max_consecutive_hands = 6
eligible_after_rounds = 3
max_hold_minutes = 30
breach = "pause"
pause_minutes = 5
"""


def test_a_policy_of_the_room(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A room writes its own policy in a file."""
    file = tmp_path_factory.mktemp("room") / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    policy = rotation(str(file))
    assert (policy.id, policy.max_consecutive_hands, policy.pause_minutes) == ("own", 6, 5)
    file.write_text(packaged_text("rotations"), encoding="utf-8")
    with pytest.raises(SheetError, match="policy: it has 3 policies; keep the one that is meant"):
        rotation(str(file))


def test_a_name_that_no_policy_has() -> None:
    """A wrong name is answered with what is near."""
    with pytest.raises(SheetError) as caught:
        rotation("reg-2025")
    assert str(caught.value) == (
        "rules: id: there is no rotation policy 'reg-2025'; use reg-2026, or a file that ends in"
        " .toml"
    )


FAULTS = [
    ("rotation = 1", "rotation = 2", "1: rotation: 2 does not fit; write 1"),
    ("rotation = 1", "", "1: rotation: it is missing; write rotation = 1"),
    ("offer_every_hands = 3\n", "", "3: policy[1].offer_every_hands: it is missing; add"),
    ("hands = 3", "hands = 0", "7: policy[1].offer_every_hands: 0 does not fit; write a whole"),
    (
        "max_hold_min",
        "max_holdmin",
        "10: policy[1].max_holdminutes: this key is not known here; use max_",
    ),
    ("pause_minutes = 5\n", "", "3: policy[1].pause_minutes: a pause and its minutes go together"),
    ('breach = "pause"\n', "", "3: policy[1].breach: nothing follows from a breach; write breach"),
    ("max_hold_minutes = 30\n", "", "10: policy[1].breach: there is nothing to break; add max_h"),
    (
        "max_hold_minutes = 30",
        "window_minutes = 40",
        "10: policy[1].window_minutes: a window and its least number of holders go together",
    ),
    ('"pause"', '"end"', "11: policy[1].breach: 'end' is not known here; use end-game"),
    (OWN[OWN.index("[[") :], "", "1: policy: the file has no policy; add a [[policy]]"),
]


@pytest.mark.parametrize("taken, put, message", FAULTS)
def test_faults_of_a_policy(taken: str, put: str, message: str) -> None:
    """A fault names line and key, what is wrong, and the cure."""
    assert OWN.count(taken) == 1
    with pytest.raises(SheetError) as caught:
        load_policies(OWN.replace(taken, put), "own.toml")
    assert str(caught.value).startswith(f"own.toml:{message}")


@given(st.randoms(use_true_random=False))
def test_whatever_stands_in_a_policy(chance: Random) -> None:
    """A policy with anything anywhere is read whole, or refused with its place."""
    form = json.dumps(spoilt(chance, dict(tomllib.loads(OWN)["policy"][0])))
    try:
        policy = policy_from_canonical(form)
    except SheetError:
        return
    assert policy_from_canonical(canonical(policy.source_form)) == policy


def test_a_policy_that_is_there_twice() -> None:
    """Two policies of one file have two ids."""
    text = OWN + OWN[OWN.index("[[") :]
    with pytest.raises(SheetError, match="the policy 'own' is there twice; give it another id"):
        load_policies(text, "own.toml")


PAGE = Path(__file__).parents[2] / "docs/reference/rotation.md"
WORKED = {1: "Ann", 3: "Bob", 4: "TP", 6: "Cy"}


def worked() -> list[tuple[str, list[str]]]:
    """The rows of the worked tables on the page, each with its policy."""
    rows, policy = [], ""
    page = PAGE.read_text(encoding="utf-8").partition("## Worked tables")[2]
    for line in page.partition("\n## ")[0].splitlines():
        if line.startswith("### "):
            policy = line.removeprefix("### ")
        elif line.startswith("| ") and not line.startswith("| turns"):
            rows.append((policy, [cell.strip() for cell in line.strip("|").split("|")]))
    return rows


def test_the_worked_tables_have_every_preset() -> None:
    """Each policy is shown at work."""
    assert {policy for policy, _ in worked()} == set(PRESETS)


@pytest.mark.parametrize("policy, cells", worked())
def test_the_worked_tables(policy: str, cells: list[str]) -> None:
    """GAP-3.15: what the page works out for each policy is what the code does."""
    turns, minute, order, start, until = cells
    history = []
    for turn in filter(None, turns.split(", ")):
        who, span = turn.split()
        begin, _, end = span.partition("-")
        history.append(
            Stint(who, who == "TP", int(begin) * MINUTE, int(end) * MINUTE if end else None)
        )
    last = history[-1] if history else None
    found = candidates(
        PRESETS[policy],
        WORKED,
        next(place for place, who in WORKED.items() if who == last.patron) if last else None,
        last.patron if last else None,
        last is not None and last.third_party,
        frozenset({"TP"}),
        frozenset(),
        {},
        8,
        2,
    )
    assert " ".join(map(str, found)) == order
    assert (at(PRESETS[policy], history, int(minute)) or "yes") == start
    ends = countdown(PRESETS[policy], history, int(minute))
    assert ("" if ends is None or start != "yes" else f"{ends:g}") == until
