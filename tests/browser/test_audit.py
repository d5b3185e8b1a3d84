"""The auditor's page: the log searched, a round in full, the verification, files."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from tests.browser.access import Inspection
from tests.browser.floor import enter, staffed
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words
from tests.house.planted import LATE, plant, play_round
from tests.table.playing import TABLE
from tests.web.servers import Running

SIZES: Final = [
    pytest.param(DESK, id="desk"),
    pytest.param(PHONE, id="phone", marks=pytest.mark.nightly),
]
ROUND: Final = 6


@pytest.fixture
def played() -> Iterator[Running]:
    """A house with six rounds, the last with wagers."""
    with staffed() as opened:
        plant(opened.house, "ann", "bea")
        for patron in ("ann", "bea"):
            opened.context.people.met(patron, patron.capitalize(), "patron")
        play_round(opened.house, LATE, ("ann", "player", 1_000), ("bea", "banker", 500))
        yield opened


def log(page: Page) -> Any:
    """The rows of the log."""
    return page.locator(".log tbody tr")


@pytest.mark.parametrize("size", SIZES)
def test_an_auditor_reads_everything(played: Running, visits: Visits, size: dict[str, Any]) -> None:
    """From the floor to the log, from a search to a round in full, and whether all is true."""
    page, inspection = enter(visits, played, "aud", Role.AUDITOR, "/floor", size=size), Inspection()
    page.get_by_role("link", name=words("floor.audit")).click()
    expect(log(page).first).to_be_visible()
    inspection.scene("log", page)
    form = page.get_by_role("region", name=words("audit.search"))
    form.get_by_label(words("audit.field.kind")).select_option("RoundSettled")
    number = form.get_by_role("textbox", name=words("audit.field.number"))
    number.fill(str(ROUND))
    number.press("Enter")
    expect(log(page)).to_have_count(1)
    assert f"number={ROUND}" in page.url
    inspection.scene("found", page, tab=True)
    event = page.get_by_role("button", name="Round settled")
    event.focus()
    event.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".ledger tbody tr").first).to_be_visible()
    inspection.scene("event", page)
    sheet.get_by_role(
        "button", name=words("audit.see_round", round=ROUND, table=f"Table {TABLE}")
    ).click()
    lines = sheet.locator(".lines tbody tr")
    expect(lines).to_have_count(2)
    expect(lines.filter(has_text="Ann")).to_contain_text("$10")
    expect(sheet.locator(".dealt svg")).to_have_count(4)
    inspection.scene("round", page)
    page.keyboard.press("Escape")
    expect(event).to_be_focused()
    page.get_by_role("button", name=words("audit.verify.act")).click()
    expect(page.locator("[data-verdict=true]")).to_be_visible()
    inspection.scene("verified", page)
    with page.expect_download() as taken:
        page.locator("[href*='rounds.csv']").click()
    assert taken.value.suggested_filename == "rounds.csv"
    played.house.done(cm.OpenBetting())
    played.house.done(played.house.wager("ann", "player", 1_000))
    page.goto(f"/audit?number={ROUND + 1}")
    page.locator("[data-round]").first.click()
    expect(sheet).to_contain_text(words("audit.round.wagers.open"))
    assert inspection.faults == {}


def test_what_is_false_is_told(played: Running, visits: Visits) -> None:
    """A log that is not true is shown with its faults; nothing that was searched for is lost."""
    played.house.store.submit(lambda tx: tx.append("forged", 0, 1, [b'{"type":"Nothing"}'])).result(
        20
    )
    played.house.store.submit(lambda tx: tx.append("forged", 1, 0, [b'{"type":"Nothing"}'])).result(
        20
    )
    page = enter(visits, played, "aud", Role.AUDITOR, "/audit?kind=Nothing")
    expect(log(page)).to_have_count(2)
    page.get_by_role("button", name=words("audit.verify.act")).click()
    expect(page.locator("[data-verdict=false]")).to_contain_text("forged 2")
    expect(log(page)).to_have_count(2)
