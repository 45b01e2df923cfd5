"""Heaps: images of loaded theories, without which every check would load its imports from source.

The distribution brings one for HOL, which is all that most files need. For others `build` makes a project
heap with the union of what is asked for; it lies in the cache, keyed by the distribution and by what is in
it, is built once under a lock, and is used by all workers and runs.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.isabelle.assembled import quoted
from pytest_putnam.languages.isabelle.imports import is_light, session_of
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain

BASE: Final = "HOL"
"""The session with Main and Complex_Main."""
SETUP: Final = "putnam setup-isabelle"
_MANIFEST: Final = "heap.json"
_THEORY_MISSING: Final = re.compile(
    r'(?:Cannot load theory(?: file)?|No such file:|Undefined theory|Bad theory)\s*"(?P<name>[^"]+)"'
)
_SESSION_MISSING: Final = re.compile(
    r'(?:Undefined session(?:\(s\))?:?|Bad (?:parent |import )?session|Unknown session)\s*"?(?P<name>[\w-]+)'
)


@dataclass(frozen=True, slots=True)
class Heap:
    """A session whose theories are loaded at once."""

    session: str
    folders: tuple[Path, ...] = ()
    """Where sessions are declared that the distribution does not know: ``-d`` of its tools."""
    stores: tuple[Path, ...] = ()
    """Folders with heaps and their databases, as below a user's ``heaps/ML_IDENTIFIER``."""
    imports: frozenset[str] = frozenset()
    """The theories that it was built for, besides those of HOL."""


