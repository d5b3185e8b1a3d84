"""How a sheet is found, by id or as a file, and what is found in it."""

from pathlib import Path

import pytest

from puntobanco.errors import SheetError
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.load import load
from puntobanco.rules.packaged import DEFAULT


def test_the_shipped_sheets() -> None:
    """Six games are shipped, and one of them is meant where none is named."""
    assert shipped() == (
        "ca-ez-panda8",
        "deq-ez",
        "parkwest-21c",
        "parkwest-ez",
        "parkwest-ez-tie7-push",
        "punto-banco",
    )
    assert DEFAULT in shipped()
    assert [find(name).id for name in shipped()] == list(shipped())
    assert find("deq-ez") is find("deq-ez")


@pytest.mark.parametrize(
    "name, cure",
    [
        ("dec-ez", "use deq-ez, or a file that ends in .toml"),
        (
            "",
            "use ca-ez-panda8, deq-ez, parkwest-21c, parkwest-ez, parkwest-ez-tie7-push, punto-ban",
        ),
        ("__init__", "use ca-ez-panda8, deq-ez"),
        ("..", "use ca-ez-panda8, deq-ez"),
    ],
)
def test_a_name_that_no_sheet_has(name: str, cure: str) -> None:
    """A wrong name is answered with what is near, or with all there are."""
    with pytest.raises(SheetError) as caught:
        find(name)
    assert str(caught.value).startswith(f"rules: id: there is no rule sheet {name!r}; {cure}")


def written(folder: Path, name: str, text: str | bytes) -> Path:
    """A file of a user."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_a_file_of_a_user(tmp_path: Path) -> None:
    """A file is found by its path, with a byte order mark or without, and bases stand beside it."""
    text = 'format = 1\nbase = "deq-ez"\nid = "mine"\n[change.bet.tie]\nlabel = "Égalité"\n'
    file = written(tmp_path, "mine.toml", text)
    marked = written(tmp_path, "marked.toml", b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "rooms").mkdir()
    room = written(tmp_path, "rooms/room.toml", 'format = 1\nbase = "../mine.toml"\nid = "room"\n')
    assert find(str(file)) == find(str(marked)) == load(text, "mine.toml", find)
    assert (find(str(room)).id, find(str(room)).require_bet("tie").label) == ("room", "Égalité")
    assert find(str(file)) is not find(str(file))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """What is no readable file is refused with its name and the reason."""
    looped = tmp_path / "looped.toml"
    looped.symlink_to(looped)
    latin = written(tmp_path, "latin.toml", "name = 'Égalité'".encode("latin-1"))
    large = written(tmp_path, "large.toml", "#" + "é" * 40_000)
    faults = {
        str(tmp_path / "none.toml"): "file: no such file or directory; give a rule sheet's path",
        str(tmp_path): "file: is a directory; give a rule sheet's path",
        str(looped): "file: too many levels of symbolic links; give a rule sheet's path",
        f"{tmp_path}/nul\0.toml": "file: it cannot be read; give a rule sheet's path",
        f"{tmp_path}/{'long' * 100}.toml": "file: file name too long; give a rule sheet's path",
        str(latin): "file: it is no UTF-8 text; save it as UTF-8",
        str(large): "sheet: it is larger than 64 KiB; make it smaller",
    }
    for name, fault in faults.items():
        with pytest.raises(SheetError) as caught:
            find(name)
        assert str(caught.value) == f"{name}: {fault}"


def test_bases_in_a_circle(tmp_path: Path) -> None:
    """A circle of bases is refused where it closes."""
    alone = written(tmp_path, "alone.toml", 'format = 1\nbase = "alone.toml"\n')
    one = written(tmp_path, "one.toml", 'format = 1\nid = "one"\nbase = "two.toml"\n')
    two = written(
        tmp_path, "two.toml", 'format = 1\nbase = "./../' + f'{tmp_path.name}/one.toml"\n'
    )
    there = tmp_path / ".." / tmp_path.name / "one.toml"
    for start, line in ((alone, f"{alone}:2"), (one, f"{two}:2"), (two, f"{there}:3")):
        with pytest.raises(SheetError) as caught:
            find(str(start))
        fault = "base: its bases go round in a circle; base it on a sheet that stands alone"
        assert str(caught.value) == f"{line}: {fault}"


def test_bases_too_deep(tmp_path: Path) -> None:
    """A sheet has at most eight files one on the other."""
    for number in range(9):
        base = f"s{number - 1}.toml" if number else "deq-ez"
        written(tmp_path, f"s{number}.toml", f'format = 1\nbase = "{base}"\nid = "s{number}"\n')
    assert find(str(tmp_path / "s7.toml")).id == "s7"
    with pytest.raises(SheetError) as caught:
        find(str(tmp_path / "s8.toml"))
    fault = "base: its bases go too deep; base it on a sheet that stands alone"
    assert str(caught.value) == f"{tmp_path}/s1.toml:2: {fault}"


def test_faults_of_a_base_are_placed_in_the_base(tmp_path: Path) -> None:
    """A fault of the base names its file and line; a base that is not found, the line of base."""
    base = written(tmp_path, "base.toml", 'format = 1\nid = "Base"\nbase = "deq-ez"\n')
    mine = written(tmp_path, "mine.toml", 'format = 1\nbase = "base.toml"\n')
    lost = written(tmp_path, "lost.toml", 'format = 1\n\nbase = "gone.toml"\n')
    with pytest.raises(SheetError) as caught:
        find(str(mine))
    assert str(caught.value).startswith(f"{base}:2: id: 'Base' is no id; write")
    with pytest.raises(SheetError) as caught:
        find(str(lost))
    assert str(caught.value).startswith(f"{lost}:3: base: no such file or directory; give a rule")


def test_bets_and_calls_by_id() -> None:
    """A sheet finds its bets and calls, knows their order, and says which bets there are."""
    sheet = find("deq-ez")
    assert sheet.bet("tie") is sheet.bets[2]
    assert sheet.bet("lucky-7") is None
    assert sheet.order("panda-8") == 4
    assert sheet.call("panda-8").mark == "8"
    assert sheet.is_house_banked
    assert not find("ca-ez-panda8").is_house_banked
    assert [bet.is_main for bet in sheet.bets] == [True, True, False, False, False]
    with pytest.raises(SheetError) as caught:
        sheet.require_bet("lucky-7")
    assert str(caught.value) == (
        "deq-ez: bet: there is no bet 'lucky-7'; use player, banker, tie, dragon-7, panda-8"
    )
