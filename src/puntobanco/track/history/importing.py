"""Hands that other programs and people wrote down, as shoes of a hand history.

A line that cannot be read, or that no dealer could have dealt, is told with its fault and left out;
the rest is taken. Nothing is guessed: hands whose cards have no suits keep their outcome alone.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from puntobanco.cards import Card, Rank, Suit
from puntobanco.errors import InputError
from puntobanco.rules.coup import BySide, Coup, Hand, Side, Winner, next_hand
from puntobanco.rules.marks import tokens_of
from puntobanco.rules.plain import plain_form
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.rules.tableau import banker_draws, player_draws
from puntobanco.track.history.check import IMPORTED
from puntobanco.track.history.records import (
    Dealt,
    Ended,
    Form,
    FreeHand,
    FreeHead,
    Header,
    Note,
    Rules,
    Shoe,
    ShoeEnded,
    ShoeHead,
    Table,
    Terms,
)
from puntobanco.track.notation import NotationError, Outcome, outcome_of, parse

COMMENT: Final = "#"

# What a column may hold, and how other programs name it; without blanks, marks and capitals.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "shoe": ("shoenumber", "shoeid", "shoeno"),
    "cards": ("dealt", "sequence"),
    "player1": ("playercard1", "pcard1", "p1"),
    "player2": ("playercard2", "pcard2", "p2"),
    "player3": ("playercard3", "pcard3", "p3", "playerthird"),
    "banker1": ("bankercard1", "bcard1", "b1"),
    "banker2": ("bankercard2", "bcard2", "b2"),
    "banker3": ("bankercard3", "bcard3", "b3", "bankerthird"),
    "player_total": ("ptotal", "playerscore", "playertotal"),
    "banker_total": ("btotal", "bankerscore", "bankertotal"),
    "winner": ("outcome", "result"),
}
_HANDS: Final = ("player1", "banker1", "player2", "banker2", "player3", "banker3")
_NONE: Final = frozenset({"", "-", "na", "n/a", "nan", "none", "null"})
_RANKS: Final = {rank.symbol: rank for rank in Rank} | {
    "0": Rank.TEN,
    "10": Rank.TEN,
    "1": Rank.ACE,
}
_SUITS: Final = {suit.symbol: suit for suit in Suit} | dict(
    zip("♣♦♥♠", (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES), strict=True)
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that was left out, counted from 1, and why."""

    row: int
    reason: str

    def __str__(self) -> str:
        """Tell it in one line."""
        return f"line {self.row}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Found:
    """A hand that was read; ``cards`` where all of them are known, suits too."""

    shoe: str
    outcome: Outcome
    cards: tuple[Card, ...] = ()


@dataclass(slots=True)
class Importing:
    """Shoes taken in from lines, with the faults of those left out."""

    sheet: Sheet
    decks: int
    at: int  # when it was imported: other programs seldom say when a hand was dealt
    faults: list[Fault] = field(default_factory=list)
    hands: int = 0

    def outcomes(self, lines: Iterable[str]) -> Iterator[Shoe]:
        """Read a shoe a line, in the notation of outcomes; a bad one is left out whole."""
        tokens = tokens_of(self.sheet)
        for row, line in enumerate(lines, 1):
            text = line.partition(COMMENT)[0].strip()
            if not text:
                continue
            try:
                found = parse(text, tokens)
            except NotationError as error:
                self.faults.append(Fault(row, str(error)))
                continue
            yield self._shoe([Found("", outcome) for outcome in found])

    def cards(self, lines: Iterable[str], named: Mapping[str, str] | None = None) -> Iterator[Shoe]:
        """Read a hand a line, as CSV with a head; ``named`` says which column is which."""
        rows = csv.reader(lines)
        try:
            columns = find_columns(next(rows, []), named or {})
            hands: list[Found] = []
            for row in rows:
                if not any(row):
                    continue
                found = self._hand(row, columns, rows.line_num)
                if hands and found and found.shoe != hands[-1].shoe:
                    yield self._shoe(hands)
                    hands = []
                hands += [found] if found else []
        except csv.Error as error:
            message = f"line {rows.line_num}: {error}; give a CSV file"
            raise InputError(message) from None
        if hands:
            yield self._shoe(hands)

    def header(self, table: str) -> Header:
        """Give the head of the history."""
        sheet, venue = self.sheet, self.sheet.venue
        return Header(
            table=Table(table, table),
            rules=Rules(sheet.id, sheet.hash, sheet.venue_hash),
            form=Form(canonical(plain_form(sheet)).decode()),
            terms=Terms(
                decks=self.decks,
                seats=sheet.seats[0],
                unit=1,
                currency="USD",
                policy=venue.cover.policy,
                win_cap=venue.cover.win_cap,
                rotation=venue.rotation,
                collection=venue.collection,
                people="left-out",
            ),
        )

    def _hand(self, row: Sequence[str], columns: Mapping[str, int], number: int) -> Found | None:
        """Read one hand; None, with its faults noted, where it was never dealt so."""
        said = {name: row[at].strip() for name, at in columns.items() if at < len(row)}
        try:
            read = _cards(said)
        except InputError as error:
            self.faults.append(Fault(number, str(error)))
            return None
        hands = read.map(lambda each: tuple(one.card for one in each))
        if faults := [*_faults(hands, said)]:
            self.faults.append(Fault(number, "; ".join(faults)))
            return None
        coup = Coup(hands.map(Hand))
        outcome = outcome_of(self.sheet, coup)
        unknown = {
            f"{side.letter.lower()}p" for side in Side if all(c.is_vague for c in read[side][:2])
        }
        marks = tuple(mark for mark in outcome.marks if mark not in unknown)
        has_suits = all(one.has_suit for side in Side for one in read[side])
        if not has_suits and any(call.when.axes for call in self.sheet.calls):
            self.faults.append(Fault(number, f"the calls of {self.sheet.id} ask for suits"))
            return None
        cards = coup.cards if has_suits else ()
        return Found(said.get("shoe", ""), Outcome(outcome.winner, marks), cards)

    def _shoe(self, hands: Sequence[Found]) -> Shoe:
        is_whole = all(hand.cards for hand in hands)
        items: list[Note | FreeHand] = []
        if is_whole and self.sheet.venue.shoe.burn == "first-card":
            items.append(Note(IMPORTED, "how the shoe was burned is not known", IMPORTED, self.at))
        for number, hand in enumerate(hands, 1):
            self.hands += 1
            dealt = Dealt(hand.cards) if is_whole else None
            head = FreeHead(self.hands, number, IMPORTED, self.at)
            items.append(FreeHand(head=head, dealt=dealt, ended=Ended(hand.outcome)))
        self._shoes += 1
        kind = "physical" if is_whole else "results"
        cut = self.sheet.venue.shoe.cut_card
        return Shoe(
            head=ShoeHead(self._shoes, kind, self.decks, cut, self.at),
            items=tuple(items),
            end=ShoeEnded(self.at, IMPORTED),
        )

    _shoes: int = 0


