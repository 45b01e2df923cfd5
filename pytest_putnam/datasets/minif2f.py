"""The reader of miniF2F's layouts, those of its Lean 4 ports and of its Isabelle part.

    ROOT/MiniF2F/Test.lean, Valid.lean      many theorems in a file
    ROOT/MiniF2F/Test/NAME.lean, Valid/…    one in a file
    ROOT/isabelle/test/NAME.thy, valid/…
    ROOT/informal/test/NAME.json, valid/…   problem_name, informal_statement

A problem's tag is its part: test or valid. Where a theory has a proof of its theorem, the proof is taken
out: it is the prover's to find. The Lean 3 files (``lean/src``) are not read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.checkout import commit_of
from pytest_putnam.datasets.files import formalization, language_of, placed, read_text
from pytest_putnam.datasets.theorems import entries_in, read_theorem
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.isabelle.syntax import with_open_proof
from pytest_putnam.model import Formalization, Language, Problem

PARTS: Final = ("test", "valid")
_LEAN: Final = "MiniF2F"


@dataclass(frozen=True, slots=True)
class MiniF2F:
    """A benchmark in miniF2F's layout."""

    root: Path
    commit: str | None = None

    @property
    def index_name(self) -> str:
        """The folder of informal statements."""
        return str(self.root / "informal")

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """See `Benchmark.entries`."""
        return tuple(
            entry for path, part in self._files(language) for entry in self._entries(path, part)
        )

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """See `Benchmark.entries_of`."""
        language = language_of(path)
        found = () if language is None else self._files(language)
        return tuple(e for each, part in found if each == path for e in self._entries(path, part))

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """See `Benchmark.read`."""
        language = language_of(path)
        if language is None:
            raise BadInput(f"{path}: no suffix of a proof language")
        part = next((p for each, p in self._files(language) if each == path), "")
        problem = self._problem(theorem or path.stem, part)
        if theorem:
            return read_theorem(path, theorem, problem)
        text = read_text(path)
        if language is Language.ISABELLE:
            try:
                text = with_open_proof(text, path.stem)
            except SplitError as error:
                raise placed(path, error) from None
        return formalization(path, language, text, path.stem, problem)

    def _files(self, language: Language) -> Iterator[tuple[Path, str]]:
        """Its files with their parts."""
        for part in PARTS:
            if language is Language.LEAN4:
                whole = self.root / _LEAN / f"{part.title()}.lean"
                if whole.is_file():
                    yield whole, part
                yield from ((p, part) for p in sorted(whole.with_suffix("").glob("*.lean")))
            elif language is Language.ISABELLE:
                folder = self.root / "isabelle" / part
                yield from ((path, part) for path in sorted(folder.glob("*.thy")))

    def _entries(self, path: Path, part: str) -> tuple[Entry, ...]:
        if path.parent.name == _LEAN:
            return entries_in(path, lambda name: self._problem(name, part))
        language = language_of(path)
        assert language is not None
        return (Entry(path, language, self._problem(path.stem, part)),)

    def _problem(self, name: str, part: str) -> Problem:
        tags = (part,) if part else ()
        path = self.root / "informal" / part / f"{name}.json"
        return Problem(name, informal_statement=informal_statement(path), tags=tags)


def at(folder: Path) -> MiniF2F | None:
    """The benchmark whose root is `folder`."""
    lean = any(
        (folder / _LEAN / name).exists() for part in PARTS for name in _lean_names(part.title())
    )
    isabelle = any(_has_theory(folder / "isabelle" / part) for part in PARTS)
    return MiniF2F(folder, commit_of(folder)) if lean or isabelle else None


def informal_statement(path: Path) -> str:
    """What ``NAME.json`` of miniF2F and FIMO says; empty where there is none. Raises `BadInput`."""
    if not path.is_file():
        return ""
    try:
        entry = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    said = entry.get("informal_statement") if isinstance(entry, dict) else None
    return said if isinstance(said, str) else ""


def _lean_names(part: str) -> tuple[str, str]:
    return f"{part}.lean", part


def _has_theory(folder: Path) -> bool:
    return folder.is_dir() and any(path.suffix == ".thy" for path in folder.iterdir())
