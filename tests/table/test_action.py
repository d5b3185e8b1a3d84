"""A player-dealer's round through commands: the button, the action order, the two caps."""

from pathlib import Path

import pytest

from puntobanco.cards import DECK, parse_cards
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from tests.table.playing import WIN_PLAYER, Felt, card_room, played_with
from tests.worked_examples import CONTINUE, DRAGON, DRAGON_RUNNING, EXAMPLES, Ending, Round

PAGE = Path(__file__).parents[2] / "docs/concepts/player-dealer.md"
# rules.md 2.6, seven players beside the player-dealer, who plays from C.
BUTTON_OF_SEVEN = """
card   A 2 3 4 5 6 7 8 9 T J Q K
seat   1 2 3 4 5 6 7 1 2 3 4 5 6
place  A B D E F G H A B D E F G
"""


def places_of(seats: int, cover: int) -> list[int]:
    """The places that bet, by seat: all but the player-dealer's."""
    return [place for place in range(1, seats + 2) if place != cover]


def playing(example: Round, ending: Ending, cover: int) -> tuple[Felt, dict[str, str]]:
    """The table of an example with its wagers down; its names by those of the table."""
    sheet = played_with(example.rules, policy=ending.policy, win_cap=ending.win_cap)
    felt = Felt.of(card_room(sheet, seats=example.seats), bank=cover)
    places = places_of(example.seats, cover)
    for wager in example.wagers:
        place = places[wager.seat - 1]
        if wager.line == "front" and place not in felt.state.places:
            felt.sit(wager.patron, place)
        if wager.line == "back" and wager.patron not in felt.state.racks:
            felt.stand(wager.patron, place)
    felt.bank("bank", example.cover)
    felt.done(cm.OpenBetting())
    names = {}
    for wager in example.wagers:
        place = places[wager.seat - 1]
        (placed,) = felt.bet(wager.patron, wager.bet, wager.amount, place, wager.line)
        assert isinstance(placed, ev.WagersSet)
        names[placed.spots[0].wager] = wager.id
    return felt, names


@pytest.mark.parametrize("example,ending", EXAMPLES)
@pytest.mark.parametrize("corner", [0, 2, -1], ids=["first", "third", "last"])
def test_the_worked_examples(example: Round, ending: Ending, corner: int) -> None:
    """rules.md 2.5, GAP-3.7 to GAP-3.11: chip for chip, from whichever place he plays."""
    cover = range(1, example.seats + 2)[corner]
    felt, names = playing(example, ending, cover)
    racks = dict(felt.state.racks)
    settled = felt.play(parse_cards(example.cards))
    places = places_of(example.seats, cover)
    steps = tuple(
        (names[x.wager], x.verdict, x.collected, x.paid, x.returned, x.uncovered)
        for x in settled.lines
    )
    assert steps == ending.steps
    card, value, seat = example.button
    assert settled.button == ev.Button(card, value, seat, places[seat - 1])
    assert settled.player_dealer == ev.Covered(
        cover, "bank", example.cover, ending.net, ending.exhausted, ending.capped
    )
    for line in settled.lines:
        racks[line.patron] += line.paid + line.returned
    racks["bank"] += example.cover + ending.net
    assert dict(felt.state.racks) == racks
    assert felt.balances.get("house", 0) == 0
    felt.check()


def test_the_page_has_the_worked_round() -> None:
    """docs/concepts/player-dealer.md shows the first example, chip for chip."""
    wagers = {wager.id: wager for wager in DRAGON.wagers}
    net, rows = 0, []
    for name, verdict, collected, paid, returned, uncovered in DRAGON_RUNNING:
        wager = wagers[name]
        net += collected - paid
        moved = [
            f"{paid} paid" * bool(paid),
            f"{collected} collected" * bool(collected),
            f"{uncovered} not covered" * bool(uncovered),
            "goes back" * (verdict == "take" and returned == wager.amount),
        ]
        seat = f"{wager.seat}{' back' * (wager.line == 'back')}"
        said = ", ".join(filter(None, moved))
        rows.append(f"| {seat} | {wager.bet} {wager.amount} | {verdict} | {said} | {net} |")
    text = PAGE.read_text(encoding="utf-8").replace("|  |", "| |")
    assert "\n".join(rows).replace("|  |", "| |") in text


