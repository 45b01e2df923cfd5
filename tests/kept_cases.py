"""Kept runs for tests: made by the store itself, and one as the first version wrote it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from pytest_putnam.kept import FILE_NAME
from pytest_putnam.model import (
    NEEDS_REVIEW,
    AttemptRecord,
    Candidate,
    Language,
    Message,
    Outcome,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.store import ItemRow, Store

NODEID = "bench/coq/src/putnam_1988_b1.v::test_proved[coq-p]"
GAVE_UP = AttemptRecord(
    problem="putnam_1988_b1",
    language=Language.COQ,
    track=Track.NO_SOLUTION,
    prover="p",
    attempt=1,
    seed=2**62,
    verdict=Verdict(VerdictKind.GAVE_UP, "nothing found", clock="cpu"),
    prover_s=1.5,
    usage=Usage(requests=1, prompt_tokens=10, completion_tokens=5, cost_usd=0.25),
    transcript="said and done",
    nodeid=NODEID,
    finished_at=1e9,
)
CRASHED = replace(
    GAVE_UP,
    attempt=2,
    verdict=Verdict(VerdictKind.CHECK_CRASH, "signal 11", (Message("said", 3, 4),), path="strict"),
    candidate=Candidate("crash."),
    usage=Usage(requests=1, cost_usd=0.25),
)
PROVED = replace(
    GAVE_UP,
    attempt=3,
    verdict=Verdict(VerdictKind.PROVED, evidence={"axioms": "none"}, check_s=0.5, path="strict"),
    candidate=Candidate("Proof. trivial. Qed.", "4"),
    usage=None,
)
REVIEW = replace(
    PROVED,
    verdict=replace(PROVED.verdict, evidence={"axioms": "none", NEEDS_REVIEW: "not shown equal"}),
)


def kept_run(folder: Path, *records: AttemptRecord, close: bool = True) -> Store:
    """A run of two items, the first with these attempts."""
    store = Store(folder, run_id="r", started_at=1.0)
    store.begin_session(
        started_at=1.0,
        settings={"prover": "p", "attempts": 3, "exhaustive": True, "sandbox": "bwrap"},
        versions={"coq": "8"},
        datasets=[{"path": "bench", "commit": "no checkout"}],
        machine={"cores": 2},
        command=["bench"],
    )
    about = ("coq", "no-solution", "p", ("algebra",), "bench")
    store.add_items(
        [
            ItemRow(NODEID, "putnam_1988_b1", *about, "coq/src/putnam_1988_b1.v", "ab" * 32),
            ItemRow(f"{NODEID}2", "putnam_1988_b2", *about, "coq/src/putnam_1988_b2.v", "cd" * 32),
        ]
    )
    for record in records:
        store.add_attempt(record)
    if close:
        proved = any(r.verdict.kind is VerdictKind.PROVED for r in records)
        store.end_item(NODEID, Outcome.PROVED if proved else Outcome.FAILED, "", 2.5)
        store.close(ended_at=9.0, exit_status=1)
    return store


def first_version(source: Path, target: Path) -> None:
    """The run in `source` as the first version of the store would hold it."""
    target.mkdir(parents=True)
    with sqlite3.connect(target / FILE_NAME) as db:
        db.execute("ATTACH ? AS source", (str(source / FILE_NAME),))
        for name, columns in FIRST_VERSION.items():
            key = ", PRIMARY KEY (nodeid, attempt)" if name == "attempt" else ""
            db.execute(f"CREATE TABLE {name} ({columns}{key})")
            plain = ", ".join(c.split()[0] for c in columns.split(", "))
            db.execute(f"INSERT INTO {name} SELECT {plain} FROM source.{name}")
        db.execute("PRAGMA user_version = 1")
    db.close()


FIRST_VERSION = {
    "run": "id TEXT PRIMARY KEY, started_at REAL NOT NULL, ended_at REAL, exit_status INTEGER, "
    "settings TEXT NOT NULL, versions TEXT NOT NULL, datasets TEXT NOT NULL",
    "item": "nodeid TEXT PRIMARY KEY, problem TEXT NOT NULL, language TEXT NOT NULL, "
    "track TEXT NOT NULL, prover TEXT NOT NULL, tags TEXT NOT NULL, outcome TEXT, "
    "reason TEXT NOT NULL DEFAULT '', wall_s REAL",
    "attempt": "nodeid TEXT NOT NULL, attempt INTEGER NOT NULL, problem TEXT NOT NULL, "
    "language TEXT NOT NULL, track TEXT NOT NULL, prover TEXT NOT NULL, seed INTEGER NOT NULL, "
    "verdict TEXT NOT NULL, reason TEXT NOT NULL, messages TEXT NOT NULL, evidence TEXT NOT NULL, "
    "decided_by TEXT NOT NULL, clock TEXT NOT NULL, prover_s REAL NOT NULL, check_s REAL NOT NULL, "
    "cpu_s REAL NOT NULL, code TEXT, solution TEXT, transcript TEXT NOT NULL, requests INTEGER, "
    "prompt_tokens INTEGER, completion_tokens INTEGER, cached_tokens INTEGER, "
    "reasoning_tokens INTEGER, cost_usd REAL, finished_at REAL NOT NULL",
}
