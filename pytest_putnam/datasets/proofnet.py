r"""The reader of ProofNet's layout, in its Lean 4 ports.

    ROOT/formal/BOOK.lean    many theorems, exercise_2_3
    ROOT/informal/BOOK.tex   \paragraph{Exercise 2.3} statement \begin{proof} … \end{proof}

The books have exercises of the same name, so a problem is named ``BOOK_exercise_2_3``, as ports do that
are JSON lines.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.checkout import commit_of
from pytest_putnam.datasets.theorems import entries_in, read_theorem
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Formalization, Language, Problem

_PARAGRAPH: Final = re.compile(
    r"\\paragraph\{\s*(?P<title>[^{}]*?)\s*\}(?P<said>.*?)"
    r"(?=\\begin\{proof\}|\\paragraph\{|\\end\{document\}|\Z)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ProofNet:
    """A benchmark in ProofNet's layout."""

    root: Path
    commit: str | None = None

    @property
    def index_name(self) -> str:
        """The folder of informal statements."""
        return str(self.root / "informal")

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """See `Benchmark.entries`. Raises `BadInput` for the original, which is Lean 3."""
        paths = sorted((self.root / "formal").glob("*.lean")) if language is Language.LEAN4 else []
        return tuple(entry for path in paths for entry in self._entries(path))

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """See `Benchmark.entries_of`."""
        inside = path.parent == self.root / "formal" and path.suffix == ".lean"
        return tuple(self._entries(path)) if inside else ()

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """See `Benchmark.read`."""
        if not theorem:
            raise BadInput(f"{path} has many theorems: name one, as {path}::THEOREM")
        return read_theorem(path, theorem, self._problem(path, theorem))

    def _entries(self, path: Path) -> Iterator[Entry]:
        yield from entries_in(path, lambda theorem: self._problem(path, theorem))

    def _problem(self, path: Path, theorem: str) -> Problem:
        book = path.stem.replace("-", "_")
        said = _statements(self.root / "informal" / f"{path.stem}.tex").get(theorem.lower(), "")
        return Problem(f"{book}_{theorem}", informal_statement=said, tags=(book,))


def at(folder: Path) -> ProofNet | None:
    """The benchmark whose root is `folder`."""
    formal, informal = folder / "formal", folder / "informal"
    has_both = formal.is_dir() and informal.is_dir()
    if has_both and any(formal.glob("*.lean")) and any(informal.glob("*.tex")):
        return ProofNet(folder, commit_of(folder))
    return None


@functools.cache
def _statements(path: Path) -> Mapping[str, str]:
    """The statements of a book by the theorem's name: ``Exercise 2.3`` is ``exercise_2_3``."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return {
        re.sub(r"[^\w]+", "_", match["title"]).lower(): match["said"].strip()
        for match in _PARAGRAPH.finditer(text)
    }
