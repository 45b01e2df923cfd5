"""What a run says on the terminal."""

from __future__ import annotations

import sys

import pexpect
import pytest
from runs import Bench

from pytest_putnam.model import (
    AttemptRecord,
    Candidate,
    Evaluation,
    Language,
    Outcome,
    Track,
    Verdict,
    VerdictKind,
)
from pytest_putnam.reports.lines import attempt_line, error_line, failure_line, span
from pytest_putnam.reports.tally import ItemState, Tally
from pytest_putnam.reports.terminal import brief_summary, eta_line, summary_lines


def record(
    problem: str, attempt: int, kind: VerdictKind, *, reason: str = "", prover_s: float = 1.0
) -> AttemptRecord:
    return AttemptRecord(
        problem=problem,
        language=Language.COQ,
        track=Track.WITH_SOLUTION,
        prover="p",
        attempt=attempt,
        seed=0,
        verdict=Verdict(kind, reason, check_s=0.5, cpu_s=0.25, path="strict"),
        candidate=Candidate("secret proof"),
        prover_s=prover_s,
        nodeid=problem,
    )


def tally_of(outcomes: dict[str, tuple[Outcome | None, list[VerdictKind]]]) -> Tally:
    tally = Tally()
    for number, name in enumerate(outcomes):
        language = "coq" if number % 2 == 0 else "lean4"
        tally.expect([ItemState(name, name, language, ("algebra", f"tag{number % 2}"))])
    for name, (outcome, kinds) in outcomes.items():
        for attempt, kind in enumerate(kinds, 1):
            tally.add(record(name, attempt, kind, prover_s=attempt))
        if outcome is not None:
            tally.end(name, outcome, "why")
    return tally


FOUR = {
    "putnam_1988_a1": (Outcome.PROVED, [VerdictKind.GAVE_UP, VerdictKind.PROVED]),
    "putnam_1988_a2": (Outcome.FAILED, [VerdictKind.GAVE_UP, VerdictKind.GAVE_UP]),
    "putnam_1988_a3": (Outcome.ERROR, [VerdictKind.API_ERROR, VerdictKind.GAVE_UP]),
    "putnam_1988_a4": (None, []),
}


def summary(tally: Tally, *, exhaustive: bool = False, sandbox: str = "bwrap") -> str:
    return "\n".join(
        summary_lines(tally, planned=2, exhaustive=exhaustive, wall_s=3725.0, sandbox=sandbox)
    )


def test_outcomes_add_up_and_faults_widen_the_range() -> None:
    text = summary(tally_of(FOUR))
    assert "4 items: 1 proved, 1 failed, 1 error, 1 not run" in text
    assert "pass@2 = 25.0 to 75.0 % (95 % interval 4.6 to 95.4 %)" in text
    assert "1 in error and 1 not run may be proved or not: between 1/4 and 3/4" in text
    assert "6 attempts: gave_up 4, proved 1, api_error 1" in text
    assert (
        "time: 1:02:05 in all; over all attempts prover 9.00 s, check 3.00 s (CPU 1.50 s)" in text
    )
    assert "slowest: putnam_1988_a1 (coq) attempt 2, 2.50 s: proved" in text
    assert text.count("slowest:") == 3


def test_tables_have_one_line_per_language_and_tag() -> None:
    rows = {line.split()[0]: line.split() for line in summary(tally_of(FOUR)).splitlines() if line}
    assert rows["coq"][1:6] == ["2", "1", "0", "1", "0"]
    assert rows["lean4"][1:6] == ["2", "0", "1", "0", "1"]
    assert rows["algebra"][1:6] == ["4", "1", "1", "1", "1"]
    assert rows["tag0"][1:6] == ["2", "1", "0", "1", "0"]


def test_smaller_k_is_estimated_only_after_all_attempts_were_made() -> None:
    assert "pass@1" not in summary(tally_of(FOUR))
    text = summary(tally_of(FOUR), exhaustive=True)
    assert "pass@1 = 12.5 to 50.0 % (95 % interval" in text


def test_effort_per_solve_counts_the_unsolved_too() -> None:
    assert "per solve: 6.0 attempts" in summary(tally_of(FOUR))
    assert "per solve: 5.5 attempts" in summary(tally_of(FOUR), exhaustive=True)
    assert "per solve" not in summary(tally_of({"a": FOUR["putnam_1988_a2"]}))


