"""When a third of all requests fail, and when the process is killed: nothing is lost or paid twice."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from model_requests import ask_for, sampler
from model_server import Script, Seen, answer, error, serving

from pytest_putnam.errors import ApiError
from pytest_putnam.llm import CacheMode, RateLimits
from pytest_putnam.models.completions import Completions
from pytest_putnam.models.spending import Ledger, SpendingLimits
from pytest_putnam.prover import Budget

STORM = (
    error(429),
    error(429, headers={"Retry-After": "0.01"}),
    error(500),
    Script(b"<html><h1>Bad gateway</h1></html>", 502),
    Script(answer("x").body, cut_at=30),
    Script(b'{"cut'),
    Script(hang=True),
)


def test_in_a_storm_every_attempt_is_accounted_for(tmp_path: Path) -> None:
    """30 problems of 10 attempts; one problem's requests always fail."""
    luck = random.Random(7)
    served: Counter[str] = Counter()
    unsure: list[bool] = []

    def respond(seen: Seen) -> Script:
        if "problem 13" in seen.prompt:
            return error(500, "never")
        if luck.random() < 1 / 3:
            script = luck.choices(STORM, weights=[5, 5, 5, 5, 5, 5, 1])[0]
            unsure.append(script.hang or script.status == 200)
            return script
        served[seen.prompt] += 1
        return answer(f"proof {served[seen.prompt]}")

    ledger_file = tmp_path / "ledger.sqlite"
    with (
        serving(respond) as server,
        sampler(
            server.url,
            tmp_path,
            cache=CacheMode.READ_WRITE,
            timeout_s=4.0,
            ledger_file=ledger_file,
            run="run",
            rates=RateLimits(concurrency=16),
            tries=10,
            backoff_s=0.005,
        ) as llm,
    ):

        def attempt(which: tuple[int, int]) -> str:
            problem, sample = which
            request = ask_for(f"problem {problem}")
            try:
                return llm.complete(request, sample=sample, budget=Budget(60)).content
            except ApiError as failed:
                return str(failed)

        attempts = [(problem, sample) for problem in range(30) for sample in range(1, 11)]
        with ThreadPoolExecutor(16) as pool:
            ended = dict(zip(attempts, pool.map(attempt, attempts), strict=True))
    assert len(ended) == 300
    failed = {(p, s): text for (p, s), text in ended.items() if not text.startswith("proof")}
    assert set(failed) == {(13, sample) for sample in range(1, 11)}
    assert all("10 tries failed" in text for text in failed.values()), "all retries were spent"
    for problem in set(range(30)) - {13}:
        texts = {ended[problem, sample] for sample in range(1, 11)}
        assert texts == {f"proof {i}" for i in range(1, 11)}, "ten samples, none asked for twice"
    ledger = Ledger(ledger_file, "run", SpendingLimits())
    told = "what hung or broke off in an answer may have to be paid all the same"
    assert ledger.spent().requests == 290 + sum(unsure), told
    ledger.close()
    store = Completions(tmp_path / "completions.sqlite", CacheMode.REPLAY)
    assert len(list(store.rows())) == 290
    store.close()


def test_a_completion_is_in_the_file_before_the_prover_has_it(tmp_path: Path) -> None:
    script = """
import json, os, sys
from pathlib import Path
from model_requests import ask_for, complete, sampler
from pytest_putnam.llm import CacheMode
with sampler(sys.argv[1], Path(sys.argv[2]), cache=CacheMode.READ_WRITE) as llm:
    got = complete(llm)
    print(json.dumps(got.content), flush=True)
    os.kill(os.getpid(), 9)
"""
    with serving(answer("kept")) as server:
        ran = subprocess.run(
            [sys.executable, "-c", script, server.url, str(tmp_path)],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert json.loads(ran.stdout) == "kept"
    store = Completions(tmp_path / "completions.sqlite", CacheMode.REPLAY)
    assert [row.completion.content for row in store.rows()] == ["kept"]
    store.close()
