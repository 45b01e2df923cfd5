"""What a benchmark is to the rest, whatever its layout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pytest_putnam.model import Formalization, Language, Problem


@dataclass(frozen=True, slots=True)
class Entry:
    """A formalization that a benchmark has; its file need not have been read."""

    path: Path
    language: Language
    problem: Problem
    theorem: str = ""
    """Which of the file's theorems it is; empty where the file is one formalization."""


class Benchmark(Protocol):
    """A benchmark on disk."""

    @property
    def root(self) -> Path:
        """The folder that it is, or the file where it is one."""

    @property
    def commit(self) -> str | None:
        """Of the checkout that `root` is; None where it is none."""

    @property
    def index_name(self) -> str:
        """Where the informal statements are, for messages."""

    def entries(self, language: Language) -> tuple[Entry, ...]:
        """Its formalizations in `language`, sorted by file and place. Raises `BadInput`."""

    def entries_of(self, path: Path) -> tuple[Entry, ...]:
        """Those in the file at `path`; none where it is no file of this benchmark."""

    def read(self, path: Path, theorem: str = "") -> Formalization:
        """A formalization, split into its slots.

        Raises `BadInput` for a file that cannot be read and `SplitError` for one that cannot be split;
        both name the file and, where it is known, the place.
        """
