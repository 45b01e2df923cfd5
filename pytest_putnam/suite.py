"""What every benchmark file contains for pytest: one test, whose parameter says language and prover.

The engine runs in the fixture `evaluation`, so that what is not the prover's mathematics fails the
set-up: pytest then reports an error, not a failure, everywhere and by itself.
"""

from __future__ import annotations

import pytest

from pytest_putnam.model import Evaluation, Outcome
from pytest_putnam.reports.lines import failure_line


class NotProved(pytest.fail.Exception):  # type: ignore[name-defined, misc] # its public name
    """No attempt is proved, and no fault prevented one."""

    # Reports show an exception by these names: it is pytest's own failure, told apart by its class.
    __module__ = "builtins"
    __qualname__ = "Failed"


def test_proved(evaluation: Evaluation) -> None:
    """An attempt of the prover is proved."""
    if evaluation.outcome is not Outcome.PROVED:
        raise NotProved(failure_line(evaluation), pytrace=False)


# The user's ini file may set python_functions to anything.
test_proved.__test__ = True  # type: ignore[attr-defined]
