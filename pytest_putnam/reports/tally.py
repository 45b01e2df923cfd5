"""Counting a run while its reports arrive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.model import AttemptRecord, ItemCounts, Outcome, Usage, VerdictKind
from pytest_putnam.reports.search_totals import SearchTotals
from pytest_putnam.stats import (
    AttemptCounts,
    ItemEffort,
    PassAt,
    PerSolve,
    Rate,
    RateRange,
    pass_curve,
    per_solve,
)

SLOWEST: Final = 3
"""How many of the slowest attempts are kept."""


@dataclass(slots=True)
class ItemState(ItemCounts):
    """An item, and what became of it so far."""

    nodeid: str
    problem: str
    language: str
    tags: tuple[str, ...] = ()
    outcome: Outcome | None = None
    """None: it was not run to its end."""
    reason: str = ""
    attempts: int = 0
    proved: int = 0
    """Attempts that are proved; more than one only in exhaustive runs."""
    redo: int = 0
    """Attempts that are made again on resuming: the faults, and those that met the run's limits."""
    cost_usd: float | None = 0.0
    """What its attempts took of models' services; None where that of one is not known."""
    reviewed: int = 0
    """Those of them whose solution people must look at."""
    solutions: tuple[str, str] = ("", "")
    """Of the last of those: the solution given and the reference's."""

    def add_cost(self, usage: Usage) -> None:
        """What an attempt took."""
        if usage.cost_usd is None or self.cost_usd is None:
            self.cost_usd = None
        else:
            self.cost_usd += usage.cost_usd

    def attempt_counts(self, planned: int) -> AttemptCounts:
        """What became of the n = `planned` attempts of an exhaustive run.

        Those that are made on resuming are undecided: a fault or the run's limit prevented them, or
        they were not made. Of an item that is finished those that were not made count as unproved, for
        its own time was up.
        """
        finished = self.outcome in (Outcome.PROVED, Outcome.FAILED) and not self.redo
        missing = 0 if finished else max(0, planned - self.attempts)
        attempts = max(planned, self.attempts)
        return AttemptCounts(self.proved, self.redo + missing, attempts)


@dataclass(frozen=True, slots=True)
class Timed:
    """An attempt's times, for the list of the slowest."""

    problem: str
    language: str
    attempt: int
    kind: VerdictKind
    prover_s: float
    check_s: float
    clock: str

    @property
    def total_s(self) -> float:
        """Prover and check together."""
        return self.prover_s + self.check_s


@dataclass(slots=True)
class Consumed:
    """What the attempts took of models' services. What is not known is not counted as nothing."""

    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    unknown_tokens: int = 0
    """Attempts whose tokens are not known."""
    cost_usd: float = 0.0
    unknown_cost: int = 0
    """Attempts whose cost is not known."""

    def add(self, usage: Usage) -> None:
        """An attempt's usage."""
        self.requests += usage.requests
        if usage.prompt_tokens is None or usage.completion_tokens is None:
            self.unknown_tokens += 1
        else:
            self.prompt_tokens += usage.prompt_tokens
            self.completion_tokens += usage.completion_tokens
        if usage.cost_usd is None:
            self.unknown_cost += 1
        else:
            self.cost_usd += usage.cost_usd


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: the items that have something in common."""

    label: str
    outcomes: Counter[Outcome | None]
    stopped: int = 0
    """Failed items of which the run's limit on money or tokens ended an attempt."""
    partial: int = 0
    """Proved items that were not run to their end; they are among the proved."""

    @classmethod
    def of(cls, label: str, items: Collection[ItemCounts]) -> Row:
        """The line of `items`."""
        stopped = sum(i.result is Outcome.FAILED and i.decided is None for i in items)
        partial = sum(item.is_partial for item in items)
        return cls(label, Counter(item.result for item in items), stopped, partial)

    @property
    def total(self) -> int:
        """All items, those that were not run too."""
        return sum(self.outcomes.values())

    @property
    def undecided(self) -> int:
        """Items in error, and items that were not run or attempted to their end."""
        return self.outcomes[Outcome.ERROR] + self.outcomes[None] + self.stopped

    @property
    def range(self) -> RateRange:
        """Proved items among all of them; a range where some are undecided."""
        return RateRange(self.outcomes[Outcome.PROVED], self.undecided, self.total)

    @property
    def rate(self) -> Rate:
        """Proved items among all of them: an error or an item that was not run stays below the line."""
        return self.range.low


