"""Reading a kept run: its rows as data, and its counts by SQL. Nothing here writes.

    with open_run(Path(".putnam/20260101-120000-abcdef")) as run:
        for item in run.items(): ...
        for attempt in run.attempts(item.nodeid): ...

Stores of earlier versions are read as if they had this version's tables. A run that goes on can be
read too: each query sees what is stored at that moment, and within `KeptRun.snapshot` all see the same.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import urllib.parse
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from pytest_putnam.errors import BadInput
from pytest_putnam.kept_rows import (
    ATTEMPT_COLUMNS,
    BULK,
    KeptAttempt,
    KeptItem,
    KeptSession,
    RunRow,
    Totals,
    VerdictTotals,
    attempt_of,
    item_of,
    run_of,
    session_of,
)
from pytest_putnam.model import VerdictKind
from pytest_putnam.schema import FAULTS_SQL, show_as_current, version_of

FILE_NAME: Final = "run.sqlite"
"""The store's name in the run's folder."""
BUSY_TIMEOUT_S: Final = 60.0
"""How long a query waits for whoever writes."""

_ITEMS: Final = f"""
    SELECT i.*, coalesce(n, 0) AS attempts, coalesce(proved, 0) AS proved,
        coalesce(reviewed, 0) AS reviewed, coalesce(faults, 0) AS faults, coalesce(redo, 0) AS redo,
        first_proof, coalesce(prover_s, 0.0) AS prover_s, coalesce(check_s, 0.0) AS check_s,
        tokens, cost_usd
    FROM item i LEFT JOIN (
        SELECT nodeid, count(*) AS n, sum(verdict = 'proved') AS proved,
            sum(needs_review) AS reviewed, sum(verdict IN ({FAULTS_SQL})) AS faults, sum(redo) AS redo,
            min(CASE WHEN verdict = 'proved' THEN attempt END) AS first_proof,
            sum(prover_s) AS prover_s, sum(check_s) AS check_s,
            sum(prompt_tokens + completion_tokens) AS tokens, sum(cost_usd) AS cost_usd
        FROM attempt WHERE {{where}} GROUP BY nodeid
    ) a ON a.nodeid = i.nodeid ORDER BY i.rowid
"""
_TOTALS: Final = """
    count(*), coalesce(sum(prover_s), 0.0), coalesce(sum(check_s), 0.0), coalesce(sum(cpu_s), 0.0),
    coalesce(sum(requests), 0), coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0),
    coalesce(sum(requests IS NOT NULL AND (prompt_tokens IS NULL OR completion_tokens IS NULL)), 0),
    coalesce(sum(cost_usd), 0.0), coalesce(sum(requests IS NOT NULL AND cost_usd IS NULL), 0)
