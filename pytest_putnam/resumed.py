"""A run that goes on: its folder is locked, it is the same run, and its items are asked for."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun, open_run
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
    try:
        lock = RunLock(run_dir)
    except OSError as error:
        raise BadInput(f"the run in {run_dir} cannot be resumed: {error.strerror}") from error
    try:
        with open_run(run_dir) as kept:
            plan = resume_plan(kept, attempts, exhaustive=exhaustive)
            _require_same_track(kept, plan, facts)
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
    return [n for n, digest in sha256.items() if plan.sha256.get(n, "") not in ("", digest)]


def _some(nodeids: list[str]) -> str:
    more = f" and {len(nodeids) - 1} other items are" if len(nodeids) > 1 else " is"
    return f"{nodeids[0]}{more}"
