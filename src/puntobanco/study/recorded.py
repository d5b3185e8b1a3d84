"""A count kept beside shoes that somebody recorded, card by card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puntobanco.cards import Card
from puntobanco.errors import InputError
from puntobanco.rules.coup import play
from puntobanco.rules.verdict import result_of
from puntobanco.sim.counting import BUCKETS, DECK_CARDS, Followed, Trigger
from puntobanco.study.counting import Counting
from puntobanco.track.history.corrected import corrected
from puntobanco.track.history.records import Aside, Burn, FreeHand, Header, Item, Round, Shoe


def follow_recorded(counting: Counting, parts: Iterable[Header | Item], name: str) -> None:
    """Keep the count beside every shoe of a history, each with the decks that it says.

    A corrected coup counts with the cards that it really had; what a void round took out of the
    shoe is seen and gone.
    """
    for shoe in corrected(parts, name):
        if rounds := [*_rounds(shoe, name)]:
            counting.sums += _followed(counting, shoe.head.decks * DECK_CARDS, rounds)
    counting.wanted = counting.sums.shoes


_Round = tuple[tuple[Card, ...], int, tuple[Card, ...]]  # cards seen since, those out, the coup


def _rounds(shoe: Shoe, name: str) -> Iterator[_Round]:
    """Give every coup with what was seen since the one before it, and how many cards were out."""
    seen: list[Card] = []
    out = 0
    for item in shoe.items:
        gone: tuple[Card, ...] = ()
        if isinstance(item, Burn):
            gone = (item.card,)
            out += item.unseen
        if isinstance(item, Round | FreeHand):
            gone = item.dealt.cards if item.dealt else ()
            if item.ended is not None:
                if not gone:
                    message = (
                        f"{name}: round {item.head.number}: its cards are not recorded; give them"
                    )
                    raise InputError(message)
                yield tuple(seen), out, gone
                seen = []
        aside = [each.card for each in _asides(item) if each.use == "out"]
        seen += [*gone, *(card for card in aside if card)]
        out += len(gone) + len(aside)


def _asides(item: object) -> tuple[Aside, ...]:
    """Give the cards that left the shoe out of turn; what a correction says is in its round."""
    if isinstance(item, Round | FreeHand):
        return item.asides
    return (item,) if isinstance(item, Aside) else ()


def _followed(counting: Counting, cards: int, rounds: Iterable[_Round]) -> Followed:
    """Sum one shoe up as the kernel does."""
    tags, trigger = counting.shoes.tags, counting.trigger
    found = Followed(shoes=1)
    running = bets = won = 0
    burned = 0
    for number, (seen, out, coup) in enumerate(rounds):
        running += sum(tags[card.points] for card in seen)
        burned = max(0, out - 1) if number == 0 else burned
        result = result_of(counting.sheet, counting.bet, play(coup))
        results = counting.bet.results
        win = counting.wins[len(results) if result is None else results.index(result)]
        if trigger.is_met(running, cards - out, burned):
            bets, won = bets + 1, won + win
        bucket = _bucket(trigger, running, cards - out, burned)
        found.by_count[bucket][0] += 1
        found.by_count[bucket][1] += win
        found.rounds += 1
    found.bets, found.won = bets, won
    found.bets_squared, found.won_squared, found.bets_won = bets**2, won**2, bets * won
    return found


def _bucket(trigger: Trigger, running: int, left: int, burned: int) -> int:
    count = trigger.count(running, left, burned)
    return min(max(count + BUCKETS // 2, 0), BUCKETS - 1)
