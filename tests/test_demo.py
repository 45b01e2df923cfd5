"""The README's demo: kept completions of made-up problems, replayed through gpt4 on real Coq."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

pytestmark = pytest.mark.real_coq

DEMO = Path(__file__).resolve().parent.parent / "demo"


def test_the_demo_shows_every_kind_of_answer(pytester: pytest.Pytester) -> None:
    """If it misses a completion, gpt4's prompt has changed: run python demo/record.py."""
    result = pytester.runpytest_subprocess(
        str(DEMO),
        "--putnam-lang=coq",
        "--prover=gpt4",
        "--prover-opt=model=demo-model",
        "--llm-cache=replay",
        f"--llm-cache-file={DEMO / 'completions.yaml'}",
        "--putnam-attempts=4",
        "--putnam-run=run",
        "-n2",
        timeout=300,
    )
    result.assert_outcomes(passed=5, failed=1)
    with sqlite3.connect("run/run.sqlite") as db:
        counted = dict(db.execute("SELECT verdict, count(*) FROM attempt GROUP BY verdict"))
    db.close()
    assert counted == {
        "proved": 5,
        "compile_error": 2,
        "no_code": 2,
        "truncated": 2,
        "statement_changed": 1,
        "incomplete": 1,
        "bad_axiom": 1,
    }
