"""All kept candidates again, with today's checkers on this machine."""

from __future__ import annotations

import hashlib
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_putnam.datasets import Dataset, find_dataset
from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.kept import open_run
from pytest_putnam.kept_rows import KeptAttempt, KeptItem, Plain, RunRow
from pytest_putnam.languages.base import Checker
from pytest_putnam.model import Candidate, Formalization, Language, Verdict, VerdictKind
from pytest_putnam.prover import Budget

CheckerFor = Callable[[Formalization, int], Checker]
"""Gives the checker of a formalization's language, with the settings of a session of the run."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A kept attempt and what is said of its candidate now."""

    attempt: KeptAttempt
    """Without its bulk."""
    now: Verdict

    @property
    def undecided(self) -> bool:
        """Whether a fault kept it from being judged now."""
        return self.now.kind.is_fault

    @property
    def differs(self) -> bool:
        """Whether the verdict is another one, or whether people must look at it is."""
        kept = self.attempt
        same = (kept.verdict, kept.needs_review) == (self.now.kind, self.now.needs_review)
        return not self.undecided and not same


@dataclass(frozen=True, slots=True)
class Recheck:
    """What to check again, and where the statements are."""

    path: Path
    """Of the run."""
    root: Path | None = None
    """The benchmark; None: where the run had it."""
    verdicts: Sequence[VerdictKind] = ()
    """Only attempts with these; all if there are none."""

    def count(self) -> int:
        """How many candidates there are to check."""
        with open_run(self.path) as kept:
            row = kept.db.execute(
                f"SELECT count(*) FROM attempt WHERE {self._condition}"
            ).fetchone()
        return int(row[0])

    def settings(self) -> dict[int, Mapping[str, Plain]]:
        """Those of each session that made a candidate which is checked, by its number."""
        with open_run(self.path) as kept:
            own = {session.id: session.settings for session in kept.sessions()}
            whole = kept.run().settings
            query = f"SELECT DISTINCT session FROM attempt WHERE {self._condition} ORDER BY 1"
            return {number: own.get(number, whole) for (number,) in kept.db.execute(query)}

    def languages(self) -> set[Language]:
        """Of the candidates that are checked."""
        query = f"SELECT DISTINCT language FROM attempt WHERE {self._condition}"
        with open_run(self.path) as kept:
            return {Language(name) for (name,) in kept.db.execute(query)}

    def run(self, checker: CheckerFor, jobs: int) -> Iterator[Rechecked]:
        """Each candidate's verdict, `jobs` items at once, as they come.

        `checker` is called in several threads at once. Raises `BadInput` where the store is damaged.
        """
        with open_run(self.path) as kept:
            run, items = kept.run(), list(kept.items())
        done: queue.Queue[Rechecked | BaseException | None] = queue.Queue(maxsize=1000)
        stop = threading.Event()

        def work(item: KeptItem) -> None:
            try:
                if not stop.is_set():
                    for found in self._item(run, item, checker):
                        done.put(found)
            except BaseException as error:  # noqa: BLE001 - raised below, by whoever waits for it
                done.put(error)
            done.put(None)

        pool = ThreadPoolExecutor(jobs, "recheck")
        try:
            for item in items:
                pool.submit(work, item)
            left = len(items)
            while left:
                found = done.get()
                if found is None:
                    left -= 1
                elif isinstance(found, BaseException):
                    raise found
                else:
                    yield found
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)

    @property
    def _condition(self) -> str:
        among = ", ".join(f"'{verdict}'" for verdict in self.verdicts)
        return "code IS NOT NULL" + (f" AND verdict IN ({among})" if among else "")

    def _item(self, run: RunRow, item: KeptItem, checker: CheckerFor) -> Iterator[Rechecked]:
        """The item's candidates; whatever breaks is told of each of them."""
        with open_run(self.path) as kept:
            attempts = list(kept.attempts(item.nodeid, where=self._condition))
        for session in dict.fromkeys(attempt.session for attempt in attempts):
            made = [attempt for attempt in attempts if attempt.session == session]
            try:
                formalization = _formalization(run, item, self.root)
                judge = checker(formalization, session)
                judge.prepare(formalization, item.track)
            except (BadInput, InfraError, OSError) as error:
                told = Verdict(VerdictKind.INFRA_ERROR, str(error))
                yield from (Rechecked(attempt, told) for attempt in made)
                continue
            for attempt in made:
                candidate = Candidate(attempt.code or "", attempt.solution)
                try:
                    verdict = judge.check(formalization, item.track, candidate, Budget(None))
                except Exception as error:  # noqa: BLE001 - a broken checker says nothing of the candidate
                    verdict = Verdict(VerdictKind.INFRA_ERROR, repr(error))
                yield Rechecked(attempt, verdict)


def _formalization(run: RunRow, item: KeptItem, root: Path | None) -> Formalization:
    """The item's statement, as it was. Raises `BadInput` where it is lost or has changed."""
    path = _file(run, item, root)
    if item.sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != item.sha256:
        raise BadInput(
            f"{path} has changed since the run: check out the run's commit, or name it by --root"
        )
    dataset = find_dataset(path)
    if dataset is None:
        return Dataset(root or Path(item.dataset or path.parent)).read(path)
    entries = dataset.entries_of(path)
    theorem = next((e.theorem for e in entries if e.problem.name == item.problem), "")
    return dataset.read(path, theorem)


def _file(run: RunRow, item: KeptItem, root: Path | None) -> Path:
    roots = [root] if root else [Path(item.dataset)] if item.dataset else []
    if not roots:
        roots = [Path(str(dataset.get("path"))) for dataset in run.datasets]
    for folder in roots:
        if item.file and (folder / item.file).is_file():
            return folder / item.file
        if not item.file:
            # A run of the first version: the name of the file is that of the problem.
            for path in Dataset(folder).files(Language(item.language)):
                if path.stem == item.problem:
                    return path
    where = ", ".join(map(str, roots)) or "no benchmark"
    raise BadInput(
        f"the file of {item.problem} ({item.language}) is not in {where}; name it by --root"
    )


POLICIES: Final = (
    *("check_timeout_s", "startup_timeout_s", "memory_mb", "warm", "allowed_axioms"),
    *("lean_replay", "lean_heartbeats", "lean_allow_meta", "isabelle_commands"),
)
"""The settings of a run's checkers that verdicts depend on, but the sandbox, which is this machine's."""
_SETS: Final = frozenset({"allowed_axioms", "isabelle_commands"})


def policies(settings: Mapping[str, Plain]) -> dict[str, Any]:
    """Those of `POLICIES` that a run's settings have, as `CheckerSettings` has them."""
    found: dict[str, Any] = {name: settings[name] for name in POLICIES if name in settings}
    for name in _SETS:
        found[name] = frozenset(filter(None, str(settings.get(name) or "").split(",")))
    return found
