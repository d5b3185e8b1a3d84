"""The floor and the cage through their pages: what a supervisor and a cashier do all day."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from puntobanco.house.alerts import AlertRaised
from puntobanco.house.roles import Role
from puntobanco.rules.catalogue import find
from puntobanco.rules.sheet import canonical
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.browser.access import Inspection
from tests.browser.floor import enter, staffed
from tests.browser.test_console import SMALL
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import words
from tests.house.planted import LATE, plant, play_round
from tests.table.playing import TABLE, opening, small
from tests.web.servers import Running

SIZES: Final = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]


@pytest.fixture
def found() -> Iterator[Running]:
    """A staffed house without a table."""
    with staffed() as opened:
        yield opened


@pytest.fixture
def played(found: Running) -> Running:
    """The same with a table of typed cards, and a round with a wager behind it."""
    plant(found.house, "ann", "bea")
    for patron in ("ann", "bea"):
        found.context.people.met(patron, patron.capitalize(), "patron")
    play_round(found.house, LATE, ("ann", "player", 1_000), ("ann", "dragon-7", 500))
    return found


def floor(visits: Visits, found: Running, actor: str = "sue", **options: Any) -> Page:
    """The floor as a supervisor sees it."""
    return enter(visits, found, actor, Role.SUPERVISOR, "/floor", **options)


def column(page: Page) -> Any:
    """What waits for somebody."""
    return page.get_by_role("complementary", name=words("floor.needs"))


def raise_alert(found: Running, kind: str, **facts: Any) -> None:
    """Raise an alert as the house does."""
    desk = found.house.desk
    event = AlertRaised(TABLE, kind, 1, 6, facts)
    desk.do_on_floor(TABLE, lambda tx: desk.alerts.write(tx, [event], desk.clock())).result(20)


def test_a_table_is_opened(found: Running, visits: Visits) -> None:
    """From an empty floor a table opens; what cannot be is refused with its reason and its cure."""
    visits.allow("400 (Bad Request)")
    page = floor(visits, found)
    expect(page.get_by_text(words("floor.no_tables"))).to_be_visible()
    page.get_by_role("main").get_by_role("button", name=words("floor.new")).click()
    sheet = page.get_by_role("dialog")
    game = sheet.get_by_role("combobox", name=words("floor.new.sheet"), exact=True)
    game.select_option("ca-ez-panda8")
    sheet.get_by_label(words("floor.new.table")).fill("7")
    sheet.get_by_label(words("floor.new.name"), exact=True).fill("Table 7")
    sheet.get_by_label(words("floor.new.cover_min")).fill("0.5")
    sheet.get_by_role("button", name=words("floor.open"), exact=True).click()
    told = sheet.get_by_role("status")
    expect(told).to_have_text(words("floor.malformed.cover_min"))
    clock = sheet.get_by_label(words("floor.new.clock"))
    clock.fill("abc")
    sheet.get_by_role("button", name=words("floor.open"), exact=True).click()
    expect(told).to_have_text(words("floor.refusal.no-count", field=words("floor.new.clock")))
    clock.fill("20")
    sheet.get_by_label(words("floor.new.cover_min")).fill("600")
    sheet.get_by_role("group", name="Dragon 7").get_by_label(words("floor.most")).fill("60")
    sheet.get_by_role("button", name=words("floor.open"), exact=True).click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("article")).to_contain_text("EZ Baccarat Panda 8")
    opened = found.house.desk.state("7").game
    assert (opened.cover_min, opened.limits["dragon-7"].max, opened.sheet.id) == (
        60_000,
        6_000,
        "ca-ez-panda8",
    )


def test_a_table_of_ones_own_sheet(found: Running, visits: Visits) -> None:
    """A sheet from a file has its bets and its bank on the form, and its table opens."""
    page = floor(visits, found)
    page.get_by_role("main").get_by_role("button", name=words("floor.new")).click()
    sheet = page.get_by_role("dialog")
    form = find("docs/examples/side-bets.toml").source_form
    sheet.get_by_label(words("floor.new.own")).set_input_files(
        {"name": "own.json", "mimeType": "application/json", "buffer": canonical(form)}
    )
    lucky = sheet.get_by_role("group", name="Banker Lucky 8")
    lucky.get_by_label(words("floor.most")).fill("20")
    expect(sheet.get_by_label(words("floor.new.cover_min"))).to_have_count(0)
    sheet.get_by_label(words("floor.new.table")).fill("7")
    sheet.get_by_label(words("floor.new.name"), exact=True).fill("Table 7")
    sheet.get_by_role("button", name=words("floor.open"), exact=True).click()
    expect(sheet).to_be_hidden()
    opened = found.house.desk.state("7").game
    assert (opened.sheet.id, opened.limits["banker-lucky-8"].max) == ("side-bets", 2_000)
    page.locator("#head").get_by_role("button", name=words("floor.new")).click()
    expect(sheet.get_by_role("group", name="Dragon 7")).to_be_visible()


def test_limits_take_two_people(played: Running, visits: Visits) -> None:
    """One supervisor proposes other limits and may not approve them; another does."""
    sue, sam = floor(visits, played), floor(visits, played, "sam")
    sue.get_by_role("article").get_by_role("button").click()
    sheet = sue.get_by_role("dialog")
    sheet.get_by_role("group", name="Player", exact=True).get_by_label(words("floor.most")).fill(
        "900"
    )
    sheet.get_by_role("button", name=words("floor.propose_limits")).click()
    expect(sheet.get_by_role("status")).to_have_text(words("floor.proposed"))
    sue.keyboard.press("Escape")
    approve = column(sue).get_by_role("button", name=words("floor.approve"))
    expect(approve).to_have_attribute("aria-disabled", "true")
    expect(approve).to_have_accessible_description(words("floor.own_proposal"))
    expect(column(sam)).to_contain_text("500\N{EN DASH}900".replace("500", "5"))
    column(sam).get_by_role("button", name=words("floor.approve")).click()
    expect(column(sam).get_by_text(words("floor.nothing"))).to_be_visible()
    expect(sue.get_by_role("article")).to_contain_text("5\N{EN DASH}900")
    assert played.house.live.state.game.limits["player"].max == 90_000


def test_an_admin_proposes_limits(played: Running, visits: Visits) -> None:
    """An admin may ask for other limits, and do nothing else to a table; a supervisor answers."""
    page = enter(visits, played, "ada", Role.ADMIN, "/floor")
    page.get_by_role("article").get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="Tie").get_by_label(words("floor.most")).fill("77")
    expect(sheet.locator("form")).to_have_count(4)  # these limits, and three kinds of other terms
    sheet.get_by_role("button", name=words("floor.propose_limits")).click()
    expect(sheet.get_by_role("status")).to_have_text(words("floor.proposed"))
    sue = floor(visits, played)
    column(sue).get_by_role("button", name=words("floor.approve")).click()
    expect(column(sue).get_by_text(words("floor.nothing"))).to_be_visible()
    played.house.settle()
    assert played.house.live.state.game.limits["tie"].max == 7_700


def test_limits_wait_for_the_end_of_a_hand(played: Running, visits: Visits) -> None:
    """Where a round is in play, other limits that are approved hold once it is settled."""
    house = played.house
    page = floor(visits, played)
    house.done(cm.OpenBetting())
    limits = house.live.state.game.limits.values()
    matter = ev.ChangeLimits(tuple(replace(limit, max=90_000) for limit in limits))
    ask = cm.Propose(by="ada", reason="a busy evening", matter=matter)
    assert house.desk.do(TABLE, ask, "ada", Role.ADMIN).result(20).ok
    expect(column(page)).to_contain_text(words("floor.from.round"))
    column(page).get_by_role("button", name=words("floor.approve")).click()
    expect(column(page).get_by_text(words("floor.nothing"))).to_be_visible()
    assert house.live.state.agreed
    house.done(cm.CloseBetting())
    for card in ("KH", "KS", "7H", "6H"):
        position = house.live.state.require_shoe.next_position
        house.done(cm.DealCard(position=position, card=card, source="keyed"))
    house.done(cm.Settle())
    house.settle()
    assert house.live.state.game.limits["tie"].max == 90_000


def test_other_terms_take_two_people(played: Running, visits: Visits) -> None:
    """A supervisor asks for another game; what is agreed says what it waits for, and comes off."""
    house, page = played.house, floor(visits, played)
    page.get_by_role("article").get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    form = sheet.locator("form[data-form=terms-game]")
    form.get_by_label(words("floor.new.sheet")).select_option("punto-banco")
    form.get_by_role("group", name="Player pair").get_by_label(words("floor.most")).fill("60")
    form.get_by_label(words("floor.reason")).fill("a quiet night")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(words("floor.proposed"))
    ((number, proposal),) = house.live.state.proposals.items()
    assert isinstance(proposal.matter, ev.ChangeTerms)
    approve = cm.Approve(by="sam", number=number)
    assert house.desk.do(TABLE, approve, "sam", Role.SUPERVISOR).result(20).ok
    expect(sheet.get_by_text(words("floor.from.shoe"))).to_be_visible()
    expect(sheet.get_by_role("list").first).to_contain_text("Player pair 5\N{EN DASH}60")
    sheet.get_by_role("button", name=words("floor.withdraw")).click()
    expect(sheet.get_by_text(words("floor.from.shoe"))).to_have_count(0)
    house.settle()
    assert not house.live.state.agreed


def test_a_void_is_approved(played: Running, visits: Visits) -> None:
    """A dealer asks, the page shows the chips that come back, and the approval moves just those."""
    house = played.house
    house.done(cm.OpenBetting())
    house.done(house.wager("ann", "player", 2_000))
    house.done(cm.CloseBetting())
    rack = house.live.state.racks["ann"]
    page = floor(visits, played)
    ask = cm.Propose(by="dee", reason="a drink on the felt", matter=ev.VoidRound())
    assert house.desk.do(TABLE, ask, "dee", Role.DEALER).result(20).ok
    expect(column(page)).to_contain_text("a drink on the felt")
    expect(column(page).get_by_role("list", name=words("floor.moves"))).to_have_text("Ann +$20")
    column(page).get_by_role("button", name=words("floor.approve")).click()
    expect(column(page).get_by_text(words("floor.nothing"))).to_be_visible()
    house.settle()
    assert house.live.state.round is None
    assert house.live.state.racks["ann"] == rack + 2_000


def test_an_irregularity_with_another_handling(played: Running, visits: Visits) -> None:
    """The supervisor sees what each handling does, and approves one that is not the table's own."""
    house = played.house
    house.done(cm.OpenBetting())
    house.done(house.wager("ann", "player", 2_000))
    house.done(cm.CloseBetting())
    page = floor(visits, played)
    matter = ev.Irregularity(kind="shuffler-fault")
    ask = cm.Propose(by="dee", reason="it stopped", matter=matter)
    assert house.desk.do(TABLE, ask, "dee", Role.DEALER).result(20).ok
    expect(page.get_by_role("article")).to_contain_text(words("floor.state.frozen"))
    column(page).get_by_role("button", name=words("floor.see"), exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("radio")).to_have_count(3)
    sheet.get_by_role("radio", name=words("handling.continue")).check()
    sheet.get_by_role("button", name=words("floor.approve")).click()
    expect(sheet).to_be_hidden()
    house.settle()
    assert house.live.state.round is not None
    assert not house.live.state.has_stopped()


