"""Processes apart: whatever becomes of a question, the next one is answered."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from puntobanco.errors import Refused
from puntobanco.house.apart import __main__ as program
from puntobanco.house.apart.asking import PROGRAM, Apart
from tests.house.odd_task import Odd

ODD = "tests.house.odd_task"


def within(work: Callable[[Apart], Awaitable[None]], **limits: Any) -> None:
    """Do something with processes of the test's own."""

    async def done() -> None:
        async with Apart(ODD, **limits) as apart:
            await work(apart)

    asyncio.run(done())


async def asked(apart: Apart, what: str, asker: str = "ann", size: int = 0) -> dict[str, Any]:
    """Ask, and read the answer."""
    answer: dict[str, Any] = msgspec.json.decode(await apart.ask(asker, Odd(what, size)))
    return answer


def test_one_process_answers_one_question_after_the_other() -> None:
    """It is begun when somebody asks, and stays for the next; answers may be long."""

    async def work(apart: Apart) -> None:
        first = await asked(apart, "one")
        second = await asked(apart, "two", size=5_000_000)
        assert first["pid"] == second["pid"]
        assert (second["what"], len(second["long"])) == ("two", 5_000_000)

    within(work)


def test_shares_are_told_on_the_way() -> None:
    """Whoever asks is told that he is in line, and what is done before the answer comes."""

    async def work(apart: Apart) -> None:
        shares: list[float] = []
        await apart.ask("ann", Odd("slowly"), shares.append)
        assert shares == [0.0, 0.25, 0.5, 0.75]

    within(work)


@pytest.mark.parametrize("what", ["sleep", "die", "memory", "much"])
def test_what_becomes_of_a_question_that_goes_wrong(what: str) -> None:
    """One without an end, one that kills, one that takes all memory: its asker is told why."""

    async def work(apart: Apart) -> None:
        why = {"sleep": "slow", "die": "ended"}.get(what, "memory")
        before = await asked(apart, "before")
        with pytest.raises(Refused, match=why) as refused:
            await asked(apart, what)
        assert refused.value.params == ({"seconds": 3.0} if why == "slow" else {})
        after = await asked(apart, "after")
        assert after["what"] == "after"
        assert after["pid"] != before["pid"]  # what one kept must not weigh on the next

    within(work, seconds=3.0)


def test_a_process_that_is_killed_is_replaced() -> None:
    """Killed at work it costs the question; killed while it waits, nothing."""

    async def work(apart: Apart) -> None:
        number = (await asked(apart, "one"))["pid"]
        sleeping = asyncio.create_task(asked(apart, "sleep"))
        await asyncio.sleep(0)
        os.kill(number, signal.SIGKILL)
        with pytest.raises(Refused, match="ended"):
            await sleeping
        number = (await asked(apart, "two"))["pid"]
        (process,) = apart._all  # noqa: SLF001
        os.kill(number, signal.SIGKILL)
        await process.wait()
        assert (await asked(apart, "three"))["pid"] != number

    within(work)


def test_nobody_fills_the_line() -> None:
    """Whoever has some questions waiting is refused more; others get in until the line is full."""

    async def work(apart: Apart) -> None:
        askers = ["ann", "ann", "bea"]
        first = [asyncio.create_task(asked(apart, who, who)) for who in askers]
        await asyncio.sleep(0)
        for who in ("ann", "cat"):
            with pytest.raises(Refused, match="busy"):
                await asked(apart, "more", who)
        assert [(await answer)["what"] for answer in first] == askers
        assert (await asked(apart, "more"))["what"] == "more"

    within(work, waiting=3, each=2)


def test_who_goes_away_takes_his_question_along() -> None:
    """A question that nobody waits for any more is ended with its process."""

    async def work(apart: Apart) -> None:
        await asked(apart, "one")
        (process,) = apart._all  # noqa: SLF001
        sleeping = asyncio.create_task(asked(apart, "sleep"))
        await asyncio.sleep(0)
        sleeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeping
        assert process.returncode == -signal.SIGKILL

    within(work)


def test_the_end_of_the_house_is_told() -> None:
    """Whoever still waits when the processes are ended is told so."""

    async def work(apart: Apart) -> None:
        await asked(apart, "one")
        sleeping = asyncio.create_task(asked(apart, "sleep"))
        await asyncio.sleep(0)
        await apart.close()
        with pytest.raises(Refused, match="ended"):
            await sleeping

    within(work)


def test_a_house_that_has_gone_leaves_no_process() -> None:
    """With its standard input a process ends, quietly, and so when nobody asks for a while."""
    gone = subprocess.run(
        [*PROGRAM, ODD, "0"], input=b"", capture_output=True, check=False, timeout=60
    )
    assert (gone.returncode, gone.stdout, gone.stderr) == (0, program.READY, b"")
    code = f"from puntobanco.house.apart import __main__ as m; m.IDLE_S = 0; m.main({ODD!r}, '0')"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as idle:
        assert idle.wait(60) == 0
