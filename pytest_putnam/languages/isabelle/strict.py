"""The strict procedure: the only way to an accepted proof.

1. Write a session of three theories: the reference's statement, the candidate, and the audit of both;
   what the candidate has no part in is a fourth one, which the first two share; and a guard comes before
   all. Names and the audit's secret are made now, when the candidate's text is fixed.
2. Build it by ``isabelle build`` in the sandbox, in a fresh process, with ``quick_and_dirty`` off for the
   candidate.
3. Read what the audit wrote (`audit`). The build's exit status, and that it says to be finished, are
   needed, and are evidence of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.given_solutions import solution_evidence
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.audit import Findings
from pytest_putnam.languages.isabelle.benchmark import Reading, theorem_name
from pytest_putnam.languages.isabelle.guard import REFUSED
from pytest_putnam.languages.isabelle.heaps import failure
from pytest_putnam.languages.isabelle.output import Reported, build_errors, crash, is_finished
from pytest_putnam.languages.isabelle.reference import (
    SKIP_PROOF,
    Reference,
    compared_solution,
    leaves_unproved,
    open_theory,
)
from pytest_putnam.languages.isabelle.same_solution import Given, shown_equal
from pytest_putnam.languages.isabelle.session_files import SessionFiles
from pytest_putnam.languages.isabelle.solutions import looks_copied
from pytest_putnam.languages.isabelle.verdicts import out_of_memory, said
from pytest_putnam.languages.isabelle.workshop import Built, Workshop
from pytest_putnam.languages.rejections import Rejected, limit_met
from pytest_putnam.languages.workshops import Spent, check_disk
from pytest_putnam.model import Formalization, Message, Track, Verdict, VerdictKind
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

_SETUP_FAILED: Final = 2
"""The exit status of ``isabelle build`` where it could not begin."""


@dataclass(slots=True)
class Strict:
    """One candidate on its way. `spent` grows with each step."""

    workshop: Workshop
    reading: Reading
    formalization: Formalization
    track: Track
    budget: Budget
    spent: Spent = field(default_factory=Spent)
    is_alone: bool = False

    def judge(self, assembled: Assembled, reference: Reference) -> Verdict:
        """The verdict. Raises `Rejected`, `InfraError`, `BudgetExhausted`."""
        workshop, formalization = self.workshop, self.formalization
        theory = open_theory(formalization, self.track, self.reading)
        heap, left_out = workshop.heaps.for_candidate(theory.imports, assembled.added)
        if left_out:
            assembled = assembled.without(left_out)
        with workshop.scratch() as folder:
            workshop.prepare_home(folder, heap)
            files = SessionFiles.new(folder)
            files.write(
                theory,
                assembled,
                heap,
                theorem=theorem_name(formalization),
                solution=compared_solution(formalization, self.track),
                commands=self.reading.commands,
            )
            built = workshop.build(folder, files.session, heap, self.budget)
            self.spent.add(built.cpu_s, check_s=built.wall_s)
            check_disk(folder)
            if built.status != 0 or built.ended is not Ended.EXIT:
                raise _told_of(left_out, self._not_built(assembled, files, built))
            if not is_finished(built.output, files.session):
                raise Rejected(
                    VerdictKind.CHECK_CRASH,
                    "the build ended well and did not say so of the session",
                )
            found = files.findings()
        if found is None:
            text = "the audit of the candidate is not whole: nothing is said of it"
            raise Rejected(VerdictKind.CHECK_CRASH, text)
        self._refuse(found, assembled, tolerated=leaves_unproved(theory))
        verdict = self._proved(found, assembled, reference)
        if formalization.asked_solution(self.track) is not None:
            given = Given(
                workshop, self.reading, formalization, theory, assembled, heap, self.spent
            )
            evidence = {**verdict.evidence, **self._solution(found, given)}
            verdict = replace(verdict, evidence=evidence)
        return verdict

    # 2

    def _not_built(self, assembled: Assembled, files: SessionFiles, built: Built) -> Exception:
        ended = Ended.MEMORY if out_of_memory(built.output) else built.ended
        if (limit := limit_met(ended, self.workshop.settings.memory_mb)) is not None:
            return limit
        symbols = self.workshop.toolchain.symbols
        errors = build_errors(built.output)
        own = [each for each in errors if each.theory == files.names.candidate]
        if built.status == _SETUP_FAILED or not built.is_started:
            return self._not_started(assembled, built)
        rejected = said(assembled, own, symbols)
        if rejected is not None:
            unproved = rejected.kind is VerdictKind.INCOMPLETE and not _is_placed(rejected)
            if unproved and own[0].command in {"sorry", r"\<proof>"}:
                return InfraError(
                    f"{self.formalization.name}: the benchmark leaves something unproved behind its solution"
                )
            return rejected
        told = crash(built.output)
        if told is not None or built.status < 0 or built.status > 2:
            text = f"Isabelle crashed (status {built.status}): {told or failure(built.output)}"
            return Rejected(VerdictKind.CHECK_CRASH, text)
        return self._elsewhere(errors, files, built, assembled)

    def _not_started(self, assembled: Assembled, built: Built) -> Exception:
        text = failure(built.output)
        blamed = [name for name in assembled.added if name in built.output]
        if blamed:
            return Rejected(
                VerdictKind.COMPILE_ERROR, f"the candidate imports {', '.join(blamed)}: {text}"
            )
        return InfraError(f"Isabelle could not begin (status {built.status}): {text}")

    def _elsewhere(
        self,
        errors: tuple[Reported, ...],
        files: SessionFiles,
        built: Built,
        assembled: Assembled,
    ) -> Exception:
        """A failure that no error of the candidate's theory tells of."""
        names = files.names
        guarded = [each for each in errors if each.theory == names.guard]
        if any(each.text.startswith(REFUSED) for each in guarded):
            text = f"Isabelle reads other commands in it than the gate does ({guarded[0].text})"
            return Rejected(VerdictKind.FORBIDDEN, text)
        if any(each.theory in {names.audit, names.guard} for each in errors) or not errors:
            merging = any("merge" in each.text or "Clash" in each.text for each in errors)
            if merging:
                text = (
                    f"the candidate does not go together with the benchmark: {errors[0].text[:300]}"
                )
                return Rejected(VerdictKind.COMPILE_ERROR, text)
            return Rejected(VerdictKind.CHECK_CRASH, f"the audit broke: {failure(built.output)}")
        if any(each.theory in {names.reference, files.base} for each in errors):
            return InfraError(f"the benchmark's statement fails: {failure(built.output)}")
        rejected = said(assembled, errors, self.workshop.toolchain.symbols)
        assert rejected is not None, "there are errors"
        return rejected

    # 3

    def _refuse(self, found: Findings, assembled: Assembled, *, tolerated: bool) -> None:
        """Raise `Rejected` for anything that is not as it must be."""
        theorem = self.formalization.theorem
        if found.theorems == 0:
            text = f"the candidate's theory has no theorem {theorem}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)
        oracles = [
            name for name in found.oracles if not self._is_allowed(name, assembled, tolerated)
        ]
        if any(_base(name) == SKIP_PROOF for name in oracles):
            raise Rejected(VerdictKind.INCOMPLETE, "the proof rests on one that is left out")
        if found.axioms:
            names = ", ".join(name.partition(".")[2] for name in found.axioms)
            raise Rejected(VerdictKind.BAD_AXIOM, f"the candidate assumes {names}")
        if oracles:
            text = f"the proof rests on the oracle {', '.join(oracles)}"
            raise Rejected(VerdictKind.BAD_AXIOM, text)
        if not found.same_statement:
            text = f"{theorem} does not state what the benchmark states"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)
        if found.hyps or found.sorts:
            text = f"{theorem} is proved under hypotheses that the benchmark does not have"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)
        if found.missing:
            text = f"the candidate changes the meaning of {', '.join(map(_base, found.missing))}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)
        if found.redefined:
            text = (
                f"the candidate gives a meaning to {', '.join(map(_base, found.redefined))} on a type where "
                "the statement may rest on it: helpers need a constant, a class or a type of their own"
            )
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)

    def _is_allowed(self, oracle: str, assembled: Assembled, tolerated: bool) -> bool:
        if oracle in {SKIP_PROOF, f"Pure.{SKIP_PROOF}"}:
            return tolerated and assembled.base > 0
        allowed = self.workshop.settings.allowed_axioms
        if oracle in allowed:
            return True
        # only the distribution's theories have oracles: a candidate cannot declare one
        return bool(re.fullmatch(r"[\w.]+", oracle)) and _base(oracle) in allowed

    def _proved(self, found: Findings, assembled: Assembled, reference: Reference) -> Verdict:
        versions = self.workshop.toolchain.versions
        words = "its own words" if assembled.is_restated else "the benchmark's words"
        theorem = self.formalization.theorem
        evidence = {
            "statement": f"{theorem}, stated in {words}, is the reference's {reference.key[:16]}, "
            "constants by full name, without hypotheses of its own",
            "axioms": "none besides definitions and the distribution's",
            "oracles": ", ".join(found.oracles) or "none",
            "audit": "in the same build, from a theory that imports both; no ML of the candidate's ran: "
            "Isabelle's own lexer finds the commands that the gate allowed",
            "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
        }
        return Verdict(VerdictKind.PROVED, f"{theorem} is proved", evidence=evidence, path="strict")

    def _solution(self, found: Findings, given: Given) -> dict[str, str]:
        """What is known of the candidate's solution."""
        decode, slot = self.workshop.toolchain.symbols.decode, self.formalization.solution
        reference = (slot.reference if slot is not None else None) or ""
        text = decode(given.candidate.solution_text)
        evidence = {"solution_given": text, "solution_reference": reference}
        if found.same_solution and reference:
            return {**evidence, "solution": "it is the reference's, term by term"}

        def copied() -> str | None:
            what = looks_copied(given.candidate, given.formalization)
            return None if what is None else decode(what)

        return evidence | solution_evidence(
            "Isabelle", shown_equal=lambda: shown_equal(given, self.budget), looks_copied=copied
        )


def _told_of(left_out: Sequence[str], error: Exception) -> Exception:
    """A rejection that says what the candidate wanted to import and could not."""
    if not left_out or not isinstance(error, Rejected):
        return error
    note = f"the candidate's imports of {', '.join(left_out)} were left out: no heap has them"
    return Rejected(
        error.kind, f"{error.reason} ({note})", (*error.messages, Message(note)), error.clock
    )


def _base(name: str) -> str:
    return name.rpartition(".")[2]


def _is_placed(rejected: Rejected) -> bool:
    return rejected.messages[0].line is not None
