"""The dealer's console: what comes next and why, chips in action order, keys, irregularities."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.cards import DECK, parse_cards
from puntobanco.house.console import console
from puntobanco.house.paying import break_down
from puntobanco.house.preview import outcomes
from puntobanco.house.records import Records
from puntobanco.rules.catalogue import schedule
from puntobanco.rules.coup import next_hand
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.decide import decide
from puntobanco.table.irregular import TABLE as IRREGULARITIES
from puntobanco.table.refusals import Refusal
from tests.table.playing import Felt, card_room, opening, played_with, small
from tests.worked_examples import DRAGON, EXAMPLES, Ending, Round

Plain = dict[str, Any]
BANK_PLACE = {7: 8, 13: 14}


class Watched(Felt):
    """A felt whose records are kept, as the house keeps them."""

    def __init__(self) -> None:
        super().__init__()
        self.records = Records()

    def do(self, command: cm.AnyCommand) -> Any:
        """Decide, and note what follows."""
        before = self.state
        decision = super().do(command)
        for event in decision.events:
            self.records.note(before, event, self.now)
        return decision

    def console(self) -> Plain:
        """What the dealer's console shows now."""
        is_shown = self.state.round is None and self.records.last is not None
        last = self.records.last if is_shown else None
        return console(self.state, last, str.capitalize, self.now)


def example(round_: Round, ending: Ending) -> Watched:
    """A worked example as a round that is dealt: the player-dealer sits at the last place."""
    sheet = played_with(policy=ending.policy, win_cap=ending.win_cap)
    felt = Watched()
    felt.done(card_room(sheet, seats=round_.seats, cover_min=1))
    felt.done(cm.StartShoe(commitment="c"))
    seats = {wager.patron: wager.seat for wager in round_.wagers if wager.line == "front"}
    for patron, seat in seats.items():
        felt.sit(patron, seat)
    for wager in round_.wagers:
        if wager.line == "back" and wager.patron not in felt.state.racks:
            felt.stand(wager.patron, wager.seat)
    felt.sit("bank", BANK_PLACE[round_.seats])
    felt.bank("bank", round_.cover)
    felt.done(cm.OpenBetting())
    mains = sorted(round_.wagers, key=lambda w: w.bet not in {"player", "banker"})
    for wager in mains:  # a side bet is placed after what it needs
        felt.bet(wager.patron, wager.bet, wager.amount, place=wager.seat, line=wager.line)
    return felt


@pytest.mark.parametrize("round_,ending", EXAMPLES, ids=lambda v: getattr(v, "policy", None))
def test_what_is_paid_and_taken(round_: Round, ending: Ending) -> None:
    """Each line of a worked example is on the screen, chip for chip, before and after it is done.

    Before the settlement and after it the same lines stand, and the result runs down to its end.
    """
    felt = example(round_, ending)
    felt.deal(parse_cards(round_.cards))
    shown = felt.console()["settling"]
    named = {(w.patron, w.bet): w.id for w in round_.wagers}
    by_name = {name.capitalize(): name for name, _ in named}
    assert [
        (
            named[by_name[line["name"]], line["bet"]],
            line["verdict"],
            line["collected"],
            line["paid"],
            line["returned"],
            line["uncovered"],
        )
        for line in shown["lines"]
    ] == list(ending.steps)
    net = 0
    for line in shown["lines"]:
        net += line["collected"] - line["paid"]
        assert line["net"] == net
        assert sum(value * many for value, many in line["chips"]) == line["moves"]
        assert line["moves"] == max(line["collected"], line["paid"]) or line["act"] == "return"
    bank = shown["bank"]
    assert (bank["net"], bank["exhausted"], bank["capped"]) == (
        ending.net,
        ending.exhausted,
        ending.capped,
    )
    felt.done(cm.Settle())
    assert felt.console()["settling"] == shown
    felt.check()


