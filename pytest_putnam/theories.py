"""Isabelle for provers: candidates loaded into warm sessions, to hear what Isabelle says of them.

    theories = open_theories(self.settings)
    with theories.slot(budget):
        tried = theories.load(task, "by auto", limit_s=30.0, budget=budget)
    tried.errors        # placed in the text that was handed in
    tried.said(7)       # of a line of the whole theory

This never decides a verdict: a session takes ``sorry``, and sees no cheat. What a prover hands over is
judged by the strict checker. A session can run ``sledgehammer``, which a candidate may not contain.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from pytest_putnam.errors import PutnamError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.pool import Pool
from pytest_putnam.languages.isabelle.protocol import OutOfStep
from pytest_putnam.languages.isabelle.server import Heap, LoadedTheory, ServerMessage
from pytest_putnam.model import Formalization, Message
from pytest_putnam.prover import Budget, Task
from pytest_putnam.slots import slot


class NotLoaded(PutnamError):
    """Isabelle did not come to an end with a theory: its time ran out, or it broke."""

    def __init__(self, message: str, *, timed_out: bool) -> None:
        super().__init__(message)
        self.timed_out = timed_out


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


class Theories:
    """Loads theories for the provers of a run. Thread-safe."""

    def __init__(
        self,
        pool: Pool,
        settings: CheckerSettings,
        heap: Callable[[Formalization, Budget], Heap],
        place: Callable[[Task, str], Placed],
        identity: str,
    ) -> None:
        self._pool = pool
        self._settings = settings
        self._heap = heap
        self._place = place
        self.identity = identity
        """Of the installation: the same theories mean the same."""

    def text(self, task: Task, code: str) -> str:
        """The whole theory that `code` makes; raises `BadInput` where it cannot be put into one."""
        return self._place(task, code).text

    def load(self, task: Task, code: str, *, limit_s: float, budget: Budget) -> Tried:
        """Load the theory that `code` makes.

        `limit_s` is for the theory alone: starting a session has its own limit. Hold a `slot`
        meanwhile. Raises `NotLoaded`, `InfraError` where a session cannot be started,
        `BudgetExhausted`, and `BadInput` where `code` cannot be put into a theory.
        """
        placed = self._place(task, code)
        heap = self._heap(task.formalization, budget)
        try:
            loaded = self._pool.load(heap, {placed.name: placed.text}, limit_s, budget)
        except OutOfStep as error:
            told = f"ended after {limit_s:g} s" if error.timed_out else str(error)
            raise NotLoaded(told, timed_out=error.timed_out) from error
        theory = loaded[placed.name]
        return Tried(placed.text, tuple(placed.place(each) for each in theory.errors), theory)

    def slot(self, budget: Budget) -> AbstractContextManager[None]:
        """One of the machine's slots. Raises `BudgetExhausted` where none comes free in time."""
        return slot(self._settings.cache_dir / "slots", self._settings.slots, budget)

    @property
    def slots(self) -> int:
        """How many assistants may run at once on this machine."""
        return self._settings.slots

    def close(self) -> None:
        """End all sessions."""
        self._pool.close()
