"""The reader of PutnamBench's layout.

    ROOT/lean4/src/NAME.lean   ROOT/isabelle/NAME.thy   ROOT/coq/src/NAME.v
    ROOT/informal/putnam.json or putnam.yaml

Reading is lazy: a file when it is asked for, the index once.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.checkout import commit_of
from pytest_putnam.datasets.files import SUFFIXES, formalization, language_of, read_text
from pytest_putnam.datasets.index import find_index, read_index
from pytest_putnam.errors import BadInput
from pytest_putnam.model import PROBLEM_NAME, Formalization, Language, Problem

FOLDERS: Final[Mapping[Language, str]] = MappingProxyType(
    {Language.LEAN4: "lean4/src", Language.ISABELLE: "isabelle", Language.COQ: "coq/src"}
)
"""Where the files of each language are, under the root."""
_OLD_FILES: Final[Mapping[Language, tuple[str, ...]]] = MappingProxyType(
    {
        Language.LEAN4: ("putnam.lean", "putnam_[12][0-9][0-9][0-9].lean"),
        Language.ISABELLE: ("putnam.thy", "batch*.thy", "putnam-assignment*.thy"),
        Language.COQ: ("batch*.v", "assignment.v"),
    }
)
"""What the folders held until July 2024: many problems in a file."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A benchmark in PutnamBench's layout."""

    root: Path
    commit: str | None = None
    """Of the checkout that `root` is; None where it is none."""

    def files(self, language: Language) -> tuple[Path, ...]:
        """The problems' files in `language`, sorted by name; none where the folder is missing.

        Raises `BadInput` where the files are those of an older layout.
        """
        folder = self.root / FOLDERS[language]
        suffix = next(each for each, its in SUFFIXES.items() if its is language)
        found = tuple(sorted(folder.glob(f"*{suffix}"))) if folder.is_dir() else ()
        top = self.root / FOLDERS[language].partition("/")[0]
        if all(_is_old(path, language) for path in found) and _has_old_files(top, language):
            raise BadInput(
                f"{top} has the layout of PutnamBench before July 2024, with many problems in a"
                f" file; this version reads {FOLDERS[language]}/NAME{suffix}: check out a later"
                " commit (565b360 is the first with one file per problem in all languages)"
            )
        return found

    def holds(self, path: Path) -> Language | None:
        """The language that `path` is a problem's file of, by its place and suffix alone."""
        language = language_of(path)
        if language is None or _plain(path).parent != self.root / FOLDERS[language]:
            return None
        return language

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """See `Benchmark.entries`: each file is one formalization."""
        problems = self._problems()
        return tuple(
            Entry(path, language, problems.get(path.stem) or Problem(path.stem))
            for path in self.files(language)
        )

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """See `Benchmark.entries_of`."""
        language = self.holds(path)
        return () if language is None else (Entry(path, language, self.problem(path.stem)),)

    def problem(self, name: str) -> Problem:
        """The problem `name` as the index has it; only named where the index lacks it.

        Raises `BadInput` for an index that cannot be read, naming file and place.
        """
        return self._problems().get(name) or Problem(name)

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """See `Benchmark.read`; a file's own name is its theorem's."""
        language = language_of(path)
        if language is None:
            raise BadInput(f"{path}: no suffix of a proof language ({', '.join(SUFFIXES)})")
        name = theorem or path.stem
        return formalization(path, language, read_text(path), name, self.problem(name))

    def _problems(self) -> Mapping[str, Problem]:
        index = find_index(self.root)
        return read_index(index) if index else {}

    @property
    def index_name(self) -> str:
        """The index, or that there is none."""
        index = find_index(self.root)
        return str(index) if index else f"{self.root / 'informal'}, which has no index"


def at(folder: Path) -> Dataset | None:
    """The benchmark whose root is `folder`; it looks at names only."""
    return Dataset(folder, commit_of(folder)) if _is_root(folder) else None


def _plain(path: Path) -> Path:
    """Absolute and without ``..``; links stay, since people see the paths that they gave."""
    return Path(os.path.abspath(path))  # noqa: PTH100 (Path.absolute keeps "..")


@functools.lru_cache(maxsize=4096)
def _is_root(folder: Path) -> bool:
    """Whether a folder of a language is there, and an index or a problem beside or in it."""
    present = [
        (language, folder / sub.partition("/")[0])
        for language, sub in FOLDERS.items()
        if (folder / sub.partition("/")[0]).is_dir()
    ]
    if not present:
        return False
    if find_index(folder) is not None:
        return True
    return any(
        _has_problem(folder / FOLDERS[language]) or _has_old_files(top, language)
        for language, top in present
    )


def _has_problem(folder: Path) -> bool:
    return folder.is_dir() and any(
        path.suffix in SUFFIXES and PROBLEM_NAME.fullmatch(path.stem) for path in folder.iterdir()
    )


def _has_old_files(top: Path, language: Language) -> bool:
    if not top.is_dir():
        return False
    return any(_is_old(path, language) for path in top.iterdir())


def _is_old(path: Path, language: Language) -> bool:
    return any(path.match(pattern) for pattern in _OLD_FILES[language])
