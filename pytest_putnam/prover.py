"""What a prover author reads: subclass `Prover`, return an `Answer`.

A prover is made once per process from its options, then asked for attempts, possibly from several
threads at once. It never judges: what it returns is checked by the language's checker, which
shares nothing with it.

    class Lia(Prover):
        name = "lia"
        languages = frozenset({Language.COQ})

        def attempt(self, task: Task, budget: Budget) -> Answer:
            return Answer.of("Proof. intros. lia. Qed.")
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.model import (
    Candidate,
    Formalization,
    Language,
    SolutionSlot,
    Track,
    Usage,
    VerdictKind,
)

if TYPE_CHECKING:
    from pytest_putnam.languages.base import CheckerSettings, Toolchain
    from pytest_putnam.models.settings import LlmSettings


@dataclass(frozen=True, slots=True)
class ProverOption:
    """An option that a prover takes by ``--prover-opt NAME=VALUE``."""

    name: str
    help: str
    default: str | None = None
    """None: the option must be given, unless `required` is False."""
    required: bool = False


@dataclass(frozen=True, slots=True)
class ProverSettings:
    """What a prover is made from."""

    options: Mapping[str, str]
    """Every declared option that was given or has a default."""
    root_dir: Path
    """Relative paths in options are relative to this (the directory that pytest was started in)."""
    languages: frozenset[Language]
    """The languages that this run asks for."""
    sandbox: str = "bwrap"
    """``bwrap`` or ``none``, as ``--putnam-sandbox``."""
    strict: bool = False
    """Bad lines of an input file are fatal (``--putnam-strict``)."""
    known_problems: frozenset[str] = frozenset()
    """The problems that the benchmark has in `languages`; empty where they are not known yet."""
    llm: LlmSettings | None = None
    """How the run uses models: kept completions, limits, prices. None: as they come (`llm`)."""
    toolchains: Callable[[Language], Toolchain] | None = None
    """How the run finds its installations; raises `AssistantMissing`. None: what is on this machine."""
    limits: CheckerSettings | None = None
    """What the run lets an assistant use. None: the defaults."""


class Budget:
    """The time an attempt has. Thread-safe; a cancelled budget has no time left."""

    def __init__(self, seconds: float | None, *, parent: Budget | None = None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._cancelled = threading.Event()
        self._parent = parent

    def cancel(self) -> None:
        """End the budget now; running work is expected to stop soon."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """True once it or a parent was cancelled."""
        return self._cancelled.is_set() or (self._parent is not None and self._parent.cancelled)

    def remaining_s(self) -> float:
        """Seconds left, never negative; infinite without a limit."""
        if self.cancelled:
            return 0.0
        own = float("inf") if self._deadline is None else self._deadline - time.monotonic()
        if self._parent is not None:
            own = min(own, self._parent.remaining_s())
        return max(0.0, own)

    def check(self) -> None:
        """Raise `BudgetExhausted` where no time is left."""
        if self.remaining_s() <= 0.0:
            raise BudgetExhausted("no time left for this attempt")


@dataclass(frozen=True, slots=True)
class Task:
    """What a prover is asked: one attempt at one formalization."""

    formalization: Formalization
    track: Track
    attempt: int
    """Counts from 1."""
    attempts: int
    """How many are planned (n)."""
    seed: int
    """Derived from the run's seed, the item and the attempt; 63 bits."""
    text: str
    """The file with its proof slot open; in the no-solution track without the reference solution."""
    work_dir: Path
    """An empty scratch directory of this attempt, removed afterwards."""

    @property
    def asked_solution(self) -> SolutionSlot | None:
        """The solution that the candidate has to give; None where it gives none."""
        return self.formalization.asked_solution(self.track)

    def as_json(self) -> dict[str, str | int | float | bool | list[str] | None]:
        """The task as plain data, which `command` writes to its program's standard input."""
        problem = self.formalization.problem
        solution = self.formalization.solution
        return {
            "name": problem.name,
            "language": self.formalization.language.value,
            "track": self.track.value,
            "attempt": self.attempt,
            "attempts": self.attempts,
            "seed": self.seed,
            "theorem": self.formalization.theorem,
            "text": self.text,
            "statement": self.formalization.statement.of(self.formalization.text),
            "header": self.formalization.header.of(self.formalization.text),
            "solution_name": solution.name if solution else None,
            "informal_statement": problem.informal_statement,
            "informal_solution": (
                problem.informal_solution if self.track is Track.WITH_SOLUTION else None
            ),
            "tags": list(problem.tags),
        }

    def content_hash(self) -> str:
        """SHA-256, in hexadecimal, of what all attempts at the formalization are given alike."""
        content = self.as_json()
        for own in ("attempt", "attempts", "seed"):
            del content[own]
        text = json.dumps(content, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What an attempt ended with.

    Candidates are checked in their order until one is proved. Without any, `ended` says why:
    ``gave_up``, ``no_code`` or ``truncated``.
    """

    candidates: tuple[Candidate, ...] = ()
    ended: VerdictKind = VerdictKind.GAVE_UP
    reason: str = ""
    transcript: str = ""
    usage: Usage | None = None

    @classmethod
    def of(cls, code: str, *, solution: str | None = None, transcript: str = "") -> Answer:
        """One candidate."""
        return cls((Candidate(code, solution),), transcript=transcript)

    @classmethod
    def none(
        cls, reason: str, *, ended: VerdictKind = VerdictKind.GAVE_UP, transcript: str = ""
    ) -> Answer:
        """No candidate, and why."""
        return cls(ended=ended, reason=reason, transcript=transcript)


class Prover(ABC):
    """What produces attempts.

    Subclasses set the class variables, may override `__init__` (calling super), `versions` and
    `close`, and must give `attempt`.
    """

    name: ClassVar[str]
    """As on the command line."""
    languages: ClassVar[frozenset[Language]] = frozenset(Language)
    """The languages it can work in; asking for another is a usage error."""
    default_attempts: int = 1
    """n where ``--putnam-attempts`` is not given; an instance may know better than its class."""
    default_attempt_timeout_s: ClassVar[float | None] = None
    """The attempt's time where ``--putnam-attempt-timeout`` is not given; None: no limit of its own."""
    runs_assistant: ClassVar[bool] = False
    """Whether an attempt runs a proof assistant itself. It then holds one of the machine's slots
    (``--putnam-slots``), and its time starts when it has it."""
    options: ClassVar[tuple[ProverOption, ...]] = ()

    def __init__(self, settings: ProverSettings) -> None:
        """Keep the settings. Raise `BadInput` for an option that cannot be used.

        It is called in the controller before collection and in every worker, so it must be cheap;
        what is slow belongs into `attempt` or a lock of its own.
        """
        self.settings = settings

    @abstractmethod
    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Try once.

        Raises `ProverError` where the prover broke, `ApiError` where its service did, `InfraError`
        where something around it did, `BudgetExhausted` where its time ran out. Any other exception
        is recorded as a ``prover_error`` with its traceback.
        """

    def versions(self) -> Mapping[str, str]:
        """What the header and the run's record say of it: models, ATPs, limits."""
        return {}

    def warnings(self) -> tuple[str, ...]:
        """What the user should know before the run: skipped lines of an input file, absent ATPs."""
        return ()

    def notes(self) -> tuple[str, ...]:
        """What came up during the run that the user should know: a parameter that a server does not take.

        Asked after every item; each note is told once.
        """
        return ()

    def close(self) -> None:
        """Release what it holds; called once at the end."""
