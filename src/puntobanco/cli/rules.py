"""``rules list``, ``rules show``, ``rules check``: rule sheets."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import AsJson, SheetName

app = typer.Typer(help="List, show and check rule sheets.", rich_markup_mode=None)


@app.command("list")
def list_sheets(
    as_json: AsJson = False,
) -> None:
    """List the shipped rule sheets."""
    from puntobanco.cli.documents import summary_document
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import find, shipped

    sheets = [find(name) for name in shipped()]
    if as_json:
        write_json([summary_document(sheet) for sheet in sheets])
        return
    from puntobanco.cli.pages import sheets_page, show

    show(sheets_page(sheets))


@app.command("show")
def show_sheet(
    rules: SheetName = None,
    as_json: AsJson = False,
) -> None:
    """Show a rule sheet in words.

    With --json in its canonical form, with the hashes that a round records.
    """
    from puntobanco.cli.documents import sheet_document
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import DEFAULT, find

    sheet = find(rules or DEFAULT)
    if as_json:
        write_json(sheet_document(sheet))
        return
    from puntobanco.cli.pages import sheet_page, show

    show(sheet_page(sheet))


@app.command("check")
def check_sheet(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A rule sheet.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Check a rule sheet in a file.

    Status 0 when it is sound, else 2 and its first fault by file, line and key.
    """
    from puntobanco.cli.documents import summary_document
    from puntobanco.cli.plain import printable, write_json
    from puntobanco.rules.catalogue import find

    sheet = find(file if "/" in file or file.endswith(".toml") else f"./{file}")
    if as_json:
        write_json({**summary_document(sheet), "hash": sheet.hash, "venue_hash": sheet.venue_hash})
    else:
        print(f"{printable(file)}: {sheet.id} is a sound rule sheet, {sheet.hash[:12]}")
