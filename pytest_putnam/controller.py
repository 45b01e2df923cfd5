"""The role that hears of all items and attempts, stores them and counts them.

Without xdist it lives beside the worker in one process and hears the same reports.
"""

from __future__ import annotations

import functools
import sqlite3
import time
import warnings
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from pytest_putnam import options
from pytest_putnam.collect import ATTEMPT, MARKER, file_of_nodeid
from pytest_putnam.errors import BadInput
from pytest_putnam.kept import open_run
from pytest_putnam.machine import machine_facts
from pytest_putnam.model import Outcome
from pytest_putnam.plan import BenchmarkFile, sha256_of
from pytest_putnam.reports.junit import item_properties
from pytest_putnam.reports.kept_tally import count_kept
from pytest_putnam.reports.tally import ItemState, Tally
from pytest_putnam.reports.terminal import Facts
from pytest_putnam.resumed import COUNTS, Kept, changed_since, strangers
from pytest_putnam.resuming import FOLDER
from pytest_putnam.run import Run
from pytest_putnam.run_lock import RunLock
from pytest_putnam.selection import tag_name
from pytest_putnam.store import ItemRow, Store
from pytest_putnam.wire import discard, one_line, unpack
from pytest_putnam.worker import PutnamWarning


class Node(Protocol):
    """An xdist worker as its controller sees it; only this part is used here."""

    workerinput: dict[str, Any]


