"""Up to n attempts at one formalization: budgets, concurrency, early stop, and one record each.

Every attempt runs in a thread of its own, so that a prover that never returns costs its attempt and
not the run. Records are handed on from the thread that called `Engine.evaluate`, in the order in
which the attempts end.
"""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pytest_putnam.attempting import ask, broken, exhausted, judge
from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.base import Checker, LanguageBackend
from pytest_putnam.model import (
    ENDS_RUN,
    AttemptRecord,
    Evaluation,
    Formalization,
    Track,
    Verdict,
    VerdictKind,
)
from pytest_putnam.prover import Budget, Prover, Task
from pytest_putnam.scratch import scratch

LOOK_S: Final = 0.5
"""How often deadlines are looked at while no attempt ends."""
ABANDON_AFTER_S: Final = 5.0
"""How long past its deadline a prover may take to return before its thread is given up."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """How an item is attempted. Times in seconds."""

    attempts: int = 1
    exhaustive: bool = False
    """Make all attempts even after a proof; the unbiased pass@k needs it."""
    seed: int = 0
    track: Track = Track.WITH_SOLUTION
    attempt_timeout_s: float | None = None
    """For the prover's part of an attempt; the check has its own budget."""
    concurrency: int = 1
    """Attempts of one item that run at once."""


