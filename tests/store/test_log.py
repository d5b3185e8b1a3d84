"""The log: streams of events in chains of hashes."""

from hashlib import sha256

import apsw
import pytest

from puntobanco.errors import InvariantError
from puntobanco.store.base import Conflict, Store, Stored, Transaction
from tests.store.conftest import Do


def test_a_new_stream_is_at_nought(do: Do) -> None:
    """A stream that nobody wrote to has no events."""
    assert do(lambda tx: (tx.head("a"), list(tx.events("a")), tx.streams())) == (0, [], [])


def test_versions_count_from_one(do: Do) -> None:
    """Every event has the version after the one before, over many appends."""
    assert do(lambda tx: tx.append("a", 0, 10, [b"x", b"y"])) == 2
    assert do(lambda tx: tx.append("a", 2, 11, [b"z"])) == 3
    events = do(lambda tx: [(e.version, e.at, e.body) for e in tx.events("a")])
    assert events == [(1, 10, b"x"), (2, 10, b"y"), (3, 11, b"z")]
    assert do(lambda tx: tx.head("a")) == 3


def test_an_empty_append_changes_nothing(do: Do) -> None:
    """Without events the head stays, and the stream does not come to be."""
    assert do(lambda tx: tx.append("a", 0, 10, [])) == 0
    assert do(lambda tx: tx.streams()) == []


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_an_append_expects_the_head(do: Do, expected: int) -> None:
    """Whoever expects another head is told both, and nothing is written."""
    do(lambda tx: tx.append("a", 0, 10, [b"x", b"y"]))
    with pytest.raises(Conflict, match=f"a is at 2, not at {expected}") as caught:
        do(lambda tx: tx.append("a", expected, 10, [b"z"]))
    assert (caught.value.stream, caught.value.expected, caught.value.head) == ("a", expected, 2)
    assert do(lambda tx: tx.head("a")) == 2


def test_the_chain_is_the_printed_formula(do: Do) -> None:
    """The first hash follows from the stream's name, every other from the one before it."""
    do(lambda tx: tx.append("table:t1", 0, 1_700_000_000_000, [b'{"n":1}', b""]))
    tip = sha256(b"\x02puntobanco\x00table:t1").digest()
    expected = []
    for version, body in ((1, b'{"n":1}'), (2, b"")):
        numbers = version.to_bytes(8, "big") + (1_700_000_000_000).to_bytes(8, "big")
        tip = sha256(b"\x01" + tip + sha256(b"\x00" + numbers + body).digest()).digest()
        expected.append(Stored("table:t1", version, 1_700_000_000_000, body, tip))
    assert do(lambda tx: list(tx.events("table:t1"))) == expected


def test_the_first_hashes_for_ever(do: Do) -> None:
    """A log written today must verify in every later version: one chain, written down."""
    do(lambda tx: tx.append("table:t1", 0, 1, [b"a", b"b"]))
    assert do(lambda tx: [e.hash.hex()[:16] for e in tx.events("table:t1")]) == [
        "a4c9dd494630817b",
        "3d065ed4e7bbfbcb",
    ]


def test_streams_are_apart(do: Do) -> None:
    """Each stream counts and chains for itself, and the same bytes hash differently in each."""
    do(lambda tx: [tx.append(stream, 0, 10, [b"x"]) for stream in ("b", "a")])
    first, second = do(lambda tx: [next(tx.events(stream)) for stream in ("a", "b")])
    assert (first.version, second.version) == (1, 1)
    assert first.hash != second.hash


def test_streams_by_prefix(do: Do) -> None:
    """A prefix is plain text, not a pattern, and the names come in order."""
    last = "table:\U0010fffe"
    everything = ["house", "table:%", "table:t10", "table:t2", "table:é", last, "tablet"]
    do(lambda tx: [tx.append(name, 0, 1, [b""]) for name in reversed(everything)])
    assert do(lambda tx: tx.streams()) == everything
    assert do(lambda tx: tx.streams("table:")) == everything[1:-1]
    assert do(lambda tx: tx.streams("table:%")) == ["table:%"]
    assert do(lambda tx: tx.streams("tables")) == []


def test_events_after_a_version(do: Do) -> None:
    """A follower asks for what is above its last version, over any number of pages."""
    do(lambda tx: tx.append("a", 0, 1, [b"%d" % n for n in range(1, 701)]))

    def follow(tx: Transaction) -> list[tuple[int, list[int]]]:
        starts = (0, 1, 255, 256, 699, 700, 900)
        return [(after, [e.version for e in tx.events("a", after)]) for after in starts]

    for after, versions in do(follow):
        assert versions == list(range(after + 1, 701))


def test_work_sees_its_own_events(do: Do) -> None:
    """Within one piece of work, what was appended is there."""

    def work(tx: Transaction) -> list[bytes]:
        tx.append("a", 0, 1, [b"x"])
        events = tx.events("a")
        first = next(events)
        tx.append("a", 1, 1, [b"y"])
        return [first.body, *(event.body for event in events), *(e.body for e in tx.events("a"))]

    assert do(work) == [b"x", b"y", b"x", b"y"]


def test_a_gap_is_not_read_over(connections: list[apsw.Connection], sqlite: Store) -> None:
    """Whoever replays a stream from which an event was taken is told, and gets no wrong state."""
    sqlite.submit(lambda tx: tx.append("a", 0, 1, [b"x", b"y", b"z"])).result()
    connections[0].execute("DROP TRIGGER events_no_delete; DELETE FROM events WHERE version = 2")
    with pytest.raises(InvariantError, match="a 2 is missing: verify the file"):
        sqlite.read(lambda tx: list(tx.events("a")))
    assert sqlite.read(lambda tx: [event.version for event in tx.events("a", 2)]) == [3]


@pytest.mark.parametrize("at", [-1, 2**64])
def test_a_time_is_a_number_of_eight_bytes(do: Do, at: int) -> None:
    """A time that has no place in the chain is a bug."""
    with pytest.raises(OverflowError):
        do(lambda tx: tx.append("a", 0, at, [b"x"]))


def test_a_stream_has_a_name(do: Do) -> None:
    """The empty name is a bug."""
    with pytest.raises(InvariantError):
        do(lambda tx: tx.append("", 0, 1, [b"x"]))


def test_bytes_come_back_as_they_went(store: Store) -> None:
    """A body is bytes and is kept byte for byte, whatever they are."""
    bodies = [bytes(range(256)), b"\x00", b"", "七".encode(), b"\xff" * 70_000]
    store.submit(lambda tx: tx.append("a", 0, 1, bodies)).result()
    assert store.read(lambda tx: [event.body for event in tx.events("a")]) == bodies


def test_a_transaction_ends_with_its_work(quick: Store) -> None:
    """Whoever keeps a transaction, or a half-read stream, and uses it later is told so."""
    quick.submit(lambda tx: tx.append("a", 0, 1, [b"x"] * 300)).result()
    kept: list[Transaction] = []
    quick.submit(kept.append).result()
    quick.read(kept.append)
    for tx in kept:
        with pytest.raises(InvariantError, match="after its work had returned"):
            tx.head("a")
    half_read = quick.read(lambda tx: tx.events("a"))
    with pytest.raises(InvariantError, match="after its work had returned"):
        next(half_read)
