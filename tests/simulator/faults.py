"""Faults to plant in the product: the simulator is worth something only if it finds each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from puntobanco.house import desk
from puntobanco.table import (
    betting,
    collecting,
    correct,
    dealership,
    dealing,
    decide,
    irregular,
    people,
    postings,
    rounds,
    rulings,
    shoes,
    state,
    terms,
)
from puntobanco.table import events as ev
from puntobanco.table.refusals import Refusal

Function = Callable[..., Any]


@dataclass(frozen=True)
class Fault:
    """A function of a module or a class, and what is in its stead."""

    place: object
    name: str
    instead: Callable[[Function], Function]


def _always(answer: object) -> Callable[[Function], Function]:
    return lambda _: lambda *_a, **_k: answer


def _after(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    return lambda real: lambda *a, **k: change(real(*a, **k))


def _but_last(moves: Any) -> Any:
    return list(moves)[:-1]


def _fewer_burned(burned: Any) -> Any:
    if isinstance(burned, Refusal):
        return burned
    return (replace(burned[0], unseen=burned[0].unseen - 1),)


def _own_proposals(real: Function) -> Function:
    """Whoever proposed something approves of it as if he were another."""

    def approve(table: Any, command: Any, *rest: Any) -> Any:
        done = real(table, replace(command, by="somebody else"), *rest)
        if isinstance(done, Refusal):
            return done
        return (replace(done[0], by=command.by), *done[1:])

    return approve


def _returned_twice(real: Function) -> Function:
    return lambda *a, **k: (*real(*a, **k), *real(*a, **k))


def _nobody_is_away(found: Any) -> Any:
    """A table that is thawed has forgotten whose break it is."""
    return found and (replace(found[0], breaks={}), found[1])


def _once(_: Function) -> Function:
    """The position is offered to find a first holder, and never again."""
    return lambda table: table.dealership.turn is None


def _late(real: Function) -> Function:
    """A deadline has its effect a second too late."""
    return lambda table, now: real(table, now - 1_000)


FAULTS = {
    "a void keeps the cover": Fault(postings, "_voided", _after(_but_last)),
    "the last move of a settlement is lost": Fault(postings, "_settled", _after(_but_last)),
    "a correction moves one thing less": Fault(postings, "_corrected", _after(_but_last)),
    "nobody pays a fee": Fault(rounds, "collect", _always(())),
    "fees are taken twice": Fault(collecting, "fees", _returned_twice),
    "no rotation is ever broken": Fault(dealership, "breach", _always(None)),
    "offers go round the other way": Fault(dealership, "candidates", _after(lambda x: x[::-1])),
    "who has the position keeps it": Fault(dealership, "offer_due", _once),
    "a side bet needs nothing": Fault(betting, "_has_base", _always(answer=True)),
    "nothing is kept for the fee": Fault(betting, "fee_of", _always(0)),
    "one supervisor is enough": Fault(rulings, "_approve", _own_proposals),
    "a debtor gives what he has not": Fault(correct, "_free", _after(lambda free: free + 100)),
    "a burn is a card short": Fault(shoes, "_burn", _after(_fewer_burned)),
    "a card is there as often as you like": Fault(dealing, "check_next", _always(None)),
    "a stopped round goes on": Fault(state.TableState, "has_stopped", _always(answer=False)),
    "a patron leaves his wagers behind": Fault(people, "_is_on_felt", _always(answer=False)),
    "time has no effect": Fault(decide, "_time", _late),
    "a ruling reduces the cover to nothing": Fault(
        irregular, "_reduced", _always((ev.CoverReduced(round=0, amount=0),))
    ),
    "other terms wait for nothing": Fault(terms, "waits_for", _always("")),
    "what is agreed is forgotten": Fault(decide, "taking_effect", _always(())),
    "a repetition is answered anew": Fault(desk, "_recalled", _always(desk.Reply())),
    "a snapshot forgets who is away": Fault(desk, "thaw", _after(_nobody_is_away)),
    "a clock set back is believed": Fault(desk, "not_before", lambda _: lambda _n, own: own),
}
