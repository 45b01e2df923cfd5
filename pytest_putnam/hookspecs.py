"""The hooks that packages and a conftest may implement."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_putnam.model import AttemptRecord
from pytest_putnam.prover import Prover


def pytest_putnam_provers() -> Mapping[str, type[Prover]]:
    """Called when a prover is looked up by its name; returns provers by the names they go by.

    An installed package implements it in its pytest plugin, a project in the ``conftest.py`` of the
    directory that pytest is started in or of rootdir.
    """
    raise NotImplementedError


def pytest_putnam_attempt(record: AttemptRecord, planned: int, worker: str) -> None:
    """Called when an attempt has ended and is stored, in the controller where there is xdist.

    `planned` is n; `worker` is xdist's name of the worker that ran it, or empty.
    """
