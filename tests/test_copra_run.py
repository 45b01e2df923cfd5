"""Runs with copra: from a model's tactics to strict verdicts, in Coq and Lean, with and without xdist."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from copra_cases import CHOICES, WITNESSES, Chooser, outline, record, tactic
from lean_cases import make_project
from lean_program import lean_executable
from model_server import Script, in_order, serving, unused_url

from pytest_putnam.cli import main

FALSE = "Theorem putnam_1903_a2 (n : nat) : n = 0 \\/ n = 1."
ARGS = ("--prover=copra", "--prover-opt=model=test-model", "--prover-opt=tries=2")


@pytest.fixture(params=[(), ("-n2",)], ids=["one-process", "xdist"])
def workers(request: pytest.FixtureRequest) -> tuple[str, ...]:
    given: tuple[str, ...] = request.param
    return given


def run(
    pytester: pytest.Pytester, url: str, *args: str, problems: Sequence[str] = (WITNESSES,)
) -> pytest.RunResult:
    folder = pytester.path / "bench" / "coq" / "src"
    folder.mkdir(parents=True, exist_ok=True)
    for text in problems:
        (folder / f"{text.split()[1]}.v").write_text(f"{text}\nProof. Admitted.\n")
    coq = ("--putnam-lang=coq", f"--prover-opt=base-url={url}")
    return pytester.runpytest_subprocess("bench", *ARGS, *coq, *args, timeout=120)


def rows(folder: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "run.sqlite") as db:
        found = db.execute(sql).fetchall()
    db.close()
    return found


def search_of(folder: Path, problem: str = "putnam_1903_a1") -> list[str]:
    sql = f"SELECT transcript FROM attempt WHERE problem = '{problem}'"
    ((transcript,),) = rows(folder, sql)
    return outline(record(str(transcript)).root)


@pytest.mark.real_coq
def test_a_search_that_came_back_ends_proved_and_is_replayed(
    pytester: pytest.Pytester, workers: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """The true one is proved by the strict checker, the false one is given up; the header says how."""
    problems = (WITNESSES, FALSE)
    with serving(Chooser(CHOICES)) as server:
        result = run(pytester, server.url, "--putnam-run=run", *workers, problems=problems)
        assert len(server.seen) == 18
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*60 queries, 2 tries per state*",
            "*search: 2 attempts: 18 queries (9.0 each), 4 of them wasted (22.2 %), 12 states*",
        ]
    )
    folder = pytester.path / "run"
    sql = "SELECT problem, verdict, decided_by, requests FROM attempt ORDER BY problem"
    assert rows(folder, sql) == [
        ("putnam_1903_a1", "proved", "strict", 16),
        ("putnam_1903_a2", "gave_up", "", 2),
    ]
    assert main(["show-attempt", str(folder), "putnam_1903_a1"]) == 0
    shown = capsys.readouterr().out
    assert "\nproved" in shown
    assert "search: 11 states, 16 queries, 2 wasted, 4 failed, 5 backtracks" in shown
    assert "    exists 2.  ok  1 * 1 + 2 * 2 = 25 /\\ 1 < 2\n" in shown
    kept = f"--llm-cache-file={folder / 'completions.sqlite'}"
    again = run(
        pytester, unused_url(), "--putnam-run=again", "--llm-cache=replay", kept,
        problems=problems,
    )  # fmt: skip
    again.assert_outcomes(passed=1, failed=1)
    for problem in ("putnam_1903_a1", "putnam_1903_a2"):
        assert search_of(pytester.path / "again", problem) == search_of(folder, problem)


@pytest.mark.real_coq
def test_a_dead_server_is_an_error_and_the_search_is_kept(pytester: pytest.Pytester) -> None:
    dead = Script(b'{"error": {"message": "gone for good"}}', 400)
    with serving(in_order([tactic("exists 3."), dead])) as server:
        result = run(pytester, server.url, "--putnam-run=run")
    result.assert_outcomes(errors=1)
    folder = pytester.path / "run"
    assert rows(folder, "SELECT verdict, requests FROM attempt") == [("api_error", 2)]
    assert search_of(folder) == ["root", "  exists 3. ok"]


@pytest.mark.real_coq
def test_what_the_session_takes_and_the_strict_checker_does_not_is_no_proof(
    pytester: pytest.Pytester,
) -> None:
    """The file's own library closes every goal by an axiom; the checker knows which ones are allowed."""
    folder = pytester.path / "bench" / "coq" / "src"
    folder.mkdir(parents=True)
    text = f"From Coq Require Import AdmitAxiom.\n{FALSE}\nProof. Admitted.\n"
    (folder / "putnam_1903_a2.v").write_text(text)
    with serving(tactic("destruct proof_admitted.")) as server:
        result = run(pytester, server.url, "--putnam-run=run", problems=())
    result.assert_outcomes(failed=1)
    assert search_of(pytester.path / "run", "putnam_1903_a2")[-1].endswith(" closed")
    ((verdict,),) = rows(pytester.path / "run", "SELECT verdict FROM attempt")
    assert verdict in {"incomplete", "bad_axiom"}


