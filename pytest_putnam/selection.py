"""Which problems a run takes: by year, by tag, by name."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pytest_putnam.model import Problem
from pytest_putnam.suggest import choices_for


@dataclass(frozen=True, slots=True)
class Selection:
    """A problem is taken if it satisfies every part that is not empty."""

    years: tuple[tuple[int, int], ...] = ()
    """Ranges, both ends included."""
    tags: tuple[str, ...] = ()
    """One of them is enough."""
    names: tuple[str, ...] = ()
    """Names or shell patterns; one of them is enough."""

    def takes(self, problem: Problem) -> bool:
        """Whether `problem` is taken."""
        return (
            self._takes_year(problem.year)
            and (not self.tags or not self._folded().isdisjoint(map(tag_name, problem.tags)))
            and (not self.names or any(fnmatch.fnmatchcase(problem.name, n) for n in self.names))
        )

    def _takes_year(self, year: int | None) -> bool:
        if not self.years:
            return True
        return year is not None and any(low <= year <= high for low, high in self.years)

    def _folded(self) -> set[str]:
        return {tag_name(tag) for tag in self.tags}

    def explain_nothing(self, available: Collection[Problem]) -> str:
        """What to say where none of `available` is taken: which part is to blame, and the choices."""
        years = sorted({p.year for p in available if p.year is not None})
        if self.years and not any(self._takes_year(year) for year in years):
            return f"no problem of the years {_ranges(self.years)}; there are {_spans(years)}"
        tags = Counter(tag_name(tag) for problem in available for tag in problem.tags)
        if self.tags and self._folded().isdisjoint(tags):
            if not tags:
                return f"no problem has the tag {', '.join(self.tags)}; this dataset has no tags"
            return (
                f"no problem has the tag {', '.join(self.tags)}. {choices_for(self.tags[0], tags)}"
            )
        known = [problem.name for problem in available]
        if self.names and not any(fnmatch.filter(known, name) for name in self.names):
            near = (
                choices_for(self.names[0], known) if len(known) <= 20 else _near(self.names, known)
            )
            return f"no problem is called {', '.join(self.names)}. {near}"
        parts = [f"years {_ranges(self.years)}"] if self.years else []
        parts += [f"tags {', '.join(self.tags)}"] if self.tags else []
        parts += [f"names {', '.join(self.names)}"] if self.names else []
        return f"no problem has all of: {'; '.join(parts)}. Leave one out; {len(known)} problems are there"


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of a run's items, for a machine of its own."""

    index: int
    """Counts from 1."""
    count: int

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    def of(self, languages: Mapping[str, str]) -> frozenset[str]:
        """The node ids of this shard, of all those that are the keys of `languages`.

        They are dealt out one by one, language after language, in the order of their ids: two shards
        differ by one item at most, and so they do within each language.
        """
        order = sorted(languages, key=lambda nodeid: (languages[nodeid], nodeid))
        return frozenset(order[self.index - 1 :: self.count])


def parse_shard(text: str) -> Shard:
    """``3/16`` as a shard. Raises `ValueError`."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if match is None:
        raise ValueError("it must be which of how many, such as 3/16")
    shard = Shard(int(match[1]), int(match[2]))
    if not 1 <= shard.index <= shard.count:
        raise ValueError(f"shards count from 1: 1/{shard.count} to {shard.count}/{shard.count}")
    return shard


def tag_name(tag: str) -> str:
    """`tag` as it is written in ``-m`` and ``--putnam-tag``: lower case, one word."""
    word = re.sub(r"\W+", "_", tag.strip().lower()).strip("_")
    return f"tag_{word}" if not word.isidentifier() else word


def parse_years(text: str) -> tuple[tuple[int, int], ...]:
    """``1988,2000-2009`` as ranges. Raises `ValueError`."""
    ranges = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{4})\s*(?:-\s*(\d{4})\s*)?", part)
        if match is None:
            raise ValueError(
                f"{part.strip()!r} is neither a year nor a range; write 1988,2000-2009"
            )
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high:
            raise ValueError(f"the range {low}-{high} is empty; did you mean {high}-{low}?")
        ranges.append((low, high))
    return tuple(ranges)


def _ranges(years: Collection[tuple[int, int]]) -> str:
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in years)


def _spans(years: Collection[int]) -> str:
    """The years as ranges of consecutive ones."""
    spans: list[tuple[int, int]] = []
    for year in years:
        if spans and year == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], year)
        else:
            spans.append((year, year))
    return _ranges(spans) or "none that have a year"


def _near(names: Collection[str], known: Collection[str]) -> str:
    hint = choices_for(next(iter(names)), known).partition("The choices are")[0]
    return f"{hint}There are {len(known)}, from {min(known)} to {max(known)}"
