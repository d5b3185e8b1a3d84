"""A sheet as plain values with every default written out: the form that is hashed and stored."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.money import BASIS
from puntobanco.rules.reader import Plain
from puntobanco.rules.sheet import FORMAT, Bet, Result, Sheet


def plain_form(sheet: Sheet) -> Mapping[str, object]:
    """Give a sheet as plain values, from which it can be read again."""
    venue = sheet.venue
    return {
        "format": FORMAT,
        "id": sheet.id,
        "name": sheet.name,
        "source": sheet.source,
        "bank": sheet.bank,
        "cloth": sheet.cloth,
        "decks": dict(zip(("min", "max", "default"), sheet.decks, strict=True)),
        "seats": list(sheet.seats),
        "call": [
            {
                "id": call.id,
                "label": call.label,
                "mark": call.mark,
                "token": call.token,
                "when": call.when.source,
            }
            for call in sheet.calls
        ],
        "bet": [_plain_bet(bet) for bet in sheet.bets],
        "venue": {
            "opposite_mains": venue.opposite_mains,
            "second_place": venue.second_place,
            "cover": {
                "policy": venue.cover.policy,
                "win_cap": venue.cover.win_cap,
                "secondary": venue.cover.secondary,
            },
            "rotation": venue.rotation,
            "collection": venue.collection,
            "shoe": {
                "cut_card": venue.shoe.cut_card,
                "burn": venue.shoe.burn,
                "last": venue.shoe.last,
            },
            "irregularities": venue.irregularities,
        },
    }


def _plain_bet(bet: Bet) -> Plain:
    return {
        "id": bet.id,
        "label": bet.label,
        "kind": bet.kind,
        "felt": bet.felt,
        "back_line": bet.back_line,
        "requires": list(bet.requires),
        "fee": bet.fee,
        "cap": bet.cap,
        "result": [_plain_result(result) for result in bet.results],
    }


def _plain_result(result: Result) -> Plain:
    if result.odds is None:
        return {"when": result.when.source, "verdict": result.verdict.value}
    whole, rest = divmod(result.commission, BASIS // 100)
    rate = f"{whole}.{rest:02}%" if rest else f"{whole}%"
    return {
        "when": result.when.source,
        "pays": str(result.odds),
        "commission": rate,
        "round": result.rounding.value,
    }
