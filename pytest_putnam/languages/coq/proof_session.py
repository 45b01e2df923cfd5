"""Proof sessions on coqtop: `ProofSession` for Coq.

coqtop takes up any state of the path that it is on; for a state on another path the tactics from the
fork on are run again. A coqtop that is late, too large or out of step is ended, and a new one is brought
to the state that is next asked for.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pytest_putnam.errors import InfraError, ProverError
from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.languages.coq.coqtop import SHOW_S, Coqtop, PieceRefused, out_of_time
from pytest_putnam.languages.coq.goals import DEPTH, WIDTH, Shown, listed, shown
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.coq.output import CoqError
from pytest_putnam.languages.coq.tactics import tactic_sentences
from pytest_putnam.languages.coq.toolchain import CoqToolchain
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.languages.stepwise import (
    CLOSE_S,
    MOST_GOALS,
    SteppingSession,
    assembling,
    workshop_settings,
)
from pytest_putnam.model import Candidate, Formalization, Language, Track
from pytest_putnam.process import DialogueEnded, Ended
from pytest_putnam.proof_session import (
    ErrorKind,
    ProofState,
    SessionSettings,
    SolutionRefused,
    TacticError,
)
from pytest_putnam.prover import Budget

PRINTING: Final = (
    f"Set Printing Width {WIDTH}.",
    f"Set Printing Depth {DEPTH}.",
    "Set Printing Unfocused.",
)
REPLAY_FACTOR: Final = 3.0
"""A tactic may take so much longer than its limit where it is run again."""
_BRACE_OPEN: Final = "This proof is focused"
"""What ``Qed`` says where nothing but a closing brace is missing."""


class CoqProofSession(SteppingSession):
    """See `ProofSession`."""

    language = Language.COQ

    def __init__(
        self,
        toolchain: CoqToolchain,
        formalization: Formalization,
        track: Track,
        settings: SessionSettings,
        budget: Budget,
        *,
        solution: str | None = None,
    ) -> None:
        """Open it. Raises as `open_session`."""
        super().__init__(settings, budget)
        self._workshop = Workshop(toolchain, workshop_settings(settings))
        self._theorem = formalization.theorem
        self._solution = solution
        self._pieces = _pieces(formalization, track, solution)
        self._coqtop: Coqtop | None = None
        try:
            started = self._start()
            (said,) = started.say(["Show."], time.monotonic() + SHOW_S)
            self._open(_state((), shown(said.text), ()))
        except (DialogueEnded, OutOfStep) as error:
            self.close()
            raise InfraError(f"Coq does not show the goal: {error}") from error
        except PieceRefused as refused:
            # the solution may spoil what stands behind it, but not what stands before
            if any(is_solution for is_solution, _ in self._pieces[: refused.index + 1]):
                raise SolutionRefused(str(refused)) from refused
            raise InfraError(f"the formalization does not compile: {refused}") from refused

    def candidate(self, state: ProofState) -> Candidate:
        """See `ProofSession.candidate`."""
        return Candidate("\n".join(["Proof.", *state.path, "Qed."]) + "\n", self._solution)

    def close(self) -> None:
        """End coqtop; safe to call again."""
        if self._coqtop is not None:
            self._coqtop.close()
            self._coqtop = None

    def _start(self) -> Coqtop:
        self._coqtop = Coqtop(
            self._workshop,
            [said for _, said in self._pieces],
            self._theorem,
            self._budget,
        )
        return self._coqtop

    def _after(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        said = tactic_sentences(tactic)
        return self._step(self._at(state), state, said, timeout_s)

    def _step(
        self, coqtop: Coqtop, state: ProofState, said: tuple[str, ...], timeout_s: float
    ) -> ProofState | TacticError:
        length = len(state.path)
        stepped = coqtop.step(said, time.monotonic() + timeout_s)
        if isinstance(stepped, CoqError):
            return self._failed(coqtop, stepped, length, is_whole=len(said) == 1)
        show, _ = stepped
        path = (*state.path, " ".join(said))
        coqtop.path = path
        after = _state(path, show, coqtop.show(min(show.focused, MOST_GOALS)))
        if not show.is_finished:
            return after
        error = coqtop.is_complete(time.monotonic() + max(timeout_s, CLOSE_S))
        if error is None:
            return replace(after, closed=True)
        if _BRACE_OPEN in error.text:
            return replace(after, note=f'{error.text} Try unfocusing with "}}".')
        return self._failed(coqtop, error, length, is_whole=False)

    def _failed(
        self, coqtop: Coqtop, error: CoqError, length: int, *, is_whole: bool
    ) -> TacticError:
        """The tactic's error; coqtop is back at the state before it."""
        if error.is_out_of_memory:
            self.close()
            return TacticError(error.text, ErrorKind.MEMORY)
        if not is_whole:
            coqtop.back_to(length)
        return TacticError(error.text)

    def _at(self, state: ProofState) -> Coqtop:
        """A coqtop in `state`. Raises `ProverError`, `InfraError`, `BudgetExhausted`."""
        coqtop = self._coqtop
        if coqtop is not None:
            if coqtop.path == state.path:
                return coqtop
            with contextlib.suppress(OutOfStep, DialogueEnded):
                return self._replay(coqtop, state)
            self._budget.check()
        self.close()
        self._count(restarts=1)
        try:
            return self._replay(self._start(), state)
        except DialogueEnded as gone:
            if gone.ended is Ended.CANCELLED:
                raise out_of_time() from gone
            self.close()
            raise ProverError(f"Coq cannot be brought back to a state: {gone}") from gone
        except OutOfStep as error:
            self.close()
            raise ProverError(f"Coq cannot be brought back to a state: {error}") from error
        except PieceRefused as refused:
            raise InfraError(f"the formalization compiles no more: {refused}") from refused

    def _replay(self, coqtop: Coqtop, state: ProofState) -> Coqtop:
        """Go to `state`: back to where the paths fork, and from there by its tactics."""
        shared = 0
        for ours, theirs in zip(coqtop.path, state.path, strict=False):
            if ours != theirs:
                break
            shared += 1
        if shared < len(coqtop.path):
            coqtop.back_to(shared)
        limit_s = REPLAY_FACTOR * max(self.settings.tactic_timeout_s, SHOW_S)
        show: Shown | None = None
        for tactic in state.path[shared:]:
            stepped = coqtop.step(tactic_sentences(tactic), time.monotonic() + limit_s)
            if isinstance(stepped, CoqError):
                raise OutOfStep(f"{tactic} fails where it did not: {stepped.text}")
            coqtop.path = (*coqtop.path, tactic)
            show, _ = stepped
            self._count(replayed=1)
        if show is not None and not state.closed:
            goals = coqtop.show(min(show.focused, MOST_GOALS))
            if not _state(state.path, show, goals).same_goals(state):
                raise OutOfStep(f"{state.path[-1]} leaves other goals than it did")
        return coqtop


def _pieces(
    formalization: Formalization, track: Track, solution: str | None
) -> list[tuple[bool, tuple[str, ...]]]:
    """What is said before the proof: whether it is the solution, and its sentences.

    The parts are those that the checker makes of a candidate. Raises `SolutionRefused`, `InfraError`.
    """
    with assembling(solution):
        assembled = assemble(formalization, track, Candidate("Proof.\nQed.\n", solution))
        return [(False, PRINTING), *_said(assembled)]


def _said(assembled: Assembled) -> list[tuple[bool, tuple[str, ...]]]:
    found: list[tuple[bool, tuple[str, ...]]] = []
    for piece in assembled.pieces:
        said = [sentence.text for sentence in sentences(piece.text)]
        if piece.is_statement:
            return [*found, (False, (*PRINTING, *said, "Proof."))]
        found.append((piece.source == "solution", tuple(said)))
    raise InfraError("the formalization has no statement")


def _state(path: tuple[str, ...], show: Shown, others: Sequence[str]) -> ProofState:
    goals = [show.first, *map(listed, others)] if show.first is not None else []
    more = max(0, show.focused - len(goals))
    return ProofState(path, tuple(filter(None, goals)), show.hidden + more, note=show.note)
