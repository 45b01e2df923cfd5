"""Reading kept runs: rows, counts, stores of the first version, and files that are none."""

from __future__ import annotations

import sqlite3
import stat
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from kept_cases import CRASHED, GAVE_UP, NODEID, PROVED, REVIEW, first_version, kept_run

from pytest_putnam.cli import main
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.model import Outcome, VerdictKind


def test_rows_come_back_as_they_were_stored(tmp_path: Path) -> None:
    kept_run(tmp_path, GAVE_UP, CRASHED, REVIEW)
    with open_run(tmp_path) as run:
        row = run.run()
        (session,) = run.sessions()
        items = list(run.items())
        attempts = list(run.attempts())
    assert (row.id, row.attempts, row.prover) == ("r", 3, "p")
    assert (session.id, session.command, session.machine) == (1, ["bench"], {"cores": 2})
    assert [attempt.record() for attempt in attempts] == [GAVE_UP, CRASHED, REVIEW]
    assert [attempt.needs_review for attempt in attempts] == [False, False, True]
    (item, idle) = items
    assert (item.nodeid, item.tags, item.sha256) == (NODEID, ("algebra",), "ab" * 32)
    assert (item.attempts, item.proved, item.reviewed, item.faults, item.redo) == (3, 1, 1, 1, 1)
    assert (item.first_proof, item.outcome, item.needs_review) == (3, Outcome.PROVED, True)
    assert (idle.attempts, idle.outcome, idle.first_proof) == (0, None, None)


def test_bulk_is_left_out_where_it_is_not_asked_for(tmp_path: Path) -> None:
    kept_run(tmp_path, PROVED)
    with open_run(tmp_path / FILE_NAME) as run:
        (attempt,) = run.attempts(NODEID, bulk=False, where="verdict = 'proved'")
        assert not list(run.attempts(NODEID, where="verdict = 'gave_up'"))
        assert not list(run.attempts("another"))
    assert (attempt.code, attempt.transcript, attempt.evidence) == (None, "", {})
    assert attempt.seed == PROVED.seed


def test_counts_are_those_of_the_rows(tmp_path: Path) -> None:
    kept_run(tmp_path, GAVE_UP, CRASHED, REVIEW)
    with open_run(tmp_path) as run, run.snapshot():
        assert run.verdict_counts() == Counter(
            {VerdictKind.GAVE_UP: 1, VerdictKind.CHECK_CRASH: 1, VerdictKind.PROVED: 1}
        )
        totals = run.totals()
        assert run.totals("verdict = 'gave_up'").attempts == 1
        by_verdict = run.totals_by_verdict()
    assert (totals.attempts, totals.requests, totals.prompt_tokens) == (3, 2, 10)
    assert (totals.unknown_tokens, totals.cost_usd, totals.unknown_cost) == (1, 0.5, 0)
    assert by_verdict[VerdictKind.PROVED].prover_s == REVIEW.prover_s


def test_a_store_of_the_first_version_is_read_as_one_of_this(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    kept_run(new, GAVE_UP, CRASHED, REVIEW)
    first_version(new, old)
    before = (old / FILE_NAME).read_bytes()
    with open_run(new) as now, open_run(old) as then:
        assert (now.version, then.version) == (2, 1)
        assert then.run() == replace(now.run(), machine={})
        assert list(then.attempts()) == [
            replace(a, sandbox="", options_hash="", prompt_hash="") for a in now.attempts()
        ]
        assert list(then.items()) == [
            replace(i, dataset="", file="", sha256="") for i in now.items()
        ]
        assert then.totals() == now.totals()
    assert (old / FILE_NAME).read_bytes() == before


def test_what_is_no_run_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere does not exist: name the folder of a run"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"it has no run\.sqlite$"):
        open_run(tmp_path)
    kept_run(tmp_path / ".putnam" / "first", PROVED)
    with pytest.raises(BadInput, match=r"there are 1 in it, the newest is .*first$"):
        open_run(tmp_path)
    text = tmp_path / "notes.txt"
    text.write_text("no database at all, " * 100)
    with pytest.raises(BadInput, match=r"notes\.txt is not the store of a run"):
        open_run(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE run (x)")
    db.close()
    with pytest.raises(BadInput, match="it has no table run, item or attempt"):
        open_run(other)


def test_a_damaged_store_is_told_and_not_its_neighbour(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also by the commands, whose status 1 would mean something else."""
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    for run_dir in (whole, damaged):
        kept_run(run_dir, PROVED)
    file = damaged / FILE_NAME
    content = bytearray(file.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = b"\xff" * 200
    file.write_bytes(content)
    with (
        pytest.raises(BadInput, match=r"damaged.run\.sqlite is damaged: "),
        open_run(damaged) as run,
    ):
        list(run.items())
    for command in (
        ["compare", str(whole)],
        ["recheck"],
        ["report", "--format=md", str(whole)],
        ["export", "--to=csv"],
    ):
        assert main([*command, str(damaged)]) == ExitStatus.USAGE
        assert "damaged/run.sqlite is damaged: " in capsys.readouterr().err


def test_a_newer_schema_is_refused_by_its_number(tmp_path: Path) -> None:
    kept_run(tmp_path, PROVED)
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(
        BadInput, match=r"written by a newer pytest-putnam: its schema is version 99"
    ):
        open_run(tmp_path)


def test_a_run_that_goes_on_is_read(tmp_path: Path) -> None:
    store = kept_run(tmp_path, GAVE_UP, close=False)
    with open_run(tmp_path) as run:
        assert run.run().ended_at is None
        assert run.totals().attempts == 1
        with run.snapshot():
            assert run.totals().attempts == 1
            store.add_attempt(PROVED)
            assert run.totals().attempts == 1
        assert run.totals().attempts == 2
    store.close(ended_at=9.0, exit_status=1)


def test_a_killed_run_in_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    store = kept_run(tmp_path / "a", GAVE_UP, close=False)
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in (FILE_NAME, f"{FILE_NAME}-wal"):
        (killed / name).write_bytes((tmp_path / "a" / name).read_bytes())
        (killed / name).chmod(stat.S_IRUSR)
    store.close(ended_at=9.0, exit_status=1)
    killed.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with open_run(killed) as run:
            assert run.totals().attempts == 1
            assert run.name == "killed"
    finally:
        killed.chmod(stat.S_IRWXU)
