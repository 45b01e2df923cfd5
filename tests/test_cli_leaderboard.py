"""``putnam leaderboard``: an entry in the shape of the leaderboard, and an archive of the proofs."""

from __future__ import annotations

import json
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest
from kept_cases import REVIEW, kept_run
from putnam_command import putnam
from stored_runs import stored_run

from pytest_putnam.leaderboard import short_name
from pytest_putnam.model import Track

RESULTS = Path(__file__).parents[2] / "shared" / "putnambench" / "docs" / "results.json"
ITEMS = {"putnam_1988_b1": "FP", "putnam_1986_b1": "PF", "putnam_1990_a1": "FF"}


def entry(folder: Path, *args: str) -> tuple[dict[str, Any], str]:
    done = putnam("leaderboard", folder, *args, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_an_entry_counts_by_language_and_track_and_lists_the_solved(tmp_path: Path) -> None:
    found, told = entry(
        stored_run(tmp_path / "run", ITEMS),
        *("--name=A prover", "--link=https://example.org/p", "--open-data=FULL", "--size=7"),
    )
    assert found == {
        "A prover": {
            "link": "https://example.org/p",
            "open-data": "FULL",
            "num-solved": {"coq-wsolution": 2},
            "size": 7,
            "condensed-compute-budget": "pass@2",
            "note": "pass@2, commit 0123abc; 1986 B1, 1988 B1",
        }
    }
    assert told == ""


@pytest.mark.skipif(not RESULTS.exists(), reason="the shared part of PutnamBench is not here")
def test_the_shape_is_that_of_the_official_entries(tmp_path: Path) -> None:
    official = json.loads(RESULTS.read_text())
    found, _ = entry(stored_run(tmp_path / "run", ITEMS, language="lean4", track=Track.NO_SOLUTION))
    (ours,) = found.values()
    theirs = list(official.values())
    assert set(ours) == set(theirs[0])
    for name, value in ours.items():
        assert type(value) in {type(e[name]) for e in theirs}
    assert set(ours["num-solved"]) <= {column for e in theirs for column in e["num-solved"]}
    assert ours["open-data"] in {e["open-data"] for e in theirs}


def test_nothing_solved_is_an_entry_of_zero(tmp_path: Path) -> None:
    found, _ = entry(stored_run(tmp_path / "run", {"putnam_1990_a1": "F"}), "--note=t=120s")
    assert found["p"]["num-solved"] == {"coq-wsolution": 0}
    assert found["p"]["note"] == "t=120s, commit 0123abc"


def test_what_limits_the_entry_is_told(tmp_path: Path) -> None:
    _, told = entry(
        stored_run(
            tmp_path / "run",
            {"putnam_1988_b1": "P", "putnam_1990_a1": "E"},
            settings={"sandbox": "none"},
            commit="no checkout",
            close=False,
        )
    )
    for part in ("has not ended", "1 item in error", "without a sandbox", "no checkout", "no link"):
        assert part in told


def test_solutions_that_nobody_looked_at_are_not_counted(tmp_path: Path) -> None:
    kept_run(tmp_path / "run", REVIEW)
    found, told = entry(tmp_path / "run")
    assert found["p"]["num-solved"] == {"coq-nosolution": 0}
    assert "people must look at the solution first: putnam_1988_b1" in told
    found, told = entry(tmp_path / "run", "--reviewed")
    assert found["p"]["num-solved"] == {"coq-nosolution": 1}
    assert "look at the solution" not in told


def test_the_archive_is_private_and_has_the_first_proofs(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", {**ITEMS, "putnam_1988_b1": "FPP"})
    found, told = entry(folder, "--archive=proofs.zip")
    path = tmp_path / "proofs.zip"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "proofs.zip: 2 proofs" in told
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert archive.read("coq-wsolution/putnam_1988_b1/candidate.v") == (
            b"secret putnam_1988_b1 2"
        )
        assert json.loads(archive.read("entry.json")) == found
        assert json.loads(archive.read("run.json"))["versions"]["coq"] == "8.20"
        about = json.loads(archive.read("coq-wsolution/putnam_1988_b1/evidence.json"))
    assert sum(name.endswith("candidate.v") for name in names) == 2
    assert (about["attempt"], about["decided_by"], about["sha256"]) == (2, "strict", "ab" * 32)
    assert "secret" not in json.dumps(found)


def test_an_archive_that_is_there_is_not_touched(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", ITEMS)
    (tmp_path / "proofs.zip").write_text("mine")
    done = putnam("leaderboard", folder, "--archive=proofs.zip", cwd=tmp_path)
    assert done.returncode == 2
    assert "proofs.zip exists" in done.stderr
    assert (tmp_path / "proofs.zip").read_text() == "mine"
    done = putnam("leaderboard", folder, "--size=big", cwd=tmp_path)
    assert done.returncode == 2
    assert "--size=big" in done.stderr


def test_names_that_are_no_putnam_problems_stay() -> None:
    assert short_name("putnam_2012_a2") == "2012 A2"
    assert short_name("mathd_algebra_1") == "mathd_algebra_1"
