"""The tables of a run's store, and how stores of earlier versions become ones of this.

    run       one row: when, with which settings and versions, on which dataset and machine
    session   one row per session of pytest that worked on the run: the first, and each resumption
    item      one row per item that was collected; `outcome` is NULL until it ended
    attempt   one row per attempt that ended

Settings, versions, machine, tags, messages and evidence are JSON. Times are Unix times, or seconds
where a name ends in ``_s``. A new column comes last in its table, so that a migrated store and a
new one are the same.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import ENDS_RUN, NEEDS_REVIEW, VerdictKind

SCHEMA_VERSION: Final = 2
"""Also in ``PRAGMA user_version``; it grows whenever a table changes."""
TABLES: Final = frozenset({"run", "item", "attempt"})
"""A file that has not all of these is no store."""

FAULTS_SQL: Final = ", ".join(f"'{kind}'" for kind in VerdictKind if kind.is_fault)
"""The verdicts that are faults, as a list for SQL."""
_REVIEW: Final = f"verdict = 'proved' AND json_extract(evidence, '$.{NEEDS_REVIEW}') IS NOT NULL"
_REDO: Final = f"verdict IN ({FAULTS_SQL}) OR json_extract(evidence, '$.{ENDS_RUN}') IS NOT NULL"

_ADDED_IN_2: Final = {
    "run": ("machine TEXT NOT NULL DEFAULT '{}'",),
    "item": (
        "dataset TEXT NOT NULL DEFAULT ''",  # the path of its benchmark, as in run.datasets
        "file TEXT NOT NULL DEFAULT ''",  # within that
        "sha256 TEXT NOT NULL DEFAULT ''",  # of the file's bytes
    ),
    "attempt": (
        "session INTEGER NOT NULL DEFAULT 1",
        "needs_review INTEGER NOT NULL DEFAULT 0",  # 1: a proof with a solution to look at
        "redo INTEGER NOT NULL DEFAULT 0",  # 1: not the prover's doing; made again on resuming
        "sandbox TEXT NOT NULL DEFAULT ''",
        "options_hash TEXT NOT NULL DEFAULT ''",  # of prover, its options, and the run's settings
        "prompt_hash TEXT NOT NULL DEFAULT ''",  # of what the prover was given to work on
    ),
}

_BASE: Final = """
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

_COUNTED: Final = (
    *("nodeid", "attempt", "verdict", "needs_review", "redo", "session", "clock"),
    *("prover_s", "check_s", "cpu_s", "finished_at"),
    *("requests", "prompt_tokens", "completion_tokens", "cost_usd"),
)
"""The columns that counting reads: an index holds them, so that no candidate is read for it."""

_STEP_2: Final = "".join(
    f"ALTER TABLE {table} ADD COLUMN {column};\n"
    for table, columns in _ADDED_IN_2.items()
    for column in columns
) + (
    """
CREATE TABLE session (
    id INTEGER PRIMARY KEY,     -- counts from 1
    started_at REAL NOT NULL,
    ended_at REAL,              -- NULL: it was killed, or goes on
    exit_status INTEGER,
    command TEXT NOT NULL,      -- pytest's arguments
    settings TEXT NOT NULL,
    versions TEXT NOT NULL,
    machine TEXT NOT NULL
);
INSERT INTO session SELECT 1, started_at, ended_at, exit_status, '[]', settings, versions, '{}' FROM run;
"""
    f"UPDATE attempt SET needs_review = 1 WHERE {_REVIEW};\n"
    f"UPDATE attempt SET redo = 1 WHERE {_REDO};\n"
    f"CREATE INDEX attempt_counted ON attempt ({', '.join(_COUNTED)});\n"
)


def create(db: sqlite3.Connection, run_id: str, started_at: float) -> None:
    """Make the tables in an empty file, and the run's row, in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    for statement in _statements(_BASE + _STEP_2):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute(
        "INSERT INTO run (id, started_at, settings, versions, datasets) VALUES (?, ?, ?, ?, ?)",
        (run_id, started_at, "{}", "{}", "[]"),
    )
    db.execute("COMMIT")


def _statements(script: str) -> list[str]:
    return [s for s in script.split(";\n") if s.strip()]


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The schema's version. Raises `BadInput` where the file is no store, or one of a newer version."""
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
    except sqlite3.DatabaseError as error:
        raise BadInput(f"{path} is not the store of a run: {error}") from error
    if not tables >= TABLES or version < 1:
        raise BadInput(f"{path} is not the store of a run: it has no table run, item or attempt")
    if version > SCHEMA_VERSION:
        raise BadInput(
            f"{path} was written by a newer pytest-putnam: its schema is version {version}, and "
            f"this one knows versions up to {SCHEMA_VERSION}; use that pytest-putnam, or a newer one"
        )
    return int(version)


def upgrade(db: sqlite3.Connection, path: Path) -> None:
    """Bring the file to this version, in one transaction. Raises `BadInput`."""
    if version_of(db, path) == SCHEMA_VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(_STEP_2):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def show_as_current(db: sqlite3.Connection, version: int) -> None:
    """Let queries on an older store see this version's tables; the file stays as it is.

    Views of the connection alone hide the file's tables. They are slower, for they have no index.
    """
    if version == SCHEMA_VERSION:
        return
    computed = {"needs_review": f"({_REVIEW})", "redo": f"({_REDO})"}
    for table, columns in _ADDED_IN_2.items():
        added = []
        for column in columns:
            name, default = column.split()[0], column.partition("DEFAULT ")[2]
            added.append(f"{computed.get(name, default)} AS {name}")
        db.execute(f"CREATE TEMP VIEW {table} AS SELECT *, {', '.join(added)} FROM main.{table}")
    db.execute(
        "CREATE TEMP VIEW session AS SELECT 1 AS id, started_at, ended_at, exit_status, "
        "'[]' AS command, settings, versions, '{}' AS machine FROM main.run"
    )
