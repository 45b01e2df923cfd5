"""What two runs have in common while one is merged into the other, by SQL.

The merged run is the schema ``main``, the one that is taken in is ``part``.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import FILE_NAME
from pytest_putnam.kept_rows import RunRow
from pytest_putnam.schema import FAULTS_SQL

SHOWN: Final = 10
"""How many conflicts of a kind are listed."""

_SAME: Final = "main.attempt AS a JOIN part.attempt AS b USING (nodeid, attempt)"
_DIFFERS: Final = (
    "(a.verdict IS NOT b.verdict OR a.seed IS NOT b.seed OR a.code IS NOT b.code "
    "OR a.solution IS NOT b.solution)"
)
_EQUAL: Final = f"a.redo = b.redo AND NOT {_DIFFERS}"
_SAME_ROW: Final = f"{_EQUAL} AND a.finished_at = b.finished_at"
"""Made once: two runs do not end an attempt at the same microsecond."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A run whose rows were copied."""

    source: Path
    last_session: int
    """Its sessions, and those of the runs before it, go up to this number in the merged run."""
    conflicts: Sequence[str]
    doubles: Sequence[str]


def doubles_of(db: sqlite3.Connection, source: Path, before: Sequence[Taken]) -> list[str]:
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


def mark_common_items(db: sqlite3.Connection) -> None:
    """Make the table ``both``: the items of both runs, and whether they share an attempt (``copied``).

    It and ``place`` hold until `drop_marks`.
    """
    db.execute(
        "CREATE TEMP TABLE both AS SELECT nodeid, EXISTS "
        f"(SELECT 1 FROM {_SAME} WHERE nodeid = main.item.nodeid AND {_SAME_ROW}) AS copied "
        "FROM main.item JOIN part.item USING (nodeid)"
    )


def drop_marks(db: sqlite3.Connection) -> None:
    """Drop the tables that only one part's taking in needs."""
    for table in ("both", "place"):
        db.execute(f"DROP TABLE {table}")


def take_sessions(db: sqlite3.Connection) -> int:
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


def take_attempts(db: sqlite3.Connection, *, last: bool) -> None:
    """Copy the attempts; of two different ones those of this run stay where it is the `last` that counts."""
    # An attempt that was prevented is no match for one that was made.
    better = "a.redo AND NOT b.redo"
    if last:
        better += f" OR (NOT a.redo AND NOT b.redo AND {_DIFFERS})"
    db.execute(
        f"DELETE FROM main.attempt WHERE rowid IN (SELECT a.rowid FROM {_SAME} WHERE {better})"
    )
    attempt = _columns(db, "attempt", session="(SELECT here FROM place WHERE there = session)")
    db.execute(f"INSERT OR IGNORE INTO attempt {attempt} FROM part.attempt ORDER BY rowid")


def _columns(db: sqlite3.Connection, table: str, **instead: str) -> str:
    """``(names) SELECT values`` for copying `table`, whatever its columns' order is."""
    names = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]
    return f"({', '.join(names)}) SELECT {', '.join(instead.get(name, name) for name in names)}"


def require_same_statements(db: sqlite3.Connection, source: Path) -> None:
    """Refuse items that the runs before have of another track or file. Raises `BadInput`."""
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


def conflicts_of(db: sqlite3.Connection, source: Path) -> list[str]:
    """The attempts that both have with different contents, as lines."""
    rows = db.execute(
        f"SELECT nodeid, attempt, a.verdict, b.verdict, a.seed = b.seed FROM {_SAME} "
        f"WHERE NOT a.redo AND NOT b.redo AND {_DIFFERS} ORDER BY nodeid, attempt LIMIT ?",
        (SHOWN + 1,),
    ).fetchall()
    lines = []
    source = _folder(source)
    for nodeid, attempt, before, here, same_seed in rows[:SHOWN]:
        what = f"{before}, and {here} in {source}"
        if before == here:
            what = (
                f"{before} in both, with another {'candidate' if same_seed else 'seed'} in {source}"
            )
        lines.append(f"{nodeid} attempt {attempt}: {what}")
    return lines + (["and more"] if len(rows) > SHOWN else [])


def take_items(db: sqlite3.Connection) -> None:
    """Copy the items; the outcome of those that both runs have is by their attempts together."""
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
    db.execute(f"INSERT OR IGNORE INTO item {_columns(db, 'item')} FROM part.item ORDER BY rowid")


def reopen_short_items(db: sqlite3.Connection, runs: Sequence[RunRow]) -> None:
    """Where runs of another n are merged, items that have fewer attempts than the whole are not finished."""
    planned = {run.attempts for run in runs}
    if len(planned) > 1:
        ended = "'failed', 'proved'" if all(run.exhaustive for run in runs) else "'failed'"
        db.execute(
            f"UPDATE item SET outcome = NULL, reason = '' WHERE outcome IN ({ended}) AND "
            "(SELECT count(*) FROM attempt WHERE attempt.nodeid = item.nodeid) < ?",
            (max(planned),),
        )


def _of_part(column: str) -> str:
    return f"(SELECT p.{column} FROM part.item p WHERE p.nodeid = main.item.nodeid)"
