"""Reports of a log: sums come out, nothing is left out, and small files stay as they are."""

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path

import pytest

from puntobanco.house.day import Days, Hours
from puntobanco.house.log import Logged
from puntobanco.house.logfile import EventLine, check_log, read_lines, write_log
from puntobanco.house.replaying import replay_log
from puntobanco.house.reports.beancount import account, commodity, write_beancount
from puntobanco.house.reports.drops import drops
from puntobanco.house.reports.ledger import moved
from puntobanco.house.reports.playing_book import BookRow, PlayingBook
from puntobanco.house.reports.rounds import RoundRow, rounds
from puntobanco.house.reports.scope import Scope, csv_lines, json_lines
from puntobanco.house.reports.shifts import shifts
from puntobanco.store.base import Store, Transaction
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.books.nights import BANKED, HOUSE, PROVIDER, TABLES, Night
from tests.conftest import GOLDEN

NIGHT = GOLDEN / "exports" / "night.log"
LOCAL = Hours.read("America/Los_Angeles", "06:00,14:00,22:00")
EVERY = Scope(Days(LOCAL))


def text(lines: Iterable[bytes]) -> str:
    """Join the lines of a file."""
    return b"".join(lines).decode()


def events(store: Store, table: str) -> list[ev.AnyEvent]:
    """Give the events of a table."""
    return store.read(lambda tx: [ev.decode(s.body).event for s in tx.events(f"table:{table}")])


def bean_check(file: Path) -> subprocess.CompletedProcess[str]:
    """Let beancount judge a file."""
    program = Path(sys.executable).parent / "bean-check"
    return subprocess.run([program, file], capture_output=True, text=True, check=False)


# The ledger


def test_the_ledger_has_every_transfer_and_makes_every_balance(store: Store) -> None:
    """G6: rows of the ledger, added up, are what the store holds; none is missing."""
    Night(store, 21).play(900)
    rows = store.read(lambda tx: [*moved(tx, EVERY)])
    made: Counter[str] = Counter()
    for row in rows:
        made[row.source] -= row.amount
        made[row.target] += row.amount
    assert {name: held for name, held in made.items() if held} == store.read(
        lambda tx: tx.balances()
    )
    assert len(rows) == store.verify().transfers
    assert [row.time for row in rows] == sorted(row.time for row in rows)


def test_days_of_the_ledger_are_the_whole_in_parts(store: Store) -> None:
    """The ledgers of all days one by one are the ledger of all days."""
    Night(store, 22).play(1500)
    hours = Hours.read("UTC", "00:00,12:00")
    whole = store.read(lambda tx: [*moved(tx, Scope(Days(hours)))])
    days = sorted({date.fromisoformat(row.day) for row in whole})
    assert len(days) > 1
    parts = [
        row
        for day in days
        for row in store.read(
            lambda tx, day=day: [*moved(tx, Scope(Days(hours, day, day)))]  # type: ignore[misc]
        )
    ]
    assert parts == whole


def test_bean_check_accepts_the_ledger_and_refuses_a_changed_amount(
    store: Store, tmp_path: Path
) -> None:
    """A night's beancount file is sound; one minor unit more or less in it is not."""
    Night(store, 23).play(500)
    written = text(store.read(lambda tx: [*write_beancount(tx, EVERY)]))
    file = tmp_path / "ledger.beancount"
    file.write_text(written)
    found = bean_check(file)
    assert (found.returncode, found.stderr) == (0, "")
    lines = written.splitlines()
    places = [n for n, line in enumerate(lines) if line.startswith("  Assets:Rack")]
    balance = next(n for n, line in enumerate(lines) if " balance Assets:Rack" in line)
    for place in (places[0], balance):
        line = lines[place]
        number = next(word for word in line.split() if "." in word)
        other = f"{float(number) + 0.01:.2f}"
        file.write_text(
            "\n".join((*lines[:place], line.replace(number, other), *lines[place + 1 :]))
        )
        assert bean_check(file).returncode == 1
    both = [line.replace("5000.00", "5000.01").replace("2000.00", "2000.01") for line in lines]
    file.write_text("\n".join(both))
    assert bean_check(file).returncode == 1


def test_a_beancount_file_of_one_day_begins_with_what_was_held(
    store: Store, tmp_path: Path
) -> None:
    """The last day alone is sound as well: what was held before is its opening."""
    Night(store, 24).play(1200)
    hours = Hours.read("UTC", "00:00")
    day = hours.shift(max(s.at for s in store.read(lambda tx: [*tx.events(f"table:{BANKED}")]))).day
    written = text(store.read(lambda tx: [*write_beancount(tx, Scope(Days(hours, day)))]))
    assert '* "opening"' in written
    file = tmp_path / "day.beancount"
    file.write_text(written)
    assert bean_check(file).stderr == ""


