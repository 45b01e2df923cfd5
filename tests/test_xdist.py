"""Several workers: items one by one, and a worker's death costs its item only."""

from __future__ import annotations

import pytest
from runs import Bench

pytestmark = pytest.mark.real_coq


def test_a_workers_death_costs_its_item_only(bench: Bench) -> None:
    for year in range(1980, 1986):
        bench.problem(f"putnam_{year}_b1")
    bench.script(
        {f"putnam_{year}_b1": "give_up" for year in range(1980, 1986)}
        | {"putnam_1981_b1": ["wrong", "give_up", "exit:3"]}
    )
    result = bench.run("--putnam-attempts=3", workers=2)
    result.assert_outcomes(failed=5, errors=1)
    result.stdout.fnmatch_lines(
        ["putnam_1981_b1: infra_error: the worker process died *, 2 of its attempts were finished"]
    )
    result.stdout.fnmatch_lines(["6 items: 0 proved, 5 failed, 1 error, 0 not run"])
    rows = bench.query("SELECT attempt, verdict FROM attempt WHERE problem = 'putnam_1981_b1'")
    assert sorted(rows) == [(1, "compile_error"), (2, "gave_up")]
    ((outcome, reason),) = bench.query(
        "SELECT outcome, reason FROM item WHERE problem = 'putnam_1981_b1'"
    )
    assert outcome == "error"
    assert "worker process died" in str(reason)


def test_items_that_no_worker_is_left_for_are_counted_as_not_run(bench: Bench) -> None:
    for year in range(1980, 1990):
        bench.problem(f"putnam_{year}_b1")
    bench.script({f"putnam_{year}_b1": "exit:3" for year in range(1980, 1990)})
    result = bench.run("--max-worker-restart=0", workers=2)
    result.stdout.fnmatch_lines(["10 items: 0 proved, 0 failed, * error, * not run"])
    (line,) = [line for line in result.outlines if line.startswith("10 items:")]
    numbers = [int(word) for word in line.replace(",", "").split() if word.isdigit()]
    assert numbers[0] == sum(numbers[1:]) == 10
    assert numbers[3] >= 1
    assert numbers[4] >= 1


def ended_before_the_slow_one(bench: Bench, *args: str) -> int:
    bench.problem("putnam_1980_a1")
    bench.script({"putnam_1980_a1": "sleep:8"})
    for year in range(1981, 2004):
        bench.file(f"coq/src/putnam_{year}_b1.v", b"(* an error at once")
    result = bench.run("-v", *args, workers=2)
    result.assert_outcomes(failed=1, errors=23)
    ends = [line for line in result.outlines if line.startswith("[gw") and "::" in line]
    assert len(ends) == 24
    return next(number for number, line in enumerate(ends) if "FAILED" in line)


def test_a_slow_item_holds_back_one_other_at_most(bench: Bench) -> None:
    assert ended_before_the_slow_one(bench) >= 22


def test_the_size_of_chunks_can_be_chosen(bench: Bench) -> None:
    assert ended_before_the_slow_one(bench, "--maxschedchunk=5") < 22


def test_work_stealing_is_allowed(bench: Bench) -> None:
    for year in range(1980, 1986):
        bench.problem(f"putnam_{year}_b1")
    bench.run("--dist=worksteal", workers=2).assert_outcomes(passed=6)
    assert bench.query("SELECT count(*) FROM attempt") == [(6,)]


def test_the_same_seeds_and_verdicts_whatever_the_workers(bench: Bench) -> None:
    for year in range(1980, 1984):
        bench.problem(f"putnam_{year}_b1")
    bench.script({"putnam_1980_b1": ["wrong", "give_up"]})
    columns = "problem, attempt, seed, verdict, reason, decided_by"
    rows = []
    for workers in (0, 2):
        bench.run("--putnam-attempts=2", f"--putnam-run={workers}", workers=workers)
        rows.append(bench.query(f"SELECT {columns} FROM attempt ORDER BY 1, 2", f"{workers}"))
    assert rows[0] == rows[1]
    assert len(rows[0]) == 5
