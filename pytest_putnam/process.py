"""Start, limit, drain and kill programs; nothing else in the package does.

    done = run(["coqc", "Cand.v"], cwd=scratch, limits=Limits(wall_s=60), sandbox=Sandbox(...))
    with Dialogue(["coqtop", "-emacs"], cwd=scratch, limits=..., sandbox=...) as coqtop: ...

Each program has a guard (`_guard.py`), a small process between us and it that holds the limits and
ends everything that the program started, also what detached itself, as soon as the program ends, a
limit is passed, we ask, or we are gone.
"""

from __future__ import annotations

import functools
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_putnam._child import Child
from pytest_putnam.dialogue import Dialogue, DialogueEnded
from pytest_putnam.errors import InfraError
from pytest_putnam.limits import Ended, Limits
from pytest_putnam.prover import Budget
from pytest_putnam.sandbox import TMP, Sandbox

__all__ = [
    "Completed",
    "Dialogue",
    "DialogueEnded",
    "Ended",
    "Limits",
    "Sandbox",
    "run",
    "sandbox_problem",
]

POLL_S = 0.1
"""How soon a cancelled budget is noticed."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A program that has ended, and with it everything it started."""

    status: int
    """The exit code; minus the signal's number where one ended it."""
    ended: Ended
    stdout: str
    stderr: str
    wall_s: float
    cpu_s: float
    """Of all its processes."""
    peak_mb: float
    """Most resident memory: of all its processes at a sampled instant, or of the largest one."""


class Kept:
    """The head and the tail of a stream, in bounded memory."""

    def __init__(self, keep_bytes: int) -> None:
        self.total = 0
        self._room = max(1, keep_bytes // 2)
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        """Take the next part of the stream."""
        self.total += len(data)
        missing = self._room - len(self._head)
        self._head += data[:missing]
        self._tail += data[missing:] if missing > 0 else data
        if len(self._tail) > 2 * self._room + (1 << 16):
            del self._tail[: -self._room]

    def text(self) -> str:
        """What was kept, with a note where something was dropped."""
        tail = self._tail[-self._room :]
        dropped = self.total - len(self._head) - len(tail)
        if not dropped:
            return (self._head + tail).decode(errors="replace")
        note = f"\n[... {dropped} bytes dropped ...]\n"
        return self._head.decode(errors="replace") + note + tail.decode(errors="replace")


def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    limits: Limits,
    sandbox: Sandbox,
    budget: Budget | None = None,
) -> Completed:
    """Run a program to its end.

    Never raises for what the program does; `ended` says it. Raises `InfraError` where it cannot be
    started. When `budget` runs out the program ends as ``cancelled``. `env` is added to the
    environment that `sandbox` gives. Returns as soon as the program itself has ended: whatever it
    left running is killed, so a daemon that holds its output delays nothing.
    """
    if budget is not None and budget.remaining_s() <= 0.0:
        return Completed(-int(signal.SIGKILL), Ended.CANCELLED, "", "", 0.0, 0.0, 0.0)
    out, err = Kept(limits.keep_bytes), Kept(limits.keep_bytes)
    most = float("inf") if limits.output_mb is None else limits.output_mb << 20
    child = Child(
        argv,
        cwd=cwd,
        env=env,
        limits=limits,
        sandbox=sandbox,
        stdin=stdin.encode(errors="replace") if isinstance(stdin, str) else stdin,
        stdout=out.add,
        stderr=err.add,
    )
    try:
        while child.end is None:
            remaining_s = float("inf") if budget is None else budget.remaining_s()
            if remaining_s <= 0.0:
                child.kill(Ended.CANCELLED)
            elif out.total > most or err.total > most:
                child.kill(Ended.OUTPUT)
            child.pump(1.0 if budget is None else min(POLL_S, remaining_s or POLL_S))
    finally:
        child.close()
    end = child.end
    return Completed(
        end.status, end.ended, out.text(), err.text(), end.wall_s, end.cpu_s, end.peak_mb
    )


@functools.cache
def sandbox_problem() -> str | None:
    """Why bubblewrap cannot run here, with what to do; None if it can."""
    advice = "or say --putnam-sandbox=none where every candidate is trusted"
    if not sys.platform.startswith("linux"):
        return f"bubblewrap needs Linux, this is {sys.platform}: use a Linux machine, {advice}"
    if shutil.which("bwrap") is None:
        return (
            "bubblewrap (bwrap) is not installed: install it, for instance with "
            f"`apt-get install bubblewrap`, {advice}"
        )
    try:
        probe = run(["/bin/sh", "-c", ":"], cwd=TMP, limits=Limits(wall_s=30), sandbox=Sandbox())
    except InfraError as error:
        return (
            f"bubblewrap cannot run here ({error}): allow unprivileged user namespaces (in a "
            "container: a seccomp and AppArmor profile that permits them, and an unmasked /proc; on "
            f"Ubuntu: an AppArmor profile for bwrap), {advice}"
        )
    if (probe.ended, probe.status) != (Ended.EXIT, 0):
        return (
            f"bubblewrap does not work here (it ended by {probe.ended}: {probe.stderr}), {advice}"
        )
    return None
