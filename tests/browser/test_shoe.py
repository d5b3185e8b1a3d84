"""A shoe hand by hand: on the screen, on paper, and what can be taken away of it."""

import struct
import xml.etree.ElementTree as ET
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.access import Inspection
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words

TABLE = "6"  # of the demo, with most of a shoe dealt
SVG = "{http://www.w3.org/2000/svg}"


def opened(visits: Visits, house: House, size: dict[str, object] = DESK) -> Page:
    """Open the newest shoe of a table."""
    page = visits.page(house, f"/table/{TABLE}/shoe", size)
    page.get_by_role("table").wait_for()
    return page


def taken(page: Page, act: str) -> Path:
    """Take a picture away."""
    with page.expect_download() as download:
        page.locator(f"[data-act={act}]").click()
    assert download.value.suggested_filename.endswith(f"-shoe-1.{act}")
    return Path(download.value.path())


def test_a_shoe_keeps_the_rules(calm: House, visits: Visits) -> None:
    """The page is readable, reachable and within the screen, with hands and without a shoe."""
    inspection = Inspection()
    for name, size in (("desk", DESK), ("phone", PHONE)):
        page = opened(visits, calm, size)
        inspection.scene(name, page, tab=True)
        visits.allow("status of 404")
        page.goto(f"/table/{TABLE}/shoe?shoe=9")
        page.get_by_role("heading", name=words("shoe.no_shoe", shoe=9)).wait_for()
        inspection.scene(f"{name}, no shoe", page)
    assert inspection.faults == {}


def test_a_board_from_afar_keeps_the_rules(calm: House, visits: Visits) -> None:
    """The far preset is as readable as the near one, in every theme."""
    inspection = Inspection()
    for theme in ("paper", "night", "safe"):
        page = visits.page(calm, f"/table/{TABLE}/board?preset=far&theme={theme}", DESK)
        page.locator("#zone-big svg[role=img]").wait_for()
        inspection.scene(theme, page, tab=True)
    assert inspection.faults == {}


def test_every_hand_is_listed(calm: House, visits: Visits) -> None:
    """The table of hands has as many rows as the house has hands, in their order."""
    page = opened(visits, calm)
    told = page.request.get(f"/api/table/{TABLE}/shoe.json").json()
    numbers = page.locator("tbody th").all_inner_texts()
    assert numbers == [str(hand["hand"]) for hand in told["hands"]]
    rows = page.request.get(f"/api/table/{TABLE}/shoe.csv").text().splitlines()
    assert len(rows) == len(numbers) + 1


def test_a_picture_stands_alone(calm: House, visits: Visits) -> None:
    """The SVG has font and colours inside and points nowhere; the PNG is as wide as the board."""
    page = opened(visits, calm)
    root = ET.fromstring(taken(page, "svg").read_text(encoding="utf-8"))  # noqa: S314 - our own
    hands = page.locator("tbody tr").count()
    assert len(root.findall(f".//{SVG}use")) == 0
    assert "url(data:font/woff2;base64," in (root.findtext(f"{SVG}style") or "")
    text = [each.text for each in root.iter(f"{SVG}text")]
    assert words("shoe.title", table="Table 6", shoe=1) in text
    filled = [each for each in root.iter(f"{SVG}circle") if each.get("fill", "").startswith("rgb")]
    assert len(filled) >= hands
    assert not any("var(" in value for each in root.iter() for value in each.attrib.values())
    png = taken(page, "png").read_bytes()
    assert struct.unpack(">II", png[16:24])[0] == 1920


def test_on_paper_only_the_shoe_is_left(calm: House, visits: Visits) -> None:
    """Printed, the ground is white and nothing that could be pressed is there."""
    page = opened(visits, calm)
    page.emulate_media(media="print")
    expect(page.get_by_role("button").locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("link").locator("visible=true")).to_have_count(0)
    ground = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")