def test_an_alert_is_cleared(played: Running, visits: Visits) -> None:
    """An alert says what it is about; whoever has looked clears it, and stands there by name."""
    page = floor(visits, played)
    raise_alert(played, "large-win", patron="ann", amount=400_000, bet="dragon-7", wager=10_000)
    expect(column(page)).to_contain_text("Ann won 4,000, most of it with 100 on Dragon 7")
    expect(page.get_by_role("article")).to_contain_text(words("floor.line.large-win", round=6))
    column(page).get_by_role("button", name=words("floor.seen.of", table="Table t1")).click()
    expect(column(page).get_by_text(words("floor.nothing"))).to_be_visible()
    column(page).get_by_text(words("floor.cleared"), exact=True).click()
    expect(column(page)).to_contain_text("Sue")


def test_a_table_stops_and_goes_on(played: Running, visits: Visits) -> None:
    """A supervisor suspends a table with a reason, lets it go on, and closes it when sure."""
    page = floor(visits, played)
    page.get_by_role("article").get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    reason = sheet.get_by_label(words("floor.reason"), exact=True).first
    reason.fill("a fire alarm")
    reason.press("Enter")
    sheet.get_by_role("button", name=words("floor.resume")).click()
    expect(sheet.get_by_role("button", name=words("floor.suspend"))).to_be_visible()
    close = sheet.get_by_role("button", name=words("floor.close_table"))
    close.click()
    expect(sheet.get_by_text(words("floor.refusal.not-sure"))).to_be_visible()
    sheet.get_by_label(words("floor.close_sure")).check()
    close.click()
    expect(page.get_by_role("article")).to_contain_text(words("floor.state.closed"))
    kinds = [type(entry.event).__name__ for entry, _ in played.house.entries()]
    assert kinds.index("TableSuspended") < kinds.index("TableResumed")
    assert kinds[-1] == "TableClosed"


