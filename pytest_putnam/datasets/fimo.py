"""The reader of FIMO's layout.

    ROOT/lean/fimo.lean or ROOT/lean4/fimo.lean    many theorems, fimo_2006_algebra_p1
    ROOT/informal/NAME.json                        problem_name, informal_statement

FIMO itself is Lean 3, which no checker here reads: a port to Lean 4 in its layout is read, and the
original is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.checkout import commit_of
from pytest_putnam.datasets.minif2f import informal_statement
from pytest_putnam.datasets.theorems import entries_in, read_theorem
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Formalization, Language, Problem

FILES: Final = ("lean4/fimo.lean", "lean/fimo.lean")
"""The first that is there is taken."""
_NAME: Final = re.compile(r"fimo_\d{4}_(?P<field>[a-z_]+?)_p\d+")


@dataclass(frozen=True, slots=True)
class Fimo:
    """A benchmark in FIMO's layout."""

    root: Path
    commit: str | None = None

    @property
    def index_name(self) -> str:
        """The folder of informal statements."""
        return str(self.root / "informal")

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """See `Benchmark.entries`. Raises `BadInput` for the original, which is Lean 3."""
        file = _file(self.root)
        if language is not Language.LEAN4 or file is None:
            return ()
        return entries_in(file, self._problem)

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """See `Benchmark.entries_of`."""
        return self.entries(Language.LEAN4) if path == _file(self.root) else ()

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """See `Benchmark.read`."""
        if not theorem:
            raise BadInput(f"{path} has many theorems: name one, as {path}::THEOREM")
        return read_theorem(path, theorem, self._problem(theorem))

    def _problem(self, name: str) -> Problem:
        match = _NAME.match(name)
        said = informal_statement(self.root / "informal" / f"{name}.json")
        return Problem(name, informal_statement=said, tags=(match["field"],) if match else ())


def at(folder: Path) -> Fimo | None:
    """The benchmark whose root is `folder`."""
    return None if _file(folder) is None else Fimo(folder, commit_of(folder))


def _file(root: Path) -> Path | None:
    return next((path for name in FILES if (path := root / name).is_file()), None)
