"""The parts of a hand history as they follow from events and from the state before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puntobanco.cards import Card
from puntobanco.errors import InvariantError
from puntobanco.house.follow import Step
from puntobanco.rules.coup import Coup
from puntobanco.rules.settle import Wager
from puntobanco.rules.sheet import Sheet, Verdict
from puntobanco.table import events as ev
from puntobanco.table.state import Entered, Result, Settled, TableState, form_of
from puntobanco.table.terms import is_of_shoe
from puntobanco.track.history import records as hh
from puntobanco.track.notation import Outcome, outcome_of


def is_another_game(event: ev.AnyEvent) -> bool:
    """Whether an event ends a history, and begins another one."""
    return isinstance(event, ev.TermsChanged) and is_of_shoe(event.before, event.after)


def header(step: Step, people: str) -> hh.Header:
    """Give the head of the history that begins with an event."""
    game = step.after.game
    sheet, venue = game.sheet, game.sheet.venue
    return hh.Header(
        table=hh.Table(game.table, game.name or game.table),
        rules=hh.Rules(sheet.id, sheet.hash, sheet.venue_hash),
        form=hh.Form(form_of(sheet)),
        terms=hh.Terms(
            decks=game.decks,
            seats=game.seats,
            unit=game.unit,
            currency=game.currency,
            policy=venue.cover.policy,
            win_cap=venue.cover.win_cap,
            rotation=venue.rotation,
            collection=venue.collection,
            people=people,
        ),
    )


def moves_of(step: Step) -> Iterator[hh.Move]:
    """Give the people who come and go by an event, and the chips that reach racks or leave them."""
    event, at = step.event, step.at
    match event:
        case ev.SeatTaken():
            yield hh.Sat(event.patron, event.place, event.line, at, event.kind)
        case ev.SeatLeft():
            if event.rack:
                yield hh.Chips("cash-out", event.patron, event.rack, at)
            yield hh.Left(event.patron, event.place, event.line, at)
        case ev.BoughtIn():
            yield hh.Chips("buy-in", event.patron, event.amount, at)
        case ev.CashedOut():
            yield hh.Chips("cash-out", event.patron, event.amount, at)
        case ev.AmountHeld():
            yield hh.Chips("held", event.patron, event.amount, at)
        case ev.AmountReleased() if event.to == "rack":
            yield hh.Chips("released", event.patron, event.amount, at)
        case ev.ClaimPaid():
            claim = step.before.claims[event.number]
            yield hh.Chips("claim-paid", claim.debtor, event.amount, at)
            if event.to == "rack":
                yield hh.Chips("claim-received", claim.creditor, event.amount, at)
        case _:
            pass


def shoe_head(step: Step, event: ev.ShoeStarted) -> hh.ShoeHead:
    """Give the first line of a shoe."""
    kinds = {"software": "software", "results": "results"}
    return hh.ShoeHead(
        number=event.shoe,
        kind=kinds.get(step.before.game.cards, "physical"),
        decks=event.decks,
        cut_card=event.cut_card,
        at=step.at,
        commitment=event.commitment,
        lot=event.lot,
        receipt=event.receipt,
    )


def burn_of(step: Step, event: ev.CardsBurned) -> hh.Burn | hh.Note:
    """Give the burn; at a venue that burns nothing it is no more than a note."""
    if step.before.game.sheet.venue.shoe.burn == "none":
        text = f"{event.card} and {event.unseen} unseen"
        return hh.Note("burned", text, step.entry.actor, step.at)
    return hh.Burn(Card.parse(event.card), event.unseen)


def bank_of(state: TableState) -> hh.Bank | None:
    """Give the player-dealer of the round in play."""
    cover = state.require_round.cover
    if cover is None:
        return None
    kind = "third-party" if cover.patron in state.third_parties else "patron"
    return hh.Bank(cover.place, cover.patron, kind, cover.amount)


def placed(wagers: Iterable[Wager]) -> tuple[hh.Placed, ...]:
    """Give wagers in the order placed."""
    return tuple(hh.Placed(w.id, w.seat, w.line, w.patron, w.bet, w.amount) for w in wagers)


def fees_of(
    fees: Iterable[ev.FeeLine], from_cover: int, state: TableState, how: str
) -> tuple[hh.Fee, ...]:
    """Give the collection of the round in play."""
    found = [hh.Fee(fee.patron, fee.amount, how, fee.wager or "") for fee in fees]
    cover = state.require_round.cover
    if cover is not None and from_cover:
        found.append(hh.Fee(cover.patron, from_cover, how))
    return tuple(found)


def returned(wagers: Iterable[ev.Returned], why: str) -> tuple[hh.Returned, ...]:
    """Give wagers that go back whole."""
    return tuple(hh.Returned(back.wager, back.amount, why) for back in wagers)


def dealt(cards: tuple[Card, ...]) -> hh.Dealt | None:
    """Give the cards of a coup, if there are any."""
    return hh.Dealt(cards) if cards else None


def ended(sheet: Sheet, result: Result) -> hh.Ended:
    """Give how a hand ended."""
    if isinstance(result, Entered):
        return hh.Ended(Outcome(result.winner, result.marks))
    return hh.Ended(outcome_of(sheet, result))


def button_of(button: ev.Button | None) -> hh.ActionButton | None:
    """Give the action button."""
    if button is None:
        return None
    return hh.ActionButton(Card.parse(button.card), button.value, button.seat, button.place)


def steps_of(lines: Iterable[ev.Line]) -> tuple[hh.Step, ...]:
    """Give the steps of a settlement."""
    return tuple(hh.Step(*_amounts(line)) for line in lines)


def result_of(covered: ev.Covered | None) -> hh.Result | None:
    """Give the player-dealer's result."""
    return hh.Result(covered.net, covered.exhausted, covered.capped) if covered else None


