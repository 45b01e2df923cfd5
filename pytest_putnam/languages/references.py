"""The cache of compiled references: what every candidate of a problem is compared with.

A reference is the benchmark's statement, compiled. It is made once for all items, workers and runs of
a user, keyed by its text and by the installation. An entry is one file that begins with the digest of
its key and the rest, so a damaged one is not used; the folder must be ours alone, so nobody else can
forge one.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, Generic, Protocol, TypeVar

from pytest_putnam.scratch import content

SUFFIX: Final = ".ref"


class CompiledStatement(Protocol):
    """A reference, as far as the cache knows it."""

    @property
    def key(self) -> str:
        """What `reference_key` gave for its text."""

    @property
    def compiled(self) -> bytes:
        """What the assistant compiled."""


R = TypeVar("R", bound=CompiledStatement)


def reference_key(text: str, *about: object) -> str:
    """The key of a reference: a digest of its text and of all that its compiled form depends on.

    `about` is the schema of the language's entries, the installation's identity, options.
    """
    identity = "".join(f"{each}\n" for each in about)
    return hashlib.sha256(identity.encode() + text.encode(errors="surrogatepass")).hexdigest()


class ReferenceCache(ABC, Generic[R]):
    """Keeps the references of one language. Thread-safe, and safe beside other processes.

    A language says what it keeps besides the compiled bytes: `about` and `restored`.
    """

    def __init__(self, folder: Path, *, most_mb: int) -> None:
        """Keep them in `folder`, entries of at most `most_mb` each. Nothing is made yet."""
        self._folder = folder
        self._most_mb = most_mb
        self._known: dict[str, R] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    @abstractmethod
    def about(self, reference: R) -> Mapping[str, object]:
        """What an entry holds besides the compiled bytes, as JSON has it."""

    @abstractmethod
    def restored(self, key: str, about: Mapping[str, object], compiled: bytes) -> R:
        """The reference of an entry whose digest is right."""

    def made_once(self, key: str, make: Callable[[], R]) -> R:
        """The reference of `key`: from memory, from the folder, or from `make`. Raises what that raises."""
        with self._guard(key):
            found = self._known.get(key)
            if found is None:
                with self._locked(key):
                    found = self._read(key)
                    if found is None:
                        found = make()
                        self._write(found)
                self._known[key] = found
            return found

    def completed(self, reference: R, complete: Callable[[R], R | None]) -> R:
        """What is known of `reference` by now, with what `complete` adds to it (None: nothing)."""
        with self._guard(reference.key):
            reference = self._known.get(reference.key, reference)
            more = complete(reference)
            if more is None:
                return reference
            with self._locked(reference.key):
                self._write(more)
            self._known[reference.key] = more
            return more

    @contextlib.contextmanager
    def _guard(self, key: str) -> Iterator[None]:
        """Alone among the threads of this checker for one key."""
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            yield

    @contextlib.contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        """Alone among all processes for one key; a folder that cannot be written locks nothing."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            fd = os.open(self._folder / f"{key}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            yield
            return
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def _read(self, key: str) -> R | None:
        if not _is_private(self._folder):
            return None
        data = content(self._folder / f"{key}{SUFFIX}", most_mb=self._most_mb)
        if data is None:
            return None
        digest, _, rest = data.partition(b"\n")
        if hashlib.sha256(key.encode() + rest).hexdigest().encode() != digest:
            return None
        head, _, compiled = rest.partition(b"\n")
        return self.restored(key, json.loads(head), compiled)

    def _write(self, reference: R) -> None:
        head = json.dumps(dict(self.about(reference))).encode()
        rest = head + b"\n" + reference.compiled
        digest = hashlib.sha256(reference.key.encode() + rest).hexdigest().encode()
        target = self._folder / f"{reference.key}{SUFFIX}"
        new = self._folder / f"{reference.key}.{os.getpid()}.{threading.get_ident()}.new"
        try:
            new.write_bytes(digest + b"\n" + rest)
            new.chmod(0o600)
            new.replace(target)
        except OSError:  # a cache that cannot be written costs time, nothing else
            with contextlib.suppress(OSError):
                new.unlink()


def _is_private(folder: Path) -> bool:
    """Whether only we can write there."""
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022