def test_by_keyboard_alone(played: Running, visits: Visits) -> None:
    """An alert is cleared and a table opened up and left without a pointer."""
    raise_alert(played, "inventory", shoe=1, rest=3, expected=4, by="dee")
    page = floor(visits, played)
    seen = column(page).get_by_role("button", name=words("floor.seen.of", table="Table t1"))
    seen.focus()
    page.keyboard.press("Enter")
    expect(column(page).get_by_text(words("floor.nothing"))).to_be_visible()
    page.get_by_role("article").get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("article").get_by_role("button")).to_be_focused()


def test_an_auditor_looks_on(played: Running, visits: Visits) -> None:
    """An auditor sees tables, alerts and shifts, and has nothing to press that changes anything."""
    raise_alert(played, "inventory", shoe=1, rest=3, expected=4, by="dee")
    page = enter(visits, played, "aud", Role.AUDITOR, "/floor")
    expect(column(page)).to_contain_text(words("floor.line.inventory"))
    for name in ("floor.seen", "floor.change"):
        expect(column(page).get_by_role("button", name=words(name))).to_have_count(0)
    expect(page.get_by_role("button", name=words("floor.new"))).to_have_count(0)
    page.get_by_role("button", name=words("floor.shifts")).click()
    expect(
        page.get_by_role("dialog").get_by_role("rowheader", name=words("floor.all"))
    ).to_be_visible()


