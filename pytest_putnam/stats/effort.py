"""What a solve takes: attempts and money, spent on all items, per item that is proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ItemEffort:
    """What an item took."""

    attempts: int
    """That were made."""
    proved: int
    """Of them."""
    cost_usd: float | None = None
    """Of all its attempts; None where it is not known."""


@dataclass(frozen=True, slots=True)
class PerSolve:
    """Expected effort per proved item, if each item is left at its first proof."""

    solved: int
    attempts: float | None
    """None without a solve: no finite number is supported by the data."""
    cost_usd: float | None
    """None without a solve, or where the cost of an item is not known."""


def attempts_to_first_proof(attempts: int, proved: int) -> float:
    """How many of `attempts`, in random order, are made until the first of `proved` is among them.

    (n + 1) / (c + 1), the mean of the negative hypergeometric distribution (Johnson, Kemp and Kotz
    2005, chapter 6); n where none is proved, since all are made then.
    """
    if not 0 <= proved <= attempts:
        raise ValueError(f"{proved} proved in {attempts} attempts")
    return (attempts + 1) / (proved + 1) if proved else float(attempts)


def per_solve(items: Iterable[ItemEffort], *, exhaustive: bool) -> PerSolve:
    """Effort over all items, failed ones and faults too, divided by the number of proved items.

    In exhaustive runs the attempts after the first proof are taken out in expectation, by
    `attempts_to_first_proof`, and the cost in proportion; after early stopping none were made.
    """
    solved, spent, cost = 0, 0.0, 0.0
    known = True
    for item in items:
        expected = (
            attempts_to_first_proof(item.attempts, item.proved)
            if exhaustive
            else float(item.attempts)
        )
        solved += item.proved > 0
        spent += expected
        if item.cost_usd is None:
            known = known and item.attempts == 0
        elif item.attempts:
            cost += item.cost_usd * expected / item.attempts
    if not solved:
        return PerSolve(0, None, None)
    return PerSolve(solved, spent / solved, cost / solved if known else None)


def eta_s(done: int, total: int, elapsed_s: float) -> float | None:
    """Seconds that the rest will take at the pace so far; None before there is a pace."""
    if done <= 0 or total <= 0 or elapsed_s <= 0.0:
        return None
    return max(0, total - done) * elapsed_s / done
