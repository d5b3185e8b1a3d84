"""From the text of a rule sheet to a checked Sheet."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final

from puntobanco.errors import MoneyError
from puntobanco.money import BASIS, Odds, Rounding
from puntobanco.rules.check import check
from puntobanco.rules.conditions import FEATURES, Clause, Condition, Value
from puntobanco.rules.reader import Reader, Source, nearest
from puntobanco.rules.sheet import (
    FORMAT,
    Bet,
    Call,
    Cover,
    Result,
    Sheet,
    ShoeRules,
    Venue,
    Verdict,
)

FILE_MAX: Final = 64 * 1024
BASE_DEPTH: Final = 8
BANKS: Final = ("house", "player-dealer")
CLOTHS: Final = ("pine", "ink", "plum", "oxblood")
POLICIES: Final = ("running", "gross", "collect-then-pay")
WIN_CAPS: Final = ("continue", "halt")
ROTATIONS: Final = ("bureau-two-hands", "notice-2016", "reg-2026")
IRREGULARITIES: Final = ("burn", "keep", "free-hand")
BURNS: Final = ("first-card", "none")
LEAST_CUT: Final = {"current": 5, "one-more": 11, "one-more-or-two": 12}
MARK_TOKENS: Final = ("n8", "n9", "pp", "bp", "b", "p", "t")
_TOKEN: Final = re.compile(r"[a-z][a-z0-9]{0,3}", re.ASCII)
_RATE: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?%", re.ASCII)

Plain = dict[str, Any]
FindBase = Callable[[str], Sheet]


def load(text: str, file: str, find_base: FindBase) -> Sheet:
    """Read a sheet from TOML; SheetError names file, line, key and cure.

    ``find_base`` gives the sheet that ``base`` names, or raises a SheetError.
    """
    if len(text.encode()) > FILE_MAX:
        Source(file).fail((), f"it is larger than {FILE_MAX // 1024} KiB", "make it smaller")
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        place = f"{file}:{found[1]}" if found else file
        reason = str(error).partition(" (at ")[0].lower() or "it is nested too deeply"
        Source(place).fail((), f"this is no TOML: {reason}", "mend the syntax there")
    source = Source(file, text)
    return build(resolve(values, source, find_base), source)


def from_canonical(form: bytes, name: str = "stored sheet") -> Sheet:
    """Read a sheet back from its canonical JSON."""
    return build(json.loads(form), Source(name))


def resolve(values: Plain, source: Source, find_base: FindBase) -> Plain:
    """Lay a derived sheet over its base."""
    top = Reader(source, (), values)
    base = top.raw("base")
    if base is None:
        if "change" in values:
            top.fail(
                "change", "there is nothing to change", 'name the sheet to change: base = "..."'
            )
        return values
    if not isinstance(base, str):
        top.fail("base", "it is no text", 'name a sheet: base = "ca-ez-panda8"')
    form: Plain = deepcopy(dict(find_base(base).source_form))
    changes = top.table_at("change")
    for group in ("bet", "call"):
        _change(form[group], changes, group)
    changes.done()
    for key, value in values.items():
        if key in {"base", "change"}:
            continue
        if key in {"bet", "call"} and isinstance(value, list):
            form[key] = form[key] + value
        elif key == "venue" and isinstance(value, dict):
            form[key] = _overlay(form[key], value)
        else:
            form[key] = value
    return form


def _change(entries: list[Plain], changes: Reader, group: str) -> None:
    wanted = changes.table_at(group)
    for ident in wanted.table:
        target = next((entry for entry in entries if entry["id"] == ident), None)
        if target is None:
            known = nearest(ident, (entry["id"] for entry in entries))
            wanted.fail(ident, f"the base has no such {group}", f"use {known}")
        target.update(wanted.table_at(ident).table)


def _overlay(below: Plain, above: Plain) -> Plain:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = (
            _overlay(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def build(values: Plain, source: Source) -> Sheet:
    """Make records of plain values, and check what the bets can do."""
    top = Reader(source, (), values)
    if top.raw("format") != FORMAT or isinstance(top.raw("format"), bool):
        top.fail("format", f"{top.raw('format')!r} is not known", f"write format = {FORMAT}")
    calls = _calls(top)
    bets = _bets(top, {call.id for call in calls})
    bank = top.choice("bank", BANKS)
    sheet = Sheet(
        id=top.ident(),
        name=top.text("name"),
        source=top.text("source"),
        bank=bank,
        cloth=top.choice("cloth", CLOTHS, "pine"),
        decks=_decks(top.table_at("decks")),
        seats=_seats(top),
        calls=calls,
        bets=bets,
        venue=read_venue(top.table_at("venue")),
        source_form={},
    )
    top.done()
    object.__setattr__(sheet, "source_form", plain_form(sheet))
    check(sheet, source)
    return sheet


def _decks(table: Reader) -> tuple[int, int, int]:
    least = table.integer("min", 1, 8, 8)
    most = table.integer("max", least, 8, max(least, 8))
    default = table.integer("default", least, most, most)
    table.done()
    return least, most, default


def _seats(top: Reader) -> tuple[int, ...]:
    seats = top.items("seats") or [7]
    for seat in seats:
        if type(seat) is not int or not 1 <= seat <= 14:
            top.fail("seats", f"{seat!r} is no number of seats", "write numbers from 1 to 14")
    return tuple(int(str(seat)) for seat in seats)


def _calls(top: Reader) -> tuple[Call, ...]:
    calls: list[Call] = []
    for table in top.tables("call"):
        ident = table.ident()
        token = table.text("token")
        if ident in {call.id for call in calls}:
            table.fail("id", f"the call {ident!r} is there twice", "give it another id")
        if not _TOKEN.fullmatch(token) or token in MARK_TOKENS:
            table.fail("token", f"{token!r} is no token", "write 1 to 4 letters, such as d7")
        if token in {call.token for call in calls}:
            table.fail("token", f"{token!r} is taken by another call", "write another token")
        mark = table.text("mark")
        if len(mark) > 2:
            table.fail("mark", f"{mark!r} is too long for a cell", "write one or two letters")
        when = _condition(table, "when", {call.id for call in calls})
        calls.append(Call(ident, table.text("label"), mark, token, when))
        table.done()
    return tuple(calls)


def _bets(top: Reader, calls: set[str]) -> tuple[Bet, ...]:
    tables = top.tables("bet")
    if not tables:
        top.fail("bet", "the sheet has no bet", "add a [[bet]]")
    bets: list[Bet] = []
    for table in tables:
        ident = table.ident()
        if ident in {bet.id for bet in bets}:
            table.fail("id", f"the bet {ident!r} is there twice", "give it another id")
        kind = table.choice("kind", ("main", "side"))
        requires = table.words("requires")
        cap = table.choice("cap", ("none", "base"), "none")
        if cap == "base" and not requires:
            table.fail("cap", "there is no required wager to be capped by", "add requires")
        bet = Bet(
            id=ident,
            label=table.text("label"),
            kind=kind,
            felt=table.choice("felt", ("bar", "circle"), "bar" if kind == "main" else "circle"),
            back_line=table.flag("back_line", default=True),
            requires=requires,
            fee=table.choice("fee", ("none", "paid-or-waived"), "none"),
            cap=cap,
            results=tuple(_result(row, calls) for row in table.tables("result")),
        )
        if not bet.results:
            table.fail("result", "the bet has no result", "say when it pays")
        table.done()
        bets.append(bet)
    known = {bet.id for bet in bets}
    for bet, table in zip(bets, tables, strict=True):
        for target in bet.requires:
            if target not in known or target == bet.id:
                cure = f"use {nearest(target, known - {bet.id})}"
                table.fail("requires", f"there is no other bet {target!r}", cure)
    return tuple(bets)


def _result(row: Reader, calls: set[str]) -> Result:
    when = _condition(row, "when", calls)
    if row.has("pays") == row.has("verdict"):
        row.fail("pays", "a result has either pays or verdict", 'write pays = "8:1" or verdict')
    if row.has("verdict"):
        verdict = Verdict(row.choice("verdict", ("push", "take")))
        row.done()
        return Result(when, verdict)
    text = row.text("pays")
    try:
        odds = Odds.parse(text)
        commission = _rate(row)
        odds.less(commission)
    except MoneyError as error:
        row.fail("pays", str(error), "mend the odds")
    rounding = Rounding(row.choice("round", [r.value for r in Rounding], "down"))
    row.done()
    return Result(when, Verdict.PAY, odds, commission, rounding)


def _rate(row: Reader) -> int:
    text = row.text("commission", "0%")
    match = _RATE.fullmatch(text)
    if match is None:
        row.fail("commission", f"{text!r} is no rate below 100%", 'write it as "5%"')
    return int(match[1]) * (BASIS // 100) + int((match[2] or "").ljust(2, "0"))


def _condition(owner: Reader, key: str, calls: set[str]) -> Condition:
    value = owner.raw(key)
    if value is None:
        owner.fail(key, "it is missing", f'add {key} = {{ winner = "banker" }}')
    tables = (
        [owner.sub((key, index), item) for index, item in enumerate(owner.items(key))]
        if isinstance(value, list)
        else [owner.sub((key,), value)]
    )
    if not tables or not all(table.table for table in tables):
        owner.fail(key, "a condition with no key always holds", "say what must hold")
    return Condition(tuple(_clause(table, calls) for table in tables), _listed(value))


def _listed(value: object) -> list[Plain]:
    """Write single values as lists, so that a sheet's hash does not depend on the spelling."""
    return [_listed_table(table) for table in (value if isinstance(value, list) else [value])]


