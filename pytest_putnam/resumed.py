"""A run that goes on: its folder is locked, it is the same run, and what it has is counted."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.kept_rows import KeptItem, Totals
from pytest_putnam.model import VerdictKind
from pytest_putnam.reports.tally import Consumed, ItemState, Tally, Timed
from pytest_putnam.reports.terminal import Facts
from pytest_putnam.resuming import ResumePlan, differences, resume_plan
from pytest_putnam.run_lock import RunLock
from pytest_putnam.wire import SPOOL

COUNTS: Final = "(redo = 0 OR nodeid IN (SELECT nodeid FROM item WHERE outcome IS NOT NULL))"
"""The attempts that count, once the items that are not finished are marked."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a resumed run has, and the lock on its folder."""

    plan: ResumePlan
    lock: RunLock


def open_kept(
    run_dir: Path, facts: Facts, *, attempts: int, exhaustive: bool, anyway: bool
) -> Kept:
    """Take the folder for going on. Raises `BadInput` where this would be another run."""
    lock = RunLock(run_dir)
    try:
        with open_run(run_dir) as kept:
            plan = resume_plan(kept, attempts, exhaustive=exhaustive)
            if not anyway:
                _require_same(kept, plan, facts)
    except BaseException:
        lock.release()
        raise
    # Attempts that a killed controller did not take from there are made again.
    shutil.rmtree(run_dir / SPOOL, ignore_errors=True)
    return Kept(plan, lock)


def _require_same(kept: KeptRun, plan: ResumePlan, facts: Facts) -> None:
    found = differences(plan.run, facts.settings, facts.versions)
    if found:
        sessions = kept.sessions()
        command = " ".join(sessions[0].command) if sessions else ""
        raise BadInput(
            f"the run in {kept.path.parent} was begun differently:"
            + "".join(f"\n  {difference}" for difference in found)
            + (f"\nit was begun by: pytest {command}" if command else "")
            + "\n--putnam-resume-anyway goes on all the same, and mixes them in one run"
        )


def strangers(plan: ResumePlan, sha256: Mapping[str, str]) -> str:
    """What keeps items from being those of the run: they are new, or their files changed.

    Empty where nothing does; items of the run that are not asked for now are no hindrance.
    """
    if not plan.sha256:
        return ""  # it was killed before its items were written down
    new = [nodeid for nodeid in sha256 if nodeid not in plan.sha256]
    if new:
        return f"{_some(new)} not in the run"
    changed = [n for n, digest in sha256.items() if plan.sha256[n] not in ("", digest)]
    return f"{_some(changed)} from a file that has changed since" if changed else ""


def _some(nodeids: list[str]) -> str:
    more = f" and {len(nodeids) - 1} other items are" if len(nodeids) > 1 else " is"
    return f"{nodeids[0]}{more}"


def count_kept(tally: Tally, run_dir: Path) -> None:
    """Count in `tally` what the store has for its items. Raises `BadInput`."""
    with open_run(run_dir) as kept, kept.snapshot():
        for item in kept.items():
            state = tally.items.get(item.nodeid)
            if state is not None:
                _count_item(tally, state, item, kept)
        _count_totals(tally, kept.totals(COUNTS))
        tally.kinds.update(kept.verdict_counts(COUNTS))
        tally.slowest.extend(_slowest(kept))


def _count_item(tally: Tally, state: ItemState, item: KeptItem, kept: KeptRun) -> None:
    finished = item.outcome is not None
    state.attempts = item.attempts if finished else item.attempts - item.redo
    state.faults = item.faults if finished else 0  # those of the others are made again
    state.proved, state.reviewed = item.proved, item.reviewed
    if item.reviewed:
        for attempt in kept.attempts(item.nodeid, where="needs_review"):
            given, reference = "solution_given", "solution_reference"
            state.solutions = (
                attempt.evidence.get(given, ""),
                attempt.evidence.get(reference, ""),
            )
    if item.outcome is not None:
        tally.end(item.nodeid, item.outcome, item.reason)


def _count_totals(tally: Tally, totals: Totals) -> None:
    tally.prover_s += totals.prover_s
    tally.check_s += totals.check_s
    tally.cpu_s += totals.cpu_s
    tally.consumed = Consumed(
        totals.requests,
        totals.prompt_tokens,
        totals.completion_tokens,
        totals.unknown_tokens,
        totals.cost_usd,
        totals.unknown_cost,
    )


def _slowest(kept: KeptRun) -> list[Timed]:
    rows = kept.db.execute(
        "SELECT problem, language, attempt, verdict, prover_s, check_s, clock FROM attempt WHERE rowid "
        "IN (SELECT rowid FROM attempt ORDER BY prover_s + check_s DESC LIMIT 3) "
        "ORDER BY prover_s + check_s DESC"
    )
    return [
        Timed(problem, language, attempt, VerdictKind(verdict), *rest)
        for problem, language, attempt, verdict, *rest in rows
    ]
