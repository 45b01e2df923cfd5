"""putnam doctor: what is said of a machine where all is well, nothing is there, or a part is broken."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from putnam_command import putnam


def sections(printed: str) -> dict[str, str]:
    """The word at the beginning of a line to all that follows it."""
    found: dict[str, list[str]] = {}
    for line in printed.splitlines():
        if not line.startswith(" "):
            word, _, rest = line.partition(" ")
            found[word] = [rest.strip()]
        else:
            found[word].append(line.strip())
    return {word: "\n".join(lines) for word, lines in found.items()}


@pytest.mark.real_coq
def test_a_working_language_is_tried_out(tmp_path: Path) -> None:
    done = putnam("doctor", "--lang=coq", cwd=tmp_path)
    found = sections(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(found) >= {"packages", "sandbox", "coq", "command", "coqhammer", "files"}
    works, executable, versions, *tried = found["coq"].splitlines()
    assert works == "works"
    assert os.access(executable, os.X_OK)
    assert versions.startswith("coq ")
    assert [line.partition(" in ")[0] for line in tried] == 2 * [
        "warmup_three_coins, with its proof: proved",
        "a false variant of it: compile_error",
    ]
    assert [line.endswith(" s, with warm sessions") for line in tried] == [False] * 2 + [True] * 2
    assert found["files"] == "with --prover-opt path=…"


@pytest.mark.real_coq
def test_languages_that_are_absent_do_not_matter_unless_asked_for(tmp_path: Path) -> None:
    done = putnam("doctor", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {"lean4", "isabelle", "coq"} <= set(sections(done.stdout))
    assert {"sledgehammer", "reprover-no-retrieval"} <= set(sections(done.stdout)), "long names"
    asked = putnam("doctor", "--lang=coq,lean4", cwd=tmp_path)
    found = sections(asked.stdout)
    if found["lean4"].startswith("works"):
        pytest.skip("Lean works here")
    assert asked.returncode == 1
    assert found["coq"].startswith("works")


def test_what_to_install_is_told(tmp_path: Path) -> None:
    python = Path(sys.executable).parent
    done = putnam("doctor", "--lang=coq", cwd=tmp_path, env={"PATH": str(python), "COQBIN": ""})
    assert done.returncode == 1
    found = sections(done.stdout)["coq"]
    assert found.startswith("not usable")
    assert "apt-get install" in found
    assert "opam" in found


@pytest.mark.real_coq
def test_a_coq_that_accepts_everything_is_broken(tmp_path: Path) -> None:
    """An executable that says yes to each file, as a wrapper with a mistake in it might."""
    real = shutil.which("coqc")
    assert real is not None
    folder = tmp_path / "bin"
    folder.mkdir()
    fake = folder / "coqc"
    fake.write_text(
        f'#!/bin/sh\ncase "$*" in *-where*|*version*|*config*) exec {real} "$@";; esac\nexit 0\n'
    )
    fake.chmod(0o755)
    for name in ("coqtop", "coqchk"):
        (folder / name).symlink_to(shutil.which(name) or f"/usr/bin/{name}")
    done = putnam("doctor", "--lang=coq", f"--coq={folder}", cwd=tmp_path)
    assert done.returncode == 1
    assert sections(done.stdout)["coq"].startswith("broken")


def test_a_sandbox_that_cannot_run_is_told(tmp_path: Path) -> None:
    python = Path(sys.executable).parent
    env = {"PATH": str(python)}
    if shutil.which("bwrap", path=env["PATH"]) or not os.access("/proc", os.R_OK):
        pytest.skip("bubblewrap cannot be hidden here")
    told = putnam("doctor", "--lang=coq", cwd=tmp_path, env=env)
    assert "apt-get install bubblewrap" in sections(told.stdout)["sandbox"]
    assert told.returncode == 1