def correction(step: Step, event: ev.RoundCorrected, said: tuple[str, str, str]) -> hh.Correction:
    """Give the correction of a round whose cards are known."""
    old = next(s for s in step.before.settled if s.number == event.round)
    new = next(s for s in step.after.settled if s.number == event.round)
    before, after = _coup(old), _coup(new)
    sheet = step.before.game_of(old).sheet
    by, approved, text = said
    has_other_cards = before.cards != after.cards
    is_new = has_other_cards or old.player_dealer != event.player_dealer
    kept = {wager.id: wager for wager in new.wagers}
    return hh.Correction(
        head=hh.CorrectionHead(
            f"{event.round}-{event.correction}", event.round, "correct-round", by, approved, text
        ),
        wagers=placed(w for w in new.wagers if w not in old.wagers),
        returned=tuple(
            hh.Returned(w.id, w.amount, "corrected") for w in old.wagers if w.id not in kept
        ),
        dealt=dealt(after.cards) if has_other_cards else None,
        ended=ended(sheet, after) if has_other_cards else None,
        button=button_of(event.button) if has_other_cards else None,
        reversed=tuple(hh.Reversed(*_amounts(line)) for line in event.reversed),
        steps=steps_of(event.lines),
        result=result_of(event.player_dealer) if is_new else None,
        recovered=tuple(
            hh.Recovered(paid.debtor, paid.amount, paid.creditor)
            for paid in old.claims.values()
            if paid.amount
        ),
        moved=tuple(hh.Moved(m.who, m.amount, m.to) for m in event.moves if m.who),
        unrecovered=tuple(
            hh.Unrecovered(
                claim.debtor,
                claim.amount,
                "claim" if event.shortfall == "claim" else "forgiven",
                claim.creditor,
            )
            for claim in event.claims
        ),
        end=hh.Corrected(step.at),
    )


def aside_of(event: ev.CardBurned | ev.CardSetAside) -> hh.Aside:
    """Give a card that left the shoe out of turn."""
    card = None if event.card is None else Card.parse(event.card)
    if isinstance(event, ev.CardBurned):
        return hh.Aside(card, event.position, "out", event.reason)
    return hh.Aside(card, event.position, event.use, "out of turn")


def _coup(settled: Settled) -> Coup:
    if not isinstance(settled.result, Coup):
        raise InvariantError(f"round {settled.number} has no cards")
    return settled.result


def _amounts(line: ev.Line) -> tuple[str, Verdict, int, int, int, int]:
    return (
        line.wager,
        Verdict(line.verdict),
        line.collected,
        line.paid,
        line.returned,
        line.uncovered,
    )
