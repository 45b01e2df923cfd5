"""Running Coq's programs: in the sandbox, in scratch folders, within limits."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.coq.toolchain import CoqToolchain
from pytest_putnam.languages.workshops import cancelled, run_to_end, sandbox_kind, telling_end
from pytest_putnam.process import (
    Completed,
    Dialogue,
    DialogueEnded,
    Ended,
    Limits,
    Sandbox,
)
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import content, scratch

PROCESSES: Final = 256
FILE_MB: Final = 256
DISK_MB: Final = 512
OUTPUT_MB: Final = 16
READY_SENTENCES: Final = '\nGoal Set. idtac "{mark}". Abort.\n'
"""What tells that the imports are loaded. It declares nothing and uses no name of a library."""
_NEVER: Final = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Logical:
    """A folder and the logical name that Coq knows it by."""

    folder: Path
    name: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of compiling a candidate's file."""

    status: int
    ended: Ended
    output: str
    is_ready: bool
    """Whether the header was loaded."""
    load_s: float
    """Until then."""
    wall_s: float
    """After that."""
    cpu_s: float


class Workshop:
    """Runs the programs of one installation with the checker's settings."""

    def __init__(self, toolchain: CoqToolchain, settings: CheckerSettings) -> None:
        self.toolchain = toolchain
        self.settings = settings

    def scratch(self) -> AbstractContextManager[Path]:
        """A new empty folder, removed afterwards."""
        return scratch("putnam-coq-")

    def coqc(
        self, folder: Path, file: str, paths: Sequence[Logical], *, wall_s: float, budget: Budget
    ) -> Completed:
        """Compile a file that we wrote. Raises `BudgetExhausted`, `InfraError`."""
        argv = [*self.toolchain.coqc, *self.toolchain.options, *_mapped(paths), file]
        return self._run(argv, folder, paths, wall_s, budget)

    def coqchk(
        self,
        folder: Path,
        modules: Sequence[str],
        paths: Sequence[Logical],
        *,
        wall_s: float,
        budget: Budget,
    ) -> Completed:
        """Re-check compiled modules, what they depend on being trusted."""
        wanted = [word for module in modules for word in ("-norec", module)]
        argv = [*self.toolchain.coqchk, "-silent", "-o", *_mapped(paths), *wanted]
        return self._run(argv, folder, paths, wall_s, budget)

    def _run(
        self,
        argv: Sequence[str],
        folder: Path,
        paths: Sequence[Logical],
        wall_s: float,
        budget: Budget,
    ) -> Completed:
        return run_to_end(
            argv,
            folder,
            env=self._environment(folder),
            limits=self.limits(wall_s),
            sandbox=self.sandbox(folder, paths),
            budget=budget,
        )

    def compile_candidate(
        self, folder: Path, file: str, mark: str, paths: Sequence[Logical], budget: Budget
    ) -> Compiled:
        """Compile a candidate's file, in which `READY_SENTENCES` with `mark` follow the header.

        Its clock starts when the header is loaded. Raises `BudgetExhausted`, and `InfraError` where
        the header takes longer than the time for starting up.
        """
        argv, end = telling_end(
            [*self.toolchain.coqc, *self.toolchain.options, *_mapped(paths), file]
        )
        ready = re.compile(rf"^{mark}\n|{end.pattern}", re.MULTILINE)
        started = time.monotonic()
        is_ready, output, status, ended = False, "", 1, Ended.EXIT
        load_s = 0.0
        with Dialogue(
            argv,
            cwd=folder,
            env=self._environment(folder),
            limits=self.limits(None),
            sandbox=self.sandbox(folder, paths),
        ) as program:
            try:
                output = program.read_until(
                    ready, timeout_s=self.settings.startup_timeout_s, budget=budget
                )
                is_ready = output.endswith(f"{mark}\n")
                if is_ready:
                    load_s, started = time.monotonic() - started, time.monotonic()
                    timeout_s = self.settings.check_timeout_s
                    output = program.read_until(end, timeout_s=timeout_s, budget=budget)
                found = end.search(output)
                status = int(found[1]) if found else 1
                output = output[: found.start()] if found else output
                wall_s = time.monotonic() - started
                if status != 0:
                    program.read_until(_NEVER, timeout_s=5.0, budget=budget)
            except DialogueEnded as gone:
                wall_s = time.monotonic() - started
                ended = gone.ended
                status = gone.status if gone.status < 0 else status
                output = output or gone.tail
            cpu_s = program.cpu_s()
        if ended is Ended.CANCELLED:
            raise cancelled(budget)
        if ended is Ended.WALL and not is_ready:
            raise InfraError(
                f"Coq did not load the imports within {self.settings.startup_timeout_s:g} s"
            )
        return Compiled(status, ended, output, is_ready, load_s, wall_s, cpu_s)

    def coqtop(self, folder: Path) -> Dialogue:
        """Start an interactive session. Raises `InfraError`."""
        return Dialogue(
            [*self.toolchain.coqtop, "-emacs", *self.toolchain.options],
            cwd=folder,
            env=self._environment(folder),
            limits=self.limits(None),
            sandbox=self.sandbox(folder, ()),
        )

    def limits(self, wall_s: float | None) -> Limits:
        """What every program of Coq may use."""
        return Limits(
            wall_s=wall_s,
            memory_mb=self.settings.memory_mb,
            processes=PROCESSES,
            file_mb=FILE_MB,
            disk_mb=DISK_MB,
            output_mb=OUTPUT_MB,
            keep_bytes=OUTPUT_MB << 20,
        )

    def sandbox(self, folder: Path, paths: Sequence[Logical]) -> Sandbox:
        """It may write `folder` and read the compiled files of `paths` and the installation."""
        outside = [path.folder for path in paths if path.folder != folder]
        return Sandbox(
            kind=sandbox_kind(self.settings.sandbox),
            readable=(*self.toolchain.readable, *outside),
            writable=(folder,),
        )

    def _environment(self, folder: Path) -> dict[str, str]:
        return {**self.toolchain.environment, "TMPDIR": str(folder)}


def _mapped(paths: Sequence[Logical]) -> Iterator[str]:
    for path in paths:
        yield from ("-Q", str(path.folder), path.name)


def take_file(path: Path, *, most_mb: int = FILE_MB) -> bytes | None:
    """The content of a regular file that something untrusted wrote; None where it is not one.

    No link is followed, and no pipe or device is opened to be waited for.
    """
    return content(path, most_mb=most_mb)
