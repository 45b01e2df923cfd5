"""What processes and folders use, read from the kernel; for the guard, so without pathlib.

Memory is KiB here, as /proc gives it.
"""

from __future__ import annotations

import contextlib
import os
import stat as modes
from collections.abc import Callable, Iterator
from typing import Final

MOST_FILES: Final = 10_000
"""More files than this count as too much disk."""
_KNOWS_CHILDREN: Final = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110
_CLOCK_TICK_S: Final = 1.0 / os.sysconf("SC_CLK_TCK")


class Usage:
    """What the processes that are alive use together."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self.tasks = 0
        self.resident_kb = 0
        """Without mapped files. What processes share is counted once for each."""
        self.peak_kb = 0
        """The most resident memory that any one of them ever had."""
        self.address_kb = 0
        """The largest address space that any one of them ever had."""


def descendants(pid: int) -> Iterator[int]:
    """Every process under `pid`, parents first; each is looked into after it was yielded."""
    children = _children if _KNOWS_CHILDREN else _children_by_parent()
    waiting = [pid]
    for parent in waiting:
        for child in children(parent):
            waiting.append(child)
            yield child


def _children(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - no pathlib here
            with contextlib.suppress(OSError):
                yield from map(int, _read(f"/proc/{pid}/task/{thread}/children").split())


def _children_by_parent() -> Callable[[int], list[int]]:
    """The same for kernels without CONFIG_PROC_CHILDREN, by asking every process for its parent."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with contextlib.suppress(OSError):
                stat = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
                found.setdefault(int(stat[1]), []).append(int(name))
    return lambda pid: found.get(pid, [])


def tasks_of(uid: int) -> int:
    """How many processes and threads the user `uid` has on this machine."""
    total = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == uid:  # noqa: PTH116
                    total += _field(_read(f"/proc/{name}/status"), b"Threads")
    return total


def usage(most_tasks: int | None) -> Usage:
    """What everything under this process uses now; of `most_tasks` and one at most.

    Counting must not take longer the more there are: a fork bomb would outrun it.
    """
    total = Usage()
    for each in descendants(os.getpid()):
        try:
            stat = _read(f"/proc/{each}/stat").rpartition(b")")[2].split()
            status = _read(f"/proc/{each}/status")
        except OSError:
            continue
        total.tasks += int(stat[17])
        if most_tasks is not None and total.tasks > most_tasks:
            break
        total.cpu_s += sum(map(int, stat[11:15])) * _CLOCK_TICK_S
        total.resident_kb += _resident_kb(status)
        total.peak_kb = max(total.peak_kb, _field(status, b"VmHWM"))
        total.address_kb = max(total.address_kb, _field(status, b"VmPeak"))
    return total


def _resident_kb(status: bytes) -> int:
    """Resident memory by a process's status, mapped files excluded."""
    return _field(status, b"RssAnon") + _field(status, b"RssShmem")


def proportional_kb() -> int:
    """As `Usage.resident_kb`, but what processes share is divided among them."""
    total = 0
    for each in descendants(os.getpid()):
        try:
            rollup = _read(f"/proc/{each}/smaps_rollup")
            total += _field(rollup, b"Pss_Anon") + _field(rollup, b"Pss_Shmem")
        except OSError:  # it made itself unreadable, which is no way to have more
            with contextlib.suppress(OSError):
                total += _resident_kb(_read(f"/proc/{each}/status"))
    return total


def disk_bytes(folders: list[str]) -> float:
    """What the folders hold on disk; infinite where there are more than `MOST_FILES` files."""
    total = seen = 0
    waiting = list(folders)
    for folder in waiting:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                seen += 1
                if seen > MOST_FILES:
                    return float("inf")
                with contextlib.suppress(OSError):
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    if any(files_in_memory(pid) > MOST_FILES for pid in descendants(os.getpid())):
        return float("inf")
    return total + unlinked_bytes({os.stat(folder).st_dev for folder in folders})  # noqa: PTH116


def files_in_memory(pid: int) -> int:
    """How many files the /tmp that `pid` sees holds, where that is a file system in memory.

    The sandbox bounds its size, but not their number, and each takes the kernel about 1 KiB.
    """
    with contextlib.suppress(OSError):
        state = os.statvfs(f"/proc/{pid}/root/tmp")
        if os.stat(f"/proc/{pid}/root/tmp").st_dev != os.stat("/tmp").st_dev:  # noqa: PTH116
            return state.f_files - state.f_ffree
    return 0


def unlinked_bytes(devices: set[int]) -> int:
    """What is on those devices in files that were deleted and that a process still holds open."""
    sizes: dict[int, int] = {}
    for pid in descendants(os.getpid()):
        with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    state = entry.stat()
                    if (
                        not state.st_nlink
                        and state.st_dev in devices
                        and modes.S_ISREG(state.st_mode)
                    ):
                        sizes[state.st_ino] = state.st_blocks * 512
    return sum(sizes.values())


def _field(text: bytes, name: bytes) -> int:
    """A number by its name at the start of a line; 0 without one."""
    _, found, rest = text.partition(b"\n" + name + b":")
    return int(rest.split(None, 1)[0]) if found else 0


def _read(path: str) -> bytes:
    """A file of /proc, which may be longer than one read gives."""
    fd = os.open(path, os.O_RDONLY)
    try:
        parts = []
        while part := os.read(fd, 65536):
            parts.append(part)
        return b"".join(parts)
    finally:
        os.close(fd)
