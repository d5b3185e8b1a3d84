"""What is entered for a tracked hand: a result with its marks, or the cards that make it.

Cards come in the order dealt, each whole or as a rank alone; what the drawing rules or the shoe do
not allow is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from puntobanco.cards import Card
from puntobanco.errors import CardError
from puntobanco.rules.coup import Coup, hands_of, next_hand, play
from puntobanco.rules.marks import marks_of
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.dealing import counted_in, has_suit, read_result
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import Result, ShoeState, TableState

SOME_SUIT: Final = "S"  # of a card that was recorded by its rank: no total depends on it

Entry = cm.EnterHand | cm.ChangeHand | cm.InsertHand


def read_hand(
    state: TableState, shoe: ShoeState, entry: Entry, was: ev.Hand | None = None
) -> ev.Hand | Refusal:
    """Read a result, or the cards that make it; ``was`` is what goes back into the shoe."""
    if entry.cards:
        if entry.winner is not None or entry.marks:
            return Refusal(Code.MALFORMED, {"detail": "give the cards or the result"})
        return _read_cards(state, shoe, entry.cards, was.cards if was else ())
    entered = read_result(state, entry.winner or "", entry.marks)
    if isinstance(entered, Refusal):
        return entered
    return ev.Hand(entered.winner.value, entered.marks)


def _read_cards(
    state: TableState, shoe: ShoeState, written: Iterable[str], back: Iterable[str]
) -> ev.Hand | Refusal:
    cards: list[Card] = []
    codes: list[str] = []
    for code in written:
        read = _read_code(code)
        if read is None:
            return Refusal(Code.MALFORMED, {"card": code[:8]})
        if next_hand(cards) is None:
            return Refusal(Code.NOT_THE_NEXT_CARD, {"card": code, "hand": None})
        cards.append(read)
        codes.append(read.code if has_suit(code) and code != "10" else read.rank.symbol)
    due = next_hand(cards)
    if due is not None:
        return Refusal(Code.NOT_THE_NEXT_CARD, {"hand": due.value, "cards": len(cards)})
    if needs_suits(state) and not all(map(has_suit, codes)):
        return Refusal(Code.MALFORMED, {"detail": "a call of this game needs the suits"})
    coup = play(cards)
    marks = marks_of(state.game.sheet, coup)
    return _check_left(state, shoe, codes, back) or ev.Hand(coup.winner.value, marks, tuple(codes))


def _read_code(code: str) -> Card | None:
    """Read a card, or a rank alone."""
    for whole in (code, code + SOME_SUIT):
        try:
            return Card.parse(whole)
        except CardError:
            continue
    return None


def needs_suits(state: TableState) -> bool:
    """Whether a call of the game depends on more than ranks."""
    return any(call.when.axes for call in state.game.sheet.calls)


def _check_left(
    state: TableState, shoe: ShoeState, codes: Iterable[str], back: Iterable[str]
) -> Refusal | None:
    """Refuse a card, or a rank, that is out as often as it was in the shoe."""
    decks = state.game.decks
    out = Counter(counted_in(shoe, back, -1).seen)
    for code in codes:
        out[code] += 1
        of_rank = sum(many for other, many in out.items() if other[0] == code[0])
        if (has_suit(code) and out[code] > decks) or of_rank > 4 * decks:
            return Refusal(Code.NO_SUCH_CARD_LEFT, {"card": code, "decks": decks})
    return None


def hand_of(state: TableState, result: Result) -> ev.Hand:
    """Write a result as events hold it."""
    if isinstance(result, Coup):
        marks = marks_of(state.game.sheet, result)
        return ev.Hand(result.winner.value, marks, tuple(card.code for card in result.cards))
    return ev.Hand(result.winner.value, result.marks, result.cards)


def totals_of(result: Result) -> tuple[int, int] | None:
    """Give the totals of Player and Banker, where the cards are known."""
    if isinstance(result, Coup):
        return result.hands.player.total, result.hands.banker.total
    if not result.cards:
        return None
    read = [Card.parse(c if has_suit(c) else c + SOME_SUIT) for c in result.cards]
    hands = hands_of(read)
    return _total(hands.player), _total(hands.banker)


def _total(cards: Iterable[Card]) -> int:
    return sum(card.points for card in cards) % 10
