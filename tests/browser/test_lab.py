"""The lab in a browser: click cards away, write a bet, hold sheets side by side, and break it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from puntobanco.cards import DECK, parse_cards
from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.odds.figures import odds
from puntobanco.rules.catalogue import find
from puntobanco.rules.load import load
from puntobanco.rules.sheet import Sheet
from puntobanco.shoe import Composition
from puntobanco.table import commands as cm
from puntobanco.web.sessions import COOKIE
from tests.browser.access import Inspection
from tests.browser.serving import House
from tests.browser.visits import DESK, PHONE, SIZES, Visits
from tests.browser.words import words
from tests.cli.running import run
from tests.house.test_lab import HERON
from tests.table.playing import TABLE
from tests.web.servers import Running, running

START_MS: Final = 60_000  # the first question of all starts a process, which may have to compile
ALERT: Final = "<img src=x onerror=document.title='broken'>"


@pytest.fixture(scope="module")
def place() -> Iterator[Running]:
    """A house with an open table, a patron, and a lab that is warm after the first test."""
    with running() as found:
        found.house.open()
        found.context.people.enrol("ann", "Ann", 10_000_000)
        found.context.people.enrol("bea", "Bea", 10_000_000)
        yield found


class Lab:
    """The page."""

    def __init__(self, page: Page) -> None:
        """Wait until it tells odds."""
        self.page = page
        page.goto("/lab")
        self.figure("edge").wait_for(timeout=START_MS)

    @classmethod
    def of(
        cls, visits: Visits, place: Running, size: dict[str, Any] = DESK, who: str = "auditor"
    ) -> "Lab":
        """Open it, as somebody of the staff: a table is open, and others get whole decks alone."""
        return cls(visitor(visits, place, size, who))

    def figure(self, name: str) -> Locator:
        """One of the large figures."""
        return self.page.locator(f"[data-figure={name}]")

    def card(self, code: str) -> Locator:
        """A counter: of a card, or of a rank."""
        return self.page.locator(f"[data-card='{code}']")

    def act(self, name: str) -> None:
        """Press a button by what it does."""
        self.page.locator(f"[data-act='{name}']").click()

    def bet(self, name: str) -> None:
        """Choose a bet."""
        self.page.locator(".bet-tabs").get_by_role("button", name=name, exact=True).click()

    def view(self, name: str) -> None:
        """Look at the sheet as a text or as a form."""
        self.page.locator(f"[data-view={name}]").click()

    @property
    def text(self) -> str:
        """The text of the sheet."""
        return self.page.get_by_role("textbox", name=words("lab.text")).input_value()

    def says(self, part: str) -> None:
        """Wait until the text has some words in it."""
        field = self.page.get_by_role("textbox", name=words("lab.text"))
        expect(field).to_have_value(re.compile(re.escape(part)))

    def write(self, text: str) -> None:
        """Write the text anew."""
        self.page.get_by_role("textbox", name=words("lab.text")).fill(text)

    def shows(self, sheet: Sheet, bet: int, removed: str = "", decks: int = 8) -> None:
        """Wait until all figures are those of a bet, to the last digit of the fraction."""
        found = odds(sheet, Composition.of(decks, parse_cards(removed))).bets[bet]
        expect(self.figure("edge")).to_have_text(signed(f"{100 * float(found.edge):.4f}%"))
        expect(self.figure("hit")).to_have_text(f"{100 * float(found.hit_frequency):.3f}%")
        expect(self.figure("deviation")).to_have_text(f"{found.deviation:.3f}")
        whole = found.expectation
        fraction = f"{whole.numerator:,} / {whole.denominator:,}"
        expect(self.figure("fraction")).to_have_text(signed(fraction))


def signed(text: str) -> str:
    """A number with a minus as pages write it."""
    return text.replace("-", "\N{MINUS SIGN}")


def visitor(visits: Visits, place: Running, size: dict[str, Any] = DESK, who: str = "") -> Page:
    """A browser of somebody, or of nobody."""
    house = House(Path(), (), port=place.port)
    context = visits.context(house, size)
    if who:
        role = Role.PATRON if who in {"ann", "bea"} else Role(who)
        token = f"lab-{who}"
        if place.context.people.signed_in(token) is None:
            place.context.people.begin("session", token, Caller(who, role, None))
        context.add_cookies([{"name": COOKIE, "value": token, "url": house.address}])
    return context.new_page()


SHEET: Final = find("deq-ez")


@pytest.mark.parametrize("size", SIZES)
def test_the_lab_keeps_the_rules(place: Running, visits: Visits, size: str) -> None:
    """Text, form, fault and sheets side by side are readable, reachable and within the screen."""
    inspection = Inspection()
    lab = Lab.of(visits, place, SIZES[size])
    inspection.scene("text", lab.page, tab=True)
    lab.card("9").click()
    lab.act("pin")
    lab.act("add")
    expect(lab.page.locator(".bet-form")).to_be_visible()
    lab.shows(load(lab_text(lab), "x", find), 5, "9S")
    inspection.scene("form", lab.page, tab=True)
    lab.page.locator("[data-of-row=pays]").first.fill("nine")
    expect(lab.page.locator("#fault b")).to_be_visible()
    inspection.scene("fault", lab.page)
    lab.page.locator("[data-act=try]").click(force=True)
    expect(lab.page.get_by_role("dialog")).not_to_be_visible()
    lab.page.locator("[data-of-row=pays]").first.fill("9:1")
    expect(lab.page.locator("[data-state=good]")).to_be_visible()
    lab.act("try")
    expect(lab.page.get_by_role("dialog")).to_contain_text(words("lab.try.supervisor"))
    inspection.scene("dialog", lab.page)
    assert inspection.faults == {}


def lab_text(lab: Lab) -> str:
    """The text while the form is shown, once the new bet is in it."""
    lab.view("text")
    lab.says(words("lab.new_bet", number="1"))
    text = lab.text
    lab.view("form")
    return text


def test_odds_move_with_every_click(place: Running, visits: Visits) -> None:
    """Cards go by rank and by suit, come back one by one, by undo and by reset; odds follow."""
    lab = Lab.of(visits, place)
    lab.bet("Dragon 7")
    lab.shows(SHEET, 3)
    lab.card("9").click(click_count=1)
    lab.card("9").click()
    lab.shows(SHEET, 3, "9S 9H")
    lab.card("8D").click()
    lab.shows(SHEET, 3, "9S 9H 8D")
    lab.page.locator("[data-decks='6']").click()
    lab.shows(SHEET, 3, "9S 9H 8D", 6)
    lab.act("undo")
    lab.act("undo")
    lab.shows(SHEET, 3, "9S 9H")
    lab.act("put")
    lab.card("9").click()
    lab.shows(SHEET, 3, "9H" if lab.card("9S").inner_text() == "8" else "9S")
    lab.act("reset")
    lab.shows(SHEET, 3)
    lab.act("undo")
    expect(lab.card("9")).to_contain_text("31")


def test_a_report_is_handed_over(place: Running, visits: Visits, tmp_path: Path) -> None:
    """The page of the program for the sheet on the screen, as a file; a closed dialog ends it."""
    lab = Lab.of(visits, place)
    dialog = lab.page.get_by_role("dialog")
    lab.act("report")
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    lab.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    lab.act("report")
    link = dialog.get_by_role("link")
    link.wait_for(timeout=START_MS)
    with lab.page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "deq-ez.html"
    download.value.save_as(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf-8") == run("report").out


def test_many_clicks_at_once(place: Running, visits: Visits) -> None:
    """However fast one clicks, what stands in the end is what the last click says."""
    lab = Lab.of(visits, place)
    for _ in range(4):
        for rank in "4567":
            lab.card(rank).click(no_wait_after=True)
    gone = " ".join(f"{rank}{suit}" for rank in "4567" for suit in "SHDC")
    lab.shows(SHEET, 0, gone)


def test_the_last_card(place: Running, visits: Visits) -> None:
    """A counter stops at nothing; a shoe without a coup is said in words, undo brings it back."""
    lab = Lab.of(visits, place)
    gone = [1] * 46 + [0] * 6  # the spades from 8 to king are left
    kept = {"text": lab.text, "from": "deq-ez", "saved": None, "decks": 1, "gone": gone}
    lab.page.evaluate("(kept) => localStorage.setItem('puntobanco.lab', kept)", json.dumps(kept))
    lab = Lab(lab.page)
    expect(lab.page.get_by_text(words("lab.removal.none"))).to_be_visible()
    expect(lab.card("AS")).to_have_attribute("aria-disabled", "true")
    lab.card("KS").click()
    expect(lab.page.locator("#fault")).to_contain_text("5 cards are left")
    lab.act("undo")
    left = " ".join(card.code for card in DECK[:46])
    lab.shows(SHEET, 0, left, 1)


def test_by_keyboard(place: Running, visits: Visits) -> None:
    """Arrows go from counter to counter; Enter and Space take a card out."""
    lab = Lab.of(visits, place)
    lab.card("A").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("ArrowDown")
    expect(lab.card("2S")).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(lab.card("2S")).to_contain_text("7")
    expect(lab.card("2S")).to_be_focused()
    lab.page.keyboard.press("ArrowUp")
    lab.page.keyboard.press("Space")
    lab.shows(SHEET, 0, "2S 2H")


def test_by_touch(place: Running, visits: Visits) -> None:
    """On a phone a tap takes a card out, and the figure stays in sight of it."""
    lab = Lab.of(visits, place, PHONE)
    lab.card("KC").tap()
    lab.card("3").tap()
    lab.shows(SHEET, 0, "KC 3S")
    lab.card("3").scroll_into_view_if_needed()
    expect(lab.figure("edge")).to_be_in_viewport()


def test_a_bet_is_written_as_text(place: Running, visits: Visits) -> None:
    """A bet that is typed has its odds, its words, its form and its spot at once."""
    lab = Lab.of(visits, place)
    lab.page.locator("select[data-act=sheet]").select_option("ca-ez-panda8")
    expect(lab.page).to_have_title(words("lab.document", sheet="EZ Baccarat Panda 8"))
    field = lab.page.get_by_role("textbox", name=words("lab.text"))
    field.press("Control+End")
    field.press_sequentially(HERON, delay=1)
    lab.bet("Heron 9")
    expect(lab.figure("edge")).to_have_text("6.6218%")
    expect(lab.page.locator(".lab-results tbody tr").first).to_contain_text("157,327,658,749,952")
    expect(lab.page.locator(".in-words")).to_contain_text("Pays 17:1 on a Banker win")
    expect(lab.page.locator(".zone-centre .is-chosen")).to_contain_text("17, 9 to 1")
    lab.view("form")
    expect(lab.page.locator("[data-of-row=pays]").first).to_have_value("17:1")


def test_form_and_text_are_kept_in_step(place: Running, visits: Visits) -> None:
    """What the form says stands in the text, and the other way round; sliders move both."""
    lab = Lab.of(visits, place)
    lab.act("add")
    form = lab.page.locator(".bet-form")
    form.locator("[data-field=label]").fill("Even")
    form.locator("[data-field=id]").fill("even")
    form.locator("[data-add='0.0']").select_option("player.total")
    chips = form.get_by_role("group", name=words("lab.key.player_total"))
    for total in ("2", "4"):
        chips.get_by_role("button", name=total, exact=True).click()
    chips.get_by_role("button", name="0", exact=True).click()
    form.locator("[data-do=add-row]").click()
    form.locator("[data-row='1'][data-of-row=verdict]").select_option("push")
    expect(lab.page.locator("[data-state=good]")).to_be_visible()
    form.locator("[data-row='1'][data-do=row-up]").click()  # a tie that pushes catches all others
    expect(lab.page.locator("#fault")).to_contain_text("no coup reaches this result")
    form.locator("[data-row='1'][data-do=row-up]").click()
    expect(lab.page.locator("[data-state=good]")).to_be_visible()
    lab.view("text")
    lab.says('verdict = "push"')
    lab.says('pays = "8:1"')
    sheet = load(lab.text, "x", find)
    assert [str(sheet.bets[5].results[0].odds), sheet.bets[5].label] == ["8:1", "Even"]
    lab.shows(sheet, 5)
    lab.page.locator("[data-step='1'][data-pays='0']").click()
    expect(lab.page.locator(".slider output").first).to_have_text("9 to 1")
    lab.page.locator("input[type=range][data-pays='0']").fill("12")
    expect(lab.page.locator(".slider output").first).to_have_text("12 to 1")
    lab.says('pays = "12:1"')
    lab.shows(load(lab.text, "x", find), 5)
    lab.write(lab.text.replace('pays = "12:1"', 'pays = "11:1"'))
    lab.view("form")
    expect(form.locator("[data-of-row=pays]").first).to_have_value("11:1")
    form.locator("[data-do=remove-bet]").click()
    expect(lab.page.locator(".bet-tab")).to_have_count(6)
    lab.view("text")
    assert "even" not in lab.text


def test_a_sheet_with_a_base(place: Running, visits: Visits) -> None:
    """Bets of a base are told as such; written out they can be changed."""
    lab = Lab.of(visits, place)
    lab.write('format = 1\nbase = "punto-banco"\nid = "mine"\nname = "Mine"\n')
    expect(lab.page).to_have_title(words("lab.document", sheet="Mine"))
    lab.view("form")
    lab.act("whole")
    expect(lab.page.locator(".bet-form")).to_be_visible()
    lab.view("text")
    assert (
        load(lab.text, "x", find).hash
        == load('format = 1\nbase = "punto-banco"\nid = "mine"\nname = "Mine"\n', "x", find).hash
    )


FAULTS = (
    ('id = "deq-ez"', "id = deq-ez", "this is no TOML"),
    ('bank = "house"', 'bank = "hose"', "use house"),
    ('pays = "40:1"', 'pays = "40"', "40:1"),
)


def test_faults_are_said_where_they_are(place: Running, visits: Visits) -> None:
    """A fault has its line and its cure, the line is marked; mended, the odds are back."""
    lab = Lab.of(visits, place)
    good = lab.text
    for old, new, cure in FAULTS:
        bad = good.replace(old, new, 1)
        lab.write(bad)
        line = good[: good.index(old)].count("\n") + 1
        expect(lab.page.locator("#fault")).to_contain_text(words("lab.line", line=line))
        expect(lab.page.locator("#fault")).to_contain_text(cure)
        marked = lab.page.locator(".code-line[data-fault]")
        expect(marked).to_have_text(bad.splitlines()[line - 1])
        expect(lab.page.get_by_text(words("lab.stale"))).to_be_visible()
    lab.write(good)
    expect(lab.page.locator("#fault")).to_have_text("")
    lab.shows(SHEET, 0)


def test_paytables_side_by_side(place: Running, visits: Visits) -> None:
    """A sheet that is kept beside is counted for the same shoe; the table tells the difference."""
    lab = Lab.of(visits, place)
    lab.act("pin")
    lab.write(lab.text.replace('pays = "40:1"', 'pays = "39:1"'))
    lab.card("9").click()
    row = lab.page.locator(".lab-all tr", has=lab.page.get_by_role("button", name="Dragon 7"))
    less = odds(SHEET, Composition.of(8, parse_cards("9S"))).bets[3]
    expect(row.locator("td.change")).to_have_text(f"+{100 * float(less.hit_frequency):.4f}%")
    expect(row).to_contain_text(f"{100 * float(less.edge):.4f}%")
    others = lab.page.locator(".lab-all td.change").get_by_text(words("lab.same"))
    expect(others).to_have_count(4)
    lab.page.locator("[data-unpin='0']").click()
    expect(lab.page.locator(".lab-all td.change")).to_have_count(0)


def test_nothing_written_breaks_the_page(place: Running, visits: Visits) -> None:
    """Markup is text, rubbish is a fault with a line, and the page goes on."""
    visits.allow("status of 400")
    lab = Lab.of(visits, place)
    good = lab.text
    marked = good.replace('label = "Tie"', f'label = "{ALERT}"')
    marked = marked.replace('name = "EZ Baccarat"', f'name = "{ALERT}"')
    lab.write(marked)
    lab.bet(ALERT)
    expect(lab.page.locator(".in-words")).to_be_visible()
    expect(lab.page.locator(".lab-felt")).to_contain_text(ALERT)
    assert lab.page.title() == words("lab.document", sheet=ALERT)
    assert lab.page.locator("img").count() == 0
    rubbish = ("\u0000", "[" * 3_000, "=", '"""', "\U0001f409" * 99, "a." * 999, "[[bet]]\n" * 99)
    for text in rubbish:
        lab.write(text)
        expect(lab.page.locator("#fault")).to_contain_text(re.compile(r"Line \d+"))
    lab.write(good + "# " + "x" * 70_000)
    expect(lab.page.get_by_role("alert").filter(has_text="malformed|understand")).to_have_count(0)
    expect(lab.page.locator(".lab-strip")).to_be_visible()
    lab.write(good)
    lab.shows(SHEET, 2)
    expect(lab.page.locator(".lab-strip")).to_have_count(0)


