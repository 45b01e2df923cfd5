"""The run in JUnit XML: properties of the suite, and where those of the items go."""

from __future__ import annotations

from typing import Protocol

import pytest

from pytest_putnam.reports.junit import suite_properties
from pytest_putnam.reports.terminal import Facts


class Suite(Protocol):
    """The part of pytest's writer of JUnit XML that is used here."""

    def add_global_property(self, name: str, value: object) -> None:
        """Add a property to the suite."""


class OnJUnit:
    """Adds what pytest cannot know. Does nothing where no JUnit XML is written."""

    def __init__(self, config: pytest.Config, facts: Facts, place: str) -> None:
        self._config = config
        self._facts = facts
        self._place = place

    def pytest_sessionstart(self) -> None:
        """Tell what the run rests on."""
        suite = self._suite
        if suite is not None:
            facts = self._facts
            for name, value in suite_properties(facts.settings, facts.versions, facts.datasets):
                suite.add_global_property(name, value)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """With ``--putnam-junit=suite`` move an item's properties out of its testcase."""
        if self._place != "suite":
            return
        ours = [(n, v) for n, v in report.user_properties if n.startswith("putnam_")]
        report.user_properties = [p for p in report.user_properties if p not in ours]
        suite = self._suite
        if report.when == "teardown" and suite is not None:
            for name, value in ours:
                suite.add_global_property(f"{report.nodeid}.{name}", value)

    @property
    def _suite(self) -> Suite | None:
        return suite_of(self._config)


def suite_of(config: pytest.Config) -> Suite | None:
    """Pytest's writer of JUnit XML, if one is asked for."""
    # The fixture record_testsuite_property would do, but not with xdist, nor before an item.
    for plugin in config.pluginmanager.get_plugins():
        if hasattr(plugin, "add_global_property"):
            suite: Suite = plugin
            return suite
    return None