def test_chips_at_the_cage(played: Running, visits: Visits) -> None:
    """A cashier enrols somebody, sells chips with a receipt, and pays out no more than there is."""
    page = enter(visits, played, "cat", Role.CASHIER, "/cage")
    page.get_by_label(words("cage.name")).fill("Dara S.")
    page.get_by_role("button", name=words("cage.enrol")).click()
    expect(page.get_by_role("heading", name=words("cage.exchange", name="Dara S."))).to_be_visible()
    amount = page.get_by_label(words("cage.amount"))
    amount.fill("250.50")
    page.get_by_role("button", name=words("cage.in")).click()
    expect(page.get_by_text(words("cage.receipt.by", name="Cat"))).to_be_visible()
    expect(page.locator(".balance")).to_have_text("$250.50")
    amount.fill("300")
    page.get_by_role("button", name=words("cage.out")).click()
    expect(
        page.locator("#main").get_by_text(words("floor.refusal.not-enough-in-wallet"))
    ).to_be_visible()
    amount.fill("50.50")
    page.get_by_role("button", name=words("cage.out")).click()
    expect(page.locator(".balance")).to_have_text("$200")
    people = played.context.people
    (dara,) = (who for who in people.known() if people.name_of(who) == "Dara S.")
    assert people.wallet(dara) == 20_000


def chosen_at_the_cage(visits: Visits, found: Running) -> Page:
    """The cashier's window with the chips of Ann, whose wallet is empty."""
    page = enter(visits, found, "cat", Role.CASHIER, "/cage")
    page.get_by_role("button", name="Ann").click()
    return page


def slow(page: Page, path: str) -> list[str]:
    """Let what is sent there take its time, and give the bodies that were sent."""
    sent: list[str] = []

    def later(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data or "")
            page.wait_for_timeout(300)
        route.continue_()

    page.route(f"**{path}", later)
    return sent


