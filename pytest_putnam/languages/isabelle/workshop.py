"""Running Isabelle's programs: in the sandbox, in scratch folders, within limits.

No limit on address space can be set: Java and Poly/ML reserve many times what they use. What counts is
what all processes of a check have resident together.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.heaps import Heap, Heaps
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain
from pytest_putnam.languages.workshops import cancelled, sandbox_kind, telling_end
from pytest_putnam.process import Dialogue, DialogueEnded, Ended, Limits, Sandbox
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import scratch

PROCESSES: Final = 1024
"""Threads of Java and Poly/ML count."""
FILE_MB: Final = 512
DISK_MB: Final = 1024
OUTPUT_MB: Final = 16
JAVA_MB: Final = 1024
"""What Java may use of the memory; the rest is Poly/ML's."""
LEAST_ML_MB: Final = 512
HOME: Final = "home"
"""The folder of a scratch folder that Isabelle takes for the user's home."""


@dataclass(frozen=True, slots=True)
class Built:
    """What came of ``isabelle build``."""

    status: int
    ended: Ended
    output: str
    is_started: bool
    """Whether the session itself had begun: its heap was loaded."""
    wall_s: float
    """After that."""
    cpu_s: float


class Workshop:
    """Runs the programs of one distribution with the checker's settings."""

    def __init__(self, toolchain: IsabelleToolchain, settings: CheckerSettings) -> None:
        self.toolchain = toolchain
        self.settings = settings
        self.heaps = Heaps(toolchain, settings.isabelle_heaps or settings.cache_dir)

    def scratch(self) -> AbstractContextManager[Path]:
        """A new empty folder, removed afterwards."""
        return scratch("putnam-isabelle-")

    def prepare_home(self, folder: Path, heap: Heap) -> None:
        """Make the user's home in a scratch folder: settings, and links to the heap's files."""
        user = folder / HOME / self.toolchain.user_home_suffix
        (user / "etc").mkdir(parents=True)
        ml_mb = max(LEAST_ML_MB, self.settings.memory_mb - JAVA_MB)
        settings = (
            f'ISABELLE_TOOL_JAVA_OPTIONS="-Djava.awt.headless=true -Xms64m -Xmx{JAVA_MB}m -Xss16m"\n'
            f'ML_OPTIONS="--minheap {min(500, ml_mb // 2)} --maxheap {ml_mb}"\n'
        )
        (user / "etc" / "settings").write_text(settings, encoding="utf-8")
        target = user / "heaps" / self.toolchain.ml_identifier
        (target / "log").mkdir(parents=True)
        for store in heap.stores:
            for place in (Path(), Path("log")):
                for file in (store / place).iterdir() if (store / place).is_dir() else ():
                    if file.is_file():
                        (target / place / file.name).symlink_to(file)

    def build(
        self, folder: Path, session: str, heap: Heap, budget: Budget, *, wall_s: float | None = None
    ) -> Built:
        """Build a session that is declared in ``folder/session``; its clock starts when it has begun.

        `wall_s` is the time for its own theories, the check's if not given. Raises `BudgetExhausted`,
        and `InfraError` where Isabelle takes longer than the time for starting up.
        """
        argv = [self.toolchain.executable, "build", "-j", "1", "-o", "threads=2"]
        argv += ["-o", "quick_and_dirty=false", "-o", "skip_proofs=false"]
        for declared in (*heap.folders, folder / "session"):
            argv += ["-d", str(declared)]
        return self._follow([*argv, session], folder, heap, budget, wall_s)

    def _follow(
        self,
        command: Sequence[str],
        folder: Path,
        heap: Heap,
        budget: Budget,
        wall_s: float | None,
    ) -> Built:
        session = command[-1]
        argv, end = telling_end(command)
        begun = re.compile(
            rf"^(?:Running|Building) {re.escape(session)}\b.*\n|{end.pattern}", re.MULTILINE
        )
        started = time.monotonic()
        is_started, output, status, ended = False, "", 1, Ended.EXIT
        with Dialogue(
            argv,
            cwd=folder,
            env=self.environment(folder),
            limits=self.limits(None),
            sandbox=self.sandbox(folder, heap),
        ) as program:
            try:
                timeout_s = self.settings.startup_timeout_s
                output = program.read_until(begun, timeout_s=timeout_s, budget=budget)
                found = end.search(output)
                if found is None:
                    is_started, started = True, time.monotonic()
                    timeout_s = wall_s or self.settings.check_timeout_s
                    output += program.read_until(end, timeout_s=timeout_s, budget=budget)
                    found = end.search(output)
                status = int(found[1]) if found else 1
                output = output[: found.start()] if found else output
            except DialogueEnded as gone:
                ended = gone.ended
                status = gone.status if gone.status < 0 else status
                output += gone.tail
            wall_s = time.monotonic() - started
            cpu_s = program.cpu_s()
        if ended is Ended.CANCELLED:
            raise cancelled(budget)
        if ended is Ended.WALL and not is_started:
            raise InfraError(
                f"Isabelle did not start within {self.settings.startup_timeout_s:g} s"
                f"{_is_building(output, session)}"
            )
        return Built(status, ended, output, is_started, wall_s, cpu_s)

    def limits(self, wall_s: float | None) -> Limits:
        """What every program of Isabelle may use."""
        return Limits(
            wall_s=wall_s,
            resident_mb=self.settings.memory_mb,
            processes=PROCESSES,
            file_mb=FILE_MB,
            disk_mb=DISK_MB,
            output_mb=OUTPUT_MB,
            keep_bytes=OUTPUT_MB << 20,
        )

    def sandbox(self, folder: Path, heap: Heap) -> Sandbox:
        """It may write `folder` and read the distribution and the heap."""
        return Sandbox(
            kind=sandbox_kind(self.settings.sandbox),
            readable=(*self.toolchain.readable, *heap.folders, *heap.stores),
            writable=(folder,),
        )

    def environment(self, folder: Path) -> Mapping[str, str]:
        """With a home of its own in `folder`."""
        home = str(folder / HOME)
        return {
            **self.toolchain.environment,
            "HOME": home,
            "USER_HOME": home,
            "TMPDIR": str(folder),
            "USER": "putnam",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
        }


def _is_building(output: str, session: str) -> str:
    """What it did instead, where that is building other sessions."""
    others = re.findall(r"^(?:Building|Running) (\S+)", output, re.MULTILINE)
    others = [name for name in others if name != session]
    if not others:
        return ""
    return (
        f": it was building {others[-1]}, whose heap is not up to date; run `putnam setup-isabelle`"
    )
