"""The role that tells pytest which unproved items a baseline expects, where items are run."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import pytest

from pytest_putnam.collect import file_of
from pytest_putnam.model import Outcome
from pytest_putnam.suite import NotProved
from pytest_putnam.worker import RESULT

NOT_IN_BASELINE: Final = "not in the baseline"


class ExpectedFailures:
    """Gives an unproved item that the baseline does not have pytest's own mark for that: xfail.

    So it is reported as such everywhere, and ``--lf``, ``-x`` and ``--reruns`` do not count it. Only
    `NotProved` is expected: what the prover is not to blame for stays an error.
    """

    def __init__(self, must_be_proved: Collection[tuple[str, str]]) -> None:
        """Pairs of problem and language that the baseline has for this run's prover and track."""
        self._must_be_proved = frozenset(must_be_proved)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        """The item was evaluated while it was set up; pytest looks for marks once more after this."""
        file, result = file_of(item), item.stash.get(RESULT, None)
        if file is None or result is None or result.evaluation is None:
            return
        unproved = result.outcome is Outcome.FAILED and not any(
            record.verdict.to_redo for record in result.evaluation.records
        )
        if unproved and (file.problem.name, file.language.value) not in self._must_be_proved:
            item.add_marker(
                pytest.mark.xfail(raises=NotProved, reason=NOT_IN_BASELINE, strict=False)
            )
