"""The check of a history: what a table leaves is sound, and each thing that is not is named."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from puntobanco.cards import Card, parse_cards
from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import play
from puntobanco.rules.load import from_canonical
from puntobanco.rules.sheet import Sheet, Verdict, canonical
from puntobanco.track.history import records as r
from puntobanco.track.history.check import REACH, check, check_history
from puntobanco.track.history.lines import HistoryError
from puntobanco.track.history.read import parse
from puntobanco.track.history.write import text_of
from puntobanco.track.notation import outcome_of
from tests.histories import history_from
from tests.strategies import drawn
from tests.track.history_texts import example, house, line_of, refused, spoilt
from tests.worked_examples import DRAGON, EXAMPLES, WIN_CAP, Ending, Round

CASES = settings(max_examples=60)


@CASES
@given(drawn(history_from))
def test_what_a_table_leaves_is_sound(history: r.History) -> None:
    """Histories played by chance, with every kind of line, pass the check, in memory and read."""
    assert check_history(history, find) == []
    assert check_history(parse(text_of(history)), find) == []


@pytest.mark.parametrize("text", [example(), house()], ids=["player-dealer", "house"])
def test_the_texts_to_be_spoilt_are_sound(text: str) -> None:
    """The example of the page and the small history of a house bank have no fault."""
    assert refused(text) == []


SPOILT = [
    # the head
    ("game=4", "game=5", "rules", "this is not the game of ca-ez-panda8; expected: game=446"),
    ("venue=a", "venue=b", "rules", "this is not the venue of ca-ez-panda8; expected: venue=a44"),
    ("policy=running", "policy=gross", "terms", "policy=gross is not that of the venue"),
    ("win-cap=continue", "win-cap=halt", "terms", "expected: win-cap=continue"),
    ("rotation=bureau", "rotation=my", "terms", "expected: rotation=bureau-two-hands"),
    ("collection=template", "collection=no", "terms", "expected: collection=template-fictional"),
    ("decks=8 seats", "decks=9 seats", "terms", "is not dealt from 9 decks; expected: 3 to 8"),
    ("seats=7", "seats=15", "terms", "no table has 15 seats; expected: 1 to 14"),
    # numbers and times
    (
        "19:05:30",
        "19:04:59",
        "closed",
        "this is before what stands above; expected: 2026-04-01T19:05:00",
    ),
    ("19:06:10", "19:05:29", "settled", "expected: 2026-04-01T19:05:30.000Z"),
    ("19:08:30", "19:07:30", "round 3", "expected: 2026-04-01T19:08:00.000Z"),
    ("19:10:30", "19:09:30", "corrected", "expected: 2026-04-01T19:09:41.000Z"),
    ("19:02:00", "19:00:50", "shoe 1", "expected: 2026-04-01T19:01:15.000Z"),
    ("19:10:40", "19:10:20", "shoe-ended", "expected: 2026-04-01T19:10:30.000Z"),
    ("19:05:05", "19:04:05", "sat patron=cy", "expected: 2026-04-01T19:05:00.000Z"),
    ("round 2 ", "round 3 ", "round 3 ", "round 3 is not the next one; expected: round 2"),
    ("round 3 hand=3", "round 3 hand=4", "round 3", "hand 4 is not the next one; expected: hand 3"),
    ("round 1 hand=1", "round 1 hand=2", "round 1", "expected: hand 1"),
    (
        "by=dealer-4 approved=floor-2 at",
        "by=floor-2 approved=floor-2 at",
        "void",
        "floor-2 approves what he proposed",
    ),
    (
        "by=dealer-4 approved=floor-2\n",
        "by=floor-2 approved=floor-2\n",
        "correction",
        "somebody else's approval",
    ),
    # the shoe
    (
        "physical decks=8",
        "physical decks=7",
        "shoe 1",
        "the table plays 8 decks; expected: decks=8",
    ),
    ("physical decks", "software decks", "shoe 1", "expected: commitment="),
    ("burn 3H unseen=3", "burn 3H unseen=4", "burn", "3H burns no 4 cards; expected: unseen=3"),
    ("burn 3H", "burn KH", "burn", "expected: unseen=10"),
    ("burn 3H unseen=3\n", "", "round 1", "the shoe is not burned; expected: a burn, or note"),
    (
        "burn 3H unseen=3\n",
        "burn 3H unseen=3\nburn 4H unseen=4\n",
        "burn 4H",
        "the shoe was burned before",
    ),
    (
        "position=13",
        "position=14",
        "aside",
        "no card lay at 14 to be set aside; expected: a position from 9 to 13",
    ),
    ("position=13", "position=8", "aside", "expected: a position from 9 to 13"),
    (
        "aside 9H position=13 use=out",
        "aside 9H position=14 use=next",
        "aside",
        "expected: a position from 9 to 13",
    ),
    # cards and outcome
    (
        "cards 2C 3D 4H QS 4C",
        "cards 2C 3D 4H QS",
        "cards 2C",
        "the Banker hand still draws; expected: add its card",
    ),
    ("QS 4C", "QS 4C 4D", "cards 2C", "the coup is over; expected: leave it out"),
    ("  cards 2C 3D 4H QS 4C\n", "", "round 1", "the cards are missing; expected: cards"),
    ("cards 5S KD 2H 7C", "cards 5S KD 2H 7C 3C", "cards 5S", "the coup is over"),
    ("outcome B+d7", "outcome B", "outcome B", "the cards make no B; expected: B+d7"),
    ("outcome B+d7", "outcome P+d7", "outcome P", "the cards make no P+d7; expected: B+d7"),
    ("outcome B+d7", "outcome B+d7+pp", "outcome B", "expected: B+d7"),
    ("  outcome B+d7\n", "", "round 1", "the outcome is missing; expected: outcome B+d7"),
    ("outcome P+n9", "outcome P+n8", "outcome P", "expected: P+n9"),
    # who banks and who bets
    (
        "  bank place=3 patron=ann kind=patron cover=60000\n  sat",
        "  sat",
        "round 1",
        "ca-ez-panda8 is banked by the player-dealer; expected: a bank",
    ),
    (
        "bank place=3",
        "bank place=9",
        "bank place=9",
        "there is no place 9; expected: a place from 1 to 8",
    ),
    (
        "w1 place=6 line=front patron=bea",
        "w1 place=3 line=front patron=bea",
        "wager w1",
        "this is the player-dealer's place",
    ),
    (
        "w1 place=6 line=front patron=bea",
        "w1 place=6 line=front patron=ann",
        "wager w1",
        "the player-dealer bets against himself",
    ),
    ("w1 place=6", "w1 place=9", "wager w1", "there is no place 9; expected: a place from 1 to 8"),
    (
        "bet=banker amount=10000",
        "bet=banker amount=10050",
        "wager w1",
        "10050 is not whole chips; expected: a multiple of 100",
    ),
    (
        "wager w2 ",
        "wager w1 ",
        "bet=dragon-7",
        "the wager w1 is there twice; expected: an id of its own",
    ),
    (
        "bet=dragon-7",
        "bet=dragon-8",
        "wager w2",
        "ca-ez-panda8 has no bet 'dragon-8'; expected: use player, banker",
    ),
    (
        "patron=cy bet=player",
        "patron=cy bet=tie",
        "wager w3",
        "tie takes no back-line wager; expected: put it on the front line",
    ),
    (
        "patron=cy bet=player",
        "patron=cy bet=panda-8",
        "wager w3",
        "panda-8 needs a player or banker wager",
    ),
    (
        "  closed 2026-04-01T19:05:30.000Z\n",
        "",
        "settled",
        "betting was never closed; expected: closed",
    ),
    # fees
    (
        "fee patron=cy amount=100 state=paid",
        "fee patron=cy amount=100 state=refunded",
        "fee patron=cy",
        "no fee is refunded here; expected: paid or waived",
    ),
    (
        "amount=100 state=refunded",
        "amount=100 state=waived",
        "state=waived",
        "no fee is waived here; expected: refunded",
    ),
    (
        "fee patron=cy amount=100",
        "fee patron=dee amount=100",
        "fee patron=dee",
        "dee has no wager for this fee",
    ),
    (
        "fee patron=cy amount=100 state=paid",
        "fee patron=cy amount=100 state=paid wager=w1",
        "wager=w1",
        "cy has no wager for this fee",
    ),
    (
        "fee patron=cy amount=100 state=paid",
        "fee patron=cy amount=100 state=paid wager=w9",
        "wager=w9",
        "cy has no wager for this fee",
    ),
    # the settlement
    (
        "button QS value=12",
        "button QS value=11",
        "button QS",
        "this is not the action button; expected: button QS value=12 seat=5 place=6",
    ),
    (
        "seat=5 place=6",
        "seat=5 place=5",
        "button QS",
        "expected: button QS value=12 seat=5 place=6",
    ),
    ("  button QS value=12 seat=5 place=6\n", "", "settled", "this is not the action button"),
    (
        "settle w2 pay paid=40000",
        "settle w2 pay paid=39900 uncovered=100",
        "settle w2",
        "this is not the step that is due; expected: settle w2 pay paid=40000 returned=1000",
    ),
    ("settle w1 push", "settle w1 pay", "settle w1", "expected: settle w1 push returned=10000"),
    (
        "settle w3 take collected=5000",
        "settle w3 take collected=4900",
        "settle w3",
        "4900 collected and 0 returned are no wager; expected: 5000 together",
    ),
    (
        "  settle w1 push returned=10000\n  settle w2 pay paid=40000 returned=1000\n",
        "  settle w2 pay paid=40000 returned=1000\n  settle w1 push returned=10000\n",
        "settle w2",
        "expected: settle w1 push returned=10000",
    ),
    (
        "  settle w3 take collected=5000\n",
        "",
        "settled",
        "a step is missing; expected: settle w3 take collected=5000",
    ),
    (
        "net=-35000",
        "net=-60100",
        "result",
        "-60100 is beyond the cover; expected: from -60000 to 60000",
    ),
    ("net=-35000", "net=-34900", "result", "the steps do not make -34900; expected: net=-35000"),
    (
        "net=-35000 exhausted=no",
        "net=-35000 exhausted=yes",
        "result",
        "expected: result net=-35000 exhausted=no capped=no",
    ),
    (
        "  result net=-35000 exhausted=no capped=no\n",
        "",
        "settled",
        "this is not the player-dealer's result",
    ),
    # void
    (
        "  returned w4 amount=10000 why=void\n",
        "",
        "void",
        "the wager w4 does not go back; expected: returned w4 amount=10000 why=void",
    ),
    (
        "returned w4 amount=10000",
        "returned w4 amount=9900",
        "returned w4",
        "the wager w4 goes back whole; expected: amount=10000",
    ),
    (
        "returned w4",
        "returned w5",
        "returned w5",
        "there is no wager w5; expected: one that was placed",
    ),
    (
        "  returned w4 amount=10000 why=void\n",
        "  returned w4 amount=10000 why=void\n  returned w4 amount=10000 why=again\n",
        "why=again",
        "the wager w4 went back before; expected: one line a wager",
    ),
    (
        "  cards 5S KD 2H 7C\n",
        "  cards 5S KD 2H 7C\n  outcome T\n",
        "outcome T",
        "a void round is not settled; expected: no such line",
    ),
    # corrections
    (
        "c1 round=3",
        "c1 round=2",
        "correction",
        "no round 2 was settled within 20 shoes; expected: the number of one",
    ),
    ("outcome T+n9", "outcome T", "outcome T", "the cards make no T; expected: T+n9"),
    (
        "reverse w5 pay paid=20000",
        "reverse w5 pay paid=10000",
        "reverse w5",
        "expected: reverse w5 pay paid=20000 returned=20000",
    ),
    (
        "  reverse w6 take collected=5000\n",
        "",
        "corrected",
        "a step is missing; expected: reverse w6",
    ),
    (
        "settle w5 push returned=20000",
        "settle w5 pay returned=20000",
        "settle w5 pay returned",
        "expected: settle w5 push returned=20000",
    ),
    (
        "result net=0",
        "result net=100",
        "result net=100",
        "the steps do not make 100; expected: net=0",
    ),
    (
        "  result net=0 exhausted=no capped=no\n",
        "",
        "corrected",
        "the steps do not make -15000; expected: net=0",
    ),
    (
        "patron=bea amount=-9800",
        "patron=bea amount=-9700",
        "patron=bea amount=-9700",
        "bea gets -19900; expected: -20000, with what is unrecovered",
    ),
    ("  moved patron=cy amount=5000 to=wallet\n", "", "corrected", "cy gets 0; expected: 5000"),
    (
        "unrecovered debtor=bea",
        "unrecovered debtor=cy",
        "unrecovered",
        "cy owes no 10200; expected: 0 at most",
    ),
    (
        "amount=10200 policy=claim creditor=ann",
        "amount=10200 policy=claim",
        "patron=ann amount=4800",
        "ann gets 4800; expected: 15000, with what is unrecovered",
    ),
    ("amount=10200", "amount=20100", "unrecovered", "bea owes no 20100; expected: 20000 at most"),
    (
        "\n  cards TC 7D",
        "\n  wager w9 place=6 line=front patron=bea bet=player amount=100\n  cards TC 7D",
        "wager w9",
        "the round has no wager w9; expected: one that it has",
    ),
    # people
    (
        "people=recorded",
        "people=left-out",
        "sat patron=ann",
        "people are left out of this history; expected: people=recorded",
    ),
    (
        "left patron=cy place=6",
        "left patron=cy place=5",
        "left patron=cy",
        "cy is not at the back line of place 5; expected: a place that he has",
    ),
    (
        "sat patron=bea place=6",
        "sat patron=bea place=3",
        "sat patron=bea",
        "ann sits at place 3; expected: a free place",
    ),
    (
        "sat patron=bea place=6",
        "sat patron=bea place=5",
        "wager w1",
        "bea is not at the front line of place 6; expected: who is there",
    ),
    (
        "sat patron=cy place=6",
        "sat patron=cy place=5",
        "wager w3",
        "cy is not at the back line of place 6; expected: who is there",
    ),
    (
        "sat patron=ann place=3",
        "sat patron=ann place=2",
        "bank place=3",
        "ann is not at the front line of place 3",
    ),
    (
        "chips buy-in patron=cy amount=20000",
        "chips buy-in patron=cy amount=4000",
        "wager w3",
        "the rack of cy is 1000 short; expected: 4000 at most",
    ),
    (
        "chips cash-out patron=ann amount=54600",
        "chips cash-out patron=ann amount=54700",
        "amount=54700",
        "the rack of ann is 100 short; expected: 54600 at most",
    ),
]


def _id(value: object) -> str:
    return str(value)[:40].strip()


@pytest.mark.parametrize("old, new, at, says", SPOILT, ids=_id)
def test_a_fault_is_named_with_its_line(old: str, new: str, at: str, says: str) -> None:
    """Each thing that is not as it must be is named with its line and what was expected there."""
    text = spoilt(example(), old, new)
    row = line_of(text, at or new)
    found = [f"{fault.row}: {fault.reason}; {fault.cure}" for fault in refused(text)]
    assert [fault for fault in found if fault.startswith(f"{row}: ") and says in fault], found


HOUSE = [
    (
        "shoe-ended 2026-04-01T12:06:00.000Z\n",
        "",
        "shoe 8",
        "shoe 7 has not ended; expected: shoe-ended before it",
    ),
    (
        "patron=eve amount=200 to",
        "patron=eve amount=190 to",
        "patron=eve amount=190",
        "eve gets 190; expected: 200",
    ),
    ("unit=5", "unit=7", "wager a", "100 is not whole chips; expected: a multiple of 7"),
    ("burn 2D unseen=2\n", "burn 2D unseen=2\nburn 3D unseen=3\n", "burn 3D", "one burn a shoe"),
    (
        "  wager a place=1",
        "  bank place=3 patron=x kind=patron cover=9\n  wager a place=1",
        "bank",
        "punto-banco is banked by the house; expected: no bank",
    ),
    (
        "P+n9\n",
        "P+n9\n  button 2C value=2 seat=2 place=2\n",
        "button",
        "expected: none where the house banks",
    ),
    (
        "  settled 2026-04-01T12:03",
        "  result net=1 exhausted=no capped=no\n  settled 2026-04-01T12:03",
        "result",
        "this is not the player-dealer's result; expected: none where the house banks",
    ),
    (
        "settle b take collected=200\n  settle a pay paid=100 returned=100\n",
        "settle a pay paid=100 returned=100\n  settle b take collected=200\n",
        "settle a",
        "expected: settle b take collected=200",
    ),
    ("free 13 hand=2", "free 13 hand=1", "free 13", "hand 1 is not the next one; expected: hand 2"),
    ("free 13", "free 14", "free 14", "round 14 is not the next one; expected: round 13"),
    ("cards 8S 4S KD 5D", "cards 8S 4S KD", "cards 8S", "the Banker hand still draws"),
    ("outcome B+n9", "outcome B+n8", "outcome B+n8", "expected: B+n9"),
    (
        "at=2026-04-01T12:07:00.000Z",
        "at=2026-04-01T12:05:59.999Z",
        "note",
        "this is before what stands above",
    ),
    ("shoe 8 results", "shoe 9 results", "shoe 9", "shoe 9 is not the next one; expected: shoe 8"),
    ("shoe 8 results", "shoe 8 physical", "round 14", "the shoe is not burned"),
    ("  outcome B\n", "", "round 14", "the outcome is missing; expected: an outcome"),
    (
        "  closed 2026-04-01T12:10",
        "  wager z place=1 line=front patron=dee bet=player amount=5\n  closed 2026-04-01T12:10",
        "wager z",
        "no cards settle this wager; expected: no wagers",
    ),
    (
        "position=3",
        "position=4",
        "aside",
        "no card lay at 4 to be set aside; expected: a position from 3 to 3",
    ),
    ("commitment=c0ffee", "lot=5", "shoe 7", "software, and nobody else, commits itself"),
]


@pytest.mark.parametrize("old, new, at, says", HOUSE, ids=_id)
def test_a_fault_at_a_table_of_the_house(old: str, new: str, at: str, says: str) -> None:
    """A house bank, free hands and shoes of results alone have their faults named likewise."""
    text = spoilt(house(), old, new)
    row = line_of(text, at)
    found = [f"{fault.row}: {fault.reason}; {fault.cure}" for fault in refused(text)]
    assert [fault for fault in found if fault.startswith(f"{row}: ") and says in fault], found


# Beyond one line


def says(text: str, row: int) -> list[str]:
    """Give what the check says of a line."""
    return [f"{fault.reason}; {fault.cure}" for fault in refused(text) if fault.row == row]


def test_no_card_is_out_more_often_than_there_are_decks() -> None:
    """The ninth of a card over a whole shoe of eight decks is named where it comes out."""
    coup = "  cards TC 6D 9S 2S\n  outcome P+n9"
    free = "".join(
        f"free {13 + n} hand={2 + n} why=x at=2026-04-01T12:05:00.000Z\n{coup}\n" for n in range(9)
    )
    whole = house()
    start, stop = whole.index("free 13"), whole.index("shoe-ended")
    text = (whole[:start] + free + whole[stop:]).replace("round 14", "round 22")
    text = text.replace("rounds=3", "rounds=11")
    row = line_of(text, "free 21") + 1
    times = {"TC": 9, "6D": 9, "9S": 10, "2S": 9}  # a nine came before
    assert says(text, row) == [
        f"{card} is out {out} times; expected: 8 at most, one a deck" for card, out in times.items()
    ]


def test_no_more_cards_come_out_than_the_shoe_has() -> None:
    """A shoe of 416 cards has no 417th."""
    history = parse(house())
    (shoe, *rest) = history.items
    assert isinstance(shoe, r.Shoe)
    burn = shoe.items[0]
    asides = tuple(r.Aside(None, 3 + n, "out", "unseen", row=900 + n) for n in range(414))
    items = (replace(shoe, items=(burn, *asides)), *rest)
    faults = check_history(replace(history, items=items), find)
    assert [fault.row for fault in faults if "more cards are out" in str(fault)] == [1313]


def test_a_card_set_aside_is_the_first_of_the_next_coup() -> None:
    """A card kept for later lies where it lay, also when others have left the shoe since."""
    aside = "aside 2H position=13 use=next why=drawn-early\naside 9H position=14"
    text = spoilt(example(), "  aside 9H position=13", aside)
    lines = text.split("\n")
    start = lines.index("aside 2H position=13 use=next why=drawn-early")
    kept = lines[start : start + 2]
    del lines[start : start + 2]
    at = next(n for n, line in enumerate(lines) if line.startswith("round 3"))
    whole = "\n".join([*lines[:at], *kept, *lines[at:]])
    assert refused(whole) == []  # the coup of round 3 takes 13, 15, 16 and 17
    later = "aside - position={} use=out why=x\nround 3".replace("-", "unseen")
    for position, faults in ((13, 0), (15, 0), (14, 1), (16, 1)):
        assert len(refused(spoilt(whole, "round 3", later.format(position)))) == faults
    lost = "  aside unseen position={} use=out why=x\n  cards TC 6D 9S 2S"
    for position, faults in ((14, 1), (15, 0), (18, 0), (19, 1)):
        assert len(refused(spoilt(whole, "  cards TC 6D 9S 2S", lost.format(position)))) == faults
    for position, faults in ((18, 0), (17, 1), (19, 1)):
        end = f"aside unseen position={position} use=out why=x\nshoe-ended"
        assert len(refused(spoilt(whole, "shoe-ended", end))) == faults


def test_a_forgotten_burn_is_noted() -> None:
    """A shoe that nobody burned is sound where a note says so."""
    note = 'note burn-forgotten text="" by=floor-2 at=2026-04-01T19:02:00.000Z\n'
    text = spoilt(example(), "burn 3H unseen=3\n", note)
    assert refused(text.replace("position=13", "position=9")) == []


def test_a_venue_that_burns_nothing() -> None:
    """A burn at a table whose venue knows none is a fault, and none is sound."""
    history = next(
        made
        for seed in range(100)
        if (made := history_from(Random(seed), "deq-ez")).header.form
        and '"burn":"none"' in str(made.header.form)
        and any(isinstance(item, r.Shoe) and item.items for item in made.items)
    )
    assert check_history(history, find) == []
    burned = tuple(
        replace(item, items=(r.Burn(parse_cards("AS")[0], 1, row=77), *item.items))
        if isinstance(item, r.Shoe)
        else item
        for item in history.items
    )
    faults = check_history(replace(history, items=burned), find)
    assert "line 77: this venue burns nothing; expected: no burn" in map(str, faults)


def test_cards_of_results_alone() -> None:
    """Where nobody records cards there are none, and no bank is asked for."""
    text = spoilt(house(), "  outcome B\n", "  cards 8S 4S KD 5D\n  outcome B\n")
    row = line_of(text, "round 14") + 2
    assert says(text, row) == ["nobody records the cards of this shoe; expected: no cards"]


def test_a_history_that_stands_alone() -> None:
    """With its sheet in it a history needs no other, and the sheet must be the one it names."""

    def none(name: str) -> Sheet:
        raise SheetError("rules", None, "id", f"there is no rule sheet '{name}'", "give it")

    history = parse(example())
    (fault,) = check_history(history, none)
    assert str(fault) == (
        "line 3: there is no rule sheet 'ca-ez-panda8';"
        " expected: a sheet line, or the sheet beside the history"
    )
    form = canonical(find("ca-ez-panda8").source_form).decode()
    assert check_history(_with_form(history, form), none) == []
    assert check_history(_with_form(history, form.replace(" ", "  ")), none)
    (fault,) = check_history(_with_form(history, "{}"), none)
    assert str(fault).startswith("line 4: ")
    (first, *_) = check_history(_with_form(history, form.replace("ca-ez-panda8", "mine")), none)
    assert str(first) == "line 3: this is not the sheet ca-ez-panda8; expected: mine"


def _with_form(history: r.History, form: str) -> r.History:
    return replace(history, header=replace(history.header, form=r.Form(form, row=4)))


def test_a_misread_draw_is_corrected_with_the_card_set_aside() -> None:
    """Where other cards make a shorter coup, the card too many is set aside, and all are there."""
    history = parse(house())
    shoe = history.items[0]
    assert isinstance(shoe, r.Shoe)
    five = parse_cards("2C 3D 4H 7S 4C")  # Player stood on 6, Banker's 0 drew a 4
    four = parse_cards("2C 3D 5H 4S")  # the 4 was a 5 and the 7 a 4: both stand on 7

    def ended(cards: tuple[Card, ...]) -> r.Ended:
        return r.Ended(outcome_of(find("punto-banco"), play(cards)))

    played = r.Round(
        head=r.RoundHead(1, 1, shoe.head.at),
        closed=r.Closed(shoe.head.at),
        dealt=r.Dealt(five),
        ended=ended(five),
        end=r.Settled(shoe.head.at),
    )
    correction = r.Correction(
        head=r.CorrectionHead("c", 1, "misread", "d", "f"),
        asides=(r.Aside(five[4], 8, "out", "belongs to no hand"),),
        dealt=r.Dealt(four),
        ended=ended(four),
        end=r.Corrected(shoe.head.at),
    )
    short = replace(shoe, items=(shoe.items[0], played, correction))
    whole = replace(history, items=(short,))
    assert check_history(whole, find) == []


def test_a_correction_reaches_back_twenty_shoes() -> None:
    """A round of the twentieth shoe before can be corrected, one of the shoe before that cannot."""
    history = parse(house())
    (shoe, *_) = history.items
    assert isinstance(shoe, r.Shoe)
    end = shoe.head.at + 10**7
    correction = next(item for item in shoe.items if isinstance(item, r.Correction))
    settled = replace(shoe, items=shoe.items[:3])
    later = [
        r.Shoe(head=r.ShoeHead(8 + n, "results", 8, 14, end), end=r.ShoeEnded(end))
        for n in range(REACH + 1)
    ]
    late = replace(correction, end=r.Corrected(end))
    for shoes, faults in ((REACH, 0), (REACH + 1, 1)):
        items: tuple[r.Item, ...] = (settled, *later[:shoes], late)
        assert len(check_history(replace(history, items=items), find)) == faults


def test_a_correction_starts_from_the_one_before() -> None:
    """What a first correction made is what a second one reverses."""
    history = parse(house())
    (shoe, *rest) = history.items
    assert isinstance(shoe, r.Shoe)
    first = next(item for item in shoe.items if isinstance(item, r.Correction))
    again = replace(first, head=replace(first.head, id="k2", row=990))
    twice = replace(shoe, items=(*shoe.items[:4], again, *shoe.items[4:]))
    faults = check_history(replace(history, items=(twice, *rest)), find)
    assert any(
        "not the step that is due; expected: reverse a push returned=100" in str(f) for f in faults
    )
    undone = replace(
        first,
        dealt=r.Dealt(parse_cards("9S 4H KD 2C")),
        ended=r.Ended(outcome_of(find("punto-banco"), play(parse_cards("9S 4H KD 2C")))),
        reversed=tuple(
            r.Reversed(s.wager, s.verdict, s.collected, s.paid, s.returned) for s in first.steps
        ),
        steps=tuple(
            r.Step(s.wager, s.verdict, s.collected, s.paid, s.returned) for s in first.reversed
        ),
        moved=tuple(replace(each, amount=-each.amount) for each in first.moved),
    )
    back = replace(shoe, items=(*shoe.items[:4], undone, *shoe.items[4:]))
    assert check_history(replace(history, items=(back, *rest)), find) == []


def test_faults_come_item_by_item() -> None:
    """The check takes a history as a stream, and tells the faults of an item before the next."""
    history = parse(spoilt(house(), "outcome B+n9", "outcome B+n8"))
    asked = 0

    def items() -> object:
        nonlocal asked
        for item in history.items:
            asked += 1
            yield item

    faults = check(history.header, items(), find)  # type: ignore[arg-type]
    assert isinstance(next(faults), HistoryError)
    assert asked == 1


# The worked examples of settlement under a cover


def worked(example: Round, ending: Ending) -> r.History:
    """A worked example as a history of one round."""
    base = find(example.rules)
    form: dict[str, Any] = dict(base.source_form)
    cover = {"policy": ending.policy, "win_cap": ending.win_cap, "secondary": False}
    form["venue"] = {**form["venue"], "cover": cover}
    sheet = from_canonical(canonical(form))
    cards = parse_cards(example.cards)
    bank = r.Bank(example.seats + 1, "the bank", "patron", example.cover)
    at = 1_775_070_000_000
    played = r.Round(
        head=r.RoundHead(1, 1, at),
        bank=bank,
        wagers=tuple(
            r.Placed(w.id, w.seat, w.line, w.patron, w.bet, w.amount) for w in example.wagers
        ),
        closed=r.Closed(at),
        dealt=r.Dealt(cards),
        ended=r.Ended(outcome_of(sheet, play(cards))),
        button=r.ActionButton(cards[3], example.button[1], example.button[2], example.button[2]),
        steps=tuple(r.Step(w, Verdict(v), *amounts) for w, v, *amounts in ending.steps),
        result=r.Result(ending.net, ending.exhausted, ending.capped),
        end=r.Settled(at),
    )
    terms = r.Terms(
        8,
        example.seats,
        1,
        "USD",
        ending.policy,
        ending.win_cap,
        sheet.venue.rotation,
        sheet.venue.collection,
        "left-out",
    )
    header = r.Header(
        table=r.Table("t", "Worked example"),
        rules=r.Rules(sheet.id, sheet.hash, sheet.venue_hash),
        form=r.Form(canonical(sheet.source_form).decode()),
        terms=terms,
    )
    burn = r.Burn(parse_cards("AH")[0], 1)
    head = r.ShoeHead(1, "physical", 8, 14, at)
    return r.History(header, (r.Shoe(head=head, items=(burn, played), end=r.ShoeEnded(at)),))


@pytest.mark.parametrize("example, ending", EXAMPLES)
def test_worked_examples_are_sound_histories(example: Round, ending: Ending) -> None:
    """The examples worked out by hand are sound chip for chip, under every policy."""
    history = worked(example, ending)
    assert check_history(history, find) == []
    assert parse(text_of(history)) == history


@pytest.mark.parametrize("example", [DRAGON, WIN_CAP])
def test_worked_examples_under_another_policy_are_not(example: Round) -> None:
    """The steps of one policy are no settlement under another that makes others."""
    endings = [ending for each, ending in EXAMPLES if each is example]
    for ending in endings:
        for other in endings:
            terms = worked(example, other).header
            wrong = replace(worked(example, ending), header=terms)
            is_same = (ending.steps, ending.net, ending.exhausted, ending.capped) == (
                other.steps,
                other.net,
                other.exhausted,
                other.capped,
            )
            assert (check_history(wrong, find) == []) == is_same


AGAIN = """\
correction c2 round=3 why=card-misread by=dealer-4 approved=floor-2
  cards TC 6D 9S 2S
  outcome P+n9
  reverse w5 push returned=20000
  reverse w6 push returned=5000
  settle w5 pay paid=20000 returned=20000
  settle w6 take collected=5000
  result net=-15000 exhausted=no capped=no
  recovered debtor=bea amount=200 creditor=ann
  moved patron=ann amount=-5000 to=rack
  moved patron=bea amount=5000 to=wallet
  unrecovered debtor=cy amount=5000 policy=claim creditor=bea
  corrected 2026-04-01T19:10:31.000Z
shoe-ended"""


def test_a_second_correction_starts_from_what_really_moved() -> None:
    """What the first one could not recover is not given back; what was paid since then counts."""
    text = spoilt(example(), "shoe-ended", AGAIN)
    text = spoilt(text, "ann amount=54600", "ann amount=49600")
    assert check_history(parse(text), find) == []
    paid = "  recovered debtor=bea amount=200 creditor=ann\n"
    (bea, ann) = check_history(parse(spoilt(text, paid, "")), find)
    assert "ann gets -5000; expected: -4800" in str(ann)
    assert "bea gets 10000; expected: 9800" in str(bea)
    (most, *_) = check_history(parse(spoilt(text, paid, paid.replace("200", "10300"))), find)
    assert "bea paid 10300 of a claim; expected: 10200 at most" in str(most)
