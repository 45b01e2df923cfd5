"""What the tests of processes share: both kinds of sandbox, and who is still alive."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from pytest_putnam.process import Sandbox, sandbox_problem

Kind = Literal["bwrap", "none"]
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def sandbox_or_skip(kind: Kind, folder: Path, *, network: bool = False) -> Sandbox:
    """A sandbox that may write to `folder`; skips where bubblewrap cannot run."""
    if kind == "bwrap" and (problem := sandbox_problem()):
        pytest.skip(problem)
    return Sandbox(kind=kind, writable=(folder,), network=network)


def system_python() -> str:
    """A Python that the sandbox shows."""
    found = shutil.which("python3", path=SYSTEM_PATH)
    if found is None or not Path(found).resolve().is_relative_to("/usr"):
        pytest.skip(f"no python3 on {SYSTEM_PATH} to run inside the sandbox")
    return found


def living(marker: str) -> list[str]:
    """The command lines of all processes on this machine that carry `marker`, zombies excluded."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                command = (folder / "cmdline").read_bytes()
                if marker.encode() in command + (folder / "environ").read_bytes():
                    found.append(command.replace(b"\0", b" ").decode(errors="replace"))
    return found


def until(condition: Callable[[], bool], *, within_s: float = 10.0) -> bool:
    """Whether `condition` comes true in time."""
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
