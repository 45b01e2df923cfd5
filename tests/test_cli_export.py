"""`putnam export`: every row and every field, in three formats, with or without proofs."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from kept_cases import CRASHED, GAVE_UP, NODEID, PROVED, first_version, kept_run
from putnam_command import putnam

from pytest_putnam.exit_status import ExitStatus


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    kept_run(tmp_path / "run", GAVE_UP, CRASHED, PROVED)
    return tmp_path / "run"


def test_json_lines_have_everything(run_dir: Path) -> None:
    done = putnam("export", "run", "--to", "jsonl", cwd=run_dir.parent)
    assert (done.returncode, done.stderr) == (ExitStatus.PROVED, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["gave_up", "check_crash", "proved"]
    crashed, proved = rows[1], rows[2]
    assert crashed["messages"] == [{"text": "said", "line": 3, "column": 4}]
    assert (crashed["redo"], crashed["prompt_tokens"], crashed["cost_usd"]) == (1, None, 0.25)
    assert (proved["code"], proved["solution"]) == ("Proof. trivial. Qed.", "4")
    assert (proved["evidence"], proved["tags"]) == ({"axioms": "none"}, ["algebra"])
    assert (proved["run"], proved["item_outcome"], proved["sandbox"]) == ("r", "proved", "bwrap")
    assert (proved["file"], proved["sha256"]) == ("coq/src/putnam_1988_b1.v", "ab" * 32)
    assert (proved["seed"], len(proved["options_hash"])) == (2**62, 64)


def test_csv_is_read_back(run_dir: Path) -> None:
    done = putnam("export", "run", "--to=csv", "-o", "out.csv", cwd=run_dir.parent)
    assert done.stdout == "out.csv written\n"
    with (run_dir.parent / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["attempt"] for row in rows] == ["1", "2", "3"]
    assert json.loads(rows[1]["messages"])[0]["text"] == "said"
    assert rows[0]["code"] == ""
    assert sorted(path.name for path in run_dir.parent.iterdir()) == ["out.csv", "run"]


def test_parquet_has_types(run_dir: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    putnam("export", "run/run.sqlite", "--to=parquet", "-o", "out.parquet", cwd=run_dir.parent)
    table = pq.read_table(run_dir.parent / "out.parquet")
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["seed"], types["cost_usd"], types["code"]) == ("int64", "double", "string")
    assert table.column("cost_usd").to_pylist() == [0.25, 0.25, None]
    assert table.column("code").to_pylist() == [None, "crash.", "Proof. trivial. Qed."]
    for name in ("item", "session", "run"):
        putnam(
            *("export", "run", "--to=parquet", f"--table={name}", "-o", "t.parquet"),
            cwd=run_dir.parent,
        )
        rows = pq.read_table(run_dir.parent / "t.parquet").to_pylist()
        assert len(rows) == {"item": 2, "session": 1, "run": 1}[name]


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_proofs_can_be_left_out(run_dir: Path, kind: str) -> None:
    done = putnam("export", "run", "--to", kind, "--without-proofs", cwd=run_dir.parent)
    assert NODEID in done.stdout
    assert "gave_up" in done.stdout
    for secret in ("trivial", "code", "transcript", "said and done", "evidence", "messages"):
        assert secret not in done.stdout


def test_a_store_of_the_first_version_has_the_same_columns(run_dir: Path) -> None:
    first_version(run_dir, run_dir.parent / "old")
    rows = []
    for name in ("run", "old"):
        done = putnam("export", name, "--to", "jsonl", cwd=run_dir.parent)
        rows.append([json.loads(line) for line in done.stdout.splitlines()])
    new, old = rows
    assert [set(row) for row in new] == [set(row) for row in old]
    assert [row["redo"] for row in old] == [0, 1, 0]


def test_what_cannot_be_exported_is_said(run_dir: Path) -> None:
    none = putnam("export", "nowhere", "--to", "csv", cwd=run_dir.parent)
    assert none.returncode == ExitStatus.USAGE
    assert "putnam export: nowhere does not exist: name the folder of a run" in none.stderr
    nameless = putnam("export", "run", "--to", "parquet", cwd=run_dir.parent)
    assert "Parquet goes into a file: add -o FILE" in nameless.stderr
    lost = putnam("export", "run", "--to", "csv", "-o", "no/such/file", cwd=run_dir.parent)
    assert lost.returncode == ExitStatus.USAGE
    assert "cannot be written: No such file or directory" in lost.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device without room here")
def test_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """On standard output by status 3; a device that is named is written to and not replaced."""
    kept_run(tmp_path / "run", PROVED)
    command = [sys.executable, "-m", "pytest_putnam.cli"]
    for args in (["export", "run", "--to=jsonl"], ["report", "run", "--format=text"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*command, *args],
                cwd=tmp_path,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == ExitStatus.FAULT
        assert done.stderr == f"putnam {args[0]}: [Errno 28] No space left on device\n"
    device = tmp_path / "device"
    device.symlink_to("/dev/full")
    named = putnam("export", "run", "--to=csv", "-o", device, cwd=tmp_path)
    assert named.returncode == ExitStatus.USAGE
    assert named.stderr.endswith("device cannot be written: No space left on device\n")
    assert device.is_symlink()