@pytest.mark.parametrize("cover", range(1, 9))
def test_a_cover_part_way_round(cover: int) -> None:
    """GAP-3.7, GAP-3.9: the action ends in the middle of one wager, wherever the bank sits."""
    ending = Ending("running", CONTINUE, DRAGON_RUNNING, -600, exhausted=True, capped=False)
    felt, names = playing(DRAGON, ending, cover)
    settled = felt.play(parse_cards(DRAGON.cards))
    part = next(line for line in settled.lines if line.paid > 0 and line.uncovered)
    assert (names[part.wager], part.paid, part.returned, part.uncovered) == ("1d", 260, 10, 140)
    after = settled.lines[settled.lines.index(part) + 1 :]
    assert all(line.returned == line.amount and not line.collected for line in after)


def buttons(seats: int, cover: int) -> dict[str, ev.Button]:
    """Which button every rank of the Banker hand's second card sets, through whole rounds."""
    felt = Felt.of(card_room(seats=seats), bank=cover)
    felt.bank("bank", 100)
    found = {}
    for suit, card in zip("CDHS" * 4, (c for c in DECK if c.code[1] == "S"), strict=False):
        felt.do(cm.OfferPlayerDealer())
        felt.do(cm.AcceptPlayerDealer(patron="bank", cover=100))
        felt.done(cm.OpenBetting())
        settled = felt.play(parse_cards(f"9{suit} T{suit} K{suit} {card.code}"))
        assert settled.button
        assert settled.button.card == card.code
        found[card.code[0]] = settled.button
    felt.check()
    return found


def test_the_button_of_seven_players() -> None:
    """rules.md 2.6, GAP-3.5, GAP-3.6: counted past the end, a ten is ten, his place is skipped."""
    cards, seats, places = (line.split()[1:] for line in BUTTON_OF_SEVEN.strip().splitlines())
    found = buttons(7, cover=3)
    assert [found[card].seat for card in cards] == [int(seat) for seat in seats]
    assert [found[card].place for card in cards] == [
        "ABCDEFGH".index(place) + 1 for place in places
    ]
    first = [button.seat for button in found.values()]
    assert [first.count(seat) for seat in range(1, 8)] == [2, 2, 2, 2, 2, 2, 1]


def test_the_button_of_thirteen_players() -> None:
    """rules.md 2.6: no wrap; the player-dealer at 5: five is 6, ten is 11, king is 14."""
    found = buttons(13, cover=5)
    assert [found[card].value for card in "A23456789TJQK"] == list(range(1, 14))
    assert [found[card].place for card in "A234"] == [1, 2, 3, 4]
    assert [found[card].place for card in "56789TJQK"] == list(range(6, 15))


@pytest.mark.parametrize("cards,order", [("9C 2C KD 4S", [6, 2, 3]), ("9C 2C KD 6S", [2, 3, 6])])
def test_empty_seats_are_counted(cards: str, order: list[int]) -> None:
    """GAP-3.7: a seat without a wager is counted, and the action passes on to the next."""
    felt = Felt.of(card_room(), bank=4, ann=2, bea=3, cid=6)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    for patron in ("cid", "ann", "bea"):
        felt.bet(patron, "player", 100)
    settled = felt.play(parse_cards(cards))
    assert [line.place for line in settled.lines] == order


