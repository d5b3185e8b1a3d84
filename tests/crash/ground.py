"""Where a run begins: a file with a table whose shoe is almost over, and signed-in patrons."""

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

from puntobanco.house.clock import SystemClock
from puntobanco.house.dealer import FAST, Dealer
from puntobanco.house.desk import Desk
from puntobanco.house.people import People
from puntobanco.house.plan import Plan
from puntobanco.store.sqlite import open_sqlite

TABLE = "1"
CLOCK = 220  # milliseconds of a betting window, so that many rounds fit into a second
LEFT = 40  # cards before the cut card, so that shoes change soon
PATRONS = tuple(f"p{number}" for number in range(6))
CHIPS = 50_000_000
PLAN = Plan(TABLE, "Table 1", "deq-ez", (500, 50_000), (100, 5_000), clock=CLOCK)


def token(patron: str) -> str:
    """A patron's token; a test knows it, so that nobody needs a link."""
    return f"token-of-{patron}"


async def _prepare(file: Path) -> None:
    with closing(open_sqlite(file)) as store:
        desk = Desk(store, SystemClock(), asyncio.get_running_loop().call_soon_threadsafe)
        people = People(store, desk.clock)
        for patron in PATRONS:
            people.enrol(patron, patron.upper(), CHIPS)
            people.sign_in(patron, token(patron))
        await asyncio.wrap_future(desk.do(TABLE, PLAN.command(), "house"))
        dealer = Dealer(desk, TABLE, FAST)
        while True:
            await dealer.deal_hands(1)
            shoe = desk.state(TABLE).shoe
            if shoe and not shoe.is_over and shoe.end.edge - shoe.out < LEFT:
                return


def prepare(file: Path) -> Path:
    """Make the file."""
    asyncio.run(_prepare(file))
    return file


def copy(ground: Path, folder: Path) -> Path:
    """Take a copy to play on; the log of a closed store is one file."""
    return Path(shutil.copy(ground, folder / "played.db"))
