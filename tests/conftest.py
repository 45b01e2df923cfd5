"""Fixtures that several test files share."""

from __future__ import annotations

import pytest
from runs import Bench


@pytest.fixture
def bench(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Bench:
    """An empty benchmark; compiled references are kept for the whole session."""
    monkeypatch.setenv("PUTNAM_CACHE", str(tmp_path_factory.getbasetemp() / "putnam-cache"))
    return Bench(pytester)


@pytest.fixture(params=[0, 2], ids=["n0", "n2"])
def workers(request: pytest.FixtureRequest) -> int:
    """With and without xdist."""
    count: int = request.param
    return count
