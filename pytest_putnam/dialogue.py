"""A conversation with an interactive program over pipes.

Not pexpect's: `popen_spawn` starts the process itself, without a sandbox, a guard or a session of
its own, reads in a thread without a bound, and a pty hangs on lines of 4096 characters.
"""

from __future__ import annotations

import codecs
import re
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pytest_putnam._child import Child
from pytest_putnam.errors import PutnamError
from pytest_putnam.limits import Ended, Limits
from pytest_putnam.prover import Budget
from pytest_putnam.sandbox import Sandbox

OVERLAP: Final = 4096
"""A marker may be as long as this."""
POLL_S: Final = 0.1


class DialogueEnded(PutnamError):
    """The program has ended, or was ended: no more can be said."""

    def __init__(self, program: str, ended: Ended, status: int, tail: str) -> None:
        super().__init__(f"{program} ended ({ended}, status {status}); its last words: {tail!r}")
        self.ended = ended
        self.status = status
        self.tail = tail
        """The last 4096 characters that it wrote."""


class Dialogue:
    """An interactive program (coqtop, a language server); its stderr is merged into its stdout.

    One thread at a time may use it, any thread. It is ended by `close`, by leaving ``with``, when
    it is garbage-collected, at the interpreter's exit, and when this process dies in any way.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        limits: Limits,
        sandbox: Sandbox,
    ) -> None:
        """Start it. Raises `InfraError` where that fails. `limits.output_mb` bounds one answer."""
        self._inbox = _Inbox()
        self._most = None if limits.output_mb is None else limits.output_mb << 20
        self._child = Child(
            argv,
            cwd=cwd,
            env=env,
            limits=limits,
            sandbox=sandbox,
            stdin=None,
            stdout=self._inbox.add,
            stderr=None,
        )
        self._closer = weakref.finalize(self, self._child.close)

    def send(self, text: str) -> None:
        """Queue `text` for its standard input. Never blocks: `read_until` goes on writing."""
        self._child.write(text.encode(errors="replace"))
        self._child.pump(0.0)

    def read_until(
        self, marker: re.Pattern[str], *, timeout_s: float, budget: Budget | None = None
    ) -> str:
        """What it writes up to and including the first match of `marker` (4096 characters at most).

        Raises `DialogueEnded` where that does not come: the program ended, or `timeout_s` passed
        (``wall``), or `budget` ran out (``cancelled``), or more than the output limit came
        (``output``). It is not alive after that.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            answer = self._inbox.take(marker)
            if answer is not None:
                return answer
            if self._child.end is not None:
                raise self._ended()
            now = time.monotonic()
            remaining_s = float("inf") if budget is None else budget.remaining_s()
            if remaining_s <= 0.0:
                self._child.kill(Ended.CANCELLED)
            elif now >= deadline:
                self._child.kill(Ended.WALL)
            elif self._most is not None and self._inbox.size > self._most:
                self._child.kill(Ended.OUTPUT)
            self._child.pump(max(0.001, min(POLL_S, deadline - now, remaining_s)))

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        self._child.pump(0.0)
        return self._child.end is None

    def interrupt(self) -> None:
        """Send it SIGINT (Ctrl-C), by which coqtop abandons a command."""
        self._child.interrupt()

    def cpu_s(self) -> float:
        """CPU seconds so far, of all its processes."""
        return self._child.measure()[0]

    @property
    def peak_mb(self) -> float:
        """Most resident memory so far, MiB."""
        return self._child.measure()[1]

    def close(self) -> None:
        """End it, and everything it started; safe to call again."""
        self._closer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ended(self) -> DialogueEnded:
        end = self._child.end
        assert end is not None
        return DialogueEnded(self._child.program, end.ended, end.status, self._inbox.tail())


class _Inbox:
    """What was received and not yet taken. Searching looks at each character once or twice."""

    def __init__(self) -> None:
        self.size = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._before: list[str] = []
        """Holds no beginning of a marker."""
        self._window = ""
        """Was searched, but a marker may begin in it."""
        self._fresh: list[str] = []

    def add(self, data: bytes) -> None:
        """Take what was received."""
        text = self._decoder.decode(data)
        self._fresh.append(text)
        self.size += len(text)

    def take(self, marker: re.Pattern[str]) -> str | None:
        """Remove and return everything up to and including the first match; None without one."""
        if not self._fresh:
            return None
        text = self._window + "".join(self._fresh)
        # the character before is context, so that ^ does not match in the middle of a line
        match = marker.search(text, 1 if self._before else 0)
        if match is None:
            cut = max(0, len(text) - OVERLAP - 1)
            if cut:
                self._before.append(text[:cut])
            self._window = text[cut:]
            self._fresh = []
            return None
        answer = "".join(self._before) + text[: match.end()]
        rest = text[match.end() :]
        self._before, self._window, self._fresh = [], "", [rest] if rest else []
        self.size = len(rest)
        return answer

    def tail(self) -> str:
        """The end of what was not taken."""
        last = self._before[-1] if self._before else ""
        return (last + self._window + "".join(self._fresh))[-OVERLAP:]
