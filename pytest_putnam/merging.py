"""Several kept runs as one: the shards of a cluster, or parts that were run apart.

All rows are copied by SQLite itself, so that memory does not grow with the runs.
"""

from __future__ import annotations

import contextlib
import enum
import json
import sqlite3
import tempfile
import urllib.parse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.kept_rows import Plain, RunRow
from pytest_putnam.resuming import meaning
from pytest_putnam.schema import FAULTS_SQL, SCHEMA_VERSION, create, upgrade

SHOWN: Final = 10
"""How many conflicts of a kind are listed."""


class OnConflict(enum.StrEnum):
    """What happens where two runs have the same attempt with different contents."""

    REFUSE = "refuse"
    FIRST = "first"
    """The run that is named first is right."""
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of it."""

    items: int
    attempts: int
    conflicts: tuple[str, ...]
    """Those that were decided by `OnConflict`, as lines; not more than `SHOWN` per run."""
    missing_shards: tuple[str, ...]
    doubles: tuple[str, ...] = ()
    """What of a run stood in one before it, too, and is counted once, as lines."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """A run whose rows were copied."""

    source: Path
    last_session: int
    """Its sessions, and those of the runs before it, go up to this number in the merged run."""
    conflicts: Sequence[str]
    doubles: Sequence[str]


def merge(
    sources: Sequence[Path], target: Path, *, on_conflict: OnConflict, anyway: bool = False
) -> Merged:
    """Put the runs in `sources` together in the new folder `target`.

    Raises `BadInput`, and leaves no run in `target`: for runs of different settings or versions,
    unless `anyway`; for conflicts, unless they are decided; and always where two runs have the same
    item of different statements (file or track): a proof of one says nothing of the other.
    """
    file = target / FILE_NAME
    if file.exists():
        raise BadInput(f"{target} holds a run already; name a new folder")
    runs = [_described(source) for source in sources]
    if not anyway:
        _require_same(runs)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{target} cannot be made: {error.strerror or error}") from error
    unfinished = file.with_name(f"{FILE_NAME}.new")
    unfinished.unlink(missing_ok=True)
    db = sqlite3.connect(f"file:{_quoted(unfinished)}", uri=True, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = OFF")  # it is renamed when it is whole
        create(db, target.absolute().name, min(run.started_at for _, run in runs))
        taken: list[_Taken] = []
        for source, _ in runs:
            with _attached(db, source):
                taken.append(_take(db, source, on_conflict, taken))
        missing = _describe(db, [run for _, run in runs])
        (items,) = db.execute("SELECT count(*) FROM item").fetchone()
        (attempts,) = db.execute("SELECT count(*) FROM attempt").fetchone()
        db.execute("PRAGMA synchronous = FULL")
    except BaseException as error:
        db.close()
        unfinished.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise BadInput(f"{target} cannot be written: {error}") from error
        raise
    db.close()
    unfinished.replace(file)
    return Merged(
        items,
        attempts,
        tuple(line for each in taken for line in each.conflicts),
        missing,
        tuple(line for each in taken for line in each.doubles),
    )


def _described(source: Path) -> tuple[Path, RunRow]:
    with open_run(source) as kept:
        return kept.path, kept.run()


def _require_same(runs: Sequence[tuple[Path, RunRow]]) -> None:
    first_path, first = runs[0]
    told = []
    for path, run in runs[1:]:
        for part, of_first in meaning(first.settings, first.versions).items():
            own = meaning(run.settings, run.versions)[part]
            told += [
                f"{part}: {name} is {of_first.get(name)} in {first_path}, {own.get(name)} in {path}"
                for name in dict.fromkeys((*of_first, *own))
                if of_first.get(name) != own.get(name)
            ]
    if told:
        raise BadInput(
            "these are not parts of one run:"
            + "".join(f"\n  {line}" for line in told)
            + "\n--anyway merges them all the same"
        )


@contextlib.contextmanager
def _attached(db: sqlite3.Connection, source: Path) -> Iterator[None]:
    """`source` as the schema ``part`` of `db`, in this version; the file itself stays as it is."""
    with tempfile.TemporaryDirectory(prefix="putnam-merge-") as folder, open_run(source) as kept:
        uri = kept.uri
        if kept.version != SCHEMA_VERSION:
            file = Path(folder, FILE_NAME)
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as copy:
                kept.db.backup(copy)
                upgrade(copy, source)
            uri = f"file:{_quoted(file)}?mode=ro"
        db.execute("ATTACH ? AS part", (uri,))
        try:
            yield
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
            db.execute("DETACH part")


_SAME: Final = "main.attempt AS a JOIN part.attempt AS b USING (nodeid, attempt)"
_DIFFERS: Final = (
    "(a.verdict IS NOT b.verdict OR a.seed IS NOT b.seed OR a.code IS NOT b.code "
    "OR a.solution IS NOT b.solution)"
)


_EQUAL: Final = f"a.redo = b.redo AND NOT {_DIFFERS}"
_SAME_ROW: Final = f"{_EQUAL} AND a.finished_at = b.finished_at"
"""Made once: two runs do not end an attempt at the same microsecond."""


def _take(
    db: sqlite3.Connection, source: Path, on_conflict: OnConflict, before: Sequence[_Taken]
) -> _Taken:
    """Copy one run's rows into the merged one, which has those of the runs `before`."""
    db.execute("BEGIN IMMEDIATE")
    _require_same_statements(db, source)
    conflicts = _conflicts(db, source)
    if conflicts and on_conflict is OnConflict.REFUSE:
        raise BadInput(
            "the same attempt has different contents:"
            + "".join(f"\n  {line}" for line in conflicts)
            + "\n--on-conflict first|last says which of them is right"
        )
    doubles = _doubles(db, source, before)
    db.execute(
        "CREATE TEMP TABLE both AS SELECT nodeid, EXISTS "
        f"(SELECT 1 FROM {_SAME} WHERE nodeid = main.item.nodeid AND {_SAME_ROW}) AS copied "
        "FROM main.item JOIN part.item USING (nodeid)"
    )
    last_session = _take_sessions(db)
    # An attempt that was prevented is no match for one that was made.
    better = "a.redo AND NOT b.redo"
    if on_conflict is OnConflict.LAST:
        better += f" OR (NOT a.redo AND NOT b.redo AND {_DIFFERS})"
    db.execute(
        f"DELETE FROM main.attempt WHERE rowid IN (SELECT a.rowid FROM {_SAME} WHERE {better})"
    )
    attempt = _columns(db, "attempt", session="(SELECT here FROM place WHERE there = session)")
    db.execute(f"INSERT OR IGNORE INTO attempt {attempt} FROM part.attempt ORDER BY rowid")
    _join_items(db)
    db.execute(f"INSERT OR IGNORE INTO item {_columns(db, 'item')} FROM part.item ORDER BY rowid")
    for table in ("both", "place"):
        db.execute(f"DROP TABLE {table}")
    db.execute("COMMIT")
    return _Taken(source, last_session, conflicts, doubles)


