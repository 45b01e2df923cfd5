"""From a model's answer to the code in it, by the documented rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.answers import candidate_of, fences
from pytest_putnam.model import Candidate, Language

COQ, LEAN, ISABELLE = Language.COQ, Language.LEAN4, Language.ISABELLE
THEOREM = {
    COQ: "Theorem made_up : 1 = 1.\nProof. reflexivity. Qed.",
    LEAN: "theorem made_up : 1 = 1 := by\n  rfl",
    ISABELLE: 'theorem made_up: "1 = (1::nat)"\n  by simp',
}
LABELS = (
    *((COQ, "coq"), (COQ, "rocq"), (COQ, "Coq"), (LEAN, "lean"), (LEAN, "lean4")),
    *((ISABELLE, "isabelle"), (COQ, ""), (LEAN, ""), (ISABELLE, ""), (COQ, "{.coq}")),
)


def code(answer: str, language: Language = COQ) -> str | None:
    found = candidate_of(answer, language, "made_up")
    return found.code if found else None


@pytest.mark.parametrize(("language", "label"), LABELS)
@pytest.mark.parametrize("mark", ["```", "````", "~~~"])
def test_fences_of_every_kind(language: Language, label: str, mark: str) -> None:
    theorem = THEOREM[language]
    answer = f"Here it is.\n\n{mark}{label}\n{theorem}\n{mark}\nI hope it helps.\n```python\nx\n```"
    assert code(answer, language) == theorem
    assert code(answer.replace("\n", "\r\n"), language) == theorem


def test_an_indented_fence_loses_its_indentation() -> None:
    assert (
        code("1. So:\n   ```coq\n   Proof.\n     lia.\n   Qed.\n   ```") == "Proof.\n  lia.\nQed."
    )


def test_an_unclosed_fence_goes_to_the_end() -> None:
    assert code("```coq\nProof. lia. Qed.") == "Proof. lia. Qed."


def test_a_fence_that_was_forgotten_ends_where_the_next_names_a_language() -> None:
    answer = "```coq\nLemma a : 1 = 1.\n\nNo, rather:\n\n```coq\nProof. lia. Qed.\n```"
    assert code(answer) == "Proof. lia. Qed."


@pytest.mark.parametrize("language", list(Language))
def test_the_last_fence_with_the_theorem_wins_over_later_ones(language: Language) -> None:
    label = {COQ: "coq", LEAN: "lean", ISABELLE: "isabelle"}[language]
    first = THEOREM[language].replace("1 = ", "2 = ")
    answer = "\n".join(
        [
            f"```{label}\n{first}\n```",
            f"Better:\n```{label}\n{THEOREM[language]}\n```",
            f"In general:\n```{label}\nfinal remarks\n```",
        ]
    )
    assert code(answer, language) == THEOREM[language]


@pytest.mark.parametrize(
    ("language", "statement", "proof"),
    [
        (COQ, "Theorem made_up : 1 = 1.", "Proof. reflexivity. Qed."),
        (COQ, "Theorem made_up : 1 = 1.\nProof. Admitted.", "Proof. reflexivity. Qed."),
        (COQ, "Theorem made_up : 1 = 1.\nProof.\n(* todo *)\nAdmitted.", "reflexivity."),
        (LEAN, "theorem made_up : 1 = 1 := by sorry", "by rfl"),
        (LEAN, "theorem made_up : 1 = 1 :=\nsorry", "rfl"),
        (ISABELLE, 'theorem made_up: "1 = 1"\n  sorry', "by simp"),
        (ISABELLE, 'theorem made_up: "1 = 1" oops', "by simp"),
    ],
)
def test_a_restated_problem_is_not_the_answer(
    language: Language, statement: str, proof: str
) -> None:
    label = {COQ: "coq", LEAN: "lean", ISABELLE: "isabelle"}[language]
    for first, second in ((statement, proof), (proof, statement)):
        answer = f"```{label}\n{first}\n```\nand\n```{label}\n{second}\n```"
        assert code(answer, language) == proof
    assert code(f"```{label}\n{statement}\n```", language) == statement, "if there is nothing else"


def test_the_theorem_in_a_comment_is_not_the_theorem() -> None:
    answer = (
        f"```coq\n{THEOREM[COQ]}\n```\n```coq\n(* Theorem made_up : x. Proof. lia. Qed. *)\n```"
    )
    assert code(answer) == THEOREM[COQ]


def test_a_longer_name_is_not_the_theorem() -> None:
    helper = "Lemma made_up_aux : 2 = 2.\nProof. lia. Qed."
    assert code(f"```coq\n{THEOREM[COQ]}\n```\n```coq\n{helper}\n```") == THEOREM[COQ]


def test_the_languages_label_wins_over_none() -> None:
    assert code("```coq\nlia.\n```\nIt prints\n```\nno more goals\n```") == "lia."


def test_another_languages_fence_never_counts() -> None:
    assert code("```lean\ntheorem made_up : 1 = 1 := rfl\n```", ISABELLE) is None
    assert code("```python\nprint(1)\n```") is None


def test_helper_lemmas_and_imports_stay() -> None:
    whole = f"Require Import Lia.\n\nLemma h : 2 = 2.\nProof. lia. Qed.\n\n{THEOREM[COQ]}"
    assert code(f"```coq\n{whole}\n```") == whole


@pytest.mark.parametrize(
    ("language", "answer", "expected"),
    [
        (COQ, "[PROOF]\nintros.\nlia.\n[END]\nGoodbye.", "intros.\nlia."),
        (COQ, "[PROOF]\n```coq\nlia.\n```\n[END]", "lia."),
        (COQ, "```coq\n[PROOF]\nlia.\n[END]\n```", "lia."),
        (LEAN, "[PROOF]\nby\n  rfl\n[PROOF END]", "by\n  rfl"),
        (COQ, "[PROOF]\nlia.", "lia."),
        (COQ, "Proof.\nlia.\nQed.\n[END]\nTheorem next", "Proof.\nlia.\nQed."),
    ],
)
def test_the_papers_markers(language: Language, answer: str, expected: str) -> None:
    assert code(answer, language) == expected


def test_a_solution_between_markers() -> None:
    answer = "[SOLUTION]\n```coq\nfun n => n + 1\n```\n[PROOF]\nlia.\n[END]"
    assert candidate_of(answer, COQ, "made_up") == Candidate("lia.", "fun n => n + 1")
    assert candidate_of("[SOLUTION] 3 [END]\n```coq\nlia.\n```", COQ, "made_up") == Candidate(
        "lia.", "3"
    )


@pytest.mark.parametrize(
    ("language", "answer", "expected"),
    [
        (COQ, f"Sure!\n\n{THEOREM[COQ]}", THEOREM[COQ]),
        (COQ, "Proof. lia. Qed.", "Proof. lia. Qed."),
        (COQ, "intros x.\nlia.", "intros x.\nlia."),
        (LEAN, f"Sure!\n{THEOREM[LEAN]}", THEOREM[LEAN]),
        (LEAN, "by\n  norm_num", "by\n  norm_num"),
        (LEAN, "nlinarith [sq_nonneg x]", "nlinarith [sq_nonneg x]"),
        (ISABELLE, f"Sure!\n{THEOREM[ISABELLE]}", THEOREM[ISABELLE]),
        (ISABELLE, "proof -\n  show ?thesis by simp\nqed", "proof -\n  show ?thesis by simp\nqed"),
    ],
)
def test_text_that_parses(language: Language, answer: str, expected: str) -> None:
    assert code(answer, language) == expected


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot prove this.",
        "Proof idea: we use induction on n. The base case is clear.",
        "Let us see. By symmetry, the theorem follows.",
        "Theorem 1 of the paper says so.",
        "```python\nprint(3)\n```",
        "```\n\n```",
        "Open problems are hard; using words is not.",
    ],
)
def test_talk_is_no_code(language: Language, answer: str) -> None:
    assert code(answer, language) is None


PROSE = st.text(st.characters(exclude_characters="`~[]", exclude_categories=["Cs"]), max_size=80)


@given(st.text(max_size=300), st.sampled_from(list(Language)))
def test_any_answer_is_read(answer: str, language: Language) -> None:
    found = candidate_of(answer, language, "made_up")
    assert found is None or found.code.strip()


@given(PROSE, PROSE, st.sampled_from(list(Language)), st.sampled_from(["```", "~~~~"]))
def test_the_code_comes_as_it_is_whatever_stands_around(
    before: str, after: str, language: Language, mark: str
) -> None:
    answer = f"{before}\n{mark}{language}\n{THEOREM[language]}\n{mark}\n{after}"
    assert code(answer, language) == THEOREM[language]


def test_fences_come_in_order() -> None:
    found = list(fences("```a\n1\n```\n~~~~ b c\n```\n2\n~~~\n~~~~\n"))
    assert [(f.label, f.text) for f in found] == [("a", "1"), ("b", "```\n2\n~~~")]


def test_a_long_answer_takes_no_time() -> None:
    long = "```coq\n" + "(* " * 50_000 + "[PROOF " * 50_000 + "``` ` ~~~ " * 50_000
    assert code(long) is not None
