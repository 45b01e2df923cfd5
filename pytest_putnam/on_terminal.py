"""The run on the terminal: header, attempts, how far it is, and what it found."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

import pytest

from pytest_putnam import options
from pytest_putnam.errors import BadInput
from pytest_putnam.kept import open_run
from pytest_putnam.mixing import Mixture
from pytest_putnam.mixing import mixed as mixed_settings
from pytest_putnam.model import AttemptRecord
from pytest_putnam.reports.kept_tally import wall_s as session_seconds
from pytest_putnam.reports.lines import attempt_line
from pytest_putnam.reports.tally import Tally
from pytest_putnam.reports.terminal import (
    Facts,
    brief_summary,
    eta_line,
    header_lines,
    resume_line,
    summary_lines,
)
from pytest_putnam.resuming import ResumePlan
from pytest_putnam.run import Run
from pytest_putnam.stats import eta_s

ETA_EVERY_S: Final = 60.0
"""How often a long run says how far it is; where nobody looks on, ten times as seldom."""


class OnTerminal:
    """Speaks for the controller."""

    def __init__(
        self,
        config: pytest.Config,
        run: Run,
        run_dir: Path,
        facts: Facts,
        tally: Tally,
        *,
        plan: ResumePlan | None = None,
    ) -> None:
        """`plan` is what a resumed run has already."""
        self._plan = plan
        self._config = config
        self._run = run
        self._run_dir = run_dir
        self._facts = facts
        self._tally = tally
        self._began = self._told = time.monotonic()

    def pytest_report_header(self) -> list[str]:
        """What the run rests on."""
        lines = header_lines(self._facts)
        if self._plan is not None:
            lines.append(resume_line(self._plan))
        return [*lines, f"putnam: stored in {self._shown_dir}"]

    def pytest_sessionstart(self) -> None:
        """Start the clock."""
        self._began = self._told = time.monotonic()

    def pytest_putnam_attempt(self, record: AttemptRecord, planned: int, worker: str) -> None:
        """One line per attempt with ``-v``."""
        terminal = self._config.pluginmanager.getplugin("terminalreporter")
        if terminal is None or self._config.get_verbosity() <= 0:
            return
        line = f"  {attempt_line(record, planned)}"
        if worker:
            # Workers are interleaved, so the line must say which item it is about.
            line = f"[{worker}] {record.problem}[{record.language}-{record.prover}]{line[1:]}"
        terminal.ensure_newline()
        terminal.write(line, flush=True)
        # As pytest says that a line is begun: whatever comes next ends it.
        terminal.currentfspath = -2

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Now and then say how far a long run is."""
        if report.when != "teardown":
            return
        now = time.monotonic()
        terminal = self._config.pluginmanager.getplugin("terminalreporter")
        if terminal is None or self._config.get_verbosity() < 0:
            return
        watched = terminal.isatty() and not os.environ.get("CI")
        if now - self._told < ETA_EVERY_S * (1 if watched else 10):
            return
        before = len(self._plan.finished) if self._plan is not None else 0
        ended, items = self._tally.ended - before, len(self._tally.items) - before
        left_s = eta_s(ended, items, now - self._began)
        if left_s:
            self._told = now
            if terminal.currentfspath is None and self._config.get_verbosity() == 0:
                terminal.write("\n")  # xdist's dots are on a line that pytest does not know of
            terminal.write_line(eta_line(self._tally, now - self._began, left_s))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What the run found."""
        verbosity = self._config.get_verbosity()
        if not self._tally.items or verbosity < -1:
            return
        if verbosity < 0:
            terminalreporter.line(
                brief_summary(self._tally, self._run.attempts, self._run.chosen[options.SANDBOX])
            )
            terminalreporter.line(f"putnam: stored in {self._shown_dir}")
            return
        terminalreporter.section("putnam")
        wall_s, mixed = self._sessions()
        for line in summary_lines(
            self._tally,
            planned=self._run.attempts,
            exhaustive=self._run.chosen[options.EXHAUSTIVE],
            wall_s=wall_s,
            sandbox=self._run.chosen[options.SANDBOX],
            mixed=mixed,
        ):
            terminalreporter.line(line)
        terminalreporter.line(f"stored in {self._shown_dir}")

    def _sessions(self) -> tuple[float, list[Mixture]]:
        """The time of all sessions and how they differ, as every report of the run tells it.

        The store is closed by now.
        """
        try:
            with open_run(self._run_dir) as kept:
                return session_seconds(kept), mixed_settings(kept)
        except BadInput:  # it could not be written, which was told
            return time.monotonic() - self._began, []

    @property
    def _shown_dir(self) -> str:
        shown = os.path.relpath(self._run_dir, self._run.start_dir)
        return str(self._run_dir) if shown.startswith("..") else shown
