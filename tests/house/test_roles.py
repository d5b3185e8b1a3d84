"""Roles: the chart against one that was written by hand, and what each mark of it means."""

from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from puntobanco.house.roles import (
    CHART,
    Deed,
    Question,
    Role,
    cell,
    deed_of,
    may_ask,
    may_do,
    needs_pin,
)
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from puntobanco.web.messages import kebab
from tests.house.houses import House
from tests.table.playing import TABLE, Felt, opening, small

# Read out of the list of who does what (docs/reference/roles.md), role by role.
ALWAYS: dict[Role, set[str]] = {
    Role.PATRON: {"FAIRNESS"},
    Role.DEALER: {
        "SuspendTable", "OfferPlayerDealer", "PassOffer", "EndShoe", "OpenBetting", "OpenFreeHand",
        "PauseBetting", "ResumeBetting", "CloseBetting", "Settle", "VoidRound", "CorrectRound",
        "SetMessage",
        "Irregularity", "FLOOR", "EVENTS", "FAIRNESS", "PATRONS", "CONSOLE",
        "OFFER_SHEET",
    },
    Role.SUPERVISOR: {
        "OpenTable", "CloseTable", "SuspendTable", "ResumeTable", "SetMessage", "ChangeBox",
        "VoidRound",
        "CorrectRound", "Irregularity", "ChangeLimits", "ChangeTerms", "Approve", "Reject",
        "HoldAmount",
        "ReleaseAmount", "PayClaim", "DropClaim", "FLOOR", "EVENTS", "FAIRNESS", "PATRONS", "PIN",
        "CONSOLE", "OVERVIEW", "ALERTS", "OFFER_SHEET", "SHEETS",
    },
    Role.CASHIER: {"PATRONS", "ENROL", "CAGE"},
    Role.AUDITOR: {"AUDIT", "FLOOR", "EVENTS", "FAIRNESS", "PATRONS", "OVERVIEW"},
    Role.ADMIN: {
        "ChangeLimits", "ChangeTerms", "TOKENS", "OVERVIEW", "ACCOUNTS", "SIGN_INS", "ERASE",
        "OFFER_SHEET",
    },
    Role.HOUSE: {
        "OpenTable", "CloseTable", "LeaveSeat", "OfferPlayerDealer", "PassOffer", "EndShoe",
        "OpenBetting", "OpenFreeHand", "PauseBetting", "ResumeBetting", "CloseBetting", "Settle",
        "SuspendTable", "ForsakeShoes", "Tick",
    },
}  # fmt: skip
FOR_ONESELF: dict[Role, set[str]] = {
    Role.PATRON: {
        "TakeSeat", "StandBehind", "LeaveSeat", "BuyIn", "CashOut", "TakeBreak", "ComeBack",
        "AcceptPlayerDealer", "DeclinePlayerDealer", "GiveUpPlayerDealer", "PostCover", "CutShoe",
        "SetWager",
    },
    Role.DEALER: {"Reject"},
    Role.ADMIN: {"Reject"},
}  # fmt: skip
WITH_REAL_CARDS: dict[Role, set[str]] = {
    Role.DEALER: {
        "TakeSeat", "StandBehind", "LeaveSeat", "BuyIn", "SetWager", "StartShoe", "StepShoe",
        "OfferCut", "CutShoe", "Burn", "CountShoe", "EnterResult", "TakeBreak", "ComeBack",
        "AcceptPlayerDealer", "DeclinePlayerDealer", "GiveUpPlayerDealer", "PostCover",
    },
    Role.SUPERVISOR: {"StepShoe", "ClearShoe"},
}  # fmt: skip
TRACKED: dict[Role, set[str]] = {
    Role.DEALER: {"EnterHand", "UndoHand", "NewShoe", "MarkCutCard", "LimitHands"},
    Role.SUPERVISOR: {
        "EnterHand", "UndoHand", "NewShoe", "MarkCutCard", "LimitHands", "ChangeHand",
        "InsertHand", "DeleteHand", "TakeShoeBack", "Burn",
    },
}  # fmt: skip
WITH_THE_PIN: dict[Role, set[str]] = {
    Role.DEALER: {"ResumeTable", "ChangeHand", "InsertHand", "DeleteHand", "TakeShoeBack"}
}
AT_ONES_PACE: dict[Role, set[str]] = {Role.DEALER: {"DealCard"}}
WITH_SOFTWARE: dict[Role, set[str]] = {Role.HOUSE: {"StartShoe", "Burn", "DealCard"}}
KINDS = (
    ("+", ALWAYS),
    ("o", FOR_ONESELF),
    ("r", WITH_REAL_CARDS),
    ("d", AT_ONES_PACE),
    ("s", WITH_SOFTWARE),
    ("t", TRACKED),
    ("p", WITH_THE_PIN),
)


def name_of(deed: object) -> str:
    """The name of a command, a matter or a question."""
    return deed.name if isinstance(deed, Question) else getattr(deed, "__name__", "")


def expected(role: Role, name: str) -> str:
    """What the lists say of a cell."""
    marks = [mark for mark, lists in KINDS if name in lists.get(role, set())]
    assert len(marks) <= 1
    return marks[0] if marks else "."


@pytest.mark.parametrize(
    "role,deed",
    [*product(Role, CHART)],
    ids=lambda v: v.value if isinstance(v, Role) else name_of(v),
)
def test_every_cell(role: Role, deed: type[cm.Command]) -> None:
    """Each cell of the chart says what the lists say."""
    assert cell(role, deed) == expected(role, name_of(deed))


