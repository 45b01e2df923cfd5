"""``putnam setup-lean``: Lean and a built Mathlib for people with a network. What is done is skipped."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.lean4.toolchain import built_in_project
from pytest_putnam.terminal import Terminal

ABOUT = """\
Install Lean 4 (by elan) and a Lake project with Mathlib, built, for the built-in problems.
Needs a network and about 8 GB of disk. Each step is skipped where it is done already.
Exit status: 0 everything is there, 2 wrong usage, 3 a step failed.
"""
RELEASE: Final = "v4.27.0"
"""Of Lean and of Mathlib: that of PutnamBench."""
ELAN: Final = "https://raw.githubusercontent.com/leanprover/elan/master/elan-init.sh"
LAKEFILE: Final = f"""name = "putnam"
defaultTargets = []

[[require]]
name = "mathlib"
scope = "leanprover-community"
rev = "{RELEASE}"
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to be done."""

    what: str
    is_done: Callable[[], bool]
    do: Callable[[], None]


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--dir",
        metavar="DIR",
        type=Path,
        help="the project (default: one in $XDG_DATA_HOME or ~/.local/share)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be done, and do nothing"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Do what is missing. Raises `InfraError` for a step that fails."""
    folder: Path = args.dir or built_in_project()
    for step in steps(folder):
        if step.is_done():
            terminal.line((f"{step.what}: there already", "dim"))
        elif args.dry_run:
            terminal.line(f"{step.what}: would be done")
        else:
            terminal.line(f"{step.what} …")
            step.do()
            if not step.is_done():
                raise InfraError(f"{step.what}: it ended well, but nothing came of it")
    if not args.dry_run:
        terminal.line(("ready", "good"), f": pytest --putnam-lang=lean4 uses {folder}")
    return ExitStatus.PROVED


def steps(folder: Path) -> Sequence[Step]:
    """What a machine needs, in order."""
    library = folder / ".lake/packages/mathlib/.lake/build/lib"
    return (
        Step(
            "elan, which installs Lean",
            lambda: _find("elan") is not None,
            lambda: _command(
                ["sh", "-c", f"curl -sSf {ELAN} | sh -s -- -y --default-toolchain none"], None
            ),
        ),
        Step(
            f"a Lake project with Mathlib {RELEASE} in {folder}",
            lambda: (folder / "lakefile.toml").is_file() and (folder / "lean-toolchain").is_file(),
            lambda: _write_project(folder),
        ),
        Step(
            "Mathlib's sources",
            (folder / "lake-manifest.json").is_file,
            lambda: _command([_need("lake"), "update"], folder),
        ),
        Step(
            "Mathlib, compiled",
            lambda: any((library / each / "Mathlib.olean").is_file() for each in ("lean", ".")),
            lambda: _command([_need("lake"), "exe", "cache", "get"], folder),
        ),
    )


def _find(program: str) -> str | None:
    home = Path(os.environ.get("ELAN_HOME") or Path.home() / ".elan")
    return shutil.which(program) or shutil.which(program, path=str(home / "bin"))


def _need(program: str) -> str:
    found = _find(program)
    if found is None:
        raise InfraError(f"{program} is not found, which elan should have installed")
    return found


def _write_project(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lakefile.toml").write_text(LAKEFILE, encoding="utf-8")
    (folder / "lean-toolchain").write_text(f"leanprover/lean4:{RELEASE}\n", encoding="utf-8")


def _command(argv: Sequence[str], folder: Path | None) -> None:
    """Run one, its output on the terminal. Raises `InfraError`."""
    try:
        done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, check=False)
    except OSError as error:
        raise InfraError(f"{argv[0]} cannot be run: {error.strerror or error}") from error
    if done.returncode != 0:
        where = f" in {folder}" if folder else ""
        raise InfraError(f"`{' '.join(argv)}` ended with status {done.returncode}{where}")
