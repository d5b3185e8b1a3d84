"""What bets come to together, and what a player-dealer may expect, against rounds dealt out."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import pytest

from puntobanco.cards import DECK, Card, parse_cards
from puntobanco.odds.figures import odds, wins_of
from puntobanco.odds.joint import banked, by_button, covariances
from puntobanco.odds.many import Many
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.coup import Coup, next_hand, play
from puntobanco.rules.settle import Wager, results_of, seat_of, settle
from puntobanco.rules.sheet import Cover, Sheet
from puntobanco.shoe import Composition
from tests.odds.test_count import left

SHOES = (
    "2S 2H 7D 7D TC 5S KD",
    "8S 9H 8D JC TC 6S AH",
    "3S 3H KS KH 9D 2C 4C",
)


@cache
def coups(cards: str) -> tuple[Coup, ...]:
    """All orders of six cards of a shoe, dealt through the rules."""
    return tuple(dealt(six) for six in permutations(parse_cards(cards), 6))


def dealt(six: tuple[Card, ...]) -> Coup:
    """The coup that begins with these cards."""
    cards = 4
    while next_hand(six[:cards]) is not None:
        cards += 1
    return play(six[:cards])


def wagers(chance: Random, sheet: Sheet, seats: int) -> list[Wager]:
    """A few wagers at a few seats, on either line."""
    return [
        Wager(
            f"w{number}",
            chance.randint(1, seats),
            f"p{number}",
            chance.choice(sheet.bets).id,
            chance.randrange(5, 400, 5),
            chance.choice(("front", "back")),
        )
        for number in range(chance.randint(1, 7))
    ]


@pytest.mark.parametrize(
    "cards, policy", [*zip(SHOES, ("running", "gross", "collect-then-pay"), strict=True)]
)
@pytest.mark.parametrize("name", ["ca-ez-panda8", "parkwest-21c"])
def test_player_dealer_of_small_shoes(name: str, cards: str, policy: str) -> None:
    """His result under a cover is that of every order of the cards, settled one by one."""
    chance = Random(f"{name} {cards} {policy}")
    sheet, seats = find(name), chance.choice((7, 13))
    placed, cover = wagers(chance, sheet, seats), chance.choice((50, 300, 2000))
    rules = Cover(policy, chance.choice(("continue", "halt")))
    expected: Counter[tuple[int, int]] = Counter()
    for coup in coups(cards):
        done = settle(
            sheet,
            coup,
            placed,
            seats=seats,
            cover=cover,
            policy=policy,
            win_cap=rules.win_cap,
            unit=5,
        )
        assert done.button
        assert done.player_dealer
        expected[done.player_dealer.net - 3, done.button.seat] += 1
    found = banked(sheet, left(cards), placed, seats=seats, cover=cover, rules=rules, unit=5, fee=3)
    assert found.nets == expected
    mean = Fraction(sum(net * n for (net, _), n in expected.items()), expected.total())
    square = Fraction(sum(net**2 * n for (net, _), n in expected.items()), expected.total())
    assert (found.expectation, found.variance) == (mean, square - mean**2)
    for seat in {seat for _, seat in expected}:
        some = {net: n for (net, each), n in expected.items() if each == seat}
        assert found.given(seat).expectation == Fraction(
            sum(net * n for net, n in some.items()), sum(some.values())
        )


def test_player_dealer_with_a_cover_that_always_reaches() -> None:
    """Whoever can pay everything expects what the bettors give up, less fees."""
    sheet, shoe = find("ca-ez-panda8"), Composition.of(8)
    placed = [Wager(f"w{n}", n, f"p{n}", bet.id, 100 * n) for n, bet in enumerate(sheet.bets, 1)]
    edges = {each.bet.id: each.edge for each in odds(sheet, shoe).bets}
    covers = banked(sheet, shoe, placed, seats=7, cover=10**6, fee=200)
    assert covers.expectation == sum(w.amount * edges[w.bet] for w in placed) - 200
    assert covers.deals == 4_998_398_275_503_360


def test_player_dealer_against_rounds_dealt_at_random() -> None:
    """Whole rounds of eight decks, dealt and settled, come to what was counted."""
    chance = Random(11)
    sheet, rounds = find("ca-ez-panda8"), 4_000
    placed = wagers(chance, sheet, 7)
    counted = banked(sheet, Composition.of(8), placed, seats=7, cover=400, fee=3)
    total = 0
    for _ in range(rounds):
        coup = dealt(tuple(chance.sample(DECK * 8, 6)))
        bank = settle(sheet, coup, placed, seats=7, cover=400).player_dealer
        total += bank.net - 3 if bank else 0
    error = counted.deviation / rounds**0.5
    assert abs(total / rounds - float(counted.expectation)) < 4 * error


def test_the_order_of_settlement_goes_with_the_result() -> None:
    """A three-card 7 of the Banker comes with a zero card as his second more than with a seven."""
    sheet = find("deq-ez")
    place = sheet.order("dragon-7")
    found = by_button(sheet, Composition.of(8))
    shares = {number: float(bets[place].hit_frequency) for number, bets in found.items()}
    assert [f"{shares[number]:.2%}" for number in (10, 13, 7)] == ["2.66%", "2.66%", "1.63%"]
    whole = odds(sheet, Composition.of(8)).bets[place]
    assert sum(bets[place].deals for bets in found.values()) == whole.deals
    assert sum(bets[place].results[0].deals for bets in found.values()) == whole.results[0].deals


@pytest.mark.parametrize("cards", SHOES)
@pytest.mark.parametrize("name", ["deq-ez", "parkwest-21c"])
def test_covariances_and_buttons_of_small_shoes(name: str, cards: str) -> None:
    """Covariance, and every result by the Banker's second card, are those of all orders dealt."""
    sheet = find(name)
    rows: Counter[tuple[int, ...]] = Counter()
    for coup in coups(cards):
        found = results_of(sheet, coup)
        ends = [
            len(bet.results) if (end := found[bet.id]) is None else bet.results.index(end)
            for bet in sheet.bets
        ]
        rows[(*ends, seat_of(coup.hands.banker.cards[1], 13))] += 1
    wins = [wins_of(bet) for bet in sheet.bets]
    deals = rows.total()
    counted = covariances(sheet, left(cards))
    for i, one in enumerate(sheet.bets):
        for j, two in enumerate(sheet.bets):
            ours = sum(wins[i][row[i]] * n for row, n in rows.items()) / deals
            theirs = sum(wins[j][row[j]] * n for row, n in rows.items()) / deals
            both = sum(wins[i][row[i]] * wins[j][row[j]] * n for row, n in rows.items()) / deals
            assert counted[one.id, two.id] == both - ours * theirs
    for number, bets in by_button(sheet, left(cards)).items():
        for place, each in enumerate(bets):
            ends = [0] * len(each.results)
            for row, n in rows.items():
                ends[row[place]] += n if row[-1] == number else 0
            assert [result.deals for result in each.results] == ends


@pytest.mark.parametrize("name", shipped())
def test_a_bet_with_itself(name: str) -> None:
    """The covariance of a bet with itself is its variance."""
    sheet, shoe = find(name), Composition.of(6)
    for bet in Many(sheet).odds(shoe).bets:
        assert covariances(sheet, shoe, [bet.bet.id]) == {(bet.bet.id,) * 2: bet.variance}
