"""A compiled module: its imports and its constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.languages.lean4.olean import (
    Damaged,
    Header,
    Name,
    Objects,
    UnknownFormat,
    shown,
)
from pytest_putnam.languages.lean4.terms import TermReader, Terms

KINDS: Final = (
    *("axiom", "definition", "theorem", "opaque"),
    *("quotient", "inductive", "constructor", "recursor"),
)
_FIELDS: Final[Mapping[str, tuple[int, ...]]] = {
    "axiom": (1,),
    "definition": (4,),
    "theorem": (3,),
    "opaque": (3,),
    "quotient": (1,),
    "inductive": (5, 6),  # without the number of nested types, and with it
    "constructor": (5,),
    "recursor": (7,),
}
_SAFETY: Final = ("unsafe", "safe", "partial")


@dataclass(frozen=True, slots=True)
class Constant:
    """What the kernel knows by a name. Expressions are numbers of the `Terms` that were read into."""

    name: Name
    kind: str
    levels: tuple[Name, ...]
    """The names of its universes."""
    type: int
    value: int | None = None
    safety: str = "safe"
    """``safe``, ``unsafe`` or ``partial``."""
    about: tuple[object, ...] = ()
    """The rest that the kernel uses of an inductive type, its constructors and recursors."""
    others: tuple[Name, ...] = ()
    """Constants that belong to it: its constructors, its type."""
    terms: tuple[int, ...] = ()
    """Expressions besides type and value: the right sides of a recursor's rules."""

    def expressions(self) -> tuple[int, ...]:
        """All its expressions."""
        own = (self.type,) if self.value is None else (self.type, self.value)
        return (*own, *self.terms)


@dataclass(frozen=True, slots=True)
class Module:
    """A compiled file."""

    header: Header
    imports: tuple[Name, ...]
    constants: Mapping[Name, Constant]
    extensions: Mapping[Name, int]
    """How many entries each environment extension keeps."""
    hashes_agree: bool
    """Whether all hashes that are stored with names, levels and expressions are right."""


def read_module(data: bytes, terms: Terms) -> Module:
    """Read a compiled file. Raises `OleanError`, never anything else, whatever `data` is."""
    try:
        return _Reader(data, terms).module()
    except (IndexError, ValueError, OverflowError) as error:
        raise Damaged(f"the file is damaged: {error}") from error


class _Reader:
    """Reads one file."""

    def __init__(self, data: bytes, terms: Terms) -> None:
        self._objects = Objects(data)
        self._terms = TermReader(self._objects, terms)

    def module(self) -> Module:
        objects, root = self._objects, self._objects.root
        tag, fields, scalars = objects.constructor(root)
        if tag != 0 or len(fields) != 5:
            raise Damaged("the root is no module")
        if scalars[:1] == b"\1":
            raise UnknownFormat(
                "the file takes part in the module system (it begins with the word module), whose "
                "compiled files leave proofs out: take that word away"
            )
        at, words = objects.array(fields[0], root)
        imports = tuple(self._import(word, at) for word in words)
        constants = self._constants(fields[1], fields[2])
        return Module(
            objects.header,
            imports,
            constants,
            self._extensions(fields[4]),
            objects.hashes_agree and self._terms.hashes_agree,
        )

    def _import(self, word: int, before: int) -> Name:
        place = self._objects.place(word, before)
        _, fields, _ = self._objects.constructor(place)
        if len(fields) != 1:
            raise Damaged(f"no import stands at {place * 8:#x}")
        return self._objects.name(fields[0], place)

    def _extensions(self, word: int) -> dict[Name, int]:
        objects = self._objects
        at, words = objects.array(word, objects.root)
        found = {}
        for each in words:
            place, _, fields, _ = objects.structure(each, at, 2)
            _, entries = objects.array(fields[1], place)
            if entries:
                found[objects.name(fields[0], place)] = len(entries)
        return found

    def _constants(self, names: int, infos: int) -> dict[Name, Constant]:
        objects = self._objects
        at, words = objects.array(names, objects.root)
        said = [objects.name(word, at) for word in words]
        at, words = objects.array(infos, objects.root)
        constants = [self._constant(word, at) for word in words]
        found = {constant.name: constant for constant in constants}
        if [constant.name for constant in constants] != said or len(found) != len(said):
            raise Damaged("the names of the constants are not those that the file lists")
        return found

    def _constant(self, word: int, before: int) -> Constant:
        objects = self._objects
        place, tag, fields, _ = objects.structure(word, before, 1)
        if tag >= len(KINDS):
            raise Damaged(f"no constant stands at {place * 8:#x}")
        kind = KINDS[tag]
        place = objects.place(fields[0], place)
        _, fields, scalars = objects.constructor(place)
        if len(fields) not in _FIELDS[kind]:
            raise Damaged(f"the {kind} at {place * 8:#x} has {len(fields)} fields")
        at, _, head, _ = objects.structure(fields[0], place, 3)
        name = objects.name(head[0], at)
        levels = tuple(objects.name(each, cell) for cell, each in objects.items(head[1], at))
        type_ = self._terms.closed(head[2], at)
        about = _About(self, place, fields, scalars)
        return about.constant(name, kind, levels, type_)

    # what `_About` asks for

    def names(self, word: int, before: int) -> tuple[Name, ...]:
        """A list of names."""
        items = self._objects.items(word, before)
        return tuple(self._objects.name(each, cell) for cell, each in items)

    def name(self, word: int, before: int) -> Name:
        """A name."""
        return self._objects.name(word, before)

    def number(self, word: int, before: int) -> int:
        """A number."""
        return self._objects.number(word, before)

    def closed(self, word: int, before: int) -> int:
        """An expression."""
        return self._terms.closed(word, before)

    def rules(self, word: int, before: int) -> list[tuple[Name, int, int]]:
        """A recursor's rules: constructor, number of fields, right side."""
        found = []
        for cell, each in self._objects.items(word, before):
            place, _, fields, _ = self._objects.structure(each, cell, 3)
            name = self._objects.name(fields[0], place)
            number = self._objects.number(fields[1], place)
            found.append((name, number, self._terms.closed(fields[2], place)))
        return found


