"""Who is alive: a process's locked file, which the system unlocks when the process is gone."""

from __future__ import annotations

import contextlib
import fcntl
import os
import uuid
from pathlib import Path


class Presence:
    """This process, as the others that share `directory` can see it.

    What a dead process held can so be taken back, however it died; process numbers, which are
    reused, play no part.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self.name = uuid.uuid4().hex
        self._pid = os.getpid()
        self._path = self._file(self.name)
        self._fd = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._fd, fcntl.LOCK_EX)

    def is_alive(self, name: str) -> bool:
        """Whether the process of that name still runs."""
        if name == self.name:
            return True
        try:
            fd = os.open(self._file(name), os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        else:
            with contextlib.suppress(FileNotFoundError):
                self._file(name).unlink()
            return False
        finally:
            os.close(fd)

    def close(self) -> None:
        """Leave."""
        if os.getpid() != self._pid:
            return
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()
        os.close(self._fd)

    def _file(self, name: str) -> Path:
        return self._directory / f"{name}.alive"
