"""A benchmark file is a pytest item like any other."""

from __future__ import annotations

import importlib.resources
from pathlib import Path

import pytest
from runs import HEADER, Bench

pytestmark = pytest.mark.real_coq


def test_an_item_passes_fails_or_errs(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    bench.problem("putnam_1990_b1")
    bench.script({"putnam_1989_b1": "give_up:too hard", "putnam_1990_b1": "prover_error:broken"})
    result = bench.run("-rA", workers=workers)
    result.assert_outcomes(passed=1, failed=1, errors=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines_random(
        [
            "PASSED bench/coq/src/putnam_1988_b1.v::test_proved?coq-scripted?",
            "FAILED bench/coq/src/putnam_1989_b1.v::test_proved?coq-scripted? - *",
            "ERROR bench/coq/src/putnam_1990_b1.v::test_proved?coq-scripted? - *",
            "putnam_1989_b1: not proved in 1 attempt (gave_up 1); too hard",
            "putnam_1990_b1: prover_error: broken",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*suite.py*")


def test_something_false_is_not_proved(bench: Bench) -> None:
    bench.problem("putnam_1988_b1", "1 + 1 = 3")
    result = bench.run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["putnam_1988_b1: not proved in 1 attempt (compile_error 1)*"])


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("coq and algebra and year_1988", {"putnam_1988_b1"}),
        ("algebra", {"putnam_1988_b1", "putnam_1989_b1"}),
        ("number_theory", {"putnam_1989_b1"}),
        ("putnam(year=1989)", {"putnam_1989_b1"}),
        ("putnam and not year_1989", {"putnam_1988_b1"}),
        ("lean4", set()),
    ],
)
def test_markers_say_language_year_and_tags(
    bench: Bench, expression: str, expected: set[str]
) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1", tags=("algebra", "Number  Theory"))
    result = bench.run("--co", "-q", "--strict-markers", "-W", "error", "-m", expression)
    collected = {line for line in result.outlines if "::" in line}
    assert collected == {f"bench/coq/src/{n}.v::test_proved[coq-scripted]" for n in expected}


def test_keywords_choose_by_the_problems_name(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    result = bench.run("--co", "-q", "-k", "putnam_1988 or nothing")
    result.stdout.fnmatch_lines(["bench/coq/src/putnam_1988_b1.v::*", "*1/2 tests collected*"])


@pytest.mark.parametrize(
    "path",
    [
        "bench/coq/src/putnam_1988_b1.v",
        "bench/coq/src/putnam_1988_b1.v::test_proved",
        "bench/coq/src/putnam_1988_b1.v::test_proved[coq-scripted]",
    ],
)
def test_a_path_or_node_id_chooses_one_item(bench: Bench, path: str) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    result = bench.run("--co", "-q", path=path)
    assert [line for line in result.outlines if "::" in line] == [
        "bench/coq/src/putnam_1988_b1.v::test_proved[coq-scripted]"
    ]


def test_a_folder_inside_a_benchmark_is_enough(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    bench.run(path="bench/coq/src").assert_outcomes(passed=1)


def test_items_outside_of_rootdir_have_names_that_can_be_given_back(
    bench: Bench, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    bench.script({"putnam_1989_b1": "give_up"})
    project = bench.pytester.mkdir("project")
    for name in ("conftest.py", "script.json", "tox.ini"):
        (bench.pytester.path / name).rename(project / name)
    monkeypatch.chdir(project)
    # Two files given by their paths: pytest's own names for them would be empty, and the same.
    passed, failed = (f"../bench/coq/src/putnam_{year}_b1.v" for year in (1988, 1989))
    result = bench.run("--rootdir=.", passed, path=failed, workers=workers)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"FAILED {failed}::test_proved?coq-scripted?*"])
    again = bench.run("--rootdir=.", path=f"{failed}::test_proved[coq-scripted]")
    again.assert_outcomes(failed=1)
    last_failed = bench.run("--rootdir=.", "--lf", path="../bench", workers=workers)
    last_failed.assert_outcomes(failed=1)


def test_fixtures_of_a_conftest_apply(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    with (bench.pytester.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
import pytest

@pytest.fixture(autouse=True)
def told(request):
    marker = request.node.get_closest_marker("putnam")
    (HERE / "told").write_text(f"{type(request.node).__name__} {marker.kwargs}")
"""
        )
    bench.run(workers=workers).assert_outcomes(passed=1)
    assert (bench.pytester.path / "told").read_text() == (
        "Function {'problem': 'putnam_1988_b1', 'language': 'coq', 'year': 1988, "
        "'tags': ('algebra',)}"
    )


def test_the_names_of_a_projects_own_tests_do_not_matter(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    bench.file("__init__.py", b"raise RuntimeError('a benchmark is no package')\n")
    bench.file("coq/__init__.py", b"raise RuntimeError('a benchmark is no package')\n")
    bench.run("-o", "python_functions=check_*").assert_outcomes(passed=1)


def test_other_tests_run_beside(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.pytester.makepyfile(test_own="def test_own(): assert 1 + 1 == 2")
    result = bench.run("test_own.py", workers=workers)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["1 item: 1 proved, 0 failed, 0 error, 0 not run"])


BAD_FILES = {
    "truncated": (
        b"Open Scope nat_scope.\n(* begun",
        "*putnam_1989_b1.v: line 2: *comment is never closed*",
    ),
    "not UTF-8": (
        b"Open Scope nat_scope.\n\n(* \xff *)\n",
        "*putnam_1989_b1.v: line 3: not UTF-8 at byte 26 (0xff)*",
    ),
    "empty": (b"", "*putnam_1989_b1.v: *no theorem*"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_file_that_cannot_be_split_is_an_error_item(
    bench: Bench, kind: str, workers: int
) -> None:
    content, message = BAD_FILES[kind]
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    bench.file("coq/src/putnam_1989_b1.v", content)
    result = bench.run(workers=workers)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines([message])
    result.stdout.no_fnmatch_line("*Traceback*")
    assert bench.calls() == ["putnam_1988_b1 1"]


def test_a_file_that_cannot_be_read_is_an_error_item(bench: Bench) -> None:
    path = bench.problem("putnam_1988_b1")
    path.unlink()
    path.symlink_to(path)
    bench.problem("putnam_1989_b1")
    result = bench.run(path="bench")
    assert result.ret in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    result.assert_outcomes(passed=1, errors=0 if not path.exists() else 1)


def test_a_file_that_changes_while_the_run_goes_on_is_an_error(bench: Bench) -> None:
    """A program of the prover's may write it: no proof of the new statement is one of the old."""
    bench.problem("putnam_1988_b1")
    later = bench.problem("putnam_1989_b1", "1 = 2")
    bench.pytester.path.joinpath("prover.sh").write_text(
        f"sed -i s/2/1/ {later}; echo 'Proof. reflexivity. Qed.'\n"
    )
    bench.run(*("--prover=command", "--prover-opt", "cmd=/bin/sh prover.sh"), prover=False)
    assert later.read_text().count("1 = 1") == 1
    assert bench.query("SELECT problem, outcome FROM item ORDER BY problem") == [
        ("putnam_1988_b1", "proved"),
        ("putnam_1989_b1", "error"),
    ]
    assert bench.query("SELECT problem FROM attempt") == [("putnam_1988_b1",)]
    ((reason,),) = bench.query("SELECT reason FROM item WHERE outcome = 'error'")
    assert "putnam_1989_b1.v has changed since the run began" in str(reason)


def test_a_doubtful_file_is_told_of_and_runs(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    text = f"{HEADER}Theorem other : 1 + 1 = 2.\nProof. Admitted.\n"
    bench.file("coq/src/putnam_1988_b1.v", text.encode())
    result = bench.run(workers=workers)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*putnam_1988_b1.v:2: PutnamWarning: putnam_1988_b1: *other*"])


def test_a_missing_library_is_an_infra_error_that_names_it(bench: Bench, workers: int) -> None:
    text = "From Nowhere Require Import Nothing.\nTheorem t : 1 + 1 = 2.\nProof. Admitted.\n"
    bench.problem("putnam_1988_b1")
    bench.file("coq/src/putnam_1988_b1.v", text.replace(" t ", " putnam_1988_b1 ").encode())
    result = bench.run(workers=workers)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["putnam_1988_b1: infra_error: *Nowhere*"])


def test_the_built_in_problems_run_where_no_path_is_given(bench: Bench) -> None:
    built_in = Path(str(importlib.resources.files("pytest_putnam.problem_set")))
    # The project's own conftest lies above the problems in a checkout.
    result = bench.run("--co", "-q", "--putnam-lang=coq", f"--confcutdir={built_in}", path=None)
    collected = [line for line in result.outlines if "::" in line]
    assert len(collected) == len(list(built_in.glob("coq/src/*.v"))) > 0