"""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """An open store, for reading. Close it, or use it in a ``with`` statement."""

    path: Path
    """The SQLite file."""
    db: sqlite3.Connection
    """For queries of one's own: the tables are those of docs/reference/run-folder.md, whatever the
    file's version."""
    version: int
    """The file's own schema version."""
    _copy: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Close it. Raises `BadInput` where a query inside found the file damaged."""
        # Its subclasses are other things: a full disk, a lock, a programmer's mistake.
        damaged = type(error) is sqlite3.DatabaseError and self._is_damaged()
        self.close()
        if damaged:
            raise BadInput(
                f"{self.path} is damaged: {error}; `sqlite3 {self.path.name} .recover` may save rows"
            ) from error

    def _is_damaged(self) -> bool:
        """Whether it is this file, where several are open."""
        try:
            return bool(self.db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
        except sqlite3.Error:
            return True

    @property
    def uri(self) -> str:
        """For attaching what is really read: a copy where the folder cannot hold SQLite's own files."""
        return _uri(self.path if self._copy is None else Path(self._copy.name, self.path.name))

    @property
    def name(self) -> str:
        """The folder's name, or that of a file which is not called run.sqlite."""
        own = self.path.name != FILE_NAME
        return self.path.stem if own else self.path.absolute().parent.name

    def run(self) -> RunRow:
        """The run's one row."""
        row = self.db.execute("SELECT * FROM run").fetchone()
        if row is None:
            raise BadInput(f"{self.path} has no run in it: it was killed before it began")
        return run_of(row)

    def sessions(self) -> list[KeptSession]:
        """The sessions of pytest that worked on it, in their order."""
        return [session_of(row) for row in self.db.execute("SELECT * FROM session ORDER BY id")]

    def items(self, where: str = "1") -> Iterator[KeptItem]:
        """All items with the counts of their attempts, in the order in which they were collected.

        Those attempts are counted that meet `where`, as in `attempts`.
        """
        return map(item_of, self.db.execute(_ITEMS.format(where=where)))

    def attempts(
        self,
        nodeid: str | None = None,
        *,
        bulk: bool = True,
        without: Collection[str] = (),
        where: str = "1",
    ) -> Iterator[KeptAttempt]:
        """Attempts of one item, or of all: ordered by item and number.

        Without `bulk` the candidate, transcript, messages and evidence are left empty; `without` names
        some of these columns, where the others are wanted. `where` is a further condition in SQL, such
        as ``verdict = 'proved'``; it is not for texts of users.
        """
        left_out = (set(without) if bulk else BULK.keys()) & BULK.keys()
        names = [n if n not in left_out else f"{BULK[n]} AS {n}" for n in ATTEMPT_COLUMNS]
        condition, values = ("nodeid = ?", (nodeid,)) if nodeid is not None else ("1", ())
        query = (
            f"SELECT {', '.join(names)} FROM attempt WHERE {condition} AND ({where}) "
            f"ORDER BY nodeid, attempt"
        )
        return map(attempt_of, self.db.execute(query, values))

    def verdict_counts(self, where: str = "1") -> Counter[VerdictKind]:
        """How many attempts ended with which verdict; `where` as in `attempts`."""
        rows = self.db.execute(
            f"SELECT verdict, count(*) FROM attempt WHERE {where} GROUP BY verdict"
        )
        return Counter({VerdictKind(verdict): n for verdict, n in rows})

    def totals(self, where: str = "1") -> Totals:
        """What all attempts took together; `where` as in `attempts`."""
        return Totals(*self.db.execute(f"SELECT {_TOTALS} FROM attempt WHERE {where}").fetchone())

    def totals_by_verdict(self) -> Mapping[VerdictKind, VerdictTotals]:
        """Counts and times of each verdict that occurs."""
        rows = self.db.execute(
            "SELECT verdict, count(*), sum(prover_s), sum(check_s), max(prover_s + check_s) "
            "FROM attempt GROUP BY verdict ORDER BY count(*) DESC, verdict"
        )
        return {VerdictKind(verdict): VerdictTotals(*rest) for verdict, *rest in rows}

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All queries inside see the same moment of a run that goes on."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self.db.close()
        if self._copy is not None:
            self._copy.cleanup()


def open_run(path: Path) -> KeptRun:
    """Open the run in a folder, or its SQLite file. Raises `BadInput`, with what `path` is instead."""
    file = _file(path)
    copy = None
    try:
        db, version = _connect(file)
    except sqlite3.OperationalError:
        # A killed run in a folder that cannot be written: its log can only be read from elsewhere.
        copy = tempfile.TemporaryDirectory(prefix="putnam-run-")
        try:
            for name in (file.name, f"{file.name}-wal"):
                if (source := file.with_name(name)).exists():
                    shutil.copyfile(source, Path(copy.name, name))
            db, version = _connect(Path(copy.name, file.name))
        except (OSError, sqlite3.Error) as error:
            copy.cleanup()
            raise BadInput(f"{file} cannot be read: {error}") from error
    return KeptRun(file, db, version, copy)


def _file(path: Path) -> Path:
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    if not path.is_dir():
        raise BadInput(f"{path} does not exist: name the folder of a run, or its {FILE_NAME}")
    inside = [*path.glob(f"*/{FILE_NAME}"), *path.glob(f".putnam/*/{FILE_NAME}")]
    inside.sort(key=lambda file: file.stat().st_mtime)
    hint = f"; there are {len(inside)} in it, the newest is {inside[-1].parent}" if inside else ""
    raise BadInput(f"{path} is not the folder of a run: it has no {FILE_NAME}{hint}")


def _uri(file: Path) -> str:
    # Where nobody can be writing, immutable spares the locks, which a read-only folder could not hold.
    quiet = not file.with_name(f"{file.name}-wal").exists() and not os.access(file, os.W_OK)
    flags = "mode=ro&immutable=1" if quiet else "mode=ro"
    return f"file:{urllib.parse.quote(str(file.absolute()))}?{flags}"


def _connect(file: Path) -> tuple[sqlite3.Connection, int]:
    db = sqlite3.connect(
        _uri(file), uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT_S
    )
    db.row_factory = sqlite3.Row
    try:
        db.execute("PRAGMA temp_store = MEMORY")
        try:
            version = version_of(db, file)
        except BadInput as error:
            if isinstance(error.__cause__, sqlite3.OperationalError):
                raise error.__cause__ from None
            raise
        show_as_current(db, version)
    except BaseException:
        db.close()
        raise
    return db, version
