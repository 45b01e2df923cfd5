"""The exceptions of pytest-putnam.

    PutnamError
    ├── BadInput            what the user gave cannot be used: an option, a file, a prover's name
    │   ├── SplitError      a benchmark file that cannot be split into statement and slots
    │   └── AssistantMissing  a language was asked for whose assistant is not installed
    ├── ProverError         the prover broke; its mathematics is not judged
    ├── ApiError            the model's service failed for good
    │   └── ApiRefused      it will answer no request at all: the run ends
    ├── InfraError          something around the prover is broken: a library, the checker's machine
    └── BudgetExhausted     the attempt's time ran out
        └── SpendingLimit   the run's money or tokens did: it ends, and can be resumed

The message of each says what was wrong, with which value, and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_putnam.model import Usage


class PutnamError(Exception):
    """Base of everything that this package raises on purpose."""

    usage: Usage | None = None
    """What the attempt had consumed of a model's service when this happened."""
    transcript: str = ""
    """What the attempt had done by then, where its prover tells."""


class BadInput(PutnamError):
    """An option, a file or a name given by the user that cannot be used."""


class SplitError(BadInput):
    """A benchmark file that cannot be split; `line` counts from 1 where it is known."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class AssistantMissing(BadInput):
    """A proof assistant or one of its parts that was asked for and is not installed."""


class ProverError(PutnamError):
    """The prover broke (verdict ``prover_error``)."""


class ApiError(PutnamError):
    """The model's service failed after all retries (verdict ``api_error``)."""


class ApiRefused(ApiError):
    """The service will answer no request of this run: a wrong key, an unknown model, no credit."""


class InfraError(PutnamError):
    """The surroundings broke: a missing library, a full disk (verdict ``infra_error``)."""


class BudgetExhausted(PutnamError):
    """The attempt's or the item's time ran out (verdict ``budget_exhausted``)."""


class SpendingLimit(BudgetExhausted):
    """The run's limit on cost or tokens is reached; attempts that met it are made on resuming."""