def test_the_chart_has_a_row_for_everything() -> None:
    """No command, no matter and no question is without a row; what had none would be refused."""
    deeds = {*get_args(cm.AnyCommand), *get_args(ev.AnyMatter), *Question} - {cm.Propose}
    assert set(CHART) == deeds
    assert all(cell(role, cm.Command) == "." for role in Role)


WAGER = cm.SetWager(patron="ann", place=1, bet="tie", amount=500, round=1)


def table(cards: str) -> TableState:
    """An open table whose cards come from somewhere."""
    felt = Felt()
    felt.done(replace(opening(small()), cards=cards))
    return felt.state


@pytest.mark.parametrize("cards", ["software", "scanned", "typed", "results"])
def test_the_dealer_records_where_cards_are_real(cards: str) -> None:
    """A dealer places wagers for patrons who have no device, and touches no software's shoe."""
    is_real = cards != "software"
    state = table(cards)
    burn = cm.Burn(card="AS")
    assert may_do(Role.DEALER, "dee", WAGER, state) is is_real
    assert may_do(Role.DEALER, "dee", burn, state) is is_real
    assert may_do(Role.HOUSE, "dealer", burn, state) is not is_real
    assert not may_do(Role.DEALER, "dee", burn, TableState())
    assert not may_do(Role.HOUSE, "dealer", burn, TableState())


def test_a_dealer_deals_where_the_pace_is_his() -> None:
    """A dealer deals cards that are real, and the software's at a table that he paces."""
    card = cm.DealCard(position=0)
    paced = Felt()
    paced.done(replace(opening(small()), paced="dealer"))
    assert may_do(Role.DEALER, "dee", card, paced.state)
    assert not may_do(Role.DEALER, "dee", cm.Burn(card="AS"), paced.state)
    assert may_do(Role.DEALER, "dee", card, table("typed"))
    assert not may_do(Role.DEALER, "dee", card, table("software"))


def test_hands_are_tracked_where_no_wagers_lie() -> None:
    """Hands are entered and corrected where results alone are kept; the PIN is the dealer's."""
    delete = cm.DeleteHand(by="dee", hand=1, hands=1)
    for cards in ("software", "scanned", "typed", "results"):
        assert may_do(Role.DEALER, "dee", delete, table(cards)) is (cards == "results")
    assert needs_pin(Role.DEALER, delete)
    assert not needs_pin(Role.SUPERVISOR, delete)
    assert not needs_pin(Role.DEALER, cm.UndoHand(by="dee", hand=1))


def test_a_patron_acts_for_himself() -> None:
    """Nobody wagers, sits or answers for another patron, whatever the table."""
    for cards in ("software", "typed"):
        assert may_do(Role.PATRON, "ann", WAGER, table(cards))
        assert not may_do(Role.PATRON, "bea", WAGER, table(cards))


def test_a_proposal_is_taken_back_by_its_proposer() -> None:
    """A dealer turns down what he proposed himself; a supervisor any proposal."""
    felt = Felt.betting("ann")
    felt.done(cm.Propose(by="dee", reason="x", matter=ev.VoidRound()))
    reject = cm.Reject(by="", number=1)
    assert may_do(Role.DEALER, "dee", reject, felt.state)
    assert not may_do(Role.DEALER, "dan", reject, felt.state)
    assert may_do(Role.SUPERVISOR, "sue", reject, felt.state)


def test_a_proposal_is_what_it_proposes() -> None:
    """Limits are proposed by other people than a void is."""
    limits = cm.Propose(by="a", reason="x", matter=ev.ChangeLimits(limits=()))
    void = cm.Propose(by="a", reason="x", matter=ev.VoidRound())
    assert (deed_of(limits), deed_of(void)) == (ev.ChangeLimits, ev.VoidRound)
    assert may_do(Role.ADMIN, "a", limits, TableState())
    assert not may_do(Role.ADMIN, "a", void, TableState())


def test_the_desk_refuses(house: House) -> None:
    """What a role may not do changes nothing, and stays refused when it is sent again."""
    house.betting("ann", "bea")
    wager = house.wager("bea", "player", 500)
    before = len(house.entries())
    for _ in range(2):
        reply = house.send(wager, "c1", actor="ann")
        assert reply.refusal
        assert reply.refusal.code is Code.NOT_ALLOWED
    assert house.desk.do(TABLE, cm.CloseBetting(), "ann", Role.PATRON).result(20).refusal
    assert len(house.entries()) == before
    assert may_ask(Role.AUDITOR, Question.EVENTS)
    assert not may_ask(Role.CASHIER, Question.EVENTS)


def test_nobody_from_outside_opens_a_table_that_is_not_his_to_open(house: House) -> None:
    """A table that may not be opened is not there afterwards."""
    reply = house.desk.do("t2", replace(opening(small()), table="t2"), "ann", Role.PATRON).result(
        20
    )
    assert reply.refusal
    assert reply.refusal.code is Code.NOT_ALLOWED


WORDS = {
    "+": "yes", "o": "own", "r": "real cards", "s": "software", "t": "tracked", "p": "PIN", ".": "",
    "d": "own pace",
}  # fmt: skip


def written(deed: Deed) -> str:
    """What the reference calls a row."""
    if isinstance(deed, Question):
        return deed.value
    if issubclass(deed, ev.Matter):
        return f"propose {deed.__struct_config__.tag}"
    return kebab(deed.__name__)


def test_the_reference_has_the_chart() -> None:
    """docs/reference/roles.md prints the chart, row by row, in words."""
    page = (Path(__file__).parents[2] / "docs/reference/roles.md").read_text()
    rows = [
        f"| `{written(deed)}` | {' | '.join(WORDS[cell(role, deed)] for role in Role)} |"
        for deed in CHART
    ]
    assert "\n".join(rows) in page
