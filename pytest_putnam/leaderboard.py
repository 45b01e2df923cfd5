"""A kept run as an entry of PutnamBench's leaderboard, and the proofs for those who keep it."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptAttempt, KeptItem
from pytest_putnam.model import PROBLEM_NAME, Language, Outcome, Track

OPEN_DATA: Final = ("NONE", "PARTIAL", "FULL")
LANGUAGE_NAMES: Final = {Language.LEAN4: "lean", Language.ISABELLE: "isabelle", Language.COQ: "coq"}
TRACK_NAMES: Final = {Track.WITH_SOLUTION: "wsolution", Track.NO_SOLUTION: "nosolution"}
SUFFIXES: Final = {Language.LEAN4: ".lean", Language.ISABELLE: ".thy", Language.COQ: ".v"}


@dataclass(frozen=True, slots=True)
class About:
    """What the run itself does not know."""

    name: str
    link: str
    open_data: str
    """One of `OPEN_DATA`."""
    size: float
    """Of the model, in billions of parameters; 0 where there is none or it is not known."""
    budget: str = ""
    """Empty: ``pass@n``."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a run solved, as far as the leaderboard counts it."""

    items: tuple[KeptItem, ...]
    reviewed: bool
    """Whether proofs with a solution that is not shown to be the reference's were looked at."""

    @property
    def solved(self) -> list[KeptItem]:
        """Proved items; those that people must look at only after they did."""
        proved = [item for item in self.items if item.result is Outcome.PROVED]
        return sorted(
            (item for item in proved if self.reviewed or not item.needs_review),
            key=lambda item: (item.language.value, item.problem),
        )

    @property
    def to_review(self) -> list[KeptItem]:
        """Proved items that are left out until people looked at their solutions."""
        return [] if self.reviewed else [item for item in self.items if item.needs_review]

    @property
    def undecided(self) -> list[KeptItem]:
        """Items in error, or not run to their end."""
        return [item for item in self.items if item.decided is None]

    def counts(self) -> dict[str, int]:
        """``{"coq-wsolution": 1}``: solved items by language and track, where any were attempted."""
        counted = {_column(item): 0 for item in self.items}
        for item in self.solved:
            counted[_column(item)] += 1
        return dict(sorted(counted.items()))

    def listed(self) -> str:
        """``1986 B1, 1988 B1``; with several languages or tracks each says which."""
        columns: dict[str, list[str]] = {}
        for item in self.solved:
            columns.setdefault(_column(item), []).append(short_name(item.problem))
        if len(self.counts()) == 1:
            return ", ".join(name for names in columns.values() for name in names)
        return "; ".join(f"{column}: {', '.join(names)}" for column, names in columns.items())


def standing_of(run: KeptRun, *, reviewed: bool) -> Standing:
    """What `run` solved. Raises `BadInput` for a run of several provers."""
    items = tuple(run.items())
    provers = sorted({item.prover for item in items})
    if len(provers) > 1:
        raise BadInput(f"{run.name} has the provers {', '.join(provers)}; an entry is for one")
    if not items:
        raise BadInput(f"{run.name} has no items")
    return Standing(items, reviewed)


def entry_of(run: KeptRun, standing: Standing, about: About) -> dict[str, dict[str, object]]:
    """The entry, in the shape of PutnamBench's docs/results.json."""
    row = run.run()
    facts = [about.note or f"pass@{row.attempts}"]
    commits = sorted({str(d.get("commit")) for d in row.datasets} - {"no checkout", "None"})
    facts += [commit if commit.startswith("commit") else f"commit {commit}" for commit in commits]
    solved = standing.listed()
    note = ", ".join(facts) + (f"; {solved}" if solved else "")
    return {
        about.name: {
            "link": about.link,
            "open-data": about.open_data,
            "num-solved": standing.counts(),
            "size": int(about.size) if about.size == int(about.size) else about.size,
            "condensed-compute-budget": about.budget or f"pass@{row.attempts}",
            "note": note,
        }
    }


def short_name(problem: str) -> str:
    """``1988 B1``, as the leaderboard names a problem; another name stays as it is."""
    match = PROBLEM_NAME.fullmatch(problem)
    return f"{match['year']} {match['session'].upper()}{match['number']}" if match else problem


def write_archive(path: Path, run: KeptRun, standing: Standing, entry: Mapping[str, object]) -> int:
    """A new zip file, readable by its owner alone, with the first proof of each solved item.

    Each proof stands beside what it rests on. Returns their number. Raises `BadInput` where the file
    exists or cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise BadInput(f"{path} exists; name a new file") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error
    row = run.run()
    rests_on = {"settings": row.settings, "versions": row.versions, "datasets": row.datasets}
    try:
        with (
            os.fdopen(handle, "wb") as stream,
            zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr("entry.json", _json(entry))
            archive.writestr("run.json", _json(rests_on))
            for name, text in _proofs(run, standing):
                archive.writestr(name, text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return len(standing.solved)


def _proofs(run: KeptRun, standing: Standing) -> Iterable[tuple[str, str]]:
    for item in standing.solved:
        attempt = next(iter(run.attempts(item.nodeid, where=f"attempt = {item.first_proof}")))
        folder = f"{_column(item)}/{item.problem}"
        yield f"{folder}/candidate{SUFFIXES[item.language]}", attempt.code or ""
        if attempt.solution is not None:
            yield f"{folder}/solution.txt", attempt.solution
        yield f"{folder}/evidence.json", _json(_evidence(item, attempt))


def _evidence(item: KeptItem, attempt: KeptAttempt) -> dict[str, object]:
    return {
        "problem": item.problem,
        "file": item.file,
        "sha256": item.sha256,
        "attempt": attempt.attempt,
        "decided_by": attempt.decided_by,
        "evidence": dict(attempt.evidence),
        "needs_review": attempt.needs_review,
    }


def _column(item: KeptItem) -> str:
    return f"{LANGUAGE_NAMES[item.language]}-{TRACK_NAMES[item.track]}"


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
