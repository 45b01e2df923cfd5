"""What each language gives the rest: how its files are split, and a checker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pytest_putnam.model import (
    Candidate,
    Formalization,
    Language,
    SolutionSlot,
    Span,
    Track,
    Verdict,
)
from pytest_putnam.prover import Budget


@dataclass(frozen=True, slots=True)
class Split:
    """The parts of a benchmark file, as offsets into its text (see `model.Formalization`)."""

    theorem: str
    header: Span
    statement: Span
    proof: Span
    solution: SolutionSlot | None = None
    variables: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckerSettings:
    """Limits and policies of a checker. Times in seconds, sizes in MiB."""

    sandbox: str = "bwrap"
    """``bwrap`` or ``none``."""
    check_timeout_s: float = 60.0
    """For the candidate's own text, library loading excluded."""
    startup_timeout_s: float = 120.0
    """For starting the assistant and loading libraries; running out of it is an infra error."""
    memory_mb: int = 4096
    allowed_axioms: frozenset[str] = frozenset()
    """Fully qualified names, in addition to the language's documented list."""
    slots: int = 2
    """How many assistants may run at once on this machine, over all workers and runs."""
    slots_are_chosen: bool = True
    """Whether the user said so; else a language whose assistant needs more memory takes fewer."""
    cache_dir: Path = field(default_factory=lambda: Path.home() / ".cache" / "pytest-putnam")
    warm: bool = True
    """Whether a warm session may reject early."""
    lean_replay: str = "auto"
    """Whether Lean's kernel looks at an accepted proof again: ``auto``, ``required`` or ``off``."""
    lean_heartbeats: int | None = None
    """Lean's ``maxHeartbeats``; None: as Lean has it, and the benchmark's files set it."""
    lean_allow_meta: bool = False
    """Whether candidates may run programs while Lean elaborates them (then replay is required)."""
    isabelle_heaps: Path | None = None
    """The cache whose project heaps of Isabelle are used; None: `cache_dir`."""
    isabelle_commands: frozenset[str] = frozenset()
    """Commands that Isabelle candidates may use besides those that are always allowed."""


class Checker(Protocol):
    """Decides about candidates of one language. Thread-safe."""

    def prepare(
        self, formalization: Formalization, track: Track, budget: Budget | None = None
    ) -> None:
        """Compile the reference (cached).

        Raises `InfraError` where the statement does not compile, `BudgetExhausted` where `budget`
        runs out meanwhile.
        """

    def check(
        self, formalization: Formalization, track: Track, candidate: Candidate, budget: Budget
    ) -> Verdict:
        """Judge one candidate. Ends as ``budget_exhausted`` where `budget` runs out meanwhile."""

    def close(self) -> None:
        """End every process of this checker."""


class Toolchain(Protocol):
    """An installed assistant that was found."""

    @property
    def executable(self) -> str:
        """The path of its main program."""

    @property
    def versions(self) -> Mapping[str, str]:
        """Name to version: the assistant and its libraries."""

    def checker(self, settings: CheckerSettings) -> Checker:
        """A checker on this installation; starts nothing yet."""


class LanguageBackend(Protocol):
    """One language: lexing is pure, `find` looks at the machine."""

    @property
    def language(self) -> Language:
        """Which."""

    @property
    def suffix(self) -> str:
        """Of its files: ``.v``, ``.lean``, ``.thy``."""

    def split(self, text: str, name: str) -> Split:
        """Split a file that is named `name`. Raises `SplitError`."""

    def task_text(self, formalization: Formalization, track: Track) -> str:
        """The file as a prover sees it: the solution filled in or blanked, the proof slot open."""

    def find(self, explicit: str | None) -> Toolchain:
        """The installation to use, `explicit` first. Raises `AssistantMissing`, saying what to install."""
