"""What this machine offers: how many assistants it can hold, and where things are kept on it."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Final

ASSISTANT_MB: Final = 1536
"""What one assistant is reckoned with: Coq with mathcomp-analysis peaks at 650 MiB, Isabelle at more
than twice that."""
LEAN_WITH_MATHLIB_MB: Final = 6656
"""What Lean is reckoned with where its project has Mathlib: what it shows as resident after ``import
Mathlib``, mapped files counted."""


def default_slots(assistant_mb: int = ASSISTANT_MB) -> int:
    """As many assistants as there are cores, and as memory holds at `assistant_mb` each; one at least."""
    memory_mb = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return slots_for(len(os.sched_getaffinity(0)), memory_mb, assistant_mb)


def slots_for(cores: int, memory_mb: int, assistant_mb: int) -> int:
    """The same of a machine with so many cores and so much memory."""
    return max(1, min(cores, memory_mb // assistant_mb))


def default_cache_dir() -> Path:
    """``pytest-putnam`` in the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "pytest-putnam"


def machine_facts() -> dict[str, str | int]:
    """This machine, for a run's record; memory in MiB."""
    return {
        "host": platform.node(),
        "system": platform.platform(),
        "cpu": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_mb": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20,
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
