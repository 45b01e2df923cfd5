"""A rerun of an item is not another attempt."""

from __future__ import annotations

import pytest
from runs import Bench

pytestmark = pytest.mark.real_coq

pytest.importorskip("pytest_rerunfailures", reason="pytest-rerunfailures is not installed")


@pytest.fixture
def failing(bench: Bench) -> Bench:
    bench.problem("putnam_1988_b1")
    bench.script({"putnam_1988_b1": ["give_up", "no_code", "prove", "prove"]})
    return bench


def test_reruns_add_no_attempts(failing: Bench, workers: int) -> None:
    result = failing.run("--putnam-attempts=2", "--reruns=3", workers=workers)
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["rerun"]) == (1, 3)
    result.stdout.fnmatch_lines(
        ["putnam: warning: --reruns repeats an item's verdict, not its attempts*"]
    )
    result.stdout.fnmatch_lines(["1 item: 0 proved, 1 failed, 0 error, 0 not run"])
    assert failing.calls() == ["putnam_1988_b1 1", "putnam_1988_b1 2"]
    assert failing.query("SELECT count(*) FROM attempt") == [(2,)]


def test_an_error_stays_one(failing: Bench, workers: int) -> None:
    failing.script({"putnam_1988_b1": ["api_error:down", "prove"]})
    result = failing.run("--putnam-attempts=1", "--reruns=2", workers=workers)
    assert result.parseoutcomes()["errors"] == 1
    assert failing.calls() == ["putnam_1988_b1 1"]


def test_a_crashed_item_is_not_run_again(failing: Bench) -> None:
    failing.script({"putnam_1988_b1": ["exit:3"]})
    result = failing.run("--putnam-attempts=1", "--reruns=2", workers=2)
    assert result.parseoutcomes()["errors"] == 1
    assert failing.calls() == ["putnam_1988_b1 1"]


def test_without_reruns_nothing_is_said_of_them(failing: Bench) -> None:
    failing.run().stdout.no_fnmatch_line("*--reruns*")