class Controller:
    """One per session, never in an xdist worker."""

    def __init__(
        self,
        config: pytest.Config,
        run: Run,
        run_dir: Path,
        facts: Facts,
        kept: Kept | None = None,
    ) -> None:
        """`kept` is what a resumed run has; its lock is held from then on."""
        self.tally = Tally()
        self._kept = kept
        self._finished = set(kept.plan.finished) if kept else set[str]()
        self._lock = kept.lock if kept else None
        self._config = config
        self._run = run
        self._run_dir = run_dir
        self._facts = facts
        self._store: Store | None = None
        self._started_at = time.time()
        self._files = {(file.path, file.theorem): file for file in run.plan.available}
        self._wall_s: defaultdict[str, float] = defaultdict(float)
        self._outcomes: dict[str, tuple[Outcome, str]] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Node) -> None:
        """Tell a worker what the controller decided."""
        node.workerinput["putnam"] = {
            "chosen": self._run.chosen.as_plain(),
            "run_dir": str(self._run_dir),
            "attempts": self._run.attempts,
            "resumed": self._run.resumed,
        }

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Without xdist: these items will run."""
        self._expect(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """With xdist: these items will run; every worker says the same."""
        self._expect(ids)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None]:
        """Hear of an attempt, or of a part of an item."""
        if report.when == ATTEMPT:
            self._attempt(report)
        elif report.nodeid in self.tally.items:
            self._part(report)
        yield
        if hasattr(report, "putnam_crashed"):
            # Nobody else will end this item, and JUnit XML waits for an end.
            self._config.hook.pytest_runtest_logreport(report=self._teardown(report))

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> bool | None:
        """A worker's death is not the prover's failure: it is what pytest knows as an error.

        The item is not run again, whatever ``--reruns`` says: its attempts would be made twice.
        """
        item = self.tally.items.get(crashitem)
        if item is None:
            return None
        report.when = "setup"
        report.keywords = {MARKER: 1}
        report.location = (report.location[0], None, f"{item.problem}[{item.language}]")
        report.longrepr = (
            f"{item.problem}: infra_error: the worker process died while it ran this item, "
            f"{item.attempts} of its attempts were finished"
        )
        report.__dict__["putnam_crashed"] = True
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close the store."""
        if self._store is not None:
            try:
                self._store.close(ended_at=time.time(), exit_status=int(session.exitstatus))
            except (OSError, sqlite3.Error) as error:
                told = f"the run's store in {self._run_dir} was not closed: {error}"
                warnings.warn(PutnamWarning(told), stacklevel=1)
            self._store = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _expect(self, nodeids: Iterable[str]) -> None:
        """Take note of our items among `nodeids`, and open the store for the first of them."""
        rows: list[ItemRow] = []
        states: list[ItemState] = []
        prover = self._run.prover.name if self._run.prover else ""
        track = self._run.chosen[options.TRACK].value
        sha256 = functools.cache(sha256_of)  # a file may hold a whole benchmark
        for nodeid in nodeids:
            if nodeid in self.tally.items:
                continue
            file = file_of_nodeid(nodeid, self._config.rootpath, self._files, self._run.plan.layout)
            if file is not None:
                name, language = file.problem.name, file.language.value
                tags = tuple(map(tag_name, file.problem.tags))
                rows.append(item_row(nodeid, file, track, prover, sha256(file.path)))
                states.append(ItemState(nodeid, name, language, tags))
        if rows:
            self.tally.expect(states)
            try:
                self._begin(rows)
            except BadInput as error:
                self.tally.items.clear()  # nothing is to be told of a run that is not begun
                pytest.exit(f"putnam: {error}", returncode=pytest.ExitCode.USAGE_ERROR)
            except (OSError, sqlite3.Error) as error:
                self._give_up(error)

    def _begin(self, rows: Sequence[ItemRow]) -> None:
        """Store the items before the first of them runs; of a resumed run, mark what is missing."""
        first = self._store is None
        sha256 = {row.nodeid: row.sha256 for row in rows}
        if self._kept is not None and not self._run.chosen[options.RESUME_ANYWAY]:
            hindrance = strangers(self._kept.plan, sha256)
            if hindrance:
                raise BadInput(
                    f"the run in {self._run_dir} cannot be resumed like this: {hindrance}. Select "
                    f"the same items, or add --putnam-resume-anyway, which begins items of changed "
                    f"files anew"
                )
        store = self._open_store()
        if self._kept is not None:
            changed = changed_since(self._kept.plan, sha256)
            store.forget_items(changed)
            self._finished -= set(changed)
            if first:
                # Before the session with its settings: where those ask for more attempts than the run
                # had, nothing else says after a kill that its items are not finished.
                store.reopen_items(self._finished)
        if first:
            self._begin_session(store)
        store.add_items(rows)
        if self._kept is not None and first:
            with open_run(self._run_dir) as kept, kept.snapshot():
                count_kept(self.tally, kept, COUNTS)

    def _open_store(self) -> Store:
        if self._store is None:
            self._run_dir.mkdir(parents=True, exist_ok=True)
            if self._run_dir.parent == self._run.start_dir / FOLDER:
                # Proofs are not to be published by accident.
                (self._run_dir.parent / ".gitignore").write_text("*\n")
            if self._lock is None:
                self._lock = RunLock(self._run_dir)
            self._store = Store(
                self._run_dir,
                run_id=self._run_dir.name,
                started_at=self._started_at,
                resume=self._run.resumed,
            )
        return self._store

    def _begin_session(self, store: Store) -> None:
        store.begin_session(
            started_at=self._started_at,
            machine={**machine_facts(), "workers": self._workers()},
            command=self._config.invocation_params.args,
            settings=self._facts.settings,
            versions=self._facts.versions,
            datasets=self._facts.datasets,
        )

    def _workers(self) -> int:
        """Processes that run items: xdist's, or this one."""
        if self._config.getoption("dist", "no") == "no":
            return 1
        workers = 0
        for spec in self._config.getoption("tx", None) or ():
            times, star, _ = spec.partition("*")  # "3*popen" is three of them
            workers += int(times) if star and times.isdigit() else 1
        return workers

    def _attempt(self, report: pytest.TestReport) -> None:
        # Popped: pytest keeps all reports, and these may be many.
        packed = report.__dict__.pop("putnam_attempt")
        record = unpack(packed, self._run_dir)
        self.tally.add(record)
        if self._store is not None:
            try:
                self._store.add_attempt(record)
                discard(packed, self._run_dir)
            except (OSError, sqlite3.Error) as error:
                self._give_up(error)
        node = getattr(report, "node", None)
        self._config.hook.pytest_putnam_attempt(
            record=record,
            planned=self._run.attempts,
            worker=node.gateway.id if node is not None else "",
        )

    def _part(self, report: pytest.TestReport) -> None:
        """A report of an item's set-up, call or teardown; the last one ends the item."""
        nodeid = report.nodeid
        self._wall_s[nodeid] += report.duration
        if str(report.outcome) == "rerun":
            return
        measured = dict(report.user_properties).get("putnam_outcome")
        if report.when == "setup" and report.failed:
            self._outcomes[nodeid] = Outcome.ERROR, _reason(report)
        elif report.when == "call" and measured is not None:
            self._outcomes[nodeid] = Outcome(str(measured)), _reason(report)
        elif report.when == "teardown" and nodeid in self._outcomes:
            outcome, reason = self._outcomes.pop(nodeid)
            self.tally.end(nodeid, outcome, reason)
            if self._store is not None and nodeid not in self._finished:
                try:
                    self._store.end_item(nodeid, outcome, reason, self._wall_s.pop(nodeid))
                except (OSError, sqlite3.Error) as error:
                    self._give_up(error)

    def _teardown(self, crashed: pytest.TestReport) -> pytest.TestReport:
        item = self.tally.items[crashed.nodeid]
        report = pytest.TestReport(
            nodeid=crashed.nodeid,
            location=crashed.location,
            keywords=crashed.keywords,
            outcome="passed",
            longrepr=None,
            when="teardown",
            user_properties=item_properties(
                problem=item.problem,
                language=item.language,
                prover=self._run.prover.name if self._run.prover else "",
                track=self._run.chosen[options.TRACK].value,
                outcome=Outcome.ERROR,
                planned=self._run.attempts,
            ),
        )
        report.__dict__["node"] = crashed.__dict__["node"]
        return report

    def _give_up(self, error: Exception) -> None:
        """Attempts that are not stored are lost, and they may have been paid for: stop."""
        self._store = None
        pytest.exit(
            f"putnam: cannot write the run's store in {self._run_dir}: {error}; "
            f"what was stored until now is kept"
        )


def _reason(report: pytest.TestReport) -> str:
    if not report.failed and not hasattr(report, "wasxfail"):
        return ""
    if isinstance(report.longrepr, str):
        return one_line(report.longrepr)  # longreprtext would begin with xdist's line on the worker
    crash = getattr(report.longrepr, "reprcrash", None)
    return one_line(crash.message if crash is not None else report.longreprtext)


def item_row(nodeid: str, file: BenchmarkFile, track: str, prover: str, sha256: str) -> ItemRow:
    """What the store holds of an item from the beginning; `sha256` is of its file."""
    root = file.dataset.root
    inside = file.path.is_relative_to(root)
    return ItemRow(
        nodeid,
        file.problem.name,
        file.language.value,
        track,
        prover,
        tuple(map(tag_name, file.problem.tags)),
        str(root),
        str(file.path.relative_to(root) if inside else file.path),
        sha256,
    )