def test_a_double_click_is_one_deed(played: Running, visits: Visits) -> None:
    """However often somebody presses, chips are sold once and a patron is enrolled once."""
    people = played.context.people
    before, known = people.wallet("ann"), len(people.known())
    page = chosen_at_the_cage(visits, played)
    amount, balance = page.get_by_label(words("cage.amount")), page.locator(".balance")
    held = balance.inner_text()
    amount.fill("25")
    page.get_by_role("button", name=words("cage.in")).dblclick()
    expect(balance).not_to_have_text(held)
    assert people.wallet("ann") == before + 2_500
    sent = slow(page, "/api/cage")
    amount.fill("10")
    amount.press("Enter")
    amount.press("Enter")
    sell = page.get_by_role("button", name=words("cage.in"))
    expect(sell).to_have_attribute("aria-busy", "true")
    expect(sell).not_to_have_attribute("aria-busy", "true")
    expect(amount).to_have_value("")
    assert len(sent) == 1
    assert people.wallet("ann") == before + 3_500
    page.get_by_label(words("cage.name")).fill("Dara S.")
    page.get_by_role("button", name=words("cage.enrol")).dblclick()
    expect(page.get_by_role("heading", name=words("cage.exchange", name="Dara S."))).to_be_visible()
    assert len(people.known()) == known + 1


