"""``verify``: whether a file that puntobanco wrote is true."""

from __future__ import annotations

from typing import Annotated

import typer

from puntobanco.cli.options import AsJson


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="An exported log; - is standard input.", show_default=False
        ),
    ],
    as_json: AsJson = False,
) -> int:
    """Check an exported log by its events alone.

    Status 0 when it is true, 1 when it is false, 2 when it cannot be read.
    """
    from puntobanco.cli.plain import one_line, write_json
    from puntobanco.cli.stored_log import lines_of, shown_name
    from puntobanco.house.logfile import check_log

    with lines_of(file) as lines:
        checked = check_log(lines)
    auditor = checked.auditor
    if as_json:
        write_json(
            {
                "true": not checked.fault,
                "line": checked.line if checked.fault else None,
                "fault": checked.fault or None,
                "events": auditor.events,
                "transfers": auditor.transfers,
                "streams": {
                    stream: {"version": version, "hash": tip.hex()}
                    for stream, (version, _, tip) in auditor.tips.items()
                },
            }
        )
    elif checked.fault:
        print(one_line(f"{shown_name(file)}:{checked.line}: {checked.fault}"))
    else:
        counts = f"{auditor.events:,} events and {auditor.transfers:,} transfers"
        print(one_line(f"{shown_name(file)}: true; {counts}"))
        for stream, (version, _, tip) in auditor.tips.items():
            print(one_line(f"  {stream} ends at {version:,} with {tip.hex()}"))
    return 1 if checked.fault else 0
