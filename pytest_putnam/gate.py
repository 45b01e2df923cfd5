"""What a run means for the baseline: lost, kept and new solves, and what could not be decided."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from pytest_putnam.baseline import Baseline, Key, Solve
from pytest_putnam.kept import KeptRun


class Standing(enum.StrEnum):
    """Where an item stands."""

    KEPT = "kept"
    """In the baseline, and proved."""
    LOST = "lost"
    """In the baseline, and not proved."""
    NEW = "new"
    """Proved, and not in the baseline."""
    EXPECTED = "expected"
    """Not proved, and not in the baseline."""
    UNDECIDED = "undecided"
    """In error, or not run to its end: nothing can be said."""


@dataclass(frozen=True, slots=True)
class Gated:
    """An item, and what became of it."""

    key: Key
    proved: bool | None
    """None: undecided."""
    solve: Solve | None = None
    """Of a proved one."""
    reason: str = ""


def standing(proved: bool | None, *, in_baseline: bool) -> Standing:
    """Where an item stands."""
    if proved is None:
        return Standing.UNDECIDED
    if proved:
        return Standing.KEPT if in_baseline else Standing.NEW
    return Standing.LOST if in_baseline else Standing.EXPECTED


@dataclass(frozen=True, slots=True)
class Gate:
    """The items of a run against a baseline. Entries that are not in the run are left alone."""

    baseline: Baseline
    items: tuple[Gated, ...]
    _by_standing: dict[Standing, list[Gated]] = field(default_factory=dict)

    @classmethod
    def of(cls, baseline: Baseline, items: Iterable[Gated]) -> Gate:
        """Gate `items`, in the order of their keys."""
        ordered = tuple(sorted(items, key=lambda item: item.key))
        gate = cls(baseline, ordered)
        for item in ordered:
            where = standing(item.proved, in_baseline=item.key in baseline)
            gate._by_standing.setdefault(where, []).append(item)
        return gate

    def those(self, where: Standing) -> list[Gated]:
        """The items that stand there."""
        return self._by_standing.get(where, [])

    @property
    def not_selected(self) -> int:
        """Entries of the baseline that the run does not have."""
        return len(set(self.baseline) - {item.key for item in self.items})

    def updated(self) -> dict[Key, Solve]:
        """The baseline as this run would have it: what was not decided in it stays as it was."""
        entries = dict(self.baseline)
        for item in self.items:
            if item.proved is False:
                entries.pop(item.key, None)
            elif item.proved and item.solve is not None:
                entries[item.key] = item.solve
        return entries


def gated_items(run: KeptRun, nodeids: Container[str] | None = None) -> list[Gated]:
    """The items of a kept run, those with `nodeids` if they are given."""
    planned = run.run().attempts
    numbers: dict[str, list[int]] = {}
    for nodeid, number in run.db.execute(
        "SELECT nodeid, attempt FROM attempt WHERE verdict = 'proved' ORDER BY nodeid, attempt"
    ):
        numbers.setdefault(nodeid, []).append(number)
    return [
        Gated(
            Key.of(item),
            item.decided,
            Solve(tuple(numbers[item.nodeid]), planned) if item.nodeid in numbers else None,
            item.reason or ("" if item.outcome else "not run to its end"),
        )
        for item in run.items()
        if nodeids is None or item.nodeid in nodeids
    ]
