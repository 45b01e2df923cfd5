"""What counts as a solution in Isabelle: not the problem in its own words."""

from __future__ import annotations

import pytest
from isabelle_cases import formalization

from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.solutions import restates
from pytest_putnam.model import Candidate, Track

SETS = r"""theory T imports Main begin

definition T_solution :: "(nat \<times> nat) set" where "T_solution \<equiv> undefined"
(* {(a, b). a = b + 2} *)
theorem T: "{(x, y). x > y \<and> x * x = y * y + 4 * y + 4 \<and> x < 100} = T_solution"
  sorry

end
"""
TRUTH = r"""theory T imports Main begin

definition T_solution :: bool where "T_solution \<equiv> undefined"
(* True *)
theorem T: "T_solution \<longleftrightarrow> (\<forall>n::nat. \<exists>p > n. prime p \<and> prime (p + 2))"
  sorry

end
"""
SUM = r"""theory T imports Main begin

definition T_solution :: "nat \<Rightarrow> nat" where "T_solution \<equiv> undefined"
(* \<lambda>n. n * (n + 1) div 2 *)
theorem T:
  fixes n :: nat
  shows "(\<Sum>i\<in>{1..n}. i * i + i - i * i) = T_solution n"
  sorry

end
"""


def refused(
    text: str, solution: str | None, code: str = "by simp", track: Track = Track.NO_SOLUTION
) -> bool:
    formal = formalization(text, "T")
    assembled = assemble(formal, track, Candidate(code, solution))
    return restates(assembled, formal, track) is not None


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        (SETS, r"{(x, y). x > y \<and> x * x = y * y + 4 * y + 4 \<and> x < 100}"),
        (SETS, r"{(a, b). a > b \<and> a * a = b * b + 4 * b + 4 \<and> a < 100}"),
        (SETS, r"{(a, b). (a > b \<and> a * a = b * b + 4 * b + 4) \<and> a < 100}"),
        (TRUTH, r"\<forall>n::nat. \<exists>p > n. prime p \<and> prime (p + 2)"),
        (TRUTH, r"(\<forall>m::nat. \<exists>q > m. prime q \<and> prime (q + 2))"),
        (SUM, r"\<lambda>n. \<Sum>i\<in>{1..n}. i * i + i - i * i"),
        (SUM, r"\<lambda>k. (\<Sum>j\<in>{1..k}. j * j + j - j * j)"),
    ],
)
def test_the_problem_in_its_own_words_is_no_answer(text: str, solution: str) -> None:
    """Whatever its variables are called."""
    assert refused(text, solution)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        (SETS, "{(a, b). a = b + 2}"),
        (SETS, "{(x, y). x = y + 2 \\<and> x < 100}"),
        (SETS, "(\\<lambda>n. (n + 2, n)) ` {0..<98}"),
        (TRUTH, "True"),
        (TRUTH, "1 + 1 = (2::nat)"),
        (SUM, "\\<lambda>n. n * (n + 1) div 2"),
        (SUM, "\\<lambda>n. \\<Sum>i\\<le>n. i"),
    ],
)
def test_an_answer_is_none(text: str, solution: str) -> None:
    """The reference's, another form of it, and a wrong one alike."""
    assert not refused(text, solution)


def test_a_definition_that_the_solution_rests_on_counts() -> None:
    """The problem may not hide behind a name."""
    twins = r"\<forall>n::nat. \<exists>p > n. prime p \<and> prime (p + 2)"
    helper = f'definition wanted where "wanted = ({twins})"'
    own = 'definition T_solution :: bool where "T_solution = wanted"'
    assert refused(TRUTH, None, f"{helper}\n{own}\n\nby simp")
    assert not refused(TRUTH, None, f"{helper}\n{own.replace('wanted', 'True')}\n\nby simp")


def test_the_other_track_asks_for_no_answer() -> None:
    """There the reference is filled in."""
    assert not refused(SUM, None, track=Track.WITH_SOLUTION)
