"""The provers files and command in whole runs: n, skipped lines, programs that misbehave."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from small_benchmark import FILES, write_benchmark

from pytest_putnam.kept import FILE_NAME

PROOF = "Proof. induction n; [ reflexivity | simpl; now rewrite IHn ]. Qed."
WRONG = "Proof. reflexivity. Qed."


def run(tmp_path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "bench", "--putnam-lang=coq", *args],
        cwd=tmp_path,
        env={**os.environ, "PUTNAM_CACHE": str(tmp_path.parent / "cache"), "PUTNAM_RUN": "run"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def verdicts(tmp_path: Path) -> list[tuple[str, int, str]]:
    """Problem, attempt and verdict of all attempts that were stored."""
    with contextlib.closing(sqlite3.connect(tmp_path / "run" / FILE_NAME)) as connection:
        return connection.execute(
            "SELECT problem, attempt, verdict FROM attempt ORDER BY problem, attempt"
        ).fetchall()


def write_proofs(tmp_path: Path, lines: Iterable[object]) -> None:
    (tmp_path / "proofs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.real_coq
@pytest.mark.parametrize("workers", ["0", "2"])
def test_as_many_attempts_are_made_as_the_file_has(tmp_path: Path, workers: str) -> None:
    write_benchmark(tmp_path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    one, two = ({"name": f"putnam_1901_a{i}", "language": "coq"} for i in (1, 2))
    write_proofs(
        tmp_path,
        [
            one | {"code": WRONG},
            two | {"code": WRONG},
            one | {"code": "oops"},
            one | {"code": PROOF},
        ],
    )
    done = run(tmp_path, "-n", workers, "--prover=files", "--prover-opt=path=proofs.jsonl")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "n = 3 " in done.stdout
    assert verdicts(tmp_path) == [
        ("putnam_1901_a1", 1, "compile_error"),
        ("putnam_1901_a1", 2, "compile_error"),
        ("putnam_1901_a1", 3, "proved"),
        ("putnam_1901_a2", 1, "proved"),
    ]


@pytest.mark.real_coq
def test_n_of_the_command_line_comes_first(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "bench", "putnam_1901_a1")
    line = {"name": "putnam_1901_a1", "language": "coq", "code": WRONG}
    write_proofs(tmp_path, [line] * 3)
    args = ("--prover=files", "--prover-opt=path=proofs.jsonl", "--putnam-attempts=2")
    assert run(tmp_path, *args).returncode == 1
    assert [attempt for _, attempt, _ in verdicts(tmp_path)] == [1, 2]


@pytest.mark.real_coq
def test_unusable_lines_are_told_and_the_rest_runs_unless_strict(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "bench", "putnam_1901_a1")
    line = {"name": "putnam_1901_a1", "language": "coq", "attempt": 1, "code": PROOF}
    write_proofs(
        tmp_path,
        ["oops", line, line, line | {"name": "putnam_1901_a9"}, {"name": "putnam_1901_a1"}],
    )
    args = ("--prover=files", "--prover-opt=path=proofs.jsonl")
    strict = run(tmp_path, *args, "--putnam-strict")
    lenient = run(tmp_path, *args)
    assert (strict.returncode, lenient.returncode) == (4, 0)
    for said in (
        "line 1: not a JSON object but 'oops'",
        "line 3: attempt 1 at 'putnam_1901_a1' in coq again; line 2 holds",
        "line 4: the benchmark has no problem 'putnam_1901_a9'; did you mean 'putnam_1901_a1'?",
        "line 5: no 'language' and no 'code'",
    ):
        assert said in lenient.stdout
        assert said in strict.stderr


PROGRAM = r"""
import os, sys, time
what = os.environ["PUTNAM_TASK_NAME"][-2:]
if what == "a1": print("{PROOF}")
if what == "a2": pass
if what == "a3": sys.stdout.buffer.write(bytes(range(1, 256)) * 100)
if what == "a4": sys.stdout.write("Proof. lia. " * 9_000_000)
if what == "a5": sys.stdout.write("Proof.\0Qed.")
if what == "a6":
    os.fork()
    while True: time.sleep(1)
if what == "b1": sys.exit("no licence")
if what == "b2": print('{"gave_up": "too hard"}')
if what == "b3": print("{PROOF}")
""".replace("{PROOF}", PROOF)


@pytest.mark.real_coq
def test_a_program_that_misbehaves_does_not_touch_the_next_item(tmp_path: Path) -> None:
    folder = tmp_path / "bench" / "coq" / "src"
    folder.mkdir(parents=True)
    for problem in ("a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3"):
        name = f"putnam_1901_{problem}"
        text = FILES["putnam_1901_a1"].replace("putnam_1901_a1", name)
        (folder / f"{name}.v").write_text(text)
    (tmp_path / "my_prover.py").write_text(PROGRAM)
    command = f"--prover-opt=cmd={sys.executable} my_prover.py"
    done = run(tmp_path, "--prover=command", command, "--putnam-attempt-timeout=5")
    assert done.returncode == 1, done.stdout + done.stderr
    assert [(name[-2:], verdict) for name, _, verdict in verdicts(tmp_path)] == [
        ("a1", "proved"),
        ("a2", "no_code"),
        ("a3", "compile_error"),
        ("a4", "prover_error"),
        ("a5", "no_code"),
        ("a6", "budget_exhausted"),
        ("b1", "prover_error"),
        ("b2", "gave_up"),
        ("b3", "proved"),
    ]
    assert "9 items: 2 proved, 5 failed, 2 error, 0 not run" in done.stdout
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert f"{sys.executable} my_prover.py" not in listed.stdout.splitlines()
