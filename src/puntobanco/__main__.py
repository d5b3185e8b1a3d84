"""``python -m puntobanco`` and the command ``puntobanco``: exit statuses and standard error.

0 done; 1 a check said no; 2 the input is wrong, with one line that names the place and the cure;
130 interrupted; 141 the reader of a pipe has gone; 70 a bug, with its traceback.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final, TextIO

WRONG: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130
PIPE_GONE: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
    sys.stdout = out = sys.stdout or io.StringIO()  # somebody may have closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        from puntobanco.cli import run  # noqa: PLC0415 - an interrupt while it loads is quiet too

        status = run(sys.argv[1:] if argv is None else argv)
        out.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # typer exits where a pipe breaks in its hands
        _silence(out)
        return PIPE_GONE
    except OSError as error:
        _silence(out)
        place = error.filename or "standard output"
        return _complain(f"{place}: {error.strerror}; give another place")
    except Exception as error:  # noqa: BLE001 - the last line of defence: it tells faults from bugs
        return _judge(error)
    return status


def _judge(error: Exception) -> int:
    """Tell wrong input and wrong usage, which are one line, from a bug, which is a traceback."""
    from puntobanco.errors import InputError  # noqa: PLC0415 - as above

    if isinstance(error, InputError):
        return _complain(str(error))
    usage = getattr(error, "format_message", None)  # typer's copy of click has no public base
    if usage is None:
        traceback.print_exception(error)
        return BUG
    context = getattr(error, "ctx", None)
    program = context.command_path if context else "puntobanco"
    message = str(usage()).rstrip(".")
    return _complain(f"{message}; {program} --help says what there is")


def _complain(message: str) -> int:
    from puntobanco.cli.plain import one_line  # noqa: PLC0415 - as above

    if sys.stderr:
        sys.stderr.write(f"puntobanco: {one_line(message)}\n")
    return WRONG


def _silence(out: TextIO) -> None:
    """Send what is still buffered nowhere, so that the interpreter ends without complaint."""
    sys.stdout = out
    with contextlib.suppress(OSError):  # a captured stream has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


if __name__ == "__main__":
    sys.exit(main())
