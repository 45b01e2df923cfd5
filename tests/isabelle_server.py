"""A stand-in for Isabelle's server: real processes, sockets and framing, scripted answers.

As the real one it listens on a socket of the loopback, wants a password, and copies between that and
its console. What it says of theories is what a real one said of the same (`isabelle_recorded`), or
what the rules of a script say of their lines.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.process import Dialogue, Limits, Sandbox

ML: Final = "polyml-5.9.1_x86_64_32-linux"
RECORDED: Final = Path(__file__).parent / "isabelle_recorded"


@dataclass(frozen=True)
class Rule:
    """What is said of a line, or done at it."""

    line: str
    """A regular expression that is searched in the line."""
    message: str = ""
    kind: str = "error"
    theory: str = ""
    """A regular expression that the theory's text must have, too."""
    do: str = ""
    """``hang`` (nothing is answered any more), ``watchdog`` (the server gives up by itself),
    ``crash``, ``flood``, ``eat`` (memory), ``fail`` (the task fails), ``slow`` (0.3 s)."""


@dataclass(frozen=True)
class Script:
    """How the stand-in behaves."""

    rules: Sequence[Rule] = ()
    start: str = ""
    """What becomes of ``session_start``: as `Rule.do`; empty: it starts."""
    replay: str = ""
    """A recorded session to answer from, instead of the rules."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What ``isabelle getenv`` knows."""
    check: Mapping[str, object] = field(default_factory=lambda: {"audit": {}})
    """What builds of candidates come to (`isabelle_build_standin`); by default they are good."""


def install(folder: Path, script: Script) -> Path:
    """A distribution in `folder`: the program ``isabelle``, and what says that HOL's heap is built."""
    for name in ("bin", "etc", f"heaps/{ML}", "log"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "heaps" / ML / "HOL").touch()
    (folder / "etc" / "symbols").write_text("\\<and>  code: 0x002227\n")
    of_builds = {"version": "Isabelle2024", "reference": {"audit": {}}, "heap": {}}
    (folder / "script.json").write_text(json.dumps({**asdict(script), **of_builds}))
    for name, source in (("standin", "isabelle_standin"), ("builds", "isabelle_build_standin")):
        shutil.copy(Path(__file__).parent / f"{source}.py", folder / f"{name}.py")
    if script.replay:
        shutil.copy(script.replay, folder / "replay.log")
    program = folder / "bin" / "isabelle"
    python = shown_python() or Path(sys.executable).resolve()
    if not program.exists():  # a new one would be another installation
        program.write_text(f'#!/bin/sh\nexec {python} -I -S "{folder}/standin.py" "$@"\n')
        program.chmod(0o755)
    (folder / "log" / "requests").unlink(missing_ok=True)
    return program


def shown_python() -> Path | None:
    """A Python that every sandbox shows; it shows no virtual environment."""
    found = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if found is None or not Path(found).resolve().is_relative_to("/usr"):
        return None
    return Path(found)


def requests(folder: Path) -> list[tuple[str, dict[str, object]]]:
    """The commands that servers of this stand-in got, in order, with their arguments."""
    log = folder / "log" / "requests"
    if not log.exists():
        return []
    return [tuple(json.loads(line)) for line in log.read_text().splitlines()]


class StandInLauncher:
    """Starts servers of a stand-in in the sandbox."""

    def __init__(self, folder: Path, script: Script, **settings: float) -> None:
        self.program = install(folder, script)
        self.folder = folder
        given = {"check_timeout_s": 20.0, "startup_timeout_s": 20.0, "memory_mb": 2048, **settings}
        self.settings = CheckerSettings(
            check_timeout_s=given["check_timeout_s"],
            startup_timeout_s=given["startup_timeout_s"],
            memory_mb=int(given["memory_mb"]),
        )
        self.started = 0
        self.homes: list[Path] = []

    def server(self, folder: Path, heap: Heap) -> Dialogue:  # noqa: ARG002 - as real ones
        self.started += 1
        self.homes.append(folder)
        return Dialogue(
            [str(self.program), "server", "-n", "putnam", "-c"],
            cwd=folder,
            env={"USER_HOME": str(folder)},
            limits=Limits(resident_mb=self.settings.memory_mb, processes=64, output_mb=16),
            sandbox=Sandbox(
                readable=(self.folder, Path(sys.prefix), Path(sys.base_prefix)),
                writable=(folder, self.folder / "log"),
            ),
        )


def wait_until_gone(path: Path, seconds: float = 10.0) -> bool:
    """Whether `path` disappears in time."""
    deadline = time.monotonic() + seconds
    while path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not path.exists()
