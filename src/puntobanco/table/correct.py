"""Corrections: a settled round is reversed and settled again; nothing is edited.

What each person is due is the new settlement less what he really has from the round: not what an
earlier correction should have given him. It is taken from racks as far as they have it, and given
in the order of the new settlement; what a debtor no longer has is claimed from him or forgiven,
in place of what was claimed for the round before. So no correction takes or gives beyond a cover,
and a round of a player-dealer moves nothing into or out of the house.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.errors import CoupError
from puntobanco.rules.coup import Coup, Winner, play
from puntobanco.rules.settle import Wager
from puntobanco.rules.verdict import calls_of
from puntobanco.table import events as ev
from puntobanco.table.answer import Answer
from puntobanco.table.dealership import reserved
from puntobanco.table.dealing import read_card, read_result
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.rounds import nets, settlement
from puntobanco.table.state import Entered, Result, Settled, Setup, TableState

SHORTFALLS: Final = ("claim", "forgive")
HOUSE: Final = ""  # as a person of a move or a claim


@dataclass(frozen=True, slots=True)
class _Plan:
    """A round that stands, the terms by which it was played, and what it should have been."""

    stood: Settled
    game: Setup
    result: Result
    wagers: tuple[Wager, ...]


def check_correction(state: TableState, matter: ev.CorrectRound) -> Refusal | None:
    """Say why a round cannot be corrected so."""
    plan = _plan(state, matter)
    return plan if isinstance(plan, Refusal) else None


def _plan(state: TableState, matter: ev.CorrectRound) -> _Plan | Refusal:
    stood = _settled(state, matter.round)
    if stood is None:
        return Refusal(Code.NO_SUCH_ROUND, {"round": matter.round})
    game = state.game_of(stood)
    state = replace(state, setup=game)  # another one's rules are no reason to pay otherwise
    if matter.shortfall not in SHORTFALLS:
        return Refusal(Code.MALFORMED, {"shortfall": matter.shortfall[:16]})
    result = _result(state, stood, matter)
    if isinstance(result, Refusal):
        return result
    wagers = _wagers(state, stood, matter.spots)
    if isinstance(wagers, Refusal):
        return wagers
    if result == stood.result and wagers == stood.wagers:
        return Refusal(Code.NOTHING_TO_CORRECT, {"round": matter.round})
    return _Plan(stood, game, result, wagers)


def _settled(state: TableState, number: int) -> Settled | None:
    return next((settled for settled in state.settled if settled.number == number), None)


def _result(state: TableState, stood: Settled, matter: ev.CorrectRound) -> Result | Refusal:
    """Read the result as it should have been; what the software dealt governs, and stands."""
    if matter.winner or matter.marks:
        if isinstance(stood.result, Coup):
            return Refusal(Code.OTHER_KIND_OF_SHOE)
        return read_result(state, matter.winner, matter.marks)
    if not matter.cards:
        return stood.result
    if not state.game.records_real_cards:
        return Refusal(Code.OTHER_KIND_OF_SHOE)
    cards: list[Card] = []
    for code in matter.cards:
        card = read_card(code)
        if isinstance(card, Refusal):
            return card
        cards.append(card)
    try:
        coup = play(cards)
    except CoupError:
        return Refusal(Code.MALFORMED, {"cards": " ".join(card.code for card in cards)})
    return _check_inventory(state, stood, coup) or coup


def _check_inventory(state: TableState, stood: Settled, coup: Coup) -> Refusal | None:
    """Refuse a card that was out too often already; a shoe before the last is out of reach."""
    decks, seen = state.game.decks, _seen_of(state, stood.shoe)
    if seen is None:
        return Refusal(Code.NO_SUCH_ROUND, {"round": stood.number})
    out = _exchanged(seen, stood.result, coup)
    for card in coup.cards:
        if out[card.code] > decks:
            return Refusal(Code.NO_SUCH_CARD_LEFT, {"card": card.code, "decks": decks})
    return None


def _seen_of(state: TableState, shoe: int) -> Mapping[str, int] | None:
    """Give the cards seen out of a shoe, the present or the last one."""
    if state.shoe is not None and state.shoe.number == shoe:
        return state.shoe.seen
    return state.last_seen if shoe == state.shoe_number - (state.shoe is not None) else None


def _exchanged(seen: Mapping[str, int], old: Result, new: Result) -> Counter[str]:
    """Give the cards seen out with those of one result for those of another."""
    out = Counter(seen)
    out.subtract(card.code for card in _cards(old))
    out.update(card.code for card in _cards(new))
    return out


def _cards(result: Result) -> tuple[Card, ...]:
    return result.cards if isinstance(result, Coup) else ()


def _wagers(
    state: TableState, stood: Settled, spots: Sequence[ev.Spot]
) -> tuple[Wager, ...] | Refusal:
    """Give the wagers as they should have been: after the first card they only go down (WAG-1)."""
    held = {wager.id: wager for wager in stood.wagers}
    for number, spot in enumerate(spots):
        wager = held.get(spot.wager)
        if (
            wager is None
            or wager.bet != spot.bet
            or spot.wager in {s.wager for s in spots[:number]}
        ):
            return Refusal(Code.MALFORMED, {"wager": spot.wager})
        if spot.amount < 0 or spot.amount % state.game.unit:
            numbers = {"unit": state.game.unit, "amount": spot.amount}
            return Refusal(Code.NOT_A_MULTIPLE_OF_THE_UNIT, numbers)
        if spot.amount > wager.amount:
            return Refusal(Code.BETTING_CLOSED)
    amounts = {spot.wager: spot.amount for spot in spots}
    wagers = tuple(_with(wager, amounts.get(wager.id, wager.amount)) for wager in stood.wagers)
    return _check_requirements(state, wagers) or tuple(w for w in wagers if w.amount)


def _with(wager: Wager, amount: int) -> Wager:
    return Wager(wager.id, wager.seat, wager.patron, wager.bet, amount, wager.line)


def _check_requirements(state: TableState, wagers: Iterable[Wager]) -> Refusal | None:
    """Refuse to leave a side bet without the wager that it needs: it must come off as well."""
    on = [wager for wager in wagers if wager.amount]
    stacks = {(wager.patron, wager.seat, wager.line, wager.bet) for wager in on}
    for wager in on:
        bet = state.game.sheet.require_bet(wager.bet)
        needed = {(wager.patron, wager.seat, wager.line, base) for base in bet.requires}
        if needed and needed.isdisjoint(stacks):
            labels = [state.game.sheet.require_bet(base).label for base in bet.requires]
            return Refusal(Code.NEEDS_MAIN_WAGER, {"bet": bet.label, "requires": labels})
    return None


def correct_round(state: TableState, matter: ev.CorrectRound) -> Answer:
    """Give the event of a correction."""
    plan = _plan(state, matter)
    if isinstance(plan, Refusal):
        return plan
    stood, result = plan.stood, plan.result
    lines: tuple[ev.Line, ...] = ()
    button, covered = None, stood.player_dealer  # of results alone a cover went back as it was
    if isinstance(result, Coup):
        lines, button, covered = settlement(plan.game, result, plan.wagers, stood.cover)
    dues = _dues(stood, lines, covered)
    moves, missing = _moves(state, dues)
    is_claimed = matter.shortfall == "claim"
    claims = tuple(
        ev.Claim(state.claim_number + 1 + number if is_claimed else 0, debtor, creditor, amount)
        for number, (debtor, creditor, amount) in enumerate(missing)
    )
    return (
        ev.RoundCorrected(
            round=stood.number,
            correction=stood.corrections + 1,
            cards=tuple(card.code for card in _cards(result)),
            reversed=stood.lines,
            lines=lines,
            moves=moves,
            claims=claims,
            shortfall=matter.shortfall,
            button=button,
            player_dealer=covered,
            calls=calls_of(plan.game.sheet, result) if isinstance(result, Coup) else (),
            winner=result.winner.value,
            marks=result.marks if isinstance(result, Entered) else (),
        ),
    )


def _dues(stood: Settled, lines: tuple[ev.Line, ...], covered: ev.Covered | None) -> dict[str, int]:
    """Give what every patron is due: in the order settled, then the player-dealer."""
    due = nets(lines, covered)
    bank = (covered.patron,) if covered else ()
    others = dict.fromkeys(who for who in (*due, *stood.net) if who not in bank)
    dues = {who: due.get(who, 0) - stood.net.get(who, 0) for who in (*others, *bank)}
    return {who: amount for who, amount in dues.items() if amount}


_Missing = tuple[str, str, int]  # debtor, creditor, amount


def _moves(
    state: TableState, dues: Mapping[str, int]
) -> tuple[tuple[ev.Move, ...], tuple[_Missing, ...]]:
    """Take what there is from who owes, hand it out in order, and say what is missing.

    Where the house banks it is a party without limit: it pays in full, and what is missing is its.
    """
    is_house_banked = state.game.sheet.is_house_banked
    gives = {who: min(-due, _free(state, who)) for who, due in dues.items() if due < 0}
    short = {who: -dues[who] - given for who, given in gives.items()}
    pot, gets = sum(gives.values()), dict[str, int]()
    for who, due in dues.items():
        if due > 0:
            gets[who] = due if is_house_banked else min(due, pot)
            pot -= gets[who]
    lacks = {who: dues[who] - got for who, got in gets.items()}
    if is_house_banked:
        gets[HOUSE], lacks = pot, {HOUSE: sum(short.values())}
    moves = [ev.Move(who, -given) for who, given in gives.items()]
    moves += [ev.Move(who, got, _where(state, who)) for who, got in gets.items()]
    return tuple(move for move in moves if move.amount), tuple(_paired(short, lacks))


def _free(state: TableState, patron: str) -> int:
    """Give what can be taken from a rack; a patron who has left has nothing here."""
    return max(0, state.racks.get(patron, 0) - reserved(state, patron))


def _where(state: TableState, who: str) -> str:
    """Say where somebody's chips go: to the wallet of a patron who has left."""
    if who == HOUSE:
        return "house"
    return "rack" if who in state.racks else "wallet"


