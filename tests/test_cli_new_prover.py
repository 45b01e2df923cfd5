"""putnam new-prover: what it writes runs at once, and it writes over nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from putnam_command import putnam

from pytest_putnam.errors import BadInput
from pytest_putnam.scaffold import new_prover


@pytest.mark.real_coq
def test_what_it_writes_runs_at_once(tmp_path: Path) -> None:
    name = "my-lucky_prover2"
    problems = tmp_path / "bench" / "coq" / "src"
    problems.mkdir(parents=True)
    for problem, statement in (
        ("putnam_1962_a1", "forall n : nat, n = n"),
        ("putnam_1962_a2", "1 = 2"),
        ("putnam_1962_a3", "forall m n : nat, m = 1 -> n = 1 -> m = n"),
    ):
        text = f"Theorem {problem} : {statement}.\nProof. Admitted.\n"
        (problems / f"{problem}.v").write_text(text)
    made = putnam("new-prover", name, cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert f"cd {name}; pytest --putnam-lang=coq --prover={name}" in made.stdout
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "--putnam-lang=coq", f"--prover={name}", "-rA"],
        cwd=tmp_path / name,
        env={
            **os.environ,
            "PUTNAM_ROOT": "../bench",
            "PUTNAM_CACHE": str(tmp_path.parent / "cache"),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    outcomes = {"PASSED": set[str](), "FAILED": set[str]()}
    for line in ran.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word in outcomes:
            outcomes[word].add(next(p for p in ("_a1", "_a2", "_a3") if p in rest))
    assert outcomes == {"PASSED": {"_a1", "_a3"}, "FAILED": {"_a2"}}, ran.stdout


def test_nothing_of_the_example_is_left(tmp_path: Path) -> None:
    folder = new_prover("my-lucky_prover2", tmp_path / "deep" / "down")
    assert folder == tmp_path / "deep" / "down" / "my-lucky_prover2"
    assert {path.name for path in folder.iterdir()} == {"my_lucky_prover2.py", "conftest.py"}
    for path in folder.iterdir():
        text = path.read_text()
        compile(text, str(path), "exec")
        assert "xample" not in text
    assert "class MyLuckyProver2Prover(Prover)" in (folder / "my_lucky_prover2.py").read_text()


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "lucky").mkdir()
    (tmp_path / "lucky" / "conftest.py").write_text("mine")
    refused = putnam("new-prover", "lucky", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("putnam new-prover: lucky is there already")
    assert {p.name: p.read_text() for p in (tmp_path / "lucky").iterdir()} == {
        "conftest.py": "mine"
    }


def test_a_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be made: Not a directory"):
        new_prover("lucky", tmp_path / "file")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "cannot be a prover's name"),
        ("Lucky", "cannot be a prover's name"),
        ("../lucky", "cannot be a prover's name"),
        ("lucky.py", "cannot be a prover's name"),
        ("2lucky", "cannot be a prover's name"),
        ("lucky-", "cannot be a prover's name"),
        ("l\u00fccky", "cannot be a prover's name"),
        ("lucky\n", "cannot be a prover's name"),
        ("files", "is a built-in prover"),
        ("json", "would hide the Python module 'json'"),
        ("pytest", "would hide the Python module 'pytest'"),
        ("pytest-putnam", "would hide the Python module 'pytest_putnam'"),
        ("class", "would hide the Python module 'class'"),
        ("conftest", "would hide the Python module 'conftest'"),
        ("test-lucky", "pytest would collect test_lucky.py as tests"),
        ("lucky_test", "pytest would collect lucky_test.py as tests"),
    ],
)
def test_a_name_that_would_not_work_is_refused_before_anything_is_written(
    tmp_path: Path, name: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        new_prover(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
