"""Ctrl-C: what runs ends, what was found is told and stored."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runs import Bench

pytestmark = pytest.mark.real_coq


def sleepers(seconds: str) -> list[str]:
    """The processes that sleep for that long."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", seconds.encode()]:
            found.append(path.parent.name)
    return found


@pytest.mark.parametrize("to", ["terminal", "controller"])
def test_programs_end_and_the_summary_counts_what_is_not_run(
    bench: Bench, workers: int, to: str
) -> None:
    seconds = f"61723.{secrets.randbelow(10**9)}"
    for year in (1988, 1989, 1990):
        bench.problem(f"putnam_{year}_b1")
    bench.script({f"putnam_{y}_b1": f"program:{seconds}" for y in (1989, 1990)})
    argv = [sys.executable, "-m", "pytest", "bench", "--prover=scripted", "-n", str(workers)]
    process = subprocess.Popen(
        argv, cwd=bench.pytester.path, start_new_session=True, stdout=subprocess.PIPE, text=True
    )
    ends = time.monotonic() + 60
    while not sleepers(seconds) and time.monotonic() < ends:
        time.sleep(0.1)
    assert sleepers(seconds)
    while not finished(bench) and time.monotonic() < ends:
        time.sleep(0.1)
    if to == "terminal":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert "3 items: 1 proved, 0 failed, 0 error, 2 not run" in output
    assert bench.query("SELECT exit_status FROM run") == [(2,)]
    ends = time.monotonic() + 15
    while sleepers(seconds) and time.monotonic() < ends:
        time.sleep(0.1)
    assert not sleepers(seconds)


def finished(bench: Bench) -> bool:
    """Whether the first item is through."""
    try:
        return bench.query("SELECT count(*) FROM item WHERE outcome IS NOT NULL") == [(1,)]
    except ValueError:
        return False
