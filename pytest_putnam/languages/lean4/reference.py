"""The benchmark's file, compiled with its proof open: what every candidate is compared with.

Compiled references are kept in a cache, keyed by their text and by the installation. An entry is one
file that begins with the digest of the rest, so a damaged one is not used; the folder must be ours
alone, so nobody else can forge one.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.lean4.assemble import reference_text
from pytest_putnam.languages.lean4.module import read_module
from pytest_putnam.languages.lean4.olean import OleanError, check_version
from pytest_putnam.languages.lean4.output import missing_module
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.lean4.workshop import Compiled, Workshop
from pytest_putnam.model import Formalization
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import content

SCHEMA: Final = 1
"""Of the entries; a change makes the old ones unused."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A compiled statement."""

    key: str
    olean: bytes
    load_s: float
    """What starting up, importing and the statement took."""


class References:
    """Makes and keeps references. Thread-safe, and safe beside other processes."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._identity = workshop.toolchain.identity
        self._folder = workshop.settings.cache_dir / "lean4" / "references"
        self._known: dict[str, Reference] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, formalization: Formalization, budget: Budget) -> Reference:
        """The reference, from memory, from the cache, or compiled now.

        Raises `InfraError` where the statement does not compile, `BudgetExhausted`.
        """
        text = reference_text(formalization)
        identity = f"{SCHEMA}\n{self._identity}\n{self._workshop.options}\n"
        key = hashlib.sha256(identity.encode() + text.encode(errors="surrogatepass")).hexdigest()
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self._known:
                with self._locked(key):
                    found = self._read(key)
                    if found is None:
                        found = self._compile(key, text, formalization, budget)
                        self._write(found)
                self._known[key] = found
            return self._known[key]

    # -- making them

    def _compile(
        self, key: str, text: str, formalization: Formalization, budget: Budget
    ) -> Reference:
        workshop = self._workshop
        try:
            check_version(workshop.toolchain.version)
        except OleanError as error:
            raise InfraError(str(error)) from error
        wall_s = workshop.settings.startup_timeout_s + workshop.settings.check_timeout_s
        done = workshop.compile(text, wall_s=wall_s, budget=budget)
        if done.olean is None:
            raise InfraError(self._failure(formalization, done))
        try:
            read_module(done.olean, Terms())
        except OleanError as error:
            raise InfraError(f"{formalization.name}: the compiled statement: {error}") from error
        return Reference(key, done.olean, done.wall_s)

    def _failure(self, formalization: Formalization, done: Compiled) -> str:
        name, toolchain = formalization.name, self._workshop.toolchain
        if done.ended is not Ended.EXIT:
            return f"{name}: Lean ended by {done.ended} while compiling the statement: {done.said}"
        errors = [each for each in done.messages if each.is_error]
        said = " ".join((errors[0].text if errors else done.said).split())
        module = missing_module(said)
        if module is not None:
            if toolchain.project is None:
                fix = "name the Lake project that has it with --putnam-lean-project"
            else:
                fix = f"run `lake exe cache get` and `lake build` in {toolchain.project}"
            return f"{name}: the formalization imports {module}, which Lean does not find: {fix}"
        line = f"line {errors[0].line}: " if errors else ""
        return (
            f"{name}: the statement does not compile with Lean {toolchain.version}: {line}{said}; the "
            "benchmark may need another version of Lean or of Mathlib"
        )

    # -- keeping them

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

    def _read(self, key: str) -> Reference | None:
        if not _is_private(self._folder):
            return None
        data = content(self._folder / f"{key}.ref")
        if data is None:
            return None
        digest, _, rest = data.partition(b"\n")
        if hashlib.sha256(key.encode() + rest).hexdigest().encode() != digest:
            return None
        head, _, olean = rest.partition(b"\n")
        return Reference(key, olean, float(json.loads(head)["load_s"]))

    def _write(self, reference: Reference) -> None:
        rest = json.dumps({"load_s": reference.load_s}).encode() + b"\n" + reference.olean
        digest = hashlib.sha256(reference.key.encode() + rest).hexdigest().encode()
        target = self._folder / f"{reference.key}.ref"
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
