"""pytest-timeout is the item's budget, and ends nothing but the attempt in flight."""

from __future__ import annotations

import pytest
from runs import Bench

pytestmark = pytest.mark.real_coq


@pytest.fixture
def slow(bench: Bench) -> Bench:
    for year in (1988, 1989):
        bench.problem(f"putnam_{year}_b1")
    bench.script({"putnam_1988_b1": ["give_up", "sleep:60", "prove"]})
    return bench


@pytest.mark.parametrize("func_only", [False, True], ids=["whole", "func_only"])
@pytest.mark.parametrize("method", ["signal", "thread"])
def test_the_attempt_in_flight_ends_and_the_next_item_is_unaffected(
    slow: Bench, workers: int, method: str, func_only: bool
) -> None:
    args = ["--putnam-attempts=3", "--timeout=5", f"--timeout-method={method}"]
    args += ["-o", f"timeout_func_only={func_only}"]
    result = slow.run(*args, workers=workers)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["putnam_1988_b1: not proved in 2 of 3 attempts (gave_up 1, budget_exhausted 1)*"]
    )
    result.stdout.no_fnmatch_line("*Timeout*>*")
    assert slow.calls() == ["putnam_1988_b1 1", "putnam_1988_b1 2", "putnam_1989_b1 1"]
    assert slow.query("SELECT clock FROM attempt WHERE verdict = 'budget_exhausted'") == [("item",)]


@pytest.mark.parametrize("source", ["ini", "environment", "marker"])
def test_all_ways_to_say_it_count(
    slow: Bench, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if source == "ini":
        slow.pytester.makeini("[pytest]\ntimeout = 4\n")
    elif source == "environment":
        monkeypatch.setenv("PYTEST_TIMEOUT", "4")
    else:
        with (slow.pytester.path / "conftest.py").open("a") as conftest:
            conftest.write(
                "\nimport pytest\n"
                "def pytest_collection_modifyitems(items):\n"
                "    for item in items:\n"
                "        item.add_marker(pytest.mark.timeout(4, func_only=True))\n"
            )
    result = slow.run("--putnam-attempts=3")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*budget_exhausted 1*"])


def test_the_header_says_the_budget(slow: Bench) -> None:
    result = slow.run("--timeout=77", "-k", "1989")
    result.stdout.fnmatch_lines(["putnam: attempt unlimited, *, item 77 s; *"])


def test_other_tests_keep_their_timeout(slow: Bench) -> None:
    slow.pytester.makepyfile(test_own="import time\ndef test_own(): time.sleep(30)")
    result = slow.run("test_own.py", "--timeout=2", "-k", "1989 or own")
    result.stdout.fnmatch_lines(["*Timeout*>2.0s*"])


def test_without_pytest_timeout_there_is_no_budget(slow: Bench) -> None:
    result = slow.run("-p", "no:timeout", "-k", "1989")
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(["putnam: attempt unlimited, *, item unlimited; *"])


def test_an_attempt_has_a_time_of_its_own(slow: Bench, workers: int) -> None:
    result = slow.run("--putnam-attempts=3", "--putnam-attempt-timeout=0.5", workers=workers)
    result.assert_outcomes(passed=2)
    rows = slow.query("SELECT verdict, clock FROM attempt WHERE problem LIKE '%1988%' ORDER BY 1")
    assert rows == [("budget_exhausted", "attempt"), ("gave_up", ""), ("proved", "")]
