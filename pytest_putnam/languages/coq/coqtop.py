"""One coqtop with a formalization open at its proof, as proof sessions talk to it.

It keeps the states of one path and takes any of them up again (`BackTo`). Every answer ends with a secret
word that was asked for, so that nothing a tactic prints is taken for coqtop's own.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.languages.coq.goals import Shown, shown
from pytest_putnam.languages.coq.output import CoqError, coqtop_error
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.process import DialogueEnded, Ended
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import scratch

SHOW_S: Final = 20.0
"""For printing the goals."""

_PROMPT: Final = re.compile(
    r"<prompt>(?P<proof>[^\n]*?) < (?P<state>\d+) \|[^\n]*\| \d+ < </prompt>"
)


@dataclass(frozen=True, slots=True)
class Said:
    """coqtop's answer to one sentence."""

    text: str
    proof: str
    """The name of the proof that is open after it."""
    state: int
    """Its number of the state after it; an error leaves it as it was."""


class Coqtop:
    """One coqtop with a formalization loaded up to its proof."""

    def __init__(
        self, workshop: Workshop, pieces: Sequence[Sequence[str]], theorem: str, budget: Budget
    ) -> None:
        """Start it and say the sentences of `pieces`; the last one states `theorem`.

        Raises `PieceRefused`, `InfraError`, `BudgetExhausted`.
        """
        self._theorem = theorem
        self._budget = budget
        self._open = contextlib.ExitStack()
        self.states: list[int] = []
        """The numbers of the states on the current path, the root's first."""
        self.path: tuple[str, ...] = ()
        try:
            folder = self._open.enter_context(scratch("putnam-coqtop-"))
            self._dialogue = workshop.coqtop(folder)
            self._open.callback(self._dialogue.close)
            deadline = time.monotonic() + workshop.settings.startup_timeout_s
            self._state = 0
            self._load(pieces, deadline)
        except BaseException:
            self.close()
            raise

    def _load(self, pieces: Sequence[Sequence[str]], deadline: float) -> None:
        index = -1
        proof = ""
        try:
            self._state = self._read(None, deadline)[-1].state
            for index, piece in enumerate(pieces):
                for sentence in piece:
                    before = self._state
                    (said,) = self.say([sentence], deadline)
                    if said.state == before:
                        raise PieceRefused(index, _error_of(said).text)
                    proof = said.proof
        except DialogueEnded as gone:
            if gone.ended is Ended.CANCELLED:
                raise out_of_time() from gone
            raise PieceRefused(index, str(gone)) from gone
        except OutOfStep as error:
            raise PieceRefused(index, str(error)) from error
        if proof != self._theorem:
            raise PieceRefused(index, f"Coq is in the proof of {proof}, not of {self._theorem}")
        self.states = [self._state]

    def say(self, said: Sequence[str], deadline: float) -> list[Said]:
        """Say sentences; the answers to each. Raises `DialogueEnded`, `OutOfStep`."""
        word = f"PBSYNC{secrets.token_hex(8)}"
        self._dialogue.send("".join(f"{sentence}\n" for sentence in said))
        self._dialogue.send(f"Fail Check {word}.\n")
        answers = self._read(re.compile(word), deadline)
        if len(answers) != len(said) + 1:
            raise OutOfStep(f"{len(answers)} prompts came where {len(said) + 1} were due")
        self._state = answers[-1].state
        return answers[:-1]

    def show(self, count: int) -> list[str]:
        """What ``Show`` prints of the goals 2 to `count`. Raises `DialogueEnded`, `OutOfStep`."""
        if count < 2:
            return []
        asked = [f"Show {number}." for number in range(2, count + 1)]
        return [said.text for said in self.say(asked, time.monotonic() + SHOW_S)]

    def back_to(self, length: int) -> None:
        """Return to the state after the first `length` tactics of the path.

        Raises `DialogueEnded`, `OutOfStep`.
        """
        state = self.states[length]
        (said,) = self.say([f"BackTo {state}."], time.monotonic() + SHOW_S)
        if (said.state, said.proof) != (state, self._theorem):
            raise OutOfStep(f"coqtop is in state {said.state} where {state} was due")
        del self.states[length + 1 :]
        self.path = self.path[:length]

    def step(self, tactic: Sequence[str], deadline: float) -> tuple[Shown, str] | CoqError:
        """Run the sentences of one tactic; what is shown then and what it said, or its error.

        After an error some of its sentences may have been run. Raises `DialogueEnded`, `OutOfStep`.
        """
        before = self._state
        *first, last = tactic
        for sentence in first:
            (said,) = self.say([sentence], deadline)
            if said.state == before:
                return _error_of(said)
            before = self._state
        said, show = self.say([last, "Show."], deadline)
        if said.proof != self._theorem or show.proof != self._theorem:
            raise OutOfStep(f"the tactic left the proof of {self._theorem}")
        if said.state == before:
            return _error_of(said)
        self.states.append(said.state)
        return shown(show.text), said.text

    def is_complete(self, deadline: float) -> CoqError | None:
        """Try ``Qed`` and take it back; its error where it fails."""
        before = self._state
        (said,) = self.say(["Qed."], deadline)
        if said.state == before:
            return _error_of(said)
        self.back_to(len(self.states) - 1)
        return None

    def close(self) -> None:
        """End it."""
        self._open.close()

    def _read(self, word: re.Pattern[str] | None, deadline: float) -> list[Said]:
        """The answers up to the first prompt, or up to the first one after `word`.

        Goals may stand between the two, so that one pattern for both would have no bound.
        """
        text = ""
        for marker in filter(None, (word, _PROMPT)):
            timeout_s = max(0.0, deadline - time.monotonic())
            text += self._dialogue.read_until(marker, timeout_s=timeout_s, budget=self._budget)
        answers, start = [], 0
        for match in _PROMPT.finditer(text):
            said = text[start : match.start()]
            answers.append(Said(said, match["proof"], int(match["state"])))
            start = match.end()
        return answers


class PieceRefused(Exception):
    """A part of the formalization that does not compile, and which; -1: Coq did not even start."""

    def __init__(self, index: int, error: str) -> None:
        super().__init__(error)
        self.index = index


def _error_of(said: Said) -> CoqError:
    return coqtop_error(said.text) or CoqError(said.text.strip() or "Coq refuses it")


def out_of_time() -> BudgetExhausted:
    """What is raised where the session's budget ran out."""
    return BudgetExhausted("the attempt's time ran out in a proof session")
