"""A running run at one moment, read by cheap queries."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.kept_rows import KeptSession, RunRow, Totals
from pytest_putnam.model import Outcome, VerdictKind
from pytest_putnam.reports.tally import Row
from pytest_putnam.run_state import RunState, run_state
from pytest_putnam.stats import eta_s

SOLVES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Solve:
    """An attempt that was proved."""

    problem: str
    language: str
    attempt: int
    ago_s: float


_TO_REVIEW: Final = """
    SELECT count(*) FROM (
        SELECT 1 FROM attempt WHERE verdict = 'proved' GROUP BY nodeid HAVING min(needs_review) = 1)
"""
_RESULTS: Final = """
    SELECT outcome, nodeid IN (SELECT nodeid FROM attempt WHERE verdict = 'proved') AS proved, count(*)
    FROM item GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of a run now."""

    name: str
    row: RunRow
    state: RunState
    items: Row
    ended: int
    """Items that were run to their end."""
    to_review: int
    """Proved items with a solution that people must look at."""
    verdicts: Counter[VerdictKind]
    totals: Totals
    workers: int | None
    """Of the last session; None where it is not known."""
    host: str
    elapsed_s: float
    """Of the last session."""
    left_s: float | None
    """Until all items have ended at the session's pace; None before there is one."""
    quiet_s: float | None
    """Since the last attempt ended; None before the first one."""
    solves: tuple[Solve, ...]
    """The last, newest first."""


def look_at(path: Path, now: float | None = None) -> Moment:
    """Read the run in the folder `path`, or its file. Raises `BadInput`.

    The file is closed again: a reader that stays would hinder the run when it ends.
    """
    now = time.time() if now is None else now
    with open_run(path) as run:
        # Twice: a run writes its end and then lets go of the lock.
        state = run_state(run.path.parent, run.run())
        if state is RunState.KILLED:
            state = run_state(run.path.parent, run.run())
        return _moment(run, state, now)


def _moment(run: KeptRun, state: RunState, now: float) -> Moment:
    """What a run in this state is at."""
    with run.snapshot():
        row = run.run()
        items = _items(run)
        (ended,) = run.db.execute("SELECT count(outcome) FROM item").fetchone()
        sessions = run.sessions()
        session = sessions[-1] if sessions else None
        last = _last_attempt(run)
        began = session.started_at if session is not None else row.started_at
        until = {RunState.ENDED: row.ended_at, RunState.KILLED: last or began}.get(state)
        elapsed_s = max(0.0, (now if until is None else until) - began)
        left_s = None
        if state in (RunState.RUNNING, RunState.ELSEWHERE):
            done = _ended_in(run, session)
            left_s = eta_s(done, done + items.total - ended, elapsed_s)
        machine = session.machine if session is not None else row.machine
        workers = machine.get("workers")
        return Moment(
            name=run.name,
            row=row,
            state=state,
            items=items,
            ended=ended,
            to_review=run.db.execute(_TO_REVIEW).fetchone()[0],
            verdicts=run.verdict_counts(),
            totals=run.totals(),
            workers=workers if isinstance(workers, int) else None,
            host=str(machine.get("host") or ""),
            elapsed_s=elapsed_s,
            left_s=left_s,
            quiet_s=None if last is None else max(0.0, now - last),
            solves=_solves(run, now),
        )


def _items(run: KeptRun) -> Row:
    """The items by what they count as, as `ItemCounts.result` has it."""
    counts: Counter[Outcome | None] = Counter()
    partial = 0
    for outcome, proved, number in run.db.execute(_RESULTS):
        counts[Outcome.PROVED if proved else outcome and Outcome(outcome)] += number
        partial += number if proved and outcome != Outcome.PROVED else 0
    (stopped,) = run.db.execute(
        "SELECT count(*) FROM item WHERE outcome = 'failed' "
        "AND nodeid IN (SELECT nodeid FROM attempt WHERE redo)"
    ).fetchone()
    return Row(run.name, counts, stopped, partial)


def _last_attempt(run: KeptRun) -> float | None:
    last: float | None = run.db.execute("SELECT max(finished_at) FROM attempt").fetchone()[0]
    return last


def _ended_in(run: KeptRun, session: KeptSession | None) -> int:
    if session is None:
        return 0
    query = (
        "SELECT count(*) FROM item WHERE outcome IS NOT NULL AND EXISTS "
        "(SELECT 1 FROM attempt WHERE attempt.nodeid = item.nodeid AND session = ?)"
    )
    number: int = run.db.execute(query, (session.id,)).fetchone()[0]
    return number


def _solves(run: KeptRun, now: float) -> tuple[Solve, ...]:
    rows = run.db.execute(
        "SELECT i.problem, i.language, a.attempt, a.finished_at FROM "
        "(SELECT nodeid, attempt, finished_at FROM attempt WHERE verdict = 'proved' "
        f"ORDER BY finished_at DESC LIMIT {SOLVES_SHOWN}) a JOIN item i ON i.nodeid = a.nodeid "
        "ORDER BY a.finished_at DESC"
    )
    return tuple(Solve(p, lang, n, max(0.0, now - at)) for p, lang, n, at in rows)
