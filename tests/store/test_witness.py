"""The witness: it sees every commit, and knows a store that is not what was played on."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.store import open_store, witness
from puntobanco.store.base import Conflict, Store, StoreError, StoreStopped, Transaction
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.store.witness import Witness
from tests.store.child import STREAMS, wager

ONE, TWO, THREE = STREAMS


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A witness file that is not there yet."""
    return tmp_path / "witness"


def append(store: Store, *streams: str) -> None:
    """Append an event to each stream, each on its own."""
    for stream in streams:
        store.submit(lambda tx, stream=stream: wager(stream, tx)).result(20)  # type: ignore[misc]


def new_shoe(tx: Transaction) -> None:
    """Bring a shoe to a table."""
    tx.put_shoe(ONE, 5, b"order")
    wager(ONE, tx)


def heads(store: Store) -> dict[str, tuple[int, str]]:
    """What the store has, by its own word."""

    def look(tx: Transaction) -> dict[str, tuple[int, str]]:
        newest = {stream: list(tx.events(stream))[-1] for stream in tx.streams()}
        return {stream: (event.version, event.hash.hex()) for stream, event in newest.items()}

    return store.read(look)


def seen(paper: Path) -> dict[str, tuple[int, str]]:
    """What a witness has seen that is read anew."""
    return {stream: (seen.version, seen.hash) for stream, seen in Witness(paper).seen.items()}


def test_xc6_every_commit_is_seen_before_its_answer(store: Store, paper: Path) -> None:
    """Whatever was acknowledged stands in the file: heads with their hashes, of every stream."""
    append(store, ONE, TWO)
    Witness(paper).follow(store, {ONE: 4})
    assert seen(paper) == heads(store)
    for stream in (ONE, ONE, THREE):
        append(store, stream)
        assert seen(paper) == heads(store)
    store.submit(new_shoe).result(20)
    assert Witness(paper).seen[ONE].shoe == 5
    append(store, ONE)
    assert Witness(paper).seen[ONE].shoe == 5
    assert Witness(paper).lacking(store) == []


def test_work_that_came_to_nothing_is_not_seen(quick: Store, paper: Path) -> None:
    """Of work that failed, and of work that appends nothing, nothing is seen."""
    Witness(paper).follow(quick, {})

    def fail(tx: Transaction) -> None:
        wager(ONE, tx)
        raise Conflict(ONE, 1, 2)

    with pytest.raises(Conflict):
        quick.submit(fail).result(20)
    quick.submit(lambda tx: tx.add_patron("ann", "Ann", "patron", 1)).result(20)
    assert seen(paper) == {}
    assert paper.read_bytes() == b""


def test_a_whole_batch_is_one_line_a_stream(quick: Store, paper: Path) -> None:
    """What is committed together is seen together, and only the newest of a stream."""
    Witness(paper).follow(quick, {})
    waiting: list[Future[object]] = []

    def many(_: Transaction) -> None:
        waiting.extend(quick.submit(lambda tx: wager(ONE, tx)) for _ in range(9))

    quick.submit(many).result(20)
    for future in waiting:
        future.result(20)
    assert len(paper.read_bytes().splitlines()) < 9
    assert seen(paper) == heads(quick)


def older(file: Path, store: Store, copy: Path) -> None:
    """Copy a database as a backup program does."""
    store.close()
    shutil.copy(file, copy)


def test_xc6_an_older_store_is_known(file: Path, paper: Path, tmp_path: Path) -> None:
    """A copy of before lacks the streams that went on since; the store itself lacks none."""
    with closing(open_sqlite(file)) as store:
        append(store, ONE, TWO)
        older(file, store, tmp_path / "copy.db")
    with closing(open_sqlite(file)) as store:
        Witness(paper).follow(store, {})
        append(store, TWO, THREE)
        assert Witness(paper).lacking(store) == []
    with closing(open_sqlite(tmp_path / "copy.db")) as copy:
        assert Witness(paper).lacking(copy) == [TWO, THREE]