class _About:
    """What each kind of constant has besides name and type (``src/Lean/Declaration.lean``)."""

    def __init__(self, reader: _Reader, place: int, fields: list[int], scalars: bytes) -> None:
        self._reader = reader
        self._place = place
        self._fields = fields
        self._scalars = scalars

    def constant(self, name: Name, kind: str, levels: tuple[Name, ...], type_: int) -> Constant:
        reader, place, fields = self._reader, self._place, self._fields
        value, safety = None, "safe"
        about: tuple[object, ...] = ()
        others: tuple[Name, ...] = ()
        terms: tuple[int, ...] = ()
        if kind in {"definition", "theorem", "opaque"}:
            value = reader.closed(fields[1], place)
        if kind == "definition":
            safety = self._definition_safety(name)
        elif kind in {"axiom", "opaque"}:
            safety = self._unsafe(0)
        elif kind == "quotient":
            about = (self._flag(0),)
        elif kind == "inductive":
            numbers = [reader.number(word, place) for word in (fields[1], fields[2], *fields[5:])]
            all_, others = reader.names(fields[3], place), reader.names(fields[4], place)
            about = (*numbers, all_, others, self._scalars[:4])
            safety = self._unsafe(1)
            others = (*others, *all_)
        elif kind == "constructor":
            others = (reader.name(fields[1], place),)
            about = (others, *(reader.number(word, place) for word in fields[2:]))
            safety = self._unsafe(0)
        elif kind == "recursor":
            rules = reader.rules(fields[6], place)
            all_ = reader.names(fields[1], place)
            numbers = [reader.number(word, place) for word in fields[2:6]]
            about = (all_, *numbers, tuple(rules), self._flag(0))
            others = (*all_, *(rule[0] for rule in rules))
            terms = tuple(rule[2] for rule in rules)
            safety = self._unsafe(1)
        return Constant(name, kind, levels, type_, value, safety, about, others, terms)

    def _flag(self, index: int) -> int:
        if index >= len(self._scalars):
            raise Damaged(f"the constant at {self._place * 8:#x} is too short")
        return self._scalars[index]

    def _unsafe(self, index: int) -> str:
        flag = self._flag(index)
        if flag > 1:
            raise Damaged(f"the constant at {self._place * 8:#x} has a flag {flag}")
        return "unsafe" if flag else "safe"

    def _definition_safety(self, name: Name) -> str:
        flag = self._flag(0)
        if flag >= len(_SAFETY):
            raise Damaged(f"the definition {shown(name)} is of unknown safety {flag}")
        return _SAFETY[flag]
