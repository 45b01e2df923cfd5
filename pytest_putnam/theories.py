"""Isabelle for provers: candidates loaded into warm sessions, to hear what Isabelle says of them.

    theories = open_theories(self.settings)
    with theories.slot(budget):
        tried = theories.load(task, Candidate("by auto"), limit_s=30.0, budget=budget)
    tried.errors        # placed in the text that was handed in
    tried.said(7)       # of a line of the whole theory

This never decides a verdict: a session takes ``sorry``, and sees no cheat. What a prover hands over is
judged by the strict checker. A session can run ``sledgehammer``, which a candidate may not contain.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Final, Protocol, runtime_checkable

from pytest_putnam.errors import BadInput, PutnamError
from pytest_putnam.languages import toolchain_for
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.pool import Launcher, Pool
from pytest_putnam.languages.isabelle.protocol import OutOfStep
from pytest_putnam.languages.isabelle.server import LoadedTheory, ServerMessage
from pytest_putnam.machine import default_cache_dir, default_slots
from pytest_putnam.model import Candidate, Formalization, Language, Message
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget, ProverSettings, Task
from pytest_putnam.slots import slot

OPTIONS: Final = ("quick_and_dirty=true",)
"""Sketches have gaps; no verdict rests on these sessions."""


class NotLoaded(PutnamError):
    """Isabelle did not come to an end with a theory."""

    def __init__(self, message: str, ended: Ended | None) -> None:
        super().__init__(message)
        self.timed_out = ended is Ended.WALL
        """Its time ran out."""
        self.out_of_memory = ended is Ended.MEMORY


@dataclass(frozen=True, slots=True)
class Placed:
    """A whole theory, with a candidate in it."""

    name: str
    text: str
    place: Callable[[ServerMessage], Message]
    """Where a message belongs in the candidate's text."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What Isabelle said of a theory."""

    text: str
    """The whole theory, as it was loaded."""
    errors: tuple[Message, ...]
    """The first comes first; lines are those of the text that was handed in."""
    theory: LoadedTheory

    def said(self, line: int) -> tuple[ServerMessage, ...]:
        """What was said of commands that begin in a line of `text`."""
        return self.theory.said(line)


class Installation(Protocol):
    """What is needed of an installed Isabelle. Thread-safe."""

    @property
    def identity(self) -> str:
        """Of the installation: the same theories mean the same in it."""

    @property
    def launcher(self) -> Launcher:
        """What starts servers, with the limits and policies."""

    def heap(self, formalization: Formalization, budget: Budget) -> Heap:
        """What its imports need. Raises `InfraError` where that is not there, `BudgetExhausted`."""

    def place(self, task: Task, candidate: Candidate) -> Placed:
        """Put `candidate` into the theory. Raises `BadInput` where that is impossible."""

    def getenv(self, names: Sequence[str]) -> Mapping[str, str]:
        """Isabelle's own settings; absent ones are left out. Raises `InfraError`."""


@runtime_checkable
class Loading(Protocol):
    """A toolchain that can load theories outside of a check."""

    def installation(self, settings: CheckerSettings) -> Installation:
        """With these limits; starts nothing yet."""


class Theories:
    """Loads theories for the provers of a run. Thread-safe; nothing is looked for before it is used."""

    def __init__(self, find: Callable[[], Installation]) -> None:
        self._find = find
        self._lock = threading.Lock()
        self._found: Installation | None = None
        self._pool: Pool | None = None

    def text(self, task: Task, candidate: Candidate) -> str:
        """The whole theory that a candidate makes; raises `BadInput` where it makes none."""
        return self._installation.place(task, candidate).text

    def load(self, task: Task, candidate: Candidate, *, limit_s: float, budget: Budget) -> Tried:
        """Load the theory that a candidate makes.

        `limit_s` is for the theory alone: starting a session has its own limit. Hold a `slot`
        meanwhile. Raises `NotLoaded`, `InfraError` where a session cannot be started,
        `BudgetExhausted`, and `BadInput` where the candidate makes no theory.
        """
        installation = self._installation
        placed = installation.place(task, candidate)
        heap = installation.heap(task.formalization, budget)
        try:
            loaded = self._sessions.load(heap, {placed.name: placed.text}, limit_s, budget)
        except OutOfStep as error:
            late = error.ended is Ended.WALL
            told = f"ended after {limit_s:g} s" if late else str(error)
            raise NotLoaded(told, error.ended) from error
        theory = loaded[placed.name]
        return Tried(placed.text, tuple(placed.place(each) for each in theory.errors), theory)

    def slot(self, budget: Budget) -> AbstractContextManager[None]:
        """One of the machine's slots. Raises `BudgetExhausted` where none comes free in time."""
        settings = self._installation.launcher.settings
        return slot(settings.cache_dir / "slots", settings.slots, budget)

    @property
    def slots(self) -> int:
        """How many assistants may run at once on this machine."""
        return self._installation.launcher.settings.slots

    @property
    def identity(self) -> str:
        """Of the installation: the same theories mean the same in it."""
        return self._installation.identity

    def getenv(self, names: Sequence[str]) -> Mapping[str, str]:
        """Isabelle's own settings; absent ones are left out. Raises `InfraError`."""
        return self._installation.getenv(names)

    def close(self) -> None:
        """End all sessions."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    @property
    def _installation(self) -> Installation:
        with self._lock:
            if self._found is None:
                self._found = self._find()
            return self._found

    @property
    def _sessions(self) -> Pool:
        launcher = self._installation.launcher
        with self._lock:
            if self._pool is None:
                self._pool = Pool(launcher, OPTIONS)
            return self._pool


def open_theories(settings: ProverSettings, *, memory_mb: int | None = None) -> Theories:
    """Theories in the run's Isabelle, with its limits; `memory_mb` takes the place of its memory.

    Nothing is looked for yet; later `AssistantMissing` is raised where there is no Isabelle.
    """

    def find() -> Installation:
        toolchain = toolchain_for(settings, Language.ISABELLE)
        if not isinstance(toolchain, Loading):
            raise BadInput(f"{toolchain.executable} cannot load theories outside of a check")
        limits = settings.limits or CheckerSettings(
            sandbox=settings.sandbox, slots=default_slots(), cache_dir=default_cache_dir()
        )
        return toolchain.installation(
            limits if memory_mb is None else replace(limits, memory_mb=memory_mb)
        )

    return Theories(find)
