"""From plain values to the records of a sheet, every value checked where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from puntobanco.cards import DECK
from puntobanco.errors import MoneyError
from puntobanco.money import BASIS, Odds, Rounding
from puntobanco.rules.check import check
from puntobanco.rules.plain import plain_form
from puntobanco.rules.reader import Reader, Source, nearest, shown
from puntobanco.rules.sheet import FORMAT, Bet, Call, Result, Sheet, Verdict
from puntobanco.rules.venue import read_venue
from puntobanco.rules.when import read_when

SHEET_KEYS: Final = (
    "format",
    "id",
    "name",
    "source",
    "bank",
    "cloth",
    "decks",
    "seats",
    "call",
    "bet",
    "venue",
)
BET_KEYS: Final = (
    "id",
    "label",
    "kind",
    "felt",
    "back_line",
    "requires",
    "fee",
    "cap",
    "result",
)
BANKS: Final = ("house", "player-dealer")
CLOTHS: Final = ("pine", "ink", "plum", "oxblood")
MARK_TOKENS: Final = ("n8", "n9", "pp", "bp", "b", "p", "t")  # what the notation writes itself
SEATS_MAX: Final = 14
DECKS_MAX: Final = 8
_TOKEN: Final = re.compile(r"[a-z][a-z0-9]{0,3}", re.ASCII)
_RATE: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?%", re.ASCII)


def build(values: Mapping[str, object], source: Source) -> Sheet:
    """Make records of plain values, and check what the bets can do."""
    top = Reader(source, (), values)
    read_format(top)
    top.only(*SHEET_KEYS)
    calls = _calls(top)
    sheet = Sheet(
        id=top.ident(),
        name=top.text("name"),
        source=top.text("source"),
        bank=top.choice("bank", BANKS),
        cloth=top.choice("cloth", CLOTHS, "pine"),
        decks=_decks(top.table_at("decks")),
        seats=_seats(top),
        calls=calls,
        bets=_bets(top, tuple(call.id for call in calls)),
        venue=read_venue(top.table_at("venue")),
        source_form={},
    )
    least = len(DECK) * sheet.decks[0]
    if sheet.venue.shoe.cut_card >= least:
        place = ("venue", "shoe", "cut_card")
        reason = f"{sheet.venue.shoe.cut_card} cards are the whole shoe"
        source.fail(place, reason, f"write a number below {least}")
    sheet = replace(sheet, source_form=plain_form(sheet))
    check(sheet, source)
    return sheet


def read_format(top: Reader) -> None:
    """Refuse a format of another time."""
    value = top.raw("format")
    if type(value) is not int or value != FORMAT:
        reason = "it is missing" if value is None else f"{shown(value)} is not known"
        top.fail("format", reason, f"write format = {FORMAT}")


def _decks(table: Reader) -> tuple[int, int, int]:
    table.only("min", "max", "default")
    if table.has("max") and not table.has("min"):
        least = most = table.integer("max", 1, DECKS_MAX, DECKS_MAX)
    else:
        least = table.integer("min", 1, DECKS_MAX, DECKS_MAX)
        most = table.integer("max", least, DECKS_MAX, DECKS_MAX)
    default = table.integer("default", least, most, most)
    return least, most, default


def _seats(top: Reader) -> tuple[int, ...]:
    seats = []
    given = top.items("seats") if top.has("seats") else [7]
    if not given:
        top.fail("seats", "the list is empty", "name at least one number of places")
    for number, seat in enumerate(given):
        if type(seat) is not int or not 1 <= seat <= SEATS_MAX:
            cure = f"write numbers from 1 to {SEATS_MAX}"
            top.fail(("seats", number), f"{shown(seat)} is no number of seats", cure)
        seats.append(seat)
    return tuple(seats)


def _calls(top: Reader) -> tuple[Call, ...]:
    calls: list[Call] = []
    for table in top.tables("call"):
        table.only("id", "label", "mark", "token", "when")
        ident = table.ident()
        if ident in {call.id for call in calls}:
            table.fail("id", f"the call {ident!r} is there twice", "give it another id")
        token = table.text("token")
        if not _TOKEN.fullmatch(token) or token in MARK_TOKENS:
            cure = "write 1 to 4 small letters and digits, such as d7"
            table.fail("token", f"{shown(token)} is no token", cure)
        if token in {call.token for call in calls}:
            table.fail("token", f"{token!r} is taken by another call", "write another token")
        mark = table.text("mark")
        if len(mark) > 2:
            table.fail("mark", f"{shown(mark)} is too long for a cell", "write one or two letters")
        when = read_when(table, tuple(call.id for call in calls))
        calls.append(Call(ident, table.text("label"), mark, token, when))
    return tuple(calls)


def _bets(top: Reader, calls: tuple[str, ...]) -> tuple[Bet, ...]:
    tables = top.tables("bet")
    if not tables:
        top.fail("bet", "the sheet has no bet", "add a [[bet]]")
    bets: list[Bet] = []
    for table in tables:
        bet = _bet(table, calls)
        if bet.id in {known.id for known in bets}:
            table.fail("id", f"the bet {bet.id!r} is there twice", "give it another id")
        bets.append(bet)
    order = [bet.id for bet in bets]
    for bet, table in zip(bets, tables, strict=True):
        for number, target in enumerate(bet.requires):
            others = [known for known in order if known != bet.id]
            if target not in others:
                reason = f"there is no other bet {shown(target)}"
                table.fail(("requires", number), reason, f"use {nearest(target, others)}")
    return tuple(
        replace(bet, requires=tuple(known for known in order if known in bet.requires))
        for bet in bets
    )


def _bet(table: Reader, calls: tuple[str, ...]) -> Bet:
    table.only(*BET_KEYS)
    kind = table.choice("kind", ("main", "side"))
    bet = Bet(
        id=table.ident(),
        label=table.text("label"),
        kind=kind,
        felt=table.choice("felt", ("bar", "circle"), "bar" if kind == "main" else "circle"),
        back_line=table.flag("back_line", default=True),
        requires=table.words("requires"),
        fee=table.choice("fee", ("none", "paid-or-waived"), "none"),
        cap=table.choice("cap", ("none", "base"), "none"),
        results=tuple(_result(row, calls) for row in table.tables("result")),
    )
    if bet.cap == "base" and not bet.requires:
        table.fail("cap", "there is no required wager to be capped by", "add requires")
    if not bet.results:
        table.fail("result", "the bet has no result", "say when it pays")
    return bet


def _result(row: Reader, calls: tuple[str, ...]) -> Result:
    row.only("when", "verdict", "pays", "commission", "round")
    when = read_when(row, calls)
    if row.has("pays") == row.has("verdict"):
        row.fail("pays", "a result has either pays or verdict", 'write pays = "8:1" or verdict')
    if row.has("verdict"):
        for key in ("commission", "round"):
            if row.has(key):
                row.fail(key, "it goes with pays only", "leave it out")
        verdict = Verdict(row.choice("verdict", ("push", "take")))
        return Result(when, verdict)
    commission = _rate(row)
    try:
        odds = Odds.parse(row.text("pays"))
        odds.less(commission)
    except MoneyError as error:
        row.fail("pays", str(error), "mend the odds")
    rounding = Rounding(row.choice("round", [r.value for r in Rounding], "down"))
    return Result(when, Verdict.PAY, odds, commission, rounding)


def _rate(row: Reader) -> int:
    """Read a commission, in basis points."""
    text = row.text("commission", "0%")
    match = _RATE.fullmatch(text)
    if match is None:
        row.fail("commission", f"{shown(text)} is no rate below 100%", 'write it as "5%"')
    return int(match[1]) * (BASIS // 100) + int((match[2] or "").ljust(2, "0"))