def test_the_order_inside_a_seat() -> None:
    """GAP-3.10, WAG-6: who sits there, then the back line as it bet, of each the bets as listed."""
    felt = Felt.of(card_room(), bank=8, sue=2)
    felt.stand("xav", 2)
    felt.stand("yva", 2)
    felt.bank("bank")
    felt.done(cm.OpenBetting())
    for patron, bet in (
        ("yva", "banker"),
        ("xav", "player"),
        ("yva", "panda-8"),
        ("xav", "dragon-7"),
    ):
        felt.bet(patron, bet, 10, 2, "back")
    for bet in ("tie", "player", "panda-8"):
        felt.bet("sue", bet, 10)
    settled = felt.play(WIN_PLAYER)
    assert [(line.patron, line.bet) for line in settled.lines] == [
        ("sue", "player"), ("sue", "tie"), ("sue", "panda-8"),
        ("yva", "banker"), ("yva", "panda-8"), ("xav", "player"), ("xav", "dragon-7"),
    ]  # fmt: skip
    felt.check()


def test_stakes_are_never_merged() -> None:
    """WAG-6: two patrons on one bet at one place keep a wager each, settled each for itself."""
    felt = Felt.of(card_room(), bank=8, sue=2)
    felt.stand("xav", 2)
    felt.bank("bank", 150)
    felt.done(cm.OpenBetting())
    felt.bet("sue", "player", 100)
    felt.bet("xav", "player", 100, 2, "back")
    settled = felt.play(WIN_PLAYER)
    assert [(line.patron, line.paid, line.uncovered) for line in settled.lines] == [
        ("sue", 100, 0),
        ("xav", 50, 50),
    ]
    felt.check()


def test_a_round_that_nobody_bet_on() -> None:
    """A hand without wagers is settled: the cover goes back whole, and it is one of the turn."""
    felt = Felt.of(card_room(), bank=3, ann=1)
    felt.bank("bank", 700)
    felt.done(cm.OpenBetting())
    settled = felt.play(WIN_PLAYER)
    assert settled.lines == ()
    assert settled.player_dealer == ev.Covered(3, "bank", 700, 0, exhausted=False, capped=False)
    assert felt.state.racks["bank"] == 100_000
    assert felt.state.dealership.turn
    assert felt.state.dealership.turn.hands == 1
    felt.check()


def test_a_void_round_gives_everything_back() -> None:
    """rules.md 4.2: wagers and cover return, no result, no turn is used up, the cards stay out."""
    felt = Felt.of(card_room(), bank=3, ann=1)
    felt.bank("bank", 700)
    felt.done(cm.OpenBetting())
    felt.bet("ann", "player", 300)
    felt.deal(WIN_PLAYER[:3])
    felt.done(cm.Propose(by="dee", reason="fire alarm", matter=ev.VoidRound()))
    *_, voided = felt.done(cm.Approve(by="flo", number=1))
    assert isinstance(voided, ev.RoundVoided)
    assert (voided.cover, [back.amount for back in voided.wagers]) == (700, [300])
    assert dict(felt.state.racks) == {"bank": 100_000, "ann": 100_000}
    turn, shoe = felt.state.dealership.turn, felt.state.shoe
    assert turn
    assert shoe
    assert (turn.hands, shoe.out, felt.state.round) == (0, 3, None)
    felt.check()
    felt.done(cm.OpenBetting())
    assert felt.refused(felt.wager("ann", "player", 5, round=1)) is Code.WRONG_ROUND


def test_a_hand_without_bets_leaves_the_cover_where_it_is() -> None:
    """A free hand uses up no turn, and a cover posted before it is that of the round after it."""
    felt = Felt.of(card_room(), bank=3, ann=1)
    felt.bank("bank", 700)
    felt.done(cm.OpenFreeHand())
    felt.check()
    felt.play(WIN_PLAYER)
    felt.check()
    assert felt.state.dealership.turn
    assert felt.state.dealership.turn.hands == 0
    (opened,) = felt.done(cm.OpenBetting())
    assert isinstance(opened, ev.BettingOpened)
    felt.bet("ann", "banker", 300)
    settled = felt.play(WIN_PLAYER)
    assert settled.player_dealer == ev.Covered(3, "bank", 700, 300, exhausted=False, capped=False)
    felt.check()
