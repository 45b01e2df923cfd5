"""`putnam merge`: shards become one run; what does not fit together is told."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from kept_cases import CRASHED, GAVE_UP, NODEID, PROVED, first_version, kept_run
from putnam_command import putnam

from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.merging import OnConflict, merge
from pytest_putnam.model import AttemptRecord, Outcome, Verdict, VerdictKind
from pytest_putnam.reports.kept_tally import wall_s

SECOND = f"{NODEID}2"


def change(run_dir: Path, sql: str) -> None:
    with sqlite3.connect(run_dir / FILE_NAME) as db:
        db.execute(sql)
    db.close()


def shard(run_dir: Path, which: str, nodeid: str, *records: AttemptRecord) -> Path:
    """The part of `kept_run`'s items that has one of them."""
    kept_run(run_dir, *(replace(record, nodeid=nodeid) for record in records))
    change(run_dir, f"DELETE FROM item WHERE nodeid <> '{nodeid}'")
    change(run_dir, f"UPDATE run SET settings = json_set(settings, '$.shard', '{which}')")
    return run_dir


def test_shards_become_the_whole(tmp_path: Path) -> None:
    shard(tmp_path / "a", "1/2", NODEID, GAVE_UP, PROVED)
    shard(tmp_path / "b", "2/2", SECOND, GAVE_UP, CRASHED)
    done = putnam("merge", "a", "b", "-o", "whole", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (ExitStatus.PROVED, "")
    assert done.stdout == "2 items and 4 attempts of 2 runs in whole\n"
    with open_run(tmp_path / "whole") as kept:
        run, sessions = kept.run(), kept.sessions()
        items = {item.nodeid: item for item in kept.items()}
        made = [(a.nodeid, a.attempt, a.session) for a in kept.attempts()]
        assert next(kept.attempts(NODEID, where="attempt = 3")).record() == PROVED
    assert (run.id, run.settings["shard"], run.ended_at) == ("whole", None, 9.0)
    assert [session.id for session in sessions] == [1, 2]
    assert (items[NODEID].proved, items[SECOND].faults) == (1, 1)
    assert made == [(NODEID, 1, 1), (NODEID, 3, 1), (SECOND, 1, 2), (SECOND, 2, 2)]
    assert [path.name for path in (tmp_path / "whole").iterdir()] == [FILE_NAME]


def test_missing_shards_are_named(tmp_path: Path) -> None:
    shard(tmp_path / "a", "1/4", NODEID, GAVE_UP)
    shard(tmp_path / "b", "3/4", SECOND, GAVE_UP)
    change(tmp_path / "b", "UPDATE run SET ended_at = NULL, exit_status = NULL")
    done = putnam("merge", "a", "b", "-o", "part", cwd=tmp_path)
    assert "missing: shards 2/4, 4/4\n" in done.stdout
    with open_run(tmp_path / "part") as kept:
        assert kept.run().settings["shard"] == "1/4,3/4"
        assert kept.run().ended_at is None
    shard(tmp_path / "c", "2/4", f"{NODEID}2", GAVE_UP)
    shard(tmp_path / "d", "4/4", f"{NODEID}2", GAVE_UP)
    merged = merge(
        [tmp_path / name for name in ("part", "c", "d")],
        tmp_path / "rest",
        on_conflict=OnConflict.REFUSE,
    )
    assert merged.missing_shards == ()


def test_runs_of_other_settings_are_refused(tmp_path: Path) -> None:
    shard(tmp_path / "a", "1/2", NODEID, GAVE_UP)
    shard(tmp_path / "b", "2/2", SECOND, GAVE_UP)
    change(tmp_path / "b", "UPDATE run SET settings = json_set(settings, '$.attempts', 7)")
    change(tmp_path / "b", "UPDATE run SET versions = json_set(versions, '$.coq', '9')")
    done = putnam("merge", "a", "b", "-o", "c", cwd=tmp_path)
    assert done.returncode == ExitStatus.USAGE
    assert "these are not parts of one run:" in done.stderr
    assert "settings: attempts is 3 in " in done.stderr
    assert "versions: coq is 8 in " in done.stderr
    assert not (tmp_path / "c").exists()
    anyway = putnam("merge", "a", "b", "-o", "c", "--anyway", cwd=tmp_path)
    assert anyway.returncode == ExitStatus.PROVED


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("sha256", "are from files that differ from those of"),
        ("track", "are of another track than"),
    ],
)
def test_an_item_of_two_statements_is_refused_whatever_is_asked_for(
    tmp_path: Path, column: str, told: str
) -> None:
    """A proof of the one is none of the other."""
    kept_run(tmp_path / "a", GAVE_UP)
    kept_run(tmp_path / "b", PROVED)
    change(tmp_path / "b", f"UPDATE item SET {column} = 'with-solution' WHERE nodeid = '{NODEID}'")
    for more in ((), ("--anyway", "--on-conflict=last")):
        done = putnam("merge", "a", "b", "-o", "c", *more, cwd=tmp_path)
        assert done.returncode == ExitStatus.USAGE
        assert f"these items of b/run.sqlite {told} the runs before" in done.stderr
        assert NODEID in done.stderr
        assert not list((tmp_path / "c").iterdir())


