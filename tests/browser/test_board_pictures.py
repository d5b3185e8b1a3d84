"""Some pictures of the board against those that are kept; `make boards` compares all of them."""

import pytest

from tests.browser.pictures import SHOTS, measure
from tests.browser.serving import House
from tests.browser.visits import Visits

SOME = (
    "paper-80-wide",
    "night-30-tall",
    "safe-1-4-3",
    "paper-80-phone",
    "night-0-720",
    "far-wide",
    "no-more-bets",
    "corrected",
    "by-night",
    "bilingual-wide",
    "offline",
)


def test_the_board_looks_as_it_did(calm: House, visits: Visits) -> None:
    """In every theme and on every kind of screen, each block of pixels is as it was kept."""
    visits.allow("WebSocket")
    worst = {name: measure(visits, calm, name)[1] for name in SOME}
    assert {name: far for name, far in worst.items() if far > SHOTS[name].tolerance} == {}


@pytest.mark.parametrize("other", ["paper-30-wide", "night-80-wide", "far-wide"])
def test_a_picture_of_something_else_is_noticed(
    calm: House, visits: Visits, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another number of hands, another theme, another preset are far from what is kept."""
    monkeypatch.setitem(SHOTS, "paper-80-wide", SHOTS[other])
    assert measure(visits, calm, "paper-80-wide")[1] > 60
