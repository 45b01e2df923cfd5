"""Provers that search step by step, in whole runs: what is found is checked, what hangs is ended."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_putnam.kept import FILE_NAME

pytestmark = pytest.mark.real_coq

CONFTEST = """
from pytest_putnam.model import Language
from pytest_putnam.proof_session import ProofState, TacticError, open_session
from pytest_putnam.prover import Answer, Prover

SCRIPTS = {
    "putnam_1901_a1": ["induction n", "reflexivity", "simpl; congruence"],
    "putnam_1901_a2": ["destruct proof_admitted"],
    "putnam_1901_a3": ["induction n", "do 1000000000 (do 1000000000 idtac)"],
    "putnam_1901_a4": ["reflexivity"],
    "putnam_1901_a5": ["this is no tactic"],
}


class Stepper(Prover):
    name = "stepper"
    languages = frozenset({Language.COQ})
    runs_assistant = True

    def attempt(self, task, budget):
        solution = "4" if task.formalization.solution else None
        with open_session(
            self.settings, task, budget, solution=solution, tactic_timeout_s=60.0
        ) as session:
            state = session.root
            for tactic in SCRIPTS[task.formalization.name]:
                after = session.apply(state, tactic)
                if isinstance(after, TacticError):
                    return Answer.none(f"{tactic}: {after.message}")
                state = after
            return Answer((session.candidate(state),))


def pytest_putnam_provers():
    return {"stepper": Stepper}
"""
FILES = {
    "putnam_1901_a1": "Theorem putnam_1901_a1 : forall n : nat, n + 0 = n.",
    "putnam_1901_a2": (
        "Require Import Coq.Compat.AdmitAxiom.\nTheorem putnam_1901_a2 : forall n : nat, n = 0."
    ),
    "putnam_1901_a3": "Theorem putnam_1901_a3 : forall n : nat, n + 0 = n.",
    "putnam_1901_a4": (
        "Definition putnam_1901_a4_solution : nat := 3 + 1.\n"
        "Theorem putnam_1901_a4 : 2 + 2 = putnam_1901_a4_solution."
    ),
    "putnam_1901_a5": "Theorem putnam_1901_a5 : 1 = 1.",
}


@pytest.mark.parametrize("track", ["with-solution", "no-solution"])
def test_what_becomes_of_sessions(tmp_path: Path, track: str) -> None:
    """An axiom that a session takes for a proof is bad_axiom; a tactic that hangs ends the attempt."""
    folder = tmp_path / "bench" / "coq" / "src"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        if (track == "no-solution") is (name == "putnam_1901_a4"):
            (folder / f"{name}.v").write_text(f"{text}\nProof. Admitted.\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "bench", "--putnam-lang=coq", "--prover=stepper"),
            *(f"--putnam-track={track}", "--putnam-attempt-timeout=12", "-n", "2"),
        ],
        cwd=tmp_path,
        env={**os.environ, "PUTNAM_CACHE": str(tmp_path.parent / "cache"), "PUTNAM_RUN": "run"},
        capture_output=True,
        timeout=300,
        check=False,
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "run" / FILE_NAME)) as connection:
        found = dict(connection.execute("SELECT problem, verdict FROM attempt").fetchall())
    if track == "no-solution":
        assert found == {"putnam_1901_a4": "proved"}
    else:
        assert found == {
            "putnam_1901_a1": "proved",
            "putnam_1901_a2": "bad_axiom",
            "putnam_1901_a3": "budget_exhausted",
            "putnam_1901_a5": "gave_up",
        }
