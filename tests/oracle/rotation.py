"""How the position of player-dealer goes round: 2.7, read literally.

Plain lists go in: who sits where, who is away, whose provider is a third party, who declined, who
held the position from when to when. Out come whom to ask next, and why no round may start.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MINUTE = 60_000


class Sitter(NamedTuple):
    """A patron at a place of the front line."""

    place: int
    patron: str
    third_party: bool = False


class Hold(NamedTuple):
    """Somebody held the position, from a time until a time; None: he still does."""

    patron: str
    place: int
    third_party: bool
    begun: int
    ended: int | None = None


@dataclass(frozen=True)
class Regime:
    """A line of the table of 2.7."""

    hands: int  # offered round after so many hands
    longest: int | None = None  # minutes that nobody may hold it over
    window: int | None = None  # minutes within which ..
    others: int = 0  # .. so many players other than a third party must have held it
    pause: int | None = None  # minutes that the game stops for a breach; None: it ends
    third_party_twice: bool = True  # whether a third party may have two turns in a row
    may_keep: bool = True  # whether the holder may go on when all decline ..
    most_hands: int | None = None  # .. and for how many hands at most


REGIMES = {
    # S3: after every two hands; any player may decline.
    "bureau-two-hands": Regime(hands=2),
    # Nobody holds it over sixty minutes, else the game stops two minutes.
    "notice-2016": Regime(hands=2, longest=60, pause=2),
    # Before every hand; two players besides the third party within forty minutes, or the game
    # ends; after a third party's turn the next goes to someone else.
    "reg-2026": Regime(hands=1, window=40, others=2, third_party_twice=False),
}


def clockwise(sitters: Collection[Sitter], places: int, last: int | None) -> list[Sitter]:
    """2.7: from the dealer's left at first, afterwards from the place after the last holder."""
    at = {sitter.place: sitter for sitter in sitters}
    place = 1 if last is None else last + 1
    found = []
    for _ in range(places):
        if place > places:
            place -= places
        if place in at:
            found.append(at[place])
        place += 1
    return found


def asked_in_turn(
    rules: Regime, sitters: Collection[Sitter], places: int, last: Hold | None, hands: int = 0
) -> list[Sitter]:
    """2.7: everybody but the last holder, each once; he comes last, and only if he may keep it."""
    found: list[Sitter] = []
    holder: list[Sitter] = []
    for sitter in clockwise(sitters, places, last.place if last else None):
        if last is not None and sitter.patron == last.patron:
            holder.append(sitter)
        elif sitter.patron not in [each.patron for each in found]:
            found.append(sitter)
    if last is not None and last.third_party and not rules.third_party_twice:
        return [sitter for sitter in found if not sitter.third_party]
    if not rules.may_keep or (rules.most_hands is not None and hands >= rules.most_hands):
        return found
    for sitter in holder:
        if last is not None and sitter.place == last.place:
            return [*found, sitter]
    return [*found, *holder[:1]]


def next_asked(
    rules: Regime,
    sitters: Collection[Sitter],
    places: int,
    last: Hold | None,
    declined: Collection[int],
    hands: int = 0,
) -> Sitter | None:
    """To whom the position is offered now; None: all have declined, and the table waits."""
    for sitter in asked_in_turn(rules, sitters, places, last, hands):
        if sitter.place not in declined:
            return sitter
    return None


def offer_is_due(rules: Regime, hands: int) -> bool:
    """Whether the position must be offered round before the next hand, after so many hands."""
    return hands >= rules.hands


def breach(rules: Regime, began: int, holds: Sequence[Hold], now: int) -> str | None:
    """Why no round may start at a time: `held-too-long`, `too-few-holders`, or nothing.

    A round begun at the last minute would be held beyond it. Where the game stops for a breach, a
    shorter rest of the same patron begins no new hold; the clause is silent, and so is no way
    round it.
    """
    if rules.longest is not None and holds and holds[-1].ended is None:
        since = holds[-1].begun
        for earlier in reversed(holds[:-1]):
            ended = since if earlier.ended is None else earlier.ended
            if earlier.patron != holds[-1].patron or since - ended >= (rules.pause or 0) * MINUTE:
                break
            since = earlier.begun
        if now - since >= rules.longest * MINUTE:
            return "held-too-long"
    if rules.window is not None and now - began >= rules.window * MINUTE:
        opens = now - rules.window * MINUTE
        players = set()
        for hold in holds:
            if not hold.third_party and (hold.ended is None or hold.ended > opens):
                players.add(hold.patron)
        if len(players) < rules.others:
            return "too-few-holders"
    return None


def pause_until(rules: Regime, now: int) -> int | None:
    """Until when the game stops for a breach; None: it has ended."""
    return None if rules.pause is None else now + rules.pause * MINUTE