def _paired(short: Mapping[str, int], lacks: Mapping[str, int]) -> Iterator[_Missing]:
    """Say who owes whom: debtors and creditors in their order."""
    left = dict(lacks)
    for debtor, owed in short.items():
        rest = owed
        for creditor, lacking in left.items():
            amount = min(rest, lacking)
            if amount:
                yield debtor, creditor, amount
            rest -= amount
            left[creditor] = lacking - amount


def evolve_correction(state: TableState, event: ev.RoundCorrected) -> TableState:
    """Give the state after a correction: money, claims, the round, the board and the shoe."""
    racks = dict(state.racks)
    for move in event.moves:
        if move.to == "rack":
            racks[move.who] += move.amount
    numbered = {c.number: c for c in event.claims} if event.shortfall == "claim" else {}
    claims, settled = dict(state.claims), []
    for stood in state.settled:
        if stood.number == event.round:
            corrected = _corrected(stood, event)
            state = _on_the_board(state, stood, corrected.result)
            settled.append(corrected)
            claims = {n: claim for n, claim in claims.items() if n not in stood.claims}
        else:
            settled.append(stood)
    return replace(
        state,
        racks=racks,
        claims=claims | numbered,
        claim_number=state.claim_number + len(numbered),
        settled=tuple(settled),
    )