def find_columns(head: Sequence[str], named: Mapping[str, str]) -> dict[str, int]:
    """Find the columns by the names given, else by those that other programs give them."""
    plain = [re.sub(r"[^a-z0-9]", "", name.lower()) for name in head]
    found: dict[str, int] = {}
    for name, others in COLUMNS.items():
        if name in named:
            if named[name] not in head:
                shown = ", ".join(head) or "none"
                message = f"line 1: there is no column {named[name]!r}; there are {shown}"
                raise InputError(message)
            found[name] = head.index(named[name])
        else:
            known = (name.replace("_", ""), *others)
            at = next((at for at, each in enumerate(plain) if each in known), None)
            found |= {} if at is None else {name: at}
    if "cards" not in found and not {"player1", "player2", "banker1", "banker2"} <= found.keys():
        message = (
            "line 1: the columns of the cards cannot be told; name them, such as"
            " --column player1=NAME, or --column cards=NAME"
        )
        raise InputError(message)
    return found


@dataclass(frozen=True, slots=True)
class _Read:
    """A card as it was written; one of points alone could be any ten or court card."""

    card: Card
    has_suit: bool = False
    is_vague: bool = False


def _cards(said: Mapping[str, str]) -> BySide[tuple[_Read, ...]]:
    """Read the cards of both hands."""
    player: list[_Read] = []
    banker: list[_Read] = []
    if "cards" in said:
        read = [_card(word) for word in re.split(r"[\s,;]+", said["cards"]) if word]
        player, banker = read[0:4:2], read[1:4:2]
        for position in range(4, len(read)):
            side = next_hand([each.card for each in read[:position]]) or Side.BANKER
            (player if side is Side.PLAYER else banker).append(read[position])
    else:
        for name in _HANDS:
            if said.get(name, "").lower() not in _NONE:
                (player if name.startswith(Side.PLAYER.value) else banker).append(_card(said[name]))
    return BySide(tuple(player), tuple(banker))


def _card(word: str) -> _Read:
    """Read a card, or a rank alone."""
    text = word.upper()
    if text in _RANKS:
        return _Read(Card(_RANKS[text], Suit.SPADES), is_vague=text == "0")
    rank, suit = _RANKS.get(text[:-1]), _SUITS.get(text[-1:])
    if rank is None or suit is None:
        message = f"{word!r} is no card; write a rank A 2-9 T J Q K (or 10), and a suit if known"
        raise InputError(message)
    return _Read(Card(rank, suit), has_suit=True)


def _faults(hands: BySide[tuple[Card, ...]], said: Mapping[str, str]) -> Iterator[str]:
    """Say what no dealer could have dealt, and what the line itself says otherwise."""
    for side in Side:
        if len(hands[side]) not in (2, 3):
            yield f"the {side.word} hand has {len(hands[side])} cards, not two or three"
            return
    yield from _third_cards(hands.map(Hand))
    for side in Side:
        written = said.get(f"{side.value}_total", "")
        total = Hand(hands[side]).total
        if written and written != str(total):
            yield f"{side.word} total {written} is written, and its cards make {total}"
    winner = Coup(hands.map(Hand)).winner
    written = said.get("winner", "").lower()
    if written and _winner(written) not in (None, winner):
        yield f"{said['winner']!r} is written, and the cards make {winner.value}"
    elif written and _winner(written) is None:
        yield f"{said['winner']!r} names no winner; write player, banker or tie"


def _third_cards(hands: BySide[Hand]) -> Iterator[str]:
    player, banker = hands.player, hands.banker
    draws = {
        Side.PLAYER: player_draws(player.two, banker.two),
        Side.BANKER: banker_draws(player.two, banker.two, player.third),
    }
    for side, does in draws.items():
        has = hands[side].third is not None
        if does and not has:
            yield f"the {side.word} hand draws on {hands[side].two}, and has no third card"
        if has and not does:
            yield f"the {side.word} hand stands on {hands[side].two}, and has a third card"


def _winner(text: str) -> Winner | None:
    """Read a winner by its word or its letter, whatever stands behind it."""
    for winner in Winner:
        if re.match(rf"{winner.value}\b|{winner.letter}$", text, re.IGNORECASE):
            return winner
    return None
