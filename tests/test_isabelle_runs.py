"""Whole runs in Isabelle, on a stand-in for it: items, attempts, verdicts of the real checker."""

from __future__ import annotations

import sqlite3

import pytest
from isabelle_provers import TEXT
from isabelle_server import Rule, Script, install, shown_python
from model_server import Script as Reply
from model_server import Seen, answer, serving

NAME = "putnam_1901_a1"
FILE = TEXT.replace("small", NAME)
THEOREM = FILE[FILE.index("theorem") : FILE.index("  sorry")]
SKETCH = (
    f'{THEOREM}proof -\n  have s: "x + x = 2"\n    using h sorry\n  show ?thesis using s sorry\nqed'
)
NO = "Failed to apply proof method\\<^here>:\ngoal (1 subgoal):\n 1. x + x = 2"
HAMMER = r"^\s*sledgehammer \["


def respond(seen: Seen) -> Reply:
    """Drafts, and sketches."""
    sketching = "The proof in words:" in seen.prompt
    return answer(f"```isabelle\n{SKETCH}\n```" if sketching else "1. Put x in.")


def run(
    pytester: pytest.Pytester, script: Script, prover: str, *options: str, sandbox: str = "none"
) -> pytest.RunResult:
    program = install(pytester.path / "distribution", script)
    folder = pytester.mkdir("isabelle")
    (folder / f"{NAME}.thy").write_text(FILE)
    return pytester.runpytest_subprocess(
        f"isabelle/{NAME}.thy",
        f"--prover={prover}",
        f"--putnam-isabelle={program}",
        f"--putnam-sandbox={sandbox}",
        f"--putnam-cache={pytester.path / 'cache'}",
        "--putnam-run=kept",
        *options,
    )


def test_dsp_proves_an_item(pytester: pytest.Pytester) -> None:
    rules = [Rule(r"apply \((auto|simp); fail\)", NO)]
    with serving(respond) as server:
        result = run(
            pytester,
            Script(rules, settings={"E_HOME": "/x"}),
            "dsp",
            f"--prover-opt=base-url={server.url}",
            "--putnam-attempts=2",
        )
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*sledgehammer's provers*e (installed)*"])
    with sqlite3.connect(pytester.path / "kept" / "run.sqlite") as db:
        ((told, code),) = db.execute("SELECT transcript, code FROM attempt").fetchall()
    assert told.count("closed by method: by blast") == 2
    assert code == SKETCH.replace("sorry", "by blast")


def test_sledgehammer_proves_an_item_in_the_sandbox(pytester: pytest.Pytester) -> None:
    """Which has no network: the server's port is on a loopback of its own."""
    if shown_python() is None:
        pytest.skip("no Python for the stand-in lies where every sandbox shows it")
    script = Script([Rule(HAMMER, "e: Try this: by (metis h) (3 ms)", "writeln")])
    run(pytester, script, "sledgehammer", sandbox="bwrap").assert_outcomes(passed=1)


def test_what_is_found_is_judged_by_the_checker(pytester: pytest.Pytester) -> None:
    """A session would take it; the strict procedure does not."""
    script = Script(
        [Rule(HAMMER, "e: Try this: by (metis h) (3 ms)", "writeln")],
        check={"status": 1, "output": ['*** Failed to finish proof (line 9 of "$THEORY"):']},
    )
    result = run(pytester, script, "sledgehammer")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*compile_error*"])


def test_provers_that_are_missing_make_an_error(pytester: pytest.Pytester) -> None:
    script = Script([Rule(HAMMER, "No prover is set")])
    result = run(pytester, script, "sledgehammer")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*NO PROVER*", "*infra_error*"])
