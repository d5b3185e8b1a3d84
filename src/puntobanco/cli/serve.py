"""``serve``: the table service, in one process on one database."""

from __future__ import annotations

import asyncio
import itertools
import signal
import socket
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from puntobanco import __version__
from puntobanco.cli.stored import Shifts, Zone
from puntobanco.errors import InputError
from puntobanco.house.day import SHIFTS, ZONE, Hours

if TYPE_CHECKING:
    from puntobanco.house.accounts import Accounts
    from puntobanco.house.desk import Desk
    from puntobanco.house.people import People
    from puntobanco.house.plan import Plan
    from puntobanco.store.base import Store
    from puntobanco.web.server import Server

GUEST_CHIPS: Final = 200_000
BOT_CHIPS: Final = 1_000_000_000
DEMO_BOTS: Final = "demo-"
DEMO_ASKED: Final = "5"  # the table whose higher limits wait for an answer of the floor
TRACKED_HANDS: Final = 40  # that a demo begins with where a shoe is tracked
KINDS: Final = ("software", "typed", "results")
PACES: Final = ("clock", "dealer")
FIRST_TABLE: Final = "1"
FIRST_PATRON: Final = "patron-1"  # whom the printed sign-in link is for
LAW: Final = (
    "Chips are not currency here: no deposits, no payouts. Real play needs the law's leave"
    " and a licence; the names of the games are marks of their owners."
)


@dataclass(frozen=True, slots=True)
class Way:
    """How pages come here."""

    per_address: int
    proxy: str | None


