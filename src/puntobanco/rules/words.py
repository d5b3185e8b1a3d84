"""A sheet in words: every line is made from its records, so that no page can tell another game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from puntobanco.money import BASIS
from puntobanco.rules.check import verdict_table
from puntobanco.rules.conditions import Condition
from puntobanco.rules.coup import Coup
from puntobanco.rules.sheet import Bet, Result, Sheet, Verdict
from puntobanco.rules.tableau import NATURALS, banker_draws, player_draws


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines that belong under it."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetWords:
    """All that a person may want to know of a sheet; the sections of bets stand as settled."""

    about: Section
    calls: Section
    bets: tuple[Section, ...]
    venue: Section

    @property
    def sections(self) -> tuple[Section, ...]:
        """Every section that has something to say, in reading order."""
        every = (self.about, self.calls, *self.bets, self.venue)
        return tuple(section for section in every if section.lines)


def words_of(sheet: Sheet) -> SheetWords:
    """Put a sheet into words."""
    calls = tuple(
        f"{call.label}, marked {call.mark} and written {call.token}:"
        f" {condition_words(sheet, call.when)}"
        for call in sheet.calls
    )
    return SheetWords(
        Section(sheet.name, _about(sheet)),
        Section("Calls", calls),
        tuple(Section(f"{bet.label} ({bet.id})", bet_words(sheet, bet)) for bet in sheet.bets),
        Section("Choices of the room, unless a table says otherwise", _venue(sheet)),
    )


def _about(sheet: Sheet) -> tuple[str, ...]:
    least, most, default = sheet.decks
    decks = f"{least}" if least == most else f"{least} to {most}, {default} by default"
    bank = {
        "house": "the house covers every wager",
        "player-dealer": "one patron, the player-dealer, covers the wagers up to a limit",
    }
    return (
        f"Source: {sheet.source}",
        f"Bank: {bank[sheet.bank]}",
        f"Decks: {decks}",
        f"Seats: {_any(sheet.seats)}",
    )


def bet_words(sheet: Sheet, bet: Bet) -> tuple[str, ...]:
    """Say when a bet pays, pushes and loses, and what it asks of a patron."""
    lines = []
    for number, result in enumerate(bet.results):
        verdict = f"else {_verdict(result)}" if number else _verdict(result)
        lines.append(f"{verdict.capitalize()} on {condition_words(sheet, result.when)}")
    if verdict_table(sheet, bet).rest:
        lines.append("Taken on everything else")
    if bet.requires:
        needed = _any(sheet.require_bet(other).label for other in bet.requires)
        lines.append(f"Needs a wager on {needed} by the same patron, seat and line")
    if bet.cap == "base":
        lines.append("No larger than the wager that it needs")
    if bet.fee == "paid-or-waived":
        lines.append("Only where the collection is paid or waived")
    if not bet.back_line:
        lines.append("Not from the back line")
    return tuple(lines)


def _verdict(result: Result) -> str:
    if result.odds is None:
        return {Verdict.PUSH: "pushes", Verdict.TAKE: "taken"}[result.verdict]
    if not result.commission:
        return f"pays {result.odds}"
    whole, rest = divmod(result.commission, BASIS // 100)
    rate = f"{whole}.{rest:02}".rstrip("0") if rest else f"{whole}"
    way = {"down": "rounded down", "up": "rounded up", "nearest": "rounded to the nearest"}
    return (
        f"pays {result.odds} less {rate}% commission ({result.terms}),"
        f" {way[result.rounding.value]},"
    )


def condition_words(sheet: Sheet, condition: Condition) -> str:
    """Say what a condition asks, in its sheet's own words."""
    tables: Any = condition.source  # a list of tables, every value a list
    return ", or ".join(_table(sheet, table) for table in tables)


def _table(sheet: Sheet, table: Mapping[str, Any]) -> str:
    parts = [_part(sheet, key, table[key]) for key in _ORDER if key in table]
    for side in ("player", "banker"):
        if side in table:
            hand = table[side]
            features = [_hand(key, hand[key]) for key in _HAND_ORDER if key in hand]
            parts.append(f"a {side.capitalize()} hand {_all(features)}")
    return _all(parts)


_HAND_ORDER: Final = (
    "cards",
    "total",
    "two",
    "natural",
    "third",
    "pair",
    "suited",
    "flush",
    "colour",
)
_ORDER: Final = ("call", "winner", "margin", "cards", "colour", "pairs")
_WINS: Final = {"player": "a Player win", "banker": "a Banker win", "tie": "a tie"}
_PAIRS: Final = {
    "none": "no pair in either hand",
    "either": "a pair in one hand or in both",
    "both": "a pair in both hands",
    "both-same-rank": "pairs of one rank in both hands",
}
_COLOURS: Final = {
    "red": "red",
    "black": "black",
    "same": "of one colour",
    "mixed": "not of one colour",
}
_TIERS: Final = {
    "none": "no pair",
    "any": "a pair",
    "mixed": "a pair of two colours",
    "coloured": "a pair of one colour but two suits",
    "suited": "a pair of one suit",
}


def _part(sheet: Sheet, key: str, values: Sequence[Any]) -> str:
    match key:
        case "call":
            return _any(sheet.call(value).label for value in values)
        case "winner":
            return _any(_WINS[value] for value in values)
        case "margin":
            return f"a margin of {_span(values, 'or')}"
        case "cards":
            return f"{_span(values, 'or')} cards in all"
        case "colour":
            return f"all cards {_any(_COLOURS[value] for value in values)}"
        case _:
            return _any(_PAIRS[value] for value in values)


