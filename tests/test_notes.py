"""What a run says of its benchmark before any item: once, with a count, in full under -v."""

from __future__ import annotations

import json

import pytest
from runs import Bench

NAMES = [f"putnam_19{number:02}_a1" for number in range(1, 8)]


def unlisted(bench: Bench) -> None:
    """Seven problems, of which the index has the first."""
    for name in NAMES:
        bench.problem(name)
    index = bench.root / "informal" / "putnam.json"
    index.write_text(json.dumps(json.loads(index.read_text())[:1]))


@pytest.mark.real_coq
def test_problems_that_the_index_lacks_are_told_on_one_line(bench: Bench, workers: int) -> None:
    unlisted(bench)
    result = bench.run("--putnam-problem=*_a1", workers=workers)
    result.assert_outcomes(passed=7)
    (line,) = [line for line in result.outlines if "no informal statement" in line]
    assert line.startswith("putnam: warning: no informal statement of 6 of 7 problems in ")
    assert line.endswith(f"putnam.json: {', '.join(NAMES[1:6])}, … (-v lists all)")


@pytest.mark.real_coq
def test_all_of_them_are_listed_under_v(bench: Bench) -> None:
    unlisted(bench)
    result = bench.run("-v")
    result.stdout.fnmatch_lines([f"putnam: warning: *putnam.json: {', '.join(NAMES[1:])}"])


LEAN = "theorem {name} (n : Nat{default}) : n = n :=\nsorry\n"


@pytest.mark.parametrize("args", [[], ["-n2"]])
def test_defaults_of_lean_binders_are_warned_of_at_collection(
    bench: Bench, args: list[str]
) -> None:
    """Without Lean, and once however many processes collect."""
    for name in NAMES[:3]:
        default = " := 0" if name != NAMES[1] else ""
        text = LEAN.format(name=name, default=default)
        bench.file(f"lean4/src/{name}.lean", text.encode())
    result = bench.run("--putnam-lang=lean4", "--co", *args, prover=False)
    told = [line.strip() for line in result.outlines if "default value" in line]
    assert len(told) == 1
    assert told[0].endswith(
        "2 Lean statements with a binder that has a default value (:=), which fixes nothing: "
        f"{NAMES[0]}, {NAMES[2]}"
    )


@pytest.mark.real_coq
def test_unchecked_statements_are_counted_in_the_header(bench: Bench) -> None:
    for name in NAMES[:3]:
        bench.problem(name)
    index = bench.root / "informal" / "putnam.json"
    entries = json.loads(index.read_text())
    entries[0]["checked"] = {"coq": "unchecked", "lean4": "unchecked"}
    entries[1]["checked"] = {"coq": "8.20.1", "lean4": "unchecked"}
    index.write_text(json.dumps(entries))
    result = bench.run()
    result.stdout.fnmatch_lines(
        ["putnam: dataset *, 3 of 3 files, 1 of them compiled by no assistant yet (unchecked)"]
    )
