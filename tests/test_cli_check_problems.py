"""putnam check-problems: which statements of a benchmark compile, and what is wrong with the others."""

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
    assert last.startswith("coq: 2 of 4 statements compile in ")
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
    assert done.stdout.startswith("coq: 1 of 1 statements compile")


@pytest.mark.real_coq
def test_a_second_time_it_need_not_compile(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    for _ in range(2):
        done = putnam("check-problems", "bench", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("coq: 2 of 2 statements compile")


LEAN = {
    "putnam_1901_a1": "theorem putnam_1901_a1 (s : Nat := 3) : s = 3 := sorry\n",
    "putnam_1901_a2": "theorem putnam_1901_a9 : 1 = 1 := sorry\n\ntheorem more (n : Nat) : n = n := sorry\n",
    "putnam_1901_b1": "theorem putnam_1901_b1 : 1 = putnam_1901_b1_solution := sorry\n",
    "putnam_1901_b2": "theorem putnam_1901_b2 : 1 = 1 := rfl\n",
    "putnam_1901_b3": (
        "theorem gap : 1 = 1 := sorry\n\ntheorem putnam_1901_b3 : 2 = 2 := sorry\n\n"
        "lemma late : 3 = 3 := sorry\n"
    ),
    "putnam_1901_b4": "theorem putnam_1901_b4 (n : Nat) : n = n := sorry\n",
}
FOUND = {
    "putnam_1901_a1.lean": [
        "s has a default value (:=), which fixes nothing: the theorem is about any"
    ],
    "putnam_1901_a2.lean": [
        "the file is named putnam_1901_a2, its theorem putnam_1901_a9",
        "more after the theorem is left open too",
    ],
    "putnam_1901_b1.lean": ["putnam_1901_b1_solution is used and never defined"],
    "putnam_1901_b2.lean": ["putnam_1901_b2 has a proof already"],
    "putnam_1901_b3.lean": ["the file assumes gap", "late after the theorem is left open too"],
}


@pytest.mark.real_coq
def test_an_absent_assistants_statements_are_read_all_the_same(tmp_path: Path) -> None:
    """They are told of as unchecked; what reading alone shows is found."""
    root = write_benchmark(tmp_path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    folder = root / "lean4" / "src"
    folder.mkdir(parents=True)
    for name, text in LEAN.items():
        (folder / f"{name}.lean").write_text(text)
    nowhere = f"--lean-project={tmp_path / 'nowhere'}"
    done = putnam("check-problems", "bench", nowhere, cwd=tmp_path)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("coq: 2 of 2 statements compile in ")
    assert lines[-1].startswith("lean4: 6 statements unchecked, 7 findings by reading: ")
    found: dict[str, list[str]] = {}
    for line in lines[1:-1]:
        file, _, reason = line.partition(": ")
        found.setdefault(file, []).append(reason)
    assert found.keys() == FOUND.keys()
    for file, reasons in FOUND.items():
        assert len(found[file]) == len(reasons)
        assert all(said in got for said, got in zip(reasons, found[file], strict=True))
    clean = putnam("check-problems", "bench", nowhere, "--problem=*_b4,*_a1", cwd=tmp_path)
    assert "putnam_1901_b4" not in clean.stdout
    only = putnam("check-problems", "bench", nowhere, "--lang=lean4", cwd=tmp_path)
    assert only.returncode == 2
    assert "is no Lake project" in only.stderr


@pytest.mark.real_coq
def test_the_warm_up_problems_are_named_by_a_word(tmp_path: Path) -> None:
    done = putnam("check-problems", "warmup", "--problem=warmup_de_morgan", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "coq: 1 of 1 statements compile in " in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["cache-to-be"], "has not the layout of PutnamBench (lean4/src/*.lean, isabelle"),
        (["bench", "--lang=isabelle"], "there is no isabelle file in bench"),
        (["bench", "--year=1902"], "no problem of the years 1902"),
        (["bench", "-j0"], "--jobs=0: it must be at least 1"),
        (["bench", "-jmany"], "invalid int value: 'many'"),
        (["bench", "--layout=minif2f"], "bench has not the layout minif2f"),
    ],
)
def test_wrong_usage_is_status_2(tmp_path: Path, args: list[str], said: str) -> None:
    write_benchmark(tmp_path / "bench")
    (tmp_path / "cache-to-be").mkdir()
    done = putnam("check-problems", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
