"""The store of a run: one SQLite file, written by the controller alone.

The tables are in `schema`. Each attempt is a transaction of its own, so killing the process at any
time leaves all finished attempts in the file, and in the log beside it, ``run.sqlite-wal``, which
whoever opens the file next puts into it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import BUSY_TIMEOUT_S, FILE_NAME
from pytest_putnam.kept_rows import Plain
from pytest_putnam.model import AttemptRecord, Outcome, Usage
from pytest_putnam.resuming import meaning
from pytest_putnam.schema import create, upgrade
from pytest_putnam.wire import clean, plain


@dataclass(frozen=True, slots=True)
class ItemRow:
    """What is known of an item before it runs."""

    nodeid: str
    problem: str
    language: str
    track: str
    prover: str
    tags: tuple[str, ...] = ()
    dataset: str = ""
    """The path of its benchmark."""
    file: str = ""
    """Its file, within that."""
    sha256: str = ""
    """Of the file's bytes."""


class Store:
    """An open store. `sqlite3.Error` and `OSError` pass through: a full disk, a lost folder.

    Whoever opens it holds the folder's `RunLock`.
    """

    def __init__(
        self, run_dir: Path, *, run_id: str, started_at: float, resume: bool = False
    ) -> None:
        """Create the file in `run_dir`, or with `resume` go on with the one that is there.

        Raises `BadInput` for a file of another run, one that is no store, or of a newer version.
        """
        self.path = run_dir / FILE_NAME
        if self.path.exists() and not resume:
            raise BadInput(f"{self.path} exists: it is the store of another run; name a new folder")
        run_dir.mkdir(parents=True, exist_ok=True)
        if not resume:
            _create(self.path, run_id, started_at)
        self._db = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT_S
        )
        try:
            if resume:
                upgrade(self._db, self.path)
            self._log_ahead()
        except BaseException:
            self._db.close()
            raise
        self._session = 0
        self._sandbox = self._options_hash = ""

    def _log_ahead(self) -> None:
        # A log beside the file (run.sqlite-wal) until the run ends: a transaction need not wait for
        # the disk then, and people can read meanwhile. Where the file system cannot do it, SQLite
        # keeps to its usual journal.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")

    def begin_session(
        self,
        *,
        started_at: float,
        settings: Mapping[str, Plain],
        versions: Mapping[str, str],
        datasets: Iterable[Mapping[str, object]],
        machine: Mapping[str, object],
        command: Sequence[str] = (),
    ) -> None:
        """Write down what the run rests on, and that pytest works on it from now on."""
        self._sandbox = str(settings.get("sandbox") or "")
        self._options_hash = hash_of(meaning(settings, versions))
        rests_on = {
            "settings": _json(settings),
            "versions": _json(versions),
            "machine": _json(machine),
        }
        with self._transaction():
            self._db.execute(
                "UPDATE run SET ended_at = NULL, exit_status = NULL, settings = ?, versions = ?, "
                "machine = ?, datasets = ?",
                (*rests_on.values(), _json(list(datasets))),
            )
            self._write(
                "session", {"started_at": started_at, "command": _json(list(command)), **rests_on}
            )
            (self._session,) = self._db.execute("SELECT max(id) FROM session").fetchone()

    def add_items(self, items: Iterable[ItemRow]) -> None:
        """The items of the run, in one transaction; those that are known stay as they are."""
        with self._transaction():
            for item in items:
                self._write(
                    "item",
                    {
                        "nodeid": clean(item.nodeid),
                        "problem": clean(item.problem),
                        "language": item.language,
                        "track": item.track,
                        "prover": item.prover,
                        "tags": _json(list(item.tags)),
                        "dataset": clean(item.dataset),
                        "file": clean(item.file),
                        "sha256": item.sha256,
                    },
                    "OR IGNORE",
                )

    def forget_items(self, nodeids: Iterable[str]) -> None:
        """Their files have changed: attempts at another statement are none at this one."""
        with self._transaction():
            for nodeid in nodeids:
                for table in ("attempt", "item"):
                    self._db.execute(f"DELETE FROM {table} WHERE nodeid = ?", (clean(nodeid),))

    def reopen_items(self, finished: Collection[str]) -> None:
        """In a run that is resumed: all items but these have no outcome yet."""
        with self._transaction():
            self._db.execute("CREATE TEMP TABLE finished (nodeid TEXT PRIMARY KEY)")
            self._db.executemany("INSERT INTO finished VALUES (?)", ((n,) for n in finished))
            self._db.execute(
                "UPDATE item SET outcome = NULL, reason = '', wall_s = NULL "
                "WHERE outcome IS NOT NULL AND nodeid NOT IN (SELECT nodeid FROM finished)"
            )
            self._db.execute("DROP TABLE finished")

    def add_attempt(self, record: AttemptRecord) -> None:
        """One finished attempt. One that is made again, after a crash, replaces the old one."""
        verdict, candidate = record.verdict, record.candidate
        usage = record.usage or Usage()
        self._write(
            "attempt",
            {
                "nodeid": clean(record.nodeid),
                "attempt": record.attempt,
                "problem": clean(record.problem),
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
                "session": self._session,
                "needs_review": verdict.needs_review,
                "redo": verdict.to_redo,
                "sandbox": self._sandbox,
                "options_hash": self._options_hash,
                "prompt_hash": record.prompt_hash,
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
        """The session is over, and with it the run, unless it is resumed."""
        with self._transaction():
            ended = (ended_at, exit_status)
            self._db.execute("UPDATE run SET ended_at = ?, exit_status = ?", ended)
            self._db.execute(
                "UPDATE session SET ended_at = ?, exit_status = ? WHERE id = ?",
                (*ended, self._session),
            )
        # Leaves one file; whoever reads it at this moment leaves two, until the next who opens it.
        self._db.execute("PRAGMA busy_timeout = 1000")
        with contextlib.suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a full disk has rolled back by itself
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _write(self, table: str, row: Mapping[str, object], conflict: str = "") -> None:
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        self._db.execute(
            f"INSERT {conflict} INTO {table} ({names}) VALUES ({marks})", tuple(row.values())
        )


def _create(path: Path, run_id: str, started_at: float) -> None:
    """Make the file at once: whoever is killed meanwhile leaves none under its name."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as db:
        create(db, run_id, started_at)
    unfinished.replace(path)


def _json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def hash_of(value: object) -> str:
    """SHA-256, in hexadecimal, of plain data as JSON with sorted keys."""
    text = json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
