-- A file of format 1, as the first puntobanco wrote it. Nothing in here is ever changed.

CREATE TABLE streams (
        stream TEXT PRIMARY KEY CHECK (stream <> ''),
        version INTEGER NOT NULL CHECK (version >= 1),
        hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE events (
        stream TEXT NOT NULL CHECK (stream <> ''),
        version INTEGER NOT NULL CHECK (version >= 1),
        at INTEGER NOT NULL CHECK (at >= 0),
        body BLOB NOT NULL,
        prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        UNIQUE (stream, version),
        UNIQUE (stream, prev_hash)
    ) STRICT;
CREATE TABLE transfers (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        line INTEGER NOT NULL CHECK (line >= 1),
        source TEXT NOT NULL CHECK (source <> ''),
        target TEXT NOT NULL CHECK (target <> ''),
        amount INTEGER NOT NULL CHECK (amount >= 1),
        CHECK (source <> target),
        PRIMARY KEY (stream, version, line),
        FOREIGN KEY (stream, version) REFERENCES events (stream, version)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE balances (
        account TEXT PRIMARY KEY CHECK (account <> ''),
        balance INTEGER NOT NULL CHECK (balance > 0 OR account IN ('world', 'house'))
    ) STRICT, WITHOUT ROWID;
CREATE TABLE answers (
        actor TEXT NOT NULL,
        command TEXT NOT NULL,
        digest BLOB NOT NULL,
        reply BLOB NOT NULL,
        PRIMARY KEY (actor, command)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE shoes (
        stream TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number >= 1),
        cards BLOB NOT NULL,
        PRIMARY KEY (stream, number)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE patrons (
        id TEXT PRIMARY KEY CHECK (id <> ''),
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patrons (id) ON DELETE CASCADE,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TABLE links (
        token_hash BLOB PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patrons (id) ON DELETE CASCADE,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers BEGIN SELECT RAISE (ABORT, 'transfers are never changed'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers BEGIN SELECT RAISE (ABORT, 'transfers are never changed'); END;
CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers BEGIN SELECT RAISE (ABORT, 'answers are never changed'); END;
CREATE TRIGGER answers_no_delete BEFORE DELETE ON answers BEGIN SELECT RAISE (ABORT, 'answers are never changed'); END;
CREATE TRIGGER shoes_no_update BEFORE UPDATE ON shoes BEGIN SELECT RAISE (ABORT, 'shoes are never changed'); END;
CREATE TRIGGER shoes_no_delete BEFORE DELETE ON shoes BEGIN SELECT RAISE (ABORT, 'shoes are never changed'); END;

INSERT INTO events VALUES ('table:t1', 1, 1, x'61', x'1ebc8219fd994e9c3a65ef455bac1f63265ff548a63ce2c389e0882f5be28630',
    x'a4c9dd494630817b0848231cb06cab9352f5861979f8dd2fd0b28d9b0bd3e976');
INSERT INTO streams VALUES ('table:t1', 1, x'a4c9dd494630817b0848231cb06cab9352f5861979f8dd2fd0b28d9b0bd3e976');
INSERT INTO transfers VALUES ('table:t1', 1, 1, 'world', 'wallet:p1', 500);
INSERT INTO balances VALUES ('world', -500), ('wallet:p1', 500);
INSERT INTO answers VALUES ('p1', 'c1', x'64', x'72');
INSERT INTO shoes VALUES ('table:t1', 1, x'0102');
INSERT INTO patrons VALUES ('p1', 'Wen', 'patron', 1);
INSERT INTO sessions VALUES (x'aa', 'p1', 9);
INSERT INTO links VALUES (x'bb', 'p1', 9);

PRAGMA application_id = 1886744162;
PRAGMA user_version = 1;
