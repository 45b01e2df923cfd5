"""`--putnam-resume`: exactly what is missing is done, and only in the run that was begun."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from putnam_command import putnam
from runs import Bench

from pytest_putnam.run_lock import RunLock

pytestmark = pytest.mark.real_coq


def forget_calls(bench: Bench) -> None:
    """From now on `Bench.calls` tells what is asked for anew."""
    (bench.pytester.path / "calls.log").write_text("")


def killed(bench: Bench, *args: str, workers: int) -> None:
    """A run that is killed, with all its processes, while the prover sleeps in some attempt."""
    argv = [sys.executable, "-m", "pytest", "bench", "--prover=scripted", *args]
    asleep = bench.pytester.path / "asleep"
    with subprocess.Popen(
        [*argv, "-n", str(workers)],
        cwd=bench.pytester.path,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    ) as process:
        ends = time.monotonic() + 60
        while not asleep.exists() and time.monotonic() < ends:
            time.sleep(0.05)
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGKILL)
    assert asleep.exists()
    asleep.unlink()


def test_only_what_is_missing_is_done(bench: Bench, workers: int) -> None:
    """A proved, a failed, a broken, a half-made and an untouched item after a kill."""
    for problem in ("a1", "a2", "a3", "b1", "b2"):
        bench.problem(f"putnam_1988_{problem}")
    half = ["give_up", "wrong", "sleep:600", "give_up"]
    script: dict[str, str | list[str]] = {
        "putnam_1988_a2": "wrong",
        "putnam_1988_a3": ["give_up", "infra_error:broken", "give_up", "give_up"],
        "putnam_1988_b1": half,
        "putnam_1988_b2": "sleep:600",
    }
    bench.script(script)
    killed(bench, "--putnam-attempts=4", workers=workers)
    kept = {
        f"{p} {n}" for p, n in bench.query("SELECT problem, attempt FROM attempt WHERE NOT redo")
    }
    finished = bench.query("SELECT problem FROM item WHERE outcome IN ('proved', 'failed')")
    if workers == 0:
        assert finished == [("putnam_1988_a1",), ("putnam_1988_a2",)]
    forget_calls(bench)
    script["putnam_1988_a3"] = "prove"
    script["putnam_1988_b1"] = [*half[:2], "prove", "give_up"]
    script["putnam_1988_b2"] = "prove"
    bench.script(script)
    result = bench.run("--putnam-resume", "--putnam-attempts=4", "-v", workers=workers)
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*putnam: resumes the run of * of 5 items are finished*"])
    result.stdout.fnmatch_lines(["5 items: 4 proved, 1 failed, 0 error, 0 not run"])
    shown = [line for line in result.stdout.lines if "%]" in line and "(kept)" in line]
    assert len(shown) == len(finished)
    if workers == 0:
        result.stdout.fnmatch_lines(["*a1*PASSED (kept)*", "*a2*FAILED (kept)*"])
        assert bench.calls() == ["putnam_1988_a3 2", "putnam_1988_b1 3", "putnam_1988_b2 1"]
    assert kept.isdisjoint(bench.calls())
    assert bench.query("SELECT problem, outcome FROM item ORDER BY 1") == [
        ("putnam_1988_a1", "proved"),
        ("putnam_1988_a2", "failed"),
        ("putnam_1988_a3", "proved"),
        ("putnam_1988_b1", "proved"),
        ("putnam_1988_b2", "proved"),
    ]
    assert bench.query(
        "SELECT attempt, verdict FROM attempt WHERE problem = 'putnam_1988_b1' ORDER BY 1"
    ) == [(1, "gave_up"), (2, "compile_error"), (3, "proved")]
    ((made,),) = bench.query("SELECT count(*) FROM attempt WHERE session = 2")
    assert made == len(bench.calls())
    assert bench.query("SELECT ended_at IS NULL FROM session ORDER BY id") == [(1,), (0,)]
    ((command,),) = bench.query("SELECT command FROM session WHERE id = 2")
    assert "--putnam-resume" in json.loads(str(command))
    (folder,) = bench.pytester.path.glob(".putnam/*/")
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["run.sqlite"]


def test_a_finished_run_is_replayed_without_running_anything(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a2": "wrong"})
    bench.run("--putnam-run=kept")
    before = bench.query("SELECT * FROM item", run="kept")
    forget_calls(bench)
    bench.script({"putnam_1988_a1": "exit:3", "putnam_1988_a2": "exit:3"})
    refused = bench.run("--putnam-run=kept")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["ERROR: --putnam-run=kept holds*another run, which is finished*"])
    none = bench.run("--putnam-resume")
    none.stderr.fnmatch_lines(["ERROR: --putnam-resume: there is no unfinished run in *.putnam;*"])
    absent = bench.run("--putnam-resume", "--putnam-run=nowhere")
    absent.stderr.fnmatch_lines(["ERROR: --putnam-resume: there is no run in *nowhere*"])
    result = bench.run("--putnam-resume", "--putnam-run=kept", "--junit-xml=junit.xml")
    result.assert_outcomes(passed=1, failed=1)
    assert bench.calls() == []
    assert bench.query("SELECT * FROM item", run="kept") == before
    junit = (bench.pytester.path / "junit.xml").read_text()
    assert junit.count('name="putnam_attempts_kept" value="1"') == 2


def test_the_summary_counts_what_the_run_has_already(bench: Bench) -> None:
    """Searches and costs too; of an attempt that is made again, only the new one."""
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    begun: dict[str, str | list[str]] = {
        "putnam_1988_a1": ["search", "give_up"],
        "putnam_1988_a2": ["search", "infra_error:broken"],
    }
    bench.script(begun)
    bench.run("--putnam-attempts=2").assert_outcomes(failed=1, errors=1)
    bench.script(begun | {"putnam_1988_a2": ["give_up", "search"]})
    result = bench.run("--putnam-attempts=2", "--putnam-resume")
    result.stdout.fnmatch_lines(
        [
            "4 attempts: gave_up 4",
            "model: 6 requests, 30 prompt and 60 completion tokens, cost 1.5 USD*",
            "search: 3 attempts: 6 queries (2.0 each), *, 9 states, *",
        ]
    )


def test_the_time_in_all_is_that_of_all_sessions(bench: Bench, workers: int) -> None:
    """As the report of the run tells it; the first session alone took longer than the second."""
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a2": "sleep:600"})
    killed(bench, workers=workers)
    bench.query("UPDATE session SET started_at = started_at - 3600, ended_at = started_at")
    bench.script({})
    told = bench.run("--putnam-resume", workers=workers).stdout.lines
    (folder,) = (bench.pytester.path / ".putnam").glob("2*")
    report = putnam("report", folder, "--format=text", cwd=bench.pytester.path)
    (said,) = [line for line in told if line.startswith("time: ")]
    assert said.startswith("time: 1:00:")
    assert said in report.stdout.splitlines()


def test_a_run_that_differs_in_meaning_is_not_gone_on_with(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.script({"putnam_1988_a1": ["give_up", "infra_error:x", "prove"]})
    bench.run("--putnam-attempts=2", "--putnam-run=kept")
    forget_calls(bench)
    other = ("--putnam-attempts=3", "--putnam-seed=7", "--putnam-run=kept", "--putnam-slots=1")
    refused = bench.run(*other)
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(
        [
            "ERROR: the run in *kept was begun differently:",
            "  attempts: 2 in the run, 3 now",
            "  seed: 0 in the run, 7 now",
            "it was begun by: pytest *--putnam-attempts=2*",
            "--putnam-resume-anyway goes on all the same*",
        ]
    )
    assert "slots" not in refused.stderr.str()
    assert bench.calls() == []
    bench.script({"putnam_1988_a1": ["give_up", "wrong", "prove"]})
    anyway = bench.run(*other, "--putnam-resume-anyway")
    anyway.assert_outcomes(passed=1)
    assert bench.calls() == ["putnam_1988_a1 2", "putnam_1988_a1 3"]


def test_an_option_of_the_prover_in_another_spelling_is_the_same(bench: Bench) -> None:
    """With ``_`` or ``-``; another value is another run."""
    bench.problem("putnam_1988_a1")
    bench.script({"putnam_1988_a1": "give_up"})
    bench.run("--prover-opt=side_note=x", "--putnam-run=kept").assert_outcomes(failed=1)
    same = bench.run("--prover-opt=side-note=x", "--putnam-run=kept", "--putnam-resume")
    same.assert_outcomes(failed=1)
    ((settings,),) = bench.query("SELECT settings FROM run", run="kept")
    assert json.loads(str(settings))["prover_options"] == "side-note=x"
    other = bench.run("--prover-opt=side_note=y", "--putnam-run=kept", "--putnam-resume")
    assert other.ret == pytest.ExitCode.USAGE_ERROR
    other.stderr.fnmatch_lines(["  prover_options: side-note=x in the run, side-note=y now"])


def test_other_items_and_changed_files_are_not_of_the_run(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a1": "infra_error:x"})
    bench.run("--putnam-run=kept", "-k", "a1")
    forget_calls(bench)
    bench.script({})
    more = bench.run("--putnam-run=kept")
    assert more.ret == pytest.ExitCode.USAGE_ERROR
    more.stdout.fnmatch_lines(["*cannot be resumed like this: *putnam_1988_a2* not in the run*"])
    bench.problem("putnam_1988_a1", "2 + 2 = 4")
    changed = bench.run("--putnam-run=kept", "-k", "a1", workers=2)
    assert changed.ret == pytest.ExitCode.USAGE_ERROR
    changed.stdout.fnmatch_lines(["*putnam_1988_a1* is from a file that has changed since*"])
    assert "pass@" not in changed.stdout.str()
    assert bench.calls() == []
    anyway = bench.run("--putnam-run=kept", "--putnam-resume-anyway")
    anyway.assert_outcomes(passed=2)


def test_a_proof_of_another_statement_is_not_kept(bench: Bench, workers: int) -> None:
    """What was proved before the file changed has to be proved anew, also where one goes on anyway."""
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a2": "infra_error:x"})
    bench.run("--putnam-run=kept", "--putnam-attempts=2")
    forget_calls(bench)
    bench.problem("putnam_1988_a1", "2 + 2 = 4")
    bench.script({"putnam_1988_a1": "wrong"})
    args = ("--putnam-run=kept", "--putnam-attempts=2", "--putnam-resume-anyway")
    resumed = bench.run(*args, workers=workers)
    resumed.assert_outcomes(passed=1, failed=1)
    assert sorted(bench.calls())[:2] == ["putnam_1988_a1 1", "putnam_1988_a1 2"]
    header = (
        "*: 0 of 2 items are finished, 0 attempts kept, 4 at most to make; 1 item of changed files*"
    )
    resumed.stdout.fnmatch_lines([header])
    proved = "SELECT problem FROM attempt WHERE verdict = 'proved'"
    assert bench.query(proved, run="kept") == [("putnam_1988_a2",)]
    ((digest,),) = bench.query("SELECT sha256 FROM item WHERE problem LIKE '%a1'", run="kept")
    (file,) = bench.pytester.path.rglob("putnam_1988_a1.v")
    assert digest == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_run_is_of_one_track(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.script({"putnam_1988_a1": "infra_error:x"})
    bench.run("--putnam-run=kept")
    refused = bench.run("--putnam-run=kept", "--putnam-track=no-solution", "--putnam-resume-anyway")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(
        ["ERROR: *is of the track with-solution, and this one would be no-*"]
    )


def test_a_file_is_no_place_for_a_run(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    (bench.pytester.path / "file").write_text("")
    refused = bench.run("--putnam-run=file/kept")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["ERROR: --putnam-run=file/kept: *file is a file; name a folder"])


def test_two_runs_never_work_in_one_folder(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.script({"putnam_1988_a1": "infra_error:x"})
    bench.run("--putnam-run=kept")
    forget_calls(bench)
    lock = RunLock(bench.pytester.path / "kept")
    try:
        for args in (["--putnam-run=kept"], ["--putnam-resume", "--putnam-run=kept"]):
            refused = bench.run(*args)
            assert refused.ret == pytest.ExitCode.USAGE_ERROR
            refused.stderr.fnmatch_lines(
                [f"ERROR: another process works on the run in *kept*(process {os.getpid()} on *"]
            )
    finally:
        lock.release()
    assert bench.calls() == []
    new = RunLock(bench.pytester.path / "new")
    try:
        refused = bench.run("--putnam-run=new")
        assert refused.ret == pytest.ExitCode.USAGE_ERROR
        refused.stdout.fnmatch_lines(["*putnam: another process works on the run in *new*"])
    finally:
        new.release()
    assert not (bench.pytester.path / "new" / "run.sqlite").exists()


def test_an_exhaustive_run_makes_its_errors_again_even_beside_a_proof(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.script({"putnam_1988_a1": ["prove", "api_error:down", "wrong"]})
    args = ("--putnam-attempts=3", "--putnam-exhaustive", "--putnam-run=kept")
    bench.run(*args).assert_outcomes(passed=1)
    forget_calls(bench)
    bench.script({"putnam_1988_a1": "give_up"})
    bench.run(*args).assert_outcomes(passed=1)
    assert bench.calls() == ["putnam_1988_a1 2"]
    assert bench.query("SELECT verdict FROM attempt ORDER BY attempt", run="kept") == [
        ("proved",),
        ("gave_up",),
        ("compile_error",),
    ]


def test_an_item_with_a_proof_counts_as_proved_before_all_attempts_are_made(
    bench: Bench, workers: int
) -> None:
    """What pass@n and pass@k say of a run that was killed in the midst of it, and after it went on."""
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script(
        {"putnam_1988_a1": "wrong", "putnam_1988_a2": ["prove", "wrong", "sleep:600", "wrong"]}
    )
    args = ("--putnam-attempts=4", "--putnam-exhaustive", "--putnam-run=kept")
    killed(bench, *args, workers=max(1, workers))
    report = putnam("report", "kept", "--format=text", cwd=bench.pytester.path).stdout
    assert "2 items: 1 proved, 1 failed, 0 error, 0 not run\npass@4 = 50.0 % (" in report
    assert "pass@1 = 12.5 to 37.5 % (" in report
    assert "pass@2 = 25.0 to 50.0 % (" in report
    assert "1 of the proved was not run to the end; the proof stands" in report
    assert "pass@k for k below 4: 2 attempts of 1 item not made, or prevented" in report
    watched = putnam("watch", "kept", "--once", cwd=bench.pytester.path).stdout
    assert "1 of 2: 1 proved, 1 failed" in watched
    forget_calls(bench)
    bench.script({})
    result = bench.run(*args, workers=workers)
    assert bench.calls() == ["putnam_1988_a2 3", "putnam_1988_a2 4"]
    result.stdout.fnmatch_lines(["pass@4 = 50.0 % (*", "pass@1 = 37.5 % (*"])
    assert "below 4" not in result.stdout.str()


def test_all_attempts_are_made_of_what_an_early_stop_had_left(bench: Bench) -> None:
    """Otherwise those that were never made would count as unproved in pass@k."""
    bench.problem("putnam_1988_a1")
    bench.run("--putnam-attempts=3", "--putnam-run=kept").assert_outcomes(passed=1)
    forget_calls(bench)
    exhaustive = ("--putnam-exhaustive", "--putnam-run=kept", "--putnam-resume")
    result = bench.run("--putnam-attempts=3", *exhaustive, "--putnam-resume-anyway")
    assert bench.calls() == ["putnam_1988_a1 2", "putnam_1988_a1 3"]
    result.stdout.fnmatch_lines(["pass@1 = 100.0 % *"])
    fewer = bench.run("--putnam-attempts=2", *exhaustive, "--putnam-resume-anyway")
    assert fewer.ret == pytest.ExitCode.USAGE_ERROR
    fewer.stderr.fnmatch_lines(
        ["ERROR: *has made 3 attempts of an item, and --putnam-attempts=2 *"]
    )


def test_no_folder_is_made_where_there_is_nothing_to_run(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_a1")
    bench.run(path="nosuch", workers=workers)
    bench.run("-k", "nothing", workers=workers)
    bench.run("--putnam-problem=nothing", workers=workers)
    assert not (bench.pytester.path / ".putnam").exists()
