"""Collection schedules: what a room's posting says of its fees, as records, and how one is read.

The format is described in docs/reference/schedules.md. A fee is a fixed amount, never a share of
wagers or winnings (AB 54 of 2001, Penal Code 337j), and a table has five rates at
most.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from puntobanco.rules.parse import parse_canonical, parse_toml
from puntobanco.rules.reader import Plain, Reader, Source, is_ident, shown
from puntobanco.rules.sheet import canonical

FORMAT: Final = 1
RATES_MAX: Final = 5
PAYERS: Final = ("player", "player-dealer", "both")
BASES: Final = ("per-hand", "per-wager", "per-time")
GRADES: Final = ("A", "B", "C", "D", "N")
UNITS: Final = {1: 0, 10: 1, 100: 2, 1000: 3}  # minor units in one of the money, its decimals
KEYS: Final = (
    "schedule",
    "id",
    "name",
    "source",
    "grade",
    "approval",
    "fictional",
    "payer",
    "basis",
    "minutes",
    "applies_to",
    "waived",
    "refund_if_no_action",
    "amounts_known",
    "unit",
    "row",
    "caps",
)
ROW_KEYS: Final = ("limit_min", "limit_max", "player_fee", "player_dealer_fee")
CAPS: Final = ("per_hand_per_player", "per_hour_per_player")
# How people say a share: none of these is a key or a word of a schedule.
_SHARES: Final = ("percent", "percentage", "per_cent", "fraction", "share", "rate", "rake", "ratio")
_SHARE_OF: Final = re.compile(rf"{'|'.join(_SHARES)}|proportion", re.ASCII)
_MONEY: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?", re.ASCII)
_DAY: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class Tier:
    """A step of a fee: so much from an amount on, until the next step."""

    start: int
    fee: int


@dataclass(frozen=True, slots=True)
class Row:
    """The fees of tables with some limits of the main bets; without limits, of any table."""

    limit_min: int | None
    limit_max: int | None
    player: tuple[Tier, ...]  # by the wager; empty: players pay nothing
    player_dealer: tuple[Tier, ...]  # by the total action; empty: he pays nothing

    @property
    def rates(self) -> tuple[int, ...]:
        """The distinct fees; one of nothing is waived, and no rate."""
        return tuple(sorted({tier.fee for tier in (*self.player, *self.player_dealer)} - {0}))


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that a rule book lets a room collect; other schedules are held against it."""

    per_hand_per_player: int | None
    per_hour_per_player: int | None