@pytest.mark.parametrize(
    "ours, theirs",
    [
        ("wallet:ann", "Assets:Wallet:Pann"),
        ("wallet:patron-1", "Assets:Wallet:Ppatron-2d-1"),
        ("rack:1:漢", "Assets:Rack:T1:P-6f22-"),
        ("escrow:t 1:5:w", "Assets:Felt:Tt-20-1"),
        ("cover:1:5", "Assets:Cover:T1"),
        ("drop:1:2", "Assets:Drop:T1:B2"),
        ("dispute:1", "Assets:Dispute:T1"),
        ("house", "Assets:House"),
        ("world", "Equity:World"),
    ],
)
def test_accounts_have_names_that_beancount_takes(ours: str, theirs: str) -> None:
    """Whatever an id is made of, its account is named validly, and as no other is."""
    assert account(ours) == theirs


def test_currencies_have_names_that_beancount_takes() -> None:
    """A commodity is in capitals and begins with a letter."""
    assert [commodity(code) for code in ("USD", "chips of a demo", "1€")] == [
        "USD",
        "CHIPS-OF-A-DEMO",
        "X1",
    ]


# The drop


def test_the_drop_is_what_the_ledger_has_in_the_boxes(store: Store) -> None:
    """G6: totals less what the counts expected are what lies in the boxes (INV16)."""
    Night(store, 25).play(2000)
    rows = store.read(lambda tx: drops(tx, EVERY))
    left: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.row == "total":
            left[row.table, row.box] += row.amount
        elif row.row == "count":
            left[row.table, row.box] -= row.expected
            assert row.difference == row.amount - row.expected
    held = store.read(lambda tx: tx.balances("drop:"))
    assert {f"drop:{table}:{box}": n for (table, box), n in left.items() if n} == held
    assert any(row.row == "refund" for row in rows)


def test_a_total_is_the_sum_of_its_rates(store: Store) -> None:
    """Fees by rate less refunds make the total of a table, shift and box."""
    Night(store, 25).play(2000)
    parts: Counter[tuple[str, str, int, str]] = Counter()
    totals: Counter[tuple[str, str, int, str]] = Counter()
    for row in store.read(lambda tx: drops(tx, EVERY)):
        key = (row.table, row.day, row.shift, row.box)
        if row.row in {"fee", "refund"}:
            assert row.amount == row.rate * row.fees * (1 if row.row == "fee" else -1)
            parts[key] += row.amount
        elif row.row == "total":
            totals[key] += row.amount
    assert parts == totals
    assert totals


# The shifts


def test_the_shifts_are_what_the_books_have(store: Store) -> None:
    """Fees are the drop's totals, rounds those that were settled, the win what the house won."""
    Night(store, 25).play(2000)
    rows = store.read(lambda tx: shifts(tx, EVERY))
    totals = [row for row in store.read(lambda tx: drops(tx, EVERY)) if row.row == "total"]
    assert sum(row.fees for row in rows) == sum(row.amount for row in totals)
    happened = Counter(type(event) for table in TABLES for event in events(store, table))
    assert sum(row.rounds for row in rows) == happened[ev.RoundSettled] > 0
    assert sum(row.voids for row in rows) == happened[ev.RoundVoided] > 0
    assert sum(row.corrections for row in rows) == happened[ev.RoundCorrected] > 0
    assert sum(row.bought for row in rows) == sum(
        event.amount
        for table in TABLES
        for event in events(store, table)
        if isinstance(event, ev.BoughtIn)
    )
    house = store.read(lambda tx: tx.balance("house"))
    assert sum(row.won for row in rows) == house


# The rounds


def test_the_rounds_have_every_wager_and_no_empty_column(store: Store) -> None:
    """G2: a row for each line of each settlement, void and correction; none is null or empty."""
    Night(store, 26).play(2500)
    rows = store.read(lambda tx: [*rounds(tx, EVERY)])
    assert rows
    assert [r for r in rows if any(v in {None, ""} for v in asdict(r).values())] == []
    due: Counter[str] = Counter()
    for table in TABLES:
        for event in events(store, table):
            match event:
                case ev.RoundSettled():
                    due["settled"] += len(event.lines)
                case ev.RoundVoided():
                    due["void"] += len(event.wagers)
                case ev.RoundCorrected():
                    due["corrected"] += len(event.lines)
                case ev.WagersReturned():
                    due["returned"] += len(event.wagers)
                case _:
                    pass
    assert Counter(row.state for row in rows) == +due
    assert {"settled", "void", "corrected"} <= due.keys()


def test_what_a_round_took_and_gave_is_in_its_rows(store: Store) -> None:
    """Collected and returned make the wager, in every settled row."""
    Night(store, 27).play(1500)
    for row in store.read(lambda tx: [*rounds(tx, EVERY)]):
        assert row.collected + row.returned == row.amount
        assert (row.bank == "house") == (row.table == HOUSE)


# The playing book


