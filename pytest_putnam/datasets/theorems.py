"""Lean files that hold many theorems, as entries of a benchmark."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.files import formalization, placed, read_text
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.lean4.several import IsLean3, only, theorem_names
from pytest_putnam.model import Formalization, Language, Problem


def entries_in(path: Path, problem: Callable[[str], Problem]) -> tuple[Entry, ...]:
    """One entry for each theorem; `problem` gives a theorem's.

    A file that cannot be lexed is one entry, which cannot be read and becomes an item in error. Raises
    `BadInput` for Lean 3, and for a file that cannot be opened.
    """
    try:
        names = _names(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    return tuple(Entry(path, Language.LEAN4, problem(name), name) for name in names)


def read_theorem(path: Path, theorem: str, problem: Problem) -> Formalization:
    """The theorem with what it needs of its file. Raises `BadInput`, `SplitError`."""
    try:
        text = only(read_text(path), theorem)
    except SplitError as error:
        raise error if str(error).startswith(str(path)) else placed(path, error) from None
    return formalization(path, Language.LEAN4, text, theorem, problem)


@functools.lru_cache(maxsize=256)
def _names(path: Path, _changed_ns: int) -> tuple[str, ...]:
    try:
        return theorem_names(read_text(path))
    except IsLean3 as error:
        raise BadInput(f"{path}: {error}") from None
    except SplitError:
        return (path.stem,)