def _listed_table(table: Any) -> Plain:
    return {
        key: _listed_table(item)
        if isinstance(item, dict)
        else item
        if isinstance(item, list)
        else [item]
        for key, item in table.items()
    }


def _clause(table: Reader, calls: set[str]) -> Clause:
    tests: list[tuple[str, frozenset[Value]]] = []
    named: frozenset[str] | None = None
    for key in table.table:
        if key == "call":
            values = _values(table, key)
            for value in values:
                if value not in calls:
                    cure = f"use {nearest(value, calls)}" if calls else "declare it above"
                    table.fail(key, f"no call {value!r} is declared before this", cure)
            named = frozenset(map(str, values))
        elif key in {"player", "banker"}:
            hand = table.table_at(key)
            if not hand.table:
                table.fail(key, "a condition with no key always holds", "say what must hold")
            tests += [(f"{key}.{part}", _test(hand, part, f"{key}.{part}")) for part in hand.table]
        else:
            tests.append((key, _test(table, key, key)))
    return Clause(tuple(sorted(tests, key=lambda test: test[0])), named)


def _values(table: Reader, key: str) -> list[object]:
    value = table.raw(key)
    values = table.items(key) if isinstance(value, list) else [value]
    if not values:
        table.fail(key, "the list is empty", "name at least one value")
    return values


