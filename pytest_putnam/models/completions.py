"""The store of completions: what a model answered, by everything that determines it.

A completion is kept under its request (interface, model, parameters, messages) and the index of the
sample, so that n attempts are n samples. It is written the moment it arrives, by whichever process
received it. The file is SQLite; its text form (`completions_text`) can be committed, reviewed and
replayed.
"""

from __future__ import annotations

import contextlib
import enum
import json
import sqlite3
import threading
import time
import urllib.parse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.models.chat import Completion, Request, canonical_json, request_key
from pytest_putnam.models.completions_text import TEXT_SUFFIXES, read_text
from pytest_putnam.models.misses import Known, explain_miss
from pytest_putnam.models.shared_sqlite import SharedDatabase
from pytest_putnam.models.stored import Stored, answer_json, completion_of

SCHEMA_VERSION: Final = 1

_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS prompts (
    key TEXT PRIMARY KEY, model TEXT NOT NULL, request TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS completions (
    prompt TEXT NOT NULL REFERENCES prompts (key),
    sample INTEGER NOT NULL,
    label TEXT NOT NULL,
    answer TEXT NOT NULL,
    run TEXT NOT NULL,
    created_at REAL NOT NULL,
    PRIMARY KEY (prompt, sample));
PRAGMA user_version = {SCHEMA_VERSION}
"""


class CacheMode(enum.StrEnum):
    """What the store of completions is used for."""

    OFF = "off"
    """Nothing is read, nothing is written: what was paid for is lost with the process."""
    READ_WRITE = "read-write"
    """What is there is used, what is missing is asked for and written."""
    REPLAY = "replay"
    """Only what is there is used; the model is never asked."""
    REFRESH = "refresh"
    """Everything is asked for anew and replaces what is there, once in a run."""


class Completions:
    """The completions of one file. Thread-safe, and safe with any number of processes."""

    def __init__(self, path: Path, mode: CacheMode, run: str = "") -> None:
        """`run` names the run that completions are written for.

        Raises `BadInput` for a file that does not exist or cannot be used in this mode, and
        `InfraError` where it cannot be opened.
        """
        self.path = path
        self.mode = mode
        self._run = run
        self._requests: list[Known] | None = None
        self._database: SharedDatabase | _ReadOnly | None = None
        if mode is CacheMode.REPLAY:
            self._database = _read_only(path)
        elif mode is not CacheMode.OFF:
            self._database = _writable(path)

    def get(self, request: Request, sample: int) -> Completion | None:
        """The completion of `sample`, which counts from 1; None where it must be asked for."""
        if self._database is None:
            return None
        with self._database.reading() as db:
            row = db.execute(
                "SELECT answer, run FROM completions WHERE prompt = ? AND sample = ?",
                (request.key, sample),
            ).fetchone()
        if row is None or (self.mode is CacheMode.REFRESH and row[1] != self._run):
            return None
        return replace(completion_of(json.loads(row[0])), from_cache=True)

    def put(self, request: Request, sample: int, completion: Completion, label: str = "") -> None:
        """Keep a completion. What is there already stays, unless this run refreshes.

        `label` says to people whose it is: the problem, the language, the track.
        """
        if isinstance(self._database, SharedDatabase):
            row = Stored(request.as_json(), sample, completion, label, self._run, time.time())
            self.add([row], replacing=self.mode is CacheMode.REFRESH)

    def add(self, rows: Iterable[Stored], *, replacing: bool = False) -> int:
        """Write rows as they are; returns how many were new or replaced."""
        assert isinstance(self._database, SharedDatabase), "only for modes that write"
        with self._database.writing() as db:
            return _insert(db, rows, replacing=replacing)

    def rows(self) -> Iterator[Stored]:
        """Everything, ordered by label, request and sample."""
        assert self._database is not None, "not for mode off"
        with self._database.reading() as db:
            found = db.execute(
                "SELECT request, sample, answer, label, run, created_at FROM completions "
                "JOIN prompts ON prompt = key ORDER BY label, key, sample"
            ).fetchall()
        for request, sample, answer, *rest in found:
            yield Stored(json.loads(request), sample, completion_of(json.loads(answer)), *rest)

    def explain_miss(self, request: Request, sample: int, label: str) -> str:
        """What to tell where a completion that was to be replayed is not there."""
        if self._requests is None or self.mode is not CacheMode.REPLAY:
            self._requests = self._known()  # of a file that is only replayed it is read once
        return explain_miss(str(self.path), request, sample, label, self._requests)

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()

    def _known(self) -> list[Known]:
        assert self._database is not None
        with self._database.reading() as db:
            prompts = db.execute("SELECT key, request FROM prompts").fetchall()
            samples = db.execute("SELECT prompt, sample, label FROM completions").fetchall()
        own: dict[str, list[tuple[int, str]]] = {}
        for key, sample, label in samples:
            own.setdefault(key, []).append((sample, label))
        return [
            Known(
                key,
                json.loads(request),
                tuple(sorted(sample for sample, _ in own.get(key, ()))),
                frozenset(label for _, label in own.get(key, ())),
            )
            for key, request in prompts
        ]


class _ReadOnly:
    """A file that is never written: committed, or a text form in memory."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            yield self._db

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _insert(db: sqlite3.Connection, rows: Iterable[Stored], *, replacing: bool) -> int:
    action = "REPLACE" if replacing else "IGNORE"
    written = 0
    for row in rows:
        canonical = canonical_json(row.request)
        key = request_key(canonical)
        db.execute(
            "INSERT OR IGNORE INTO prompts VALUES (?, ?, ?)",
            (key, str(row.request["model"]), canonical),
        )
        answer = canonical_json(answer_json(row.completion))
        written += db.execute(
            f"INSERT OR {action} INTO completions VALUES (?, ?, ?, ?, ?, ?)",
            (key, row.sample, row.label, answer, row.run, row.created_at),
        ).rowcount
    return written


def _writable(path: Path) -> SharedDatabase:
    if path.suffix in TEXT_SUFFIXES:
        raise BadInput(
            f"{path} is a text form of completions, which can only be replayed; import it by "
            f"'putnam completions import {path} FILE.sqlite' and use that"
        )
    try:
        database = SharedDatabase(path, "", durable=True)
    except InfraError as error:
        if isinstance(error.__cause__, sqlite3.DatabaseError) and path.is_file():
            raise BadInput(f"{path} is no store of completions: {error.__cause__}") from error
        raise
    # in one transaction, for other workers open the same new file at this moment
    with database.writing() as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        usable = version == SCHEMA_VERSION if tables else version == 0
        if usable and not tables:
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
    if not usable:
        database.close()
        raise _not_ours(path, version)
    return database


def _read_only(path: Path) -> _ReadOnly:
    if not path.is_file():
        raise BadInput(
            f"there are no completions to replay in {path}: the file does not exist. Give another "
            f"one by --llm-cache-file, or record by --llm-cache=read-write"
        )
    if path.suffix in TEXT_SUFFIXES:
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        db.executescript(_SCHEMA)
        _insert(db, read_text(path), replacing=False)
        return _ReadOnly(db)
    # Where nobody is writing, immutable spares the locks and the log beside it, which a read-only
    # checkout could not hold.
    writing = path.with_name(path.name + "-wal").exists()
    flags = "mode=ro" if writing else "mode=ro&immutable=1"
    uri = f"file:{urllib.parse.quote(str(path.absolute()))}?{flags}"
    db = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("SELECT prompt, sample, answer FROM completions LIMIT 1")
    except sqlite3.Error as error:
        db.close()
        raise BadInput(f"{path} is no store of completions: {error}") from error
    if version != SCHEMA_VERSION:
        db.close()
        raise _not_ours(path, version)
    return _ReadOnly(db)


def _not_ours(path: Path, version: int) -> BadInput:
    return BadInput(
        f"{path} is no store of completions of this version: it says {version}, not {SCHEMA_VERSION}"
    )
