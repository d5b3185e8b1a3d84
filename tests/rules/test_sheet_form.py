"""The canonical form of a sheet and its hashes: same meaning, same hash; another, another."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import SheetError
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import from_canonical, load, plain_form
from puntobanco.rules.reader import Source
from puntobanco.rules.sheet import Sheet, canonical
from tests.sheet_texts import respelt, toml
from tests.strategies import sheet_values

# SHA-256 of the shipped games and of their venues. Every round keeps both: they never move.
HASHES = {
    "ca-ez-panda8": (
        "446b8d10aa5217e18652ec60a62d41acaaa0ab208bb31847613b6853707f11f4",
        "a4412e0a1cd2cc473ede410f44be5c49881cab354a9f27fbfb365385f33ad298",
    ),
    "deq-ez": (
        "0f8637dab845272986bb91129eb2d8155df8782303e4ed31d38f9f87c203bd91",
        "5a3fe46f6c9d632eb70f1231386af49c4b93467ccfb5798ae16ce1713d03a0ad",
    ),
    "parkwest-21c": (
        "9977618f82302fab91722a498928c3894ed291e5a95fea500fa87e6b7fbbc38c",
        "fea50fd2f63ce73bcb1a06e6bacef6e81899426b0f31e9048830e38322348d36",
    ),
    "parkwest-ez": (
        "ca9db56c58f31d53eee4c16bc09dca2d6fb3a03a30c5b3392c9848f0c5b3589f",
        "fea50fd2f63ce73bcb1a06e6bacef6e81899426b0f31e9048830e38322348d36",
    ),
    "parkwest-ez-tie7-push": (
        "87c4a2dac382ec1d5f756b0f5aae9c2d38e25df5dc712e57b93361582978e3e1",
        "fea50fd2f63ce73bcb1a06e6bacef6e81899426b0f31e9048830e38322348d36",
    ),
    "punto-banco": (
        "057b040326528e4ece4d26d50a8c7fb045e775b27d73f239ff5d7700087feecf",
        "5a3fe46f6c9d632eb70f1231386af49c4b93467ccfb5798ae16ce1713d03a0ad",
    ),
}


def from_text(text: str) -> Sheet:
    """A sheet from TOML."""
    return load(text, "made.toml", find)


def made(values: dict[str, Any]) -> Sheet:
    """A sheet from plain values."""
    return build(values, Source("made"))


def test_the_hashes_of_the_shipped_sheets_are_known() -> None:
    """Each shipped sheet has its hashes here."""
    assert tuple(HASHES) == shipped()


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_sheet_never_moves(name: str) -> None:
    """A hash that moved would make every stored round of that game lie about its rules."""
    sheet = find(name)
    assert (sheet.hash, sheet.venue_hash) == HASHES[name]


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_sheet_is_read_back_from_its_form(name: str) -> None:
    """A stored form gives the sheet again, with its hashes."""
    sheet = find(name)
    again = from_canonical(canonical(sheet.source_form))
    assert again == sheet
    assert (again.hash, again.venue_hash) == (sheet.hash, sheet.venue_hash)


@given(sheet_values())
@settings(max_examples=25)
def test_form_and_sheet(values: dict[str, Any]) -> None:
    """The form of a sheet is its values with every default written out; both ways, and as TOML."""
    sheet = made(values)
    assert sheet.source_form == plain_form(sheet)
    assert from_canonical(canonical(sheet.source_form)) == sheet
    assert from_text(toml(values)) == sheet
    assert list(values) == list(sheet.source_form)
    assert [bet["id"] for bet in values["bet"]] == [bet.id for bet in sheet.bets]


@given(sheet_values(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_a_hash_does_not_depend_on_spelling(values: dict[str, Any], chance: Random) -> None:
    """Order of keys, one value or a list of it, lists in any order, comments: the hash is one."""
    plain, other = from_text(toml(values)), from_text(respelt(values, chance))
    assert other == plain
    assert (other.hash, other.venue_hash) == (plain.hash, plain.venue_hash)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all single values in a form."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for key, item in items for leaf in leaves(item, (*path, key))]
    return [path]


def replaced(form: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A form with another value at a place."""
    copy = deepcopy(form)
    at = copy
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return copy


