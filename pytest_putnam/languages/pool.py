"""Warm sessions: assistants with a candidate's imports loaded, kept for the next candidate.

A session may reject a candidate, with the words that a fresh process would have; it never accepts one,
and in any doubt it says nothing. One that cannot be believed any more raises `OutOfStep` and is ended;
so is one that is worn, or that was asked when something unforeseen happened.
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import Final, Generic, Protocol, TypeVar

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.process import Dialogue, DialogueEnded, Ended
from pytest_putnam.prover import Budget

LEAST_WARM_S: Final = 5.0
WARM_SHARE: Final = 0.25
"""Of the check's time; a candidate that takes longer is for the strict procedure."""
WORKERS: Final = "PYTEST_XDIST_WORKER_COUNT"
"""The environment variable that says how many processes share the machine's slots."""
TIME_RAN_OUT: Final = "the item's time ran out during the check"


class OutOfStep(Exception):
    """A session that cannot be believed or used any more."""


K = TypeVar("K", bound=Hashable)
K_co = TypeVar("K_co", bound=Hashable, covariant=True)


class WarmSession(Protocol[K_co]):
    """One assistant. One thread at a time uses it."""

    @property
    def preloaded(self) -> K_co:
        """What it has loaded: it serves the candidates that want this, a text or a heap."""

    @property
    def is_worn(self) -> bool:
        """Whether it should be replaced: it had many candidates, or has grown large."""

    def close(self) -> None:
        """End it."""


S = TypeVar("S", bound=WarmSession[Hashable])


def warm_limit_s(check_timeout_s: float, least_s: float = LEAST_WARM_S) -> float:
    """How long a session may look at a candidate, of the seconds that a check may take."""
    return min(check_timeout_s, max(least_s, check_timeout_s * WARM_SHARE))


def answer_until(
    dialogue: Dialogue, marker: re.Pattern[str], deadline: float, budget: Budget
) -> str:
    """What a session's assistant says up to `marker`, until `deadline` (of ``time.monotonic``).

    Raises `OutOfStep` where that does not come, `BudgetExhausted` where `budget` ran out meanwhile.
    """
    timeout_s = max(0.0, deadline - time.monotonic())
    try:
        return dialogue.read_until(marker, timeout_s=timeout_s, budget=budget)
    except DialogueEnded as gone:
        if gone.ended is Ended.CANCELLED and budget.remaining_s() <= 0.0:
            raise BudgetExhausted(TIME_RAN_OUT) from gone
        raise OutOfStep(str(gone)) from gone


class Meter:
    """What a session's assistant uses, from candidate to candidate. The kernel counts in 0.01 s."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self._before_s = dialogue.cpu_s()

    def used_s(self) -> float:
        """CPU seconds since this was last asked."""
        now_s = self._dialogue.cpu_s()
        used_s, self._before_s = max(0.0, now_s - self._before_s), now_s
        return used_s


class Pool(ABC, Generic[K, S]):
    """The warm sessions of a checker, by what they have loaded; the least recently used ones go.

    Thread-safe: a session is lent to one user at a time.
    """

    def __init__(self, most_idle: int, most_failed_starts: int | None = None) -> None:
        """Start nothing. `most_idle` sessions are kept beside those in use.

        After `most_failed_starts`, one after the other, the pool `is_hopeless`.
        """
        self._most_idle = most_idle
        self._most_failed_starts = most_failed_starts
        self._failed_starts = 0
        self._idle: list[S] = []
        self._lock = threading.Lock()
        self._is_closed = False

    @abstractmethod
    def start(self, preloaded: K, budget: Budget) -> S:
        """A new session with `preloaded` loaded. Raises `OutOfStep`, `InfraError`, `BudgetExhausted`."""

    def discard(self, session: S) -> None:
        """End a session in which something unforeseen happened; a language may have a harder way."""
        session.close()

    @property
    def is_hopeless(self) -> bool:
        """Whether so many starts failed that no more should be tried."""
        return (
            self._most_failed_starts is not None and self._failed_starts >= self._most_failed_starts
        )

    @contextlib.contextmanager
    def session(self, preloaded: K, budget: Budget) -> Iterator[S]:
        """A session with `preloaded` loaded, lent; it is ended where the block raises anything.

        Raises as `start`.
        """
        with self._lock:
            found = next((s for s in reversed(self._idle) if s.preloaded == preloaded), None)
            if found is not None:
                self._idle.remove(found)
        session = found or self._started(preloaded, budget)
        try:
            yield session
        except BaseException:
            self.discard(session)
            raise
        self._give_back(session)

    def close(self) -> None:
        """End them all; those in use end when they are given back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.close()

    def _started(self, preloaded: K, budget: Budget) -> S:
        with self._lock:
            self._failed_starts += 1
        session = self.start(preloaded, budget)
        self._failed_starts = 0
        return session

    def _give_back(self, session: S) -> None:
        dropped = [session] if session.is_worn else []
        with self._lock:
            if not dropped and not self._is_closed:
                self._idle.append(session)
            elif not dropped:
                dropped = [session]
            while len(self._idle) > self._most_idle:
                dropped.append(self._idle.pop(0))
        for each in dropped:
            each.close()


def share_of(slots: int) -> int:
    """How many of the machine's slots are one process's, one at least."""
    workers = os.environ.get(WORKERS, "1")
    return max(1, slots // int(workers)) if workers.isdecimal() and int(workers) else slots
