"""What this machine offers: how many assistants it can hold, and where things are kept on it."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Final

ASSISTANT_MB: Final = 1536
"""What one assistant is reckoned with: Coq with mathcomp-analysis peaks at 650 MiB, Lean with
Mathlib and Isabelle at more than twice that."""


def default_slots() -> int:
    """As many assistants as there are cores, and as memory holds; one at least."""
    cores = len(os.sched_getaffinity(0))
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return max(1, min(cores, pages // ASSISTANT_MB))


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
