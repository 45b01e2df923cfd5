"""The item's budget is pytest-timeout's, but nothing is interrupted: the attempt in flight ends.

pytest-timeout raises in the main thread or ends the process, and either would leave provers and
assistants behind and lose the item. Its hooks let us keep the deadline ourselves.
"""

from __future__ import annotations

import os
from typing import Final

import pytest

from pytest_putnam.collect import file_of
from pytest_putnam.prover import Budget

BUDGET: Final = pytest.StashKey[Budget]()


class TimeoutSettings:
    """What pytest-timeout hands to its hook; only this part is read here."""

    timeout: float


class ItemBudget:
    """Keeps the deadline of our items; other people's are pytest-timeout's as ever."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: TimeoutSettings) -> bool | None:
        """Begin the item's budget."""
        if file_of(item) is None:
            return None
        item.stash[BUDGET] = Budget(settings.timeout)
        return True

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> bool | None:
        """Our items have no timer."""
        return None if file_of(item) is None else True


def budget_of(item: pytest.Item) -> Budget:
    """The item's budget, unlimited where none is set.

    With ``timeout_func_only`` pytest-timeout would begin it after the fixture in which our items do
    their work; the time is then read here. For our items that setting makes no difference.
    """
    if BUDGET in item.stash:
        return item.stash[BUDGET]
    return Budget(_marked_s(item) or item_timeout_s(item.config))


def item_timeout_s(config: pytest.Config) -> float | None:
    """What pytest-timeout gives an item that has no marker of its own; None for no limit."""
    if not config.pluginmanager.hasplugin("timeout"):
        return None
    given = config.getoption("timeout", None)
    if given is None:
        given = os.environ.get("PYTEST_TIMEOUT") or config.getini("timeout")
    return float(given) or None if given else None


def _marked_s(item: pytest.Item) -> float | None:
    marker = item.get_closest_marker("timeout")
    if marker is None:
        return None
    given = marker.args[0] if marker.args else marker.kwargs.get("timeout")
    return None if given is None else float(given)
