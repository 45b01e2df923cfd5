"""The constants of imported modules, where they are few enough to be read.

Axioms that a library's theorems rest on are found through these. Mathlib is too large for that: what
is imported from it and from Lean itself is trusted to rest on Lean's three axioms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.languages.lean4.module import Constant, Module, read_module
from pytest_putnam.languages.lean4.olean import Name, OleanError
from pytest_putnam.languages.lean4.terms import Terms

MOST_MB: Final = 64


@dataclass(frozen=True, slots=True)
class Library:
    """What was read of the imported modules."""

    constants: Mapping[Name, Constant]
    trusted: tuple[str, ...] = ()
    """The modules whose constants were not read."""


def read_library(imports: Iterable[Name], search_path: Iterable[Path], terms: Terms) -> Library:
    """Read `imports` and what they import; nothing of them where that is more than `MOST_MB`."""
    folders = list(search_path)
    roots = sorted({".".join(map(str, name)) for name in imports})
    constants: dict[Name, Constant] = {}
    seen = set(roots)
    waiting = list(roots)
    size = 0
    while waiting:
        file = _file(waiting.pop(), folders)
        module: Module | None = None
        if file is not None and (size := size + file.stat().st_size) <= MOST_MB << 20:
            try:
                module = read_module(file.read_bytes(), terms)
            except (OleanError, OSError):
                module = None
        if module is None:
            return Library({}, tuple(roots))
        constants |= module.constants
        further = {".".join(map(str, name)) for name in module.imports} - seen
        seen |= further
        waiting += sorted(further)
    return Library(constants)


def _file(module: str, folders: Iterable[Path]) -> Path | None:
    path = Path(*module.split(".")).with_suffix(".olean")
    return next((folder / path for folder in folders if (folder / path).is_file()), None)
