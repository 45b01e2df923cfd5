"""Adding up what several requests consumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pytest_putnam.model import Usage

N = TypeVar("N", int, float)


def total(usages: Iterable[Usage]) -> Usage:
    """The sum. What is unknown of one is unknown of all."""
    each = tuple(usages)
    return Usage(
        requests=sum(u.requests for u in each),
        prompt_tokens=_sum(each, lambda u: u.prompt_tokens),
        completion_tokens=_sum(each, lambda u: u.completion_tokens),
        cached_tokens=_sum(each, lambda u: u.cached_tokens),
        reasoning_tokens=_sum(each, lambda u: u.reasoning_tokens),
        cost_usd=_sum(each, lambda u: u.cost_usd),
    )


def _sum(usages: Sequence[Usage], value: Callable[[Usage], N | None]) -> N | None:
    values = [v for usage in usages if (v := value(usage)) is not None]
    return sum(values) if values and len(values) == len(usages) else None
