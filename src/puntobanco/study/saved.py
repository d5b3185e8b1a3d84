"""A simulation written down where it stopped, so that it is gone on with as if it never had."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from puntobanco import __version__
from puntobanco.errors import InvariantError
from puntobanco.sim.shoes import SimulationError
from puntobanco.study.simulation import Simulation

FILE_MAX: Final = 1 << 26  # bytes; a real one has some hundred thousand


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """What is kept of a run: what it depends on, and what it has counted."""

    puntobanco: str
    rules: str  # the sheet's hash
    decks: int
    cut_card: int
    burn: str
    last: str
    seed: int
    kernel: str
    wanted: int
    shoes: int
    bins: dict[int, int]  # by number, those with rounds in them
    lengths: list[int]
    blocks: list[list[int]]
    digest: str


_WORDS: Final = {  # of what must be the same
    "puntobanco": "version",
    "rules": "sheet",
    "decks": "number of decks",
    "cut_card": "cut card",
    "burn": "burn",
    "last": "end of the shoe",
    "seed": "seed",
    "kernel": "kernel",
}


def save(run: Simulation) -> bytes:
    """Write down a run."""
    bins = {number: rounds for number, rounds in enumerate(run.tally.bins.tolist()) if rounds}
    counted: dict[str, Any] = {
        "wanted": run.wanted,
        "shoes": run.tally.shoes,
        "bins": bins,
        "lengths": run.tally.lengths.tolist(),
        "blocks": run.blocks,
        "digest": run.digest,
    }
    return msgspec.json.encode(Saved(**_terms(run), **counted)) + b"\n"


def resume(run: Simulation, data: bytes, name: str) -> None:
    """Put a run that has not begun where the one of a file stopped."""
    try:
        saved = msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        message = f"{name}: this is no saved simulation: {error}; name another file"
        raise SimulationError(message) from None
    for key, value in _terms(run).items():
        if (was := getattr(saved, key)) != value:
            message = (
                f"{name}: the run that is saved there has another {_WORDS[key]}: {was!r}, not"
                f" {value!r}; go on with that, or name another file"
            )
            raise SimulationError(message)
    if not max(saved.wanted, saved.shoes) <= run.wanted:
        message = f"shoes: {name} was begun for {saved.wanted:,} shoes; ask for at least those"
        raise SimulationError(message)
    try:
        _fill(run, saved)
        damaged = run.digest != saved.digest or not _fits(run)
    except (IndexError, ValueError, OverflowError, InvariantError):
        damaged = True
    if damaged:
        message = f"{name}: what is saved there does not add up; name another file"
        raise SimulationError(message)


def _terms(run: Simulation) -> dict[str, Any]:
    """Give what the counts of a run depend on, but for how many shoes there are."""
    rules = run.shoes.rules
    return {
        "puntobanco": __version__,
        "rules": run.sheet.hash,
        "decks": run.shoes.decks,
        "cut_card": rules.cut_card,
        "burn": rules.burn,
        "last": rules.last,
        "seed": run.shoes.seed,
        "kernel": run.kernel,
    }


def _fill(run: Simulation, saved: Saved) -> None:
    run.tally.shoes = saved.shoes
    run.tally.lengths[:] = saved.lengths
    for number, rounds in saved.bins.items():
        run.tally.bins[number] = rounds
    run.blocks = saved.blocks
    # where more shoes are wanted now, a block is so many of those before
    run.join(run.block_of(run.wanted) // run.block_of(saved.wanted))


def _fits(run: Simulation) -> bool:
    """Whether lengths are those of the shoes, and blocks those of shoes and bets."""
    columns = 3 + len(run.readings)
    lengths = int(run.tally.lengths.sum())
    return (
        lengths in {0, run.tally.shoes}
        and len(run.blocks) == -(-run.tally.shoes // run.block_of(run.wanted))
        and all(len(block) == columns for block in run.blocks)
    )
