"""The command line in a process of its own: what only a real process shows."""

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco import __version__
from puntobanco.cli import COMMANDS, GROUPS
from tests.cli.rounds import a_round, one_a_line
from tests.cli.running import run

PROGRAM = (sys.executable, "-m", "puntobanco")
COUP = ("coup", "9S", "4H", "KD", "2C", "--json")


def started(
    *arguments: str, stdin: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run(
        (*PROGRAM, *arguments),
        check=False,
        capture_output=True,
        encoding="utf-8",
        input=stdin,
        env=environment,
        timeout=60,
    )


def test_a_process_says_what_main_says() -> None:
    """`python -m puntobanco` is `main`: same output, same status."""
    done = started(*COUP)
    ran = run(*COUP)
    assert (done.returncode, done.stdout, done.stderr) == (0, ran.out, "")
    wrong = started("coup", "1S")
    assert (wrong.returncode, wrong.stdout, wrong.stderr) == (2, "", run("coup", "1S").err)


def test_no_command_is_help() -> None:
    """Without a word, the program shows its help; with --version, its version."""
    ran = run()
    assert ran.status == 0
    assert ran.out == run("--help").out
    assert all(name in ran.out for name in (*GROUPS, *COMMANDS))
    assert run("--version").out == f"puntobanco {__version__}\n"


def test_a_command_loads_its_own_module() -> None:
    """A command that is named loads no other; help and a word that is none load them all."""
    code = (
        "import sys; from puntobanco.__main__ import main; main(sys.argv[1:]);"
        "print(*(m for m in sys.modules if m in {'puntobanco.cli.odds', 'puntobanco.cli.serve'}))"
    )
    for words, loaded in (
        (("odds", "--help"), {"puntobanco.cli.odds"}),
        (("--help",), {"puntobanco.cli.odds", "puntobanco.cli.serve"}),
        (("cuop",), {"puntobanco.cli.odds", "puntobanco.cli.serve"}),
    ):
        command = [sys.executable, "-c", code, *words]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert {*ran.stdout.splitlines()[-1].split()} == loaded


@pytest.mark.parametrize("arguments", [("cuop",), ("--foo",), ("coup", "--foo"), ("odds", "--js")])
def test_unknown_words(arguments: tuple[str, ...]) -> None:
    """A command or an option that is not there is one line and status 2."""
    assert run(*arguments).fault.endswith("--help says what there is")


def test_help_is_quick_because_commands_import_when_they_run() -> None:
    """Help loads nothing of what a command needs to run."""
    code = (
        "import sys; from puntobanco.__main__ import main; main(['--help'])\n"
        "heavy = {'rich', 'msgspec', 'litestar', 'uvicorn', 'apsw', 'numpy', 'puntobanco.web'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "[]\n"


def test_output_without_room() -> None:
    """A full disk under standard output is one line and status 2."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            (*PROGRAM, *COUP), check=False, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr == (
        b"puntobanco: standard output: No space left on device; give another place\n"
    )


def test_reader_that_has_gone() -> None:
    """A pipe whose reader has gone ends the program quietly."""
    for arguments in (("rules", "list"), ("--help",)):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            (*PROGRAM, *arguments),
            check=False,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (141, b"")


def hears_interrupts() -> None:
    """Let a child be interrupted even where the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupt() -> None:
    """Many rounds are answered as they come; an interrupt ends the program quietly."""
    with subprocess.Popen(
        (*PROGRAM, "settle", "-", "--json"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hears_interrupts,  # noqa: PLW1509 - no thread of ours runs here
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(one_a_line(a_round(), a_round()))
        process.stdin.flush()
        answers = [process.stdout.readline() for _ in range(2)]
        assert answers[0] == answers[1] != ""
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == ""


def test_streams_that_are_closed() -> None:
    """Without standard input, output or error, the program still ends with a status."""
    shell = "exec {program} {arguments} {closed}"
    for arguments, closed, status in (
        ("settle -", "<&-", 2),
        (" ".join(COUP), ">&-", 0),
        ("coup 1S", "2>&-", 2),
    ):
        line = shell.format(program=" ".join(PROGRAM), arguments=arguments, closed=closed)
        done = subprocess.run(("/bin/sh", "-c", line), check=False, capture_output=True, timeout=60)
        assert done.returncode == status
        assert b"Traceback" not in done.stderr


def on_a_terminal(*arguments: str, columns: int) -> str:
    """What a terminal of some width is sent."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "40"}
    environment.pop("NO_COLOR", None)
    sent = b""
    with subprocess.Popen((*PROGRAM, *arguments), stdout=theirs, env=environment) as process:
        os.close(theirs)
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(ours, 65536):
                sent += more
        assert process.wait(60) == 0
    os.close(ours)
    return sent.decode().replace("\r\n", "\n")


def test_colour_comes_on_terminals_only() -> None:
    """A terminal gets colour, and no line of words wider than it is; a pipe gets plain text."""
    sent = on_a_terminal("rules", "show", "punto-banco", columns=60)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", sent)
    words, _, hashes = plain.rpartition("\n\n")
    assert sent != plain
    assert all(len(line) <= 60 for line in words.splitlines())
    assert hashes.startswith("Hash of the game")
    assert "\x1b" not in run("rules", "show", "punto-banco").out


def test_tables_and_roads_on_a_narrow_terminal() -> None:
    """A table is never cut short to fit; of a road that is too wide the newest columns show."""
    odds = on_a_terminal("odds", columns=30)
    assert "2,230,518,282,592,256" in odds
    sent = on_a_terminal("roads", "BP" * 30 + " T+n9", columns=20)
    roads = re.sub(r"\x1b\[[0-9;]*m", "", sent).split("\n\n")
    grids = [road.split("\n", 1)[1] for road in roads[:5]]
    assert all(len(line) <= 20 for grid in grids for line in grid.splitlines())
    assert "T+n9" in grids[0]


def test_terminal_that_knows_no_unicode() -> None:
    """Letters that the terminal's encoding lacks are written in ASCII."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    given = '{"rules":"deq-ez","cards":"9S 4H KD 2C","seats":7,"wagers":[%s]}'
    wager = '{"id":"w","seat":1,"patron":"Nguy\u1ec5n","line":"front","bet":"tie","amount":5}'
    done = started("settle", "-", stdin=given % wager, environment=environment)
    assert done.returncode == 0
    assert "Nguy\\u1ec5n" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_bug_is_a_traceback_and_no_other_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug shows its traceback and is status 70: never taken for a check that said no."""

    def broken(_: object) -> None:
        raise LookupError

    monkeypatch.setattr("puntobanco.cli.run", broken)
    ran = run("coup")
    assert ran.status == 70
    assert "LookupError" in ran.err


def test_errors_stay_on_one_line() -> None:
    """However long or odd the input, its error is one line of bearable length."""
    fault = run("coup", "9S\n" * 3 + "x" * 5000).fault
    assert len(fault) < 600
    assert fault.endswith("such as 9S")
    assert "\\x1b[31m" in run("rules", "show", "\x1b[31m.toml").fault
