"""Warm sessions: servers with a heap loaded, which are lent to who has theories to try.

A session may reject a candidate; it never accepts one (it takes ``sorry``). One in which a proof loops
is ended from outside and replaced; so is one that crashed, that grew too large, or that is old. Each
holds a heap in memory, so few are kept.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from pytest_putnam.errors import InfraError
from pytest_putnam.languages import pool
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.protocol import OutOfStep
from pytest_putnam.languages.isabelle.server import LoadedTheory, Server
from pytest_putnam.process import Dialogue
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import remove

MOST_REQUESTS: Final = 200
"""A session is replaced after so many, or when it fills most of its memory limit."""
MEMORY_SHARE: Final = 0.75
MOST_FAILED_STARTS: Final = 3
"""Servers that do not start, one after the other: then there are no warm sessions."""
LEAST_WARM_S: Final = 10.0


class Launcher(Protocol):
    """What starts Isabelle's programs."""

    @property
    def settings(self) -> CheckerSettings:
        """Limits."""

    def server(self, folder: Path, heap: Heap) -> Dialogue:
        """Start ``isabelle server -n NAME -c`` in the sandbox, where it may write `folder`, its home.

        `heap` is what its session will be started with. Raises `InfraError` where that fails.
        """


class Session:
    """One server, with its folder."""

    def __init__(
        self, launcher: Launcher, heap: Heap, options: Sequence[str], budget: Budget
    ) -> None:
        """Start it. Raises as `Server`."""
        self.preloaded = heap
        self.requests = 0
        self._most_mb = MEMORY_SHARE * launcher.settings.memory_mb
        self._folder = Path(tempfile.mkdtemp(prefix="putnam-isabelle-")).resolve()
        try:
            dialogue = launcher.server(self._folder, heap)
            startup_s = launcher.settings.startup_timeout_s
            self._server = Server(
                dialogue, self._folder, heap, options, timeout_s=startup_s, budget=budget
            )
        except BaseException:
            remove(self._folder)
            raise

    def load(
        self, texts: Mapping[str, str], limit_s: float, budget: Budget
    ) -> dict[str, LoadedTheory]:
        """As `Server.load`."""
        self.requests += 1
        return self._server.load(texts, limit_s, budget)

    @property
    def is_worn(self) -> bool:
        """Whether it should be replaced."""
        if self.requests >= MOST_REQUESTS:
            return True
        return self.requests % 4 == 0 and self._server.peak_mb > self._most_mb

    def close(self) -> None:
        """End it in good order."""
        self._server.close()
        remove(self._folder)

    def kill(self) -> None:
        """End it at once."""
        self._server.kill()
        remove(self._folder)


class Pool(pool.Pool[Heap, Session]):
    """Warm sessions by heap, lent one at a time; the least recently used ones go. Thread-safe."""

    def __init__(
        self, launcher: Launcher, options: Sequence[str] = (), idle: int | None = None
    ) -> None:
        """Start nothing. `options` are those of all sessions, ``NAME=VALUE``.

        `idle` are kept beside those in use, each with a heap in memory: by default this process's
        share of the machine's slots.
        """
        share = pool.share_of(launcher.settings.slots) if idle is None else idle
        super().__init__(share, MOST_FAILED_STARTS)
        self._launcher = launcher
        self._options = options

    def start(self, preloaded: Heap, budget: Budget) -> Session:
        """A new one. Raises as `Session`."""
        return Session(self._launcher, preloaded, self._options, budget)

    def discard(self, session: Session) -> None:
        """End it at once: what hangs says no farewell."""
        session.kill()

    def load(
        self, heap: Heap, texts: Mapping[str, str], limit_s: float, budget: Budget
    ) -> dict[str, LoadedTheory]:
        """What becomes of theories in a session with `heap`, by name; nothing of them is left.

        `limit_s` is theirs alone, starting a session has its own limit. Raises `OutOfStep`
        (``wall`` as its `ended` where the limit was passed), `InfraError`, `BudgetExhausted`.
        """
        with self.session(heap, budget) as session:
            return session.load(texts, limit_s, budget)

    def try_load(
        self, heap: Heap, texts: Mapping[str, str], budget: Budget
    ) -> dict[str, LoadedTheory] | None:
        """The same for early rejection: None where a session cannot tell. Raises `BudgetExhausted`."""
        limit_s = pool.warm_limit_s(self._launcher.settings.check_timeout_s, LEAST_WARM_S)
        if self.is_hopeless:
            return None
        with contextlib.suppress(OutOfStep, InfraError):
            return self.load(heap, texts, limit_s, budget)
        return None
