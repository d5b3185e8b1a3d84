"""Reading the examples of a clause: cards, what they come to, and what becomes of each bet."""

from puntobanco.cards import parse_cards
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import play
from puntobanco.rules.sheet import Bet, Sheet, Verdict
from puntobanco.rules.verdict import calls_of, result_of, verdict_of

SIGNS = {Verdict.TAKE: "lose", Verdict.PUSH: "push"}


def rule(sheet: Sheet, bet: Bet, cards: str) -> str:
    """What becomes of a bet: ``lose``, ``push`` or the odds that it is paid."""
    result = result_of(sheet, bet, play(parse_cards(cards)))
    paid = result.terms if result else None
    return str(paid) if paid else SIGNS[verdict_of(result)]


def check(game: str, examples: str) -> None:
    """Hold a sheet to examples, one a line.

    Cards in the order dealt | Player's total, Banker's, winner, calls | bet verdict, bet verdict.
    Bets that an example does not name are not looked at.
    """
    sheet = find(game)
    for example in examples.strip().splitlines():
        cards, outcome, bets = (part.strip() for part in f"{example} | ".split("|")[:3])
        coup = play(parse_cards(cards))
        seen = [
            str(coup.hands.player.total),
            str(coup.hands.banker.total),
            coup.winner.value,
            *calls_of(sheet, coup),
        ]
        assert " ".join(seen) == " ".join(outcome.split()), cards
        for words in bets.split(",") if bets else ():
            *names, verdict = words.split()
            for name in names:
                assert rule(sheet, sheet.require_bet(name), cards) == verdict, (cards, name)
