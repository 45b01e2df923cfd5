"""`--putnam-shard`: the parts are even, disjoint, and together the whole."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from putnam_command import putnam
from runs import Bench

from pytest_putnam.selection import Shard, parse_shard


@given(
    st.dictionaries(st.text(min_size=1), st.sampled_from(["coq", "lean4", "isabelle"])),
    st.integers(1, 20),
)
def test_parts_are_even_in_each_language_and_together_the_whole(
    languages: dict[str, str], count: int
) -> None:
    parts = [Shard(index, count).of(languages) for index in range(1, count + 1)]
    assert sorted(nodeid for part in parts for nodeid in part) == sorted(languages)
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    for language in set(languages.values()):
        of = [Counter(languages[n] for n in part)[language] for part in parts]
        assert max(of) - min(of) <= 1
    reordered = dict(reversed(languages.items()))
    assert parts == [Shard(index, count).of(reordered) for index in range(1, count + 1)]


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"which of how many|count from 1"):
        parse_shard(text)


@pytest.mark.real_coq
def test_shards_of_a_selection_are_merged_into_the_run_that_was_not_split(
    bench: Bench, workers: int
) -> None:
    for problem in ("a1", "a2", "a3", "b1", "b2"):
        bench.problem(f"putnam_1988_{problem}")
    bench.script({"putnam_1988_a2": "wrong", "putnam_1988_b1": "give_up"})
    select = ("-k", "not a3")
    query = "SELECT nodeid, attempt, verdict, seed, code FROM attempt ORDER BY 1, 2"
    bench.run(*select, "--putnam-run=whole")
    for index in (1, 2):
        result = bench.run(
            *select, f"--putnam-shard={index}/2", f"--putnam-run=part{index}", workers=workers
        )
        result.assert_outcomes(passed=1, failed=1, deselected=0 if workers else 3)
    done = putnam("merge", "part1", "part2", "-o", "merged", cwd=bench.pytester.path)
    assert done.stdout == "4 items and 4 attempts of 2 runs in merged\n"
    assert bench.query(query, run="merged") == bench.query(query, run="whole")
    outcomes = "SELECT nodeid, outcome FROM item ORDER BY 1"
    assert bench.query(outcomes, run="merged") == bench.query(outcomes, run="whole")


@pytest.mark.real_coq
def test_another_shard_is_another_run(bench: Bench) -> None:
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a1": "infra_error:x"})
    bench.run("--putnam-shard=1/2", "--putnam-run=kept")
    refused = bench.run("--putnam-shard=2/2", "--putnam-run=kept")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["  shard: 1/2 in the run, 2/2 now"])