def serve(  # noqa: PLR0913 - options of a command
    *,
    demo: Annotated[bool, typer.Option("--demo", help="Open demo tables with bots.")] = False,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    no_table: Annotated[
        bool, typer.Option("--no-table", help="Open no table and make no chips: for a room.")
    ] = False,
    db: Annotated[
        str | None, typer.Option(help="Database: a file, made if it is new, or postgresql://...")
    ] = None,
    game: Annotated[str, typer.Option(help="Rule sheet of a new table: id or file.")] = "deq-ez",
    limits: Annotated[
        str, typer.Option(help="Limits of the main bets of a new table, such as 5-500.")
    ] = "5-500",
    clock: Annotated[
        int | None, typer.Option(help="Seconds of a betting window of a new table.", min=1, max=600)
    ] = None,
    seats: Annotated[int, typer.Option(help="Places of a new table.", min=1, max=14)] = 7,
    rotation: Annotated[
        str | None, typer.Option(help="How the position goes round: a policy's id or file.")
    ] = None,
    schedule: Annotated[
        str | None, typer.Option(help="The posted collection: a schedule's id or file.")
    ] = None,
    cover: Annotated[
        int | None, typer.Option(help="The least that a player-dealer puts up.", min=1, max=10**9)
    ] = None,
    back_line: Annotated[
        int, typer.Option(help="How many may stand behind a place.", min=0, max=14)
    ] = 0,
    cards: Annotated[
        str,
        typer.Option(
            help="Whose cards a new table has: software's, real ones that a dealer types, or none"
            " but a board of results."
        ),
    ] = "software",
    paced: Annotated[
        str, typer.Option(help="Who says when the software deals a new table: clock or dealer.")
    ] = "clock",
    pin: Annotated[
        str | None,
        typer.Option(help="PIN of a new table of results, 4 to 12 digits; else one is made."),
    ] = None,
    pace: Annotated[
        float, typer.Option(help="Speed of dealing; 2 is twice as fast.", min=0.1, max=100)
    ] = 1.0,
    zone: Zone = ZONE,
    shifts: Shifts = SHIFTS,
    per_address: Annotated[
        int, typer.Option(help="Sockets of pages from one address at most.", min=1, max=10_000)
    ] = 50,
    proxy: Annotated[
        str | None, typer.Option(help="Address of the proxy whose X-Forwarded-For is believed.")
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(
            help="A file, best on another disk, that knows if the database is an older one.",
            show_default=False,
        ),
    ] = None,
    restored: Annotated[
        bool,
        typer.Option("--restored", help="Go on with an older database: what it lacks is lost."),
    ] = False,
) -> None:
    """Run tables in the browser."""
    from puntobanco.house.pins import check_pin
    from puntobanco.house.plan import DEMO, Plan
    from puntobanco.store import open_store

    least, most = _limits(limits)
    if demo and no_table:
        message = "--no-table: a demo is its tables; leave one of the two options out"
        raise InputError(message)
    plans: tuple[Plan, ...] = DEMO if demo else ()
    if not (demo or no_table):
        mains, sides = (least, most), (min(least, 100), max(min(least, 100), most // 10))
        if cards not in KINDS:
            message = f"--cards {cards}: a new table has no such cards; use {' or '.join(KINDS)}"
            raise InputError(message)
        if paced not in PACES:
            message = f"--paced {paced}: nobody sets the pace so; use {' or '.join(PACES)}"
            raise InputError(message)
        least_cover = None if cover is None else cover * 100
        plans = (
            Plan(
                FIRST_TABLE,
                f"Table {FIRST_TABLE}",
                game,
                mains,
                sides,
                seats=seats,
                rotation=rotation,
                schedule=schedule,
                cover_min=least_cover,
                back_line=back_line,
                cards=cards,
                paced=paced,
            ),
        )
        if cards == "typed" or paced == "dealer":  # the dealer closes the bets
            plans = (replace(plans[0], clock=None, offer_ms=None),)
    if pin is not None:
        check_pin(pin)
    if clock is not None:
        plans = tuple(replace(plan, clock=clock * 1000) for plan in plans)
    for plan in plans:
        plan.command()  # a wrong sheet is said before anything is opened
    hours = Hours.read(zone, shifts)
    way = Way(per_address, _proxy(proxy))
    listener = _listen(host, port)
    try:
        place = "puntobanco-demo.db" if demo else "puntobanco.db"
        store = open_store(place if db is None else db)
        try:
            import uvloop

            _ask_witness(store, witness, restored=restored)
            uvloop.run(_serve(store, listener, plans, pin, hours, way, demo=demo, speed=pace))
        finally:
            store.close()
    finally:
        listener.close()


def _proxy(text: str | None) -> str | None:
    try:
        return text and str(ip_address(text))
    except ValueError:
        message = f"--proxy {text}: this is no address; write one such as 192.0.2.7"
        raise InputError(message) from None


def _ask_witness(store: Store, file: Path | None, *, restored: bool) -> None:
    """Refuse a store that is not what was played on, and let the witness see what comes."""
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.restored import begin_witnessed
    from puntobanco.store.witness import Witness

    witness = None if file is None else Witness(file)
    lacking = witness.lacking(store) if witness else []
    if lacking and not restored:
        message = (
            f"--witness {file}: the database is an older one, or another: {lacking[0]} is not as"
            " it was seen; name the newest, or give up what this one lacks with --restored"
        )
        raise InputError(message)
    if restored and not lacking:
        message = "--restored: the database lacks nothing that a witness saw; leave it out"
        raise InputError(message)
    if witness:
        begin_witnessed(store, witness, SystemClock())


def _limits(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    if not (least.isascii() and least.isdigit() and most.isascii() and most.isdigit()):
        message = f"--limits {text}: these are no limits; write whole amounts such as 5-500"
        raise InputError(message)
    low, high = int(least), int(most)
    if not 1 <= low <= high <= 10**9:
        message = f"--limits {text}: they do not fit; write 1 to 1000000000, the smaller first"
        raise InputError(message)
    return low * 100, high * 100


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is one line."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0].lower()
        message = f"{host}:{port}: {reason}; choose another with --port or --host"
        raise InputError(message) from None


async def _serve(
    store: Store,
    listener: socket.socket,
    plans: tuple[Plan, ...],
    pin: str | None,
    hours: Hours,
    way: Way,
    *,
    demo: bool,
    speed: float,
) -> None:
    from puntobanco.house.accounts import Accounts
    from puntobanco.house.clock import SystemClock
    from puntobanco.house.dealer import Dealers, Pace
    from puntobanco.house.desk import Desk
    from puntobanco.house.guard import Guard
    from puntobanco.house.in_step import InStep, references
    from puntobanco.house.lab.sheets import Sheets
    from puntobanco.house.people import People
    from puntobanco.house.window import Window
    from puntobanco.web.addresses import Addresses
    from puntobanco.web.app import create_app
    from puntobanco.web.attendance import Attendance
    from puntobanco.web.context import Context
    from puntobanco.web.control import control
    from puntobanco.web.files import Files
    from puntobanco.web.live import Hub
    from puntobanco.web.server import make_server

    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):  # before anybody is told that it ends so
        loop.add_signal_handler(number, stopping.set)
    desk = Desk(store, SystemClock(), loop.call_soon_threadsafe, hours)
    people = People(store, desk.clock)
    if demo:
        _enrol_bots(people, desk, plans)
    elif desk.tables or people.tokens():  # somebody has begun here: he opens what he wants
        plans = ()
    if any(plan.cards == "software" for plan in plans) and not people.is_known(FIRST_PATRON):
        people.enrol(FIRST_PATRON, "Patron", GUEST_CHIPS)
    opened = await _open_tables(desk, plans)
    await _ask_for_limits(desk, people, opened if demo else [])
    in_step = InStep(desk, references(desk))  # the hands that a demo begins with are dealt already
    await in_step.look()
    pins = _set_pins(people, desk, opened, pin)
    chips = GUEST_CHIPS if demo else None
    hub = Hub(desk, people, hours)
    window = Window(store, people, desk.clock, hub.own.at_window)
    accounts = Accounts(store, people, desk.clock)
    context = Context(
        desk,
        people,
        hub,
        Files.read(),
        chips,
        window,
        accounts,
        Sheets(store, desk.clock),
        addresses=Addresses(way.per_address),
    )
    app = create_app(context)
    server = make_server(app, way.proxy)
    host, port = listener.getsockname()[:2]
    place = str(store.settings().get("file") or store.settings().get("database"))
    address = f"http://{_shown(host)}:{port}"
    async with control(context, place, address):
        _announce(desk, accounts, people, address, pins, demo=demo)
        bots = _bots(people, desk, plans, host, port) if demo else []
        others = [
            Dealers(desk, Pace().faster(speed)).run(),
            Attendance(hub).run(),
            Guard(desk).run(),
            in_step.run(),
            *bots,
        ]
        await _together(server, listener, others, stopping)
    # What is still queued is told while there is a loop to tell it on.
    await asyncio.to_thread(store.close)
    await context.close()


async def _open_tables(desk: Desk, plans: tuple[Plan, ...]) -> list[str]:
    """Open the planned tables that the log does not know; a demo's begin with some hands."""
    from puntobanco.house.dealer import FAST, Dealer

    opened: list[str] = []
    for plan in plans:
        live = desk.tables.get(plan.table)
        if live is not None and live.version:
            continue
        await asyncio.wrap_future(desk.do(plan.table, plan.command(), "house"))
        opened.append(plan.table)
        if plan.hands:
            await Dealer(desk, plan.table, FAST).deal_hands(plan.hands)
    return opened


async def _ask_for_limits(desk: Desk, people: People, opened: list[str]) -> None:
    """Let a supervisor of the demo propose higher limits, so that another has something to say."""
    if DEMO_ASKED not in opened:
        return
    from msgspec.structs import replace as changed

    from puntobanco.house.roles import Role
    from puntobanco.house.tokens import Grant
    from puntobanco.table import commands as cm
    from puntobanco.table import events as ev
    from puntobanco.web.sessions import new_staff, new_token

    grant = Grant(Role.SUPERVISOR.value, name="Demo second supervisor", days=1)
    given = people.give_token(grant, new_token(), new_staff())
    limits = desk.state(DEMO_ASKED).game.limits.values()
    matter = ev.ChangeLimits(tuple(changed(limit, max=2 * limit.max) for limit in limits))
    ask = cm.Propose(by=given.actor, reason="a busy evening", matter=matter)
    await asyncio.wrap_future(desk.do(DEMO_ASKED, ask, given.actor, Role.SUPERVISOR))


def _is_tracked(desk: Desk, table: str) -> bool:
    setup = desk.state(table).setup
    return setup is not None and not setup.takes_wagers


def _has_dealer(desk: Desk, table: str) -> bool:
    """Whether somebody deals there, not the house's clock."""
    setup = desk.state(table).setup
    return setup is not None and not setup.has_house_clock


def _set_pins(people: People, desk: Desk, opened: list[str], pin: str | None) -> dict[str, str]:
    """Give each new table of results its PIN."""
    from puntobanco.web.sessions import new_pin, new_token

    pins = {table: pin or new_pin() for table in opened if _is_tracked(desk, table)}
    for table, chosen in pins.items():
        people.set_pin(table, chosen, new_token())
    return pins


def _enrol_bots(people: People, desk: Desk, plans: tuple[Plan, ...]) -> None:
    """Write the demo's patrons down, before any table: so a demo's file is known from a room's."""
    from puntobanco.bots import NAMES

    names = itertools.cycle(NAMES)
    bots = {
        f"{DEMO_BOTS}{plan.table}-{number}": next(names)
        for plan in plans
        for number in range(plan.patrons)
    }
    if desk.tables and not any(map(people.is_known, bots)):
        message = "--db: this file is a room's and no demo's; name another one for --demo"
        raise InputError(message)
    for patron, name in bots.items():
        if not people.is_known(patron):
            people.enrol(patron, name, BOT_CHIPS, "bot")


def _bots(
    people: People, desk: Desk, plans: tuple[Plan, ...], host: str, port: int
) -> list[Coroutine[None, None, None]]:
    """Make the demo's patrons; each has a token, like any program."""
    from puntobanco.bots import Bot, Tracker
    from puntobanco.house.tokens import Grant
    from puntobanco.web.sessions import new_staff, new_token

    bots = []
    for plan in plans:
        if _is_tracked(desk, plan.table):
            token = new_token()
            grant = Grant("dealer", plan.table, f"Demo dealer {plan.table}", days=1)
            people.give_token(grant, token, new_staff())
            bots.append(Tracker(_shown(host), port, plan.table, token, TRACKED_HANDS).run())
        for number in range(plan.patrons):
            if desk.tables[plan.table].state.setup is None:
                continue
            token, patron = new_token(), f"{DEMO_BOTS}{plan.table}-{number}"
            people.give_token(Grant("patron", plan.table, patron=patron, days=1), token, patron)
            bots.append(Bot(_shown(host), port, plan.table, token).run())
    return bots


def _announce(
    desk: Desk,
    accounts: Accounts,
    people: People,
    address: str,
    pins: dict[str, str],
    *,
    demo: bool,
) -> None:
    from puntobanco.house.tokens import Grant
    from puntobanco.web.sessions import new_staff, new_token

    print(f"puntobanco {__version__}: {LAW}")
    print(f"  Lobby       {address}/")
    for table, live in desk.tables.items():
        if live.state.setup is not None:
            name = f"{live.state.game.name}, {live.state.game.sheet.name}"
            print(f"  Seat        {address}/table/{table}    {name}")
            print(f"  Board       {address}/table/{table}/board")
        if _has_dealer(desk, table):
            link = _staff_link(accounts, f"Dealer {table}", f"dealer@{table}")
            what = "enters results" if _is_tracked(desk, table) else "deals"
            print(f"  Dealer      {address}/enter/{link}    {what}, one use, 24 hours")
        if table in pins:
            print(f"  PIN         {pins[table]}    of table {table}, for corrections")
    if people.is_known(FIRST_PATRON):
        token = new_token()
        people.put_link(FIRST_PATRON, token)
        print(f"  Sign in     {address}/enter/{token}    as a patron with play chips,", end="")
        print(" one use, 24 hours")
    if not any(live.state.setup for live in desk.tables.values()):
        print("  Tables      none; a supervisor's token opens one with POST /api/tables")
    if not desk.tables and not any(given.role == "admin" for given in people.tokens()):
        token = new_token()
        people.give_token(Grant("admin", name="Admin"), token, new_staff())
        print(f"  Admin       {token}    the first token, shown this once; it gives the others")
    if demo:
        _announce_roles(accounts, people, address)
    print("Ctrl-C ends it; everything acknowledged is on disk.", flush=True)


def _announce_roles(accounts: Accounts, people: People, address: str) -> None:
    """Show a demo's links and tokens, one a role, so that pages and API can be tried at once."""
    from puntobanco.house.roles import Role
    from puntobanco.house.tokens import GIVEN, Grant
    from puntobanco.web.sessions import new_staff, new_token

    staff = [role for role in GIVEN if role != Role.PATRON.value]
    print("  Staff of this demo, one use, 24 hours; each browser is one person:")
    for role in staff:
        link = _staff_link(accounts, f"Demo {role}", role)
        print(f"    {role:<11} {address}/enter/{link}")
    print("  Tokens of this demo, good for a day; a room makes its own with puntobanco token:")
    for role in GIVEN:
        token, patron = new_token(), FIRST_PATRON if role == Role.PATRON.value else None
        people.give_token(
            Grant(role, name=f"Demo {role}", patron=patron, days=1), token, new_staff()
        )
        print(f"    {role:<11} {token}")


def _staff_link(accounts: Accounts, name: str, duties: str) -> str:
    """Make a one-time link for a member of the staff, who gets an account if he has none."""
    from puntobanco.house.account_log import CONSOLE
    from puntobanco.house.account_rules import Order
    from puntobanco.house.tokens import folded
    from puntobanco.web.sessions import new_staff, new_token

    if all(account.sign_in != folded(name) for account in accounts.known()):
        accounts.open(Order(name, duties=duties), new_staff(), CONSOLE)
    link = new_token()
    accounts.link(name, link, CONSOLE)
    return link


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def _together(
    server: Server,
    listener: socket.socket,
    others: list[Coroutine[None, None, None]],
    stopping: asyncio.Event,
) -> None:
    """Serve until told to stop or a fault: a dealer that fails ends the process."""
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    told = asyncio.create_task(stopping.wait())
    running = {asyncio.create_task(other) for other in others}
    try:
        while not (serving.done() or told.done()):
            waiting = {serving, told, *running}
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            running.difference_update(done)
            for task in done:
                task.result()
    finally:
        for task in (told, *running):
            task.cancel()  # first of all: a demo's patrons would come back while the server ends
        server.should_exit = True
        await asyncio.gather(serving, told, *running, return_exceptions=True)
