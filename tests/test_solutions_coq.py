"""The no-solution track in Coq: restated problems are forbidden, other answers compared or reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from coq_cases import formalization
from recorded import recorded

from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.languages.coq.solutions import extra_name, restates
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.model import Candidate, Formalization, Language, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget

ROOT = Path(__file__).resolve().parent.parent
SQUARES = """Require Import Arith Lia.
Definition squares_solution : nat -> Prop := fun n => n = 3.
Theorem squares (n : nat)
    : (n * n + 2 * n = 15 /\\ exists m : nat, n + m = 5) <-> squares_solution n.
Proof. Admitted.
"""
ROOTS = """Require Import Arith Lia.
Definition roots_solution : nat -> Prop := fun n => n = 3.
Theorem roots : forall n : nat, (n > 0 /\\ n + 1 = 4) <-> roots_solution n.
Proof. Admitted.
"""
SUM = """Require Import Arith Lia.
Fixpoint upto (n : nat) : nat := match n with 0 => 0 | S m => n + upto m end.
Definition sum_solution : nat -> nat := fun n => n * (n + 1) / 2.
Theorem sum : forall n : nat, 2 * upto n = 2 * sum_solution n.
Proof. Admitted.
"""


def refused(text: str, solution: str, before: str = "") -> str | None:
    made = formalization(text)
    slot = made.solution
    assert slot is not None
    code = f"{before}\nDefinition {slot.name} : {slot.type} := {solution}.\nProof. trivial. Qed."
    return restates(assemble(made, Track.NO_SOLUTION, Candidate(code)), made)


@pytest.mark.parametrize(
    "solution",
    [
        "fun n => n * n + 2 * n = 15 /\\ exists m : nat, n + m = 5",
        "fun k => k * k + 2 * k = 15 /\\ exists m : nat, k + m = 5",
        "(fun k : nat => ((k * k + 2 * k = 15) /\\ (exists j : nat, k + j = 5)))",
        "fun k => exists m : nat, k + m = 5",
        "fun k => k * k + 2 * k = 15",
    ],
)
def test_a_problem_restated_is_no_solution(solution: str) -> None:
    told = refused(SQUARES, solution)
    assert told is not None
    assert "squares_solution repeats" in told


def test_a_problem_restated_in_a_definition_of_the_candidates_own() -> None:
    before = "Definition mine (k : nat) := k * k + 2 * k = 15 /\\ exists m : nat, k + m = 5."
    told = refused(SQUARES, "fun n => mine n", before)
    assert told is not None
    assert "mine repeats" in told
    assert refused(SQUARES, "fun n => n = 3", before) is None, "it does not rest on it"


def test_variables_before_the_colon_do_not_count_either() -> None:
    """A definition's own binders are binders, as those of its `fun` are."""
    made = formalization(ROOTS)
    condition = "k > 0 /\\ k + 1 = 4"
    for before, solution in (
        (f"Definition mine (k : nat) := {condition}.", "Definition roots_solution := mine."),
        (f"Definition mine k : Prop := {condition}.", "Definition roots_solution := mine."),
        ("", f"Definition roots_solution (k : nat) : Prop := {condition}."),
        (
            f"Section S. Variables k j : nat. Definition mine := {condition}. End S.",
            "Definition roots_solution := mine.",
        ),
        (
            f"Module M. Definition mine k := {condition}. End M.",
            "Definition roots_solution := M.mine.",
        ),
    ):
        code = f"{before}\n{solution}\nProof. trivial. Qed."
        told = restates(assemble(made, Track.NO_SOLUTION, Candidate(code)), made)
        assert told is not None, code
        assert "repeats '_ > 0" in told


def test_a_reference_with_variables_before_the_colon_is_never_refused() -> None:
    text = ROOTS.replace(
        ": nat -> Prop := fun n => n = 3", "(n : nat) : Prop := n > 0 /\\ n + 1 = 4"
    )
    made = formalization(text)
    code = (
        "Definition roots_solution (m : nat) : Prop := m > 0 /\\ m + 1 = 4.\nProof. trivial. Qed."
    )
    assert restates(assemble(made, Track.NO_SOLUTION, Candidate(code)), made) is None