def test_the_cover_ends_at_a_line() -> None:
    """Worked example 1: line 10 is paid in part, the cover ends there, four lines go back."""
    felt = example(DRAGON, EXAMPLES[0][1])
    felt.deal(parse_cards(DRAGON.cards))
    shown = felt.console()["settling"]
    tenth = shown["lines"][9]
    assert (tenth["act"], tenth["moves"], tenth["owed"], tenth["ends"]) == (
        "pay",
        260,
        400,
        "exhausted",
    )
    assert [line["no_action"] for line in shown["lines"]] == [False] * 10 + [True] * 4
    assert [line["used"] for line in shown["lines"]][-5:] == [600] * 5
    assert shown["totals"] == {"taken": 660, "paid": 1_260, "uncovered": 140, "no_action": 425}


def test_the_action_button() -> None:
    """The button shows with the fourth card, and wagers then stand in the order of action."""
    felt = example(DRAGON, EXAMPLES[0][1])
    assert felt.console()["button"] is None
    assert felt.console()["wagers"][0]["seat"] == 1
    felt.deal(parse_cards(DRAGON.cards)[:4])
    shown = felt.console()
    assert shown["button"] == {"card": "QS", "value": 12, "seat": 5, "place": 5}
    seats = [wager["seat"] for wager in shown["wagers"]]
    assert list(dict.fromkeys(seats)) == [5, 6, 7, 1, 2, 3]


@pytest.mark.parametrize(
    "amount,unit,chips",
    [
        (26_000, 100, [(10_000, 2), (2_500, 2), (500, 2)]),
        (100, 100, [(100, 1)]),
        (1_225, 25, [(500, 2), (100, 2), (25, 1)]),
        (600, 1, [(500, 1), (100, 1)]),
        (0, 100, []),
    ],
)
def test_exact_chips(amount: int, unit: int, chips: list[tuple[int, int]]) -> None:
    """An amount is broken into chips of the table, the largest first."""
    assert break_down(amount, unit) == chips


@given(amount=st.integers(0, 10**9), unit=st.sampled_from([1, 5, 25, 50, 100, 500]))
def test_chips_make_the_amount(amount: int, unit: int) -> None:
    """Whatever is a multiple of the unit is made exactly, in chips that are multiples of it."""
    whole = amount // unit * unit
    chips = break_down(whole, unit)
    assert sum(value * many for value, many in chips) == whole
    assert all(many and value % unit == 0 for value, many in chips)


# The coup so far, whose card is next, and the reason.
NEXT = [
    ("", "player", ("first-cards", {"number": 1})),
    ("2C 3D TH", "banker", ("first-cards", {"number": 4})),
    ("2C 3D TH 2S", "player", ("player-draws", {"total": 2})),
    ("6C 3D TH 2S", "banker", ("banker-draws-stood", {"total": 5, "player": 6})),
    ("2C KD 3H 5S 6D", "banker", ("banker-draws", {"total": 5, "third": 6, "on": [4, 5, 6, 7]})),
]
OVER = [
    ("9C 2C KD 4D", ("natural", {"side": "player", "total": 9})),
    ("2C 9D 4H TS", ("natural", {"side": "banker", "total": 9})),
    ("6C 7D KH KS", ("both-stand", {"player": 6, "banker": 7})),
    ("2C 3D 3H KS 8D", ("banker-stands", {"total": 3, "third": 8})),
    ("2C 3D 4H QS 4C", ("both-done", {})),
]


def dealt(cards: str) -> Watched:
    """A house-banked round in which these cards lie."""
    felt = Watched()
    felt.done(opening(small(burn="none")))
    felt.sit("ann", 1)
    felt.done(cm.StartShoe(commitment="c"))
    felt.done(cm.OpenBetting())
    felt.deal(parse_cards(cards))
    return felt