def test_what_was_written_outlasts_the_page(place: Running, visits: Visits) -> None:
    """A page that is loaded again has the text and the shoe that were on it."""
    lab = Lab.of(visits, place)
    text = lab.text.replace('pays = "8:1"', 'pays = "9:1"')
    lab.write(text)
    lab.card("KS").click()
    lab.shows(load(text, "x", find), 0, "KS")
    again = Lab(lab.page)
    assert again.text == text
    again.shows(load(text, "x", find), 0, "KS")


def test_a_house_that_does_not_answer(place: Running, visits: Visits) -> None:
    """While nobody answers, what was written stays, and that is said; then odds are of now."""
    lab = Lab.of(visits, place)
    visits.allow("ERR_FAILED", "status of 503")
    lost = [True]

    def answer(route: Route) -> None:
        if lost[0]:
            route.abort()
        else:
            route.continue_()

    lab.page.route("**/api/lab/odds", answer)
    lab.card("KS").click()
    expect(lab.page.locator(".lab-strip")).to_contain_text("does not answer")
    lab.card("QS").click()
    lost[0] = False
    lab.shows(SHEET, 0, "KS QS")
    expect(lab.page.locator(".lab-strip")).to_have_count(0)
    lab.page.unroute("**/api/lab/odds")
    slow = {"error": {"code": "lab-slow", "params": {"seconds": 10.0}}}
    lab.page.route(
        "**/api/lab/odds",
        lambda route: route.fulfill(
            status=503, content_type="application/json", body=json.dumps(slow)
        ),
    )
    lab.card("JS").click()
    expect(lab.page.locator(".lab-strip")).to_contain_text("10")
    lab.page.unroute("**/api/lab/odds")
    lab.card("TS").click()
    lab.shows(SHEET, 0, "KS QS JS TS")