OTHER = replace(PROVED, attempt=1)


@pytest.mark.parametrize(
    ("choice", "kept"),
    [("first", VerdictKind.GAVE_UP), ("last", VerdictKind.PROVED)],
)
def test_conflicts_are_told_and_decided_by_the_user(
    tmp_path: Path, choice: str, kept: VerdictKind
) -> None:
    kept_run(tmp_path / "a", GAVE_UP)
    kept_run(tmp_path / "b", OTHER)
    refused = putnam("merge", "a", "b", "-o", "c", cwd=tmp_path)
    assert refused.returncode == ExitStatus.USAGE
    assert f"{NODEID} attempt 1: gave_up, and proved in " in refused.stderr
    assert "--on-conflict first|last says which of them is right" in refused.stderr
    assert not (tmp_path / "c" / FILE_NAME).exists()
    done = putnam("merge", "a", "b", "-o", "c", f"--on-conflict={choice}", cwd=tmp_path)
    assert f"conflict, {choice} is kept: {NODEID} attempt 1: gave_up, and proved in" in done.stdout
    with open_run(tmp_path / "c") as run:
        assert [attempt.verdict for attempt in run.attempts()] == [kept]
        (item, _) = run.items()
    outcome = Outcome.PROVED if kept is VerdictKind.PROVED else Outcome.FAILED
    assert item.outcome is outcome


def test_the_same_attempt_twice_is_no_conflict(tmp_path: Path) -> None:
    kept_run(tmp_path / "a", GAVE_UP)
    kept_run(tmp_path / "b", replace(GAVE_UP, prover_s=9.0), PROVED)
    merged = merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c", on_conflict=OnConflict.REFUSE)
    assert (merged.items, merged.attempts, merged.conflicts) == (2, 2, ())
    with open_run(tmp_path / "c") as run:
        (item, _) = run.items()
        assert next(run.attempts()).prover_s == GAVE_UP.prover_s
    assert item.outcome is Outcome.PROVED


def test_an_attempt_that_was_prevented_gives_way_to_one_that_was_made(tmp_path: Path) -> None:
    failed = replace(CRASHED, verdict=Verdict(VerdictKind.COMPILE_ERROR, "no"))
    for order in ("ab", "ba"):
        kept_run(tmp_path / order / "a", GAVE_UP, CRASHED)
        kept_run(tmp_path / order / "b", failed)
        change(
            tmp_path / order / "a", "UPDATE item SET outcome = 'error' WHERE outcome IS NOT NULL"
        )
        sources = [tmp_path / order / name for name in order]
        merge(sources, tmp_path / order / "c", on_conflict=OnConflict.REFUSE)
        with open_run(tmp_path / order / "c") as run:
            assert [a.verdict.value for a in run.attempts()] == ["gave_up", "compile_error"]
            (item, idle) = run.items()
        assert (item.outcome, idle.outcome) == (Outcome.FAILED, None)


def test_stores_of_the_first_version_and_killed_runs_are_merged(tmp_path: Path) -> None:
    kept_run(tmp_path / "new", PROVED)
    first_version(tmp_path / "new", tmp_path / "old")
    store = kept_run(tmp_path / "b", replace(GAVE_UP, nodeid=SECOND), close=False)
    before = (tmp_path / "old" / FILE_NAME).read_bytes()
    merge([tmp_path / "old", tmp_path / "b"], tmp_path / "c", on_conflict=OnConflict.REFUSE)
    store.close(ended_at=9.0, exit_status=0)
    assert (tmp_path / "old" / FILE_NAME).read_bytes() == before
    with open_run(tmp_path / "c") as run:
        assert [attempt.attempt for attempt in run.attempts()] == [3, 1]
        assert (run.version, run.run().ended_at) == (2, None)