@dataclass(slots=True)
class Tally:
    """Everything the summary counts. Memory grows with items, not with attempts."""

    items: dict[str, ItemState] = field(default_factory=dict)
    kinds: Counter[VerdictKind] = field(default_factory=Counter)
    prover_s: float = 0.0
    check_s: float = 0.0
    cpu_s: float = 0.0
    slowest: list[Timed] = field(default_factory=list)
    consumed: Consumed = field(default_factory=Consumed)
    searches: SearchTotals = field(default_factory=SearchTotals)
    ended: int = 0
    """Items that were run to their end."""
    unreplayed: int = 0
    """Proofs of Lean that were not put through the kernel a second time."""

    def expect(self, items: Iterable[ItemState]) -> None:
        """Items that will run."""
        for item in items:
            self.items.setdefault(item.nodeid, item)

    def add(self, record: AttemptRecord) -> None:
        """An attempt that ended."""
        verdict = record.verdict
        self.kinds[verdict.kind] += 1
        self.prover_s += record.prover_s
        self.check_s += verdict.check_s
        self.cpu_s += verdict.cpu_s
        self.unreplayed += verdict.is_unreplayed
        if record.usage is not None:
            self.consumed.add(record.usage)
        self.searches.add(record.transcript)
        item = self.items.get(record.nodeid)
        if item is not None:
            item.attempts += 1
            item.proved += verdict.kind is VerdictKind.PROVED
            item.redo += verdict.to_redo
            if record.usage is not None:
                item.add_cost(record.usage)
            if verdict.needs_review:
                item.reviewed += 1
                evidence = verdict.evidence
                item.solutions = (
                    evidence.get("solution_given", ""),
                    evidence.get("solution_reference", ""),
                )
        self.slowest.append(
            Timed(
                record.problem,
                record.language,
                record.attempt,
                verdict.kind,
                record.prover_s,
                verdict.check_s,
                verdict.clock,
            )
        )
        self.slowest.sort(key=lambda timed: -timed.total_s)
        del self.slowest[SLOWEST:]

    def end(self, nodeid: str, outcome: Outcome, reason: str) -> None:
        """What became of an item."""
        item = self.items.get(nodeid)
        if item is not None:
            self.ended += item.outcome is None
            item.outcome, item.reason = outcome, reason

    def total(self) -> Row:
        """All items."""
        return Row.of("all", self.items.values())

    def by_language(self) -> list[Row]:
        """One row per language."""
        return self._rows(lambda item: (item.language,))

    def by_tag(self) -> list[Row]:
        """One row per tag; an item with several tags is in several rows."""
        return self._rows(lambda item: item.tags)

    def to_review(self) -> list[ItemState]:
        """Proved items whose solution people must look at."""
        return [item for item in self.items.values() if item.needs_review]

    def pass_curve(self, planned: int, ks: Sequence[int] | None = None) -> list[PassAt]:
        """pass@k of an exhaustive run over all items, for `ks` (all k up to n = `planned`)."""
        counts = (item.attempt_counts(planned) for item in self.items.values())
        return pass_curve(counts, planned, ks)

    def open_attempts(self, planned: int) -> tuple[int, int]:
        """How many attempts of an exhaustive run are undecided, and of how many items."""
        counts = [item.attempt_counts(planned).undecided for item in self.items.values()]
        return sum(counts), sum(n > 0 for n in counts)

    def per_solve(self, *, exhaustive: bool) -> PerSolve:
        """The effort that a proved item takes, over all items."""
        efforts = (
            ItemEffort(item.attempts, item.proved, item.cost_usd) for item in self.items.values()
        )
        return per_solve(efforts, exhaustive=exhaustive)

    def _rows(self, labels: Callable[[ItemState], tuple[str, ...]]) -> list[Row]:
        rows: dict[str, list[ItemState]] = {}
        for item in self.items.values():
            for label in labels(item):
                rows.setdefault(label, []).append(item)
        return [Row.of(label, rows[label]) for label in sorted(rows)]