OTHERS: dict[str, tuple[Any, ...]] = {
    "bank": ("house", "player-dealer"),
    "cloth": ("pine", "ink"),
    "kind": ("main", "side"),
    "felt": ("bar", "circle"),
    "fee": ("none", "paid-or-waived"),
    "cap": ("none", "base"),
    "verdict": ("push", "take"),
    "round": ("up", "down"),
    "policy": ("running", "gross"),
    "win_cap": ("continue", "halt"),
    "rotation": ("reg-2026", "notice-2016"),
    "burn": ("first-card", "none"),
    "last": ("one-more", "current"),
    "irregularities": ("keep", "burn"),
    "commission": ("5%", "4%"),
    "winner": ("tie", "player"),
    "pays": ("7:2", "5:3"),
    "colour": ("red", "black"),
    "pair": ("mixed", "suited"),
}


def other(path: tuple[Any, ...], value: Any) -> Any:
    """Another value that could stand there."""
    key = next(part for part in reversed(path) if isinstance(part, str))
    if isinstance(value, bool):
        return not value
    if key in OTHERS:
        return next(word for word in OTHERS[key] if word != value)
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("name", shipped())
def test_a_hash_changes_with_any_meaning(name: str) -> None:
    """Whatever is changed in a form, the hash of its half changes and that of the other does not.

    Where the change is no sheet any more, it is refused; nothing is read as something else.
    """
    sheet = find(name)
    form = json.loads(canonical(sheet.source_form))
    changed = 0
    for path in leaves(form):
        value = form
        for step in path:
            value = value[step]
        try:
            changeling = made(replaced(form, path, other(path, value)))
        except SheetError:
            continue
        changed += 1
        is_venue = path[0] == "venue"
        assert (changeling.hash != sheet.hash) is not is_venue, path
        assert (changeling.venue_hash != sheet.venue_hash) is is_venue, path
    assert changed > len(leaves(form)) // 3


def test_order_of_bets_and_results_has_meaning() -> None:
    """Bets are settled in their order, and the first result that holds decides: order is hashed."""
    form = json.loads(canonical(find("parkwest-21c").source_form))
    bets, results = deepcopy(form), deepcopy(form)
    bets["bet"].reverse()
    results["bet"][2]["result"].reverse()
    hashes = {made(values).hash for values in (form, bets, results)}
    assert len(hashes) == 3


@pytest.mark.parametrize(
    "form, fault",
    [
        (b"", "stored sheet: sheet: it is no JSON; give the bytes as they were stored"),
        (b"{", "stored sheet: sheet: it is no JSON; give the bytes as they were stored"),
        (b"\xff", "stored sheet: sheet: it is no JSON; give the bytes as they were stored"),
        (b"[" * 100_000, "stored sheet: sheet: it is no JSON; give the bytes as they were stored"),
        (b"[]", "stored sheet: sheet: a list is no table; write it as { key = value }"),
        (b"{}", "stored sheet: format: it is missing; write format = 1"),
        (
            b'{"format":1,"base":"deq-ez"}',
            "stored sheet: base: this key is not known here; use bank, bet",
        ),
        (b'{"format":1,"id":null}', 'stored sheet: id: it is missing; add id = "..."'),
    ],
    ids=range(8),
)
def test_bytes_that_are_no_form(form: bytes, fault: str) -> None:
    """What is no stored sheet is refused in one line."""
    with pytest.raises(SheetError) as caught:
        from_canonical(form)
    assert str(caught.value).startswith(fault)
    assert caught.value.line is None


def test_canonical_json() -> None:
    """Keys sorted, no spaces, letters as they are."""
    assert canonical({"b": [1, True], "a": "庄"}) == '{"a":"庄","b":[1,true]}'.encode()