def _hand(key: str, values: Sequence[Any]) -> str:
    match key:
        case "cards":
            return f"of {_any(values)} cards"
        case "total":
            return f"of total {_span(values, 'or')}"
        case "two":
            return f"of {_span(values, 'or')} on its first two cards"
        case "natural":
            return _any("that is a natural" if value else "that is no natural" for value in values)
        case "third":
            return _third(values)
        case "pair":
            return f"with {_any(_TIERS[value] for value in values)}"
        case "suited":
            suits = _any("one suit" if value else "two suits" for value in values)
            return f"whose first two cards are of {suits}"
        case "flush":
            return _any("all of one suit" if value else "not all of one suit" for value in values)
        case _:
            return f"with all cards {_any(_COLOURS[value] for value in values)}"


def _third(values: Sequence[Any]) -> str:
    points = [value for value in values if value != "none"]
    told = [f"with a third card that counts {_span(points, 'or')}"] if points else []
    return _any(told + ["without a third card"] * ("none" in values))


def _venue(sheet: Sheet) -> tuple[str, ...]:
    venue, shoe = sheet.venue, sheet.venue.shoe
    mains = [bet.label for bet in sheet.bets if bet.is_main]
    lines = []
    if len(mains) > 1:
        may = "may" if venue.opposite_mains else "may not"
        lines.append(f"A patron {may} hold more than one of {_all(mains)}")
    lines.append(f"A patron {'may' if venue.second_place else 'may not'} take a second place")
    if not sheet.is_house_banked:
        caps = {"continue": "later winners are still paid", "halt": "nothing more is settled"}
        cover = venue.cover
        cap = f"; once the cover is won, {caps[cover.win_cap]}" * (cover.policy == "running")
        second = "may" if cover.secondary else "may not"
        lines += [
            f"Cover: {_POLICIES[cover.policy]}{cap}",
            f"Another patron {second} add a cover behind the player-dealer's",
            f"The player-dealer's place goes round by {venue.rotation}",
            f"Collection by {venue.collection}",
        ]
    burn = {"first-card": "burned as its first card says", "none": "not burned"}
    lines += [
        f"Shoe: {burn[shoe.burn]}, cut {shoe.cut_card} cards from its end, {_LAST[shoe.last]}",
        f"After a fault: {_FAULTS[venue.irregularities]}",
    ]
    return tuple(lines)


_POLICIES: Final = {
    "running": "what the player-dealer collects helps to pay later winners",
    "gross": "every chip collected or paid uses it up",
    "collect-then-pay": "all losers are collected, then winners are paid as far as it reaches",
}
_LAST: Final = {
    "current": "over with the round in which the cut card shows",
    "one-more": "over one round after the one in which the cut card shows",
    "one-more-or-two": "over one round after the one in which the cut card shows, two where it"
    " shows between rounds",
}
_FAULTS: Final = {
    "burn": "misdealt cards are burned",
    "keep": "misdealt cards are kept for the next coup",
    "free-hand": "misdealt cards are played as a coup without wagers",
}


def house_way_words() -> tuple[str, ...]:
    """Say how both hands are played: without a choice the house way is the tableau (GAP-3.14)."""
    player = [two for two in range(10) if two not in NATURALS and player_draws(two, 0)]
    stood = [two for two in range(8) if banker_draws(6, two, None)]
    rows = []
    for two in range(8):
        columns = [point for point in range(10) if banker_draws(0, two, point)]
        rows.append((two, _row(columns)))
    merged: list[tuple[list[int], str]] = []
    for two, words in rows:
        if merged and merged[-1][1] == words:
            merged[-1][0].append(two)
        else:
            merged.append(([two], words))
    return (
        "Nobody chooses anything: both hands are played by the chart alone",
        f"A hand of {_any(NATURALS)} on two cards is a natural: nobody draws",
        f"Player draws on {_span(player)}, and stands on more",
        f"Where Player stood, Banker draws on {_span(stood)}, and stands on more",
        *(f"Where Player drew, Banker on {_span(totals)} {words}" for totals, words in merged),
    )


def drawing_words(coup: Coup) -> tuple[str, str]:
    """Say why each hand drew its third card or stood, Player first."""
    player, banker = coup.hands.player, coup.hands.banker
    if coup.is_natural:
        return _natural(player.two), _natural(banker.two)
    draws = [two for two in range(10) if two not in NATURALS and player_draws(two, 0)]
    player_line = (
        f"drew on {player.two}: Player draws on {_span(draws)}"
        if player.third is not None
        else f"stood on {player.two}: Player draws on {_span(draws)} only"
    )
    against = player.third
    did = "drew" if banker.third is not None else "stood"
    if against is None:
        rows = [two for two in range(8) if banker_draws(6, two, None)]
        rule = f"where Player stood, Banker draws on {_span(rows)}"
    else:
        columns = [point for point in range(10) if banker_draws(0, banker.two, point)]
        rule = f"Player's third card counts {against}, and on {banker.two} Banker {_row(columns)}"
    return player_line, f"{did} on {banker.two}: {rule}"


def _natural(two: int) -> str:
    if two in NATURALS:
        return f"has a natural {two}: nobody draws"
    return f"stood on {two}: the other hand has a natural"


def _row(columns: Sequence[int]) -> str:
    if not columns:
        return "always stands"
    if len(columns) == 10:
        return "always draws"
    return f"draws against {_span(columns)} only"


def _span(numbers: Sequence[int], word: str = "and") -> str:
    """Write 0 to 5 for numbers in a row, and a list for the rest."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return _joined(told, word)


def _any(values: Iterable[object]) -> str:
    return _joined(values, "or")


def _all(values: Iterable[object]) -> str:
    return _joined(values, "and")


def _joined(values: Iterable[object], word: str) -> str:
    words = [str(value) for value in values]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"
