"""Collecting: a benchmark file is a module whose contents are those of `suite`.

Files are not read here. What cannot be split becomes known when its item is set up, and makes that
item an error.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from pytest_putnam import suite
from pytest_putnam.datasets import Benchmark, find_dataset, language_of
from pytest_putnam.model import Language
from pytest_putnam.plan import BenchmarkFile, Plan, describe
from pytest_putnam.selection import Shard, tag_name

MARKER: Final = "putnam"
"""All items have it; ``-m 'putnam(year=1988)'`` selects by its arguments."""


ATTEMPT: Final[str] = "attempt"
"""`when` of the reports that carry an attempt."""
REPLAYED: Final = "putnam_replayed"
"""The attribute of reports on items that were finished before the run was resumed."""


class PutnamFile(pytest.Module):
    """A benchmark file, collected."""

    benchmark_file: BenchmarkFile

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The suite's test.

        Only this one name is offered to pytest: looking through the suite's others, for fixtures
        too, would take most of the time that collecting a whole benchmark takes.
        """
        self.obj = suite
        test = suite.test_proved
        return (
            self.ihook.pytest_pycollect_makeitem(collector=self, name=test.__name__, obj=test) or ()
        )


class PutnamTheorems(pytest.File):
    """A file with many formalizations: each is collected as a file would be, by its theorem's name."""

    members: list[BenchmarkFile]
    dress: Callable[[PutnamFile, BenchmarkFile], None]
    """Gives a collector what belongs to its formalization."""

    def collect(self) -> Iterable[PutnamFile]:
        """One collector for each."""
        for member in self.members:
            nodeid = f"{self.nodeid}::{member.theorem}"
            collected: PutnamFile = PutnamFile.from_parent(
                self, path=self.path, name=member.theorem, nodeid=nodeid
            )
            self.dress(collected, member)
            yield collected


