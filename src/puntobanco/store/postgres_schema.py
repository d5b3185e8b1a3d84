"""The tables as PostgreSQL makes them, in a schema of their own, and a description to compare."""

from __future__ import annotations

import re
from typing import Final

from puntobanco.store.schema import DROPS, FROZEN, TABLES

NAME: Final = "puntobanco"
SCRATCH: Final = "puntobanco_verify"  # made to be compared with, and rolled back

# The same order of names and the same numbers on both engines.
_TYPES: Final = {"BLOB": "BYTEA", "INTEGER": "BIGINT", "TEXT": 'TEXT COLLATE "C"'}

_GUARD: Final = """CREATE FUNCTION frozen() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END
$$"""

_TRIGGERS: Final = tuple(
    f"CREATE TRIGGER {table}_frozen BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
    "FOR EACH STATEMENT EXECUTE FUNCTION frozen()"
    for table in FROZEN
)


def _translated(table: str) -> str:
    """A table of SQLite's in PostgreSQL's words."""
    body = table[: table.rindex(")") + 1]  # what follows is how SQLite keeps it
    return re.sub(rf"\b({'|'.join(_TYPES)})\b", lambda word: _TYPES[word[0]], body)


_MADE: Final = {number: tuple(map(_translated, tables)) for number, tables in TABLES.items()}

_GUARDED: Final = {**_MADE, 1: (*_MADE[1], _GUARD, *_TRIGGERS)}
ADDED: Final = {number: (*made, *DROPS.get(number, ())) for number, made in _GUARDED.items()}

# Everything in the current schema that decides what may be stored, a line each. Constraints that
# are no more than NOT NULL are told with their column: only some versions list them.
DESCRIPTION: Final = """
WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, relrowsecurity) FROM ours
UNION SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod),
    attcollation::regcollation, attnotnull, attgenerated, atthasdef)
    FROM pg_attribute JOIN ours ON ours.oid = attrelid
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
UNION SELECT concat_ws(' ', 'constraint', relname, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN ours ON ours.oid = conrelid WHERE contype <> 'n'
UNION SELECT concat_ws(' ', 'trigger', relname, tgenabled, CASE WHEN tgisinternal
        THEN concat_ws(' ', tgfoid::regproc, tgtype)
        ELSE pg_get_triggerdef(pg_trigger.oid, true) END)
    FROM pg_trigger JOIN ours ON ours.oid = tgrelid
UNION SELECT concat_ws(' ', 'rule', relname, pg_get_ruledef(pg_rewrite.oid))
    FROM pg_rewrite JOIN ours ON ours.oid = ev_class
UNION SELECT concat_ws(' ', 'function', proname, prosrc)
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
"""