def test_a_book_has_every_round_that_was_covered(store: Store) -> None:
    """The rounds of all books are those with a player-dealer; sums are those of their rounds."""
    Night(store, 28).play(3000)
    covered = [
        event.player_dealer
        for event in events(store, BANKED)
        if isinstance(event, ev.RoundSettled) and event.player_dealer
    ]
    scope = Scope(Days(LOCAL), (BANKED,))
    for patron in {each.patron for each in covered}:
        book = PlayingBook(scope, patron)
        rows = store.read(lambda tx, book=book: [*book.rows(tx)])  # type: ignore[misc]
        played = [row for row in rows if row.row == "round"]
        mine = [each for each in covered if each.patron == patron]
        assert [(row.cover, row.net) for row in played] == [(c.cover, c.net) for c in mine]
        single = [row for row in rows if row.row in {"round", "correction", "claim"}]
        for total in (row for row in rows if row.row in {"turn", "session"}):
            mine_in = [
                row
                for row in single
                if row.session == total.session and total.turn in {0, row.turn}
            ]
            for column in ("rounds", "net", "fee", "wagers"):
                assert getattr(total, column) == sum(getattr(row, column) for row in mine_in)


def test_a_providers_session_comes_out_to_the_chip(store: Store) -> None:
    """Chips in, result and fees make the chips that a provider leaves with."""
    night = Night(store, 29)
    closed = False
    for _ in range(4000):
        night.deal_on(BANKED)
        night.clock.now += 1000
        closed = len(night.states[BANKED].settled) >= 9 and night.do(BANKED, cm.CloseTable())
        if closed:
            break
    assert closed
    book = PlayingBook(Scope(Days(LOCAL), (BANKED,)))
    (session,) = [r for r in store.read(lambda tx: [*book.rows(tx)]) if r.row == "session"]
    assert (session.patron, session.kind, session.result) == (PROVIDER, "third-party", "closed")
    assert session.rounds > 0
    wagers = [r for r in store.read(lambda tx: [*rounds(tx, EVERY)]) if r.patron == PROVIDER]
    bets = sum(row.paid - row.collected - row.fee for row in wagers)
    assert session.chips_in + session.net - session.fee + bets == session.chips_out


# The small files


@pytest.fixture
def small(store: Store) -> Store:
    """A short night of a card room and a house's table, as it was stored once."""
    lines = NIGHT.read_bytes().splitlines(keepends=True)
    for line in read_lines("night.log", lines):
        if isinstance(line, EventLine):
            put(store, line.logged())
    return store


def put(store: Store, logged: Logged) -> None:
    """Append an event that was exported, with its transfers."""

    def work(tx: Transaction) -> None:
        tx.append(logged.stream, logged.version - 1, logged.at, [logged.body])
        if logged.transfers:
            tx.post(logged.stream, logged.version, logged.transfers)

    store.submit(work).result(20)


def test_the_log_of_a_night_stays_true(small: Store) -> None:
    """G3: a log that was exported once is verified, replayed and written the same for ever."""
    lines = NIGHT.read_bytes().splitlines(keepends=True)
    assert check_log(read_lines("night.log", lines)).fault == ""
    assert replay_log("night.log", read_lines("night.log", lines)).is_equal
    assert small.read(lambda tx: [*write_log(tx)]) == lines


@pytest.mark.parametrize("name", ["ledger.csv", "rounds.csv", "drop.csv", "playing-book.csv"])
def test_the_files_are_as_they_were(
    small: Store, golden: Callable[[str, str], None], name: str
) -> None:
    """The same log makes the same files, byte for byte."""
    makers = {
        "ledger.csv": lambda tx: csv_lines(type(next(moved(tx, EVERY))), moved(tx, EVERY)),
        "rounds.csv": lambda tx: csv_lines(RoundRow, rounds(tx, EVERY)),
        "drop.csv": lambda tx: csv_lines(type(drops(tx, EVERY)[0]), drops(tx, EVERY)),
        "playing-book.csv": lambda tx: csv_lines(BookRow, PlayingBook(EVERY, "b").rows(tx)),
    }
    golden(f"exports/{name}", small.read(lambda tx: text([*makers[name](tx)])))


def test_the_beancount_file_is_as_it_was(small: Store, golden: Callable[[str, str], None]) -> None:
    """The same log makes the same beancount file, byte for byte."""
    golden("exports/ledger.beancount", small.read(lambda tx: text([*write_beancount(tx, EVERY)])))


def test_csv_and_json_have_the_same_rows(small: Store) -> None:
    """A row as CSV and as JSON has the same keys and values."""
    rows = small.read(lambda tx: [*rounds(tx, EVERY)])
    read = [*csv.DictReader(io.StringIO(text(csv_lines(RoundRow, rows))))]
    written = [json.loads(line) for line in json_lines(rows)]
    assert [{key: str(value) for key, value in row.items()} for row in written] == read
