"""The checker of Coq: what `checking.GatedChecker` does, with Coq's parts."""

from __future__ import annotations

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.checking import GatedChecker
from pytest_putnam.languages.coq import gate
from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.languages.coq.assembled import CoqAssembled
from pytest_putnam.languages.coq.reference import Reference, References
from pytest_putnam.languages.coq.session import Sessions
from pytest_putnam.languages.coq.solutions import restates
from pytest_putnam.languages.coq.strict import Strict
from pytest_putnam.languages.coq.toolchain import CoqToolchain
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.languages.rejections import forbidden
from pytest_putnam.model import Candidate, Formalization, Message, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget


class CoqChecker(GatedChecker[CoqAssembled, Reference]):
    """Decides about Coq candidates. Thread-safe; sessions and memory are per checker."""

    def __init__(
        self, toolchain: CoqToolchain, settings: CheckerSettings, *, gated: bool = True
    ) -> None:
        """Start nothing. `gated=False` leaves the gate out: verdicts must not depend on it."""
        self.toolchain = toolchain
        self._workshop = Workshop(toolchain, settings)
        self._references = References(self._workshop)
        super().__init__(settings, Sessions(self._workshop), gated=gated)

    def assemble(
        self, formalization: Formalization, track: Track, candidate: Candidate
    ) -> CoqAssembled:
        """The candidate's proof in the benchmark's file. Raises `Unusable`."""
        return assemble(formalization, track, candidate)

    def refuse(
        self, assembled: CoqAssembled, formalization: Formalization, track: Track
    ) -> Verdict | None:
        """What the gate says, and the policy on solutions that only repeat the problem."""
        return self._refused(assembled) or _restated(assembled, formalization, track)

    def reference(self, formalization: Formalization, track: Track, budget: Budget) -> Reference:
        """The compiled statement. Raises `InfraError`, `BudgetExhausted`."""
        return self._references.get(formalization, track, budget)

    def strict(
        self,
        assembled: CoqAssembled,  # noqa: ARG002 - every candidate goes the same way
        formalization: Formalization,
        track: Track,
        budget: Budget,
    ) -> Strict:
        """The strict procedure."""
        return Strict(self._workshop, self._references, formalization, track, budget)

    def _refused(self, assembled: CoqAssembled) -> Verdict | None:
        if not self._gated:
            return None
        try:
            refusal = gate.refuse(assembled.candidate_sentences())
        except SplitError as error:
            text = f"Syntax error: {error}"
            return Verdict(VerdictKind.COMPILE_ERROR, text, (Message(text),), path="gate")
        return None if refusal is None else forbidden(assembled, refusal)


def _restated(
    assembled: CoqAssembled, formalization: Formalization, track: Track
) -> Verdict | None:
    """The verdict of a solution that only repeats the problem."""
    if formalization.asked_solution(track) is None:
        return None
    what = restates(assembled, formalization)
    if what is None:
        return None
    reason = f"the solution restates the problem: {what}"
    return Verdict(VerdictKind.FORBIDDEN, reason, (Message(reason),), path="gate")