def test_xc6_an_empty_store_is_known(quick: Store, paper: Path) -> None:
    """A new database in place of the one that was played on lacks everything."""
    Witness(paper).follow(quick, {})
    append(quick, ONE, TWO)
    with closing(open_store(MEMORY)) as empty:
        assert Witness(paper).lacking(empty) == [ONE, TWO]


def test_xc6_another_history_is_known(file: Path, paper: Path, tmp_path: Path) -> None:
    """A copy that was played on by itself is as long, or longer, and is not the same."""
    with closing(open_sqlite(file)) as store:
        append(store, ONE, TWO)
        older(file, store, tmp_path / "copy.db")
    with closing(open_sqlite(file)) as store:
        Witness(paper).follow(store, {})
        append(store, ONE)
    with closing(open_sqlite(tmp_path / "copy.db")) as copy:
        for _ in range(2):
            copy.submit(lambda tx: tx.append(ONE, tx.head(ONE), 2, [b"other"])).result(20)
            assert Witness(paper).lacking(copy) == [ONE]
        Witness(paper).follow(copy, {})
        assert Witness(paper).lacking(copy) == []


def test_a_store_that_went_on_without_it_lacks_nothing(quick: Store, paper: Path) -> None:
    """A commit that no witness saw, or whose line a power cut took, is no fault of the store."""
    Witness(paper).follow(quick, {})
    append(quick, ONE, ONE)
    lines = paper.read_bytes()
    paper.write_bytes(lines[: lines.index(b"\n") + 20])  # the second line is torn
    assert Witness(paper).seen[ONE].version == 1
    assert Witness(paper).lacking(quick) == []


def test_the_file_does_not_grow_for_ever(
    quick: Store, paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is long it is written anew, a line a stream."""
    monkeypatch.setattr(witness, "WHOLE", 1_000)
    Witness(paper).follow(quick, {ONE: 3})
    for _ in range(40):
        append(quick, ONE, TWO)
        assert len(paper.read_bytes()) < 1_200
    assert seen(paper) == heads(quick)
    assert [path.name for path in paper.parent.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    "content",
    [b"x", b"x\n", b'["a"]\n', b'["a", 1, "b", "2"]\n', b"\xff\n", b'["a", 1, "b", 2]\nx\n'],
)
def test_a_file_that_is_no_witness(paper: Path, content: bytes) -> None:
    """Another file is named with its line, and left as it is."""
    paper.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Witness(paper)
    line = content.count(b"\n") or 1
    assert str(caught.value) == f"{paper}: line {line} is no witness's; name the right file"
    assert paper.read_bytes() == content


def test_a_place_that_is_none(tmp_path: Path, quick: Store) -> None:
    """A folder cannot be read, and in a folder that is not there nothing is written."""
    with pytest.raises(StoreError, match="is a directory; name another file"):
        Witness(tmp_path)
    with pytest.raises(StoreError, match="no such file or directory; mend that"):
        Witness(tmp_path / "no" / "witness").follow(quick, {})


@pytest.fixture
def ending() -> Iterator[tuple[Store, list[StoreError]]]:
    """A store that only says when it would end its process."""
    said: list[StoreError] = []
    with closing(open_sqlite(MEMORY, on_fatal=said.append)) as store:
        yield store, said


@pytest.mark.parametrize("spoil", [Path.unlink, lambda paper: (paper.unlink(), paper.mkdir())])
def test_a_witness_that_cannot_see_ends_the_house(
    ending: tuple[Store, list[StoreError]], paper: Path, spoil: Callable[[Path], object]
) -> None:
    """Nobody is answered whom the witness did not see; a file that was taken away stays away."""
    store, said = ending
    Witness(paper).follow(store, {})
    append(store, ONE)
    spoil(paper)
    with pytest.raises(StoreStopped):
        append(store, ONE)
    assert f"{paper}: " in str(said[0])
    assert not paper.is_file()