LEAN = """prelude
import Tactics
theorem putnam_1903_a1 :
    Exists (fun a : Nat => Exists (fun b : Nat => And (Eq (Nat.plus a b) 5) (Eq b 2))) :=
  sorry
"""
LEAN_CHOICES: Mapping[str, Sequence[str]] = {
    "Exists fun a => Exists fun b => And (Eq (a.plus b) 5) (Eq b 2)": [
        "refine Exists.intro 1 ?_",
        "refine Exists.intro 3 ?_",
    ],
    "Exists fun b => And (Eq (Nat.plus 1 b) 5) (Eq b 2)": ["skip", "refine Exists.intro 2 ?_"],
    "And (Eq (Nat.plus 1 2) 5) (Eq 2 2)": ["constructor"],
    "Eq (Nat.plus 1 2) 5": ["exact Eq.refl", "assumption"],
    "Exists fun b => And (Eq (Nat.plus 3 b) 5) (Eq b 2)": ["refine Exists.intro 2 ?_"],
    "And (Eq (Nat.plus 3 2) 5) (Eq 2 2)": ["constructor"],
    "Eq (Nat.plus 3 2) 5": ["exact Eq.refl"],
    "Eq 2 2": ["exact Eq.refl"],
}


@pytest.mark.real_lean4
def test_a_search_in_lean_ends_proved(tmp_path: Path) -> None:
    """The same shape: a witness with which nothing works, a step back, and the right one."""
    project = make_project(tmp_path / "bench" / "lean4")
    (project / "src" / "putnam_1903_a1.lean").write_text(LEAN, encoding="utf-8")
    with serving(Chooser(LEAN_CHOICES)) as server:
        argv = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *ARGS]
        argv += [str(project / "src" / "putnam_1903_a1.lean"), f"--putnam-run={tmp_path / 'run'}"]
        argv += [f"--prover-opt=base-url={server.url}"]
        environment = {
            **{name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")},
            "PATH": f"{lean_executable().parent}:{os.environ['PATH']}",
            "PUTNAM_CACHE": str(tmp_path / "cache"),
        }
        done = subprocess.run(
            argv, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    sql = "SELECT verdict, decided_by FROM attempt"
    assert rows(tmp_path / "run", sql) == [("proved", "strict")]
    assert search_of(tmp_path / "run") == [
        "root",
        "  refine Exists.intro 1 ?_ ok",
        "    skip circular",
        "    refine Exists.intro 2 ?_ ok",
        "      constructor ok",
        "        exact Eq.refl error",
        "        assumption error",
        "      I have no idea. wasted",
        "  refine Exists.intro 3 ?_ ok",
        "    refine Exists.intro 2 ?_ ok",
        "      constructor ok",
        "        exact Eq.refl ok",
        "          exact Eq.refl closed",
    ]
