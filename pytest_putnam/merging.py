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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.kept_rows import Plain, RunRow
from pytest_putnam.merging_rows import (
    Taken,
    conflicts_of,
    doubles_of,
    drop_marks,
    mark_common_items,
    reopen_short_items,
    require_same_statements,
    take_attempts,
    take_items,
    take_sessions,
)
from pytest_putnam.resuming import meaning
from pytest_putnam.schema import SCHEMA_VERSION, create, upgrade


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
    """Those that were decided by `OnConflict`, as lines; not more than ten per run."""
    missing_shards: tuple[str, ...]
    doubles: tuple[str, ...]
    """What of a run stood in one before it, too, and is counted once, as lines."""


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
        taken: list[Taken] = []
        for source, _ in runs:
            with _attached(db, source):
                taken.append(_take(db, source, on_conflict, taken))
        reopen_short_items(db, [run for _, run in runs])
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


def _take(
    db: sqlite3.Connection, source: Path, on_conflict: OnConflict, before: Sequence[Taken]
) -> Taken:
    """Copy one run's rows into the merged one, which has those of the runs `before`."""
    db.execute("BEGIN IMMEDIATE")
    require_same_statements(db, source)
    conflicts = conflicts_of(db, source)
    if conflicts and on_conflict is OnConflict.REFUSE:
        raise BadInput(
            "the same attempt has different contents:"
            + "".join(f"\n  {line}" for line in conflicts)
            + "\n--on-conflict first|last says which of them is right"
        )
    doubles = doubles_of(db, source, before)
    mark_common_items(db)
    last_session = take_sessions(db)
    take_attempts(db, last=on_conflict is OnConflict.LAST)
    take_items(db)
    drop_marks(db)
    db.execute("COMMIT")
    return Taken(source, last_session, conflicts, doubles)


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
