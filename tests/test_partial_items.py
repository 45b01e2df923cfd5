"""Items of an exhaustive run that have a proof, and were not run to their end: one meaning everywhere.

`a1` is finished, `a2` was stopped after a proof, `a3` died with its worker after one, `a4` was stopped
without, and `a5` is finished without.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from putnam_command import putnam
from stored_runs import stored_run

from pytest_putnam.baseline import Key, Solve
from pytest_putnam.compare import compare
from pytest_putnam.gate import Gate, Standing, gated_items
from pytest_putnam.kept import open_run
from pytest_putnam.leaderboard import standing_of
from pytest_putnam.model import Outcome
from pytest_putnam.reports.kept_tally import kept_tally
from pytest_putnam.reports.markdown import markdown_report
from pytest_putnam.reports.page import write_page
from pytest_putnam.reports.terminal import brief_summary
from pytest_putnam.watching import look_at

ITEMS = {
    "putnam_1988_a1": "PFPF",
    "putnam_1988_a2": "FP",
    "putnam_1988_a3": "PE",
    "putnam_1988_a4": "F",
    "putnam_1988_a5": "FFFF",
}
OPEN = (
    "pass@k for k below 4: 8 attempts of 3 items not made, or prevented: unproved in the lower value, "
    "proved in the upper one"
)


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    stored_run(tmp_path / "run", ITEMS, attempts=4, settings={"exhaustive": True})
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as db:
        for name, outcome in (("a2", None), ("a3", "error"), ("a4", None)):
            db.execute("UPDATE item SET outcome = ? WHERE problem LIKE ?", (outcome, f"%{name}"))
        db.execute("UPDATE run SET ended_at = NULL, exit_status = NULL")
    db.close()
    return tmp_path / "run"


def test_pass_at_k_and_pass_at_n_agree(run_dir: Path) -> None:
    """Of a2 and a3 c lies between 1 and 3, or 4: their value at k = n is 1 either way."""
    with open_run(run_dir) as run:
        tally = kept_tally(run)
    row = tally.total()
    assert (row.outcomes[Outcome.PROVED], row.undecided, row.partial, row.total) == (3, 1, 2, 5)
    curve = tally.pass_curve(4)
    assert [at.low for at in curve] == sorted(at.low for at in curve)
    assert curve[0].low == pytest.approx((2 / 4 + 1 / 4 + 1 / 4 + 0 + 0) / 5)
    assert curve[0].high == pytest.approx((2 / 4 + 3 / 4 + 1 + 3 / 4 + 0) / 5)
    assert (curve[-1].low, curve[-1].high) == (row.range.low.value, row.range.high.value)
    assert (
        "5 items: 3 proved, 1 failed, 0 error, 1 not run; pass@4 60.0 to 80.0 %"
        in brief_summary(tally, 4, "bwrap")
    )


def test_reports_say_so(run_dir: Path) -> None:
    text = putnam("report", "run", "--format=text", cwd=run_dir.parent).stdout
    assert "pass@1 = 20.0 to 60.0 % (" in text
    assert "2 of the proved were not run to the end; the proof stands" in text.splitlines()
    assert OPEN in text.splitlines()
    with open_run(run_dir) as run:
        marked = "\n".join(markdown_report(run))
        with (run_dir / "page.html").open("w") as out:
            write_page([run], out)
    assert "<summary>Proved: 3</summary>" in marked
    assert "<summary>In error" not in marked
    assert f"{OPEN}." in marked
    page = (run_dir / "page.html").read_text()
    assert OPEN in page
    assert "the proof stands" in page


def test_other_commands_count_them_alike(run_dir: Path) -> None:
    moment = look_at(run_dir)
    assert (moment.items.outcomes[Outcome.PROVED], moment.items.outcomes[None]) == (3, 1)
    assert (moment.items.partial, moment.ended) == (2, 3)
    stored_run(run_dir.parent / "old", dict.fromkeys(ITEMS, "F"), attempts=4)
    with open_run(run_dir) as run, open_run(run_dir.parent / "old") as old:
        found = compare(old, run)
        assert [name[0][-2:] for name in found.gained] == ["a1", "a2", "a3"]
        assert found.new.outcomes == kept_row(run_dir)
        standing = standing_of(run, reviewed=False)
        assert [item.problem[-2:] for item in standing.solved] == ["a1", "a2", "a3"]
        assert [item.problem[-2:] for item in standing.undecided] == ["a4"]
        kept = Key("putnam_1988_a2", "coq", "with-solution", "p")
        gate = Gate.of({kept: Solve((1,), 4)}, gated_items(run))
    assert [item.key for item in gate.those(Standing.KEPT)] == [kept]
    assert [item.key.problem[-2:] for item in gate.those(Standing.NEW)] == ["a1", "a3"]
    done = putnam("leaderboard", "run", "--link=x", cwd=run_dir.parent)
    assert json.loads(done.stdout)["p"]["num-solved"] == {"coq-wsolution": 3}
    assert "2 solved items not run to the end" in done.stderr


def kept_row(run_dir: Path) -> object:
    with open_run(run_dir) as run:
        row = kept_tally(run).total()
    return replace(row, label="run")


def test_items_that_the_runs_limit_stopped_have_open_attempts(tmp_path: Path) -> None:
    """They are made on resuming, whatever the item's outcome is until then."""
    stored_run(
        tmp_path / "run", {"putnam_1988_a1": "PF"}, attempts=4, settings={"exhaustive": True}
    )
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as db:
        db.execute("UPDATE attempt SET redo = 1 WHERE attempt = 2")
    db.close()
    with open_run(tmp_path / "run") as run:
        tally = kept_tally(run)
    assert tally.open_attempts(4) == (3, 1)
    (at,) = tally.pass_curve(4, [1])
    assert (at.low, at.high) == (0.25, 1.0)
