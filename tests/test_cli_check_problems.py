"""putnam check-problems: which statements of a benchmark compile, and why the others do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from putnam_command import putnam
from small_benchmark import write_benchmark


@pytest.mark.real_coq
def test_statements_that_do_not_compile_are_listed_with_the_reason(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "bench")
    done = putnam("check-problems", "bench", "-j2", cwd=tmp_path)
    *listed, last = done.stdout.splitlines()
    assert done.returncode == 1
    assert last.startswith("2 of 4 statements compile in ")
    assert "coq 8" in last
    by_file = dict(sorted(line.split(": ", 1) for line in listed if line.startswith("putnam_")))
    assert list(by_file) == ["putnam_1901_a3.v", "putnam_1901_b1.v"]
    assert by_file["putnam_1901_a3.v"].startswith("the formalization imports NoSuchLibrary")
    assert "theorem" in by_file["putnam_1901_b1.v"].lower()


@pytest.mark.real_coq
@pytest.mark.parametrize(
    "args",
    [
        ["bench/coq/src/putnam_1901_a1.v"],
        ["bench/coq", "--problem=*_a1"],
        ["bench", "--year=1901", "--problem=putnam_1901_a2", "--track=no-solution"],
    ],
)
def test_a_part_of_a_benchmark_may_be_named(tmp_path: Path, args: list[str]) -> None:
    write_benchmark(tmp_path / "bench")
    done = putnam("check-problems", *args, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1 of 1 statements compile")


@pytest.mark.real_coq
def test_a_second_time_it_need_not_compile(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    for _ in range(2):
        done = putnam("check-problems", "bench", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("2 of 2 statements compile")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["cache-to-be"], "has not the layout of PutnamBench"),
        (["bench", "--lang=isabelle"], "there is no isabelle file in bench"),
        (["bench", "--year=1902"], "no problem of the years 1902"),
        (["bench", "-j0"], "--jobs=0: it must be at least 1"),
        (["bench", "-jmany"], "invalid int value: 'many'"),
        (["both"], "which language? Add --lang=coq|lean4"),
    ],
)
def test_wrong_usage_is_status_2(tmp_path: Path, args: list[str], said: str) -> None:
    write_benchmark(tmp_path / "bench")
    write_benchmark(tmp_path / "both")
    (tmp_path / "both" / "lean4" / "src").mkdir(parents=True)
    (tmp_path / "both" / "lean4" / "src" / "putnam_1901_a1.lean").write_text("theorem")
    (tmp_path / "cache-to-be").mkdir()
    done = putnam("check-problems", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