@pytest.mark.parametrize(
    "solution",
    [
        "fun n => n = 3",
        "fun n => 2 < n < 4",
        "eq 3",
        "fun n => In n (3 :: nil)",
        "fun n => n + 2 = 5",
    ],
)
def test_other_answers_are_left_to_coq(solution: str) -> None:
    assert refused(SQUARES, solution) is None


@pytest.mark.parametrize("folder", ["built-in", "benchmark"])
def test_no_reference_solution_would_be_refused(
    folder: str, request: pytest.FixtureRequest
) -> None:
    """The policy on all that are known: none of them restates its problem."""
    root = ROOT / "problems" if folder == "built-in" else request.getfixturevalue("benchmark_dir")
    looked_at = 0
    for path in sorted((root / "coq" / "src").glob("*.v")):
        made = formalization(path.read_text(encoding="utf-8"), path.stem)
        if made.solution is None or not made.solution.reference:
            continue
        # as if it were not known: a comparison with the reference would let everything pass
        body = made.solution.body
        other = formalization(f"{made.text[: body.start]}unknown{made.text[body.end :]}", path.stem)
        code = made.text[: made.statement.start] + "Proof. trivial. Qed."
        looked_at += 1
        assert restates(assemble(other, Track.NO_SOLUTION, Candidate(code)), other) is None, path
    assert looked_at > 15


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checker]:
    settings = CheckerSettings(cache_dir=tmp_path_factory.mktemp("cache"), warm=False)
    made = backend(Language.COQ).find(None).checker(settings)
    yield made
    made.close()


def judged(checker: Checker, made: Formalization, solution: str, proof: str) -> Verdict:
    return checker.check(made, Track.NO_SOLUTION, Candidate(proof, solution), Budget(120))


SQUARES_PROOF = """Proof.
  unfold squares_solution; split.
  - intros [h _]; nia.
  - intros h; assert (n = 3) as -> by lia; split; [reflexivity | exists 2; reflexivity].
Qed."""


@pytest.mark.real_coq
@pytest.mark.parametrize("solution", ["fun k => 2 < k < 4"])
def test_an_answer_that_is_shown_equal_is_proved(checker: Checker, solution: str) -> None:
    verdict = judged(checker, formalization(SQUARES), solution, SQUARES_PROOF)
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert not verdict.needs_review, verdict.evidence
    assert verdict.evidence["solution"] == "Coq shows it equal to the reference's: by tactics"


@pytest.mark.real_coq
@pytest.mark.parametrize(
    ("before", "solution"),
    [
        ("", "fun k => k + 1 = 4 /\\ k > 0"),
        ("", "fun k => exists z, z = k /\\ S z = 4"),
        ("Definition mine (k : nat) := exists z, z = k /\\ S z = 4.", "fun k => mine k"),
        ("", "fun k => ((0 <? k) && (k + 1 =? 4))%bool = true"),
        ("", "fun k => let m := k in m = 3"),
        ('Notation "a ~~ b" := (a + 1 = S b) (at level 70).', "fun k => k ~~ 3"),
        ("Inductive mine (k : nat) : Prop := it : k > 0 -> S k = 4 -> mine k.", "mine"),
    ],
)
def test_an_equal_answer_that_looks_copied_is_for_people_to_review(
    checker: Checker, before: str, solution: str
) -> None:
    proof = """Proof.
  intros n; split.
  - intros [h e]; unfold roots_solution; try unfold mine;
      first [lia | exists n; lia | constructor; lia | apply andb_true_intro; split;
        [apply Nat.ltb_lt | apply Nat.eqb_eq]; lia].
  - intros h; unfold roots_solution in h; try unfold mine in h;
      first [lia | destruct h as [z h]; lia | destruct h; lia
        | apply andb_prop in h; destruct h as [h1 h2]; apply Nat.ltb_lt in h1; apply Nat.eqb_eq in h2; lia].
Qed."""
    code = f"{before}\nDefinition roots_solution : nat -> Prop := {solution}.\n{proof}"
    if "Definition" not in before:
        code = code.replace("try unfold mine in h", "idtac").replace("try unfold mine", "idtac")
    verdict = checker.check(formalization(ROOTS), Track.NO_SOLUTION, Candidate(code), Budget(120))
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert verdict.needs_review, verdict.evidence


