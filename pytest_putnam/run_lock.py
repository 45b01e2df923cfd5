"""One run at a time works in a folder: a lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput

LOCK: Final = "lock"
"""The file's name in the run's folder; it holds who locked it last."""


class RunLock:
    """Holds the folder until `release`, or until the process ends, however it does."""

    def __init__(self, run_dir: Path) -> None:
        """Make the folder and lock it. Raises `BadInput` where another process works in it."""
        run_dir.mkdir(parents=True, exist_ok=True)
        self._path = run_dir / LOCK
        self._fd = _locked(self._path)
        with contextlib.suppress(OSError):  # a full disk: the lock holds all the same
            os.ftruncate(self._fd, 0)
            os.write(self._fd, f"process {os.getpid()} on {os.uname().nodename}\n".encode())

    def release(self) -> None:
        """Let others work in the folder. The file goes first, so that a finished run has none."""
        self._path.unlink(missing_ok=True)
        os.close(self._fd)


def _locked(path: Path) -> int:
    while True:
        # Programs that are started do not inherit it, so none of them can hold the folder longer.
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(fd, 100).decode(errors="replace").strip()
            os.close(fd)
            raise BadInput(
                f"another process works on the run in {path.parent} at this moment"
                f"{f' ({holder})' if holder else ''}; wait for its end, or name another folder"
            ) from None
        # Whoever held it may have removed the file between the two calls.
        if path.exists() and os.fstat(fd).st_ino == path.stat().st_ino:
            return fd
        os.close(fd)
