"""Kill -9 at random moments: after resuming, nothing shows that there was a kill.

`bench/kill_and_resume.py` does the same with 300 items and 30 kills.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from killing import OUTCOMES, ROWS, Ground

pytestmark = pytest.mark.real_coq


def test_a_killed_run_ends_as_one_that_nobody_disturbed(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUTNAM_CACHE", str(tmp_path_factory.getbasetemp() / "putnam-cache"))
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
    ground = Ground(tmp_path, items=30, luck=random.Random(6))
    ground.undisturbed()
    done = ground.killed(5)
    assert done.killed.total() == 5
    assert len(done.killed) > 1
    assert ground.rows("killed", "SELECT count(*) FROM attempt WHERE redo") == [(0,)]
    assert ground.rows("killed", ROWS) == ground.rows("undisturbed", ROWS)
    assert ground.rows("killed", OUTCOMES) == ground.rows("undisturbed", OUTCOMES)
    ((sessions,),) = ground.rows("killed", "SELECT count(*) FROM session")
    assert sessions == done.sessions
