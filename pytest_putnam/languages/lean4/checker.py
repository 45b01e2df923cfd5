"""The checker of Lean 4: gate, warm session, strict procedure, in this order.

The gate and the session only reject. Every acceptance is the strict procedure's.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4 import gate
from pytest_putnam.languages.lean4.assemble import assemble, own_statement
from pytest_putnam.languages.lean4.assembled import Assembled, Unusable
from pytest_putnam.languages.lean4.reference import Reference, References
from pytest_putnam.languages.lean4.session import Sessions
from pytest_putnam.languages.lean4.strict import Strict
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.languages.lean4.verdicts import Rejected
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.model import Candidate, Formalization, Message, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget
from pytest_putnam.slots import slot

TRIES: Final = 2
"""A check in which Lean broke is made again, in a fresh process."""


class LeanChecker:
    """Decides about Lean candidates. Thread-safe; sessions and memory are per checker."""

    def __init__(
        self, toolchain: LeanToolchain, settings: CheckerSettings, *, gated: bool = True
    ) -> None:
        """Start nothing. `gated=False` leaves the gate out: no acceptance may depend on it."""
        self.toolchain = toolchain
        self.settings = settings
        self._gated = gated
        self._workshop = Workshop(toolchain, settings)
        self._references = References(self._workshop)
        self._sessions = Sessions(self._workshop)

    def prepare(
        self,
        formalization: Formalization,
        track: Track,  # noqa: ARG002 - one reference serves both tracks
        budget: Budget | None = None,
    ) -> None:
        """Compile the reference (cached). Raises `InfraError`, `BudgetExhausted`."""
        budget = budget or Budget(None)
        with self._slot(budget):
            self._references.get(formalization, budget)

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
        except Unusable as unusable:
            return Verdict(unusable.kind, str(unusable), (unusable.message,), path="gate")
        refusal = gate.refuse(assembled.own) if self._gated else None
        if refusal is not None and not self.settings.lean_allow_meta:
            return self._forbidden(assembled, refusal)
        with self._slot(budget):
            reference = self._references.get(formalization, budget)
            strict = Strict(
                self._workshop, formalization, track, budget, needs_replay=refusal is not None
            )
            verdict = self._judge(assembled, reference, strict)
            theirs = own_statement(assembled)
            if theirs is not None and verdict.kind is VerdictKind.COMPILE_ERROR:
                # stated in other words: only the types tell whether it is the same statement
                other = self._judge(theirs, reference, strict)
                if other.kind in {VerdictKind.PROVED, VerdictKind.STATEMENT_CHANGED}:
                    return other
            return verdict

    @staticmethod
    def _forbidden(assembled: Assembled, refusal: gate.Refusal) -> Verdict:
        line: int | None = None
        column: int | None = None
        if refusal.offset is not None:
            line, column = assembled.line_and_column(refusal.offset)
        what = f"{refusal.what} {refusal.reason}"
        reason = what if line is None else f"line {line}: {what}"
        message = Message(what, line, column)
        return Verdict(VerdictKind.FORBIDDEN, reason, (message,), path="gate")

    def _judge(self, assembled: Assembled, reference: Reference, strict: Strict) -> Verdict:
        if self.settings.warm and not strict.needs_replay:  # programs of one candidate stay alone
            rejected = self._sessions.reject(assembled, strict.budget)
            if rejected is not None:
                return rejected.verdict("warm")
        verdict = Verdict(VerdictKind.CHECK_CRASH)
        for _ in range(TRIES):
            try:
                verdict = strict.judge(assembled, reference)
            except Rejected as rejected:
                verdict = rejected.verdict("strict")
            if verdict.kind is not VerdictKind.CHECK_CRASH:
                break
        return replace(verdict, check_s=strict.check_s, cpu_s=strict.cpu_s)

    def _slot(self, budget: Budget) -> AbstractContextManager[None]:
        return slot(self.settings.cache_dir / "slots", self.settings.slots, budget)
