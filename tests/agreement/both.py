"""One thing in two languages: cards, coups and rulings of the product as the oracle writes them."""

from collections.abc import Iterable, Sequence
from functools import cache

from puntobanco.cards import DECK, Card
from puntobanco.rules.catalogue import find
from puntobanco.rules.conditions import Facts
from puntobanco.rules.sheet import Bet, Result, Sheet
from puntobanco.rules.verdict import calls_in, result_in, verdict_of
from tests.oracle import bets, coup
from tests.oracle import cards as plain

OURS = {card.code: card for card in DECK}
THEIRS = {card: plain.card(card.code) for card in DECK}

# What the oracle calls a flag, a sheet calls a call.
CALLS = {
    "dragon-7": lambda facts: facts.dragon_7,
    "panda-8": lambda facts: facts.panda_8,
    "lucky-7": lambda facts: facts.result == "TIE" and facts.player_total == 7,
}
WINNERS = {"player": "PLAYER_WIN", "banker": "BANKER_WIN", "tie": "TIE"}


def theirs(cards: Iterable[Card]) -> list[plain.Card]:
    """The product's cards as the oracle's."""
    return [THEIRS[card] for card in cards]


def ours(codes: str) -> tuple[Card, ...]:
    """The product's cards of a line of codes."""
    return tuple(OURS[code] for code in codes.split())


@cache
def games() -> tuple[tuple[str, Sheet, tuple[Bet, ...]], ...]:
    """The six games of the oracle, each with the product's sheet and its bets."""
    return tuple((game, find(game), find(game).bets) for game in bets.BETS)


def ruling(result: Result | None) -> bets.Ruling:
    """A result of a sheet as the oracle's ruling; the terms are the odds less the commission."""
    verdict = verdict_of(result).value
    if result is None or result.terms is None:
        return bets.Ruling(verdict)
    return bets.Ruling(verdict, result.terms.numerator, result.terms.denominator)


def check_rulings(our_facts: Facts, their_facts: coup.Facts, shown: Sequence[object]) -> None:
    """The calls and every bet of every game come out alike on one coup, in both readings."""
    for game, sheet, bets_of_sheet in games():
        held = calls_in(sheet, our_facts)
        for call in sheet.calls:
            expected = CALLS[call.id](their_facts)
            assert (call.id in held) == expected, (game, call.id, shown)
        for bet in bets_of_sheet:
            found = ruling(result_in(bet, our_facts, held))
            expected_ruling = bets.verdict(game, bet.id, their_facts)
            assert found == expected_ruling, (game, bet.id, shown)
