"""``--putnam-baseline``: a lost solve fails the run, the rest is expected, errors have their own status."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from runs import Bench

from pytest_putnam.baseline import Key, Solve, read_baseline, write_baseline
from pytest_putnam.exit_status import GateStatus

KEPT, LOST, NEW, NEVER = "putnam_1988_a1", "putnam_1988_a2", "putnam_1988_a3", "putnam_1988_a4"
FAILING = "give_up:no idea"


def key(problem: str, prover: str = "scripted") -> Key:
    return Key(problem, "coq", "with-solution", prover)


@pytest.fixture
def four(pytester: pytest.Pytester) -> Bench:
    """One solve is kept, one is new, and an item that never was solved; nothing is lost as yet."""
    bench = Bench(pytester)
    for name in (KEPT, LOST, NEW, NEVER):
        bench.problem(name)
    bench.script({NEVER: FAILING})
    baseline(bench, KEPT, LOST)
    return bench


def baseline(bench: Bench, *problems: str, prover: str = "scripted") -> Path:
    path = bench.pytester.path / "baseline.yaml"
    write_baseline(path, {key(name, prover): Solve((1,), 1) for name in problems})
    return path


def test_nothing_is_lost_and_strict_xfail_does_not_turn_on_us(four: Bench) -> None:
    four.pytester.makeini("[pytest]\nxfail_strict = true\n")
    result = four.run("--putnam-baseline=baseline.yaml")
    assert result.ret == pytest.ExitCode.OK
    result.assert_outcomes(passed=3, xfailed=1)
    result.stdout.fnmatch_lines(
        [
            "*= putnam baseline =*",
            "baseline.yaml: 2 kept, 0 lost, 1 new, 1 unproved as expected, 0 undecided",
            f"new: {NEW} (coq, scripted): attempt 1 of 1",
        ]
    )
    assert key(NEW) not in read_baseline(four.pytester.path / "baseline.yaml")


@pytest.mark.parametrize("workers", [0, 2])
def test_a_lost_solve_fails_the_run_beside_errors_too(four: Bench, workers: int) -> None:
    four.script({NEVER: FAILING, LOST: FAILING, KEPT: "infra_error:no library"})
    result = four.run(
        "--putnam-baseline=baseline.yaml", "--junitxml=out.xml", "-rxf", workers=workers
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=1, xfailed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [f"lost: {LOST} (coq, scripted): attempt 1 of 1 in the baseline; not proved in 1 attempt*"]
    )
    result.stdout.fnmatch_lines([f"XFAIL bench/coq/src/{NEVER}.v*not in the baseline*"])
    suite = ET.parse(four.pytester.path / "out.xml").getroot().find("testsuite")
    assert suite is not None
    properties = {p.get("name"): p.get("value") for p in suite.findall("properties/property")}
    assert properties["putnam_baseline_lost"] == properties["putnam_baseline_new"] == "1"
    standing = [
        p.get("value")
        for p in suite.findall("testcase/properties/property[@name='putnam_baseline']")
    ]
    assert sorted(map(str, standing)) == ["expected", "lost", "new", "undecided"]
    assert suite.get("failures") == "1"
    assert suite.get("skipped") == "1"


def test_errors_are_no_loss_and_end_with_a_status_of_their_own(four: Bench) -> None:
    four.script({NEVER: "infra_error:no library", KEPT: "api_error:down"})
    result = four.run("--putnam-baseline=baseline.yaml")
    assert result.ret == GateStatus.UNDECIDED
    result.assert_outcomes(passed=2, errors=2)
    result.stdout.fnmatch_lines(
        [
            "baseline.yaml: 1 kept, 0 lost, 1 new, 0 unproved as expected, 2 undecided",
            f"undecided: {KEPT} (coq, scripted) (in the baseline); api_error: down",
            f"undecided: {NEVER} (coq, scripted); infra_error: no library",
        ]
    )


def test_a_worker_that_dies_leaves_its_item_undecided(four: Bench) -> None:
    four.script({LOST: "exit:9", NEVER: FAILING})
    result = four.run("--putnam-baseline=baseline.yaml", workers=2)
    assert result.ret == GateStatus.UNDECIDED
    result.stdout.fnmatch_lines(
        [
            f"undecided: {LOST} (coq, scripted) (in the baseline); infra_error: the worker process died*"
        ]
    )


def test_a_worker_that_dies_after_a_proof_loses_no_solve(four: Bench) -> None:
    """The proof is kept and stands; that something broke is still told by the status."""
    four.script({NEVER: FAILING, LOST: ["prove", "exit:3"]})
    exhaustive = ("--putnam-attempts=2", "--putnam-exhaustive")
    result = four.run("--putnam-baseline=baseline.yaml", *exhaustive, workers=1)
    assert result.ret == GateStatus.UNDECIDED
    result.stdout.fnmatch_lines(
        [
            "baseline.yaml: 2 kept, 0 lost, 1 new, 1 unproved as expected, 0 undecided",
            "4 items: 3 proved, 1 failed, 0 error, 0 not run",
            "1 of the proved was not run to the end; the proof stands",
        ]
    )


def test_other_tests_that_fail_are_not_taken_for_errors_of_the_run(four: Bench) -> None:
    four.script({NEVER: "infra_error:no library"})
    four.pytester.makepyfile(test_other="def test_other():\n    assert False")
    result = four.run("--putnam-baseline=baseline.yaml", "test_other.py")
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("selection", [["-k", f"not {LOST}"], ["--putnam-shard=1/2"]], ids=str)
def test_what_is_not_selected_is_not_gated(four: Bench, selection: list[str]) -> None:
    """Whichever half of the items the shard has, the other is another shard's affair."""
    four.script({NEVER: FAILING} if "shard" in selection[0] else {LOST: FAILING, NEVER: FAILING})
    result = four.run("--putnam-baseline=baseline.yaml", *selection)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["baseline.yaml: * kept, 0 lost, *undecided*"])
    told = re.search(r"yaml: (\d) kept.*; (\d) entr", result.stdout.str())
    assert told is not None
    assert int(told[1]) + int(told[2]) == 2


