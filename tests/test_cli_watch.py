"""``putnam watch``: a run that goes on, one that ended, one that was killed; and it only reads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from putnam_command import putnam
from runs import Bench
from stored_runs import stored_run

from pytest_putnam.kept import open_run
from pytest_putnam.model import Usage
from pytest_putnam.reports.terminal import percent
from pytest_putnam.run_lock import RunLock
from pytest_putnam.run_state import RunState, run_state
from pytest_putnam.watching import look_at

PATIENCE_S = 120.0
NAMES = ["putnam_1988_a1", "putnam_1988_a2", "putnam_1988_a3", "putnam_1988_a4"]


def plain(frame: str) -> str:
    """The words of a frame, whatever its width."""
    return " ".join(frame.replace("│", " ").split())


def until(there: Callable[[], object]) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.05)


@pytest.fixture
def running(pytester: pytest.Pytester) -> Iterator[tuple[Bench, subprocess.Popen[bytes]]]:
    """A run in ``kept`` with two workers: two items are proved, one sleeps, one waits for it."""
    bench = Bench(pytester)
    for name in NAMES:
        bench.problem(name)
    bench.script({NAMES[2]: "sleep:300", NAMES[3]: "sleep:300"})
    args = ["-m", "pytest", "-p", "no:hypothesispytest", "bench", "--prover=scripted", "-n2"]
    with subprocess.Popen(
        [sys.executable, *args, "--putnam-run=kept"],
        cwd=pytester.path,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        store = pytester.path / "kept" / "run.sqlite"
        until(lambda: store.exists() and look_at(store.parent).ended == 2)
        yield bench, process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def test_a_running_run_is_seen_and_its_end_by_sigkill_too(
    running: tuple[Bench, subprocess.Popen[bytes]],
) -> None:
    bench, process = running
    folder = bench.pytester.path / "kept"
    before = sorted((p.name, p.stat().st_ino) for p in folder.iterdir())
    done = putnam("watch", folder, "--once", cwd=bench.pytester.path)
    assert done.returncode == 0
    moment = look_at(folder)
    for part in (
        "kept: scripted, n = 1, with-solution",
        "running; an attempt ended",
        "2 of 4: 2 proved, 0 failed, 0 error, 2 not run",
        f"{percent(moment.items.range)}",
        "to go",
        "2 on ",
        "no model was asked",
        "putnam_1988_a1 (coq) attempt 1",
    ):
        assert part in plain(done.stdout)
    assert (moment.state, moment.workers) == (RunState.RUNNING, 2)
    assert sorted((p.name, p.stat().st_ino) for p in folder.iterdir()) == before
    watcher = subprocess.Popen(
        [sys.executable, "-m", "pytest_putnam.cli", "watch", "kept", "--every=0.1"],
        cwd=bench.pytester.path,
        stdout=subprocess.PIPE,
        text=True,
    )
    with watcher:
        until(lambda: look_at(folder).state is RunState.RUNNING)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        told, _ = watcher.communicate(timeout=PATIENCE_S)
    assert watcher.returncode == 0
    assert "killed: it has not ended and nobody works on it" in plain(told)


def test_watching_does_not_hinder_a_run_and_ends_with_it(
    running: tuple[Bench, subprocess.Popen[bytes]],
) -> None:
    bench, process = running
    folder = bench.pytester.path / "kept"
    watcher = subprocess.Popen(
        [sys.executable, "-m", "pytest_putnam.cli", "watch", "--every=0.01", str(folder)],
        cwd=bench.pytester.path,
        stdout=subprocess.PIPE,
        text=True,
    )
    with watcher:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE_S)
        told, _ = watcher.communicate(timeout=PATIENCE_S)
    assert watcher.returncode == 0
    assert "ended, pytest's exit status 2" in plain(told)
    assert bench.query("SELECT exit_status FROM run", "kept") == [(2,)]


def test_an_ended_run_is_one_frame_without_a_time_to_go(tmp_path: Path) -> None:
    items = {"putnam_1988_a1": "FP", "putnam_1988_a2": "FE", "putnam_1988_a3": ""}
    stored_run(tmp_path / ".putnam" / "one", items, usage=Usage(2, 10, 20, cost_usd=0.25))
    done = putnam("watch", cwd=tmp_path)
    text = plain(done.stdout)
    assert done.returncode == 0
    assert done.stdout.count("one: p, n = 2") == 1
    assert "ended, pytest's exit status 1" in text
    assert "2 of 3: 1 proved, 0 failed, 1 error, 1 not run" in text
    assert "33.3 to 100.0 % (95 % interval 6.1 to 100.0 %)" in text
    assert "1 USD, 40 + 80 tokens, 8 requests" in text
    assert "to go" not in text


def test_who_holds_the_lock_decides_and_looking_takes_it_from_nobody(tmp_path: Path) -> None:
    folder = stored_run(
        tmp_path / "run", {"putnam_1988_a1": "P", "putnam_1988_a2": ""}, close=False
    )
    with open_run(folder) as run:
        row = run.run()
    assert run_state(folder, row) is RunState.KILLED
    lock = RunLock(folder)
    assert run_state(folder, row) is RunState.RUNNING
    assert (folder / "lock").read_text().startswith(f"process {os.getpid()} on ")
    lock.release()
    assert run_state(folder, row) is RunState.KILLED
    (folder / "lock").write_text(f"process {os.getpid()} on {os.uname().nodename}\n")
    assert run_state(folder, row) is RunState.KILLED, "a process with this number is not its holder"
    (folder / "lock").write_text("process 1 on another-machine\n")
    assert run_state(folder, row) is RunState.ELSEWHERE


def test_the_time_to_go_follows_this_sessions_pace(tmp_path: Path) -> None:
    items = {
        "putnam_1988_a1": "P",
        "putnam_1988_a2": "F",
        "putnam_1988_a3": "",
        "putnam_1988_a4": "",
    }
    folder = stored_run(tmp_path / "run", items, close=False)
    lock = RunLock(folder)
    try:
        moment = look_at(folder, now=1010.0)
    finally:
        lock.release()
    assert (moment.elapsed_s, moment.left_s, moment.quiet_s) == (10.0, 10.0, 6.0)
    assert [solve.problem for solve in moment.solves] == ["putnam_1988_a1"]


def test_nothing_to_watch_is_wrong_usage(tmp_path: Path) -> None:
    stored_run(tmp_path / "run", {"putnam_1988_a1": "P"})
    for args, told in (
        ((), "there is no run in .putnam"),
        (("nowhere",), "nowhere does not exist"),
        (("run", "--every=0"), "--every=0: it must be a number of seconds"),
    ):
        done = putnam("watch", *args, cwd=tmp_path)
        assert done.returncode == 2
        assert told in done.stderr