def test_a_missing_sandbox_is_told_at_every_length() -> None:
    assert "no sandbox" in summary(tally_of(FOUR), sandbox="none")
    assert "NO SANDBOX" in brief_summary(tally_of(FOUR), 2, "none")
    assert "SANDBOX" not in brief_summary(tally_of(FOUR), 2, "bwrap")


def test_lines_about_items_and_attempts() -> None:
    kinds = [VerdictKind.COMPILE_ERROR, VerdictKind.COMPILE_ERROR, VerdictKind.GAVE_UP]
    records = tuple(record("p", n, k, reason=f"reason {n}") for n, k in enumerate(kinds, 1))
    assert failure_line(Evaluation(records, 3)) == (
        "p: not proved in 3 attempts (compile_error 2, gave_up 1); reason 3"
    )
    assert failure_line(Evaluation(records, 8)) == (
        "p: not proved in 3 of 8 attempts (compile_error 2, gave_up 1); reason 3"
    )
    fault = record("p", 2, VerdictKind.INFRA_ERROR, reason="\x1b[31mno\nlibrary\x1b[0m \0")
    assert error_line(Evaluation((fault,), 3)) == "p: infra_error (attempt 2 of 3): no library"
    assert attempt_line(fault, 3) == (
        "attempt 2 of 3: infra_error (prover 1.00 s, check 0.50 s): no library"
    )
    assert len(failure_line(Evaluation((record("p", 1, kinds[0], reason="x" * 10**6),), 1))) <= 300


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.00 s"), (9.99, "9.99 s"), (42.0, "42.0 s"), (125.4, "2:05"), (7322.0, "2:02:02")],
)
def test_times_are_readable(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_a_long_run_says_how_far_it_is() -> None:
    assert eta_line(tally_of(FOUR), 60.0, 180.0) == (
        "putnam: 3 of 4 items, 1 proved, 1:00 so far, about 3:00 to go"
    )


@pytest.fixture
def three(bench: Bench) -> Bench:
    for year in (1988, 1989, 1990):
        bench.problem(f"putnam_{year}_b1")
    bench.script({"putnam_1989_b1": ["give_up:no idea"] * 3, "putnam_1990_b1": ["bug:oops"] * 3})
    return bench


@pytest.mark.real_coq
def test_the_header_says_what_the_run_rests_on(three: Bench, workers: int) -> None:
    result = three.run("--putnam-attempts=3", "--putnam-slots=1", workers=workers)
    result.stdout.fnmatch_lines(
        [
            "putnam: prover scripted, n = 3 (until one is proved), track with-solution, seed 0",
            "putnam: pytest-putnam *, coq 8.*",
            "putnam: dataset *bench (no checkout), 3 of 3 files",
            "putnam: attempt unlimited, check 60 s, start-up 120 s, item unlimited; *",
            "putnam: stored in .putnam/*",
        ]
    )


@pytest.mark.real_coq
def test_verbose_runs_have_one_line_per_attempt(three: Bench) -> None:
    result = three.run("-v", "--putnam-attempts=3")
    result.stdout.fnmatch_lines(
        [
            "bench/coq/src/putnam_1989_b1.v::test_proved?coq-scripted? ",
            "  attempt 1 of 3: gave_up (prover *): no idea",
            "  attempt 2 of 3: gave_up (prover *): no idea",
            "  attempt 3 of 3: gave_up (prover *): no idea",
            "bench/coq/src/putnam_1989_b1.v::test_proved?coq-scripted? FAILED * ? 66%?",
        ],
        consecutive=True,
    )
    result.stdout.fnmatch_lines(["  attempt 1 of 3: prover_error (*): ZeroDivisionError: oops"])


@pytest.mark.real_coq
def test_verbose_lines_of_workers_name_their_item(three: Bench) -> None:
    result = three.run("-v", "--putnam-attempts=3", workers=2)
    for attempt in (1, 2, 3):
        result.stdout.fnmatch_lines(
            [f"?gw?? putnam_1989_b1?coq-scripted? attempt {attempt} of 3: gave_up (*): no idea"]
        )
    result.stdout.no_fnmatch_line("*Captured stdout*")


@pytest.mark.real_coq
def test_ordinary_and_quiet_runs_have_none(three: Bench, workers: int) -> None:
    result = three.run("--putnam-attempts=3", workers=workers)
    result.stdout.no_fnmatch_line("*attempt 1 of 3: gave_up*")
    result.stdout.fnmatch_lines(["3 items: 1 proved, 1 failed, 1 error, 0 not run"])
    quiet = three.run("-q", workers=workers)
    quiet.stdout.fnmatch_lines(
        ["putnam: 3 items: 1 proved, 1 failed, 1 error, 0 not run; pass@1 33.3 to 66.7 %*"]
    )
    quiet.stdout.no_fnmatch_line("putnam: prover*")
    silent = three.run("-qq", workers=workers)
    silent.stdout.no_fnmatch_line("putnam:*")


@pytest.mark.real_coq
@pytest.mark.parametrize("args", [[], ["-v"]])
def test_a_long_run_tells_its_progress_on_lines_of_their_own(
    three: Bench, args: list[str], workers: int
) -> None:
    with (three.pytester.path / "conftest.py").open("a") as conftest:
        conftest.write("\nimport pytest_putnam.on_terminal as o\no.ETA_EVERY_S = 0.0\n")
    result = three.run(*args, workers=workers)
    result.stdout.fnmatch_lines(
        [
            "putnam: 1 of 3 items, ? proved, * so far, about * to go",
            "putnam: 2 of 3 items, 1 proved, * so far, about * to go",
            "3 items: 1 proved, 1 failed, 1 error, 0 not run",
        ]
    )
    assert three.run("-q", *args).stdout.str().count("to go") == (2 if args else 0)


@pytest.mark.real_coq
def test_a_hook_hears_of_every_attempt(three: Bench, workers: int) -> None:
    with (three.pytester.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
def pytest_putnam_attempt(record, planned, worker):
    with (HERE / "heard.log").open("a") as log:
        log.write(f"{record.problem} {record.attempt}/{planned} {record.verdict.kind} {worker[:2]}\\n")
"""
        )
    three.run("--putnam-attempts=3", workers=workers)
    heard = (three.pytester.path / "heard.log").read_text().splitlines()
    who = "gw" if workers else ""
    assert len(heard) == 7
    assert f"putnam_1988_b1 1/3 proved {who}" in heard
    assert f"putnam_1989_b1 3/3 gave_up {who}" in heard


@pytest.mark.real_coq
def test_a_stopped_run_says_what_it_did_not_run(three: Bench) -> None:
    result = three.run("-x")
    result.stdout.fnmatch_lines(["3 items: 1 proved, 1 failed, 0 error, 1 not run"])


@pytest.mark.real_coq
def test_running_without_sandbox_is_told_loudly(three: Bench, workers: int) -> None:
    result = three.run("--putnam-sandbox=none", workers=workers)
    result.stdout.fnmatch_lines(
        ["putnam: WARNING: NO SANDBOX: *", "no sandbox: candidates and provers ran with all *"]
    )


@pytest.mark.real_coq
@pytest.mark.parametrize(
    "args", [["-s"], ["-p", "no:terminal"], ["--capture=sys"], ["--no-header"]]
)
def test_unusual_terminals_do_no_harm(three: Bench, args: list[str], workers: int) -> None:
    if workers and args[-1] == "no:terminal":
        pytest.skip("xdist itself needs the terminal plugin's options")
    result = three.run(*args, workers=workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert three.query("SELECT count(*) FROM attempt") == [(3,)]


@pytest.mark.real_coq
def test_a_real_terminal_sees_whole_lines(three: Bench) -> None:
    command = ["-m", "pytest", "bench", "--prover=scripted", "-v", "--color=no"]
    child = pexpect.spawn(
        sys.executable, command, cwd=str(three.pytester.path), timeout=60, encoding="utf-8"
    )
    child.expect(pexpect.EOF)
    lines = [line.rstrip("\r") for line in str(child.before).split("\n")]
    child.close()
    assert "  attempt 1 of 1: gave_up (prover 0.0" in "\n".join(lines)
    assert "3 items: 1 proved, 1 failed, 1 error, 0 not run" in lines
