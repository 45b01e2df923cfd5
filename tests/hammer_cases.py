"""Statements and installations for the tests of the prover coqhammer."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from formalizations import formalization_of
from prover_tasks import make_prover

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages import backend
from pytest_putnam.model import Formalization, Language, Track, VerdictKind
from pytest_putnam.process import sandbox_problem
from pytest_putnam.prover import Answer, Budget, Prover, Task

SANDBOX = "none" if sandbox_problem() else "bwrap"
LOOP = """\
Theorem loop (G : Type) (e : G) (op : G -> G -> G) (left : forall x, op e x = x)
    : op e (op e (op e e)) = e.
Proof. Admitted.
"""
"""Hammer's own tactics prove it."""
HOPELESS = """\
Theorem hopeless (f : nat -> nat) (up : forall n, f n <= f (S n)) : exists n, f n = f (S n).
Proof. Admitted.
"""
"""Is not true."""


def _hammer_missing() -> str:
    try:
        make_prover("coqhammer", Path())
    except AssistantMissing as missing:
        return str(missing)
    return ""


MISSING = _hammer_missing()
needs_hammer = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def formalize(text: str, name: str = "made_up") -> Formalization:
    """The formalization that a benchmark file with `text` is."""
    return formalization_of(Language.COQ, text, name)


def hammer(tmp_path: Path, *options: str, sandbox: str = SANDBOX) -> Prover:
    """The prover; later options overrule the small limits that tests want."""
    small = ("atp-limit=20", "reconstr-limit=5", "sauto-limit=5", "gs-mode=2")
    return make_prover("coqhammer", tmp_path, *small, *options, sandbox=sandbox)


def ask(
    prover: Prover,
    text: str,
    tmp_path: Path,
    *,
    attempt: int = 1,
    track: Track = Track.WITH_SOLUTION,
    budget: Budget | None = None,
) -> Answer:
    """What the prover answers."""
    formalization = formalize(text)
    work_dir = tmp_path / f"work-{attempt}"
    shutil.rmtree(work_dir, ignore_errors=True)
    work_dir.mkdir()
    task = Task(
        formalization,
        track,
        attempt,
        attempts=20,
        seed=1,
        text=backend(Language.COQ).task_text(formalization, track),
        work_dir=work_dir,
    )
    return prover.attempt(task, budget or Budget(300))


def gave_up(answer: Answer) -> str:
    """Its reason."""
    assert answer.candidates == ()
    assert answer.ended is VerdictKind.GAVE_UP
    return answer.reason


def fake_coq(tmp_path: Path, compiling: str, *, with_hammer: bool = True) -> str:
    """A folder with a coqc that does `compiling`, a shell script, instead of compiling ``$file``."""
    folder = tmp_path / "fake" / "bin"
    plugin = tmp_path / "fake" / "lib" / "user-contrib" / "Hammer" / "Plugin"
    for each in (folder, plugin if with_hammer else plugin.parent.parent):
        each.mkdir(parents=True, exist_ok=True)
    if with_hammer:
        (plugin / "Hammer.vo").touch()
    executable(
        folder / "coqc",
        f"""case $1 in
--print-version) echo 8.16.1 4.13.1; exit ;;
-where) echo {plugin.parent.parent.parent}; exit ;;
esac
for file; do :; done
{compiling}
""",
    )
    for name in ("coqtop", "coqchk"):
        executable(folder / name, "exit 1")
    return str(folder)


def executable(path: Path, script: str) -> Path:
    """A shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def only_on_path(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Leave on PATH what every run needs, and `folder`, where a test puts its ATPs."""
    folder.mkdir(exist_ok=True)
    for name in ("sh", "grep", "rm", "sed", "bwrap", "timeout"):
        found = shutil.which(name)
        if found and not (folder / name).exists():
            (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def processes_that_name(what: str) -> list[str]:
    """The command lines of processes, other than this one, that contain `what`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if what in line:
                found.append(line)
    return found
