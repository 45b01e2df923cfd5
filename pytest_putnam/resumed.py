"""A run that goes on: its folder is locked, it is the same run, and its items are asked for."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.reports.terminal import Facts
from pytest_putnam.resuming import ResumePlan, differences, is_other_file, resume_plan
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
    run_dir: Path,
    facts: Facts,
    *,
    attempts: int,
    exhaustive: bool,
    anyway: bool,
    sha256_now: Callable[[str], str],
) -> Kept:
    """Take the folder for going on. Raises `BadInput` where this would be another run.

    `sha256_now` gives the hash of an item's file by the node id, as in `resume_plan`.
    """
    try:
        lock = RunLock(run_dir)
    except OSError as error:
        raise BadInput(f"the run in {run_dir} cannot be resumed: {error.strerror}") from error
    try:
        with open_run(run_dir) as kept:
            plan = resume_plan(kept, attempts, exhaustive=exhaustive, sha256_now=sha256_now)
            _require_same_track(kept, plan, facts)
            _require_enough(kept, attempts)
            if not anyway:
                _require_same(kept, plan, facts)
    except BaseException:
        lock.release()
        raise
    # Attempts that a killed controller did not take from there are made again.
    shutil.rmtree(run_dir / SPOOL, ignore_errors=True)
    return Kept(plan, lock)


def _require_same_track(kept: KeptRun, plan: ResumePlan, facts: Facts) -> None:
    """Also where it shall go on anyway: a proof in one track is none in the other."""
    had, now = plan.run.settings.get("track"), facts.settings.get("track")
    if had and had != now:
        raise BadInput(
            f"the run in {kept.path.parent} is of the track {had}, and this one would be {now}; "
            f"name a new folder"
        )


def _require_enough(kept: KeptRun, attempts: int) -> None:
    """Refuse fewer attempts than were made, `anyway` or not: a proof by a later one is none of pass@n."""
    (most,) = kept.db.execute("SELECT max(attempt) FROM attempt").fetchone()
    if (most or 0) > attempts:
        raise BadInput(
            f"the run in {kept.path.parent} has made {most} attempts of an item, and "
            f"--putnam-attempts={attempts} would count them as {attempts}; give {most} at least, or "
            f"name a new folder"
        )


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
    changed = changed_since(plan, sha256)
    return f"{_some(changed)} from a file that has changed since" if changed else ""


def changed_since(plan: ResumePlan, sha256: Mapping[str, str]) -> list[str]:
    """The items whose statements are no longer those that the run's attempts were made at."""
    return [n for n, now in sha256.items() if is_other_file(plan.sha256.get(n, ""), now)]


def _some(nodeids: list[str]) -> str:
    more = f" and {len(nodeids) - 1} other items are" if len(nodeids) > 1 else " is"
    return f"{nodeids[0]}{more}"
