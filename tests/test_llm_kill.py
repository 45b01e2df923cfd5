"""Kill -9 at random points of a run with a model, and resume it, until it is done."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from model_server import Script, Seen, answer, serving
from small_benchmark import write_benchmark

from pytest_putnam.models.completions import CacheMode, Completions

pytestmark = pytest.mark.real_coq

ATTEMPTS = 100
WORKERS, CONCURRENCY = 2, 4
KILLS = 2


def start(pytester: pytest.Pytester, url: str) -> subprocess.Popen[bytes]:
    """A run in a process group of its own; from the second on it is resumed."""
    arguments = [sys.executable, "-m", "pytest", "bench", "--putnam-lang=coq", "--prover=gpt4"]
    arguments += [f"--prover-opt=base-url={url}", "--prover-opt=model=test-model"]
    arguments += [f"--putnam-attempts={ATTEMPTS}", f"--putnam-concurrency={CONCURRENCY}"]
    arguments += ["--putnam-run=run", f"-n{WORKERS}", "-q"]
    return subprocess.Popen(
        arguments, cwd=pytester.path, start_new_session=True, stdout=subprocess.DEVNULL
    )


def test_a_killed_run_asks_again_only_for_what_was_in_flight(pytester: pytest.Pytester) -> None:
    """200 attempts: the server sees at most those and the ones in flight at the kills."""
    write_benchmark(pytester.path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    luck = random.Random(11)

    def wrong(seen: Seen) -> Script:
        text = f"```coq\nProof. idtac {seen.number}. discriminate. Qed.\n```"
        return answer(text).late(luck.uniform(0.02, 0.1))

    with serving(wrong) as server:
        for number in range(KILLS + 1):
            run = start(pytester, server.url)
            enough = len(server.seen) + luck.randint(10, 50)
            while number < KILLS and len(server.seen) < enough and run.poll() is None:
                time.sleep(0.002)
            if number < KILLS:
                assert run.poll() is None, "it is killed in the middle"
                os.killpg(run.pid, signal.SIGKILL)
            status = run.wait(180)
        assert status == pytest.ExitCode.TESTS_FAILED, "no attempt is a proof"
        seen = len(server.seen)
    assert 2 * ATTEMPTS <= seen <= 2 * ATTEMPTS + KILLS * WORKERS * CONCURRENCY
    with sqlite3.connect(pytester.path / "run" / "run.sqlite") as db:
        counted = db.execute(
            "SELECT verdict, count(*), count(DISTINCT code) FROM attempt GROUP BY verdict"
        ).fetchall()
    db.close()
    assert counted == [("compile_error", 2 * ATTEMPTS, 2 * ATTEMPTS)], "each its own sample"
    store = Completions(pytester.path / "run" / "completions.sqlite", CacheMode.REPLAY)
    assert len(list(store.rows())) == 2 * ATTEMPTS
    store.close()
