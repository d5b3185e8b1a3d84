"""The tables of both engines, as SQLite makes them in a new file.

The log (events, transfers, answers) only grows: triggers refuse every change. Balances, the heads
of streams and snapshots are caches of it. Patrons, accounts, sign-ins, tokens and sheets are
people's, and can be erased. A format that was released is never changed, for files have it; the
next one adds.
"""

from __future__ import annotations

from typing import Final

from puntobanco.ledger import OWING

APPLICATION_ID: Final = 0x70756E62  # "punb" in the head of the file

_OWING: Final = ", ".join(f"'{account}'" for account in sorted(OWING, reverse=True))

_TABLES: Final = (
    """CREATE TABLE streams (
        stream TEXT PRIMARY KEY CHECK (stream <> ''),
        version INTEGER NOT NULL CHECK (version >= 1),
        hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
        stream TEXT NOT NULL CHECK (stream <> ''),
        version INTEGER NOT NULL CHECK (version >= 1),
        at INTEGER NOT NULL CHECK (at >= 0),
        body BLOB NOT NULL,
        prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        UNIQUE (stream, version),
        UNIQUE (stream, prev_hash)
    ) STRICT""",
    """CREATE TABLE transfers (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        line INTEGER NOT NULL CHECK (line >= 1),
        source TEXT NOT NULL CHECK (source <> ''),
        target TEXT NOT NULL CHECK (target <> ''),
        amount INTEGER NOT NULL CHECK (amount >= 1),
        CHECK (source <> target),
        PRIMARY KEY (stream, version, line),
        FOREIGN KEY (stream, version) REFERENCES events (stream, version)
    ) STRICT, WITHOUT ROWID""",
    f"""CREATE TABLE balances (
        account TEXT PRIMARY KEY CHECK (account <> ''),
        balance INTEGER NOT NULL CHECK (balance > 0 OR account IN ({_OWING}))
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE answers (
        actor TEXT NOT NULL,
        command TEXT NOT NULL,
        digest BLOB NOT NULL,
        reply BLOB NOT NULL,
        PRIMARY KEY (actor, command)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE shoes (
        stream TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number >= 1),
        cards BLOB NOT NULL,
        PRIMARY KEY (stream, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE patrons (
        id TEXT PRIMARY KEY CHECK (id <> ''),
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patrons (id) ON DELETE CASCADE,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE links (
        token_hash BLOB PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patrons (id) ON DELETE CASCADE,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
)

FROZEN: Final = ("events", "transfers", "answers", "shoes")

_TRIGGERS: Final = tuple(
    f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE (ABORT, '{table} are never changed'); END"
    for table in FROZEN
    for verb in ("UPDATE", "DELETE")
)

_TOKENS: Final = """CREATE TABLE tokens (
        token_hash BLOB PRIMARY KEY,
        actor TEXT NOT NULL CHECK (actor <> ''),
        role TEXT NOT NULL CHECK (role <> ''),
        table_id TEXT CHECK (table_id <> ''),
        label TEXT NOT NULL,
        created INTEGER NOT NULL,
        expires INTEGER,
        revoked INTEGER
    ) STRICT, WITHOUT ROWID"""

_SNAPSHOTS: Final = """CREATE TABLE snapshots (
        stream TEXT PRIMARY KEY CHECK (stream <> ''),
        version INTEGER NOT NULL CHECK (version >= 1),
        body BLOB NOT NULL
    ) STRICT"""

_ACCOUNTS: Final = """CREATE TABLE accounts (
        actor TEXT PRIMARY KEY CHECK (actor <> ''),
        sign_in TEXT NOT NULL UNIQUE CHECK (sign_in <> ''),
        name TEXT NOT NULL,
        contact TEXT NOT NULL,
        duties TEXT NOT NULL,
        wanted TEXT,
        wanted_by TEXT,
        password TEXT,
        secret TEXT,
        step INTEGER NOT NULL,
        recovery TEXT NOT NULL,
        failures INTEGER NOT NULL CHECK (failures >= 0),
        locked INTEGER NOT NULL,
        seen INTEGER,
        before INTEGER,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID"""

_SIGN_INS: Final = """CREATE TABLE sign_ins (
        token_hash BLOB PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('session', 'half', 'link', 'invitation')),
        actor TEXT NOT NULL CHECK (actor <> ''),
        role TEXT NOT NULL CHECK (role <> ''),
        table_id TEXT CHECK (table_id <> ''),
        created INTEGER NOT NULL,
        used INTEGER NOT NULL,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID"""

_SHEETS: Final = """CREATE TABLE sheets (
        id TEXT PRIMARY KEY CHECK (id <> ''),
        owner TEXT NOT NULL CHECK (owner <> ''),
        sheet TEXT NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        saved INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID"""

# What each format has that the one before it has not, and the tables that it does without.
TABLES: Final = {1: _TABLES, 2: (_TOKENS, _SNAPSHOTS), 3: (_ACCOUNTS, _SIGN_INS, _SHEETS)}
GONE: Final = {3: ("links", "sessions")}
FORMAT: Final = max(TABLES)

DROPS: Final = {
    number: tuple(f"DROP TABLE {table}" for table in tables) for number, tables in GONE.items()
}
_MADE: Final = {**TABLES, 1: _TABLES + _TRIGGERS}
ADDED: Final = {number: (*made, *DROPS.get(number, ())) for number, made in _MADE.items()}
_DROPPED: Final = tuple(f"CREATE TABLE {table} " for tables in GONE.values() for table in tables)
SCHEMA: Final = tuple(
    statement for made in _MADE.values() for statement in made if not statement.startswith(_DROPPED)
)
