"""Gaps of sketches: where they are, and that filling changes nothing else."""

from __future__ import annotations

import pytest

from provers.dsp_sketch import labelled_lines, read_sketch
from pytest_putnam.errors import SplitError

SKETCH = """theorem t:
  fixes x :: real
  assumes "x = 1"
  shows "x + x = 2"
proof -
  (* sorry is no gap here *)
  have a: "x = 1" \\<comment> \\<open>nor is this sorry\\<close>
    using assms sorry
  have "sorry_count = sorry_count" \\<proof>
  show ?thesis using a
    sledgehammer [timeout = 30]
    sorry
qed
"""


def test_gaps_are_found_with_their_goals() -> None:
    gaps = read_sketch(SKETCH).gaps
    assert [(gap.number, gap.line) for gap in gaps] == [(1, 7), (2, 9), (3, 10)]
    assert gaps[0].statement.startswith('have a: "x = 1"')
    assert gaps[1].statement == 'have "sorry_count = sorry_count"'
    assert gaps[2].statement == "show ?thesis using a"
    assert gaps[2].span.of(SKETCH) == "sledgehammer [timeout = 30]\n    sorry"


def test_filling_changes_the_gaps_alone() -> None:
    sketch = read_sketch(SKETCH)
    filled = sketch.filled({1: "by simp", 3: "by (metis a)"})
    assert "using assms by simp\n" in filled
    assert '"sorry_count = sorry_count" sorry\n' in filled
    assert filled.endswith("show ?thesis using a\n    by (metis a)\nqed\n")
    assert "(* sorry is no gap here *)" in filled
    kept = filled.replace("by simp", "sorry").replace("by (metis a)", "sorry")
    assert kept == SKETCH.replace("sledgehammer [timeout = 30]\n    sorry", "sorry").replace(
        "\\<proof>", "sorry"
    )


def test_a_probe_has_each_command_on_a_line_that_is_found_again() -> None:
    sketch = read_sketch(SKETCH)
    text = "theory t imports Main\nbegin\n" + sketch.probing(sketch.gaps[1], ["apply a", "apply b"])
    lines = text.split("\n")
    found = labelled_lines(text)
    assert [lines[found[index] - 1].split(" (*")[0] for index in (0, 1)] == ["apply a", "apply b"]
    assert lines[found[1]] == "sorry"
    assert text.count("sorry\n") == 3


@pytest.mark.parametrize("gap", ["sorry", "\\<proof>", "sledgehammer", "sledgehammer[timeout=9]"])
def test_a_bare_proof_may_be_one_gap(gap: str) -> None:
    (only,) = read_sketch(gap).gaps
    assert only.span.of(gap) == gap
    assert read_sketch(gap).filled({1: "by simp"}) == "by simp"


def test_a_probe_that_would_begin_with_a_search_begins_with_a_step() -> None:
    """A proof must not begin with a command that only looks for one."""
    for code in ("sorry", "(* by luck *)\nsorry"):
        sketch = read_sketch(code)
        probe = sketch.probing(sketch.gaps[0], ["sledgehammer"])
        assert "\napply -\nsledgehammer (*" in probe
    sketch = read_sketch("proof - show ?thesis sorry qed")
    assert "apply -" not in sketch.probing(sketch.gaps[0], ["sledgehammer"])


def test_a_proof_without_gaps_stays_as_it_is() -> None:
    code = 'lemma "x = x" by simp'
    assert read_sketch(code).gaps == ()
    assert read_sketch(code).filled({}) == code


def test_two_gaps_in_a_row_are_two() -> None:
    assert len(read_sketch('have "a" sorry show "b" sorry').gaps) == 2


def test_what_is_never_closed_is_told() -> None:
    with pytest.raises(SplitError, match="never closed"):
        read_sketch('have "a sorry')


OWN = """lemma a: "x = x" by (induction x) auto
lemma b: "y" by simp+ lemma c: "z"
proof -
  have d: "z" by (metis a
    b (1))
  then show "z" by blast
qed
"""


def test_steps_that_the_model_closed_are_known_whole() -> None:
    sketch = read_sketch(OWN)
    assert sketch.gaps == ()
    assert [step.own for step in sketch.steps] == [
        "by (induction x) auto",
        "by simp+",
        "by (metis a\n    b (1))",
        "by blast",
    ]
    assert sketch.is_step_at(5, "Failed to finish proof")
    assert not sketch.is_step_at(3, "Failed to finish proof")


def test_an_undefined_name_is_a_steps_only_where_the_step_has_it() -> None:
    sketch = read_sketch("have a using this_one by (metis that_one)")
    assert sketch.is_step_at(1, 'Undefined fact: "that_one"')
    assert not sketch.is_step_at(1, 'Undefined fact: "this_one"')


def test_a_step_that_fails_becomes_a_gap_in_its_place() -> None:
    sketch = read_sketch(OWN.replace("by blast", "sorry")).opened({5})
    assert [(gap.number, gap.statement) for gap in sketch.gaps] == [
        (1, 'have d: "z"'),
        (2, 'show "z"'),
    ]
    filled = sketch.filled({1: "by auto", 2: "by force"})
    assert 'have d: "z" by auto\n  then show "z" by force\nqed' in filled
    assert "by (induction x) auto" in filled
    assert len(sketch.steps) == 2