def _corrected(stood: Settled, event: ev.RoundCorrected) -> Settled:
    amounts = {line.wager: line.amount for line in event.lines}
    result: Result
    if event.cards:
        result = play(tuple(map(Card.parse, event.cards)))
    else:
        result = Entered(Winner(event.winner), event.marks)
    net = dict(stood.net)
    for move in event.moves:
        if move.who != HOUSE:
            net[move.who] = net.get(move.who, 0) + move.amount
    unpaid = event.claims if event.shortfall == "claim" else ()
    return replace(
        stood,
        wagers=tuple(_with(w, amounts[w.id]) for w in stood.wagers if w.id in amounts),
        result=result,
        lines=event.lines,
        player_dealer=event.player_dealer,
        net=net,
        corrections=event.correction,
        claims={claim.number: replace(claim, amount=0) for claim in unpaid},
    )


def paid_of(settled: tuple[Settled, ...], claim: ev.Claim, amount: int) -> tuple[Settled, ...]:
    """Count what was paid of a claim as moved by the round that it came from."""
    return tuple(
        _paid(stood, claim, amount) if claim.number in stood.claims else stood for stood in settled
    )


def _paid(stood: Settled, claim: ev.Claim, amount: int) -> Settled:
    net = dict(stood.net)
    for who, moved in ((claim.debtor, -amount), (claim.creditor, amount)):
        if who != HOUSE:
            net[who] = net.get(who, 0) + moved
    paid = stood.claims[claim.number].amount + amount
    claims = {**stood.claims, claim.number: replace(claim, amount=paid)}
    return replace(stood, net=net, claims=claims)


def _on_the_board(state: TableState, stood: Settled, result: Result) -> TableState:
    """Put another result in the place of one, and its cards among those that are out.

    Positions are where cards were recorded, and stay; how many are left follows the cards.
    """
    shoe = state.shoe
    if shoe is not None and stood.shoe == shoe.number:
        seen = _exchanged(shoe.seen, stood.result, result)
        coups = _put(shoe.coups, stood.hand, result)
        return replace(state, shoe=replace(shoe, coups=coups, seen={**+seen}))
    if stood.shoe == state.shoe_number - (shoe is not None):
        seen = _exchanged(state.last_seen, stood.result, result)
        coups = _put(state.last_coups, stood.hand, result)
        state = replace(state, last_coups=coups, last_seen={**+seen})
    put_away = state.put_away
    if put_away is not None and stood.shoe == put_away.shoe.number:
        coups = _put(put_away.shoe.coups, stood.hand, result)
        put_away = replace(put_away, shoe=replace(put_away.shoe, coups=coups))
        state = replace(state, put_away=put_away)
    if stood.shoe == state.shoe_number and state.uncounted is not None:
        fewer = len(_cards(stood.result)) - len(_cards(result))
        state = replace(state, uncounted=state.uncounted + fewer)
    return state


def _put(coups: tuple[Result, ...], hand: int, result: Result) -> tuple[Result, ...]:
    return (*coups[: hand - 1], result, *coups[hand:])