def _doubles(db: sqlite3.Connection, source: Path, before: Sequence[_Taken]) -> list[str]:
    """Which attempts of this run the merged one has from another: copies, or made again and equal."""
    counts: Counter[tuple[Path, bool]] = Counter()
    for session, same_row, number in db.execute(
        f"SELECT a.session, {_SAME_ROW}, count(*) FROM {_SAME} WHERE {_EQUAL} GROUP BY 1, 2"
    ):
        owner = next(each.source for each in before if session <= each.last_session)
        counts[owner, bool(same_row)] += number
    lines = []
    for (owner, same_row), number in counts.items():
        attempts = f"{number} attempt{'' if number == 1 else 's'}"
        there, here = _folder(owner), _folder(source)
        if same_row:
            lines.append(f"{attempts} stood in both {there} and {here}, counted once")
        else:
            lines.append(
                f"{attempts} made in {here}, too, with the same candidate and verdict; counted once, "
                f"as made in {there}"
            )
    return lines


def _folder(path: Path) -> Path:
    """What people call the run."""
    return path.parent if path.name == FILE_NAME else path


def _take_sessions(db: sqlite3.Connection) -> int:
    """Copy the sessions, but those of a copy of a run once; returns the highest number now.

    The table ``place`` says afterwards which session `here` one of the part (`there`) is.
    """
    db.execute("CREATE TEMP TABLE place (there INTEGER PRIMARY KEY, here INTEGER NOT NULL)")
    db.execute(
        "INSERT INTO place SELECT p.id, min(m.id) FROM part.session p JOIN main.session m "
        "USING (started_at, machine, command) WHERE EXISTS (SELECT 1 FROM both WHERE copied) "
        "GROUP BY p.id"
    )
    db.execute(
        "UPDATE main.session SET (ended_at, exit_status) = (SELECT p.ended_at, p.exit_status "
        "FROM part.session p JOIN place ON there = p.id WHERE here = main.session.id) "
        "WHERE ended_at IS NULL AND id IN (SELECT here FROM place)"
    )
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM main.session").fetchone()
    db.execute(
        f"INSERT INTO place SELECT id, id + {last} FROM part.session "
        "WHERE id NOT IN (SELECT there FROM place)"
    )
    session = _columns(db, "session", id="(SELECT here FROM place WHERE there = id)")
    db.execute(
        f"INSERT INTO session {session} FROM part.session "
        f"WHERE id IN (SELECT there FROM place WHERE here > {last}) ORDER BY id"
    )
    (highest,) = db.execute("SELECT coalesce(max(id), 0) FROM main.session").fetchone()
    return int(highest)


