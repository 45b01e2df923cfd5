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

from pytest_putnam.datasets.checkout import commit_of
from pytest_putnam.datasets.index import find_index, read_index
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages import backend
from pytest_putnam.model import PROBLEM_NAME, Formalization, Language, Problem

FOLDERS: Final[Mapping[Language, str]] = MappingProxyType(
    {Language.LEAN4: "lean4/src", Language.ISABELLE: "isabelle", Language.COQ: "coq/src"}
)
"""Where the files of each language are, under the root."""
SUFFIXES: Final[Mapping[str, Language]] = MappingProxyType(
    {".lean": Language.LEAN4, ".thy": Language.ISABELLE, ".v": Language.COQ}
)

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

    def problem(self, name: str) -> Problem:
        """The problem `name` as the index has it; only named where the index lacks it.

        Raises `BadInput` for an index that cannot be read, naming file and place.
        """
        index = find_index(self.root)
        return (read_index(index) if index else {}).get(name, Problem(name))

    def read(self, path: Path) -> Formalization:
        """The problem's file at `path`, split into its slots.

        Raises `BadInput` for a file that cannot be read and `SplitError` for one that cannot be
        split; both name the file and, where it is known, the place.
        """
        language = language_of(path)
        if language is None:
            raise BadInput(f"{path}: no suffix of a proof language ({', '.join(SUFFIXES)})")
        text = _read_text(path)
        try:
            split = backend(language).split(text, path.stem)
        except SplitError as error:
            raise _placed(path, error) from None
        warnings = list(split.warnings)
        if text.startswith("\ufeff"):
            warnings.append("the file begins with a byte order mark")
        problem = self.problem(path.stem)
        if problem == Problem(path.stem):
            warnings.append(f"no entry of {path.stem} in {self._index_name()}")
        return Formalization(
            problem=problem,
            language=language,
            path=path,
            text=text,
            theorem=split.theorem,
            header=split.header,
            statement=split.statement,
            proof=split.proof,
            solution=split.solution,
            variables=split.variables,
            warnings=tuple(warnings),
        )

    def _index_name(self) -> str:
        index = find_index(self.root)
        return str(index) if index else f"{self.root / 'informal'}, which has no index"


def language_of(path: Path) -> Language | None:
    """The language of a file by its suffix; None for another file."""
    return SUFFIXES.get(path.suffix)


def find_dataset(path: Path) -> Dataset | None:
    """The benchmark that the file or directory `path` is, or is in; None where there is none.

    It looks at names in the folders above only, and reads no file.
    """
    path = _plain(path)
    for folder in (path, *path.parents):
        if _is_root(folder):
            return Dataset(folder, commit_of(folder))
    return None


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


def _read_text(path: Path) -> str:
    """The text with its line ends as they are."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SplitError(
            f"{path}: line {line}: not UTF-8 at byte {error.start}"
            f" (0x{data[error.start]:02x}); save the file as UTF-8"
        ) from None


def _placed(path: Path, error: SplitError) -> SplitError:
    placed = SplitError(f"{path}: {error}")
    placed.line = error.line
    return placed
