"""The checker of Isabelle: what `checking.GatedChecker` does, with Isabelle's parts."""

from __future__ import annotations

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.checking import GatedChecker
from pytest_putnam.languages.isabelle import gate
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.benchmark import Reading
from pytest_putnam.languages.isabelle.reference import Reference, References
from pytest_putnam.languages.isabelle.session import Sessions
from pytest_putnam.languages.isabelle.solutions import restates
from pytest_putnam.languages.isabelle.strict import Strict
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.model import Candidate, Formalization, Message, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget


class IsabelleChecker(GatedChecker[Assembled, Reference]):
    """Decides about Isabelle candidates. Thread-safe; sessions and memory are per checker.

    Its gate cannot be left out: what the audit says rests on no ML of the candidate's having run.
    """

    def __init__(self, toolchain: IsabelleToolchain, settings: CheckerSettings) -> None:
        """Start nothing. Raises `BadInput` for commands that may not be allowed."""
        self.toolchain = toolchain
        self._workshop = Workshop(toolchain, settings)
        self._reading = Reading(toolchain.symbols, toolchain.commands)
        self._extra = gate.extension(settings.isabelle_commands)
        self._references = References(self._workshop, self._reading)
        super().__init__(settings, Sessions(self._workshop, self._reading))

    def assemble(
        self, formalization: Formalization, track: Track, candidate: Candidate
    ) -> Assembled:
        """The candidate's proof in the benchmark's file. Raises `Unusable`."""
        return assemble(formalization, track, candidate, self._reading)

    def refuse(
        self, assembled: Assembled, formalization: Formalization, track: Track
    ) -> Verdict | None:
        """What the text alone says: commands that are not allowed, open proofs, a restated problem."""
        try:
            found = gate.refuse(assembled, self._reading.commands, self._extra)
        except SplitError as error:
            found = gate.unreadable(assembled, error)
        if found is not None:
            return _verdict(found)
        what = restates(assembled, formalization, track)
        if what is None:
            return None
        reason = f"the solution restates the problem: {self.toolchain.symbols.decode(what)}"
        return Verdict(VerdictKind.FORBIDDEN, reason, (Message(reason),), path="gate")

    def reference(self, formalization: Formalization, track: Track, budget: Budget) -> Reference:
        """The benchmark's statement, built. Raises `InfraError`, `BudgetExhausted`."""
        return self._references.get(formalization, track, budget)

    def strict(
        self,
        assembled: Assembled,  # noqa: ARG002 - it is the same for all
        formalization: Formalization,
        track: Track,
        budget: Budget,
    ) -> Strict:
        """The strict procedure."""
        return Strict(self._workshop, self._reading, formalization, track, budget)


def _verdict(found: gate.Found) -> Verdict:
    what = f"{found.what} {found.reason}"
    reason = what if found.line is None else f"line {found.line}: {what}"
    return Verdict(found.kind, reason, (Message(what, found.line),), path="gate")
