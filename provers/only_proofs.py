"""What provers answer that prove, but cannot find a solution."""

from __future__ import annotations

from pytest_putnam.prover import Answer, Task


def no_solution(task: Task, who: str) -> Answer | None:
    """That `who` has none; None where the task does not ask for one."""
    asked = task.asked_solution
    if asked is None:
        return None
    return Answer.none(
        f"{who} proves, but cannot find {asked.name}; the with-solution track gives it"
    )
