"""The role that holds a run against a baseline: tells what was lost, and what pytest ends with."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from pytest_putnam import options
from pytest_putnam.baseline import Key, read_baseline, write_baseline
from pytest_putnam.controller import Node
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import GateStatus
from pytest_putnam.gate import Gate, Gated, Standing, gated_items, standing
from pytest_putnam.kept import open_run
from pytest_putnam.model import Outcome
from pytest_putnam.on_junit import suite_of
from pytest_putnam.reports.gate_lines import gate_lines, update_line
from pytest_putnam.reports.tally import ItemState, Tally
from pytest_putnam.run import Run
from pytest_putnam.worker import PutnamWarning


class OnGate:
    """Speaks for the baseline, in the controller."""

    @classmethod
    def of(cls, config: pytest.Config, run: Run, run_dir: Path, tally: Tally) -> OnGate | None:
        """The role, where there is a baseline. Raises `BadInput`."""
        given = run.chosen[options.BASELINE]
        if given is not None:
            return cls(config, run, run_dir, tally, given)
        if run.chosen[options.UPDATE_BASELINE]:
            raise BadInput(
                "--putnam-update-baseline needs --putnam-baseline=FILE, which it rewrites"
            )
        return None

    def __init__(
        self, config: pytest.Config, run: Run, run_dir: Path, tally: Tally, given: Path
    ) -> None:
        """Read the baseline. Raises `BadInput`."""
        self._config = config
        self._run = run
        self._run_dir = run_dir
        self._tally = tally
        self._shown = given
        self._path = run.start_dir / given
        self._update = run.chosen[options.UPDATE_BASELINE]
        self._baseline = read_baseline(self._path, may_be_new=self._update)
        self._others_failed = False
        self._gate: Gate | None = None
        self._told: list[str] = []

    @property
    def must_be_proved(self) -> list[tuple[str, str]]:
        """Problem and language of the entries for this prover and track; none if it is rewritten."""
        ours = [key for key in self._baseline if not self._update and self._key(key) == key]
        return [(key.problem, key.language) for key in ours]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Node) -> None:
        """Tell a worker."""
        node.workerinput["putnam_baseline"] = [list(pair) for pair in self.must_be_proved]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say in JUnit XML where an item stands, and see whether something else failed."""
        item = self._tally.items.get(report.nodeid)
        if report.failed and (item is None or report.when == "teardown"):
            self._others_failed = True
        if item is not None and report.when == "teardown":
            where = standing(item.decided, in_baseline=self._key(item) in self._baseline)
            report.user_properties.append(("putnam_baseline", where.value))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Decide, before reports are written and the store is closed."""
        if not self._tally.items:
            return
        try:
            self._gate = gate = Gate.of(self._baseline, self._items())
        except BadInput as error:  # the store could not be written, which was told
            warnings.warn(PutnamWarning(f"the baseline was not held: {error}"), stacklevel=1)
            return
        self._told = gate_lines(gate, str(self._shown), update=self._update)
        if self._update:
            self._rewrite(gate)
        suite = suite_of(self._config)
        if suite is not None:
            for where in Standing:
                suite.add_global_property(f"putnam_baseline_{where}", len(gate.those(where)))
        undecided = gate.those(Standing.UNDECIDED)
        lost = gate.those(Standing.LOST) and not self._update
        ordinary = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        # A worker's death makes an error of an item that has a proof, too.
        broken = any(item.outcome is Outcome.ERROR for item in self._tally.items.values())
        if ordinary and (undecided or broken) and not lost and not self._others_failed:
            session.exitstatus = GateStatus.UNDECIDED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What the baseline says."""
        if self._gate is None or self._config.get_verbosity() < -1:
            return
        terminalreporter.section("putnam baseline")
        for line in self._told:
            terminalreporter.line(line, red=line.startswith("lost"), green=line.startswith("new"))

    def _items(self) -> list[Gated]:
        with open_run(self._run_dir) as kept:
            return gated_items(kept, self._tally.items)

    def _rewrite(self, gate: Gate) -> None:
        entries = gate.updated()
        try:
            write_baseline(self._path, entries)
        except BadInput as error:
            self._others_failed = True
            self._told.append(str(error))
        else:
            self._told.append(update_line(gate, entries, str(self._shown)))

    def _key(self, item: ItemState | Key) -> Key:
        """The entry of an item with this name, in this run."""
        prover = self._run.prover.name if self._run.prover else ""
        return Key(item.problem, item.language, self._run.chosen[options.TRACK].value, prover)
