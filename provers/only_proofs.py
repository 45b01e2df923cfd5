"""The answer of provers that can prove but cannot find a solution."""

from __future__ import annotations

from pytest_putnam.prover import Answer, Task


def no_solution(task: Task, prover: str) -> Answer | None:
    """The answer that `prover` finds no solution; None where the task asks for none."""
    asked = task.asked_solution
    if asked is None:
        return None
    return Answer.none(
        f"{prover} proves, but cannot find {asked.name}; the with-solution track gives it"
    )
