"""Proof sessions on Lean's language server: `ProofSession` for Lean 4.

A state is a text: the benchmark's file up to the proof, and the tactics. The server keeps what it has
elaborated up to the first change, tactic by tactic, so a further tactic costs itself alone. Behind the
tactics stands one of our own that closes what is left; the goals are those that it meets.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import replace
from typing import Final

from pytest_putnam.errors import InfraError, ProverError
from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.lean4.assemble import assemble
from pytest_putnam.languages.lean4.goals import goal
from pytest_putnam.languages.lean4.output import LeanMessage
from pytest_putnam.languages.lean4.server import Server
from pytest_putnam.languages.lean4.tactics import INDENT, indented, tactic_text
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.languages.stepwise import (
    CLOSE_S,
    MOST_GOALS,
    SteppingSession,
    assembling,
    workshop_settings,
)
from pytest_putnam.model import Candidate, Formalization, Language, Track
from pytest_putnam.proof_session import (
    ProofState,
    SessionSettings,
    SolutionRefused,
    TacticError,
)
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import scratch

REST: Final = f"{INDENT}all_goals exact sorry\n"
"""Closes what is left, so that only a tactic's own errors are reported."""
GOALS_S: Final = 20.0
"""For printing the goals."""
STARTS: Final = 2
"""How often the server is started for one tactic before it is given up."""


class LeanProofSession(SteppingSession):
    """See `ProofSession`."""

    language = Language.LEAN4

    def __init__(
        self,
        toolchain: LeanToolchain,
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
        self._solution = solution
        self._assembled, self._before = _opened(formalization, track, solution)
        self._process = contextlib.ExitStack()
        self._server: Server | None = None
        try:
            self._open(self._first())
        except OutOfStep as error:
            self.close()
            raise InfraError(f"Lean does not open the formalization: {error}") from error
        except BaseException:
            self.close()
            raise

    def candidate(self, state: ProofState) -> Candidate:
        """See `ProofSession.candidate`."""
        return Candidate("by\n" + "".join(map(indented, state.path)), self._solution)

    def close(self) -> None:
        """End the server; safe to call again."""
        self._server = None
        self._process.close()
        self._process = contextlib.ExitStack()

    def _first(self) -> ProofState:
        server = self._start()
        text = self._before + REST
        try:
            said = server.messages(text, self.settings.startup_timeout_s, self._budget)
        except OutOfStep as lost:
            if self._solution is not None:  # the imports were loaded before
                raise SolutionRefused(f"Lean was lost over it: {lost}") from lost
            raise
        error = _error(said)
        if error is not None:
            told = self._assembled.message_at(error.text, error.line, error.column).text
            told = f"line {error.line}: {told}"
            if self._solution is not None:  # it may spoil what stands behind it
                raise SolutionRefused(told)
            raise InfraError(f"the formalization does not compile: {told}")
        return self._shown(server, (), text)

    def _start(self) -> Server:
        """A new server that has loaded the imports. Raises as `Server`."""
        self.close()
        folder = self._process.enter_context(scratch("putnam-lean-server-"))
        server = Server(self._workshop, folder, self._budget)
        self._process.callback(server.close)
        self._server = server
        return server

    def _after(self, state: ProofState, tactic: str, timeout_s: float) -> ProofState | TacticError:
        path = (*state.path, tactic_text(tactic))
        return self._step(self._at(state), path, timeout_s)

    def _step(
        self, server: Server, path: tuple[str, ...], timeout_s: float
    ) -> ProofState | TacticError:
        body = self._before + "".join(map(indented, path))
        error = _error(server.messages(body + REST, timeout_s, self._budget))
        if error is not None:
            return TacticError(error.text)
        state = self._shown(server, path, body + REST)
        if state.goals:
            return state
        limit_s = max(timeout_s, CLOSE_S)
        said = server.messages(body, limit_s, self._budget)
        error = _error(said)
        if error is not None:
            return TacticError(error.text)
        if any(self._is_hole(message) for message in said):
            return TacticError("No goals are left, but the proof rests on sorry.")
        return replace(state, closed=True)

    def _is_hole(self, message: LeanMessage) -> bool:
        """Whether Lean says of the theorem that it rests on sorry; the file may have others that do."""
        statement = next(i for i, each in enumerate(self._assembled.pieces) if each.is_statement)
        before = "".join(each.text for each in self._assembled.pieces[:statement])
        return message.text.startswith("declaration uses") and message.line > before.count("\n")

    def _shown(self, server: Server, path: tuple[str, ...], text: str) -> ProofState:
        """The state before our own tactic, which is the last line of `text`."""
        line = text.count("\n") - 1
        printed = server.goals(line, len(INDENT), GOALS_S, self._budget)
        if printed is None:
            raise OutOfStep("the server shows no goals there")
        more = max(0, len(printed) - MOST_GOALS)
        return ProofState(path, tuple(map(goal, printed[:MOST_GOALS])), more)

    def _at(self, state: ProofState) -> Server:
        """A server that has elaborated `state`. Raises `ProverError`, `InfraError`, `BudgetExhausted`.

        One that lives elaborates what it lacks with the tactic; a new one does it before, so that the
        tactic's time is its own.
        """
        if self._server is not None:
            return self._server
        self._count(restarts=1, replayed=len(state.path))
        reason = ""
        for _ in range(STARTS):
            try:
                server = self._start()
                text = self._before + "".join(map(indented, state.path)) + REST
                server.messages(text, self.settings.startup_timeout_s, self._budget)
                shown = self._shown(server, state.path, text)
            except OutOfStep as error:
                self.close()
                reason = str(error)
                continue
            if shown.same_goals(state):
                return server
            self.close()
            reason = "its tactics leave other goals than they did"
        raise ProverError(f"Lean cannot be brought back to a state: {reason}")


def _opened(
    formalization: Formalization, track: Track, solution: str | None
) -> tuple[Assembled, str]:
    """The file that the checker makes of a candidate, and its text up to the first tactic."""
    hole = f"putnam_hole_{secrets.token_hex(8)}"
    with assembling(solution):
        assembled = assemble(formalization, track, Candidate(f"by\n{INDENT}{hole}\n", solution))
    return assembled, assembled.text.partition(INDENT + hole)[0]


def _error(said: tuple[LeanMessage, ...]) -> LeanMessage | None:
    """The first error in the text."""
    errors = [message for message in said if message.severity == "error"]
    return min(errors, key=lambda message: (message.line, message.column), default=None)
