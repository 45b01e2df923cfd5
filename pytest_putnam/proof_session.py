"""Proof sessions: a proof built tactic by tactic, for provers that search.

    with open_session(self.settings, task, budget) as session:
        state = session.root
        after = session.apply(state, "intros x")
        if isinstance(after, TacticError):
            ...                                   # and `state` is as good as before
        elif after.closed:
            return Answer((session.candidate(after),))

States are values: any state that a session gave may be applied to again, at any time, also after the
assistant timed out or died meanwhile; the session then starts it anew and replays the state's path.

A session never decides a verdict. `ProofState.closed` says that the assistant saw no goal left and no
hole in the proof; the candidate goes to the strict checker like every other.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from pytest_putnam.errors import BadInput, PutnamError
from pytest_putnam.model import Candidate, Formalization, Language, Track
from pytest_putnam.prover import Budget, ProverSettings, Task

if TYPE_CHECKING:
    from pytest_putnam.languages.base import CheckerSettings, Toolchain


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Names that share a type, and perhaps a value: ``x, y : nat``, ``n := 2 : nat``."""

    names: tuple[str, ...]
    type: str
    body: str | None = None
    """The value, of a ``let``."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing that is left to prove."""

    hypotheses: tuple[Hypothesis, ...]
    conclusion: str
    text: str
    """All of it as the assistant prints it."""
    name: str | None = None
    """The case that it is, where the assistant names it."""


@dataclass(frozen=True, slots=True)
class ProofState:
    """Where a proof stands: a value, and with `path` the handle that a session takes back."""

    path: tuple[str, ...]
    """The tactics from the beginning on."""
    goals: tuple[Goal, ...]
    """Those in focus; the next tactic is for the first."""
    hidden: int = 0
    """Goals that are open but out of focus (Coq: behind a bullet or a brace, or on the shelf)."""
    closed: bool = False
    """Nothing is left to prove, and the assistant takes the proof as complete."""
    note: str = ""
    """What the assistant said besides: ``Focus next goal with bullet -.``"""

    @property
    def text(self) -> str:
        """The goals as text, for a model or a person."""
        if self.closed:
            return "No goals are left."
        parts = [goal.text for goal in self.goals] or ["No goal is in focus."]
        if self.note:
            parts.append(self.note)
        return "\n\n".join(parts)

    def same_goals(self, other: ProofState) -> bool:
        """Whether both have the same left to prove, however they came there."""
        return (self.goals, self.hidden, self.closed) == (other.goals, other.hidden, other.closed)


class SolutionRefused(PutnamError):
    """The solution that a session was to be opened with does not compile: catch it, and say so."""


class ErrorKind(enum.StrEnum):
    """Why a tactic gave no state."""

    ERROR = "error"
    """The assistant refused it: its message is the answer."""
    REFUSED = "refused"
    """It was not sent to the assistant, as it is not one tactic: empty, several, a command."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT = "output"
    """It printed more than a session reads."""
    CRASH = "crash"
    """The assistant ended by itself."""


@dataclass(frozen=True, slots=True)
class TacticError:
    """Why a tactic gave no state; the state that it was applied to is unharmed."""

    message: str
    kind: ErrorKind = ErrorKind.ERROR


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Limits of a session. Times in seconds, sizes in MiB."""

    sandbox: str = "bwrap"
    """``bwrap`` or ``none``."""
    tactic_timeout_s: float = 10.0
    """For one tactic, where `ProofSession.apply` is given no other."""
    startup_timeout_s: float = 120.0
    """For starting the assistant and loading libraries."""
    memory_mb: int = 4096
    """For the assistant."""

    @classmethod
    def under(cls, limits: CheckerSettings) -> Self:
        """With the limits of a checker."""
        return cls(
            sandbox=limits.sandbox,
            startup_timeout_s=limits.startup_timeout_s,
            memory_mb=limits.memory_mb,
        )


