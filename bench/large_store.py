"""How a store of 2,000,000 attempts behaves: its resume plan, its summary, and the memory they take.

    python bench/large_store.py [--attempts 2000000] [--per-item 32] [--keep FOLDER]

Attempts have a candidate of about 600 characters and a transcript of 300, as a model's would be. The
plan and the summary are measured each in a process of its own, which has nothing else in memory.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.reports.kept_tally import kept_tally
from pytest_putnam.reports.lines import verdict_counts
from pytest_putnam.resuming import resume_plan
from pytest_putnam.store import ItemRow, Store

LIMIT_S, LIMIT_MB = 10.0, 1024


def fill(folder: Path, attempts: int, per_item: int) -> None:
    """A run in the middle: one of ten items has half of its attempts, three of a hundred are proofs."""
    items = attempts * 20 // (19 * per_item)
    store = Store(folder, run_id="large", started_at=0.0)
    store.begin_session(
        started_at=0.0,
        settings={"prover": "bench", "attempts": per_item, "exhaustive": True},
        versions={},
        datasets=[{"path": "bench", "commit": "no checkout"}],
        machine={},
    )
    names = [f"putnam_{1900 + n // 12 % 120}_{'ab'[n % 2]}{n % 6 + 1}_{n}" for n in range(items)]
    nodeids = [f"../bench/coq/src/{name}.v::test_proved[coq-bench]" for name in names]
    about = ("coq", "with-solution", "bench", ("algebra",), "bench")
    store.add_items(
        ItemRow(nodeid, name, *about, f"coq/src/{name}.v", f"{n:064x}")
        for n, (nodeid, name) in enumerate(zip(nodeids, names, strict=True))
    )
    store.close(ended_at=1.0, exit_status=2)
    db = sqlite3.connect(folder / FILE_NAME)
    db.execute("PRAGMA synchronous = OFF")
    columns = [row[1] for row in db.execute("PRAGMA table_info(attempt)")]
    luck = random.Random(0)
    marks = ", ".join("?" * len(columns))
    db.executemany(
        f"INSERT INTO attempt VALUES ({marks})",
        (
            tuple(row[name] for name in columns)
            for n, (nodeid, name) in enumerate(zip(nodeids, names, strict=True), 1)
            for row in _rows(nodeid, name, per_item if n % 10 else per_item // 2, luck)
        ),
    )
    db.execute(
        "UPDATE item SET wall_s = 1.0, outcome = CASE WHEN nodeid IN (SELECT nodeid FROM attempt WHERE "
        "verdict = 'proved') THEN 'proved' ELSE 'failed' END WHERE rowid % 10 > 0"
    )
    db.commit()
    db.close()


def _rows(
    nodeid: str, name: str, per_item: int, luck: random.Random
) -> Iterator[dict[str, object]]:
    for number in range(1, per_item + 1):
        kind = luck.choices(("compile_error", "gave_up", "proved", "api_error"), (80, 16, 3, 1))[0]
        yield {
            "nodeid": nodeid,
            "attempt": number,
            "problem": name,
            "language": "coq",
            "track": "with-solution",
            "prover": "bench",
            "seed": luck.getrandbits(62),
            "verdict": kind,
            "reason": "line 3: a reason of some length",
            "messages": "[]",
            "evidence": "{}",
            "decided_by": "warm",
            "clock": "",
            "prover_s": luck.random(),
            "check_s": luck.random(),
            "cpu_s": luck.random(),
            "solution": None,
            "code": f"Proof. {number} " + "intros; auto. " * 42,
            "transcript": "said " * 60,
            "requests": 1,
            "prompt_tokens": 900,
            "completion_tokens": 300,
            "cached_tokens": None,
            "reasoning_tokens": None,
            "cost_usd": 0.001,
            "finished_at": 1e9,
            "session": 1,
            "needs_review": 0,
            "redo": int(kind == "api_error"),
            "sandbox": "bwrap",
            "options_hash": "0" * 64,
            "prompt_hash": "1" * 64,
        }


def plan(folder: Path) -> str:
    with open_run(folder) as kept:
        found = resume_plan(kept, kept.run().attempts, exhaustive=True, sha256_now=lambda _: "")
    return (
        f"{len(found.finished)} of {len(found.sha256)} items are finished, {found.kept} attempts kept, "
        f"{found.missing} at most to make"
    )


def summary(folder: Path) -> str:
    with open_run(folder) as kept:
        tally = kept_tally(kept)
    row = tally.total()
    outcomes = ", ".join(f"{outcome or 'not run'} {n}" for outcome, n in row.outcomes.items())
    return f"{outcomes}; {verdict_counts(tally.kinds)}"


TASKS = {"plan": plan, "summary": summary}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--attempts", type=int, default=2_000_000)
    parser.add_argument("--per-item", type=int, default=32)
    parser.add_argument("--keep", type=Path, help="a folder for the store; it is used again")
    parser.add_argument("--task", choices=TASKS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.task:
        began = time.perf_counter()
        said = TASKS[args.task](args.keep)
        took_s = time.perf_counter() - began
        memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps([took_s, time.process_time(), memory_mb, said]))
        return 0
    with tempfile.TemporaryDirectory(prefix="putnam-large-") as temporary:
        folder: Path = args.keep or Path(temporary)
        if not (folder / FILE_NAME).exists():
            began = time.perf_counter()
            fill(folder, args.attempts, args.per_item)
            print(f"filled in {time.perf_counter() - began:.0f} s")
        print(f"{args.attempts} attempts, {(folder / FILE_NAME).stat().st_size / 1e9:.2f} GB")
        good = True
        for task in TASKS:
            told = subprocess.run(
                [sys.executable, __file__, f"--task={task}", f"--keep={folder}"],
                stdout=subprocess.PIPE,
                check=True,
            ).stdout
            took_s, cpu_s, memory_mb, said = json.loads(told)
            print(f"{task:8} {took_s:6.2f} s (CPU {cpu_s:.2f} s)  {memory_mb:6.0f} MiB  {said}")
            good &= took_s < LIMIT_S and memory_mb < LIMIT_MB
    print("within" if good else "BEYOND", f"{LIMIT_S:g} s and {LIMIT_MB} MiB")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
