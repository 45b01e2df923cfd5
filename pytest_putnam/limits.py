"""What a program may use, and which clock or event ended it."""

from __future__ import annotations

import enum
import re
import signal
from dataclasses import dataclass
from typing import Final

OUT_OF_MEMORY: Final = re.compile(
    r"out of memory|memory allocation of \d+ bytes failed|cannot allocate memory|bad_alloc"
    r"|OutOfMemoryError|MemoryError|memory exhausted|Run out of store",
    re.IGNORECASE,
)
"""What the runtimes of OCaml, C++, Rust, Go, Lean, Java, Python and Poly/ML say of it."""
NEAR: Final = 0.75
"""A program that crashes above this share of its memory limit is said to have met the limit."""
_CRASHES: Final = frozenset({signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGKILL})


class Ended(enum.StrEnum):
    """Which clock or event ended a program."""

    EXIT = "exit"
    SIGNAL = "signal"
    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    """Too much memory, or too many processes."""
    OUTPUT = "output"
    """Too much output, or too much written to disk."""
    CANCELLED = "cancelled"


_REASONS: Final = {
    "wall": Ended.WALL,
    "cpu": Ended.CPU,
    "memory": Ended.MEMORY,
    "tasks": Ended.MEMORY,
    "disk": Ended.OUTPUT,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use. None: no limit of its own."""

    wall_s: float | None = None
    """From its start; starting the sandbox (some 10 ms) counts."""
    cpu_s: float | None = None
    """Of all its processes together."""
    memory_mb: int | None = None
    """Address space of each process."""
    resident_mb: int | None = None
    """Resident memory of all its processes together, mapped files excluded; None: as `memory_mb`."""
    processes: int | None = None
    """Processes and threads alive at once."""
    file_mb: int | None = None
    """Size of any one file that it writes."""
    disk_mb: int | None = None
    """What the sandbox's writable folders may hold together; more ends it as ``output``."""
    keep_bytes: int = 1 << 20
    """How much of each output stream is kept: a head and a tail; what is dropped is said."""
    output_mb: int | None = 64
    """More output than this, on one stream, ends it."""


@dataclass(frozen=True, slots=True)
class End:
    """How a program ended."""

    ended: Ended
    status: int
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mb: float = 0.0


def judge(
    limits: Limits,
    *,
    reason: str,
    asked: Ended | None,
    status: int,
    cpu_s: float,
    address_mb: float,
    peak_mb: float,
    last_words: str,
) -> Ended:
    """Which clock or event it was, by what the guard reports.

    `reason` is the guard's word for why it ended the program, empty where it did not; `asked` is
    what we told it to end it for. Memory is the reason where the guard saw too much of it; and,
    under a memory limit, where a program that failed says so in its `last_words`, or crashed
    (SIGABRT, SIGSEGV, SIGBUS, SIGKILL) with at least `NEAR` of the limit in use when last seen.
    """
    if reason:
        return _REASONS.get(reason) or asked or Ended.CANCELLED
    if status == 0:
        return Ended.EXIT
    spent = limits.cpu_s is not None and cpu_s >= limits.cpu_s
    if status == -signal.SIGXCPU or (status == -signal.SIGKILL and spent):
        return Ended.CPU
    crashed_near = -status in _CRASHES and (
        _near(address_mb, limits.memory_mb)
        or _near(peak_mb, limits.memory_mb)
        or _near(peak_mb, limits.resident_mb)
    )
    limited = limits.memory_mb is not None or limits.resident_mb is not None
    if limited and (crashed_near or OUT_OF_MEMORY.search(last_words)):
        return Ended.MEMORY
    return Ended.SIGNAL if status < 0 else Ended.EXIT


def _near(used_mb: float, limit_mb: int | None) -> bool:
    return limit_mb is not None and used_mb >= NEAR * limit_mb
