"""The frame of a checker: gate, warm session, strict procedure, in this order.

The gate and the session only reject. Every acceptance is the strict procedure's: the frame makes no
verdict ``proved`` of its own.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final, Generic, Protocol, TypeVar

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.assembled import Assembled, Unusable, own_statement
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.rejections import Rejected, unusable
from pytest_putnam.languages.workshops import Spent
from pytest_putnam.model import Candidate, Formalization, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget
from pytest_putnam.slots import slot

TRIES: Final = 2
"""A check in which the assistant broke is made again, in a fresh process."""

UNFIT: Final = frozenset({VerdictKind.COMPILE_ERROR, VerdictKind.INCOMPLETE})
"""What comes of a proof whose statement was put in other words than it was made for: ``apply nat_ind``
fails, or leaves other goals."""

A = TypeVar("A", bound=Assembled)
A_contra = TypeVar("A_contra", bound=Assembled, contravariant=True)
R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)


class WarmSessions(Protocol[A_contra]):
    """The sessions of a checker (`pool.Pool`), as far as the frame knows them."""

    def reject(self, assembled: A_contra, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where a session cannot tell. Raises `BudgetExhausted`."""

    def close(self) -> None:
        """End them all."""


class Strict(Protocol[A_contra, R_contra]):
    """The strict procedure for one candidate."""

    @property
    def budget(self) -> Budget:
        """The item's time."""

    @property
    def is_alone(self) -> bool:
        """Whether no warm session may see the candidate: what it runs could harm the next ones."""

    @property
    def spent(self) -> Spent:
        """What its programs have used so far, of all candidates that were judged by it."""

    def judge(self, assembled: A_contra, reference: R_contra) -> Verdict:
        """The verdict. Raises `Rejected`, `InfraError`, `BudgetExhausted`."""


class GatedChecker(ABC, Generic[A, R]):
    """A `base.Checker`, for candidates made into `A` and compared with references `R`. Thread-safe."""

    def __init__(
        self, settings: CheckerSettings, sessions: WarmSessions[A], *, gated: bool = True
    ) -> None:
        """Start nothing. `gated=False` leaves the gate out: no acceptance may depend on it."""
        self.settings = settings
        self._sessions = sessions
        self._gated = gated

    # -- what a language gives

    @abstractmethod
    def assemble(self, formalization: Formalization, track: Track, candidate: Candidate) -> A:
        """The candidate's file. Raises `Unusable`."""

    @abstractmethod
    def refuse(self, assembled: A, formalization: Formalization, track: Track) -> Verdict | None:
        """What the gate says by the text alone; None where nothing. Raises `Unusable`."""

    @abstractmethod
    def reference(self, formalization: Formalization, track: Track, budget: Budget) -> R:
        """What the candidate is compared with. Raises `InfraError`, `BudgetExhausted`."""

    @abstractmethod
    def strict(
        self, assembled: A, formalization: Formalization, track: Track, budget: Budget
    ) -> Strict[A, R]:
        """The strict procedure for a candidate that the gate let through; starts nothing yet."""

    # -- the frame

    def prepare(
        self, formalization: Formalization, track: Track, budget: Budget | None = None
    ) -> None:
        """Compile the reference (cached). Raises `InfraError`, `BudgetExhausted`."""
        budget = budget or Budget(None)
        with self._slot(budget):
            self.reference(formalization, track, budget)

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
            assembled = self.assemble(formalization, track, candidate)
            refused = self.refuse(assembled, formalization, track)
        except Unusable as error:
            return unusable(error)
        if refused is not None:
            return refused
        with self._slot(budget):
            reference = self.reference(formalization, track, budget)
            strict = self.strict(assembled, formalization, track, budget)
            verdict = self._judge(assembled, reference, strict)
            theirs = own_statement(assembled)
            if theirs is not None and verdict.kind in UNFIT:
                refused = self.refuse(theirs, formalization, track)
                if refused is not None:  # its own words are read for the first time
                    return refused
                # stated in other words: only the types tell whether it is the same statement
                other = self._judge(theirs, reference, strict)
                if other.kind in {VerdictKind.PROVED, VerdictKind.STATEMENT_CHANGED}:
                    return other
            return verdict

    def _judge(self, assembled: A, reference: R, strict: Strict[A, R]) -> Verdict:
        if self.settings.warm and not strict.is_alone:
            rejected = self._sessions.reject(assembled, strict.budget)
            if rejected is not None:
                return rejected.verdict("warm")
        verdict = Verdict(VerdictKind.CHECK_CRASH)
        for _ in range(TRIES):
            try:
                verdict = strict.judge(assembled, reference)
            except Rejected as rejection:
                verdict = rejection.verdict("strict")
            if verdict.kind is not VerdictKind.CHECK_CRASH:
                break
        return replace(verdict, check_s=strict.spent.check_s, cpu_s=strict.spent.cpu_s)

    def _slot(self, budget: Budget) -> AbstractContextManager[None]:
        return slot(self.settings.cache_dir / "slots", self.settings.slots, budget)