def test_an_existing_run_is_not_overwritten(tmp_path: Path) -> None:
    for name in "abc":
        kept_run(tmp_path / name, GAVE_UP)
    done = putnam("merge", "a", "b", "-o", "c", cwd=tmp_path)
    assert done.returncode == ExitStatus.USAGE
    assert "c holds a run already; name a new folder" in done.stderr
    one = putnam("merge", "a", "-o", "d", cwd=tmp_path)
    assert "two runs at least are merged" in one.stderr


def test_a_run_that_is_given_twice_is_counted_once_and_told(tmp_path: Path) -> None:
    """The same folder, or two copies of it, of which one is older; its time is not added up either."""
    kept_run(tmp_path / "a", GAVE_UP, PROVED)
    shutil.copytree(tmp_path / "a", tmp_path / "copy")
    change(tmp_path / "copy", "DELETE FROM attempt WHERE attempt = 3")
    change(tmp_path / "copy", "UPDATE item SET outcome = NULL, wall_s = NULL")
    change(tmp_path / "copy", "UPDATE session SET ended_at = NULL, exit_status = NULL")
    change(tmp_path / "copy", "UPDATE run SET ended_at = NULL, exit_status = NULL")
    with open_run(tmp_path / "a") as run:
        before = (list(run.items()), list(run.attempts()), run.sessions(), wall_s(run))
    for number, (names, told) in enumerate(
        (
            ("a a", ["2 attempts stood in both {0}/a and {0}/a, counted once"]),
            ("a copy", ["1 attempt stood in both {0}/a and {0}/copy, counted once"]),
            ("copy a", ["1 attempt stood in both {0}/copy and {0}/a, counted once"]),
        )
    ):
        sources = [tmp_path / name for name in names.split()]
        target = tmp_path / f"c{number}"
        merged = merge(sources, target, on_conflict=OnConflict.REFUSE)
        assert list(merged.doubles) == [line.format(tmp_path) for line in told]
        with open_run(target) as run:
            after = (list(run.items()), list(run.attempts()), run.sessions(), wall_s(run))
            assert run.run().ended_at == 9.0
        assert after == before
    done = putnam("merge", "a", "a", "-o", "d", cwd=tmp_path)
    assert done.returncode == ExitStatus.PROVED
    assert "twice: 2 attempts stood in both " in done.stdout


def test_what_two_runs_made_alike_is_told(tmp_path: Path) -> None:
    kept_run(tmp_path / "a", GAVE_UP)
    kept_run(tmp_path / "b", replace(GAVE_UP, finished_at=2e9))
    merged = merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c", on_conflict=OnConflict.REFUSE)
    (told,) = merged.doubles
    assert told.startswith("1 attempt made in ")
    assert "too, with the same candidate and verdict; counted once, as made in " in told
    with open_run(tmp_path / "c") as run:
        assert len(run.sessions()) == 2
        assert next(run.items()).wall_s == 5.0


def test_runs_of_different_n_are_merged_to_the_larger_one(tmp_path: Path) -> None:
    """So no rate is said of more attempts than were made, and no estimate after an early stop."""
    shard(tmp_path / "a", "1/2", NODEID, GAVE_UP, PROVED)
    shard(tmp_path / "b", "2/2", SECOND, GAVE_UP)
    change(tmp_path / "a", "UPDATE run SET settings = json_set(settings, '$.exhaustive', 0)")
    change(tmp_path / "b", "UPDATE run SET settings = json_set(settings, '$.attempts', 7)")
    for order in ("ab", "ba"):
        sources = [tmp_path / name for name in order]
        merge(sources, tmp_path / order, on_conflict=OnConflict.REFUSE, anyway=True)
        with open_run(tmp_path / order) as run:
            assert (run.run().attempts, run.run().exhaustive) == (7, False)
            outcomes = {item.nodeid: item.outcome for item in run.items()}
        assert outcomes == {NODEID: Outcome.PROVED, SECOND: None}
    change(tmp_path / "a", "DELETE FROM attempt WHERE verdict = 'proved'")
    change(tmp_path / "a", "UPDATE item SET outcome = 'failed'")
    sources = [tmp_path / "a", tmp_path / "b"]
    merge(sources, tmp_path / "c", on_conflict=OnConflict.REFUSE, anyway=True)
    with open_run(tmp_path / "c") as run:
        assert [item.decided for item in run.items()] == [None, None]