def _columns(db: sqlite3.Connection, table: str, **instead: str) -> str:
    """``(names) SELECT values`` for copying `table`, whatever its columns' order is."""
    names = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]
    return f"({', '.join(names)}) SELECT {', '.join(instead.get(name, name) for name in names)}"


def _require_same_statements(db: sqlite3.Connection, source: Path) -> None:
    for differs, what in (
        ("a.track <> b.track", "are of another track than"),
        (
            "a.sha256 <> b.sha256 AND a.sha256 <> '' AND b.sha256 <> ''",
            "are from files that differ from those of",
        ),
    ):
        rows = db.execute(
            "SELECT nodeid FROM main.item AS a JOIN part.item AS b USING (nodeid) "
            f"WHERE {differs} LIMIT ?",
            (SHOWN,),
        ).fetchall()
        if rows:
            raise BadInput(
                f"these items of {source} {what} the runs before, so their attempts cannot be put "
                "together:" + "".join(f"\n  {nodeid}" for (nodeid,) in rows)
            )


def _conflicts(db: sqlite3.Connection, source: Path) -> list[str]:
    rows = db.execute(
        f"SELECT nodeid, attempt, a.verdict, b.verdict, a.seed = b.seed FROM {_SAME} "
        f"WHERE NOT a.redo AND NOT b.redo AND {_DIFFERS} ORDER BY nodeid, attempt LIMIT ?",
        (SHOWN + 1,),
    ).fetchall()
    lines = []
    for nodeid, attempt, before, here, same_seed in rows[:SHOWN]:
        what = f"{before}, and {here} in {source}"
        if before == here:
            what = (
                f"{before} in both, with another {'candidate' if same_seed else 'seed'} in {source}"
            )
        lines.append(f"{nodeid} attempt {attempt}: {what}")
    return lines + (["and more"] if len(rows) > SHOWN else [])