TEN = """Require Import Arith Lia List.
Fixpoint upto (n : nat) : nat := match n with 0 => 0 | S m => n + upto m end.
Definition ten_solution : nat := 55.
Theorem ten : upto 10 = ten_solution.
Proof. Admitted.
"""
DERIVED = """Require Import Coq.derive.Derive.
Derive ten_solution SuchThat (upto 10 = ten_solution) As h.
Proof. subst ten_solution. reflexivity. Qed.
Module Decoy.
Definition ten_solution : nat := 55.
End Decoy."""


@pytest.mark.real_coq
@pytest.mark.parametrize(
    ("definitions", "word"),
    [
        ("Definition ten_solution : nat := upto 10.", "Cand.upto"),
        ("Definition ten_solution : nat := ltac:(exact (upto 10)).", "Cand.upto"),
        ("Definition ten_solution : nat.\nProof. exact (upto 10). Defined.", "Cand.upto"),
        ("Definition ten_solution : nat := fold_right plus 0 (seq 1 10).", "fold_right"),
        (
            "Definition ten_solution : nat := (fix f n := match n with 0 => 55 | S k => f k end) 5.",
            "fix",
        ),
        (DERIVED, "Cand.upto"),
        (
            "Definition ten_solution : nat := (fun length : nat => length) (length (seq 1 55)).",
            "fun",
        ),
        ("Definition ten_solution : nat := S (S 53).", ""),
    ],
)
def test_an_equal_answer_in_other_words_than_the_references_is_for_people_to_review(
    checker: Checker, definitions: str, word: str
) -> None:
    """Computed, the problem's own words are equal to its answer, whatever the text looks like."""
    proof = "exact h." if "Derive" in definitions else "reflexivity."
    code = f"{definitions}\nTheorem ten : upto 10 = ten_solution.\nProof. {proof} Qed."
    verdict = checker.check(formalization(TEN), Track.NO_SOLUTION, Candidate(code), Budget(120))
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert verdict.evidence["solution"] == "Coq shows it equal to the reference's: by tactics"
    assert verdict.needs_review is bool(word), verdict.evidence
    assert word in verdict.evidence.get("needs_review", "")


@pytest.mark.real_coq
def test_a_condition_said_the_other_way_round_is_for_people_to_review(checker: Checker) -> None:
    """No run of it is the statement's."""
    text = ROOTS.replace("n > 0 /\\ n + 1 = 4", "n * n = n /\\ n <> 0").replace("n = 3", "n = 1")
    proof = "Proof. unfold roots_solution. intuition. Qed."
    verdict = judged(checker, formalization(text), "fun n => n <> 0 /\\ n = n * n", proof)
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert verdict.evidence["solution"] == "Coq shows it equal to the reference's: by tactics"
    assert verdict.needs_review
    assert not judged(checker, formalization(text), "fun n => 1 = n", "nia.").needs_review


def test_a_variable_hides_no_constant_of_its_name() -> None:
    reference = "fun n : nat => (fun m : nat => @eq nat m (S O)) n"
    for given, word in (
        ("fun n : nat => @eq nat (S O) n", None),
        ("fun length : nat => @eq nat length (S O)", None),
        ("fun (n : nat) => @eq nat ((fun length : nat => length) (length n)) (S O)", "length"),
        ("fun n : nat => @eq nat ((fun m : nat => m) n) (S O)", None),
        ("fun n : nat => @eq nat (S n) (S (S O))", "S"),
        ("fun n : nat => and (lt O n) (lt n (S (S O)))", None),
    ):
        assert extra_name(given, reference, "x : @eq nat O O", "") == word, given
    assert extra_name("fun n : nat => lt O n", reference, "x : lt O O", "") == "lt"
    assert extra_name("mine.f (Cand.upto O)", "upto O", "x : nat", "Fixpoint upto") == "mine.f"
    assert extra_name("Cand.upto O", "upto O", "x : nat", "Fixpoint upto") is None
    assert extra_name("Cand.upto O", "upto O", "x : nat", "") == "Cand.upto"


