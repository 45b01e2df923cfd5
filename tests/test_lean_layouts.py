"""A run on a file with many theorems, checked by the real Lean: each item has a verdict of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lean_cases import make_project
from lean_program import lean_executable

pytestmark = pytest.mark.real_lean4

MANY = """prelude
import Base

theorem made_up_p1 (p q : Prop) (h : And p q) : And q p := sorry

theorem made_up_p2 (p q : Prop) (h : And p q) : p :=
sorry

theorem made_up_p3 (p q : Prop) (h : And p q) : q := sorry
"""
PROOFS = {
    "made_up_p1": "⟨h.right, h.left⟩",
    "made_up_p2": "h.right",
    # what the file's other theorems say is not to be had
    "made_up_p3": "(made_up_p1 p q h).left",
}


def test_each_theorem_of_a_file_is_judged_alone(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    shutil.rmtree(project / "src")
    (project / "MiniF2F").mkdir()
    (project / "MiniF2F" / "Test.lean").write_text(MANY)
    with (tmp_path / "proofs.jsonl").open("w") as file:
        for name, code in PROOFS.items():
            file.write(json.dumps({"name": name, "language": "lean4", "code": code}) + "\n")
    argv = [
        sys.executable,
        "-m",
        "pytest",
        "project",
        "--prover=files",
        "-rA",
        "-p",
        "no:cacheprovider",
    ]
    argv += ["--prover-opt=path=proofs.jsonl", "--putnam-lang=lean4"]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    environment |= {
        "PATH": f"{lean_executable().parent}:{os.environ['PATH']}",
        "PUTNAM_CACHE": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        argv, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "3 items: 1 proved, 2 failed, 0 error, 0 not run" in done.stdout, (
        done.stdout + done.stderr
    )
    item = "project/MiniF2F/Test.lean::made_up_p{}::test_proved[lean4-files]"
    assert f"PASSED {item.format(1)}" in done.stdout
    assert f"FAILED {item.format(2)}" in done.stdout
    assert f"FAILED {item.format(3)}" in done.stdout