def _join_items(db: sqlite3.Connection) -> None:
    """The outcome of items that both runs have, by their attempts together."""
    db.execute(
        f"""
        UPDATE main.item SET
            outcome = CASE
                WHEN EXISTS (SELECT 1 FROM main.attempt t
                    WHERE t.nodeid = item.nodeid AND t.verdict = 'proved') THEN 'proved'
                WHEN outcome IS NULL AND part_outcome(nodeid) IS NULL THEN NULL
                WHEN EXISTS (SELECT 1 FROM main.attempt t
                    WHERE t.nodeid = item.nodeid AND t.verdict IN ({FAULTS_SQL})) THEN 'error'
                WHEN 'failed' IN (outcome, part_outcome(nodeid)) THEN 'failed'
                ELSE coalesce(outcome, part_outcome(nodeid)) END,
            wall_s = coalesce(CASE WHEN nodeid IN (SELECT nodeid FROM both WHERE copied)
                THEN max(wall_s, part_wall(nodeid)) ELSE wall_s + part_wall(nodeid) END,
                wall_s, part_wall(nodeid))
        WHERE nodeid IN (SELECT nodeid FROM both)
        """.replace("part_outcome(nodeid)", _of_part("outcome")).replace(
            "part_wall(nodeid)", _of_part("wall_s")
        )
    )
    reason = _of_part("reason")
    db.execute(
        f"UPDATE main.item SET reason = CASE WHEN outcome = 'proved' THEN '' WHEN reason = '' "
        f"THEN coalesce({reason}, '') ELSE reason END WHERE nodeid IN (SELECT nodeid FROM both)"
    )


def _of_part(column: str) -> str:
    return f"(SELECT p.{column} FROM part.item p WHERE p.nodeid = main.item.nodeid)"


def _describe(db: sqlite3.Connection, runs: Sequence[RunRow]) -> tuple[str, ...]:
    """Fill in the run's row; returns the shards that are missing."""
    shards = [str(run.settings["shard"]) for run in runs if run.settings.get("shard")]
    whole, missing = _shards(shards)
    datasets: dict[str, Mapping[str, Any]] = {}
    for run in runs:
        for dataset in run.datasets:
            datasets.setdefault(json.dumps([dataset.get("path"), dataset.get("commit")]), dataset)
    ended = [run for run in runs if run.ended_at is not None and run.exit_status is not None]
    # Of two copies of a run one may have been taken before its end.
    over = set(map(_origin, ended)) == set(map(_origin, runs))
    settings: dict[str, Plain] = {
        **runs[0].settings,
        # Where they differ, the rates must not say more of an item than its own run does.
        "attempts": max(run.attempts for run in runs),
        "exhaustive": all(run.exhaustive for run in runs),
        "shard": whole,
    }
    db.execute(
        "UPDATE run SET ended_at = ?, exit_status = ?, settings = ?, versions = ?, datasets = ?, "
        "machine = ?",
        (
            max(run.ended_at or 0.0 for run in ended) if over else None,
            max(run.exit_status or 0 for run in ended) if over else None,
            *map(
                _json,
                (
                    settings,
                    runs[0].versions,
                    list(datasets.values()),
                    runs[0].machine,
                ),
            ),
        ),
    )
    return missing


def _origin(run: RunRow) -> tuple[object, ...]:
    """The same for copies of a run alone."""
    return run.id, run.started_at, run.settings.get("shard"), _json(dict(run.machine))


def _shards(shards: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """What the merged run is a shard of, None where it is whole; and the shards that are missing."""
    present = sorted({tuple(map(int, part.split("/"))) for s in shards for part in s.split(",")})
    counts = {count for _, count in present}
    missing = [f"{i}/{n}" for n in counts for i in range(1, n + 1) if (i, n) not in present]
    if not missing:
        return None, ()
    return ",".join(f"{index}/{count}" for index, count in present), tuple(missing)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _quoted(path: Path) -> str:
    return urllib.parse.quote(str(path.absolute()))
