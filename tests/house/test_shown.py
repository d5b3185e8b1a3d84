"""What is shown is written down once: pages are promised it, and the reference tells it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec import inspect as mi

from puntobanco.house.shown import own, view
from tests.house import typescript as ts

ROOT = Path(__file__).parents[2]
PROMISED = ts.Declarations(ROOT / "src/puntobanco/web/static/js/types.d.ts")
# What is sent whole, and what the scripts call it.
SENT: dict[type[Struct], str] = {
    view.View: "View",
    view.TableCard: "TableCard",
    own.Mine: "Mine",
    own.WholeHand: "OwnHand",
}
WORDS = re.compile(r"\^\(([a-z0-9|-]+)\)\$")
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


def faults(kind: mi.Type, promised: ts.Type, path: str) -> Iterator[str]:
    """Say where a type and what is promised of it differ; what pages add themselves is optional."""
    told = PROMISED.resolved(promised)
    match kind:
        case mi.Metadata():
            yield from faults(kind.type, told, path)
        case mi.UnionType():
            yield from _of_several(kind, told, path)
        case mi.StructType():
            yield from _of_a_record(kind, told, path)
        case mi.TupleType(item_types=items):
            if not isinstance(told, ts.Tuple) or len(told.of) != len(items):
                yield f"{path} has {len(items)} parts"
                return
            for number, (item, part) in enumerate(zip(items, told.of, strict=True)):
                yield from faults(item, part, f"{path}[{number}]")
        case mi.VarTupleType() | mi.ListType() | mi.DictType():
            yield from _of_many(kind, told, path)
        case _:
            yield from _of_a_value(kind, told, path)


def _of_many(
    kind: mi.VarTupleType | mi.ListType | mi.DictType, told: ts.Type, path: str
) -> Iterator[str]:
    match kind, told:
        case mi.DictType(value_type=value), ts.Name(name="Record", of=(_, part)):
            yield from faults(value, part, f"{path}{{}}")
        case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item), ts.List(of=part):
            yield from faults(item, part, f"{path}[]")
        case _:
            yield f"{path} holds many"


def _of_a_value(kind: mi.Type, told: ts.Type, path: str) -> Iterator[str]:
    match kind:
        case mi.StrType() | mi.LiteralType():
            yield from _of_a_text(kind, told, path)
        case mi.IntType() | mi.FloatType():
            words = PROMISED.words(told)
            if told != ts.Name("number") and not all(word.isdigit() for word in words or "x"):
                yield f"{path} is a number"
        case mi.BoolType() if told != ts.Name("boolean"):
            yield f"{path} is true or false"
        case _:
            pass


def _of_several(kind: mi.UnionType, told: ts.Type, path: str) -> Iterator[str]:
    parts = told.of if isinstance(told, ts.Either) else (told,)
    may_be_null = any(isinstance(each, mi.NoneType) for each in kind.types)
    if may_be_null != (ts.Name("null") in parts):
        yield f"{path} may {'' if may_be_null else 'not '}be null"
    left = tuple(part for part in parts if part != ts.Name("null"))
    for each in kind.types:
        match each:
            case mi.NoneType():
                continue
            case mi.StructType(tag=str() as tag, tag_field=str() as key):
                fitting = [p for p in left if _is_tagged(p, key, tag)]
                if not fitting:
                    yield f"{path} may be {tag}"
                for part in fitting[:1]:
                    yield from faults(each, part, f"{path}:{tag}")
            case _:
                yield from faults(each, left[0] if len(left) == 1 else ts.Either(left), path)


def _is_tagged(part: ts.Type, key: str, tag: str) -> bool:
    found = PROMISED.resolved(part)
    return (
        isinstance(found, ts.Object)
        and key in found.fields
        and tag in PROMISED.words(found.fields[key].type)
    )


def _of_a_record(kind: mi.StructType, told: ts.Type, path: str) -> Iterator[str]:
    if not isinstance(told, ts.Object):
        yield f"{path} is a record"
        return
    sent = {field.encode_name: field.type for field in kind.fields}
    held = {name for name, field in told.fields.items() if not field.optional}
    held -= {kind.tag_field} if kind.tag_field else set()
    yield from (f"{path}.{name} is not promised" for name in sorted(sent.keys() - held))
    yield from (f"{path}.{name} is not sent" for name in sorted(held - sent.keys()))
    for name in sorted(sent.keys() & held):
        yield from faults(sent[name], told.fields[name].type, f"{path}.{name}")


def _of_a_text(kind: mi.StrType | mi.LiteralType, told: ts.Type, path: str) -> Iterator[str]:
    if told in {ts.Name("string"), ts.Name("unknown")}:
        return
    if isinstance(kind, mi.LiteralType):
        said = {*map(str, kind.values)}
    else:
        found = WORDS.fullmatch(kind.pattern or "")
        said = {*found[1].split("|")} if found else {"any word"}
    missing = said - PROMISED.words(told)
    if missing:
        yield f"{path} may be {', '.join(sorted(missing))}"


@pytest.mark.parametrize("sent", SENT, ids=lambda kind: kind.__name__)
def test_the_scripts_are_promised_what_is_sent(sent: type[Struct]) -> None:
    """types.d.ts has every field of a view by its name, its type and whether it may be null."""
    assert [*faults(mi.type_info(sent), ts.Name(SENT[sent]), SENT[sent])] == []


def test_what_is_not_promised_is_found() -> None:
    """A field more, a field less, another type and a null too many are each told."""

    class Spot(Struct):
        amount: str
        refusal: own.Refusal
        extra: int

    assert [*faults(mi.type_info(Spot), ts.Name("Spot"), "Spot")] == [
        "Spot.extra is not promised",
        "Spot.room is not sent",
        "Spot.amount may be any word",
        "Spot.refusal is a record",
    ]


@pytest.mark.parametrize("name,sent", [("view", view.View), ("mine", own.Mine)])
def test_the_reference_tells_what_is_sent(name: str, sent: type[Struct]) -> None:
    """docs/reference/websocket.md has a row for each field of a view, and for nothing else."""
    page = (ROOT / "docs/reference/websocket.md").read_text()
    table = page.partition(f"| in `{name}` | is |\n")[2].partition("\n\n")[0]
    told = [field for row in ROW.findall(table) for field in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(sent.__struct_fields__)


def records(kind: Any) -> Iterator[type[Struct]]:
    """A record and all that it holds."""
    for field in msgspec.structs.fields(kind):
        yield from _held(field.type)
    yield kind


def _held(kind: Any) -> Iterator[type[Struct]]:
    parts = getattr(kind, "__args__", ())
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield from records(kind)
    for part in parts:
        yield from _held(part)


@pytest.mark.parametrize("sent", SENT, ids=lambda kind: kind.__name__)
def test_what_is_shown_is_frozen(sent: type[Struct]) -> None:
    """No record of a view can be changed after it was made, and none reads a key that it lacks."""
    found = {*records(sent)}
    assert all(kind.__struct_config__.frozen for kind in found)
    assert all(kind.__struct_config__.forbid_unknown_fields for kind in found)
