"""What the proof sessions of all languages share: which states are theirs, and what they count."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.limits import Ended
from pytest_putnam.model import Candidate, Language
from pytest_putnam.process import DialogueEnded
from pytest_putnam.proof_session import (
    ErrorKind,
    ProofState,
    SessionSettings,
    SessionStatistics,
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
        outcome = self._after(state, tactic, timeout_s)
        if isinstance(outcome, TacticError) and outcome.kind is ErrorKind.CRASH:
            # what died may have died before it was asked, or have been killed by somebody
            outcome = self._after(state, tactic, timeout_s)
        return outcome

    @abstractmethod
    def _after(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        """`apply` for a state of this session that is not closed."""

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


def ended_by_tactic(gone: DialogueEnded, timeout_s: float, memory_mb: int) -> TacticError:
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