def test_a_sheet_that_cannot_be_counted(place: Running, visits: Visits) -> None:
    """The fault of the text before is not told of it, nor that it is sound."""
    lab = Lab.of(visits, place)
    visits.allow("status of 503")
    lab.write("no sheet")
    expect(lab.page.locator("#fault b")).to_be_visible()
    slow = {"error": {"code": "lab-slow", "params": {"seconds": 10.0}}}
    lab.page.route("**/api/lab/odds", lambda route: route.fulfill(status=503, json=slow))
    lab.write("another")
    expect(lab.page.locator(".lab-strip")).to_contain_text("10")
    expect(lab.page.locator("#fault")).to_be_empty()
    expect(lab.page.locator("[data-state], [data-fault]")).to_have_count(0)


def test_whoever_plays_sees_no_odds(place: Running, visits: Visits) -> None:
    """A patron with a place is told why the lab is closed; without one he gets whole decks."""
    place.house.done(cm.TakeSeat(patron="bea", place=2, buy_in=50_000))
    visits.allow("status of 403")
    page = visitor(visits, place, who="bea")
    page.goto("/lab")
    expect(page.locator(".lab-refused")).to_contain_text(TABLE)
    inspection = Inspection()
    inspection.scene("refused", page, tab=True)
    assert inspection.faults == {}
    place.house.done(cm.LeaveSeat(patron="bea"))
    lab = Lab(page)
    expect(page.locator("#shoe-help")).to_contain_text(TABLE)
    expect(lab.card("9")).to_have_attribute("aria-disabled", "true")
    lab.card("9").click(force=True)
    page.locator("[data-decks='6']").click()
    lab.shows(SHEET, 0, decks=6)
    inspection.scene("whole decks", page)
    assert inspection.faults == {}
    place.house.done(cm.TakeSeat(patron="bea", place=2, buy_in=50_000))
    page.locator("[data-decks='7']").click()
    expect(lab.page.locator(".lab-strip")).to_contain_text(TABLE)
    place.house.done(cm.LeaveSeat(patron="bea"))


