"""What the dealer pays and takes: the lines of a settlement in order, exact chips, the cover.

A line says what is done at one wager, in which chips, and where the player-dealer stands after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Any, Final

from puntobanco.house.position import covers, seat_of
from puntobanco.house.records import SettledRound
from puntobanco.rules.coup import Coup
from puntobanco.rules.verdict import result_of
from puntobanco.table import events as ev
from puntobanco.table.rounds import settlement
from puntobanco.table.state import Round, Setup, TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
_STEPS: Final = (100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1)  # each is made of the next
_WHOLE: Final = 100  # minor units


def break_down(amount: int, unit: int) -> list[tuple[int, int]]:
    """Give an amount in the fewest chips of a table: values, the largest first, and how many."""
    coin = lcm(unit, _WHOLE)
    values = [step * coin for step in _STEPS] + [unit] * (unit < coin)
    found = []
    for value in values:
        many, amount = divmod(amount, value)
        if many:
            found.append((value, many))
    return found


def settling(state: TableState, last: SettledRound | None, name_of: NameOf) -> Plain | None:
    """Give what is to be paid and taken once the coup is over, or what was, until bets open."""
    played, game = state.round, state.game
    if played is not None and played.coup is not None:
        wagers = tuple(played.wagers.values())
        lines, _, bank = settlement(game, played.coup, wagers, played.cover)
        return _settling(game, played.coup, lines, bank, name_of)
    if played is None and last is not None and last.kind != "void":
        return _settling(game, last.coup, last.lines, last.player_dealer, name_of)
    return None


def _settling(
    game: Setup,
    coup: Coup | None,
    lines: Sequence[ev.Line],
    bank: ev.Covered | None,
    name_of: NameOf,
) -> Plain:
    cover = bank.cover if bank else None
    is_gross = game.sheet.venue.cover.policy == "gross"
    rows, net, moved, ended = [], 0, 0, ""
    for line in lines:
        net += line.collected - line.paid
        moved += line.collected + line.paid
        used = moved if is_gross else max(0, -net)
        limit = _limit(cover, net, used)
        rows.append(
            _row(game, coup, line, bank, name_of)
            | {
                "net": net,
                "used": used,
                "ends": limit if limit and not ended else "",
                "no_action": _has_no_action(line, ended),
            }
        )
        ended = ended or limit
    return {
        "lines": rows,
        "bank": None if bank is None else _bank(bank, name_of),
        "totals": {
            "taken": sum(line.collected for line in lines),
            "paid": sum(line.paid for line in lines),
            "uncovered": sum(row["uncovered"] for row in rows if not row["no_action"]),
            "no_action": sum(row["returned"] for row in rows if row["no_action"]),
        },
    }


def _limit(cover: int | None, net: int, used: int) -> str:
    """Say which end of the cover is reached."""
    if cover is None:
        return ""
    return "exhausted" if used == cover else "capped" if net == cover else ""


def _has_no_action(line: ev.Line, ended: str) -> bool:
    """Whether nothing of a wager counts: it would have moved chips, or the cover had run out."""
    is_still = not line.collected and not line.paid
    return is_still and (line.verdict != "push" or ended == "exhausted")


def _row(
    game: Setup, coup: Coup | None, line: ev.Line, bank: ev.Covered | None, name_of: NameOf
) -> Plain:
    result = result_of(game.sheet, game.sheet.require_bet(line.bet), coup) if coup else None
    act = "pay" if line.paid else "take" if line.collected else "return"
    moves = {"pay": line.paid, "take": line.collected, "return": line.returned}[act]
    return {
        "wager": line.wager,
        "place": line.place,
        "seat": seat_of(game, line.place, bank.place if bank else None),
        "line": line.line,
        "name": name_of(line.patron),
        "bet": line.bet,
        "amount": line.amount,
        "verdict": line.verdict,
        "odds": str(result.odds) if result and result.odds else None,
        "act": act,
        "moves": moves,
        "chips": break_down(moves, game.unit),
        "owed": line.paid + line.uncovered,
        "collected": line.collected,
        "paid": line.paid,
        "returned": line.returned,
        "uncovered": line.uncovered,
    }


def _bank(bank: ev.Covered, name_of: NameOf) -> Plain:
    return {
        "place": bank.place,
        "name": name_of(bank.patron),
        "cover": bank.cover,
        "net": bank.net,
        "exhausted": bank.exhausted,
        "capped": bank.capped,
    }


def cover_meter(state: TableState, name_of: NameOf) -> Plain | None:
    """Give the cover of the round in play, or posted for the next, and what it may come to."""
    played = state.round
    cover = played.cover if played else state.dealership.cover
    if cover is None:
        return None
    found = covers(state.game, played) if played and played.wagers else None
    return {
        "place": cover.place,
        "name": name_of(cover.patron),
        "cover": cover.amount,
        "chips": break_down(cover.amount, state.game.unit),
        "covers": found.covers if found else None,
        "worst": found.worst if found else 0,
    }


def wagers_in_order(played: Round, game: Setup, first: int | None, name_of: NameOf) -> list[Plain]:
    """Give the wagers that lie there: from the place settled first clockwise, else from place 1."""
    start = first or 1
    bank = played.cover.place if played.cover else None
    ordered = sorted(
        played.wagers.values(),
        key=lambda w: ((w.seat - start) % game.places, w.line != "front"),
    )
    return [
        {
            "wager": wager.id,
            "place": wager.seat,
            "seat": seat_of(game, wager.seat, bank),
            "line": wager.line,
            "patron": wager.patron,
            "name": name_of(wager.patron),
            "bet": wager.bet,
            "amount": wager.amount,
        }
        for wager in ordered
    ]
