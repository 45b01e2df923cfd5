"""SQLite files that several processes of a machine write at once."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError

BUSY_TIMEOUT_S: Final = 60.0
"""How long a writer waits for the others; a transaction takes well under a millisecond."""


class SharedDatabase:
    """A database file, with two connections for all threads of this process.

    One writes and one reads, so that who reads does not wait until a transaction is on the disk.

    `durable`: a committed transaction survives the loss of power too, not only the process's end.
    Raises `InfraError` where the file cannot be used, with its name.
    """

    def __init__(self, path: Path, schema: str, *, durable: bool) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._reading = threading.Lock()
        with self._named():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = _connect(path)
            self._reader = _connect(path)
            self._log_ahead()
            self._db.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            with self.writing():
                for statement in schema.split(";"):
                    self._db.execute(statement)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that holds the file's write lock from the beginning."""
        with self._lock, self._named():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for queries; it sees what is committed."""
        with self._reading, self._named():
            yield self._reader

    def version(self) -> int:
        """A number that changes when another process has written; asking costs next to nothing.

        Within `writing`, the number that stands for what its transaction sees.
        """
        with self._lock, self._named():
            (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)

    def close(self) -> None:
        """Close the connections; the last one of a file also removes its log."""
        with self._lock, self._reading:
            self._reader.close()
            self._db.close()

    def _log_ahead(self) -> None:
        """Switch to write-ahead logging.

        Where that is impossible (network file systems) SQLite keeps its rollback journal: slower,
        and as safe. The switch does not wait for others that switch at the same moment.
        """
        deadline = time.monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise InfraError(f"{self.path}: {error}") from error


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
