"""The strict procedure: the only way to an accepted proof.

1. Compile the candidate's file in the sandbox; take the one compiled file to a fresh folder.
2. coqchk re-checks it there, and reads it without trusting its form: what the candidate ran could
   have written anything. Nothing may rest on a switched-off check of the kernel, and its own axioms
   must be exactly the header's variables.
3. In another file, ``Final`` of the reference is applied to it, which fails unless the theorem exists
   and its type is the reference's up to conversion; ``Print Assumptions`` writes what it rests on.
4. coqchk re-checks that file too.
5. Every assumption must be one of the header's variables or an allowed axiom.

The logical name of the candidate's folder holds a nonce, so nothing in it can have been made to
be taken for something else.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.coq import axioms, comparison
from pytest_putnam.languages.coq.assembled import CoqAssembled
from pytest_putnam.languages.coq.forged import refuse_forged
from pytest_putnam.languages.coq.output import (
    CheckedSummary,
    coqc_error,
    coqchk_error,
    coqchk_summary,
    has_error,
    place,
)
from pytest_putnam.languages.coq.reference import (
    Baseline,
    Reference,
    References,
    check_types,
    printed_types,
)
from pytest_putnam.languages.coq.same_solution import Equation, Given
from pytest_putnam.languages.coq.solutions import given_solution, looks_copied
from pytest_putnam.languages.coq.verdicts import admitted_by_itself, compiler_said
from pytest_putnam.languages.coq.workshop import (
    READY_SENTENCES,
    Compiled,
    Logical,
    Workshop,
    take_file,
)
from pytest_putnam.languages.given_solutions import solution_evidence
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.languages.workshops import Spent, check_disk
from pytest_putnam.model import Formalization, Track, Verdict, VerdictKind
from pytest_putnam.process import Completed, Ended
from pytest_putnam.prover import Budget

FILE: Final = "./Cand.v"


@dataclass(slots=True)
class Strict:
    """One candidate on its way. `spent` grows with each step."""

    workshop: Workshop
    references: References
    formalization: Formalization
    track: Track
    budget: Budget
    spent: Spent = field(default_factory=Spent)
    load_s: float = 0.0
    """What loading the candidate's imports took."""

    @property
    def is_alone(self) -> bool:
        """Whether no warm session may see it: coqtop takes everything back."""
        return False

    def judge(self, assembled: CoqAssembled, reference: Reference) -> Verdict:
        """The verdict. Raises `Rejected`, `InfraError`, `BudgetExhausted`."""
        root = f"PBC_{secrets.token_hex(8)}"
        with self.workshop.scratch() as folder:
            compiled = self._compile(assembled, folder, root)
        if (admitted := admitted_by_itself(assembled)) is not None:
            raise admitted
        refuse_forged(compiled, reference)
        reference = self.references.with_baseline(reference, self.formalization, self.budget)
        assert reference.baseline is not None
        with self.workshop.scratch() as folder:
            for name in ("reference", "check"):
                (folder / name).mkdir()
            (folder / "reference" / "Orig.vo").write_bytes(reference.compiled)
            (folder / "check" / "Cand.vo").write_bytes(compiled)
            paths = (
                Logical(folder / "reference", reference.root),
                Logical(folder / "check", root),
            )
            summary = self._recheck(paths, root, assembled, reference.baseline)
            printed = self._compare(paths, reference, reference.baseline, root, assembled)
            self._recheck_comparison(paths, root)
            allowed = self._allowed(root, reference.baseline)
            assumed = self._assumed(printed, summary, root, assembled, allowed)
        verdict = self._proved(reference, assumed, assembled)
        if self._with_solution:
            found = self._solution(assembled, root, compiled, summary.axioms, allowed)
            verdict = replace(verdict, evidence={**verdict.evidence, **found})
        return verdict

    # 1

    def _compile(self, assembled: CoqAssembled, folder: Path, root: str) -> bytes:
        mark = f"PBREADY{secrets.token_hex(12)}"
        inserted = READY_SENTENCES.format(mark=mark)
        text = assembled.text_with(inserted)
        (folder / "Cand.v").write_bytes(text.encode(errors="replace"))
        paths = (Logical(folder, root),)
        done = self.workshop.compile_candidate(folder, FILE, mark, paths, self.budget)
        self.load_s = done.load_s
        self.spent.add(done.cpu_s, check_s=done.wall_s)
        if done.status != 0 or done.ended is not Ended.EXIT:
            raise self._not_compiled(done, text, inserted, assembled, folder)
        compiled = take_file(folder / "Cand.vo")
        if compiled is None:
            check_disk(folder)
            raise Rejected(VerdictKind.COMPILE_ERROR, "the candidate left no compiled file")
        return compiled

    def _not_compiled(
        self, done: Compiled, text: str, inserted: str, assembled: CoqAssembled, folder: Path
    ) -> Exception:
        check_disk(folder)
        error = coqc_error(done.output, FILE)
        if not done.is_ready:
            said = error.text if error else done.output[-500:]
            return InfraError(f"Coq ended ({done.ended}) while it loaded the imports: {said}")
        if error is not None and error.is_broken_library:
            return InfraError(
                f"a library that the candidate imports is broken: {' '.join(error.text.split())}"
            )
        offset = None if error is None else place(text, error)
        if offset is not None:
            header = len(assembled.pieces[0].text)
            offset = offset if offset < header else max(header, offset - len(inserted))
        return compiler_said(assembled, error, offset, done.ended, done.status)

    # 2

    def _recheck(
        self,
        paths: Sequence[Logical],
        root: str,
        assembled: CoqAssembled,
        baseline: Baseline,
    ) -> CheckedSummary:
        summary = self._coqchk(paths, f"{root}.Cand")
        prefix = f"{root}.Cand."
        own = {axiom.removeprefix(prefix) for axiom in summary.axioms if axiom.startswith(root)}
        theorem = self.formalization.theorem
        if theorem in own:
            raise Rejected(VerdictKind.INCOMPLETE, f"{theorem} is assumed, not proved")
        unproved = sorted(own & assembled.admitted)
        if unproved:
            raise Rejected(VerdictKind.INCOMPLETE, f"admitted: {', '.join(unproved)}")
        extra = sorted(own - baseline.assumed)
        if extra:
            raise Rejected(
                VerdictKind.BAD_AXIOM, f"the candidate assumes {', '.join(extra)}{_sealed(extra)}"
            )
        if summary.relied_on or summary.theory != baseline.theory:
            unsafe = [*summary.relied_on, *(set(summary.theory) - set(baseline.theory))]
            text = "; ".join(unsafe).replace(prefix, "")
            raise Rejected(VerdictKind.BAD_AXIOM, f"checks of the kernel are switched off: {text}")
        missing = sorted(baseline.assumed - own)
        if missing:
            raise Rejected(
                VerdictKind.STATEMENT_CHANGED,
                f"the benchmark assumes {', '.join(missing)}, the candidate defines it",
            )
        return summary

    def _coqchk(self, paths: Sequence[Logical], module: str) -> CheckedSummary:
        settings = self.workshop.settings
        done = self.workshop.coqchk(
            paths[-1].folder,
            [module],
            paths,
            wall_s=settings.startup_timeout_s + settings.check_timeout_s,
            budget=self.budget,
        )
        self.spent.add(done.cpu_s)
        self._ended_by_limit(done, "coqchk")
        summary = coqchk_summary(done.stderr + done.stdout) if done.status == 0 else None
        if summary is not None:
            return summary
        check_disk(paths[-1].folder)
        said = coqchk_error(done.stderr + done.stdout).replace(f"{paths[-1].folder}/", "")
        has_verdict = done.status != 0 and has_error(done.stderr + done.stdout)
        if done.ended is Ended.SIGNAL or "Anomaly" in said or not has_verdict:
            raise Rejected(VerdictKind.CHECK_CRASH, f"coqchk broke: {said}")
        raise Rejected(VerdictKind.COMPILE_ERROR, f"coqchk rejects the compiled proof: {said}")

    # 3

    def _compare(
        self,
        paths: Sequence[Logical],
        reference: Reference,
        baseline: Baseline,
        root: str,
        assembled: CoqAssembled,
    ) -> str:
        folder, nonce = paths[-1].folder, secrets.token_hex(12)
        theorem = self.formalization.theorem
        lines = comparison.sentences(
            reference.root, root, theorem, nonce, with_solution=self._with_solution
        )
        lines += check_types(f"{nonce}t", root, baseline.assumed)
        (folder / comparison.FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
        settings = self.workshop.settings
        done = self.workshop.coqc(
            folder,
            f"./{comparison.FILE}",
            paths,
            wall_s=settings.startup_timeout_s + settings.check_timeout_s,
            budget=self.budget,
        )
        self.spent.add(done.cpu_s)
        self._ended_by_limit(done, "the comparison of the statements")
        if done.status != 0:
            check_disk(folder)
            raise comparison.failure(done, lines, assembled, theorem)
        if printed_types(folder, f"{nonce}t", len(baseline.assumed)) != baseline.types:
            names = ", ".join(sorted(baseline.assumed))
            text = f"not all of the header's variables have the benchmark's types: {names}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, text)
        printed = [take_file(folder / f"{nonce}{suffix}.out") for suffix in ("", "s")]
        return "\0".join(text.decode(errors="replace") for text in printed if text is not None)

    # 4

    def _recheck_comparison(self, paths: Sequence[Logical], root: str) -> None:
        summary = self._coqchk(paths, f"{root}.Check")
        if summary.relied_on or any(axiom.startswith(f"{root}.Check.") for axiom in summary.axioms):
            raise Rejected(VerdictKind.STATEMENT_CHANGED, "coqchk does not confirm the comparison")

    # 5

    def _assumed(
        self,
        printed: str,
        summary: CheckedSummary,
        root: str,
        assembled: CoqAssembled,
        allowed: frozenset[str],
    ) -> tuple[str, ...]:
        """The names of what the proof rests on, as printed."""
        parts = printed.split("\0")
        if len(parts) != 1 + self._with_solution:
            raise Rejected(VerdictKind.CHECK_CRASH, "Coq printed no assumptions")
        return comparison.rests_on(parts, summary, root, assembled, allowed)

    def _allowed(self, root: str, baseline: Baseline) -> frozenset[str]:
        """The axioms that it may rest on."""
        own = {f"{root}.Cand.{name}" for name in baseline.assumed}
        return axioms.ALLOWED | self.workshop.settings.allowed_axioms | own

    @property
    def _with_solution(self) -> bool:
        return self.formalization.asked_solution(self.track) is not None

    def _ended_by_limit(self, done: Completed, what: str) -> None:
        if done.ended in {Ended.WALL, Ended.CPU}:
            text = f"{what} takes longer than the check may"
            raise Rejected(VerdictKind.CHECK_TIMEOUT, text, clock=done.ended.value)
        if done.ended is Ended.MEMORY:
            text = f"{what} needs more than {self.workshop.settings.memory_mb} MiB"
            raise Rejected(VerdictKind.CHECK_MEMORY, text, clock="memory")
        if done.ended is Ended.OUTPUT:
            raise Rejected(VerdictKind.COMPILE_ERROR, f"{what} writes too much", clock="output")

    def _proved(
        self, reference: Reference, assumed: tuple[str, ...], assembled: CoqAssembled
    ) -> Verdict:
        versions = self.workshop.toolchain.versions
        words = "its own words" if assembled.is_restated else "the benchmark's words"
        return Verdict(
            VerdictKind.PROVED,
            f"{self.formalization.theorem} is proved",
            evidence={
                "statement": f"{self.formalization.theorem}, stated in {words}, has the type of the "
                f"reference {reference.key[:16]}",
                "axioms": ", ".join(assumed) or "none",
                "coqchk": "candidate and comparison re-checked; no check of the kernel switched off",
                "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
            },
            path="strict",
        )

    def _solution(
        self,
        assembled: CoqAssembled,
        root: str,
        compiled: bytes,
        declared: frozenset[str],
        allowed: frozenset[str],
    ) -> dict[str, str]:
        """What is known of the candidate's solution."""
        formalization, slot = self.formalization, self.formalization.solution
        equation = Equation(
            Given(
                self.workshop,
                formalization,
                root,
                compiled,
                declared,
                allowed,
                load_s=self.load_s,
                spent=self.spent,
            )
        )
        return {
            "solution_given": given_solution(assembled, formalization) or "",
            "solution_reference": slot.reference or "" if slot is not None else "",
            **solution_evidence(
                "Coq",
                shown_equal=lambda: equation.shown_equal(self.budget),
                looks_copied=lambda: (
                    looks_copied(assembled, formalization) or equation.in_other_words()
                ),
            ),
        }


def _sealed(names: Sequence[str]) -> str:
    """What else coqchk may mean by these names: it does not look behind such a seal."""
    if any("." not in name for name in names):
        return ""
    return ", or seals a module (`Module M : T := …`), behind which coqchk sees no proof"
