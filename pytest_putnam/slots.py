"""Machine-wide slots: how many assistants run at once, over all workers and runs of a user.

A slot is a locked file in a directory that all of them share. The kernel drops the lock when its
holder dies, in whatever way, so a slot is never lost.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.prover import Budget

LONGEST_PAUSE_S: Final = 0.02


@contextlib.contextmanager
def slot(
    directory: Path, count: int, budget: Budget | None = None, weight: int = 1
) -> Iterator[None]:
    """Hold `weight` of the `count` slots that `directory` stands for, waiting for them.

    Runs with different counts share the first ones: one that may use 2 takes the files 0 and 1 only.
    A weight above `count` takes all. What is taken is taken at once or not at all, so no two waiters
    block each other. Raises `BudgetExhausted` where `budget` runs out meanwhile, `ValueError` for a
    count or a weight below 1, `InfraError` for a directory that cannot be used.
    """
    if count < 1 or weight < 1:
        raise ValueError(f"slots are counted from 1, not count={count}, weight={weight}")
    pause_s = 0.001
    while True:
        try:
            directory.mkdir(parents=True, exist_ok=True)
            held = _take(directory, count, min(weight, count))
        except OSError as error:
            raise InfraError(f"no slots can be kept in {directory}: {error}") from error
        if held is not None:
            break
        if budget is not None:
            budget.check()
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.5, LONGEST_PAUSE_S)
    try:
        yield
    finally:
        _release(held)


def _take(directory: Path, count: int, weight: int) -> list[int] | None:
    """Lock `weight` files, or none and return None."""
    held: list[int] = []
    for index in range(count):
        if len(held) == weight:
            break
        fd = os.open(directory / f"slot-{index}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
        else:
            held.append(fd)
    if len(held) == weight:
        return held
    _release(held)
    return None


def _release(held: list[int]) -> None:
    for fd in held:
        os.close(fd)
