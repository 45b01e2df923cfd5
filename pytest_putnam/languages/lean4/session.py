"""Warm sessions: language servers with a header's imports loaded, which try candidates.

A session may reject a candidate, with the words that a fresh process would have; it never accepts one,
and in any doubt it says nothing. A server that crashes, hangs or grows too large is ended, and the
strict procedure decides alone.
"""

from __future__ import annotations

import contextlib
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.assembled import Assembled, offset_of
from pytest_putnam.languages.lean4.output import LeanMessage
from pytest_putnam.languages.lean4.server import Server
from pytest_putnam.languages.lean4.verdicts import lean_said, rests_on_sorry
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep, Pool, share_of, warm_limit_s
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import scratch

IDLE_SESSIONS: Final = 2
"""How many are kept per checker at most, beside those in use: each holds a library."""
MOST_CANDIDATES: Final = 200
"""A session is replaced after so many, or when it fills half its memory limit."""
MOST_FAILED_STARTS: Final = 5
"""Servers that do not start, one after the other: then there are no warm sessions."""


class Session:
    """A language server for one header. One thread at a time may use it."""

    def __init__(self, workshop: Workshop, preloaded: str, budget: Budget) -> None:
        """Start it and load the imports. Raises as `Server`."""
        self.preloaded = preloaded
        self.candidates = 0
        self._memory_mb = workshop.settings.memory_mb
        self._open = contextlib.ExitStack()
        try:
            folder = self._open.enter_context(scratch("putnam-lean-server-"))
            self._server = Server(workshop, folder, budget)
            self._open.callback(self._server.close)
            # what is wrong with the imports is for the strict procedure to say
            self._server.messages(preloaded + "\n", workshop.settings.startup_timeout_s, budget)
            self._meter = self._server.meter()
        except BaseException:
            self.close()
            raise

    def reject(self, assembled: Assembled, limit_s: float, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where the session cannot tell.

        Raises `OutOfStep` where the session is not to be used again, `BudgetExhausted`.
        """
        self.candidates += 1
        said = self._server.messages(assembled.text, limit_s, budget)
        cpu_s = self._meter.used_s()
        rejected = lean_said(assembled, said)
        if rejected is None and any(_is_sorry_of_theorem(assembled, each) for each in said):
            rejected = rests_on_sorry()
        if rejected is not None:
            rejected.cpu_s = cpu_s
        return rejected

    @property
    def is_worn(self) -> bool:
        """Whether it should be replaced."""
        if self.candidates >= MOST_CANDIDATES:
            return True
        return self.candidates % 8 == 0 and self._server.peak_mb > self._memory_mb / 2

    def close(self) -> None:
        """End it."""
        self._open.close()


class Sessions(Pool[str, Session]):
    """The warm sessions of a checker, by header; the least recently used ones go."""

    def __init__(self, workshop: Workshop) -> None:
        idle = min(IDLE_SESSIONS, share_of(workshop.settings.slots))
        super().__init__(idle, MOST_FAILED_STARTS)
        self._workshop = workshop

    def reject(self, assembled: Assembled, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where a session cannot tell.

        Raises `BudgetExhausted`.
        """
        limit_s = warm_limit_s(self._workshop.settings.check_timeout_s)
        if self.is_hopeless:
            return None
        with (
            contextlib.suppress(OutOfStep, InfraError),
            self.session(assembled.preloaded, budget) as session,
        ):
            return session.reject(assembled, limit_s, budget)
        return None

    def start(self, preloaded: str, budget: Budget) -> Session:
        """A new one. Raises as `Server`."""
        return Session(self._workshop, preloaded, budget)


def _is_sorry_of_theorem(assembled: Assembled, message: LeanMessage) -> bool:
    """Whether Lean says of the theorem itself that it uses sorry."""
    if not message.text.startswith("declaration uses"):
        return False
    found = assembled.piece_at(offset_of(assembled.text, message.line, message.column))
    return found is not None and found[0].is_statement
