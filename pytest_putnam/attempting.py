"""One attempt: what the prover answered, and the verdict on that or on what prevented it.

Nothing that a prover or a checker raises gets out of here: faults become verdicts.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import (
    ApiError,
    ApiRefused,
    BudgetExhausted,
    InfraError,
    ProverError,
    PutnamError,
    SpendingLimit,
)
from pytest_putnam.languages.base import Checker
from pytest_putnam.model import (
    ENDS_RUN,
    Candidate,
    Formalization,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.prover import Answer, Budget, Prover, Task

_FAULTS: Final[tuple[tuple[type[Exception], VerdictKind], ...]] = (
    (ApiError, VerdictKind.API_ERROR),
    (InfraError, VerdictKind.INFRA_ERROR),
    (BudgetExhausted, VerdictKind.BUDGET_EXHAUSTED),
    (ProverError, VerdictKind.PROVER_ERROR),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking the prover."""

    answer: Answer | Verdict
    """The verdict where it gave no answer."""
    usage: Usage | None = None
    transcript: str = ""


def ask(prover: Prover, task: Task, budget: Budget, *, item_budget: Budget) -> Asked:
    """Let `prover` make its part of the attempt; `item_budget` tells whose time ran out."""
    try:
        answer = prover.attempt(task, budget)
    except PutnamError as error:
        return Asked(_failed(error, item_budget), error.usage, error.transcript)
    except Exception:  # noqa: BLE001 - a stranger's code: all its errors are prover_error
        return Asked(_raised(VerdictKind.PROVER_ERROR))
    if not isinstance(answer, Answer):
        told = f"prover {prover.name!r} returned {type(answer).__name__}, not an Answer"
        return Asked(Verdict(VerdictKind.PROVER_ERROR, told))
    return Asked(answer, answer.usage, answer.transcript)


def judge(
    checker: Checker, formalization: Formalization, track: Track, answer: Answer, budget: Budget
) -> tuple[Candidate | None, Verdict]:
    """Check the candidates in order until one is proved; else the first fault, else the first."""
    judged: list[tuple[Candidate, Verdict]] = []
    for candidate in answer.candidates:
        try:
            verdict = checker.check(formalization, track, candidate, budget)
        except Exception:  # noqa: BLE001 - a broken checker must not lose the candidate
            verdict = broken()
        judged.append((candidate, verdict))
        if verdict.kind is VerdictKind.PROVED:
            return judged[-1]
    if not judged:
        return None, Verdict(answer.ended, answer.reason)
    return next((pair for pair in judged if pair[1].kind.is_fault), judged[0])


def exhausted(reason: str, *, item_budget: Budget) -> Verdict:
    """The verdict where time ran out: the item's, or the attempt's own."""
    clock = "item" if item_budget.remaining_s() <= 0.0 else "attempt"
    return Verdict(VerdictKind.BUDGET_EXHAUSTED, reason, clock=clock)


def broken() -> Verdict:
    """The verdict where this package itself broke; to be called while the exception is handled."""
    return _raised(VerdictKind.INFRA_ERROR)


def _failed(error: PutnamError, item_budget: Budget) -> Verdict:
    kind = next((k for t, k in _FAULTS if isinstance(error, t)), None)
    if kind is None:
        return _raised(VerdictKind.PROVER_ERROR)
    if isinstance(error, (ApiRefused, SpendingLimit)):
        return Verdict(kind, str(error), evidence={ENDS_RUN: str(error)})
    if kind is VerdictKind.BUDGET_EXHAUSTED:
        return exhausted(str(error), item_budget=item_budget)
    return Verdict(kind, str(error))


def _raised(kind: VerdictKind) -> Verdict:
    """A verdict with the exception's last line, and its traceback."""
    reason = traceback.format_exc().strip().splitlines()[-1]
    return Verdict(kind, reason, evidence={"traceback": traceback.format_exc(limit=-20)})