@pytest.mark.parametrize("cards,side,why", NEXT, ids=lambda v: str(v)[:16])
def test_the_next_card(cards: str, side: str, why: tuple[str, Plain]) -> None:
    """The screen names the hand that the next card goes to, and the rule that says so."""
    shown = dealt(cards).console()["next"]
    assert (shown["act"], shown["params"]["side"]) == ("deal-card", side)
    assert (shown["why"]["key"], shown["why"]["params"]) == why
    found = next_hand(parse_cards(cards))
    assert found
    assert found.value == side


@pytest.mark.parametrize("cards,why", OVER, ids=lambda v: str(v)[:16])
def test_no_further_card(cards: str, why: tuple[str, Plain]) -> None:
    """When the coup is over the screen says why nobody draws."""
    shown = dealt(cards).console()["next"]
    assert shown["act"] == "settle"
    assert (shown["why"]["key"], shown["why"]["params"]) == why


def test_the_row_of_the_drawing_table() -> None:
    """The row that decides is that of the chart, with its cell: Banker 5 against a 6 draws."""
    row = dealt("2C KD 3H 5S 6D").console()["tableau"]
    assert (row["side"], row["by"], row["total"], row["at"]) == ("banker", "third", 5, 6)
    assert row["cells"] == [value in {4, 5, 6, 7} for value in range(10)]
    stood = dealt("6C 3D TH 2S").console()["tableau"]
    assert (stood["side"], stood["by"], stood["at"]) == ("banker", "total", 5)
    assert stood["cells"] == [total <= 5 for total in range(8)]
    drawing = dealt("2C 3D TH 2S").console()["tableau"]
    assert (drawing["side"], drawing["at"]) == ("player", 2)
    assert dealt("9C 2C KD 4D").console()["tableau"] is None


def test_what_the_dealer_says() -> None:
    """Totals are called as they stand, then whose card it is, and in the end the result."""

    def said(cards: str) -> list[tuple[str, Plain]]:
        return [(each["key"], each["params"]) for each in dealt(cards).console()["say"]]

    assert said("") == [("no-more-bets", {})]
    assert said("2C 3D TH 2S") == [
        ("totals", {"player": 2, "banker": 5}),
        ("card", {"side": "player"}),
    ]
    assert said("2C KD 3H 5S 5D") == [("drew", {"player": 0}), ("card", {"side": "banker"})]
    assert said("2C 3D 4H QS 4C") == [
        ("banker-wins", {"player": 6, "banker": 7}),
        ("call", {"call": "Dragon 7"}),
    ]


def test_the_fee_before_the_hand() -> None:
    """What each place owes is shown while bets are open, and is what is then taken."""
    fees = schedule("template-fictional")
    felt = Watched()
    felt.done(card_room(schedule=fees, mains=(1_000, 50_000), cover_min=10_000))
    felt.done(cm.StartShoe(commitment="c"))
    for place, patron in enumerate(("ann", "bea", "kim"), 1):
        felt.sit(patron, place)
    felt.bank("kim", 20_000)
    felt.done(cm.OpenBetting())
    assert felt.console()["collection"]["total"] == 0
    felt.bet("ann", "player", 1_000)
    felt.bet("bea", "banker", 2_000)
    due = felt.console()["collection"]
    assert not due["taken"]
    assert [(fee["place"], fee["name"]) for fee in due["fees"]] == [(1, "Ann"), (2, "Bea")]
    felt.done(cm.CloseBetting())
    taken = felt.console()["collection"]
    assert taken == due | {"taken": True}
    assert taken["total"] == felt.state.boxed > 0


def physical() -> Watched:
    """A player-dealer's table of typed cards, with nobody at it and no shoe."""
    felt = Watched()
    sheet = played_with()
    burns = replace(card_room(sheet), cards="typed", offer_ms=None)
    felt.done(burns)
    return felt


