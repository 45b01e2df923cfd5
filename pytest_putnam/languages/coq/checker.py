"""The checker of Coq: gate, warm session, strict procedure, in this order.

The gate and the session only reject. Every acceptance is the strict procedure's.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from pytest_putnam.errors import BudgetExhausted, InfraError, SplitError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.coq import gate
from pytest_putnam.languages.coq.assemble import Assembled, Unusable, assemble, own_statement
from pytest_putnam.languages.coq.reference import Reference, References
from pytest_putnam.languages.coq.same_solution import is_shown_equal
from pytest_putnam.languages.coq.session import Sessions
from pytest_putnam.languages.coq.solutions import given_solution, looks_copied, restates
from pytest_putnam.languages.coq.strict import Strict
from pytest_putnam.languages.coq.toolchain import CoqToolchain
from pytest_putnam.languages.coq.verdicts import Rejected
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.model import (
    NEEDS_REVIEW,
    Candidate,
    Formalization,
    Message,
    Track,
    Verdict,
    VerdictKind,
)
from pytest_putnam.prover import Budget
from pytest_putnam.slots import slot

TRIES: Final = 2
"""A check in which Coq broke is made again, in a fresh process."""


class CoqChecker:
    """Decides about Coq candidates. Thread-safe; sessions and memory are per checker."""

    def __init__(
        self, toolchain: CoqToolchain, settings: CheckerSettings, *, gated: bool = True
    ) -> None:
        """Start nothing. `gated=False` leaves the gate out: verdicts must not depend on it."""
        self.toolchain = toolchain
        self.settings = settings
        self._gated = gated
        self._workshop = Workshop(toolchain, settings)
        self._references = References(self._workshop)
        self._sessions = Sessions(self._workshop)

    def prepare(
        self, formalization: Formalization, track: Track, budget: Budget | None = None
    ) -> None:
        """Compile the reference (cached). Raises `InfraError`, `BudgetExhausted`."""
        budget = budget or Budget(None)
        with self._slot(budget):
            self._references.get(formalization, track, budget)

    def check(
        self, formalization: Formalization, track: Track, candidate: Candidate, budget: Budget
    ) -> Verdict:
        """Judge one candidate. Ends as ``budget_exhausted`` where `budget` runs out meanwhile."""
        started = time.monotonic()
        try:
            verdict = self._check(formalization, track, candidate, budget)
        except BudgetExhausted as error:
            verdict = Verdict(VerdictKind.BUDGET_EXHAUSTED, str(error), clock="item")
        except InfraError as error:
            verdict = Verdict(VerdictKind.INFRA_ERROR, str(error))
        if not verdict.check_s and verdict.path == "warm":
            verdict = replace(verdict, check_s=time.monotonic() - started)
        return verdict

    def close(self) -> None:
        """End every process of this checker."""
        self._sessions.close()

    def _check(
        self, formalization: Formalization, track: Track, candidate: Candidate, budget: Budget
    ) -> Verdict:
        try:
            assembled = assemble(formalization, track, candidate)
            refused = self._refused(assembled) or _restated(assembled, formalization, track)
        except Unusable as unusable:
            return Verdict(unusable.kind, str(unusable), (unusable.message,), path="gate")
        if refused is not None:
            return refused
        with self._slot(budget):
            reference = self._references.get(formalization, track, budget)
            verdict = self._judge(assembled, reference, formalization, track, budget)
            theirs = own_statement(assembled)
            if theirs is not None and verdict.kind is VerdictKind.COMPILE_ERROR:
                # stated in other words: only the types tell whether it is the same statement
                other = self._judge(theirs, reference, formalization, track, budget)
                if other.kind in {VerdictKind.PROVED, VerdictKind.STATEMENT_CHANGED}:
                    return other
            return verdict

    def _refused(self, assembled: Assembled) -> Verdict | None:
        if not self._gated:
            return None
        try:
            refusal = gate.refuse(assembled.candidate_sentences())
        except SplitError as error:
            text = f"Syntax error: {error}"
            return Verdict(VerdictKind.COMPILE_ERROR, text, (Message(text),), path="gate")
        if refusal is None:
            return None
        line, column = assembled.line_and_column(refusal.offset)
        reason = f"line {line}: {refusal.what} {refusal.reason}"
        message = Message(f"{refusal.what} {refusal.reason}", line, column)
        return Verdict(VerdictKind.FORBIDDEN, reason, (message,), path="gate")

    def _judge(
        self,
        assembled: Assembled,
        reference: Reference,
        formalization: Formalization,
        track: Track,
        budget: Budget,
    ) -> Verdict:
        if self.settings.warm:
            rejected = self._sessions.reject(assembled, budget)
            if rejected is not None:
                return rejected.verdict("warm")
        verdict = Verdict(VerdictKind.CHECK_CRASH)
        for _ in range(TRIES):
            strict = Strict(self._workshop, self._references, formalization, track, budget)
            try:
                verdict = strict.judge(assembled, reference)
            except Rejected as rejected:
                verdict = rejected.verdict("strict")
            if verdict.kind is VerdictKind.PROVED and asks_solution(formalization, track):
                verdict = self._compared(verdict, strict, assembled, formalization, budget)
            verdict = replace(verdict, check_s=strict.check_s, cpu_s=strict.cpu_s)
            if verdict.kind is not VerdictKind.CHECK_CRASH:
                break
        return verdict

    def _compared(
        self,
        verdict: Verdict,
        strict: Strict,
        assembled: Assembled,
        formalization: Formalization,
        budget: Budget,
    ) -> Verdict:
        """An accepted proof with what is known of its solution."""
        slot = formalization.solution
        evidence = dict(verdict.evidence)
        evidence["solution_given"] = given_solution(assembled, formalization) or ""
        evidence["solution_reference"] = slot.reference or "" if slot is not None else ""
        why = "the solution is not shown equal to the reference's"
        try:
            equal = is_shown_equal(
                self._workshop, formalization, strict.root, strict.compiled, budget
            )
        except (BudgetExhausted, InfraError) as error:  # the proof stands
            equal, why = False, f"{why}: {error}"
        copied = looks_copied(assembled, formalization)
        if equal:
            evidence["solution"] = "Coq shows it equal to the reference's"
            why = f"the solution equals the reference's, but may restate the problem: {copied}"
        if copied is not None or not equal:
            evidence[NEEDS_REVIEW] = why
        return replace(verdict, evidence=evidence)

    def _slot(self, budget: Budget) -> AbstractContextManager[None]:
        return slot(self.settings.cache_dir / "slots", self.settings.slots, budget)


def asks_solution(formalization: Formalization, track: Track) -> bool:
    """Whether the candidate has to give the answer."""
    return track is Track.NO_SOLUTION and formalization.solution is not None


def _restated(assembled: Assembled, formalization: Formalization, track: Track) -> Verdict | None:
    """The verdict of a solution that only repeats the problem."""
    if not asks_solution(formalization, track):
        return None
    what = restates(assembled, formalization)
    if what is None:
        return None
    reason = f"the solution restates the problem: {what}"
    return Verdict(VerdictKind.FORBIDDEN, reason, (Message(reason),), path="gate")
