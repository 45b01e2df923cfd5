"""Resuming a run: which folder, what is finished in it, and whether it is the same run at all."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import FILE_NAME, KeptRun, open_run
from pytest_putnam.kept_rows import KeptItem, Plain, RunRow
from pytest_putnam.model import AttemptRecord, Outcome

FOLDER: Final = ".putnam"
"""Where runs are kept that are not told where, below the directory that pytest is started in."""
NEUTRAL: Final = frozenset(
    {"concurrency", "slots", "slots_are_chosen", "cache_dir", "startup_timeout_s"}
)
"""Settings that no verdict depends on; a run may be resumed with others."""
NEUTRAL_VERSIONS: Final = frozenset({"cache"})
"""What provers tell beside versions, and no verdict depends on."""


@dataclass(frozen=True, slots=True)
class ResumePlan:
    """What a run that is resumed has already."""

    run: RunRow
    finished: frozenset[str]
    """The node ids of items that are not run again."""
    sha256: Mapping[str, str]
    """Of the file of every item, by node id."""
    kept: int
    """Attempts that are not made again."""
    missing: int
    """Attempts that may still be made."""
    changed: frozenset[str]
    """The node ids of items that are begun anew, as their files have changed."""


def resume_plan(
    kept: KeptRun,
    attempts: int,
    *,
    exhaustive: bool,
    sha256_now: Callable[[str], str],
) -> ResumePlan:
    """What is finished where `attempts` per item are planned now.

    `sha256_now` gives that of an item's file by the node id; empty where it is not known.
    """
    run = kept.run()
    # After an early stop attempts are missing, as they are where more of them are planned.
    more = attempts > run.attempts or (exhaustive and not run.exhaustive)
    finished: list[str] = []
    sha256: dict[str, str] = {}
    changed: list[str] = []
    made = missing = 0
    for item in kept.items():
        sha256[item.nodeid] = item.sha256
        if is_other_file(item.sha256, sha256_now(item.nodeid)):
            changed.append(item.nodeid)
            missing += attempts
        elif is_finished(item, attempts, exhaustive=exhaustive, more=more):
            finished.append(item.nodeid)
            made += item.attempts
        else:
            made += item.attempts - item.redo
            missing += max(0, attempts - item.attempts + item.redo)
    return ResumePlan(run, frozenset(finished), sha256, made, missing, frozenset(changed))


def is_other_file(kept: str, now: str) -> bool:
    """Whether two hashes are known, and are those of different files."""
    return "" not in (kept, now) and kept != now


def is_finished(item: KeptItem, attempts: int, *, exhaustive: bool, more: bool) -> bool:
    """Whether no attempt of `item` is to be made.

    An error is attempted again, and so is what met the run's limit on money or tokens. An item whose
    own time ran out before all attempts were made is finished, unless `more` are to be made now than
    the run was to make.
    """
    if item.outcome is Outcome.PROVED and not exhaustive:
        return True
    ended = item.outcome in (Outcome.PROVED, Outcome.FAILED)
    return ended and not item.redo and (not more or item.attempts >= attempts)


@dataclass(frozen=True, slots=True)
class KeptPart:
    """What is there of an item: it is finished, or its attempts count and others are missing."""

    finished: bool
    records: tuple[AttemptRecord, ...]


def kept_part(run_dir: Path, nodeid: str) -> KeptPart:
    """The item's attempts in the store of a resumed run, where its controller has marked what is missing.

    Raises `BadInput` where the store cannot be read.
    """
    with open_run(run_dir) as kept, kept.snapshot():
        row = kept.db.execute("SELECT outcome FROM item WHERE nodeid = ?", (nodeid,)).fetchone()
        finished = row is not None and row["outcome"] is not None
        found = kept.attempts(nodeid, where="1" if finished else "redo = 0")
        return KeptPart(finished, tuple(attempt.record() for attempt in found))


def begun_with(run_dir: Path, nodeid: str) -> str:
    """The hash of the item's file when the run was begun; empty where it is not known.

    Raises `BadInput` where the store cannot be read.
    """
    with open_run(run_dir) as kept:
        row = kept.db.execute("SELECT sha256 FROM item WHERE nodeid = ?", (nodeid,)).fetchone()
        return "" if row is None else str(row["sha256"])


def find_unfinished(start_dir: Path) -> Path:
    """The folder of the last run in `start_dir` that is not finished. Raises `BadInput`."""
    folder = start_dir / FOLDER
    begun: list[tuple[float, Path]] = []
    for file in folder.glob(f"*/{FILE_NAME}"):
        with contextlib.suppress(BadInput), open_run(file) as kept:
            begun.append((kept.run().started_at, file.parent))
    for _, run_dir in sorted(begun, reverse=True):
        with open_run(run_dir) as kept:
            if is_unfinished(kept):
                return run_dir
    raise BadInput(
        f"--putnam-resume: there is no unfinished run in {folder}; name one by --putnam-run=DIR"
    )


def is_unfinished(kept: KeptRun) -> bool:
    """Whether something of the run is missing: it was killed or stopped, or met errors."""
    run = kept.run()
    return run.ended_at is None or any(
        not is_finished(item, run.attempts, exhaustive=run.exhaustive, more=False)
        for item in kept.items()
    )


def differences(
    kept: RunRow, settings: Mapping[str, Plain], versions: Mapping[str, str]
) -> list[str]:
    """How settings and versions differ from the run's, where verdicts may depend on it."""
    if not kept.settings:
        return []  # it was killed before it wrote them down
    return [
        *_differing("", kept.settings, settings, NEUTRAL),
        *_differing("version of ", kept.versions, versions, NEUTRAL_VERSIONS),
    ]


def _differing(
    about: str, kept: Mapping[str, Plain], now: Mapping[str, Plain], neutral: Iterable[str]
) -> list[str]:
    names = dict.fromkeys((*kept, *now))
    return [
        f"{about}{name}: {shown_setting(kept.get(name))} in the run, {shown_setting(now.get(name))} now"
        for name in names
        if name not in neutral and shown_setting(kept.get(name)) != shown_setting(now.get(name))
    ]


def shown_setting(value: object) -> str:
    """A setting's or a version's value, for people."""
    # A setting that is empty is one that an earlier version did not have.
    return "none" if value is None or value == "" else str(value)


def meaning(
    settings: Mapping[str, Plain], versions: Mapping[str, str]
) -> dict[str, dict[str, Plain]]:
    """What verdicts depend on: the same in all sessions and all shards of a run."""
    neutral = NEUTRAL | {"shard"}
    return {
        "settings": {name: value for name, value in settings.items() if name not in neutral},
        "versions": {n: v for n, v in versions.items() if n not in NEUTRAL_VERSIONS},
    }