def test_entries_of_other_provers_and_tracks_are_not_this_runs(four: Bench) -> None:
    baseline(four, LOST, NEVER, prover="other")
    result = four.run("--putnam-baseline=baseline.yaml")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*: 0 kept, 0 lost, 3 new, *; 2 entries are not in this run"])


def test_expected_failures_count_neither_for_x_nor_for_lf_nor_for_reruns(four: Bench) -> None:
    four.script({KEPT: FAILING, NEW: FAILING, LOST: FAILING, NEVER: FAILING})
    baseline(four, LOST)
    stopping = four.run("--putnam-baseline=baseline.yaml", "-x", "--reruns=1")
    assert stopping.ret == pytest.ExitCode.TESTS_FAILED
    stopping.assert_outcomes(xfailed=1, failed=1)
    stopping.stdout.fnmatch_lines(["*1 rerun*"])
    four.script({NEVER: FAILING})
    again = four.run("--putnam-baseline=baseline.yaml", "--lf")
    assert again.ret == pytest.ExitCode.OK
    again.assert_outcomes(passed=1)


def test_a_teardown_that_fails_is_not_expected(four: Bench) -> None:
    conftest = four.pytester.path / "conftest.py"
    conftest.write_text(
        conftest.read_text()
        + "\nimport pytest\n@pytest.fixture(autouse=True)\ndef broken():\n    yield\n    assert False\n"
    )
    result = four.run("--putnam-baseline=baseline.yaml", "-k", NEVER)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(xfailed=1, errors=1)


@pytest.mark.parametrize("workers", [0, 2])
def test_updating_rewrites_what_was_decided_and_keeps_the_rest(four: Bench, workers: int) -> None:
    path = four.pytester.path / "baseline.yaml"
    write_baseline(
        path,
        {key(name): Solve((1,), 1) for name in (KEPT, LOST, NEVER, "putnam_1962_a1")}
        | {key(NEW, "other"): Solve((2,), 3)},
    )
    four.script({LOST: FAILING, NEVER: "infra_error:no library", KEPT: [FAILING, "prove"]})
    result = four.run(
        *("--putnam-baseline=baseline.yaml", "--putnam-update-baseline", "--putnam-attempts=2"),
        workers=workers,
    )
    assert result.ret == GateStatus.UNDECIDED
    result.stdout.fnmatch_lines(["baseline.yaml rewritten: 5 solves, 1 added, 1 removed"])
    assert read_baseline(path) == {
        key("putnam_1962_a1"): Solve((1,), 1),
        key(KEPT): Solve((2,), 2),
        key(NEW): Solve((1,), 2),
        key(NEW, "other"): Solve((2,), 3),
        key(NEVER): Solve((1,), 1),
    }


def test_the_first_baseline_is_made_by_an_update(four: Bench) -> None:
    first = four.run("--putnam-baseline=first.yaml", "--putnam-update-baseline")
    assert first.ret == pytest.ExitCode.OK
    first.assert_outcomes(passed=3, xfailed=1)
    assert set(read_baseline(four.pytester.path / "first.yaml")) == {key(KEPT), key(LOST), key(NEW)}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--putnam-update-baseline"], "--putnam-update-baseline needs --putnam-baseline=FILE"),
        (
            ["--putnam-baseline=no.yaml"],
            "*no.yaml does not exist; --putnam-update-baseline makes it",
        ),
        (["--putnam-baseline=conftest.py"], "*the baseline *conftest.py: line *no valid YAML*"),
    ],
)
def test_a_baseline_that_cannot_be_used_is_a_usage_error(
    four: Bench, args: list[str], told: str
) -> None:
    result = four.run(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{told}*"])
    assert not (four.pytester.path / "calls.log").exists()


def test_a_resumed_run_is_gated_whole(four: Bench) -> None:
    """What was finished before counts, proved or not, and is not attempted again."""
    four.script({NEVER: FAILING, LOST: "infra_error:no library"})
    first = four.run("--putnam-baseline=baseline.yaml", "--putnam-run=kept")
    assert first.ret == GateStatus.UNDECIDED
    assert four.query("SELECT exit_status FROM run", "kept") == [(GateStatus.UNDECIDED,)]
    assert four.query("SELECT reason FROM item WHERE outcome = 'failed'", "kept") == [
        (f"Failed: {NEVER}: not proved in 1 attempt (gave_up 1); no idea",)
    ]
    four.script({NEVER: FAILING})
    (four.pytester.path / "calls.log").unlink()
    again = four.run("--putnam-baseline=baseline.yaml", "--putnam-run=kept", workers=2)
    assert again.ret == pytest.ExitCode.OK
    again.stdout.fnmatch_lines(["baseline.yaml: 2 kept, 0 lost, 1 new, 1 unproved as expected, *"])
    assert four.calls() == [f"{LOST} 1"]