def test_an_order_without_an_answer(played: Running, visits: Visits) -> None:
    """Where the line is lost after the house has sold chips, pressing again sells no more."""
    visits.allow("502", "ERR_")
    people = played.context.people
    before = people.wallet("ann")
    page = chosen_at_the_cage(visits, played)

    def lose(route: Route) -> None:
        route.fetch()
        route.fulfill(status=502, body="gone")

    page.route(
        "**/api/cage",
        lambda route: lose(route) if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_label(words("cage.amount")).fill("25")
    sell = page.get_by_role("button", name=words("cage.in"))
    sell.click()
    expect(page.locator("#main").get_by_text(words("floor.refusal.unreachable"))).to_be_visible()
    assert people.wallet("ann") == before + 2_500
    page.unroute("**/api/cage")
    sell.click()
    expect(page.get_by_text(words("cage.receipt.by", name="Cat"))).to_be_visible()
    assert people.wallet("ann") == before + 2_500


def test_a_hold_is_one_deed(played: Running, visits: Visits) -> None:
    """A double click on the floor holds an amount in dispute once."""
    house = played.house
    rack = house.live.state.racks["bea"]
    page = floor(visits, played)
    page.get_by_role("article").get_by_role("button").click()
    form = page.get_by_role("dialog").locator("form[data-form=hold]")
    form.get_by_label(words("floor.patron")).select_option("bea")
    form.get_by_label(words("floor.reason")).fill("which spot")
    form.get_by_label(words("floor.amount")).fill("12,50")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(
        words("floor.refusal.no-amount", field=words("floor.amount"))
    )
    form.get_by_label(words("floor.amount")).fill("15")
    form.get_by_role("button").dblclick()
    expect(form.get_by_role("status")).to_have_text(words("floor.done"))
    form.get_by_role("button").click()
    page.wait_for_timeout(300)
    house.settle()
    assert house.live.state.racks["bea"] == rack - 1_500
    assert len(house.live.state.held) == 1


@pytest.mark.parametrize("text", ["12,50", "1.000,50", "1e2", "0x10", "-5", "2.999", "0"])
def test_no_amount_is_guessed(played: Running, visits: Visits, text: str) -> None:
    """What is no amount in figures is refused in words, and nothing is sent."""
    page = chosen_at_the_cage(visits, played)
    sent = slow(page, "/api/cage")
    page.get_by_label(words("cage.amount")).fill(text)
    page.get_by_role("button", name=words("cage.in")).click()
    expect(page.locator("form[data-form=exchange]").get_by_role("status")).to_have_text(
        words("floor.refusal.no-number")
    )
    assert sent == []


def test_names_are_read_aloud_as_they_are(played: Running, visits: Visits) -> None:
    """A reader hears a name as it is written, with no sign of it escaped."""
    page = enter(visits, played, "cat", Role.CASHIER, "/cage")
    name = "<img src=x> & Co."
    page.get_by_label(words("cage.name")).fill(name)
    page.get_by_role("button", name=words("cage.enrol")).click()
    expect(page.locator("#polite")).to_have_text(words("cage.enrolled", name=name))


def test_the_column_scrolls_by_itself(played: Running, visits: Visits) -> None:
    """However much waits, the page stays; what stops a table stands first in its column."""
    for kind in ("inventory", "keyed-card", "quarantine", "correction", "large-win", "recurring"):
        raise_alert(played, kind, card="KH", shoe=1, rest=3, expected=4, reason="a test")
    house = played.house
    house.done(cm.OpenBetting())
    ask = cm.Propose(by="dee", reason="it stopped", matter=ev.Irregularity(kind="shuffler-fault"))
    assert house.desk.do(TABLE, ask, "dee", Role.DEALER).result(20).ok
    raise_alert(played, "clock", ms=900, clock="other")
    page = floor(visits, played, size={"viewport": {"width": 1920, "height": 700}})
    expect(column(page).get_by_role("listitem").first).to_contain_text("it stopped")
    heights = page.evaluate(
        "() => { const { scrollHeight, clientHeight } = document.querySelector('.needs');"
        " return [scrollHeight > clientHeight,"
        " document.documentElement.scrollHeight <= innerHeight]; }"
    )
    assert heights == [True, True]


def test_a_box_is_counted(found: Running, visits: Visits) -> None:
    """What should be in a box is told after the count, and never before."""
    from tests.house.test_position import banked
    from tests.house.test_position import played as play

    banked(found.house)
    play(found.house)
    found.house.done(cm.ChangeBox("2"))
    held = found.house.balances()[f"drop:{TABLE}:1"]
    page = enter(visits, found, "cat", Role.CASHIER, "/cage")
    box = page.get_by_role("combobox", name=words("cage.box"))
    expect(box).to_have_text(words("cage.box_at", box="1", table=TABLE))
    page.get_by_label(words("cage.counted")).fill("0")
    page.get_by_role("button", name=words("cage.count")).click()
    told = page.get_by_role("status").filter(has_text="difference")
    expect(told.first).to_contain_text(f"{held // 100}")
    assert f"drop:{TABLE}:1" not in found.house.balances()


def test_a_correction_and_what_it_leaves(played: Running, visits: Visits) -> None:
    """A supervisor proposes the real cards; another approves, and just those chips move."""
    house = played.house
    sue, sam = floor(visits, played), floor(visits, played, "sam")
    sue.get_by_role("article").get_by_role("button").click()
    sheet = sue.get_by_role("dialog")
    cards = sheet.get_by_label(words("floor.real_cards"))
    cards.fill("7c kc ah kd")
    form = sheet.locator("form[data-form=correct]")
    form.get_by_label(words("floor.reason")).fill("the camera")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(words("floor.refusal.nothing-to-correct"))
    cards.fill("7c kc 8d 9c")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(words("floor.refusal.no-such-card-left"))
    cards.fill("kc 7c kd ah")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(words("floor.proposed"))
    before = house.live.state.racks["ann"]
    moves = column(sam).get_by_role("list", name=words("floor.moves"))
    expect(moves).to_contain_text("Ann \N{MINUS SIGN}$20")
    column(sam).get_by_role("button", name=words("floor.approve")).click()
    expect(column(sam)).to_contain_text("Round 6 was settled again")
    house.settle()
    assert house.live.state.racks["ann"] == before - 2_000


def test_a_second_person_for_real_cards(found: Running, visits: Visits) -> None:
    """Cards that were opened wait for a supervisor, who says that they were looked through."""
    house = found.house
    house.done(replace(opening(small(burn="none")), cards="typed"))
    house.done(cm.StartShoe(lot="A-1", prepared=False))
    house.done(cm.StepShoe(by="dee", step="opened"))
    page = floor(visits, found)
    expect(page.get_by_role("article")).to_contain_text(words("floor.line.step-shoe"))
    expect(column(page)).to_contain_text(words("floor.line.step-shoe"))
    column(page).get_by_role("button", name=words("floor.look", table=TABLE)).click()
    page.get_by_role("button", name=words("floor.done.step-shoe")).click()
    expect(page.get_by_role("article")).not_to_contain_text(words("floor.line.step-shoe"))
    house.settle()
    assert house.live.state.require_shoe.prepared == "verified"


def test_chips_in_dispute(played: Running, visits: Visits) -> None:
    """Chips are held out of a rack, and go back to it."""
    house = played.house
    rack = house.live.state.racks["bea"]
    page = floor(visits, played)
    page.get_by_role("article").get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    hold = sheet.locator("form[data-form=hold]")
    hold.get_by_role("combobox").select_option("bea")
    hold.get_by_label(words("floor.amount")).fill("15")
    hold.get_by_label(words("floor.reason")).fill("who put it there")
    hold.get_by_role("button").click()
    expect(sheet.get_by_text(words("floor.held", name="Bea", amount="$15"))).to_be_visible()
    assert house.live.state.racks["bea"] == rack - 1_500
    sheet.get_by_role("button", name=words("floor.release")).click()
    expect(sheet.get_by_text(words("floor.held", name="Bea", amount="$15"))).to_be_hidden()
    house.settle()
    assert house.live.state.racks["bea"] == rack


def test_a_sign_in_that_is_over(played: Running, visits: Visits) -> None:
    """When a supervisor's sign-in ends the floor says so, and leads to a new one."""
    visits.allow("401 (Unauthorized)", "403", "WebSocket connection")
    page = floor(visits, played)
    expect(page.get_by_role("article")).to_be_visible()
    played.context.people.sign_out("cookie-sue")
    for client in played.context.hub.clients:
        played.loop.call_soon_threadsafe(client.end)
    expect(page.get_by_role("alert").filter(has_text="sign-in")).to_be_visible()
    expect(page.get_by_role("link", name=words("sign-in.act"))).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_house_that_has_just_begun(found: Running, visits: Visits, size: dict[str, Any]) -> None:
    """A lobby without a table says what to do first, and leads there."""
    page = enter(visits, found, "sue", Role.SUPERVISOR, "/", size)
    guide = page.get_by_role("region", name=words("lobby.guide"))
    expect(guide.get_by_role("listitem")).to_have_count(6)
    look = Inspection()
    look.scene("guide", page)
    assert look.faults == {}
    guide.get_by_role("link", name=words("lobby.guide.open.to")).click()
    expect(page.get_by_text(words("floor.no_tables"))).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_floor_can_be_used(played: Running, visits: Visits, size: dict[str, Any]) -> None:
    """Every state of the floor is readable, within the screen, in words, with room for a finger."""
    house, look = played.house, Inspection()
    raise_alert(played, "inventory", shoe=1, rest=3, expected=4, by="dee")
    house.done(cm.OpenBetting())
    matter = ev.Irregularity(kind="shuffler-fault")
    ask = cm.Propose(by="dee", reason="it stopped", matter=matter)
    assert house.desk.do(TABLE, ask, "dee", Role.DEALER).result(20).ok
    page = floor(visits, played, size=size)
    expect(column(page).get_by_role("listitem").first).to_be_visible()
    look.scene("floor", page, tab=size is DESK)
    assert page.evaluate(SMALL) == []
    sheet = page.get_by_role("dialog")
    for act, there in (
        ("table", "floor.section.rulings"),
        ("open", "floor.new.schedule"),
        ("shifts", "floor.print"),
        ("large-win", "floor.threshold.large-win.label"),
        ("proposal", "floor.outcomes"),
    ):
        page.locator(f"[data-act={act}]").first.click()
        expect(sheet.get_by_text(words(there)).first).to_be_visible()
        look.scene(act, page)
        assert page.evaluate(SMALL) == []
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    assert look.faults == {}


@pytest.mark.parametrize("size", SIZES)
def test_the_cage_can_be_used(played: Running, visits: Visits, size: dict[str, Any]) -> None:
    """The cashier's window keeps the same rules."""
    page = enter(visits, played, "cat", Role.CASHIER, "/cage", size)
    page.locator("[data-act=choose]").first.click()
    expect(page.locator(".balance")).to_be_visible()
    look = Inspection()
    look.scene("cage", page, tab=size is DESK)
    assert look.faults == {}
    assert page.evaluate(SMALL) == []