@pytest.mark.real_coq
def test_an_answer_in_the_benchmarks_own_words_is_not_reviewed(checker: Checker) -> None:
    """What its file declares before the solution has another name in the candidate's file."""
    text = TEN.replace(":= 55", ":= upto 10").replace("upto 10 = ten", "55 = ten")
    verdict = judged(checker, formalization(text), "upto (5 + 5)", "reflexivity.")
    assert verdict.needs_review, "+ is no word of the reference"
    verdict = judged(checker, formalization(text), "(upto (10))", "reflexivity.")
    assert not verdict.needs_review, verdict.evidence


@pytest.mark.real_coq
def test_an_equation_that_rests_on_what_no_proof_may_rest_on_shows_nothing(
    checker: Checker,
) -> None:
    """`lia` uses instances of whatever is loaded; the proof does not use this one, which is made up."""
    code = """From Coq Require Import ZArith ZifyClasses Zify ZifyInst.
Require Coq.Compat.AdmitAxiom.
Definition it (n : nat) := length (repeat n n).
#[global] Instance Op : UnOp it :=
  { TUOp := fun x => x; TUOpInj := ltac:(destruct Coq.Compat.AdmitAxiom.proof_admitted) }.
Add Zify UnOp Op.
Definition roots_solution : nat -> Prop := fun n => it n = 3.
Theorem roots : forall n : nat, (n > 0 /\\ n + 1 = 4) <-> roots_solution n.
Proof. intros. unfold roots_solution, it. rewrite repeat_length. lia. Qed.
"""
    made = formalization(ROOTS.replace("Lia.", "Lia List."))
    verdict = checker.check(made, Track.NO_SOLUTION, Candidate(code), Budget(120))
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert verdict.evidence["needs_review"] == "the solution is not shown equal to the reference's"


@pytest.mark.real_coq
def test_an_answer_that_is_not_shown_equal_is_for_people_to_review(checker: Checker) -> None:
    verdict = judged(checker, formalization(SUM), "upto", "Proof. reflexivity. Qed.")
    assert verdict.kind is VerdictKind.PROVED, verdict
    assert verdict.needs_review
    assert "upto" in verdict.evidence["solution_given"]
    assert verdict.evidence["solution_reference"] == "fun n => n * (n + 1) / 2"


@pytest.mark.real_coq
def test_a_restated_problem_is_forbidden(checker: Checker) -> None:
    restated = "fun k => k * k + 2 * k = 15 /\\ exists m : nat, k + m = 5"
    verdict = judged(checker, formalization(SQUARES), restated, "Proof. firstorder. Qed.")
    assert verdict.kind is VerdictKind.FORBIDDEN
    assert "restates the problem" in verdict.reason


@pytest.mark.real_coq
def test_comparing_a_solution_is_part_of_what_the_check_took(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CPU time of every program, and wall time behind the loading of the imports."""
    # what is made for the reference is kept from here on
    judged(checker, formalization(SUM), "upto", "Proof. reflexivity. Qed.")
    programs = [
        recorded(monkeypatch, Workshop, name) for name in ("compile_candidate", "coqc", "coqchk")
    ]
    verdict = judged(checker, formalization(SUM), "upto", "Proof. reflexivity. Qed.")
    (compiled,), (_, tried), rechecked = programs
    assert len(rechecked) == 2
    assert tried.cpu_s > 0
    assert verdict.cpu_s == pytest.approx(sum(done.cpu_s for each in programs for done in each))
    assert verdict.check_s == pytest.approx(
        compiled.wall_s + max(0.0, tried.wall_s - compiled.load_s)
    )
