"""The strict procedure: the only way to an accepted proof.

1. Compile the candidate's file in the sandbox, in a fresh process; take the one compiled file.
2. Read it, and the compiled reference, outside Lean, and compare them (`judge`).
3. Put its constants through the kernel again in a fresh process that runs nothing of it, where a
   program for that is installed (`leanchecker`, `lean4checker`); else the evidence says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.given_solutions import solution_evidence
from pytest_putnam.languages.lean4.copied import looks_copied
from pytest_putnam.languages.lean4.judge import Findings, Task, judge
from pytest_putnam.languages.lean4.library import read_library
from pytest_putnam.languages.lean4.module import Module, read_module
from pytest_putnam.languages.lean4.olean import Name, OleanError
from pytest_putnam.languages.lean4.reference import Reference
from pytest_putnam.languages.lean4.same_solution import Given, shown_equal
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.lean4.verdicts import lean_said
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.rejections import Rejected, limit_met
from pytest_putnam.languages.workshops import Spent
from pytest_putnam.model import (
    NEEDS_REVIEW,
    NOT_REPLAYED,
    Formalization,
    Track,
    Verdict,
    VerdictKind,
)
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

LEAST_START_S: Final = 5.0
"""What starting up is allowed besides twice the time that it took for the reference."""


@dataclass(slots=True)
class Strict:
    """One candidate on its way. `spent` grows with each step."""

    workshop: Workshop
    formalization: Formalization
    track: Track
    budget: Budget
    needs_replay: bool = False
    """The candidate holds what could have gone round the kernel: nothing less will do."""
    spent: Spent = field(default_factory=Spent)

    @property
    def is_alone(self) -> bool:
        """Whether no warm session may see it: programs of one candidate stay alone."""
        return self.needs_replay

    def judge(self, assembled: Assembled, reference: Reference) -> Verdict:
        """The verdict. Raises `Rejected`, `InfraError`, `BudgetExhausted`."""
        olean = self._compile(assembled, reference)
        terms = Terms()
        ours = _readable(reference.compiled, terms)
        theirs = self._read(olean, terms, ours)
        library = read_library(theirs.imports, self.workshop.search_path(), terms)
        own = library  # what the benchmark's imports bring
        if set(theirs.imports) != set(ours.imports):
            own = read_library(ours.imports, self.workshop.search_path(), terms)
        settings = self.workshop.settings
        slot = self.formalization.asked_solution(self.track)
        task = Task(
            ours,
            theirs,
            terms,
            self.formalization.theorem,
            None if slot is None else slot.name,
            settings.allowed_axioms,
            library.constants,
            frozenset(library.trusted),
            frozenset(own.trusted),
        )
        findings = judge(task)
        replayed, is_replayed = self._replay(olean)
        words = "its own words" if assembled.is_restated else "the benchmark's words"
        libraries = [f"read: {', '.join(library.read)}"] if library.read else []
        libraries += [f"trusted: {', '.join(library.trusted)}"] if library.trusted else []
        evidence = {
            "statement": f"{self.formalization.theorem}, stated in {words}, has the type of the reference "
            f"{reference.key[:16]}",
            "axioms": ", ".join(findings.axioms) or "none",
            "constants": f"{findings.constants} of the candidate's, all safe",
            "libraries": "; ".join(libraries) or "none",
            "replay": replayed,
            "versions": ", ".join(f"{n} {v}" for n, v in self.workshop.toolchain.versions.items()),
        }
        if not is_replayed:
            evidence[NOT_REPLAYED] = replayed
        if findings.solution is not None and slot is not None:
            evidence["solution_given"] = given_solution(assembled, slot.name)
            evidence["solution_reference"] = slot.reference or ""
            evidence |= self._solution(task, findings, findings.solution, olean, reference)
        return Verdict(
            VerdictKind.PROVED,
            f"{self.formalization.theorem} is proved",
            evidence=evidence,
            path="strict",
        )

    # 1

    def _compile(self, assembled: Assembled, reference: Reference) -> bytes:
        settings = self.workshop.settings
        wall_s = self._start_s(reference) + settings.check_timeout_s
        done = self.workshop.compile(assembled.text, wall_s=wall_s, budget=self.budget)
        self.spent.add(done.cpu_s, check_s=done.wall_s - reference.load_s)
        if (limit := limit_met(done.ended, settings.memory_mb)) is not None:
            raise limit
        if done.olean is not None:
            return done.olean
        if (rejected := lean_said(assembled, done.messages)) is not None:
            raise rejected
        if done.status == 0:
            raise Rejected(VerdictKind.COMPILE_ERROR, "the candidate left no compiled file")
        said = " ".join(done.said.split()) or "and said nothing"
        raise Rejected(
            VerdictKind.CHECK_CRASH, f"Lean ended ({done.ended}, status {done.status}): {said}"
        )

    def _start_s(self, reference: Reference) -> float:
        """What starting up may take."""
        return min(self.workshop.settings.startup_timeout_s, 2 * reference.load_s + LEAST_START_S)

    # 2

    def _read(self, olean: bytes, terms: Terms, ours: Module) -> Module:
        try:
            theirs = read_module(olean, terms)
        except OleanError as error:
            text = f"the compiled candidate cannot be read: {error}"
            raise Rejected(VerdictKind.CHECK_CRASH, text) from error
        if (theirs.header.version, theirs.header.githash) != (
            ours.header.version,
            ours.header.githash,
        ):
            text = "the compiled candidate was not written by this Lean"
            raise Rejected(VerdictKind.CHECK_CRASH, text)
        if ours.hashes_agree and not theirs.hashes_agree:
            text = "the hashes in the compiled candidate are not those of its terms: it is damaged"
            raise Rejected(VerdictKind.CHECK_CRASH, text)
        return theirs

    # 3

    def _replay(self, olean: bytes) -> tuple[str, bool]:
        """What the kernel said again, and whether it was asked. Raises as `judge`."""
        replayer, settings = self.workshop.toolchain.replayer, self.workshop.settings
        if settings.lean_replay == "off" and not self.needs_replay:
            return "not asked for", False
        if not replayer:
            if settings.lean_replay == "required" or self.needs_replay:
                raise InfraError(
                    "the proof is to be replayed through the kernel, and neither leanchecker (in Lean from "
                    "4.28 on) nor lean4checker (built in the project) is there: install one of them, or "
                    "leave --putnam-lean-replay=required and --putnam-lean-allow-meta out"
                )
            return "not done: neither leanchecker nor lean4checker is installed", False
        wall_s = settings.startup_timeout_s + settings.check_timeout_s
        done = self.workshop.replay(olean, wall_s=wall_s, budget=self.budget)
        self.spent.add(done.cpu_s)
        name = self.workshop.toolchain.replayer[0].rpartition("/")[2]
        if (limit := limit_met(done.ended, settings.memory_mb)) is not None:
            raise limit
        if done.status != 0 or done.ended is not Ended.EXIT:
            said = " ".join((done.stderr or done.stdout).split())[-500:]
            text = f"{name} does not confirm the compiled proof (status {done.status}): {said}"
            raise Rejected(VerdictKind.COMPILE_ERROR, text)
        return f"{name}: the kernel accepts every constant again", True

    def _solution(
        self, task: Task, findings: Findings, solution: Name, olean: bytes, reference: Reference
    ) -> dict[str, str]:
        """What is known of a solution that was given."""
        if findings.same_solution:
            return {"solution": "it is the reference's, term by term"}
        if self.needs_replay:  # its programs would run beside the tactics
            why = "the solution is not compared with the reference's: the candidate runs programs"
            return {NEEDS_REVIEW: why}
        given = Given(
            self.workshop,
            self.formalization,
            task,
            solution,
            olean,
            load_s=reference.load_s,
            start_s=self._start_s(reference),
            spent=self.spent,
        )
        return solution_evidence(
            "Lean",
            shown_equal=lambda: shown_equal(given, self.budget),
            looks_copied=lambda: looks_copied(task, solution),
        )


def given_solution(assembled: Assembled, name: str) -> str:
    """The text of the solution that a candidate gives."""
    for piece in assembled.own:
        if piece.source == "solution":
            return piece.text.strip()
    return next((piece.text for piece in assembled.own if name in piece.text), "")


def _readable(olean: bytes, terms: Terms) -> Module:
    try:
        return read_module(olean, terms)
    except OleanError as error:
        raise InfraError(f"the compiled reference cannot be read: {error}") from error