class Heaps:
    """The heaps of one distribution. Safe beside other processes."""

    def __init__(self, toolchain: IsabelleToolchain, cache_dir: Path) -> None:
        """Keep project heaps in `cache_dir`. Nothing is built yet."""
        self.toolchain = toolchain
        self._folder = cache_dir / "isabelle" / "heaps"

    def for_imports(self, imports: Sequence[str]) -> Heap:
        """The smallest heap that has `imports`. Raises `InfraError`, naming what is missing."""
        wanted = frozenset(name for name in imports if session_of(name) != BASE)
        self._require(wanted)
        found = [heap for heap in self._known() if wanted <= heap.imports]
        if not found:
            lacking = ", ".join(sorted(wanted)) or "Complex_Main"
            raise InfraError(
                f"no heap of {self._name} has {lacking}: build one by `{SETUP}`, which needs time once"
            )
        return min(found, key=lambda heap: len(heap.imports))

    def has(self, imports: Iterable[str]) -> bool:
        """Whether a heap has them."""
        wanted = frozenset(name for name in imports if session_of(name) != BASE)
        return any(wanted <= heap.imports for heap in self._known())

    def for_candidate(
        self, imports: Sequence[str], added: Sequence[str]
    ) -> tuple[Heap, tuple[str, ...]]:
        """The heap for a candidate that imports `added` besides, and those of them that must be left out.

        These are in no heap with the rest, and would take minutes to load. Raises as `for_imports`.
        """
        heap = self.for_imports(imports)
        if self.missing_theories(added) or not added:
            return heap, tuple(name for name in added if not is_light(name))
        if self.has([*imports, *added]):
            return self.for_imports([*imports, *added]), ()
        left_out = tuple(n for n in added if not is_light(n) and n not in heap.imports)
        return heap, left_out

    def missing_theories(self, imports: Iterable[str]) -> list[str]:
        """Those of `imports` that the distribution has no file for."""
        return [name for name in sorted(set(imports)) if not self._has_theory(name)]

    def build(
        self, imports: Iterable[str], progress: Callable[[str], None], *, threads: int = 0
    ) -> Heap:
        """Build the project heap with `imports`, or return the one that is there. May take an hour.

        `progress` gets every line that Isabelle prints. Raises `InfraError`.
        """
        wanted = frozenset(name for name in imports if session_of(name) != BASE)
        self._require(wanted)
        key = self._key(wanted)
        folder = self._folder / key
        with self._locked(folder):
            known = self._read(folder)
            if known is not None:
                return known
            heap = self._make(folder, key, wanted, progress, threads)
            about = {"session": heap.session, "imports": sorted(wanted)}
            (folder / _MANIFEST).write_text(json.dumps(about), encoding="utf-8")
            return heap

    # -- what is there

    def _known(self) -> Iterator[Heap]:
        toolchain = self.toolchain
        if (toolchain.system_heaps / toolchain.ml_identifier / BASE).is_file():
            yield Heap(BASE)
        if self._folder.is_dir():
            for folder in sorted(self._folder.iterdir()):
                heap = self._read(folder) if folder.is_dir() else None
                if heap is not None:
                    yield heap

    def _read(self, folder: Path) -> Heap | None:
        try:
            about = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
            session, imports = str(about["session"]), frozenset(map(str, about["imports"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        heap = self._heap(folder, session, imports)
        is_ours = folder.name == self._key(imports)
        is_there = all((store / session).is_file() for store in heap.stores)
        return heap if is_ours and is_there else None

    def _heap(self, folder: Path, session: str, imports: frozenset[str]) -> Heap:
        store = (
            folder
            / "home"
            / self.toolchain.user_home_suffix
            / "heaps"
            / self.toolchain.ml_identifier
        )
        folders = () if session == BASE else (folder / "session",)
        return Heap(session, folders, (store,), imports)

    def _key(self, imports: frozenset[str]) -> str:
        text = "\n".join((self.toolchain.identity, *sorted(imports)))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    # -- what the distribution has

    @property
    def _name(self) -> str:
        return f"Isabelle {self.toolchain.versions['isabelle']}"

    def _require(self, imports: Iterable[str]) -> None:
        missing = self.missing_theories(imports)
        if missing:
            raise InfraError(
                f"{self._name} has no theory {', '.join(missing)}, which the formalization imports: "
                "it was written for another release, or needs a session that is not the distribution's"
            )

    def _has_theory(self, name: str) -> bool:
        if session_of(name) is None:
            return False
        base = name.rpartition(".")[2]
        source = self.toolchain.home / "src" / "HOL"
        if not source.is_dir():  # a distribution without sources: its own tools will say
            return True
        return next(source.rglob(f"{base}.thy"), None) is not None

    # -- building

    def _make(
        self,
        folder: Path,
        key: str,
        imports: frozenset[str],
        progress: Callable[[str], None],
        threads: int,
    ) -> Heap:
        home = folder / "home"
        (home / self.toolchain.user_home_suffix).mkdir(parents=True, exist_ok=True)
        session = f"Putnam_{key[:12]}" if imports else BASE
        heap = self._heap(folder, session, imports)
        argv = [self.toolchain.executable, "build", "-b", "-v"]
        if threads:
            argv += ["-o", f"threads={threads}"]
        if imports:
            write_session(folder / "session", session, BASE, sorted(imports))
            argv += ["-d", str(folder / "session")]
        output = _follow([*argv, session], home, folder, progress)
        if not all((store / session).is_file() for store in heap.stores):
            raise InfraError(f"{self._name} built no heap {session}: {failure(output)}")
        return heap

    @contextlib.contextmanager
    def _locked(self, folder: Path) -> Iterator[None]:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            fd = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise InfraError(f"no heap can be kept in {folder}: {error}") from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)


def write_session(folder: Path, session: str, parent: str, imports: Sequence[str]) -> None:
    """A session of one theory that imports what the heap is to hold."""
    folder.mkdir(parents=True, exist_ok=True)
    sessions = sorted(
        {found for name in imports if (found := session_of(name)) not in {None, parent}}
    )
    lines = [f'session "{session}" = "{parent}" +']
    if sessions:
        lines.append("  sessions\n    " + "\n    ".join(f'"{name}"' for name in sessions))
    lines.append(f"  theories\n    {session}_All")
    (folder / "ROOT").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = f"theory {session}_All\n  imports\n    Complex_Main\n    "
    text += "\n    ".join(map(quoted, imports)) + "\nbegin\n\nend\n"
    (folder / f"{session}_All.thy").write_text(text, encoding="utf-8")


def failure(output: str) -> str:
    """Why a build ended, on one line: what is missing by its name, else its last words."""
    for pattern in (_THEORY_MISSING, _SESSION_MISSING):
        match = pattern.search(output)
        if match is not None:
            return f"the distribution lacks {match['name']}"
    said = [line.removeprefix("*** ") for line in output.splitlines() if line.startswith("***")]
    return " ".join(" ".join(said or output.splitlines()[-5:]).split())[:500]


def _follow(argv: Sequence[str], home: Path, folder: Path, progress: Callable[[str], None]) -> str:
    """Run a build of the user's own distribution to its end, line by line."""
    environment = {**os.environ, "HOME": str(home), "USER_HOME": str(home)}
    lines: list[str] = []
    try:
        with subprocess.Popen(
            argv,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
        ) as program:
            assert program.stdout is not None
            for line in program.stdout:
                lines.append(line)
                progress(line.rstrip())
    except OSError as error:
        raise InfraError(f"{argv[0]} cannot be run: {error}") from error
    return "".join(lines[-2000:])
