"""The hand history of a table, from its events: one pass, a shoe at a time.

From an opening of the table, or a change of its game, to the next or the closing is one history.
With days it holds the shoes that began in them, and people are left out, since their chips came
before; so are they after a change of game. A round that is not over is left out, but not who came
and what was ruled meanwhile. Hands of a shoe that is tracked without wagers stand as they were
entered, and what was changed of them later in notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from puntobanco.errors import InputError
from puntobanco.house.follow import Step
from puntobanco.house.log import TABLE
from puntobanco.house.reports import history_parts as parts
from puntobanco.house.reports.rulings import Rulings
from puntobanco.house.reports.scope import Scope
from puntobanco.store.base import Transaction
from puntobanco.table import events as ev
from puntobanco.table import state as table
from puntobanco.track.history import records as hh
from puntobanco.track.history.write import write

_OPENED = b'"type":"TableOpened"'
_CHANGED = b'"type":"TermsChanged"'
Inner = hh.Burn | hh.Aside | hh.Round | hh.FreeHand | hh.Correction | hh.Move | hh.Note


def write_history(
    transaction: Transaction, scope: Scope, opening: int | None = None
) -> Iterator[bytes]:
    """Write the history of the one table in scope; ``opening`` counts from 1, None is the last."""
    (name,) = scope.tables
    steps = scope.steps(transaction)
    first = _opening(transaction, scope, name, opening)
    for step in steps:
        if step.logged.version == first:
            is_whole = scope.days.first is None and scope.days.last is None
            has_people = is_whole and isinstance(step.event, ev.TableOpened)
            head = parts.header(step, "recorded" if has_people else "left-out")
            items = _items(steps, scope, has_people=has_people)
            for line in write(head, items):
                yield f"{line}\n".encode()
            return


def _opening(transaction: Transaction, scope: Scope, table: str, opening: int | None) -> int:
    """Find the event by which the table was opened, or went over to another game."""
    stream = TABLE + table
    found = [
        stored.version
        for stored in (transaction.events(stream) if stream in transaction.streams() else ())
        if _begins(stored.body) and not scope.days.is_over(stored.at)
    ]
    if opening is not None and not 1 <= opening <= len(found):
        message = f"{table}: there are {len(found)} openings of this table; choose one of these"
        raise InputError(message)
    if not found:
        message = f"{table}: there is no such table in these days; puntobanco table list"
        raise InputError(f"{message} says which there are")
    return found[-1 if opening is None else opening - 1]


def _begins(body: bytes) -> bool:
    """Whether a history begins with an event, as it was stored."""
    if _OPENED in body:
        return True
    return _CHANGED in body and parts.is_another_game(ev.decode(body).event)


def _items(steps: Iterator[Step], scope: Scope, *, has_people: bool) -> Iterator[hh.Item]:
    writer = _Writer(scope, has_people)
    for step in steps:
        if isinstance(step.event, ev.TableClosed) or parts.is_another_game(step.event):
            break
        yield from writer.take(step)
    yield from writer.rest()


@dataclass(slots=True)
class _Play:
    """The round in play, as far as it goes."""

    opened: int
    moves: list[hh.Move | hh.Correction | hh.Note] = field(default_factory=list)
    asides: list[hh.Aside] = field(default_factory=list)
    closed: hh.Closed | None = None
    wagers: tuple[hh.Placed, ...] = ()
    fees: tuple[hh.Fee, ...] = ()
    back: tuple[hh.Returned, ...] = ()


@dataclass(slots=True)
class _Writer:
    """A history as far as it goes: the shoe on the table, and the round in play."""

    scope: Scope
    has_people: bool
    shoe: hh.ShoeHead | None = None
    inner: list[Inner] = field(default_factory=list)  # of that shoe
    is_left_out: bool = False  # the shoe on the table began outside the days
    play: _Play | None = None
    rounds: set[int] = field(default_factory=set)  # that are in the file, and may be corrected
    rulings: Rulings = field(default_factory=Rulings)
    ended: hh.Shoe | None = None  # tracked, and comes back if the next one has no hand
    between: list[hh.Move | hh.Correction | hh.Note] = field(default_factory=list)

    def take(self, step: Step) -> Iterator[hh.Item]:
        """Take in an event, and give what is complete with it."""
        event = step.event
        self.rulings.note(step)
        if isinstance(event, ev.ShoeStarted):
            self.is_left_out = not self.scope.has(step)
        if self.is_left_out:
            return
        for move in parts.moves_of(step) if self.has_people else ():
            yield from self._put(move)
        if isinstance(event, ev.ShoeEnded | ev.ShoeQuarantined):
            yield from self._end_shoe(step, event)
        elif isinstance(event, ev.ShoeTakenBack):
            self._take_back()
        elif self.rulings.is_remark(step):
            yield from self._put(self._remark(step))
        else:
            self._follow(step)

    def rest(self) -> Iterator[hh.Item]:
        """Give what is left when there are no more events."""
        yield from self._put_away()
        if self.play:
            self.inner += self.play.moves
        if self.shoe:
            yield hh.Shoe(head=self.shoe, items=tuple(self.inner))

    def _put_away(self) -> Iterator[hh.Item]:
        """Give a shoe that can no longer come back, and what was between it and the next."""
        if self.ended:
            yield self.ended
        yield from self.between
        self.ended, self.between = None, []

    def _take_back(self) -> None:
        """Go on with the shoe before; what happened since belongs to it."""
        if self.ended is None:
            self.shoe, self.inner, self.is_left_out = None, [], True
            return
        since, self.shoe = self.inner, self.ended.head
        self.inner = [*self.ended.items, *self.between]
        for item in since:
            if isinstance(item, hh.Round | hh.FreeHand):
                self.inner.append(_numbered(item, hands_in(self.inner) + 1))
            elif not isinstance(item, hh.Burn):
                self.inner.append(item)
        self.ended, self.between = None, []

    def _put(self, item: hh.Move | hh.Correction | hh.Note) -> Iterator[hh.Item]:
        """Put something into the round in play, else the shoe; give it where there is none."""
        if self.play:
            self.play.moves.append(item)
        elif self.shoe:
            self.inner.append(item)
        elif self.ended:
            self.between.append(item)
        else:
            yield item

    def _remark(self, step: Step) -> hh.Correction | hh.Note:
        event = step.event
        if isinstance(event, ev.RoundCorrected) and event.round in self.rounds:
            return parts.correction(step, event, self.rulings.said(step))
        return self.rulings.remark(step)

    def _end_shoe(self, step: Step, event: ev.ShoeEnded | ev.ShoeQuarantined) -> Iterator[hh.Item]:
        why = event.reason if isinstance(event, ev.ShoeQuarantined) else ""
        if not why and not step.before.require_shoe.is_over:
            why = "ended early"
        if self.shoe:
            end = hh.ShoeEnded(step.at, why)
            yield from self._put_away()
            self.ended = hh.Shoe(head=self.shoe, items=tuple(self.inner), end=end)
            if self.shoe.kind != "results":
                yield from self._put_away()
        self.shoe, self.inner = None, []

    def _follow(self, step: Step) -> None:  # noqa: C901 - a line for each event
        """Follow the shoe, and the round in play."""
        event, play = step.event, self.play
        match event:
            case ev.ShoeStarted():
                self.shoe = parts.shoe_head(step, event)
            case ev.CardsBurned():
                self.inner.append(parts.burn_of(step, event))
            case ev.CardBurned() | ev.CardSetAside():
                aside = parts.aside_of(event)
                (play.asides if play else self.inner).append(aside)
            case ev.BettingOpened() | ev.FreeHandOpened():
                self.play = _Play(step.at)
            case _ if play is None:
                pass
            case ev.BettingClosed():
                play.closed = hh.Closed(step.at)
                play.wagers = parts.placed(step.before.require_round.wagers.values())
            case ev.WagersReturned() if play.closed:
                play.back += parts.returned(event.wagers, event.reason)
            case ev.CollectionTaken():
                play.fees = parts.fees_of(event.fees, event.player_dealer, step.before, "paid")
            case ev.RoundSettled():
                self._over(self._settled(step, event, play))
            case ev.RoundVoided():
                self._over(self._voided(step, event, play))
            case _:
                pass

    def _over(self, played: hh.Round | hh.FreeHand) -> None:
        self.inner.append(played)
        self.play = None

    def _settled(self, step: Step, event: ev.RoundSettled, play: _Play) -> hh.Round | hh.FreeHand:
        now = step.before.require_round
        result = now.result
        ended = parts.ended(step.before.game.sheet, result) if result else None
        cards = parts.dealt(now.cards)
        if now.is_free and ended:
            self.inner += play.moves
            head = hh.FreeHead(now.number, self._hand(now), "free-hand", step.at)
            return hh.FreeHand(head=head, asides=tuple(play.asides), dealt=cards, ended=ended)
        if not self._is_tracked:  # a hand of results alone settles nothing
            self.rounds.add(event.round)
        return hh.Round(
            **self._common(step, play),
            ended=ended,
            button=parts.button_of(event.button),
            steps=parts.steps_of(event.lines),
            result=parts.result_of(event.player_dealer),
            end=hh.Settled(step.at),
        )

    def _voided(self, step: Step, event: ev.RoundVoided, play: _Play) -> hh.Round:
        if not play.closed:
            play.wagers = parts.placed(step.before.require_round.wagers.values())
        by, approved, text = self.rulings.said(step)
        back = parts.fees_of(event.fees, event.player_dealer_fee, step.before, "refunded")
        return hh.Round(
            **self._common(step, play),
            end=hh.Voided(
                hh.Void(event.reason, by, approved, step.at, text),
                parts.returned(event.wagers, "void"),
                back,
            ),
        )

    def _hand(self, now: table.Round) -> int:
        """Give the number of a hand; of a shoe that is tracked, in the order entered."""
        return hands_in(self.inner) + 1 if self._is_tracked else now.hand

    @property
    def _is_tracked(self) -> bool:
        return self.shoe is not None and self.shoe.kind == "results"

    def _common(self, step: Step, play: _Play) -> dict[str, Any]:
        now = step.before.require_round
        return {
            "head": hh.RoundHead(now.number, self._hand(now), play.opened),
            "bank": parts.bank_of(step.before),
            "moves": tuple(play.moves),
            "wagers": play.wagers,
            "closed": play.closed,
            "fees": play.fees,
            "returned": play.back,
            "asides": tuple(play.asides),
            "dealt": parts.dealt(now.cards),
        }


def _numbered(played: hh.Round | hh.FreeHand, hand: int) -> hh.Round | hh.FreeHand:
    head = replace(played.head, hand=hand)
    return replace(played, head=head)  # type: ignore[arg-type]  # each has its own kind of head


def hands_in(items: Iterable[Inner]) -> int:
    """Count the hands that are over and not void."""
    return sum(
        isinstance(item, hh.FreeHand)
        or (isinstance(item, hh.Round) and isinstance(item.end, hh.Settled))
        for item in items
    )