def attempt_seed(run_seed: int, language: str, problem: str, attempt: int) -> int:
    """The seed of one attempt, 63 bits; it depends on nothing but its arguments."""
    digest = hashlib.sha256(f"{run_seed}\0{language}\0{problem}\0{attempt}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


@dataclass(slots=True)
class _Running:
    """An attempt in flight, as the coordinating thread sees it."""

    number: int
    seed: int
    budget: Budget
    started: float
    proving: bool = False
    """True while the prover is at work: not while it waits for a slot, nor in the check."""
    late_since: float | None = None
    """When its deadline was first seen to be over."""
    prompt_hash: str = ""


@dataclass(frozen=True, slots=True)
class Engine:
    """Makes the attempts of items with one prover and one checker."""

    prover: Prover
    checker: Checker
    backend: LanguageBackend
    settings: EngineSettings
    on_record: Callable[[AttemptRecord], None]
    """Called with each attempt as it ends, in the thread that called `evaluate`."""
    slot: Callable[[Budget], AbstractContextManager[None]] = lambda _: nullcontext()
    """What an attempt of a prover that runs an assistant itself holds meanwhile; it is given the
    item's budget to wait with."""

    def evaluate(
        self,
        formalization: Formalization,
        budget: Budget,
        nodeid: str,
        kept: Sequence[AttemptRecord] = (),
    ) -> Evaluation:
        """Attempt `formalization` until it is proved, n attempts are made, or `budget` runs out.

        Attempts that were not begun have no record. Faults become records, not exceptions. Attempts
        in `kept` were made before: they count, and are neither made again nor handed on.
        """
        item = _Item(self, formalization, Budget(None, parent=budget), nodeid, kept)
        try:
            records = item.run()
        finally:
            item.budget.cancel()
        records.sort(key=lambda record: record.attempt)
        return Evaluation(tuple(records), self.settings.attempts)


class _Item:
    """The attempts at one formalization."""

    def __init__(
        self,
        engine: Engine,
        formalization: Formalization,
        budget: Budget,
        nodeid: str,
        kept: Sequence[AttemptRecord],
    ) -> None:
        self._engine = engine
        self._formalization = formalization
        self._nodeid = nodeid
        self.budget = budget
        self._finished: queue.SimpleQueue[tuple[_Running, AttemptRecord]] = queue.SimpleQueue()
        self._running: list[_Running] = []
        self._records: list[AttemptRecord] = list(kept)
        made = {record.attempt for record in kept}
        self._missing = deque(n for n in range(1, engine.settings.attempts + 1) if n not in made)

    def run(self) -> list[AttemptRecord]:
        """Make the attempts that are missing; one at least leaves a record."""
        if self._over:
            return self._records
        fault = self._prepare()
        if fault is not None:
            self._keep(self._record(self._begin(self._missing[0]), fault))
            return self._records
        while True:
            while self._missing and self._may_begin():
                number = self._missing.popleft()
                running = self._begin(number)
                self._running.append(running)
                threading.Thread(
                    target=self._attempt,
                    args=(running,),
                    name=f"attempt {number} of {self._nodeid}",
                    daemon=True,
                ).start()
            if not self._running:
                return self._records
            self._wait()
            if self._proved and not self._engine.settings.exhaustive:
                return self._records

    @property
    def _over(self) -> bool:
        """Whether the attempts that were made before are all there is to do."""
        return not self._missing or (self._proved and not self._engine.settings.exhaustive)

    @property
    def _proved(self) -> bool:
        return any(record.verdict.kind is VerdictKind.PROVED for record in self._records)

    def _prepare(self) -> Verdict | None:
        """Compile the reference; what prevents it is the item's fault, before any attempt is paid."""
        try:
            self._engine.checker.prepare(
                self._formalization, self._engine.settings.track, self.budget
            )
            self.budget.check()
        except InfraError as error:
            return Verdict(VerdictKind.INFRA_ERROR, str(error))
        except BudgetExhausted:
            reason = "the item's time ran out before the first attempt"
            return Verdict(VerdictKind.BUDGET_EXHAUSTED, reason, clock="item")
        return None

    def _may_begin(self) -> bool:
        return (
            len(self._running) < self._engine.settings.concurrency
            and self.budget.remaining_s() > 0.0
            and not any(ENDS_RUN in record.verdict.evidence for record in self._records)
        )

    def _begin(self, number: int) -> _Running:
        return _Running(
            number,
            attempt_seed(
                self._engine.settings.seed,
                self._formalization.language,
                self._formalization.name,
                number,
            ),
            self.budget,
            time.monotonic(),
        )

    def _wait(self) -> None:
        """Take one finished attempt, and give up those that are long past their deadline."""
        try:
            running, record = self._finished.get(timeout=LOOK_S)
        except queue.Empty:
            pass
        else:
            if running in self._running:
                self._running.remove(running)
                self._keep(record)
        for late in [r for r in self._running if r.proving and self._patience_s(r) <= 0.0]:
            self._running.remove(late)
            reason = f"the prover did not return, {ABANDON_AFTER_S:g} s after its time was over"
            prover_s = time.monotonic() - late.started
            self._keep(
                self._record(late, exhausted(reason, item_budget=self.budget), prover_s=prover_s)
            )

    @staticmethod
    def _patience_s(running: _Running) -> float:
        """How long the prover may still take to return, its grace included."""
        remaining_s = running.budget.remaining_s()
        if remaining_s > 0.0:
            return remaining_s + ABANDON_AFTER_S
        if running.late_since is None:
            running.late_since = time.monotonic()
        return running.late_since + ABANDON_AFTER_S - time.monotonic()

    def _keep(self, record: AttemptRecord) -> None:
        self._records.append(record)
        self._engine.on_record(record)

    def _attempt(self, running: _Running) -> None:
        """One attempt, in its own thread; always leaves a record in the queue."""
        try:
            with scratch("putnam-attempt-") as work_dir:
                record = self._try(running, work_dir)
        except Exception:  # noqa: BLE001 - whatever breaks here must not lose the attempt
            record = self._record(running, broken())
        self._finished.put((running, record))

    def _try(self, running: _Running, work_dir: Path) -> AttemptRecord:
        try:
            with self._slot():
                running.started = time.monotonic()
                running.budget = Budget(self._engine.settings.attempt_timeout_s, parent=self.budget)
                running.proving = True
                task = self._task(running, work_dir)
                running.prompt_hash = task.content_hash()
                asked = ask(self._engine.prover, task, running.budget, item_budget=self.budget)
        except BudgetExhausted:
            reason = "no slot was free in the item's time"
            return self._record(running, exhausted(reason, item_budget=self.budget))
        finally:
            running.proving = False
        prover_s = time.monotonic() - running.started
        if isinstance(asked.answer, Verdict):
            candidate, verdict = None, asked.answer
        else:
            candidate, verdict = judge(
                self._engine.checker,
                self._formalization,
                self._engine.settings.track,
                asked.answer,
                self.budget,
            )
        record = self._record(running, verdict, prover_s=prover_s)
        return replace(record, candidate=candidate, usage=asked.usage, transcript=asked.transcript)

    def _slot(self) -> AbstractContextManager[None]:
        """A slot of the machine, where the prover runs an assistant itself."""
        return (
            self._engine.slot(self.budget) if self._engine.prover.runs_assistant else nullcontext()
        )

    def _task(self, running: _Running, work_dir: Path) -> Task:
        settings = self._engine.settings
        return Task(
            formalization=self._formalization,
            track=settings.track,
            attempt=running.number,
            attempts=settings.attempts,
            seed=running.seed,
            text=self._engine.backend.task_text(self._formalization, settings.track),
            work_dir=work_dir,
        )

    def _record(
        self, running: _Running, verdict: Verdict, *, prover_s: float = 0.0
    ) -> AttemptRecord:
        return AttemptRecord(
            problem=self._formalization.name,
            language=self._formalization.language,
            track=self._engine.settings.track,
            prover=self._engine.prover.name,
            attempt=running.number,
            seed=running.seed,
            verdict=verdict,
            prover_s=prover_s,
            nodeid=self._nodeid,
            finished_at=time.time(),
            prompt_hash=running.prompt_hash,
        )
