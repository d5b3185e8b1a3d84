"""Whatever is typed or sent: status 0 or 2, no traceback, at most one line of error."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.rounds import Document, a_round, one_a_line, wager
from tests.cli.running import Ran, run

CASES = settings(max_examples=60)

words = st.one_of(
    st.sampled_from(["9S", "4H", "KD", "2C", "10s", "1S", "9S,4H", "--json", "--rules", "deq-ez"]),
    st.text(max_size=12),
)
plain = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["front", "back", "tie", "player", "dragon-7", "w1", "9S 4H KD 2C"]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


def well_behaved(ran: Ran, *, json_out: bool) -> None:
    """What holds of any run."""
    assert ran.status in {0, 2}, ran
    assert "Traceback" not in ran.err
    if ran.status:
        assert ran.fault
    else:
        assert ran.err == ""
    if json_out:
        assert all(isinstance(line, dict) for line in ran.lines)


@CASES
@given(st.lists(words, max_size=7))
def test_coup_of_anything(arguments: list[str]) -> None:
    """No argument of `coup` brings a traceback."""
    if {"--help", "--install-completion", "--show-completion"} & {*arguments}:
        return
    well_behaved(run("coup", *arguments), json_out=False)


@CASES
@given(st.binary(max_size=200))
def test_settle_of_any_bytes(raw: bytes) -> None:
    """No bytes on standard input bring a traceback."""
    well_behaved(run("settle", "-", "--json", stdin=raw), json_out=True)


@CASES
@given(st.lists(st.sampled_from(sorted(a_round())), max_size=2), plain, st.booleans())
def test_settle_of_rounds_with_odd_values(keys: list[str], value: Any, of_wager: bool) -> None:
    """A round in which any value stands anywhere is settled or refused."""
    given = a_round()
    for key in keys:
        given[key] = value
    if of_wager:
        given["wagers"] = [{**wager(), **dict.fromkeys(("seat", "line")[: len(keys)], value)}]
    well_behaved(run("settle", "-", "--json", stdin=json.dumps(given)), json_out=True)


def wagers() -> st.SearchStrategy[Document]:
    """Wagers whose keys are right and whose values need not be."""
    return st.fixed_dictionaries(
        {
            "id": st.sampled_from(["a", "b", "c", ""]),
            "seat": st.integers(-1, 16),
            "patron": st.sampled_from(["ann", "bo", ""]),
            "line": st.sampled_from(["front", "back", "side"]),
            "bet": st.sampled_from(["player", "banker", "tie", "dragon-7", "lucky-7"]),
            "amount": st.sampled_from([1, 10**12, 10**12 + 1, 0, -5, 1.5, True, "1"]),
        }
    )


@CASES
@given(
    st.lists(wagers(), max_size=4),
    st.sampled_from(["deq-ez", "ca-ez-panda8", "parkwest-21c"]),
    st.sampled_from([None, 0, 1, 500]),
    st.integers(1, 14),
)
def test_settle_of_odd_wagers(
    placed: list[Document], rules: str, cover: int | None, seats: int
) -> None:
    """Any wagers are settled, each in one step, or refused."""
    given = {**a_round(), "wagers": placed, "rules": rules, "cover": cover, "seats": seats}
    ran = run("settle", "-", "--json", stdin=json.dumps(given))
    well_behaved(ran, json_out=True)
    if ran.status == 0:
        assert sorted(step["wager"] for step in ran.json["steps"]) == sorted(
            each["id"] for each in placed
        )


@CASES
@given(st.lists(st.one_of(st.just(a_round()), st.text(max_size=20), plain), max_size=5))
def test_settle_of_odd_lines(documents: list[object]) -> None:
    """Of many lines each is answered once, or the whole is refused."""
    ran = run("settle", "-", "--json", stdin=one_a_line(*documents).encode("utf-8", "replace"))
    well_behaved(ran, json_out=True)


@CASES
@given(st.text(alphabet="BPTbpt+nd789 ,x", max_size=20))
def test_roads_of_anything(outcomes: str) -> None:
    """No outcomes bring a traceback."""
    well_behaved(run("roads", "--json", "--", outcomes), json_out=True)
