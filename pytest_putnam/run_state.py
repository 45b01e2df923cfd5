"""Whether somebody works on a run: found out by reading alone, without taking its lock."""

from __future__ import annotations

import enum
import os
import platform
import re
from pathlib import Path

from pytest_putnam.kept_rows import RunRow
from pytest_putnam.run_lock import LOCK


class RunState(enum.StrEnum):
    """What goes on with a run."""

    RUNNING = "running"
    ENDED = "ended"
    KILLED = "killed"
    """It has not ended, and no process works on it."""
    ELSEWHERE = "elsewhere"
    """It has not ended; if a process works on it, then on another machine."""


def run_state(run_dir: Path, row: RunRow) -> RunState:
    """The state of the run in `run_dir`."""
    if row.ended_at is not None:
        return RunState.ENDED
    lock = run_dir / LOCK
    try:
        holder, inode = lock.read_text(errors="replace"), lock.stat().st_ino
    except OSError:
        return RunState.KILLED
    match = re.match(r"process (\d+) on (.*)", holder)
    if match is not None and match[2].strip() != platform.node():
        return RunState.ELSEWHERE
    held = _is_locked(inode)
    if held is None and match is not None:
        held = Path(f"/proc/{match[1]}").exists() or _is_alive(int(match[1]))
    return RunState.RUNNING if held else RunState.KILLED


def _is_locked(inode: int) -> bool | None:
    """Whether a process of this machine holds a lock on the file; None where Linux does not say."""
    try:
        lines = Path("/proc/locks").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    # "1: FLOCK  ADVISORY  WRITE 4321 08:01:131090 0 EOF"
    held = (word for line in lines if " FLOCK " in line for word in line.split())
    return any(re.fullmatch(rf"[0-9a-f]+:[0-9a-f]+:{inode}", word) for word in held)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