@dataclass(frozen=True, slots=True)
class SessionStatistics:
    """What a session did so far."""

    tactics: int = 0
    """Asked for, those that failed or were refused included."""
    failed: int = 0
    restarts: int = 0
    """How often the assistant had to be started again."""
    replayed: int = 0
    """Tactics that were run again to come back to a state."""
    seconds: float = 0.0
    """Spent in `apply`."""


class ProofSession(Protocol):
    """One formalization, open in an assistant. One thread at a time may use it."""

    @property
    def language(self) -> Language:
        """Of the formalization."""

    @property
    def root(self) -> ProofState:
        """The state before the first tactic."""

    @property
    def statistics(self) -> SessionStatistics:
        """What was done so far."""

    def apply(
        self, state: ProofState, tactic: str, *, timeout_s: float | None = None
    ) -> ProofState | TacticError:
        """The state after one tactic, or why there is none.

        `timeout_s` is for the tactic alone; None: as the settings say. Raises `BudgetExhausted` where
        the session's budget runs out, `ProverError` where the assistant cannot be brought back to
        `state`, `InfraError` where it does not start any more, and `ValueError` for a state that is
        not of this session.
        """

    def candidate(self, state: ProofState) -> Candidate:
        """What to hand to the checker for `state`: the proof, and the solution the session has.

        Of a state that is not closed it is a proof that is not complete.
        """

    def close(self) -> None:
        """End the assistant; safe to call again."""

    def __enter__(self) -> Self:
        """The session itself."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""


@runtime_checkable
class Stepwise(Protocol):
    """A toolchain that has proof sessions."""

    def open_session(
        self,
        formalization: Formalization,
        track: Track,
        settings: SessionSettings,
        budget: Budget,
        *,
        solution: str | None = None,
    ) -> ProofSession:
        """Open `formalization`. See `open_on`."""


def open_session(
    settings: ProverSettings,
    task: Task,
    budget: Budget,
    *,
    solution: str | None = None,
    memory_mb: int | None = None,
    tactic_timeout_s: float | None = None,
) -> ProofSession:
    """A session for `task`, as a prover opens it; `budget` ends whatever the session does.

    In the no-solution track, where the formalization asks for a solution, `solution` is the answer
    that the proof is about (as in `Candidate.solution`), and the reference's is not used. The prover should
    set ``runs_assistant``, so that it holds a slot of the machine.

    Raises `InfraError` where the formalization cannot be opened, `SolutionRefused` where `solution`
    does not compile, `BudgetExhausted`, `AssistantMissing`, and `BadInput` where the language has no
    sessions or `solution` is missing.
    """
    from pytest_putnam.languages import toolchain_for  # noqa: PLC0415 - languages use this module

    if settings.limits is None:
        limits = SessionSettings(sandbox=settings.sandbox)
    else:
        limits = SessionSettings.under(settings.limits)
    formalization = task.formalization
    return open_on(
        toolchain_for(settings, formalization.language),
        formalization,
        task.track,
        replace(
            limits,
            tactic_timeout_s=tactic_timeout_s or limits.tactic_timeout_s,
            memory_mb=memory_mb or limits.memory_mb,
        ),
        budget,
        solution=solution,
    )


def open_on(
    toolchain: Toolchain,
    formalization: Formalization,
    track: Track,
    settings: SessionSettings,
    budget: Budget,
    *,
    solution: str | None = None,
) -> ProofSession:
    """A session on one installation. Raises as `open_session`."""
    if not isinstance(toolchain, Stepwise):
        raise BadInput(
            f"there are no proof sessions for {formalization.language}: they are for coq and lean4"
        )
    asked = formalization.asked_solution(track)
    if asked is not None and solution is None:
        raise BadInput(
            f"{formalization.name} asks for {asked.name}: in the no-solution track "
            "a proof session needs an answer to prove (solution=...)"
        )
    return toolchain.open_session(
        formalization, track, settings, budget, solution=None if asked is None else solution
    )
