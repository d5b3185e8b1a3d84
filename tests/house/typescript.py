"""The declarations of a .d.ts file, read as far as they say what an object holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SIGN: Final = re.compile(r'"[^"]*"|[A-Za-z_$][\w$]*|\d+|=>|[^\s\w]')


@dataclass(frozen=True)
class Name:
    """A name: of a declaration, or a type of the language."""

    name: str
    of: tuple[Type, ...] = ()


@dataclass(frozen=True)
class Word:
    """A text or a number that is the type itself."""

    text: str


@dataclass(frozen=True)
class Field:
    """What an object holds under a name."""

    type: Type
    optional: bool


@dataclass(frozen=True)
class Object:
    """Fields by name."""

    fields: dict[str, Field]


@dataclass(frozen=True)
class List:
    """Any number of one type."""

    of: Type


@dataclass(frozen=True)
class Tuple:
    """So many, each of its own type."""

    of: tuple[Type, ...]


@dataclass(frozen=True)
class Either:
    """One of several."""

    of: tuple[Type, ...]


@dataclass(frozen=True)
class All:
    """All of several objects together."""

    of: tuple[Type, ...]


Type = Name | Word | Object | List | Tuple | Either | All


class Declarations:
    """What a file declares, by name."""

    def __init__(self, file: Path) -> None:
        """Read it."""
        self._signs: list[str] = _SIGN.findall(_COMMENT.sub("", file.read_text()))
        self._at = 0
        self.known: dict[str, Type] = {}
        while self._at < len(self._signs):
            self._declaration()

    def resolved(self, type_: Type) -> Type:
        """Give what a name stands for; a union of unions is one, joined objects are one."""
        match type_:
            case Name(name="Pick", of=(whole, keys)):
                fields = self._object(whole).fields
                return Object({name: fields[name] for name in sorted(self.words(keys))})
            case Name(name=name) if name in self.known:
                return self.resolved(self.known[name])
            case All(of=parts):
                found: dict[str, Field] = {}
                for part in parts:
                    found |= self._object(part).fields
                return Object(found)
            case Either(of=parts):
                flat: list[Type] = []
                for part in map(self.resolved, parts):
                    flat += part.of if isinstance(part, Either) else (part,)
                return Either(tuple(flat))
            case _:
                return type_

    def words(self, type_: Type) -> set[str]:
        """Give the words of which a text is one; none where it may be any."""
        found = self.resolved(type_)
        parts = found.of if isinstance(found, Either) else (found,)
        return {part.text for part in parts if isinstance(part, Word)}

    def _object(self, type_: Type) -> Object:
        found = self.resolved(type_)
        assert isinstance(found, Object), type_
        return found

    def _next(self) -> str:
        self._at += 1
        return self._signs[self._at - 1]

    def _has(self, *signs: str) -> bool:
        if self._at < len(self._signs) and self._signs[self._at] in signs:
            self._at += 1
            return True
        return False

    def _declaration(self) -> None:
        if self._next() != "export":
            return
        kind, name = self._next(), self._next()
        if kind == "type":
            assert self._next() == "="
            self.known[name] = self._either()
        elif kind == "interface":
            bases: list[Type] = []
            while self._has("extends", ","):
                bases.append(self._either())
            assert self._has("{")
            own = self._fields()
            self.known[name] = All((*bases, own)) if bases else own

    def _either(self) -> Type:
        self._has("|")
        found = [self._all()]
        while self._has("|"):
            found.append(self._all())
        return found[0] if len(found) == 1 else Either(tuple(found))

    def _all(self) -> Type:
        found = [self._many()]
        while self._has("&"):
            found.append(self._many())
        return found[0] if len(found) == 1 else All(tuple(found))

    def _many(self) -> Type:
        found = self._one()
        while self._has("["):
            assert self._has("]")
            found = List(found)
        return found

    def _one(self) -> Type:
        sign = self._next()
        if sign == "readonly":
            return self._one()
        if sign == "(":
            inner = self._either()
            assert self._has(")")
            return inner
        if sign == "{":
            return self._fields()
        if sign == "[":
            return self._tuple()
        if sign[0] == '"' or sign.isdigit():
            return Word(sign.strip('"'))
        parts: list[Type] = []
        if self._has("<"):
            parts.append(self._either())
            while self._has(","):
                parts.append(self._either())
            assert self._has(">")
        return Name(sign, tuple(parts))

    def _fields(self) -> Object:
        found: dict[str, Field] = {}
        while not self._has("}"):
            if self._has(";", ","):
                continue
            name = self._next()
            optional = self._has("?")
            assert self._has(":"), name
            found[name] = Field(self._either(), optional)
        return Object(found)

    def _tuple(self) -> Tuple:
        found: list[Type] = []
        while not self._has("]"):
            if self._has(","):
                continue
            if self._signs[self._at + 1] == ":":
                self._at += 2
            found.append(self._either())
        return Tuple(tuple(found))