def test_sheets_are_kept_and_tried(place: Running, visits: Visits) -> None:
    """A supervisor keeps a sheet, finds it again, opens a table with it, and takes it away."""
    lab = Lab.of(visits, place, who="supervisor")
    lab.write(lab.text.replace('"deq-ez"', '"lab-game"').replace('"EZ Baccarat"', '"Lab game"'))
    expect(lab.page).to_have_title(words("lab.document", sheet="Lab game"))
    lab.act("save")
    dialog = lab.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Lab game")
    with lab.page.expect_download() as download:
        dialog.get_by_role("link", name=words("lab.download")).click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == lab.text
    dialog.get_by_role("button", name=words("lab.close")).click()
    text = lab.text
    lab.page.locator("select[data-act=sheet]").select_option("punto-banco")
    expect(lab.page).to_have_title(words("lab.document", sheet=find("punto-banco").name))
    lab.page.locator("select[data-act=sheet]").select_option(label="Lab game")
    expect(lab.page).to_have_title(words("lab.document", sheet="Lab game"))
    assert lab.text == text
    lab.act("try")
    form = dialog.locator("form")
    form.locator("[name=table]").fill(TABLE)
    form.get_by_role("button", name=words("lab.try.open")).click()
    expect(form.get_by_role("alert")).to_be_visible()  # that table is there already
    form.locator("[name=table]").fill("lab-1")
    form.locator("[name=name]").fill("Lab 1")
    form.get_by_role("button", name=words("lab.try.open")).click()
    expect(dialog.get_by_role("link", name=words("lab.try.go"))).to_be_visible()
    assert place.house.desk.state("lab-1").game.sheet.id == "lab-game"
    dialog.get_by_role("button", name=words("lab.close")).click()
    lab.act("save")
    dialog.get_by_role("button", name=words("lab.forget")).click()
    expect(lab.page.locator("select[data-act=sheet] option", has_text="Lab game")).to_have_count(0)


def test_the_sheet_is_taken_along(place: Running, visits: Visits, tmp_path: Path) -> None:
    """A sheet is downloaded as it was written, and opened from a file again."""
    lab = Lab.of(visits, place)
    with lab.page.expect_download() as download:
        lab.act("download")
    assert download.value.suggested_filename == "deq-ez.toml"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text == lab.text
    file = tmp_path / "other.toml"
    file.write_text(text.replace('"EZ Baccarat"', '"From a file"'), encoding="utf-8")
    lab.page.locator("input[type=file]").set_input_files(file)
    expect(lab.page).to_have_title(words("lab.document", sheet="From a file"))
    expect(lab.page.locator("[data-act=sheet] option:checked")).to_have_text("From a file")
    file.write_text("#" * 70_000, encoding="utf-8")
    lab.page.locator("input[type=file]").set_input_files(file)
    expect(lab.page.locator(".lab-strip")).to_contain_text("64 KiB")
