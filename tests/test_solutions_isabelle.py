"""What counts as a solution in Isabelle: not the problem in its own words."""

from __future__ import annotations

import pytest
from isabelle_cases import formalization

from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.solutions import looks_copied, restates
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


def copied(text: str, solution: str | None, code: str = "by simp") -> str | None:
    formal = formalization(text, "T")
    return looks_copied(assemble(formal, Track.NO_SOLUTION, Candidate(code, solution)), formal)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        (SETS, "{(x, y). x = y + 2}"),
        (SETS, "{(x, y). x = Suc (Suc y)}"),
        (TRUTH, "0 < (1::nat)"),
        (SUM, r"\<lambda>n. (n * n + n) div 2"),
    ],
)
def test_an_answer_in_other_words_needs_no_review(text: str, solution: str) -> None:
    """Where it is shown equal to the reference's."""
    assert copied(text, solution) is None


@pytest.mark.parametrize(
    ("text", "solution", "words"),
    [
        (SETS, r"{(x, y). x * x = y * y + 4 * y + 4 \<and> x = y + 2}", "repeats"),
        (SETS, r"{(a, b). \<exists>k. b = k \<and> a = k + 2}", "'\\<exists>'"),
        (SETS, r"{(a, b). EX k. b = k & a = k + 2}", "'EX'"),
        (SETS, "{(a, b). let k = b in a = k + 2}", "'let'"),
        (SUM, r"\<lambda>n. THE k. 2 * k = n * n + n", "'THE'"),
        (SUM, r"\<lambda>n. if n = 0 then 0 else n * (n + 1) div 2", "'if'"),
    ],
)
def test_what_asks_as_a_problem_does_is_reviewed(text: str, solution: str, words: str) -> None:
    """Equal or not: people look at it."""
    assert words in (copied(text, solution) or "")


def test_what_computes_to_the_answer_is_reviewed() -> None:
    """The problem's own words are equal to it."""
    text = SUM.replace('"nat \\<Rightarrow> nat"', "nat").replace(
        "\\<lambda>n. n * (n + 1) div 2", "120"
    )
    text = text.replace("(\\<Sum>i\\<in>{1..n}. i * i + i - i * i)", "fact 5")
    assert "'fact'" in (copied(text, "fact 5") or "")
    assert "'fact'" in (copied(text, "of_nat (fact (2 + 3))") or "")
    assert copied(text, "(120 :: nat)") is None


OWN = """{before}

definition T_solution :: "nat \\<Rightarrow> nat" where "T_solution = (\\<lambda>n. f n)"

{behind}

theorem T: "(\\<Sum>i\\<in>{{1..n}}. i * i + i - i * i) = T_solution n" by simp
"""
ABBREVIATION = 'abbreviation f where "f n == n * (n + 1) div 2"'


@pytest.mark.parametrize(
    "before",
    [
        ABBREVIATION,
        'notation plus (infixl "&&" 65)',
        'definition f :: "nat => nat" ("<<_>>") where "f n = n * (n + 1) div 2"',
        'definition f :: "nat => nat" (infix "f" 65) where "f n = n * (n + 1) div 2"',
        'inductive f where "f 0"',
    ],
)
def test_words_of_its_own_before_a_solution_are_reviewed(before: str) -> None:
    """They can hide what it says from a comparison of texts; behind it they cannot."""
    code = OWN.format(before=before, behind="")
    assert "words of its own" in (copied(SUM, None, code) or "")


def test_a_definition_before_a_solution_is_read_with_it() -> None:
    """What it rests on is compared as it is; an abbreviation behind it has no part in it."""
    plain = 'definition f :: "nat => nat" where "f n = n * (n + 1) div 2"'
    assert copied(SUM, None, OWN.format(before=plain, behind=ABBREVIATION)) is None
    asking = 'definition f :: "nat => nat" where "f n = (LEAST k. n * (n + 1) <= 2 * k)"'
    assert "f has 'LEAST'" in (copied(SUM, None, OWN.format(before=asking, behind="")) or "")
