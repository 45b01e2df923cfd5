"""The run's store: what is in it, and what survives."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept_cases import CRASHED, GAVE_UP, REVIEW, first_version, kept_run
from runs import Bench

from pytest_putnam.errors import BadInput
from pytest_putnam.model import (
    Candidate,
    Language,
    Message,
    Outcome,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.store import ItemRow, Store, hash_of
from pytest_putnam.wire import INLINE_BYTES, discard, one_line, pack, plain, unpack

RECORD = replace(
    GAVE_UP,
    attempt=2,
    verdict=Verdict(
        VerdictKind.COMPILE_ERROR,
        "why",
        messages=(Message("said", 3, 4), Message("more")),
        evidence={"statement": "equal", "axioms": "none"},
        check_s=0.5,
        cpu_s=0.25,
        clock="wall",
        path="strict",
    ),
    candidate=Candidate("code", "solution"),
    usage=Usage(requests=2, prompt_tokens=10, cost_usd=0.5),
    nodeid="bench/x.v::test_proved[coq-p]",
)
"""With something in every field."""


def test_a_record_travels_as_plain_data(tmp_path: Path) -> None:
    for record in (RECORD, replace(RECORD, candidate=None, usage=None)):
        packed = pack(record, tmp_path)
        assert json.loads(json.dumps(packed)) == packed
        assert unpack(packed, tmp_path) == record
    assert not list(tmp_path.iterdir())


@given(st.text(), st.text(st.characters(codec=None)), st.integers(0, 10**5))
def test_any_text_travels(reason: str, code: str, length: int) -> None:
    record = replace(
        RECORD, verdict=replace(RECORD.verdict, reason=reason), candidate=Candidate(code * 2)
    )
    packed = pack(replace(record, transcript="x" * length), Path("/nonexistent"))
    json.dumps(packed, ensure_ascii=False).encode()
    assert packed["file"] is None
    received = unpack(packed, Path("/nonexistent"))
    assert received.transcript == "x" * length
    if not any("\ud800" <= c <= "\udfff" for c in reason + code):
        assert received == replace(record, transcript="x" * length)


def test_what_is_long_goes_through_a_file(tmp_path: Path) -> None:
    record = replace(
        RECORD,
        candidate=Candidate("c" * 10**6),
        transcript="t" * 10**6,
        verdict=replace(
            RECORD.verdict,
            reason="r" * 10**5,
            messages=tuple(Message("m" * 1000, n) for n in range(100)),
            evidence={str(n): "e" * 1000 for n in range(100)},
        ),
    )
    packed = pack(record, tmp_path)
    assert len(json.dumps(packed)) <= 1.5 * INLINE_BYTES
    assert unpack(packed, tmp_path) == record
    discard(packed, tmp_path)
    assert not list((tmp_path / "spool").iterdir())
    cut = unpack(packed, tmp_path)
    assert cut.candidate is not None
    assert "… 999200 characters …" in cut.candidate.code


def test_lines_of_reports_hold_nothing_that_steers_a_terminal() -> None:
    assert (
        one_line("a\x1b[31mb\x1b[0m\r\n\tc\x00\x9b7m\ud800 \x1b]0;title\x07d")
        == "a b c 7m\\ud800 d"
    )
    assert one_line("x" * 1000, 10) == "x" * 9 + "…"
    assert plain({"a": (1, 2.5, None, True, Language.COQ, Path("p"))}) == {
        "a": [1, 2.5, None, True, "coq", "p"]
    }


def test_rows_hold_every_field(tmp_path: Path) -> None:
    store = Store(tmp_path, run_id="r", started_at=1.0)
    store.begin_session(
        started_at=1.0,
        settings={"a": 1, "sandbox": "bwrap"},
        versions={"coq": "8"},
        datasets=[{"path": "p"}],
        machine={"cores": 2},
        command=["bench"],
    )
    store.add_items([ItemRow(RECORD.nodeid, "putnam_1988_b1", "coq", "no-solution", "p", ("t",))])
    store.add_attempt(RECORD)
    store.add_attempt(replace(RECORD, attempt=3, candidate=None, usage=None))
    store.end_item(RECORD.nodeid, Outcome.FAILED, "why", 2.5)
    store.close(ended_at=9.0, exit_status=1)
    with sqlite3.connect(store.path) as db:
        db.row_factory = sqlite3.Row
        (run,) = db.execute("SELECT * FROM run")
        (item,) = db.execute("SELECT * FROM item")
        first, second = db.execute("SELECT * FROM attempt ORDER BY attempt")
        (version,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    assert version == 2
    assert dict(run) == {
        "id": "r",
        "started_at": 1.0,
        "ended_at": 9.0,
        "exit_status": 1,
        "settings": '{"a": 1, "sandbox": "bwrap"}',
        "versions": '{"coq": "8"}',
        "datasets": '[{"path": "p"}]',
        "machine": '{"cores": 2}',
    }
    assert (item["outcome"], item["reason"], item["wall_s"], item["tags"]) == (
        "failed",
        "why",
        2.5,
        '["t"]',
    )
    assert dict(first) == {
        "nodeid": RECORD.nodeid,
        "attempt": 2,
        "problem": "putnam_1988_b1",
        "language": "coq",
        "track": "no-solution",
        "prover": "p",
        "seed": 2**62,
        "verdict": "compile_error",
        "reason": "why",
        "messages": '[{"text": "said", "line": 3, "column": 4}, '
        '{"text": "more", "line": null, "column": null}]',
        "evidence": '{"statement": "equal", "axioms": "none"}',
        "decided_by": "strict",
        "clock": "wall",
        "prover_s": 1.5,
        "check_s": 0.5,
        "cpu_s": 0.25,
        "code": "code",
        "solution": "solution",
        "transcript": "said and done",
        "requests": 2,
        "prompt_tokens": 10,
        "completion_tokens": None,
        "cached_tokens": None,
        "reasoning_tokens": None,
        "cost_usd": 0.5,
        "finished_at": 1e9,
        "session": 1,
        "needs_review": 0,
        "redo": 0,
        "sandbox": "bwrap",
        "options_hash": hash_of(
            {"settings": {"a": 1, "sandbox": "bwrap"}, "versions": {"coq": "8"}}
        ),
        "prompt_hash": "",
    }
    unknown = [second[name] for name in ("code", "solution", "requests", "cost_usd")]
    assert unknown == [None] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["run.sqlite"]


def test_a_store_of_the_first_version_becomes_one_of_this_on_resuming(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    kept_run(new, GAVE_UP, CRASHED, REVIEW)
    first_version(new, old)
    store = Store(old, run_id="unused", started_at=5.0, resume=True)
    store.reopen_items([])
    store.close(ended_at=9.0, exit_status=0)
    columns = (
        "SELECT m.name, c.name, c.type, c.pk FROM sqlite_schema m, pragma_table_info(m.name) c"
    )
    found = []
    for folder in (new, old):
        with sqlite3.connect(folder / "run.sqlite") as db:
            found.append(
                [
                    db.execute(columns).fetchall(),
                    db.execute("SELECT sql FROM sqlite_schema WHERE type = 'index'").fetchall(),
                    db.execute("SELECT attempt, needs_review, redo FROM attempt").fetchall(),
                    db.execute("SELECT id, started_at, ended_at FROM session").fetchall(),
                    db.execute("PRAGMA user_version").fetchall(),
                ]
            )
        db.close()
    assert found[0] == found[1]


def test_another_runs_store_is_never_touched(tmp_path: Path) -> None:
    Store(tmp_path, run_id="r", started_at=1.0).close(ended_at=2.0, exit_status=0)
    with pytest.raises(BadInput, match="is the store of another run; name a new folder"):
        Store(tmp_path, run_id="s", started_at=1.0)


@pytest.mark.real_coq
def test_a_run_is_stored_whole(bench: Bench, workers: int) -> None:
    for year in (1988, 1989, 1990):
        bench.problem(f"putnam_{year}_b1")
    long = "(* " + "x" * 10_000 + " \ud800 *) Proof. discriminate. Qed."
    bench.script(
        {"putnam_1989_b1": [f"code:{long}", "transcript:t"], "putnam_1990_b1": ["bug:x", "bug:x"]}
    )
    bench.run("--putnam-attempts=2", workers=workers)
    assert bench.query("SELECT problem, outcome FROM item ORDER BY 1") == [
        ("putnam_1988_b1", "proved"),
        ("putnam_1989_b1", "failed"),
        ("putnam_1990_b1", "error"),
    ]
    assert bench.query("SELECT problem, attempt, verdict FROM attempt ORDER BY 1, 2") == [
        ("putnam_1988_b1", 1, "proved"),
        ("putnam_1989_b1", 1, "compile_error"),
        ("putnam_1989_b1", 2, "gave_up"),
        ("putnam_1990_b1", 1, "prover_error"),
        ("putnam_1990_b1", 2, "prover_error"),
    ]
    assert bench.query("SELECT code FROM attempt WHERE verdict = 'proved'") == [
        ("Proof. reflexivity. Qed.",)
    ]
    ((code,),) = bench.query("SELECT code FROM attempt WHERE verdict = 'compile_error'")
    assert code == long.replace("\ud800", "\\ud800")
    assert bench.query("SELECT length(transcript) FROM attempt WHERE verdict = 'gave_up'") == [
        (100_000,)
    ]
    ((status, settings, versions),) = bench.query(
        "SELECT exit_status, settings, versions FROM run WHERE ended_at > started_at"
    )
    assert status == 1
    assert json.loads(str(settings))["attempts"] == 2
    assert json.loads(str(versions))["coq"].startswith("8.")
    (folder,) = bench.pytester.path.glob(".putnam/*/")
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["run.sqlite"]
    assert not list(folder.glob("spool/*"))
    assert (folder.parent / ".gitignore").read_text() == "*\n"


@pytest.mark.real_coq
def test_the_folder_can_be_named_once(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.run("--putnam-run=runs/first", workers=workers).assert_outcomes(passed=1)
    assert (bench.pytester.path / "runs" / "first" / "run.sqlite").is_file()
    assert not (bench.pytester.path / "runs" / ".gitignore").exists()
    again = bench.run("--putnam-run=runs/first", workers=workers)
    assert again.ret == pytest.ExitCode.USAGE_ERROR
    again.stderr.fnmatch_lines(["ERROR: --putnam-run=runs/first holds the store of another run*"])


@pytest.mark.real_coq
def test_killing_everything_keeps_what_was_finished(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.script({"putnam_1988_b1": ["give_up", "wrong", "sleep:600"]})
    argv = [sys.executable, "-m", "pytest", "bench", "--prover=scripted", "--putnam-attempts=3"]
    with subprocess.Popen(
        [*argv, "-n", str(workers)],
        cwd=bench.pytester.path,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    ) as process:
        asleep = bench.pytester.path / "asleep"
        ends = time.monotonic() + 60
        while not asleep.exists() and time.monotonic() < ends:
            time.sleep(0.05)
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGKILL)
    assert asleep.exists()
    assert bench.query("SELECT attempt, verdict FROM attempt ORDER BY 1") == [
        (1, "gave_up"),
        (2, "compile_error"),
    ]
    assert bench.query("SELECT outcome FROM item") == [(None,)]
    assert bench.query("SELECT ended_at FROM run") == [(None,)]


@pytest.mark.real_coq
def test_a_full_disk_stops_the_run_and_keeps_what_was_stored(bench: Bench, workers: int) -> None:
    for year in range(1980, 1990):
        bench.problem(f"putnam_{year}_b1")
    bench.script(
        {f"putnam_{year}_b1": "sleep:1" for year in range(1982, 1990)}
        | {"putnam_1980_b1": "give_up:first", "putnam_1981_b1": "fill_disk:16384"}
    )
    result = bench.run(workers=workers)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*putnam: cannot write the run's store in *: *"])
    assert len(bench.calls()) < 10
    stored = bench.query("SELECT problem FROM attempt")
    assert ("putnam_1980_b1",) in stored
    assert bench.query("PRAGMA integrity_check") == [("ok",)]
    (bench.pytester.path / "calls.log").write_text("")
    bench.script({f"putnam_{year}_b1": "give_up:now" for year in range(1980, 1990)})
    resumed = bench.run("--putnam-resume", workers=workers)
    resumed.stdout.fnmatch_lines(["10 items: *0 error, 0 not run"])
    assert len(bench.calls()) == 10 - len(stored), "what was stored is not made again"
