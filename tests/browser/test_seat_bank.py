"""A card room through its pages: an offer passed on, one taken, a cover that runs out."""

import re
from typing import Any

from playwright.sync_api import expect

from puntobanco.table import events as ev
from tests.browser.access import Inspection
from tests.browser.card_room import CHIPS, ROUND_MS, CardRoom, Patron, Shown
from tests.browser.conftest import OpenHouse
from tests.browser.visits import PHONE, Visits
from tests.browser.words import words

BUY_IN = 1_000
COVER = 20
STAKE = 100


def told(event: ev.RoundSettled) -> list[dict[str, Any]]:
    """What a page must say of a settlement, worked out from its lines alone."""
    net, ended = 0, len(event.lines)
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(event.lines, 1):
        net += line.collected - line.paid
        full = line.paid + line.uncovered if line.verdict == "pay" else line.amount
        moved = line.paid or line.collected
        word: str
        why: str | None
        if number > ended:
            word, why = "returned", words("seat.line.no-action")
        elif line.verdict == "push":
            word, why = "returned", words("seat.line.push")
        elif not moved:
            word, why = "returned", words("seat.line.not-covered")
        elif moved == full:
            word, why = ("paid", None) if line.paid else ("collected", "")
        elif line.verdict == "pay":
            word, why = "paid", words("seat.line.uncovered", amount=line.uncovered // 100)
        else:
            word, why = "collected", words("seat.line.back", amount=line.returned // 100)
        figure = {"paid": line.paid, "collected": line.collected, "returned": line.returned}[word]
        after = f"{net // 100:+}" if net else "0"
        rows.append({
            "number": number,
            "word": words(f"seat.line.{word}", amount=figure // 100),
            "why": why,
            "after": after.replace("-", "\N{MINUS SIGN}"),
            "bar": line.verdict != "push" and moved != full,
        })  # fmt: skip
        if event.player_dealer and ended == len(event.lines) and net == -event.player_dealer.cover:
            ended = number
    return rows


def same(shown: list[dict[str, Any]], event: ev.RoundSettled) -> None:
    """Hold a page's lines against the event, word for word."""
    expected = told(event)
    assert len(shown) == len(expected)
    for seen, due in zip(shown, expected, strict=True):
        if due["why"] is None:  # the odds
            due["why"] = seen["why"]
        assert {key: seen[key] for key in due} == due


def play(room: list[Patron], bank: Patron) -> Shown:
    """Bet on both sides against the cover; every page says the same when it is settled."""
    for patron, bet in zip(room, ("player", "banker"), strict=True):
        patron.seat.look("look.phase === 'betting' && look.clock >= 3")
        patron.seat.place(STAKE, on=bet)
        patron.seat.accepted({bet: STAKE})
        patron.watch()
    bank.watch()
    shown = [patron.settled() for patron in (*room, bank)]
    assert shown[0].lines == shown[1].lines == shown[2].lines
    return shown[2]


def test_a_cover_that_runs_out(open_house: OpenHouse, visits: Visits) -> None:
    """The first passes, the second covers, both sides are bet: every line says what the core did.

    One of the bettors stands behind a seat with chips of his own. In the end the chips of all are
    where the pages said, and the log verifies.
    """
    room = CardRoom.opened(open_house, "ann", "bea", "cid", options=("--clock", "8"))
    ann, bea, cid = (room.enter(visits, name) for name in ("ann", "bea", "cid"))
    ann.sit(1, BUY_IN)
    bea.sit(2, BUY_IN)
    cid.sit(1, BUY_IN, behind=True)
    expect(cid.page.get_by_text(words("seat.title.own.back", place=1))).to_be_visible()
    inspection = Inspection()

    ann.offered()
    inspection.scene("offer", ann.page)
    ann.passes()
    bea.covers(COVER)
    inspection.scene("covering", bea.page)
    expect(bea.page.locator("#spots [data-bet]")).to_have_count(0)

    # A back-line bettor may not bet a tie, and reads why.
    expect(cid.page.locator("#spots [data-bet='tie'].unavailable .plate")).to_be_visible()
    rounds = []
    for _ in range(2):  # a tie moves nothing; then the position is offered on
        rounds.append(play([ann, cid], bea))
        if rounds[-1].net == -COVER:
            break
    inspection.scene("settled", ann.page)
    assert inspection.faults == {}
    for patron in (ann, bea, cid):
        patron.page.close()
    room.house.close()

    log = list(room.events())
    settled = [event for event in log if isinstance(event, ev.RoundSettled) and event.lines]
    for shown, event in zip(rounds, settled, strict=True):
        same(shown.lines, event)
        assert event.player_dealer
        assert event.player_dealer.net == (shown.net or 0) * 100
        assert event.player_dealer.exhausted == any(line.verdict == "pay" for line in event.lines)
    for name, held in moved(log).items():
        assert room.held(name) == CHIPS + held


def moved(log: list[ev.AnyEvent]) -> dict[str, int]:
    """What each patron has more than he came with, counted from the log alone."""
    more = dict.fromkeys(("ann", "bea", "cid"), 0)
    for event in log:
        if isinstance(event, ev.RoundSettled):
            for line in event.lines:
                more[line.patron] += line.paid - line.collected
            if event.player_dealer:
                more[event.player_dealer.patron] += event.player_dealer.net
        if isinstance(event, ev.CollectionTaken):
            for fee in event.fees:
                more[fee.patron] -= fee.amount
            more["bea"] -= event.player_dealer  # nobody else covered
    return more


def test_the_position_is_held_and_given_up(open_house: OpenHouse, visits: Visits) -> None:
    """Who covers changes his cover between hands, and gives the position up with it in his rack."""
    room = CardRoom.opened(open_house, "ann", options=("--clock", "3"), pace="0.3")
    ann = room.enter(visits, "ann", PHONE)
    ann.sit(1, BUY_IN)
    form = ann.offered()
    expect(form.locator(".outlook")).to_have_count(0)  # no hand was played that could be told of
    form.get_by_label(re.compile("amount")).fill("5")
    form.locator(".primary").click()
    refusal = words("refusal.cover-too-small", min=COVER, amount=5)
    expect(form.get_by_role("alert")).to_have_text(refusal)
    form.get_by_label(re.compile("amount")).fill("30")
    form.locator(".primary").click()
    desk = ann.page.locator(".bank-desk")
    expect(desk).to_contain_text("$30")
    change = desk.get_by_role("button", name=words("seat.bank.change"))
    ann.page.locator("#page[data-phase='settled']").wait_for(timeout=ROUND_MS)
    expect(change).to_be_enabled()
    change.click()
    ann.sheet.get_by_label(re.compile("amount")).fill("40")
    ann.sheet.get_by_role("button", name=words("seat.cover.go", cover="$40")).click()
    expect(ann.sheet).to_be_hidden()
    expect(desk).to_contain_text("$40")
    later = desk.get_by_role("button", name=words("seat.bank.give-up.after"))
    later.click(timeout=ROUND_MS)  # in the next hand
    expect(desk).to_be_hidden(timeout=ROUND_MS)
    expect(ann.page.locator("#head")).to_contain_text(f"${BUY_IN:,}")


def test_a_cover_beyond_the_rack(open_house: OpenHouse, visits: Visits) -> None:
    """Who has less than the least cover reads both, and can pass; a page without its seat waits."""
    room = CardRoom.opened(open_house, "ann", options=("--clock", "8"))
    ann = room.enter(visits, "ann", PHONE)
    ann.sit(1, COVER - 5)
    form = ann.offered()
    take = form.locator("[data-key='go']")
    expect(take).to_be_disabled()
    reason = words("seat.offer.beyond", rack=f"${COVER - 5}", most="|", least=f"${COVER}")
    for part in reason.split("|"):
        expect(form.locator(".why")).to_contain_text(part.strip("$"))
    other = ann.page.context.new_page()
    other.goto(ann.page.url)
    expect(form.locator(".why")).to_have_text(words("seat.elsewhere.first"))
    expect(take).to_be_disabled()
    expect(form.get_by_role("button", name=words("seat.offer.pass"))).to_be_disabled()


def test_a_strip_of_many_places(open_house: OpenHouse, visits: Visits) -> None:
    """On a phone the cover of a table with all its places stays within its own place."""
    room = CardRoom.opened(open_house, "ann", options=("--clock", "8", "--seats", "13"))
    ann = room.enter(visits, "ann", PHONE)
    ann.sit(1, 2 * BUY_IN)
    form = ann.offered()
    form.get_by_label(re.compile("amount")).fill("1,500")
    form.locator(".primary").click()
    expect(ann.page.locator(".place.player-dealer, .place.own").first).to_contain_text("1,500")
    over = ann.page.evaluate("""() => [...document.querySelectorAll(".place b")]
    .filter((figure) => {
      const range = document.createRange();
      range.selectNodeContents(figure);
      const [text, box] = [range, figure.closest(".place")].map((e) => e.getBoundingClientRect());
      return text.left < box.left || text.right > box.right || box.right > innerWidth;
    }).map((figure) => figure.textContent)""")
    assert over == []
