"""The house rules of a table: complete, and made from what the software goes by."""

import hashlib
from dataclasses import replace

import pytest

from puntobanco.house.house_rules import house_rules, malfunctions
from puntobanco.rules.catalogue import find, rotation, schedule, schedules, shipped
from puntobanco.rules.rotation import PRESETS
from puntobanco.rules.words import house_way_words
from puntobanco.table.irregular import TABLE

EXTRA = "A card was drawn that nobody was due, and nobody saw its face"
STAYS = "the card stays, and is the next one in sequence"


@pytest.mark.parametrize(
    "profile, first",
    [
        ("burn", f"{EXTRA}: the card is burned, or {STAYS}"),
        ("keep", f"{EXTRA}: {STAYS}, or the card is burned"),
        ("free-hand", f"{EXTRA}: {STAYS}, or the card is burned"),
    ],
)
def test_every_irregularity_is_told_with_what_is_done(profile: str, first: str) -> None:
    """Each row of the table is a line: what happened, then the ways of the profile in order."""
    sheet = find("ca-ez-panda8")
    sheet = replace(sheet, venue=replace(sheet.venue, irregularities=profile))
    sections = {section.title: section.lines for section in house_rules(sheet)}
    assert sections["Irregularities"][0] == first
    assert len(sections["Irregularities"]) == len(TABLE) + 1


def test_the_house_way_is_the_chart() -> None:
    """GAP-3.14: in a game without choices the house way is the tableau, printed row by row."""
    assert house_way_words() == (
        "Nobody chooses anything: both hands are played by the chart alone",
        "A hand of 8 or 9 on two cards is a natural: nobody draws",
        "Player draws on 0 to 5, and stands on more",
        "Where Player stood, Banker draws on 0 to 5, and stands on more",
        "Where Player drew, Banker on 0 to 2 always draws",
        "Where Player drew, Banker on 3 draws against 0 to 7 and 9 only",
        "Where Player drew, Banker on 4 draws against 2 to 7 only",
        "Where Player drew, Banker on 5 draws against 4 to 7 only",
        "Where Player drew, Banker on 6 draws against 6 and 7 only",
        "Where Player drew, Banker on 7 always stands",
    )


def test_malfunctions() -> None:
    """D7: what is void and how it is handled is posted, and bears the hash of its text."""
    *lines, version = malfunctions().lines
    assert sum("void" in line for line in lines) == 2
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] in version
    assert version == "This text is 5a39773a4f5be16d"
    assert malfunctions() in house_rules(find("deq-ez"))


@pytest.mark.parametrize("name", shipped())
def test_what_a_room_must_post_is_there(name: str) -> None:
    """4 CCR 12392: house way, order, rotation, fees, irregularities and disputes have a section."""
    sheet = find(name)
    policy = None if sheet.is_house_banked else rotation(sheet.venue.rotation)
    fees = None if sheet.is_house_banked else schedule(sheet.venue.collection)
    sections = {section.title: section.lines for section in house_rules(sheet, policy, fees)}
    wanted = {"House way", "Order of settlement", "Irregularities", "Disputes and corrections"}
    if not sheet.is_house_banked:
        wanted |= {"The player-dealer", "Collection"}
        assert any("action button" in line for line in sections["Order of settlement"])
    assert set(sections) >= wanted
    labels = ", ".join(bet.label for bet in sheet.bets)
    assert sections["Order of settlement"][-1].endswith(labels)  # GAP-3.10: it must be printed


@pytest.mark.parametrize("policy", list(PRESETS))
def test_a_policy_is_told_with_its_numbers(policy: str) -> None:
    """GAP-3.15: the rotation's every number stands in the rules."""
    preset = PRESETS[policy]
    (told,) = (
        " ".join(section.lines)
        for section in house_rules(find("ca-ez-panda8"), preset)
        if section.title == "The player-dealer"
    )
    numbers = (preset.max_hold_minutes, preset.window_minutes, preset.pause_minutes or None)
    assert all(str(number) in told for number in numbers if number is not None)


def test_the_chosen_policy_and_schedule_alone_are_told() -> None:
    """What the sheet would have gone by is not told beside what was chosen."""
    sheet = find("ca-ez-panda8")
    policy = next(PRESETS[name] for name in PRESETS if name != sheet.venue.rotation)
    fees = schedule(next(name for name in schedules() if name != sheet.venue.collection))
    told = [line for section in house_rules(sheet, policy, fees) for line in section.lines]
    assert f"The player-dealer's place goes round by {policy.id}" in told
    assert f"Collection by {fees.id}" in told
    assert not [line for line in told if sheet.venue.rotation in line.split()]
    assert not [line for line in told if sheet.venue.collection in line.split()]


@pytest.mark.parametrize("name", schedules())
def test_a_schedule_is_told_with_its_source(name: str) -> None:
    """Whatever a room collects by is named with its source, and a made-up one says so."""
    found = schedule(name)
    (told,) = (
        " ".join(section.lines)
        for section in house_rules(find("ca-ez-panda8"), None, found)
        if section.title == "Collection"
    )
    assert found.source in told
    assert ("FICTIONAL" in told) == found.fictional