def test_a_shoe_of_real_cards_step_by_step() -> None:
    """A shoe is brought, prepared, cut, dealt and counted; the screen names each step in turn."""
    felt = physical()
    steps = []

    def now() -> str:
        found = felt.console()["next"]
        steps.append(found["params"].get("step") or found["act"])
        return str(found["act"])

    assert now() == "start-shoe"
    felt.done(cm.StartShoe(lot="L7", prepared=False))
    while now() == "step-shoe":
        felt.done(cm.StepShoe(by=f"p{len(steps)}", step=steps[-1]))
    felt.done(cm.CutShoe(depth=100))
    assert now() == "nobody-seated"
    felt.sit("kim", 1)
    felt.sit("ann", 2)
    assert now() == "offer-player-dealer"
    felt.done(cm.OfferPlayerDealer())
    shown = felt.console()
    assert (shown["next"]["act"], shown["next"]["by"]) == ("await-answer", "patron")
    assert shown["commands"]["pass-offer"] is None
    felt.done(cm.AcceptPlayerDealer(patron="kim", cover=1_000))
    assert now() == "open-betting"
    assert steps == [
        "start-shoe", "opened", "verified", "spread", "washed", "stacked", "shuffled", "cut-shoe",
        "nobody-seated", "offer-player-dealer", "open-betting",
    ]  # fmt: skip


def test_the_pad_follows_the_shoe() -> None:
    """A card that is out is one fewer on the pad; software's cards have no pad."""
    felt = physical()
    felt.done(cm.StartShoe(lot="L7", receipt="R1"))
    felt.done(cm.CutShoe(depth=100))
    assert set(felt.console()["pad"].values()) == {8}
    felt.done(cm.OpenFreeHand())
    felt.done(cm.DealCard(position=0, card="9C", source="keyed"))
    assert felt.console()["pad"]["9C"] == 7
    assert len(felt.console()["pad"]) == len(DECK)
    assert dealt("").console()["pad"] is None


def betting() -> Watched:
    """Typed cards, and a wager that lies there."""
    felt = physical()
    felt.done(cm.StartShoe(lot="L7", receipt="R1"))
    felt.done(cm.CutShoe(depth=100))
    felt.sit("ann", 1)
    felt.sit("kim", 2)
    felt.bank("kim", 1_000)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 100)
    return felt


def lying(cards: str) -> Watched:
    """The same with some cards dealt."""
    felt = betting()
    felt.done(cm.CloseBetting())
    for code in cards.split():
        position = felt.state.require_shoe.next_position
        felt.done(cm.DealCard(position=position, card=code, source="keyed"))
    return felt


def settled() -> Watched:
    """The same, settled."""
    felt = lying("9C 2C KD 4D")
    felt.done(cm.Settle())
    return felt


STATES: dict[str, Callable[[], Watched]] = {
    "no shoe": physical,
    "betting": betting,
    "no card": lambda: lying(""),
    "Player stands": lambda: lying("6C 3D TH 2S"),
    "decided": lambda: lying("9C 2C KD 4D"),
    "settled": settled,
    "software, dealing": lambda: dealt("2C 3D"),
    "software, decided": lambda: dealt("9C 2C KD 4D"),
}


def matter_of(found: Plain, felt: Watched) -> ev.Irregularity:
    """An irregularity of a kind on the screen, with what that asks for."""
    shoe = felt.state.shoe
    left = [c.code for c in DECK if shoe and shoe.composition.counts[c.index]]
    return ev.Irregularity(
        kind=found["kind"],
        card=left[0] if "card" in found["needs"] else None,
        wager=found["wagers"][0] if "wager" in found["needs"] else None,
        amount=0 if "amount" in found["needs"] else None,
        handling=found["handlings"][-1],
    )


