"""The constants of imported modules, but for the large libraries.

Axioms that a library's theorems rest on are found through these. Mathlib, what it is made from and Lean's
own library are too large for that: what is imported from them is trusted to rest on Lean's three axioms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.languages.lean4.module import Constant, Module, read_module
from pytest_putnam.languages.lean4.olean import Name, OleanError
from pytest_putnam.languages.lean4.terms import Terms

LARGE: Final = frozenset(
    {
        *("Init", "Std", "Lean", "Mathlib", "Batteries", "Aesop", "Qq", "Plausible"),
        *("ProofWidgets", "ImportGraph", "LeanSearchClient"),
    }
)
"""Modules below these are trusted, and may be imported besides the benchmark's imports."""
MOST_MB: Final = 64
"""Of the other modules together; further ones are trusted too."""


@dataclass(frozen=True, slots=True)
class Library:
    """What was read of the imported modules."""

    constants: Mapping[Name, Constant]
    read: tuple[str, ...] = ()
    """The modules whose constants these are."""
    trusted: tuple[str, ...] = ()
    """The others: roots of large libraries, and modules that could not be read."""


def read_library(imports: Iterable[Name], search_path: Iterable[Path], terms: Terms) -> Library:
    """Read `imports` and what they import."""
    folders = list(search_path)
    waiting = [_text(name) for name in imports]
    seen = set(waiting)
    constants: dict[Name, Constant] = {}
    read: list[str] = []
    trusted: set[str] = set()
    left = MOST_MB << 20
    while waiting:
        name = waiting.pop()
        root = name.partition(".")[0]
        file = None if root in LARGE else _file(name, folders)
        module: Module | None = None
        if file is not None and (left := left - file.stat().st_size) >= 0:
            try:
                module = read_module(file.read_bytes(), terms)
            except (OleanError, OSError):
                module = None
        if module is None:
            trusted.add(root if root in LARGE else name)
            continue
        read.append(name)
        constants |= module.constants
        further = {_text(each) for each in module.imports} - seen
        seen |= further
        waiting += sorted(further)
    return Library(constants, tuple(sorted(read)), tuple(sorted(trusted)))


def _text(name: Name) -> str:
    return ".".join(map(str, name))


def _file(module: str, folders: Iterable[Path]) -> Path | None:
    path = Path(*module.split(".")).with_suffix(".olean")
    return next((folder / path for folder in folders if (folder / path).is_file()), None)
