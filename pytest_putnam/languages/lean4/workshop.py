"""Running lean: in the sandbox, in scratch folders, within limits.

Lean maps its libraries into memory, so its address space says nothing: what is limited is resident
memory, mapped files left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4.output import LeanMessage, messages
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.languages.workshops import check_disk, run_to_end, sandbox_kind
from pytest_putnam.process import Completed, Dialogue, Ended, Limits, Sandbox
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import content, scratch

FILE: Final = "Cand.lean"
"""Of references and candidates alike: private names hold the module's name."""
MODULE: Final = "Cand"
COMPILED: Final = "Cand.olean"
NO_LAKE: Final = "/nonexistent/lake"
"""A server would ask lake about its document, which belongs to no project."""
SERVER_READS: Final = (Path("/etc/localtime"),)
"""Without the time zone a server (4.35) ends at once."""
NO_DELAY: Final = "-Dserver.reportDelayMs=0"
"""A server waits 200 ms for the typist's next key before it reports."""
PROCESSES: Final = 256
FILE_MB: Final = 512
DISK_MB: Final = 1024
OUTPUT_MB: Final = 16


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of compiling a file."""

    status: int
    ended: Ended
    messages: tuple[LeanMessage, ...]
    said: str
    """The end of what it printed besides messages."""
    olean: bytes | None
    """The compiled file; None where none was left."""
    wall_s: float
    cpu_s: float


class Workshop:
    """Runs the programs of one installation with the checker's settings."""

    def __init__(self, toolchain: LeanToolchain, settings: CheckerSettings) -> None:
        self.toolchain = toolchain
        self.settings = settings

    def compile(
        self,
        text: str,
        *,
        wall_s: float,
        budget: Budget,
        module: str = MODULE,
        beside: Mapping[str, bytes] = MappingProxyType({}),
    ) -> Compiled:
        """Compile `text` in a fresh process and folder, which has the files `beside` too.

        Raises `BudgetExhausted`, `InfraError`.
        """
        with scratch("putnam-lean-") as folder:
            file, compiled = f"{module}.lean", f"{module}.olean"
            (folder / file).write_bytes(text.encode(errors="replace"))
            for name, data in beside.items():
                (folder / name).write_bytes(data)
            argv = [str(self.toolchain.lean), *self.options, "--json", "-o", compiled, file]
            done = self._run(argv, folder, wall_s, budget, imports_own=bool(beside))
            stdout = done.stdout.replace(str(folder), ".")  # messages are the same in every folder
            olean = content(folder / compiled, most_mb=FILE_MB) if done.status == 0 else None
            if olean is None:
                check_disk(folder)
            said = [line for line in stdout.splitlines() if not line.startswith("{")]
            said.append(done.stderr)
            return Compiled(
                done.status,
                done.ended,
                tuple(messages(stdout)),
                "\n".join(said).strip()[-500:],
                olean,
                done.wall_s,
                done.cpu_s,
            )

    def replay(
        self,
        olean: bytes,
        *,
        wall_s: float,
        budget: Budget,
        module: str = MODULE,
        beside: Mapping[str, bytes] = MappingProxyType({}),
    ) -> Completed:
        """Put the constants of a compiled file through the kernel again, in a fresh process.

        Raises `BudgetExhausted`, `InfraError`.
        """
        with scratch("putnam-lean-") as folder:
            for name, data in {**beside, f"{module}.olean": olean}.items():
                (folder / name).write_bytes(data)
            argv = [*self.toolchain.replayer, module]
            return self._run(argv, folder, wall_s, budget, imports_own=True)

    def server(self, folder: Path) -> Dialogue:
        """Start a language server that may write `folder`. Raises `InfraError`."""
        return Dialogue(
            [str(self.toolchain.lean), "--server", NO_DELAY, *self.options],
            cwd=folder,
            env={**self._environment(folder), "LAKE": NO_LAKE},
            limits=self.limits(None),
            sandbox=self._sandbox(folder, *(path for path in SERVER_READS if path.exists())),
        )

    @property
    def options(self) -> tuple[str, ...]:
        """Options that hold for references, candidates and sessions alike."""
        heartbeats = self.settings.lean_heartbeats
        return () if heartbeats is None else (f"-DmaxHeartbeats={heartbeats}",)

    def limits(self, wall_s: float | None) -> Limits:
        """What every program of Lean may use."""
        return Limits(
            wall_s=wall_s,
            cpu_s=None if wall_s is None else 2 * wall_s,
            resident_mb=self.settings.memory_mb,
            processes=PROCESSES,
            file_mb=FILE_MB,
            disk_mb=DISK_MB,
            output_mb=OUTPUT_MB,
            keep_bytes=OUTPUT_MB << 20,
        )

    def _run(
        self,
        argv: Sequence[str],
        folder: Path,
        wall_s: float,
        budget: Budget,
        *,
        imports_own: bool,
    ) -> Completed:
        return run_to_end(
            argv,
            folder,
            env=self._environment(folder, imports_own=imports_own),
            limits=self.limits(wall_s),
            sandbox=self._sandbox(folder),
            budget=budget,
        )

    def _sandbox(self, folder: Path, *more: Path) -> Sandbox:
        return Sandbox(
            kind=sandbox_kind(self.settings.sandbox),
            readable=(*self.toolchain.readable, *more),
            writable=(folder,),
        )

    def _environment(self, folder: Path, *, imports_own: bool = False) -> dict[str, str]:
        """Imports come from the project and from Lean's own folder, which no candidate can write.

        Only what was put into `folder` by us is imported from there, by a replay and a comparison.
        """
        own = [folder] if imports_own else []
        paths = ":".join(map(str, [*own, *self.toolchain.search_path]))
        return {**self.toolchain.environment, "LEAN_PATH": paths, "TMPDIR": str(folder)}

    def search_path(self) -> Iterator[Path]:
        """Where imported modules are compiled, in the order that Lean looks in."""
        yield from self.toolchain.search_path
        yield self.toolchain.prefix / "lib" / "lean"