@pytest.mark.parametrize("name", STATES)
def test_every_irregularity_of_the_state_is_on_the_screen(name: str) -> None:
    """What the panel lists can be proposed with the last of its handlings; nothing else can be."""
    felt = STATES[name]()
    listed = {found["kind"]: found for found in felt.console()["irregularities"]}
    for kind, found in listed.items():
        assert found["handlings"]
        propose = cm.Propose(by="dee", reason=kind, matter=matter_of(found, felt))
        told = outcomes(felt.state, propose, felt.now, str)
        assert not isinstance(told, Refusal)
        assert told[0]["handling"] == found["handlings"][-1]
    for row in IRREGULARITIES:
        if row.kind not in listed and not row.needs:
            matter = ev.Irregularity(kind=row.kind)
            refused = outcomes(
                felt.state, cm.Propose(by="dee", reason="r", matter=matter), felt.now, str
            )
            assert isinstance(refused, Refusal)


@pytest.mark.parametrize("name", STATES)
def test_a_key_that_may_not_be_pressed_says_why(name: str) -> None:
    """A key is free exactly where the table takes its command, else it bears the table's reason."""
    felt = STATES[name]()
    for key, refusal in felt.console()["commands"].items():
        kind = "".join(part.capitalize() for part in key.split("-"))
        answer = decide(felt.state, getattr(cm, kind)(), felt.now).refusal
        assert (refusal and refusal["code"]) == (answer and answer.code.value)


def test_while_the_round_stands_still() -> None:
    """An irregularity that is told stops everything; the screen says who must act, and on what."""
    felt = lying("2C 3D")
    matter = ev.Irregularity(kind="wrong-hand")
    felt.done(cm.Propose(by="dee", reason="slip", matter=matter))
    shown = felt.console()
    assert (shown["next"]["act"], shown["next"]["by"]) == ("ruling", "supervisor")
    assert shown["next"]["params"] == {"number": 1, "kind": "wrong-hand"}
    assert shown["commands"]["settle"]["code"] == "round-stopped"
    felt.done(cm.Approve(by="sue", number=1))
    assert felt.console()["next"]["act"] == "deal-card"


def test_what_a_correction_would_move() -> None:
    """Before a correction is proposed, the screen shows who would pay what; nothing has moved."""
    felt = settled()
    racks = dict(felt.state.racks)
    round_ = felt.console()["rounds"][0]
    assert round_["cards"] == ["9C", "2C", "KD", "4D"]
    matter = ev.CorrectRound(round=round_["round"], cards=("2C", "9C", "4D", "KD"))
    propose = cm.Propose(by="dee", reason="read wrong", matter=matter)
    told = outcomes(felt.state, propose, felt.now, str.capitalize)
    assert not isinstance(told, Refusal)
    assert told[0]["moves"] == [
        {"who": "ann", "name": "Ann", "amount": -200},
        {"who": "kim", "name": "Kim", "amount": 200},
    ]
    assert dict(felt.state.racks) == racks
    nothing = replace(matter, cards=tuple(round_["cards"]))
    refused = outcomes(felt.state, replace(propose, matter=nothing), felt.now, str)
    assert isinstance(refused, Refusal)
    assert refused.code.value == "nothing-to-correct"


def test_the_step_of_the_deal() -> None:
    """Each state is one step of the deal; after a void nothing is left to be looked at."""
    steps = {name: make().console()["step"] for name, make in STATES.items()}
    assert steps == {
        "no shoe": "shoe",
        "betting": "bets",
        "no card": "closed",
        "Player stands": "deal",
        "decided": "settle",
        "settled": "clear",
        "software, dealing": "deal",
        "software, decided": "settle",
    }
    felt = betting()
    felt.done(cm.Propose(by="dee", reason="a spill", matter=ev.VoidRound()))
    felt.done(cm.Approve(by="sue", number=1))
    shown = felt.console()
    assert (shown["step"], shown["settling"], shown["next"]["act"]) == (
        "bets",
        None,
        "open-betting",
    )


def test_a_table_that_is_stopped() -> None:
    """After the round nothing opens; the screen gives the reason, and names who lets it go on."""
    felt = settled()
    felt.done(cm.SuspendTable(by="dee", reason="a spill"))
    shown = felt.console()["next"]
    assert (shown["act"], shown["by"]) == ("suspended", "supervisor")
    assert shown["params"] == {"reason": "a spill"}
