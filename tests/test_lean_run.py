"""The corpora run through the plugin and the command, as a benchmark and files of proofs."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from lean_cases import Case, cases, make_project
from lean_program import lean_executable

from pytest_putnam.kept import open_run
from pytest_putnam.model import Track
from pytest_putnam.reports.kept_tally import kept_tally

pytestmark = pytest.mark.real_lean4


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("bench")
    make_project(root / "lean4")
    return root


def environment(root: Path) -> dict[str, str]:
    """Without what would set options, limits or an address for the run inside."""
    outer = ("PYTEST_", "PUTNAM_")
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(outer)},
        "PATH": f"{lean_executable().parent}:{os.environ['PATH']}",
        "PUTNAM_CACHE": str(root / "cache"),
    }


def write_proofs(path: Path, track: Track) -> dict[tuple[str, int], Case]:
    """All candidates of a track in a proofs file; what each is, by problem and attempt."""
    numbers: Counter[str] = Counter()
    written = {}
    with path.open("w", encoding="utf-8") as file:
        for case in [*cases("honest"), *cases("cheats")]:
            if case.track is not track:
                continue
            numbers[case.problem] += 1
            written[case.problem, numbers[case.problem]] = case
            line = {
                "name": case.problem,
                "language": "lean4",
                "attempt": numbers[case.problem],
                "code": case.candidate.code,
            }
            if case.candidate.solution is not None:
                line["solution"] = case.candidate.solution
            file.write(json.dumps(line) + "\n")
    return written


@pytest.mark.parametrize("track", Track)
def test_a_run_on_two_workers(bench: Path, tmp_path: Path, track: Track) -> None:
    """Every honest proof is proved and no cheat is; the header tells the version of Lean."""
    proofs = tmp_path / "proofs.jsonl"
    written = write_proofs(proofs, track)
    argv = [sys.executable, "-m", "pytest", str(bench), "--putnam-lang=lean4", "-n", "2"]
    argv += ["--prover=files", "--prover-opt", f"path={proofs}", f"--putnam-track={track}"]
    argv += ["--putnam-exhaustive", f"--putnam-run={tmp_path / 'run'}", "-p", "no:cacheprovider"]
    done = subprocess.run(
        argv,
        cwd=tmp_path,
        env=environment(bench),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # who interrupts other tests does not cut this run short
    )
    assert "lean 4.35.0" in done.stdout, done.stdout + done.stderr
    # a run that was interrupted, or lost a worker, tells so itself
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    assert "0 not run" in done.stdout, done.stdout + done.stderr
    found: dict[str, set[str]] = defaultdict(set)
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as store:
        rows = store.execute(
            "SELECT problem, attempt, verdict, reason, decided_by, clock, check_s FROM attempt"
        ).fetchall()
    reasons = []
    for problem, attempt, verdict, *more in rows:
        case = written.get((problem, attempt))
        if case is not None:
            found[case.name].add(verdict)
            if verdict != case.verdict:
                reasons.append((case.name, verdict, *more))
    said = re.search(r"(\d+) proofs were not replayed by a second kernel check", done.stdout)
    assert said is not None
    assert int(said[1]) == [row[2] for row in rows].count("proved")
    with open_run(tmp_path / "run") as kept:
        assert kept_tally(kept).unreplayed == int(said[1])
    assert not reasons, done.stdout  # its header tells the limits that the run had
    assert found == {case.name: {case.verdict} for case in written.values()}
    assert "proved" in {case.verdict for case in written.values()}


def test_check_one_file(bench: Path, tmp_path: Path) -> None:
    """``putnam check`` says proved with its evidence, and finds the benchmark's own project."""
    (tmp_path / "proof.lean").write_text("⟨h.right, h.left⟩", encoding="utf-8")
    argv = [sys.executable, "-m", "pytest_putnam.cli", "check", "proof.lean"]
    argv += ["--problem", str(bench / "lean4" / "src" / "putnam_1901_a1.lean")]
    done = subprocess.run(
        argv, cwd=tmp_path, env=environment(bench), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "replay" in done.stdout
    assert "lean 4.35.0" in done.stdout


def test_a_binder_with_a_default_is_warned_of(bench: Path, tmp_path: Path) -> None:
    """``(n : Nat := …)`` says nothing of n: the theorem is about any."""
    make_project(tmp_path / "lean4")
    file = tmp_path / "lean4" / "src" / "putnam_1901_a4.lean"
    text = file.read_text(encoding="utf-8").replace("(n : Nat)", "(n : Nat := Nat.zero)")
    file.write_text(text, encoding="utf-8")
    (tmp_path / "proofs.jsonl").write_text('{"name": "putnam_1901_a4", "code": "sorry"}\n')
    argv = [sys.executable, "-m", "pytest", str(file), "--prover=files", "-p", "no:cacheprovider"]
    argv += ["--prover-opt", "path=proofs.jsonl", f"--putnam-run={tmp_path / 'run'}"]
    done = subprocess.run(
        argv, cwd=tmp_path, env=environment(bench), capture_output=True, text=True, check=False
    )
    assert "n has a default value" in done.stdout, done.stdout + done.stderr
