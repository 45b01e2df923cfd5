"""Two kept runs, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptItem, RunRow
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.mixing import Mixture, mixed
from pytest_putnam.model import Language
from pytest_putnam.reports.tally import Row
from pytest_putnam.resuming import NEUTRAL, shown_setting
from pytest_putnam.stats import PairedTable

Name = tuple[str, ...]
"""What says that two items are the same: problem, language, track, and the prover if there are several."""


_PLACES: Final = {"cache_dir"}
"""Settings that say where something is kept, and nothing of the run."""
_CHECKER_SETTINGS: Final = {field.name for field in fields(CheckerSettings)} - NEUTRAL
"""Settings that verdicts depend on."""
_CHECKER_VERSIONS: Final = {*(language.value for language in Language), "pytest-putnam"}
"""What has a version that verdicts depend on."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two runs."""

    name: str
    row: RunRow
    items: Mapping[Name, KeptItem]
    mixed: Sequence[Mixture] = ()
    """How its own sessions differ; its settings are those of the last one."""

    @property
    def outcomes(self) -> Row:
        """All its items."""
        return Row.of(self.name, self.items.values())

    @property
    def to_review(self) -> int:
        """Proved items with a solution that people must look at."""
        return sum(item.needs_review for item in self.items.values())


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the runs do not have in common."""

    what: str
    old: str
    new: str
    checks: bool = False
    """Whether it decides what counts as proved: the checker's own settings, or its version."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the items that both have."""

    old: Side
    new: Side
    common: tuple[Name, ...]
    table: PairedTable
    differences: tuple[Difference, ...]
    changed_files: tuple[Name, ...]
    """Common items whose benchmark file is not the same in both."""

    def those(self, old: bool | None, new: bool | None) -> list[Name]:
        """The common items that were proved (True), were not (False) or are undecided (None)."""
        return [
            name
            for name in self.common
            if (self.old.items[name].decided, self.new.items[name].decided) == (old, new)
        ]

    @property
    def checked_differently(self) -> list[str]:
        """What the checkers' own settings and versions differ in."""
        between = [each.what for each in self.differences if each.checks]
        within = [each.what for side in (self.old, self.new) for each in side.mixed]
        of_checkers = _CHECKER_SETTINGS | {f"version of {name}" for name in _CHECKER_VERSIONS}
        return list(dict.fromkeys([*between, *(what for what in within if what in of_checkers)]))

    @property
    def lost(self) -> list[Name]:
        """Proved in the old run, and not in the new one."""
        return self.those(old=True, new=False)

    @property
    def gained(self) -> list[Name]:
        """Proved in the new run, and not in the old one."""
        return self.those(old=False, new=True)

    @property
    def undecided(self) -> list[Name]:
        """Undecided in one of the runs, or in both."""
        sides = (self.old.items, self.new.items)
        return [name for name in self.common if any(s[name].decided is None for s in sides)]

    @property
    def only_old(self) -> list[Name]:
        """Items that the new run does not have; they are in no pair."""
        return sorted(self.old.items.keys() - self.new.items)

    @property
    def only_new(self) -> list[Name]:
        """Items that the old run does not have."""
        return sorted(self.new.items.keys() - self.old.items)


def compare(old: KeptRun, new: KeptRun) -> Comparison:
    """Pair the items of two runs. Raises `BadInput` where that cannot be done."""
    kept = list(old.items()), list(new.items())
    several = any(len({item.prover for item in items}) > 1 for items in kept)
    sides = [
        Side(run.name, run.run(), _named(run, items, several=several), mixed(run))
        for run, items in zip((old, new), kept, strict=True)
    ]
    before, after = sides
    common = tuple(sorted(before.items.keys() & after.items))
    if not common:
        raise BadInput(
            f"{old.name} and {new.name} have no item in common: the old run has "
            f"{_described(before)}, the new one {_described(after)}"
        )
    pairs = ((before.items[n].decided, after.items[n].decided) for n in common)
    changed = tuple(n for n in common if _changed(before.items[n], after.items[n]))
    table = PairedTable.of(pairs)
    return Comparison(before, after, common, table, _differences(before, after), changed)


def shown(name: Name) -> str:
    """``putnam_1988_b1 (coq)``."""
    problem, language, track, *prover = name
    more = [language, *([track] if track != "with-solution" else []), *prover]
    return f"{problem} ({', '.join(more)})"


def _named(run: KeptRun, items: list[KeptItem], *, several: bool) -> dict[Name, KeptItem]:
    found: dict[Name, KeptItem] = {}
    for item in items:
        name: Name = (item.problem, item.language.value, item.track.value)
        if several:
            name = (*name, item.prover)
        if name in found:
            raise BadInput(
                f"{run.name} has {shown(name)} twice, in {found[name].nodeid} and {item.nodeid}: "
                f"such a run cannot be paired with another"
            )
        found[name] = item
    return found


def _described(side: Side) -> str:
    if not side.items:
        return "none at all"
    languages = sorted({name[1] for name in side.items})
    tracks = sorted({name[2] for name in side.items})
    first = min(name[0] for name in side.items)
    return f"{len(side.items)} of {', '.join(languages)}, {', '.join(tracks)} ({first} first)"


def _changed(old: KeptItem, new: KeptItem) -> bool:
    return bool(old.sha256 and new.sha256) and old.sha256 != new.sha256


def _differences(old: Side, new: Side) -> tuple[Difference, ...]:
    """Settings, versions and datasets that are not the same."""
    found = []
    for kind, before, after in (
        ("", old.row.settings, new.row.settings),
        ("version of ", old.row.versions, new.row.versions),
    ):
        for name in sorted({*before, *after} - _PLACES):
            if before.get(name) != after.get(name):
                checks = name in (_CHECKER_VERSIONS if kind else _CHECKER_SETTINGS)
                texts = shown_setting(before.get(name)), shown_setting(after.get(name))
                found.append(Difference(f"{kind}{name}", *texts, checks))
    commits = [", ".join(str(d.get("commit")) for d in side.row.datasets) for side in (old, new)]
    if commits[0] != commits[1]:
        found.append(Difference("dataset", commits[0], commits[1]))
    return tuple(found)