def _test(table: Reader, part: str, key: str) -> frozenset[Value]:
    values = _values(table, part)
    if key not in FEATURES:
        side = key.partition(".")[0] if "." in key else ""
        known = [k.removeprefix(f"{side}.") for k in FEATURES if k.startswith(f"{side}.")]
        known = (
            known if side else [k for k in FEATURES if "." not in k] + ["call", "player", "banker"]
        )
        cure = f"use {nearest(part, known)}"
        table.fail(part, "a condition cannot ask this", cure)
    words = {(type(word), word): found for word, found in FEATURES[key].words.items()}
    wanted: frozenset[Value] = frozenset()
    for value in values:
        found = words.get((type(value), value)) if isinstance(value, str | int) else None
        if found is None:
            table.fail(
                part, f"{value!r} never occurs", f"use {nearest(value, FEATURES[key].words)}"
            )
        wanted |= found
    return wanted


def read_venue(table: Reader, default: Venue = Venue()) -> Venue:  # noqa: B008 - a frozen record
    """Read the room's choices; absent ones keep their default."""
    cover, shoe = table.table_at("cover"), table.table_at("shoe")
    last = shoe.choice("last", LEAST_CUT, default.shoe.last)
    venue = Venue(
        opposite_mains=table.flag("opposite_mains", default.opposite_mains),
        second_place=table.flag("second_place", default.second_place),
        cover=Cover(
            cover.choice("policy", POLICIES, default.cover.policy),
            cover.choice("win_cap", WIN_CAPS, default.cover.win_cap),
            cover.flag("secondary", default.cover.secondary),
        ),
        rotation=table.choice("rotation", ROTATIONS, default.rotation),
        collection=table.ident("collection") if table.has("collection") else default.collection,
        shoe=ShoeRules(
            shoe.integer("cut_card", LEAST_CUT[last], 208, default.shoe.cut_card),
            shoe.choice("burn", BURNS, default.shoe.burn),
            last,
        ),
        irregularities=table.choice("irregularities", IRREGULARITIES, default.irregularities),
    )
    for part in (cover, shoe, table):
        part.done()
    return venue


def plain_form(sheet: Sheet) -> Mapping[str, object]:
    """Give a sheet as plain values with every default written out."""
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
