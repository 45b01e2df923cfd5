"""The store of a run: one SQLite file, written by the controller alone.

    run       one row: when, with which settings and versions, on which dataset
    item      one row per item that was collected; `outcome` is NULL until it ended
    attempt   one row per attempt that ended

Settings, versions, tags, messages and evidence are JSON. Times are Unix times, or seconds where a
name ends in ``_s``. Each attempt is a transaction of its own, so killing the process at any time
leaves all finished attempts in the file, and in the log beside it, ``run.sqlite-wal``, which
whoever opens the file next puts into it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import AttemptRecord, Outcome, Usage
from pytest_putnam.wire import clean, plain

SCHEMA_VERSION: Final = 1
"""Also in ``PRAGMA user_version``; it grows whenever a table changes."""
FILE_NAME: Final = "run.sqlite"
BUSY_TIMEOUT_S: Final = 60.0
"""How long a write waits for people who read the file meanwhile."""

_SCHEMA: Final = """
CREATE TABLE run (
    id TEXT PRIMARY KEY,
    started_at REAL NOT NULL,
    ended_at REAL,              -- NULL: the run was killed, or goes on
    exit_status INTEGER,        -- pytest's
    settings TEXT NOT NULL,
    versions TEXT NOT NULL,
    datasets TEXT NOT NULL
);
CREATE TABLE item (
    nodeid TEXT PRIMARY KEY,
    problem TEXT NOT NULL,
    language TEXT NOT NULL,
    track TEXT NOT NULL,
    prover TEXT NOT NULL,
    tags TEXT NOT NULL,
    outcome TEXT,               -- proved, failed, error; NULL: not run to its end
    reason TEXT NOT NULL DEFAULT '',
    wall_s REAL
);
CREATE TABLE attempt (
    nodeid TEXT NOT NULL,
    attempt INTEGER NOT NULL,   -- counts from 1
    problem TEXT NOT NULL,
    language TEXT NOT NULL,
    track TEXT NOT NULL,
    prover TEXT NOT NULL,
    seed INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL,
    messages TEXT NOT NULL,
    evidence TEXT NOT NULL,
    decided_by TEXT NOT NULL,   -- gate, warm, strict
    clock TEXT NOT NULL,        -- which limit fired, if any
    prover_s REAL NOT NULL,
    check_s REAL NOT NULL,
    cpu_s REAL NOT NULL,
    code TEXT,                  -- the candidate; NULL: there was none
    solution TEXT,
    transcript TEXT NOT NULL,
    requests INTEGER,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    cached_tokens INTEGER,
    reasoning_tokens INTEGER,
    cost_usd REAL,
    finished_at REAL NOT NULL,
    PRIMARY KEY (nodeid, attempt)
);
"""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """What is known of an item before it runs."""

    nodeid: str
    problem: str
    language: str
    track: str
    prover: str
    tags: tuple[str, ...] = ()


class Store:
    """An open store. `sqlite3.Error` and `OSError` pass through: a full disk, a lost folder."""

    def __init__(self, run_dir: Path, *, run_id: str, started_at: float) -> None:
        """Create the file in `run_dir`. Raises `BadInput` where one is there already."""
        self.path = run_dir / FILE_NAME
        if self.path.exists():
            raise BadInput(f"{self.path} exists: it is the store of another run; name a new folder")
        run_dir.mkdir(parents=True, exist_ok=True)
        self._run_id = run_id
        self._db = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT_S
        )
        # A log beside the file (run.sqlite-wal) until the run ends: a transaction need not wait for
        # the disk then, and people can read meanwhile. Where the file system cannot do it, SQLite
        # keeps to its usual journal.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        self._write(
            "run",
            {"id": run_id, "started_at": started_at, "settings": "{}", "versions": "{}"}
            | {"datasets": "[]"},
        )

    def describe(
        self,
        *,
        settings: Mapping[str, object],
        versions: Mapping[str, str],
        datasets: Iterable[Mapping[str, object]],
    ) -> None:
        """Write down what the run rests on."""
        self._db.execute(
            "UPDATE run SET settings = ?, versions = ?, datasets = ?",
            (_json(settings), _json(versions), _json(list(datasets))),
        )

    def add_items(self, items: Iterable[ItemRow]) -> None:
        """The items of the run, in one transaction; those that are known stay as they are."""
        with self._transaction():
            for item in items:
                self._write(
                    "item",
                    {
                        "nodeid": clean(item.nodeid),
                        "problem": item.problem,
                        "language": item.language,
                        "track": item.track,
                        "prover": item.prover,
                        "tags": _json(list(item.tags)),
                    },
                    "OR IGNORE",
                )

    def add_attempt(self, record: AttemptRecord) -> None:
        """One finished attempt. One that is made again, after a crash, replaces the old one."""
        verdict, candidate = record.verdict, record.candidate
        usage = record.usage or Usage()
        self._write(
            "attempt",
            {
                "nodeid": clean(record.nodeid),
                "attempt": record.attempt,
                "problem": record.problem,
                "language": record.language.value,
                "track": record.track.value,
                "prover": clean(record.prover),
                "seed": record.seed,
                "verdict": verdict.kind.value,
                "reason": clean(verdict.reason),
                "messages": _json(verdict.messages),
                "evidence": _json(verdict.evidence),
                "decided_by": verdict.path,
                "clock": verdict.clock,
                "prover_s": record.prover_s,
                "check_s": verdict.check_s,
                "cpu_s": verdict.cpu_s,
                "code": None if candidate is None else clean(candidate.code),
                "solution": candidate and candidate.solution and clean(candidate.solution),
                "transcript": clean(record.transcript),
                "requests": usage.requests if record.usage else None,
                "prompt_tokens": usage.prompt_tokens,
                "completion_tokens": usage.completion_tokens,
                "cached_tokens": usage.cached_tokens,
                "reasoning_tokens": usage.reasoning_tokens,
                "cost_usd": usage.cost_usd,
                "finished_at": record.finished_at,
            },
            "OR REPLACE",
        )

    def end_item(self, nodeid: str, outcome: Outcome, reason: str, wall_s: float) -> None:
        """What became of an item."""
        self._db.execute(
            "UPDATE item SET outcome = ?, reason = ?, wall_s = ? WHERE nodeid = ?",
            (outcome.value, clean(reason), wall_s, clean(nodeid)),
        )

    def close(self, *, ended_at: float, exit_status: int) -> None:
        """The run is over."""
        self._db.execute("UPDATE run SET ended_at = ?, exit_status = ?", (ended_at, exit_status))
        self._db.execute("PRAGMA journal_mode = DELETE")  # leaves one file
        self._db.close()

    def _transaction(self) -> sqlite3.Connection:
        self._db.execute("BEGIN")
        return self._db

    def _write(self, table: str, row: Mapping[str, object], conflict: str = "") -> None:
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        self._db.execute(
            f"INSERT {conflict} INTO {table} ({names}) VALUES ({marks})", tuple(row.values())
        )


def _json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)
