"""``bank``: what holding the position of player-dealer comes to."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.cli.simulated import Cut, Decks, Last, Seed, shoes_of
from puntobanco.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puntobanco.cli.documents import Document
    from puntobanco.cli.pages import Page
    from puntobanco.rules.settle import Wager
    from puntobanco.study.bank import Bank, Dealt, Walks

BANKED: Final = "ca-ez-panda8"
ROUNDS: Final = "40"
RISKS: Final = (0.1, 0.05, 0.01, 0.001)
POINTS: Final = 12
SHOES_MAX: Final = 10_000
WALK_MAX: Final = 100_000  # rounds
_WAGER: Final = re.compile(r"(?:([0-9]{1,2})(?:-([0-9]{1,2}))?:)?([a-z0-9-]+)=([0-9]{1,12})")


def bank(  # noqa: PLR0913 - each is an option
    rules: SheetName = BANKED,
    *,
    wager: Annotated[
        list[str],
        typer.Option(
            metavar="[SEATS:]BET=AMOUNT",
            help="A wager at a seat, at some (2-5), or at every one; may be repeated.",
            show_default=False,
        ),
    ],
    cover: Annotated[int, typer.Option(metavar="AMOUNT", help="What the player-dealer covers.")],
    bankroll: Annotated[
        int | None,
        typer.Option(
            metavar="AMOUNT", help="What he has; ten covers if not said.", show_default=False
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Seats beside his; the least of the sheet if not said.",
            show_default=False,
        ),
    ] = None,
    schedule: Annotated[
        str | None,
        typer.Option(
            metavar="ID_OR_FILE",
            help="The collection; the sheet's own if not said.",
            show_default=False,
        ),
    ] = None,
    rounds: Annotated[
        str, typer.Option(metavar="N", help="Rounds that the table deals in an hour.")
    ] = ROUNDS,
    held: Annotated[
        str, typer.Option(metavar="SHARE", help="The share that he holds the position in: 2/14.")
    ] = "1",
    risk: Annotated[
        str,
        typer.Option(
            metavar="SHARE", help="The risk that bankroll and cover shall be enough for: 0.02."
        ),
    ] = "0.01",
    hours: Annotated[int, typer.Option(metavar="N", help="How long he holds it.")] = 8,
    shoes: Annotated[
        int,
        typer.Option("--shoes", metavar="N", help="Shoes that are dealt and settled beside it."),
    ] = 20,
    seed: Seed = 1,
    decks: Decks = None,
    cut: Cut = None,
    last: Last = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the risk of ruin by bankroll, as SVG.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a player-dealer's bank wins in an hour, and what bankroll it needs.

    Amounts are in minor units. The result of a round is exact, the cover and the order of
    settlement in it.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.catalogue import schedule as find_schedule
    from puntobanco.rules.collection import at_table
    from puntobanco.study.bank import Bank, dealt, walks

    sheet = find(rules or BANKED)
    places = seats or sheet.seats[0]
    placed = _wagers(wager, places)
    shoe = shoes_of(sheet, decks, cut, last, seed)
    mains = [w.amount for w in placed if sheet.require_bet(w.bet).is_main] or [cover]
    posted = find_schedule(schedule or sheet.venue.collection)
    fees = at_table(posted, min(mains), max(mains), sheet)
    an_hour = _share("rounds", rounds) * _share("held", held)
    allowed = float(_share("risk", risk))
    run = Bank(sheet, placed, places, cover, fees, shoe.decks, an_hour)
    length = int(an_hour * hours)
    for name, value, most in (("hours", length, WALK_MAX), ("shoes", shoes, SHOES_MAX)):
        if not 1 <= value <= most:
            message = (
                f"{name}: {hours if name == 'hours' else shoes} cannot be; give fewer, or more"
            )
            raise InputError(message)
    has = 10 * cover if bankroll is None else bankroll
    if has < 1:
        message = f"bankroll: {has} is none; give an amount above 0"
        raise InputError(message)
    second, falls = dealt(run, shoe, shoes), walks(run, length, seed)
    if as_json:
        write_json(_document(run, has, hours, allowed, second, falls))
    else:
        from puntobanco.cli.pages import show

        show(_page(run, has, hours, allowed, second, falls))
    if plot is not None:
        _plot(plot, run, hours, falls, max(has, falls.needed(RISKS[-1])))


def _wagers(texts: Sequence[str], seats: int) -> tuple[Wager, ...]:
    from puntobanco.rules.settle import Wager

    found: list[Wager] = []
    for text in texts:
        match = _WAGER.fullmatch(text.strip())
        if match is None:
            message = f"wager: {text!r} is none; write BET=AMOUNT, 3:BET=AMOUNT or 2-5:BET=AMOUNT"
            raise InputError(message)
        first, last = (int(match[1]), int(match[2] or match[1])) if match[1] else (1, seats)
        found += [
            Wager(f"{match[3]}-{seat}", seat, f"seat-{seat}", match[3], int(match[4]))
            for seat in range(first, last + 1)
        ]
    return tuple(found)


_SHARES: Final = {
    "rounds": (1_000, "a number above 0 and up to 1000, such as 40"),
    "held": (1, "a share above 0 and up to 1, such as 2/14"),
    "risk": (1, "a share above 0 and up to 1, such as 0.02"),
}


def _share(name: str, text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    most, cure = _SHARES[name]
    if not 0 < found <= most:
        message = f"{name}: {text!r} cannot be; write {cure}"
        raise InputError(message)
    return found


def _document(
    run: Bank, bankroll: int, hours: int, allowed: float, second: Dealt, falls: Walks
) -> Document:
    mean, deviation = run.an_hour
    expectation = run.exact.expectation
    return {
        "rules": run.sheet.id,
        "decks": run.decks,
        "seats": run.seats,
        "cover": run.cover,
        "wagered": sum(wager.amount for wager in run.wagers),
        "fee": run.fee,
        "collected": run.collected,
        "round": {
            "expectation": {
                "numerator": str(expectation.numerator),
                "denominator": str(expectation.denominator),
                "value": float(expectation),
            },
            "deviation": run.exact.deviation,
            "exhausted": run.exhausted,
            "results": [{"net": net, "chance": chance} for net, chance in run.steps.items()],
        },
        "dealt": {
            "rounds": second.rounds,
            "mean": second.mean,
            "standard_error": second.standard_error,
            "exhausted": second.exhausted,
            "z": _z(run, second),
        },
        "hour": {"rounds": float(run.rounds_an_hour), "mean": mean, "deviation": deviation},
        "bankroll": bankroll,
        "hours": hours,
        "ruin": {"within": falls.ruin(bankroll), "ever": run.ruin(bankroll)},
        "needed": [
            {"risk": risk, "within": falls.needed(risk), "ever": run.needed(risk)}
            for risk in _risks(allowed)
        ],
        "cover_needed": {"risk": allowed, "cover": run.cover_for(allowed)},
    }


def _z(run: Bank, second: Dealt) -> float | None:
    if not second.standard_error:
        return None
    return (second.mean - float(run.exact.expectation)) / second.standard_error


def _percent(risk: float) -> str:
    return f"{100 * risk:.3g} %"


def _risks(allowed: float) -> list[float]:
    return sorted({*RISKS, allowed}, reverse=True)


def _page(
    run: Bank, bankroll: int, hours: int, allowed: float, second: Dealt, falls: Walks
) -> Page:
    from rich.text import Text

    from puntobanco.cli.pages import table_of
    from puntobanco.cli.plain import printable

    mean, deviation = run.an_hour
    yield Text(printable(f"{run.sheet.name}: a player-dealer's bank"), "bold")
    yield (
        f"Cover {run.cover:,} against {sum(w.amount for w in run.wagers):,} wagered at"
        f" {run.seats} seats, fee {run.fee:,} a round; minor units.\n"
    )
    rows = table_of("")
    rows.show_header = False
    rows.add_column("", justify="right", no_wrap=True)
    z = _z(run, second)
    rows.add_row("A round wins, exact", f"{float(run.exact.expectation):+,.2f}")
    told = f"{second.mean:+,.2f} ± {second.standard_error:,.2f}"
    rows.add_row(f"{second.rounds:,} rounds dealt", told + ("" if z is None else f", z {z:+.2f}"))
    rows.add_row("Deviation of a round", f"{run.exact.deviation:,.2f}")
    rows.add_row("Cover exhausted", f"{run.exhausted:.2%} of rounds".replace("%", " %"))
    rows.add_row(
        f"Cover exhausted in {_percent(allowed)} of rounds at most", f"{run.cover_for(allowed):,}"
    )
    rows.add_row("The house collects a round", f"{run.collected:,}")
    rows.add_row(f"An hour of {float(run.rounds_an_hour):g} rounds wins", f"{mean:+,.0f}")
    rows.add_row("Deviation of an hour", f"{deviation:,.0f}")
    within, ever = falls.ruin(bankroll), run.ruin(bankroll)
    rows.add_row(f"{bankroll:,} lost in {hours} hours", f"{within:.2%}".replace("%", " %"))
    rows.add_row(f"{bankroll:,} ever lost, at most", f"{ever:.2%}".replace("%", " %"))
    yield rows
    yield ""
    needed = table_of("Risk of ruin")
    for heading in (f"Bankroll for {hours} hours", "For ever"):
        needed.add_column(heading, justify="right", no_wrap=True)
    for risk in _risks(allowed):
        always = run.needed(risk)
        needed.add_row(
            _percent(risk),
            f"{falls.needed(risk):,}",
            "none is enough" if always is None else f"{always:,}",
        )
    yield needed


def _plot(file: Path, run: Bank, hours: int, falls: Walks, most: int) -> None:
    from puntobanco.cli.stored import write
    from puntobanco.study.plots import alone, curves

    points = [most * number // POINTS for number in range(1, POINTS + 1)]
    drawn = curves(
        f"{run.sheet.name}: risk of ruin by bankroll",
        "bankroll, minor units",
        points,
        [
            (f"in {hours} hours", [falls.ruin(point) for point in points]),
            ("ever, at most", [run.ruin(point) for point in points]),
        ],
    )
    write([alone(drawn).encode() + b"\n"], file)
