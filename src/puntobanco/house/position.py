"""The position of player-dealer as screens show it: who has it, what it covers, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from puntobanco.house.records import SettledRound
from puntobanco.house.shown import view as shown
from puntobanco.house.shown.felt import Collection
from puntobanco.house.shown.felt import Tier as ShownTier
from puntobanco.rules import sheet as sh
from puntobanco.rules.collection import player_dealer_fee, stack_fee
from puntobanco.rules.exposure import ExposureRow, exposure
from puntobanco.rules.schedule import Schedule, Tier
from puntobanco.rules.settle import button_of
from puntobanco.table import events as ev
from puntobanco.table.state import Cover, Round, Setup, TableState

NameOf = Callable[[str], str]


def place_of_bank(state: TableState, last: SettledRound | None) -> int | None:
    """Give the place of whoever covers the round that is shown, else of the player-dealer."""
    if state.round is not None:
        return state.round.cover.place if state.round.cover else None
    if last is not None and last.player_dealer is not None:
        return last.player_dealer.place
    turn = state.dealership.turn
    return turn.place if turn else None


def seat_of(game: Setup, place: int, bank: int | None) -> int | None:
    """Give a place's number in the order of action; the player-dealer's own has none."""
    if game.sheet.is_house_banked or bank is None:
        return place
    return None if place == bank else place - (place > bank)


def player_dealer(state: TableState, name_of: NameOf) -> shown.PlayerDealer | None:
    """Give who has the position, and the cover that he has posted."""
    turn, policy = state.dealership.turn, state.game.rotation
    cover = state.round.cover if state.round else state.dealership.cover
    holder = cover if state.round and cover else turn
    if holder is None or policy is None:
        return None
    is_on = turn is not None and turn.patron == holder.patron
    hands = turn.hands if turn and is_on else 0
    next_in = policy.offer_every_hands - (turn.hands - turn.offered) if turn and is_on else 0
    return shown.PlayerDealer(
        place=holder.place,
        name=name_of(holder.patron),
        third_party=holder.patron in state.third_parties,
        cover=cover.amount if cover else 0,
        hands=hands,
        next_offer_in=max(0, next_in),
    )


def offer(state: TableState, name_of: NameOf, now: int) -> shown.Offer | None:
    """Give to whom the position is offered, and on what terms."""
    game, stands = state.game, state.dealership.offer
    if stands is None or game.rotation is None:
        return None
    return shown.Offer(
        place=stands.place,
        name=name_of(stands.patron),
        minimum=game.cover_min,
        fee=player_dealer_fee(game.schedule, 0) if game.schedule else 0,
        hands=game.rotation.offer_every_hands,
        remaining_ms=None if stands.deadline is None else max(0, stands.deadline - now),
    )


def covers(game: Setup, played: Round) -> shown.Covers | None:
    """Give what every outcome would have the player-dealer pay and collect."""
    if played.cover is None:
        return None
    wagers = tuple(played.wagers.values())
    found = exposure(game.sheet, wagers, played.cover.amount, game.unit)
    return shown.Covers(
        covers=found.covers,
        in_full=found.in_full,
        exact=found.exact,
        worst=found.worst,
        rows=tuple(_row(list(rows)) for _, rows in groupby(found.rows, _named)),
    )


def _named(row: ExposureRow) -> tuple[str, tuple[str, ...]]:
    return row.winner, row.calls


def _row(rows: list[ExposureRow]) -> shown.CoverRow:
    """Give the worst of the outcomes that bear one name: a winner with its calls."""
    return shown.CoverRow(
        winner=rows[0].winner,
        calls=tuple(rows[0].calls),
        pays=max(row.pays for row in rows),
        collects=max(row.collects for row in rows),
        net=min(row.net for row in rows),
    )


def button(state: TableState, last: SettledRound | None) -> shown.Button | None:
    """Give the action button, once the coup is over."""
    if last is not None:
        return _button(last.button) if last.button else None
    played, game = state.round, state.game
    if played is None or played.coup is None or played.cover is None:
        return None
    bank = played.cover.place
    found = button_of(played.coup, game.places - 1)
    place = found.seat + (found.seat >= bank)
    return _button(ev.Button(found.card.code, found.value, found.seat, place))


def _button(found: ev.Button) -> shown.Button:
    return shown.Button(found.card, found.value, found.seat, found.place)


def bank_result(settled: SettledRound, cover: sh.Cover, name_of: NameOf) -> shown.BankResult | None:
    """Give what became of the player-dealer's cover."""
    bank = settled.player_dealer
    if bank is None:
        return None
    ended = bank_after(settled, cover)[1]
    return shown.BankResult(
        place=bank.place,
        name=name_of(bank.patron),
        cover=bank.cover,
        net=bank.net,
        exhausted=bank.exhausted,
        capped=bank.capped,
        fee=settled.player_dealer_fee,
        ended=None if ended is None else ended + 1,
    )


def bank_after(settled: SettledRound, cover: sh.Cover) -> tuple[list[int | None], int | None]:
    """Give the player-dealer's result after every line, and the line that ended the action.

    That line is the one with which the cover was used up, or won where that ends it too; None:
    every line had its action. Without a player-dealer there is no result.
    """
    bank = settled.player_dealer
    if bank is None:
        return [None] * len(settled.lines), None
    net = moved = 0
    after: list[int | None] = []
    ended: int | None = None
    for number, line in enumerate(settled.lines):
        net += line.collected - line.paid
        moved += line.collected + line.paid
        after.append(net)
        is_spent = moved == bank.cover if cover.policy == "gross" else net == -bank.cover
        is_won = cover.policy == "running" and cover.win_cap == "halt" and net == bank.cover
        if ended is None and (is_spent or is_won):
            ended = number
    return after, ended


def collection(schedule: Schedule | None) -> Collection | None:
    """Give the posted collection of a table."""
    if schedule is None:
        return None
    row = schedule.rows[0] if schedule.rows and not schedule.waived else None
    return Collection(
        label=schedule.name,
        fictional=schedule.fictional,
        waived=schedule.waived,
        basis=schedule.basis,
        minutes=schedule.minutes,
        applies_to=tuple(schedule.applies_to),
        player_fee=_tiers(row.player if row else ()),
        player_dealer_fee=_tiers(row.player_dealer if row else ()),
    )


def _tiers(tiers: Sequence[Tier]) -> tuple[ShownTier, ...]:
    return tuple(ShownTier(tier.start, tier.fee) for tier in tiers)


def fees_due(state: TableState, patron: str) -> int:
    """Give what a patron's wagers on the felt owe when betting closes."""
    played = state.round
    if played is None or played.phase not in {"betting", "paused"}:
        return 0
    schedule = state.game.schedule
    if schedule is None:
        return 0
    stacks = (played.stack(patron, place, line) for place, line in state.positions_of(patron))
    return sum(stack_fee(schedule, state.game.sheet, stack) for stack in stacks if stack)


def own_cover(state: TableState, patron: str) -> Cover | None:
    """Give the cover that is a patron's own: of the round in play, else of the next one."""
    cover = state.round.cover if state.round else state.dealership.cover
    return cover if cover and cover.patron == patron else None