@dataclass(frozen=True, slots=True)
class Schedule:
    """A room's posting of its collection, amounts in minor units."""

    id: str
    name: str
    source: str
    grade: str  # of the source: A regulator, B operator, C press, D derived, N not seen
    approval: str
    fictional: bool
    payer: str  # player | player-dealer | both
    basis: str  # of the players' fee: per-hand | per-wager | per-time
    minutes: int | None  # between two fees per time
    applies_to: tuple[str, ...]  # kinds and bets that owe a fee; empty: all
    waived: bool
    refund_if_no_action: bool
    amounts_known: bool
    unit: int  # minor units in one of the money that the posting counts in
    rows: tuple[Row, ...]
    caps: Caps | None = None

    def money(self, amount: int) -> str:
        """Write an amount as the posting does."""
        whole, part = divmod(amount, self.unit)
        return f"{whole}.{part:0{UNITS[self.unit]}}" if self.unit > 1 else str(whole)

    @property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON."""
        return hashlib.sha256(canonical(self.source_form)).hexdigest()

    @property
    def source_form(self) -> Mapping[str, object]:
        """The schedule as plain values, from which it can be read again."""
        form: Plain = {
            "schedule": FORMAT,
            "id": self.id,
            "name": self.name,
            "source": self.source,
            "grade": self.grade,
            "approval": self.approval,
            "fictional": self.fictional,
            "payer": self.payer,
            "basis": self.basis,
            "applies_to": list(self.applies_to),
            "waived": self.waived,
            "refund_if_no_action": self.refund_if_no_action,
            "amounts_known": self.amounts_known,
            "unit": self.unit,
            "row": [self._plain_row(row) for row in self.rows],
        }
        if self.minutes is not None:
            form["minutes"] = self.minutes
        if self.caps is not None:
            form["caps"] = {
                key: self.money(amount)
                for key in CAPS
                if (amount := getattr(self.caps, key)) is not None
            }
        return form

    def _plain_row(self, row: Row) -> Plain:
        limits = {"limit_min": row.limit_min, "limit_max": row.limit_max}
        form: Plain = {key: self.money(limit) for key, limit in limits.items() if limit is not None}
        for key, tiers in (("player_fee", row.player), ("player_dealer_fee", row.player_dealer)):
            if tiers:
                form[key] = [
                    {"from": self.money(tier.start), "fee": self.money(tier.fee)} for tier in tiers
                ]
        return form


def load_schedule(text: str, file: str) -> Schedule:
    """Read a schedule from TOML; SheetError names file, line, key and cure."""
    return _schedule(Reader(Source(file, text), (), parse_toml(text, file)))


def schedule_from_canonical(form: bytes | str, name: str = "stored schedule") -> Schedule:
    """Read a schedule back from its canonical JSON."""
    source = Source(name)
    return _schedule(Reader(source, (), parse_canonical(form, source)))


def _schedule(top: Reader) -> Schedule:
    if not top.has("schedule"):
        top.fail("schedule", "it is missing", f"write schedule = {FORMAT}")
    top.integer("schedule", FORMAT, FORMAT, FORMAT)
    _only(top, *KEYS)
    unit = top.integer("unit", min(UNITS), max(UNITS), 100)
    if unit not in UNITS:
        top.fail("unit", f"{unit} does not fit", "write 1, 10, 100 or 1000")
    basis = _word(top, "basis", BASES, "per-hand")
    if top.has("minutes") != (basis == "per-time"):
        cure = 'write basis = "per-time" and minutes'
        top.fail(
            "minutes" if top.has("minutes") else "basis",
            "a fee per time and its minutes go together",
            cure,
        )
    payer = _word(top, "payer", PAYERS, "both")
    schedule = Schedule(
        id=top.ident(),
        name=top.text("name"),
        source=top.text("source"),
        grade=top.choice("grade", GRADES, "N"),
        approval=top.text("approval", "none"),
        fictional=top.flag("fictional", default=False),
        payer=payer,
        basis=basis,
        minutes=top.integer("minutes", 1, _DAY, 1) if top.has("minutes") else None,
        applies_to=_applies_to(top),
        waived=top.flag("waived", default=False),
        refund_if_no_action=top.flag("refund_if_no_action", default=False),
        amounts_known=top.flag("amounts_known", default=True),
        unit=unit,
        rows=tuple(_row(table, payer, unit) for table in top.tables("row")),
        caps=_caps(top.table_at("caps"), unit) if top.has("caps") else None,
    )
    _check(top, schedule)
    return schedule


def _check(top: Reader, schedule: Schedule) -> None:
    """Refuse rows where none can be, none where some must be, and rows that two tables share."""
    why_none = {
        "caps": schedule.caps is not None,
        "waived": schedule.waived,
        "amounts_known": not schedule.amounts_known,
    }
    given = [key for key, is_so in why_none.items() if is_so]
    if len(given) > 1:
        top.fail(given[1], f"it does not go with {given[0]}", "leave one of them out")
    if given and schedule.rows:
        top.fail("row", f"there are fees beside {given[0]}", "leave one of them out")
    if not given and not schedule.rows:
        top.fail("row", "there is no fee", "add a [[row]], or write waived = true")
    limits: set[tuple[int | None, int | None]] = set()
    for number, row in enumerate(schedule.rows):
        if row.limit_min is None and len(schedule.rows) > 1:
            reason = "it is for any table, beside other rows"
            top.fail(("row", number), reason, "give it limit_min and limit_max")
        if (row.limit_min, row.limit_max) in limits:
            top.fail(("row", number), "another row has the same limits", "keep one of them")
        limits.add((row.limit_min, row.limit_max))


def _applies_to(top: Reader) -> tuple[str, ...]:
    words = top.words("applies_to")
    for number, word in enumerate(words):
        if not is_ident(word):
            cure = "write main, side or the id of a bet"
            top.fail(("applies_to", number), f"{shown(word)} is no id", cure)
    return words


def _row(table: Reader, payer: str, unit: int) -> Row:
    _only(table, *ROW_KEYS)
    if table.has("limit_min") != table.has("limit_max"):
        table.fail("limit_min", "one limit stands alone", "write limit_min and limit_max, or none")
    low = _money(table, "limit_min", unit) if table.has("limit_min") else None
    high = _money(table, "limit_max", unit) if table.has("limit_max") else None
    if low is not None and high is not None and low > high:
        table.fail("limit_max", "it is below limit_min", "write the larger one here")
    row = Row(
        low,
        high,
        _fee(table, "player_fee", unit, pays=payer != "player-dealer"),
        _fee(table, "player_dealer_fee", unit, pays=payer != "player"),
    )
    if not row.rates:
        table.fail((), "nothing is collected", "write waived = true for the whole schedule")
    if len(row.rates) > RATES_MAX:
        reason = f"a table has {len(row.rates)} rates"
        table.fail((), reason, f"keep it to {RATES_MAX}, the players' and the player-dealer's")
    return row


def _fee(table: Reader, key: str, unit: int, *, pays: bool) -> tuple[Tier, ...]:
    """Read a flat fee, or steps."""
    if table.has(key) != pays:
        reason = "it is missing" if pays else "the payer is another"
        table.fail(key, reason, f'add {key} = "1.00"' if pays else "leave it out, or mend payer")
    if not isinstance(table.raw(key), list):
        return (Tier(0, _money(table, key, unit)),) if pays else ()
    tiers: list[Tier] = []
    for step in table.tables(key):
        _only(step, "from", "fee")
        tier = Tier(_money(step, "from", unit), _money(step, "fee", unit))
        if not tiers and tier.start:
            step.fail("from", "nothing is said of less", 'write from = "0" in the first step')
        if tiers and tier.start <= tiers[-1].start:
            step.fail("from", "the steps do not rise", "put them in order, each once")
        if tiers and tier.fee < tiers[-1].fee:  # so that the last step tells the most of all
            step.fail("fee", "it is below the fee of the step before", "let the fees rise")
        tiers.append(tier)
    if not tiers:
        table.fail(key, "the list is empty", "add a step, or write a fee")
    return tuple(tiers)


def _caps(table: Reader, unit: int) -> Caps:
    _only(table, *CAPS)
    if not table.table:
        table.fail((), "it caps nothing", f"add {' or '.join(CAPS)}")
    return Caps(*(_money(table, key, unit) if table.has(key) else None for key in CAPS))


def _only(table: Reader, *keys: str) -> None:
    """Refuse unknown keys, and those that speak of a share for what they are."""
    for key in table.table:
        if key not in keys and _SHARE_OF.search(key.lower()):
            _refuse_share(table, key)
    table.only(*keys)


def _word(table: Reader, key: str, words: tuple[str, ...], default: str) -> str:
    value = table.raw(key)
    if isinstance(value, str) and _SHARE_OF.search(value.lower()):
        _refuse_share(table, key)
    return table.choice(key, words, default)


def _money(table: Reader, key: str, unit: int) -> int:
    """Read an amount, written as text so that it is exact, in minor units."""
    value = table.raw(key)
    if isinstance(value, float) or (isinstance(value, str) and re.search(r"[%/:]", value)):
        _refuse_share(table, key)
    decimals = UNITS[unit]
    match = _MONEY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        reason = f"{shown(value)} is no amount" if table.has(key) else "it is missing"
        table.fail(key, reason, f'write it as text, such as "{1 if unit == 1 else "1.00"}"')
    whole, part = match[1], match[2] or ""
    if len(part) > decimals:
        reason = f"{shown(value)} is no whole number of minor units"
        table.fail(key, reason, f"keep it to {decimals} decimals, or mend unit")
    return int(whole) * unit + int(part.ljust(decimals, "0") or "0")


def _refuse_share(table: Reader, key: str) -> NoReturn:
    reason = "a fee is a fixed amount, never a share of wagers or winnings"
    table.fail(key, reason, 'write an amount as text, such as "1.00", in steps where it must vary')
