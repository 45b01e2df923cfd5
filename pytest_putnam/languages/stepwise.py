"""What the proof sessions of all languages share: which states are theirs, and what they count."""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from pytest_putnam.errors import BudgetExhausted, InfraError, SplitError
from pytest_putnam.languages.assembled import Unusable
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.limits import Ended
from pytest_putnam.model import Candidate, Language
from pytest_putnam.process import DialogueEnded
from pytest_putnam.proof_session import (
    ErrorKind,
    ProofState,
    SessionSettings,
    SessionStatistics,
    SolutionRefused,
    TacticError,
)
from pytest_putnam.prover import Budget

CLOSE_S: Final = 60.0
"""For the assistant to take a proof without goals as complete, where the tactic's time is shorter."""
MOST_GOALS: Final = 100
"""Of one state; more are only counted."""

_KINDS: Final = {
    Ended.WALL: ErrorKind.TIMEOUT,
    Ended.CPU: ErrorKind.TIMEOUT,
    Ended.MEMORY: ErrorKind.MEMORY,
    Ended.OUTPUT: ErrorKind.OUTPUT,
}


class NoTactic(Exception):
    """Why a text is not one tactic."""


class SteppingSession(ABC):
    """A `ProofSession` but for the assistant.

    Whatever happens to the assistant, a state stays good: `_after` brings it back to the state's path.
    """

    language: Language

    def __init__(self, settings: SessionSettings, budget: Budget) -> None:
        """`_open` is still to be called with the first state."""
        self.settings = settings
        self._budget = budget
        self._known: set[tuple[str, ...]] = set()
        self._statistics = SessionStatistics()
        self._root: ProofState | None = None

    @property
    def root(self) -> ProofState:
        """The state before the first tactic."""
        assert self._root is not None
        return self._root

    @property
    def statistics(self) -> SessionStatistics:
        """What was done so far."""
        return self._statistics

    def apply(
        self, state: ProofState, tactic: str, *, timeout_s: float | None = None
    ) -> ProofState | TacticError:
        """See `ProofSession.apply`."""
        if state.path not in self._known:
            raise ValueError(f"this state is of another session: {state.path!r}")
        started = time.monotonic()
        outcome: ProofState | TacticError | None = None
        try:
            outcome = self._judged(
                state, tactic, self.settings.tactic_timeout_s if timeout_s is None else timeout_s
            )
        except BaseException:  # Ctrl-C, say, in the midst of an answer
            self.close()
            raise
        finally:
            failed = not isinstance(outcome, ProofState)
            self._count(tactics=1, failed=int(failed), seconds=time.monotonic() - started)
        if isinstance(outcome, ProofState):
            self._known.add(outcome.path)
        return outcome

    def _judged(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        self._budget.check()
        if state.closed:
            return TacticError("nothing is left to prove", ErrorKind.REFUSED)
        outcome = self._tried(state, tactic, timeout_s)
        if isinstance(outcome, TacticError) and outcome.kind is ErrorKind.CRASH:
            # what died may have died before it was asked, or have been killed by somebody
            outcome = self._tried(state, tactic, timeout_s)
        return outcome

    def _tried(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        try:
            return self._after(state, tactic, timeout_s)
        except NoTactic as why:
            return TacticError(str(why), ErrorKind.REFUSED)
        except (DialogueEnded, OutOfStep) as error:
            self.close()
            gone = error if isinstance(error, DialogueEnded) else error.__cause__
            if isinstance(gone, DialogueEnded):
                return _ended_by_tactic(gone, timeout_s, self.settings.memory_mb)
            return TacticError(f"The assistant was lost after it: {error}", ErrorKind.CRASH)

    @abstractmethod
    def _after(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        """`apply` for a state of this session that is not closed.

        Raises `NoTactic`, and `DialogueEnded` or `OutOfStep` where the tactic ended the assistant; what
        goes wrong before, on the way back to `state`, is a `ProverError`.
        """

    @abstractmethod
    def candidate(self, state: ProofState) -> Candidate:
        """See `ProofSession.candidate`."""

    @abstractmethod
    def close(self) -> None:
        """End the assistant; safe to call again."""

    def _open(self, root: ProofState) -> None:
        self._root = root
        self._known.add(root.path)

    def _count(
        self,
        *,
        tactics: int = 0,
        failed: int = 0,
        restarts: int = 0,
        replayed: int = 0,
        seconds: float = 0.0,
    ) -> None:
        so_far = self._statistics
        self._statistics = replace(
            so_far,
            tactics=so_far.tactics + tactics,
            failed=so_far.failed + failed,
            restarts=so_far.restarts + restarts,
            replayed=so_far.replayed + replayed,
            seconds=so_far.seconds + seconds,
        )

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def workshop_settings(settings: SessionSettings) -> CheckerSettings:
    """A session's limits, as workshops take them."""
    return CheckerSettings(
        sandbox=settings.sandbox,
        startup_timeout_s=settings.startup_timeout_s,
        memory_mb=settings.memory_mb,
    )


@contextlib.contextmanager
def assembling(solution: str | None) -> Iterator[None]:
    """While the block assembles the file that is opened: raises `SolutionRefused`, `InfraError`."""
    try:
        yield
    except Unusable as unusable:
        raise SolutionRefused(str(unusable)) from unusable
    except SplitError as error:
        if solution is not None:
            raise SolutionRefused(f"Syntax error: {error}") from error
        raise InfraError(f"the formalization cannot be opened: {error}") from error


def _ended_by_tactic(gone: DialogueEnded, timeout_s: float, memory_mb: int) -> TacticError:
    """What it means for a tactic that the assistant ended. Raises `BudgetExhausted`."""
    if gone.ended is Ended.CANCELLED:
        raise BudgetExhausted("the attempt's time ran out in a proof session") from gone
    kind = _KINDS.get(gone.ended, ErrorKind.CRASH)
    message = {
        ErrorKind.TIMEOUT: f"Timeout: the tactic took more than {timeout_s:g} s.",
        ErrorKind.MEMORY: f"Out of memory: the tactic took more than {memory_mb} MiB.",
        ErrorKind.OUTPUT: "The tactic printed too much.",
    }.get(kind, f"The assistant crashed (status {gone.status}).")
    return TacticError(message, kind)
