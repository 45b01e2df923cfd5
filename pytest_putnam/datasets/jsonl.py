r"""The reader of Lean 4 benchmarks that are one file of JSON lines, as ports of miniF2F and ProofNet are.

    {"name": "imo_1959_p1", "header": "import Mathlib\n…", "formal_statement": "theorem … := by\n", …}

Keys: ``name`` (``problem_name``, ``id``), ``formal_statement`` (``formal_stmt``), and where there are
any ``header``, ``helper`` (definitions), ``informal_statement`` (``informal_stmt``,
``informal_prefix``) and ``split``, which becomes the problem's tag. A statement without a proof gets one
that is left open.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_putnam.datasets.base import Entry
from pytest_putnam.datasets.files import formalization
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.lean4.several import theorem_names
from pytest_putnam.model import Formalization, Language, Problem

_NAMES: Final = ("name", "problem_name", "id")
_STATEMENTS: Final = ("formal_statement", "formal_stmt")
_INFORMAL: Final = ("informal_statement", "informal_stmt", "informal_prefix")
_BY: Final = re.compile(r"\bby\s*\Z")
_DOC: Final = re.compile(r"\A\s*/--?|-/\s*\Z")


@dataclass(frozen=True, slots=True)
class JsonLines:
    """A benchmark in one file."""

    root: Path
    commit: str | None = None

    @property
    def index_name(self) -> str:
        """The file itself."""
        return str(self.root)

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """See `Benchmark.entries`. Raises `BadInput`, naming the line."""
        if language is not Language.LEAN4:
            return ()
        lines = _lines(self.root, self.root.stat().st_mtime_ns)
        return tuple(
            Entry(self.root, language, problem, name) for name, (problem, _) in lines.items()
        )

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """See `Benchmark.entries_of`."""
        return self.entries(Language.LEAN4) if path == self.root else ()

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """See `Benchmark.read`."""
        lines = _lines(self.root, self.root.stat().st_mtime_ns)
        if theorem not in lines:
            raise BadInput(f"{path} has no line for {theorem or 'a theorem that is not named'}")
        problem, text = lines[theorem]
        return formalization(path, Language.LEAN4, text, theorem, problem)


def at(path: Path) -> JsonLines | None:
    """The benchmark that the file at `path` is, told by its first line."""
    if path.suffix != ".jsonl" or not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            entry = json.loads(file.readline(1 << 20))
    except (OSError, ValueError):
        return None
    if not isinstance(entry, dict):
        return None
    known = _first(entry, _NAMES) and _first(entry, _STATEMENTS)
    return JsonLines(path) if known else None


@functools.lru_cache(maxsize=8)
def _lines(path: Path, _changed_ns: int) -> Mapping[str, tuple[Problem, str]]:
    """Problem and Lean file of each line, by name."""
    found: dict[str, tuple[Problem, str]] = {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise BadInput(f"{path}: line {number}: no valid JSON: {error}") from None
        name = _first(entry, _NAMES) if isinstance(entry, dict) else ""
        statement = _first(entry, _STATEMENTS) if name else ""
        if not statement:
            raise BadInput(
                f"{path}: line {number}: a name and a formal_statement are needed, as texts"
            )
        if name in found:
            raise BadInput(f"{path}: line {number}: {name} is there twice")
        tags = (entry["split"],) if isinstance(entry.get("split"), str) else ()
        said = _DOC.sub("", _first(entry, _INFORMAL)).strip()
        parts = (_first(entry, ("header",)), _first(entry, ("helper",)), _stated(statement))
        file = "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"
        found[name] = Problem(name, informal_statement=said, tags=tags), file
    return MappingProxyType(found)


def _first(entry: Mapping[str, object], keys: Iterable[str]) -> str:
    """The first of `keys` that has a text; empty where none has."""
    return next((v for key in keys if isinstance(v := entry.get(key), str) and v.strip()), "")


def _stated(statement: str) -> str:
    """The statement with a proof that is left open."""
    text = statement.rstrip()
    try:
        if theorem_names(text):
            return text
    except SplitError:
        return text  # the item will say what is wrong
    if _BY.search(text):
        return f"{text}\n  sorry"
    return f"{text} sorry" if text.endswith(":=") else f"{text} := by\n  sorry"
