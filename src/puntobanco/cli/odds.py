"""``odds``: exact odds of every bet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco.cli.options import AsJson, SheetName
from puntobanco.errors import CardError, InputError

if TYPE_CHECKING:
    from puntobanco.cards import Card
    from puntobanco.shoe import Composition

DECKS_MAX: Final = 100
_FILE_MAX: Final = 1 << 16


def odds(
    rules: SheetName = None,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many decks, 1 to 100; the sheet's own number where it is not said.",
            show_default=False,
        ),
    ] = None,
    shoe: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A file of the cards that are left, in place of whole decks; - is standard input.",
            show_default=False,
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CARDS",
            help='Cards that are gone from the shoe: "9S 9S KD".',
            show_default=False,
        ),
    ] = None,
    unseen: Annotated[
        int,
        typer.Option(metavar="N", help="How many more are gone, burned without being seen."),
    ] = 0,
    removal: Annotated[
        bool, typer.Option("--removal", help="Tell the effect of removing each rank or card.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the exact odds of every bet.

    Of any sheet, for any number of decks less any cards; the sheet's limits bind tables only.
    """
    from puntobanco.cards import parse_cards
    from puntobanco.cli.documents import odds_document
    from puntobanco.cli.plain import write_json
    from puntobanco.odds.figures import odds as count
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT
    from puntobanco.shoe import Composition

    sheet = find(rules or DEFAULT)
    removed = parse_cards(" ".join(remove or ()))
    number = None
    if shoe is None:
        number = sheet.decks[2] if decks is None else decks
        if not 1 <= number <= DECKS_MAX:
            message = f"--decks: {number} is out of range; give a number from 1 to {DECKS_MAX}"
            raise InputError(message)
        composition = Composition.of(number, removed)
    elif decks is not None:
        raise InputError("--decks and --shoe both say what is in the shoe; leave one out")
    else:
        composition = Composition.left(_cards(shoe)).less(removed)
    _check_unseen(composition, unseen)
    found = count(sheet, composition)
    effects = None
    if removal:
        _check_removal(composition)
        from puntobanco.odds.removal import removal as remove_each

        effects = remove_each(sheet, composition)
    if as_json:
        write_json(odds_document(found, number, unseen, effects))
        return
    from puntobanco.cli.pages import odds_page, removal_page, show

    show(odds_page(found, number, len(removed), unseen))
    if effects:
        show(removal_page(effects))


def _cards(name: str) -> tuple[Card, ...]:
    """Read the cards that are left from a file, or from standard input."""
    from puntobanco.cards import parse_cards

    where = "standard input" if name == "-" else name
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            content = file.read(_FILE_MAX + 1)
        text = content.decode("ascii")
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or "it is no plain text").lower()
        raise InputError(f"--shoe: {where}: {reason}; give a file of cards") from None
    if len(content) > _FILE_MAX:
        raise InputError(f"--shoe: {where}: more than {_FILE_MAX} bytes; give at most 100 decks")
    for number, line in enumerate(text.splitlines(), 1):
        try:
            parse_cards(line)
        except CardError as error:
            raise InputError(f"--shoe: {where}:{number}: {error}") from None
    return parse_cards(text)


def _check_unseen(composition: Composition, unseen: int) -> None:
    """Refuse a number of unseen cards that leaves no coup.

    Nothing else comes of it: cards are exchangeable, so that the next six are any six of those not
    seen, wherever they lie. Averaged over what was burned, every figure is that of the whole shoe.
    """
    from puntobanco.shoe import ROUND_CARDS_MAX

    most = composition.total - ROUND_CARDS_MAX
    if unseen < 0 or (unseen > most >= 0):
        raise InputError(
            f"--unseen: {unseen} is out of range; of {composition.total} cards 0 to {most} may be"
            f" gone unseen, since a coup may need {ROUND_CARDS_MAX}"
        )


def _check_removal(composition: Composition) -> None:
    """Refuse to take one more card out of a shoe that is too small or too large for it."""
    from puntobanco.odds.kernel import CARDS_MAX
    from puntobanco.shoe import ROUND_CARDS_MAX

    if not ROUND_CARDS_MAX < composition.total <= CARDS_MAX:
        raise InputError(
            f"--removal: a shoe of {composition.total} cards; give {ROUND_CARDS_MAX + 1} to"
            f" {CARDS_MAX}, so that one may be taken out and all be counted"
        )