class Collection:
    """Collects benchmark files, in the controller and in every worker alike."""

    def __init__(
        self, config: pytest.Config, plan: Plan, prover: str | None, shard: Shard | None = None
    ) -> None:
        self._config = config
        self._plan = plan
        self._prover = prover
        self._shard = shard
        self._declared: set[str] = set()
        self._datasets: dict[Path, Benchmark | None] = {}
        self._files: defaultdict[Path, list[BenchmarkFile]] = defaultdict(list)
        for file in plan.available:
            if file not in self._files[file.path]:
                self._files[file.path].append(file)
        self._declare(
            f"{MARKER}(problem, language, year, tags): an item of pytest-putnam, which also has its "
            f"language, year_YYYY and its tags as markers"
        )
        # An expression of -m may name a marker that no item has in this run.
        for name in (*Language, *(n for file in plan.available for n in _names(file))):
            self._declare(f"{name}: items of pytest-putnam")

    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """A benchmark's directory is no package, even where it has an ``__init__.py``."""
        for root in (argument.dataset.root for argument in self._plan.arguments):
            inside = path == root or root in path.parents
            if inside or (self._plan.positional is not None and path in root.parents):
                directory: pytest.Dir = pytest.Dir.from_parent(parent, path=path)
                return directory
        return None

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """A file of a benchmark in one of the run's languages."""
        files = self._files.get(file_path) or self._unplanned(file_path)
        if not files:
            return None
        if files[0].theorem:
            several: PutnamTheorems = PutnamTheorems.from_parent(
                parent, path=file_path, nodeid=self._nodeid(file_path)
            )
            several.members, several.dress = files, self._dress
            return several
        collected: PutnamFile = PutnamFile.from_parent(
            parent, path=file_path, nodeid=self._nodeid(file_path)
        )
        self._dress(collected, files[0])
        return collected

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One item per file: ``test_proved[coq-coqhammer]``."""
        parent = metafunc.definition.getparent(PutnamFile)
        if parent is not None and metafunc.function is suite.test_proved:
            language = parent.benchmark_file.language.value
            parameter = f"{language}-{self._prover}" if self._prover else language
            metafunc.parametrize("evaluation", [parameter], ids=[parameter], indirect=True)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what the selection and, of that, the shard does not take."""
        taken: list[pytest.Item] = []
        left_out: list[pytest.Item] = []
        for item in items:
            file = file_of(item)
            keep = file is None or self._plan.selection.takes(file.problem)
            (taken if keep else left_out).append(item)
        if self._shard is not None:
            ours = {item.nodeid: file.language for item in taken if (file := file_of(item))}
            mine = self._shard.of(ours)
            left_out += [i for i in taken if i.nodeid in ours and i.nodeid not in mine]
            taken = [i for i in taken if i.nodeid not in ours or i.nodeid in mine]
        if left_out:
            self._config.hook.pytest_deselected(items=left_out)
            items[:] = taken

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, str | tuple[str, dict[str, bool]]] | None:
        """An attempt is not an item: it has no letter and is not counted as one.

        An item that was finished before the run was resumed is said to be kept.
        """
        if report.when == ATTEMPT:
            return "", "", ""
        if report.when == "call" and hasattr(report, REPLAYED):
            if report.passed:
                return "passed", ".", ("PASSED (kept)", {"green": True})
            return "failed", "F", ("FAILED (kept)", {"red": True})
        return None

    def _unplanned(self, path: Path) -> list[BenchmarkFile]:
        """What is met below an argument which is no benchmark itself.

        What lies below one that is belongs to another benchmark, which is to be named to be run.
        """
        if language_of(path) is None:
            return []
        if any(argument.dataset.root in path.parents for argument in self._plan.arguments):
            return []
        if path.parent not in self._datasets:
            self._datasets[path.parent] = find_dataset(path.parent, self._plan.layout)
        dataset = self._datasets[path.parent]
        found = () if dataset is None else dataset.entries_of(path)
        return [
            describe(entry, dataset)
            for entry in found
            if dataset is not None and entry.language in self._plan.languages
        ]

    def _nodeid(self, path: Path) -> str | None:
        """Outside of rootdir pytest would name a file that is given by its path with nothing."""
        root_dir = self._config.rootpath
        if path.is_relative_to(root_dir):
            return None
        return os.path.relpath(path, root_dir).replace(os.sep, "/")

    def _dress(self, collected: PutnamFile, file: BenchmarkFile) -> None:
        collected.benchmark_file = file
        for mark in self._marks(file):
            collected.add_marker(mark)

    def _marks(self, file: BenchmarkFile) -> Iterator[pytest.MarkDecorator]:
        problem = file.problem
        yield pytest.mark.putnam(
            problem=problem.name,
            language=file.language.value,
            year=problem.year,
            tags=tuple(map(tag_name, problem.tags)),
        )
        for name in _names(file):
            self._declare(f"{name}: items of pytest-putnam")
            yield getattr(pytest.mark, name)

    def _declare(self, line: str) -> None:
        """Satisfy ``--strict-markers``."""
        name = line.partition(":")[0]
        if name not in self._declared:
            self._declared.add(name)
            self._config.addinivalue_line("markers", line)


def _names(file: BenchmarkFile) -> Iterator[str]:
    """The markers of a file besides `MARKER`."""
    yield file.language.value
    if file.problem.year is not None:
        yield f"year_{file.problem.year}"
    yield from map(tag_name, file.problem.tags)


def file_of(item: pytest.Item) -> BenchmarkFile | None:
    """The benchmark file behind an item; None for other people's items."""
    parent = item.getparent(PutnamFile)
    return None if parent is None else parent.benchmark_file


_ITEM: Final = re.compile(r"::test_proved\[(?P<language>[a-z0-9]+)(?:-.*)?\]$", re.DOTALL)


def place_of_nodeid(nodeid: str, root_dir: Path) -> tuple[Path, str] | None:
    """The file and the theorem in it that an item is named after; None where it is none of ours."""
    match = _ITEM.search(nodeid)
    if match is None or match["language"] not in set(Language):
        return None
    place, _, theorem = nodeid[: match.start()].partition("::")
    return Path(os.path.normpath(root_dir / place)), theorem


def file_of_nodeid(
    nodeid: str,
    root_dir: Path,
    known: Mapping[tuple[Path, str], BenchmarkFile],
    layout: str | None = None,
) -> BenchmarkFile | None:
    """The formalization behind an item of which only the node id is known.

    `known` are those of the plan, by file and theorem.
    """
    place = place_of_nodeid(nodeid, root_dir)
    if place is None:
        return None
    if place in known:
        return known[place]
    path, theorem = place
    dataset = find_dataset(path, layout)
    if dataset is None:
        return None
    found = (entry for entry in dataset.entries_of(path) if entry.theorem == theorem)
    return next((describe(entry, dataset) for entry in found), None)
