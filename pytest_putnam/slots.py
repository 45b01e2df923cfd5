"""Machine-wide slots: how many assistants run at once, over all workers and runs of a user.

A slot is a locked file in a directory that all of them share. The kernel drops the lock when its
holder dies, in whatever way, so a slot is never lost. Who waits has a locked ticket there, and is
served in the order of the tickets: without that, one who gives a slot back and wants it again at
once, as a run of many short checks does, is always faster than those who look now and then.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
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
    """Hold `weight` of the `count` slots that `directory` stands for, waiting for them in a queue.

    Runs with different counts share the first ones: one that may use 2 takes the files 0 and 1 only.
    Each count has a queue of its own, so that one who may use few does not hold up who may use more.
    A weight above `count` takes all. What is taken is taken at once or not at all, so no two waiters
    block each other. Raises `BudgetExhausted` where `budget` runs out meanwhile, `ValueError` for a
    count or a weight below 1, `InfraError` for a directory that cannot be used.
    """
    if count < 1 or weight < 1:
        raise ValueError(f"slots are counted from 1, not count={count}, weight={weight}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        held = _wait(directory, count, min(weight, count), budget)
    except OSError as error:
        raise InfraError(f"no slots can be kept in {directory}: {error}") from error
    try:
        yield
    finally:
        _release(held)


def _wait(directory: Path, count: int, weight: int, budget: Budget | None) -> list[int]:
    """Queue up and lock `weight` files. Raises `BudgetExhausted`, `OSError`."""
    ticket, lock = _ticket(directory, count)
    try:
        pause_s = 0.001
        while True:
            if _is_first(ticket, count):
                held = _take(directory, count, weight)
                if held is not None:
                    return held
            if budget is not None:
                budget.check()
            time.sleep(pause_s)
            pause_s = min(pause_s * 1.5, LONGEST_PAUSE_S)
    finally:
        ticket.unlink(missing_ok=True)
        os.close(lock)


def _ticket(directory: Path, count: int) -> tuple[Path, int]:
    """A new place at the end of the queue, and its lock."""
    while True:
        # The clock is the machine's, not the process's, so names sort in the order of arrival.
        name = f"wait-{count}-{time.monotonic_ns():020}-{os.getpid()}-{threading.get_ident()}"
        lock = os.open(directory / name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.fstat(lock).st_nlink:
            return directory / name, lock
        os.close(lock)  # another took it for a dead one's in the moment before it was locked


def _is_first(ticket: Path, count: int) -> bool:
    """Whether nobody alive came earlier; tickets of the dead are removed."""
    for other in sorted(ticket.parent.glob(f"wait-{count}-*")):
        if other.name >= ticket.name:
            break
        try:
            lock = os.open(other, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            other.unlink(missing_ok=True)
        except BlockingIOError:
            return False
        finally:
            os.close(lock)
    return True


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
