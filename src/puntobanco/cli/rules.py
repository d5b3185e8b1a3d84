"""``rules``: rule sheets and collection schedules, listed, shown and checked."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import AsJson, ScheduleName, SheetName, complete_schedule

app = typer.Typer(
    help="List, show and check rule sheets and collection schedules.", rich_markup_mode=None
)


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
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.packaged import DEFAULT

    sheet = find(rules or DEFAULT)
    if as_json:
        write_json(sheet_document(sheet))
        return
    from puntobanco.cli.pages import sheet_page, show

    show(sheet_page(sheet))


@app.command("check")
def check_file(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A rule sheet, a collection schedule or a rotation policy.",
            show_default=False,
        ),
    ],
    caps: Annotated[
        str | None,
        typer.Option(
            metavar="ID_OR_FILE",
            help="Caps that a collection schedule must keep, such as washington-caps.",
            show_default=False,
            autocompletion=complete_schedule,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a file: a rule sheet, a collection schedule or a rotation policy.

    Status 0 when it is sound, else 2 and its first fault by file, line and key.
    """
    from puntobanco.cli.documents import schedule_summary, summary_document
    from puntobanco.cli.plain import printable, write_json
    from puntobanco.errors import SheetError
    from puntobanco.rules.catalogue import of_file, schedule
    from puntobanco.rules.collection import Schedule, check_caps
    from puntobanco.rules.rotation import RotationPolicy

    found = of_file(file if "/" in file or file.endswith(".toml") else f"./{file}")
    if caps is not None:
        if not isinstance(found, Schedule):
            raise SheetError(file, None, "caps", "this file has no fees", "leave --caps out")
        check_caps(found, schedule(caps))
    if isinstance(found, Schedule):
        said = f"{found.id} is a sound collection schedule, {found.hash[:12]}"
        document = {**schedule_summary(found), "hash": found.hash}
    elif isinstance(found, RotationPolicy):
        said = f"{found.id} is a sound rotation policy"
        document = dict(found.source_form)
    else:
        said = f"{found.id} is a sound rule sheet, {found.hash[:12]}"
        hashes = {"hash": found.hash, "venue_hash": found.venue_hash}
        document = {**summary_document(found), **hashes}
    if as_json:
        write_json(document)
    else:
        print(f"{printable(file)}: {said}")


@app.command("schedules")
def list_schedules(
    as_json: AsJson = False,
) -> None:
    """List the shipped collection schedules."""
    from puntobanco.cli.documents import schedule_summary
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import schedule, schedules

    found = [schedule(name) for name in schedules()]
    if as_json:
        write_json([schedule_summary(each) for each in found])
        return
    from puntobanco.cli.pages import show
    from puntobanco.cli.postings import schedules_page

    show(schedules_page(found))


@app.command("schedule")
def show_schedule(
    name: ScheduleName,
    as_json: AsJson = False,
) -> None:
    """Show a collection schedule: who pays, for what, and how much.

    With --json in its canonical form, with its hash.
    """
    from puntobanco.cli.documents import schedule_document
    from puntobanco.cli.plain import write_json
    from puntobanco.rules.catalogue import schedule

    found = schedule(name)
    if as_json:
        write_json(schedule_document(found))
        return
    from puntobanco.cli.pages import show
    from puntobanco.cli.postings import schedule_page

    show(schedule_page(found))


@app.command("house")
def show_house_rules(
    rules: SheetName = None,
    rotation: Annotated[
        str | None,
        typer.Option(
            metavar="ID_OR_FILE",
            help="A rotation policy. [default: the sheet's]",
            show_default=False,
        ),
    ] = None,
    schedule_name: Annotated[
        str | None,
        typer.Option(
            "--schedule",
            metavar="ID_OR_FILE",
            help="A collection schedule. [default: the sheet's]",
            show_default=False,
            autocompletion=complete_schedule,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the house rules of a game, as a room may post them.

    House way, wagers, order of settlement, rotation, collection, irregularities, disputes.
    """
    from puntobanco.cli.plain import write_json
    from puntobanco.house.house_rules import house_rules
    from puntobanco.rules.catalogue import find
    from puntobanco.rules.catalogue import rotation as find_rotation
    from puntobanco.rules.catalogue import schedule as find_schedule
    from puntobanco.rules.collection import check_possible
    from puntobanco.rules.packaged import DEFAULT

    sheet = find(rules or DEFAULT)
    policy = schedule = None
    if rotation is not None or not sheet.is_house_banked:
        policy = find_rotation(rotation or sheet.venue.rotation)
    if schedule_name is not None or not sheet.is_house_banked:
        schedule = find_schedule(schedule_name or sheet.venue.collection)
    if schedule is not None:
        check_possible(schedule)
    sections = house_rules(sheet, policy, schedule)
    if as_json:
        write_json([{"title": s.title, "lines": list(s.lines)} for s in sections])
        return
    from puntobanco.cli.pages import sections_page, show

    show(sections_page(sections))
